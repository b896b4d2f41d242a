package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/standings"
	"tourney/templates"
)

// roundTitle names a round: "Round 3", or in a bracket "Semifinals".
func roundTitle(t *results.Tournament, r *results.Round) string {
	stage, _ := t.Stage(r.Stage)
	if stage.System != results.SingleElimination {
		return "Round " + strconv.Itoa(r.Number)
	}
	rows := 0
	for _, m := range t.RoundMatches(r) {
		if !strings.HasPrefix(m.Match.Slot, "P") {
			rows++
		}
	}
	return eliminationTitle(rows)
}

// openTables counts the contests of a round and those without a result.
func openTables(t *results.Tournament, r *results.Round) (open, all int) {
	for _, m := range t.RoundMatches(r) {
		if m.Match.Assigned != "" {
			continue
		}
		all++
		if m.Result() == nil {
			open++
		}
	}
	return open, all
}

// roundState says how far a round is.
func roundState(t *results.Tournament, r *results.Round) (string, templates.Tone) {
	open, all := openTables(t, r)
	switch {
	case r.Status == results.Draft || r.Status == results.Checked:
		return "Draft, not published", templates.Warn
	case r.Status == results.Closed:
		return "Closed", templates.Quiet
	case open == 0:
		return "All results in", templates.Good
	}
	return strconv.Itoa(open) + " of " + plural(all, "table") + " open", templates.Live
}

// roundLinks lead to the public rounds by the pattern, which takes a number.
func roundLinks(t *results.Tournament, pattern string, current int) []templates.Link {
	var out []templates.Link
	for _, r := range publicRounds(t) {
		out = append(out, templates.Link{
			Label: shortRoundTitle(t, r), Href: href(pattern, t.Info().Slug, r.Number), Current: r.Number == current,
		})
	}
	return out
}

func shortRoundTitle(t *results.Tournament, r *results.Round) string {
	return strings.TrimPrefix(roundTitle(t, r), "Round ")
}

// presentRound shows a round; with a query only the rows with such a name. A nil
// round stands for an event in which nothing is published.
func presentRound(t *results.Tournament, r *results.Round, query string, byName bool) templates.RoundPage {
	slug := t.Info().Slug
	if r == nil {
		return templates.RoundPage{Heading: "Pairings", Action: href(routePairings, slug), Empty: "No round is published yet."}
	}
	here := href(routeRound, slug, r.Number)
	p := templates.RoundPage{
		Heading: roundTitle(t, r), Rounds: roundLinks(t, routeRound, r.Number), Action: here,
		Search: strings.TrimSpace(query), ByName: byName,
		Views: []templates.Link{
			{Label: "By table", Href: here, Current: !byName},
			{Label: "By name", Href: here + "?by=name", Current: byName},
		},
	}
	p.State, p.Tone = roundState(t, r)
	p.Clock = presentRoundClock(t, r)
	found := func(m *results.MatchHistory) bool {
		return p.Search == "" || slices.ContainsFunc(m.Match.Seats, func(id results.EntrantID) bool { return matches(entrantName(t, id), p.Search) })
	}
	rows := inTableOrder(t.RoundMatches(r))
	points := pointsBefore(t, r)
	for _, m := range rows {
		if !found(m) {
			continue
		}
		if byName {
			p.Seats = append(p.Seats, presentSeats(t, m, p.Search)...)
		} else {
			line := presentMatch(t, m)
			for i, id := range m.Match.Seats {
				line.Seats[i].Facts = points[id]
			}
			p.Matches = append(p.Matches, line)
		}
	}
	if len(p.Matches)+len(p.Seats) == 0 {
		p.Empty = "Nobody in this round has such a name."
	}
	compare := alphabet()
	slices.SortStableFunc(p.Seats, func(a, b templates.SeatLine) int { return compare(a.Name, b.Name) })
	return p
}

// pointsBefore are the match points with which each entrant came into a round
// that feeds standings; nothing for the first round and for brackets.
func pointsBefore(t *results.Tournament, r *results.Round) map[results.EntrantID]string {
	table, err := standings.FromTournament(t, r.Stage, r.Number-1)
	if err != nil || table.Rounds() == 0 {
		return nil
	}
	byPoints := *t.PolicyFor(r.Number).Policy
	byPoints.Tiebreakers = []results.Tiebreaker{{Code: "MP"}}
	out := make(map[results.EntrantID]string, table.Len())
	for _, row := range standings.Compute(table, &byPoints, standings.Options{}).Rows {
		out[row.Entrant] = numberText(row.MatchPoints, usualPlaces) + " pts"
	}
	return out
}

// inTableOrder sorts by table; rows without a table come last, as paired.
func inTableOrder(rows []*results.MatchHistory) []*results.MatchHistory {
	slices.SortStableFunc(rows, func(a, b *results.MatchHistory) int {
		return cmp.Compare(uint(a.Match.Table)-1, uint(b.Match.Table)-1)
	})
	return rows
}

