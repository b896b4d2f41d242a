package swiss

import (
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"tourney/internal/pairing/matching"
)

// played returns entrants with the given points who have met in the given
// matches; a match of one with himself is a bye.
func played(points []int64, matches ...[2]int) Input {
	in := Input{Entrants: make([]Entrant, len(points))}
	for i, p := range points {
		in.Entrants[i] = Entrant{Points: p, Rank: i + 1}
	}
	for _, m := range matches {
		a, b := &in.Entrants[m[0]], &in.Entrants[m[1]]
		if m[0] == m[1] {
			a.Byes++
			continue
		}
		a.Met, b.Met = append(a.Met, m[1]), append(b.Met, m[0])
	}
	return in
}

func mustPair(t *testing.T, in Input) Result {
	t.Helper()
	r, err := Pair(in)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Quality.Optimal {
		t.Fatalf("not proved: %+v", r)
	}
	return r
}

func TestPairRefusesFewerThanTwo(t *testing.T) {
	t.Parallel()
	for n := range 2 {
		_, err := Pair(Input{Entrants: make([]Entrant, n)})
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != TooFew || refusal.Entrants != n {
			t.Errorf("%d entrants: %v", n, err)
		}
		if !strings.Contains(err.Error(), "fewer than two") {
			t.Errorf("%d entrants: %q does not say what is wrong", n, err)
		}
	}
}

func TestPairTwo(t *testing.T) {
	t.Parallel()
	r := mustPair(t, played([]int64{0, 3}))
	if len(r.Tables) != 1 || r.Bye != nil || r.Tables[0].A != 1 || r.Tables[0].B != 0 {
		t.Fatalf("%+v", r)
	}
	again := played([]int64{0, 3}, [2]int{0, 1}, [2]int{0, 1})
	r = mustPair(t, again)
	if r.Quality.Rematches != 1 || r.Quality.SquaredGap.Int64() != 9 || r.Quality.PairDowns != 1 || r.Quality.LargestGap != 3 {
		t.Fatalf("%+v", r.Quality)
	}
	last := r.Tables[0].Reasons[len(r.Tables[0].Reasons)-1]
	if last.Code != RematchForced || last.Count != 2 {
		t.Fatalf("%+v", r.Tables[0].Reasons)
	}
	again.Options.Rematch = RematchNever
	_, err := Pair(again)
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Code != NoLegalPairing || refusal.Rematches != 1 || refusal.SecondByes != 0 {
		t.Fatalf("%v", err)
	}
}

// Three entrants can play three rounds, each idle once; then everything repeats.
func TestPairThree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		in := Input{Entrants: make([]Entrant, 3)}
		playOut(t, &in, 3, seed)
		r := mustPair(t, in)
		if r.Quality.SecondByes != 1 || r.Quality.Rematches != 1 {
			t.Fatalf("%+v", r.Quality)
		}
		if why := r.Bye.Reasons[0]; why.Code != SecondByeForced || why.Count != 1 {
			t.Fatalf("%+v", why)
		}
		in.Options.Rematch = RematchNever
		_, err := Pair(in)
		if refusal, ok := err.(*Refusal); !ok || refusal.Rematches != 1 || refusal.SecondByes != 1 {
			t.Fatalf("%v", err)
		}
	}
}

// playOut plays rounds that repeat nothing; whoever comes first at the table
// wins.
func playOut(t *testing.T, in *Input, rounds int, seed uint64) {
	t.Helper()
	in.Options.Rematch = RematchNever
	for round := range rounds {
		in.Options.Seed = seed<<8 + uint64(round)
		r := mustPair(t, *in)
		for _, table := range r.Tables {
			a, b := &in.Entrants[table.A], &in.Entrants[table.B]
			a.Met, b.Met = append(a.Met, table.B), append(b.Met, table.A)
			a.Points += 3
		}
		if r.Bye != nil {
			in.Entrants[r.Bye.Entrant].Byes++
			in.Entrants[r.Bye.Entrant].Points += 3
		}
	}
	in.Options.Rematch = RematchOnlyIfForced
}

