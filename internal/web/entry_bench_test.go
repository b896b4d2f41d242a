package web

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
	"tourney/internal/web/secret"
)

// One result from the HTTP request to the committed answer, at 1,000 entrants in
// round 11, on the real database. Goal: 10 ms.
func BenchmarkEnterResult(b *testing.B) {
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(b.TempDir(), "hall.db"), time.Now)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	s := large(1000, 10)
	s.pair(11, "swiss", results.Published, func() (rows [][]int) {
		for i := range 500 {
			rows = append(rows, []int{i + 1, 501 + (i+10)%500})
		}
		return rows
	}()...)
	t, err := db.Create(ctx, s.changes)
	if err != nil {
		b.Fatal(err)
	}
	admin := &results.Account{Name: "Ada", Role: results.Administrator}
	if err := db.CreateAccount(ctx, admin, nil, "test", "Made."); err != nil {
		b.Fatal(err)
	}
	token := secret.Token()
	if err := db.CreateSession(ctx, secret.Hash(token), admin.ID, time.Now().Add(time.Hour)); err != nil {
		b.Fatal(err)
	}
	server, err := New(Config{
		Store: db, Accounts: db, Keeper: scorekeeper.New(db, func() uint64 { return 7 }),
		Clock: time.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	matches := t.LastRound().Matches
	versions := make([]int, len(matches))
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		at := i % len(matches)
		id := matches[at]
		form := url.Values{
			"key": {secret.Token()}, "part": {"row"}, "only": {fmt.Sprint(id)},
			fmt.Sprintf("version-%d", id): {fmt.Sprint(versions[at])},
			fmt.Sprintf("score-%d", id):   {[]string{"20", "21"}[i/len(matches)%2]},
			fmt.Sprintf("reason-%d", id):  {"benchmark"},
		}
		r := httptest.NewRequest(http.MethodPost, href(routeGrid, "large", 11), strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: "tourney_session", Value: token})
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatalf("%d: %s", w.Code, w.Body)
		}
		versions[at]++
		i++
	}
}
