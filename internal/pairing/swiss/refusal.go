package swiss

import (
	"fmt"
	"strings"
)

// RefusalCode is the kind of a Refusal.
type RefusalCode string

const (
	// TooFew: fewer than two entrants are active.
	TooFew RefusalCode = "too_few_entrants"
	// NoLegalPairing: every pairing has a rematch or a second bye, and the
	// policy allows none.
	NoLegalPairing RefusalCode = "no_legal_pairing"
)

// Remedy is something the organizer can change.
type Remedy string

const (
	// AddEntrants: bring in or take back entrants.
	AddEntrants Remedy = "add_entrants"
	// FewerRounds: end the Swiss stage here.
	FewerRounds Remedy = "fewer_rounds"
	// AllowRepeats: allow the rematches and second byes that Refusal counts.
	AllowRepeats Remedy = "allow_repeats"
	// RoundRobin: a round robin gives so few entrants this many rounds without
	// a rematch; a Swiss stage cannot promise it.
	RoundRobin Remedy = "round_robin"
)

// Refusal says why no round is made and what can be changed. It is an error.
type Refusal struct {
	Code     RefusalCode
	Entrants int
	// Rematches and SecondByes are those of a best pairing, which has the
	// fewest of both together.
	Rematches, SecondByes int
	Remedies              []Remedy
}

func (r *Refusal) Error() string {
	if r.Code == TooFew {
		return fmt.Sprintf("no round: %d active entrants, fewer than two; add entrants or close the event", r.Entrants)
	}
	var repeats, change []string
	name := func(count int, one, more string) {
		switch {
		case count == 1:
			repeats = append(repeats, "1 "+one)
		case count > 1:
			repeats = append(repeats, fmt.Sprint(count, " ", more))
		}
	}
	name(r.Rematches, "rematch", "rematches")
	name(r.SecondByes, "second bye", "second byes")
	for _, remedy := range r.Remedies {
		switch remedy {
		case FewerRounds:
			change = append(change, "play fewer rounds")
		case AllowRepeats:
			change = append(change, "allow them")
		case RoundRobin:
			change = append(change, "play a round robin")
		}
	}
	return fmt.Sprintf("no round: every pairing of the %d active entrants repeats something, the best one has %s, and the policy allows none; %s",
		r.Entrants, strings.Join(repeats, " and "), strings.Join(change, ", or "))
}

// refuse explains that the best pairing, of the given quality, is not allowed.
func (f *field) refuse(q Quality) *Refusal {
	r := &Refusal{
		Code: NoLegalPairing, Entrants: f.n,
		Rematches: q.Rematches, SecondByes: q.SecondByes,
		Remedies: []Remedy{FewerRounds, AllowRepeats},
	}
	rounds := 0
	for i := range f.in.Entrants {
		e := &f.in.Entrants[i]
		rounds = max(rounds, len(e.Met)+e.Byes)
	}
	if rounds < f.n-1+f.n%2 {
		r.Remedies = append(r.Remedies, RoundRobin)
	}
	return r
}

// check reports the first contradiction in the input.
func check(in *Input) error {
	n := len(in.Entrants)
	if n < 2 {
		return &Refusal{Code: TooFew, Entrants: n, Remedies: []Remedy{AddEntrants}}
	}
	for i := range in.Entrants {
		e := &in.Entrants[i]
		if e.Byes < 0 {
			return fmt.Errorf("pair: entrant %d has %d byes; give 0 or more", i, e.Byes)
		}
		for _, o := range e.Met {
			if o < 0 || o >= n || o == i {
				return fmt.Errorf("pair: entrant %d has met %d; give indices of other active entrants, 0 to %d", i, o, n-1)
			}
		}
	}
	return nil
}
