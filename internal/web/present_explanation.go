package web

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
	"tourney/templates"
)

// presentExplanation shows how the values of the row at a place of the sheet add
// up, and what parts it from its neighbours.
func presentExplanation(s *sheet, place int) templates.ExplanationPage {
	slug, row := s.t.Info().Slug, &s.Rows[place]
	p := templates.ExplanationPage{
		Name: entrantName(s.t, row.Entrant), NameHref: href(routeEntrant, slug, string(row.Entrant)),
		Heading:     standingsMoment(s),
		Back:        templates.Link{Label: "Standings " + standingsMoment(s), Href: href(routeRoundStandings, slug, s.round.Number)},
		Provisional: provisionalWords(s),
		Rank:        rankWords(s, row),
		Policy:      presentPolicyRef(s.t, s.policy),
	}
	if above, ok := s.Parted(place - 1); ok {
		p.Neighbours = append(p.Neighbours, "Above: "+partedWords(s.t, above, 0))
	}
	if below, ok := s.Parted(place); ok {
		p.Neighbours = append(p.Neighbours, "Below: "+partedWords(s.t, below, 1))
	}
	for k, tb := range s.Policy.Tiebreakers {
		p.Values = append(p.Values, presentSum(s, row, tb, row.Values[k]))
	}
	return p
}

func rankWords(s *sheet, row *standings.Row) string {
	switch {
	case row.Rank == 0:
		return "Disqualified: without a rank. The results still count for the opponents."
	case row.Tied:
		return "Rank " + strconv.Itoa(row.Rank) + " of " + strconv.Itoa(len(s.Rows)) + ", shared: every value of the chain is equal."
	}
	return "Rank " + strconv.Itoa(row.Rank) + " of " + strconv.Itoa(len(s.Rows)) + ", " + recordText(row) + " (wins, losses, draws)."
}

// partedWords say what parts a neighbour, the upper (0) or lower (1) of the two,
// from the entrant.
func partedWords(t *results.Tournament, p standings.Parting, neighbour int) string {
	ids := [2]results.EntrantID{p.Upper, p.Lower}
	words := entrantName(t, ids[neighbour]) + ". "
	switch p.By {
	case "value":
		places := placesToPart(p.Code, p.Values[0], p.Values[1], usualPlaces)
		return words + "Parted by " + lowerFirst(tiebreakerName(p.Code)) + " (" + p.Code + "): " +
			valueText(p.Code, p.Values[neighbour], places) + " against " + valueText(p.Code, p.Values[1-neighbour], places) + "."
	case "lot":
		return words + "Every value is equal; the lot decided."
	case "status":
		return words + "Who left the event stands below, by the policy."
	}
	return words + "Every value is equal; the rank is shared."
}

// presentSum shows one value with every line of its sum.
func presentSum(s *sheet, row *standings.Row, tb results.Tiebreaker, value exact.Value) templates.ExplainedValue {
	e := s.Explain(row.Index, tb.Code)
	info, _ := results.TiebreakerByCode(tb.Code)
	v := templates.ExplainedValue{
		Code: tb.Code, Name: info.Name, Description: info.Description, Source: info.Source,
		Text: valueText(tb.Code, value, usualPlaces), Exact: exactText(value),
		Sum: sumText(e), Bound: boundWords(e.Bound, e.Raw),
	}
	for _, term := range e.Terms {
		if term.Opponent == "" {
			term.Opponent = opponentIn(s.t, term.Round, row.Entrant)
		}
		v.Terms = append(v.Terms, presentTerm(s.t, e.How, term))
	}
	for _, id := range e.Group {
		if id != row.Entrant {
			v.Against = append(v.Against, entrantName(s.t, id))
		}
	}
	return v
}

// opponentIn is whom the entrant met in a round of two-seat matches, or "".
func opponentIn(t *results.Tournament, round int, id results.EntrantID) results.EntrantID {
	r, ok := t.Round(round)
	if !ok {
		return ""
	}
	for _, m := range t.RoundMatches(r) {
		if seat := slices.Index(m.Match.Seats, id); seat >= 0 && len(m.Match.Seats) == 2 {
			return m.Match.Seats[1-seat]
		}
	}
	return ""
}

func presentTerm(t *results.Tournament, how standings.How, term standings.Term) templates.TermLine {
	line := templates.TermLine{Value: fractionText(term.Value), Left: term.Left != "", Note: leftWords[term.Left]}
	if how == standings.Share && term.Of.Known {
		line.Value += " of " + fractionText(term.Of)
	}
	if line.Left {
		line.Value = noValue
	}
	if term.Round > 0 {
		line.Round = strconv.Itoa(term.Round)
	}
	if term.Opponent != "" {
		line.Opponent = entrantName(t, term.Opponent)
		line.Href = href(routeEntrant, t.Info().Slug, string(term.Opponent))
	}
	line.Result = resultNames[term.Result]
	if term.Kind != "" && term.Kind != results.Played {
		line.Result = strings.ToLower(kindWords(term.Kind))
	}
	for _, note := range []string{boundWords(term.Bound, term.Raw), ruleWords[term.Rule]} {
		if note != "" {
			line.Note = strings.TrimSpace(line.Note + " " + note)
		}
	}
	return line
}

var resultNames = map[string]string{"win": "won", "draw": "drew", "loss": "lost"}

// leftWords say why a line of a sum does not count.
var leftWords = map[string]string{
	"bye":              "A bye is no opponent.",
	"late":             "The round before a late entry is no opponent.",
	"idle":             "Free this round.",
	"forfeit":          "Not played: no opponent.",
	"repeat":           "Met before: counted once.",
	"cut_low":          "The lowest is left out.",
	"cut_high":         "The highest is left out.",
	"unplayed":         "Not played.",
	"does_not_qualify": "Too few points to count here.",
}

// ruleWords say how a round that was not played got its value.
var ruleWords = map[string]string{
	"own_score":          "Not played: the own score stands in.",
	"capped_by_opponent": "Not played: at most the opponent's score.",
	"capped_by_draws":    "Not played: at most what draws would have given.",
	"virtual_opponent":   "Not played: a virtual opponent stands in.",
	"own_start":          "Not played: the own starting score stands in.",
	"phantom":            "A bye counts as an opponent of a fixed value.",
}

// boundWords say which limit replaced a share.
func boundWords(b standings.Bound, raw exact.Value) string {
	switch b {
	case standings.Floor:
		return "Below the floor: " + fractionText(raw) + " is raised."
	case standings.Cap:
		return "Above the cap: " + fractionText(raw) + " is lowered."
	case standings.CapDropped:
		return "Above the cap for players who dropped: " + fractionText(raw) + " is lowered."
	}
	return ""
}

// sumText is the calculation in one line.
func sumText(e standings.Explanation) string {
	var values, limits []string
	for _, term := range e.Terms {
		if term.Left != "" || !term.Value.Known {
			continue
		}
		values = append(values, fractionText(term.Value))
		if term.Of.Known {
			limits = append(limits, fractionText(term.Of))
		}
	}
	if len(values) == 0 || !e.Value.Known {
		return ""
	}
	total := e.Value
	if e.Bound != standings.NoBound {
		total = e.Raw
	}
	sum := strings.Join(values, " + ")
	switch e.How {
	case standings.Average:
		sum = "(" + sum + ") ÷ " + strconv.Itoa(len(values))
	case standings.Share:
		sum = "(" + sum + ") ÷ (" + strings.Join(limits, " + ") + ")"
	}
	text := sum + " = " + fractionText(total)
	if percentCodes[e.Code] {
		text += " = " + valueText(e.Code, total, usualPlaces)
	}
	return text
}
