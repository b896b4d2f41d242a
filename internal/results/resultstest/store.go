// Package resultstest helps tests: stores in memory that pass the same
// conformance suite as the real ones.
package resultstest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"tourney/internal/results"
)

// Store keeps events in memory.
type Store struct {
	// Now is the clock; tests set it to have known times.
	Now func() time.Time

	mu     sync.Mutex
	events map[string]*results.Tournament
	nextID int64
}

var _ results.Store = (*Store)(nil)

// NewStore returns an empty store whose clock stands at a fixed moment.
func NewStore() *Store {
	moment := time.Date(2026, 12, 4, 17, 30, 0, 0, time.UTC)
	return &Store{Now: func() time.Time { return moment }, events: map[string]*results.Tournament{}}
}

// Tournament implements results.Store.
func (s *Store) Tournament(_ context.Context, slug string) (*results.Tournament, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.events[slug]
	if !ok {
		return nil, results.Refuse(results.NotFound, "There is no event at this address.")
	}
	return t, nil
}

// Summaries implements results.Store.
func (s *Store) Summaries(context.Context) ([]results.Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]results.Summary, 0, len(s.events))
	for _, t := range s.events {
		out = append(out, results.SummaryOf(t))
	}
	slices.SortFunc(out, func(a, b results.Summary) int {
		return cmp.Or(b.StartsAt.Compare(a.StartsAt), cmp.Compare(b.ID, a.ID))
	})
	return out, nil
}

// Create implements results.Store.
func (s *Store) Create(_ context.Context, changes []results.Change) (*results.Tournament, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.Now()
	for i := range changes {
		if !changes[i].Stamped() {
			changes[i].StampAll(int64(i+1), at)
		}
	}
	t, err := results.Fold(changes)
	if err != nil {
		return nil, err
	}
	slug := t.Info().Slug
	if _, taken := s.events[slug]; taken {
		return nil, results.Refuse(results.Conflict, "There is already an event with the address %q.", slug).At("slug")
	}
	s.nextID++
	t.ID = s.nextID
	s.events[slug] = t
	return t, nil
}

// Update implements results.Store.
func (s *Store) Update(_ context.Context, slug string, decide func(*results.Tournament) (*results.Change, error)) (*results.Tournament, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.events[slug]
	if !ok {
		return nil, results.Refuse(results.NotFound, "There is no event at this address.")
	}
	change, err := decide(t)
	if err != nil || change == nil {
		return t, err
	}
	change.StampAll(t.Seq+1, s.Now())
	next, err := t.Apply(*change)
	if err != nil {
		return nil, err
	}
	if moved := next.Info().Slug; moved != slug {
		if _, taken := s.events[moved]; taken {
			return nil, results.Refuse(results.Conflict, "There is already an event with the address %q.", moved).At("slug")
		}
		delete(s.events, slug)
		slug = moved
	}
	s.events[slug] = next
	return next, nil
}
