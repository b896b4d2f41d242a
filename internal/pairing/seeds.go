package pairing

import (
	"cmp"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/policy"
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

// CutSize is how many go on to a stage: its own number, else the policy's for the
// field, 0 if neither says.
func CutSize(t *results.Tournament, into results.Stage) int {
	if into.Size > 0 {
		return into.Size
	}
	entrants, byes := Field(t)
	_, size := policy.Recommended(t.PolicyFor(LastPlayed(t)+1).Policy, entrants, byes)
	return size
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
	group, tier := tiers(t, from, rows)
	slices.SortStableFunc(rows, func(a, b results.OutcomeRow) int { return cmp.Compare(tier[a.Entrant], tier[b.Entrant]) })

	size := CutSize(t, into)
	if size == 0 || size > len(rows) {
		size = len(rows)
	}
	// The lot parts equal ranks that compete for a place: in one group, or for the
	// same place of different groups.
	type rivals struct{ rank, group, tier int }
	of := func(row results.OutcomeRow) [2]rivals {
		return [2]rivals{{row.Rank, group[row.Entrant], -1}, {row.Rank, -1, tier[row.Entrant]}}
	}
	all, in := map[rivals]int{}, map[rivals]int{}
	for i, row := range rows {
		for _, k := range of(row) {
			all[k]++
			if i < size {
				in[k]++
			}
		}
	}
	list := &SeedList{From: from.ID}
	for i := range rows {
		rows[i].Seed = i + 1
		for _, k := range of(rows[i]) {
			rows[i].ByLot = rows[i].ByLot || all[k] > 1
			list.Cut = list.Cut || in[k] > 0 && in[k] < all[k]
		}
		list.Lot = list.Lot || i < size && rows[i].ByLot
	}
	list.Rows = rows[:size]
	return list, nil
}

// tiers is each entrant's group and the place within it, 0 for all where the
// stage had no groups.
func tiers(t *results.Tournament, from results.Stage, rows []results.OutcomeRow) (group, tier map[results.EntrantID]int) {
	group, tier = make(map[results.EntrantID]int, len(rows)), make(map[results.EntrantID]int, len(rows))
	if from.System != results.RoundRobin {
		return group, tier
	}
	s, field, err := schedule(t, from)
	if err != nil || len(s.Groups()) < 2 {
		return group, tier
	}
	for g, members := range s.Groups() {
		for _, m := range members {
			group[field[m-1].ID] = g
		}
	}
	count := map[int]int{}
	for _, r := range rows {
		g := group[r.Entrant]
		count[g]++
		tier[r.Entrant] = count[g]
	}
	return group, tier
}

func ids(rows []results.OutcomeRow) []results.EntrantID {
	out := make([]results.EntrantID, len(rows))
	for i, r := range rows {
		out[i] = r.Entrant
	}
	return out
}
