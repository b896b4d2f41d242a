package bracket_test

import (
	"testing"

	"tourney/internal/pairing/bracket"
)

// played builds a full bracket of the largest size and plays it.
func played(b *testing.B, kind bracket.Kind) *game {
	g := start(b, bracket.Spec{Kind: kind, Entrants: bracket.MaxEntrants})
	for g.next(b, better) {
	}
	return g
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bracket.New(bracket.Spec{Kind: bracket.DoubleElimination, Entrants: bracket.MaxEntrants, Reset: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkState(b *testing.B) {
	for name, kind := range map[string]bracket.Kind{"single": bracket.SingleElimination, "double": bracket.DoubleElimination} {
		b.Run(name, func(b *testing.B) {
			g := played(b, kind)
			b.ReportAllocs()
			for b.Loop() {
				s, err := g.b.State(g.rows, nil)
				if err != nil || s.Champion() != 1 || len(s.Places()) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCorrect(b *testing.B) {
	g := played(b, bracket.DoubleElimination)
	fix := g.rows[0]
	fix.Outcome = bracket.FirstWon + bracket.SecondWon - fix.Outcome
	b.ReportAllocs()
	for b.Loop() {
		c, err := g.b.Correct(g.rows, nil, fix)
		if err != nil || len(c.Archived) == 0 {
			b.Fatal(err)
		}
	}
}
