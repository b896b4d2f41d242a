package scorekeeper_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
)

// repairCost is what Mend minimizes, counted anew: repeated meetings and second
// byes, broken tables with a result, all broken tables.
func repairCost(t *results.Tournament, number int, tables [][]results.EntrantID) [3]int {
	met := map[string]int{}
	byes := map[results.EntrantID]int{}
	past := t.Before(number)
	for n := 1; n < number; n++ {
		r, _ := past.Round(n)
		for _, m := range past.RoundMatches(r) {
			if len(m.Match.Seats) == 2 {
				met[fmt.Sprint(m.Match.Seats[0], m.Match.Seats[1])]++
				met[fmt.Sprint(m.Match.Seats[1], m.Match.Seats[0])]++
			} else if m.Match.Assigned == results.Bye {
				byes[m.Match.Seats[0]]++
			}
		}
	}
	var cost [3]int
	kept := map[string]bool{}
	for _, seats := range tables {
		if len(seats) == 2 && met[fmt.Sprint(seats[0], seats[1])] > 0 || len(seats) == 1 && byes[seats[0]] > 0 {
			cost[0]++
		}
		kept[fmt.Sprint(slices.Sorted(slices.Values(seats)))] = true
	}
	r, _ := t.Round(number)
	for _, m := range t.RoundMatches(r) {
		if kept[fmt.Sprint(slices.Sorted(slices.Values(m.Match.Seats)))] {
			continue
		}
		if m.Match.Assigned == "" && m.Result() != nil {
			cost[1]++
		}
		cost[2]++
	}
	return cost
}

// seatings lists every way to seat the entrants in pairs, one of them alone
// where the number is odd.
func seatings(ids []results.EntrantID) [][][]results.EntrantID {
	if len(ids) == 0 {
		return [][][]results.EntrantID{nil}
	}
	var out [][][]results.EntrantID
	add := func(table, rest []results.EntrantID) {
		for _, s := range seatings(rest) {
			out = append(out, append([][]results.EntrantID{table}, s...))
		}
	}
	for i := 1; i < len(ids); i++ {
		rest := slices.Delete(slices.Clone(ids[1:]), i-1, i)
		add([]results.EntrantID{ids[0], ids[i]}, rest)
	}
	if len(ids)%2 == 1 {
		add(ids[:1], ids[1:])
	}
	return out
}

func TestARepairBreaksTheFewestTables(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 9}}, rapid.IntRange(4, 8).Draw(rt, "entrants"))
		d.rounds(rapid.IntRange(0, 2).Draw(rt, "rounds"), rapid.Uint64().Draw(rt, "results"))
		// A wrong round: seats swapped by hand, then somebody leaves or enters after
		// it was published, and some tables are played.
		draft := d.must(d.k.DraftRound(ctx, d.req, nil)).LastRound()
		now := d.now()
		for range rapid.IntRange(0, 2).Draw(rt, "swaps") {
			list := now.RoundMatches(now.LastRound())
			a, b := rapid.SampledFrom(list).Draw(rt, "a").Match, rapid.SampledFrom(list).Draw(rt, "b").Match
			if a.ID != b.ID {
				now = d.must(d.k.SwapSeats(ctx, d.because("wrong"), draft.Number, 0, a.Seats[0], b.Seats[0]))
			}
		}
		now = d.must(d.k.PublishRound(ctx, d.req, draft.Number, now.LastRound().Version))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "played"), 1))
		for _, m := range now.RoundMatches(now.LastRound()) {
			if m.Match.Assigned == "" && r.IntN(3) == 0 {
				d.must(d.k.EnterResult(ctx, d.req, m.Match.ID, 0, scorekeeper.Score{Won: []int{2, 0}}))
			}
		}
		apart := [2]results.EntrantID{}
		if rapid.Bool().Draw(rt, "keep two apart") {
			m := now.RoundMatches(now.LastRound())[0].Match
			if len(m.Seats) == 2 {
				apart = [2]results.EntrantID{m.Seats[0], m.Seats[1]}
			}
		}
		got, err := pairing.Mend(d.now(), draft.Number, apart)
		if err != nil {
			rt.Fatal(err)
		}
		now = d.now()
		var tables [][]results.EntrantID
		for _, id := range got.Kept {
			m, _ := now.Match(id)
			tables = append(tables, m.Match.Seats)
		}
		for _, m := range got.Made {
			tables = append(tables, m.Seats)
		}
		var ids, seated []results.EntrantID
		for _, e := range pairing.Active(now, "swiss", draft.Number) {
			ids = append(ids, e.ID)
		}
		for _, s := range tables {
			seated = append(seated, s...)
		}
		slices.Sort(seated)
		if want := slices.Sorted(slices.Values(ids)); !slices.Equal(seated, want) {
			rt.Fatalf("the repair seats %v, active are %v", seated, want)
		}
		apartToo := func(tables [][]results.EntrantID) [3]int {
			cost := repairCost(now, draft.Number, tables)
			for _, s := range tables {
				if len(s) == 2 && slices.Contains(s, apart[0]) && slices.Contains(s, apart[1]) {
					cost[0]++
				}
			}
			return cost
		}
		best := apartToo(tables)
		for _, s := range seatings(ids) {
			if c := apartToo(s); slices.Compare(c[:], best[:]) < 0 {
				rt.Fatalf("the repair costs %v, %v costs %v", best, s, c)
			}
		}
	})
}

func TestRepairingAfterSomebodyLeftAfterPublishing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 8)
	now := d.publish()
	_, err := d.k.RepairRound(ctx, d.because("nothing wrong"), 1, 0)
	d.refused(results.Refused, "a round that needs no repair", err)
	m := now.RoundMatches(now.LastRound())[1].Match
	// Two who know each other shall not meet in round 1.
	_, err = d.k.RepairRound(ctx, d.req, 1, 0, [2]results.EntrantID{m.Seats[0], m.Seats[1]})
	d.refused(results.Invalid, "a repair without a reason", err)
	got := d.must(d.k.RepairRound(ctx, d.because("brothers"), 1, 0, [2]results.EntrantID{m.Seats[0], m.Seats[1]}))
	if got.Current(m) || len(got.LastRound().Matches) != 4 || got.LastRound().Status != results.Published {
		t.Errorf("the round after the repair is %+v", got.LastRound())
	}
	again := d.must(d.k.PairAgain(ctx, d.because("start over"), 1, 0))
	if r := again.LastRound(); len(r.Matches) != 4 || slices.Contains(r.Matches, got.LastRound().Matches[0]) || r.Quality == nil {
		t.Errorf("the round paired again is %+v", r)
	}
	d.enter(first)
	_, err = d.k.PairAgain(ctx, d.because("start over"), 1, 0)
	d.refused(results.Refused, "a played round paired again", err)
}
