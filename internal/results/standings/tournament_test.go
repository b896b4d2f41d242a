package standings_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/exact"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/standings"
)

// event reads an event file with the given entrants, stages and rounds; empty
// parts are left out.
func event(t testing.TB, policy, entrants, stages, rounds string) *results.Tournament {
	t.Helper()
	text := fmt.Sprintf(`{"format": "tourney/1", "name": "Test", "policy": %q, "entrants": [%s], "rounds": [%s]`, policy, entrants, rounds)
	if stages != "" {
		text += `, "stages": [` + stages + `]`
	}
	return read(t, []byte(text+"}"))
}

func read(t testing.TB, text []byte) *results.Tournament {
	t.Helper()
	changes, err := eventfile.Read("test.json", text)
	if err != nil {
		t.Fatal(err)
	}
	tournament, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	return tournament
}

// sheetAfter is the table as lines "rank entrant points record status".
func sheetAfter(t testing.TB, tournament *results.Tournament, stage string, after int) string {
	t.Helper()
	table, err := standings.FromTournament(tournament, stage, after)
	if err != nil {
		t.Fatal(err)
	}
	s := standings.Compute(table, tournament.PolicyFor(max(1, after)).Policy, standings.Options{})
	return lines(s)
}

func lines(s *standings.Standings) string {
	var out strings.Builder
	for _, r := range s.Rows {
		fmt.Fprintf(&out, "%d %s %s %d-%d-%d %s\n", r.Rank, r.Entrant, r.MatchPoints, r.Wins, r.Losses, r.Draws, r.Status)
	}
	return out.String()
}

func expect(t testing.TB, what, got, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimLeft(want, "\n"), "\t", "")
	if got != want {
		t.Errorf("%s:\n%swant:\n%s", what, got, want)
	}
}

const four = `{"id":"a","name":"Ana"},{"id":"b","name":"Bo"},{"id":"c","name":"Cy"},{"id":"d","name":"Dee"}`