// Four entrants always have three rounds without a rematch.
func TestPairFour(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		in := Input{Entrants: make([]Entrant, 4)}
		playOut(t, &in, 3, seed)
		in.Options.Rematch = RematchNever
		_, err := Pair(in)
		refusal, ok := err.(*Refusal)
		if !ok || refusal.Rematches != 2 || len(refusal.Remedies) != 2 {
			t.Fatalf("%v", err)
		}
	}
}

func TestPairRefusalOffersRoundRobin(t *testing.T) {
	t.Parallel()
	in := played(make([]int64, 6),
		[2]int{0, 3}, [2]int{1, 4}, [2]int{2, 5}, [2]int{0, 4}, [2]int{1, 5}, [2]int{2, 3}, [2]int{0, 5}, [2]int{1, 3}, [2]int{2, 4})
	in.Options.Rematch = RematchNever
	_, err := Pair(in)
	refusal, ok := err.(*Refusal)
	if !ok || refusal.Rematches != 1 || len(refusal.Remedies) != 3 || refusal.Remedies[2] != RoundRobin {
		t.Fatalf("%v", err)
	}
	for _, part := range []string{"6 active entrants", "has 1 rematch,", "fewer rounds", "allow them", "round robin"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q lacks %q", err, part)
		}
	}
}

// Half as many rounds as entrants never end in a refusal, whoever meets whom:
// after r rounds everyone (the bye counts as one) still has n−1−r possible
// opponents of n, and by Dirac's theorem a pairing exists while that is half of
// n. Six entrants show that it cannot be promised for one more: above they have
// no fourth round.
func TestHalfAsManyRoundsAsEntrantsCanAlwaysBePaired(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 12; n++ {
		for seed := range uint64(30) {
			in := Input{Entrants: make([]Entrant, n)}
			playOut(t, &in, (n+1)/2, seed)
		}
	}
}

func TestPairRejectsContradictions(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*Input){
		"self":     func(in *Input) { in.Entrants[1].Met = []int{1} },
		"negative": func(in *Input) { in.Entrants[1].Met = []int{-1} },
		"beyond":   func(in *Input) { in.Entrants[1].Met = []int{4} },
		"byes":     func(in *Input) { in.Entrants[1].Byes = -1 },
	} {
		in := played(make([]int64, 4))
		spoil(&in)
		_, err := Pair(in)
		if err == nil || !strings.Contains(err.Error(), "entrant 1") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Points at both ends of the range need the widest numbers.
func TestPairExtremePoints(t *testing.T) {
	t.Parallel()
	in := played([]int64{math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1, 0}, [2]int{0, 2})
	in.Options.Within = WithinRank
	r := mustPair(t, in)
	// The lowest sits out. The gap of 2^63 − 1 to the middle is inevitable for
	// one of the top two, and the other one plays the second lowest.
	d1 := new(big.Int).SetUint64(math.MaxInt64)
	d2 := new(big.Int).SetUint64(math.MaxUint64 - 2)
	want := new(big.Int).Add(new(big.Int).Mul(d1, d1), new(big.Int).Mul(d2, d2))
	if r.Bye.Entrant != 1 || r.Quality.SquaredGap.Cmp(want) != 0 || r.Quality.LargestGap != math.MaxUint64-2 {
		t.Fatalf("bye %d, squared gap %v, want %v", r.Bye.Entrant, r.Quality.SquaredGap, want)
	}
}

// Wider numbers change nothing but the time.
func TestPairInEveryWidth(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		in := simulate(t, 20+4*int(seed), 6, seed)
		in.Options.Within = Within(seed % 2)
		in.Options.ByRank = seed%5 == 0
		one, two, five := inWidth[[1]int64](t, in), inWidth[[2]int64](t, in), inWidth[[5]int64](t, in)
		if !reflect.DeepEqual(one, two) || !reflect.DeepEqual(two, five) {
			t.Fatalf("%+v\n%+v\n%+v", one, two, five)
		}
		if !reflect.DeepEqual(one, mustPair(t, in)) {
			t.Fatal("Pair differs")
		}
	}
}

func inWidth[W matching.Weight](t *testing.T, in Input) Result {
	t.Helper()
	random := newSource(in.Options.Seed)
	f := arrange(&in, random)
	u := newUnits(f)
	tables, optimal, err := solveWith[W](f, &u, random)
	if err != nil {
		t.Fatal(err)
	}
	r := describe(f, tables)
	r.Quality.Optimal = optimal
	return r
}
