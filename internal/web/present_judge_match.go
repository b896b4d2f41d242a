package web

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// presentJudgeMatch is one match as a judge sees it.
func presentJudgeMatch(t *results.Tournament, m *results.MatchHistory, r *results.Round, actor results.Actor, now time.Time) templates.JudgeMatchPage {
	slug, id := t.Info().Slug, int(m.Match.ID)
	p := templates.JudgeMatchPage{
		Back:    templates.Link{Label: roundTitle(t, r), Href: href(routeJudge, slug) + "?round=" + strconv.Itoa(r.Number)},
		Heading: tableTitle(m.Match), Seats: judgeSeats(t, m, actor),
		Links: []templates.Link{{Label: "History of this match", Href: href(routeJudgeHistory, slug, id)}},
	}
	p.State, p.Tone = matchState(t, m, now)
	if res := m.Result(); res != nil {
		p.Result = scorekeeper.ResultText(t, m.Match, res) + "."
		p.State, p.Tone = "decided", templates.Good
	}
	open := t.Current(m.Match) && t.Info().Status != results.Finished && m.Match.Assigned == ""
	switch {
	case !t.Current(m.Match):
		p.Archived = "This match is archived: its round was voided or paired again. What was recorded stays in its history."
	case m.Match.Assigned != "":
		p.Archived = "Nobody plays in this row."
	case !open:
		p.Archived = "The event is finished. Reopen it to change results."
	}
	mayCorrect := r.Status != results.Closed || results.Allowed(actor.Role, results.CorrectClosed)
	for i := range m.Games {
		p.Games = append(p.Games, judgeGameRow(t, m, r, i, actor, open && mayCorrect))
	}
	if !open {
		return p
	}
	if !mayCorrect {
		p.Archived = "The round is closed. Organizers correct its results."
	}
	p.Notices = judgeNotices(t, m, r, actor)
	if m.Result() == nil && r.Status == results.Published {
		p.Next = &templates.Link{Label: "Record game " + strconv.Itoa(len(m.Games)+1), Href: href(routeJudgeGame, slug, id, len(m.Games)+1)}
	} else if mayCorrect && results.Allowed(actor.Role, results.CorrectResult) {
		p.Links = append(p.Links, templates.Link{Label: "Correct the result", Href: href(routeCorrection, slug, id)})
	}
	p.Waiting = waitingWords(t, m, actor)
	p.Procedure = procedure(t, r)
	p.Ends = endActions(t, m, r)
	p.Clock, p.TimeFacts = tableClock(t, m, now)
	p.Time = timeActions(t, m, r, now)
	p.Ledger = ledgerLines(t, t.TableTime(m.Match.ID).Entries, false)
	return p
}

// waitingWords say what an undecided match waits for. Where penalties count in
// it, the reason is only for those who may see them.
func waitingWords(t *results.Tournament, m *results.MatchHistory, actor results.Actor) string {
	text, err := scorekeeper.Waiting(t, m)
	switch {
	case err == nil && text == "":
		return ""
	case !results.Allowed(actor.Role, results.ReadPenalties) && slices.ContainsFunc(t.Penalties, func(h *results.PenaltyHistory) bool {
		p := h.Current()
		return p.Match == m.Match.ID && !p.Reversed && p.Kind != results.Warning
	}):
		return "The match waits for a judge."
	case err != nil:
		return upperFirst(err.Error()) + "."
	}
	return "The match waits: " + text + "."
}

// sealedRecord reports whether a record came with a penalty or its reversal,
// whose reason the actor may not see.
func sealedRecord(t *results.Tournament, stamp results.Stamp, actor results.Actor) bool {
	return stamp.Seq >= 1 && int(stamp.Seq) <= len(t.Log) && sealed(actor, t.Log[stamp.Seq-1])
}

