package pods_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

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
	}
	for _, pod := range r.Pods {
		for _, e := range pod.Seats {
			for _, bye := range r.Byes {
				if in.Byes != nil && in.Byes[e] < in.Byes[bye.Entrant] {
					t.Fatalf("%d has a bye before %d, who had fewer", bye.Entrant, e)
				}
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
	for _, n := range []int{3, 4, 5, 7, 9, 13, 30, 101, 400} {
		e := newEvent(n, pods.Rule{Size: 4, Smaller: 3})
		for r := range 7 {
			before := e.in
			before.Points = slices.Clone(e.in.Points)
			before.Byes = slices.Clone(e.in.Byes)
			round, err := e.play(uint64(r))
			if err != nil {
				t.Fatal(err)
			}
			checkRound(t, before, round)
			if n >= 30 && r < 5 && round.Quality.Repeats > 0 {
				t.Errorf("%d entrants, round %d: %d repeats", n, r+1, round.Quality.Repeats)
			}
			if n <= 13 && !round.Quality.Optimal {
				t.Errorf("%d entrants, round %d: not proved", n, r+1)
			}
		}
		for i, byes := range e.in.Byes {
			if byes > 7/n+1 {
				t.Errorf("%d entrants: %d had %d byes in 7 rounds", n, i, byes)
			}
		}
	}
}

// situation draws any state of an event.
func situation(t *rapid.T, most int) pods.Input {
	n := rapid.IntRange(3, most).Draw(t, "entrants")
	in := pods.Input{
		Points: rapid.SliceOfN(rapid.IntRange(-2, 6), n, n).Draw(t, "points"),
		Byes:   rapid.SliceOfN(rapid.IntRange(0, 1), n, n).Draw(t, "byes"),
		Rule:   rapid.SampledFrom([]pods.Rule{{Size: 4, Smaller: 3}, {Size: 3}, {Size: 4, Smaller: 3, Larger: 5}, {Size: 3, Larger: 4}, {Size: 5, Smaller: 3}}).Draw(t, "rule"),
		Seed:   rapid.Uint64().Draw(t, "seed"),
	}
	in.Active = rapid.Permutation(rangeOf(n)).Draw(t, "active")
	in.Active = in.Active[:rapid.IntRange(min(in.Rule.Size, n), n).Draw(t, "playing")]
	for range rapid.IntRange(0, 6).Draw(t, "pods so far") {
		pod := rapid.Permutation(rangeOf(n)).Draw(t, "pod")
		in.History = append(in.History, pod[:min(n, rapid.IntRange(3, 5).Draw(t, "size"))])
	}
	return in
}

func rangeOf(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// TestAgainstBruteForce: in small fields the seating is proved, and no partition
// at all is better.
func TestAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := situation(t, 10)
		r, err := pods.Pair(in)
		if err != nil {
			if _, _, none := pods.Sizes(len(in.Active), in.Rule); none == nil {
				t.Fatal(err)
			}
			return
		}
		checkRound(t, in, r)
		repeats, gap := bruteForce(in)
		if !r.Quality.Optimal || r.Quality.Repeats != repeats || r.Quality.SquaredGap != gap {
			t.Fatalf("%+v, the best has %d repeats and a gap of %d", r.Quality, repeats, gap)
		}
	})
}

