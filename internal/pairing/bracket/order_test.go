package bracket_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing/bracket"
)

func seatsOf(first []bracket.Pair) (seats []int) {
	for _, p := range first {
		seats = append(seats, p[0], p[1])
	}
	return seats
}

func TestStandardOrder(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]int{
		2:  {1, 2},
		3:  {1, 0, 2, 3},
		4:  {1, 4, 2, 3},
		5:  {1, 0, 4, 5, 2, 0, 3, 0},
		8:  {1, 8, 4, 5, 2, 7, 3, 6},
		16: {1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11},
	} {
		if got := seatsOf(bracket.StandardOrder(n)); !slices.Equal(got, want) {
			t.Errorf("%d entrants: %v, want %v", n, got, want)
		}
	}
}

// TestSeparateGroups: in every part of the bracket, halves and halves of halves,
// the two sides hold equally many of each group, or one more; byes stay with the
// best seeds; and neighbouring seeds stay on different sides.
func TestSeparateGroups(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(1, 40).Draw(t, "half the entrants")
		groups := rapid.IntRange(1, n).Draw(t, "groups")
		group := rapid.SliceOfN(rapid.IntRange(0, groups), n, n).Draw(t, "group")
		first, err := bracket.SeparateGroups(group)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bracket.New(bracket.Spec{Kind: bracket.SingleElimination, Entrants: n, First: first})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range first {
			if p[1] == 0 && p[0] > b.Size()-n {
				t.Fatalf("seed %d has a bye of %d in %v", p[0], b.Size()-n, first)
			}
		}
		halves := [2]map[int]int{{}, {}}
		seats := seatsOf(first)
		for i, e := range seats {
			if e > 0 && group[e-1] > 0 {
				halves[i/(len(seats)/2)][group[e-1]]++
			}
		}
		for g := 1; g <= groups; g++ {
			if d := halves[0][g] - halves[1][g]; d < -1 || d > 1 {
				t.Fatalf("group %d has %d and %d in the halves of %v", g, halves[0][g], halves[1][g], first)
			}
		}
		for e := 1; e < n; e += 2 {
			if slices.Index(seats, e)/(len(seats)/2) == slices.Index(seats, e+1)/(len(seats)/2) {
				t.Fatalf("seeds %d and %d are in one half of %v", e, e+1, first)
			}
		}
	})
}

// TestSeparatePairsOfGroups: where each group sends two, an even number is
// always parted; of an odd number one pair may stay together, so that the byes
// stay with the best seeds.
func TestSeparatePairsOfGroups(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 70).Draw(t, "entrants")
		seeds := rapid.Permutation(rangeFrom(1, n)).Draw(t, "order")
		group := make([]int, n)
		for i, e := range seeds[:n-n%2] {
			group[e-1] = i/2 + 1
		}
		first, err := bracket.SeparateGroups(group)
		if err != nil {
			t.Fatal(err)
		}
		seats := seatsOf(first)
		size := len(seats)
		for _, p := range first {
			if p[1] == 0 && p[0] > size-n {
				t.Fatalf("seed %d has one of %d byes in %v", p[0], size-n, first)
			}
		}
		together := 0
		for i := 0; i+1 < n; i += 2 {
			x, y := slices.Index(seats, seeds[i]), slices.Index(seats, seeds[i+1])
			if x/(size/2) == y/(size/2) {
				together++
			}
		}
		if together > n%2 {
			t.Fatalf("%d pairs share a half of %v, groups %v", together, first, group)
		}
	})
}

func rangeFrom(low, high int) (list []int) {
	for v := low; v <= high; v++ {
		list = append(list, v)
	}
	return list
}

