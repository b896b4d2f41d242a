package bracket_test

import (
	"fmt"
	"testing"

	"tourney/internal/pairing/bracket"
)

// TestDrawing: every slot stands once, right of the slots that feed it, at a
// height of its own in its column, and a winner's line meets in the middle.
func TestDrawing(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 40; n++ {
		for option := range 3 {
			spec := bracket.Spec{Kind: bracket.SingleElimination, Entrants: n, ThirdPlace: true, Reseed: option == 1}
			if option == 2 {
				spec = bracket.Spec{Kind: bracket.DoubleElimination, Entrants: n, Reset: true}
			}
			b, err := bracket.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			s, err := b.State(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			d := b.Drawing()
			x, y := map[string]int{}, map[string]int{}
			used := map[string]bool{}
			for _, c := range d.Columns {
				for _, p := range c.Slots {
					spot := fmt.Sprintf("%c %d %d", c.Side, c.X, p.Y)
					if _, twice := x[p.Slot]; twice || used[spot] || c.X < 0 || p.Y < 1 {
						t.Fatalf("%+v: %s stands badly at %s", spec, p.Slot, spot)
					}
					used[spot] = true
					x[p.Slot], y[p.Slot] = c.X, p.Y
				}
			}
			feeds := map[string][]int{}
			lines := 0
			for _, m := range s.Matches() {
				for _, seat := range m.Seats {
					if seat.Feed.Slot != "" {
						lines++
					}
				}
			}
			for _, l := range d.Lines {
				m, _ := s.Match(l.To)
				if want := (bracket.Feed{Source: bracket.WinnerOf, Slot: l.From}); !l.Loser && m.Seats[l.Seat].Feed != want {
					t.Fatalf("%+v: line %+v, seat %+v", spec, l, m.Seats[l.Seat])
				}
				if x[l.From] >= x[l.To] {
					t.Fatalf("%+v: line %+v leads from column %d to %d", spec, l, x[l.From], x[l.To])
				}
				if from, _ := s.Match(l.From); !l.Loser && from.Side == m.Side && m.Side != bracket.Final {
					feeds[l.To] = append(feeds[l.To], y[l.From])
				}
			}
			if len(x) != len(s.Matches()) || len(d.Lines) != lines {
				t.Fatalf("%+v: %d slots and %d lines drawn, want %d and %d", spec, len(x), len(d.Lines), len(s.Matches()), lines)
			}
			for slot, ys := range feeds {
				sum := 0
				for _, v := range ys {
					sum += v
				}
				if sum != y[slot]*len(ys) {
					t.Fatalf("%+v: %s stands at %d, its feeds at %v", spec, slot, y[slot], ys)
				}
			}
		}
	}
}
