package roundrobin_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tourney/internal/pairing/roundrobin"
)

func schedule(t *testing.T, spec roundrobin.Spec) *roundrobin.Schedule {
	t.Helper()
	s, err := roundrobin.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func round(t *testing.T, s *roundrobin.Schedule, number int) []roundrobin.Pairing {
	t.Helper()
	pairings, err := s.Round(number)
	if err != nil {
		t.Fatal(err)
	}
	return pairings
}

// TestBergerTables compares with the tables printed in FIDE Handbook C.05,
// annex 1, for 3–4, 5–6 and 7–8 players.
func TestBergerTables(t *testing.T) {
	t.Parallel()
	tables := map[int][]string{
		4: {"1-4 2-3", "4-3 1-2", "2-4 3-1"},
		6: {"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"},
		8: {
			"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
			"3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
		},
	}
	for n, table := range tables {
		for _, entrants := range []int{n, n - 1} {
			s := schedule(t, roundrobin.Spec{Entrants: entrants, Legs: 1})
			for r, want := range table {
				var got []string
				idle := 0
				for _, p := range round(t, s, r+1) {
					if p.Second == 0 {
						idle = p.First
						continue
					}
					got = append(got, fmt.Sprintf("%d-%d", p.First, p.Second))
				}
				pairs := strings.Fields(want)
				if entrants < n {
					// Who meets the highest number is idle.
					sides := strings.Split(pairs[0], "-")
					if !slices.Contains(sides, fmt.Sprint(idle)) {
						t.Errorf("%d entrants, round %d: %d is idle, want one of %v", entrants, r+1, idle, sides)
					}
					pairs = pairs[1:]
				}
				if !slices.Equal(got, pairs) {
					t.Errorf("%d entrants, round %d: %v, want %v", entrants, r+1, got, pairs)
				}
			}
		}
	}
}

// TestEverybodyMeetsEverybody: every pair of a group meets once a leg, nobody is
// in a round twice, and in an odd group everybody is idle once a leg. Three and
// five entrants are the counts of public reports about other programs
// (slashinfty/tournament-organizer 35, Drarig29/brackets-manager.js 50).
func TestEverybodyMeetsEverybody(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 130; n++ {
		for legs := 1; legs <= 2; legs++ {
			s := schedule(t, roundrobin.Spec{Entrants: n, Legs: legs})
			if want := legs * (n + n%2 - 1); s.Rounds() != want {
				t.Fatalf("%d entrants, %d legs: %d rounds, want %d", n, legs, s.Rounds(), want)
			}
			met := map[[2]int]int{} // ordered by side
			idle := make([]int, n+1)
			sides := make([]string, n+1)
			for r := 1; r <= s.Rounds(); r++ {
				seen := make([]bool, n+1)
				pairings := round(t, s, r)
				if len(pairings) != (n+1)/2 {
					t.Fatalf("%d entrants, round %d: %d rows", n, r, len(pairings))
				}
				for i, p := range pairings {
					if p.First < 1 || seen[p.First] || p.Second > 0 && seen[p.Second] {
						t.Fatalf("%d entrants, round %d: %+v has somebody twice or nobody", n, r, p)
					}
					seen[p.First] = true
					if p.Second == 0 {
						idle[p.First]++
						if i != len(pairings)-1 {
							t.Fatalf("%d entrants, round %d: idle entrant not last", n, r)
						}
						continue
					}
					seen[p.Second] = true
					met[[2]int{p.First, p.Second}]++
					sides[p.First] += "1"
					sides[p.Second] += "2"
				}
			}
			for x := 1; x <= n; x++ {
				if idle[x] != legs*(n%2) {
					t.Fatalf("%d entrants: %d idle %d times", n, x, idle[x])
				}
				for y := x + 1; y <= n; y++ {
					a, b := met[[2]int{x, y}], met[[2]int{y, x}]
					if a+b != legs || legs == 2 && a != 1 {
						t.Fatalf("%d entrants, %d legs: %d and %d meet %d+%d times", n, legs, x, y, a, b)
					}
				}
				first := strings.Count(sides[x], "1")
				if d := 2*first - len(sides[x]); d < -1 || d > 1 {
					t.Fatalf("%d entrants, %d legs: sides of %d are %s", n, legs, x, sides[x])
				}
				if strings.Contains(sides[x], "111") || strings.Contains(sides[x], "222") {
					t.Fatalf("%d entrants, %d legs: sides of %d are %s", n, legs, x, sides[x])
				}
			}
		}
	}
}

// TestGroups: a snake deals evenly, labels are followed, and a group meets only
// itself, the smaller ones through earlier.
func TestGroups(t *testing.T) {
	t.Parallel()
	s := schedule(t, roundrobin.Spec{Entrants: 11, Legs: 1, Groups: 3})
	want := [][]int{{1, 6, 7}, {2, 5, 8, 11}, {3, 4, 9, 10}}
	for i, g := range s.Groups() {
		if !slices.Equal(g, want[i]) {
			t.Errorf("group %d is %v, want %v", i+1, g, want[i])
		}
	}
	s = schedule(t, roundrobin.Spec{Entrants: 7, Legs: 1, GroupOf: []int{2, 1, 2, 1, 2, 2, 2}})
	if g := s.Groups(); !slices.Equal(g[0], []int{2, 4}) || !slices.Equal(g[1], []int{1, 3, 5, 6, 7}) {
		t.Errorf("groups %v", g)
	}
	if s.Rounds() != 5 {
		t.Errorf("%d rounds, want 5", s.Rounds())
	}
	if got := round(t, s, 1); len(got) != 4 || got[0] != (roundrobin.Pairing{Group: 1, First: 2, Second: 4}) {
		t.Errorf("round 1 is %v", got)
	}
	for _, p := range round(t, s, 2) {
		if p.Group != 2 {
			t.Errorf("round 2 has %+v of a group that is through", p)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		spec roundrobin.Spec
		code roundrobin.Code
	}{
		{"nobody", roundrobin.Spec{Legs: 1}, roundrobin.BadSize},
		{"one", roundrobin.Spec{Entrants: 1, Legs: 1}, roundrobin.BadSize},
		{"negative", roundrobin.Spec{Entrants: -3, Legs: 1}, roundrobin.BadSize},
		{"too many", roundrobin.Spec{Entrants: 4097, Legs: 1}, roundrobin.BadSize},
		{"no legs", roundrobin.Spec{Entrants: 4}, roundrobin.BadLegs},
		{"three legs", roundrobin.Spec{Entrants: 4, Legs: 3}, roundrobin.BadLegs},
		{"too many groups", roundrobin.Spec{Entrants: 5, Legs: 1, Groups: 3}, roundrobin.BadGroup},
		{"negative groups", roundrobin.Spec{Entrants: 5, Legs: 1, Groups: -1}, roundrobin.BadGroup},
		{"labels missing", roundrobin.Spec{Entrants: 3, Legs: 1, GroupOf: []int{1, 1}}, roundrobin.BadGroup},
		{"group zero", roundrobin.Spec{Entrants: 2, Legs: 1, GroupOf: []int{0, 1}}, roundrobin.BadGroup},
		{"huge group number", roundrobin.Spec{Entrants: 2, Legs: 1, GroupOf: []int{1, 1 << 40}}, roundrobin.BadGroup},
		{"a group of one", roundrobin.Spec{Entrants: 3, Legs: 1, GroupOf: []int{1, 2, 2}}, roundrobin.BadGroup},
		{"an empty group", roundrobin.Spec{Entrants: 4, Legs: 1, GroupOf: []int{1, 1, 3, 3}}, roundrobin.BadGroup},
	} {
		_, err := roundrobin.New(c.spec)
		checkRefusal(t, c.name, err, c.code)
	}
	s := schedule(t, roundrobin.Spec{Entrants: 4, Legs: 1})
	for _, number := range []int{0, -1, 4} {
		_, err := s.Round(number)
		checkRefusal(t, fmt.Sprint("round ", number), err, roundrobin.BadRound)
	}
}

func checkRefusal(t *testing.T, name string, err error, code roundrobin.Code) {
	t.Helper()
	var refusal *roundrobin.Error
	if !errors.As(err, &refusal) || refusal.Code != code {
		t.Errorf("%s: %v, want a refusal %s", name, err, code)
	} else if !strings.Contains(refusal.Message, ";") {
		t.Errorf("%s: %q names no remedy", name, refusal.Message)
	}
}

func BenchmarkRound(b *testing.B) {
	s, err := roundrobin.New(roundrobin.Spec{Entrants: roundrobin.MaxEntrants, Legs: 2})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Round(s.Rounds() / 2); err != nil {
			b.Fatal(err)
		}
	}
}
