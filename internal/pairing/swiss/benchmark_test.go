package swiss

import (
	"fmt"
	"testing"
)

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

func BenchmarkPair(b *testing.B) {
	for _, size := range []struct{ entrants, rounds int }{
		{64, 6}, {1024, 10}, {1025, 10}, {10000, 1}, {10000, 15}, {10001, 15}, {100000, 15},
	} {
		b.Run(fmt.Sprintf("%dx%d", size.entrants, size.rounds), func(b *testing.B) {
			benchmark(b, simulate(b, size.entrants, size.rounds, 1))
		})
	}
}

func BenchmarkPairScattered(b *testing.B) {
	for _, entrants := range []int{1000, 10000, 10001, 100000} {
		b.Run(fmt.Sprint(entrants), func(b *testing.B) { benchmark(b, scattered(entrants, 15, 1)) })
	}
}