// bruteForce tries every partition with every set of byes that the claims allow.
func bruteForce(in pods.Input) (repeats, gap int) {
	sizes, byes, _ := pods.Sizes(len(in.Active), in.Rule)
	left := map[int]int{}
	for _, s := range sizes {
		left[s]++
	}
	met := map[[2]int]int{}
	for _, pod := range in.History {
		for _, x := range pod {
			for _, y := range pod {
				met[[2]int{x, y}]++
			}
		}
	}
	claims := func(x, y int) bool { // x before y
		if in.Byes[x] != in.Byes[y] {
			return in.Byes[x] < in.Byes[y]
		}
		return in.Points[x] < in.Points[y]
	}
	repeats = 1 << 30
	var out []int
	var place func(free []int, r, g int)
	var fill func(pod, free, rest []int, size, r, g int)
	place = func(free []int, r, g int) {
		if len(free) == 0 {
			for _, e := range in.Active {
				for _, bye := range out {
					if !slices.Contains(out, e) && claims(e, bye) {
						return
					}
				}
			}
			if r < repeats || r == repeats && g < gap {
				repeats, gap = r, g
			}
			return
		}
		for size := 3; size <= 5; size++ {
			if left[size] > 0 {
				left[size]--
				fill(free[:1:1], free[1:], nil, size, r, g)
				left[size]++
			}
		}
		if len(out) < byes {
			out = append(out, free[0])
			place(free[1:], r, g)
			out = out[:len(out)-1]
		}
	}
	fill = func(pod, free, rest []int, size, r, g int) {
		if len(pod) == size {
			for k, x := range pod {
				for _, y := range pod[:k] {
					d := in.Points[x] - in.Points[y]
					r, g = r+met[[2]int{x, y}], g+d*d
				}
			}
			place(slices.Concat(rest, free), r, g)
			return
		}
		for i, e := range free {
			fill(append(slices.Clone(pod), e), free[i+1:], slices.Concat(rest, free[:i]), size, r, g)
		}
	}
	place(in.Active, 0, 0)
	return repeats, gap
}

// TestSameInputSameRound: neither the order of the active entrants nor of former
// rounds matters, only the seed; and new numbers for the entrants change nothing
// about the quality.
func TestSameInputSameRound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := situation(t, 12)
		want, err := pods.Pair(in)
		if err != nil {
			return
		}
		again := in
		again.Active = rapid.Permutation(in.Active).Draw(t, "other order")
		again.History = slices.Clone(in.History)
		slices.Reverse(again.History)
		got, err := pods.Pair(again)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v and %+v (%v) for the same input", got, want, err)
		}
		number := rapid.Permutation(rangeOf(len(in.Points))).Draw(t, "numbers")
		other := pods.Input{Points: slices.Clone(in.Points), Byes: slices.Clone(in.Byes), Rule: in.Rule, Seed: in.Seed + 1}
		for e, n := range number {
			other.Points[n], other.Byes[n] = in.Points[e], in.Byes[e]
		}
		for _, e := range in.Active {
			other.Active = append(other.Active, number[e])
		}
		for _, pod := range in.History {
			renamed := slices.Clone(pod)
			for i := range renamed {
				renamed[i] = number[renamed[i]]
			}
			other.History = append(other.History, renamed)
		}
		renamed, err := pods.Pair(other)
		if err != nil {
			t.Fatal(err)
		}
		a, b := want.Quality, renamed.Quality
		a.LargestGap, b.LargestGap = 0, 0 // not a criterion
		if a != b {
			t.Fatalf("quality %+v, with other numbers and another seed %+v", a, b)
		}
	})
}