// judgeSeats are the entrants with their infractions, for those who may see them.
func judgeSeats(t *results.Tournament, m *results.MatchHistory, actor results.Actor) []templates.JudgeSeat {
	var out []templates.JudgeSeat
	for i, id := range m.Match.Seats {
		seat := templates.JudgeSeat{Name: entrantName(t, id), Href: href(routeEntrant, t.Info().Slug, string(id))}
		if e, ok := t.Entrant(id); ok {
			seat.State = entrantState(e)
		}
		if r := m.Result(); r != nil {
			seat.Won = r.Winner == i
			if i < len(r.Won) {
				seat.Score = strconv.Itoa(r.Won[i])
			}
		}
		if results.Allowed(actor.Role, results.ReadPenalties) {
			seat.Known = &templates.Infractions{Add: templates.Link{Label: "Record an infraction", Href: penaltyHref(t, id, m.Match.ID, "")}}
			for _, h := range t.Penalties {
				if h.Current().Entrant == id {
					seat.Known.Lines = append(seat.Known.Lines, presentPenalty(t, h, actor))
				}
			}
		}
		out = append(out, seat)
	}
	return out
}

// judgeGameRow is one game with what can be done about it.
func judgeGameRow(t *results.Tournament, m *results.MatchHistory, r *results.Round, i int, actor results.Actor, open bool) templates.JudgeGameRow {
	slug, id, number := t.Info().Slug, int(m.Match.ID), i+1
	g := gameTable{t, m, r, number}
	row := templates.JudgeGameRow{Number: strconv.Itoa(number)}
	game, mark := g.result(), m.Games[i].LeftUnfinished()
	switch {
	case game != nil:
		row.Card = presentGame(t, game, g.names())
	case mark != nil:
		row.Card = presentUnfinished(t, mark, g.names())
	default:
		row.Card = templates.GameCard{Title: "Struck: not played", Former: "struck"}
	}
	if !open {
		return row
	}
	link := func(label, pattern string) {
		row.Card.Links = append(row.Card.Links, templates.Link{Label: label, Href: href(pattern, slug, id, number)})
	}
	switch {
	case game == nil && mark == nil:
		link("Record it", routeJudgeGame)
	default:
		link("Correct", routeJudgeGame)
	}
	if results.Allowed(actor.Role, results.RuleGame) && len(m.Games[i].Results) > 0 {
		label := "Overrule"
		if game != nil && game.Pending() {
			label = "Rule on it"
		}
		link(label, routeJudgeRuling)
	}
	if (game != nil || mark != nil) && i == len(m.Games)-1 {
		link("Strike", routeJudgeStrike)
	}
	for _, a := range pressActions(t, m, r) {
		if a.Form.Class == "inline game-"+row.Number {
			row.Press = &a
		}
	}
	return row
}

// judgeNotices are what a judge should do at once.
func judgeNotices(t *results.Tournament, m *results.MatchHistory, r *results.Round, actor results.Actor) []templates.Notice {
	slug, id := t.Info().Slug, int(m.Match.ID)
	var out []templates.Notice
	for i, h := range m.Games {
		game := h.Result()
		if game == nil || !game.Pending() {
			continue
		}
		n := templates.Notice{Tone: templates.Warn, Text: "Game " + strconv.Itoa(i+1) + " waits for a judge. " + sentenceOf(game.Verdict)}
		if results.Allowed(actor.Role, results.RuleGame) {
			n.Link = &templates.Link{Label: "Rule on it", Href: href(routeJudgeRuling, slug, id, i+1)}
		}
		out = append(out, n)
	}
	if call := t.TableTime(m.Match.ID).Call; !call.IsZero() {
		out = append(out, templates.Notice{Tone: templates.Live, Text: "A judge call is open since " + hourIn(call, t.Info().Zone).Text + "."})
	}
	if !results.Allowed(actor.Role, results.IssuePenalty) {
		return out
	}
	for _, c := range unpunished(t, m, r) {
		n := templates.Notice{Tone: templates.Warn, Text: entrantName(t, c.entrant) + " conceded where the policy " + c.policy +
			" it. The result stands (7.6.3); the infraction is a record of its own."}
		n.Link = &templates.Link{Label: "Record the infraction", Href: penaltyHref(t, c.entrant, m.Match.ID, concessionCode) + gameQuery(c.game)}
		out = append(out, n)
	}
	return out
}

// concessionCode is the entry of the usual catalogue for a forbidden concession.
const concessionCode = "concession"

func gameQuery(game int) string {
	if game == 0 {
		return ""
	}
	return "&game=" + strconv.Itoa(game)
}

// forbiddenConcession is a concession that the policy refuses or penalizes.
type forbiddenConcession struct {
	entrant results.EntrantID
	game    int // 0 for the match
	policy  string
}

