package swiss

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// value holds the criteria of a pairing, the most important first. It is
// computed from the input by the definitions alone.
type value [8]int64

func (v value) plus(w value) value {
	for i := range v {
		v[i] += w[i]
	}
	return v
}

// criteria returns the value of one table, or of the bye where b is −1.
func criteria(in *Input, a, b int) value {
	opts := &in.Options
	rank := func(i int) int64 {
		better := 0
		for k := range in.Entrants {
			if in.Entrants[k].Rank < in.Entrants[i].Rank {
				better++
			}
		}
		return int64(better)
	}
	ranked := opts.ByRank || opts.Within == WithinRank
	var repeat, bye, gap, down, club, lowRank, ranks int64
	if b < 0 {
		e := &in.Entrants[a]
		if e.Byes > 0 {
			repeat = 1
		}
		if opts.ByeTo == ByeToLowest {
			bye = e.Points
		}
		if ranked {
			lowRank = -rank(a)
		}
	} else {
		x, y := &in.Entrants[a], &in.Entrants[b]
		if slices.Contains(x.Met, b) || slices.Contains(y.Met, a) {
			repeat = 1
		}
		gap = (x.Points - y.Points) * (x.Points - y.Points)
		if gap > 0 {
			down = 1
		}
		if x.Club != 0 && x.Club == y.Club {
			club = 1
		}
		if ranked {
			d := rank(a) - rank(b)
			ranks = d * d
		}
	}
	switch {
	case opts.ByRank && opts.Apart != ApartNot:
		return value{repeat, bye, lowRank, ranks, club}
	case opts.ByRank:
		return value{repeat, bye, lowRank, ranks}
	case opts.Apart == ApartStrong:
		return value{repeat, bye, club, gap, 0, down, lowRank, ranks}
	case opts.Apart == ApartSoft:
		return value{repeat, bye, 0, gap, club, down, lowRank, ranks}
	}
	return value{repeat, bye, 0, gap, 0, down, lowRank, ranks}
}

// leastValue tries every pairing, with the bye for the given entrant or, if
// that is −1, for any, and returns the best value and the number of pairings
// that have it.
func leastValue(in *Input, bye int) (value, uint64) {
	n := len(in.Entrants)
	size := n + n%2
	table := make([][]value, size)
	for a := range size {
		table[a] = make([]value, size)
		for b := a + 1; b < n; b++ {
			table[a][b] = criteria(in, a, b)
		}
		if size > n && a < n {
			table[a][n] = criteria(in, a, -1)
		}
	}
	best := make([]value, 1<<size)
	ways := make([]uint64, 1<<size)
	ways[0] = 1
	for set := uint(1); set < 1<<size; set++ {
		a := bits.TrailingZeros(set)
		for b := a + 1; b < size; b++ {
			rest := set &^ (1<<a | 1<<b)
			if set>>b&1 == 0 || ways[rest] == 0 || b == n && bye >= 0 && a != bye {
				continue
			}
			v := table[a][b].plus(best[rest])
			order := slices.Compare(v[:], best[set][:])
			if ways[set] == 0 || order < 0 {
				best[set], ways[set] = v, 0
				order = 0
			}
			if order == 0 {
				ways[set] += ways[rest]
			}
		}
	}
	return best[1<<size-1], ways[1<<size-1]
}

// valueOf adds up a result, after checking that everyone stands there once.
func valueOf(in *Input, r *Result) (value, error) {
	var sum value
	seen := make([]bool, len(in.Entrants))
	take := func(i int) error {
		if i < 0 || i >= len(seen) || seen[i] {
			return fmt.Errorf("entrant %d is missing from the input or stands there twice", i)
		}
		seen[i] = true
		return nil
	}
	for _, t := range r.Tables {
		for _, i := range []int{t.A, t.B} {
			if err := take(i); err != nil {
				return sum, err
			}
		}
		sum = sum.plus(criteria(in, t.A, t.B))
	}
	if r.Bye != nil {
		if err := take(r.Bye.Entrant); err != nil {
			return sum, err
		}
		sum = sum.plus(criteria(in, r.Bye.Entrant, -1))
	}
	if i := slices.Index(seen, false); i >= 0 {
		return sum, fmt.Errorf("entrant %d is not paired", i)
	}
	return sum, nil
}

