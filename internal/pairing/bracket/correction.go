package bracket

// Change is a slot whose entrants a correction replaces.
type Change struct {
	Slot          string
	Before, After [2]Seat
	Played        bool // it has a result for the entrants before
	Published     bool // a row names the entrants before
}

// Correction is what one corrected row does to a bracket.
type Correction struct {
	State *State // the bracket afterwards

	// Changed lists the later slots with other entrants than before, in the
	// order of [State.Matches].
	Changed []Change

	// Archived lists the later rows that name entrants who no longer sit
	// there. They no longer count; they are to be kept, not deleted, and are
	// the reason to ask before correcting.
	Archived []Result
}

// Correct tells what happens if the row of a slot is replaced: by another
// outcome, or by an open one to take a result back. results and left are as for
// [Bracket.State] and have to fit; the corrected row names its slot and the
// entrants who sit there. Nothing is changed: the caller who goes ahead stores
// the new row and archives the rows that no longer fit.
func (b *Bracket) Correct(results []Result, left []int, corrected Result) (*Correction, error) {
	before, err := b.play(results, left)
	if err != nil {
		return nil, err
	}
	if err := before.misfits(); err != nil {
		return nil, err
	}
	slot, ok := b.byName[corrected.Slot]
	if !ok {
		return nil, refuse(UnknownSlot, "no such slot in this bracket; use one of %s", b.slotNames()).at(corrected.Slot)
	}
	rows := make([]Result, 0, len(results)+1)
	replaced := before.rowOf[slot]
	if replaced == none {
		rows = append(rows, corrected)
	}
	for i, r := range results {
		if i == replaced {
			r = corrected
		}
		rows = append(rows, r)
	}
	c := &Correction{}
	for {
		after, err := b.play(rows, left)
		if err != nil {
			return nil, err
		}
		kept := rows[:0:0]
		for i, r := range rows {
			switch {
			case after.used[i]:
				kept = append(kept, r)
			case r == corrected:
				return nil, after.misfit(r)
			default:
				c.Archived = append(c.Archived, r)
			}
		}
		if len(kept) == len(rows) {
			c.State = after.state
			break
		}
		rows = kept
	}
	for i, m := range before.state.matches {
		n := c.State.matches[i]
		if occupants(m) != occupants(n) {
			c.Changed = append(c.Changed, Change{
				Slot: m.Slot, Before: m.Seats, After: n.Seats,
				Played:    m.Published && m.Status != Ready,
				Published: m.Published,
			})
		}
	}
	return c, nil
}

func occupants(m Match) [2]occupant {
	var o [2]occupant
	for side, seat := range m.Seats {
		o[side] = occupant(seat.Entrant) - occupant(seat.Vacancy)
	}
	return o
}
