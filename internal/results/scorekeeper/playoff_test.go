package scorekeeper_test

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
)

func TestSwissWithACutToSingleElimination(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"magic-third", "momon", "onepiece", "netrunner"} {
		for _, size := range []int{2, 3, 4, 5, 6, 8} {
			for _, third := range []bool{false, true} {
				for _, seeding := range []string{"standard", "reseed"} {
					stages := []results.Stage{
						{ID: "swiss", System: results.Swiss, Rounds: 3},
						{ID: "top", System: results.SingleElimination, Size: size, ThirdPlace: &third, Seeding: seeding},
					}
					e := newEvening(t, preset, stages, 11, uint64(size))
					now := e.finish()
					reached := reachedBy(now, "top")
					want, got := knockout(now, "top", size), places(now)
					for id := range reached {
						if want[id] != got[id] {
							t.Errorf("%s, top %d, third place %v, %s: %s is placed %d, its matches say %d", preset, size, third, seeding, id, got[id], want[id])
						}
					}
					afterTheCut(t, now, "swiss", reached)
					seedsMeet(t, now, "top", seeding == "reseed")
				}
			}
		}
	}
}

// seedsMeet checks who met in a bracket without departures: the best seed of a
// first round has the worst opponent; reseeded, in every round.
func seedsMeet(t *testing.T, now *results.Tournament, stage string, reseeded bool) {
	t.Helper()
	seed := map[results.EntrantID]int{}
	for _, row := range pairing.Advancement(now, stage).Rows {
		seed[row.Entrant] = row.Seed
	}
	full := 1 << bits.Len(uint(len(seed)-1))
	for k, r := range pairing.StageRounds(now, stage) {
		if k > 0 && !reseeded {
			break
		}
		var in []int
		sits := map[int]int{}
		for _, h := range now.RoundMatches(r) {
			if h.Match.Slot == "P3" {
				continue
			}
			var pair [2]int
			for i, s := range h.Match.Seats {
				pair[i] = seed[s]
				in = append(in, seed[s])
			}
			sits[pair[0]], sits[pair[1]] = pair[1], pair[0]
		}
		slices.Sort(in)
		for i, s := range in {
			opposite := full>>k - 1 - i
			want := 0
			if opposite < len(in) {
				want = in[opposite]
			}
			if s != 0 && sits[s] != want {
				t.Errorf("round %d of the bracket: seed %d meets %d, want %d", k+1, s, sits[s], want)
			}
		}
	}
}

func TestDroppingDuringABracket(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"opponent_advances", "highest_remaining"} {
		for _, size := range []int{4, 5, 8} {
			for after := 2; after <= 4; after++ { // the Swiss rounds are 1 and 2
				for out := 1; out <= size; out++ {
					name := fmt.Sprintf("%s, %d, after round %d, seed %d", rule, size, after, out)
					dropInBracket(t, name, rule, size, after, out)
				}
			}
		}
	}
}

