package web

import (
	"fmt"
	"time"

	"tourney/internal/results"
	"tourney/templates"
)

// presentRoundClock says how the clock of a round stands. It names moments, not what
// is left, so that a page stays true while nobody touches the clock; the script
// counts down to them.
func presentRoundClock(t *results.Tournament, r *results.Round) templates.Clock {
	if r == nil || r.Status != results.Published {
		return templates.Clock{}
	}
	c := t.RoundClock(r.Number)
	end, running := c.End()
	switch {
	case !c.Started:
		return templates.Clock{}
	case !c.Called.IsZero():
		return templates.Clock{Text: "Time was called at", End: hourIn(c.Called, t.Info().Zone)}
	case running:
		return templates.Clock{Text: "Time is up at", End: hourIn(end, t.Info().Zone), Running: true}
	}
	left := max(c.Left(c.Since), 0).Round(time.Second)
	return templates.Clock{Text: fmt.Sprintf("The clock is paused with %d:%02d left.", int(left.Minutes()), int(left.Seconds())%60)}
}

// timeNote says what time a match has beyond its round's: extensions with the
// effective end, and extra turns apart from them.
func timeNote(t *results.Tournament, h *results.MatchHistory) []string {
	if h.Result() != nil {
		return nil
	}
	table := t.TableTime(h.Match.ID)
	var notes []string
	if table.Extension > 0 {
		note := fmt.Sprintf("%s more time", table.Extension.Round(time.Second))
		if table.Extension%time.Minute == 0 {
			note = plural(int(table.Extension.Minutes()), "minute") + " more"
		}
		if end, running := t.EffectiveEnd(h.Match); running {
			note += ", until " + hourIn(end, t.Info().Zone).Text
		}
		notes = append(notes, note)
	}
	if table.ExtraTurns > 0 {
		notes = append(notes, plural(table.ExtraTurns, "extra turn"))
	}
	return notes
}

// hourIn is the time of day at the venue.
func hourIn(at time.Time, zone string) templates.Moment {
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		location, zone = time.UTC, "UTC"
	}
	return templates.Moment{Text: at.In(location).Format("15:04") + " " + zoneWords(zone), UTC: at.UTC().Format(time.RFC3339)}
}
