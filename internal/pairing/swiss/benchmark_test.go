package swiss

import (
	"fmt"
	"testing"
	"time"
)

// calibrate is work of a fixed size, most of it waiting for the cache as in a
// pairing: a million steps through a shuffled list. Its time says how fast the
// machine is just now.
func calibrate(walk []int32) int32 {
	at := int32(0)
	for range 1 << 20 {
		at = walk[at]
	}
	return at
}

// newWalk returns a list of 256 KiB in which every entry names the next one, in
// one cycle.
func newWalk() []int32 {
	order := make([]int32, 1<<16)
	for i := range order {
		order[i] = int32(i)
	}
	newSource(1).shuffle(order)
	walk := make([]int32, len(order))
	for i, at := range order {
		walk[at] = order[(i+1)%len(order)]
	}
	return walk
}

// BenchmarkCalibration is the measure for the other numbers.
func BenchmarkCalibration(b *testing.B) {
	walk := newWalk()
	b.ReportAllocs()
	for b.Loop() {
		calibrate(walk)
	}
}

func benchmark(b *testing.B, in Input) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		r, err := Pair(in)
		if err != nil {
			b.Fatal(err)
		}
		if !r.Quality.Optimal {
			b.Fatal("not proved")
		}
	}
}

// BenchmarkPair pairs the round after the given number of rounds.
func BenchmarkPair(b *testing.B) {
	for _, size := range []struct{ entrants, rounds int }{
		{64, 6}, {1024, 10}, {1025, 10}, {10000, 0}, {10000, 15}, {10001, 15}, {100000, 15},
	} {
		b.Run(fmt.Sprintf("%dx%d", size.entrants, size.rounds), func(b *testing.B) {
			benchmark(b, simulate(b, size.entrants, size.rounds, 1))
		})
	}
}

// BenchmarkPairScattered pairs fields of 301 different scores, in which no
// class is large enough to be reduced at 10,000 entrants.
func BenchmarkPairScattered(b *testing.B) {
	for _, entrants := range []int{1000, 10000, 10001, 100000} {
		b.Run(fmt.Sprint(entrants), func(b *testing.B) { benchmark(b, scattered(entrants, 15, 1)) })
	}
}

// BenchmarkPairByRank pairs fields in which nobody is like anybody else.
func BenchmarkPairByRank(b *testing.B) {
	for _, entrants := range []int{1024, 10000} {
		in := simulate(b, entrants, 10, 1)
		rankByPoints(&in)
		within, last := in, in
		within.Options.Within = WithinRank
		last.Options.ByRank = true
		b.Run(fmt.Sprintf("within/%d", entrants), func(b *testing.B) { benchmark(b, within) })
		b.Run(fmt.Sprintf("last/%d", entrants), func(b *testing.B) { benchmark(b, last) })
	}
}

// Pairing stays within a multiple of the calibration loop that only a fault in
// the method can exceed: an O(N²) step would take it far beyond.
func TestPairingIsFast(t *testing.T) {
	walk := newWalk()
	for _, test := range []struct {
		name  string
		in    Input
		walks int
	}{
		{"1,024 entrants", simulate(t, 1024, 8, 1), 3},
		{"10,000 entrants", simulate(t, 10000, 15, 1), 10},
		{"301 scores", scattered(10000, 15, 1), 60},
	} {
		unit, took := time.Hour, time.Hour
		for range 5 {
			start := time.Now()
			calibrate(walk)
			middle := time.Now()
			mustPair(t, test.in)
			unit, took = min(unit, middle.Sub(start)), min(took, time.Since(middle))
		}
		if took > time.Duration(test.walks)*unit {
			t.Errorf("%s: %v, more than %d times the calibration loop of %v", test.name, took, test.walks, unit)
		}
		t.Logf("%s: %v, %.2f times the calibration loop of %v", test.name, took, float64(took)/float64(unit), unit)
	}
}
