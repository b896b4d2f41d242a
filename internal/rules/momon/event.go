package momon

import "tourney/internal/rules"

// EventKind says what happened.
type EventKind uint8

// The kinds. A turn-based action is EventTurn, EventSummon, EventPass or
// EventEndStep; each of them, each EventSnatch, each EventResolved and each
// EventPackage is followed by EventSBC (12.1.1).
const (
	EventTurn EventKind = iota
	EventSummon
	EventPass
	EventEndStep
	EventFullArena
	EventSnatch
	EventMove
	EventSwap
	EventControl
	EventLeave
	EventResolved
	EventPackage
	EventCheck // State-Based Conditions begin
	EventSBC   // and have come to rest
	EventEnd
)

// Event is one thing that happened in a game. Card is a slot, valid where the
// event is about a card; Space is where it is now or was last; N counts the
// passes of State-Based Conditions.
type Event struct {
	Kind  EventKind
	By    rules.Side
	Card  uint8
	Space uint8
	N     uint8
}

func (g *Game) emit(e Event) {
	if g.trace != nil {
		g.trace(e)
	}
}

// raise tells every ability on the Arena that waits for it about an event of a
// Momon on the Arena.
func (g *Game) raise(when When, subject uint8) {
	if g.listen[when] != 0 {
		g.tell(when, subject)
	}
}

func (g *Game) tell(when When, subject uint8) {
	for l := g.listen[when]; l != 0; l &= l - 1 {
		c := lowest(l)
		o, s := &g.objects[c], &g.objects[subject]
		d := &g.cfg.defs[o.def]
		for i := d.first; i < d.first+d.n; i++ {
			a := &g.cfg.abilities[i]
			if a.on != uint8(when) {
				continue
			}
			hit := true
			switch Scope(a.of) {
			case ScopeSelf:
				hit = c == subject
			case ScopeAlly:
				hit = c != subject && o.ctrl() == s.ctrl()
			case ScopeEnemy:
				hit = o.ctrl() != s.ctrl()
			case ScopeOther:
				hit = c != subject
			}
			if hit {
				g.triggered(i, a, c, subject+1)
			}
		}
	}
}

// raiseTurn tells the abilities that wait for the beginning or end of a turn.
func (g *Game) raiseTurn(when When) {
	for l := g.listen[when]; l != 0; l &= l - 1 {
		c := lowest(l)
		o := &g.objects[c]
		d := &g.cfg.defs[o.def]
		for i := d.first; i < d.first+d.n; i++ {
			a := &g.cfg.abilities[i]
			if a.on == uint8(when) && (Scope(a.of) == ScopeEachTurn || o.ctrl() == g.active) {
				g.triggered(i, a, c, 0)
			}
		}
	}
}

// triggered puts an ability among the waiting ones, if its conditions are met
// now and it may trigger again this turn.
func (g *Game) triggered(i uint8, a *ability, c uint8, source ref) {
	o := &g.objects[c]
	if o.used&a.once != 0 || !g.met(a, c+1, o.ctrl()) {
		return
	}
	if g.waits == maxWait {
		g.stall(rules.QueueGrows, true)
		return
	}
	if a.once != 0 {
		o.used |= a.once
		g.spent |= 1 << c
	}
	g.wait[g.waits] = trigger{ability: i, self: c + 1, source: source, by: o.ctrl()}
	g.waits++
}

// before orders triggers that waited together: the Active Player's first, then
// by definition, then a player's own cards before the opponent's, then by
// slot. Equal ones keep the order of their events.
func (g *Game) before(x, y trigger) bool {
	if x.by != y.by {
		return x.by == g.active
	}
	if x.ability != y.ability {
		return x.ability < y.ability
	}
	if x.self == 0 || y.self == 0 {
		return x.self < y.self
	}
	if p, q := owner(x.self-1), owner(y.self-1); p != q {
		return p == x.by
	}
	return x.self < y.self
}

// placeWaiting puts the waiting triggers into the Queue (12.1.8).
func (g *Game) placeWaiting() {
	n := g.waits
	if n == 0 {
		return
	}
	if int(g.queued)+int(n) > int(g.cfg.spec.Limits.Queue) {
		g.stall(rules.QueueGrows, true)
		return
	}
	w := g.wait[:n]
	for i := 1; i < len(w); i++ {
		for j := i; j > 0 && g.before(w[j], w[j-1]); j-- {
			w[j], w[j-1] = w[j-1], w[j]
		}
	}
	copy(g.queue[g.queued:], w)
	g.queued += n
	if g.cfg.spec.ChooseOrder && n > 1 {
		g.ordering = [2]uint8{}
		for _, t := range w {
			if t.by == g.active {
				g.ordering[0]++
			} else {
				g.ordering[1]++
			}
		}
	}
	clear(w)
	g.waits = 0
}

// order asks for the next trigger among those that a player has to order. What
// is all the same needs no choice.
func (g *Game) order() {
	for i := range g.ordering {
		from, n := g.ordered(i)
		same := true
		for _, t := range g.queue[from : from+n] {
			same = same && t == g.queue[from]
		}
		if !same {
			by := g.active
			if i == 1 {
				by = by.Other()
			}
			g.decide(decideOrder, by)
			return
		}
		g.ordering[i] = 0
	}
}

// ordered gives the part of the Queue that a player has still to order: the
// Active Player's lies before the other's.
func (g *Game) ordered(i int) (from, n uint8) {
	n = g.ordering[i]
	from = g.queued - n
	if i == 0 {
		from -= g.ordering[1]
	}
	return from, n
}

// pop takes the next trigger out of the Queue and begins to resolve it.
func (g *Game) pop() {
	t := g.queue[0]
	g.queued--
	copy(g.queue[:g.queued], g.queue[1:])
	g.queue[g.queued] = trigger{}
	g.run = run{ability: t.ability + 1, self: t.self, source: t.source, by: t.by}
}
