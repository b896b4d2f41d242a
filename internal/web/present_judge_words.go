package web

import (
	"fmt"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/structure"
	"tourney/templates"
)

// matchRules are the rules and the timing of a round's matches.
func matchRules(t *results.Tournament, r *results.Round) (results.MatchRules, results.Timing) {
	stage, _ := t.Stage(r.Stage)
	return structure.RulesFor(t.PolicyFor(r.Number).Policy, stage)
}

// methodWords say how a game ended.
var methodWords = map[string]string{
	results.Reported: "as reported", "sixteen_turn": "all turns were over", "full_arena": "the Arena was full",
	"concession": "by concession", "mandatory_loop": "a loop that nobody could stop",
	"irreversible_irregularity": "an irregularity that could not be rolled back",
	"all_opponents_lost":        "all opponents had lost", "effect_win": "by an effect", "team_last": "all other teams had lost",
	"all_lost": "all remaining players lost at once", "loop": "a loop that nobody could stop", "all_teams_lost": "all remaining teams lost at once",
}

func methodText(method string) string {
	if words, ok := methodWords[method]; ok {
		return words
	}
	return strings.ReplaceAll(method, "_", " ")
}

// verdictWord is a verdict in a word and its colour.
func verdictWord(kind string) (string, templates.Tone) {
	switch kind {
	case results.VerdictVerified:
		return "verified", templates.Good
	case results.VerdictConsistent:
		return "unverified", templates.Quiet
	case results.VerdictRejected:
		return "rejected", templates.Bad
	}
	return "needs a judge", templates.Warn
}

// missingFields names pieces of evidence and the field of the form that takes
// each.
var missingFields = map[string]struct{ words, field string }{
	"turns": {"the turns of both players", "turnsA"}, "arena_full_at_summon": {"whether the Arena was full at a Summon Step", "latch-0"},
	"pending": {"that nothing was left to resolve", "settled-0"}, "board": {"the final Arena", "c0"},
	"scores": {"the Control Scores", "scoreA"}, "token": {"who holds the First Player Token", "token-0"},
	"concessions": {"who conceded, and how", "conceder-0"}, "loop.recurred": {"that the same state recurs", "recurred-0"},
	"loop.no_choice": {"that nobody has a choice that ends it", "choice0-0"}, "rollback": {"whether everything can be reversed exactly", "exact-0"},
	"seats": {"the totals of all seats", "life0"}, "batches": {"what happened, line by line", "op0"},
}

// missingWords lists what would settle a verdict.
func missingWords(missing []string) string {
	words := make([]string, len(missing))
	for i, m := range missing {
		words[i] = missingFields[m].words
		if words[i] == "" {
			words[i] = m
		}
	}
	return strings.Join(words, ", ")
}

// verdictFields says at which field a rejected verdict is shown, by the
// beginning of its code.
var verdictFields = []struct{ code, field string }{
	{"concession.", "conceder"}, {"loop.choice", "choice0"}, {"loop.", "recurred"}, {"irregularity.", "exact"},
	{"score.typed", "scoreA"}, {"score.", "winner"}, {"turns.", "turnsA"}, {"arena.", "latch"}, {"pending.", "settled"},
	{"board.", "rows"}, {"winner.", "winner"}, {"game.result", "winner"}, {"game.loop_optional", "choice0"}, {"game.", "life0"}, {"claim.", "how"}, {"method.", "how"},
}

func verdictField(code string) string {
	for _, f := range verdictFields {
		if strings.HasPrefix(code, f.code) {
			return f.field
		}
	}
	return "how"
}

// ruleLine is a rule's number and what it says in short.
func ruleLine(number string) string {
	if text := claims.RuleText(number); text != "" {
		return "Rule " + number + ": " + text
	}
	return ""
}

// gameTitle says who won a game.
func gameTitle(winner int, names []string) string {
	if winner < 0 || winner >= len(names) {
		return "Game Draw"
	}
	return names[winner] + " won"
}

