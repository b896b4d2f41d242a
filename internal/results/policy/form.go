package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Value is a field's value as a form shows it: a text; lists have one item per
// line. A value that stands for "not used" is empty. It is "" for an unknown
// path.
func Value(p *results.Policy, path string) string {
	f, ok := FieldAt(path)
	if !ok {
		return ""
	}
	switch v := f.at(p).(type) {
	case *string:
		if *v == "" && f.Kind == Choice && f.Options[0].Value == noneOption {
			return noneOption
		}
		return *v
	case *[]string:
		return strings.Join(*v, "\n")
	case *int:
		if *v < f.Min {
			return ""
		}
		return strconv.Itoa(*v)
	case *bool:
		if f.Kind == Choice {
			return f.optionOf(*v)
		}
		return strconv.FormatBool(*v)
	case *exact.Rat:
		return v.String()
	case *[2]int:
		return fmt.Sprintf("%d %d", v[0], v[1])
	case *[]results.SeatsPoints:
		return lines(*v, func(s results.SeatsPoints) string { return fmt.Sprintf("%d = %s", s.Seats, s.Points) })
	case *[]results.RoundsRow:
		return lines(*v, func(r results.RoundsRow) string { return fmt.Sprintf("%d %d %d", r.From, r.Rounds, r.Cut) })
	case *[]results.Tiebreaker:
		return lines(*v, chainLine)
	}
	return ""
}

func lines[T any](items []T, write func(T) string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = write(item)
	}
	return strings.Join(out, "\n")
}

func chainLine(t results.Tiebreaker) string {
	line := t.Code
	if t.Direction != "" {
		line += " direction=" + t.Direction
	}
	if t.CutLow != 0 {
		line += fmt.Sprintf(" cut_low=%d", t.CutLow)
	}
	if t.CutHigh != 0 {
		line += fmt.Sprintf(" cut_high=%d", t.CutHigh)
	}
	if len(t.Weights) > 0 {
		line += " weights=" + joined(t.Weights, exact.Rat.String)
	}
	return line
}

// Change returns the policy with some fields set to the texts of a form; the
// policy given stays as it was. Fields that follow another one go on following
// it, and a text that is the field's Value changes nothing, so a form may send
// all of its fields. An empty text leaves an optional number or procedure
// unused. The faults of the error carry the field's path.
func Change(p *results.Policy, values map[string]string) (*results.Policy, error) {
	base, err := (&reader{}).tomlDocument(Canonical(p))
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		// What equals the field it follows was not set on its own.
		if f.follows != "" && Value(p, f.Path) == Value(p, f.follows) {
			delete(base.values, f.Path)
		}
	}
	delete(base.values, presetKey)
	base.code = p.Code
	r := &reader{}
	changes := document{values: map[string]*node{}}
	for _, f := range fields {
		text, named := values[f.Path]
		text = strings.ReplaceAll(text, "\r\n", "\n")
		if !named || text == Value(p, f.Path) {
			continue
		}
		if strings.TrimSpace(text) == "" && f.optional() {
			delete(base.values, f.Path)
			continue
		}
		changes.values[f.Path] = r.formNode(f, text)
	}
	for _, path := range sortedKeys(values) {
		if _, known := fieldIndex[path]; !known {
			r.fault(&node{path: path}, "there is no such field")
		}
	}
	out := r.policy(changes.over(base))
	if err := r.faults.err(); err != nil {
		return nil, err
	}
	return out, nil
}

func sortedKeys(values map[string]string) []string {
	keys := make([]string, 0, len(values))
	for k := range values {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// optional reports whether a document may leave the field unused.
func (f Field) optional() bool {
	switch f.Kind {
	case Whole:
		return f.Min > 0
	case Choice:
		return f.Options[0].Value != noneOption && strings.HasSuffix(f.Path, ".no_draw") || f.Path == "rounds.formula"
	case SeatPoints, RoundRows:
		return true
	}
	return false
}

// formNode makes of a form's text the value that a document would have.
func (r *reader) formNode(f Field, text string) *node {
	n := &node{path: f.Path, shape: textShape, text: text}
	if !utf8.ValidString(text) || len(text) > maxBytes {
		r.fault(n, "this text cannot be read; type it again, shorter")
		n.text = ""
		return n
	}
	trimmed := strings.TrimSpace(text)
	switch f.Kind {
	case Choice, Exact:
		n.text = trimmed
	case Whole:
		scalar(n, trimmed)
	case Flag:
		scalar(n, trimmed)
	case GamePair:
		n.shape = listShape
		for _, part := range strings.FieldsFunc(trimmed, func(c rune) bool { return c == ' ' || c == ',' || c == '-' || c == '–' || c == '[' || c == ']' }) {
			n.items = append(n.items, scalar(&node{path: f.Path}, part))
		}
	case Texts, SeatPoints, RoundRows, Chain:
		n.shape = listShape
		if f.Kind == SeatPoints {
			n.shape = tableShape
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				r.formLine(f, n, line)
			}
		}
	}
	return n
}

// scalar gives a text the shape that it has without quotes.
func scalar(n *node, text string) *node {
	n.shape, n.text = textShape, text
	switch {
	case text == "true" || text == "false":
		n.shape = flagShape
	case text != "" && strings.Trim(text, "0123456789-") == "":
		n.shape = numberShape
	}
	return n
}

// formLine adds one line of a list.
func (r *reader) formLine(f Field, list *node, line string) {
	row := &node{path: f.Path, shape: tableShape}
	switch f.Kind {
	case Texts:
		row.shape, row.text = textShape, line
	case SeatPoints:
		seats, value, _ := strings.Cut(line, "=")
		list.put(strings.TrimSpace(seats), &node{path: f.Path, shape: textShape, text: strings.TrimSpace(value)})
		return
	case RoundRows:
		parts := strings.Fields(line)
		if len(parts) < 2 || len(parts) > 3 {
			r.fault(row, "%q is not a row: write the number of entrants from which it holds, the rounds and the cut, such as 9 5 4", clip(line))
			return
		}
		for i, key := range []string{"from", "rounds", "cut"}[:len(parts)] {
			row.put(key, scalar(&node{path: f.Path}, parts[i]))
		}
	case Chain:
		parts := strings.Fields(line)
		row.put("code", &node{path: f.Path, shape: textShape, text: parts[0]})
		for _, part := range parts[1:] {
			key, value, _ := strings.Cut(part, "=")
			v := scalar(&node{path: f.Path}, value)
			if key == "weights" {
				item := &node{path: f.Path, shape: textShape, text: value}
				v = &node{path: f.Path, shape: listShape, items: []*node{item}}
			}
			row.put(key, v)
		}
	}
	list.items = append(list.items, row)
}
