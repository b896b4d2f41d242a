package momon

// snatchCheck begins the Snatch Attempts of a Momon on its neighbours.
func (g *Game) snatchCheck(c uint8) {
	o := &g.objects[c]
	if g.cfg.spec.Snatch == nil || o.flags&onArena == 0 {
		return
	}
	g.snatchLeft = g.cfg.adjacent[o.space] & g.occ[o.ctrl()^1]
	if g.snatchLeft != 0 {
		g.snatcher = c + 1
	}
}

// attempt makes the next Snatch Attempt.
func (g *Game) attempt() {
	space := lowest(g.snatchLeft)
	g.snatchLeft &= g.snatchLeft - 1
	c := g.snatcher - 1
	if g.snatchLeft == 0 {
		g.snatcher = 0
	}
	r := g.arena[space]
	x := &g.objects[c]
	if r == 0 || g.objects[r-1].ctrl() == x.ctrl() {
		return
	}
	g.emit(Event{EventSnatch, x.ctrl(), c, space, 0})
	if g.cfg.spec.Snatch.Takes(g.contender(c), g.contender(r-1)) {
		g.setControl(r-1, x.ctrl())
		g.raise(WhenSnatched, r-1)
	}
	g.sbc()
}

func (g *Game) contender(c uint8) Contender {
	o := &g.objects[c]
	return Contender{Def: int(o.def), Power: g.cfg.defs[o.def].power, Points: o.cur, Space: o.space, Controller: o.ctrl()}
}
