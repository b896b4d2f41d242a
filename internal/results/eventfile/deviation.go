package eventfile

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Deviation is a place where a file does not say what its records add up to.
type Deviation struct {
	Pointer jsontext.Pointer
	Message string
}

// Deviations compares the plain part of the file with t, the fold of its
// changes: all of it in an export, the verdicts that it gives in any other file.
// At most a few are returned: they show that the file was edited.
func (f *File) Deviations(t *results.Tournament) []Deviation {
	c := comparison{}
	if !f.HasHistory() {
		c.verdicts(&f.doc, t)
		return c.found
	}
	want, err := plain(t)
	if err != nil {
		return []Deviation{{"/history", err.Error()}}
	}
	have := f.doc
	have.History, have.HistorySHA256 = nil, ""
	c.compare("", reflect.ValueOf(have), reflect.ValueOf(*want))
	return c.found
}

// verdicts compares the verdicts that the file gives with those that the rules
// engine gave when the file was read.
func (c *comparison) verdicts(doc *document, t *results.Tournament) {
	for i, r := range doc.Rounds {
		made, ok := t.Round(r.Number)
		for j, m := range r.Matches {
			for k, g := range m.Games {
				if !ok || g.Verdict == nil {
					continue
				}
				h := t.Matches[made.Matches[j]-1].Games[k]
				at := pointerOf([]any{"rounds", i, "matches", j, "games", k, "verdict"})
				if result := h.Result(); result != nil {
					c.compare(at, reflect.ValueOf(*g.Verdict), reflect.ValueOf(result.Verdict))
				} else if mark := h.LeftUnfinished(); mark != nil && mark.Verdict != nil {
					c.compare(at, reflect.ValueOf(*g.Verdict), reflect.ValueOf(*mark.Verdict))
				}
			}
		}
	}
}

type comparison struct{ found []Deviation }

var ratType = reflect.TypeFor[exact.Rat]()

func (c *comparison) compare(at jsontext.Pointer, have, want reflect.Value) {
	switch {
	case len(c.found) >= maxFaults:
	case have.Type() == ratType:
		if !have.Interface().(exact.Rat).Equal(want.Interface().(exact.Rat)) {
			c.differ(at, have, want)
		}
	case have.Type() == jsonValueType:
		if string(have.Bytes()) != string(want.Bytes()) {
			c.differ(at, have, want)
		}
	case have.Kind() == reflect.Struct && have.Type() != winnerType:
		for i := range have.NumField() {
			name, _, _ := strings.Cut(have.Type().Field(i).Tag.Get("json"), ",")
			c.compare(at.AppendToken(name), have.Field(i), want.Field(i))
		}
	case have.Kind() == reflect.Slice && have.Len() == want.Len():
		for i := range have.Len() {
			c.compare(at.AppendToken(fmt.Sprint(i)), have.Index(i), want.Index(i))
		}
	case have.Kind() == reflect.Slice:
		c.found = append(c.found, Deviation{at, fmt.Sprintf("there are %d entries here and %d in the records", have.Len(), want.Len())})
	case have.Kind() == reflect.Pointer && !have.IsNil() && !want.IsNil():
		c.compare(at, have.Elem(), want.Elem())
	case !reflect.DeepEqual(have.Interface(), want.Interface()):
		c.differ(at, have, want)
	}
}

var winnerType = reflect.TypeFor[winner]()

func (c *comparison) differ(at jsontext.Pointer, have, want reflect.Value) {
	c.found = append(c.found, Deviation{at, fmt.Sprintf("this says %s and the records %s", shown(have), shown(want))})
}

// shown writes a value for a message; what is not there is "nothing".
func shown(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Int, reflect.Int64, reflect.Bool:
	default:
		if v.IsZero() {
			return "nothing"
		}
	}
	text, err := marshal(v.Interface())
	if err != nil {
		return "something that cannot be written"
	}
	return clip(string(text))
}
