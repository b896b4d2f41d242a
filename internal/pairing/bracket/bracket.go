// Package bracket holds elimination brackets as plain data: who meets whom, who
// moves where, who is out and at which place.
//
// Entrants are their seeds, 1 for the best up to n; 0 is nobody. A bracket is
// built once from a [Spec] and never changes. What has happened so far is given
// as a list of results, and [Bracket.State] answers from nothing else: for every
// slot who sits in it and how it stands, which matches can be played next, the
// places, the champion. A corrected result is therefore never patched into a
// bracket; [Bracket.Correct] computes the state again and tells what differs.
//
// Slots are named by side, round and place, counted from the top: W1-1, W1-2, …
// on the winners' side, L1-1, … on the losers' side, F and F2 for the final of a
// double elimination and its reset, P3 for the third-place match. A single
// elimination has only W slots and P3; its final is the last of the W rounds.
//
// A seat that nobody can ever take is empty, and an empty seat passes its
// opponent on at once, on both sides of the bracket: no match waits for it.
// Seats are empty because the field does not fill the bracket (a bye, in the
// first round), because both entrants of the match before lost it (a double
// no-show), or because an entrant left the event.
package bracket

import (
	"fmt"
	"math/bits"
)

// Smallest and largest number of entrants of a bracket.
const (
	MinEntrants = 2
	MaxEntrants = 4096
)

// Kind says how many lost matches put an entrant out.
type Kind uint8

const (
	SingleElimination Kind = iota + 1
	DoubleElimination
)

// DropRule says who profits when an entrant leaves between two rounds.
type DropRule uint8

const (
	// OpponentAdvances passes on the entrant who would have played the one who left.
	OpponentAdvances DropRule = iota
	// HighestRemaining gives the free pass to the best seed still in: its own
	// opponent takes the seat that became free, and everybody else stays. Only
	// in single elimination.
	HighestRemaining
)

// Pair is the two seats of a match; 0 is an empty seat.
type Pair [2]int

// Spec says what bracket to build. The zero values of all but Kind and Entrants
// are the usual bracket: standard order, fixed, no third-place match, no reset.
type Spec struct {
	Kind     Kind
	Entrants int // 2 to 4,096; entrants are their seeds 1…Entrants

	// First is the first round from top to bottom where it does not follow the
	// standard order, for example the order a file gives or [SeparateGroups]
	// made. Every seed appears exactly once; an entrant opposite 0 has a bye.
	// A number of matches that is no power of two is filled up at the bottom
	// with empty slots.
	First []Pair

	// Reseed pairs each later round anew, the best remaining seed against the
	// worst, instead of along fixed lines. Only in single elimination.
	Reseed bool

	// ThirdPlace adds a match between the losers of the semifinals, if there are
	// two. Only in single elimination.
	ThirdPlace bool

	// Reset adds a second final, played if the entrant from the losers' side
	// wins the first one. Only in double elimination.
	Reset bool

	Drop DropRule
}

// Side is the part of the bracket a slot belongs to; its value is the letter
// the slot's name begins with.
type Side byte

const (
	Winners Side = 'W'
	Losers  Side = 'L'
	Final   Side = 'F' // F and F2, in double elimination
	Third   Side = 'P' // P3
)

// Source says where the occupant of a seat comes from.
type Source uint8

const (
	Seeded   Source = iota + 1 // placed at the start
	WinnerOf                   // the winner of another slot
	LoserOf                    // the loser of another slot
	Reseeded                   // one of the winners of the round before, by seed
)

// Feed is the source of a seat. Slot is the other slot's name for WinnerOf and
// LoserOf, else empty.
type Feed struct {
	Source Source
	Slot   string
}

// slot is one match of the bracket's fixed structure.
type slot struct {
	name    string
	side    Side
	round   int // counted within its side, from 1
	place   int // counted from the top, from 1
	feeds   [2]feed
	loserTo int // index of the slot that the loser moves to, or none
}

