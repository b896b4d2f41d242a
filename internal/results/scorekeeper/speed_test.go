package scorekeeper_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
)

// hall is an event on the real database with the given number of entrants and
// closed rounds, the next one not drafted yet.
func hall(b *testing.B, entrants, rounds int) (*scorekeeper.Keeper, *store.DB, scorekeeper.Request) {
	b.Helper()
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(b.TempDir(), "hall.db"), time.Now)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	seed := uint64(0)
	k := scorekeeper.New(db, func() uint64 { seed++; return seed })
	p, _, _, err := policy.Preset("magic-third")
	if err != nil {
		b.Fatal(err)
	}
	facts := scorekeeper.EventFacts{Name: "Hall", Slug: "hall", Ruleset: "generic", Sanctioned: true}
	stages := []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: rounds + 2}}
	if _, err := k.CreateEvent(ctx, scorekeeper.Request{By: resultstest.Organizer}, facts, *policy.Record(p, 1, 1), stages); err != nil {
		b.Fatal(err)
	}
	req := scorekeeper.Request{Slug: "hall", By: resultstest.Organizer}
	var list []scorekeeper.EntrantFacts
	for i := range entrants {
		list = append(list, scorekeeper.EntrantFacts{Name: fmt.Sprintf("Player %d", i)})
	}
	must := func(t *results.Tournament, err error) *results.Tournament {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
		return t
	}
	must(k.Enrol(ctx, req, list, scorekeeper.MissedAreLosses))
	for n := 1; n <= rounds; n++ {
		t := must(k.DraftRound(ctx, req, nil))
		must(k.PublishRound(ctx, req, n, t.LastRound().Version))
		// All results in one change: entering them one by one is measured elsewhere.
		must(db.Update(ctx, "hall", func(t *results.Tournament) (*results.Change, error) {
			c := &results.Change{Entry: results.LogEntry{By: req.By, Action: results.EnterResult, Text: "All results."}}
			for i, m := range t.RoundMatches(t.LastRound()) {
				if m.Match.Assigned == "" {
					c.Records = append(c.Records, resultstest.Score(m.Match.ID, [2]int{2 * (i % 2), 2 - 2*(i%2)})...)
				}
			}
			return c, nil
		}))
		must(k.CloseRound(ctx, req, n, 0))
	}
	return k, db, req
}

// Publishing a round of 2,000: pair, store, log. Goal: 300 ms.
func BenchmarkPublishRoundOf2000(b *testing.B) {
	ctx := context.Background()
	k, _, req := hall(b, 2000, 3)
	req.Reason = "benchmark"
	b.ReportAllocs()
	for b.Loop() {
		t, err := k.DraftRound(ctx, req, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err = k.PublishRound(ctx, req, 4, t.LastRound().Version); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if _, err = k.VoidRound(ctx, req, 4, 0); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// Entering one result at 1,000 entrants in round 11, from the request to the
// committed answer of the store. Goal: 10 ms with the web application around it.
func BenchmarkEnterResultAt1000(b *testing.B) {
	ctx := context.Background()
	k, db, req := hall(b, 1000, 10)
	t, err := k.DraftRound(ctx, req, nil)
	if err != nil {
		b.Fatal(err)
	}
	if t, err = k.PublishRound(ctx, req, 11, t.LastRound().Version); err != nil {
		b.Fatal(err)
	}
	_ = db
	matches := t.LastRound().Matches
	req.Reason = "benchmark"
	version := make([]int, len(matches))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		at := i % len(matches)
		score := scorekeeper.Score{Won: []int{2, i / len(matches) % 2}}
		if _, err := k.EnterResult(ctx, req, matches[at], version[at], score); err != nil {
			b.Fatal(err)
		}
		version[at]++
		i++
	}
}

// What a correction of round 1 changes, at 1,000 entrants after 10 rounds. Goal:
// 100 ms.
func BenchmarkPreviewAt1000(b *testing.B) {
	_, db, req := hall(b, 1000, 10)
	t, err := db.Tournament(context.Background(), "hall")
	if err != nil {
		b.Fatal(err)
	}
	req.Reason = "benchmark"
	b.ReportAllocs()
	for b.Loop() {
		m := t.Matches[0]
		w := 1 - m.Result().Winner
		won := []int{0, 0}
		won[w] = 2
		if _, err := scorekeeper.PreviewResult(t, req, m.Match.ID, 1, scorekeeper.Score{Won: won}); err != nil {
			b.Fatal(err)
		}
	}
}
