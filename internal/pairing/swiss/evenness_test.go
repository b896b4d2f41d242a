package swiss

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkEven compares counts with the shares they should have, by chi-square:
// the mean is the number of degrees of freedom, and eight standard deviations
// above it do not happen by chance.
func checkEven(t *testing.T, name string, counts []int, shares []float64) {
	t.Helper()
	total := 0
	for _, c := range counts {
		total += c
	}
	chi, freedom := 0.0, -1.0
	for i, share := range shares {
		want := share * float64(total)
		if share == 0 {
			if counts[i] > 0 {
				t.Errorf("%s: case %d never happens, counted %d", name, i, counts[i])
			}
			continue
		}
		d := float64(counts[i]) - want
		chi += d * d / want
		freedom++
	}
	if bound := freedom + 8*math.Sqrt(2*freedom) + 8; chi > bound {
		t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom, bound %.1f; %v", name, chi, freedom, bound, counts)
	}
}

func equal(n int) []float64 {
	return slices.Repeat([]float64{1 / float64(n)}, n)
}

// In a small field every best pairing is equally likely.
func TestSmallFieldsAreEven(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(41, 42))
	for fields := 0; fields < 25; {
		in := randomInput(random, 4+random.IntN(7))
		in.Options.Rematch, in.Options.ByeTo = RematchOnlyIfForced, ByeToLowest
		_, ways := leastValue(&in, -1)
		if ways < 2 || ways > 60 {
			continue
		}
		fields++
		seen := map[string]int{}
		for seed := range 40 * ways {
			in.Options.Seed = seed
			r := mustPair(t, in)
			var tables [][2]int
			for _, table := range r.Tables {
				tables = append(tables, [2]int{min(table.A, table.B), max(table.A, table.B)})
			}
			slices.SortFunc(tables, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
			seen[fmt.Sprint(tables)]++
		}
		var counts []int
		for _, c := range seen {
			counts = append(counts, c)
		}
		if len(counts) != int(ways) {
			t.Errorf("%d of %d best pairings were made", len(counts), ways)
			continue
		}
		checkEven(t, fmt.Sprintf("%+v", in), counts, equal(len(counts)))
	}
}

// In a larger field of equal points with a history, the opponents of entrant 0
// come as often as in a list of all pairings.
func TestHistoryIsEven(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(43, 44))
	const n = 18
	for range 3 {
		in := Input{Entrants: make([]Entrant, n)}
		var met [n]uint32
		for range 9 {
			order := random.Perm(n)
			for i := 0; i < n; i += 2 {
				a, b := order[i], order[i+1]
				in.Entrants[a].Met = append(in.Entrants[a].Met, b)
				met[a], met[b] = met[a]|1<<b, met[b]|1<<a
			}
		}
		ways := make([]float64, 1<<n)
		ways[0] = 1
		for set := uint32(1); set < 1<<n; set++ {
			a := bits.TrailingZeros32(set)
			for others := set &^ (1 << a) &^ met[a]; others != 0; others &= others - 1 {
				ways[set] += ways[set&^(1<<a)&^(others&-others)]
			}
		}
		shares := make([]float64, n)
		for b := 1; b < n; b++ {
			if met[0]>>b&1 == 0 {
				shares[b] = ways[(1<<n-1)&^1&^(1<<b)] / ways[1<<n-1]
			}
		}
		counts := make([]int, n)
		for seed := range uint64(4000) {
			in.Options.Seed = seed
			counts[opponent(mustPair(t, in), 0)]++
		}
		checkEven(t, "opponents", counts, shares)
	}
}

// opponent returns who plays i, or −1 for the bye.
func opponent(r Result, i int) int {
	for _, table := range r.Tables {
		if table.A == i {
			return table.B
		}
		if table.B == i {
			return table.A
		}
	}
	return -1
}

// In large classes, of which only a core is paired by the matching, it is as
// likely for one as for another to sit out, to be paired down or up, and to be
// the opponent of entrant 0.
func TestLargeClassesAreEven(t *testing.T) {
	t.Parallel()
	const upper, lower = 61, 70
	in := Input{Entrants: make([]Entrant, upper+lower)}
	for i := range upper {
		in.Entrants[i].Points = 3
	}
	for i := upper; i < upper+lower/2; i++ {
		in.Entrants[i].Byes = 1
	}
	down, up := make([]int, upper), make([]int, lower)
	idle, against := make([]int, lower), make([]int, upper)
	const rounds = 6000
	for seed := range uint64(rounds) {
		in.Options.Seed = seed
		r := mustPair(t, in)
		idle[r.Bye.Entrant-upper]++
		for _, table := range r.Tables {
			if table.A < upper && table.B >= upper {
				down[table.A]++
				up[table.B-upper]++
			}
		}
		if o := opponent(r, 0); o < upper {
			against[o]++
		}
	}
	checkEven(t, "paired down", down, equal(upper))
	checkEven(t, "opponent of 0", against[1:], equal(upper-1))
	free := make([]float64, lower)
	for i := lower / 2; i < lower; i++ {
		free[i] = 2.0 / lower
	}
	checkEven(t, "bye", idle, free)
	// Who had a bye is paired up with chance 1/lower · lower/(lower−1): one of
	// the others sits out before.
	shares := make([]float64, lower)
	for i := range shares {
		shares[i] = 1.0 / (lower - 1)
		if i >= lower/2 {
			shares[i] *= 1 - 2.0/lower
		}
	}
	checkEven(t, "paired up", up, shares)
}

// The drawn bye goes to everyone without one alike, whatever the points.
func TestDrawnByeIsEven(t *testing.T) {
	t.Parallel()
	for _, n := range []int{7, 41} {
		in := Input{Entrants: make([]Entrant, n)}
		shares := make([]float64, n)
		for i := range in.Entrants {
			in.Entrants[i].Points = int64(i % 5)
			shares[i] = 1 / float64(n-2)
		}
		in.Entrants[0].Byes, shares[0] = 1, 0
		in.Entrants[3].Byes, shares[3] = 2, 0
		in.Options.ByeTo = ByeToRandom
		counts := make([]int, n)
		for seed := range uint64(100 * n) {
			in.Options.Seed = seed
			counts[mustPair(t, in).Bye.Entrant]++
		}
		checkEven(t, "drawn bye", counts, shares)
	}
}
