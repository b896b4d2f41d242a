package momon

import "tourney/internal/rules"

// perform carries out an instruction, with the option that was chosen or is
// the only one where it has options.
func (g *Game) perform(e *instruction, index, a, b uint8) {
	r := g.run
	switch e.Op {
	case OpMove:
		g.performMove(e, a, b)
	case OpSwap:
		g.swap(g.arena[a]-1, g.arena[b]-1)
		g.raise(WhenSwapped, g.arena[a]-1)
		g.raise(WhenSwapped, g.arena[b]-1)
	case OpPackage:
		if g.packed == maxPackages {
			g.stall(rules.StateGrows, true)
			return
		}
		g.parcels[g.packed] = parcel{r.ability - 1, index, r.self, r.source, r.by, uint8(e.N)}
		g.packed++
	case OpToken:
		g.token = g.side(e.Who, r.by)
		g.touch()
	case OpPoints, OpControl, OpReturn, OpSnatch:
		set := uint64(1) << a
		if e.of.pick != Chosen {
			set = g.targets(&e.of, r.self, r.source, r.by)
		}
		for ; set != 0; set &= set - 1 {
			g.affect(e, index, g.arena[lowest(set)]-1)
		}
	}
}

// affect carries out an instruction on one Momon.
func (g *Game) affect(e *instruction, index uint8, c uint8) {
	switch e.Op {
	case OpReturn:
		g.leave(c, e.Zone)
	case OpSnatch:
		g.snatchCheck(c)
	case OpControl:
		p := g.side(e.Who, g.run.by)
		if e.Lasts == Permanent {
			g.setControl(c, p)
		} else if g.last(e, index, c) {
			g.showControl(c, p)
		}
	case OpPoints:
		if e.Lasts != Permanent {
			g.last(e, index, c)
			return
		}
		o := &g.objects[c]
		n := int(e.N)
		if !e.Set {
			n += int(o.base)
		}
		if n != int(int16(n)) {
			g.stall(rules.NumericLimit, true)
			return
		}
		o.base = int16(n)
		g.stales(c)
	}
}

// last begins a lasting effect.
func (g *Game) last(e *instruction, index uint8, c uint8) bool {
	if g.lasting == maxLive {
		g.stall(rules.StateGrows, true)
		return false
	}
	r := &g.run
	until := g.turn
	switch {
	case e.Lasts == While:
		until = whileTrue
		g.whiles++
		g.dirty |= dirtyEffects
	case e.Lasts == NextTurn && r.by == g.active:
		until += 2
	case e.Lasts == NextTurn:
		until++
	}
	g.live[g.lasting] = live{r.ability - 1, index, c + 1, r.self, r.by, until}
	g.lasting++
	g.stales(c)
	return true
}

// touch notes a change that conditions of lasting and static effects may read.
func (g *Game) touch() {
	if g.whiles != 0 {
		g.dirty |= dirtyEffects
	}
	if g.listen[Always] != 0 {
		g.dirty |= dirtyStatics
	}
}

// stales notes that the values of a card have to be computed again.
func (g *Game) stales(c uint8) {
	g.stale |= 1 << c
	g.dirty |= dirtyStale
}

func (g *Game) performMove(e *instruction, from, to uint8) {
	r := g.run
	if e.of.single() {
		g.moveOne(e, g.arena[from]-1, to)
		return
	}
	// Each mover goes in the order of the Spaces in which they stood.
	var movers [arenaSize]ref
	n := 0
	for set := g.targets(&e.of, r.self, r.source, r.by); set != 0; set &= set - 1 {
		movers[n] = g.arena[lowest(set)]
		n++
	}
	for _, m := range movers[:n] {
		o := &g.objects[m-1]
		if o.flags&onArena == 0 {
			continue
		}
		if to := g.destinations(e, o.space, r.self); to != 0 {
			g.moveOne(e, m-1, lowest(to))
		}
	}
}

// moveOne moves a Momon to a Space that it can reach.
func (g *Game) moveOne(e *instruction, c, to uint8) {
	if other := g.arena[to]; other != 0 {
		from := g.objects[c].space
		switch e.Occupied {
		case Push:
			space, _ := g.pushed(from, to)
			g.shift(other-1, space)
			g.raise(WhenMoved, other-1)
		case Exchange:
			g.swap(c, other-1)
			g.raise(WhenMoved, c)
			g.raise(WhenMoved, other-1)
			return
		case Replace:
			g.leave(other-1, Trash)
		}
	}
	g.shift(c, to)
	g.raise(WhenMoved, c)
}
