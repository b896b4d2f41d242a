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

func (s *selector) single() bool {
	return s.from == FromSelf || s.from == FromSource || s.pick != Each
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
	g.shifted &^= 1 << c
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
	g.shifted |= 1 << c
	g.touch()
	g.emit(Event{EventControl, p, c, o.space, 0})
	g.raise(WhenControlChanged, c)
}

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
