package scorekeeper_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/standings"
)

// rounds plays Swiss rounds with random results.
func (d *desk) rounds(n int, seed uint64) {
	d.t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	for range n {
		d.publish()
		d.enter(func(*results.Match) int { return r.IntN(3) - 1 })
		d.close()
	}
}

// lines prints an event as the preview sees it: every later standing, cut,
// pairing and place, computed from nothing but the state.
func lines(t *testing.T, e *results.Tournament, from int) map[string]string {
	t.Helper()
	out := map[string]string{}
	for n := from; n <= len(e.Rounds); n++ {
		r, ok := e.Round(n)
		if !ok {
			continue
		}
		if n > from && r.PairSeed != nil && r.Algorithm == pairing.SwissAlgorithm {
			plan, err := pairing.Next(e.Before(n), *r.PairSeed)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range plan.Matches {
				seats := slices.Sorted(slices.Values(m.Seats))
				out[fmt.Sprintf("pairing %d %v", n, seats)] = "paired"
			}
		}
		stage, _ := e.Stage(r.Stage)
		if stage.System.Elimination() || !standings.RoundDecided(e, n) {
			continue
		}
		table, err := standings.FromTournament(e, r.Stage, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range standings.Compute(table, e.PolicyFor(n).Policy, standings.Options{}).Rows {
			values := ""
			for _, v := range row.Values {
				values += " " + v.Rat.String()
			}
			out[fmt.Sprintf("standing %d %s", n, row.Entrant)] = fmt.Sprint(row.Rank) + values
		}
	}
	return out
}

// What a preview lists is exactly what differs between the event recomputed
// before and after the correction was really made.
func TestThePreviewIsTheDifference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 5}}, rapid.IntRange(5, 13).Draw(rt, "entrants"))
		d.rounds(rapid.IntRange(1, 4).Draw(rt, "rounds"), rapid.Uint64().Draw(rt, "results"))
		before := d.now()
		var contests []*results.MatchHistory
		for _, m := range before.Matches {
			if m.Match.Assigned == "" && before.Current(m.Match) {
				contests = append(contests, m)
			}
		}
		m := rapid.SampledFrom(contests).Draw(rt, "match")
		score := scorekeeper.Score{Won: rapid.SampledFrom([][]int{{2, 0}, {0, 2}, {1, 2}, {1, 1}}).Draw(rt, "score")}
		req := d.because("typing error")
		p, err := scorekeeper.PreviewResult(before, req, m.Match.ID, m.Version(), score)
		if err != nil {
			rt.Fatal(err)
		}
		if now := d.now(); now.Seq != before.Seq {
			rt.Fatal("a preview stored something")
		}
		after, err := d.k.EnterResult(ctx, req, m.Match.ID, m.Version(), score)
		if err != nil {
			rt.Fatal(err)
		}
		old, now := lines(t, before, m.Match.Round), lines(t, after, m.Match.Round)
		want := map[string]bool{}
		for k, v := range old {
			if now[k] != v {
				want[k] = true
			}
		}
		for k, v := range now {
			if old[k] != v {
				want[k] = true
			}
		}
		got := map[string]bool{}
		for _, c := range p.Standings {
			got[fmt.Sprintf("standing %d %s", c.Round, c.Entrant)] = true
		}
		for _, c := range p.Pairings {
			for _, seats := range append(slices.Clone(c.Before), c.After...) {
				got[fmt.Sprintf("pairing %d %v", c.Round, slices.Sorted(slices.Values(seats)))] = true
			}
		}
		if fmt.Sprint(want) != fmt.Sprint(got) {
			rt.Fatalf("the preview lists %v\nbut what changes is %v", got, want)
		}
		if p.Age != len(before.Rounds)-m.Match.Round {
			rt.Errorf("age %d of round %d of %d", p.Age, m.Match.Round, len(before.Rounds))
		}
	})
}

// After a public report: correcting round one after round three must reach every
// later table, and change no pairing that was played.
func TestCorrectingRoundOneAfterRoundThree(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-mtr", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 4)
	d.rounds(3, 4)
	before := d.now()
	m := before.Matches[0]
	outcomes := len(before.Outcomes)
	_, err := d.k.EnterResult(ctx, d.req, m.Match.ID, 1, scorekeeper.Score{Won: []int{0, 2}})
	d.refused(results.Invalid, "a correction without a reason", err)
	byScorekeeper := d.because("typing error")
	byScorekeeper.By.Role = results.Scorekeeper
	_, err = d.k.EnterResult(ctx, byScorekeeper, m.Match.ID, 1, scorekeeper.Score{Won: []int{0, 2}})
	d.refused(results.Forbidden, "a scorekeeper corrects a closed round", err)
	after := d.must(d.k.EnterResult(ctx, d.because("typing error"), m.Match.ID, 1, scorekeeper.Score{Won: []int{0, 2}}))
	if len(after.Outcomes) != outcomes+3 {
		t.Errorf("%d outcomes were appended, want the standings of three rounds", len(after.Outcomes)-outcomes)
	}
	for i, r := range after.Rounds {
		if !slices.Equal(r.Current().Matches, before.Rounds[i].Current().Matches) {
			t.Errorf("the pairing of round %d changed", i+1)
		}
	}
	if h := after.Matches[0]; len(h.Results) != 2 || h.Results[1].Reason != "typing error" {
		t.Errorf("the history of the result is %+v", h.Results)
	}
	back := d.must(d.k.EnterResult(ctx, d.because("it was right"), m.Match.ID, 2, scorekeeper.Score{
		Won: m.Results[0].Won, Drawn: m.Results[0].Drawn,
	}))
	if fmt.Sprint(lines(t, back, 1)) != fmt.Sprint(lines(t, before, 1)) {
		t.Error("a correction and its reverse do not give the same sheet")
	}
}

