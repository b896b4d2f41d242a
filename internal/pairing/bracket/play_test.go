package bracket_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"tourney/internal/pairing/bracket"
)

// game plays a bracket round by round and keeps the rows.
type game struct {
	b       *bracket.Bracket
	spec    bracket.Spec
	rows    []bracket.Result
	left    []int
	losses  []int // per entrant, matches with an opponent that were lost
	noShows []bool
	matches int
	rounds  int
}

func start(t testing.TB, spec bracket.Spec) *game {
	t.Helper()
	b, err := bracket.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return &game{b: b, spec: spec, losses: make([]int, spec.Entrants+1), noShows: make([]bool, spec.Entrants+1)}
}

func (g *game) state(t testing.TB) *bracket.State {
	t.Helper()
	s, err := g.b.State(g.rows, g.left)
	if err != nil {
		t.Fatalf("%+v: %v, rows %+v, left %v", g.spec, err, g.rows, g.left)
	}
	return s
}

// next plays all matches of the next round; false when nothing is left.
func (g *game) next(t testing.TB, outcome func(p bracket.Pairing) bracket.Outcome) bool {
	t.Helper()
	s := g.state(t)
	round := s.NextRound()
	if len(round.Matches) == 0 {
		if !s.Finished() {
			t.Fatalf("%+v: nothing to play, yet not finished: %+v", g.spec, s.Matches())
		}
		return false
	}
	g.rounds++
	busy := map[int]bool{}
	for _, p := range slices.Concat(round.Matches, round.Byes) {
		for _, e := range p.Seats {
			if e > 0 && busy[e] {
				t.Fatalf("%+v, round %d: entrant %d twice in %+v", g.spec, g.rounds, e, round)
			}
			busy[e] = true
		}
		if len(p.Reasons) == 0 {
			t.Fatalf("%+v: no reason for %+v", g.spec, p)
		}
	}
	for _, p := range round.Matches {
		if p.Seats[0] == 0 || p.Seats[1] == 0 {
			t.Fatalf("%+v: %+v has an empty seat", g.spec, p)
		}
		r := bracket.Result{Slot: p.Slot, Seats: p.Seats, Outcome: outcome(p)}
		g.rows = append(g.rows, r)
		g.matches++
		switch r.Outcome {
		case bracket.FirstWon:
			g.losses[p.Seats[1]]++
		case bracket.SecondWon:
			g.losses[p.Seats[0]]++
		case bracket.NobodyWon:
			g.noShows[p.Seats[0]], g.noShows[p.Seats[1]] = true, true
		}
	}
	for _, p := range round.Byes {
		g.rows = append(g.rows, bracket.Result{Slot: p.Slot, Seats: p.Seats})
	}
	return true
}

func better(p bracket.Pairing) bracket.Outcome {
	if p.Seats[0] < p.Seats[1] {
		return bracket.FirstWon
	}
	return bracket.SecondWon
}

func chance(r *rand.Rand) func(bracket.Pairing) bracket.Outcome {
	return func(bracket.Pairing) bracket.Outcome {
		return bracket.FirstWon + bracket.Outcome(r.IntN(2))
	}
}

// checkPlaces fails unless everybody has a place, and each place begins after
// those who are ahead.
func (g *game) checkPlaces(t *testing.T, s *bracket.State) {
	t.Helper()
	ahead := 0
	seen := map[int]bool{}
	for _, p := range s.Places() {
		if p.First != ahead+1 || p.Last != ahead+len(p.Entrants) || !slices.IsSorted(p.Entrants) {
			t.Fatalf("%+v: place %+v after %d entrants", g.spec, p, ahead)
		}
		ahead += len(p.Entrants)
		for _, e := range p.Entrants {
			if seen[e] {
				t.Fatalf("%+v: entrant %d has two places", g.spec, e)
			}
			seen[e] = true
		}
	}
	if ahead != g.spec.Entrants {
		t.Fatalf("%+v: %d of the entrants have places", g.spec, ahead)
	}
}

