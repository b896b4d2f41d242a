// Package roundrobin makes the schedule of a round robin: everybody meets
// everybody else of the group once in each leg.
//
// The order of the rounds and the sides are those of the Berger tables that
// chess tournaments use. Entrants are numbered 1 to n, in the order of their
// seeds or of a lot drawn before; 0 is nobody. A schedule is fixed from the
// start: it depends on nothing but the spec.
package roundrobin

import "fmt"

// Smallest and largest number of entrants of a schedule.
const (
	MinEntrants = 2
	MaxEntrants = 4096
)

// Code names a kind of refusal; it is stable.
type Code string

const (
	BadSize  Code = "round_robin_size"  // too few or too many entrants
	BadLegs  Code = "round_robin_legs"  // neither one leg nor two
	BadGroup Code = "round_robin_group" // a group of fewer than two
	BadRound Code = "round_robin_round" // no round of that number
)

// Error refuses a spec or a round; its message ends with what to do.
type Error struct {
	Code    Code
	Message string
}

func (e *Error) Error() string { return "round robin: " + e.Message }

func refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Spec says what to schedule. Without groups everybody is in one.
type Spec struct {
	Entrants int // 2 to 4,096
	Legs     int // 1, or 2 for a double round robin

	// Groups is how many groups to deal the entrants into, in a snake by number
	// (1, 2, 3, 3, 2, 1, 1, …), so that all are about equally strong. 0 is 1.
	Groups int

	// GroupOf gives the group of each entrant instead, from 1; entrant i+1 is in
	// GroupOf[i]. Groups is then ignored.
	GroupOf []int
}

// Pairing is one match of a round, or an entrant who sits it out.
type Pairing struct {
	Group  int // from 1
	First  int // plays the first side: White, or first on the play
	Second int // 0: First is idle this round
}

// Schedule is all rounds of a round robin. It is immutable.
type Schedule struct {
	groups [][]int
	legs   int
	rounds int
}

// New makes a schedule, or says in an [*Error] what is wrong with the spec.
func New(spec Spec) (*Schedule, error) {
	if spec.Entrants < MinEntrants {
		return nil, refuse(BadSize, "%d entrants are too few; add entrants until there are %d", spec.Entrants, MinEntrants)
	}
	if spec.Entrants > MaxEntrants {
		return nil, refuse(BadSize, "%d entrants are too many, at most %d; play Swiss rounds", spec.Entrants, MaxEntrants)
	}
	if spec.Legs != 1 && spec.Legs != 2 {
		return nil, refuse(BadLegs, "%d legs; choose 1 for a single or 2 for a double round robin", spec.Legs)
	}
	groups, err := spec.deal()
	if err != nil {
		return nil, err
	}
	s := &Schedule{groups: groups, legs: spec.Legs}
	for i, g := range groups {
		if len(g) < 2 {
			return nil, refuse(BadGroup, "group %d has %d entrants and nobody to play; make fewer groups or move somebody there", i+1, len(g))
		}
		s.rounds = max(s.rounds, spec.Legs*(even(len(g))-1))
	}
	return s, nil
}

// deal sorts the entrants into their groups.
func (spec Spec) deal() ([][]int, error) {
	if spec.GroupOf == nil {
		n := max(spec.Groups, 1)
		if spec.Groups < 0 || n > spec.Entrants/2 {
			return nil, refuse(BadGroup, "%d groups for %d entrants; make 1 to %d groups", spec.Groups, spec.Entrants, spec.Entrants/2)
		}
		groups := make([][]int, n)
		for i := range spec.Entrants {
			g := i % n
			if i/n%2 == 1 {
				g = n - 1 - g
			}
			groups[g] = append(groups[g], i+1)
		}
		return groups, nil
	}
	if len(spec.GroupOf) != spec.Entrants {
		return nil, refuse(BadGroup, "%d entrants but a group for %d; give each entrant one", spec.Entrants, len(spec.GroupOf))
	}
	var groups [][]int
	for i, g := range spec.GroupOf {
		if g < 1 || g > spec.Entrants {
			return nil, refuse(BadGroup, "entrant %d is in group %d; number the groups from 1", i+1, g)
		}
		for len(groups) < g {
			groups = append(groups, nil)
		}
		groups[g-1] = append(groups[g-1], i+1)
	}
	return groups, nil
}

// Groups returns the entrants of each group.
func (s *Schedule) Groups() [][]int {
	groups := make([][]int, len(s.groups))
	for i, g := range s.groups {
		groups[i] = append([]int(nil), g...)
	}
	return groups
}

// Rounds returns the number of rounds. Smaller groups are through earlier.
func (s *Schedule) Rounds() int { return s.rounds }

// Round returns the pairings of a round, counted from 1: group by group, the
// idle entrant of an odd group last. A group that has played all its rounds is
// absent.
func (s *Schedule) Round(number int) ([]Pairing, error) {
	if number < 1 || number > s.rounds {
		return nil, refuse(BadRound, "there is no round %d; ask for 1 to %d", number, s.rounds)
	}
	var pairings []Pairing
	for i, g := range s.groups {
		perLeg := even(len(g)) - 1
		if number > s.legs*perLeg {
			continue
		}
		leg, r := (number-1)/perLeg, (number-1)%perLeg
		if s.legs == 2 && leg == 0 && perLeg > 1 && r >= perLeg-2 {
			// The last two rounds of the first leg change places, so that nobody
			// has the same side three times where the legs meet.
			r = 2*perLeg - 3 - r
		}
		pairings = appendRound(pairings, i+1, g, r, leg == 1)
	}
	return pairings, nil
}

// appendRound adds round r, from 0, of the Berger table of a group. With m the
// even number of places, two of the first m−1 meet in the round in which their
// numbers add up to r+2 (modulo m−1); who would meet itself meets the last
// place instead, on alternating sides. In an odd group the last place is nobody.
func appendRound(pairings []Pairing, group int, entrants []int, r int, turned bool) []Pairing {
	m := even(len(entrants))
	seat := func(place int) int {
		if place < len(entrants) {
			return entrants[place]
		}
		return 0
	}
	add := func(a, b int) {
		if turned {
			a, b = b, a
		}
		pairings = append(pairings, Pairing{Group: group, First: a, Second: b})
	}
	// Places count from 0: the one that doubled gives r leads.
	lead := r * (m / 2) % (m - 1)
	last := seat(m - 1)
	switch {
	case last == 0:
	case r%2 == 0:
		add(seat(lead), last)
	default:
		add(last, seat(lead))
	}
	for d := 1; d < m/2; d++ {
		add(seat((lead+d)%(m-1)), seat((lead-d+m-1)%(m-1)))
	}
	if last == 0 {
		pairings = append(pairings, Pairing{Group: group, First: seat(lead)})
	}
	return pairings
}

// even rounds up to an even number.
func even(n int) int { return n + n%2 }
