package policy

import (
	"fmt"
	"slices"
	"strings"

	"tourney/internal/results"
)

// Fault is one thing that is wrong with a document. Message says what to do
// about it.
type Fault struct {
	// File is the document's name, or empty where it has none.
	File string
	// Line counts from 1; 0 is unknown.
	Line int
	// Path is the field, dotted in TOML and forms ("match.games_to_win"), a JSON
	// pointer in an event file ("/policy/match/games_to_win").
	Path    string
	Message string
}

// Error is one line: file, line, path, message.
func (f Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File + ": ")
	}
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	return b.String() + f.Message
}

// Faults is everything that is wrong with a document, in the order of the
// document. As an error it is a refusal with the code [results.Invalid].
type Faults []Fault

// Error has one line per fault.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives every fault as a refusal whose field is the fault's path.
func (fs Faults) Unwrap() []error {
	out := make([]error, len(fs))
	for i, f := range fs {
		out[i] = results.Refuse(results.Invalid, "%s", f.Message).At(f.Path)
	}
	return out
}

// err is the list as an error in the order of lines, nil if it is empty.
func (fs Faults) err() error {
	if len(fs) == 0 {
		return nil
	}
	slices.SortStableFunc(fs, func(a, b Fault) int { return a.Line - b.Line })
	return fs
}