// TestSingleEliminationOfAllSizes: every loser but those of a semifinal with a
// third-place match is out, one match each; byes only in round 1, for the best.
func TestSingleEliminationOfAllSizes(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 130; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		for option := range 4 {
			spec := bracket.Spec{Kind: bracket.SingleElimination, Entrants: n, ThirdPlace: option&1 > 0, Reseed: option&2 > 0}
			g := start(t, spec)
			if g.b.Size() != 1<<bits.Len(uint(n-1)) {
				t.Fatalf("%d entrants: size %d", n, g.b.Size())
			}
			byes := g.state(t).NextRound().Byes
			if len(byes) != g.b.Size()-n {
				t.Fatalf("%d entrants: byes %+v", n, byes)
			}
			for _, p := range byes {
				if p.Seats[0] > len(byes) {
					t.Fatalf("%d entrants: seed %d has a bye", n, p.Seats[0])
				}
			}
			for g.next(t, chance(r)) {
				if next := g.state(t).NextRound(); len(next.Byes) > 0 {
					t.Fatalf("%+v: byes %+v after round %d", spec, next.Byes, g.rounds)
				}
			}
			want := n - 1
			if spec.ThirdPlace && n > 3 {
				want++
			}
			if g.matches != want || g.b.Matches() != want {
				t.Fatalf("%+v: %d matches, announced %d, want %d", spec, g.matches, g.b.Matches(), want)
			}
			if g.rounds != g.b.Rounds() {
				t.Fatalf("%+v: %d rounds, want %d", spec, g.rounds, g.b.Rounds())
			}
			s := g.state(t)
			g.checkPlaces(t, s)
			for e := 1; e <= n; e++ {
				if lost := g.losses[e]; (lost == 0) != (e == s.Champion()) || lost > 1 && !spec.ThirdPlace || lost > 2 {
					t.Fatalf("%+v: entrant %d lost %d matches, champion is %d", spec, e, lost, s.Champion())
				}
			}
		}
	}
}

// TestDoubleEliminationOfAllSizes: nobody is out before the second loss, and
// 2n−2 matches decide it, one more with a reset.
func TestDoubleEliminationOfAllSizes(t *testing.T) {
	t.Parallel()
	resets := 0
	for n := 2; n <= 130; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		for option := range 2 {
			spec := bracket.Spec{Kind: bracket.DoubleElimination, Entrants: n, Reset: option > 0}
			g := start(t, spec)
			for g.next(t, chance(r)) {
			}
			s := g.state(t)
			want := 2*n - 2
			if m, ok := s.Match("F2"); ok && m.Status == bracket.Played {
				want++
				resets++
			}
			if g.matches != want || g.b.Matches() != 2*n-2 {
				t.Fatalf("%+v: %d matches, announced %d, want %d", spec, g.matches, g.b.Matches(), want)
			}
			g.checkPlaces(t, s)
			for e := 1; e <= n; e++ {
				second := s.Places()[1].Entrants[0]
				switch lost := g.losses[e]; {
				case e == s.Champion() && lost < 2:
				case e == second && !spec.Reset && lost == 1 && g.losses[s.Champion()] == 1:
					// Without a reset the only loss of the winners' side decides.
				case e != s.Champion() && lost == 2:
				default:
					t.Fatalf("%+v: entrant %d lost %d matches, champion is %d", spec, e, lost, s.Champion())
				}
			}
		}
	}
	if resets == 0 {
		t.Error("no final was reset, so none was tested")
	}
}

// TestFavouritesMeetLate: if the better seed always wins, the best 2^k reach the
// last k rounds, and places follow the seeds.
func TestFavouritesMeetLate(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 130; n++ {
		for _, reseed := range []bool{false, true} {
			g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: n, Reseed: reseed})
			for g.next(t, better) {
			}
			next := 1
			for _, p := range g.state(t).Places() {
				for _, e := range p.Entrants {
					if e != next {
						t.Fatalf("%d entrants, reseeded %v: places %+v", n, reseed, g.state(t).Places())
					}
					next++
				}
			}
		}
	}
}