// After a public report: the right player moves on after a corrected semifinal,
// and a final that the wrong one has played is not silently lost.
func TestACorrectedSemifinalMovesTheRightPlayer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "top", System: results.SingleElimination}}, 4)
	d.publish()
	d.enter(first)
	d.close()
	t2 := d.publish()
	final := t2.RoundMatches(t2.LastRound())[0].Match
	semi := t2.Matches[0]
	loser := semi.Match.Seats[1]
	corrected := scorekeeper.Score{Won: []int{0, 2}}
	got := d.must(d.k.EnterResult(ctx, d.because("seats mixed up"), semi.Match.ID, 1, corrected))
	now := got.RoundMatches(got.LastRound())
	if len(now) != 1 || !slices.Contains(now[0].Match.Seats, loser) || now[0].Match.ID == final.ID {
		t.Fatalf("the final is %+v, want %s in it", now[0].Match, loser)
	}
	d.enter(first)
	d.close()
	played := d.now()
	back := scorekeeper.Score{Won: []int{2, 0}}
	_, err := d.k.EnterResult(ctx, d.because("they were right"), semi.Match.ID, 2, back)
	if results.CodeOf(err) != results.Refused || !strings.Contains(err.Error(), "archived") {
		t.Fatalf("a played final would be lost without asking: %v", err)
	}
	if d.now().Seq != played.Seq {
		t.Fatal("the refused correction was stored")
	}
	back.ArchiveLater = true
	got = d.must(d.k.EnterResult(ctx, d.because("they were right"), semi.Match.ID, 2, back))
	lost := played.RoundMatches(played.LastRound())[0].Match
	if m, _ := got.Match(lost.ID); m.Result() == nil || got.Current(lost) {
		t.Error("the final that was played is not archived with its result")
	}
	if r := got.LastRound(); r.Status != results.Published || got.RoundMatches(r)[0].Result() != nil {
		t.Errorf("the final is not open again: %+v", r)
	}
}

