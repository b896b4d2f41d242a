package bracket

import "fmt"

// Code names a kind of refusal; it is stable.
type Code string

const (
	BadSize       Code = "bracket_size"        // fewer than 2 or more than 4,096 entrants
	BadOption     Code = "bracket_option"      // options that exclude one another
	BadFirstRound Code = "bracket_first_round" // not every entrant exactly once
	UnknownSlot   Code = "unknown_slot"        // no slot of that name
	BadEntrant    Code = "bad_entrant"         // no entrant of the bracket, or one twice in a match
	BadOutcome    Code = "bad_outcome"         // a winner that is nobody
	SlotTaken     Code = "slot_taken"          // two results for one slot
	NotReady      Code = "slot_not_ready"      // the slot's entrants are not known yet
	OtherEntrants Code = "other_entrants"      // others sit in the slot, or the two meet nowhere
	NoByeDue      Code = "no_bye_due"          // a bye for somebody who has an opponent
)

// Error refuses a spec or a result. Slot and Entrants name the place where they
// can; the message ends with what to do.
type Error struct {
	Code     Code
	Slot     string
	Entrants []int
	Message  string
}

func (e *Error) Error() string {
	if e.Slot != "" {
		return "bracket, slot " + e.Slot + ": " + e.Message
	}
	return "bracket: " + e.Message
}

func refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func (e *Error) at(slot string, entrants ...int) *Error {
	e.Slot, e.Entrants = slot, entrants
	return e
}

func checkEntrants(n int) error {
	if n < MinEntrants {
		return refuse(BadSize, "%d entrants are too few, a bracket needs at least %d; add entrants or close the event", n, MinEntrants)
	}
	if n > MaxEntrants {
		return refuse(BadSize, "%d entrants are too many, a bracket holds at most %d; play Swiss rounds first and cut", n, MaxEntrants)
	}
	return nil
}

func (s Spec) check() error {
	if err := checkEntrants(s.Entrants); err != nil {
		return err
	}
	switch s.Kind {
	case SingleElimination:
		if s.Reset {
			return refuse(BadOption, "a reset of the final belongs to double elimination; leave it out")
		}
	case DoubleElimination:
		switch {
		case s.Reseed:
			return refuse(BadOption, "double elimination follows fixed lines; use standard seeding")
		case s.ThirdPlace:
			return refuse(BadOption, "double elimination finds its third place on the losers' side; leave out the third-place match")
		case s.Drop == HighestRemaining:
			return refuse(BadOption, "in double elimination the opponent of an entrant who left always advances; choose that rule")
		}
	default:
		return refuse(BadOption, "kind %d is unknown; choose single or double elimination", s.Kind)
	}
	if s.Drop > HighestRemaining {
		return refuse(BadOption, "drop rule %d is unknown; choose opponent advances or highest remaining", s.Drop)
	}
	if s.First == nil {
		return nil
	}
	if len(s.First) > MaxEntrants/2 {
		return refuse(BadFirstRound, "the first round has %d matches, more than the largest bracket of %d; leave out empty ones", len(s.First), MaxEntrants/2)
	}
	seen := make([]bool, s.Entrants+1)
	placed := 0
	for i, p := range s.First {
		for _, e := range p {
			switch {
			case e == 0:
				continue
			case e < 0 || e > s.Entrants:
				return refuse(BadFirstRound, "match %d of the first round names entrant %d of %d; name seeds only", i+1, e, s.Entrants).at("", e)
			case seen[e]:
				return refuse(BadFirstRound, "match %d of the first round names entrant %d a second time; name everybody once", i+1, e).at("", e)
			}
			seen[e] = true
			placed++
		}
	}
	if placed < s.Entrants {
		for e := 1; e <= s.Entrants; e++ {
			if !seen[e] {
				return refuse(BadFirstRound, "the first round names %d of %d entrants, entrant %d is missing; add a match or a bye", placed, s.Entrants, e).at("", e)
			}
		}
	}
	return nil
}