// TestNoShowsAndDepartures: with matches that both lose and entrants who leave,
// every bracket still comes to its end and gives everybody one place.
func TestNoShowsAndDepartures(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 40; n++ {
		for round := range 12 {
			r := rand.New(rand.NewPCG(uint64(n), uint64(100+round)))
			spec := bracket.Spec{Kind: bracket.SingleElimination, Entrants: n}
			switch round % 6 {
			case 0:
				spec.Kind, spec.Reset = bracket.DoubleElimination, true
			case 1:
				spec.Kind = bracket.DoubleElimination
			case 2:
				spec.ThirdPlace = true
			case 3:
				spec.Reseed, spec.Drop = true, bracket.HighestRemaining
			case 4:
				spec.Drop, spec.ThirdPlace = bracket.HighestRemaining, true
			}
			g := start(t, spec)
			for {
				for e := 1; e <= n; e++ {
					if r.IntN(9) == 0 {
						g.left = append(g.left, e)
					}
				}
				more := g.next(t, func(p bracket.Pairing) bracket.Outcome {
					for _, e := range p.Seats {
						if slices.Contains(g.left, e) {
							t.Fatalf("%+v: %+v pairs entrant %d, who left", spec, p, e)
						}
					}
					return bracket.FirstWon + bracket.Outcome(r.IntN(3))
				})
				if !more {
					break
				}
			}
			s := g.state(t)
			placed := map[int]int{}
			before := 0
			for _, p := range s.Places() {
				if p.First <= before || p.Last < p.First {
					t.Fatalf("%+v: places %+v", spec, s.Places())
				}
				before = p.First
				for _, e := range p.Entrants {
					placed[e]++
				}
			}
			for e := 1; e <= n; e++ {
				if placed[e] != 1 {
					t.Fatalf("%+v, left %v, rows %v: entrant %d has %d places: %+v", spec, g.left, g.rows, e, placed[e], s.Places())
				}
			}
			if c := s.Champion(); c > 0 && (g.noShows[c] || placed[c] != 1 || s.Places()[0].Entrants[0] != c) {
				t.Fatalf("%+v: champion %d, places %+v", spec, c, s.Places())
			}
		}
	}
}

// TestWinnersMoveAlongTheLines compares a fixed single elimination with the plain
// recursion: the winner of a part is the winner of its two halves' match.
func TestWinnersMoveAlongTheLines(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 64; n++ {
		strength := rand.New(rand.NewPCG(uint64(n), 3)).Perm(n + 1)
		beats := func(x, y int) int {
			if y == 0 || x > 0 && strength[x] > strength[y] {
				return x
			}
			return y
		}
		g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: n})
		for g.next(t, func(p bracket.Pairing) bracket.Outcome {
			if beats(p.Seats[0], p.Seats[1]) == p.Seats[0] {
				return bracket.FirstWon
			}
			return bracket.SecondWon
		}) {
		}
		s := g.state(t)
		var seats []int
		for _, p := range g.b.FirstRound() {
			seats = append(seats, p[0], p[1])
		}
		for r := 1; len(seats) > 1; r++ {
			var winners []int
			for i := 0; i < len(seats); i += 2 {
				m, _ := s.Match(fmt.Sprintf("W%d-%d", r, i/2+1))
				if m.Seats[0].Entrant != seats[i] || m.Seats[1].Entrant != seats[i+1] {
					t.Fatalf("%d entrants, %s: %+v, want %v", n, m.Slot, m.Seats, seats[i:i+2])
				}
				winners = append(winners, beats(seats[i], seats[i+1]))
			}
			seats = winners
		}
		if s.Champion() != seats[0] {
			t.Fatalf("%d entrants: champion %d, want %d", n, s.Champion(), seats[0])
		}
	}
}
