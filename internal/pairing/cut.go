package pairing

import (
	"slices"

	"tourney/internal/results"
)

// cuts reports whether a stage with standings takes only some of the stage
// before: its plan says how many.
func cuts(t *results.Tournament, stage results.Stage) bool {
	return stage.Size > 0 && !stage.System.Elimination() && stageBefore(t, stage.ID) != nil
}

// withCut is the tournament as if the cut into a stage that is about to begin
// had been recorded, equals parted by the lot of the plan, else by the seed.
func withCut(t *results.Tournament, stage results.Stage, seed uint64) (*results.Tournament, error) {
	if !cuts(t, stage) || Advancement(t, stage.ID) != nil || len(StageRounds(t, stage.ID)) > 0 {
		return t, nil
	}
	list, err := Cut(t, *stageBefore(t, stage.ID), stage, lotOf(t, stage, seed))
	if err != nil {
		return nil, err
	}
	cut := *t
	cut.Outcomes = append(slices.Clone(t.Outcomes), &results.Outcome{Kind: results.AdvancementOutcome, Stage: stage.ID, Rows: list.Rows})
	return &cut, nil
}

// firstRows are the entrants with a row in the first round of a stage, nil before
// it.
func firstRows(t *results.Tournament, stage string) map[results.EntrantID]bool {
	rounds := StageRounds(t, stage)
	if len(rounds) == 0 {
		return nil
	}
	out := map[results.EntrantID]bool{}
	for _, m := range t.RoundMatches(rounds[0]) {
		for _, id := range m.Match.Seats {
			out[id] = true
		}
	}
	return out
}
