package eventfile

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxFaults bounds how many faults of one file are told.
const maxFaults = 20

// Fault is one thing that is wrong with a file.
type Fault struct {
	// Pointer is the JSON Pointer (RFC 6901) of the value to blame, "" for the
	// whole file, and Line the line on which it begins.
	Pointer jsontext.Pointer
	Line    int
	// Message says what is wrong and what to do about it.
	Message string
}

// Faults is everything that is wrong with one file. Nothing of such a file is
// used.
type Faults struct {
	File string
	List []Fault
	// More is set if there are more than those listed.
	More bool
}

// Error gives one line per fault: file, line, place, sentence.
func (f *Faults) Error() string {
	lines := make([]string, 0, len(f.List)+1)
	for _, fault := range f.List {
		place := string(fault.Pointer)
		if place != "" {
			place = ", " + place
		}
		lines = append(lines, fmt.Sprintf("%s, line %d%s: %s", f.File, fault.Line, place, fault.Message))
	}
	if f.More {
		lines = append(lines, f.File+": and more; mend these first")
	}
	return strings.Join(lines, "\n")
}

// faultList collects the faults of one file while it is read and checked.
type faultList struct {
	list []placed
	more bool // there are others
}

// placed is a fault whose line is not looked up yet.
type placed struct {
	pointer jsontext.Pointer
	offset  int // of the value; -1 while only the pointer is known
	message string
}

func (l *faultList) add(pointer jsontext.Pointer, offset int, message string) {
	if !l.full() {
		l.list = append(l.list, placed{pointer, offset, message})
	}
}

// full notes a fault beyond those that are told. What names the place of a fault
// asks first, so that a file of faults costs no more than a good one.
func (l *faultList) full() bool {
	l.more = l.more || len(l.list) == maxFaults
	return l.more
}

// addf records a fault of a value that was read already and is named by the
// steps that lead to it: keys and indices.
func (l *faultList) addf(place []any, format string, args ...any) {
	if !l.full() {
		l.add(pointerOf(place), -1, fmt.Sprintf(format, args...))
	}
}

// pointerOf makes a pointer of keys and indices.
func pointerOf(place []any) jsontext.Pointer {
	var p jsontext.Pointer
	for _, step := range place {
		p = p.AppendToken(fmt.Sprint(step))
	}
	return p
}

// err returns the collected faults in the order of the file, or nil.
func (l *faultList) err(name string, data []byte) error {
	if len(l.list) == 0 {
		return nil
	}
	for i := range l.list {
		if l.list[i].offset < 0 {
			l.list[i].offset = offsetOf(data, l.list[i].pointer)
		}
	}
	slices.SortStableFunc(l.list, func(a, b placed) int { return cmp.Compare(a.offset, b.offset) })
	out := &Faults{File: name, More: l.more}
	for _, f := range l.list {
		out.List = append(out.List, Fault{short(f.pointer), lineOf(data, f.offset), f.message})
	}
	return out
}

// short keeps the place in hostile files readable: deep nesting and long keys
// are cut.
func short(p jsontext.Pointer) jsontext.Pointer {
	const longest = 200
	if len(p) <= longest {
		return p
	}
	return jsontext.Pointer(strings.ToValidUTF8(string(p[:longest]), "") + "…")
}

// lineOf is the line number, from 1, on which the byte at offset stands.
func lineOf(data []byte, offset int) int {
	return bytes.Count(data[:min(offset, len(data))], []byte{'\n'}) + 1
}

// offsetOf finds where the value begins that the pointer names. For a key that
// is missing it is the object that lacks it.
func offsetOf(data []byte, pointer jsontext.Pointer) int {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	start := valueStart(data, 0)
	for step := range pointer.Tokens() {
		opening, err := dec.ReadToken()
		if err != nil {
			return start
		}
		found := false
		for i := 0; !found; i++ {
			if kind := dec.PeekKind(); kind == ']' || kind == '}' || kind == 0 {
				return start
			}
			if opening.Kind() == '{' {
				name, err := dec.ReadToken()
				if err != nil {
					return start
				}
				found = name.String() == step
			} else {
				found = fmt.Sprint(i) == step
			}
			if !found && dec.SkipValue() != nil {
				return start
			}
		}
		start = valueStart(data, int(dec.InputOffset()))
	}
	return start
}

// valueStart skips what may stand between two JSON values.
func valueStart(data []byte, offset int) int {
	for offset < len(data) {
		switch data[offset] {
		case ' ', '\t', '\n', '\r', ',', ':':
			offset++
		default:
			return offset
		}
	}
	return offset
}
