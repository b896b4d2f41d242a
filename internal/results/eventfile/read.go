package eventfile

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
)

// File is an event file whose JSON is sound: every key is known and every
// value has the right type. What it says may still be impossible.
type File struct {
	name string
	data []byte
	doc  document
}

// Read turns an event file into the changes that make the event. name is what
// the user calls the file; it stands in every fault. An export gives its own
// history; any other file gives one change with the event and its entrants and
// one per round, without times, acted by the program. The error is a *Faults.
func Read(name string, data []byte) ([]results.Change, error) {
	f, err := Parse(name, data)
	if err != nil {
		return nil, err
	}
	if !f.HasHistory() {
		return f.build()
	}
	changes, err := f.History()
	if err != nil {
		return nil, err
	}
	t, err := results.Fold(changes)
	if err != nil {
		return nil, f.fault("/history", fmt.Sprintf("the history does not hold together: %v; take the export again", err))
	}
	if different := f.Deviations(t); len(different) > 0 {
		var faults faultList
		for _, d := range different {
			faults.add(d.Pointer, -1, d.Message+`; take the export again, or remove "history" to have the file read as it stands`)
		}
		return nil, faults.err(f.name, f.data)
	}
	return changes, nil
}

// Parse reads the JSON of an event file. The error is a *Faults.
func Parse(name string, data []byte) (*File, error) {
	f := &File{name: name, data: bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))}
	r := readStrict(f.data, &f.doc)
	switch {
	case f.doc.Format == Format:
	case f.doc.Format != "":
		return nil, f.fault("/format", fmt.Sprintf("the format is %q; this program reads %q", clip(f.doc.Format), Format))
	case len(r.list) == 0:
		return nil, f.fault("", fmt.Sprintf(`the key "format" is missing; an event file begins with "format": %q`, Format))
	}
	if err := r.err(f.name, f.data); err != nil {
		return nil, err
	}
	return f, nil
}

// HasHistory reports whether the file is an export.
func (f *File) HasHistory() bool { return f.doc.History != nil }

// History gives the changes that an export holds, as they were written.
func (f *File) History() ([]results.Change, error) {
	changes := make([]results.Change, len(f.doc.History))
	var faults faultList
	for i, c := range f.doc.History {
		changes[i].Entry = c.Entry
		changes[i].Entry.Key = ""
		changes[i].Records = make([]results.Record, len(c.Records))
		for j, r := range c.Records {
			place := []any{"history", i, "records", j}
			if r.Record == nil {
				faults.addf(place, "this object names no record; take the export again")
				continue
			}
			if p, ok := r.Record.(*results.PolicyRecord); ok {
				if err := restorePolicy(p); err != nil {
					faults.addf(append(place, "policy"), "%v", err)
					continue
				}
			}
			changes[i].Records[j] = r.Record
		}
	}
	if err := faults.err(f.name, f.data); err != nil {
		return nil, err
	}
	stamp(changes)
	return changes, nil
}

// fault is a single fault of the file.
func (f *File) fault(pointer jsontext.Pointer, message string) error {
	var faults faultList
	faults.add(pointer, -1, message)
	return faults.err(f.name, f.data)
}