// After public reports: a double click, a retry and two organizers at once make
// one round; a result from an older page is refused.
func TestEverythingHappensOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 5)
	req := d.req
	req.Key = "form-1"
	one := d.must(d.k.DraftRound(ctx, req, nil))
	two := d.must(d.k.DraftRound(ctx, req, nil))
	if one.Seq != two.Seq || len(two.Rounds) != 1 {
		t.Errorf("the same form drafted twice: entries %d and %d", one.Seq, two.Seq)
	}
	r := two.LastRound()
	d.must(d.k.PublishRound(ctx, d.req, 1, r.Version))
	_, err := d.k.PublishRound(ctx, d.req, 1, r.Version)
	d.refused(results.Conflict, "a colleague publishes the same draft", err)
	_, err = d.k.DraftRound(ctx, d.req, nil)
	d.refused(results.Refused, "a second start of the running round", err)
	m := d.now().RoundMatches(d.now().LastRound())[0]
	d.must(d.k.EnterResult(ctx, d.req, m.Match.ID, 0, scorekeeper.Score{Won: []int{2, 1}}))
	_, err = d.k.EnterResult(ctx, d.req, m.Match.ID, 0, scorekeeper.Score{Won: []int{2, 0}})
	d.refused(results.Conflict, "a result from an older page", err)
	if h := d.match(m.Match.ID); len(h.Results) != 1 {
		t.Errorf("%d results", len(h.Results))
	}
	for name, s := range map[string]scorekeeper.Score{
		"three wins": {Won: []int{3, 0}}, "two winners": {Won: []int{2, 2}}, "less than nothing": {Won: []int{-1, 2}},
		"nothing at all": {}, "a million": {Won: []int{1000000, 0}}, "one side": {Won: []int{2}}, "0–0": {Won: []int{0, 0}},
	} {
		other := d.now().RoundMatches(d.now().LastRound())[1]
		if _, err := d.k.EnterResult(ctx, d.req, other.Match.ID, 0, s); results.CodeOf(err) != results.Invalid {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
}

// After a public report: voiding a round takes its points along.
func TestAVoidedRoundIsAsIfItHadNotBeen(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-mtr", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 4)
	d.rounds(1, 2)
	before := lines(t, d.now(), 1)
	d.publish()
	d.enter(first)
	d.close()
	_, err := d.k.VoidRound(ctx, d.because("x"), 1, 0)
	d.refused(results.Refused, "a round that another rests on", err)
	_, err = d.k.VoidRound(ctx, d.req, 2, 0)
	d.refused(results.Invalid, "no reason", err)
	got := d.must(d.k.VoidRound(ctx, d.because("wrong round started"), 2, 0))
	if fmt.Sprint(lines(t, got, 1)) != fmt.Sprint(before) || got.LastRound().Number != 1 {
		t.Error("points of the voided round are left")
	}
	again := d.publish()
	if again.LastRound().Number != 2 || again.Matches[2].Result() == nil {
		t.Error("round 2 is paired again and the voided results are kept")
	}
	d.must(d.k.VoidRound(ctx, d.because("again"), 2, 0))
	d.must(d.k.VoidRound(ctx, d.because("all of it"), 1, 0))
	if d.publish().LastRound().Number != 1 {
		t.Error("an event whose only round was voided can be started")
	}
}

func TestDropsSitOutsAndLateEntries(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}, 6)
	d.must(d.k.SitOut(ctx, d.req, "e2", false))
	_, err := d.k.SitOut(ctx, d.req, "e2", false)
	d.refused(results.Refused, "sits out already", err)
	seats := func() map[results.EntrantID]bool {
		out := map[results.EntrantID]bool{}
		now := d.now()
		for _, m := range now.RoundMatches(now.LastRound()) {
			for _, s := range m.Match.Seats {
				out[s] = true
			}
		}
		return out
	}
	d.publish()
	if s := seats(); s["e2"] || len(s) != 5 {
		t.Errorf("round 1 seats %v", s)
	}
	d.enter(first)
	d.must(d.k.Drop(ctx, d.req, "e1"))
	d.close()
	d.must(d.k.Enrol(ctx, d.req, []scorekeeper.EntrantFacts{{Name: "Late Lena"}}, scorekeeper.MissedAreLosses))
	_, err = d.k.Enrol(ctx, d.req, []scorekeeper.EntrantFacts{{Name: " late  LENA "}}, scorekeeper.MissedAreLosses)
	d.refused(results.Invalid, "the same name again", err)
	d.publish()
	if s := seats(); s["e1"] || !s["e2"] || !s["e7"] || len(s) != 6 {
		t.Errorf("round 2 seats %v", s)
	}
	d.enter(first)
	d.close()
	table, err := standings.FromTournament(d.now(), "swiss", 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range standings.Compute(table, d.now().PolicyFor(2).Policy, standings.Options{}).Rows {
		if row.Entrant == "e7" && row.Losses < 1 {
			t.Errorf("the late entry's missed round is no loss: %+v", row)
		}
		if row.Entrant == "e1" && row.Status != standings.Dropped {
			t.Errorf("e1 is %s", row.Status)
		}
	}
	d.must(d.k.TakeBackDrop(ctx, d.req, "e1"))
	d.publish()
	if s := seats(); !s["e1"] || len(s) != 7 {
		t.Errorf("round 3 seats %v", s)
	}
}

func TestADraftThatNoLongerFitsIsNotPublished(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 6)
	r := d.must(d.k.DraftRound(ctx, d.req, nil)).LastRound()
	d.must(d.k.Drop(ctx, d.req, "e3"))
	_, err := d.k.PublishRound(ctx, d.req, 1, r.Version)
	if results.CodeOf(err) != results.Refused || !strings.Contains(err.Error(), "Player 3") {
		t.Errorf("publishing a draft with somebody who left: %v", err)
	}
	_, err = d.k.DraftRound(ctx, d.req, nil)
	d.refused(results.Conflict, "a second draft of the round", err)
	_, err = d.k.DraftAgain(ctx, d.req, r.Number, r.Version+1)
	d.refused(results.Conflict, "a draft again from a stale form", err)
	again := d.must(d.k.DraftAgain(ctx, d.req, r.Number, r.Version))
	a := again.RoundMatches(again.LastRound())
	x, y := a[0].Match.Seats[0], a[1].Match.Seats[0]
	_, err = d.k.SwapSeats(ctx, d.req, 1, again.LastRound().Version, x, y)
	d.refused(results.Invalid, "a swap without a reason", err)
	swapped := d.must(d.k.SwapSeats(ctx, d.because("brothers"), 1, again.LastRound().Version, x, y))
	m := swapped.RoundMatches(swapped.LastRound())[0].Match
	if !m.ByHand || m.Seats[0] != y || !strings.Contains(m.Reasons[0].Text, "brothers") {
		t.Errorf("the swapped table is %+v", m)
	}
	d.must(d.k.PublishRound(ctx, d.req, 1, swapped.LastRound().Version))
}