func entrantName(t *results.Tournament, id results.EntrantID) string {
	if e, ok := t.Entrant(id); ok {
		return e.Name
	}
	return string(id)
}

// presentMatch shows a match with its result in force.
func presentMatch(t *results.Tournament, h *results.MatchHistory) templates.MatchLine {
	m, result := h.Match, h.Result()
	line := templates.MatchLine{State: "open", Word: "open"}
	if m.Table > 0 {
		line.Table = strconv.Itoa(m.Table)
	}
	for i, id := range m.Seats {
		seat := templates.MatchSeat{Name: entrantName(t, id), Href: href(routeEntrant, t.Info().Slug, string(id))}
		if result != nil && m.Assigned == "" {
			seat.Won = result.Winner == i
			if i < len(result.Won) {
				seat.Score = strconv.Itoa(result.Won[i])
			}
		}
		line.Seats = append(line.Seats, seat)
	}
	switch {
	case m.Assigned != "":
		line.State, line.Word = "solo", kindWords(m.Assigned)
	case result != nil:
		line.State, line.Word = "done", ""
		if result.Won == nil || result.Kind != results.Played {
			line.Word = kindWords(result.Kind)
		}
		if result.Kind == results.Played && result.Winner == results.Nobody {
			line.Word = "Draw"
		}
		if result.Drawn > 0 {
			line.Notes = append(line.Notes, plural(result.Drawn, "drawn game"))
		}
	case h.Pending():
		line.State, line.Word = "judge", "with the judge"
	}
	line.Notes = append(line.Notes, timeNote(t, h)...)
	if note := correctionNote(h); note != "" {
		line.Notes = append(line.Notes, note)
	}
	if m.ByHand {
		line.Notes = append(line.Notes, "paired by hand")
	}
	for _, reason := range m.Reasons {
		line.Why = append(line.Why, reason.Text)
	}
	return line
}

// kindWords are the words for a kind of row.
func kindWords(k results.Kind) string {
	switch k {
	case results.AgreedDraw:
		return "Agreed draw"
	case results.Concession:
		return "Conceded"
	case results.Forfeit:
		return "No-show"
	case results.DoubleLoss:
		return "Both lose"
	case results.DoubleForfeit:
		return "Both absent"
	case results.Bye:
		return "Bye"
	case results.FullBye:
		return "Awarded bye"
	case results.HalfBye:
		return "Half bye"
	case results.ZeroBye:
		return "Sits out"
	case results.Late:
		return "Entered later"
	case results.AssignedLoss:
		return "Loss without play"
	case results.Idle:
		return "Free this round"
	}
	return ""
}

// resultWords are the words for a match result: "2–1", "1–1, 1 drawn game",
// "Bye".
func resultWords(r *results.MatchResult) string {
	words := kindWords(r.Kind)
	if len(r.Won) == 0 || r.Kind.Solo() {
		return words
	}
	won := make([]string, len(r.Won))
	for i, n := range r.Won {
		won[i] = strconv.Itoa(n)
	}
	score := strings.Join(won, "–")
	if r.Drawn > 0 {
		score += ", " + plural(r.Drawn, "drawn game")
	}
	if words != "" {
		score += ", " + strings.ToLower(words[:1]) + words[1:]
	}
	return score
}

// correctionNote says what stood before the result in force, or before it was
// taken back. Recording a match game by game is no correction.
func correctionNote(h *results.MatchHistory) string {
	if len(h.Results) < 2 {
		return ""
	}
	last := h.Results[len(h.Results)-1]
	for _, former := range slices.Backward(h.Results[:len(h.Results)-1]) {
		if !former.Decided() || resultWords(former) == resultWords(last) && former.Winner == last.Winner {
			continue
		}
		if !last.Decided() {
			return "taken back, was " + resultWords(former)
		}
		return "corrected, was " + resultWords(former)
	}
	return ""
}

// presentSeats are the lines of a match in the list by name.
func presentSeats(t *results.Tournament, h *results.MatchHistory, query string) []templates.SeatLine {
	m := h.Match
	var out []templates.SeatLine
	for i, id := range m.Seats {
		name := entrantName(t, id)
		if query != "" && !matches(name, query) {
			continue
		}
		line := templates.SeatLine{Name: name, Href: href(routeEntrant, t.Info().Slug, string(id)), Word: kindWords(m.Assigned)}
		if m.Table > 0 {
			line.Table = strconv.Itoa(m.Table)
		}
		var others []string
		for j, other := range m.Seats {
			if j != i {
				others = append(others, entrantName(t, other))
			}
		}
		line.Opponent = strings.Join(others, ", ")
		out = append(out, line)
	}
	return out
}
