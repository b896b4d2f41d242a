package pairing

import (
	"slices"

	"tourney/internal/results"
)

// Seat gives the matches of a round their tables, in the order in which they
// are listed, which is from the most points down. An entrant's fixed table is
// used wherever the entrant plays and is taken out of the normal numbering, also
// when its owner sits out; so are the tables that the event keeps free and those
// in used, where somebody sits already. It changes nobody's opponent.
func Seat(t *results.Tournament, round int, matches []Planned, used map[int]bool) {
	fixed, free := tablesOf(t, round)
	// Of two entrants with a fixed table each, the lower table is used; the
	// other stays free.
	for i := range matches {
		m := &matches[i]
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
	for i := range matches {
		m := &matches[i]
		if len(m.Seats) < 2 || m.Table != 0 {
			continue
		}
		for used[next] || !free(next) {
			next++
		}
		m.Table = next
		next++
	}
}

// tablesOf is the fixed table of each entrant who has one in the round, and
// which tables are in the normal numbering.
func tablesOf(t *results.Tournament, round int) (fixed map[results.EntrantID]int, free func(table int) bool) {
	fixed = map[results.EntrantID]int{}
	taken := map[int]bool{}
	for _, h := range t.Entrants {
		if e := h.Current(); e.FixedTable > 0 && in(e, round) {
			fixed[e.ID] = e.FixedTable
			taken[e.FixedTable] = true
		}
	}
	kept := t.Info().KeptTables
	return fixed, func(table int) bool {
		return !taken[table] && !slices.ContainsFunc(kept, func(r results.TableRange) bool { return r.First <= table && table <= r.Last })
	}
}

// Misplaced lists the matches of a round that are not at the fixed table of one
// of their entrants although it is free, or are at a table that is fixed for
// somebody else or kept free: tables were fixed after the round was paired.
func Misplaced(t *results.Tournament, r *results.Round) []*results.Match {
	fixed, free := tablesOf(t, r.Number)
	own := func(m *results.Match, table int) bool {
		return slices.ContainsFunc(m.Seats, func(s results.EntrantID) bool { return fixed[s] == table })
	}
	used := map[int]bool{}
	for _, h := range t.RoundMatches(r) {
		if m := h.Match; m.Table > 0 && own(m, m.Table) {
			used[m.Table] = true
		}
	}
	var out []*results.Match
	for _, h := range t.RoundMatches(r) {
		m := h.Match
		if len(m.Seats) < 2 || own(m, m.Table) {
			continue
		}
		waiting := slices.ContainsFunc(m.Seats, func(s results.EntrantID) bool { return fixed[s] > 0 && !used[fixed[s]] })
		if waiting || !free(m.Table) {
			out = append(out, m)
		}
	}
	return out
}
