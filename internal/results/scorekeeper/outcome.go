package scorekeeper

import (
	"slices"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/standings"
)

// RoundOutcomes is what the event makes of a round whose matches are all
// decided: the standings after it, or who of a bracket is out and who goes on.
// Each is the next version of its kind.
func RoundOutcomes(t *results.Tournament, number int) ([]results.Record, error) {
	r, ok := t.Round(number)
	if !ok {
		return nil, nil
	}
	stage, _ := t.Stage(r.Stage)
	if stage.System.Elimination() {
		return bracketOutcomes(t, r)
	}
	o, err := StandingsOutcome(t, r.Stage, number)
	if err != nil {
		return nil, err
	}
	return []results.Record{o}, nil
}

// StandingsOutcome makes the next version of the standings after a round from
// the results in force. It has no stamp yet.
func StandingsOutcome(t *results.Tournament, stage string, number int) (*results.Outcome, error) {
	table, err := standings.FromTournament(t, stage, number)
	if err != nil {
		return nil, err
	}
	record := t.PolicyFor(number)
	sheet := standings.Compute(table, record.Policy, standings.Options{})
	o := newOutcome(t, results.StandingsOutcome, stage, number)
	o.Codes, o.LotSeed = sheet.Codes, table.LotSeed
	if !record.Policy.LotSeeded {
		o.LotSeed = nil
	}
	for i := range sheet.Rows {
		row := &sheet.Rows[i]
		o.Rows = append(o.Rows, results.OutcomeRow{
			Rank: row.Rank, Tied: row.Tied, ByLot: row.ByLot, Entrant: row.Entrant, Values: slices.Clone(row.Values),
		})
	}
	o.Basis = basisUpTo(t, stage, number)
	return o, nil
}

// basisUpTo names the results in force of a stage's rounds up to a round.
func basisUpTo(t *results.Tournament, stage string, number int) []results.MatchRef {
	var out []results.MatchRef
	for _, round := range pairing.StageRounds(t, stage) {
		if round.Number <= number {
			out = append(out, basis(t, round)...)
		}
	}
	return out
}

// newOutcome is an empty next version of a kind of outcome. That of a whole
// stage is made under the policy of the last round.
func newOutcome(t *results.Tournament, kind results.OutcomeKind, stage string, round int) *results.Outcome {
	made := round
	if made == 0 {
		made = max(pairing.LastPlayed(t), 1)
	}
	o := &results.Outcome{Kind: kind, Stage: stage, Round: round, Version: 1, PolicyHash: t.PolicyFor(made).Hash}
	for _, old := range t.Outcomes {
		if old.Kind == kind && old.Stage == stage && old.Round == round {
			o.Version = old.Version + 1
		}
	}
	return o
}

// basis names the results in force of a round's matches.
func basis(t *results.Tournament, r *results.Round) []results.MatchRef {
	var out []results.MatchRef
	for _, m := range t.RoundMatches(r) {
		if result := m.Result(); result != nil {
			out = append(out, results.MatchRef{Match: m.Match.ID, Version: result.Version})
		}
	}
	return out
}

// bracketOutcomes says who of a bracket's round is out, at which place, and who
// goes on.
func bracketOutcomes(t *results.Tournament, r *results.Round) ([]results.Record, error) {
	// As it was after this round: who lost later went on here.
	b, err := pairing.BracketOf(t.Before(r.Number+1), r.Stage)
	if err != nil {
		return nil, err
	}
	place := map[results.EntrantID]int{}
	for _, p := range b.State.Places() {
		for _, seed := range p.Entrants {
			place[b.Entrant(seed)] = p.First
		}
	}
	out := newOutcome(t, results.EliminationOutcome, r.Stage, r.Number)
	on := newOutcome(t, results.AdvancementOutcome, r.Stage, r.Number)
	out.Basis = basis(t, r)
	on.Basis = out.Basis
	for _, m := range t.RoundMatches(r) {
		for _, s := range m.Match.Seats {
			if p, placed := place[s]; placed {
				out.Rows = append(out.Rows, results.OutcomeRow{Rank: p, Entrant: s})
			} else {
				on.Rows = append(on.Rows, results.OutcomeRow{Entrant: s})
			}
		}
	}
	return []results.Record{out, on}, nil
}
