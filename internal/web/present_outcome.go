package web

import (
	"strconv"

	"tourney/internal/results"
	"tourney/templates"
)

// podiumPlaces is how many entrants of the final placement the overview shows.
const podiumPlaces = 8

// lastOutcome is the newest outcome of a kind, or nil.
func lastOutcome(t *results.Tournament, kind results.OutcomeKind) *results.Outcome {
	var last *results.Outcome
	for _, o := range t.Outcomes {
		if o.Kind == kind {
			last = o
		}
	}
	return last
}

// presentPodium is the head of the final placement once the event is finished.
// Those who share a place stand on one line.
func presentPodium(t *results.Tournament) []templates.PodiumPlace {
	o := lastOutcome(t, results.PlacementOutcome)
	if o == nil || t.Info().Status != results.Finished {
		return nil
	}
	var out []templates.PodiumPlace
	shown, rank := 0, 0
	for _, row := range o.Rows {
		if row.Rank == 0 {
			continue
		}
		if row.Rank != rank {
			if shown >= podiumPlaces {
				break
			}
			rank = row.Rank
			out = append(out, templates.PodiumPlace{})
		}
		place := &out[len(out)-1]
		place.Names = append(place.Names, templates.Link{
			Label: entrantName(t, row.Entrant), Href: href(routeEntrant, t.Info().Slug, string(row.Entrant)),
		})
		place.Place = places(rank, len(place.Names))
		shown++
	}
	return out
}

// places writes a place that so many share: "2", "3–4".
func places(first, sharing int) string {
	if sharing < 2 {
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "–" + strconv.Itoa(first+sharing-1)
}

// hasStandings reports whether a stage of the event feeds standings.
func hasStandings(t *results.Tournament) bool {
	for _, s := range t.Stages() {
		if !s.System.Elimination() {
			return true
		}
	}
	return false
}

// hasBracket reports whether a stage of the event is a bracket.
func hasBracket(t *results.Tournament) bool {
	for _, s := range t.Stages() {
		if s.System.Elimination() {
			return true
		}
	}
	return false
}
