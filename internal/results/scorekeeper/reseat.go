package scorekeeper

import (
	"fmt"
	"slices"
	"strings"

	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
)

// reseat adds to a corrected bracket result what it means for later rounds: the
// right entrants take their seats. Later matches that the wrong ones have played
// are archived, which must have been agreed to; later matches that nobody can
// play yet are taken out of their round.
func reseat(t *results.Tournament, d *decision, r *results.Round, m *results.Match, winner int, archive bool) error {
	b, err := pairing.BracketOf(t, r.Stage)
	if err != nil {
		return err
	}
	c, err := b.Correct(m, winner)
	if err != nil {
		return results.Refuse(results.Refused, "%s", err).At("score")
	}
	changed := map[string]bracket.Change{}
	for _, change := range c.Changed {
		changed[change.Slot] = change
	}
	var lost []string
	id := results.MatchID(len(t.Matches))
	for _, later := range pairing.StageRounds(t, r.Stage) {
		if later.Number <= r.Number {
			continue
		}
		n := next(later, later.Status)
		n.Matches = nil
		touched := false
		var made []*results.Match
		for _, old := range t.RoundMatches(later) {
			change, hit := changed[slotOf(b, old.Match)]
			if !hit {
				n.Matches = append(n.Matches, old.Match.ID)
				continue
			}
			touched = true
			if old.Result() != nil && old.Match.Assigned == "" {
				lost = append(lost, fmt.Sprintf("round %d, %s", later.Number, ResultText(t, old.Match, old.Result())))
			}
			a, z := change.After[0].Entrant, change.After[1].Entrant
			if a == 0 || z == 0 {
				continue
			}
			id++
			made = append(made, &results.Match{
				ID: id, Round: later.Number, Slot: change.Slot,
				Seats:   []results.EntrantID{b.Entrant(a), b.Entrant(z)},
				Reasons: []results.Reason{{Code: "corrected", Text: fmt.Sprintf("Seated anew after round %d was corrected.", r.Number)}},
			})
			n.Matches = append(n.Matches, id)
			// The new match has no result: the round goes on.
			n.Status = results.Published
		}
		if !touched {
			continue
		}
		seatMoved(t, n, made)
		for _, m := range made {
			d.records = append(d.records, m)
		}
		n.PairSeed, n.Algorithm, n.PairedAt = nil, "", 0
		if len(n.Matches) == 0 {
			n.Status = results.Voided
			n.Matches = slices.Clone(later.Matches)
		}
		d.records = append(d.records, n)
	}
	if len(lost) > 0 && !archive {
		return results.Refuse(results.Refused, "Other entrants would move on, and later matches are played already: %s. Confirm that these are archived, or leave the result.", strings.Join(lost, "; ")).At("archive_later")
	}
	after, err := applied(t, d.records)
	if err != nil {
		return err
	}
	// Who left in a round that is voided by this had left before it.
	if last := pairing.LastPlayed(after); last < pairing.LastPlayed(t) {
		d.records = append(d.records, asBefore(after, last+1)...)
	}
	return nil
}

// slotOf is the slot of a match; rows of imported events may have none, and are
// known by who sits in them.
func slotOf(b *pairing.Bracket, m *results.Match) string {
	if m.Slot != "" {
		return m.Slot
	}
	for _, slot := range b.State.Matches() {
		seats := []results.EntrantID{b.Entrant(slot.Seats[0].Entrant), b.Entrant(slot.Seats[1].Entrant)}
		if len(m.Seats) == 2 && slices.Contains(seats, m.Seats[0]) && slices.Contains(seats, m.Seats[1]) {
			return slot.Slot
		}
	}
	return ""
}
