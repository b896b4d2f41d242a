package results_test

import (
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// clock is a story of one round of 50 minutes: each step is appended the given
// number of minutes after the first.
type clock struct {
	t   *testing.T
	now *results.Tournament
}

var noon = time.Date(2026, 12, 4, 12, 0, 0, 0, time.UTC)

func newClock(t *testing.T) *clock {
	t.Helper()
	now, err := results.Fold(evening(t))
	if err != nil {
		t.Fatal(err)
	}
	return &clock{t, now}
}

func (c *clock) add(minute int, r results.Record) {
	c.t.Helper()
	if e, ok := r.(*results.ClockEntry); ok {
		e.ID, e.Round = len(c.now.Clock)+1, 2
	}
	change := results.Change{Entry: results.LogEntry{By: resultstest.Organizer}, Records: []results.Record{r}}
	change.StampAll(c.now.Seq+1, noon.Add(time.Duration(minute)*time.Minute))
	next, err := c.now.Apply(change)
	if err != nil {
		c.t.Fatal(err)
	}
	c.now = next
}

func TestARoundsClock(t *testing.T) {
	t.Parallel()
	c := newClock(t)
	if got := c.now.RoundClock(2); got.Started || got.Running {
		t.Errorf("before the start: %+v", got)
	}
	c.add(0, &results.ClockEntry{Kind: results.ClockStart, Seconds: 50 * 60})
	c.add(10, &results.ClockEntry{Kind: results.ClockPause})
	got := c.now.RoundClock(2)
	if _, runs := got.End(); runs || got.Left(noon.Add(time.Hour)) != 40*time.Minute {
		t.Errorf("paused after 10 of 50 minutes: %+v", got)
	}
	c.add(15, &results.ClockEntry{Kind: results.ClockResume})
	c.add(20, &results.ClockEntry{Kind: results.ClockExtension, Seconds: 5 * 60})
	c.add(21, &results.ClockEntry{Kind: results.ClockExtension, Match: 3, Seconds: 3 * 60})
	got = c.now.RoundClock(2)
	if end, runs := got.End(); !runs || !end.Equal(noon.Add(60*time.Minute)) || got.Left(noon.Add(61*time.Minute)) != -time.Minute {
		t.Errorf("with 5 minutes more: %+v", got)
	}
	m, _ := c.now.Match(3)
	if end, runs := c.now.EffectiveEnd(m.Match); !runs || !end.Equal(noon.Add(63*time.Minute)) {
		t.Errorf("the table's time ends at %s", end)
	}
	if c.now.RoundClock(1).Started {
		t.Error("round 1 has the clock of round 2")
	}
}

// A round that is voided takes its clock with it: the next one of that number
// starts anew.
func TestAVoidedRoundsClockIsArchived(t *testing.T) {
	t.Parallel()
	c := newClock(t)
	c.add(0, &results.ClockEntry{Kind: results.ClockStart, Seconds: 50 * 60})
	c.add(50, &results.ClockEntry{Kind: results.TimeCalled})
	c.add(51, &results.Round{Number: 2, Version: 2, Stage: "swiss", Status: results.Voided, Matches: []results.MatchID{3}})
	c.add(55, &results.Round{Number: 2, Version: 3, Stage: "swiss", Status: results.Published, Matches: []results.MatchID{3}})
	if got := c.now.RoundClock(2); got.Started || !got.Called.IsZero() || len(c.now.Ledger(2)) != 0 {
		t.Errorf("the new round begins with the clock %+v", got)
	}
	c.add(60, &results.ClockEntry{Kind: results.ClockStart, Seconds: 50 * 60})
	if end, runs := c.now.RoundClock(2).End(); !runs || !end.Equal(noon.Add(110*time.Minute)) {
		t.Errorf("the new round's clock ends at %s", end)
	}
}
