// Package jsontree reads JSON from outside the program strictly: bounded in
// size, depth and number of values, without keys given twice, and with every
// fault named by its place. Unlike encoding/json it accepts no key in another
// case, no unknown key and no value that is cut to fit.
package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a text. Beyond them it is refused.
const (
	// MaxBytes is the largest text.
	MaxBytes = 16 << 20
	// MaxDepth is the deepest nesting of arrays and objects.
	MaxDepth = 16
	// MaxValues is the largest number of values.
	MaxValues = 1_000_000
	// MaxFaults is the number of faults after which reading stops to list them.
	MaxFaults = 20
)

// Fault is one thing that is wrong, with its place and what to do about it.
type Fault struct {
	// Pointer is the place as a JSON pointer; "" is the whole text.
	Pointer string
	// Line is the line of the place, from 1.
	Line int
	Text string
}

// Error names place and fault.
func (f Fault) Error() string {
	place := f.Pointer
	if place == "" {
		place = "the top level"
	}
	return fmt.Sprintf("line %d, at %s: %s", f.Line, place, f.Text)
}

// Faults are all that were found, at least one and at most MaxFaults.
type Faults []Fault

// Error lists the faults, one a line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].Error()
	}
	return strings.Join(lines, "\n")
}

type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

var kindNames = [...]string{"null", "true or false", "a number", "a string", "an array", "an object"}

// node is one value; an array's and an object's values are its children, and
// an object's child has its key.
type node struct {
	text     string
	key      string
	children []node
	offset   int
	kind     kind
	truth    bool
}

// document is what all values of one text share.
type document struct {
	data   []byte
	faults Faults
}

// Parse reads one JSON value. The error is Faults.
func Parse(data []byte) (Value, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	d := &document{data: data}
	switch {
	case len(data) > MaxBytes:
		return Value{}, Faults{{Line: 1, Text: fmt.Sprintf("the text has %d bytes; up to %d are read. Split it", len(data), MaxBytes)}}
	case !utf8.Valid(data):
		return Value{}, Faults{d.fault("", invalidAt(data), "the text is not UTF-8. Save it as UTF-8")}
	}
	p := parser{doc: d, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	root, fault := p.value()
	if fault == nil {
		if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
			fault = p.fault(int(p.dec.InputOffset()), "something follows the end of the value. Put several values into one array")
		}
	}
	if fault != nil {
		return Value{}, Faults{*fault}
	}
	return Value{doc: d, node: &root}, nil
}

// invalidAt gives the offset of the first byte that is not UTF-8.
func invalidAt(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

// fault places a fault at an offset.
func (d *document) fault(pointer string, offset int, text string) Fault {
	offset = min(offset, len(d.data))
	return Fault{Pointer: pointer, Line: 1 + bytes.Count(d.data[:offset], []byte{'\n'}), Text: text}
}

type parser struct {
	doc *document
	dec *json.Decoder
	// path leads to the value that is read.
	path   []step
	values int
}

// step is a key of an object, or an index of an array.
type step struct {
	key   string
	index int
}

// fault places a fault at the value that is read.
func (p *parser) fault(offset int, text string) *Fault {
	var pointer strings.Builder
	for _, s := range p.path {
		pointer.WriteByte('/')
		if s.index >= 0 {
			pointer.WriteString(strconv.Itoa(s.index))
		} else {
			pointer.WriteString(escape(s.key))
		}
	}
	f := p.doc.fault(pointer.String(), offset, text)
	return &f
}

// token reads the next token.
func (p *parser) token() (json.Token, *Fault) {
	tok, err := p.dec.Token()
	if err == nil {
		return tok, nil
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, p.fault(int(syntax.Offset), Short("this is not JSON: "+err.Error()))
	case len(bytes.TrimSpace(p.doc.data)) == 0:
		return nil, p.fault(0, "the text is empty")
	default:
		return nil, p.fault(len(p.doc.data), "the text ends in the middle of a value")
	}
}

// value reads the next value.
func (p *parser) value() (node, *Fault) {
	tok, fault := p.token()
	if fault != nil {
		return node{}, fault
	}
	n := node{offset: int(p.dec.InputOffset())}
	p.values++
	if p.values > MaxValues {
		return n, p.fault(n.offset, fmt.Sprintf("there are more than %d values. Split the text", MaxValues))
	}
	switch t := tok.(type) {
	case bool:
		n.kind, n.truth = boolean, t
	case json.Number:
		n.kind, n.text = number, t.String()
	case string:
		n.kind, n.text = text, t
	case json.Delim:
		if len(p.path) == MaxDepth {
			return n, p.fault(n.offset, fmt.Sprintf("brackets are nested deeper than %d. No accepted form needs that", MaxDepth))
		}
		n.kind = array
		if t == '{' {
			n.kind = object
		}
		fault = p.children(&n)
	}
	return n, fault
}

// children reads the values of an array or object up to its end.
func (p *parser) children(n *node) *Fault {
	seen := map[string]bool{}
	for p.dec.More() {
		at := step{index: len(n.children)}
		if n.kind == object {
			tok, fault := p.token()
			if fault != nil {
				return fault
			}
			at.key, _ = tok.(string)
			at.index = -1
		}
		p.path = append(p.path, at)
		if n.kind == object {
			if seen[at.key] {
				return p.fault(int(p.dec.InputOffset()), "the key is given twice. Remove one of the two")
			}
			seen[at.key] = true
		}
		child, fault := p.value()
		if fault != nil {
			return fault
		}
		child.key = at.key
		n.children = append(n.children, child)
		p.path = p.path[:len(p.path)-1]
	}
	_, fault := p.token()
	return fault
}

// escape writes a key as part of a JSON pointer, cut if it is long.
func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(Short(key))
}

// Short cuts a text that is quoted in a message to 60 bytes.
func Short(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
