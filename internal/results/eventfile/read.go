package eventfile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
	"tourney/internal/results/policy"
)

// File is an event file whose JSON is sound: every key is known and every
// value has the right type. What it says may still be impossible.
type File struct {
	name string
	data []byte
	doc  document
	// history is the text of the history, if there is one.
	history []byte
	// matchResultsOnly leaves out the games of reported scores.
	matchResultsOnly bool
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
	return f.read()
}

// ReadMatchResults is Read without the Game Results of scores that were
// reported as a whole: standings and pairings rest on match results alone, and a
// large file is read in two thirds of the time. What it gives is not for
// keeping.
func ReadMatchResults(name string, data []byte) ([]results.Change, error) {
	f, err := Parse(name, data)
	if err != nil {
		return nil, err
	}
	f.matchResultsOnly = true
	return f.read()
}

func (f *File) read() ([]results.Change, error) {
	changes, deviations, err := f.Recorded()
	if err != nil || !f.HasHistory() {
		return changes, err
	}
	t, err := results.Fold(changes)
	if err != nil {
		return nil, f.fault("/history", fmt.Sprintf("the history does not hold together: %v; take the export again", err))
	}
	if deviations = append(deviations, f.Deviations(t)...); len(deviations) > 0 {
		var faults faultList
		for _, d := range deviations {
			faults.add(d.Pointer, -1, d.Message+`; take the export again, or remove "history" to have the file read as it stands`)
		}
		return nil, faults.err(f.name, f.data)
	}
	if err := f.twice(); err != nil {
		return nil, err
	}
	// A file that somebody else wrote may name accounts of this installation.
	return portable(changes), nil
}

// twice refuses an export in which somebody sits twice in a round.
func (f *File) twice() error {
	var faults faultList
	for i, r := range f.doc.Rounds {
		sat := map[results.EntrantID]bool{}
		for j, m := range r.Matches {
			for k, id := range m.Seats {
				if sat[id] {
					faults.addf(place{i, j}.at("seats", k), "%q is twice in round %d; everybody has one row in a round", clip(string(id)), r.Number)
				}
				sat[id] = true
			}
		}
	}
	return faults.err(f.name, f.data)
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
	f.history = r.history
	if err := r.err(f.name, f.data); err != nil {
		return nil, err
	}
	return f, nil
}

// HasHistory reports whether the file is an export.
func (f *File) HasHistory() bool { return f.doc.History != nil }

// Name is the event's name.
func (f *File) Name() string { return strings.TrimSpace(f.doc.Name) }

// Recorded gives the changes that the file stands for: the history of an
// export as it was written, with what deviates in the records themselves, or
// what follows from the plain part. The error is a *Faults.
func (f *File) Recorded() ([]results.Change, []Deviation, error) {
	if !f.HasHistory() {
		changes, err := f.build()
		return changes, nil, err
	}
	changes := make([]results.Change, len(f.doc.History))
	var faults faultList
	var deviations []Deviation
	if sum, err := checksum(f.history); err != nil {
		return nil, nil, f.fault("/history", err.Error())
	} else if sum != f.doc.HistorySHA256 {
		deviations = append(deviations, Deviation{"/history", fmt.Sprintf("the history was changed after it was written: its SHA-256 is %s, not what \"history_sha256\" says", sum)})
	}
	for i, c := range f.doc.History {
		changes[i].Entry = c.Entry
		changes[i].Entry.Key = ""
		changes[i].Records = make([]results.Record, len(c.Records))
		for j, r := range c.Records {
			place := pointerOf([]any{"history", i, "records", j})
			if r.Record == nil {
				faults.add(place, -1, "this object names no record; take the export again")
				continue
			}
			changes[i].Records[j] = r.Record
			p, ok := r.Record.(*results.PolicyRecord)
			if !ok {
				continue
			}
			place += "/policy/text"
			if hash := hashOf(p.Text); hash != p.Hash {
				deviations = append(deviations, Deviation{place, fmt.Sprintf("the hash of this text is %s and is written as %s", hash, clip(p.Hash))})
			}
			read, err := policy.ParseTOML("", []byte(p.Text))
			if err != nil {
				faults.add(place, -1, strings.ReplaceAll(err.Error(), "\n", "; "))
			}
			p.Policy = read
		}
	}
	if err := faults.err(f.name, f.data); err != nil {
		return nil, nil, err
	}
	stamp(changes)
	return changes, deviations, nil
}

// fault is a single fault of the file.
func (f *File) fault(pointer jsontext.Pointer, message string) error {
	var faults faultList
	faults.add(pointer, -1, message)
	return faults.err(f.name, f.data)
}