type feed struct {
	source Source
	slot   int // index, for WinnerOf and LoserOf
	seat   occupant
}

const none = -1

// column is one round of one side: a run of slots with neighbouring indices.
type column struct {
	side        Side
	round       int
	first, size int
}

// Bracket is the fixed structure that results are played through. It is
// immutable and safe for concurrent use.
type Bracket struct {
	spec    Spec
	rounds  int // rounds of the winners' side
	slots   []slot
	columns []column // in an order in which every slot comes after its feeds
	byName  map[string]int
	matches []int // per column, how many matches a run without no-shows plays
}

// New builds a bracket, or says in an [*Error] what the spec gets wrong.
func New(spec Spec) (*Bracket, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	first := spec.First
	if first == nil {
		first = StandardOrder(spec.Entrants)
	}
	size := powerOfTwo(len(first))
	b := &Bracket{spec: spec, rounds: bits.Len(uint(size))}
	b.spec.First = make([]Pair, size)
	copy(b.spec.First, first)
	b.addWinners()
	if spec.Kind == DoubleElimination {
		b.addLosers()
		b.addFinals()
	}
	b.countMatches()
	if spec.ThirdPlace && b.rounds > 1 && b.matches[b.rounds-2] == 2 {
		b.addThird()
	}
	b.byName = make(map[string]int, len(b.slots))
	for i, s := range b.slots {
		b.byName[s.name] = i
	}
	return b, nil
}

// Size returns the number of seats in the first round: the power of two that
// holds the entrants.
func (b *Bracket) Size() int { return 2 * len(b.spec.First) }

// Rounds returns the number of rounds on the winners' side.
func (b *Bracket) Rounds() int { return b.rounds }

// Matches returns how many matches have two entrants if everybody appears, the
// reset of a final not counted.
func (b *Bracket) Matches() int {
	total := 0
	for _, m := range b.matches {
		total += m
	}
	return total
}

// FirstRound returns the first round from top to bottom, empty seats as 0.
func (b *Bracket) FirstRound() []Pair {
	return append([]Pair(nil), b.spec.First...)
}

func (b *Bracket) addColumn(side Side, round, size int, build func(place int) slot) {
	b.columns = append(b.columns, column{side: side, round: round, first: len(b.slots), size: size})
	for place := 1; place <= size; place++ {
		s := build(place)
		s.side, s.round, s.place, s.loserTo = side, round, place, none
		if s.name == "" {
			s.name = fmt.Sprintf("%c%d-%d", side, round, place)
		}
		for _, f := range s.feeds {
			if f.source == LoserOf {
				b.slots[f.slot].loserTo = len(b.slots)
			}
		}
		b.slots = append(b.slots, s)
	}
}

// at returns the index of a slot that was already added.
func (b *Bracket) at(side Side, round, place int) int {
	for _, c := range b.columns {
		if c.side == side && c.round == round {
			return c.first + place - 1
		}
	}
	panic(fmt.Sprintf("bracket: no column %c%d", side, round))
}

func (b *Bracket) addWinners() {
	b.addColumn(Winners, 1, len(b.spec.First), func(place int) slot {
		p := b.spec.First[place-1]
		return slot{feeds: [2]feed{seeded(p[0]), seeded(p[1])}}
	})
	for r := 2; r <= b.rounds; r++ {
		before := b.columns[len(b.columns)-1]
		b.addColumn(Winners, r, before.size/2, func(place int) slot {
			if b.spec.Reseed {
				return slot{feeds: [2]feed{{source: Reseeded}, {source: Reseeded}}}
			}
			i := before.first + 2*(place-1)
			return slot{feeds: [2]feed{{source: WinnerOf, slot: i}, {source: WinnerOf, slot: i + 1}}}
		})
	}
}

func (b *Bracket) addThird() {
	semi := b.at(Winners, b.rounds-1, 1)
	b.addColumn(Third, 1, 1, func(int) slot {
		return slot{name: "P3", feeds: [2]feed{{source: LoserOf, slot: semi}, {source: LoserOf, slot: semi + 1}}}
	})
	b.matches = append(b.matches, 1)
}

