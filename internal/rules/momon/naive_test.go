package momon

import (
	"fmt"

	"tourney/internal/rules"
)

// A second implementation of State-Based Conditions, written from the rule and
// the vocabulary of abilities alone: it looks at everything each time, knows
// Spaces by their coordinates, and uses none of the machine's sets, marks or
// selectors.

type naive struct {
	spec Spec
	core
}

type naiveMomon struct {
	card int
	*object
}

func (n *naive) momon() []naiveMomon {
	var list []naiveMomon
	for i := range n.objects {
		if n.objects[i].flags&onArena != 0 {
			list = append(list, naiveMomon{i, &n.objects[i]})
		}
	}
	return list
}

func (n *naive) neighbours(a, b uint8) bool {
	if len(n.spec.Adjacent) != 0 {
		return n.spec.Adjacent[a]>>b&1 != 0
	}
	w := int(n.spec.Width)
	dx, dy := int(a)%w-int(b)%w, int(a)/w-int(b)/w
	return dx*dx+dy*dy == 1
}

func (n *naive) ability(i uint8) (Ability, Def) {
	k := int(i)
	for _, d := range n.spec.Defs {
		if k < len(d.Abilities) {
			return d.Abilities[k], d
		}
		k -= len(d.Abilities)
	}
	panic("no such ability")
}

func (n *naive) met(c Condition, of, self ref, by rules.Side) bool {
	value := 0
	countMomon := func(p rules.Side, ok func(*object) bool) int {
		k := 0
		for _, m := range n.momon() {
			if m.ctrl() == p && ok(m.object) {
				k++
			}
		}
		return k
	}
	all := func(*object) bool { return true }
	beside := func(o *object) bool { return n.neighbours(n.objects[of-1].space, o.space) }
	switch c.What {
	case Points:
		if of == 0 {
			return false
		}
		value = int(n.objects[of-1].cur)
	case OwnMomon:
		value = countMomon(by, all)
	case EnemyMomon:
		value = countMomon(by.Other(), all)
	case EmptySpaces:
		value = int(n.spec.Spaces) - len(n.momon())
	case OwnHand:
		value = int(n.hands[by])
	case EnemyHand:
		value = int(n.hands[by.Other()])
	case AdjacentOwn:
		if of == 0 {
			return false
		}
		value = countMomon(by, beside)
	case AdjacentEnemy:
		if of == 0 {
			return false
		}
		value = countMomon(by.Other(), beside)
	case TurnNumber:
		value = int(n.turn)
	case HoldsToken:
		if n.token == by {
			value = 1
		}
	case SelfPresent:
		if self != 0 {
			value = 1
		}
	case Supply:
		value = int(n.supply)
	}
	return c.Is == AtLeast && value >= int(c.N) || c.Is == AtMost && value <= int(c.N) || c.Is == Equal && value == int(c.N)
}

func (n *naive) selected(s Selector, self int, m naiveMomon) bool {
	me := &n.objects[self]
	w := n.spec.Width
	switch s.From {
	case FromSelf:
		if m.card != self {
			return false
		}
	case FromAdjacent:
		if !n.neighbours(me.space, m.space) {
			return false
		}
	case FromRow:
		if m.card == self || m.space/w != me.space/w {
			return false
		}
	case FromColumn:
		if m.card == self || m.space%w != me.space%w {
			return false
		}
	}
	d := n.spec.Defs[m.def]
	return (s.Whose == Anyones || (s.Whose == Own) == (m.ctrl() == me.ctrl())) &&
		(!s.Other || m.card != self) && (s.Kind == "" || s.Kind == d.Kind) && (s.Card == "" || s.Card == d.Name)
}

// settle performs State-Based Conditions until a whole pass changes nothing.
// It reports false where a number leaves its range or there is no rest.
func (n *naive) settle() bool {
	for range 200 {
		before := n.core
		for i := range n.objects {
			if n.stray>>i&1 != 0 && n.objects[i].flags&onArena == 0 {
				n.stray &^= 1 << i
				n.supply++
			}
		}
		var kept []live
		for _, l := range n.live[:n.lasting] {
			a, _ := n.ability(l.ability)
			e := a.Effects[l.effect]
			ended := l.target == 0
			switch e.Lasts {
			case While:
				ended = ended || !n.met(e.While, l.target, l.self, l.by)
			default:
				ended = ended || l.until < n.turn
			}
			if !ended {
				kept = append(kept, l)
			}
		}
		n.live = [maxLive]live{}
		n.lasting = uint8(copy(n.live[:], kept))

		points, control := map[int]int{}, map[int]rules.Side{}
		for _, m := range n.momon() {
			points[m.card], control[m.card] = int(m.base), m.baseCtrl()
		}
		for _, l := range kept {
			a, _ := n.ability(l.ability)
			e := a.Effects[l.effect]
			card := int(l.target) - 1
			switch {
			case e.Op == OpControl && e.Who == Controller:
				control[card] = l.by
			case e.Op == OpControl && e.Who == Opponent:
				control[card] = l.by.Other()
			case e.Op == OpControl:
				control[card] = n.active
			case e.Set:
				points[card] = int(e.N)
			default:
				points[card] += int(e.N)
			}
		}
		for _, m := range n.momon() {
			for _, a := range n.spec.Defs[m.def].Abilities {
				if a.When != Always {
					continue
				}
				on := true
				for _, c := range a.If {
					on = on && n.met(c, uint8(m.card)+1, uint8(m.card)+1, m.ctrl())
				}
				for _, t := range n.momon() {
					if on && n.selected(a.Effects[0].Of, m.card, t) {
						points[t.card] += int(a.Effects[0].N)
					}
				}
			}
		}
		for _, m := range n.momon() {
			if p := points[m.card]; p < -32768 || p > 32767 {
				return false
			}
			m.cur = int16(points[m.card])
			m.setCtrl(control[m.card])
		}
		if n.core == before {
			return true
		}
	}
	return false
}

func difference(x, y *core) string {
	for i := range x.objects {
		if x.objects[i] != y.objects[i] {
			return fmt.Sprintf("card %d is %+v to the naive conditions, %+v to the machine", i, x.objects[i], y.objects[i])
		}
	}
	if x.live != y.live {
		return fmt.Sprintf("lasting effects are %v to the naive conditions, %v to the machine", x.live[:x.lasting], y.live[:y.lasting])
	}
	return fmt.Sprintf("supply %d and %d, stray %b and %b, or something else", x.supply, y.supply, x.stray, y.stray)
}

// compareSBC makes the game compare every run of its State-Based Conditions
// with the naive ones. It counts the comparisons.
func compareSBC(g *Game, spec Spec, fail func(string)) *int {
	n := naive{spec: spec}
	runs := 0
	g.Observe(func(e Event) {
		switch e.Kind {
		case EventCheck:
			n.core = g.core
		case EventSBC:
			runs++
			rest := n.settle()
			if g.phase == stalled {
				if rest && (g.cause == rules.NumericLimit || g.cause == rules.SBCOscillates) {
					fail("the machine stalls where the naive conditions come to rest")
				}
				return
			}
			if !rest {
				fail("the naive conditions do not come to rest")
				return
			}
			// Changes of control may have raised triggers with once marks.
			for i := range n.objects {
				n.objects[i].used = g.objects[i].used
			}
			if n.core != g.core {
				fail("the states differ: " + difference(&n.core, &g.core))
			}
		}
	})
	return &runs
}
