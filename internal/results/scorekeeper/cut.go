package scorekeeper

import (
	"context"
	"fmt"
	"slices"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/standings"
)

// CutOptions says how the field is cut to a playoff.
type CutOptions struct {
	// Size is how many go on; 0 takes the stage's or the policy's number.
	Size int
	// Order parts equal ranks where they were decided at the table (a tiebreak
	// match) and not by lot: those listed come in this order. It needs a reason.
	Order []results.EntrantID
}

// MakeCut ends the Swiss rounds and records who goes on to the next bracket and
// who does not. Equal ranks are parted by a lot that is drawn here, recorded,
// and shown. It can be made again until the bracket's first round is published.
func (k *Keeper) MakeCut(ctx context.Context, req Request, opts CutOptions) (*results.Tournament, error) {
	lot := k.seed()
	return k.do(ctx, req, results.MakeCut, func(t *results.Tournament) (*decision, error) {
		if len(opts.Order) > 0 {
			if err := needReason(req); err != nil {
				return nil, err
			}
		}
		return cut(t, opts, lot)
	})
}

func cut(t *results.Tournament, opts CutOptions, lot uint64) (*decision, error) {
	from, into, err := CutStages(t, opts.Size)
	if err != nil {
		return nil, err
	}
	if open := pairing.OpenMatches(t); len(open) > 0 {
		return nil, results.Refuse(results.Refused, "Matches are still open. Enter their results and close the round first.")
	}
	if r := t.LastRound(); r != nil && r.Status != results.Closed {
		return nil, results.Refuse(results.Refused, "Round %d is %s. Close or void it first.", r.Number, r.Status)
	}
	played := len(pairing.StageRounds(t, from.ID))
	if played == 0 {
		return nil, results.Refuse(results.Refused, "No round is played yet: there is nothing to cut by.")
	}
	if done, err := pairing.StageFinished(t, from); err != nil {
		return nil, err
	} else if from.System == results.RoundRobin && !done {
		return nil, results.Refuse(results.Refused, "The round robin is not played to its end. Play its rounds first.")
	}
	whole := into
	whole.Size = len(t.Entrants)
	list, err := pairing.Cut(t, from, whole, lot)
	if err != nil {
		return nil, err
	}
	if len(list.Rows) < 2 {
		return nil, results.Refuse(results.Refused, "The stage after the cut needs two entrants who are still in.")
	}
	if err := reorder(list, opts.Order); err != nil {
		return nil, err
	}
	into.Size = min(into.Size, len(list.Rows))
	list.Rows = list.Rows[:into.Size]
	drawn := slices.ContainsFunc(list.Rows, func(row results.OutcomeRow) bool { return row.ByLot })
	in := newOutcome(t, results.AdvancementOutcome, into.ID, 0)
	out := newOutcome(t, results.EliminationOutcome, into.ID, 0)
	in.Rows = list.Rows
	d := &decision{text: fmt.Sprintf("Cut to the best %d.", len(list.Rows))}
	if drawn {
		in.LotSeed, out.LotSeed, into.LotSeed = &lot, &lot, &lot
		d.text += " Equal ranks were parted by lot."
	}
	last := standings.LastDecided(t, from.ID)
	table, err := standings.FromTournament(t, from.ID, last)
	if err != nil {
		return nil, err
	}
	reached := map[results.EntrantID]bool{}
	for _, row := range list.Rows {
		reached[row.Entrant] = true
	}
	for _, row := range standings.Compute(table, t.PolicyFor(last).Policy, standings.Options{}).Rows {
		if !reached[row.Entrant] && row.Rank > 0 {
			out.Rows = append(out.Rows, results.OutcomeRow{Rank: row.Rank, Tied: row.Tied, Entrant: row.Entrant})
		}
	}
	for _, r := range pairing.StageRounds(t, from.ID) {
		in.Basis = append(in.Basis, basis(t, r)...)
	}
	out.Basis = in.Basis
	plan := t.Plans[len(t.Plans)-1]
	d.records = []results.Record{
		&results.StagePlan{Version: plan.Version + 1, Stages: withCut(plan.Stages, from.ID, played, into)}, in, out,
	}
	return d, nil
}

// takesSome reports whether a stage that is not the first is reached by a cut.
func takesSome(s results.Stage) bool { return s.System.Elimination() || s.Size > 0 }

// CutStages finds the stage that is cut and the one it is cut to: the next of the
// plan that is a bracket or has a size, or a new single elimination. A size of 0 takes the stage's or
// the policy's number. It is refused once the bracket has begun.
func CutStages(t *results.Tournament, size int) (from, into results.Stage, err error) {
	stages := t.Stages()
	at, waiting := -1, ""
	for i, s := range stages {
		begun := len(pairing.StageRounds(t, s.ID)) > 0
		if takesSome(s) && (s.System.Elimination() || at >= 0 && !begun) {
			if at >= 0 {
				into = s
				break
			}
			continue
		}
		if at < 0 || begun {
			at, waiting = i, ""
		} else {
			waiting = s.ID
		}
	}
	if at < 0 {
		return from, into, results.Refuse(results.Refused, "This event has no rounds with standings: there is nothing to cut by.")
	}
	if waiting != "" {
		return from, into, results.Refuse(results.Refused, "Stage %q comes before the cut and is not played. Play it, or take it out of the plan.", waiting)
	}
	from = stages[at]
	if into.ID != "" && len(pairing.StageRounds(t, into.ID)) > 0 {
		return from, into, results.Refuse(results.Refused, "The stage after the cut has begun. Void its rounds to cut again.")
	}
	if size == 0 {
		size = pairing.CutSize(t, into)
	}
	if size < 2 {
		return from, into, results.Refuse(results.Invalid, "Say how many go on to the playoff: 2 or more.").At("size")
	}
	if into.ID == "" {
		into = results.Stage{ID: fmt.Sprintf("top%d", size), System: results.SingleElimination}
	}
	into.Size = size
	return from, into, nil
}