func TestOnlyDecidedRoundsCount(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", four, "", `
		{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[2,1]}]},
		{"number":2,"stage":"swiss","matches":[{"seats":["a","c"],"games_won":[2,0]},{"seats":["b","d"]}]}`)
	if last := standings.LastDecided(tournament, "swiss"); last != 1 {
		t.Errorf("the last decided round is %d, want 1", last)
	}
	if standings.RoundDecided(tournament, 2) || standings.RoundDecided(tournament, 3) || !standings.RoundDecided(tournament, 1) {
		t.Error("round 1 is decided, rounds 2 and 3 are not")
	}
	for _, after := range []int{1, 2, 9} {
		expect(t, "after round 1", sheetAfter(t, tournament, "swiss", after), `
			1 a 3 1-0-0 active
			2 c 3 1-0-0 active
			3 b 0 0-1-0 active
			4 d 0 0-1-0 active
			`)
	}
	expect(t, "before round 1", sheetAfter(t, tournament, "swiss", 0), `
		1 a 0 0-0-0 active
		1 b 0 0-0-0 active
		1 c 0 0-0-0 active
		1 d 0 0-0-0 active
		`)
}

func TestWhoLeft(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", `{"id":"a","name":"Ana","dropped_after":1},{"id":"b","name":"Bo","disqualified_after":2},
		{"id":"c","name":"Cy"},{"id":"d","name":"Dee"},{"id":"e","name":"Eli","dropped_after":0},{"id":"f","name":"Flo","joined_in":2}`, "", `
		{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[0,2]},{"seats":["c","d"],"games_won":[2,1]},{"seats":["f"],"kind":"late"}]},
		{"number":2,"stage":"swiss","matches":[{"seats":["b","c"],"games_won":[2,0]},{"seats":["d","f"],"games_won":[2,0]}]}`)
	expect(t, "after round 1", sheetAfter(t, tournament, "swiss", 1), `
		1 b 3 1-0-0 active
		2 c 3 1-0-0 active
		3 a 0 0-1-0 dropped
		4 d 0 0-1-0 active
		5 f 0 0-1-0 active
		`)
	expect(t, "after round 2", sheetAfter(t, tournament, "swiss", 2), `
		1 c 3 1-1-0 active
		2 d 3 1-1-0 active
		3 a 0 0-1-0 dropped
		4 f 0 0-2-0 active
		0 b 6 2-0-0 disqualified
		`)
	table, err := standings.FromTournament(tournament, "swiss", 2)
	if err != nil {
		t.Fatal(err)
	}
	// The results of a disqualified entrant still count for the opponents.
	s := standings.Compute(table, tournament.PolicyFor(2).Policy, standings.Options{})
	if v, _ := s.Value(rowOf(t, s, "a"), "OMW"); !v.Rat.Equal(exact.Int(1)) {
		t.Errorf("the only opponent won both matches, but OMW is %s", show(v))
	}
}

// A disqualification in a running round takes effect in the table as it stands.
func TestDisqualifiedInARunningRound(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", `{"id":"a","name":"Ana","disqualified_after":2},{"id":"b","name":"Bo","dropped_after":2},{"id":"c","name":"Cy"},{"id":"d","name":"Dee"}`, "", `
		{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[2,1]}]},
		{"number":2,"stage":"swiss","matches":[{"seats":["a","c"]},{"seats":["b","d"]}]}`)
	expect(t, "after round 1", sheetAfter(t, tournament, "swiss", 1), `
		1 c 3 1-0-0 active
		2 b 0 0-1-0 active
		3 d 0 0-1-0 active
		0 a 3 1-0-0 disqualified
		`)
}

func TestPlayoffNeverLeaks(t *testing.T) {
	t.Parallel()
	stages := `{"id":"swiss","system":"swiss","rounds":1},{"id":"cut","system":"single_elimination","size":2}`
	round1 := `{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[2,1]}]}`
	without := event(t, "generic", four, stages, round1)
	with := event(t, "generic", four, stages, round1+`,{"number":2,"stage":"cut","matches":[{"seats":["a","c"],"games_won":[0,2]}]}`)
	for _, after := range []int{1, 2} {
		if got, want := sheetAfter(t, with, "swiss", after), sheetAfter(t, without, "swiss", 1); got != want {
			t.Errorf("with a final the table is\n%swithout it\n%s", got, want)
		}
	}
	for stage, code := range map[string]results.Code{"cut": results.Invalid, "nowhere": results.NotFound} {
		_, err := standings.FromTournament(with, stage, 1)
		if refusal := (*results.Error)(nil); !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("stage %q: %v, want a refusal with code %s", stage, err, code)
		}
	}
}

// A later stage has a table of its own, of those who were paired in it.
func TestSecondSwissStageStartsAnew(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", four, `{"id":"day1","system":"swiss","rounds":1},{"id":"day2","system":"swiss","rounds":1}`, `
		{"number":1,"stage":"day1","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[2,1]}]},
		{"number":2,"stage":"day2","matches":[{"seats":["a","c"],"games_won":[0,2]}]}`)
	expect(t, "day 2", sheetAfter(t, tournament, "day2", 2), `
		1 c 3 1-0-0 active
		2 a 0 0-1-0 active
		`)
	expect(t, "day 1", sheetAfter(t, tournament, "day1", 2), `
		1 a 3 1-0-0 active
		2 c 3 1-0-0 active
		3 b 0 0-1-0 active
		4 d 0 0-1-0 active
		`)
}

// change appends records to a tournament.
func change(t testing.TB, tournament *results.Tournament, records ...results.Record) *results.Tournament {
	t.Helper()
	next, err := tournament.Apply(results.Change{
		Entry:   results.LogEntry{Seq: tournament.Seq + 1, By: resultstest.Organizer, Action: results.CreateEvent, Text: "Change."},
		Records: records,
	})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func result(match results.MatchID, version, winner int, won ...int) *results.MatchResult {
	return &results.MatchResult{Match: match, Version: version, Kind: results.Played, Winner: winner, Won: won, Procedure: "match.games_to_win", PolicyHash: "0000"}
}

func TestCorrectionAndItsReverse(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", four, "", `
		{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[2,1]}]},
		{"number":2,"stage":"swiss","matches":[{"seats":["a","c"],"games_won":[2,0]},{"seats":["b","d"],"games_won":[1,1]}]}`)
	before := sheetAfter(t, tournament, "swiss", 2)
	corrected := change(t, tournament, result(1, 2, 1, 0, 2))
	expect(t, "corrected", sheetAfter(t, corrected, "swiss", 2), `
		1 b 4 1-0-1 active
		2 a 3 1-1-0 active
		3 c 3 1-1-0 active
		4 d 1 0-1-1 active
		`)
	if after := sheetAfter(t, change(t, corrected, result(1, 3, 0, 2, 0)), "swiss", 2); after != before {
		t.Errorf("after the reverse of the correction:\n%swant:\n%s", after, before)
	}
	// A result taken back leaves its round undecided.
	open := change(t, tournament, &results.MatchResult{Match: 4, Version: 2, Kind: results.Open, Winner: results.Nobody, Procedure: "taken back", PolicyHash: "0000"})
	if last := standings.LastDecided(open, "swiss"); last != 1 {
		t.Errorf("the last decided round is %d, want 1", last)
	}
}

func TestVoidedRoundsAndDraftsDoNotCount(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", four, "", `
		{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[2,1]}]},
		{"number":2,"stage":"swiss","matches":[{"seats":["a","c"],"games_won":[2,0]},{"seats":["b","d"],"games_won":[1,1]}]}`)
	for _, status := range []results.RoundStatus{results.Voided, results.Draft, results.Checked} {
		round := *tournament.Rounds[1].Current()
		round.Version, round.Status = len(tournament.Rounds[1].Versions)+1, status
		if last := standings.LastDecided(change(t, tournament, &round), "swiss"); last != 1 {
			t.Errorf("with round 2 %s the last decided round is %d, want 1", status, last)
		}
	}
}

// A change of policy in mid-event leaves earlier rounds what they were worth.
func TestEarlierRoundsKeepTheirScoring(t *testing.T) {
	t.Parallel()
	tournament := event(t, "generic", four, "", `
		{"number":1,"stage":"swiss","matches":[{"seats":["a","b"],"games_won":[2,0]},{"seats":["c","d"],"games_won":[1,1]}]},
		{"number":2,"stage":"swiss","matches":[{"seats":["a","c"],"games_won":[0,2]},{"seats":["b","d"],"games_won":[1,1]}]}`)
	p := *preset(t, "generic")
	p.Scoring.Win, p.Scoring.Draw = exact.Int(5), exact.Frac(5, 2)
	changed := change(t, tournament, &results.PolicyRecord{Version: 2, FromRound: 2, Text: "new", Hash: "new", Policy: &p})
	expect(t, "after the change", sheetAfter(t, changed, "swiss", 2), `
		1 c 6 1-0-1 active
		2 d 7/2 0-0-2 active
		3 a 3 1-1-0 active
		4 b 5/2 0-1-1 active
		`)
	expect(t, "before the change", sheetAfter(t, tournament, "swiss", 2), `
		1 c 4 1-0-1 active
		2 a 3 1-1-0 active
		3 d 2 0-0-2 active
		4 b 1 0-1-1 active
		`)
}

// The whole way of a file: read, folded, tabled. The values are those of the
// table made by hand, which are known.
func TestRealEventsThroughTheirRecords(t *testing.T) {
	t.Parallel()
	var raw []struct{ Doc json.RawMessage }
	decodeReal(t, &raw)
	events := realEvents(t)
	for k := 0; k < len(events); k += 5 {
		p := preset(t, events[k].Doc.Policy)
		tournament := read(t, raw[k].Doc)
		after := standings.LastDecided(tournament, "swiss")
		if after != len(events[k].Doc.Rounds) {
			t.Errorf("%s: the last decided round is %d", events[k].Doc.Name, after)
		}
		table, err := standings.FromTournament(tournament, "swiss", after)
		if err != nil {
			t.Fatal(err)
		}
		got := standings.Compute(table, p, standings.Options{All: true})
		want := standings.Compute(events[k].table(t, p), p, standings.Options{All: true})
		if a, b := fullText(got), fullText(want); a != b {
			t.Errorf("%s:\n%swant:\n%s", events[k].Doc.Name, a, b)
		}
	}
}

// fullText is the sheet with all its values as text.
func fullText(s *standings.Standings) string {
	var out strings.Builder
	for _, r := range s.Rows {
		fmt.Fprintf(&out, "%d %t %t %s %s %d-%d-%d %s", r.Rank, r.Tied, r.ByLot, r.Entrant, r.MatchPoints, r.Wins, r.Losses, r.Draws, r.Status)
		for k, v := range r.Values {
			fmt.Fprintf(&out, " %s=%s", s.Codes[k], show(v))
		}
		out.WriteByte('\n')
	}
	return out.String()
}
