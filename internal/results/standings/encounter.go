package standings

import (
	"cmp"
	"slices"

	"tourney/internal/results/exact"
)

// groupScratch is room for comparing the members of a group with each other.
type groupScratch struct {
	stamp int32
	in    []int32 // stamp where the entrant is a member
}

// enter marks the members of a group.
func (c *calc) enter(group []int32) {
	g := &c.group
	if g.in == nil {
		g.in = make([]int32, c.t.Len())
	}
	g.stamp++
	for _, i := range group {
		g.in[i] = g.stamp
	}
}

// meetings lists an entrant's matches against members of the entered group.
// Forfeits are matches where the policy takes them as opponents, or as played.
func (c *calc) meetings(i int, forfeits bool, out []part) []part {
	g := &c.group
	row := c.t.row(i)
	for r := range row {
		cl := &row[r]
		if !cl.kind.contested() || !cl.kind.overTheBoard() && !forfeits {
			continue
		}
		if cl.opponent != inPod {
			if g.in[cl.opponent] == g.stamp {
				out = append(out, part{round: int32(r), opponent: cl.opponent, value: int64(cl.points)})
			}
			continue
		}
		for _, s := range c.t.seats(cl) {
			if int(s) != i && g.in[s] == g.stamp {
				out = append(out, part{round: int32(r), opponent: s, value: int64(cl.points)})
			}
		}
	}
	return out
}

// beatAll reports whether the entrant has more wins than losses against every
// other member of the entered group of that size.
func (c *calc) beatAll(i int, size int) bool {
	parts := c.meetings(i, c.p.Percentages.ForfeitIsOpponent, c.take())
	defer c.give(parts)
	if len(parts) < size-1 {
		return false
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.opponent, b.opponent) })
	beaten, net := 0, 0
	for k, p := range parts {
		if c.t.row(i)[p.round].outcome == win {
			net++
		}
		if c.t.row(int(p.opponent))[p.round].outcome == win {
			net--
		}
		if k+1 == len(parts) || parts[k+1].opponent != p.opponent {
			if net > 0 {
				beaten++
			}
			net = 0
		}
	}
	return beaten == size-1
}

// headToHead is H2H and, for groups of at most two, H2H2: 1 for the member of
// a tied group who beat every other member, 0 for all others. A cycle gives
// nobody 1. Who met more than once must have won more than lost. The Play!
// Pokémon handbook has it for exactly two who met.
func headToHead(atMost int) formula {
	return formula{
		how: Group,
		among: func(c *calc, group []int32, out []exact.Value) {
			for _, i := range group {
				out[i] = exact.Of(exact.Rat{})
			}
			if len(group) < 2 || len(group) > atMost {
				return
			}
			c.enter(group)
			for _, i := range group {
				if c.beatAll(int(i), len(group)) {
					out[i] = exact.Of(exact.Int(1))
				}
			}
		},
		parts: func(col *column, i int, out []part) []part {
			return col.c.meetings(i, col.c.p.Percentages.ForfeitIsOpponent, out)
		},
		show: showPoints,
	}
}

// directEncounter is DE: the table of the matches among the members of a tied
// group. Where all of them met, that table orders them, and those it leaves
// level are compared again among themselves. Where some did not meet, a member
// is first only if no result of the missing matches could let anybody reach
// him; then the rest is compared in the same way. The value is the number of
// members placed below. FIDE C.07, 6. In a Swiss event a forfeited match was
// not played (known gap: organizers may rule otherwise beforehand); in a round
// robin it counts.
var directEncounter = formula{
	how: Group,
	among: func(c *calc, group []int32, out []exact.Value) {
		c.encounter(slices.Clone(group), 0, out)
	},
	parts: func(col *column, i int, out []part) []part {
		return col.c.meetings(i, col.c.asPlayed(), out)
	},
	show: showPoints,
}

// encounter gives each member of the group the number below it, from base up.
func (c *calc) encounter(group []int32, base int64, out []exact.Value) {
	for {
		lowest, highest := c.encounterPoints(group)
		if lowest == nil {
			for _, i := range group {
				out[i] = exact.Of(exact.Int(base))
			}
			return
		}
		order := make([]int, len(group))
		complete := true
		for k := range order {
			order[k] = k
			complete = complete && lowest[k] == highest[k]
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(lowest[b], lowest[a]) })
		top := order[0]
		if complete {
			if lowest[order[len(order)-1]] == lowest[top] {
				for _, i := range group {
					out[i] = exact.Of(exact.Int(base))
				}
				return
			}
			for from := 0; from < len(order); {
				to := from
				var level []int32
				for ; to < len(order) && lowest[order[to]] == lowest[order[from]]; to++ {
					level = append(level, group[order[to]])
				}
				c.encounter(level, base+int64(len(order)-to), out)
				from = to
			}
			return
		}
		for k := range group {
			if k != top && highest[k] >= lowest[top] {
				for _, i := range group {
					out[i] = exact.Of(exact.Int(base))
				}
				return
			}
		}
		out[group[top]] = exact.Of(exact.Int(base + int64(len(group)-1)))
		group = slices.Delete(group, top, top+1)
	}
}

// encounterPoints is what each member took from the others, with the missing
// matches lost and won. Both are nil for a group of one, and for one so large
// that nobody can have met enough of the others for anything to be decided.
func (c *calc) encounterPoints(group []int32) (lowest, highest []int64) {
	t := c.t
	if len(group) < 2 || len(group) > 2*t.mostMeetings+1 {
		return nil, nil
	}
	c.enter(group)
	lowest, highest = make([]int64, len(group)), make([]int64, len(group))
	won := t.marks[len(t.marks)-1].win
	for k, i := range group {
		parts := c.meetings(int(i), c.asPlayed(), c.take())
		met := 0
		for j, p := range parts {
			lowest[k] += p.value
			if !slices.ContainsFunc(parts[:j], func(q part) bool { return q.opponent == p.opponent }) {
				met++
			}
		}
		highest[k] = lowest[k] + won*int64(len(group)-1-met)
		c.give(parts)
	}
	return lowest, highest
}
