package pairing_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// realEvents are the published results of real events, players renamed; the
// same file that the standings are tested on.
func realEvents(t *testing.T) []json.RawMessage {
	t.Helper()
	packed, err := os.ReadFile("../results/standings/testdata/real-events.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	var events []struct {
		Doc json.RawMessage `json:"doc"`
	}
	if err := json.Unmarshal(data, &events); err != nil {
		t.Fatal(err)
	}
	out := make([]json.RawMessage, len(events))
	for i, e := range events {
		out[i] = e.Doc
	}
	return out
}

// prefix is the event file up to a round, with exactly the entrants active in
// the next one who really appeared in it.
func prefix(t *testing.T, doc json.RawMessage, rounds int) (event *results.Tournament, next [][]results.EntrantID) {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal(doc, &file); err != nil {
		t.Fatal(err)
	}
	all := file["rounds"].([]any)
	if rounds >= len(all) {
		return nil, nil
	}
	appear := map[string]bool{}
	for _, m := range all[rounds].(map[string]any)["matches"].([]any) {
		var seats []results.EntrantID
		for _, s := range m.(map[string]any)["seats"].([]any) {
			appear[s.(string)] = true
			seats = append(seats, results.EntrantID(s.(string)))
		}
		next = append(next, seats)
	}
	file["rounds"] = all[:rounds]
	file["stages"] = []any{map[string]any{"id": "swiss", "system": "swiss", "rounds": len(all)}}
	for _, e := range file["entrants"].([]any) {
		entrant := e.(map[string]any)
		delete(entrant, "dropped_after")
		if !appear[entrant["id"].(string)] {
			entrant["dropped_after"] = rounds
		}
	}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := eventfile.Read("prefix", text)
	if err != nil {
		t.Fatal(err)
	}
	if event, err = results.Fold(changes); err != nil {
		t.Fatal(err)
	}
	return event, next
}

// quality is the order of the criteria: rematches and second byes, points of the
// bye, squared gap, tables across different points. It is counted here from the
// records alone.
func quality(t *testing.T, e *results.Tournament, rounds int, tables [][]results.EntrantID) [4]exact.Rat {
	t.Helper()
	points := map[results.EntrantID]exact.Rat{}
	if rounds > 0 {
		table, err := standings.FromTournament(e, "swiss", rounds)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range standings.Compute(table, e.PolicyFor(rounds).Policy, standings.Options{}).Rows {
			points[r.Entrant] = r.MatchPoints
		}
	}
	met := map[[2]results.EntrantID]bool{}
	byes := map[results.EntrantID]bool{}
	for _, m := range e.Matches {
		if s := m.Match.Seats; len(s) == 2 {
			met[[2]results.EntrantID{s[0], s[1]}], met[[2]results.EntrantID{s[1], s[0]}] = true, true
		} else if m.Match.Assigned == results.Bye {
			byes[s[0]] = true
		}
	}
	var q [4]exact.Rat
	one := exact.Int(1)
	for _, s := range tables {
		if len(s) == 1 {
			if byes[s[0]] {
				q[0] = q[0].Add(one)
			}
			q[1] = q[1].Add(points[s[0]])
			continue
		}
		if met[[2]results.EntrantID{s[0], s[1]}] {
			q[0] = q[0].Add(one)
		}
		gap := points[s[0]].Sub(points[s[1]])
		q[2] = q[2].Add(gap.Mul(gap))
		if !gap.IsZero() {
			q[3] = q[3].Add(one)
		}
	}
	return q
}

func worse(a, b [4]exact.Rat) bool {
	for i := range a {
		if c := a[i].Cmp(b[i]); c != 0 {
			return c > 0
		}
	}
	return false
}

