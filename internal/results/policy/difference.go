package policy

import (
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Difference is one field in which two policies differ, in plain words.
type Difference struct {
	Path, Label   string
	Before, After string
}

// Differences lists what changes from one policy to another, in the order of
// the fields: the number of games, the clock, the chain. It is what people are
// shown before a policy changes in the middle of an event.
func Differences(before, after *results.Policy) []Difference {
	var out []Difference
	for _, f := range fields {
		if Value(before, f.Path) != Value(after, f.Path) {
			out = append(out, Difference{Path: f.Path, Label: f.Label, Before: f.words(before), After: f.words(after)})
		}
	}
	return out
}

// words is a field's value for people.
func (f Field) words(p *results.Policy) string {
	value := Value(p, f.Path)
	switch f.Kind {
	case Choice:
		if value != "" {
			return optionText(f.Path, value)
		}
	case Exact:
		return plain(*f.at(p).(*exact.Rat))
	case Flag:
		if value == "true" {
			return "yes"
		}
		return "no"
	case GamePair:
		return strings.ReplaceAll(value, " ", "–")
	case RoundRows:
		if value != "" {
			return strings.Join(tableWords(p.Rounds.ByEntrants), "; ")
		}
	case Chain:
		return strings.ReplaceAll(value, "\n", ", then ")
	}
	if value == "" {
		return "not used"
	}
	return strings.ReplaceAll(value, "\n", "; ")
}