// presentGame shows one version of a game.
func presentGame(t *results.Tournament, g *results.GameResult, names []string) templates.GameCard {
	card := templates.GameCard{
		Title: gameTitle(g.Winner, names), How: methodText(g.Method), Verdict: sentenceOf(g.Verdict), Rule: ruleLine(g.Verdict.Rule),
		Missing: missingWords(g.Verdict.Missing), Version: strconv.Itoa(g.Version), At: momentIn(g.At, t.Info().Zone), By: g.By.Name, Reason: g.Reason,
		Evidence: evidenceWords(g.Evidence, names),
	}
	card.Badge, card.Tone = verdictWord(g.Verdict.Kind)
	if g.OrderUnknown {
		card.How += ", order unknown"
	}
	switch {
	case g.Struck:
		card.Title, card.Former = "Struck: this game was not played after all", "struck"
	case g.Ruling != nil:
		card.Ruling = "Ruled by " + g.Ruling.By.Name + ": " + g.Ruling.Reason
		card.Reason = ""
	case g.Pending():
		card.Title = "With the judge: claimed is " + strings.ToLower(card.Title[:1]) + card.Title[1:]
		if g.Winner >= 0 && g.Winner < len(names) {
			card.Title = "With the judge: claimed is a win of " + names[g.Winner]
		}
	}
	return card
}

// presentUnfinished shows a game that time cut short.
func presentUnfinished(t *results.Tournament, u *results.UnfinishedGame, names []string) templates.GameCard {
	card := templates.GameCard{
		Title: "Unfinished when time was over (7.4.3)", Badge: "unfinished", Tone: templates.Quiet, Version: strconv.Itoa(u.Version),
		At: momentIn(u.At, t.Info().Zone), By: u.By.Name, Reason: u.Reason, Evidence: evidenceWords(u.Evidence, names),
	}
	if u.Winner != nil && u.Verdict != nil {
		card.How = "the engine's result is kept: " + gameTitle(*u.Winner, names) + ", " + methodText(u.Method)
		card.Verdict, card.Rule = sentenceOf(*u.Verdict), ruleLine(u.Verdict.Rule)
	}
	if u.Struck {
		card.Title, card.Former = "No longer marked as unfinished", "struck"
	}
	return card
}

// yesNo writes an answer.
func yesNo(answer bool) string {
	if answer {
		return "yes"
	}
	return "no"
}

// seatWords names a seat of a game, which may have more than the match.
func seatWords(seat int, names []string) string {
	if seat >= 0 && seat < len(names) {
		return names[seat]
	}
	return "Seat " + strconv.Itoa(seat+1)
}

// evidenceWords says recorded evidence line by line.
func evidenceWords(raw results.RawJSON, names []string) []string {
	e, ok := evidenceOf(raw)
	if !ok {
		return []string{"Evidence as imported: " + string(raw)}
	}
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	side := func(letter string) string { return seatWords(sideSeat(letter), names) }
	if e.Turns != nil {
		say("Turns begun: %s %d, %s %d", seatWords(0, names), e.Turns[0], seatWords(1, names), e.Turns[1])
	}
	if e.Context != nil && e.Context.First != "" {
		say("First turn: %s", side(e.Context.First))
	}
	if e.ArenaFull != nil {
		say("Arena full at a Summon Step: %s", yesNo(*e.ArenaFull))
	}
	if p := e.Pending; p != nil {
		var left []string
		if p.Triggers != nil {
			left = append(left, "in the Queue "+strconv.FormatInt(*p.Triggers, 10))
		}
		if p.Packages != nil {
			left = append(left, "Summon packages "+strconv.FormatInt(*p.Packages, 10))
		}
		if p.EndStep != nil {
			left = append(left, "End Step done: "+yesNo(*p.EndStep))
		}
		say("Left to resolve: %s", strings.Join(left, ", "))
	}
	if e.Board != nil {
		out = append(out, boardWords(*e.Board, names)...)
	}
	if e.Scores != nil {
		say("Control Scores as told: %s %d, %s %d", seatWords(0, names), e.Scores[0], seatWords(1, names), e.Scores[1])
	}
	if e.Token != "" {
		say("First Player Token: %s", side(e.Token))
	}
	for _, c := range e.Concessions {
		how, when := "clearly", ""
		if !c.Clear {
			how = "not clearly"
		}
		if e.EndedSeq != 0 && c.Seq > e.EndedSeq {
			when = ", after the end of the game"
		}
		say("%s conceded, %s%s", seatWords(int(c.By), names), how, when)
	}
	if l := e.Loop; l != nil {
		if l.Recurred != nil {
			say("The same state recurs: %s", yesNo(*l.Recurred))
		}
		switch {
		case l.NoChoice != nil:
			say("Somebody has a choice that ends or changes it: %s", yesNo(!*l.NoChoice))
		case l.Exists != nil:
			say("Somebody has a choice that ends or changes it: %s", yesNo(*l.Exists))
		}
	}
	if r := e.Rollback; r != nil {
		if r.Exact != nil {
			say("Every action can be reversed exactly: %s", yesNo(*r.Exact))
		}
		if r.Revealed != nil {
			say("Private information was revealed: %s", yesNo(*r.Revealed))
		}
	}
	if e.Hold {
		say("The game was on hold for an irregularity")
	}
	return append(out, lifeWords(e, names)...)
}

