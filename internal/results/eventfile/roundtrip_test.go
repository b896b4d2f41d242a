package eventfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/policy"
)

// export folds changes and writes them.
func export(t interface{ Fatal(...any) }, changes []results.Change, o Options) (*results.Tournament, []byte) {
	tour, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Write(tour, o)
	if err != nil {
		t.Fatal(err)
	}
	return tour, text
}

// checkRoundTrip wants that an export reads back as the changes that it was
// written from, so that writing it again gives the same bytes.
func checkRoundTrip(t interface{ Fatal(...any) }, changes []results.Change, o Options) []byte {
	_, text := export(t, changes, o)
	read, err := Read("export.json", text)
	if err != nil {
		t.Fatal(err)
	}
	if _, again := export(t, read, Options{}); !bytes.Equal(text, again) {
		t.Fatal("the export changes when it is read and written again:\n" + firstDifference(text, again))
	}
	return text
}

func firstDifference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n%s\n%s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

func TestNamesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		t.Fatal(err)
	}
	type named struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Club string `json:"club"`
	}
	var entrants []named
	for i, name := range names {
		entrants = append(entrants, named{fmt.Sprintf("e%d", i+1), name, name})
	}
	list, err := json.Marshal(entrants)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		title, _ := json.Marshal(name)
		changes, err := Read("names.json", []byte(fmt.Sprintf(`{"format": "tourney/1", "name": %s, "place": %s, "entrants": %s}`, title, title, list)))
		if err != nil {
			t.Fatal(err)
		}
		tour, _ := export(t, changes, Options{})
		if got := tour.Info(); got.Name != strings.TrimSpace(name) || !validSlug(got.Slug) {
			t.Errorf("event %q is called %q at %q", name, got.Name, got.Slug)
		}
		for i, want := range names {
			if e := tour.Entrants[i].Current(); e.Name != strings.TrimSpace(want) || e.Club != e.Name {
				t.Errorf("entrant %q is called %q", want, e.Name)
			}
		}
		checkRoundTrip(t, changes, Options{})
	}
}

// drawEvent makes a random event file: any system, policy and kind of row.
func drawEvent(t *rapid.T) string {
	presets := policy.List()
	var b strings.Builder
	fmt.Fprintf(&b, `{"format": "tourney/1", "name": %q, "ruleset": %q, "sanctioned": %v, "policy": %q,`,
		rapid.StringMatching(`[A-Za-z<>"&' éЖ日😀]{0,20}x`).Draw(t, "name"), rapid.SampledFrom([]string{"momon", "magic", "generic"}).Draw(t, "ruleset"),
		rapid.Bool().Draw(t, "sanctioned"), rapid.SampledFrom(presets).Draw(t, "policy").Code)
	if rapid.Bool().Draw(t, "start") {
		fmt.Fprintf(&b, ` "starts_at": "2026-%02d-01T12:00:00", "zone": %q,`, rapid.IntRange(1, 12).Draw(t, "month"),
			rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/New_York"}).Draw(t, "zone"))
	}
	n := rapid.IntRange(2, 9).Draw(t, "entrants")
	b.WriteString(` "entrants": [`)
	for i := range n {
		fmt.Fprintf(&b, `{"id": "e%d", "name": %q, "seed": %d, "club": %q, "start_score": "%d/3"},`, i, rapid.StringMatching(`[\x{1F600}-\x{1F610}a-z"\\</ ]{0,9}x`).Draw(t, "entrant"),
			rapid.IntRange(0, 9).Draw(t, "seed"), rapid.SampledFrom([]string{"", "North", "South"}).Draw(t, "club"), rapid.IntRange(0, 5).Draw(t, "start"))
	}
	rounds := strings.TrimSuffix(b.String(), ",") + `], "rounds": [`
	b.Reset()
	b.WriteString(rounds)
	for r := range rapid.IntRange(0, 3).Draw(t, "rounds") {
		fmt.Fprintf(&b, `{"number": %d, "seed": %d, "matches": [`, r+1, rapid.Uint64().Draw(t, "pair seed"))
		seats := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range n {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "seats")
		for i := 0; i+1 < n; i += 2 {
			fmt.Fprintf(&b, `{"table": %d, "seats": ["e%d", "e%d"]%s},`, i/2+1, seats[i], seats[i+1], rapid.SampledFrom([]string{
				``, `, "games_won": [1, 0]`, `, "games_won": [0, 1], "games_drawn": 0`, `, "games_won": [2, 1]`, `, "games_won": [1, 1], "games_drawn": 1`,
				`, "kind": "agreed_draw"`, `, "kind": "double_loss"`, `, "kind": "double_forfeit"`, fmt.Sprintf(`, "kind": "forfeit", "winner": "e%d"`, seats[i]),
				fmt.Sprintf(`, "kind": "concession", "winner": "e%d"`, seats[i+1]),
				fmt.Sprintf(`, "games": [{"winner": "e%d"}, {"draw": true}, {"winner": "e%d"}]`, seats[i], seats[i]),
				fmt.Sprintf(`, "games_won": [1, 0], "games": [{"winner": "e%d", "method": "concession", "evidence": {"concessions": [{"by": "B", "seq": 1, "clear": true}]}}]`, seats[i]),
				fmt.Sprintf(`, "games": [{"winner": "e%d"}, {"unfinished": true, "winner": "e%d"}]`, seats[i], seats[i+1]),
				fmt.Sprintf(`, "games_won": [0, 1], "games": [{"winner": "e%d", "method": "agreement", "ruling": {"by": "Jo", "reason": "They shook hands."}}]`, seats[i+1]),
			}).Draw(t, "row"))
		}
		if n%2 == 1 {
			fmt.Fprintf(&b, `{"seats": ["e%d"], "kind": %q},`, seats[n-1], rapid.SampledFrom([]string{"bye", "full_bye", "half_bye", "zero_bye", "late", "assigned_loss", "idle"}).Draw(t, "solo"))
		}
		rows := strings.TrimSuffix(b.String(), ",") + "]},"
		b.Reset()
		b.WriteString(rows)
	}
	return strings.TrimSuffix(b.String(), ",") + "]}"
}

func TestExportImportExportIsTheIdentity(t *testing.T) {
	t.Parallel()
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		changes, err := Read("event.json", []byte(drawEvent(t)))
		if err != nil {
			t.Skip("not a possible event:", err)
		}
		read++
		for i := range changes {
			changes[i].StampAll(int64(i+1), time.Date(2026, 1, 2, 3, 4, i, 5e6, time.UTC))
		}
		text := checkRoundTrip(t, changes, Options{})

		// The plain part alone says the same.
		plainPart, _, _ := strings.Cut(string(text), ",\n  \"history\"")
		again, err := Read("plain.json", []byte(plainPart+"}"))
		if err != nil {
			t.Fatal(err)
		}
		_, rewritten := export(t, again, Options{})
		if onlyPlain, _, _ := strings.Cut(string(rewritten), ",\n  \"history\""); onlyPlain != plainPart {
			t.Fatal("the plain part changes:\n" + firstDifference([]byte(plainPart), []byte(onlyPlain)))
		}
		checkRoundTrip(t, changes, Options{Anonymous: true})
	})
	if read < 20 {
		t.Errorf("only %d of the random events were possible", read)
	}
}

