package policy

import (
	"fmt"

	"tourney/internal/results"
)

// ParseTOML reads a policy document from a file. The file's name goes into the
// faults. A document that is a preset's embedded text gets the preset's code.
// The error is a [Faults].
func ParseTOML(file string, data []byte) (*results.Policy, error) {
	r := &reader{file: file}
	d, err := r.tomlDocument(data)
	if err != nil {
		return nil, err
	}
	return r.finish(d, presetOfText(data))
}

// ParseJSON reads the policy of an event file: a preset's code as a string, or
// an object with the sections of a document that may start from a preset.
// Pointer is the value's JSON pointer in its file ("/policy") and line the line
// where it begins, 0 if unknown. The error is a [Faults].
func ParseJSON(file, pointer string, line int, data []byte) (*results.Policy, error) {
	r := &reader{file: file}
	root, faults := jsonTree(file, pointer, line, data)
	if faults != nil {
		return nil, faults
	}
	if root.shape == textShape {
		base, ok := r.base(root)
		if !ok {
			return nil, r.faults
		}
		return r.finish(base, base.code)
	}
	return r.finish(r.document(root), "")
}

func (r *reader) tomlDocument(data []byte) (document, error) {
	root, faults := tomlTree(r.file, data)
	if faults != nil {
		return document{}, faults
	}
	return r.document(root), nil
}

// finish lays a document over its preset, reads it and checks it.
func (r *reader) finish(d document, code string) (*results.Policy, error) {
	d.code = code
	if n := d.values[presetKey]; n != nil {
		if base, ok := r.base(n); ok {
			d = d.over(base)
		}
	}
	p := r.policy(d)
	if err := r.faults.err(); err != nil {
		return nil, err
	}
	return p, nil
}

// base is the document of the preset that a value names.
func (r *reader) base(n *node) (document, bool) {
	if n.shape != textShape {
		r.fault(n, "must be a preset's code in quotes, not %s; there are: %s", n.described(), presetCodes())
		return document{}, false
	}
	text, ok := presetText(n.text)
	if !ok {
		r.fault(n, "%s", unknownPreset(n.text))
		return document{}, false
	}
	inner := &reader{file: "preset " + n.text}
	d, err := inner.tomlDocument(text)
	if err != nil || len(inner.faults) > 0 {
		// The tests read every preset.
		panic(fmt.Sprintf("policy: preset %s cannot be read: %v %v", n.text, err, inner.faults))
	}
	d.code = n.text
	// Faults of what was laid over point into the document, not the preset.
	for _, v := range d.values {
		v.line, v.path = n.line, n.path
	}
	return d, true
}
