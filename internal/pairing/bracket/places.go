package bracket

import "slices"

// Place is a place with the entrants who share it, in seed order. First to Last
// are the places that belong to the round they went out in: 3 to 4, 5 to 8. If
// both entrants of a match lost it, there may be more entrants here than places,
// and the place above, which they did not reach, stays empty.
type Place struct {
	First, Last int
	Entrants    []int
}

// Places returns the places that are decided, from the first down. Who went out
// in the same round shares a place; the third-place match and the final part
// their two entrants, unless both lose: then they share the better place.
func (s *State) Places() []Place {
	spans := s.bracket.spans()
	byFirst := map[int]*Place{}
	for e := 1; e <= s.bracket.spec.Entrants; e++ {
		span, ok := s.place(e, spans)
		if !ok {
			continue
		}
		p := byFirst[span[0]]
		if p == nil {
			p = &Place{First: span[0]}
			byFirst[span[0]] = p
		}
		p.Last = max(p.Last, span[1])
		p.Entrants = append(p.Entrants, e)
	}
	places := make([]Place, 0, len(byFirst))
	for _, p := range byFirst {
		places = append(places, *p)
	}
	slices.SortFunc(places, func(a, b Place) int { return a.First - b.First })
	return places
}

// spans returns for each column the places of those who go out in it.
func (b *Bracket) spans() [][2]int {
	spans := make([][2]int, len(b.columns))
	last := [2]int{1, 1}
	if b.spec.Kind == DoubleElimination {
		last = [2]int{2, 2}
	}
	for c := len(b.columns) - 1; c >= 0; c-- {
		switch side := b.columns[c].side; {
		case side == Third, side == Final, side == Winners && b.spec.Kind == DoubleElimination:
			continue
		case b.matches[c] > 0:
			last = [2]int{last[1] + 1, last[1] + b.matches[c]}
		}
		spans[c] = last
	}
	return spans
}

// place returns the places an entrant shares; ok is false while that is open.
func (s *State) place(e int, spans [][2]int) (span [2]int, ok bool) {
	if final := s.final(); final.holds(e) {
		return final.share(e, 1)
	}
	third, exists := s.Match("P3")
	if exists && third.holds(e) {
		return third.share(e, 3)
	}
	i := s.outAt[e]
	if i == none {
		return span, false
	}
	c := s.bracket.columnOf(i)
	if to := s.bracket.slots[i].loserTo; to != none {
		// Both entrants lost, or both left, and nobody moved down.
		if exists {
			if third.Winner > 0 {
				return [2]int{4, 4}, true
			}
			return [2]int{3, 4}, third.Status == Vacant || third.Status == BothLost
		}
		if c = s.bracket.columnOf(to); s.bracket.columns[c].side == Final {
			return [2]int{2, 2}, true
		}
	}
	return spans[c], true
}

// holds tells whether the entrant plays this match, or would but for leaving.
func (m Match) holds(e int) bool {
	for _, seat := range m.Seats {
		if seat.Entrant == e || seat.Gone == e {
			return true
		}
	}
	return false
}

// share gives the winner the better of two places and the loser the other, or
// both the better one if nobody won.
func (m Match) share(e, better int) (span [2]int, ok bool) {
	switch m.Status {
	case Played, PassedOn:
		if m.Winner == e {
			return [2]int{better, better}, true
		}
		return [2]int{better + 1, better + 1}, true
	case BothLost, Vacant:
		return [2]int{better, better + 1}, true
	}
	return span, false
}

func (b *Bracket) columnOf(slot int) int {
	for c, col := range b.columns {
		if slot < col.first+col.size {
			return c
		}
	}
	return none
}
