package momon

import (
	"math/bits"

	"tourney/internal/rules"
)

// sbc performs State-Based Conditions until nothing changes, then puts the
// waiting triggers into the Queue (12.1.1, 12.1.8). Only what the dirty marks
// name is looked at; the others cannot have changed.
//
// It ends: each pass that changes something takes away a stray token or a
// lasting effect, or publishes values that are a function of the effects that
// remain and, through static abilities, of values published before, along
// chains of at most depth. A pass beyond that bound is a fault of the Config
// and stalls the game.
func (g *Game) sbc() {
	if g.trace != nil {
		g.emit(Event{Kind: EventCheck})
	}
	passes := 1
	if g.dirty != 0 {
		bound := 2 + int(g.lasting) + bits.OnesCount64(g.stray) + g.cfg.depth
		for g.sbcPass() {
			passes++
			if passes > bound {
				g.stall(rules.SBCOscillates, true)
				break
			}
		}
	}
	if g.trace != nil {
		g.emit(Event{Kind: EventSBC, N: uint8(passes)})
	}
	if g.supply < 0 {
		// A Momon without a Marking Token: nothing says whose (12.1.4).
		g.hold(rules.Irregularity{Rule: rules.R12_1_4, Card: -1, Space: -1})
	}
	g.placeWaiting()
}

// sbcPass makes one pass and reports whether it changed anything.
func (g *Game) sbcPass() bool {
	changed := false
	if g.stray != 0 {
		g.supply += int16(bits.OnesCount64(g.stray))
		g.stray = 0
		changed = true
	}
	if g.dirty&dirtyValues == 0 {
		g.dirty = 0
		return changed
	}
	g.dirty = 0
	if g.lasting != 0 && g.expire() {
		changed = true
	}
	if g.publish() {
		changed = true
		g.touch()
	}
	return changed
}

// expire ends the lasting effects whose time is over, whose Momon has left, or
// whose condition is untrue of the values last published (12.1.6).
func (g *Game) expire() bool {
	n := uint8(0)
	for _, l := range g.live[:g.lasting] {
		alive := l.target != 0 && l.until >= g.turn
		if alive && l.until == 255 {
			alive = g.holds(g.cfg.abilities[l.ability].effects[l.effect].While, l.target, l.self, l.by)
		}
		if alive {
			g.live[n] = l
			n++
		}
	}
	if n == g.lasting {
		return false
	}
	clear(g.live[n:g.lasting])
	g.lasting = n
	return true
}

// publish computes the Controllers and points of all Momon from their bases,
// the lasting effects in the order of their timestamps and the static
// abilities, and makes them public where they differ.
func (g *Game) publish() bool {
	var points [maxCards]int32
	var control [maxCards]rules.Side
	occupied := g.occ[0] | g.occ[1]
	for rest := occupied; rest != 0; rest &= rest - 1 {
		c := g.arena[lowest(rest)] - 1
		o := &g.objects[c]
		points[c] = int32(o.base)
		control[c] = o.baseCtrl()
	}
	for _, l := range g.live[:g.lasting] {
		e := &g.cfg.abilities[l.ability].effects[l.effect]
		switch c := l.target - 1; {
		case e.Op == OpControl:
			control[c] = g.side(e.Who, l.by)
		case e.Set:
			points[c] = int32(e.N)
		default:
			points[c] += int32(e.N)
		}
	}
	for rest := g.listen[Always]; rest != 0; rest &= rest - 1 {
		c := lowest(rest)
		o := &g.objects[c]
		d := &g.cfg.defs[o.def]
		for i := d.first; i < d.first+d.n; i++ {
			a := &g.cfg.abilities[i]
			if a.on != uint8(Always) || !g.met(a, c+1, o.ctrl()) {
				continue
			}
			for t := g.targets(&a.staticSelector, c+1, 0, o.ctrl()); t != 0; t &= t - 1 {
				points[g.arena[lowest(t)]-1] += a.staticPoints
			}
		}
	}
	changed := false
	for rest := occupied; rest != 0; rest &= rest - 1 {
		c := g.arena[lowest(rest)] - 1
		o := &g.objects[c]
		if n := points[c]; n != int32(o.cur) {
			if n != int32(int16(n)) {
				g.stall(rules.NumericLimit, true)
				return false
			}
			o.cur = int16(n)
			changed = true
		}
		if control[c] != o.ctrl() {
			g.showControl(c, control[c])
			changed = true
		}
	}
	return changed
}