// unpunished are the concessions of a match against the policy for which no
// penalty is recorded.
func unpunished(t *results.Tournament, m *results.MatchHistory, r *results.Round) []forbiddenConcession {
	rules, _ := matchRules(t, r)
	verb := map[string]string{"penalized": "penalizes", "refused": "forbids"}[rules.Concession]
	if verb == "" || len(m.Match.Seats) != 2 {
		return nil
	}
	var out []forbiddenConcession
	// An organizer may have taken the entry out of the catalogue: then any penalty
	// of the match will do.
	_, listed := scorekeeper.Infraction(t, concessionCode)
	add := func(seat, game int) {
		who := m.Match.Seats[seat]
		for _, h := range t.Penalties {
			if p := h.Current(); p.Entrant == who && p.Match == m.Match.ID && (p.Code == concessionCode || !listed) {
				return
			}
		}
		out = append(out, forbiddenConcession{who, game, verb})
	}
	for i, h := range m.Games {
		if g := h.Result(); g != nil && g.Method == "concession" && g.Winner != results.Nobody && !g.Pending() {
			add(1-g.Winner, i+1)
		}
	}
	if res := m.Result(); res != nil && res.Kind == results.Concession && res.Winner != results.Nobody {
		add(1-res.Winner, 0)
	}
	return out
}

// procedure is what the policy says for the situations at a table.
func procedure(t *results.Tournament, r *results.Round) []templates.Fact {
	rules, timing := matchRules(t, r)
	var out []templates.Fact
	add := func(name string, lines ...string) {
		out = append(out, templates.Fact{Name: name, Value: strings.Join(lines, " ")})
	}
	switch {
	case rules.ExactGames > 0:
		add("The match", "Exactly "+plural(rules.ExactGames, "game")+".")
	default:
		add("The match", "Whoever first wins "+plural(rules.GamesToWin, "game")+".")
	}
	game := "It counts for nobody in the match"
	if rules.DrawnGame == "half" {
		game = "It counts half a game for each side"
	}
	add("A drawn game", game+"; it stays a Game Draw, whatever the match makes of it (7.4.3).")
	if timing.Mode != "untimed" {
		time := "A game that time cuts short is not counted."
		if timing.UnfinishedGame == "draw" {
			time = "A game that time cuts short counts as a drawn game of the match."
		}
		lines := []string{time, "It is no Game Result (7.4.3)."}
		if timing.ExtraTurns > 0 {
			lines = append(lines, "After the call of time "+plural(timing.ExtraTurns, "extra turn")+" are played.")
		}
		if timing.Mode == "clock_controlled" {
			lines = append(lines, "A win counts once its clock is pressed; without the press at the deadline the game is unfinished and its result kept (7.4.2).")
		}
		add("An unfinished game", lines...)
	}
	if rules.DrawnMatch == "refused" {
		how := map[string]string{
			"extra_game": "one more game is played", "judge": "a judge finds the winner", "higher_seed": "the higher seed goes on",
			"score": "the score of the unfinished game decides",
		}[rules.NoDraw]
		add("Equal games", "The match may not be drawn: "+how+".")
	} else {
		add("Equal games", "The match is drawn.")
	}
	concession := "A clear one ends the game at once and cannot be taken back (7.6.1, 7.6.2)."
	until := map[string]string{"recorded": "until its result is recorded", "always": "at any time"}[rules.ConcessionUntil]
	switch rules.Concession {
	case "allowed":
		add("A concession", concession, "The match may be conceded "+until+".")
	case "penalized":
		add("A concession", concession, "The match may be conceded "+until+". Conceding is penalized; the result stands (7.6.3).")
	default:
		add("A concession", concession, "The policy forbids conceding: the result of the game stands, and a penalty follows (7.6.3). The match cannot be conceded.")
	}
	return out
}