func TestNeverWorseThanWhatRealEventsPlayed(t *testing.T) {
	t.Parallel()
	compared := 0
	for i, doc := range realEvents(t) {
		for rounds := 0; ; rounds++ {
			e, played := prefix(t, doc, rounds)
			if e == nil {
				break
			}
			singles := 0
			for _, s := range played {
				if len(s) == 1 {
					singles++
				}
			}
			if singles > 1 {
				continue // some sat out for other reasons than an odd number
			}
			plan, err := pairing.Next(e, uint64(i*100+rounds))
			if err != nil {
				t.Fatalf("event %d, round %d: %v", i, rounds+1, err)
			}
			seen := map[results.EntrantID]bool{}
			var ours [][]results.EntrantID
			for _, m := range plan.Matches {
				ours = append(ours, m.Seats)
				for _, s := range m.Seats {
					if seen[s] {
						t.Fatalf("event %d, round %d: %s sits twice", i, rounds+1, s)
					}
					seen[s] = true
				}
			}
			for _, s := range played {
				for _, id := range s {
					if !seen[id] {
						t.Fatalf("event %d, round %d: %s is not paired", i, rounds+1, id)
					}
				}
			}
			q, theirs := quality(t, e, rounds, ours), quality(t, e, rounds, played)
			if worse(q, theirs) {
				t.Errorf("event %d, round %d: our pairing is %v, the one that was played %v", i, rounds+1, q, theirs)
			}
			r := plan.Quality
			if !r.Optimal || r.SquaredGap.Cmp(q[2]) != 0 || !q[0].Equal(exact.Int(int64(r.Rematches+r.SecondByes))) || !q[3].Equal(exact.Int(int64(r.PairDowns))) {
				t.Errorf("event %d, round %d: the report says %+v, counted are %v", i, rounds+1, r, q)
			}
			compared++
		}
	}
	if compared < 150 {
		t.Errorf("only %d rounds were compared", compared)
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	t.Parallel()
	e, _ := prefix(t, realEvents(t)[9], 3)
	var texts [2]string
	for i := range texts {
		plan, err := pairing.Next(e, 77)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		t.Error("two runs with one seed differ")
	}
	other, err := pairing.Next(e, 78)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(other); string(text) == texts[0] {
		t.Error("another seed makes no difference in a field of 180")
	}
}

// event reads an event file's text.
func event(t *testing.T, text string) *results.Tournament {
	t.Helper()
	changes, err := eventfile.Read("test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// entrants is the entrants of an event file, e1 … en, with more facts by number.
func entrants(n int, facts map[int]string) string {
	out := ""
	for i := 1; i <= n; i++ {
		if i > 1 {
			out += ","
		}
		out += fmt.Sprintf(`{"id":"e%d","name":"Entrant %d"%s}`, i, i, facts[i])
	}
	return out
}

func file(stages, list, rounds string) string {
	return fmt.Sprintf(`{"format":"tourney/1","name":"Test","policy":"magic-third","stages":[%s],"entrants":[%s],"rounds":[%s]}`, stages, list, rounds)
}

func TestFixedTablesAreTakenOutOfTheNumbering(t *testing.T) {
	t.Parallel()
	e := event(t, file(`{"id":"swiss","system":"swiss","rounds":3}`, entrants(8, map[int]string{
		3: `,"fixed_table":2`, 5: `,"fixed_table":9`, 8: `,"fixed_table":3,"dropped_after":0`,
	}), ""))
	plan, err := pairing.Next(e, 5)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[int]bool{}
	for _, m := range plan.Matches {
		if len(m.Seats) == 1 {
			continue
		}
		if tables[m.Table] || m.Table == 0 {
			t.Errorf("table %d is used twice or missing", m.Table)
		}
		tables[m.Table] = true
		for _, s := range m.Seats {
			if s == "e3" && m.Table != 2 && m.Table != 9 || s == "e5" && m.Table != 9 && m.Table != 2 {
				t.Errorf("%s sits at table %d", s, m.Table)
			}
		}
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"everybody dropped": file(`{"id":"swiss","system":"swiss","rounds":3}`, entrants(3, map[int]string{
			1: `,"dropped_after":0`, 2: `,"dropped_after":0`, 3: `,"dropped_after":0`,
		}), ""),
		"one entrant": file(`{"id":"swiss","system":"swiss","rounds":3}`, entrants(1, nil), ""),
		"open matches": file(`{"id":"swiss","system":"swiss","rounds":3}`, entrants(2, nil),
			`{"number":1,"stage":"swiss","matches":[{"table":1,"seats":["e1","e2"]}]}`),
		"the event is over": file(`{"id":"swiss","system":"swiss","rounds":1}`, entrants(2, nil),
			`{"number":1,"stage":"swiss","matches":[{"table":1,"seats":["e1","e2"],"games_won":[2,0]}]}`),
	} {
		if _, err := pairing.Next(event(t, text), 1); results.CodeOf(err) != results.Refused {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
}

func TestAPolicyThatNeverAllowsARematchIsRefusedWithRemedies(t *testing.T) {
	t.Parallel()
	e := event(t, `{"format":"tourney/1","name":"Test","policy":{"preset":"magic-third","pairing":{"rematch":"never"}},
		"stages":[{"id":"swiss","system":"swiss","rounds":3}],"entrants":[`+entrants(2, nil)+`],
		"rounds":[{"number":1,"stage":"swiss","matches":[{"table":1,"seats":["e1","e2"],"games_won":[2,0]}]}]}`)
	_, err := pairing.Next(e, 1)
	if results.CodeOf(err) != results.Refused {
		t.Fatalf("got %v, want a refusal", err)
	}
}

// An odd field of six from a public report: no round four without a rematch, so
// exactly one.
func TestSixPlayersWithNoLegalRoundFour(t *testing.T) {
	t.Parallel()
	round := func(n int, pairs ...[2]int) string {
		out := ""
		for i, p := range pairs {
			if i > 0 {
				out += ","
			}
			out += fmt.Sprintf(`{"table":%d,"seats":["e%d","e%d"],"games_won":[2,0]}`, i+1, p[0], p[1])
		}
		return fmt.Sprintf(`{"number":%d,"stage":"swiss","matches":[%s]}`, n, out)
	}
	e := event(t, file(`{"id":"swiss","system":"swiss","rounds":5}`, entrants(6, nil),
		round(1, [2]int{1, 4}, [2]int{2, 5}, [2]int{3, 6})+","+round(2, [2]int{1, 5}, [2]int{2, 6}, [2]int{3, 4})+","+round(3, [2]int{1, 6}, [2]int{2, 4}, [2]int{3, 5})))
	plan, err := pairing.Next(e, 3)
	if err != nil || plan.Quality.Rematches != 1 {
		t.Errorf("got %+v, %v; want exactly one rematch", plan, err)
	}
}

func TestAwardedByesAndClubs(t *testing.T) {
	t.Parallel()
	e := event(t, `{"format":"tourney/1","name":"Test","policy":{"preset":"magic-third","pairing":{"avoid":{"club":"strong"}}},
		"stages":[{"id":"swiss","system":"swiss","rounds":3}],"entrants":[`+entrants(7, map[int]string{
		1: `,"awarded_byes":2`, 2: `,"club":"North"`, 3: `,"club":"North"`, 4: `,"club":"North"`,
	})+`],"rounds":[]}`)
	for seed := range uint64(20) {
		plan, err := pairing.Next(e, seed)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Quality.SameClub != 0 || !plan.Quality.Optimal {
			t.Errorf("seed %d: %+v", seed, plan.Quality)
		}
		awarded := 0
		for _, m := range plan.Matches {
			if m.Assigned == results.FullBye && m.Seats[0] == "e1" {
				awarded++
			} else if m.Assigned != "" {
				t.Errorf("seed %d: %v has a bye in an even field", seed, m.Seats)
			}
		}
		if awarded != 1 {
			t.Errorf("seed %d: the awarded bye is missing", seed)
		}
	}
}
