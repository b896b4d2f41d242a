package swiss

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// simulate plays an event: every round is paired by Pair, a stronger entrant
// wins more often, one match in twenty is drawn. Points are 3, 1 and 0, a bye
// is 3.
func simulate(tb testing.TB, n, rounds int, seed uint64) Input {
	tb.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = random.NormFloat64()
	}
	in := Input{Entrants: make([]Entrant, n)}
	for i := range in.Entrants {
		in.Entrants[i].Rank = i + 1
		in.Entrants[i].Met = make([]int, 0, rounds)
	}
	for round := range rounds {
		in.Options.Seed = seed + uint64(round)
		r, err := Pair(in)
		if err != nil {
			tb.Fatal(err)
		}
		for _, t := range r.Tables {
			a, b := &in.Entrants[t.A], &in.Entrants[t.B]
			a.Met, b.Met = append(a.Met, t.B), append(b.Met, t.A)
			switch luck := strength[t.A] - strength[t.B] + random.NormFloat64(); {
			case random.IntN(20) == 0:
				a.Points, b.Points = a.Points+1, b.Points+1
			case luck > 0:
				a.Points += 3
			default:
				b.Points += 3
			}
		}
		if r.Bye != nil {
			in.Entrants[r.Bye.Entrant].Points += 3
			in.Entrants[r.Bye.Entrant].Byes++
		}
	}
	return in
}

// scattered is a field with so many different points that hardly anybody has an
// opponent of equal points left: scores from 0 to 300, and rounds spent against
// neighbours in points.
func scattered(n, rounds int, seed uint64) Input {
	random := rand.New(rand.NewPCG(seed, 2))
	in := Input{Entrants: make([]Entrant, n)}
	for i := range in.Entrants {
		in.Entrants[i] = Entrant{Points: int64(i * 301 / n), Rank: n - i}
	}
	order := make([]int, n)
	for range rounds {
		for i := range order {
			order[i] = i
		}
		for i := range order {
			k := min(n-1, i+random.IntN(40))
			order[i], order[k] = order[k], order[i]
		}
		for i := 0; i+1 < n; i += 2 {
			a, b := order[i], order[i+1]
			in.Entrants[a].Met = append(in.Entrants[a].Met, b)
			in.Entrants[b].Met = append(in.Entrants[b].Met, a)
		}
	}
	return in
}

// rankByPoints ranks the entrants by points, and by index within them.
func rankByPoints(in *Input) {
	order := make([]int, len(in.Entrants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(in.Entrants[b].Points, in.Entrants[a].Points)
	})
	for k, i := range order {
		in.Entrants[i].Rank = k + 1
	}
}
