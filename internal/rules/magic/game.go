// Package magic holds the rules 102.1 to 102.5 on winning, losing and drawing
// a life game, for any number of seats and teams up to 64. A game is a list of
// instants; each is resolved as a whole, never seat by seat, so that the
// result depends neither on the order of events within an instant nor on the
// numbering of the seats.
package magic

import (
	"fmt"

	"tourney/internal/rules"
)

// Limits. Numbers beyond them are refused, never cut off.
const (
	// MaxAmount bounds the number of one event.
	MaxAmount = 1_000_000_000_000_000
	// MaxTotal bounds a seat's life, poison and library.
	MaxTotal = 1_000_000_000_000_000_000
	// MaxEvents bounds the events of one instant, so that no sum overflows.
	MaxEvents = 4096
	// poisonLimit is the number of counters at which 102.3d takes hold.
	poisonLimit = 10
)

// NoTeam is the team of a seat that plays for itself.
const NoTeam = -1

// Seat is a player at the start of the record.
type Seat struct {
	Life, Poison, Library int64
	// Team is any number that the members of a team share, or NoTeam.
	Team int32
}

// Op is what happens in an event.
type Op uint8

// The events. Life, Poison and Library add N, which may be negative; Draw
// draws N cards; Win and Lose are effects that say so; Priority is the moment
// at which a player would receive priority; Loop is a repetition without end.
const (
	Life Op = iota + 1
	Poison
	Library
	Draw
	Win
	Lose
	Concede
	Leave
	Priority
	Loop
)

// Event is one thing that happens to the player in seat P.
type Event struct {
	N  int64
	P  rules.Side
	Op Op
	// Optional says of a loop that it contains an optional action.
	Optional bool
}

// LossSet holds the causes of a seat's loss; several may apply at once.
type LossSet uint8

// The causes, in the order of their rules.
const (
	ByEffect  LossSet = 1 << iota // 102.3
	Conceded                      // 102.3a
	NoLife                        // 102.3b
	Decked                        // 102.3c
	Poisoned                      // 102.3d
	LeftTable                     // 102.5
)

var lossRules = [...]rules.Ref{rules.R102_3, rules.R102_3a, rules.R102_3b, rules.R102_3c, rules.R102_3d, rules.R102_5}

// Rules lists the rules of the causes, ascending.
func (s LossSet) Rules() []rules.Ref {
	list := []rules.Ref{}
	for i, r := range lossRules {
		if s&(1<<i) != 0 {
			list = append(list, r)
		}
	}
	return list
}

// Fault refuses an instant that cannot have happened as written. The game is
// unchanged.
type Fault struct {
	// Event is the index of the faulty event.
	Event int
	Rule  rules.Ref
	Why   string
}

// Error cites the rule.
func (e Fault) Error() string { return fmt.Sprintf("event %d: rule %s: %s", e.Event, e.Rule, e.Why) }

// LoopOptional refuses a draw by a loop that contains an optional action
// (102.4b); its players name a number and stop, or a judge decides.
type LoopOptional struct{}

// Error cites the rule and says what to do.
func (LoopOptional) Error() string {
	return "rule 102.4b: a loop that contains an optional action is never a draw; its players name a number and then stop"
}

// Undetermined refuses everything after an instant in which opposing sides won
// by effects: a judge decides.
type Undetermined struct{ Winners rules.SideSet }

// Error cites the rule.
func (Undetermined) Error() string {
	return "rule 102.2b: opposing sides won at the same instant; call a judge"
}

// counters are what changes for a seat.
type counters struct {
	life, poison, library int64
	decked                bool
}

// Game is the state of one game. A Game is large and meant to stay in place.
type Game struct {
	now, next [rules.MaxSeats]counters
	team      [rules.MaxSeats]rules.SideSet // members of the seat's team
	lost      [rules.MaxSeats]LossSet
	n         int
	in        rules.SideSet
	// last holds the seats that lost in the last instant.
	last rules.SideSet
	// together holds opposing winners by effects.
	together rules.SideSet
	teams    bool
	looked   rules.Ref
	result   rules.Result
}

// Start sets the game up. It is an error if there are fewer than two sides,
// more than 64 seats, or a number beyond the limits.
func (g *Game) Start(seats []Seat) error {
	if len(seats) < 2 || len(seats) > rules.MaxSeats {
		return fmt.Errorf("a game has 2 to %d seats, not %d", rules.MaxSeats, len(seats))
	}
	*g = Game{n: len(seats), looked: rules.R102_1}
	for i, s := range seats {
		if s.Life > MaxTotal || s.Life < -MaxTotal || s.Poison > MaxTotal || s.Poison < 0 || s.Library > MaxTotal || s.Library < 0 {
			return fmt.Errorf("seat %d: life must be between -10^18 and 10^18, poison and library between 0 and 10^18", i)
		}
		g.now[i] = counters{life: s.Life, poison: s.Poison, library: s.Library}
		g.in |= rules.Only(rules.Side(i))
		for j, t := range seats {
			if j == i || s.Team != NoTeam && s.Team == t.Team {
				g.team[i] |= rules.Only(rules.Side(j))
			}
		}
		g.teams = g.teams || g.team[i].Len() > 1
	}
	if g.team[0] == g.in {
		return fmt.Errorf("all seats are on one team; a game needs two sides")
	}
	return nil
}

// Result is how the game ended; Undecided while it goes on.
func (g *Game) Result() rules.Result { return g.result }

// Together holds the seats that won by effects against each other at one
// instant, which needs a judge; it is empty otherwise.
func (g *Game) Together() rules.SideSet { return g.together }

// Out holds the seats that lost and left.
func (g *Game) Out() rules.SideSet {
	var all rules.SideSet
	for i := range g.n {
		all |= rules.Only(rules.Side(i))
	}
	return all &^ g.in
}

// Losses gives the causes of a seat's loss; empty while it is in the game.
func (g *Game) Losses(p rules.Side) LossSet {
	if int(p) >= g.n {
		return 0
	}
	return g.lost[p]
}

// Totals gives a seat's life, poison counters and cards in the library.
func (g *Game) Totals(p rules.Side) (life, poison, library int64) {
	if int(p) >= g.n {
		return 0, 0, 0
	}
	return g.now[p].life, g.now[p].poison, g.now[p].library
}

// SidesIn counts the sides still in the game.
func (g *Game) SidesIn() int { return g.sides(g.in) }

// Rule is the rule that decided, and while the game goes on the last that was
// applied: 102.3f if a team lost a member but not all, else 102.5 if a seat is
// out, else the condition looked at.
func (g *Game) Rule() rules.Ref {
	switch {
	case g.result.Kind != rules.Undecided:
		return g.result.Rule
	case g.together != 0:
		return rules.R102_2b
	}
	out := g.Out()
	for o := out; o != 0; o &= o - 1 {
		if g.team[o.First()]&g.in != 0 {
			return rules.R102_3f
		}
	}
	if out != 0 {
		return rules.R102_5
	}
	return g.looked
}
