package magic_test

import (
	"sort"

	"tourney/internal/rules"
	"tourney/internal/rules/magic"
)

// naive is a second implementation of 102.x, written from the rules in words
// and with maps, to be compared with the first.
type naive struct {
	seats   []magic.Seat
	decked  map[int]bool
	gone    map[int]bool
	winners []int
	ended   string // "", "win", "draw" or "judge"
}

func newNaive(seats []magic.Seat) *naive {
	return &naive{seats: append([]magic.Seat(nil), seats...), decked: map[int]bool{}, gone: map[int]bool{}}
}

// mates are all members of a seat's side.
func (g *naive) mates(p int) []int {
	var list []int
	for i := range g.seats {
		if i == p || g.seats[i].Team != magic.NoTeam && g.seats[i].Team == g.seats[p].Team {
			list = append(list, i)
		}
	}
	return list
}

// alive reports whether a side has a member in the game (102.3f).
func (g *naive) alive(p int) bool {
	for _, m := range g.mates(p) {
		if !g.gone[m] {
			return true
		}
	}
	return false
}

func (g *naive) do(batch []magic.Event) {
	if g.ended != "" {
		return
	}
	wins, losses := map[int]bool{}, map[int]bool{}
	draws := map[int]int64{}
	check := false
	for _, e := range batch {
		p := int(e.P)
		switch {
		case e.Op == magic.Loop:
			if !e.Optional {
				g.ended = "draw" // 102.4b
			}
			return
		case e.Op == magic.Priority:
			check = true
		case g.gone[p]: // 102.5
		case e.Op == magic.Life:
			g.seats[p].Life += e.N
		case e.Op == magic.Poison:
			g.seats[p].Poison += e.N
		case e.Op == magic.Library:
			g.seats[p].Library += e.N
		case e.Op == magic.Draw:
			draws[p] += e.N
		case e.Op == magic.Win:
			wins[p] = true
		default:
			losses[p] = true
		}
	}
	for p := range g.seats {
		if draws[p] > g.seats[p].Library { // 102.3c
			draws[p] = g.seats[p].Library
			g.decked[p] = true
		}
		g.seats[p].Library -= draws[p]
		if check && !g.gone[p] && (g.seats[p].Life < 1 || g.seats[p].Poison > 9 || g.decked[p]) {
			losses[p] = true
		}
	}
	for p := range g.seats {
		if losses[p] {
			g.gone[p] = true
			delete(wins, p) // 102.3e
		}
	}
	sides := map[int]bool{} // by first member
	for p := range wins {
		sides[g.mates(p)[0]] = true
	}
	if len(sides) == 0 {
		for p := range g.seats {
			if g.alive(p) {
				sides[g.mates(p)[0]] = true
			}
		}
		switch len(sides) {
		case 0:
			g.ended = "draw" // 102.4a, 102.4c
			return
		case 1:
		default:
			return
		}
	}
	if len(sides) > 1 {
		g.ended = "judge"
		return
	}
	g.ended = "win"
	for p := range sides {
		g.winners = g.mates(p)
	}
	sort.Ints(g.winners)
}

// state is what both implementations can say of a game.
type state struct {
	ended   string
	winners rules.SideSet
	out     rules.SideSet
	totals  [rules.MaxSeats][3]int64
}

func (g *naive) state() (s state) {
	s.ended = g.ended
	for _, p := range g.winners {
		s.winners |= rules.Only(rules.Side(p))
	}
	for p, seat := range g.seats {
		if g.gone[p] {
			s.out |= rules.Only(rules.Side(p))
		}
		s.totals[p] = [3]int64{seat.Life, seat.Poison, seat.Library}
	}
	return s
}

func stateOf(g *magic.Game, seats int) (s state) {
	switch {
	case g.Result().Kind == rules.Win:
		s.ended, s.winners = "win", g.Result().Winners
	case g.Result().Kind == rules.Draw:
		s.ended = "draw"
	case g.Together() != 0:
		s.ended = "judge"
	}
	s.out = g.Out()
	for p := range seats {
		life, poison, library := g.Totals(rules.Side(p))
		s.totals[p] = [3]int64{life, poison, library}
	}
	return s
}
