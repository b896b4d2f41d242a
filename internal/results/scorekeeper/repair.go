package scorekeeper

import (
	"context"
	"fmt"
	"slices"

	"tourney/internal/pairing"
	"tourney/internal/results"
)

// RepairRound puts a wrongly paired round right with the fewest tables broken,
// as pairing.Mend proposes. Broken matches are archived with whatever was
// played at them; the others go on. The entrants of each pair in apart shall
// not meet.
func (k *Keeper) RepairRound(ctx context.Context, req Request, number, version int, apart ...[2]results.EntrantID) (*results.Tournament, error) {
	return k.do(ctx, req, results.RepairRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Published)
		if err != nil {
			return nil, err
		}
		m, err := pairing.Mend(t, number, apart...)
		if err != nil {
			return nil, err
		}
		if len(m.Broken)+len(m.Made) == 0 {
			return nil, results.Refuse(results.Refused, "Round %d needs no repair: everybody who is in sits once, and nobody meets again who need not.", number)
		}
		d := &decision{round: number, text: fmt.Sprintf("Round %d repaired: %d tables broken, the others stay.", number, len(m.Broken))}
		n := next(r, results.Published)
		n.PairSeed, n.Algorithm, n.PairedAt, n.Quality = nil, "", 0, nil
		n.Matches = slices.DeleteFunc(n.Matches, func(id results.MatchID) bool { return slices.Contains(m.Broken, id) })
		return d, seatAnew(t, d, n, m.Made)
	})
}

// PairAgain pairs a published round anew in which nothing was played, for
// example after a correction. The former pairings are archived; who left since
// they were published is not paired again.
func (k *Keeper) PairAgain(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	seed := k.seed()
	return k.do(ctx, req, results.RepairRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Published)
		if err != nil {
			return nil, err
		}
		if err := lastRoundOnly(t, r, "Void"); err != nil {
			return nil, err
		}
		for _, m := range t.RoundMatches(r) {
			if m.Match.Assigned == "" && (m.Result() != nil || len(m.Games) > 0) {
				return nil, results.Refuse(results.Refused, "Round %d is being played: a result or game is recorded at table %d. Repair the wrong tables instead.", number, m.Match.Table)
			}
		}
		d := &decision{round: number, text: fmt.Sprintf("Round %d paired again; the former pairings are archived.", number)}
		d.records = asBefore(t, number)
		now, err := applied(t, d.records)
		if err != nil {
			return nil, err
		}
		plan, err := pairing.Next(now.Before(number), seed)
		if err != nil {
			return nil, err
		}
		n := next(r, results.Published)
		n.Matches, n.PairSeed, n.Algorithm, n.PairedAt, n.Quality = nil, &seed, plan.Algorithm, now.Seq, plan.Quality
		return d, seatAnew(t, d, n, plan.Matches)
	})
}

// seatAnew adds planned matches to the next version of a published round, with
// the results of those that need no play.
func seatAnew(t *results.Tournament, d *decision, n *results.Round, made []pairing.Planned) error {
	id := results.MatchID(len(t.Matches))
	var rows []results.Record
	for _, p := range made {
		id++
		m := &results.Match{ID: id, Round: n.Number, Table: p.Table, Seats: p.Seats, Assigned: p.Assigned, Slot: p.Slot, Reasons: p.Reasons}
		d.records = append(d.records, m)
		n.Matches = append(n.Matches, id)
		if p.Assigned == "" {
			continue
		}
		result, err := assigned(t, m)
		if err != nil {
			return err
		}
		result.PolicyHash = t.PolicyFor(n.Number).Hash
		rows = append(rows, result)
	}
	d.records = append(append(d.records, rows...), n)
	return nil
}
