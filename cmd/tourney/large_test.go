package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// largeEvent writes an event file of many entrants and decided rounds, the same
// for the same numbers.
func largeEvent(entrants, rounds int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	scores := [][3]int{{2, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 2, 0}, {1, 1, 1}, {2, 1, 0}}
	var b bytes.Buffer
	b.WriteString("{\"format\": \"tourney/1\", \"name\": \"Large\", \"policy\": \"magic-third\",\n\"stages\": [{\"id\": \"swiss\", \"system\": \"swiss\", \"rounds\": 16}],\n\"entrants\": [\n")
	for i := range entrants {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"id": "e%05d", "name": "Player %05d"}`, i, i)
	}
	b.WriteString("],\n\"rounds\": [\n")
	for r := range rounds {
		if r > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "{\"number\": %d, \"stage\": \"swiss\", \"matches\": [\n", r+1)
		seats := random.Perm(entrants)
		for m := range entrants / 2 {
			if m > 0 {
				b.WriteString(",\n")
			}
			s := scores[random.IntN(len(scores))]
			fmt.Fprintf(&b, `{"table": %d, "seats": ["e%05d", "e%05d"], "games_won": [%d, %d], "games_drawn": %d}`,
				m+1, seats[2*m], seats[2*m+1], s[0], s[1], s[2])
		}
		b.WriteString("]}")
	}
	b.WriteString("]}\n")
	return b.Bytes()
}

// calibrate runs a fixed loop of integer work, the yardstick beside which the
// benchmarks of this package are read.
func calibrate() time.Duration {
	began := time.Now()
	x := uint64(1)
	for range 100_000_000 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	if x == 0 {
		panic("the loop was left out")
	}
	return time.Since(began)
}

// benchmarkProcess runs the whole program on a large event, the process's start
// and the reading of the file included.
func benchmarkProcess(b *testing.B, args ...string) {
	dir := b.TempDir()
	binary, file := filepath.Join(dir, "tourney"), filepath.Join(dir, "large.json")
	build := exec.Command("go", "build", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	if err := os.WriteFile(file, largeEvent(10_000, 15), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(calibrate().Milliseconds()), "calibration-ms")
	for b.Loop() {
		cmd := exec.Command(binary, append(args, file)...)
		cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStandingsProcess10000x15(b *testing.B) { benchmarkProcess(b, "standings", "--json") }

func BenchmarkPairProcess10000x15(b *testing.B) { benchmarkProcess(b, "pair", "--seed", "1", "--json") }
