package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// running starts the program on a free port and returns its address once it is
// ready, everything it said until then, and what stops it.
func running(tb testing.TB, o serveOptions) (base, said string, stop func() error) {
	tb.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	o.addr = "127.0.0.1:0"
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := serve(ctx, writer, io.Discard, o)
		writer.CloseWithError(err)
		done <- err
	}()
	lines := bufio.NewScanner(reader)
	for lines.Scan() {
		said += lines.Text() + "\n"
		if rest, ok := strings.CutPrefix(lines.Text(), "tourney is running at "); ok {
			base = rest
		}
		if strings.HasPrefix(lines.Text(), "Stop it") {
			go io.Copy(io.Discard, reader)
			break
		}
	}
	if base == "" {
		cancel()
		tb.Fatalf("the program did not start: %v", <-done)
	}
	for {
		answer, err := http.Get(base + "/healthz")
		if err != nil {
			tb.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return base, said, func() error { cancel(); return <-done }
}

func TestServeSaysHowToGetIn(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "new.db")
	base, said, stop := running(t, serveOptions{file: file, named: true})
	link := ""
	for line := range strings.Lines(said) {
		if strings.Contains(line, "/setup/") {
			link = strings.TrimSpace(line)
		}
	}
	if !strings.HasPrefix(link, base) {
		t.Fatalf("no set-up link in %q", said)
	}
	answer, err := http.Get(link)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("the set-up link answers %v, %v", answer.StatusCode, err)
	}
	answer.Body.Close()
	if err := stop(); err != nil {
		t.Errorf("stopping: %v", err)
	}
	// The demo fills fresh files only.
	_, demoSaid, stopDemo := running(t, serveOptions{file: filepath.Join(t.TempDir(), "demo.db"), named: true, demo: true})
	if !strings.Contains(demoSaid, "password: ") {
		t.Errorf("the demo does not say how to sign in: %q", demoSaid)
	}
	if err := stopDemo(); err != nil {
		t.Error(err)
	}
}

func TestTheDemoHasThreeEventsInTheirStates(t *testing.T) {
	t.Parallel()
	base, _, stop := running(t, serveOptions{demo: true})
	for path, words := range map[string][]string{
		"/":                           {"Autumn Modern Cup", "Friday Night Open", "Momon Winter League"},
		"/t/autumn-cup":               {"The event is over", "Final placement"},
		"/t/friday-night":             {"Round 3 is running", "Time is up at"},
		"/t/winter-league":            {"Registration"},
		"/t/friday-night/rounds/3":    {"Why this pairing?"},
		"/t/friday-night/standings":   {"OMW"},
		"/t/winter-league/policy":     {"assum"},
		"/t/autumn-cup/rounds/5":      {"Closed"},
		"/t/autumn-cup/players/e001":  {"Round"},
		"/t/friday-night/pairings":    {"Find your seat"},
		"/t/winter-league/pairings":   {"No round is published yet."},
		"/t/autumn-cup/standings":     {"after round 5"},
		"/t/autumn-cup/players":       {"33"},
		"/t/friday-night/rounds/1":    {"Closed"},
		"/t/friday-night/players?q=x": {"Nobody"},
	} {
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s answers %d, %v", path, answer.StatusCode, err)
		}
		for _, w := range words {
			if !strings.Contains(string(body), w) {
				t.Errorf("%s does not say %q", path, w)
			}
		}
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// From the start of the program to its first healthy answer, on an existing
// database. Goal: 1 s.
func BenchmarkServeReady(b *testing.B) {
	file := filepath.Join(b.TempDir(), "existing.db")
	_, _, stop := running(b, serveOptions{file: file, named: true, demo: true})
	if err := stop(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, _, stop := running(b, serveOptions{file: file, named: true})
		b.StopTimer()
		if err := stop(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
