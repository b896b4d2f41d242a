package standings_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/standings"
)

// machine prints once what the numbers were measured on: the processor and the
// time of a fixed loop, so that they can be compared between machines.
var machine = sync.OnceFunc(func() {
	fmt.Printf("cpu model: %s; calibration loop: %v\n", processor(), calibrate())
})

func processor() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "model name"); ok {
			return strings.TrimLeft(name, " \t:")
		}
	}
	return "unknown"
}

var sink uint64

// calibrate is the time of twenty million steps of a xorshift generator, the
// fastest of three runs.
func calibrate() time.Duration {
	return fastest(3, func() {
		x := uint64(88172645463325252)
		for range 20_000_000 {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
		sink = x
	})
}

// fastest is the shortest time that f took.
func fastest(runs int, f func()) time.Duration {
	best := time.Hour
	for range runs {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

// swiss is a made-up event: opponents drawn among neighbours in points, usual
// scores, a bye for the odd one out.
type swiss struct {
	entrants int
	rounds   [][]swissMatch
}

type swissMatch struct {
	a, b   int // b is -1 for a bye
	won    [2]int
	drawn  int
	winner int
}

func newSwiss(entrants, rounds int) *swiss {
	rng := rand.New(rand.NewPCG(uint64(entrants), uint64(rounds)))
	s := &swiss{entrants: entrants}
	points := make([]int, entrants)
	order := rng.Perm(entrants)
	for range rounds {
		slices.SortStableFunc(order, func(a, b int) int { return points[b] - points[a] })
		for from := 0; from < entrants; {
			to := from
			for to < entrants && points[order[to]] == points[order[from]] {
				to++
			}
			rng.Shuffle(to-from, func(i, j int) { order[from+i], order[from+j] = order[from+j], order[from+i] })
			from = to
		}
		var round []swissMatch
		for k := 0; k+1 < entrants; k += 2 {
			m := swissMatch{a: order[k], b: order[k+1]}
			switch n := rng.IntN(100); {
			case n < 4:
				m.won, m.drawn, m.winner = [2]int{1, 1}, 1, results.Nobody
			case n < 38:
				m.won, m.winner = [2]int{2, 0}, 0
			case n < 52:
				m.won, m.winner = [2]int{2, 1}, 0
			case n < 86:
				m.won, m.winner = [2]int{0, 2}, 1
			default:
				m.won, m.winner = [2]int{1, 2}, 1
			}
			switch m.winner {
			case results.Nobody:
				points[m.a]++
				points[m.b]++
			case 0:
				points[m.a] += 3
			case 1:
				points[m.b] += 3
			}
			round = append(round, m)
		}
		if entrants%2 == 1 {
			last := order[entrants-1]
			points[last] += 3
			round = append(round, swissMatch{a: last, b: -1})
		}
		s.rounds = append(s.rounds, round)
	}
	return s
}

func (s *swiss) table(tb testing.TB, p *results.Policy) *standings.Table {
	tb.Helper()
	entrants := make([]standings.Entrant, s.entrants)
	for i := range entrants {
		entrants[i] = standings.Entrant{ID: results.EntrantID(fmt.Sprintf("e%d", i+1)), Status: standings.Active, Rating: 1500 + i%700}
	}
	b := standings.NewBuilder(entrants, len(s.rounds))
	for r, matches := range s.rounds {
		b.Round(r+1, p, &p.Match)
		for _, m := range matches {
			if m.b < 0 {
				b.Match(results.Bye, []int{m.a}, results.Nobody, nil, 0)
				continue
			}
			b.Match(results.Played, []int{m.a, m.b}, m.winner, m.won[:], m.drawn)
		}
	}
	table, err := b.Table()
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

// tournament is the same event as records, results without their games: the
// table reads Match Results only.
func (s *swiss) tournament(tb testing.TB, p *results.Policy) *results.Tournament {
	tb.Helper()
	first := resultstest.NewEvent("bench", s.entrants)
	for _, r := range first.Records {
		if policy, ok := r.(*results.PolicyRecord); ok {
			policy.Policy = p
		}
	}
	first.Entry.Seq = 1
	changes := []results.Change{first}
	id := results.MatchID(0)
	for r, matches := range s.rounds {
		c := results.Change{Entry: results.LogEntry{Seq: int64(r + 2), By: resultstest.Organizer, Action: results.CreateEvent, Text: "Round."}}
		round := &results.Round{Number: r + 1, Version: 1, Stage: "swiss", Status: results.Closed}
		var decided []results.Record
		for _, m := range matches {
			id++
			match := &results.Match{ID: id, Round: r + 1, Seats: []results.EntrantID{results.EntrantID(fmt.Sprintf("e%d", m.a+1))}}
			result := &results.MatchResult{Match: id, Version: 1, Kind: results.Bye, Winner: 0, Won: []int{2}, Procedure: "test", PolicyHash: "0000"}
			if m.b < 0 {
				match.Assigned = results.Bye
			} else {
				match.Seats = append(match.Seats, results.EntrantID(fmt.Sprintf("e%d", m.b+1)))
				result.Kind, result.Winner, result.Won, result.Drawn = results.Played, m.winner, m.won[:], m.drawn
			}
			c.Records = append(c.Records, match)
			decided = append(decided, result)
			round.Matches = append(round.Matches, id)
		}
		c.Records = append(append(c.Records, round), decided...)
		changes = append(changes, c)
	}
	t, err := results.Fold(changes)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// measure runs a benchmark and reports its fastest run beside the mean, which
// on a busy machine says more about its other work.
func measure(b *testing.B, f func()) {
	b.ReportAllocs()
	best := time.Hour
	for b.Loop() {
		best = min(best, fastest(1, f))
	}
	b.ReportMetric(float64(best.Nanoseconds()), "best-ns/op")
}

var sizes = []struct{ entrants, rounds int }{{64, 6}, {1000, 10}, {10000, 15}}

// BenchmarkStandings is all values of the chain of magic-third: from the
// records of a tournament in memory, and from a finished table.
func BenchmarkStandings(b *testing.B) {
	machine()
	p := preset(b, "magic-third")
	for _, size := range sizes {
		s := newSwiss(size.entrants, size.rounds)
		b.Run(fmt.Sprintf("%dx%d/records", size.entrants, size.rounds), func(b *testing.B) {
			t := s.tournament(b, p)
			measure(b, func() {
				table, err := standings.FromTournament(t, "swiss", size.rounds)
				if err != nil {
					b.Fatal(err)
				}
				standings.Compute(table, p, standings.Options{})
			})
		})
		table := s.table(b, p)
		b.Run(fmt.Sprintf("%dx%d/table", size.entrants, size.rounds), func(b *testing.B) {
			measure(b, func() { standings.Compute(table, p, standings.Options{}) })
		})
		b.Run(fmt.Sprintf("%dx%d/all", size.entrants, size.rounds), func(b *testing.B) {
			measure(b, func() { standings.Compute(table, p, standings.Options{All: true}) })
		})
	}
}

// BenchmarkExplain is the sum behind one value.
func BenchmarkExplain(b *testing.B) {
	machine()
	p := preset(b, "magic-third")
	table := newSwiss(10000, 15).table(b, p)
	s := standings.Compute(table, p, standings.Options{All: true})
	for _, code := range []string{"OMW", "OGW", "OOMW", "BH-C1", "DE"} {
		b.Run(code, func(b *testing.B) {
			i := 0
			measure(b, func() {
				s.Explain(i%table.Len(), code)
				i++
			})
		})
	}
}