// tableClock is the table's time with its effective end.
func tableClock(t *results.Tournament, m *results.MatchHistory, now time.Time) (templates.Clock, []string) {
	zone, table := t.Info().Zone, t.TableTime(m.Match.ID)
	r, _ := t.Round(m.Match.Round)
	clock := presentRoundClock(t, r)
	end, running := t.EffectiveEnd(m.Match)
	switch {
	case !table.Called.IsZero():
		clock = templates.Clock{Text: "Time was called at this table at", End: hourIn(table.Called, zone)}
	case running && clock.Running:
		clock = templates.Clock{Text: "Time is up at this table at", End: hourIn(end, zone), Running: m.Result() == nil}
	}
	var facts []string
	if table.Extension > 0 {
		facts = append(facts, durationWords(table.Extension)+" more than the round")
	}
	if table.ExtraTurns > 0 {
		facts = append(facts, plural(table.ExtraTurns, "extra turn")+" after that")
	}
	if !table.Call.IsZero() {
		facts = append(facts, "judge call open for "+plural(minutesUp(now.Sub(table.Call)), "minute"))
	}
	return clock, facts
}

// apart gives the fields of an action ids of their own.
func apart(a templates.ActionForm, prefix string) templates.ActionForm {
	for i := range a.Fields {
		a.Fields[i].ID = prefix + "-" + a.Fields[i].Name
	}
	return a
}

// seatChoice is a choice among the seats of a match.
func seatChoice(t *results.Tournament, m *results.Match, name, label string) templates.Field {
	f := templates.Field{Type: "choice", Name: name, Label: label}
	for i, id := range m.Seats {
		f.Options = append(f.Options, templates.Option{Value: strconv.Itoa(i), Label: entrantName(t, id)})
	}
	return f
}

// whyField is a reason that a correction needs and a first record may have.
func whyField(m *results.MatchHistory, r *results.Round, always bool) templates.Field {
	f := templates.Field{Name: "reason", Label: "Note", MaxLength: maxReason, Autocomplete: "off", Hint: "Kept in the event's log. Optional."}
	if always || m.Version() > 0 || r.Status == results.Closed {
		f = reasonField("Why?")
	}
	return f
}

// endActions are the ways in which a match without a result can end without one
// more game.
func endActions(t *results.Tournament, m *results.MatchHistory, r *results.Round) []templates.ActionForm {
	if m.Result() != nil || m.Match.Assigned != "" {
		return nil
	}
	slug, id := t.Info().Slug, int(m.Match.ID)
	rules, timing := matchRules(t, r)
	form := func(pattern string) templates.Form { return newForm(href(pattern, slug, id), m.Version()) }
	var out []templates.ActionForm
	if timing.Mode != "untimed" {
		out = append(out, apart(templates.ActionForm{
			Title: "Time is over", Text: "The games that were finished decide. A win without its clock press is unfinished where the clock governs the match.",
			Form: form(routeJudgeEnd), Button: templates.Button{Label: "End the match by time", Tone: templates.Primary},
			Fields: []templates.Field{{Type: "choice", Name: "unfinished", Label: "Was a game running?", Options: []templates.Option{
				{Value: "yes", Label: "Yes, it is unfinished"}, {Value: "no", Label: "No"},
			}}, whyField(m, r, false)},
		}, "end"))
	}
	if rules.Concession != "refused" && len(m.Match.Seats) == 2 {
		out = append(out, apart(templates.ActionForm{
			Title: "The match is conceded", Text: "Games that were played stay as they were (7.4.1). A player who concedes only the running game: record the game.",
			Form: form(routeJudgeConcede), Button: templates.Button{Label: "Record the concession", Tone: templates.Primary},
			Fields: []templates.Field{seatChoice(t, m.Match, "seat", "Who concedes the match?"), whyField(m, r, false)},
		}, "concede"))
	}
	if rules.DrawnMatch == "refused" && rules.NoDraw != "extra_game" {
		out = append(out, apart(templates.ActionForm{
			Title: "Decide by the policy's procedure", Text: "Only with equal games, after the end of play.",
			Form: form(routeJudgeDecide), Button: templates.Button{Label: "Record who goes on", Tone: templates.Primary},
			Fields: []templates.Field{seatChoice(t, m.Match, "winner", "Who goes on?"), whyField(m, r, true)},
		}, "decide"))
	}
	return out
}

