package momon

import "tourney/internal/rules"

// options collects the possible ways to carry out an instruction: how many
// there are, the first, and, if that is wanted, a list of all or whether one is
// among them.
type options struct {
	n     int
	a, b  uint8
	kind  ChoiceKind
	by    rules.Side
	mode  optionsMode
	found bool
	seek  Choice
	list  []Choice
}

type optionsMode uint8

const (
	countOptions optionsMode = iota
	listOptions
	seekOption
)

func (o *options) add(a, b uint8) {
	if o.n == 0 {
		o.a, o.b = a, b
	}
	o.n++
	switch o.mode {
	case listOptions:
		o.list = append(o.list, Choice{o.kind, o.by, a, b})
	case seekOption:
		o.found = o.found || a == o.seek.A && b == o.seek.B
	}
}

// find collects the options of instruction i of the ability being resolved:
// only what is possible, so that 12.3.2 needs no further test.
func (g *Game) find(a *ability, i uint8, o *options) {
	e := &a.effects[i]
	if e.Op != OpChoose {
		g.findPlain(e, o)
		return
	}
	for m := range uint8(e.N) {
		var mode options
		if g.findPlain(&a.effects[i+1+m], &mode); mode.n != 0 {
			o.add(m, 0)
		}
	}
}

// findPlain collects the options of an instruction that is no choice of modes.
// An instruction on each of several Momon is possible if it is on any of them.
func (g *Game) findPlain(e *instruction, o *options) {
	r := &g.run
	switch e.Op {
	case OpMove:
		for rest := g.targets(&e.of, r.self, r.source, r.by); rest != 0; rest &= rest - 1 {
			from := lowest(rest)
			for to := g.destinations(e, from, r.self); to != 0; to &= to - 1 {
				o.add(from, lowest(to))
			}
		}
	case OpSwap:
		x := g.targets(&e.of, r.self, r.source, r.by)
		y := g.targets(&e.with, r.self, r.source, r.by)
		for p := x; p != 0; p &= p - 1 {
			for q := y; q != 0; q &= q - 1 {
				a, b := lowest(p), lowest(q)
				twice := b < a && x>>b&1 != 0 && y>>a&1 != 0
				if a != b && !twice {
					o.add(a, b)
				}
			}
		}
	case OpPoints, OpControl, OpReturn, OpSnatch:
		for rest := g.targets(&e.of, r.self, r.source, r.by); rest != 0; rest &= rest - 1 {
			o.add(lowest(rest), 0)
		}
	case OpPackage:
		if g.stock(e, g.side(e.Who, r.by)) {
			o.add(0, 0)
		}
	case OpReveal:
		for rest := g.inHand(&e.of, g.side(e.Who, r.by)); rest != 0; rest &= rest - 1 {
			o.add(lowest(rest), 0)
		}
	default:
		o.add(0, 0)
	}
}

// inHand gives the cards in a player's hand that a selector admits.
func (g *Game) inHand(s *selector, p rules.Side) uint64 {
	set := g.hand & handOf(p)
	if s.filtered {
		for rest := set; rest != 0; rest &= rest - 1 {
			if s.defs>>g.hiddenDef(lowest(rest))&1 == 0 {
				set &^= rest & -rest
			}
		}
	}
	return set
}

func handOf(p rules.Side) uint64 {
	const side = 1<<perSide - 1
	return side << (uint(p) * perSide)
}

// stock reports whether there is a card that a package could summon.
func (g *Game) stock(e *instruction, p rules.Side) bool {
	switch e.Zone {
	case Hand:
		return g.inHand(&e.of, p) != 0
	case Deck:
		return g.decks[p] != 0
	default:
		return g.inTrash(&e.of, p) != 0
	}
}

// inTrash gives the cards in a player's trash that a selector admits.
func (g *Game) inTrash(s *selector, p rules.Side) uint64 {
	var set uint64
	for rest := handOf(p); rest != 0; rest &= rest - 1 {
		o := &g.objects[lowest(rest)]
		if o.flags&inTrash != 0 && (!s.filtered || s.defs>>o.def&1 != 0) {
			set |= rest & -rest
		}
	}
	return set
}

// destinations gives the Spaces to which a Momon in a Space can move
// (12.2.2): those that exist and are empty, or that the effect handles.
func (g *Game) destinations(e *instruction, from uint8, self ref) uint64 {
	next, previous := uint64(1)<<from<<1&g.cfg.all, uint64(1)<<from>>1
	switch e.To {
	case ToNext:
		return g.reachable(e, from, next)
	case ToPrevious:
		return g.reachable(e, from, previous)
	case ToNextElsePrevious:
		if set := g.reachable(e, from, next); set != 0 {
			return set
		}
		return g.reachable(e, from, previous)
	case ToAdjacent:
		return g.reachable(e, from, g.cfg.adjacent[from])
	case ToSpace:
		return g.reachable(e, from, 1<<e.Space&g.cfg.all)
	case ToNearSelf:
		if self == 0 {
			return 0
		}
		return g.reachable(e, from, g.cfg.adjacent[g.objects[self-1].space])
	case ToFirstEmpty:
		empty := g.cfg.all &^ (g.occ[0] | g.occ[1])
		return empty & -empty
	default:
		return g.reachable(e, from, g.cfg.all)
	}
}

func (g *Game) reachable(e *instruction, from uint8, set uint64) uint64 {
	occupied := g.occ[0] | g.occ[1]
	set &^= 1 << from
	switch e.Occupied {
	case Blocked:
		return set &^ occupied
	case Push:
		for rest := set & occupied; rest != 0; rest &= rest - 1 {
			if _, ok := g.pushed(from, lowest(rest)); !ok {
				set &^= rest & -rest
			}
		}
	}
	return set
}

// pushed gives the Space to which a Momon in Space to is pushed by one that
// comes from Space from.
func (g *Game) pushed(from, to uint8) (space uint8, ok bool) {
	n := 2*int(to) - int(from)
	if n < 0 || n >= int(g.cfg.spec.Spaces) || g.arena[n] != 0 {
		return 0, false
	}
	return uint8(n), g.cfg.adjacent[to]>>n&1 != 0
}
