// Package scorekeeper runs the use-cases of an event: one method per thing that
// people do. Each method checks the role, loads the state, asks a pure function
// what to append, and stores that as one change with one log entry.
//
// Every method is safe to send twice (Request.Key) and safe against a colleague
// (the version that a form was made from). A refusal is a *results.Error and
// appends nothing.
package scorekeeper

import (
	"context"
	"slices"

	"tourney/internal/results"
)

// Keeper runs use-cases on a store.
type Keeper struct {
	store results.Store
	seed  func() uint64
}

// New returns a Keeper. seed draws the random numbers that rounds and lots are
// made from; each is recorded.
func New(store results.Store, seed func() uint64) *Keeper {
	return &Keeper{store: store, seed: seed}
}

// Request is what every use-case needs to know.
type Request struct {
	// Slug is the event's address.
	Slug string
	// By is who asks, with the role that person has in this event.
	By results.Actor
	// Key is the form's idempotency key: the second request with the same key
	// changes nothing and answers like the first.
	Key string
	// Reason is why; corrections and everything dangerous need one.
	Reason string
}

// decision is what a pure decide function wants to append.
type decision struct {
	// action is what the log says was done, where it differs from what was asked:
	// entering a result again is a correction.
	action   results.Action
	text     string
	round    int
	match    results.MatchID
	entrants []results.EntrantID
	records  []results.Record
}

// do checks the role, answers repeated requests, and stores what decide wants.
func (k *Keeper) do(ctx context.Context, req Request, action results.Action, decide func(*results.Tournament) (*decision, error)) (*results.Tournament, error) {
	if !results.Allowed(req.By.Role, action) {
		return nil, forbidden(req.By, action)
	}
	if slices.Contains(grave, action) {
		if err := needReason(req); err != nil {
			return nil, err
		}
	}
	return k.store.Update(ctx, req.Slug, func(t *results.Tournament) (*results.Change, error) {
		if e, done := t.EntryByKey(req.Key); done {
			if !repeats(e, req.By, action) {
				return nil, results.Refuse(results.Refused, "This form was used for something else already. Reload the page and send it again.").At("key")
			}
			return nil, nil
		}
		if err := stillGoing(t, action); err != nil {
			return nil, err
		}
		d, err := decide(t)
		if err != nil || d == nil {
			return nil, err
		}
		if d.action == "" {
			d.action = action
		} else if !results.Allowed(req.By.Role, d.action) {
			return nil, forbidden(req.By, d.action)
		}
		if slices.ContainsFunc(d.records, corrects) {
			if err := needReason(req); err != nil {
				return nil, err
			}
		}
		return &results.Change{
			Entry: results.LogEntry{
				By: req.By, Action: d.action, Text: d.text, Reason: req.Reason,
				Round: d.round, Match: d.match, Entrants: d.entrants, Key: req.Key,
			},
			Records: d.records,
		}, nil
	})
}

// repeats reports whether the entry is what the same account made with the same
// action before. Entering a result and correcting it are one: the first sending
// decides which of them it is.
func repeats(e *results.LogEntry, by results.Actor, action results.Action) bool {
	same := e.Action == action || slices.Contains(ofResults, e.Action) && slices.Contains(ofResults, action)
	return same && e.By.Account == by.Account
}

// ofResults are the actions that record what a match came to.
var ofResults = []results.Action{
	results.EnterResult, results.CorrectResult, results.CorrectClosed, results.RecordGame, results.RuleGame,
}

// grave are the actions that always say why; others do when they correct
// something.
var grave = []results.Action{
	results.SwapSeats, results.ReopenRound, results.VoidRound, results.RepairRound, results.CorrectResult,
	results.RuleGame, results.IssuePenalty, results.ReversePenalty, results.ReopenEvent,
}

// afterTheEnd are the actions that a finished event still allows: none of them
// touches what was played.
var afterTheEnd = []results.Action{
	results.EditDetails, results.EditEntrant, results.EditCatalogue, results.ManageStaff, results.ReopenEvent,
}

// stillGoing refuses actions that a finished event does not allow.
func stillGoing(t *results.Tournament, action results.Action) error {
	if t.Info().Status == results.Finished && !slices.Contains(afterTheEnd, action) {
		return results.Refuse(results.Refused, "The event is finished. Reopen it first.")
	}
	return nil
}

// corrects reports whether a record replaces what was recorded of a match, which
// is never done without saying why.
func corrects(r results.Record) bool {
	switch r := r.(type) {
	case *results.GameResult:
		return r.Version > 1
	case *results.UnfinishedGame:
		return r.Version > 1
	case *results.MatchResult:
		return r.Version > 1
	}
	return false
}

// needReason refuses a request that does not say why.
func needReason(req Request) error {
	if req.Reason == "" {
		return results.Refuse(results.Invalid, "Say why: the reason is kept in the event's log.").At("reason")
	}
	return nil
}

func forbidden(by results.Actor, action results.Action) error {
	for _, row := range results.Matrix {
		if row.Action == action {
			return results.Refuse(results.Forbidden, "%s is not among what a %s may do in this event. Ask the organizer.", row.Meaning, by.Role)
		}
	}
	return results.Refuse(results.Forbidden, "This is not allowed.")
}