// timeActions are what a judge can do about a table's time.
func timeActions(t *results.Tournament, m *results.MatchHistory, r *results.Round, now time.Time) []templates.ActionForm {
	if r.Status != results.Published || m.Match.Assigned != "" || m.Result() != nil {
		return nil
	}
	table := t.TableTime(m.Match.ID)
	address := href(routeJudgeTime, t.Info().Slug, int(m.Match.ID))
	count := func(name, label, value string) templates.Field {
		return templates.Field{Name: name, Label: label, Value: value, InputMode: "numeric", MaxLength: 4, Autocomplete: "off"}
	}
	var out []templates.ActionForm
	add := func(kind results.ClockKind, title, label string, fields ...templates.Field) {
		a := templates.ActionForm{
			Title: title, Form: newForm(address, 0), Fields: fields, Button: templates.Button{Label: label, Name: "kind", Value: string(kind)},
		}
		out = append(out, apart(a, string(kind)))
	}
	if table.Call.IsZero() {
		add(results.CallStart, "", "Start a judge call")
	} else {
		minutes := strconv.Itoa(minutesUp(now.Sub(table.Call)))
		add(results.CallStop, "End the judge call", "End the call", count("minutes", "Minutes given back", minutes))
		out[len(out)-1].Open = true
	}
	why := reasonField("Why?")
	add(results.ClockExtension, "Give more time", "Give the time", count("minutes", "Minutes", ""), why)
	add(results.ExtraTurns, "Give extra turns", "Give the turns", count("turns", "Turns", ""), why)
	if table.Called.IsZero() {
		add(results.TimeCalled, "", "Call time at this table")
	}
	return out
}

// pressActions end games on the clock where it governs the match (7.4.2).
func pressActions(t *results.Tournament, m *results.MatchHistory, r *results.Round) []templates.ActionForm {
	_, timing := matchRules(t, r)
	if timing.Mode != "clock_controlled" || r.Status != results.Published || m.Match.Assigned != "" {
		return nil
	}
	pressed := t.TableTime(m.Match.ID).Pressed
	var out []templates.ActionForm
	for i, h := range m.Games {
		g := h.Result()
		if _, done := pressed[i+1]; done || g == nil || g.Winner == results.Nobody || g.Method == results.Reported {
			continue
		}
		number := strconv.Itoa(i + 1)
		form := newForm(href(routeJudgeTime, t.Info().Slug, int(m.Match.ID)), 0)
		form.Class = "inline game-" + number
		out = append(out, templates.ActionForm{
			Form: form, Fields: []templates.Field{{Type: "hidden", Name: "game", Value: number}},
			Button: templates.Button{Label: "Clock pressed", Name: "kind", Value: string(results.ClockPress)},
		})
	}
	return out
}

// presentRuling is the form that decides a game which waits for a judge, or
// overrules what is recorded.
func presentRuling(g gameTable) templates.JudgeFormPage {
	p := templates.JudgeFormPage{
		Heading: "Rule on game " + strconv.Itoa(g.number), Back: matchLink(g),
		Text:    []string{"The engine's answer stays beside the ruling for ever. A ruling is a record of its own; another one may follow it."},
		Form:    newForm(href(routeJudgeRuling, g.t.Info().Slug, int(g.m.Match.ID), g.number), scorekeeper.GameVersion(g.m, g.number)),
		Buttons: []templates.Button{{Label: "Rule so", Tone: templates.Primary}},
	}
	if all := g.m.Games[g.number-1].Results; len(all) > 0 {
		card := presentGame(g.t, all[len(all)-1], g.names())
		p.Game = &card
	}
	winner := seatChoice(g.t, g.m.Match, "winner", "What is the result of the game?")
	for i := range winner.Options {
		winner.Options[i].Label += " won"
	}
	winner.Options = append(winner.Options, templates.Option{Value: drawn, Label: "Game Draw"})
	p.Fields = []templates.Field{winner, reasonField("Why?")}
	return p
}

// presentStrike is the form that says that a recorded game was not played.
func presentStrike(g gameTable) templates.JudgeFormPage {
	p := templates.JudgeFormPage{
		Heading: "Strike game " + strconv.Itoa(g.number), Back: matchLink(g),
		Text:    []string{"For a game that was recorded by mistake and not played at all. What was recorded stays in the history."},
		Form:    newForm(href(routeJudgeStrike, g.t.Info().Slug, int(g.m.Match.ID), g.number), scorekeeper.GameVersion(g.m, g.number)),
		Fields:  []templates.Field{reasonField("Why?")},
		Buttons: []templates.Button{{Label: "Strike the game", Tone: templates.Danger}},
	}
	if game := g.result(); game != nil {
		card := presentGame(g.t, game, g.names())
		p.Game = &card
	}
	return p
}

