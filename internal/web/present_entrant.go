package web

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/templates"
)

// entrantState says that an entrant is no longer in, or "".
func entrantState(e *results.Entrant) string {
	switch {
	case e.DisqualifiedAfter != nil:
		return "disqualified"
	case e.DroppedAfter != nil && *e.DroppedAfter == 0:
		return "withdrew before round 1"
	case e.DroppedAfter != nil:
		return "dropped after round " + strconv.Itoa(*e.DroppedAfter)
	case e.JoinedIn > 1:
		return "joined in round " + strconv.Itoa(e.JoinedIn)
	}
	return ""
}

// presentEntrants lists the entrants by name; with a query only those whose
// name or club holds it.
func presentEntrants(t *results.Tournament, query string) templates.EntrantsPage {
	slug := t.Info().Slug
	p := templates.EntrantsPage{Search: strings.TrimSpace(query), Action: href(routeEntrants, slug), Count: plural(len(t.Entrants), "player")}
	for _, h := range t.Entrants {
		e := h.Current()
		if !matches(e.Name+" "+e.Club, p.Search) {
			continue
		}
		p.Rows = append(p.Rows, templates.EntrantRow{
			Name: e.Name, Href: href(routeEntrant, slug, string(e.ID)), Club: e.Club, State: entrantState(e),
		})
	}
	compare := alphabet()
	slices.SortStableFunc(p.Rows, func(a, b templates.EntrantRow) int { return compare(a.Name, b.Name) })
	return p
}

// presentEntrant is an entrant's rounds as far as they are published, the last
// one first. last is the newest sheet, or nil.
func presentEntrant(t *results.Tournament, e *results.Entrant, last *sheet) templates.EntrantPage {
	p := templates.EntrantPage{Name: e.Name, State: entrantState(e), Facts: rankFacts(last, e.ID)}
	if e.Club != "" {
		p.Facts = append(p.Facts, templates.Fact{Name: "Club", Value: e.Club})
	}
	if e.FixedTable > 0 {
		p.Facts = append(p.Facts, templates.Fact{Name: "Fixed table", Value: strconv.Itoa(e.FixedTable)})
	}
	for _, r := range slices.Backward(publicRounds(t)) {
		for _, m := range t.RoundMatches(r) {
			if seat := slices.Index(m.Match.Seats, e.ID); seat >= 0 {
				p.Rows = append(p.Rows, presentEntrantRound(t, r, m, seat))
			}
		}
	}
	return p
}

// rankFacts are an entrant's rank and points in a sheet.
func rankFacts(s *sheet, id results.EntrantID) []templates.Fact {
	if s == nil {
		return nil
	}
	for _, row := range s.Rows {
		if row.Entrant != id {
			continue
		}
		sums := href(routeExplanation, s.t.Info().Slug, s.round.Number, string(id))
		return []templates.Fact{
			{Name: "Rank " + standingsMoment(s), Value: rankText(&row) + " of " + strconv.Itoa(len(s.Rows)), Href: sums},
			{Name: "Match points", Value: numberText(row.MatchPoints, usualPlaces), Href: sums + "#MP"},
			{Name: "W–L–D", Value: recordText(&row)},
		}
	}
	return nil
}

func presentEntrantRound(t *results.Tournament, r *results.Round, h *results.MatchHistory, seat int) templates.EntrantRound {
	slug := t.Info().Slug
	line := presentMatch(t, h)
	row := templates.EntrantRound{
		Round: roundTitle(t, r), RoundHref: href(routeRound, slug, r.Number),
		Table: line.Table, Notes: line.Notes, Why: line.Why, Tone: templates.Live, Word: line.Word,
	}
	for i, id := range h.Match.Seats {
		if i != seat {
			row.Opponents = append(row.Opponents, templates.Link{Label: entrantName(t, id), Href: href(routeEntrant, slug, string(id))})
		}
	}
	result := h.Result()
	switch {
	case h.Match.Assigned != "":
		row.Tone = templates.Quiet
		return row
	case result == nil:
		if line.State == "judge" {
			row.Tone = templates.Warn
		}
		return row
	}
	if len(result.Won) == 2 {
		row.Score = strconv.Itoa(result.Won[seat]) + "–" + strconv.Itoa(result.Won[1-seat])
	}
	if result.Kind != results.Played && line.Word != "" {
		row.Notes = append([]string{strings.ToLower(line.Word)}, row.Notes...)
	}
	switch result.Winner {
	case seat:
		row.Word, row.Tone = "Won", templates.Good
	case results.Nobody:
		row.Word, row.Tone = "Draw", templates.Quiet
		if result.Kind == results.DoubleLoss || result.Kind == results.DoubleForfeit {
			row.Word, row.Tone = "Lost", templates.Bad
		}
	default:
		row.Word, row.Tone = "Lost", templates.Bad
	}
	return row
}
