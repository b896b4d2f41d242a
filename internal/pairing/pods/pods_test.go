package pods_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tourney/internal/pairing/pods"
)

func checkRefusal(t *testing.T, name string, err error, code pods.Code) {
	t.Helper()
	var refusal *pods.Error
	if !errors.As(err, &refusal) || refusal.Code != code {
		t.Errorf("%s: %v, want a refusal %s", name, err, code)
	} else if !strings.Contains(refusal.Message, ";") {
		t.Errorf("%s: %q names no remedy", name, refusal.Message)
	}
}

// event plays rounds of pods by a generator of chance and keeps the record.
type event struct {
	in  pods.Input
	win int
}

func newEvent(n int, rule pods.Rule) *event {
	e := &event{in: pods.Input{Points: make([]int, n), Byes: make([]int, n), Rule: rule}, win: 5}
	for i := range n {
		e.in.Active = append(e.in.Active, i)
	}
	return e
}

func (e *event) play(seed uint64) (*pods.Round, error) {
	e.in.Seed = seed
	r, err := pods.Pair(e.in)
	if err != nil {
		return nil, err
	}
	for i, pod := range r.Pods {
		e.in.History = append(e.in.History, pod.Seats)
		e.in.Points[pod.Seats[int(seed+uint64(i)*7)%len(pod.Seats)]] += e.win
	}
	for _, bye := range r.Byes {
		e.in.Byes[bye.Entrant]++
		e.in.Points[bye.Entrant] += e.win
	}
	return r, nil
}

// checkRound fails unless a round seats everybody once and reports what it did.
func checkRound(t rapidT, in pods.Input, r *pods.Round) {
	seen := map[int]int{}
	q := pods.Quality{Optimal: r.Quality.Optimal, Byes: len(r.Byes)}
	met := map[[2]int]int{}
	for _, pod := range in.History {
		for _, x := range pod {
			for _, y := range pod {
				met[[2]int{x, y}]++
			}
		}
	}
	var sizes []int
	for _, pod := range r.Pods {
		sizes = append(sizes, len(pod.Seats))
		switch {
		case len(pod.Seats) < in.Rule.Size:
			q.SmallPods++
		case len(pod.Seats) > in.Rule.Size:
			q.LargePods++
		}
		for k, x := range pod.Seats {
			seen[x]++
			for _, y := range pod.Seats[:k] {
				d := in.Points[x] - in.Points[y]
				q.Repeats += met[[2]int{x, y}]
				q.SquaredGap += d * d
				q.LargestGap = max(q.LargestGap, d, -d)
			}
		}
		if len(pod.Reasons) == 0 {
			t.Fatalf("pod %v has no reason", pod.Seats)
		}
	}
	for _, bye := range r.Byes {
		seen[bye.Entrant]++
		if in.Byes != nil && in.Byes[bye.Entrant] > 0 {
			q.SecondByes++
		}
		for _, e := range in.Active {
			if in.Byes != nil && in.Byes[e] < in.Byes[bye.Entrant] && seen[e] == 0 {
				t.Fatalf("%d has a bye before %d, who had fewer", bye.Entrant, e)
			}
		}
	}
	for _, e := range in.Active {
		if seen[e] != 1 {
			t.Fatalf("entrant %d is seated %d times", e, seen[e])
		}
	}
	if len(seen) != len(in.Active) {
		t.Fatalf("%d seated, %d active", len(seen), len(in.Active))
	}
	want, byes, err := pods.Sizes(len(in.Active), in.Rule)
	slices.Sort(sizes)
	slices.Sort(want)
	if err != nil || byes != len(r.Byes) || !slices.Equal(sizes, want) {
		t.Fatalf("pods of %v and %d byes, want %v and %d", sizes, len(r.Byes), want, byes)
	}
	if q != r.Quality {
		t.Fatalf("quality %+v, counted %+v", r.Quality, q)
	}
}

// rapidT is what checks need of *testing.T and *rapid.T.
type rapidT interface {
	Fatalf(format string, args ...any)
}

// TestSevenRounds plays whole events of many sizes.
func TestSevenRounds(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 4, 5, 7, 9, 16, 30, 64, 101, 400} {
		e := newEvent(n, pods.Rule{Size: 4, Smaller: 3})
		for r := range 7 {
			before := e.in
			before.Points = slices.Clone(e.in.Points)
			before.Byes = slices.Clone(e.in.Byes)
			before.Seed = uint64(r)
			round, err := e.play(uint64(r))
			if err != nil {
				t.Fatal(err)
			}
			checkRound(t, before, round)
			if n >= 64 && round.Quality.Repeats > 0 {
				t.Errorf("%d entrants, round %d: %d repeats", n, r+1, round.Quality.Repeats)
			}
		}
	}
}