func matchLink(g gameTable) templates.Link {
	return templates.Link{Label: tableTitle(g.m.Match), Href: href(routeJudgeMatch, g.t.Info().Slug, int(g.m.Match.ID))}
}

// presentJudgeHistory is every version of everything that was recorded of a
// match, the newest first. Penalties are shown to those who may see them.
func presentJudgeHistory(t *results.Tournament, m *results.MatchHistory, r *results.Round, actor results.Actor) templates.JudgeHistoryPage {
	g := gameTable{t: t, m: m, r: r}
	p := templates.JudgeHistoryPage{
		Back: matchLink(g), Heading: "History of " + strings.ToLower(tableTitle(m.Match)) + ", " + strings.ToLower(roundTitle(t, r)), Names: seatNames(t, m.Match),
	}
	type entry struct {
		seq int64
		templates.HistoryEntry
	}
	var list []entry
	add := func(stamp results.Stamp, title string, e templates.HistoryEntry) {
		e.Title, e.At, e.By = title, momentIn(stamp.At, t.Info().Zone), stamp.By.Name
		if !sealedRecord(t, stamp, actor) {
			e.Reason = stamp.Reason
		}
		list = append(list, entry{stamp.Seq, e})
	}
	for i, h := range m.Games {
		number := "Game " + strconv.Itoa(i+1)
		for k, game := range h.Results {
			card := presentGame(t, game, g.names())
			add(game.Stamp, number+", version "+strconv.Itoa(game.Version), templates.HistoryEntry{Game: &card, Former: k < len(h.Results)-1})
		}
		for k, mark := range h.Unfinished {
			card := presentUnfinished(t, mark, g.names())
			add(mark.Stamp, number+", mark "+strconv.Itoa(mark.Version), templates.HistoryEntry{Game: &card, Former: k < len(h.Unfinished)-1})
		}
	}
	sees := results.Allowed(actor.Role, results.ReadPenalties)
	for k, res := range m.Results {
		add(res.Stamp, "Match result, version "+strconv.Itoa(res.Version), templates.HistoryEntry{
			Lines: matchResultLines(t, m, res, sees), Former: k < len(m.Results)-1,
		})
	}
	if sees {
		for _, h := range t.Penalties {
			for k, v := range h.Versions {
				if v.Match != m.Match.ID {
					continue
				}
				title := penaltyWords[v.Kind] + " for " + entrantName(t, v.Entrant)
				if v.Reversed {
					title = "Reversed on appeal: " + title
				}
				add(v.Stamp, title, templates.HistoryEntry{Lines: penaltyFacts(v), Former: k < len(h.Versions)-1})
			}
		}
	}
	for _, e := range t.TableTime(m.Match.ID).Entries {
		add(e.Stamp, clockWords(e), templates.HistoryEntry{})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return int(b.seq - a.seq) })
	for _, e := range list {
		p.Entries = append(p.Entries, e.HistoryEntry)
	}
	return p
}

// matchResultLines say a match result, what authorizes it, and on what it rests.
// Who may not see penalties does not learn that it rests on one.
func matchResultLines(t *results.Tournament, m *results.MatchHistory, res *results.MatchResult, sees bool) []string {
	lines := []string{upperFirst(scorekeeper.ResultText(t, m.Match, res)) + "."}
	basis := []string{}
	for _, ref := range res.Games {
		basis = append(basis, "game "+strconv.Itoa(ref.Game)+" version "+strconv.Itoa(ref.Version))
	}
	authority := "Authorized by " + res.Procedure + "."
	for _, ref := range res.Penalties {
		if sees {
			basis = append(basis, "penalty "+strconv.Itoa(ref.Penalty)+" version "+strconv.Itoa(ref.Version))
		}
	}
	if !sees && len(res.Penalties) > 0 {
		authority = "Authorized by a judge's decision."
	}
	if len(basis) > 0 {
		lines = append(lines, "Rests on "+strings.Join(basis, ", ")+".")
	}
	return append(lines, authority)
}