// randomInput makes up a field: with a history of whole rounds, or of any
// matches at all; with few different points, or many.
func randomInput(random *rand.Rand, n int) Input {
	in := Input{Entrants: make([]Entrant, n)}
	in.Options = Options{
		Seed:    random.Uint64(),
		Within:  Within(random.IntN(3) / 2),
		Rematch: Rematch(random.IntN(4) / 3),
		Apart:   Apart(random.IntN(3)),
		ByeTo:   ByeTo(random.IntN(4) / 3),
		ByRank:  random.IntN(6) == 0,
	}
	spread := 1 + random.IntN(10)
	clubs := 1 + random.IntN(n+1)
	byes := random.IntN(3)
	for i := range in.Entrants {
		e := &in.Entrants[i]
		e.Points = random.Int64N(int64(spread))
		e.Rank = 1 + random.IntN(n)
		e.Club = random.IntN(clubs)
		if random.IntN(3) < byes {
			e.Byes = random.IntN(3)
		}
	}
	meet := func(a, b int) {
		in.Entrants[a].Met = append(in.Entrants[a].Met, b)
		if random.IntN(10) > 0 {
			in.Entrants[b].Met = append(in.Entrants[b].Met, a)
		}
	}
	if random.IntN(2) == 0 {
		for range random.IntN(n) {
			order := random.Perm(n)
			for k := 0; k+1 < n; k += 2 {
				meet(order[k], order[k+1])
			}
		}
	} else {
		density := random.Float64()
		for a := range n {
			for b := range a {
				if random.Float64() < density {
					meet(a, b)
				}
			}
		}
	}
	return in
}

// checkAgainstOracle pairs the input and compares with every pairing there is.
func checkAgainstOracle(t *testing.T, in Input) {
	t.Helper()
	n := len(in.Entrants)
	best, _ := leastValue(&in, -1)
	r, err := Pair(in)
	if refusal, ok := err.(*Refusal); ok {
		if n < 2 && refusal.Code == TooFew {
			return
		}
		if in.Options.Rematch != RematchNever || best[0] == 0 {
			t.Fatalf("refused although a pairing with %d repeats exists: %v\n%+v", best[0], err, in)
		}
		if got := int64(refusal.Rematches + refusal.SecondByes); got != best[0] {
			t.Fatalf("refusal counts %d repeats, the best pairing has %d\n%+v", got, best[0], in)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v\n%+v", err, in)
	}
	if in.Options.Rematch == RematchNever && best[0] > 0 {
		t.Fatalf("paired although every pairing repeats something\n%+v", in)
	}
	got, err := valueOf(&in, &r)
	if err != nil {
		t.Fatalf("%v\n%+v", err, in)
	}
	if in.Options.ByeTo == ByeToRandom && n%2 == 1 {
		if got[0] != best[0] {
			t.Fatalf("%d repeats, want %d\n%+v", got[0], best[0], in)
		}
		best, _ = leastValue(&in, r.Bye.Entrant)
	}
	if got != best {
		t.Fatalf("value %v, want %v\n%+v\n%+v", got, best, in, r.Tables)
	}
	if !r.Quality.Optimal {
		t.Fatalf("not proved\n%+v", in)
	}
	q := &r.Quality
	if int64(q.Rematches+q.SecondByes) != got[0] {
		t.Fatalf("quality %+v, value %v", q, got)
	}
	if !in.Options.ByRank && (q.SquaredGap.Int64() != got[3] || int64(q.PairDowns) != got[5]) {
		t.Fatalf("quality %+v, value %v", q, got)
	}
}

func TestPairAgainstEveryPairing(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 110000 {
		checkAgainstOracle(t, randomInput(random, 2+random.IntN(7)))
	}
	for range 3000 {
		checkAgainstOracle(t, randomInput(random, 9+random.IntN(2)))
	}
}
