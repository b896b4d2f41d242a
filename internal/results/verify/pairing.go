package verify

import (
	"fmt"
	"slices"

	"tourney/internal/pairing"
	"tourney/internal/results"
)

// pairing pairs a round again, with the seed and at the log number that it
// recorded.
func (c *check) pairing(r *results.Round) {
	if r.Status == results.Voided {
		return
	}
	place := c.places[r]
	if r.PairedAt > c.t.Seq {
		c.differ(place, "round %d says that it was paired at log entry %d, and the log has %d", r.Number, r.PairedAt, c.t.Seq)
		return
	}
	if r.Algorithm == "" || r.PairSeed == nil || r.PairedAt < 1 {
		c.skip(place, "round %d was paired by hand or elsewhere: it names no algorithm, seed and log number", r.Number)
		return
	}
	matches := c.t.RoundMatches(r)
	if slices.ContainsFunc(matches, func(m *results.MatchHistory) bool { return m.Match.ByHand }) {
		c.skip(place, "seats of round %d were changed by hand", r.Number)
		return
	}
	plan, err := pairing.Next(c.t.AsOf(r.PairedAt).Before(r.Number), *r.PairSeed)
	if err != nil {
		c.differ(place, "round %d cannot be paired at log entry %d: %v", r.Number, r.PairedAt, err)
		return
	}
	if plan.Algorithm != r.Algorithm && plan.Stage == r.Stage {
		c.skip(place, "round %d was paired by %s, and this program has %s", r.Number, r.Algorithm, plan.Algorithm)
		return
	}
	c.report.Checked.Pairings++
	switch {
	case plan.Stage != r.Stage || plan.Round != r.Number:
		c.differ(place, "round %d of stage %s is written and round %d of stage %s was due", r.Number, r.Stage, plan.Round, plan.Stage)
	default:
		c.pairs(r, matches, plan)
	}
}

// pairs compares the matches of a round with those of a plan, in any order.
func (c *check) pairs(r *results.Round, matches []*results.MatchHistory, plan *pairing.Plan) {
	due := map[string]bool{}
	for _, p := range plan.Matches {
		due[rowKey(p.Seats, p.Assigned)] = true
	}
	for _, m := range matches {
		key := rowKey(m.Match.Seats, m.Match.Assigned)
		if !due[key] && !added(m.Match.Assigned) {
			c.differ(c.places[m.Match], "round %d: the row of %v is written and the recorded seed does not give it", r.Number, m.Match.Seats)
		}
		delete(due, key)
	}
	for _, p := range plan.Matches {
		if due[rowKey(p.Seats, p.Assigned)] {
			c.differ(c.places[r], "round %d: the recorded seed gives a row of %v, which is not there", r.Number, p.Seats)
		}
	}
}

// added reports whether rows of the kind are put into a round beside its pairing:
// missed rounds of late entries, byes that somebody asked for, assigned losses.
func added(k results.Kind) bool { return k.Solo() && k != results.Bye && k != results.Idle }

func rowKey(seats []results.EntrantID, assigned results.Kind) string {
	return fmt.Sprintf("%q %s", seats, assigned)
}

// resultText says a match result in a few words.
func resultText(r *results.MatchResult) string {
	text := fmt.Sprintf("%s, %v and %d drawn", r.Kind, r.Won, r.Drawn)
	if r.Winner == results.Nobody {
		return text + ", nobody wins"
	}
	return text + fmt.Sprintf(", seat %d wins", r.Winner+1)
}
