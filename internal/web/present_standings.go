package web

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/standings"
	"tourney/templates"
)

// hashDigits is how much of a policy's fingerprint is shown.
const hashDigits = 12

func presentPolicyRef(t *results.Tournament, p *results.PolicyRecord) templates.PolicyRef {
	hash := p.Hash
	if len(hash) > hashDigits {
		hash = hash[:hashDigits]
	}
	return templates.PolicyRef{Name: p.Policy.Name, Href: href(routePolicy, t.Info().Slug), Version: strconv.Itoa(p.Version), Hash: hash}
}

// provisionalWords say how much of a running round counts, or "".
func provisionalWords(s *sheet) string {
	if s.open == 0 {
		return ""
	}
	return "The round still runs: " + plural(s.open, "match") + " without a result " + areNot(s.open) + " counted yet, so everything here can change."
}

// standingsMoment says when the sheet holds: "after round 3", or "in round 3"
// while that runs.
func standingsMoment(s *sheet) string {
	word := "after "
	if s.open > 0 {
		word = "in "
	}
	return word + lowerFirst(roundTitle(s.t, s.round))
}

func areNot(n int) string {
	if n == 1 {
		return "is not"
	}
	return "are not"
}

// presentStandings shows a sheet; with a query only the rows with such a name.
func presentStandings(s *sheet, query string) templates.StandingsPage {
	slug := s.t.Info().Slug
	p := templates.StandingsPage{
		Heading:     "Standings " + standingsMoment(s),
		Provisional: provisionalWords(s),
		Search:      strings.TrimSpace(query), Action: href(routeRoundStandings, slug, s.round.Number),
		Policy: presentPolicyRef(s.t, s.policy),
	}
	if correctedSince(s) {
		p.Notes = append(p.Notes, "A result was corrected after this round was closed. The table shows the corrected results.")
	}
	for _, r := range standingsRounds(s.t) {
		p.Rounds = append(p.Rounds, templates.Link{
			Label: strconv.Itoa(r.Number), Href: href(routeRoundStandings, slug, r.Number), Current: r.Number == s.round.Number,
		})
	}
	chain := s.Codes[:s.Chain]
	for _, code := range chain {
		p.Columns = append(p.Columns, templates.StandingColumn{Code: code, Name: tiebreakerName(code)})
	}
	places := columnPlaces(s)
	for i := range s.Rows {
		r := &s.Rows[i]
		name := entrantName(s.t, r.Entrant)
		if !matches(name, p.Search) {
			continue
		}
		parted := ""
		if above, ok := s.Parted(i - 1); ok && above.By == "value" {
			parted = above.Code
		}
		row := templates.StandingRow{
			Rank: rankText(r), Tied: r.Tied, Name: name, Href: href(routeEntrant, slug, string(r.Entrant)),
			Record: recordText(r), State: statusWords(r.Status), ByLot: r.ByLot,
		}
		sums := href(routeExplanation, slug, s.round.Number, string(r.Entrant))
		for k, code := range chain {
			value := templates.StandingValue{
				Code: code, Text: valueText(code, r.Values[k], places[k]), Href: sums + "#" + code,
				// That more points stand higher needs no mark.
				Parted: code == parted && k > 0,
			}
			p.Legend = p.Legend || value.Parted
			row.Values = append(row.Values, value)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// columnPlaces is how many decimals each column needs so that no two neighbours
// who are parted by it look equal.
func columnPlaces(s *sheet) []int {
	places := make([]int, s.Chain)
	for k := range places {
		places[k] = usualPlaces
	}
	for i := range s.Rows {
		p, ok := s.Parted(i)
		if k := slices.Index(s.Codes[:s.Chain], p.Code); ok && k >= 0 {
			places[k] = placesToPart(p.Code, p.Values[0], p.Values[1], places[k])
		}
	}
	return places
}

func rankText(r *standings.Row) string {
	if r.Rank == 0 {
		return noValue
	}
	return strconv.Itoa(r.Rank)
}

func recordText(r *standings.Row) string {
	return strconv.Itoa(r.Wins) + "–" + strconv.Itoa(r.Losses) + "–" + strconv.Itoa(r.Draws)
}

func statusWords(s standings.Status) string {
	if s == standings.Active {
		return ""
	}
	return string(s)
}

func tiebreakerName(code string) string {
	if info, ok := results.TiebreakerByCode(code); ok {
		return info.Name
	}
	return code
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// correctedSince reports whether the table differs from the one that was
// recorded when the round was closed.
func correctedSince(s *sheet) bool {
	if s.round.Status != results.Closed {
		return false
	}
	var recorded *results.Outcome
	for _, o := range s.t.Outcomes {
		if o.Kind == results.StandingsOutcome && o.Round == s.round.Number {
			recorded = o
		}
	}
	if recorded == nil || len(recorded.Codes) < s.Chain {
		return false
	}
	values := make(map[results.EntrantID]results.OutcomeRow, len(recorded.Rows))
	for _, row := range recorded.Rows {
		values[row.Entrant] = row
	}
	for _, row := range s.Rows {
		was, ok := values[row.Entrant]
		if !ok || len(was.Values) < s.Chain {
			return true
		}
		for k := range s.Chain {
			if was.Values[k].Cmp(row.Values[k]) != 0 {
				return true
			}
		}
	}
	return false
}
