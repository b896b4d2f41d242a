package web

import (
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/templates"
)

// presentGrid shows the tables of a round with what was sent for them, if
// anything. With openOnly tables that have a result are left out, but for those
// that were sent just now.
func presentGrid(t *results.Tournament, r *results.Round, actor results.Actor, openOnly bool, sent map[results.MatchID]sentRow) templates.GridPage {
	slug := t.Info().Slug
	here := href(routeGrid, slug, r.Number)
	p := templates.GridPage{
		Heading: roundTitle(t, r), Form: newForm(here, 0), Usual: strings.Join(usualScores(t, r), " "),
		Views: []templates.Link{{Label: "All tables", Href: here, Current: !openOnly}, {Label: "Open only", Href: here + "?open=yes", Current: openOnly}},
	}
	if results.Allowed(actor.Role, results.ReadDraft) {
		p.Back = templates.Link{Label: roundTitle(t, r), Href: href(routeRoundDesk, slug, r.Number)}
	}
	if openOnly {
		p.Form.Action = here + "?open=yes"
	}
	p.State, p.Tone = roundState(t, r)
	focused := false
	for _, m := range inTableOrder(t.RoundMatches(r)) {
		row, wasSent := sent[m.Match.ID]
		if m.Match.Assigned != "" || openOnly && m.Result() != nil && !wasSent {
			continue
		}
		line := presentGridRow(t, r, m, actor, row)
		if line.Open && !focused && (len(sent) == 0 || line.Error != "") {
			line.Score.Focus, focused = true, true
		}
		p.Rows = append(p.Rows, line)
	}
	p.Help = gridHelp(t, r)
	open, _ := openTables(t, r)
	switch {
	case len(p.Rows) == 0 && openOnly:
		p.Empty = "No table is open: all results are in."
	case len(p.Rows) == 0:
		p.Empty = "This round has no tables to play."
	}
	if open == 0 && r.Status == results.Published && results.Allowed(actor.Role, results.CloseRound) {
		step := button(href(routeClose, slug, r.Number), r.Version, "Close "+roundTitle(t, r), templates.Primary)
		p.Close = &step
	}
	return p
}

// presentGridRow is one table: open with its fields, or decided with its result.
func presentGridRow(t *results.Tournament, r *results.Round, m *results.MatchHistory, actor results.Actor, sent sentRow) templates.GridRow {
	id := strconv.Itoa(int(m.Match.ID))
	shown := presentMatch(t, m)
	row := templates.GridRow{ID: id, Table: shown.Table, Seats: shown.Seats, Version: strconv.Itoa(m.Version()), Saved: sent.saved}
	for i := range row.Seats {
		row.Seats[i].Score = ""
	}
	row.Note = correctionNote(m)
	if sent.err != nil {
		row.Error = sent.err.Message
	}
	result := m.Result()
	if result == nil {
		row.Open = true
		names := make([]string, len(m.Match.Seats))
		for i, seat := range m.Match.Seats {
			names[i] = entrantName(t, seat)
		}
		row.Score = templates.Field{Name: "score-" + id, Label: "Score of table " + shown.Table + ", " + strings.Join(names, " against "), Value: sent.score}
		row.Kind = templates.Field{Name: "kind-" + id, Label: "Kind of result of table " + shown.Table, Options: kindOptions(t, m.Match, sent.kind)}
		if m.Pending() {
			row.Note = "A game waits for a judge."
		}
		if m.Version() > 0 {
			row.Reason = &templates.Field{Name: "reason-" + id, Label: "Why is it entered again?", Value: "Entered again after it was taken back."}
			if sent.reason != "" {
				row.Reason.Value = sent.reason
			}
		}
		return row
	}
	row.Result = decidedWords(t, m.Match, result)
	if mayCorrect(t, r, actor) {
		row.Links = []templates.Link{{Label: "Correct", Href: href(routeCorrection, t.Info().Slug, int(m.Match.ID))}}
	}
	if sent.err != nil && sent.err.Code == results.Conflict {
		row.Theirs, row.Yours = row.Result+" ("+result.By.Name+")", typedWords(t, m.Match, sent.score, sent.kind)
		row.Note = "Nothing of yours is lost: keep what is saved, or correct it to yours."
		if len(row.Links) > 0 {
			row.Links[0].Label = "Correct to yours"
			row.Links[0].Href += "?" + url.Values{"score": {sent.score}, "kind": {sent.kind}}.Encode()
		}
	}
	return row
}

// decidedWords says a result with its winner.
func decidedWords(t *results.Tournament, m *results.Match, r *results.MatchResult) string {
	words := resultWords(r)
	if len(m.Seats) > 2 || r.Won == nil {
		if r.Winner != results.Nobody {
			words = strings.TrimPrefix(words+": "+entrantName(t, m.Seats[r.Winner])+" wins", ": ")
		} else if words == "" {
			words = "draw"
		}
	}
	return words
}

// mayCorrect reports whether the actor may correct results of the round now.
func mayCorrect(t *results.Tournament, r *results.Round, actor results.Actor) bool {
	action := results.CorrectResult
	if r.Status == results.Closed {
		action = results.CorrectClosed
	}
	return t.Info().Status != results.Finished && results.Allowed(actor.Role, action)
}

// gridHelp says how results of this round are typed.
func gridHelp(t *results.Tournament, r *results.Round) []string {
	stage, _ := t.Stage(r.Stage)
	if stage.System == results.Pods {
		return []string{
			"Type the number of the winner's seat: 1 for A, 2 for B and so on; 0 is a draw. It is saved at once, and the cursor goes on to the next open table.",
			"↑ and ↓ go from table to table; Esc empties the field.",
		}
	}
	return []string{
		"Type the games of A, then those of B: 21. A third digit counts drawn games: 111.",
		"A score that ends the match (" + strings.Join(usualScores(t, r), ", ") + ") is saved as soon as it is typed, and the cursor goes on to the next open table. Enter saves any other score.",
		"With drawn games beside a won match, put signs between the numbers: 2-1-1, then Enter.",
		"Concessions, agreed draws, no-shows and double losses are in the menu.",
		"↑ and ↓ go from table to table; Esc empties the field.",
		"A table nobody reported stays empty; it is never 0–0.",
	}
}
