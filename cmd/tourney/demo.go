package main

import (
	"context"
	"embed"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
	"tourney/internal/web/secret"
)

// The sample events. Results are those of real events as published, with
// invented names.
//
//go:embed demo/*.json
var demoFiles embed.FS

// demoName is the account of the demo.
const demoName = "demo"

// fillDemo makes an account and three events: one finished, one in the middle
// of a round, one in registration. It returns the account's password.
func fillDemo(ctx context.Context, db *store.DB, keeper *scorekeeper.Keeper) (password string, err error) {
	password = secret.Token()[:12]
	hash, err := secret.NewHasher().Hash(ctx, password)
	if err != nil {
		return "", err
	}
	account := &results.Account{Name: demoName, Role: results.Administrator, PasswordHash: hash}
	if err := db.CreateAccount(ctx, account, nil, demoName, "Account made for the demo."); err != nil {
		return "", err
	}
	by := results.Actor{Account: account.ID, Name: demoName, Role: results.Administrator}

	now := time.Now().UTC().Truncate(time.Hour)
	for _, e := range []struct {
		file   string
		starts time.Time
		then   func(context.Context, *scorekeeper.Keeper, scorekeeper.Request) error
	}{
		{"finished", now.AddDate(0, 0, -7), finishDemo},
		{"running", now.Add(-2 * time.Hour), runDemo},
		{"registration", now.AddDate(0, 0, 7), nil},
	} {
		data, err := demoFiles.ReadFile("demo/" + e.file + ".json")
		if err != nil {
			return "", err
		}
		changes, err := eventfile.Read(e.file, data)
		if err != nil {
			return "", err
		}
		for _, r := range changes[0].Records {
			if d, ok := r.(*results.Details); ok {
				d.StartsAt = e.starts
			}
		}
		t, err := db.Create(ctx, changes)
		if err != nil {
			return "", err
		}
		if e.then != nil {
			if err := e.then(ctx, keeper, scorekeeper.Request{Slug: t.Info().Slug, By: by}); err != nil {
				return "", err
			}
		}
	}
	return password, nil
}

func finishDemo(ctx context.Context, k *scorekeeper.Keeper, req scorekeeper.Request) error {
	_, err := k.Finish(ctx, req)
	return err
}

// runDemo publishes a round and enters the results of its first tables.
func runDemo(ctx context.Context, k *scorekeeper.Keeper, req scorekeeper.Request) error {
	seed := uint64(2026)
	t, err := k.DraftRound(ctx, req, &seed)
	if err != nil {
		return err
	}
	r := t.LastRound()
	if t, err = k.PublishRound(ctx, req, r.Number, r.Version); err != nil {
		return err
	}
	if _, err = k.KeepTime(ctx, req, scorekeeper.ClockFacts{Round: r.Number, Kind: results.ClockStart, Seconds: 50 * 60}); err != nil {
		return err
	}
	scores := [][]int{{2, 0}, {1, 2}, {2, 1}}
	for i, m := range t.RoundMatches(t.LastRound()) {
		if i == len(scores) {
			break
		}
		if _, err := k.EnterResult(ctx, req, m.Match.ID, m.Version(), scorekeeper.Score{Won: scores[i]}); err != nil {
			return err
		}
	}
	return nil
}
