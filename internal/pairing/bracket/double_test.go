package bracket_test

import (
	"fmt"
	"testing"

	"tourney/internal/pairing/bracket"
)

// TestRematchOnlyWhereUnavoidable: up to a round of the losers' side in which 2^j
// slots are left, the losers of as many W rounds as have dropped by then must be
// kept apart, at least one slot for each round; where there are enough slots, no
// two who met on the winners' side may meet again.
func TestRematchOnlyWhereUnavoidable(t *testing.T) {
	t.Parallel()
	for k := 2; k <= 12; k++ {
		b, err := bracket.New(bracket.Spec{Kind: bracket.DoubleElimination, Entrants: 1 << k})
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.State(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		winnerTo, loserTo := map[string]string{}, map[string]string{}
		round := map[string]int{}
		for _, m := range s.Matches() {
			if m.Side == bracket.Losers {
				round[m.Slot] = m.Round
			}
			for _, seat := range m.Seats {
				switch seat.Feed.Source {
				case bracket.WinnerOf:
					winnerTo[seat.Feed.Slot] = m.Slot
				case bracket.LoserOf:
					loserTo[seat.Feed.Slot] = m.Slot
				}
			}
		}
		// One lost round t in slot a to another, who lost round u later on.
		for t1 := 1; t1 < k; t1++ {
			for a := range 1 << (k - t1) {
				for u := t1 + 1; u <= k; u++ {
					x := loserTo[fmt.Sprintf("W%d-%d", t1, a+1)]
					y := loserTo[fmt.Sprintf("W%d-%d", u, a>>(u-t1)+1)]
					for x != y {
						if round[x] <= round[y] {
							x = winnerTo[x]
						} else {
							y = winnerTo[y]
						}
					}
					// In L(2v−2) the losers of v rounds are there, in L(2v−3) those of v−1.
					v := round[x]/2 + 1
					dropped := v
					if round[x]%2 == 1 {
						v++
						dropped = v - 1
					}
					if slots := 1 << (k - v); dropped <= slots {
						t.Fatalf("size 2^%d: losers of W%d and W%d meet again in %s, where %d slots hold the losers of %d rounds", k, t1, u, x, slots, dropped)
					}
				}
			}
		}
	}
}

// TestDoubleEliminationOfEight compares the lines with the plain listing.
func TestDoubleEliminationOfEight(t *testing.T) {
	t.Parallel()
	b, err := bracket.New(bracket.Spec{Kind: bracket.DoubleElimination, Entrants: 8, Reset: true})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]string{}
	s, err := b.State(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Matches() {
		var seats [2]string
		for i, seat := range m.Seats {
			switch seat.Feed.Source {
			case bracket.Seeded:
				seats[i] = fmt.Sprint(seat.Entrant)
			case bracket.WinnerOf:
				seats[i] = "+" + seat.Feed.Slot
			case bracket.LoserOf:
				seats[i] = "-" + seat.Feed.Slot
			}
		}
		got[m.Slot] = seats
	}
	want := map[string][2]string{
		"W1-1": {"1", "8"}, "W1-2": {"4", "5"}, "W1-3": {"2", "7"}, "W1-4": {"3", "6"},
		"W2-1": {"+W1-1", "+W1-2"}, "W2-2": {"+W1-3", "+W1-4"}, "W3-1": {"+W2-1", "+W2-2"},
		"L1-1": {"-W1-1", "-W1-2"}, "L1-2": {"-W1-3", "-W1-4"},
		"L2-1": {"-W2-2", "+L1-1"}, "L2-2": {"-W2-1", "+L1-2"},
		"L3-1": {"+L2-1", "+L2-2"}, "L4-1": {"-W3-1", "+L3-1"},
		"F": {"+W3-1", "+L4-1"}, "F2": {"-F", "+F"},
	}
	if len(got) != len(want) {
		t.Errorf("%d slots, want %d", len(got), len(want))
	}
	for slot, seats := range want {
		if got[slot] != seats {
			t.Errorf("%s: %v, want %v", slot, got[slot], seats)
		}
	}
}

// TestEmptySeatsOfTheLosersSide: with nine entrants only one match of the first
// round is played; its loser passes a whole round, and nobody waits for a bye.
func TestEmptySeatsOfTheLosersSide(t *testing.T) {
	t.Parallel()
	g := start(t, bracket.Spec{Kind: bracket.DoubleElimination, Entrants: 9})
	var perRound []int
	for before := 0; g.next(t, better); before = g.matches {
		perRound = append(perRound, g.matches-before)
	}
	// W1; W2; two of W3, the one of L2 that has two entrants, and the one of L3
	// whose entrants both passed L2; W4, the other of L3, one of L4; the other of
	// L4; L5; L6; the final.
	want := []int{1, 4, 4, 3, 1, 1, 1, 1}
	if fmt.Sprint(perRound) != fmt.Sprint(want) {
		t.Errorf("matches per round %v, want %v", perRound, want)
	}
}
