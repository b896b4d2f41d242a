package momon

import (
	"fmt"

	"tourney/internal/rules"
)

// Limits of a board that somebody enters; beyond them it is refused.
const (
	// MaxEntered is the largest number of cards, and of effects.
	MaxEntered = 4096
	// MaxValue bounds every point value and change, in both directions.
	MaxValue = 1_000_000_000_000
)

// Place is one place in which a card is recorded: a Space of the Arena, or a
// zone outside of it.
type Place struct {
	// Arena says whether it is on the Arena, and Space where.
	Arena bool
	Space int
}

// Card is one card as a judge finds it on the table.
type Card struct {
	// Places are all places in which it is recorded; exactly one is right.
	Places []Place
	// Tokens are the Marking Tokens on it, by player.
	Tokens []rules.Side
	// Base is its printed point value.
	Base int64
	// Owner, and Ctrl as the record of the game says; NoSide is unknown.
	Owner, Ctrl rules.Side
	// Orient is the player to whom it is turned.
	Orient rules.Side
	FaceUp bool
	// Moving says that a legal move of the card to Space Announced was
	// announced but not completed on the table (12.1.7).
	Moving    bool
	Announced int
}

// Effect is a continuous effect on the points of one card.
type Effect struct {
	// Card is the index of the card.
	Card  int
	Delta int64
	// Expired: its time is over.
	Expired bool
	// NeedsArena: it lasts only while the card is on the Arena.
	NeedsArena bool
	// While: it lasts only while the card's published points are at least Min.
	While bool
	Min   int64
}

// Settled is what State-Based Conditions make of a board.
type Settled struct {
	// Fixed and Irregular are the rules by which something was corrected, and
	// those that are not met but have no unique correction; ascending.
	Fixed, Irregular []rules.Ref
	// Passes counts the passes, the last of which changed nothing.
	Passes int
	// Points are the current points of each card.
	Points []int64
	// Rule is the rule that decides: the first irregularity; 12.1.8 where one
	// pass made the next necessary or nothing was to be done; else the last
	// rule that corrected something.
	Rule rules.Ref
}

// refSet is a set of the rules 12.1.1 to 12.1.9.
type refSet uint16

func (s *refSet) add(r rules.Ref) { *s |= 1 << (r - rules.R12_1_1) }

func (s refSet) list() []rules.Ref {
	list := []rules.Ref{}
	for r := rules.R12_1_1; r <= rules.R12_1_9; r++ {
		if s&(1<<(r-rules.R12_1_1)) != 0 {
			list = append(list, r)
		}
	}
	return list
}

// representation is a board while its conditions are looked at.
type representation struct {
	cards   []Card
	effects []Effect
	ended   []bool
	points  []int64
	fixed   refSet
	wrong   refSet
}

// Settle performs State-Based Conditions on an entered board until nothing
// changes (12.1.2 to 12.1.8). Only corrections that are unique are made; the
// rest is irregular and left as it is (12.1.9). The input is not changed. It is
// an error if the board exceeds the limits or an effect names no card.
func Settle(cards []Card, effects []Effect) (Settled, error) {
	if err := checkLimits(cards, effects); err != nil {
		return Settled{}, err
	}
	b := &representation{
		cards:   append([]Card(nil), cards...),
		effects: effects,
		ended:   make([]bool, len(effects)),
		points:  make([]int64, len(cards)),
	}
	for i := range effects {
		b.points[effects[i].Card] += effects[i].Delta
	}
	for i := range cards {
		b.points[i] += cards[i].Base
	}
	b.completeMoves()
	b.findShared()
	passes := 1
	for b.pass() {
		passes++
	}
	s := Settled{Fixed: b.fixed.list(), Irregular: b.wrong.list(), Passes: passes, Points: b.points, Rule: rules.R12_1_8}
	switch {
	case len(s.Irregular) > 0:
		s.Rule = s.Irregular[0]
	case len(s.Fixed) > 0 && !b.chained():
		s.Rule = s.Fixed[len(s.Fixed)-1]
	}
	return s, nil
}

// checkLimits keeps sums within int64 and the work bounded.
func checkLimits(cards []Card, effects []Effect) error {
	if len(cards) > MaxEntered || len(effects) > MaxEntered {
		return fmt.Errorf("a board may have up to %d cards and %d effects", MaxEntered, MaxEntered)
	}
	for i, c := range cards {
		if c.Base > MaxValue || c.Base < -MaxValue {
			return fmt.Errorf("card number %d: points must be between -10^12 and 10^12", i)
		}
	}
	for i, e := range effects {
		if e.Card < 0 || e.Card >= len(cards) {
			return fmt.Errorf("effect number %d: it is on a card that is not on the list", i)
		}
		if e.Delta > MaxValue || e.Delta < -MaxValue {
			return fmt.Errorf("effect number %d: points must be between -10^12 and 10^12", i)
		}
	}
	return nil
}

