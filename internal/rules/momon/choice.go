package momon

import (
	"slices"

	"tourney/internal/rules"
)

// ChoiceKind says what is chosen.
type ChoiceKind uint8

// The kinds of choice, in the order in which Legal lists them.
const (
	// Pass summons nothing in the Summon Step.
	Pass ChoiceKind = iota + 1
	// Summon summons card A into Space B.
	Summon
	// Decline and Accept answer a "may".
	Decline
	Accept
	// Target chooses Momon or card A, with Space B where one is needed: the
	// destination of a move, or the other Momon of a swap.
	Target
	// Mode chooses mode A.
	Mode
	// Order chooses the trigger at place A as the next.
	Order
	// PlaceCard chooses card A and Space B for a package.
	PlaceCard
	// Announce declares, for the end of a loop, choice B (its place in the
	// list of legal choices) at decision A of the loop.
	Announce
)

// Choice is one choice of a player. Momon are named by their Space, other
// cards by their slot.
type Choice struct {
	Kind ChoiceKind
	By   rules.Side
	A, B uint8
}

// Legal appends all legal choices to buf, in ascending order. There are some
// exactly if a decision is open or a loop has to be declared. Concession is
// always possible besides and is no Legal Choice in the sense of 12.4.
func (g *Game) Legal(buf []Choice) []Choice {
	if g.phase == declaring {
		return g.announcements(buf)
	}
	if g.phase != running {
		return buf
	}
	by := g.dec.by
	switch g.dec.kind {
	case decideSummon:
		if g.cfg.spec.MayDecline {
			buf = append(buf, Choice{Kind: Pass, By: by})
		}
		cards, empty := g.hand&handOf(by), g.cfg.all&^(g.occ[0]|g.occ[1])
		n := len(buf)
		buf = slices.Grow(buf, count(cards)*count(empty))[:n+count(cards)*count(empty)]
		for ; cards != 0; cards &= cards - 1 {
			c := lowest(cards)
			for rest := empty; rest != 0; rest &= rest - 1 {
				buf[n] = Choice{Summon, by, c, lowest(rest)}
				n++
			}
		}
	case decideMay:
		buf = append(buf, Choice{Kind: Decline, By: by}, Choice{Kind: Accept, By: by})
	case decideTarget, decideMode:
		a, _ := g.current()
		o := options{mode: listOptions, list: buf, kind: Target, by: by}
		if g.dec.kind == decideMode {
			o.kind = Mode
		}
		g.find(a, g.run.effect, &o)
		buf = o.list
	case decidePlace:
		p := &g.parcels[0]
		o := options{mode: listOptions, list: buf, kind: PlaceCard, by: by}
		g.findParcel(p, g.parcelEffect(p), &o)
		buf = o.list
	case decideOrder:
		from, n := g.orderOpen()
	next:
		for i := range n {
			for j := range i {
				if g.queue[from+i] == g.queue[from+j] {
					continue next
				}
			}
			buf = append(buf, Choice{Order, by, i, 0})
		}
	}
	return buf
}

// orderOpen gives the part of the Queue that the open decision orders.
func (g *Game) orderOpen() (from, n uint8) {
	if g.ordering[0] != 0 {
		return g.ordered(0)
	}
	return g.ordered(1)
}

// allows reports whether a choice is among the legal ones.
func (g *Game) allows(c Choice) bool {
	if c.By != g.dec.by {
		return false
	}
	switch g.dec.kind {
	case decideSummon:
		if c.Kind == Pass {
			return g.cfg.spec.MayDecline && c.A == 0 && c.B == 0
		}
		return c.Kind == Summon && c.A < maxCards && g.hand&handOf(c.By)>>c.A&1 != 0 && g.free(c.B)
	case decideMay:
		return (c.Kind == Accept || c.Kind == Decline) && c.A == 0 && c.B == 0
	}
	o := options{mode: seekOption, seek: c}
	switch g.dec.kind {
	case decideTarget:
		a, _ := g.current()
		g.find(a, g.run.effect, &o)
		return c.Kind == Target && o.found
	case decideMode:
		a, _ := g.current()
		g.find(a, g.run.effect, &o)
		return c.Kind == Mode && o.found
	case decidePlace:
		p := &g.parcels[0]
		g.findParcel(p, g.parcelEffect(p), &o)
		return c.Kind == PlaceCard && o.found
	default:
		from, n := g.orderOpen()
		if c.Kind != Order || c.B != 0 || c.A >= n {
			return false
		}
		for _, t := range g.queue[from : from+c.A] {
			if t == g.queue[from+c.A] {
				return false
			}
		}
		return true
	}
}

func (g *Game) free(space uint8) bool {
	return space < g.cfg.spec.Spaces && g.arena[space] == 0
}

// Apply makes a choice. A choice that is not among the legal ones is refused
// with the rule and changes nothing. Announcing by Apply names zero
// repetitions; Declare names others.
func (g *Game) Apply(c Choice) error {
	switch {
	case g.phase == declaring:
		return g.announceNow(c)
	case g.phase != running:
		return g.Err()
	case g.dec.kind == noDecision:
		return rules.IllegalChoice{Rule: rules.R12_3_1, Why: "no decision is open"}
	case !g.allows(c):
		return g.refusal(c)
	}
	g.note(c, false)
	g.choose(c)
	return nil
}

// refusal says why a choice is not legal.
func (g *Game) refusal(c Choice) error {
	n := len(g.Legal(nil))
	switch {
	case c.By != g.dec.by:
		return rules.IllegalChoice{Rule: rules.R12_3_1, Why: "player " + g.dec.by.String() + " has to choose now", Allowed: n}
	case c.Kind == Target || c.Kind == Mode:
		return rules.IllegalChoice{Rule: rules.R12_3_2, Why: "this option is illegal, or impossible while another one is possible", Allowed: n}
	default:
		return rules.IllegalChoice{Rule: rules.R12_3_1, Why: "this is none of the legal choices", Allowed: n}
	}
}

// choose carries out a legal choice.
func (g *Game) choose(c Choice) {
	kind := g.dec.kind
	g.closeDecision()
	switch kind {
	case decideSummon:
		if c.Kind == Pass {
			g.summonNothing()
		} else {
			g.summon(c.A, c.B)
		}
	case decideMay:
		if c.Kind == Accept {
			g.run.accepted = 1
		} else {
			g.finishRun()
		}
	case decideTarget, decideMode:
		a, _ := g.current()
		g.carryOut(a, c.A, c.B)
	case decidePlace:
		g.summonParcel(c.A, c.B)
	case decideOrder:
		from, _ := g.orderOpen()
		t := g.queue[from+c.A]
		copy(g.queue[from+1:from+c.A+1], g.queue[from:from+c.A])
		g.queue[from] = t
		if g.ordering[0] != 0 {
			g.ordering[0]--
		} else {
			g.ordering[1]--
		}
	}
}
