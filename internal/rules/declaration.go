package rules

import "fmt"

// MaxIterations is the largest number of iterations that may be named: 10^18.
// A larger one is refused, never cut down.
const MaxIterations = 1_000_000_000_000_000_000

// Alternative says what is known of the different choice that a player
// announces for the end of a loop.
type Alternative uint8

// The alternatives. Only AltLegal can be announced.
const (
	// AltNone: no different choice was announced.
	AltNone Alternative = iota
	// AltLegal: legal at that point, and it leaves the loop.
	AltLegal
	// AltIllegal: not a legal choice.
	AltIllegal
	// AltProhibited: impossible, and picked solely to change nothing.
	AltProhibited
	// AltStays: legal, but the loop goes on.
	AltStays
)

var alternativeFaults = [...]string{
	AltNone:       "announces no different choice",
	AltIllegal:    "announces a choice that is not legal",
	AltProhibited: "announces an impossible choice solely to change nothing",
	AltStays:      "announces a choice that does not leave the loop",
}

// Declaration is one player's statement about a loop: so many iterations, then
// a different choice.
type Declaration struct {
	By  Side
	N   int64
	Alt Alternative
}

// DeclarationFault refuses a set of declarations.
type DeclarationFault struct {
	Rule Ref
	// Index is the faulty declaration, or -1 where one is missing.
	Index int
	Why   string
}

// Error cites the rule.
func (e DeclarationFault) Error() string { return fmt.Sprintf("rule %s: %s", e.Rule, e.Why) }

// ResolveDeclarations says how often a loop of two players is repeated and who
// then deviates (12.4.2, 12.4.3). ap is the Active Player; capable holds the
// players who have a choice that ends or changes the loop. Each of them, the
// Active Player first, must have declared a finite number (0 is one) and a
// legal different choice. The smallest number counts; all who named it are
// returned, the Active Player first: the first deviates, the second only if
// the sequence still repeats.
func ResolveDeclarations(ap Side, capable SideSet, decls []Declaration) (n int64, deviate []Side, err error) {
	if ap > SideB || capable&^(Only(SideA)|Only(SideB)) != 0 {
		return 0, nil, DeclarationFault{R12_4_3, -1, "only players A and B can be active or declare"}
	}
	if capable == 0 {
		return 0, nil, DeclarationFault{R12_4_4, -1, "nobody can end or change this loop, so there is nothing to declare; it is mandatory if the same state recurs"}
	}
	rule := R12_4_2
	if capable.Len() > 1 {
		rule = R12_4_3
	}
	var want [2]Side
	owners := want[:0]
	for _, p := range [2]Side{ap, ap.Other()} {
		if capable.Has(p) {
			owners = append(owners, p)
		}
	}
	for i, d := range decls {
		switch {
		case !capable.Has(d.By):
			return 0, nil, DeclarationFault{R12_4_3, i, fmt.Sprintf("player %s has no choice that ends or changes the loop and cannot declare", d.By)}
		case i >= len(owners):
			return 0, nil, DeclarationFault{rule, i, fmt.Sprintf("player %s has declared already", d.By)}
		case d.By != owners[i]:
			return 0, nil, DeclarationFault{R12_4_3, i, fmt.Sprintf("player %s declares out of turn; player %s is next, the Active Player first", d.By, owners[i])}
		case d.N < 0:
			return 0, nil, DeclarationFault{rule, i, fmt.Sprintf("player %s must name a finite number of iterations, 0 or more", d.By)}
		case d.N > MaxIterations:
			return 0, nil, DeclarationFault{rule, i, fmt.Sprintf("player %s names more than 10^18 iterations; name a smaller number", d.By)}
		case d.Alt != AltLegal:
			return 0, nil, DeclarationFault{rule, i, fmt.Sprintf("player %s %s", d.By, alternativeFaults[min(d.Alt, AltStays)])}
		}
	}
	if len(decls) < len(owners) {
		return 0, nil, DeclarationFault{rule, -1, fmt.Sprintf("player %s has not declared yet", owners[len(decls)])}
	}
	n = decls[0].N
	for _, d := range decls[1:] {
		n = min(n, d.N)
	}
	for _, d := range decls {
		if d.N == n {
			deviate = append(deviate, d.By)
		}
	}
	return n, deviate, nil
}
