package jsontree

import (
	"fmt"
	"strconv"
	"strings"
)

// Value is one value of a parsed text, in its place. Its methods read it as
// what it should be; if it is something else, the fault is noted in the text's
// list and a zero value returned, so that a reader checks Faults once at the
// end. A Value of a key that is absent or null is absent.
type Value struct {
	doc     *document
	node    *node
	pointer string
	// absent marks a key that is not there; node is then the object.
	absent bool
}

// Faults gives what was found so far, or nil.
func (v Value) Faults() error {
	if len(v.doc.faults) == 0 {
		return nil
	}
	return v.doc.faults
}

// Failed reports whether so many faults were found that reading may stop.
func (v Value) Failed() bool { return len(v.doc.faults) >= MaxFaults }

// Given reports whether the value is there and not null.
func (v Value) Given() bool { return !v.absent && v.node.kind != null }

// Fault notes a fault at the value's place.
func (v Value) Fault(format string, args ...any) {
	if !v.Failed() {
		v.doc.faults = append(v.doc.faults, v.doc.fault(v.pointer, v.node.offset, fmt.Sprintf(format, args...)))
	}
}

// is checks the kind and notes a fault if it is another.
func (v Value) is(k kind) bool {
	switch {
	case v.absent:
		v.Fault("this key is missing; it has to be %s", kindNames[k])
		return false
	case v.node.kind != k:
		v.Fault("this has to be %s, not %s", kindNames[k], kindNames[v.node.kind])
		return false
	}
	return true
}

// Object checks that the value is an object with no keys but these.
func (v Value) Object(keys ...string) bool {
	if !v.is(object) {
		return false
	}
	ok := true
	for i := range v.node.children {
		c := &v.node.children[i]
		if !contains(keys, c.key) {
			ok = false
			Value{doc: v.doc, node: c, pointer: v.pointer + "/" + escape(c.key)}.
				Fault("the key %q is not known here; the keys are %s", Short(c.key), strings.Join(keys, ", "))
		}
	}
	return ok
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// Get gives the value of an object's key; it is absent if the key is.
func (v Value) Get(key string) Value {
	if !v.absent && v.node.kind == object {
		for i := range v.node.children {
			if v.node.children[i].key == key {
				return Value{doc: v.doc, node: &v.node.children[i], pointer: v.pointer + "/" + escape(key)}
			}
		}
	}
	return Value{doc: v.doc, node: v.node, pointer: v.pointer + "/" + escape(key), absent: true}
}

// IsArray reports whether the value is an array.
func (v Value) IsArray() bool { return !v.absent && v.node.kind == array }

// IsObject reports whether the value is an object.
func (v Value) IsObject() bool { return !v.absent && v.node.kind == object }

// Is reports whether the value is the string.
func (v Value) Is(s string) bool { return !v.absent && v.node.kind == text && v.node.text == s }

// List gives the values of an array of at most most.
func (v Value) List(most int) []Value {
	if !v.is(array) {
		return nil
	}
	if len(v.node.children) > most {
		v.Fault("there are %d values; up to %d are accepted", len(v.node.children), most)
		return nil
	}
	list := make([]Value, len(v.node.children))
	for i := range list {
		list[i] = Value{doc: v.doc, node: &v.node.children[i], pointer: v.pointer + "/" + strconv.Itoa(i)}
	}
	return list
}

// Int reads an integer within limits.
func (v Value) Int(least, most int64) int64 {
	if !v.is(number) {
		return 0
	}
	n, err := strconv.ParseInt(v.node.text, 10, 64)
	switch {
	case err != nil && strings.ContainsAny(v.node.text, ".eE"):
		v.Fault("%s is not written as an integer; use digits only", Short(v.node.text))
		return 0
	case err != nil || n < least || n > most:
		v.Fault("%s is out of range; it has to be an integer from %d to %d", Short(v.node.text), least, most)
		return 0
	}
	return n
}

// Bool reads true or false.
func (v Value) Bool() bool { return v.is(boolean) && v.node.truth }

// Text reads a string.
func (v Value) Text() string {
	if !v.is(text) {
		return ""
	}
	return v.node.text
}

// OneOf reads a string that is one of the words and gives its index; -1 with a
// fault noted if it is none.
func (v Value) OneOf(words ...string) int {
	if !v.is(text) {
		return -1
	}
	for i, w := range words {
		if w == v.node.text {
			return i
		}
	}
	v.Fault("%q is not known here; use one of %s", Short(v.node.text), `"`+strings.Join(words, `", "`)+`"`)
	return -1
}
