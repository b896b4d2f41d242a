package momon

import (
	"fmt"

	"tourney/internal/rules"
)

// Option is one of several things that an effect offers.
type Option struct {
	// Legal: its target, Space or card may be chosen at all (12.3.1).
	Legal bool
	// Possible: its instruction can be carried out; that its effect may happen
	// to be nothing does not matter.
	Possible bool
	// Prohibited: something forbids to choose it (12.3.1).
	Prohibited bool
}

// Picked says what became of a choice among options. Exactly one of Nothing,
// Declined and Chosen >= 0 holds.
type Picked struct {
	// Allowed are the indices of the options that may be chosen, ascending.
	Allowed []int
	// Chosen is the chosen option, or -1.
	Chosen int
	// Nothing: every option is impossible, so the instruction does nothing and
	// nobody is asked.
	Nothing bool
	// Declined: the player made use of “may”.
	Declined bool
	// Rule is the rule that decides.
	Rule rules.Ref
}

// Allowed lists the options that may be chosen: legal, not prohibited and
// possible (12.3.1, 12.3.2).
func Allowed(options []Option) []int {
	allowed := []int{}
	for i, o := range options {
		if o.Legal && !o.Prohibited && o.Possible {
			allowed = append(allowed, i)
		}
	}
	return allowed
}

// Pick resolves a choice among options; -1 is to choose none, which only an
// optional effect allows. The error is a rules.IllegalChoice; Allowed and Rule
// are set even then.
func Pick(options []Option, optional bool, choice int) (Picked, error) {
	p := Picked{Allowed: Allowed(options), Chosen: -1, Rule: rules.R12_3_2}
	if len(p.Allowed) == 0 {
		p.Nothing, p.Rule = true, rules.R12_3_3
		return p, nil
	}
	why := ""
	switch {
	case choice == -1 && optional:
		p.Declined = true
	case choice == -1:
		why = "an option has to be chosen, since one can be carried out"
	case choice < 0 || choice >= len(options):
		p.Rule, why = rules.R12_3_1, fmt.Sprintf("there is no option %d; they are numbered 0 to %d", choice, len(options)-1)
	case !options[choice].Legal:
		p.Rule, why = rules.R12_3_1, fmt.Sprintf("option %d is illegal", choice)
	case options[choice].Prohibited:
		p.Rule, why = rules.R12_3_1, fmt.Sprintf("option %d is prohibited", choice)
	case !options[choice].Possible:
		why = fmt.Sprintf("option %d is impossible, and another can be carried out", choice)
	default:
		p.Chosen = choice
	}
	if why != "" {
		return p, rules.IllegalChoice{Rule: p.Rule, Why: why, Allowed: len(p.Allowed)}
	}
	return p, nil
}
