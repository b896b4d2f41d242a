// Package scenario answers questions to the rules engine that come as JSON:
// is this claim possible, who deviates from this loop, what may be chosen, what
// do the State-Based Conditions make of this board, who wins this life game.
package scenario

import (
	"bytes"
	"encoding/json"
	"strconv"

	"tourney/internal/rules/jsontree"
)

// Limits of one text. A game that is played costs far more than any other
// scenario.
const (
	maxScenarios = 100_000
	maxPlays     = 100
)

// Answer is the answer to one scenario.
type Answer struct {
	// ID is the scenario's.
	ID string
	// Refused says that the answer is "no": a claim that is rejected, or a
	// declaration, choice or instant that is refused.
	Refused bool
	fields  []field
}

// field is one key of an answer.
type field struct {
	key   string
	value any
}

// answer begins the answer with the keys that all kinds have.
func answer(rule, message string) *Answer {
	return &Answer{fields: []field{{"rule", rule}, {"message", message}}}
}

// with adds a key.
func (a *Answer) with(key string, value any) *Answer {
	a.fields = append(a.fields, field{key, value})
	return a
}

// Message is the plain sentence of the answer.
func (a *Answer) Message() string {
	for _, f := range a.fields {
		if text, ok := f.value.(string); ok && f.key == "message" {
			return text
		}
	}
	return ""
}

// MarshalJSON writes the id, the rule that decides, the message and the keys
// of the kind, in this order.
func (a *Answer) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"id":`)
	for i, f := range append([]field{{"id", a.ID}}, a.fields...) {
		if i > 0 {
			b.WriteString("," + strconv.Quote(f.key) + ":")
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// question reads the keys of one kind and answers. It notes faults in the
// value; its answer is used only if there are none.
type question func(v jsontree.Value) *Answer

// kinds are the kinds that can be asked, with the keys of each.
var kinds = []struct {
	name string
	keys []string
	ask  question
}{
	{"momon_claim", []string{"context", "claim", "evidence"}, momonClaim},
	{"loop_decl", []string{"ap", "capable", "declare"}, loopDeclaration},
	{"options", []string{"optional", "options", "choose"}, options},
	{"sbc", []string{"sanctioned", "cards", "effects"}, conditions},
	{"life", []string{"seats", "batches"}, life},
	{"momon_play", []string{"game", "setup", "log"}, play},
}

// common are the keys that every kind has; all but id and kind are ignored.
var common = []string{"id", "kind", "expect", "rule", "title", "note"}

// Check answers one scenario or an array of them, in order. The error is a
// jsontree.Faults and names every fault with its place; then nothing is
// answered.
func Check(data []byte) ([]*Answer, error) {
	root, err := jsontree.Parse(data)
	if err != nil {
		return nil, err
	}
	list := []jsontree.Value{root}
	if root.IsArray() {
		list = root.List(maxScenarios)
	}
	answers := make([]*Answer, 0, len(list))
	plays := 0
	for _, v := range list {
		if v.Failed() {
			break
		}
		if v.Get("kind").Is("momon_play") {
			if plays++; plays > maxPlays {
				v.Fault("up to %d games are played for one text; put the others into another", maxPlays)
				break
			}
		}
		if a := ask(v); a != nil {
			answers = append(answers, a)
		}
	}
	if err := root.Faults(); err != nil {
		return nil, err
	}
	return answers, nil
}

// ask answers one scenario; nil if it has a fault.
func ask(v jsontree.Value) *Answer {
	kind := v.Get("kind")
	if !v.IsObject() {
		v.Fault("a scenario has to be an object with an id and a kind")
		return nil
	}
	id := v.Get("id").Text()
	switch {
	case kind.Is("engine"), kind.Is("records"):
		kind.Fault("scenarios of kind %q are prose for people and cannot be checked; remove them", kind.Text())
		return nil
	}
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].name
	}
	k := kind.OneOf(names...)
	if k < 0 || !v.Object(append(append([]string(nil), common...), kinds[k].keys...)...) {
		return nil
	}
	a := kinds[k].ask(v)
	if a != nil {
		a.ID = id
	}
	return a
}
