package bracket

import "fmt"

// Reason codes; they are stable.
const (
	ReasonSeeds      = "bracket_seeds"         // first round, by the order of the bracket
	ReasonReseeded   = "bracket_reseeded"      // best remaining seed against the worst
	ReasonWon        = "bracket_won"           // won the slot before
	ReasonLost       = "bracket_lost"          // lost the slot before and plays on
	ReasonMoved      = "bracket_moved"         // took the seat of somebody who left
	ReasonReset      = "bracket_reset"         // second final
	ReasonByeSeed    = "bracket_bye_seed"      // the field does not fill the bracket
	ReasonByeNoShow  = "bracket_bye_no_show"   // nobody comes from the slot before
	ReasonByeLeft    = "bracket_bye_left"      // the opponent left
	ReasonByeHighest = "bracket_bye_best_seed" // somebody left, and the best seed profits
)

// Reason says why an entrant has this opponent or this bye. Entrants and Slot
// are the facts the sentence is made of, in the order in which it names them.
type Reason struct {
	Code     string
	Entrants []int
	Slot     string
}

// Text is the sentence for people; name gives the name of an entrant.
func (r Reason) Text(name func(entrant int) string) string {
	who := func(i int) string { return name(r.Entrants[i]) }
	switch r.Code {
	case ReasonSeeds:
		return fmt.Sprintf("Seed %d (%s) meets seed %d (%s) by the order of the bracket.", r.Entrants[0], who(0), r.Entrants[1], who(1))
	case ReasonReseeded:
		return fmt.Sprintf("The round is paired anew, best remaining seed against worst: seed %d (%s) meets seed %d (%s).", r.Entrants[0], who(0), r.Entrants[1], who(1))
	case ReasonWon:
		return fmt.Sprintf("%s moved on from %s.", who(0), r.Slot)
	case ReasonLost:
		return fmt.Sprintf("%s lost %s and plays on.", who(0), r.Slot)
	case ReasonMoved:
		return fmt.Sprintf("%s took the seat of %s, who left; the best remaining seed has the free pass.", who(0), who(1))
	case ReasonReset:
		return fmt.Sprintf("%s won the first final from the losers' side, so both have lost once and play again.", who(0))
	case ReasonByeSeed:
		return fmt.Sprintf("%s has the first round free: the field does not fill the bracket, and the seats that are missing are byes.", who(0))
	case ReasonByeNoShow:
		if r.Slot == "" {
			return fmt.Sprintf("%s moves on: both entrants of a match before lost it, and a seat stays empty.", who(0))
		}
		return fmt.Sprintf("%s moves on: nobody comes from %s.", who(0), r.Slot)
	case ReasonByeLeft:
		return fmt.Sprintf("%s moves on: %s left the event.", who(0), who(1))
	case ReasonByeHighest:
		return fmt.Sprintf("%s moves on: somebody left, and the best remaining seed has the free pass.", who(0))
	}
	return ""
}

// matchReasons explains a match of two entrants.
func (s *State) matchReasons(m Match) []Reason {
	x, y := m.Seats[0].Entrant, m.Seats[1].Entrant
	pair := []int{min(x, y), max(x, y)}
	var reasons []Reason
	if m.Slot == "F2" {
		return []Reason{{Code: ReasonReset, Entrants: []int{y}}}
	}
	for _, seat := range m.Seats {
		if seat.Moved {
			reasons = append(reasons, Reason{Code: ReasonMoved, Entrants: []int{seat.Entrant, seat.Gone}})
		}
	}
	if len(reasons) > 0 {
		return reasons
	}
	switch m.Seats[0].Feed.Source {
	case Seeded:
		return []Reason{{Code: ReasonSeeds, Entrants: pair}}
	case Reseeded:
		return []Reason{{Code: ReasonReseeded, Entrants: pair}}
	}
	for _, seat := range m.Seats {
		code := ReasonWon
		if seat.Feed.Source == LoserOf {
			code = ReasonLost
		}
		reasons = append(reasons, Reason{Code: code, Entrants: []int{seat.Entrant}, Slot: seat.Feed.Slot})
	}
	return reasons
}

// byeReasons explains why an entrant moved on over an empty seat.
func (s *State) byeReasons(m Match) []Reason {
	who := []int{m.Winner}
	for _, seat := range m.Seats {
		switch {
		case seat.Vacancy == NoSeed && seat.Feed.Source == Seeded:
			return []Reason{{Code: ReasonByeSeed, Entrants: who}}
		case seat.Vacancy == Left && seat.Gone > 0:
			return []Reason{{Code: ReasonByeLeft, Entrants: append(who, seat.Gone)}}
		case seat.Vacancy == Left && s.bracket.spec.Drop == HighestRemaining:
			return []Reason{{Code: ReasonByeHighest, Entrants: who}}
		case seat.Vacancy != NoVacancy:
			return []Reason{{Code: ReasonByeNoShow, Entrants: who, Slot: seat.Feed.Slot}}
		}
	}
	return nil
}
