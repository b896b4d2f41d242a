package momon

import (
	"math/bits"

	"tourney/internal/rules"
)

// shift puts a Momon into an empty Space (12.2.1).
func (g *Game) shift(c, to uint8) {
	o := &g.objects[c]
	p := o.ctrl()
	g.arena[o.space] = 0
	g.occ[p] &^= 1 << o.space
	o.space = to
	g.arena[to] = c + 1
	g.occ[p] |= 1 << to
	g.touch()
	g.emit(Event{EventMove, p, c, to, 0})
}

// swap exchanges the Spaces of two Momon in one write (12.2.3).
func (g *Game) swap(c, d uint8) {
	x, y := &g.objects[c], &g.objects[d]
	x.space, y.space = y.space, x.space
	g.arena[x.space], g.arena[y.space] = c+1, d+1
	if p, q := x.ctrl(), y.ctrl(); p != q {
		both := uint64(1)<<x.space | 1<<y.space
		g.occ[p] ^= both
		g.occ[q] ^= both
	}
	g.touch()
	g.emit(Event{EventSwap, x.ctrl(), c, x.space, 0})
}

// enter puts a card from a hidden zone or the trash onto the Arena, with a
// Marking Token of by.
func (g *Game) enter(c, space uint8, by rules.Side) {
	d := g.hiddenDef(c)
	if d == masked {
		return
	}
	base := g.cfg.defs[d].base
	o := &g.objects[c]
	*o = object{def: d, flags: onArena, space: space, base: base, cur: base}
	o.setCtrl(by)
	o.setBaseCtrl(by)
	g.arena[space] = c + 1
	g.empty--
	g.supply--
	if g.supply < 0 {
		g.dirty |= dirtyTokens
	}
	g.enlist(g.cfg, c)
	g.touch()
	g.raise(WhenSummoned, c)
}

// leave puts a Momon into its Owner's zone. Its Marking Token stays with it
// until State-Based Conditions take it back (12.1.5); whatever refers to it
// loses it.
func (g *Game) leave(c uint8, to Zone) {
	g.raise(WhenLeft, c)
	o := &g.objects[c]
	p := owner(c)
	g.arena[o.space] = 0
	g.occ[o.ctrl()] &^= 1 << o.space
	g.touch()
	for events := g.cfg.defs[o.def].events; events != 0; events &= events - 1 {
		g.listen[bits.TrailingZeros16(events)] &^= 1 << c
	}
	g.emit(Event{EventLeave, p, c, o.space, 0})
	g.empty++
	g.spent &^= 1 << c
	g.shifted &^= 1 << c
	g.stray |= 1 << c
	g.dirty |= dirtyTokens
	d := o.def
	*o = object{}
	switch to {
	case Hand:
		g.hand |= 1 << c
		g.hands[p]++
	case Deck:
		g.deck[p][g.decks[p]] = c
		g.decks[p]++
	default:
		*o = object{def: d, flags: inTrash}
		g.trashes[p]++
	}
	g.strike(c + 1)
}

// strike removes every reference to a card that has left the Arena.
func (g *Game) strike(r ref) {
	for i := range g.queue[:g.queued] {
		strikeTrigger(&g.queue[i], r)
	}
	for i := range g.wait[:g.waits] {
		strikeTrigger(&g.wait[i], r)
	}
	for i := range g.live[:g.lasting] {
		l := &g.live[i]
		if l.target == r {
			l.target = 0
			g.dirty |= dirtyEffects
		}
		if l.self == r {
			l.self = 0
		}
	}
	for i := range g.parcels[:g.packed] {
		p := &g.parcels[i]
		if p.self == r {
			p.self = 0
		}
		if p.source == r {
			p.source = 0
		}
	}
	if g.run.self == r {
		g.run.self = 0
	}
	if g.run.source == r {
		g.run.source = 0
	}
	if g.snatcher == r {
		g.snatcher, g.snatchLeft = 0, 0
	}
}

func strikeTrigger(t *trigger, r ref) {
	if t.self == r {
		t.self = 0
	}
	if t.source == r {
		t.source = 0
	}
}

// setControl gives control for good: it ends lasting control of others.
func (g *Game) setControl(c uint8, p rules.Side) {
	n := uint8(0)
	for _, l := range g.live[:g.lasting] {
		if l.target != c+1 || g.cfg.abilities[l.ability].effects[l.effect].Op != OpControl {
			g.live[n] = l
			n++
		} else if l.until == whileTrue {
			g.whiles--
		}
	}
	clear(g.live[n:g.lasting])
	g.lasting = n
	g.objects[c].setBaseCtrl(p)
	g.showControl(c, p)
}

// showControl changes the Marking Token of a Momon.
func (g *Game) showControl(c uint8, p rules.Side) {
	o := &g.objects[c]
	if o.ctrl() == p {
		return
	}
	g.occ[p^1] &^= 1 << o.space
	g.occ[p] |= 1 << o.space
	o.setCtrl(p)
	g.touch()
	g.emit(Event{EventControl, p, c, o.space, 0})
	g.raise(WhenControlChanged, c)
}
