package results_test

import (
	"encoding/json"
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// evening is the changes of a small event: two rounds, a correction, a rename.
func evening(t *testing.T) []results.Change {
	t.Helper()
	change := func(reason string, records ...results.Record) results.Change {
		return results.Change{
			Entry:   results.LogEntry{By: resultstest.Organizer, Action: results.EnterResult, Text: "x", Reason: reason},
			Records: records,
		}
	}
	corrected := resultstest.Score(1, [2]int{2, 1})[3].(*results.MatchResult)
	corrected.Version, corrected.Winner, corrected.Won = 2, 1, []int{1, 2}
	changes := []results.Change{
		resultstest.NewEvent("friday", 4),
		change("",
			&results.Match{ID: 1, Round: 1, Table: 1, Seats: []results.EntrantID{"e1", "e2"}},
			&results.Match{ID: 2, Round: 1, Table: 2, Seats: []results.EntrantID{"e3", "e4"}},
			&results.Round{Number: 1, Version: 1, Stage: "swiss", Status: results.Published, Matches: []results.MatchID{1, 2}}),
		change("", append(resultstest.Score(1, [2]int{2, 1}), resultstest.Score(2, [2]int{2, 0})...)...),
		change("",
			&results.Round{Number: 1, Version: 2, Stage: "swiss", Status: results.Closed, Matches: []results.MatchID{1, 2}},
			&results.Match{ID: 3, Round: 2, Table: 1, Seats: []results.EntrantID{"e1", "e3"}},
			&results.Round{Number: 2, Version: 1, Stage: "swiss", Status: results.Published, Matches: []results.MatchID{3}}),
		change("typing error", corrected),
		change("", &results.Entrant{Version: 2, ID: "e2", Name: "Renamed"}),
	}
	for i := range changes {
		changes[i].StampAll(int64(i+1), resultstest.NewStore().Now())
	}
	return changes
}

func text(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestThePastIsTheFoldOfItsChanges(t *testing.T) {
	t.Parallel()
	changes := evening(t)
	now, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	before := text(t, now)
	for n := 1; n <= len(changes); n++ {
		want, err := results.Fold(changes[:n])
		if err != nil {
			t.Fatal(err)
		}
		got := now.AsOf(int64(n))
		if text(t, got) != text(t, want) {
			t.Errorf("as of entry %d the state is not the fold up to it", n)
		}
		if got.EntrantIndex("e2") != want.EntrantIndex("e2") {
			t.Errorf("as of entry %d: the index of entrants differs", n)
		}
	}
	if text(t, now) != before {
		t.Error("looking back changed the present")
	}
}

func TestBeforeARoundKeepsCorrectionsOfEarlierOnes(t *testing.T) {
	t.Parallel()
	now, err := results.Fold(evening(t))
	if err != nil {
		t.Fatal(err)
	}
	past := now.Before(2)
	if len(past.Rounds) != 1 || len(now.Rounds) != 2 {
		t.Fatalf("%d rounds before round 2, %d now", len(past.Rounds), len(now.Rounds))
	}
	if m, _ := past.Match(1); m.Result().Version != 2 {
		t.Error("the correction of round 1 is missing")
	}
}

func TestChangesThatDoNotContinueTheRecordsAreRefused(t *testing.T) {
	t.Parallel()
	good := evening(t)
	now, err := results.Fold(good)
	if err != nil {
		t.Fatal(err)
	}
	before := text(t, now)
	next := int64(len(good) + 1)
	for name, c := range map[string]struct {
		seq    int64
		record results.Record
	}{
		"a gap in the log":            {next + 1, &results.Entrant{Version: 3, ID: "e2", Name: "X"}},
		"a version twice":             {next, &results.Entrant{Version: 2, ID: "e2", Name: "X"}},
		"a version left out":          {next, &results.Entrant{Version: 4, ID: "e2", Name: "X"}},
		"a seat of nobody":            {next, &results.Match{ID: 4, Round: 3, Seats: []results.EntrantID{"e1", "e9"}}},
		"one entrant in two seats":    {next, &results.Match{ID: 4, Round: 3, Seats: []results.EntrantID{"e1", "e1"}}},
		"a match number left out":     {next, &results.Match{ID: 5, Round: 3, Seats: []results.EntrantID{"e1", "e2"}}},
		"a round of foreign matches":  {next, &results.Round{Number: 2, Version: 2, Stage: "swiss", Status: results.Closed, Matches: []results.MatchID{1}}},
		"a round left out":            {next, &results.Round{Number: 4, Version: 1, Stage: "swiss", Status: results.Draft}},
		"a game of no match":          {next, &results.GameResult{Match: 9, Game: 1, Version: 1, Method: "reported", Verdict: results.Verdict{Kind: "consistent"}}},
		"a game left out":             {next, &results.GameResult{Match: 3, Game: 2, Version: 1, Method: "reported", Verdict: results.Verdict{Kind: "consistent"}}},
		"a game without a verdict":    {next, &results.GameResult{Match: 3, Game: 1, Version: 1, Method: "reported"}},
		"a result on games not there": {next, &results.MatchResult{Match: 3, Version: 1, Kind: results.Played, Procedure: "p", PolicyHash: "h", Games: []results.GameRef{{Game: 1, Version: 1}}}},
		"a result with no procedure":  {next, &results.MatchResult{Match: 3, Version: 1, Kind: results.Played, PolicyHash: "h"}},
		"an outcome of nobody":        {next, &results.Outcome{Kind: results.AdvancementOutcome, Stage: "top", PolicyHash: "h", Rows: []results.OutcomeRow{{Rank: 1, Entrant: "e9"}}}},
		"an outcome of no match":      {next, &results.Outcome{Kind: results.AdvancementOutcome, Stage: "top", PolicyHash: "h", Basis: []results.MatchRef{{Match: 0, Version: 1}}}},
		"an outcome of no result":     {next, &results.Outcome{Kind: results.AdvancementOutcome, Stage: "top", PolicyHash: "h", Basis: []results.MatchRef{{Match: 3, Version: 1}}}},
		"a stage of endless matches":  {next, &results.StagePlan{Version: 2, Stages: []results.Stage{{ID: "swiss", System: results.Swiss, Match: &results.MatchRules{GamesToWin: 1 << 60}}}}},
		"a stage of no games":         {next, &results.StagePlan{Version: 2, Stages: []results.Stage{{ID: "swiss", System: results.Swiss, Match: &results.MatchRules{}}}}},
		"a stage of two structures":   {next, &results.StagePlan{Version: 2, Stages: []results.Stage{{ID: "swiss", System: results.Swiss, Match: &results.MatchRules{GamesToWin: 2, ExactGames: 2}}}}},
		"an event without an address": {next, &results.Details{Version: 2, Name: "X", Ruleset: "momon", Status: results.Running}},
		"an unknown rule set":         {next, &results.Details{Version: 2, Name: "X", Slug: "x", Ruleset: "chess", Status: results.Running}},
		"an event without a status":   {next, &results.Details{Version: 2, Name: "X", Slug: "x", Ruleset: "momon"}},
		"a policy without its text":   {next, &results.PolicyRecord{Version: 2, FromRound: 1, Hash: "h", Policy: now.Policies[0].Policy}},
		"a plan of no stages":         {next, &results.StagePlan{Version: 2}},
		"a stage without an id":       {next, &results.StagePlan{Version: 2, Stages: []results.Stage{{System: results.Swiss}}}},
		"a stage twice":               {next, &results.StagePlan{Version: 2, Stages: []results.Stage{{ID: "a"}, {ID: "a"}}}},
		"an entrant without a name":   {next, &results.Entrant{Version: 3, ID: "e2"}},
		"a first version left out":    {next, &results.Entrant{Version: 2, ID: "e5", Name: "X"}},
		"a round without a status":    {next, &results.Round{Number: 2, Version: 2, Stage: "swiss"}},
		"a round before the first":    {next, &results.Round{Number: 0, Version: 1, Stage: "swiss", Status: results.Draft}},
		"a match of no seat":          {next, &results.Match{ID: 4, Round: 3}},
		"a lone seat without a kind":  {next, &results.Match{ID: 4, Round: 3, Seats: []results.EntrantID{"e1"}}},
		"a bye of two":                {next, &results.Match{ID: 4, Round: 3, Seats: []results.EntrantID{"e1", "e2"}, Assigned: results.Bye}},
		"a game won at no seat":       {next, &results.GameResult{Match: 3, Game: 1, Version: 1, Winner: 2, Method: "reported", Verdict: results.Verdict{Kind: "consistent"}}},
		"a mark for no seat":          {next, &results.UnfinishedGame{Match: 3, Game: 1, Version: 1, Winner: new(2)}},
		"a mark of a game left out":   {next, &results.UnfinishedGame{Match: 3, Game: 2, Version: 1}},
		"a result won at no seat":     {next, &results.MatchResult{Match: 3, Version: 1, Kind: results.Played, Winner: 2, Procedure: "p", PolicyHash: "h"}},
		"a result of three counts":    {next, &results.MatchResult{Match: 3, Version: 1, Kind: results.Played, Won: []int{2, 0, 0}, Procedure: "p", PolicyHash: "h"}},
		"a result left out":           {next, &results.MatchResult{Match: 3, Version: 2, Kind: results.Played, Procedure: "p", PolicyHash: "h"}},
		"an outcome without values":   {next, &results.Outcome{Kind: results.StandingsOutcome, Stage: "swiss", PolicyHash: "h", Codes: []string{"MP"}, Rows: []results.OutcomeRow{{Rank: 1, Entrant: "e1"}}}},
		"an outcome without a kind":   {next, &results.Outcome{PolicyHash: "h"}},
		"a penalty of no kind":        {next, &results.Penalty{ID: 1, Version: 1, Entrant: "e1"}},
		"a penalty left out":          {next, &results.Penalty{ID: 2, Version: 1, Entrant: "e1", Kind: results.Warning}},
		"a catalogue left out":        {next, &results.Catalogue{Version: 2}},
		"a line of the ledger twice":  {next, &results.ClockEntry{ID: 0, Round: 2, Kind: results.ClockStart}},
		"a line of no kind":           {next, &results.ClockEntry{ID: 1, Round: 2}},
		"staff without a role":        {next, &results.Staff{Version: 1, Account: 1}},
		"staff without an account":    {next, &results.Staff{Version: 1, Role: results.Judge}},
		"a penalty for nobody":        {next, &results.Penalty{ID: 1, Version: 1, Entrant: "e9", Kind: results.Warning}},
		"a penalty in no match":       {next, &results.Penalty{ID: 1, Version: 1, Entrant: "e1", Match: 9, Kind: results.GameLoss}},
		"a range of endless tables":   {next, &results.Details{Version: 2, Name: "X", Slug: "x", Ruleset: "momon", Status: results.Running, KeptTables: []results.TableRange{{First: 1, Last: 1 << 60}}}},
		"a range of tables backwards": {next, &results.Details{Version: 2, Name: "X", Slug: "x", Ruleset: "momon", Status: results.Running, KeptTables: []results.TableRange{{First: 9, Last: 4}}}},
		"too many ranges of tables":   {next, &results.Details{Version: 2, Name: "X", Slug: "x", Ruleset: "momon", Status: results.Running, KeptTables: slices.Repeat([]results.TableRange{{First: 1, Last: 1}}, 1001)}},
		"an event without a name":     {next, &results.Details{Version: 2, Slug: "x", Ruleset: "momon", Status: results.Running}},
	} {
		change := results.Change{Entry: results.LogEntry{By: resultstest.Organizer}, Records: []results.Record{c.record}}
		change.StampAll(c.seq, resultstest.NewStore().Now())
		if _, err := now.Apply(change); err == nil {
			t.Errorf("%s was accepted", name)
		}
		if text(t, now) != before {
			t.Fatalf("%s: a refused change reached into the state", name)
		}
	}
	if _, err := results.Fold(good[1:]); err == nil {
		t.Error("an event without a beginning was folded")
	}
}

func TestAKeyCountsOnce(t *testing.T) {
	t.Parallel()
	changes := evening(t)
	changes[2].Entry.Key, changes[3].Entry.Key = "form-1", "form-2"
	now, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	again := results.Change{Entry: results.LogEntry{By: resultstest.Organizer, Key: "form-1"}}
	again.StampAll(now.Seq+1, resultstest.NewStore().Now())
	if _, err := now.Apply(again); err == nil {
		t.Error("a change with a key that was used was applied")
	}
	changes[3].Entry.Key = "form-1"
	if _, err := results.Fold(changes); err == nil {
		t.Error("changes with one key twice were folded")
	}
}

func TestDraftsAndVoidedRoundsAreNotCounted(t *testing.T) {
	t.Parallel()
	now, err := results.Fold(evening(t))
	if err != nil {
		t.Fatal(err)
	}
	status := func(s results.RoundStatus) {
		t.Helper()
		r := *now.Rounds[1].Current()
		r.Version, r.Status = r.Version+1, s
		c := results.Change{Entry: results.LogEntry{By: resultstest.Organizer}, Records: []results.Record{&r}}
		c.StampAll(now.Seq+1, resultstest.NewStore().Now())
		if now, err = now.Apply(c); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		status results.RoundStatus
		rounds int
	}{
		{results.Published, 2}, {results.Closed, 2}, {results.Voided, 1}, {results.Draft, 1}, {results.Checked, 1}, {results.Published, 2},
	} {
		status(c.status)
		if got := results.SummaryOf(now).Rounds; got != c.rounds {
			t.Errorf("with round 2 %s the summary counts %d rounds, want %d", c.status, got, c.rounds)
		}
	}
}
