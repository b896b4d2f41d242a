package pairing

import (
	"tourney/internal/results"
	"tourney/internal/results/standings"
)

// Place is a final place with the entrants who share it.
type Place struct {
	Place    int
	Entrants []results.EntrantID
}

// Placement is the final order as far as it is decided: the places of the last
// bracket by round reached, shared places shared, and after them the rest by
// rank in the standings; without a bracket the standings of the last stage once
// it is finished. Disqualified entrants have no place. A place that nobody
// reached stays empty. champion is "" while it is open.
func Placement(t *results.Tournament) (places []Place, champion results.EntrantID, err error) {
	stages := t.Stages()
	for i := len(stages) - 1; i >= 0; i-- {
		s := stages[i]
		begun := len(StageRounds(t, s.ID)) > 0
		if s.System.Elimination() {
			if !begun {
				continue
			}
			return bracketPlacement(t, s)
		}
		if !begun || i < len(stages)-1 || len(OpenMatches(t)) > 0 {
			return nil, "", nil
		}
		if done, err := StageFinished(t, s); err != nil || !done {
			return nil, "", err
		}
		places, err = standingsPlacement(t, &s, map[results.EntrantID]bool{}, 0)
		if len(places) > 0 && len(places[0].Entrants) == 1 {
			champion = places[0].Entrants[0]
		}
		return places, champion, err
	}
	return nil, "", nil
}

func bracketPlacement(t *results.Tournament, stage results.Stage) ([]Place, results.EntrantID, error) {
	b, err := BracketOf(t, stage.ID)
	if err != nil {
		return nil, "", err
	}
	started := false
	for _, m := range b.State.Matches() {
		started = started || m.Winner != 0 && m.Published
	}
	if !started && !b.State.Finished() {
		return nil, "", nil
	}
	var places []Place
	playing := map[results.EntrantID]bool{}
	for _, id := range b.Entrants {
		playing[id] = true
	}
	for _, p := range b.State.Places() {
		place := Place{Place: p.First}
		for _, seed := range p.Entrants {
			if e, _ := t.Entrant(b.Entrant(seed)); e.DisqualifiedAfter == nil {
				place.Entrants = append(place.Entrants, e.ID)
			}
		}
		if len(place.Entrants) > 0 {
			places = append(places, place)
		}
	}
	rest, err := standingsPlacement(t, stageBefore(t, stage.ID), playing, len(b.Entrants))
	return append(places, rest...), b.Entrant(b.State.Champion()), err
}

// standingsPlacement places those who are not placed yet by their rank in a stage,
// after the first places that are taken already, and then those whom an earlier
// stage left behind. stage is nil where there is none.
func standingsPlacement(t *results.Tournament, stage *results.Stage, placed map[results.EntrantID]bool, taken int) ([]Place, error) {
	if stage == nil {
		return nil, nil
	}
	last := standings.LastDecided(t, stage.ID)
	table, err := standings.FromTournament(t, stage.ID, last)
	if err != nil {
		return nil, err
	}
	sheet := standings.Compute(table, t.PolicyFor(max(last, 1)).Policy, standings.Options{})
	var places []Place
	rank, count := 0, taken
	for _, r := range sheet.Rows {
		if e, _ := t.Entrant(r.Entrant); r.Rank == 0 || placed[r.Entrant] || e.DisqualifiedAfter != nil {
			continue
		}
		placed[r.Entrant] = true
		count++
		if r.Rank != rank || len(places) == 0 {
			rank = r.Rank
			places = append(places, Place{Place: count})
		}
		p := &places[len(places)-1]
		p.Entrants = append(p.Entrants, r.Entrant)
	}
	rest, err := standingsPlacement(t, stageBefore(t, stage.ID), placed, count)
	return append(places, rest...), err
}
