package scorekeeper

import (
	"context"
	"fmt"
	"time"

	"tourney/internal/results"
)

// ClockFacts are what a line of the time ledger says; its time is that of the
// log entry.
type ClockFacts struct {
	Round   int
	Match   results.MatchID // 0 for the whole round
	Game    int
	Kind    results.ClockKind
	Seconds int
	Turns   int
}

// Bounds on what a form can ask for.
const (
	maxSeconds = 24 * 60 * 60
	maxTurns   = 50
)

// KeepTime appends a line to the time ledger: the round's clock, a table's
// extension or judge call, extra turns, a clock press, time called. Extensions
// and extra turns need a reason.
func (k *Keeper) KeepTime(ctx context.Context, req Request, f ClockFacts) (*results.Tournament, error) {
	return k.do(ctx, req, results.KeepTime, func(t *results.Tournament) (*decision, error) {
		return keepTime(t, req, f)
	})
}

func keepTime(t *results.Tournament, req Request, f ClockFacts) (*decision, error) {
	where := fmt.Sprintf("Round %d", f.Round)
	d := &decision{round: f.Round, match: f.Match}
	if f.Match != 0 {
		m, ok := t.Match(f.Match)
		if !ok || !t.Current(m.Match) {
			return nil, results.Refuse(results.NotFound, "There is no such match in a round that is played.")
		}
		f.Round, d.round, d.entrants = m.Match.Round, m.Match.Round, m.Match.Seats
		where = fmt.Sprintf("Round %d, table %d", f.Round, m.Match.Table)
	}
	r, err := roundAt(t, f.Round, 0, results.Published)
	if err != nil {
		return nil, err
	}
	if f.Seconds < 0 || f.Seconds > maxSeconds || f.Turns < 0 || f.Turns > maxTurns {
		return nil, results.Refuse(results.Invalid, "Give a time of up to 24 hours, or up to %d turns.", maxTurns).At("seconds")
	}
	clock, table := t.RoundClock(f.Round), t.TableTime(f.Match)
	need := func(ok bool, format string, args ...any) {
		if !ok && err == nil {
			err = results.Refuse(results.Refused, format, args...)
		}
	}
	length := time.Duration(f.Seconds) * time.Second
	switch f.Kind {
	case results.ClockStart:
		need(f.Match == 0 && !clock.Started, "The clock of round %d was started already. Pause or resume it.", f.Round)
		need(f.Seconds > 0, "Say how many minutes the round has.")
		d.text = fmt.Sprintf("%s: clock started, %s.", where, spanText(length))
	case results.ClockPause:
		need(clock.Running, "The clock of round %d does not run.", f.Round)
		d.text = where + ": clock paused."
	case results.ClockResume:
		need(clock.Started && !clock.Running, "The clock of round %d is not paused.", f.Round)
		d.text = where + ": clock resumed."
	case results.ClockExtension:
		need(f.Seconds > 0, "Say how much time is given.")
		if err == nil {
			err = needReason(req)
		}
		d.text = fmt.Sprintf("%s: %s more.", where, spanText(length))
	case results.CallStart:
		need(f.Match != 0 && table.Call.IsZero(), "A judge call is open at this table already.")
		d.text = where + ": judge called."
	case results.CallStop:
		need(f.Match != 0 && !table.Call.IsZero(), "No judge call is open at this table.")
		d.text = where + ": judge call ended."
		if f.Seconds > 0 {
			d.text = fmt.Sprintf("%s: judge call ended, %s given back.", where, spanText(length))
		}
	case results.ExtraTurns:
		need(f.Match != 0 && f.Turns > 0, "Say how many extra turns the table has.")
		if err == nil {
			err = needReason(req)
		}
		d.text = fmt.Sprintf("%s: %d extra turns.", where, f.Turns)
	case results.ClockPress:
		need(f.Match != 0 && f.Game > 0, "Say which game was ended on the clock.")
		_, pressed := table.Pressed[f.Game]
		need(!pressed, "Game %d was pressed already.", f.Game)
		d.text = fmt.Sprintf("%s: clock pressed after game %d.", where, f.Game)
	case results.TimeCalled:
		called := clock.Called
		if f.Match != 0 {
			called = table.Called
		}
		need(called.IsZero(), "Time was called already.")
		d.text = where + ": time called."
	default:
		return nil, results.Refuse(results.Invalid, "The time ledger has no entry %q.", f.Kind).At("kind")
	}
	if err != nil {
		return nil, err
	}
	d.records = []results.Record{&results.ClockEntry{
		ID: len(t.Clock) + 1, Round: r.Number, Match: f.Match, Game: f.Game, Kind: f.Kind, Seconds: f.Seconds, Turns: f.Turns,
	}}
	return d, nil
}

// spanText writes a length of time: "50 minutes", "1 minute 30 seconds".
func spanText(d time.Duration) string {
	count := func(n int, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return fmt.Sprintf("%d %ss", n, unit)
	}
	minutes, seconds := int(d/time.Minute), int(d%time.Minute/time.Second)
	switch {
	case seconds == 0:
		return count(minutes, "minute")
	case minutes == 0:
		return count(seconds, "second")
	}
	return count(minutes, "minute") + " " + count(seconds, "second")
}
