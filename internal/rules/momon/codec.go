package momon

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"tourney/internal/rules"
)

// coder writes a core to bytes or reads it from them, field by field in a
// fixed order, numbers with the low byte first.
type coder struct {
	buf     []byte
	reading bool
	short   bool
}

func (k *coder) u8(p *uint8) {
	switch {
	case !k.reading:
		k.buf = append(k.buf, *p)
	case len(k.buf) == 0:
		k.short = true
	default:
		*p, k.buf = k.buf[0], k.buf[1:]
	}
}

func (k *coder) side(p *rules.Side) { k.u8((*uint8)(p)) }

func (k *coder) i16(p *int16) {
	switch {
	case !k.reading:
		k.buf = binary.LittleEndian.AppendUint16(k.buf, uint16(*p))
	case len(k.buf) < 2:
		k.short = true
	default:
		*p, k.buf = int16(binary.LittleEndian.Uint16(k.buf)), k.buf[2:]
	}
}

func (k *coder) u64(p *uint64) {
	switch {
	case !k.reading:
		k.buf = binary.LittleEndian.AppendUint64(k.buf, *p)
	case len(k.buf) < 8:
		k.short = true
	default:
		*p, k.buf = binary.LittleEndian.Uint64(k.buf), k.buf[8:]
	}
}

func (k *coder) core(c *core) {
	for i := range c.legal {
		k.u64(&c.legal[i])
	}
	k.u64(&c.stray)
	k.u64(&c.snatchLeft)
	for i := range c.objects {
		o := &c.objects[i]
		for _, p := range []*uint8{&o.def, &o.flags, &o.space, &o.used} {
			k.u8(p)
		}
		k.i16(&o.base)
		k.i16(&o.cur)
	}
	k.i16(&c.supply)
	for i := range c.queue {
		t := &c.queue[i]
		k.u8(&t.ability)
		k.u8(&t.self)
		k.u8(&t.source)
		k.side(&t.by)
	}
	for i := range c.live {
		l := &c.live[i]
		for _, p := range []*uint8{&l.ability, &l.effect, &l.target, &l.self, &l.until} {
			k.u8(p)
		}
		k.side(&l.by)
	}
	for i := range c.parcels {
		p := &c.parcels[i]
		for _, f := range []*uint8{&p.ability, &p.effect, &p.self, &p.source, &p.left} {
			k.u8(f)
		}
		k.side(&p.by)
	}
	for i := range c.arena {
		k.u8(&c.arena[i])
	}
	r := &c.run
	for _, p := range []*uint8{&r.ability, &r.self, &r.source, &r.effect, &r.after, &r.accepted} {
		k.u8(p)
	}
	k.side(&r.by)
	k.u8((*uint8)(&c.dec.kind))
	k.side(&c.dec.by)
	for _, p := range []*uint8{&c.ordering[0], &c.ordering[1], &c.queued, &c.lasting, &c.packed, &c.empty, &c.turn, &c.step,
		&c.turns[0], &c.turns[1], &c.fullTurn, &c.hands[0], &c.hands[1], &c.decks[0], &c.decks[1], &c.trashes[0], &c.trashes[1], &c.snatcher} {
		k.u8(p)
	}
	k.side(&c.active)
	k.side(&c.token)
	k.side(&c.fullBy)
	k.u64(&c.hand)
	for i := range c.def {
		k.u8(&c.def[i])
	}
	for p := range c.deck {
		for i := range c.deck[p] {
			k.u8(&c.deck[p][i])
		}
	}
}

func (c *core) encode() []byte {
	var k coder
	k.core(c)
	return k.buf
}

// decode reads a core and checks that it is a state of a game by the Config.
func (c *core) decode(cfg *Config, raw []byte) error {
	k := coder{buf: raw, reading: true}
	k.core(c)
	if k.short || len(k.buf) != 0 {
		return errors.New("the state has the wrong length")
	}
	return c.check(cfg)
}

// check says in what respect the core cannot be a state of a game by the
// Config: every card in one zone (12.1.2), one card a Space (12.1.3), counts
// that agree, references to Momon on the Arena only, and nothing in unused
// places.
func (c *core) check(cfg *Config) error {
	if err := c.checkCards(cfg); err != nil {
		return err
	}
	if err := c.checkWork(cfg); err != nil {
		return err
	}
	return c.checkTurn(cfg)
}

