// Package verify recomputes what an event file says: the rules engine's verdicts,
// the match results, the outcomes, the log and the pairings. Everything is
// recomputed from the records as they were when the program wrote the answer
// down, so that later corrections change nothing.
package verify

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
)

// Difference is something in a file that comes out otherwise when it is
// computed again.
type Difference struct {
	// Place is a JSON Pointer into the file.
	Place   jsontext.Pointer `json:"place"`
	Message string           `json:"message"`
}

// NotRecomputed is something that cannot be computed again, and why.
type NotRecomputed struct {
	Place  jsontext.Pointer `json:"place"`
	Reason string           `json:"reason"`
}

// Checked counts what was computed again.
type Checked struct {
	LogEntries   int `json:"log_entries"`
	Verdicts     int `json:"verdicts"`
	MatchResults int `json:"match_results"`
	Outcomes     int `json:"outcomes"`
	Pairings     int `json:"pairings"`
}

// Report is what came of a file.
type Report struct {
	Name          string          `json:"name"`
	Verifies      bool            `json:"verifies"`
	Checked       Checked         `json:"checked"`
	Differences   []Difference    `json:"differences"`
	NotRecomputed []NotRecomputed `json:"not_recomputed"`
}

// maxDifferences bounds the list; a file with more is not the event's.
const maxDifferences = 200

// File recomputes an event file. The error is a fault that keeps the file from
// being read at all.
func File(f *eventfile.File) (*Report, error) {
	c := &check{report: Report{Name: f.Name(), Differences: []Difference{}, NotRecomputed: []NotRecomputed{}}}
	changes, deviations, err := f.Recorded()
	if err != nil {
		return nil, err
	}
	c.deviate(deviations)
	c.changes = changes
	t, err := results.Fold(changes)
	if err != nil {
		c.differ("/history", "the log does not hold together: %v", err)
		return c.done(), nil
	}
	c.t = t
	c.deviate(f.Deviations(t))
	c.report.Checked.LogEntries = len(t.Log)
	c.index(f.HasHistory())
	c.log()
	c.seats()
	for _, m := range t.Matches {
		c.verdicts(m)
		for _, r := range m.Results {
			c.matchResult(m, r)
		}
	}
	for _, o := range t.Outcomes {
		c.outcome(o)
	}
	for _, h := range t.Rounds {
		c.pairing(h.Current())
	}
	return c.done(), nil
}

// check is a verification under way.
type check struct {
	report  Report
	t       *results.Tournament
	changes []results.Change
	places  map[results.Record]jsontext.Pointer
}

func (c *check) done() *Report {
	c.report.Verifies = len(c.report.Differences) == 0
	return &c.report
}

func (c *check) differ(place jsontext.Pointer, format string, args ...any) {
	if len(c.report.Differences) < maxDifferences {
		c.report.Differences = append(c.report.Differences, Difference{place, fmt.Sprintf(format, args...)})
	}
}

func (c *check) deviate(list []eventfile.Deviation) {
	for _, d := range list {
		c.differ(d.Pointer, "%s", d.Message)
	}
}

func (c *check) skip(place jsontext.Pointer, format string, args ...any) {
	c.report.NotRecomputed = append(c.report.NotRecomputed, NotRecomputed{place, fmt.Sprintf(format, args...)})
}

// index notes where each record stands in the file. Without a history a record
// is found at its round.
func (c *check) index(history bool) {
	c.places = map[results.Record]jsontext.Pointer{}
	for i, change := range c.changes {
		for j, r := range change.Records {
			if history {
				c.places[r] = jsontext.Pointer(fmt.Sprintf("/history/%d/records/%d", i, j))
			} else if i > 0 {
				c.places[r] = jsontext.Pointer(fmt.Sprintf("/rounds/%d", i-1))
			}
		}
	}
}

// log checks that time does not run backwards in the log.
func (c *check) log() {
	for i, e := range c.t.Log {
		if i > 0 && e.At.Before(c.t.Log[i-1].At) {
			c.differ(jsontext.Pointer(fmt.Sprintf("/history/%d/entry/at", i)), "log entry %d is older than entry %d", e.Seq, e.Seq-1)
		}
	}
}

// seats checks that nobody sits twice in a round.
func (c *check) seats() {
	for _, h := range c.t.Rounds {
		r := h.Current()
		sat := map[results.EntrantID]bool{}
		for _, m := range c.t.RoundMatches(r) {
			for _, e := range m.Match.Seats {
				if sat[e] && r.Status != results.Voided {
					c.differ(c.places[m.Match], "%q is twice in round %d", e, r.Number)
				}
				sat[e] = true
			}
		}
	}
}

// asOf is the last of the records that was there at a log number.
func asOf[R results.Record](list []R, seq int64) (last R, ok bool) {
	for _, r := range slices.Backward(list) {
		if r.StampOf().Seq <= seq {
			return r, true
		}
	}
	return last, false
}
