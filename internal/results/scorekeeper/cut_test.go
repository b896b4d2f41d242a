package scorekeeper_test

import (
	"context"
	"slices"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
)

// Tiebreak matches part equal ranks in the order that they gave, and nobody is
// lost or doubled by it.
func TestEqualRanksPartedAtTheTable(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 1}}, 6)
	d.publish()
	d.enter(func(*results.Match) int { return results.Nobody })
	d.close()
	cut := func(req scorekeeper.Request, order ...results.EntrantID) error {
		_, err := d.k.MakeCut(ctx, req, scorekeeper.CutOptions{Size: 4, Order: order})
		return err
	}
	why := d.because("played off at the table")
	d.refused(results.Invalid, "an order without a reason", cut(d.req, "e5", "e1"))
	d.refused(results.Invalid, "an entrant twice", cut(why, "e5", "e1", "e5", "e1"))
	d.refused(results.Invalid, "an entrant who is not there", cut(why, "e5", "e9"))
	order := []results.EntrantID{"e5", "e2", "e6", "e1", "e4", "e3"}
	if err := cut(why, order...); err != nil {
		t.Fatal(err)
	}
	var got []results.EntrantID
	for i, row := range pairing.Advancement(d.now(), "top4").Rows {
		got = append(got, row.Entrant)
		if row.ByLot || row.Seed != i+1 {
			t.Errorf("row %d is %+v", i+1, row)
		}
	}
	if !slices.Equal(got, order[:4]) {
		t.Errorf("the cut is %v, played off was %v", got, order)
	}
}

func TestAnOrderPartsNoUnequalRanks(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 1}}, 4)
	d.publish()
	last := d.enter(first)
	d.close()
	m := last.RoundMatches(last.LastRound())[0].Match
	_, err := d.k.MakeCut(context.Background(), d.because("wished"), scorekeeper.CutOptions{Size: 2, Order: []results.EntrantID{m.Seats[1], m.Seats[0]}})
	d.refused(results.Invalid, "the loser before the winner", err)
}
