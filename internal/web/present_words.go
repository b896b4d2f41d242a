package web

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // venues' zones are needed on machines that have none installed

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"tourney/internal/results/roster"
	"tourney/templates"
)

// plural is a number with its noun, which takes an s.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "ch"):
		return strconv.Itoa(n) + " " + noun + "es"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// seconds is a duration in whole seconds, rounded up.
func seconds(d time.Duration) string {
	return strconv.Itoa(int((d + time.Second - 1) / time.Second))
}

// minutesUp is a duration in whole minutes, rounded up.
func minutesUp(d time.Duration) int { return int((d + time.Minute - 1) / time.Minute) }

// momentIn writes a time in a zone, UTC where none is named or known.
func momentIn(at time.Time, zone string) templates.Moment {
	if at.IsZero() {
		return templates.Moment{}
	}
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		location, zone = time.UTC, "UTC"
	}
	return templates.Moment{
		Text: at.In(location).Format("Mon 2 Jan 2006, 15:04") + " " + zoneWords(zone),
		UTC:  at.UTC().Format(time.RFC3339),
	}
}

// zoneWords names a zone by its city.
func zoneWords(zone string) string {
	if i := strings.LastIndexByte(zone, '/'); i >= 0 && i+1 < len(zone) {
		return "(" + strings.ReplaceAll(zone[i+1:], "_", " ") + ")"
	}
	return zone
}

// matches reports whether a text holds what was searched for, in the way that
// people take names for the same.
func matches(text, query string) bool {
	return query == "" || strings.Contains(roster.NameKey(text), roster.NameKey(query))
}

// alphabet compares names as an international index would.
func alphabet() func(a, b string) int {
	c := collate.New(language.Und, collate.IgnoreCase)
	return c.CompareString
}
