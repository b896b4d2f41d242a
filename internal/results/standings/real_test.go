package standings_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/policy"
	"tourney/internal/results/standings"
)

// realEvent is a published event with what is known of its table.
type realEvent struct {
	Doc struct {
		Name     string
		Policy   string
		Entrants []struct {
			ID           results.EntrantID
			DroppedAfter *int `json:"dropped_after"`
		}
		Rounds []struct {
			Number  int
			Matches []struct {
				Seats    []results.EntrantID
				GamesWon []int `json:"games_won"`
				Drawn    int   `json:"games_drawn"`
				Kind     results.Kind
			}
		}
	}
	Expected []struct {
		Entrant   results.EntrantID
		Rank      int
		Points    int64 `json:"match_points"`
		Record    [3]int
		OMW       exact.Value
		GW        exact.Value
		OGW       exact.Value
		Published [3]json.Number
	}
}

func realEvents(t testing.TB) []realEvent {
	t.Helper()
	var events []realEvent
	decodeReal(t, &events)
	return events
}

func decodeReal(t testing.TB, into any) {
	t.Helper()
	file, err := os.Open("testdata/real-events.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(unzipped)
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// table makes the event's table by hand, without a tournament.
func (e *realEvent) table(t testing.TB, p *results.Policy) *standings.Table {
	t.Helper()
	index := map[results.EntrantID]int{}
	var entrants []standings.Entrant
	for _, x := range e.Doc.Entrants {
		status := standings.Active
		if x.DroppedAfter != nil {
			status = standings.Dropped
		}
		index[x.ID] = len(entrants)
		entrants = append(entrants, standings.Entrant{ID: x.ID, Status: status})
	}
	b := standings.NewBuilder(entrants, len(e.Doc.Rounds))
	for _, r := range e.Doc.Rounds {
		b.Round(r.Number, p, &p.Match)
		for _, m := range r.Matches {
			var seats []int
			for _, s := range m.Seats {
				seats = append(seats, index[s])
			}
			kind, winner := m.Kind, results.Nobody
			if kind == "" {
				kind = results.Played
				switch {
				case m.GamesWon[0] > m.GamesWon[1]:
					winner = 0
				case m.GamesWon[1] > m.GamesWon[0]:
					winner = 1
				}
			}
			b.Match(kind, seats, winner, m.GamesWon, m.Drawn)
		}
	}
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestRealEventsToTheLastFraction(t *testing.T) {
	t.Parallel()
	events := realEvents(t)
	if len(events) != 60 {
		t.Fatalf("there are %d events, want 60", len(events))
	}
	for _, e := range events {
		p := preset(t, e.Doc.Policy)
		s := standings.Compute(e.table(t, p), p, standings.Options{})
		rows := map[results.EntrantID]*standings.Row{}
		for i := range s.Rows {
			rows[s.Rows[i].Entrant] = &s.Rows[i]
		}
		if len(rows) != len(e.Expected) {
			t.Errorf("%s: %d rows, want %d", e.Doc.Name, len(rows), len(e.Expected))
		}
		for _, want := range e.Expected {
			got := rows[want.Entrant]
			if got == nil {
				t.Errorf("%s: %s is missing", e.Doc.Name, want.Entrant)
				continue
			}
			if got.Rank != want.Rank || !got.MatchPoints.Equal(exact.Int(want.Points)) || [3]int{got.Wins, got.Losses, got.Draws} != want.Record {
				t.Errorf("%s, %s: rank %d, %s points, %d-%d-%d; want %d, %d, %v", e.Doc.Name, want.Entrant,
					got.Rank, got.MatchPoints, got.Wins, got.Losses, got.Draws, want.Rank, want.Points, want.Record)
			}
			for k, value := range []exact.Value{want.OMW, want.GW, want.OGW} {
				if v := got.Values[k+1]; v.Cmp(value) != 0 {
					t.Errorf("%s, %s: %s is %s, want %s", e.Doc.Name, want.Entrant, s.Codes[k+1], show(v), show(value))
				}
				// The platform showed game shares with and without their floor.
				if k == 1 && got.Values[k+1].Cmp(exact.Of(p.Percentages.GameFloor)) == 0 {
					continue
				}
				if printed := want.Published[k].String(); !shown(got.Values[k+1].Rat, printed) {
					t.Errorf("%s, %s: %s is %s, published as %s", e.Doc.Name, want.Entrant, s.Codes[k+1], show(got.Values[k+1]), printed)
				}
			}
		}
	}
}

// shown reports whether the platform's number is ours. It printed up to eight
// places of a binary float, so that the last one may be off by one; some events
// were stored with four places and carry the float's noise after them.
func shown(r exact.Rat, printed string) bool {
	whole, fraction, _ := strings.Cut(printed, ".")
	if len(fraction) > 10 {
		fraction = exact.MustParse(printed).Decimal(4)[len(whole)+1:]
	}
	unit := exact.MustParse("0." + strings.Repeat("0", max(0, len(fraction)-1)) + "1")
	d := r.Sub(exact.MustParse(whole + "." + fraction))
	return d.Cmp(unit) <= 0 && d.Cmp(unit.Neg()) >= 0
}

func show(v exact.Value) string {
	if !v.Known {
		return "none"
	}
	return v.Rat.String()
}

func preset(t testing.TB, code string) *results.Policy {
	t.Helper()
	p, _, _, err := policy.Preset(code)
	if err != nil {
		t.Fatal(fmt.Errorf("preset %s: %w", code, err))
	}
	return p
}
