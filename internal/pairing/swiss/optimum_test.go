package swiss

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readInstance reads a file described in testdata/optimum/README.md.
func readInstance(t *testing.T, name string) Input {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "optimum", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := bufio.NewReader(file)
	read := func(into ...any) {
		if _, err := fmt.Fscan(r, into...); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var n, played int
	read(&n, &played)
	in := Input{Entrants: make([]Entrant, n)}
	for i := range in.Entrants {
		e := &in.Entrants[i]
		var met int
		read(&e.Points, &e.Byes, &met)
		e.Met = make([]int, met)
		for k := range e.Met {
			read(&e.Met[k])
		}
		e.Rank = i + 1
	}
	return in
}

func TestPairReachesKnownOptima(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("testdata", "optimum", "optimum.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	if len(lines) != 150 {
		t.Fatalf("%d instances, want 150", len(lines))
	}
	for _, line := range lines {
		var name string
		var n, played, lexcost, repeats, bye, gap, downs, largest int64
		if _, err := fmt.Sscan(line, &name, &n, &played, &lexcost, &repeats, &bye, &gap, &downs, &largest); err != nil {
			t.Fatal(err)
		}
		in := readInstance(t, name)
		for seed := range uint64(3) {
			in.Options.Seed = seed
			r, err := Pair(in)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, err := valueOf(&in, &r); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			q := &r.Quality
			gotBye := int64(-1)
			if r.Bye != nil {
				gotBye = q.ByePoints
			}
			got := [4]int64{int64(q.Rematches + q.SecondByes), gotBye, q.SquaredGap.Int64(), int64(q.PairDowns)}
			if want := [4]int64{repeats, bye, gap, downs}; got != want || !q.Optimal {
				t.Errorf("%s, seed %d: %v, proved %v; want %v", name, seed, got, q.Optimal, want)
			}
			if cost := encode(&in, &r); cost != lexcost {
				t.Errorf("%s, seed %d: encoded %d, want %d", name, seed, cost, lexcost)
			}
		}
	}
}

// encode turns the quality into the one number of testdata/optimum/README.md.
func encode(in *Input, r *Result) int64 {
	n := int64(len(in.Entrants))
	low, high := in.Entrants[0].Points, in.Entrants[0].Points
	for _, e := range in.Entrants {
		low, high = min(low, e.Points), max(high, e.Points)
	}
	span := high - low
	unit := 2 * (n + 2)
	bye := unit*span*span*(n/2+1) + unit
	repeat := bye * (span + 2)
	q := &r.Quality
	cost := 2*int64(q.PairDowns) + unit*q.SquaredGap.Int64() + repeat*int64(q.Rematches+q.SecondByes)
	if r.Bye != nil {
		cost += bye * (q.ByePoints - low)
	}
	return cost
}
