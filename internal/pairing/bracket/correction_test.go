package bracket_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing/bracket"
)

// TestCorrectionIsRecomputation: after a random correction the state is that of
// the rows that were kept, the archived ones really fit no more, and the listed
// changes are exactly the slots whose entrants differ.
func TestCorrectionIsRecomputation(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		spec := bracket.Spec{Kind: bracket.SingleElimination, Entrants: rapid.IntRange(2, 24).Draw(t, "entrants")}
		switch rapid.IntRange(0, 3).Draw(t, "option") {
		case 0:
			spec.Kind, spec.Reset = bracket.DoubleElimination, true
		case 1:
			spec.ThirdPlace = true
		case 2:
			spec.Reseed = true
		}
		b, err := bracket.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "chance"), 0))
		var played []bracket.Result
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			s, err := b.State(played, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range s.NextRound().Matches {
				played = append(played, bracket.Result{Slot: p.Slot, Seats: p.Seats, Outcome: bracket.FirstWon + bracket.Outcome(r.IntN(3))})
			}
		}
		before, err := b.State(played, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(played)-1).Draw(t, "row")
		fix := played[i]
		fix.Outcome = bracket.Outcome(rapid.IntRange(int(bracket.Open), int(bracket.NobodyWon)).Draw(t, "outcome"))
		c, err := b.Correct(played, nil, fix)
		if err != nil {
			t.Fatal(err)
		}
		kept := slices.DeleteFunc(slices.Clone(played), func(r bracket.Result) bool { return slices.Contains(c.Archived, r) })
		kept[slices.Index(kept, played[i])] = fix
		after, err := b.State(kept, nil)
		if err != nil {
			t.Fatalf("the rows kept do not fit: %v", err)
		}
		if !reflect.DeepEqual(after.Matches(), c.State.Matches()) || !reflect.DeepEqual(after.Places(), c.State.Places()) {
			t.Fatal("the corrected state is not that of its rows")
		}
		for _, r := range c.Archived {
			if _, err := b.State(append(slices.Clone(kept), r), nil); err == nil {
				t.Fatalf("%+v is archived although it fits", r)
			}
		}
		changed := map[string]bracket.Change{}
		for _, ch := range c.Changed {
			changed[ch.Slot] = ch
		}
		for j, m := range before.Matches() {
			n := after.Matches()[j]
			same := m.Seats[0].Entrant == n.Seats[0].Entrant && m.Seats[1].Entrant == n.Seats[1].Entrant &&
				m.Seats[0].Vacancy == n.Seats[0].Vacancy && m.Seats[1].Vacancy == n.Seats[1].Vacancy
			ch, ok := changed[m.Slot]
			if ok == same {
				t.Fatalf("%s: entrants %+v and %+v, listed as changed: %v", m.Slot, m.Seats, n.Seats, ok)
			}
			if ok && ch.Played != slices.ContainsFunc(played, func(r bracket.Result) bool { return r.Slot == m.Slot }) {
				t.Fatalf("%s: played is %v", m.Slot, ch.Played)
			}
		}
		if fix.Outcome == played[i].Outcome && len(c.Changed)+len(c.Archived) > 0 {
			t.Fatalf("no correction, yet %+v", c)
		}
	})
}

// TestOrderOfRowsDoesNotMatter: rows with slots give one state in any order, and
// rows without slots give the same in the order of play.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 20; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		g := start(t, bracket.Spec{Kind: bracket.DoubleElimination, Entrants: n, Reset: true})
		for g.next(t, chance(r)) {
		}
		want := g.state(t).Matches()
		bare := slices.Clone(g.rows)
		for i := range bare {
			bare[i].Slot = ""
			if bare[i].Outcome != bracket.Open {
				bare[i].Seats[0], bare[i].Seats[1] = bare[i].Seats[1], bare[i].Seats[0]
				bare[i].Outcome = bracket.FirstWon + bracket.SecondWon - bare[i].Outcome
			}
		}
		r.Shuffle(len(g.rows), func(i, j int) { g.rows[i], g.rows[j] = g.rows[j], g.rows[i] })
		if !reflect.DeepEqual(g.state(t).Matches(), want) {
			t.Fatalf("%d entrants: another order of rows gives another bracket", n)
		}
		g.rows = bare
		if !reflect.DeepEqual(g.state(t).Matches(), want) {
			t.Fatalf("%d entrants: rows without slots give another bracket", n)
		}
	}
}

// TestCorrectionRefusals: what is no correction is refused like any other row.
func TestCorrectionRefusals(t *testing.T) {
	t.Parallel()
	g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: 4})
	g.rows = []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 4}, Outcome: bracket.FirstWon}}
	for _, c := range []struct {
		name string
		fix  bracket.Result
		code bracket.Code
	}{
		{"no slot", bracket.Result{Seats: bracket.Pair{1, 4}, Outcome: bracket.SecondWon}, bracket.UnknownSlot},
		{"unknown slot", bracket.Result{Slot: "W9-1", Seats: bracket.Pair{1, 4}, Outcome: bracket.SecondWon}, bracket.UnknownSlot},
		{"other entrants", bracket.Result{Slot: "W1-1", Seats: bracket.Pair{1, 3}, Outcome: bracket.SecondWon}, bracket.OtherEntrants},
		{"not ready", bracket.Result{Slot: "W2-1", Seats: bracket.Pair{1, 3}, Outcome: bracket.SecondWon}, bracket.NotReady},
	} {
		_, err := g.b.Correct(g.rows, nil, c.fix)
		checkRefusal(t, c.name, err, c.code)
	}
	g.rows[0].Seats[1] = 2
	_, err := g.b.Correct(g.rows, nil, g.rows[0])
	checkRefusal(t, "rows that do not fit", err, bracket.OtherEntrants)
}
