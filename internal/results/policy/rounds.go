package policy

import (
	"fmt"
	"math/bits"

	"tourney/internal/results"
)

// Recommended is the number of rounds and the size of the cut that the policy
// gives for a field. AwardedByes has the number of byes of every entrant who was
// awarded some; under awarded_byes_count_as_entrants one with n of them counts
// as 2 to the power of n entrants. A fixed number of rounds stays as it was set.
// Rounds is 0 for fewer than two entrants and for brackets, whose rounds follow
// from their size.
func Recommended(p *results.Policy, entrants int, awardedByes []int) (rounds, cut int) {
	switch {
	case entrants < 2 || p.Pairing.System.Elimination():
		return 0, 0
	case p.Rounds.Count > 0:
		return p.Rounds.Count, p.Rounds.Cut
	case p.Pairing.System == results.RoundRobin:
		return entrants - 1 + entrants%2, p.Rounds.Cut
	}
	field := entrants
	if p.Rounds.AwardedByesCountAsEntrants {
		for _, n := range awardedByes {
			field += 1<<min(max(n, 0), maxAwarded) - 1
		}
	}
	rounds, cut = doublings(field), p.Rounds.Cut
	for i, row := range p.Rounds.ByEntrants {
		switch {
		case row.From <= field:
			rounds, cut = row.Rounds, row.Cut
		case i == 0:
			// The table begins above this field.
			cut = 0
		}
	}
	return rounds, cut
}

// maxAwarded keeps a hostile number of awarded byes from overflowing.
const maxAwarded = 10

// doublings is the smallest r with 2 to the power of r at least n, for n >= 1.
func doublings(n int) int { return bits.Len(uint(n - 1)) }

// Advice is one remark about a plan of rounds; the organizer is free not to
// follow it.
type Advice struct {
	// Code is stable: round_robin, rounds, cut, cut_takes_all.
	Code string
	Text string
}

// Advise compares planned Swiss rounds and the planned cut with what the policy
// gives for the field. It is empty when they fit. Arguments are as for
// [Recommended].
func Advise(p *results.Policy, entrants int, awardedByes []int, rounds, cut int) []Advice {
	var out []Advice
	add := func(code, format string, args ...any) {
		out = append(out, Advice{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if entrants < 2 {
		return nil
	}
	swiss := p.Pairing.System == results.Swiss
	if swiss && rounds >= entrants-1 && entrants > 2 {
		add("round_robin", "%s for %d entrants are enough for everybody to meet everybody: a round robin of %s is fairer.",
			count(rounds, "round"), entrants, count(entrants-1+entrants%2, "round"))
	}
	if wantRounds, wantCut := Recommended(p, entrants, awardedByes); wantRounds > 0 {
		if rounds != wantRounds && !(swiss && wantRounds >= entrants-1 && entrants > 2 && rounds == entrants-1) {
			add("rounds", "For %d entrants the policy gives %s; %s planned.", entrants, count(wantRounds, "round"), planned(rounds))
		}
		if cut != wantCut {
			add("cut", "For %d entrants the policy gives %s; %s planned.", entrants, cutWords(wantCut), cutWords(cut)+" is")
		}
	}
	if cut >= entrants {
		add("cut_takes_all", "A cut to %d leaves out none of %d entrants: make it smaller, or play the bracket alone.", cut, entrants)
	}
	return out
}

func planned(rounds int) string {
	if rounds == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", rounds)
}

func cutWords(cut int) string {
	if cut == 0 {
		return "no cut"
	}
	return fmt.Sprintf("a cut to %d", cut)
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
