package scorekeeper_test

import (
	"context"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/scorekeeper"
)

// A round that is voided and made anew has a clock of its own: time that was
// called in the archived one ends no match.
func TestTheClockOfAVoidedRoundEndsNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "momon-clock", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 4)
	clock := func(kind results.ClockKind, seconds int) {
		t.Helper()
		d.must(d.k.KeepTime(ctx, d.req, scorekeeper.ClockFacts{Round: 1, Kind: kind, Seconds: seconds}))
	}
	d.publish()
	clock(results.ClockStart, 3000)
	clock(results.TimeCalled, 0)
	now := d.must(d.k.VoidRound(ctx, d.because("wrong list of entrants"), 1, 0))
	if now.RoundClock(1).Started {
		t.Error("the voided round's clock is still there")
	}
	now = d.publish()
	clock(results.ClockStart, 3000)
	m := now.RoundMatches(now.LastRound())[0].Match
	before, err := scorekeeper.Waiting(now, mustMatch(t, now, m.ID))
	if err != nil {
		t.Fatal(err)
	}
	clock(results.TimeCalled, 0)
	after, err := scorekeeper.Waiting(d.now(), mustMatch(t, d.now(), m.ID))
	if err != nil || after == before {
		t.Errorf("before and after time was called in the new round the match waits alike: %q, %v", after, err)
	}
}

func mustMatch(t *testing.T, e *results.Tournament, id results.MatchID) *results.MatchHistory {
	t.Helper()
	m, ok := e.Match(id)
	if !ok {
		t.Fatalf("no match %d", id)
	}
	return m
}

func TestFactsThatNoEventNeeds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 2)
	tables := make([]results.TableRange, results.MaxKeptTables+1)
	for i := range tables {
		tables[i] = results.TableRange{First: 1, Last: 1}
	}
	facts := scorekeeper.EventFacts{Name: "Friday Open", Slug: "friday", Ruleset: "generic", Sanctioned: true, KeptTables: tables}
	_, err := d.k.EditDetails(ctx, d.req, d.now().Info().Version, facts)
	d.refused(results.Invalid, "too many ranges of tables", err)
	facts.KeptTables = []results.TableRange{{First: 1, Last: results.MaxTable + 1}}
	_, err = d.k.EditDetails(ctx, d.req, d.now().Info().Version, facts)
	d.refused(results.Invalid, "a table beyond the last", err)
	for _, score := range []int64{1_000_001, -1_000_001} {
		_, err = d.k.Enrol(ctx, d.req, []scorekeeper.EntrantFacts{{Name: "Zoe", StartScore: exact.Int(score)}}, scorekeeper.MissedDoNotCount)
		d.refused(results.Invalid, "a start score beyond all scores", err)
	}
	d.must(d.k.Enrol(ctx, d.req, []scorekeeper.EntrantFacts{{Name: "Zoe", StartScore: exact.Int(-1_000_000)}}, scorekeeper.MissedDoNotCount))
}