func (c *core) checkCards(cfg *Config) error {
	var seen uint64
	occupied := 0
	for space, r := range c.arena {
		if r == 0 {
			continue
		}
		if space >= int(cfg.spec.Spaces) || r > maxCards {
			return fmt.Errorf("rule 12.1.3: Space %d holds what it cannot", space)
		}
		o := &c.objects[r-1]
		if o.flags&(onArena|inTrash) != onArena || int(o.space) != space || int(o.def) >= len(cfg.defs) || seen>>(r-1)&1 != 0 {
			return fmt.Errorf("rule 12.1.2: the card in Space %d is not in this zone alone", space)
		}
		if o.used>>cfg.defs[o.def].n != 0 {
			return fmt.Errorf("the card in Space %d has used an ability that it does not have", space)
		}
		seen |= 1 << (r - 1)
		occupied++
	}
	if int(c.empty) != int(cfg.spec.Spaces)-occupied {
		return fmt.Errorf("the number of empty Spaces is wrong")
	}
	var trashes [2]uint8
	for i := range c.objects {
		o := &c.objects[i]
		switch {
		case o.flags&onArena != 0:
			if seen>>i&1 == 0 {
				return fmt.Errorf("rule 12.1.2: card %d is on the Arena but in no Space", i)
			}
			if o.flags&^(onArena|ctrlB|baseCtrlB) != 0 {
				return fmt.Errorf("card %d has unknown marks", i)
			}
		case o.flags&inTrash != 0:
			if *o != (object{def: o.def, flags: inTrash}) || int(o.def) >= len(cfg.defs) {
				return fmt.Errorf("rule 12.1.2: card %d in the trash has values of the Arena", i)
			}
			seen |= 1 << i
			trashes[owner(uint8(i))]++
		case *o != object{}:
			return fmt.Errorf("rule 12.1.2: card %d is in no zone", i)
		}
	}
	if trashes != c.trashes {
		return fmt.Errorf("the number of cards in a trash is wrong")
	}
	if c.hand&^(1<<maxCards-1) != 0 || c.hand&seen != 0 {
		return fmt.Errorf("rule 12.1.2: a card is in a hand and elsewhere")
	}
	seen |= c.hand
	for p := range c.deck {
		if bits.OnesCount64(c.hand&handOf(rules.Side(p))) != int(c.hands[p]) {
			return fmt.Errorf("the number of cards in a hand is wrong")
		}
		if c.decks[p] > perSide {
			return fmt.Errorf("the number of cards in a deck is wrong")
		}
		for i, card := range c.deck[p] {
			if i >= int(c.decks[p]) {
				if card != 0 {
					return fmt.Errorf("a deck has a card below its bottom")
				}
				continue
			}
			if card >= maxCards || owner(card) != rules.Side(p) || seen>>card&1 != 0 {
				return fmt.Errorf("rule 12.1.2: a card is in a deck and elsewhere")
			}
			seen |= 1 << card
		}
	}
	for i, d := range c.def {
		public := c.objects[i].flags != 0
		switch {
		case public && d != c.objects[i].def+1:
			return fmt.Errorf("card %d is not what it shows", i)
		case seen>>i&1 == 0 && d != 0:
			return fmt.Errorf("rule 12.1.2: card %d is in no zone", i)
		case seen>>i&1 != 0 && d != masked && (d == 0 || int(d) > len(cfg.defs)):
			return fmt.Errorf("card %d has no definition", i)
		}
	}
	if c.stray&^(c.hand|seen) != 0 {
		return fmt.Errorf("a Marking Token is on no card")
	}
	return nil
}

func (c *core) checkWork(cfg *Config) error {
	if c.queued > maxQueue || c.lasting > maxLive || c.packed > maxPackages {
		return fmt.Errorf("more work than there is room for")
	}
	on := func(r ref) bool { return r == 0 || r <= maxCards && c.objects[r-1].flags&onArena != 0 }
	for i, t := range c.queue {
		if i >= int(c.queued) {
			if t != (trigger{}) {
				return fmt.Errorf("the Queue has a trigger behind its end")
			}
			continue
		}
		if int(t.ability) >= len(cfg.abilities) || !on(t.self) || !on(t.source) || t.by > rules.SideB {
			return fmt.Errorf("trigger %d of the Queue names what there is not", i)
		}
	}
	instr := func(a, e uint8, ops ...Op) bool {
		if int(a) >= len(cfg.abilities) || int(e) >= len(cfg.abilities[a].effects) {
			return false
		}
		for _, op := range ops {
			if cfg.abilities[a].effects[e].Op == op {
				return true
			}
		}
		return false
	}
	for i, l := range c.live {
		if i >= int(c.lasting) {
			if l != (live{}) {
				return fmt.Errorf("there is a lasting effect behind the last")
			}
			continue
		}
		if !instr(l.ability, l.effect, OpPoints, OpControl) || !on(l.target) || !on(l.self) || l.by > rules.SideB {
			return fmt.Errorf("lasting effect %d names what there is not", i)
		}
	}
	for i, p := range c.parcels {
		if i >= int(c.packed) {
			if p != (parcel{}) {
				return fmt.Errorf("there is a package behind the last")
			}
			continue
		}
		if !instr(p.ability, p.effect, OpPackage) || !on(p.self) || !on(p.source) || p.by > rules.SideB || p.left == 0 || p.left > perSide {
			return fmt.Errorf("package %d names what there is not", i)
		}
	}
	if r := c.run; r.ability == 0 {
		if r != (run{}) {
			return fmt.Errorf("no ability is being resolved, but something of it is left")
		}
	} else if int(r.ability) > len(cfg.abilities) || !on(r.self) || !on(r.source) || r.by > rules.SideB ||
		int(r.effect) > len(cfg.abilities[r.ability-1].effects) || int(r.after) > len(cfg.abilities[r.ability-1].effects) || r.accepted > 1 {
		return fmt.Errorf("the ability being resolved names what there is not")
	}
	if c.snatchLeft&^cfg.all != 0 || !on(c.snatcher) || (c.snatchLeft == 0) != (c.snatcher == 0) {
		return fmt.Errorf("a Snatch Check has no Momon or no neighbour")
	}
	return nil
}

func (c *core) checkTurn(cfg *Config) error {
	switch {
	case c.active > rules.SideB || c.token > rules.SideB || c.fullBy > rules.SideB || c.dec.by > rules.SideB:
		return fmt.Errorf("there are only the players A and B")
	case c.turns[0] > cfg.spec.MaxTurns || c.turns[1] > cfg.spec.MaxTurns:
		return fmt.Errorf("rule 7.1.1: more than %d turns", cfg.spec.MaxTurns)
	case int(c.step) > len(cfg.spec.Plan)+1:
		return fmt.Errorf("the turn has fewer steps")
	case int(c.ordering[0])+int(c.ordering[1]) > int(c.queued):
		return fmt.Errorf("more triggers to order than in the Queue")
	case c.dec.kind > decidePlace:
		return fmt.Errorf("an unknown decision is open")
	}
	return nil
}
