package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/results"
	"tourney/templates"
)

// seatNames are a match's entrants in one line.
func seatNames(t *results.Tournament, m *results.Match) string {
	names := make([]string, len(m.Seats))
	for i, id := range m.Seats {
		names[i] = entrantName(t, id)
	}
	return strings.Join(names, " – ")
}

// tableTitle names a match by its table.
func tableTitle(m *results.Match) string {
	if m.Table == 0 {
		return "No table"
	}
	return "Table " + strconv.Itoa(m.Table)
}

// contests are a round's matches that are played, in table order.
func contests(t *results.Tournament, r *results.Round) []*results.MatchHistory {
	return slices.DeleteFunc(inTableOrder(t.RoundMatches(r)), func(m *results.MatchHistory) bool { return m.Match.Assigned != "" })
}

// found are the matches of a round that a search means: the one of a table
// number, or those of everybody whose name holds the words.
func found(t *results.Tournament, r *results.Round, query string) []*results.MatchHistory {
	list := contests(t, r)
	query = strings.TrimSpace(query)
	if query == "" {
		return list
	}
	if table, err := strconv.Atoi(query); err == nil {
		if i := slices.IndexFunc(list, func(m *results.MatchHistory) bool { return m.Match.Table == table }); i >= 0 {
			return list[i : i+1]
		}
	}
	named := map[results.EntrantID]bool{}
	for _, h := range t.Entrants {
		if e := h.Current(); matches(e.Name, query) {
			named[e.ID] = true
		}
	}
	return slices.DeleteFunc(list, func(m *results.MatchHistory) bool {
		return !slices.ContainsFunc(m.Match.Seats, func(id results.EntrantID) bool { return named[id] })
	})
}

// matchState is how far a match is.
func matchState(t *results.Tournament, m *results.MatchHistory, now time.Time) (string, templates.Tone) {
	switch r := m.Result(); {
	case m.Pending():
		return "with the judge", templates.Warn
	case r != nil:
		return resultWords(r), templates.Quiet
	case late(t, m, now) > 0:
		return "late", templates.Bad
	case len(m.Games) > 0:
		return plural(len(m.Games), "game") + " recorded", templates.Live
	}
	return "open", templates.Live
}

// late is how long a table without a result has been playing after its time, 0
// where time is left, stands, or there is none.
func late(t *results.Tournament, m *results.MatchHistory, now time.Time) time.Duration {
	r, ok := t.Round(m.Match.Round)
	if m.Result() != nil || m.Match.Assigned != "" || !ok || r.Status != results.Published {
		return 0
	}
	table := t.TableTime(m.Match.ID)
	end, running := t.EffectiveEnd(m.Match)
	called := t.RoundClock(m.Match.Round).Called
	switch {
	case !table.Called.IsZero():
		return max(now.Sub(table.Called), 0)
	case !called.IsZero():
		return max(now.Sub(called.Add(table.Extension)), 0)
	case running:
		return max(now.Sub(end), 0)
	}
	return 0
}

// lateTables lists the tables of a round that play after their time, the latest
// first.
func lateTables(t *results.Tournament, r *results.Round, now time.Time) []templates.JudgeTask {
	list := slices.DeleteFunc(contests(t, r), func(m *results.MatchHistory) bool { return late(t, m, now) == 0 })
	slices.SortStableFunc(list, func(a, b *results.MatchHistory) int { return int(late(t, b, now) - late(t, a, now)) })
	var out []templates.JudgeTask
	for _, m := range list {
		text := "over its time for " + plural(minutesUp(late(t, m, now)), "minute")
		if extra := t.TableTime(m.Match.ID).ExtraTurns; extra > 0 {
			text += ", " + plural(extra, "extra turn")
		}
		out = append(out, judgeTask(t, m.Match, text, templates.Bad))
	}
	return out
}

func judgeTask(t *results.Tournament, m *results.Match, text string, tone templates.Tone) templates.JudgeTask {
	return templates.JudgeTask{
		Table: tableTitle(m), Href: href(routeJudgeMatch, t.Info().Slug, int(m.ID)), Names: seatNames(t, m), Text: text, Tone: tone,
	}
}

// waiting lists what waits for a judge in a round: claims, calls, late tables.
func waiting(t *results.Tournament, r *results.Round, now time.Time) []templates.JudgeTask {
	var claims, calls []templates.JudgeTask
	for _, m := range contests(t, r) {
		for i, g := range m.Games {
			if game := g.Result(); game != nil && game.Pending() {
				claims = append(claims, judgeTask(t, m.Match, "Game "+strconv.Itoa(i+1)+" waits: "+sentenceOf(game.Verdict), templates.Warn))
			}
		}
		if call := t.TableTime(m.Match.ID).Call; !call.IsZero() {
			calls = append(calls, judgeTask(t, m.Match, "judge called "+plural(minutesUp(now.Sub(call)), "minute")+" ago", templates.Live))
		}
	}
	out := append(claims, calls...)
	if r.Status == results.Published {
		out = append(out, lateTables(t, r, now)...)
	}
	return out
}

