package verify

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/standings"
)

// outcome computes an outcome again from the results in force when it was
// written.
func (c *check) outcome(o *results.Outcome) {
	place := c.places[o]
	made, err := recomputed(c.t, o)
	if err != nil {
		c.differ(place, "the outcome cannot be computed again: %v", err)
		return
	}
	c.report.Checked.Outcomes++
	if made != nil && o.Kind == results.AdvancementOutcome && o.Round == 0 && partedOtherwise(o.Rows, made.Rows) {
		if reason := c.t.Log[o.Seq-1].Reason; reason != "" {
			c.skip(place, "equal ranks were parted at the table: %s", reason)
			return
		}
	}
	name := fmt.Sprintf("%s of stage %s", o.Kind, o.Stage)
	if o.Round > 0 {
		name += fmt.Sprintf(" after round %d", o.Round)
	}
	switch {
	case made == nil:
		c.differ(place, "there is no such outcome: %s", name)
	case made.PolicyHash != o.PolicyHash:
		c.differ(place, "%s names policy %.12s… and %.12s… was in force", name, o.PolicyHash, made.PolicyHash)
	case !slices.Equal(made.Basis, o.Basis):
		c.differ(place, "%s rests on other match results than those then in force", name)
	case len(made.Rows) != len(o.Rows):
		c.differ(place, "%s has %d rows and follows with %d", name, len(o.Rows), len(made.Rows))
	default:
		for i := range o.Rows {
			if !sameRow(&o.Rows[i], &made.Rows[i]) {
				c.differ(place+jsontext.Pointer(fmt.Sprintf("/outcome/rows/%d", i)), "%s: row %d is written as %s and follows as %s", name, i+1, rowText(&o.Rows[i]), rowText(&made.Rows[i]))
			}
		}
	}
}

// recomputed is the outcome of the same kind, stage and round; nil if there is
// none.
func recomputed(t *results.Tournament, o *results.Outcome) (*results.Outcome, error) {
	then := t.AsOf(o.Seq)
	if o.Round == 0 && o.Seq == 1 {
		return nil, nil
	}
	switch {
	case o.Kind == results.StandingsOutcome:
		return scorekeeper.StandingsOutcome(then, o.Stage, o.Round)
	case o.Kind == results.PlacementOutcome:
		return scorekeeper.PlacementOutcome(then)
	case o.Round == 0:
		return cut(t.AsOf(o.Seq-1), o, pairing.Advancement(then, o.Stage))
	}
	made, err := scorekeeper.RoundOutcomes(then, o.Round)
	for _, r := range made {
		if made, ok := r.(*results.Outcome); ok && made.Kind == o.Kind {
			return made, err
		}
	}
	return nil, err
}

// cut is who goes on to a stage, or who does not, from the state before the cut.
// on is the recorded list of those who go on.
func cut(before *results.Tournament, o, on *results.Outcome) (*results.Outcome, error) {
	if on == nil {
		return nil, nil
	}
	from, _, err := scorekeeper.CutStages(before, len(on.Rows))
	if err != nil {
		return nil, err
	}
	made := *o
	last := standings.LastDecided(before, from.ID)
	record := before.PolicyFor(max(last, 1))
	made.PolicyHash, made.Basis, made.Rows = record.Hash, nil, nil
	for _, r := range pairing.StageRounds(before, from.ID) {
		for _, m := range before.RoundMatches(r) {
			if result := m.Result(); result != nil {
				made.Basis = append(made.Basis, results.MatchRef{Match: m.Match.ID, Version: result.Version})
			}
		}
	}
	if o.Kind == results.AdvancementOutcome {
		var lot uint64
		if o.LotSeed != nil {
			lot = *o.LotSeed
		}
		list, err := pairing.Cut(before, from, results.Stage{ID: o.Stage, Size: len(before.Entrants)}, lot)
		if err != nil {
			return nil, err
		}
		made.Rows = list.Rows[:min(len(on.Rows), len(list.Rows))]
		return &made, nil
	}
	reached := map[results.EntrantID]bool{}
	for _, row := range on.Rows {
		reached[row.Entrant] = true
	}
	table, err := standings.FromTournament(before, from.ID, last)
	if err != nil {
		return nil, err
	}
	for _, row := range standings.Compute(table, record.Policy, standings.Options{}).Rows {
		if !reached[row.Entrant] && row.Rank > 0 {
			made.Rows = append(made.Rows, results.OutcomeRow{Rank: row.Rank, Tied: row.Tied, Entrant: row.Entrant})
		}
	}
	return &made, nil
}

// partedOtherwise reports whether two lists of a cut have the same ranks in the
// same places, and other entrants where several share a rank.
func partedOtherwise(a, b []results.OutcomeRow) bool {
	other := false
	for i := range a {
		if i >= len(b) || a[i].Rank != b[i].Rank || a[i].Seed != b[i].Seed {
			return false
		}
		if a[i].Entrant != b[i].Entrant || a[i].ByLot != b[i].ByLot {
			if !a[i].Tied {
				return false
			}
			other = true
		}
	}
	return other && len(a) == len(b)
}

func sameRow(a, b *results.OutcomeRow) bool {
	return a.Rank == b.Rank && a.Tied == b.Tied && a.Entrant == b.Entrant && a.Seed == b.Seed && a.ByLot == b.ByLot &&
		slices.EqualFunc(a.Values, b.Values, func(x, y exact.Value) bool { return x.Cmp(y) == 0 })
}

func rowText(r *results.OutcomeRow) string {
	text := fmt.Sprintf("%s, rank %d", r.Entrant, r.Rank)
	for _, v := range r.Values {
		if v.Known {
			text += " " + v.Rat.String()
		} else {
			text += " none"
		}
	}
	return text
}
