package momon

import "tourney/internal/rules"

// decide opens a decision. If the choices depend on cards in a hand, the
// definitions that can be chosen become part of the Rules-Relevant State.
func (g *Game) decide(kind decisionKind, by rules.Side) {
	g.dec = decision{kind, by}
	for rest := g.handChoices(); rest != 0; rest &= rest - 1 {
		g.legal[by] |= 1 << g.hiddenDef(lowest(rest))
	}
}

// handChoices gives the cards in a hand among which the open decision is.
func (g *Game) handChoices() uint64 {
	switch g.dec.kind {
	case decideSummon:
		return g.hand & handOf(g.dec.by)
	case decideTarget:
		if _, e := g.current(); e.Op == OpReveal {
			return g.inHand(&e.of, g.side(e.Who, g.run.by))
		}
	case decidePlace:
		p := &g.parcels[0]
		if e := g.parcelEffect(p); e.Zone == Hand {
			return g.inHand(&e.of, g.side(e.Who, p.by))
		}
	}
	return 0
}

// hiddenDef reads the identity of a card. A card that a proof does not
// disclose stops the game.
func (g *Game) hiddenDef(c uint8) uint8 {
	g.read |= 1 << c
	d := g.def[c]
	if d == masked {
		g.stall(rules.Budget, true)
		return masked
	}
	return d - 1
}

// closeDecision ends the open decision.
func (g *Game) closeDecision() {
	g.dec = decision{}
	g.legal = [2]uint64{}
}

// current gives the ability being resolved and its next instruction.
func (g *Game) current() (*ability, *instruction) {
	a := &g.cfg.abilities[g.run.ability-1]
	return a, &a.effects[g.run.effect]
}

// resolve goes on with the ability being resolved until it is done or somebody
// has to decide. What is impossible is skipped (12.3.3).
func (g *Game) resolve() {
	a := &g.cfg.abilities[g.run.ability-1]
	if a.optional && g.run.accepted == 0 {
		if g.possible(a) {
			g.decide(decideMay, g.side(a.by, g.run.by))
			return
		}
		g.finishRun()
		return
	}
	for int(g.run.effect) < len(a.effects) {
		e := &a.effects[g.run.effect]
		var o options
		g.find(a, g.run.effect, &o)
		if o.n > 1 && (e.choice || e.Op == OpChoose) {
			kind := decideTarget
			if e.Op == OpChoose {
				kind = decideMode
			}
			g.decide(kind, g.side(e.of.by, g.run.by))
			return
		}
		if o.n == 0 && e.Op == OpChoose {
			g.run.effect += uint8(e.N)
		}
		if o.n != 0 {
			g.carryOut(a, o.a, o.b)
		} else {
			g.skip()
		}
		if g.phase != running || g.snatchLeft != 0 {
			return
		}
	}
	g.finishRun()
}

// carryOut performs the next instruction and goes past it.
func (g *Game) carryOut(a *ability, x, y uint8) {
	i := g.run.effect
	e := &a.effects[i]
	if e.Op == OpChoose {
		g.run.effect = i + 1 + x
		g.run.after = i + 1 + uint8(e.N)
		return
	}
	g.perform(e, i, x, y)
	g.skip()
}

// skip goes to the next instruction: past all modes after a mode.
func (g *Game) skip() {
	g.run.effect++
	if g.run.after != 0 {
		g.run.effect, g.run.after = g.run.after, 0
	}
}

// possible reports whether any instruction of the ability can be carried out.
func (g *Game) possible(a *ability) bool {
	for i := range a.effects {
		var o options
		if g.find(a, uint8(i), &o); o.n != 0 {
			return true
		}
	}
	return false
}

// finishRun ends the ability being resolved (12.1.1).
func (g *Game) finishRun() {
	g.emit(Event{Kind: EventResolved, By: g.run.by})
	g.run = run{}
	g.sbc()
}

func (g *Game) parcelEffect(p *parcel) *instruction {
	return &g.cfg.abilities[p.ability].effects[p.effect]
}

// unpack makes the next summon of the first package. A package that cannot go
// on is done (12.3.3).
func (g *Game) unpack() {
	p := &g.parcels[0]
	e := g.parcelEffect(p)
	var o options
	g.findParcel(p, e, &o)
	switch {
	case o.n == 0:
		g.dropParcel()
		g.sbc()
	case o.n == 1:
		g.summonParcel(o.a, o.b)
	default:
		g.decide(decidePlace, g.side(e.Who, p.by))
	}
}

// findParcel collects the options of a package's next summon: a card and a
// Space.
func (g *Game) findParcel(p *parcel, e *instruction, o *options) {
	spaces := g.cfg.all &^ (g.occ[0] | g.occ[1])
	switch e.To {
	case ToFirstEmpty:
		spaces &= -spaces
	case ToNearSelf:
		if p.self == 0 {
			return
		}
		spaces &= g.cfg.adjacent[g.objects[p.self-1].space]
	}
	who := g.side(e.Who, p.by)
	var cards uint64
	switch e.Zone {
	case Hand:
		cards = g.inHand(&e.of, who)
	case Deck:
		if g.decks[who] != 0 {
			cards = 1 << g.deck[who][0]
		}
	default:
		cards = g.inTrash(&e.of, who)
	}
	for ; cards != 0; cards &= cards - 1 {
		for rest := spaces; rest != 0; rest &= rest - 1 {
			o.add(lowest(cards), lowest(rest))
		}
	}
}

// summonParcel summons one card of the first package.
func (g *Game) summonParcel(c, space uint8) {
	p := &g.parcels[0]
	e := g.parcelEffect(p)
	who := g.side(e.Who, p.by)
	g.emit(Event{EventPackage, who, c, space, 0})
	switch e.Zone {
	case Hand:
		g.hand &^= 1 << c
		g.hands[who]--
	case Deck:
		d := &g.deck[who]
		copy(d[:], d[1:])
		g.decks[who]--
		d[g.decks[who]] = 0
	default:
		g.objects[c] = object{}
		g.trashes[who]--
	}
	p.left--
	if p.left == 0 {
		g.dropParcel()
	}
	g.enter(c, space, who)
	g.sbc()
	if g.cfg.spec.PackageSnatch {
		g.snatchCheck(c)
	}
}

func (g *Game) dropParcel() {
	g.packed--
	copy(g.parcels[:g.packed], g.parcels[1:])
	g.parcels[g.packed] = parcel{}
}
