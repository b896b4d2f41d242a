package scorekeeper_test

import (
	"context"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/scorekeeper"
)

func TestALotIsDrawnOnceForAPolicyThatNeedsOne(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "pokemon", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 6)
	lot := d.now().Stages()[0].LotSeed
	if lot == nil {
		t.Fatal("no lot was drawn")
	}
	d.must(d.k.ChangeStages(ctx, d.req, 1, []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}))
	if now := d.now().Stages()[0]; now.LotSeed == nil || *now.LotSeed != *lot || now.Rounds != 4 {
		t.Errorf("after more rounds were planned the stage is %+v", now)
	}
	d.rounds(1, 3)
	last := d.now().Outcomes[0]
	if last.LotSeed == nil || *last.LotSeed != *lot {
		t.Error("the standings do not name the lot")
	}
	ranks := map[int]bool{}
	for _, row := range last.Rows {
		if ranks[row.Rank] {
			t.Errorf("rank %d is shared in spite of the lot", row.Rank)
		}
		ranks[row.Rank] = true
	}
}

func TestThePolicyChangesFromARoundOn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}, 4)
	d.rounds(2, 5)
	before := lines(t, d.now(), 1)
	one, err := policy.ParseTOML("test", []byte("name = \"Single games\"\n[match]\ngames_to_win = 1\n[timing]\nmode = \"untimed\"\n[[tiebreaker]]\ncode = \"MP\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	record := func(from int) results.PolicyRecord { return *policy.Record(one, 1, from) }
	_, err = d.k.ChangePolicy(ctx, d.because("late"), 1, record(2))
	d.refused(results.Refused, "a policy for a round that is played", err)
	_, err = d.k.ChangePolicy(ctx, d.req, 1, record(3))
	d.refused(results.Invalid, "a change in mid-event without a reason", err)
	_, err = d.k.ChangePolicy(ctx, d.because("x"), 2, record(3))
	d.refused(results.Conflict, "a stale form", err)
	got := d.must(d.k.ChangePolicy(ctx, d.because("the hall closes early"), 1, record(3)))
	if p := got.PolicyFor(2).Policy.Name; strings.Contains(p, "Single") || got.PolicyFor(3).Policy.Name != "Single games" {
		t.Errorf("round 2 has %q, round 3 %q", p, got.PolicyFor(3).Policy.Name)
	}
	after := lines(t, got, 1)
	for k, v := range before {
		if after[k] != v {
			t.Errorf("%s was %s and is %s: earlier rounds keep their policy", k, v, after[k])
		}
	}
	now := d.publish()
	m := now.RoundMatches(now.LastRound())[0].Match
	_, err = d.k.EnterResult(ctx, d.req, m.ID, 0, scorekeeper.Score{Won: []int{2, 0}})
	d.refused(results.Invalid, "two wins where one decides", err)
	now = d.must(d.k.EnterResult(ctx, d.req, m.ID, 0, scorekeeper.Score{Won: []int{1, 0}}))
	if r := now.Matches[m.ID-1].Result(); r.PolicyHash != got.PolicyFor(3).Hash || r.PolicyHash == got.PolicyFor(2).Hash {
		t.Error("the result does not name the policy in force")
	}
}

func TestFactsThatMakeNoEvent(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss}}, 0)
	good := scorekeeper.EventFacts{Name: "Sunday", Slug: "sunday", Zone: "Europe/Berlin", Ruleset: "momon"}
	for what, bad := range map[string]func(*scorekeeper.EventFacts){
		"no name":             func(f *scorekeeper.EventFacts) { f.Name = "  " },
		"a name of two lines": func(f *scorekeeper.EventFacts) { f.Name = "a\nb" },
		"a long name":         func(f *scorekeeper.EventFacts) { f.Name = strings.Repeat("x", 201) },
		"an address of words": func(f *scorekeeper.EventFacts) { f.Slug = "Sunday Open" },
		"no address":          func(f *scorekeeper.EventFacts) { f.Slug = "" },
		"an address up":       func(f *scorekeeper.EventFacts) { f.Slug = ".." },
		"an invented zone":    func(f *scorekeeper.EventFacts) { f.Zone = "Middle/Earth" },
		"this machine's zone": func(f *scorekeeper.EventFacts) { f.Zone = "Local" },
		"an unknown rule set": func(f *scorekeeper.EventFacts) { f.Ruleset = "chess" },
	} {
		f := good
		bad(&f)
		_, err := d.k.EditDetails(context.Background(), d.req, 1, f)
		d.refused(results.Invalid, what, err)
	}
	d.must(d.k.EditDetails(context.Background(), d.req, 1, good))
	req := d.req
	req.Slug = "sunday"
	_, err := d.k.EditDetails(context.Background(), req, 1, good)
	d.refused(results.Conflict, "a stale form", err)
	judge := req
	judge.By.Role = results.Judge
	_, err = d.k.EditDetails(context.Background(), judge, 2, good)
	d.refused(results.Forbidden, "a judge renames the event", err)
}
