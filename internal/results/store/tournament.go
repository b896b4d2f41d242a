package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"tourney/internal/results"
)

// tournamentRow is a row of tournaments.
type tournamentRow struct {
	ID       int64
	Slug     string
	Name     string
	StartsAt *time.Time
	Zone     string
	Place    string
	Status   string
	Entrants int
	Rounds   int
	Seq      int64
}

func rowOfTournament(t *results.Tournament) tournamentRow {
	s := results.SummaryOf(t)
	row := tournamentRow{
		ID: t.ID, Slug: s.Slug, Name: s.Name, Zone: s.Zone, Place: s.Place, Status: string(s.Status),
		Entrants: s.Entrants, Rounds: s.Rounds, Seq: t.Seq,
	}
	if !s.StartsAt.IsZero() {
		row.StartsAt = &s.StartsAt
	}
	return row
}

// noEvent is the refusal for an unknown address.
func noEvent() error {
	return results.Refuse(results.NotFound, "There is no event at this address.")
}

// taken is the refusal for an address that another event has.
func taken(slug string) error {
	return results.Refuse(results.Conflict, "There is already an event with the address %q.", slug).At("slug")
}

// Tournament implements results.Store.
func (db *DB) Tournament(ctx context.Context, slug string) (*results.Tournament, error) {
	return db.current(db.read.WithContext(ctx), slug)
}

// current reads what was appended since the last look and returns the state. It
// is called with the reading side or inside a write transaction.
func (db *DB) current(g *gorm.DB, slug string) (*results.Tournament, error) {
	var rows []struct{ ID, Seq int64 }
	if err := g.Raw("SELECT id, seq FROM tournaments WHERE slug = ?", slug).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, noEvent()
	}
	id, seq := rows[0].ID, rows[0].Seq
	known := db.known(id)
	if known != nil && known.Seq >= seq {
		return known, nil
	}
	var from int64
	if known != nil {
		from = known.Seq
	}
	changes, err := changesAfter(g, id, from)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", slug, err)
	}
	t := known
	if t == nil {
		if t, err = results.Fold(changes); err != nil {
			return nil, fmt.Errorf("event %s: %w", slug, err)
		}
		t.ID = id
	} else {
		for _, c := range changes {
			if t, err = t.Apply(c); err != nil {
				return nil, fmt.Errorf("event %s: %w", slug, err)
			}
		}
	}
	db.remember(t)
	return t, nil
}

func (db *DB) known(id int64) *results.Tournament {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.events[id]
}

// remember keeps the later of the states it was shown.
func (db *DB) remember(t *results.Tournament) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if old := db.events[t.ID]; old == nil || old.Seq < t.Seq {
		db.events[t.ID] = t
	}
}

// Summaries implements results.Store.
func (db *DB) Summaries(ctx context.Context) ([]results.Summary, error) {
	var rows []tournamentRow
	if err := db.read.WithContext(ctx).Table("tournaments").Order("starts_at DESC, id DESC").Find(&rows).Error; err != nil {
		return nil, err
	}
	out := make([]results.Summary, len(rows))
	for i, r := range rows {
		out[i] = results.Summary{
			ID: r.ID, Slug: r.Slug, Name: r.Name, Zone: r.Zone, Place: r.Place, Status: results.Status(r.Status),
			Entrants: r.Entrants, Rounds: r.Rounds,
		}
		if r.StartsAt != nil {
			out[i].StartsAt = r.StartsAt.UTC()
		}
	}
	return out, nil
}

// Create implements results.Store.
func (db *DB) Create(ctx context.Context, changes []results.Change) (*results.Tournament, error) {
	at := db.now()
	for i := range changes {
		if !changes[i].Stamped() {
			changes[i].StampAll(int64(i+1), at)
		}
	}
	t, err := results.Fold(changes)
	if err != nil {
		return nil, err
	}
	err = db.write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		row := rowOfTournament(t)
		if err := tx.Table("tournaments").Create(&row).Error; err != nil {
			if errors.Is(err, gorm.ErrDuplicatedKey) {
				return taken(row.Slug)
			}
			return err
		}
		t.ID = row.ID
		return insert(tx, t.ID, changes)
	})
	if err != nil {
		return nil, err
	}
	db.remember(t)
	return t, nil
}

// Update implements results.Store.
func (db *DB) Update(ctx context.Context, slug string, decide func(*results.Tournament) (*results.Change, error)) (*results.Tournament, error) {
	var next *results.Tournament
	err := db.write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		t, err := db.current(tx, slug)
		if err != nil {
			return err
		}
		change, err := decide(t)
		if err != nil {
			return err
		}
		if change == nil {
			next = t
			return nil
		}
		change.StampAll(t.Seq+1, db.now())
		if next, err = t.Apply(*change); err != nil {
			return err
		}
		if err := insert(tx, t.ID, []results.Change{*change}); err != nil {
			return err
		}
		row := rowOfTournament(next)
		err = tx.Table("tournaments").Where("id = ?", row.ID).Select("*").Omit("id").Updates(&row).Error
		if errors.Is(err, gorm.ErrDuplicatedKey) {
			return taken(row.Slug)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	db.remember(next)
	return next, nil
}