func TestHistoriesWithEveryRecordComeBack(t *testing.T) {
	t.Parallel()
	changes := eveningWithEverything(t)
	text := checkRoundTrip(t, changes, Options{})
	for _, name := range recordTypes {
		if !bytes.Contains(text, []byte(`{"`+name+`": {`)) {
			t.Errorf("the history has no record %q", name)
		}
	}
	// No key of a form and no account of this installation leaves it.
	for _, secret := range []string{"form-key", `"account": 7`} {
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("the export has %s", secret)
		}
	}
	if !bytes.Contains(text, []byte(`"account": -1`)) {
		t.Error("accounts are not told apart")
	}
	anonymous := checkRoundTrip(t, changes, Options{Anonymous: true})
	for _, name := range []string{"Ana", "Bo ", "North", "Jo Judge", "shook", "late again"} {
		if bytes.Contains(anonymous, []byte(name)) {
			t.Errorf("the anonymous export has %q", name)
		}
	}
	_, again := export(t, changes, Options{Anonymous: true})
	if !bytes.Equal(anonymous, again) {
		t.Error("two anonymous exports differ")
	}
}

// eveningWithEverything is the changes of a small event in which every type of
// record occurs.
func eveningWithEverything(t testing.TB) []results.Change {
	t.Helper()
	changes, err := Read("event.json", []byte(strings.Replace(matches(
		`{"seats": ["e1", "e2"], "games_won": [2, 1]}`, `{"seats": ["e3", "e4"]}`), `"Bo"`, `"Bo ", "club": "North"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	jo := results.Actor{Account: 7, Name: "Jo Judge", Role: results.Judge}
	hash := changes[0].Records[1].(*results.PolicyRecord).Hash
	verdict := results.Verdict{Kind: results.VerdictJudge, Rule: "7.6.2", Code: "x", Message: "Bo wins.", Missing: []string{"token"}}
	seat := 1
	lot := uint64(1<<63 + 1)
	add := func(action results.Action, reason string, records ...results.Record) {
		changes = append(changes, results.Change{
			Entry:   results.LogEntry{By: jo, Action: action, Text: "Bo did it.", Reason: reason, Key: fmt.Sprint("form-key-", len(changes)), Entrants: []results.EntrantID{"e2"}},
			Records: records,
		})
	}
	add(results.ManageStaff, "", &results.Staff{Version: 1, Account: 7, Name: "Jo Judge", Role: results.Judge})
	add(results.RuleGame, "They shook hands.",
		&results.GameResult{Match: 2, Game: 1, Version: 1, Winner: 1, Method: "concession", Evidence: `{"concessions":[]}`, Verdict: verdict,
			Ruling: &results.Ruling{By: jo, Reason: "They shook hands."}},
		&results.UnfinishedGame{Match: 2, Game: 2, Version: 1, Winner: &seat, Method: "reported", Verdict: &verdict},
		&results.MatchResult{Match: 2, Version: 1, Kind: results.Played, Winner: 1, Won: []int{0, 1}, Games: []results.GameRef{{Game: 1, Version: 1}}, Procedure: "time", PolicyHash: hash})
	add(results.IssuePenalty, "late again",
		&results.Penalty{ID: 1, Version: 1, Entrant: "e1", Round: 1, Match: 1, Code: "tardy", Name: "Tardiness", Kind: results.GameLoss, Remedy: "Ana sits down"},
		&results.MatchResult{Match: 1, Version: 2, Kind: results.Played, Winner: 0, Won: []int{2, 1}, Games: []results.GameRef{{Game: 2, Version: 1}, {Game: 3, Version: 1}},
			Penalties: []results.PenaltyRef{{Penalty: 1, Version: 1}}, Procedure: "penalty", PolicyHash: hash})
	add(results.EditCatalogue, "", &results.Catalogue{Version: 1, Infractions: []results.InfractionKind{{Code: "tardy", Name: "Tardiness", Usual: results.Warning, Repeated: results.GameLoss}}})
	add(results.KeepTime, "", &results.ClockEntry{ID: 1, Round: 1, Kind: results.ClockStart, Seconds: 3000})
	add(results.CloseRound, "",
		&results.Round{Number: 1, Version: 2, Stage: "swiss", Status: results.Closed, Matches: []results.MatchID{1, 2}},
		&results.Outcome{Kind: results.StandingsOutcome, Stage: "swiss", Round: 1, Version: 1, PolicyHash: hash, LotSeed: &lot, Codes: []string{"MP"},
			Rows: []results.OutcomeRow{{Rank: 1, Entrant: "e1", Tied: true, ByLot: true, Values: []exact.Value{exact.Of(exact.Int(3))}}}, Basis: []results.MatchRef{{Match: 1, Version: 2}}})
	for i := range changes {
		changes[i].StampAll(int64(i+1), time.Date(2026, 1, 2, 3, 4, i, 1234567, time.UTC))
	}
	return changes
}

func TestAnEditedExportIsRefused(t *testing.T) {
	t.Parallel()
	_, text := export(t, eveningWithEverything(t), Options{})
	for _, edit := range []struct{ from, to, pointer string }{
		{`"name": "Ana"}`, `"name": "Zoe"}`, "/entrants/0/name"},
		{`"games_won": [2, 1]`, `"games_won": [1, 2]`, "/rounds/0/matches/0/games_won/0"},
		{`"method": "concession"`, `"method": "loop"`, "/rounds/0/matches/1/games/0/method"},
		{`"policy": "generic"`, `"policy": "momon"`, "/policy"},
		{`"seats": ["e1", "e2"]`, `"seats": ["e2", "e1"]`, "/rounds/0/matches/0/seats/0"},
		{`"reason": "They shook`, `"reason": "Nobody shook`, "/rounds/0/matches/1/games/0/ruling/reason"},
		{`{"id": "swiss", "system"`, `{"id": "other", "system"`, "/stages/0/id"},
		{`"history": [`, `"history": [], "h": [`, "/h"},
		{`"text": "Bo did it."`, `"text": "Cy did it."`, "/history"},
		{`"reason": "late again"`, `"reason": "on time"`, "/history"},
		{`"history_sha256": "`, `"history_sha256": "0`, "/history"},
		{`{"entry": {"seq": 3`, `{"entry": {"seq": 4`, "/history"},
		{`"game": 1, "version": 1, "winner": 1`, `"game": 1, "version": 1, "winner": 9`, "/history"},
		{`"won": [2, 1]`, `"won": [2, 1, 0]`, "/history"},
		{`{"penalty": {`, `{"fine": {`, "/history/4/records/1/fine"},
	} {
		edited := strings.Replace(string(text), edit.from, edit.to, 1)
		if edited == string(text) {
			t.Errorf("%s is not in the export", edit.from)
		}
		faults := faultsOf(t, edited)
		if string(faults[0].Pointer) != edit.pointer {
			t.Errorf("%s: %+v", edit.to, faults)
		}
	}
}
