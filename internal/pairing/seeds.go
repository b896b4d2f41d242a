package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/standings"
)

// SeedList is who plays a bracket, best seed first.
type SeedList struct {
	Rows []results.OutcomeRow
	// From is the stage whose standings seeded the list, "" if none did.
	From string
	// Lot reports whether equal ranks had to be parted, so that the lot counts.
	Lot bool
	// Cut reports whether the lot decided who is in and who is out.
	Cut bool
}

// Seeds lists who plays an elimination stage and in which order: those that a
// recorded advancement names; else the standings of the stage before, cut to
// the stage's size; else everybody by seed and enrolment. Equal ranks are
// parted by the lot.
func Seeds(t *results.Tournament, stage results.Stage, lot uint64) (*SeedList, error) {
	if a := Advancement(t, stage.ID); a != nil {
		rows := slices.Clone(a.Rows)
		slices.SortStableFunc(rows, func(x, y results.OutcomeRow) int { return cmp.Compare(x.Seed, y.Seed) })
		return &SeedList{Rows: rows, Lot: a.LotSeed != nil}, nil
	}
	before := stageBefore(t, stage.ID)
	if before == nil {
		field := entered(t, stage.ID, firstRound(t, stage.ID))
		slices.SortStableFunc(field, bySeed)
		list := &SeedList{}
		for i, e := range field {
			list.Rows = append(list.Rows, results.OutcomeRow{Entrant: e.ID, Seed: i + 1})
		}
		return list, nil
	}
	return Cut(t, *before, stage, lot)
}

// stageBefore is the last stage with standings before the named one, nil if
// there is none.
func stageBefore(t *results.Tournament, id string) *results.Stage {
	var before *results.Stage
	for _, s := range t.Stages() {
		if s.ID == id {
			return before
		}
		if !s.System.Elimination() {
			before = &s
		}
	}
	return nil
}

// Cut takes the best of a stage's standings into the next stage. Who has
// dropped or was disqualified is passed over, and nobody moves up for somebody
// who drops later. Groups give their best in turn: all first places, then all
// second places.
func Cut(t *results.Tournament, from, into results.Stage, lot uint64) (*SeedList, error) {
	last := standings.LastDecided(t, from.ID)
	table, err := standings.FromTournament(t, from.ID, last)
	if err != nil {
		return nil, err
	}
	sheet := standings.Compute(table, t.PolicyFor(max(last, 1)).Policy, standings.Options{})
	var rows []results.OutcomeRow
	for _, r := range sheet.Rows {
		if e, _ := t.Entrant(r.Entrant); r.Rank > 0 && in(e, last+1) {
			rows = append(rows, results.OutcomeRow{Rank: r.Rank, Tied: r.Tied, Entrant: r.Entrant})
		}
	}
	draw := standings.Lot(lot, ids(rows))
	order := map[results.EntrantID]int{}
	for i, id := range draw {
		order[id] = i
	}
	slices.SortStableFunc(rows, func(a, b results.OutcomeRow) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(order[a.Entrant], order[b.Entrant]))
	})
	tier := tiers(t, from, rows)
	slices.SortStableFunc(rows, func(a, b results.OutcomeRow) int { return cmp.Compare(tier[a.Entrant], tier[b.Entrant]) })

	size := into.Size
	if size == 0 {
		size = t.PolicyFor(last + 1).Policy.Rounds.Cut
	}
	if size == 0 || size > len(rows) {
		size = len(rows)
	}
	list := &SeedList{From: from.ID}
	for i := range rows {
		rows[i].Seed = i + 1
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(rows) && rows[j].Rank == rows[i].Rank && tier[rows[j].Entrant] == tier[rows[i].Entrant] {
				rows[i].ByLot = true
			}
		}
		if i < size && rows[i].ByLot {
			list.Lot = true
		}
	}
	if size < len(rows) {
		list.Cut = rows[size-1].ByLot && rows[size].ByLot && rows[size-1].Rank == rows[size].Rank
	}
	list.Rows = rows[:size]
	return list, nil
}

// tiers is each entrant's place within the group it played in, 0 for all where
// the stage had no groups.
func tiers(t *results.Tournament, from results.Stage, rows []results.OutcomeRow) map[results.EntrantID]int {
	out := make(map[results.EntrantID]int, len(rows))
	if from.System != results.RoundRobin {
		return out
	}
	s, field, err := schedule(t, from)
	if err != nil || len(s.Groups()) < 2 {
		return out
	}
	group := map[results.EntrantID]int{}
	for g, members := range s.Groups() {
		for _, m := range members {
			group[field[m-1].ID] = g
		}
	}
	count := map[int]int{}
	for _, r := range rows {
		g := group[r.Entrant]
		count[g]++
		out[r.Entrant] = count[g]
	}
	return out
}

func ids(rows []results.OutcomeRow) []results.EntrantID {
	out := make([]results.EntrantID, len(rows))
	for i, r := range rows {
		out[i] = r.Entrant
	}
	return out
}
