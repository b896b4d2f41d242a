package results_test

import (
	"reflect"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// Standings, advancement, elimination, qualification and placement are records
// of a type of their own. They name the versions of match results on which they
// rest; no game, match or penalty names an outcome, and appending one leaves all
// of these as they were.
func TestRule_7_5_1_AnOutcomeOverwritesNoResult(t *testing.T) {
	t.Parallel()
	below := []results.Record{new(results.GameResult), new(results.UnfinishedGame), new(results.MatchResult), new(results.Penalty)}
	for _, r := range below {
		typ := reflect.TypeOf(r).Elem()
		for i := range typ.NumField() {
			if name := typ.Field(i).Type.String(); strings.Contains(name, "Outcome") {
				t.Errorf("%s.%s refers to an outcome", typ, typ.Field(i).Name)
			}
		}
	}
	basis, _ := reflect.TypeFor[results.Outcome]().FieldByName("Basis")
	if basis.Type != reflect.TypeFor[[]results.MatchRef]() {
		t.Errorf("an outcome rests on %s", basis.Type)
	}

	round := &results.Round{Number: 1, Version: 1, Stage: "swiss", Status: results.Published, Matches: []results.MatchID{1}}
	paired := results.Change{Entry: results.LogEntry{By: resultstest.Organizer, Action: results.PairRound, Text: "Round paired."},
		Records: append([]results.Record{&results.Match{ID: 1, Round: 1, Table: 1, Seats: []results.EntrantID{"e1", "e2"}}, round}, resultstest.Score(1, [2]int{2, 1})...)}
	changes := []results.Change{resultstest.NewEvent("friday", 2), paired}
	for i := range changes {
		changes[i].StampAll(int64(i+1), resultstest.NewStore().Now())
	}
	before, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range []results.OutcomeKind{
		results.StandingsOutcome, results.AdvancementOutcome, results.EliminationOutcome, results.QualificationOutcome, results.PlacementOutcome,
	} {
		// Whatever an outcome says, also against the result, it says for itself.
		o := &results.Outcome{Kind: kind, Stage: "swiss", Round: 1, Version: 1, PolicyHash: "0000",
			Rows: []results.OutcomeRow{{Rank: 1, Entrant: "e2"}, {Rank: 2, Entrant: "e1"}}, Basis: []results.MatchRef{{Match: 1, Version: 1}}}
		c := results.Change{Entry: results.LogEntry{By: resultstest.Organizer, Action: results.CloseRound, Text: "Closed."}, Records: []results.Record{o}}
		c.StampAll(before.Seq+1, resultstest.NewStore().Now())
		after, err := before.Apply(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(after.Outcomes) != i+1 || after.Matches[0] != before.Matches[0] || after.Matches[0].Result().Winner != 0 {
			t.Errorf("a record of kind %s reached into a match", kind)
		}
		before = after
	}
}
