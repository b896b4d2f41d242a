package momon

import (
	"math/bits"

	"tourney/internal/rules"
)

func lowest(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

func count(set uint64) int { return bits.OnesCount64(set) }

// side gives the player that a word of an ability of by means.
func (g *Game) side(w Who, by rules.Side) rules.Side {
	switch w {
	case Opponent:
		return by ^ 1
	case ActivePlayer:
		return g.active
	default:
		return by
	}
}

// met reports whether the ability's conditions hold for its Momon.
func (g *Game) met(a *ability, self ref, by rules.Side) bool {
	for i := range a.nConditions {
		if !g.holds(a.conditions[i], self, self, by) {
			return false
		}
	}
	return true
}

// holds compares a quantity, of the Momon of where it belongs to one.
func (g *Game) holds(c Condition, of, self ref, by rules.Side) bool {
	n := 0
	switch c.What {
	case Points:
		if of == 0 {
			return false
		}
		n = int(g.objects[of-1].cur)
	case OwnMomon:
		n = count(g.occ[by])
	case EnemyMomon:
		n = count(g.occ[by^1])
	case EmptySpaces:
		n = int(g.empty)
	case OwnHand:
		n = int(g.hands[by])
	case EnemyHand:
		n = int(g.hands[by^1])
	case AdjacentOwn, AdjacentEnemy:
		if of == 0 {
			return false
		}
		if c.What == AdjacentEnemy {
			by ^= 1
		}
		n = count(g.cfg.adjacent[g.objects[of-1].space] & g.occ[by])
	case TurnNumber:
		n = int(g.turn)
	case HoldsToken:
		if g.token == by {
			n = 1
		}
	case SelfPresent:
		if self != 0 {
			n = 1
		}
	case Supply:
		n = int(g.supply)
	}
	switch c.Is {
	case AtLeast:
		return n >= int(c.N)
	case AtMost:
		return n <= int(c.N)
	default:
		return n == int(c.N)
	}
}

// targets gives the Spaces of the Momon that a selector finds.
func (g *Game) targets(s *selector, self, source ref, by rules.Side) uint64 {
	var set uint64
	switch s.from {
	case FromSelf:
		if self != 0 {
			set = 1 << g.objects[self-1].space
		}
	case FromSource:
		if source != 0 {
			set = 1 << g.objects[source-1].space
		}
	case FromArena:
		set = g.cfg.all
	default:
		if self == 0 {
			return 0
		}
		space := g.objects[self-1].space
		switch s.from {
		case FromAdjacent:
			set = g.cfg.adjacent[space]
		case FromRow:
			set = g.cfg.row[space] &^ (1 << space)
		default:
			set = g.cfg.col[space] &^ (1 << space)
		}
	}
	switch s.whose {
	case Own:
		set &= g.occ[by]
	case Enemys:
		set &= g.occ[by^1]
	default:
		set &= g.occ[0] | g.occ[1]
	}
	if s.other && self != 0 {
		set &^= 1 << g.objects[self-1].space
	}
	if s.filtered {
		for rest := set; rest != 0; rest &= rest - 1 {
			if s.defs>>g.at(lowest(rest)).def&1 == 0 {
				set &^= rest & -rest
			}
		}
	}
	if s.pick >= Strongest && set != 0 {
		set = g.extreme(set, s.pick == Strongest)
	}
	return set
}

// at gives the Momon in an occupied Space.
func (g *Game) at(space uint8) *object { return &g.objects[g.arena[space]-1] }

// extreme keeps the Momon with the most or fewest points, the lowest Space of
// equal ones.
func (g *Game) extreme(set uint64, most bool) uint64 {
	best := lowest(set)
	for rest := set & (set - 1); rest != 0; rest &= rest - 1 {
		space := lowest(rest)
		if x, y := g.at(space).cur, g.at(best).cur; most && x > y || !most && x < y {
			best = space
		}
	}
	return 1 << best
}

func (s *selector) single() bool {
	return s.from == FromSelf || s.from == FromSource || s.pick != Each
}