// onArena reports whether the card is in one place, and whether that is on the
// Arena.
func (c *Card) onArena() (arena, known bool) {
	if len(c.Places) != 1 {
		return false, false
	}
	return c.Places[0].Arena, true
}

// completeMoves puts cards that lie between Spaces where their announced legal
// move leads (12.1.7). A target that another card occupies was no legal move,
// and two cards with the same target leave the choice to a judge.
func (b *representation) completeMoves() {
	var complete []int
	for i := range b.cards {
		c := &b.cards[i]
		if c.Moving && c.between() && !b.occupied(c.Announced, i) {
			complete = append(complete, i)
		}
	}
	for _, i := range complete {
		c := &b.cards[i]
		c.Places = []Place{{Arena: true, Space: c.Announced}}
		b.fixed.add(rules.R12_1_7)
	}
}

// between reports whether the card is recorded on the Arena only, and not
// simply in the Space that was announced.
func (c *Card) between() bool {
	for _, p := range c.Places {
		if !p.Arena {
			return false
		}
	}
	return len(c.Places) > 1 || len(c.Places) == 1 && c.Places[0].Space != c.Announced
}

// occupied reports whether a card other than card number i is in the Space, or
// is to come there.
func (b *representation) occupied(space, i int) bool {
	for j := range b.cards {
		c := &b.cards[j]
		switch {
		case j == i:
		case c.Moving && c.between():
			if c.Announced == space {
				return true
			}
		case len(c.Places) == 1 && c.Places[0] == (Place{Arena: true, Space: space}):
			return true
		}
	}
	return false
}

// findShared looks for Spaces with more than one card (12.1.3), counting only
// cards that are in one place.
func (b *representation) findShared() {
	taken := map[int]bool{}
	for i := range b.cards {
		if arena, _ := b.cards[i].onArena(); arena {
			space := b.cards[i].Places[0].Space
			if taken[space] {
				b.wrong.add(rules.R12_1_3)
			}
			taken[space] = true
		}
	}
}

// pass looks at every condition once and reports whether anything changed.
// Every pass that does ends an effect for good, turns a card right for good or
// publishes the values that follow from that, so that the passes are at most
// two more than the effects.
func (b *representation) pass() bool {
	changed := false
	for i := range b.cards {
		arena, known := b.cards[i].onArena()
		switch {
		case !known:
			b.wrong.add(rules.R12_1_2)
		case arena:
			changed = b.standUp(&b.cards[i]) || changed
		case len(b.cards[i].Tokens) > 0:
			b.cards[i].Tokens = nil
			b.fixed.add(rules.R12_1_5)
			changed = true
		}
	}
	return b.expire() || changed
}

// standUp corrects a card of the Arena (12.1.4) as far as the record says what
// is right, and reports whether it did.
func (b *representation) standUp(c *Card) bool {
	changed := false
	if !c.FaceUp {
		c.FaceUp, changed = true, true
	}
	switch {
	case c.Owner == rules.NoSide:
		b.wrong.add(rules.R12_1_4)
	case c.Orient != c.Owner:
		c.Orient, changed = c.Owner, true
	}
	switch {
	case c.Ctrl == rules.NoSide && len(c.Tokens) != 1:
		b.wrong.add(rules.R12_1_4)
	case c.Ctrl != rules.NoSide && (len(c.Tokens) != 1 || c.Tokens[0] != c.Ctrl):
		c.Tokens, changed = []rules.Side{c.Ctrl}, true
	}
	if changed {
		b.fixed.add(rules.R12_1_4)
	}
	return changed
}

// expire ends the effects whose time, card or condition is over, as of the
// values published last, and publishes new values (12.1.6).
func (b *representation) expire() bool {
	changed := false
	var ending []int
	for i, e := range b.effects {
		arena, known := b.cards[e.Card].onArena()
		if !b.ended[i] && (e.Expired || e.NeedsArena && known && !arena || e.While && b.points[e.Card] < e.Min) {
			ending = append(ending, i)
		}
	}
	for _, i := range ending {
		b.ended[i] = true
		b.points[b.effects[i].Card] -= b.effects[i].Delta
		b.fixed.add(rules.R12_1_6)
		changed = true
	}
	return changed
}

// chained reports whether the end of one effect made the condition of another
// worth a second look.
func (b *representation) chained() bool {
	for i, e := range b.effects {
		if !e.While {
			continue
		}
		for j, other := range b.effects {
			if j != i && b.ended[j] && other.Card == e.Card {
				return true
			}
		}
	}
	return false
}
