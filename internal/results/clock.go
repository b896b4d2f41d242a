package results

import "time"

// RoundClock is the clock of a round, or of one table where Match was set in
// its entries, as of the last entry.
type RoundClock struct {
	Started bool
	Running bool
	// Length is the time of the round; Used what had run when the clock last
	// started or stopped, at Since.
	Length time.Duration
	Used   time.Duration
	Since  time.Time
	// Called is when time was called, zero before.
	Called time.Time
}

// Ledger is the round's part of the time ledger. If the round was voided and made
// anew, what was entered before is archived with its matches.
func (t *Tournament) Ledger(round int) []*ClockEntry {
	var voided int64
	if round >= 1 && round <= len(t.Rounds) {
		for _, r := range t.Rounds[round-1].Versions {
			if r.Status == Voided {
				voided = r.Seq
			}
		}
	}
	var out []*ClockEntry
	for _, e := range t.Clock {
		if e.Round == round && e.Seq > voided {
			out = append(out, e)
		}
	}
	return out
}

// RoundClock reads the round's clock from the time ledger.
func (t *Tournament) RoundClock(round int) RoundClock {
	var c RoundClock
	for _, e := range t.Ledger(round) {
		if e.Match != 0 {
			continue
		}
		switch e.Kind {
		case ClockStart:
			c = RoundClock{Started: true, Running: true, Length: time.Duration(e.Seconds) * time.Second, Since: e.At}
		case ClockPause:
			if c.Running {
				c.Used += e.At.Sub(c.Since)
			}
			c.Running, c.Since = false, e.At
		case ClockResume:
			c.Running, c.Since = c.Started, e.At
		case ClockExtension:
			c.Length += time.Duration(e.Seconds) * time.Second
		case TimeCalled:
			c.Called = e.At
		}
	}
	return c
}

// End is when the clock runs out if nobody stops it; ok is false while it
// stands.
func (c RoundClock) End() (end time.Time, ok bool) {
	return c.Since.Add(c.Length - c.Used), c.Running
}

// Left is what is left of the clock at a moment; negative once it has run out.
func (c RoundClock) Left(now time.Time) time.Duration {
	left := c.Length - c.Used
	if c.Running {
		left -= now.Sub(c.Since)
	}
	return left
}

// TableTime is what the time ledger says of one match.
type TableTime struct {
	// Extension is the time given on top of the round's.
	Extension time.Duration
	// ExtraTurns are counted apart from minutes.
	ExtraTurns int
	// Call is when the judge call that is still open began, zero if none is.
	Call time.Time
	// Called is when time was called at this table alone, zero before.
	Called time.Time
	// Pressed holds the games whose end was pressed on the clock, with the time.
	Pressed map[int]time.Time
	Entries []*ClockEntry
}

// TableTime reads the ledger of one match.
func (t *Tournament) TableTime(match MatchID) TableTime {
	var out TableTime
	for _, e := range t.Clock {
		if e.Match != match || match == 0 {
			continue
		}
		out.Entries = append(out.Entries, e)
		switch e.Kind {
		case ClockExtension:
			out.Extension += time.Duration(e.Seconds) * time.Second
		case ExtraTurns:
			out.ExtraTurns += e.Turns
		case CallStart:
			out.Call = e.At
		case CallStop:
			out.Call = time.Time{}
			out.Extension += time.Duration(e.Seconds) * time.Second
		case TimeCalled:
			out.Called = e.At
		case ClockPress:
			if out.Pressed == nil {
				out.Pressed = map[int]time.Time{}
			}
			out.Pressed[e.Game] = e.At
		}
	}
	return out
}

// EffectiveEnd is when the time of a match is up: the round's end and the
// table's extensions. ok is false while the round's clock stands.
func (t *Tournament) EffectiveEnd(m *Match) (end time.Time, ok bool) {
	c := t.RoundClock(m.Round)
	end, ok = c.End()
	return end.Add(t.TableTime(m.ID).Extension), ok
}
