package eventfile

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"tourney/internal/pairing"
	"tourney/internal/results"
)

// importer is who acts in a file without history.
var importer = results.Actor{Name: "import", Role: results.Program}

// slotForm is a place in a bracket.
var slotForm = regexp.MustCompile(`^([WL][1-9][0-9]?-[1-9][0-9]{0,5}|F2?|P3)$`)

// builder makes the changes of a file without history and collects what is
// wrong with it.
type builder struct {
	*File
	faultList
	event     *results.Details
	policy    *results.PolicyRecord
	plan      []results.Stage
	index     map[results.EntrantID]int
	sat       []int  // the last round in which the entrant had a row, by index
	rowed     []bool // see withRow
	lastMatch results.MatchID
	places    []place                 // of the matches, by id from 1
	bare      map[int]results.Verdict // of reported games, by the winner's seat
}

// build reads the plain part.
func (f *File) build() ([]results.Change, error) {
	b := &builder{File: f, bare: map[int]results.Verdict{}}
	b.event = b.details()
	b.readPolicy()
	b.plan = b.stages()
	entrants := b.entrants()
	changes := []results.Change{{}}
	changes = append(changes, b.rounds()...)
	if err := b.err(f.name, f.data); err != nil {
		return nil, err
	}
	changes[0] = results.Change{
		Entry: results.LogEntry{
			By: importer, Action: results.ImportEvent,
			Text: fmt.Sprintf("%s read from a file: %d entrants, %d rounds.", b.event.Name, len(entrants), len(f.doc.Rounds)),
		},
		Records: append([]results.Record{b.event, b.policy, &results.StagePlan{Version: 1, Stages: b.plan}}, entrants...),
	}
	for i := range changes {
		changes[i].Entry.Seq = int64(i + 1)
	}
	stamp(changes)
	b.brackets(changes)
	if err := b.err(f.name, f.data); err != nil {
		return nil, err
	}
	return changes, nil
}

// brackets refuses a row that has no place in its bracket: somebody who is out,
// two who do not meet there, a slot that is not.
func (b *builder) brackets(changes []results.Change) {
	if !slices.ContainsFunc(b.plan, func(s results.Stage) bool { return s.System.Elimination() }) {
		return
	}
	t, err := results.Fold(changes)
	if err == nil {
		err = pairing.CheckBrackets(t)
	}
	var misfit *pairing.Misfit
	switch {
	case err == nil:
	case errors.As(err, &misfit) && misfit.Match > 0:
		b.addf(b.places[misfit.Match-1].at(), "%s", message(err))
	default:
		b.addf([]any{"rounds"}, "%s", message(err))
	}
}