// addLosers adds the losers' side: its first round pairs the losers of W1, then
// each round against the losers of the next W round is followed by one among
// its own winners. The loser of W round t in place p drops to place
// p ^ dropMask(t) (counted from 0); docs/decisions/0007-brackets.md shows
// why no other pattern delays rematches longer.
func (b *Bracket) addLosers() {
	k := b.rounds
	if k == 1 {
		return
	}
	w1 := b.at(Winners, 1, 1)
	b.addColumn(Losers, 1, 1<<(k-2), func(place int) slot {
		i := w1 + 2*(place-1)
		return slot{feeds: [2]feed{{source: LoserOf, slot: i}, {source: LoserOf, slot: i + 1}}}
	})
	for t := 2; t <= k; t++ {
		before := b.columns[len(b.columns)-1]
		from, mask := b.at(Winners, t, 1), dropMask(t, k-t)
		b.addColumn(Losers, 2*t-2, 1<<(k-t), func(place int) slot {
			return slot{feeds: [2]feed{
				{source: LoserOf, slot: from + ((place - 1) ^ mask)},
				{source: WinnerOf, slot: before.first + place - 1},
			}}
		})
		if t == k {
			return
		}
		before = b.columns[len(b.columns)-1]
		b.addColumn(Losers, 2*t-1, 1<<(k-t-1), func(place int) slot {
			i := before.first + 2*(place-1)
			return slot{feeds: [2]feed{{source: WinnerOf, slot: i}, {source: WinnerOf, slot: i + 1}}}
		})
	}
}

// dropMask is the number t−1 written backwards in the given number of bits.
func dropMask(t, width int) int {
	return int(bits.Reverse64(uint64(t-1)) >> (64 - width))
}

func (b *Bracket) addFinals() {
	top := b.at(Winners, b.rounds, 1)
	other := feed{source: LoserOf, slot: top} // two entrants have no losers' side
	if b.rounds > 1 {
		other = feed{source: WinnerOf, slot: len(b.slots) - 1}
	}
	b.addColumn(Final, 1, 1, func(int) slot {
		return slot{name: "F", feeds: [2]feed{{source: WinnerOf, slot: top}, other}}
	})
	if b.spec.Reset {
		f := len(b.slots) - 1
		b.addColumn(Final, 2, 1, func(int) slot {
			return slot{name: "F2", feeds: [2]feed{{source: LoserOf, slot: f}, {source: WinnerOf, slot: f}}}
		})
	}
}

func seeded(entrant int) feed {
	if entrant == 0 {
		return feed{source: Seeded, seat: noSeed}
	}
	return feed{source: Seeded, seat: occupant(entrant)}
}

// countMatches finds, per column, how many slots have two entrants if everybody
// appears. The reset is not counted.
func (b *Bracket) countMatches() {
	winner, loser := make([]bool, len(b.slots)), make([]bool, len(b.slots))
	b.matches = make([]int, len(b.columns))
	for c, col := range b.columns {
		if b.slots[col.first].feeds[0].source == Reseeded {
			alive := b.spec.Entrants
			for _, m := range b.matches[:c] {
				alive -= m
			}
			b.matches[c] = max(alive-col.size, 0)
			continue
		}
		for i := col.first; i < col.first+col.size; i++ {
			taken := 0
			for _, f := range b.slots[i].feeds {
				switch {
				case f.source == Seeded && f.seat > 0,
					f.source == WinnerOf && winner[f.slot],
					f.source == LoserOf && loser[f.slot]:
					taken++
				}
			}
			winner[i], loser[i] = taken > 0, taken > 1
			if taken > 1 && b.slots[i].name != "F2" {
				b.matches[c]++
			}
		}
	}
}

// powerOfTwo returns the smallest power of two that is at least n.
func powerOfTwo(n int) int {
	return 1 << bits.Len(uint(n-1))
}
