package web

import (
	"slices"
	"strconv"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// presentCorrection is a result with its history and the form that corrects it.
func presentCorrection(t *results.Tournament, r *results.Round, m *results.MatchHistory, typed typedResult, actor results.Actor) templates.CorrectionPage {
	slug, id := t.Info().Slug, int(m.Match.ID)
	shown := presentMatch(t, m)
	p := templates.CorrectionPage{
		Back:    templates.Link{Label: "Results of " + roundTitle(t, r), Href: href(routeGrid, slug, r.Number)},
		Heading: "Correct " + roundTitle(t, r) + ", table " + shown.Table,
		Seats:   shown.Seats, Now: "No result is entered.", Action: href(routeCorrection, slug, id),
		Help: "Type the games of A, then those of B, such as 21; after them the drawn games, such as 111.",
	}
	if len(m.Match.Seats) > 2 {
		p.Help = "Type the number of the winner's seat: 1 for A, 2 for B and so on; 0 is a draw."
	}
	result := m.Result()
	if result != nil {
		p.Now = decidedWords(t, m.Match, result)
	}
	if typed.empty() && result != nil {
		typed.score, typed.kind = typedAgain(result)
	}
	p.Score = templates.Field{Name: "score", Label: "Score", Value: typed.score, MaxLength: 12, InputMode: "numeric", Autocomplete: "off", Focus: typed.empty() || result == nil}
	p.Kind = templates.Field{Name: "kind", Label: "Kind", Options: kindOptions(t, m.Match, typed.kind)}
	p.Reason = reasonField("Why is it corrected?")
	p.Reason.Value = typed.reason
	for _, version := range m.Results {
		line := templates.HistoryLine{
			At: momentIn(version.At, t.Info().Zone), By: version.By.Name, Reason: version.Reason,
			Text: scorekeeper.ResultText(t, m.Match, version),
		}
		if sealedRecord(t, version.Stamp, actor) {
			line.Reason = ""
		}
		p.History = append(p.History, line)
	}
	slices.Reverse(p.History)
	if result != nil && r.Status == results.Published {
		reason := reasonField("Why is it taken back?")
		reason.ID = "take-back-reason"
		p.Actions = append(p.Actions, templates.ActionForm{
			Title: "Take the result back", Text: "The table is open again, as if nothing had been entered. What was recorded stays in the history.",
			Form: newForm(href(routeTakeBack, slug, id), m.Version()), Fields: []templates.Field{reason},
			Button: templates.Button{Label: "Take back", Tone: templates.Danger},
		})
	}
	return p
}

// shownChanges bounds the rows of a table of changes that are shown at once.
const shownChanges = 20

// presentPreview lists everything that a correction would change.
func presentPreview(t *results.Tournament, r *results.Round, m *results.MatchHistory, v *scorekeeper.Preview, typed typedResult, actor results.Actor) *templates.PreviewView {
	p := &templates.PreviewView{
		Summary: scorekeeper.ResultText(t, m.Match, v.Result) + ".",
		Form:    newForm(href(routeCorrection, t.Info().Slug, int(m.Match.ID)), m.Version()),
		Fields: []templates.Field{
			{Name: "score", Type: "hidden", Value: typed.score}, {Name: "kind", Type: "hidden", Value: typed.kind},
		},
		Button: templates.Button{Label: "Save the correction", Tone: templates.Primary},
	}
	switch {
	case v.Age == 0 && r.Status == results.Published:
		p.Age = "The round is running; nothing rests on this result yet but the standings."
	case v.Age == 0:
		p.Age = "The round is closed; its standings are recorded anew beside the old ones."
	default:
		p.Age = plural(v.Age, "round") + " published since then rest on this result."
	}
	p.Sections = changeSections(t, v)
	if len(p.Sections) == 0 {
		p.Nothing = "Nothing else changes: no rank, no value, no pairing."
	}
	if m.Version() > 0 || r.Status == results.Closed {
		reason := reasonField("Why is it corrected?")
		reason.ID, reason.Value = "save-reason", typed.reason
		p.Fields = append(p.Fields, reason)
	} else {
		p.Button.Label = "Save the result"
	}
	if slices.ContainsFunc(v.Seats, func(c scorekeeper.SeatChange) bool { return c.Played }) {
		p.Fields = append(p.Fields, wordField("archive"))
		p.Button.Label, p.Button.Tone = "Save, and archive the matches above", templates.Danger
	}
	if len(v.Open) > 0 && len(v.Pairings) > 0 && results.Allowed(actor.Role, results.RepairRound) {
		last := v.Open[len(v.Open)-1]
		if t.LastRound().Number == last {
			p.Fields = append(p.Fields, templates.Field{Name: "again", Label: "Round " + strconv.Itoa(last) + ", in which nothing is played yet", Type: "choice",
				Options: []templates.Option{
					{Value: "", Label: "keeps its pairings", Selected: true},
					{Value: strconv.Itoa(last), Label: "is paired again with the corrected results", Hint: "The former pairings are archived."},
				}})
		}
	}
	return p
}

// changeSections lists everything that a change would change, what weighs most
// first, and what stands.
func changeSections(t *results.Tournament, v *scorekeeper.Preview) []templates.ChangeSection {
	var out []templates.ChangeSection
	for _, s := range []templates.ChangeSection{seatSection(t, v), seedSection(t, v), placeSection(t, v), standSection(t, v)} {
		if len(s.Rows)+len(s.Lines) > 0 {
			out = append(out, s)
		}
	}
	return append(append(out, pairingSections(t, v)...), standingsSections(t, v)...)
}

// seatSection lists the matches of the bracket in which others would sit.
func seatSection(t *results.Tournament, v *scorekeeper.Preview) templates.ChangeSection {
	s := templates.ChangeSection{Title: "The bracket", Tone: templates.Warn, Heads: []string{"Match", "Sits there now", "Would sit there"}}
	side := func(pair [2]results.EntrantID) string {
		names := []string{"open", "open"}
		for i, id := range pair {
			if id != "" {
				names[i] = entrantName(t, id)
			}
		}
		return names[0] + " – " + names[1]
	}
	for _, c := range v.Seats {
		row := templates.ChangeRow{Name: c.Slot, Before: side(c.Before), After: side(c.After)}
		if c.Played {
			row.Detail = []string{"played already: its result is archived"}
			s.Tone = templates.Bad
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// seedSection lists the places of a cut that others would have.
func seedSection(t *results.Tournament, v *scorekeeper.Preview) templates.ChangeSection {
	s := templates.ChangeSection{
		Title: "The cut", Tone: templates.Warn, Heads: []string{"Seed", "In the playoff", "Would be"},
		Text: "The recorded cut stays until it is made again; the same lot was used for both columns.",
	}
	for _, c := range v.Seeds {
		s.Rows = append(s.Rows, templates.ChangeRow{
			Name: strconv.Itoa(c.Seed), Before: orNobody(t, c.Before), After: orNobody(t, c.After),
		})
	}
	return s
}

func orNobody(t *results.Tournament, id results.EntrantID) string {
	if id == "" {
		return "nobody"
	}
	return entrantName(t, id)
}

// placeSection lists the final places that would differ.
func placeSection(t *results.Tournament, v *scorekeeper.Preview) templates.ChangeSection {
	s := templates.ChangeSection{Title: "Final places", Tone: templates.Warn, Heads: []string{"Player", "Place", "Would be"}}
	for _, c := range v.Places {
		s.Rows = append(s.Rows, templates.ChangeRow{Name: entrantName(t, c.Entrant), Before: placeWord(c.Before), After: placeWord(c.After)})
	}
	return s
}

// placeWord is a rank or place; 0 is none.
func placeWord(n int) string {
	if n == 0 {
		return noValue
	}
	return strconv.Itoa(n)
}

// pairingSections list, for each later round, the matches that would have been
// others.
func pairingSections(t *results.Tournament, v *scorekeeper.Preview) []templates.ChangeSection {
	list := func(pairs [][]results.EntrantID) []string {
		out := make([]string, len(pairs))
		for i, seats := range pairs {
			out[i] = seatsText(t, seats)
			if len(seats) == 1 {
				out[i] += " (bye)"
			}
		}
		return out
	}
	var out []templates.ChangeSection
	for _, c := range v.Pairings {
		s := templates.ChangeSection{
			Title: "Round " + strconv.Itoa(c.Round) + " would have been paired differently",
			Text:  "On the corrected results of the rounds before it, as they were really played. It stays as it is unless it is paired again.",
		}
		if c.Problem != "" {
			s.Lines = []string{c.Problem}
		} else {
			s.Columns = []templates.ChangeColumn{{Title: "From the results as they are", Lines: list(c.Before)}, {Title: "Would have been", Lines: list(c.After)}}
		}
		out = append(out, s)
	}
	return out
}

// standSection says which later matches stand.
func standSection(t *results.Tournament, v *scorekeeper.Preview) templates.ChangeSection {
	s := templates.ChangeSection{Title: "What stands"}
	if len(v.Stands) > 0 {
		s.Lines = append(s.Lines, plural(len(v.Stands), "later match")+" with results stay as they were played.")
	}
	for _, n := range v.Open {
		s.Lines = append(s.Lines, "Nothing is played in round "+strconv.Itoa(n)+" yet.")
	}
	return s
}

// standingsSections list, round by round, every line of the standings that would
// differ; those whose rank changes come first.
func standingsSections(t *results.Tournament, v *scorekeeper.Preview) []templates.ChangeSection {
	var out []templates.ChangeSection
	for at := 0; at < len(v.Standings); {
		round := v.Standings[at].Round
		var ranks, values []templates.ChangeRow
		for ; at < len(v.Standings) && v.Standings[at].Round == round; at++ {
			c := v.Standings[at]
			row := templates.ChangeRow{Name: entrantName(t, c.Entrant), Before: placeWord(c.RankBefore), After: placeWord(c.RankAfter), Detail: valueChanges(c)}
			if c.RankBefore != c.RankAfter {
				ranks = append(ranks, row)
			} else {
				values = append(values, row)
			}
		}
		rows := append(ranks, values...)
		s := templates.ChangeSection{Title: "Standings after round " + strconv.Itoa(round), Heads: []string{"Player", "Rank", "Would be"}}
		s.Rows, s.Rest = rows[:min(len(rows), shownChanges)], rows[min(len(rows), shownChanges):]
		if len(s.Rest) > 0 {
			s.More = plural(len(s.Rest), "more line")
		}
		out = append(out, s)
	}
	return out
}

// valueChanges are the values of a line that differ, with as many decimals as it
// takes to see it.
func valueChanges(c scorekeeper.StandingChange) []string {
	var out []string
	for i, code := range c.Codes {
		before := exact.None
		if i < len(c.ValuesBefore) {
			before = c.ValuesBefore[i]
		}
		if i >= len(c.ValuesAfter) || before.Cmp(c.ValuesAfter[i]) == 0 {
			continue
		}
		places := placesToPart(code, before, c.ValuesAfter[i], usualPlaces)
		out = append(out, code+" "+valueText(code, before, places)+" → "+valueText(code, c.ValuesAfter[i], places))
	}
	return out
}