// dropInBracket plays a cut in which the better seed always wins, and lets one
// seed leave after a round.
func dropInBracket(t *testing.T, name, rule string, size, after, out int) {
	stages := []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 2}, {ID: "top", System: results.SingleElimination, Size: size}}
	e := newEvening(t, "magic-third", stages, 9, 1)
	e.changePolicy("magic-third", map[string]string{"rounds.bracket_drop": rule})
	seeds := func(now *results.Tournament) []results.EntrantID {
		var ids []results.EntrantID
		for _, row := range pairing.Advancement(now, "top").Rows {
			ids = append(ids, row.Entrant)
		}
		return ids
	}
	e.score = func(m *results.Match) scorekeeper.Score {
		if m.Slot == "" {
			return e.random(m)
		}
		order := seeds(e.now())
		won := []int{0, 0}
		if slices.Index(order, m.Seats[0]) < slices.Index(order, m.Seats[1]) {
			won[0] = 2
		} else {
			won[1] = 2
		}
		return scorekeeper.Score{Won: won}
	}
	var gone results.EntrantID
	var alive []int
	e.between = func(now *results.Tournament) {
		if now.LastRound().Number == 2 && after == 2 {
			e.leaves = true
			now = e.must(e.k.MakeCut(context.Background(), e.req, scorekeeper.CutOptions{}))
		}
		if now.LastRound().Number != after {
			return
		}
		order := seeds(now)
		gone = order[out-1]
		if b, err := pairing.BracketOf(now, "top"); err == nil {
			lost := map[int]bool{}
			for _, m := range b.State.Matches() {
				for _, seat := range m.Seats {
					if m.Winner != 0 && m.Published && seat.Entrant != m.Winner {
						lost[seat.Entrant] = true
					}
				}
			}
			for seed := 1; seed <= size; seed++ {
				if !lost[seed] {
					alive = append(alive, seed)
				}
			}
		}
		e.must(e.k.Drop(context.Background(), e.req, gone))
	}
	now := e.finish()
	order, got := seeds(now), places(now)
	best := order[0]
	if gone == order[0] && len(alive) > 1 && alive[0] == 1 {
		best = order[1]
	}
	if got[best] != 1 {
		t.Errorf("%s: %s is placed %d", name, best, got[best])
	}
	if !slices.Contains(alive, out) || len(alive) < 3 {
		return // out already, or the last match is decided by it
	}
	// The round after: who profits plays no match.
	at := slices.IndexFunc(now.Rounds, func(h *results.RoundHistory) bool { return h.Current().Number == after+1 })
	if at < 0 {
		return
	}
	playing := map[results.EntrantID]bool{}
	for _, h := range now.RoundMatches(now.Rounds[at].Current()) {
		for _, s := range h.Match.Seats {
			playing[s] = len(h.Match.Seats) > 1
		}
	}
	if playing[gone] {
		t.Errorf("%s: who left is paired", name)
	}
	profits := alive[0]
	if profits == out {
		profits = alive[1]
	}
	nobodyNeedsIt := after == 2 && size-1 == 4 // four are left and nobody has a bye
	if rule == "highest_remaining" && !nobodyNeedsIt && playing[order[profits-1]] {
		t.Errorf("%s: seed %d is the best left and has to play", name, profits)
	}
	if rule == "opponent_advances" && len(alive) == size && size == 8 && playing[order[size-out]] {
		t.Errorf("%s: seed %d has no opponent and has to play", name, size-out+1)
	}
}

func TestNobodyAppears(t *testing.T) {
	t.Parallel()
	third := true
	stages := []results.Stage{{ID: "top", System: results.SingleElimination, ThirdPlace: &third}}
	absent := func(e *evening, slots ...string) {
		e.score = func(m *results.Match) scorekeeper.Score {
			if slices.Contains(slots, m.Slot) {
				return scorekeeper.Score{Kind: results.DoubleForfeit}
			}
			return scorekeeper.Score{Won: []int{2, 0}}
		}
	}
	// The better seed sits first: 1 beats 8, 4 beats 5, 2 beats 7, 3 beats 6.
	for _, c := range []struct {
		name  string
		slots []string
		want  map[results.EntrantID]int
	}{
		{"in a semifinal", []string{"W2-1"}, map[results.EntrantID]int{"e2": 1, "e3": 3, "e1": 4, "e4": 4, "e5": 5}},
		{"in the final", []string{"W3-1"}, map[results.EntrantID]int{"e1": 1, "e2": 1, "e4": 3, "e3": 4, "e8": 5}},
		{"in the match for third place", []string{"P3"}, map[results.EntrantID]int{"e1": 1, "e2": 2, "e3": 3, "e4": 3}},
		{"in a quarterfinal", []string{"W1-1"}, map[results.EntrantID]int{"e4": 1, "e2": 2, "e3": 3, "e1": 5, "e8": 5}},
		{"in both semifinals", []string{"W2-1", "W2-2"}, map[results.EntrantID]int{"e1": 3, "e2": 3, "e3": 3, "e4": 3}},
	} {
		e := newEvening(t, "magic-third", stages, 8, 1)
		absent(e, c.slots...)
		now := e.finish()
		got := places(now)
		for id, want := range c.want {
			if got[id] != want {
				t.Errorf("%s: %s is placed %d, want %d", c.name, id, got[id], want)
			}
		}
		_, champion, err := pairing.Placement(now)
		alone := 0
		for _, place := range got {
			if place == 1 {
				alone++
			}
		}
		if err != nil || (champion != "") != (alone == 1) || champion != "" && got[champion] != 1 {
			t.Errorf("%s: the champion is %q, %v", c.name, champion, err)
		}
	}
}

