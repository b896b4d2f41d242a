package bracket

import (
	"strconv"
	"strings"
)

// FirstRound reads the order of a bracket off the rows of its first round, for
// [Spec].First. A row's slot says where it belongs; rows without slot fill the
// places left from top to bottom. The answer is nil, the standard order, if there
// are no rows, or if the rows leave out entrants but are all matches of the
// standard order, in the slots they have there.
func FirstRound(entrants int, rows []Result) ([]Pair, error) {
	if err := checkEntrants(entrants); err != nil {
		return nil, err
	}
	if len(rows) > MaxEntrants/2 {
		return nil, refuse(BadFirstRound, "%d matches and byes are more than the largest bracket holds, %d; split the stage", len(rows), MaxEntrants/2)
	}
	named := 0
	size := len(rows)
	taken := map[int]bool{}
	for _, r := range rows {
		for _, e := range r.Seats {
			if e > 0 {
				named++
			}
		}
		if r.Slot == "" {
			continue
		}
		place, err := firstPlace(r)
		if err != nil {
			return nil, err
		}
		if taken[place] {
			return nil, refuse(SlotTaken, "two rows for one slot; keep the one in force").at(r.Slot, r.Seats[:]...)
		}
		taken[place] = true
		size = max(size, place+1)
	}
	first := make([]Pair, size)
	next := 0
	for _, r := range rows {
		if r.Slot != "" {
			place, _ := firstPlace(r)
			first[place] = r.Seats
			continue
		}
		for taken[next] {
			next++
		}
		first[next] = r.Seats
		next++
	}
	if named >= entrants {
		return first, nil
	}
	standard := map[Pair]int{}
	for i, p := range StandardOrder(entrants) {
		standard[p] = i
	}
	for _, r := range rows {
		x, y := r.Seats[0], r.Seats[1]
		place, ok := standard[Pair{min(x, y), max(x, y)}]
		if min(x, y) == 0 {
			place, ok = standard[Pair{max(x, y), 0}]
		}
		slot := "W1-" + strconv.Itoa(place+1)
		if !ok || r.Slot != "" && r.Slot != slot {
			return nil, refuse(BadFirstRound, "the first round names %d of %d entrants, and %d against %d is no match of the standard order there; write a match or a bye for everybody", named, entrants, x, y).at(r.Slot, x, y)
		}
	}
	return nil, nil
}

// firstPlace returns the place, from 0, of a row in a slot of the first round.
func firstPlace(r Result) (int, error) {
	number, ok := strings.CutPrefix(r.Slot, "W1-")
	place, err := strconv.Atoi(number)
	if !ok || err != nil || place < 1 || place > MaxEntrants/2 || strconv.Itoa(place) != number {
		return 0, refuse(UnknownSlot, "not a slot of the first round; use W1-1 to W1-%d", MaxEntrants/2).at(r.Slot, r.Seats[:]...)
	}
	return place - 1, nil
}
