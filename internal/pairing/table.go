package pairing

import (
	"slices"

	"tourney/internal/results"
)

// seat gives the matches of a plan their tables, in the order of the plan, which
// is from the most points down. An entrant's fixed table is used wherever the
// entrant plays and is taken out of the normal numbering, also when its owner
// sits out; so are the tables that the event keeps free. It changes nobody's
// opponent.
func seat(t *results.Tournament, plan *Plan) {
	fixed := map[results.EntrantID]int{}
	taken := map[int]bool{}
	for _, h := range t.Entrants {
		if e := h.Current(); e.FixedTable > 0 && in(e, plan.Round) {
			fixed[e.ID] = e.FixedTable
			taken[e.FixedTable] = true
		}
	}
	kept := t.Info().KeptTables
	free := func(table int) bool {
		return !taken[table] && !slices.ContainsFunc(kept, func(r results.TableRange) bool { return r.First <= table && table <= r.Last })
	}
	// Of two entrants with a fixed table each, the lower table is used; the
	// other stays free.
	used := map[int]bool{}
	for i := range plan.Matches {
		m := &plan.Matches[i]
		if len(m.Seats) < 2 {
			continue
		}
		for _, s := range m.Seats {
			if f := fixed[s]; f != 0 && !used[f] && (m.Table == 0 || f < m.Table) {
				m.Table = f
			}
		}
		if m.Table != 0 {
			used[m.Table] = true
		}
	}
	next := 1
	for i := range plan.Matches {
		m := &plan.Matches[i]
		if len(m.Seats) < 2 || m.Table != 0 {
			continue
		}
		for !free(next) {
			next++
		}
		m.Table = next
		next++
	}
}