// presentJudgeDesk shows a round's tables; with a query only those that it means.
// A nil round stands for an event in which nothing is published.
func presentJudgeDesk(t *results.Tournament, r *results.Round, query string, actor results.Actor, now time.Time) templates.JudgeDeskPage {
	slug := t.Info().Slug
	p := templates.JudgeDeskPage{Search: strings.TrimSpace(query), Action: href(routeJudge, slug), Links: judgeLinks(t, actor)}
	if r == nil {
		p.Heading, p.Empty = "Tables", "No round is published yet."
		return p
	}
	p.Heading = roundTitle(t, r)
	for _, other := range publicRounds(t) {
		p.Rounds = append(p.Rounds, templates.Link{
			Label: shortRoundTitle(t, other), Href: href(routeJudge, slug) + "?round=" + strconv.Itoa(other.Number), Current: other.Number == r.Number,
		})
	}
	p.Waiting = waiting(t, r, now)
	if r.Status == results.Published {
		if p.Clock = presentClock(t, r, now); p.Clock != nil {
			for i := range p.Clock.Steps {
				p.Clock.Steps[i].Form.Action = href(routeJudgeClock, slug)
			}
		}
	}
	for _, m := range found(t, r, query) {
		row := templates.JudgeTable{Table: strconv.Itoa(m.Match.Table), Href: href(routeJudgeMatch, slug, int(m.Match.ID)), Names: seatNames(t, m.Match)}
		row.State, row.Tone = matchState(t, m, now)
		p.Tables = append(p.Tables, row)
	}
	if len(p.Tables) == 0 {
		p.Empty = "No table and no player of this round is called so."
	}
	return p
}

// judgeLinks lead from the desk to its other pages.
func judgeLinks(t *results.Tournament, actor results.Actor) []templates.Link {
	slug := t.Info().Slug
	out := []templates.Link{{Label: "Time ledger", Href: href(routeJudgeLedger, slug)}}
	if results.Allowed(actor.Role, results.ReadPenalties) {
		out = append(out, templates.Link{Label: "Penalties", Href: href(routeJudgePenalties, slug)})
	}
	return out
}

// clockWords say what an entry of the time ledger is.
func clockWords(e *results.ClockEntry) string {
	length := durationWords(time.Duration(e.Seconds) * time.Second)
	switch e.Kind {
	case results.ClockStart:
		return "Clock started, " + length
	case results.ClockPause:
		return "Clock paused"
	case results.ClockResume:
		return "Clock resumed"
	case results.ClockExtension:
		return length + " more"
	case results.CallStart:
		return "Judge called"
	case results.CallStop:
		if e.Seconds > 0 {
			return "Judge call ended, " + length + " given back"
		}
		return "Judge call ended"
	case results.ExtraTurns:
		return plural(e.Turns, "extra turn")
	case results.ClockPress:
		return "Clock pressed after game " + strconv.Itoa(e.Game)
	case results.TimeCalled:
		return "Time called"
	}
	return string(e.Kind)
}

// durationWords writes a span in minutes, and seconds where there are some.
func durationWords(d time.Duration) string {
	if d%time.Minute == 0 {
		return plural(int(d/time.Minute), "minute")
	}
	return fmt.Sprintf("%d:%02d minutes", d/time.Minute, d/time.Second%60)
}

// ledgerLines shows entries of the time ledger, the newest first; tables are
// named where tables is set.
func ledgerLines(t *results.Tournament, entries []*results.ClockEntry, tables bool) []templates.LedgerLine {
	var out []templates.LedgerLine
	for _, e := range slices.Backward(entries) {
		line := templates.LedgerLine{At: hourIn(e.At, t.Info().Zone), Text: clockWords(e), By: e.By.Name, Reason: e.Reason}
		if m, ok := t.Match(e.Match); ok && tables {
			line.Table, line.Href = tableTitle(m.Match), href(routeJudgeMatch, t.Info().Slug, int(m.Match.ID))
		}
		out = append(out, line)
	}
	return out
}

// presentJudgeLedger is the time ledger of a round, nil for an event in which
// nothing is published.
func presentJudgeLedger(t *results.Tournament, r *results.Round, now time.Time) templates.JudgeLedgerPage {
	slug := t.Info().Slug
	p := templates.JudgeLedgerPage{Back: templates.Link{Label: "Judge's desk", Href: href(routeJudge, slug)}, Heading: "Time ledger"}
	if r == nil {
		p.Empty = "No round is published yet."
		return p
	}
	p.Heading += ", " + strings.ToLower(roundTitle(t, r))
	for _, other := range publicRounds(t) {
		p.Rounds = append(p.Rounds, templates.Link{
			Label: shortRoundTitle(t, other), Href: href(routeJudgeLedger, slug) + "?round=" + strconv.Itoa(other.Number), Current: other.Number == r.Number,
		})
	}
	p.Late = lateTables(t, r, now)
	if p.Lines = ledgerLines(t, t.Ledger(r.Number), true); len(p.Lines) == 0 {
		p.Empty = "Nothing is in the time ledger of this round."
	}
	return p
}
