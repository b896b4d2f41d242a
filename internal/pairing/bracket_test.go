package pairing_test

import (
	"errors"
	"testing"
	"time"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// An export can bring along what no use-case makes.
func TestAPodIsNoMatchOfABracket(t *testing.T) {
	t.Parallel()
	event := resultstest.NewEvent("friday", 4)
	event.Records[2] = &results.StagePlan{Version: 1, Stages: []results.Stage{{ID: "top", System: results.SingleElimination}}}
	round := results.Change{Records: []results.Record{
		&results.Match{ID: 1, Round: 1, Slot: "W1-1", Seats: []results.EntrantID{"e1", "e4", "e2"}},
		&results.Round{Number: 1, Version: 1, Stage: "top", Status: results.Published, Matches: []results.MatchID{1}},
	}}
	changes := []results.Change{event, round}
	for i := range changes {
		changes[i].StampAll(int64(i+1), time.Time{})
	}
	now, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	_, err = pairing.BracketOf(now, "top")
	var misfit *pairing.Misfit
	if !errors.As(err, &misfit) || misfit.Match != 1 || results.CodeOf(err) != results.Refused {
		t.Errorf("a pod in a bracket: %v", err)
	}
}
