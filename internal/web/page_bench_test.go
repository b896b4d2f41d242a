package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
)

// large is an event of n entrants after so many rounds, paired by turning a
// circle.
func large(n, rounds int) *script {
	names := make([]string, n)
	for i := range names {
		names[i] = "Entrant " + strconv.Itoa(i+1)
	}
	s := newScript("large", names...)
	s.status(results.Running)
	for r := range rounds {
		var rows [][]int
		for i := range n / 2 {
			rows = append(rows, []int{i + 1, n/2 + 1 + (i+r)%(n/2)})
		}
		first := s.matches + 1
		s.pair(r+1, "swiss", results.Published, rows...)
		for i := range n / 2 {
			s.play(first+i, 2, (i+r)%2)
		}
	}
	return s
}

// One request for a page of 1,000 entrants after 10 rounds, computed and
// rendered anew, and the same when the browser has it already.
func BenchmarkPages(b *testing.B) {
	store := resultstest.NewStore()
	if _, err := store.Create(context.Background(), large(1000, 10).changes); err != nil {
		b.Fatal(err)
	}
	server, err := New(Config{
		Store: store, Accounts: resultstest.NewAccounts(), Keeper: scorekeeper.New(store, func() uint64 { return 7 }),
		Clock: store.Now, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, page := range []struct{ name, path string }{
		{"standings", "/t/large/standings"}, {"pairings", "/t/large/pairings"}, {"player", "/t/large/players/e500"},
		{"sum", "/t/large/rounds/10/standings/e500"},
	} {
		ask := func(tag string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodGet, page.path, nil)
			r.Header.Set("If-None-Match", tag)
			w := httptest.NewRecorder()
			server.ServeHTTP(w, r)
			return w
		}
		tag := ask("").Header().Get("ETag")
		b.Run(page.name+"/new", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w := ask(""); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
		})
		b.Run(page.name+"/unchanged", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w := ask(tag); w.Code != http.StatusNotModified {
					b.Fatal(w.Code)
				}
			}
		})
	}
}