func TestACutThroughASharedRank(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	// One round of four matches: four share rank 1, four share rank 5.
	swiss := []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 1}}
	e := newEvening(t, "magic-third", swiss, 8, 3)
	e.score = func(m *results.Match) scorekeeper.Score { return scorekeeper.Score{Won: []int{2, 0}} }
	e.publish()
	e.enter(first)
	for _, h := range e.now().RoundMatches(e.now().LastRound()) {
		e.must(e.k.EnterResult(ctx, e.because("all alike"), h.Match.ID, 1, scorekeeper.Score{Won: []int{2, 0}}))
	}
	e.close()
	now := e.must(e.k.MakeCut(ctx, e.req, scorekeeper.CutOptions{Size: 2}))
	cut := pairing.Advancement(now, "top2")
	if cut.LotSeed == nil || !cut.Rows[0].ByLot || !cut.Rows[1].ByLot {
		t.Errorf("the cut does not say that a lot parted four equals: %+v", cut)
	}
	var other []results.EntrantID
	for _, row := range now.Outcomes[0].Rows[:4] {
		if row.Entrant != cut.Rows[0].Entrant && row.Entrant != cut.Rows[1].Entrant {
			other = append(other, row.Entrant)
		}
	}
	_, err := e.k.MakeCut(ctx, e.because("tiebreak matches"), scorekeeper.CutOptions{Size: 2, Order: []results.EntrantID{other[0], now.Outcomes[0].Rows[7].Entrant}})
	e.refused(results.Invalid, "an order across ranks", err)
	_, err = e.k.MakeCut(ctx, e.req, scorekeeper.CutOptions{Size: 2, Order: other})
	e.refused(results.Invalid, "an order without a reason", err)
	// All four were parted at the table.
	order := append(slices.Clone(other), cut.Rows[0].Entrant, cut.Rows[1].Entrant)
	e.order = func(*results.Tournament) []results.EntrantID { return nil }
	now = e.must(e.k.MakeCut(ctx, e.because("tiebreak matches"), scorekeeper.CutOptions{Size: 2, Order: order}))
	again := pairing.Advancement(now, "top2")
	if again.Version != 2 || again.LotSeed != nil || again.Rows[0].Entrant != other[0] || again.Rows[1].Entrant != other[1] || again.Rows[0].ByLot {
		t.Errorf("the order of the table gives %+v", again)
	}
	e.finish()
}

func TestTheCutIsRecordedBeforeThePlayoffAndFollowsTheRounds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e := newEvening(t, "magic-third", []results.Stage{
		{ID: "swiss", System: results.Swiss, Rounds: 2}, {ID: "top", System: results.SingleElimination, Size: 4},
	}, 8, 1)
	e.rounds(2, 1)
	_, err := e.k.DraftRound(ctx, e.req, nil)
	e.refused(results.Refused, "a playoff without a cut", err)
	now := e.must(e.k.MakeCut(ctx, e.req, scorekeeper.CutOptions{}))
	if len(pairing.Advancement(now, "top").Rows) != 4 {
		t.Errorf("the plan's size is not taken: %+v", pairing.Advancement(now, "top"))
	}
	// A third round after all: the old cut does not count.
	stages := slices.Clone(now.Stages())
	stages[0].Rounds = 3
	e.must(e.k.ChangeStages(ctx, e.req, now.Plans[len(now.Plans)-1].Version, stages))
	e.rounds(1, 2)
	_, err = e.k.DraftRound(ctx, e.req, nil)
	e.refused(results.Refused, "a playoff by the cut of two rounds", err)
	now = e.must(e.k.MakeCut(ctx, e.req, scorekeeper.CutOptions{}))
	e.must(e.k.VoidRound(ctx, e.because("it was no round"), 3, 0))
	e.rounds(1, 3)
	_, err = e.k.DraftRound(ctx, e.req, nil)
	e.refused(results.Refused, "a playoff by the cut of a voided round", err)
	// The policy that the standings were made by is the one that the cut names.
	e.changePolicy("momon", nil)
	now = e.must(e.k.MakeCut(ctx, e.req, scorekeeper.CutOptions{}))
	if cut := pairing.Advancement(now, "top"); cut.PolicyHash != now.PolicyFor(3).Hash || cut.PolicyHash == now.PolicyFor(4).Hash {
		t.Error("the cut does not name the policy of the last round")
	}
	now = e.finish()
	if last := now.Outcomes[len(now.Outcomes)-1]; last.PolicyHash != now.PolicyFor(len(now.Rounds)).Hash {
		t.Error("the placement does not name the policy of the last round")
	}
}
