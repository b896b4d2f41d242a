package rules

import (
	_ "embed" // for the list of tests
	"strings"
)

//go:generate go test . -run TestRulebookIsCurrent -update

// testList names the tests of each rule, one a line: the rule's number, the
// package and the test. A test keeps it current.
//
//go:embed rulebook.txt
var testList string

// Explanation is what there is to say about one rule.
type Explanation struct {
	Rule Rule
	// Decisions are the assumptions and decisions that bear on it.
	Decisions []Decision
	// Tests name the package and the test, such as
	// "internal/rules/magic TestRule_102_2a_LastSeat".
	Tests []string
}

// Explain finds a rule by its number.
func Explain(number string) (Explanation, bool) {
	ref, ok := ParseRef(number)
	if !ok {
		return Explanation{}, false
	}
	x := Explanation{Rule: table[ref-1]}
	for _, id := range x.Rule.Notes {
		for _, d := range decisions {
			if d.ID == id {
				x.Decisions = append(x.Decisions, d)
			}
		}
	}
	for line := range strings.Lines(testList) {
		rule, test, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if rule == number {
			x.Tests = append(x.Tests, test)
		}
	}
	return x, true
}
