package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tourney/internal/results/scorekeeper"
)

//go:embed testdata/axe/axe.min.js
var axe string

// violations is what axe finds against WCAG 2.2, levels A and AA, in the page as
// it is shown now.
func (b *tab) violations() []string {
	b.t.Helper()
	return b.list(`(async () => {
  const found = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] });
  return found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.id + ": " + n.html + " " + (n.any[0]?.message || n.all[0]?.message || n.none[0]?.message || v.help)));
})()`)
}

// contrast is what axe finds against the contrast of colours alone.
func (b *tab) contrast() []string {
	b.t.Helper()
	return b.list(`(async () => {
  const found = await axe.run(document, { runOnly: { type: "rule", values: ["color-contrast"] }, resultTypes: ["violations"] });
  return found.violations.flatMap((v) => v.nodes.slice(0, 5).map((n) => v.id + ": " + n.html + " " + n.any[0]?.message));
})()`)
}

// accessible checks a page in both colour schemes.
func (b *tab) accessible(path string) {
	b.t.Helper()
	b.loads(path)
	b.dark(false)
	b.do(chromedp.Evaluate[chromedp.Void](axe))
	for _, v := range b.violations() {
		b.t.Errorf("%s: %s", path, v)
	}
	b.dark(true)
	for _, v := range b.contrast() {
		b.t.Errorf("%s in dark colours: %s", path, v)
	}
	if over := b.number(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.t.Errorf("%s is %d px wider than the window", path, over)
	}
}

// Every kind of page meets WCAG 2.2 AA, in light and dark colours: those of
// visitors on a phone, those of the staff at a desk.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	base, said, stop := running(t, serveOptions{demo: true})
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	_, demoPassword, _ := strings.Cut(said, "password: ")
	demoPassword, _, _ = strings.Cut(demoPassword, "\n")
	browser := startBrowser(t)

	visitor := openTab(t, browser, base, 360)
	for _, path := range []string{
		"/", "/signin", "/t/friday-night", "/t/friday-night/pairings", "/t/friday-night/rounds/3?by=name", "/t/friday-night/standings",
		"/t/friday-night/players", "/t/friday-night/players/e001", "/t/friday-night/policy", "/t/autumn-cup", "/t/autumn-cup/rounds/5",
		"/t/autumn-cup/rounds/5/standings/e001", "/t/autumn-cup/bracket", "/t/autumn-cup/bracket?view=list", "/t/winter-league", "/t/winter-league/standings",
	} {
		visitor.accessible(path)
	}

	for _, width := range []int64{1280, 360} {
		staff := signIn(t, browser, base, demoName, demoPassword, "/", width)
		for _, path := range staffPages[width] {
			staff.accessible(path)
		}
	}
}

// staffPages are the pages of organizers, at a desk, and of judges, on a phone.
var staffPages = map[int64][]string{
	1280: {
		"/account", "/accounts", "/events/new", "/events/new?preset=magic-third", "/events/import",
		"/t/friday-night/desk", "/t/friday-night/details", "/t/friday-night/stages", "/t/friday-night/policy/change", "/t/friday-night/staff",
		"/t/friday-night/log", "/t/friday-night/registration", "/t/friday-night/registration/list", "/t/friday-night/players/e001/edit",
		"/t/friday-night/rounds/3/desk", "/t/friday-night/rounds/3/void", "/t/friday-night/rounds/3/repair", "/t/friday-night/rounds/3/slips",
		"/t/friday-night/rounds/3/results", "/t/friday-night/matches/1/correction?score=02&reason=slip", "/t/friday-night/cut", "/t/friday-night/finish",
		"/t/autumn-cup/reopen", "/t/winter-league/desk",
	},
	360: {
		"/t/friday-night/judge", "/t/friday-night/judge/time", "/t/friday-night/judge/matches/1", "/t/friday-night/judge/matches/1/history",
		"/t/friday-night/judge/matches/1/games/1", "/t/friday-night/judge/matches/1/games/1/ruling", "/t/friday-night/judge/matches/1/games/2/strike",
		"/t/friday-night/judge/penalties", "/t/friday-night/judge/penalties/new", "/t/friday-night/judge/penalties/new?entrant=e001&match=1",
		"/t/friday-night/judge/catalogue",
	},
}

// hostile are names of which each breaks pages that are not careful.
var hostile = []string{
	`<img src=x onerror="document.title='executed'">`,
	`"><script>document.title='executed'</script>`,
	strings.Repeat("W", 200),
	"مرحبا \u202eevil\u202c بن سليمان",
	"👩‍👩‍👧‍👦🏴‍☠️ Zoë e\u0301 🂡",
	"'; DROP TABLE entrants; -- ${7*7} {{7*7}}",
	"Ŵ̷̢͖̟͓̪̤̬͍̙̹͎̈́̔̿̏̎a̷̧̛l̵", "Bo",
}

