package bracket

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// FirstRound reads the order of a bracket off the rows of the round it was begun
// with, for [Spec].First. A row's slot says where it belongs; rows without slot
// fill the places left from top to bottom.
//
// If the rows leave entrants out, the order is the standard one, and the answer
// nil. Then the rows have to be matches and byes of that order; also a match of
// the second round, between two who have byes in the first, may be among them.
func FirstRound(entrants int, rows []Result) ([]Pair, error) {
	if err := checkEntrants(entrants); err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Result) bool {
		return r.Slot != "" && !strings.HasPrefix(r.Slot, "W1-")
	})
	if len(rows) > MaxEntrants/2 {
		return nil, refuse(BadFirstRound, "%d matches and byes are more than the largest bracket holds, %d; split the stage", len(rows), MaxEntrants/2)
	}
	first, err := inOrder(rows, entrants)
	if err != nil {
		return nil, err
	}
	named := 0
	for _, p := range first {
		for _, e := range p {
			if e > 0 {
				named++
			}
		}
	}
	if named >= entrants {
		return first, nil
	}
	order := StandardOrder(entrants)
	place := func(p Pair) int { return slices.Index(order, p) } // or none
	for _, r := range rows {
		x, y := r.Seats[0], r.Seats[1]
		here := max(place(Pair{x, y}), place(Pair{y, x}))
		byes := [2]int{place(Pair{x, 0}), place(Pair{y, 0})}
		switch {
		case here != none && (r.Slot == "" || r.Slot == firstSlot(here)):
		case r.Slot == "" && byes[0] != none && byes[1] != none && byes[0]/2 == byes[1]/2:
		default:
			return nil, refuse(BadFirstRound, "the first round names %d of %d entrants, and %d against %d is no match of the standard order there; write a match or a bye for everybody", named, entrants, x, y).at(r.Slot, x, y)
		}
	}
	return nil, nil
}

// inOrder puts rows into the places that their slots name, and the others into
// those left. The first round has no more places than entrants or rows need.
func inOrder(rows []Result, entrants int) ([]Pair, error) {
	needed := max((entrants+1)/2, len(rows))
	most := 1 << bits.Len(uint(needed-1))
	places := make([]int, len(rows))
	taken := map[int]bool{}
	size := len(rows)
	for i, r := range rows {
		if r.Slot == "" {
			continue
		}
		number, err := strconv.Atoi(strings.TrimPrefix(r.Slot, "W1-"))
		place := number - 1
		switch {
		case err != nil || number < 1 || number > most || r.Slot != firstSlot(place):
			return nil, refuse(UnknownSlot, "no such slot in the first round of %d entrants; use W1-1 to %s", entrants, firstSlot(most-1)).at(r.Slot, r.Seats[:]...)
		case taken[place]:
			return nil, refuse(SlotTaken, "two rows for one slot; keep the one in force").at(r.Slot, r.Seats[:]...)
		}
		places[i], taken[place] = place, true
		size = max(size, number)
	}
	first := make([]Pair, size)
	next := 0
	for i, r := range rows {
		if r.Slot == "" {
			for taken[next] {
				next++
			}
			places[i] = next
			next++
		}
		first[places[i]] = r.Seats
	}
	return first, nil
}

// firstSlot names a slot of the first round by its place, from 0.
func firstSlot(place int) string { return "W1-" + strconv.Itoa(place+1) }
