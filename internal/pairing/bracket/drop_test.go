package bracket_test

import (
	"slices"
	"testing"

	"tourney/internal/pairing/bracket"
)

// rows writes results of the better seed over the worse.
func rows(pairs ...[2]int) []bracket.Result {
	var results []bracket.Result
	for _, p := range pairs {
		results = append(results, bracket.Result{Seats: p, Outcome: bracket.FirstWon})
	}
	return results
}

// next lists the matches of the next round, each better seed first, sorted.
func next(t *testing.T, s *bracket.State) (matches [][2]int, byes []int) {
	t.Helper()
	round := s.NextRound()
	for _, p := range round.Matches {
		matches = append(matches, [2]int{min(p.Seats[0], p.Seats[1]), max(p.Seats[0], p.Seats[1])})
	}
	for _, p := range round.Byes {
		byes = append(byes, p.Seats[0])
	}
	slices.SortFunc(matches, func(a, b [2]int) int { return a[0] - b[0] })
	slices.Sort(byes)
	return matches, byes
}

// TestDepartures: who meets whom after entrants left, by both rules.
func TestDepartures(t *testing.T) {
	t.Parallel()
	quarters := rows([2]int{1, 8}, [2]int{4, 5}, [2]int{2, 7}, [2]int{3, 6})
	for _, c := range []struct {
		name    string
		spec    bracket.Spec
		rows    []bracket.Result
		left    []int
		matches [][2]int
		byes    []int
	}{
		{"opponent advances before round 1", bracket.Spec{Entrants: 8}, nil, []int{6},
			[][2]int{{1, 8}, {2, 7}, {4, 5}}, []int{3}},
		{"best seed profits before round 1, its opponent takes the free seat",
			bracket.Spec{Entrants: 8, Drop: bracket.HighestRemaining}, nil, []int{6},
			[][2]int{{2, 7}, {3, 8}, {4, 5}}, []int{1}},
		{"two leave, the best two profit",
			bracket.Spec{Entrants: 8, Drop: bracket.HighestRemaining}, nil, []int{6, 5},
			[][2]int{{3, 7}, {4, 8}}, []int{1, 2}},
		{"both of one match leave",
			bracket.Spec{Entrants: 8, Drop: bracket.HighestRemaining}, nil, []int{3, 6},
			[][2]int{{4, 5}, {7, 8}}, []int{1, 2}},
		{"the best seed leaves",
			bracket.Spec{Entrants: 8, Drop: bracket.HighestRemaining}, nil, []int{1},
			[][2]int{{3, 6}, {4, 5}, {7, 8}}, []int{2}},
		{"the best two would meet each other",
			bracket.Spec{Entrants: 8, First: []bracket.Pair{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, Drop: bracket.HighestRemaining},
			nil, []int{4, 6}, [][2]int{{3, 5}, {7, 8}}, []int{1, 2}},
		{"after the quarterfinals, opponent advances", bracket.Spec{Entrants: 8}, quarters, []int{3},
			[][2]int{{1, 4}}, []int{2}},
		{"after the quarterfinals, best seed profits",
			bracket.Spec{Entrants: 8, Drop: bracket.HighestRemaining}, quarters, []int{3},
			[][2]int{{2, 4}}, []int{1}},
		{"no more seats than byes change hands",
			bracket.Spec{Entrants: 5, Drop: bracket.HighestRemaining}, nil, []int{2},
			[][2]int{{4, 5}}, []int{1, 3}},
		{"a bye that left is a free seat one round later",
			bracket.Spec{Entrants: 5, Drop: bracket.HighestRemaining}, rows([2]int{4, 5}), []int{2},
			[][2]int{{3, 4}}, []int{1}},
		{"reseeded, best seed profits",
			bracket.Spec{Entrants: 8, Reseed: true, Drop: bracket.HighestRemaining}, quarters, []int{3},
			[][2]int{{2, 4}}, []int{1}},
		{"reseeded, opponent advances", bracket.Spec{Entrants: 8, Reseed: true}, quarters, []int{4},
			[][2]int{{2, 3}}, []int{1}},
		{"a published match is not touched",
			bracket.Spec{Entrants: 8, Drop: bracket.HighestRemaining},
			append(slices.Clone(quarters), bracket.Result{Seats: bracket.Pair{1, 4}}), []int{3}, nil, nil},
		{"who leaves in a match keeps its seat until there is a result",
			bracket.Spec{Entrants: 4}, []bracket.Result{{Seats: bracket.Pair{1, 4}}}, []int{1},
			[][2]int{{2, 3}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.spec.Kind = bracket.SingleElimination
			s := start(t, c.spec)
			s.rows, s.left = c.rows, c.left
			matches, byes := next(t, s.state(t))
			if !slices.Equal(matches, c.matches) || !slices.Equal(byes, c.byes) {
				t.Errorf("matches %v, byes %v, want %v and %v", matches, byes, c.matches, c.byes)
			}
		})
	}
}

// TestDepartureBesidePlayedMatch: while a departure cannot be settled because the
// round is not complete, matches of the round that were played stay.
func TestDepartureBesidePlayedMatch(t *testing.T) {
	t.Parallel()
	g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: 16, Drop: bracket.HighestRemaining})
	g.rows = rows([2]int{1, 16}, [2]int{8, 9}, [2]int{4, 13}, [2]int{5, 12}, [2]int{2, 15}, [2]int{7, 10}, [2]int{3, 14}, [2]int{6, 11})
	g.rows[5].Outcome, g.rows[7].Outcome = bracket.NobodyWon, bracket.NobodyWon
	if matches, _ := next(t, g.state(t)); !slices.Equal(matches, [][2]int{{1, 8}, {2, 3}, {4, 5}}) {
		t.Fatalf("second round %v, want the semifinal of those who pass as well", matches)
	}
	g.rows = append(g.rows, rows([2]int{2, 3}, [2]int{1, 8})...)
	g.left = []int{1}
	if matches, _ := next(t, g.state(t)); !slices.Equal(matches, [][2]int{{4, 5}}) {
		t.Errorf("open matches %v, want 4 against 5", matches)
	}
	g.rows = append(g.rows, rows([2]int{4, 5})...)
	if matches, _ := next(t, g.state(t)); !slices.Equal(matches, [][2]int{{2, 4}}) {
		t.Errorf("final %v, want 2 against 4", matches)
	}
}

