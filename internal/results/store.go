package results

import (
	"context"
	"time"
)

// Summary is one event in a list.
type Summary struct {
	ID       int64
	Slug     string
	Name     string
	StartsAt time.Time
	Zone     string
	Place    string
	Status   Status
	Entrants int
	// Rounds counts the rounds that are published or closed.
	Rounds int
}

// SummaryOf is the event's row in a list of events.
func SummaryOf(t *Tournament) Summary {
	info := t.Info()
	s := Summary{
		ID: t.ID, Slug: info.Slug, Name: info.Name, StartsAt: info.StartsAt, Zone: info.Zone,
		Place: info.Place, Status: info.Status, Entrants: len(t.Entrants),
	}
	if r := t.LastPublic(); r != nil {
		s.Rounds = r.Number
	}
	return s
}

// Store keeps events. Every method is safe for use by many goroutines, and the
// tournaments it returns are snapshots that nobody changes.
type Store interface {
	// Tournament returns the event's state as of its last log entry. It fails
	// with NotFound.
	Tournament(ctx context.Context, slug string) (*Tournament, error)

	// Summaries lists all events, the latest start first.
	Summaries(ctx context.Context) ([]Summary, error)

	// Create stores a new event. Times and log numbers are stamped as in Update,
	// unless the entries bring them along (an import of an export). It fails
	// with Conflict if the slug is taken.
	Create(ctx context.Context, changes []Change) (*Tournament, error)

	// Update runs decide on the current state inside one write transaction and
	// appends the change it returns, stamped with the next log number and one
	// reading of the clock. An error from decide is returned as it is and
	// nothing is stored; a change without records is allowed and makes a log
	// entry only. If decide returns nil and no error nothing is appended and the
	// current state is returned. decide may run more than once and must not
	// keep the state.
	Update(ctx context.Context, slug string, decide func(*Tournament) (*Change, error)) (*Tournament, error)
}

// StampAll numbers the change as log entry seq and stamps its entry and
// records with the time. Stores call it inside the write transaction.
func (c *Change) StampAll(seq int64, at time.Time) {
	c.Entry.Seq, c.Entry.At = seq, at
	for _, r := range c.Records {
		*r.StampOf() = Stamp{Seq: seq, At: at, By: c.Entry.By, Reason: c.Entry.Reason}
	}
}

// Stamped reports whether the change brings its own time, as those of an
// exported event do.
func (c *Change) Stamped() bool { return !c.Entry.At.IsZero() }
