package web

import (
	"strings"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

func TestTheClockNamesMoments(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 12, 4, 17, 30, 0, 0, time.UTC)
	entry := func(id int, after time.Duration, kind results.ClockKind, match results.MatchID, seconds, turns int) *results.ClockEntry {
		return &results.ClockEntry{
			Stamp: results.Stamp{Seq: int64(id), At: began.Add(after)}, ID: id, Round: 1, Match: match, Kind: kind, Seconds: seconds, Turns: turns,
		}
	}
	start := entry(1, 0, results.ClockStart, 0, 3000, 0)
	for name, c := range map[string]struct {
		clock []*results.ClockEntry
		want  string
	}{
		"not started":        {nil, ""},
		"running":            {[]*results.ClockEntry{start}, "Time is up at 19:20 (Berlin)"},
		"paused":             {[]*results.ClockEntry{start, entry(2, 600e9, results.ClockPause, 0, 0, 0)}, "The clock is paused with 40:00 left."},
		"resumed":            {[]*results.ClockEntry{start, entry(2, 600e9, results.ClockPause, 0, 0, 0), entry(3, 900e9, results.ClockResume, 0, 0, 0)}, "Time is up at 19:25 (Berlin)"},
		"longer for all":     {[]*results.ClockEntry{start, entry(2, 600e9, results.ClockExtension, 0, 120, 0)}, "Time is up at 19:22 (Berlin)"},
		"longer for a table": {[]*results.ClockEntry{start, entry(2, 600e9, results.ClockExtension, 1, 120, 0)}, "Time is up at 19:20 (Berlin)"},
		"over":               {[]*results.ClockEntry{start, entry(2, 3000e9, results.TimeCalled, 0, 0, 0)}, "Time was called at 19:20 (Berlin)"},
	} {
		event := &results.Tournament{Details: []*results.Details{{Zone: "Europe/Berlin"}}, Clock: c.clock}
		got := presentRoundClock(event, &results.Round{Number: 1, Status: results.Published})
		if text := strings.TrimSpace(got.Text + " " + got.End.Text); text != c.want {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
		if closed := presentRoundClock(event, &results.Round{Number: 1, Status: results.Closed}); closed.Text != "" {
			t.Errorf("%s: a closed round shows %q", name, closed.Text)
		}
	}
}

func TestATablesTimeStandsAtItsMatch(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 12, 4, 17, 30, 0, 0, time.UTC)
	stamp := results.Stamp{Seq: 1, At: at}
	event := &results.Tournament{Details: []*results.Details{{Zone: "Europe/Berlin"}}, Clock: []*results.ClockEntry{
		{Stamp: stamp, Round: 1, Kind: results.ClockStart, Seconds: 3000},
		{Stamp: stamp, Round: 1, Match: 1, Kind: results.ClockExtension, Seconds: 180},
		{Stamp: stamp, Round: 1, Match: 1, Kind: results.ExtraTurns, Turns: 2},
	}}
	h := &results.MatchHistory{Match: &results.Match{ID: 1, Round: 1}}
	if got := strings.Join(timeNote(event, h), "; "); got != "3 minutes more, until 19:23 (Berlin); 2 extra turns" {
		t.Errorf("got %q", got)
	}
	h.Results = []*results.MatchResult{resultstest.Score(1, [2]int{2, 0})[2].(*results.MatchResult)}
	if got := timeNote(event, h); got != nil {
		t.Errorf("a match that is over shows %q", got)
	}
}