// TestPlaceOfDepartures: who leaves between rounds has reached the next round.
func TestPlaceOfDepartures(t *testing.T) {
	t.Parallel()
	for _, rule := range []bracket.DropRule{bracket.OpponentAdvances, bracket.HighestRemaining} {
		g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: 8, Drop: rule})
		for range 2 {
			g.next(t, better)
			if g.rounds == 1 {
				g.left = []int{2}
			}
		}
		g.next(t, better)
		s := g.state(t)
		want := []bracket.Place{{1, 1, []int{1}}, {2, 2, []int{3}}, {3, 4, []int{2, 4}}, {5, 8, []int{5, 6, 7, 8}}}
		if !slices.EqualFunc(s.Places(), want, func(a, b bracket.Place) bool {
			return a.First == b.First && a.Last == b.Last && slices.Equal(a.Entrants, b.Entrants)
		}) {
			t.Errorf("rule %d: places %+v, want %+v", rule, s.Places(), want)
		}
	}
}

// TestReseedPairsBestWithWorst: after upsets the fixed bracket follows its lines,
// the reseeded one the seeds.
func TestReseedPairsBestWithWorst(t *testing.T) {
	t.Parallel()
	upset := rows([2]int{8, 1}, [2]int{4, 5}, [2]int{2, 7}, [2]int{3, 6})
	for reseed, want := range map[bool][][2]int{false: {{2, 3}, {4, 8}}, true: {{2, 8}, {3, 4}}} {
		g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: 8, Reseed: reseed})
		g.rows = upset
		if matches, _ := next(t, g.state(t)); !slices.Equal(matches, want) {
			t.Errorf("reseeded %v: %v, want %v", reseed, matches, want)
		}
		g.rows = upset[:3]
		if matches, _ := next(t, g.state(t)); !slices.Equal(matches, [][2]int{{3, 6}}) {
			t.Errorf("reseeded %v: %v before the round is over", reseed, matches)
		}
	}
}

// TestThirdPlaceAfterNoShow: the third place needs no match if only one comes to
// it, and who lost a semifinal without a winner shares the fourth.
func TestThirdPlaceAfterNoShow(t *testing.T) {
	t.Parallel()
	g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: 4, ThirdPlace: true})
	g.rows = []bracket.Result{
		{Slot: "W1-1", Seats: bracket.Pair{1, 4}, Outcome: bracket.NobodyWon},
		{Slot: "W1-2", Seats: bracket.Pair{2, 3}, Outcome: bracket.FirstWon},
	}
	s := g.state(t)
	if s.Champion() != 2 || !s.Finished() {
		t.Errorf("champion %d, finished %v", s.Champion(), s.Finished())
	}
	g.rows[1].Outcome = bracket.NobodyWon
	none := g.state(t)
	if none.Champion() != 0 || !none.Finished() || len(none.Places()) != 1 || none.Places()[0].First != 3 {
		t.Errorf("nobody came: champion %d, places %+v", none.Champion(), none.Places())
	}
	var got []int
	for _, p := range s.Places() {
		for _, e := range p.Entrants {
			got = append(got, p.First, e)
		}
	}
	if !slices.Equal(got, []int{1, 2, 3, 3, 4, 1, 4, 4}) {
		t.Errorf("places %+v", s.Places())
	}
}