// cutStands refuses to begin a bracket that standings lead to before it is
// recorded who goes on, or after rounds came or went since then.
func cutStands(t *results.Tournament, stage string) error {
	s, _ := t.Stage(stage)
	if !takesSome(s) || len(pairing.StageRounds(t, stage)) > 0 {
		return nil
	}
	played := map[results.MatchID]bool{}
	for _, before := range t.Stages() {
		if before.ID == stage {
			break
		}
		if rounds := pairing.StageRounds(t, before.ID); len(rounds) > 0 && !before.System.Elimination() {
			clear(played)
			for _, r := range rounds {
				for _, id := range r.Matches {
					played[id] = true
				}
			}
		}
	}
	if len(played) == 0 {
		return nil
	}
	on := pairing.Advancement(t, stage)
	if on == nil {
		return results.Refuse(results.Refused, "The rounds before this stage are over. Make the cut first: it records who goes on.")
	}
	for _, ref := range on.Basis {
		delete(played, ref.Match)
	}
	if len(played) > 0 || slices.ContainsFunc(on.Basis, func(ref results.MatchRef) bool { return !t.Current(t.Matches[ref.Match-1].Match) }) {
		return results.Refuse(results.Refused, "Rounds were played or voided after the cut. Make the cut again.")
	}
	return nil
}

// withCut fixes the number of rounds of the stage that was cut and lets the
// bracket follow it.
func withCut(stages []results.Stage, from string, played int, into results.Stage) []results.Stage {
	at := slices.IndexFunc(stages, func(s results.Stage) bool { return s.ID == from })
	out := slices.Clone(stages[:at+1])
	if out[at].System != results.RoundRobin {
		out[at].Rounds = played
	}
	out = append(out, into)
	if next := slices.IndexFunc(stages, func(s results.Stage) bool { return s.ID == into.ID }); next > at {
		out = append(out, stages[next+1:]...)
	}
	return out
}

// reorder puts equal ranks into the order that was decided at the table.
func reorder(list *pairing.SeedList, order []results.EntrantID) error {
	if len(order) == 0 {
		return nil
	}
	at := map[results.EntrantID]int{}
	for i, row := range list.Rows {
		at[row.Entrant] = i
	}
	var places []int
	for k, id := range order {
		if slices.Contains(order[:k], id) {
			return results.Refuse(results.Invalid, "The order names an entrant twice. Name everybody once.").At("order")
		}
		i, ok := at[id]
		if !ok || list.Rows[i].Rank != list.Rows[at[order[0]]].Rank {
			return results.Refuse(results.Invalid, "The order can only part entrants who share one rank.").At("order")
		}
		places = append(places, i)
	}
	slices.Sort(places)
	rows := slices.Clone(list.Rows)
	for k, id := range order {
		rows[places[k]] = list.Rows[at[id]]
		rows[places[k]].Seed = places[k] + 1
		rows[places[k]].ByLot = false
	}
	list.Rows = rows
	return nil
}

// Finish closes the event and records the final placement.
func (k *Keeper) Finish(ctx context.Context, req Request) (*results.Tournament, error) {
	return k.do(ctx, req, results.FinishEvent, func(t *results.Tournament) (*decision, error) {
		info := t.Info()
		if r := t.LastRound(); r == nil || r.Status != results.Closed {
			return nil, results.Refuse(results.Refused, "The last round is not closed. Close or void it first.")
		}
		if stage, more, err := pairing.CurrentStage(t); err != nil {
			return nil, err
		} else if more {
			return nil, results.Refuse(results.Refused, "Stage %q is not played to its end. Play its rounds, or plan fewer, or take the stage out of the plan.", stage.ID)
		}
		placement, err := PlacementOutcome(t)
		if err != nil {
			return nil, err
		}
		done := *info
		done.Version++
		done.Status = results.Finished
		return &decision{text: "Event finished.", records: []results.Record{placement, &done}}, nil
	})
}

// PlacementOutcome makes the next version of the final placement. It has no
// stamp yet.
func PlacementOutcome(t *results.Tournament) (*results.Outcome, error) {
	places, _, err := pairing.Placement(t)
	if err != nil {
		return nil, err
	}
	stages := t.Stages()
	o := newOutcome(t, results.PlacementOutcome, stages[len(stages)-1].ID, 0)
	for _, p := range places {
		for _, e := range p.Entrants {
			o.Rows = append(o.Rows, results.OutcomeRow{Rank: p.Place, Tied: len(p.Entrants) > 1, Entrant: e})
		}
	}
	for _, h := range t.Rounds {
		if r := h.Current(); r.Status == results.Closed {
			o.Basis = append(o.Basis, basis(t, r)...)
		}
	}
	return o, nil
}

// Reopen takes the end of the event back.
func (k *Keeper) Reopen(ctx context.Context, req Request) (*results.Tournament, error) {
	return k.do(ctx, req, results.ReopenEvent, func(t *results.Tournament) (*decision, error) {
		info := t.Info()
		if info.Status != results.Finished {
			return nil, results.Refuse(results.Refused, "The event is not finished.")
		}
		open := *info
		open.Version++
		open.Status = results.Running
		return &decision{text: "Event reopened.", records: []results.Record{&open}}, nil
	})
}
