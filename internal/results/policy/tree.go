package policy

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// What is read at most, so that a hostile document costs little.
const (
	maxBytes  = 64 << 10
	maxDepth  = 10
	maxFaults = 50
)

type shape int

const (
	textShape shape = iota
	numberShape
	fractionShape // a number with a fraction part or an exponent
	flagShape
	listShape
	tableShape
	otherShape // a date or null
)

// node is one value of a document with its place.
type node struct {
	shape shape
	// text is the value of a text, and a scalar as it was written otherwise.
	text  string
	items []*node
	keys  []string // of a table, in order; values are items
	line  int
	path  string
}

func (n *node) get(key string) *node {
	for i, k := range n.keys {
		if k == key {
			return n.items[i]
		}
	}
	return nil
}

func (n *node) put(key string, value *node) {
	n.keys = append(n.keys, key)
	n.items = append(n.items, value)
}

// described names a value in a message.
func (n *node) described() string {
	switch n.shape {
	case textShape:
		return "the text " + strconv.Quote(clip(n.text))
	case numberShape, fractionShape:
		return clip(n.text)
	case flagShape:
		return n.text
	case listShape:
		return "a list"
	case tableShape:
		return "a table"
	}
	return clip(n.text)
}

func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func tooLarge(file string, data []byte) Faults {
	if len(data) <= maxBytes {
		return nil
	}
	return Faults{{File: file, Message: fmt.Sprintf("a policy document of %d bytes is too long: %d are read at most; shorten its texts and lists", len(data), maxBytes)}}
}

// tomlTree reads a TOML document. A document that is not TOML gives one fault.
func tomlTree(file string, data []byte) (*node, Faults) {
	if f := tooLarge(file, data); f != nil {
		return nil, f
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	// The plain decoder knows all rules about repeated keys and tables; the
	// second pass only adds the places.
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil {
		fault := Fault{File: file, Message: "this is not TOML: " + err.Error()}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			fault.Line, _ = decode.Position()
			fault.Message = "this is not TOML: " + strings.TrimPrefix(decode.Error(), "toml: ")
		}
		return nil, Faults{fault}
	}
	root := &node{shape: tableShape, line: 1}
	r := tomlReader{lines: indexLines(data), file: file}
	r.parser.Reset(data)
	table := root
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = r.open(root, e)
		case unstable.KeyValue:
			r.pair(table, e, 1)
		}
	}
	return root, r.faults
}

type tomlReader struct {
	parser unstable.Parser
	lines  lineIndex
	file   string
	faults Faults
}

func (r *tomlReader) lineOf(raw unstable.Range) int { return r.lines.at(int64(raw.Offset)) }

// lineIndex holds the offsets of the line ends of a text.
type lineIndex []int64

func indexLines(data []byte) lineIndex {
	var ends lineIndex
	for i, c := range data {
		if c == '\n' {
			ends = append(ends, int64(i))
		}
	}
	return ends
}

// at is the line, counted from 1, of the byte at offset.
func (l lineIndex) at(offset int64) int {
	before, _ := slices.BinarySearch(l, offset)
	return before + 1
}

func (r *tomlReader) tooDeep(line int, path string) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, Fault{File: r.file, Line: line, Path: path, Message: nestedTooDeeply})
	}
}

const nestedTooDeeply = "this is nested too deeply for a policy document"

// open finds or makes the table that a header names; an array header adds one.
func (r *tomlReader) open(root *node, header *unstable.Node) *node {
	at := root
	depth := 0
	for it := header.Key(); it.Next(); {
		k := it.Node()
		name, line := string(k.Data), r.lineOf(k.Raw)
		if depth++; depth > maxDepth {
			r.tooDeep(line, at.path)
			return &node{shape: tableShape, line: line, path: at.path}
		}
		next := at.get(name)
		last := it.IsLast()
		switch {
		case last && header.Kind == unstable.ArrayTable:
			if next == nil {
				next = &node{shape: listShape, line: line, path: join(at.path, name)}
				at.put(name, next)
			}
			item := &node{shape: tableShape, line: line, path: fmt.Sprintf("%s[%d]", next.path, len(next.items)+1)}
			next.items = append(next.items, item)
			next = item
		case next == nil:
			next = &node{shape: tableShape, line: line, path: join(at.path, name)}
			at.put(name, next)
		case next.shape == listShape:
			next = next.items[len(next.items)-1]
		}
		at = next
	}
	return at
}

