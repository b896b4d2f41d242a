package momon

import (
	"fmt"

	"tourney/internal/rules"
)

// Setup is a position from which a game is played: the start of a turn. Cards
// are indexes of definitions; decks have the top first, shuffled beforehand.
type Setup struct {
	// First takes the first turn of the game.
	First rules.Side
	// SecondHoldsToken says that the First Player Token has changed hands.
	SecondHoldsToken bool
	Hands, Decks     [2][]int
	// Arena and Turns, the completed turns of A and B, are those of a game
	// that has begun.
	Arena []Standing
	Turns [2]int
}

// Standing is a Momon on the Arena of a Setup. Bonus is added to its points
// for good.
type Standing struct {
	Space      int
	Def        int
	Owner      rules.Side
	Controller rules.Side
	Bonus      int
}

// place fills a fresh state.
func (s *State) place(cfg *Config, setup *Setup) error {
	if setup.First > rules.SideB {
		return fmt.Errorf("first: the first player is A or B")
	}
	s.first, s.token = setup.First, setup.First
	if setup.SecondHoldsToken {
		s.token = setup.First.Other()
	}
	if err := s.placeTurns(cfg, setup); err != nil {
		return err
	}
	s.empty = cfg.spec.Spaces
	s.supply = maxCards
	if cfg.spec.Tokens != 0 {
		s.supply = int16(cfg.spec.Tokens)
	}
	next := [2]uint8{0, perSide}
	take := func(p rules.Side, d int) (uint8, error) {
		if d < 0 || d >= len(cfg.defs) {
			return 0, fmt.Errorf("there is no card definition %d", d)
		}
		if next[p] == uint8(p+1)*perSide {
			return 0, fmt.Errorf("player %s has more than %d cards", p, perSide)
		}
		c := next[p]
		next[p]++
		s.def[c] = uint8(d) + 1
		return c, nil
	}
	for i, st := range setup.Arena {
		if st.Owner > rules.SideB || st.Controller > rules.SideB {
			return fmt.Errorf("arena[%d]: owner and controller are A or B", i)
		}
		if st.Space < 0 || st.Space >= int(cfg.spec.Spaces) {
			return fmt.Errorf("arena[%d].space: the Arena has the Spaces 0 to %d", i, cfg.spec.Spaces-1)
		}
		if s.arena[st.Space] != 0 {
			return fmt.Errorf("arena[%d].space: Space %d is taken (12.1.3)", i, st.Space)
		}
		c, err := take(st.Owner, st.Def)
		if err != nil {
			return fmt.Errorf("arena[%d]: %w", i, err)
		}
		points := int(cfg.defs[st.Def].base) + st.Bonus
		if points != int(int16(points)) {
			return fmt.Errorf("arena[%d].bonus: points are between -32768 and 32767", i)
		}
		o := &s.objects[c]
		*o = object{def: uint8(st.Def), flags: onArena, space: uint8(st.Space), base: int16(points), cur: int16(points)}
		o.setCtrl(st.Controller)
		o.setBaseCtrl(st.Controller)
		s.arena[st.Space] = c + 1
		s.empty--
		s.supply--
	}
	if s.supply < 0 {
		return fmt.Errorf("arena: %d Momon, but only %d Marking Tokens", len(setup.Arena), cfg.spec.Tokens)
	}
	for p := range setup.Hands {
		for i, d := range setup.Hands[p] {
			c, err := take(rules.Side(p), d)
			if err != nil {
				return fmt.Errorf("hands.%s[%d]: %w", rules.Side(p), i, err)
			}
			s.hand |= 1 << c
			s.hands[p]++
		}
		for i, d := range setup.Decks[p] {
			c, err := take(rules.Side(p), d)
			if err != nil {
				return fmt.Errorf("decks.%s[%d]: %w", rules.Side(p), i, err)
			}
			s.deck[p][i] = c
			s.decks[p]++
		}
	}
	return nil
}

func (s *State) placeTurns(cfg *Config, setup *Setup) error {
	a, b := setup.Turns[setup.First], setup.Turns[setup.First.Other()]
	limit := int(cfg.spec.MaxTurns)
	switch {
	case a < 0 || b < 0 || a > limit || b >= limit:
		return fmt.Errorf("turns: each player takes at most %d turns, and the second player's last is still to come (7.1.1)", limit)
	case a != b && a != b+1:
		return fmt.Errorf("turns: the first player has as many turns as the second, or one more (7.1.1)")
	}
	s.turns = [2]uint8{uint8(setup.Turns[0]), uint8(setup.Turns[1])}
	s.turn = uint8(a + b + 1)
	s.active = setup.First
	if a > b {
		s.active = setup.First.Other()
	}
	return nil
}
