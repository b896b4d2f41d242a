package main

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
	"tourney/internal/web/secret"
)

// stage is an event that stands as a test needs it, before the program starts on
// its data file. The browser does the rest.
type stage struct {
	t    *testing.T
	file string
	db   *store.DB
	k    *scorekeeper.Keeper
	by   results.Actor
	slug string
}

// newStage makes a data file with the accounts olga, who is the administrator,
// judith and jonas, all with the same password.
func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, file: filepath.Join(t.TempDir(), "stage.db")}
	var err error
	s.db, err = store.Open(t.Context(), s.file, time.Now)
	s.must(err)
	hash, err := secret.NewHasher().Hash(t.Context(), password)
	s.must(err)
	for name, role := range map[string]results.Role{"olga": results.Administrator, "judith": results.Visitor, "jonas": results.Visitor} {
		s.must(s.db.CreateAccount(t.Context(), &results.Account{Name: name, Role: role, PasswordHash: hash}, nil, name, "Account made."))
	}
	olga, err := s.db.AccountByName(t.Context(), "olga")
	s.must(err)
	s.by = results.Actor{Account: olga.ID, Name: olga.Name, Role: results.Administrator}
	s.k = scorekeeper.New(s.db, func() uint64 { return 7 })
	return s
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) request() scorekeeper.Request { return scorekeeper.Request{Slug: s.slug, By: s.by} }

// event makes an event of a preset with three Swiss rounds and these entrants;
// judith and jonas are its judges.
func (s *stage) event(preset string, facts scorekeeper.EventFacts, names ...string) {
	s.t.Helper()
	rules, _, _, err := policy.Preset(preset)
	s.must(err)
	facts.StartsAt = time.Date(2026, 12, 4, 18, 30, 0, 0, time.UTC)
	t, err := s.k.CreateEvent(s.t.Context(), s.request(), facts, *policy.Record(rules, 1, 1), []results.Stage{
		{ID: "swiss", System: results.Swiss, Rounds: 3}, {ID: "playoff", System: results.SingleElimination, Size: 4},
	})
	s.must(err)
	s.slug = t.Info().Slug
	var list []scorekeeper.EntrantFacts
	for _, n := range names {
		list = append(list, scorekeeper.EntrantFacts{Name: n, Club: n})
	}
	_, err = s.k.Enrol(s.t.Context(), s.request(), list, "")
	s.must(err)
	for _, name := range []string{"judith", "jonas"} {
		a, err := s.db.AccountByName(s.t.Context(), name)
		s.must(err)
		_, err = s.k.SetStaff(s.t.Context(), s.request(), a.ID, a.Name, results.Judge)
		s.must(err)
	}
}

// round drafts and publishes the next round; with scores, one for each table in
// turn, it is played and closed.
func (s *stage) round(scores ...[]int) *results.Tournament {
	s.t.Helper()
	t, err := s.k.DraftRound(s.t.Context(), s.request(), nil)
	s.must(err)
	r := t.LastRound()
	t, err = s.k.PublishRound(s.t.Context(), s.request(), r.Number, r.Version)
	s.must(err)
	for i, m := range t.RoundMatches(t.LastRound()) {
		if i < len(scores) {
			_, err = s.k.EnterResult(s.t.Context(), s.request(), m.Match.ID, 0, scorekeeper.Score{Won: scores[i]})
			s.must(err)
		}
	}
	if len(scores) > 0 {
		t, err = s.k.CloseRound(s.t.Context(), s.request(), r.Number, t.LastRound().Version)
		s.must(err)
	}
	return t
}

// tournament is the event as it is recorded now.
func (s *stage) tournament() *results.Tournament {
	s.t.Helper()
	t, err := s.db.Tournament(s.t.Context(), s.slug)
	s.must(err)
	return t
}

// start starts the program on the data file.
func (s *stage) start() (base string) {
	s.t.Helper()
	base, _, stop := running(s.t, serveOptions{file: s.file, named: true})
	s.t.Cleanup(func() {
		if err := stop(); err != nil {
			s.t.Errorf("stopping the program: %v", err)
		}
		s.must(s.db.Close())
	})
	return base
}

// signIn opens a window for somebody with an account.
func signIn(t *testing.T, browser context.Context, base, name, password, path string, width int64) *tab {
	t.Helper()
	b := openTab(t, browser, base, width)
	b.open("/signin?next=" + path)
	b.fill("name", name)
	b.fill("password", password)
	b.press("Sign in")
	b.says("Signed in as " + name + ".")
	return b
}

// choose takes one of the choices of a field, by its value.
func (b *tab) choose(field, value string) {
	b.t.Helper()
	choice := `[name="` + field + `"][value="` + value + `"]`
	b.do(chromedp.Click(chromedp.CSS(`label:has(> ` + choice + `), ` + choice + `:not(label > *) + label`)))
}

// pick takes an item of a list, by its value.
func (b *tab) pick(field, value string) {
	b.t.Helper()
	b.do(chromedp.SetValue(chromedp.CSS(`select[name="`+field+`"]`), value))
}

// list is a list of texts that a script finds.
func (b *tab) list(script string) []string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%v\n%s", err, script)
	}
	return out
}

// dark shows pages in dark colours, or in light ones. The browser answers once
// a page is open.
func (b *tab) dark(yes bool) {
	b.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[yes]
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"}, // colours change at once
			},
		})
		return err
	}))
}

// answers opens a page and returns its answer.
func (b *tab) answers(path string) *network.Response {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	answer, err := chromedp.RunResponse(ctx, chromedp.Navigate(b.base+path))
	if err != nil || answer == nil {
		b.t.Fatalf("%s does not answer: %v", path, err)
	}
	return answer
}

// loads opens a page that must answer as it should.
func (b *tab) loads(path string) {
	b.t.Helper()
	if answer := b.answers(path); answer.Status != 200 {
		b.t.Fatalf("%s answers with status %d", path, answer.Status)
	}
}

// staysHere fails the test if a page asks another host for anything.
func (b *tab) staysHere() {
	b.t.Helper()
	requests := chromedp.Events(b.ctx, network.RequestWillBeSent)
	go func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			// Chromium draws the signs of its own date fields from data: addresses.
			if to := r.Request.URL; !strings.HasPrefix(to, b.base+"/") && !strings.HasPrefix(to, "data:") {
				b.mu.Lock()
				b.faults = append(b.faults, "a request to "+strconv.Quote(to))
				b.mu.Unlock()
			}
		}
	}()
}
