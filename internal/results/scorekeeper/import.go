package scorekeeper

import (
	"context"
	"fmt"

	"tourney/internal/results"
)

// Import stores an event that was read from a file. An export brings its own
// stamps and history and is stored as it is; of any other file the rounds that
// are closed get their outcomes. It fails with Conflict if the address is
// taken; then nothing is stored. With asCopy the event gets the next free
// address instead.
func (k *Keeper) Import(ctx context.Context, changes []results.Change, asCopy bool) (*results.Tournament, error) {
	if err := addOutcomes(changes); err != nil {
		return nil, err
	}
	t, err := results.Fold(changes)
	if err != nil {
		return nil, err
	}
	if asCopy {
		free, err := k.FreeSlug(ctx, t.Info().Slug)
		if err != nil {
			return nil, err
		}
		if free != t.Info().Slug {
			changes = append(changes, renamed(t, free))
		}
	}
	return k.store.Create(ctx, changes)
}

// addOutcomes appends the outcomes of closed rounds to the changes of a file
// without history.
func addOutcomes(changes []results.Change) error {
	if changes[0].Stamped() {
		return nil
	}
	t, err := results.Fold(changes[:1])
	if err != nil {
		return err
	}
	for i := range changes[1:] {
		c := &changes[i+1]
		if t, err = t.Apply(*c); err != nil {
			return err
		}
		if r, ok := t.Round(c.Entry.Round); !ok || r.Status != results.Closed {
			continue
		}
		outcomes, err := RoundOutcomes(t, c.Entry.Round)
		if err != nil {
			return err
		}
		c.Records = append(c.Records, outcomes...)
	}
	return nil
}

// FreeSlug is the address itself, or with the first number that makes it free.
func (k *Keeper) FreeSlug(ctx context.Context, slug string) (string, error) {
	events, err := k.store.Summaries(ctx)
	if err != nil {
		return "", err
	}
	taken := map[string]bool{}
	for _, e := range events {
		taken[e.Slug] = true
	}
	free := slug
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s-%d", slug, n)
	}
	return free, nil
}

// renamed is the change that moves a copy to its own address.
func renamed(t *results.Tournament, slug string) results.Change {
	info := *t.Info()
	info.Version++
	info.Slug = slug
	return results.Change{
		Entry: results.LogEntry{
			Seq: t.Seq + 1, By: results.Actor{Name: "import", Role: results.Program}, Action: results.ImportEvent,
			Text: fmt.Sprintf("Imported as a copy of %s.", t.Info().Slug),
		},
		Records: []results.Record{&info},
	}
}
