package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/web/secret"
)

// From a name typed at the judge's desk to the page of the match, two requests,
// at 1,000 entrants in round 10; and the desk with all its tables. Goal for the
// first: 20 ms.
func BenchmarkJudge(b *testing.B) {
	ctx := context.Background()
	store, accounts := resultstest.NewStore(), resultstest.NewAccounts()
	if _, err := store.Create(ctx, large(1000, 10).changes); err != nil {
		b.Fatal(err)
	}
	judge := &results.Account{Name: "Judy", Role: results.Administrator}
	if err := accounts.CreateAccount(ctx, judge, nil, "test", "made"); err != nil {
		b.Fatal(err)
	}
	token := secret.Token()
	if err := accounts.CreateSession(ctx, secret.Hash(token), judge.ID, store.Now().Add(time.Hour)); err != nil {
		b.Fatal(err)
	}
	server, err := New(Config{
		Store: store, Accounts: accounts, Keeper: scorekeeper.New(store, func() uint64 { return 7 }),
		Clock: store.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	ask := func(path string, want int) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.AddCookie(&http.Cookie{Name: "tourney_session", Value: token})
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Code != want {
			b.Fatalf("%s: status %d", path, w.Code)
		}
		return w
	}
	b.Run("search to page", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			found := ask("/t/large/judge?q=entrant+777", http.StatusSeeOther)
			ask(found.Header().Get("Location"), http.StatusOK)
		}
	})
	b.Run("desk", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ask("/t/large/judge", http.StatusOK)
		}
	})
}