// pair adds a key and its value, following a dotted key.
func (r *tomlReader) pair(table *node, kv *unstable.Node, depth int) {
	it := kv.Key()
	for it.Next() {
		k := it.Node()
		name, line := string(k.Data), r.lineOf(k.Raw)
		if depth++; depth > maxDepth {
			r.tooDeep(line, table.path)
			return
		}
		if it.IsLast() {
			table.put(name, r.value(kv.Value(), line, join(table.path, name), depth))
			return
		}
		next := table.get(name)
		if next == nil {
			next = &node{shape: tableShape, line: line, path: join(table.path, name)}
			table.put(name, next)
		}
		table = next
	}
}

func (r *tomlReader) value(v *unstable.Node, line int, path string, depth int) *node {
	n := &node{line: line, path: path, text: string(v.Data)}
	if depth > maxDepth {
		r.tooDeep(line, path)
		return n
	}
	switch v.Kind {
	case unstable.String:
		n.shape = textShape
	case unstable.Integer:
		n.shape = numberShape
	case unstable.Float:
		n.shape = fractionShape
	case unstable.Bool:
		n.shape = flagShape
	case unstable.Array:
		n.shape = listShape
		for it := v.Children(); it.Next(); {
			child := it.Node()
			if child.Kind == unstable.Comment {
				continue
			}
			itemLine := line
			if child.Raw.Length > 0 {
				itemLine = r.lineOf(child.Raw)
			}
			n.items = append(n.items, r.value(child, itemLine, fmt.Sprintf("%s[%d]", path, len(n.items)+1), depth+1))
		}
	case unstable.InlineTable:
		n.shape = tableShape
		for it := v.Children(); it.Next(); {
			if child := it.Node(); child.Kind == unstable.KeyValue {
				r.pair(n, child, depth+1)
			}
		}
	default:
		n.shape = otherShape
	}
	return n
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// jsonTree reads one JSON value. Pointer and line say where it stands in its
// file.
func jsonTree(file, pointer string, line int, data []byte) (*node, Faults) {
	if f := tooLarge(file, data); f != nil {
		return nil, f
	}
	r := jsonReader{dec: jsontext.NewDecoder(bytes.NewReader(data)), lines: indexLines(data), file: file, firstLine: max(line, 1)}
	n, err := r.value(pointer, 0)
	if err == nil {
		if _, extra := r.dec.ReadToken(); extra == nil {
			err = errors.New("something follows the document")
		}
	}
	var fault Fault
	switch {
	case errors.As(err, &fault):
		return nil, Faults{fault}
	case err != nil:
		message := strings.TrimPrefix(err.Error(), "jsontext: ")
		return nil, Faults{{File: file, Line: r.line(r.dec.InputOffset()), Path: pointer, Message: "this is not JSON: " + clip(message)}}
	}
	return n, nil
}

type jsonReader struct {
	dec       *jsontext.Decoder
	lines     lineIndex
	file      string
	firstLine int
}

func (r *jsonReader) line(offset int64) int {
	return r.firstLine - 1 + r.lines.at(offset)
}

func (r *jsonReader) value(path string, depth int) (*node, error) {
	token, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &node{path: path, line: r.line(r.dec.InputOffset())}
	if depth > maxDepth {
		return nil, Fault{File: r.file, Line: n.line, Path: path, Message: nestedTooDeeply}
	}
	switch token.Kind() {
	case '"':
		n.shape, n.text = textShape, token.String()
	case '0':
		n.shape, n.text = numberShape, token.String()
		if strings.ContainsAny(n.text, ".eE") {
			n.shape = fractionShape
		}
	case 't', 'f':
		n.shape, n.text = flagShape, token.String()
	case 'n':
		n.shape, n.text = otherShape, "null"
	case '[':
		n.shape = listShape
		for r.dec.PeekKind() != ']' {
			item, err := r.value(fmt.Sprintf("%s/%d", path, len(n.items)), depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
		_, err = r.dec.ReadToken()
	case '{':
		n.shape = tableShape
		for r.dec.PeekKind() != '}' {
			key, err := r.dec.ReadToken()
			if err != nil {
				return nil, err
			}
			name := key.String()
			item, err := r.value(path+"/"+escapePointer(name), depth+1)
			if err != nil {
				return nil, err
			}
			n.put(name, item)
		}
		_, err = r.dec.ReadToken()
	}
	return n, err
}

func escapePointer(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
