package policy

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Canonical writes the effective document in TOML with every field that has a
// meaning, in the order of [Fields]. Reading it gives the same policy.
func Canonical(p *results.Policy) []byte {
	var b bytes.Buffer
	if p.Code != "" {
		fmt.Fprintf(&b, "%s = %s\n", presetKey, quoted(p.Code))
	}
	section := ""
	for _, f := range fields {
		if f.Kind == Chain {
			continue
		}
		value, ok := f.toml(p)
		if !ok {
			continue
		}
		at, key := "", f.Path
		if dot := strings.LastIndexByte(f.Path, '.'); dot >= 0 {
			at, key = f.Path[:dot], f.Path[dot+1:]
		}
		if top, rest, sub := strings.Cut(at, "."); sub {
			at, key = top, rest+"."+key
		}
		if at != section {
			section = at
			fmt.Fprintf(&b, "\n[%s]\n", section)
		}
		fmt.Fprintf(&b, "%s = %s\n", key, value)
	}
	for _, t := range p.Tiebreakers {
		fmt.Fprintf(&b, "\n[[tiebreaker]]\ncode = %s\n", quoted(t.Code))
		if t.Direction != "" {
			fmt.Fprintf(&b, "direction = %s\n", quoted(t.Direction))
		}
		if t.CutLow != 0 {
			fmt.Fprintf(&b, "cut_low = %d\n", t.CutLow)
		}
		if t.CutHigh != 0 {
			fmt.Fprintf(&b, "cut_high = %d\n", t.CutHigh)
		}
		if len(t.Weights) > 0 {
			fmt.Fprintf(&b, "weights = [%s]\n", joined(t.Weights, number))
		}
	}
	return b.Bytes()
}

// toml writes a field's value; ok is false for a value that stands for "not
// used", which a document leaves out.
func (f Field) toml(p *results.Policy) (value string, ok bool) {
	switch v := f.at(p).(type) {
	case *string:
		if *v == "" && f.Kind == Choice {
			if f.Options[0].Value != noneOption {
				return "", false
			}
			return quoted(noneOption), true
		}
		return quoted(*v), true
	case *[]string:
		return "[" + joined(*v, quoted) + "]", true
	case *int:
		return strconv.Itoa(*v), *v >= f.Min
	case *bool:
		if f.Kind == Choice {
			return quoted(f.optionOf(*v)), true
		}
		return strconv.FormatBool(*v), true
	case *exact.Rat:
		return number(*v), true
	case *[2]int:
		return fmt.Sprintf("[%d, %d]", v[0], v[1]), true
	case *[]results.SeatsPoints:
		return "{ " + joined(*v, func(s results.SeatsPoints) string {
			return fmt.Sprintf("%d = %s", s.Seats, number(s.Points))
		}) + " }", true
	case *[]results.RoundsRow:
		return "[" + joined(*v, func(r results.RoundsRow) string {
			return fmt.Sprintf("{ from = %d, rounds = %d, cut = %d }", r.From, r.Rounds, r.Cut)
		}) + "]", len(*v) > 0
	}
	return "", false
}

// optionOf is the option of a choice that is stored as a flag.
func (f Field) optionOf(second bool) string {
	if second {
		return f.Options[1].Value
	}
	return f.Options[0].Value
}

// number writes an exact number as TOML keeps it exact: a whole one bare,
// another one in quotes.
func number(r exact.Rat) string {
	if _, whole := r.Int64(); whole {
		return r.String()
	}
	return quoted(r.String())
}

func joined[T any](items []T, write func(T) string) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = write(item)
	}
	return strings.Join(parts, ", ")
}

// quoted writes a TOML basic string.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