// Names of others run nothing and widen no page, on a phone, in dark colours, on
// any page that the public sees.
func TestHostileNamesInABrowser(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.event("magic-third", scorekeeper.EventFacts{
		Name: hostile[0] + strings.Repeat("M", 120), Slug: "hostile", Ruleset: "magic", Place: hostile[1], Zone: "Europe/Berlin",
	}, hostile...)
	for range 3 {
		s.round([]int{2, 0}, []int{2, 1}, []int{1, 2}, []int{2, 0})
	}
	_, err := s.k.MakeCut(t.Context(), s.request(), scorekeeper.CutOptions{Size: 4})
	s.must(err)
	s.round([]int{2, 0}, []int{2, 1})
	s.round([]int{2, 0})
	_, err = s.k.Finish(t.Context(), s.request())
	s.must(err)

	b := openTab(t, startBrowser(t), s.start(), 360)
	b.loads("/")
	b.dark(true)
	const event = "/t/hostile"
	pages := []string{"/", event, event + "/pairings", event + "/rounds/1?by=name", event + "/standings", event + "/bracket", event + "/bracket?view=list", event + "/players", event + "/policy"}
	for round := 1; round <= 5; round++ {
		pages = append(pages, fmt.Sprintf("%s/rounds/%d", event, round))
	}
	for _, h := range s.tournament().Entrants {
		id := string(h.Current().ID)
		pages = append(pages, event+"/players/"+id, event+"/rounds/3/standings/"+id)
	}
	for _, path := range pages {
		b.loads(path)
		if over := b.number(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
			t.Errorf("%s is %d px wider than the window", path, over)
		}
		if b.number(`document.title.includes("executed") && !document.title.includes("document") || document.querySelector("main img, main script, main iframe") ? 1 : 0`) != 0 {
			t.Errorf("%s holds an element that a name brought", path)
		}
	}
	var stored []string
	for _, h := range s.tournament().Entrants {
		stored = append(stored, h.Current().Name)
	}
	b.loads(event + "/players")
	shown := b.list(`[...document.querySelectorAll("#players .row-link bdi")].map((e) => e.textContent)`)
	slices.Sort(stored)
	slices.Sort(shown)
	if !slices.Equal(stored, shown) {
		t.Errorf("the page shows %q, not the names %q", shown, stored)
	}
}

// What a visitor finds without an account, on a phone and at a desk: a seat by
// typing a name, the sum behind a value, the bracket and the final placement, and
// nothing of a draft.
func TestAVisitorReadsAlong(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.event("magic-third", scorekeeper.EventFacts{Name: "Friday", Slug: "friday", Ruleset: "magic"}, eight...)
	for range 2 {
		s.round([]int{2, 0}, []int{2, 1}, []int{1, 2}, []int{2, 0})
	}
	draft, err := s.k.DraftRound(t.Context(), s.request(), nil)
	s.must(err)
	base := s.start()
	browser := startBrowser(t)
	for _, width := range []int64{360, 1280} {
		b := openTab(t, browser, base, width)
		b.open("/t/friday/pairings")
		b.says("Find your seat", "Ada", "Greta")
		b.do(chromedp.SendKeys(chromedp.CSS("#q"), "gRET"))
		rows := b.list(`[...document.querySelectorAll("#pairings [data-row]")].filter((e) => e.checkVisibility()).map((e) => e.textContent)`)
		if len(rows) != 1 || !strings.Contains(rows[0], "Greta") {
			t.Errorf("typing a name leaves %q", rows)
		}

		b.open("/t/friday/standings")
		b.says("after round 2")
		b.do(chromedp.Click(chromedp.CSS(`#standings tbody tr:first-child a[href$="#OMW"]`)))
		b.until(func() bool { return b.number(`document.querySelector("dialog[open] .sum-line") ? 1 : 0`) == 1 }, "opens no sum")
		b.says("Counts", "Close")
		b.do(chromedp.Click(chromedp.CSS("dialog[open] .dialog-head button")))
		b.until(func() bool { return b.number(`document.querySelector("dialog") ? 1 : 0`) == 0 }, "does not close the sum")

		b.open("/t/friday")
		b.says("Round 2")
		for _, path := range []string{"/rounds/3", "/rounds/3/standings", "/rounds/3/desk", "/rounds/3/results", fmt.Sprintf("/judge/matches/%d", draft.LastRound().Matches[0])} {
			if answer := b.answers("/t/friday" + path); answer.Status == 200 && !strings.Contains(answer.URL, "/signin") {
				t.Errorf("a visitor opens %s of a draft", path)
			}
		}
	}
}