// boardWords adds the Arena up and lists its Momon.
func boardWords(board []placed, names []string) []string {
	if len(board) == 0 {
		return []string{"The Arena was empty"}
	}
	var score [2]int64
	var list []string
	for _, m := range board {
		who := "nobody known"
		if seat := sideSeat(m.Ctrl); seat >= 0 {
			score[seat] += m.Points
			who = seatWords(seat, names)
		}
		list = append(list, fmt.Sprintf("Space %d: %s %d", m.Space, who, m.Points))
	}
	return []string{
		fmt.Sprintf("Arena: %s %d, %s %d", seatWords(0, names), score[0], seatWords(1, names), score[1]),
		strings.Join(list, "; "),
	}
}

func lifeWords(e gameEvidence, names []string) []string {
	var out []string
	for i, s := range e.Seats {
		line := fmt.Sprintf("%s: life %d, poison %d, library %d", seatWords(i, names), s.Life, s.Poison, s.Library)
		if s.Team != nil && *s.Team != int64(i) {
			line += ", with " + seatWords(int(*s.Team), names)
		}
		out = append(out, line)
	}
	for i, batch := range e.Batches {
		var parts []string
		for _, event := range batch {
			text := event.Op
			for _, o := range lifeOps {
				if o.op == event.Op && (o.optional == nil || event.Optional != nil && *o.optional == *event.Optional) {
					text = o.label
				}
			}
			if event.P != nil {
				text = seatWords(int(*event.P), names) + " " + text
			}
			if event.N != nil {
				text += " " + strconv.FormatInt(*event.N, 10)
			}
			parts = append(parts, text)
		}
		out = append(out, strconv.Itoa(i+1)+". "+strings.Join(parts, "; "))
	}
	return out
}

// penaltyWords are the words for a penalty.
var penaltyWords = map[results.PenaltyKind]string{
	results.Warning: "Warning", results.GameLoss: "Game loss", results.MatchLoss: "Match loss", results.Disqualification: "Disqualification",
}

// presentChanges lists what a change would change.
func presentChanges(t *results.Tournament, r *results.Round, p *scorekeeper.Preview) *templates.Preview {
	out := &templates.Preview{Age: "The round is running; nothing rests on this yet but the standings."}
	switch {
	case p.Age > 0:
		out.Age = plural(p.Age, "round") + " published since then rest on this."
	case r.Status == results.Closed:
		out.Age = "The round is closed; its standings are recorded anew beside the old ones."
	}
	out.Sections = changeSections(t, p)
	if len(out.Sections) == 0 {
		out.Nothing = "Nothing else changes: no rank, no value, no pairing."
	}
	return out
}
