package structure

import (
	"slices"
	"testing"

	"tourney/internal/results"
)

// bestOfThree is first to two wins with a round clock, drawn matches allowed.
func bestOfThree() Structure {
	return Structure{
		Match: results.MatchRules{GamesToWin: 2, DrawnGame: "counts_for_nobody", DrawnMatch: "allowed", AgreedDraw: "allowed",
			Concession: "allowed", ConcessionUntil: "recorded"},
		Timing:       results.Timing{Mode: "round_clock", Minutes: 50, ExtraTurns: 5, UnfinishedGame: "draw"},
		ByeGames:     [2]int{2, 0},
		MatchSection: "match", TimingSection: "timing",
	}
}

func TestScoresOfABestOfThree(t *testing.T) {
	t.Parallel()
	s := bestOfThree()
	for _, c := range []struct {
		won   []int
		drawn int
		ok    bool
	}{
		{[]int{2, 0}, 0, true}, {[]int{2, 1}, 0, true}, {[]int{1, 1}, 0, true}, {[]int{1, 1}, 1, true},
		{[]int{1, 0}, 0, true}, {[]int{2, 0}, 1, true}, {[]int{0, 0}, 3, true}, {[]int{2, 1}, 7, true},
		{[]int{3, 0}, 0, false}, {[]int{2, 2}, 0, false}, {[]int{-1, 2}, 0, false}, {[]int{1000000, 0}, 0, false},
		{[]int{0, 0}, 0, false}, {[]int{2}, 0, false}, {[]int{0, 0}, -1, false}, {[]int{1, 1}, 100, false},
	} {
		d, err := s.FromRow(Row{Seats: 2, Won: c.won, Drawn: c.drawn})
		if (err == nil) != c.ok {
			t.Errorf("%v, %d drawn: %v", c.won, c.drawn, err)
		}
		if c.ok && (d.Result == nil || !slices.Equal(d.Result.Won, c.won)) {
			t.Errorf("%v, %d drawn: %+v", c.won, c.drawn, d)
		}
	}
}
