package momon

import "tourney/internal/rules"

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
	if g.dirty|g.waits != 0 || g.trace != nil {
		g.conditions()
	}
}

func (g *Game) conditions() {
	g.emit(Event{Kind: EventCheck})
	passes := 1
	if g.dirty != 0 {
		bound := 2 + int(g.lasting) + count(g.stray) + g.cfg.depth
		for g.pass() {
			passes++
			if passes > bound {
				g.stall(rules.SBCOscillates, true)
				break
			}
		}
	}
	g.emit(Event{Kind: EventSBC, N: uint8(passes)})
	if g.supply < 0 {
		// A Momon without a Marking Token: nothing says whose (12.1.4).
		g.hold(rules.Irregularity{Rule: rules.R12_1_4, Card: -1, Space: -1})
	}
	if g.waits != 0 {
		g.placeWaiting()
	}
}

// pass makes one pass and reports whether it changed anything.
func (g *Game) pass() bool {
	changed := false
	dirty := g.dirty
	g.dirty = 0
	if g.stray != 0 {
		g.supply += int16(count(g.stray))
		g.stray = 0
		changed = true
	}
	if dirty&dirtyEffects != 0 && g.lasting != 0 && g.expire() {
		changed = true
	}
	if dirty&(dirtyStatics|dirtyStale|dirtyEffects) != 0 && g.publish() {
		changed = true
	}
	return changed
}

// expire ends the lasting effects whose time is over, whose Momon has left, or
// whose condition is untrue of the values last published (12.1.6).
func (g *Game) expire() bool {
	n := uint8(0)
	for _, l := range g.live[:g.lasting] {
		alive := l.target != 0 && l.until >= g.turn
		if alive && l.until == whileTrue {
			alive = g.holds(g.cfg.abilities[l.ability].effects[l.effect].While, l.target, l.self, l.by)
		}
		if alive {
			g.live[n] = l
			n++
			continue
		}
		if l.until == whileTrue {
			g.whiles--
		}
		if l.target != 0 {
			g.stale |= 1 << (l.target - 1)
		}
	}
	if n == g.lasting {
		return false
	}
	clear(g.live[n:g.lasting])
	g.lasting = n
	return true
}

// publish computes the Controllers and points of Momon from their bases, the
// lasting effects in the order of their timestamps and the static abilities,
// and makes them public where they differ. It looks at those that something is
// on, was on, or has changed.
func (g *Game) publish() bool {
	var affected, spaces uint64
	for i := range g.live[:g.lasting] {
		affected |= 1 << g.objects[g.live[i].target-1].space
	}
	for rest := g.stale | g.shifted; rest != 0; rest &= rest - 1 {
		if o := &g.objects[lowest(rest)]; o.flags&onArena != 0 {
			spaces |= 1 << o.space
		}
	}
	g.stale = 0
	var added *[arenaSize]int32
	if g.listen[Always] != 0 {
		var sums [arenaSize]int32
		added = &sums
		spaces |= g.addStatics(added)
	}
	points, controllers := false, false
	for rest := spaces; rest != 0; rest &= rest - 1 {
		space := lowest(rest) % arenaSize
		c := g.arena[space] - 1
		o := &g.objects[c]
		n, p := int32(o.base), o.baseCtrl()
		if affected>>space&1 != 0 {
			n, p = g.affected(c+1, n, p)
		}
		if added != nil {
			n += added[space]
		}
		if n != int32(o.cur) {
			if n != int32(int16(n)) {
				g.stall(rules.NumericLimit, true)
				return false
			}
			o.cur = int16(n)
			points = true
		}
		if p != o.ctrl() {
			g.showControl(c, p)
			controllers = true
		}
		g.shifted &^= 1 << c
		if n != int32(o.base) {
			g.shifted |= 1 << c
		}
	}
	if points && g.cfg.pointsRead {
		g.touch()
	}
	return points || controllers
}

// affected applies the lasting effects on a Momon to its base.
func (g *Game) affected(r ref, n int32, p rules.Side) (int32, rules.Side) {
	for i := range g.live[:g.lasting] {
		l := &g.live[i]
		if l.target != r {
			continue
		}
		e := &g.cfg.abilities[l.ability].effects[l.effect]
		switch {
		case e.Op == OpControl:
			p = g.side(e.Who, l.by)
		case e.Set:
			n = int32(e.N)
		default:
			n += int32(e.N)
		}
	}
	return n, p
}

// addStatics sums up what the static abilities add to each Space, and gives
// the Spaces to which they add something.
func (g *Game) addStatics(sums *[arenaSize]int32) (spaces uint64) {
	for rest := g.listen[Always]; rest != 0; rest &= rest - 1 {
		c := lowest(rest)
		o := &g.objects[c]
		d := &g.cfg.defs[o.def]
		for i := d.first; i < d.first+d.n; i++ {
			a := &g.cfg.abilities[i]
			if a.on != uint8(Always) || !g.met(a, c+1, o.ctrl()) {
				continue
			}
			t := g.targets(&a.staticSelector, c+1, 0, o.ctrl())
			spaces |= t
			for ; t != 0; t &= t - 1 {
				sums[lowest(t)%arenaSize] += a.staticPoints
			}
		}
	}
	return spaces
}
