package bracket_test

import (
	"fmt"
	"testing"

	"tourney/internal/pairing/bracket"
)

// TestReasons: what players are told, in whole sentences.
func TestReasons(t *testing.T) {
	t.Parallel()
	name := func(e int) string { return fmt.Sprintf("N%d", e) }
	won := func(x, y int) bracket.Result {
		return bracket.Result{Seats: bracket.Pair{x, y}, Outcome: bracket.FirstWon}
	}
	single, double := bracket.SingleElimination, bracket.DoubleElimination
	for _, c := range []struct {
		spec  bracket.Spec
		rows  []bracket.Result
		left  []int
		slot  string
		codes string
		text  string
	}{
		{bracket.Spec{Kind: single, Entrants: 3}, nil, nil, "W1-2",
			"bracket_seeds", "Seed 2 (N2) meets seed 3 (N3) by the order of the bracket."},
		{bracket.Spec{Kind: single, Entrants: 3}, nil, nil, "W1-1",
			"bracket_bye_seed", "N1 has the first round free: the field does not fill the bracket, and the seats that are missing are byes."},
		{bracket.Spec{Kind: single, Entrants: 4}, []bracket.Result{won(4, 1), won(2, 3)}, nil, "W2-1",
			"bracket_won bracket_won", "N4 moved on from W1-1. N2 moved on from W1-2."},
		{bracket.Spec{Kind: single, Entrants: 4, ThirdPlace: true}, []bracket.Result{won(4, 1), won(2, 3)}, nil, "P3",
			"bracket_lost bracket_lost", "N1 lost W1-1 and plays on. N3 lost W1-2 and plays on."},
		{bracket.Spec{Kind: single, Entrants: 4, Reseed: true}, []bracket.Result{won(4, 1), won(2, 3)}, nil, "W2-1",
			"bracket_reseeded", "The round is paired anew, best remaining seed against worst: seed 2 (N2) meets seed 4 (N4)."},
		{bracket.Spec{Kind: double, Entrants: 2, Reset: true}, []bracket.Result{won(1, 2), won(2, 1)}, nil, "F2",
			"bracket_reset", "N2 won the first final from the losers' side, so both have lost once and play again."},
		{bracket.Spec{Kind: single, Entrants: 8}, []bracket.Result{{Seats: bracket.Pair{4, 5}, Outcome: bracket.NobodyWon}, won(1, 8), won(2, 7), won(3, 6)}, nil, "W2-1",
			"bracket_bye_no_show", "N1 moves on: nobody comes from W1-2."},
		{bracket.Spec{Kind: single, Entrants: 8, Reseed: true}, []bracket.Result{{Seats: bracket.Pair{4, 5}, Outcome: bracket.NobodyWon}, won(1, 8), won(2, 7), won(3, 6)}, nil, "W2-1",
			"bracket_bye_no_show", "N1 moves on: both entrants of a match before lost it, and a seat stays empty."},
		{bracket.Spec{Kind: single, Entrants: 4}, nil, []int{3}, "W1-2",
			"bracket_bye_left", "N2 moves on: N3 left the event."},
		{bracket.Spec{Kind: single, Entrants: 8, Drop: bracket.HighestRemaining}, nil, []int{6}, "W1-1",
			"bracket_bye_best_seed", "N1 moves on: somebody left, and the best remaining seed has the free pass."},
		{bracket.Spec{Kind: single, Entrants: 8, Drop: bracket.HighestRemaining}, nil, []int{6}, "W1-4",
			"bracket_moved", "N8 took the seat of N6, who left; the best remaining seed has the free pass."},
	} {
		g := start(t, c.spec)
		g.rows, g.left = c.rows, c.left
		round := g.state(t).NextRound()
		codes, text, found := "", "", false
		for _, p := range append(round.Matches, round.Byes...) {
			if p.Slot != c.slot {
				continue
			}
			found = true
			for i, r := range p.Reasons {
				if i > 0 {
					codes, text = codes+" ", text+" "
				}
				codes += r.Code
				text += r.Text(name)
			}
		}
		if !found || codes != c.codes || text != c.text {
			t.Errorf("%+v, %s: %q %q, want %q %q", c.spec, c.slot, codes, text, c.codes, c.text)
		}
	}
}