// TestSeparateFourGroupsOfFour: four of one group end in four quarters.
func TestSeparateFourGroupsOfFour(t *testing.T) {
	t.Parallel()
	first, err := bracket.SeparateGroups([]int{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	seats := seatsOf(first)
	for q := range 4 {
		seen := map[int]bool{}
		for _, e := range seats[4*q : 4*q+4] {
			seen[(e-1)%4] = true
		}
		if len(seen) != 4 {
			t.Errorf("quarter %d of %v has two of one group", q+1, seats)
		}
	}
}

// TestSeparateWithoutGroups: without groups the order is the standard one.
func TestSeparateWithoutGroups(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 130; n++ {
		first, err := bracket.SeparateGroups(make([]int, n))
		if err != nil {
			t.Fatal(err)
		}
		if want := bracket.StandardOrder(n); !slices.Equal(first, want) {
			t.Errorf("%d entrants: %v, want %v", n, first, want)
		}
	}
	_, err := bracket.SeparateGroups([]int{1})
	checkRefusal(t, "one entrant", err, bracket.BadSize)
}

func TestFirstRoundFromRows(t *testing.T) {
	t.Parallel()
	pair := func(slot string, x, y int) bracket.Result {
		return bracket.Result{Slot: slot, Seats: bracket.Pair{x, y}}
	}
	for _, c := range []struct {
		name string
		n    int
		rows []bracket.Result
		want []bracket.Pair
		code bracket.Code
	}{
		{"no rows", 4, nil, nil, ""},
		{"the order of the rows", 4, []bracket.Result{pair("", 1, 2), pair("", 3, 4)}, []bracket.Pair{{1, 2}, {3, 4}}, ""},
		{"byes among the rows", 3, []bracket.Result{pair("", 2, 3), pair("", 1, 0)}, []bracket.Pair{{2, 3}, {1, 0}}, ""},
		{"slots", 4, []bracket.Result{pair("W1-2", 1, 2), pair("W1-1", 3, 4)}, []bracket.Pair{{3, 4}, {1, 2}}, ""},
		{"slots and order", 6, []bracket.Result{pair("", 1, 2), pair("W1-1", 3, 4), pair("", 5, 6)}, []bracket.Pair{{3, 4}, {1, 2}, {5, 6}}, ""},
		{"only the matches of the standard order", 5, []bracket.Result{pair("", 5, 4)}, nil, ""},
		{"the same with its slot", 5, []bracket.Result{pair("W1-2", 4, 5), pair("W1-1", 1, 0)}, nil, ""},
		{"a match of another order", 5, []bracket.Result{pair("", 1, 2)}, nil, bracket.BadFirstRound},
		{"a match in another slot", 5, []bracket.Result{pair("W1-1", 4, 5)}, nil, bracket.BadFirstRound},
		{"a match of the second round", 5, []bracket.Result{pair("", 4, 5), pair("", 3, 2)}, nil, ""},
		{"the same with slots", 5, []bracket.Result{pair("W1-2", 4, 5), pair("W2-2", 2, 3)}, nil, ""},
		{"a bye with somebody who has none", 5, []bracket.Result{pair("", 4, 5), pair("", 3, 4)}, nil, bracket.BadFirstRound},
		{"a bye without claim", 5, []bracket.Result{pair("", 4, 0)}, nil, bracket.BadFirstRound},
		{"slot zero", 4, []bracket.Result{pair("W1-0", 1, 2), pair("W1-1", 3, 4)}, nil, bracket.UnknownSlot},
		{"a slot beyond all", 4, []bracket.Result{pair("W1-99999999999", 1, 2)}, nil, bracket.UnknownSlot},
		{"a slot beyond the entrants", 4, []bracket.Result{pair("W1-3", 1, 2), pair("W1-2", 3, 4)}, nil, bracket.UnknownSlot},
		{"a slot twice", 4, []bracket.Result{pair("W1-1", 1, 2), pair("W1-1", 3, 4)}, nil, bracket.SlotTaken},
		{"too many rows", 4, make([]bracket.Result, 2049), nil, bracket.BadFirstRound},
		{"too few entrants", 1, nil, nil, bracket.BadSize},
	} {
		got, err := bracket.FirstRound(c.n, c.rows)
		if c.code != "" {
			checkRefusal(t, c.name, err, c.code)
		} else if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v (%v), want %v", c.name, got, err, c.want)
		}
	}
}

// TestAnyFirstRoundIsPlayed: also a first round whose length is no power of two,
// or whose byes stand side by side, comes to its end.
func TestAnyFirstRoundIsPlayed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "entrants")
		order := rapid.Permutation(rangeFrom(1, n)).Draw(t, "order")
		var first []bracket.Pair
		for i := 0; i < n; i++ {
			p := bracket.Pair{order[i], 0}
			if i+1 < n && rapid.Bool().Draw(t, "match") {
				i++
				p[1] = order[i]
			}
			first = append(first, p)
		}
		spec := bracket.Spec{Kind: bracket.SingleElimination, Entrants: n, First: first}
		matches := n - 1
		switch rapid.IntRange(0, 2).Draw(t, "option") {
		case 0:
			spec.Reseed = true
		case 1:
			spec.Kind = bracket.DoubleElimination
			matches = 2*n - 2
		}
		b, err := bracket.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		var played []bracket.Result
		for {
			s, err := b.State(played, nil)
			if err != nil {
				t.Fatal(err)
			}
			round := s.NextRound()
			if len(round.Matches) == 0 {
				if !s.Finished() || s.Champion() == 0 || len(played) != matches || b.Matches() != matches {
					t.Fatalf("%v: %d of %d matches, announced %d, champion %d", first, len(played), matches, b.Matches(), s.Champion())
				}
				return
			}
			for _, p := range round.Matches {
				played = append(played, bracket.Result{Slot: p.Slot, Seats: p.Seats, Outcome: bracket.SecondWon})
			}
		}
	})
}