// TestChanceIsEven: in a first round of eight everybody meets everybody equally
// often, within a generous bound (chi-square with 27 degrees of freedom; 60
// would be passed by chance once in 4,000 times).
func TestChanceIsEven(t *testing.T) {
	t.Parallel()
	const rounds = 1400
	together := map[[2]int]int{}
	seats := map[[2]int]int{}
	for seed := range rounds {
		in := newEvent(8, pods.Rule{Size: 4}).in
		in.Seed = uint64(seed)
		r, err := pods.Pair(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, pod := range r.Pods {
			for k, x := range pod.Seats {
				seats[[2]int{x, k}]++
				for _, y := range pod.Seats[:k] {
					together[[2]int{min(x, y), max(x, y)}]++
				}
			}
		}
	}
	check := func(what string, count map[[2]int]int, cells int, expected int) {
		sum := (cells - len(count)) * expected * expected
		for _, c := range count {
			sum += (c - expected) * (c - expected)
		}
		if sum > 60*expected {
			t.Errorf("%s: chi-square %d.%02d over %d cells", what, sum/expected, sum%expected*100/expected, cells)
		}
	}
	check("together", together, 28, rounds*12/28)
	check("seats", seats, 32, rounds/4)
}

// TestSeatsComeRound: after twelve rounds everybody has had every seat about
// equally often.
func TestSeatsComeRound(t *testing.T) {
	t.Parallel()
	e := newEvent(32, pods.Rule{Size: 4, Smaller: 3})
	count := make([][4]int, 32)
	for r := range 12 {
		round, err := e.play(uint64(r))
		if err != nil {
			t.Fatal(err)
		}
		for _, pod := range round.Pods {
			for k, x := range pod.Seats {
				count[x][k]++
			}
		}
	}
	for x, c := range count {
		if slices.Min(c[:]) < 2 || slices.Max(c[:]) > 4 {
			t.Errorf("entrant %d had the seats %v times, want 3 each and one more or less", x, c)
		}
	}
}

// TestNeverRepeat: four entrants can meet in a pod once.
func TestNeverRepeat(t *testing.T) {
	t.Parallel()
	e := newEvent(4, pods.Rule{Size: 4, NeverRepeat: true})
	if _, err := e.play(1); err != nil {
		t.Fatal(err)
	}
	_, err := e.play(2)
	checkRefusal(t, "second round", err, pods.NoLegalPod)
}

// TestRandomBye: by lot, points do not matter, but earlier byes do.
func TestRandomBye(t *testing.T) {
	t.Parallel()
	seen := map[int]bool{}
	for seed := range uint64(60) {
		r, err := pods.Pair(pods.Input{
			Points: []int{9, 6, 3, 0, 0}, Byes: []int{0, 0, 0, 1, 0}, Active: rangeOf(5),
			Rule: pods.Rule{Size: 4, RandomBye: true}, Seed: seed,
		})
		if err != nil || len(r.Byes) != 1 || r.Byes[0].Reasons[0].Code != pods.ReasonRandomBye {
			t.Fatalf("%+v, %v", r, err)
		}
		seen[r.Byes[0].Entrant] = true
	}
	if len(seen) != 4 || seen[3] {
		t.Errorf("byes went to %v, want all but 3", seen)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	good := func() pods.Input { return newEvent(8, pods.Rule{Size: 4, Smaller: 3}).in }
	for _, c := range []struct {
		name  string
		spoil func(in *pods.Input)
		code  pods.Code
	}{
		{"pods of two", func(in *pods.Input) { in.Rule.Size = 2 }, pods.BadRule},
		{"pods of six", func(in *pods.Input) { in.Rule.Size = 6 }, pods.BadRule},
		{"smaller is larger", func(in *pods.Input) { in.Rule.Smaller = 5 }, pods.BadRule},
		{"smaller than three", func(in *pods.Input) { in.Rule.Smaller = 2 }, pods.BadRule},
		{"larger is smaller", func(in *pods.Input) { in.Rule.Larger = 3 }, pods.BadRule},
		{"larger than five", func(in *pods.Input) { in.Rule.Larger = 6 }, pods.BadRule},
		{"nobody", func(in *pods.Input) { in.Active = nil }, pods.BadSize},
		{"two", func(in *pods.Input) { in.Active = in.Active[:2] }, pods.BadSize},
		{"too many", func(in *pods.Input) { in.Points = make([]int, 4097); in.Byes = nil }, pods.BadSize},
		{"byes for some", func(in *pods.Input) { in.Byes = in.Byes[:3] }, pods.BadEntrant},
		{"active twice", func(in *pods.Input) { in.Active[1] = 0 }, pods.BadEntrant},
		{"active but unknown", func(in *pods.Input) { in.Active[1] = 8 }, pods.BadEntrant},
		{"active and negative", func(in *pods.Input) { in.Active[1] = -1 }, pods.BadEntrant},
		{"too many points", func(in *pods.Input) { in.Points[3] = 1<<20 + 1 }, pods.BadPoints},
		{"too few points", func(in *pods.Input) { in.Points[3] = -1<<20 - 1 }, pods.BadPoints},
		{"unknown in the history", func(in *pods.Input) { in.History = [][]int{{0, 1, 8}} }, pods.BadHistory},
		{"negative in the history", func(in *pods.Input) { in.History = [][]int{{0, 1, -8}} }, pods.BadHistory},
		{"twice in a pod", func(in *pods.Input) { in.History = [][]int{{0, 1, 0}} }, pods.BadHistory},
		{"a pod without end", func(in *pods.Input) { in.History = [][]int{make([]int, 17)} }, pods.BadHistory},
	} {
		in := good()
		c.spoil(&in)
		_, err := pods.Pair(in)
		checkRefusal(t, c.name, err, c.code)
	}
	if _, err := pods.Pair(good()); err != nil {
		t.Error(err)
	}
}

// TestExtremePoints: the largest points allowed still sum exactly.
func TestExtremePoints(t *testing.T) {
	t.Parallel()
	in := pods.Input{Points: []int{pods.MaxPoints, -pods.MaxPoints, pods.MaxPoints}, Active: rangeOf(3), Rule: pods.Rule{Size: 3}}
	r, err := pods.Pair(in)
	if err != nil || r.Quality.SquaredGap != 1<<43 || !r.Quality.Optimal {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestReasons(t *testing.T) {
	t.Parallel()
	name := func(e int) string { return string(rune('A' + e)) }
	points := func(p int) string { return fmt.Sprintf("%d.0", p) }
	r, err := pods.Pair(pods.Input{
		Points: []int{9, 9, 6, 6}, Active: rangeOf(4), History: [][]int{{0, 1, 2}}, Rule: pods.Rule{Size: 3},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, pod := range r.Pods {
		for _, reason := range pod.Reasons {
			got = append(got, reason.Code+": "+reason.Text(name, points))
		}
	}
	for _, bye := range r.Byes {
		for _, reason := range bye.Reasons {
			got = append(got, reason.Code+": "+reason.Text(name, points))
		}
	}
	want := []string{
		"mixed_points: From 6.0 to 9.0 points: the entrants with equal points do not divide into whole pods.",
		"repeat: A and B meet again (met before: 1): no seating has fewer repeats.",
		"lowest_without_bye: C has the bye: 6.0 points are the lowest of those without one.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for reason, want := range map[*pods.Reason]string{
		{Code: pods.ReasonSamePoints, Low: 3, High: 3}:                     "All have 3.0 points.",
		{Code: pods.ReasonSmallPod, Count: 3}:                              "A pod of 3, because the number of entrants does not divide evenly.",
		{Code: pods.ReasonLargePod, Count: 5}:                              "A pod of 5, because the number of entrants does not divide evenly.",
		{Code: pods.ReasonRepeat, Entrants: []int{0, 1}, Count: 2}:         "A and B meet again (met before: 2): no seating with fewer repeats was found.",
		{Code: pods.ReasonLowestBye, Entrants: []int{0}, Low: 3, Count: 1}: "A has a bye again: everybody has had one, and 3.0 points are the lowest of those with fewest.",
		{Code: pods.ReasonRandomBye, Entrants: []int{0}, Low: 3}:           "A has the bye by lot among those with fewest.",
	} {
		if got := reason.Text(name, points); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func BenchmarkPair(b *testing.B) {
	for _, n := range []int{16, 40, 64, 500, 2000, 2001, 4096} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := newEvent(n, pods.Rule{Size: 4, Smaller: 3})
			for r := range 6 {
				if _, err := e.play(uint64(r)); err != nil {
					b.Fatal(err)
				}
			}
			e.in.Seed = 7
			b.ReportAllocs()
			for b.Loop() {
				r, err := pods.Pair(e.in)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Quality.Repeats), "repeats")
				b.ReportMetric(float64(r.Quality.SquaredGap), "gap")
			}
		})
	}
}
