package scorekeeper_test

import (
	"context"
	"fmt"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
)

// desk is an organizer at work on one event in memory.
type desk struct {
	t    *testing.T
	k    *scorekeeper.Keeper
	s    *resultstest.Store
	req  scorekeeper.Request
	seed uint64
}

func newDesk(t *testing.T, preset string, stages []results.Stage, entrants int) *desk {
	t.Helper()
	d := &desk{t: t, req: scorekeeper.Request{Slug: "friday", By: resultstest.Organizer}}
	d.s = resultstest.NewStore()
	d.k = scorekeeper.New(d.s, func() uint64 { d.seed++; return d.seed })
	p, _, _, err := policy.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	facts := scorekeeper.EventFacts{Name: "Friday Open", Slug: "friday", Ruleset: "generic", Sanctioned: true}
	if _, err := d.k.CreateEvent(context.Background(), scorekeeper.Request{By: resultstest.Organizer}, facts, *policy.Record(p, 1, 1), stages); err != nil {
		t.Fatal(err)
	}
	var list []scorekeeper.EntrantFacts
	for i := 1; i <= entrants; i++ {
		list = append(list, scorekeeper.EntrantFacts{Name: fmt.Sprintf("Player %d", i)})
	}
	if entrants > 0 {
		d.must(d.k.Enrol(context.Background(), d.req, list, scorekeeper.MissedAreLosses))
	}
	return d
}

// must fails the test on a refusal.
func (d *desk) must(got *results.Tournament, err error) *results.Tournament {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	return got
}

// refused fails the test unless err is a refusal with the code.
func (d *desk) refused(code results.Code, what string, err error) {
	d.t.Helper()
	if results.CodeOf(err) != code {
		d.t.Errorf("%s: got %v, want a refusal %q", what, err, code)
	}
}

func (d *desk) because(reason string) scorekeeper.Request {
	req := d.req
	req.Reason = reason
	return req
}

// now is the state of the event.
func (d *desk) now() *results.Tournament {
	d.t.Helper()
	return d.must(d.s.Tournament(context.Background(), "friday"))
}

// publish drafts and publishes the next round.
func (d *desk) publish() *results.Tournament {
	d.t.Helper()
	t := d.must(d.k.DraftRound(context.Background(), d.req, nil))
	r := t.LastRound()
	return d.must(d.k.PublishRound(context.Background(), d.req, r.Number, r.Version))
}

// enter records a score at every open match of the last round: winner(m) is the
// seat that wins 2–1, or results.Nobody for 1–1–1.
func (d *desk) enter(winner func(m *results.Match) int) *results.Tournament {
	d.t.Helper()
	t := d.now()
	for _, m := range t.RoundMatches(t.LastRound()) {
		if m.Result() != nil {
			continue
		}
		score := scorekeeper.Score{Won: []int{1, 1}, Drawn: 1}
		if w := winner(m.Match); w != results.Nobody {
			score.Drawn = 0
			score.Won[w] = 2
		}
		t = d.must(d.k.EnterResult(context.Background(), d.req, m.Match.ID, 0, score))
	}
	return t
}

func (d *desk) close() *results.Tournament {
	d.t.Helper()
	t := d.now()
	r := t.LastRound()
	return d.must(d.k.CloseRound(context.Background(), d.req, r.Number, r.Version))
}

// first lets the first seat win.
func first(*results.Match) int { return 0 }

func TestAnEveningFromRegistrationToFinalPlacement(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 9)
	for round := 1; round <= 3; round++ {
		got := d.publish()
		seen := map[results.EntrantID]bool{}
		byes := 0
		for _, m := range got.RoundMatches(got.LastRound()) {
			for _, s := range m.Match.Seats {
				if seen[s] {
					t.Fatalf("round %d: %s sits twice", round, s)
				}
				seen[s] = true
			}
			if m.Match.Assigned == results.Bye {
				byes++
				if m.Result() == nil {
					t.Errorf("round %d: the bye has no result", round)
				}
			}
			if len(m.Match.Reasons) == 0 {
				t.Errorf("round %d, table %d: no reason", round, m.Match.Table)
			}
		}
		want := len(pairing.Active(got, "swiss", round))
		if len(seen) != want || byes != want%2 {
			t.Fatalf("round %d: %d seated with %d byes, %d active", round, len(seen), byes, want)
		}
		if q := got.LastRound().Quality; q == nil || q.Rematches != 0 || !q.Optimal {
			t.Errorf("round %d: quality %+v", round, q)
		}
		_, err := d.k.CloseRound(ctx, d.req, round, 0)
		d.refused(results.Refused, "closing with open tables", err)
		d.enter(first)
		got = d.close()
		last := got.Outcomes[len(got.Outcomes)-1]
		if last.Kind != results.StandingsOutcome || last.Round != round || len(last.Basis) == 0 || last.PolicyHash == "" {
			t.Errorf("round %d closed without its standings: %+v", round, last)
		}
		if round == 1 {
			d.must(d.k.Drop(ctx, d.req, "e9"))
		}
	}
	_, err := d.k.DraftRound(ctx, d.req, nil)
	d.refused(results.Refused, "a fourth round of three", err)

	got := d.must(d.k.MakeCut(ctx, d.req, scorekeeper.CutOptions{Size: 4}))
	cut := pairing.Advancement(got, "top4")
	if cut == nil || len(cut.Rows) != 4 {
		t.Fatalf("the cut is %+v", cut)
	}
	got = d.publish()
	if pairs := got.RoundMatches(got.LastRound()); len(pairs) != 2 || pairs[0].Match.Slot != "W1-1" {
		t.Fatalf("the semifinals are %+v", pairs)
	}
	semi := got.RoundMatches(got.LastRound())[0].Match
	_, err = d.k.EnterResult(ctx, d.req, semi.ID, 0, scorekeeper.Score{Won: []int{1, 1}, Drawn: 1})
	if err == nil {
		t.Error("a playoff match was drawn")
	}
	d.enter(first)
	d.close()
	d.publish()
	d.enter(first)
	d.close()
	got = d.must(d.k.Finish(ctx, d.req))
	place := got.Outcomes[len(got.Outcomes)-1]
	if place.Kind != results.PlacementOutcome || len(place.Rows) != 9 || place.Rows[0].Rank != 1 || place.Rows[0].Tied {
		t.Fatalf("the placement is %+v", place)
	}
	ranks := []int{}
	for _, row := range place.Rows[:4] {
		ranks = append(ranks, row.Rank)
	}
	if fmt.Sprint(ranks) != "[1 2 3 3]" {
		t.Errorf("places of the playoff are %v, want 1 2 3 3", ranks)
	}
	if got.Info().Status != results.Finished {
		t.Error("the event is not finished")
	}
	_, err = d.k.EnterResult(ctx, d.because("late"), semi.ID, 1, scorekeeper.Score{Won: []int{0, 2}})
	d.refused(results.Refused, "a result after the end", err)
}
