package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/standings"
)

var eight = []string{"Ada", "Bruno", "Carla", "Dmitri", "Elena", "Farid", "Greta", "Hugo"}

// floor is a sanctioned Momon event whose first round is running.
func floor(t *testing.T) (*stage, string) {
	t.Helper()
	s := newStage(t)
	s.event("momon", scorekeeper.EventFacts{Name: "Momon Night", Slug: "night", Ruleset: "momon", Sanctioned: true}, eight...)
	s.round()
	return s, s.start()
}

// judge opens a window of a judge's phone at a page.
func (s *stage) judge(browser context.Context, base, name, path string) *tab {
	s.t.Helper()
	return signIn(s.t, browser, base, name, password, path, 360)
}

// table is what a match is between, in the order of the seats.
func (s *stage) table(id results.MatchID) (a, b string) {
	s.t.Helper()
	t := s.tournament()
	m, ok := t.Match(id)
	if !ok {
		s.t.Fatalf("no match %d", id)
	}
	var names [2]string
	for i, seat := range m.Match.Seats {
		e, _ := t.Entrant(seat)
		names[i] = e.Name
	}
	return names[0], names[1]
}

// Four tables of one round: what judges meet on the floor.
func TestAJudgesEveningInABrowser(t *testing.T) {
	t.Parallel()
	s, base := floor(t)
	browser := startBrowser(t)
	judith := s.judge(browser, base, "judith", "/t/night/judge")
	jonas := s.judge(browser, base, "jonas", "/t/night/judge")
	disputed(s, judith, jonas)
	concededAtFullArena(s, judith)
	loops(s, judith)
	twoJudges(s, judith, jonas)
}

// Nobody knows whether the concession was clear: the claim is kept as pending,
// a colleague rules, and the appeal overrules. All three stay.
func disputed(s *stage, judith, jonas *tab) {
	a, b := s.table(1)
	judith.open("/t/night/judge")
	judith.fill("q", "1")
	judith.press("Find")
	judith.says("Table 1", a, b, "No game is recorded yet.")
	judith.press("Record game 1")
	judith.says("How did the game end?")
	judith.choose("how", "concession")
	judith.choose("conceder", "1")
	judith.choose("clear", "no")
	judith.choose("when", "before")
	judith.press("Check")
	judith.says("A judge has to decide", "Rule 7.6.2")
	judith.press("Save as pending")
	judith.says("Game 1 saved as pending: a judge decides it.", "Game 1 waits for a judge.")

	jonas.open("/t/night/judge")
	jonas.says("Waiting for you")
	jonas.press("Table 1")
	jonas.says("claimed is a win of " + a)
	jonas.press("Rule on it")
	jonas.says("The engine's answer stays beside the ruling for ever.")
	jonas.choose("winner", "0")
	jonas.fill("reason", "the table next to them heard it")
	jonas.press("Rule so")
	jonas.says("Ruled by jonas: the table next to them heard it")

	judith.open("/t/night/judge/matches/1")
	judith.press("Overrule")
	judith.says("Ruled by jonas")
	judith.choose("winner", "1")
	judith.fill("reason", "on appeal: nobody said the word")
	judith.press("Rule so")
	judith.says("Ruled by judith: on appeal: nobody said the word")
	judith.press("History of this match")
	judith.says("Game 1, version 3", "Game 1, version 2", "Game 1, version 1", "Ruled by jonas: the table next to them heard it", b+" won")
}

// The Arena was full when the Summon Step began and the second player leads 9 to
// 5; the concession in the End Step comes before the end (7.6.1).
func concededAtFullArena(s *stage, judith *tab) {
	a, b := s.table(2)
	judith.open("/t/night/judge/matches/2/games/1")
	judith.choose("how", "full_arena")
	judith.do(chromedp.Focus(chromedp.CSS(".pad-cell:nth-child(1) button")))
	judith.strike("a")
	judith.strike("5")
	judith.do(chromedp.Focus(chromedp.CSS(".pad-cell:nth-child(2) button")))
	judith.strike("b")
	judith.strike("9")
	judith.says("A "+a+" 5", "B "+b+" 9")
	judith.choose("latch", "yes")
	judith.fill("turnsA", "6")
	judith.fill("turnsB", "5")
	judith.choose("how", "concession")
	judith.choose("conceder", "1")
	judith.choose("clear", "yes")
	judith.choose("when", "before")
	judith.press("Check")
	judith.says("Verified: the evidence proves it", "Rule 7.6.1")
	judith.press("Save")
	judith.says("Game 1 saved: " + a + " won (verified).")
	judith.press("Evidence and verdict")
	judith.says("Turns begun: " + a + " 6")
}

// strike presses one key of a letter or a digit; a page that takes the key for
// itself keeps it from being typed.
func (b *tab) strike(key string) {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kb.KeyDown, Key: key, Text: key}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, target, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kb.KeyUp, Key: key})
		return err
	}))
}

// A loop that nobody can stop is a Game Draw once both verifications are there;
// where somebody has a choice the worksheet says who leaves it, and when.
func loops(s *stage, judith *tab) {
	a, b := s.table(3)
	judith.open("/t/night/judge/matches/3/games/1")
	judith.choose("how", "mandatory_loop")
	judith.fill("recurs", "Two Momon move each other to and fro.")
	judith.choose("recurred", "yes")
	judith.choose("choice0", "no")
	judith.press("Check")
	judith.says("Not verified: no draw", "Rule 12.4.4", "In sanctioned play a judge decides how it goes on.")
	judith.choose("choice1", "no")
	judith.press("Check")
	judith.says("A Game Draw", "Verified: the evidence proves it")
	judith.press("Save")
	judith.says("Game 1 saved: Game Draw (verified).")

	judith.open("/t/night/judge/matches/3/games/2")
	judith.choose("how", "mandatory_loop")
	judith.fill("recurs", "The same two again.")
	judith.choose("recurred", "yes")
	judith.choose("choice0", "yes")
	judith.choose("choice1", "yes")
	judith.choose("active", "0")
	judith.press("Check")
	judith.says("No draw: declare", "Rejected: this cannot be saved", a+", the active player, and then "+b+" name a finite number")
	judith.choose("d0by", "0")
	judith.fill("d0n", "5")
	judith.choose("d1by", "1")
	judith.fill("d1n", "3")
	judith.press("Check")
	judith.says("No draw: it stops", "repeated 3 times; then "+b+" makes the announced different choice")
	if judith.number(`document.querySelectorAll('button[value="save"]').length`) != 0 {
		s.t.Error("an optional loop can be saved as a draw")
	}
}

// The second of two judges at a table sees what the first one saved, beside what
// was typed.
func twoJudges(s *stage, judith, jonas *tab) {
	a, b := s.table(4)
	const game = "/t/night/judge/matches/4/games/1"
	judith.open(game)
	judith.choose("how", "reported")
	judith.choose("winner", "0")
	judith.fill("reason", "both signed the slip")
	judith.press("Check")
	judith.says("Possible, not verified")

	jonas.open(game)
	jonas.choose("how", "reported")
	jonas.choose("winner", "1")
	jonas.press("Check")
	jonas.says("Possible, not verified")
	jonas.press("Save as unverified")
	jonas.says("Game 1 saved: " + b + " won (unverified).")

	judith.press("Save as unverified")
	judith.says("Recorded now", b+" won", "What you typed is still below")
	if typed := judith.list(`[document.querySelector('[name="winner"]:checked').value, document.querySelector('[name="reason"]').value]`); !slices.Equal(typed, []string{"0", "both signed the slip"}) {
		s.t.Errorf("what the second judge typed is now %q", typed)
	}
	judith.press("Check")
	judith.says("Possible, not verified")
	judith.press("Save as unverified")
	judith.says("Game 1 saved: " + a + " won (unverified).")
	judith.press("History of this match")
	judith.says("both signed the slip", "jonas", "Game 1, version 2", "Game 1, version 1")
}

// line is one row of a preview: a player in the standings after a round.
type line struct {
	round         string
	name          string
	before, after string
	details       string
}

// A result of the first round is corrected after the third. What the page says
// before is what computing everything anew gives after.
func TestAnOldResultIsCorrectedInABrowser(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.event("magic-third", scorekeeper.EventFacts{Name: "Friday", Slug: "friday", Ruleset: "magic"}, eight...)
	for range 3 {
		s.round([]int{2, 0}, []int{2, 1}, []int{1, 2}, []int{2, 0})
	}
	base := s.start()
	before := s.tournament()
	m, _ := before.Match(1)
	preview, err := scorekeeper.PreviewResult(before, scorekeeper.Request{Slug: "friday", By: s.by, Reason: "slip"}, 1, m.Version(), scorekeeper.Score{Won: []int{0, 2}})
	s.must(err)

	olga := signIn(t, startBrowser(t), base, "olga", password, "/t/friday/rounds/1/results", 1280)
	olga.press("Correct")
	olga.says("What is it instead?")
	olga.fill("score", "02")
	olga.fill("reason", "the slip was read upside down")
	olga.press("Show what it would change")
	olga.says("What it would change", "2 rounds published since then rest on this result.", "8 later matches with results stay as they were played.")
	shown := olga.preview()
	for _, c := range preview.Pairings {
		olga.says(fmt.Sprintf("Round %d would have been paired differently", c.Round))
		for i, list := range [][][]results.EntrantID{c.Before, c.After} {
			var want []string
			for _, seats := range list {
				var names []string
				for _, id := range seats {
					e, _ := before.Entrant(id)
					names = append(names, e.Name)
				}
				want = append(want, strings.Join(names, " – "))
			}
			got := olga.list(fmt.Sprintf(`[...[...document.querySelectorAll(".change")].find((s) => s.querySelector("h3").textContent.startsWith("Round %d ")).querySelectorAll(".change-columns > div")[%d].querySelectorAll("li")].map((e) => e.textContent)`, c.Round, i))
			if !slices.Equal(got, want) {
				t.Errorf("round %d, column %d: the page shows %q, want %q", c.Round, i, got, want)
			}
		}
	}
	olga.press("Save the correction")
	olga.says("Corrected. Both results stay in the records, with the reason.")

	want := differences(s, before, s.tournament())
	if !slices.Equal(shown, want) {
		t.Errorf("the page showed\n%v\nand computing everything anew gives\n%v", shown, want)
	}
	if len(want) == 0 || len(preview.Pairings) == 0 {
		t.Error("the correction changes too little to test anything")
	}
}

// preview is what a page says of the standings, in order of round and name.
func (b *tab) preview() []line {
	b.t.Helper()
	var out []line
	for _, row := range b.list(`[...document.querySelectorAll(".change")].filter((s) => s.querySelector("h3").textContent.startsWith("Standings after round ")).flatMap((s) =>
  [...s.querySelectorAll("tbody tr")].map((r) => [s.querySelector("h3").textContent.slice(22), r.querySelector("th > bdi").textContent, r.cells[1].textContent, r.cells[2].textContent,
    [...r.querySelectorAll(".fact")].map((f) => f.textContent).join(", ")].map((x) => x.trim()).join("|")))`) {
		part := strings.Split(row, "|")
		out = append(out, line{part[0], part[1], part[2], part[3], part[4]})
	}
	slices.SortFunc(out, byRoundAndName)
	return out
}

func byRoundAndName(a, b line) int { return strings.Compare(a.round+a.name, b.round+b.name) }

// differences compares the standings after each round of the same event before
// and after a correction, computed from the records alone.
func differences(s *stage, before, after *results.Tournament) []line {
	s.t.Helper()
	var out []line
	for round := 1; round <= 3; round++ {
		was, is := standingsAfter(s, before, round), standingsAfter(s, after, round)
		for id, old := range was.rows {
			now := is.rows[id]
			var details []string
			for i, code := range was.codes {
				if old.Values[i].Cmp(now.Values[i]) != 0 {
					details = append(details, code+" "+text(code, old.Values[i])+" → "+text(code, now.Values[i]))
				}
			}
			if old.Rank != now.Rank || len(details) > 0 {
				e, _ := before.Entrant(id)
				out = append(out, line{fmt.Sprint(round), e.Name, fmt.Sprint(old.Rank), fmt.Sprint(now.Rank), strings.Join(details, ", ")})
			}
		}
	}
	slices.SortFunc(out, byRoundAndName)
	return out
}

type ranking struct {
	codes []string
	rows  map[results.EntrantID]standings.Row
}

func standingsAfter(s *stage, t *results.Tournament, round int) ranking {
	s.t.Helper()
	table, err := standings.FromTournament(t, "swiss", round)
	s.must(err)
	got := standings.Compute(table, t.PolicyFor(round).Policy, standings.Options{})
	out := ranking{got.Codes, map[results.EntrantID]standings.Row{}}
	for _, row := range got.Rows {
		out.rows[row.Entrant] = row
	}
	return out
}

// text is a value as pages print it: shares as percentages with two places.
func text(code string, v exact.Value) string {
	switch {
	case !v.Known:
		return "–"
	case code == "MP":
		return v.Rat.Decimal(0)
	}
	return v.Rat.Mul(exact.Int(100)).Decimal(2) + "%"
}

// A game loss cost a match; the appeal comes after the next round is published.
// The reversal says what it changes, and both stay.
func TestAGameLossIsAppealedInABrowser(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.event("magic-third", scorekeeper.EventFacts{Name: "Friday", Slug: "friday", Ruleset: "magic"}, eight...)
	event := s.round()
	m := event.RoundMatches(event.LastRound())[0]
	loser := m.Match.Seats[0]
	for number, winner := range []int{0, 1} {
		_, err := s.k.RecordGame(t.Context(), s.request(), m.Match.ID, scorekeeper.GameClaim{Game: number + 1, Winner: winner, Method: results.Reported})
		s.must(err)
	}
	late := s.request()
	late.Reason = "came back late for the last game"
	_, err := s.k.IssuePenalty(t.Context(), late, scorekeeper.PenaltyFacts{Entrant: loser, Match: m.Match.ID, Game: 3, Code: "tardy", Kind: results.GameLoss})
	s.must(err)
	for _, other := range event.RoundMatches(event.LastRound())[1:] {
		_, err := s.k.EnterResult(t.Context(), s.request(), other.Match.ID, 0, scorekeeper.Score{Won: []int{2, 0}})
		s.must(err)
	}
	r := s.tournament().LastRound()
	_, err = s.k.CloseRound(t.Context(), s.request(), r.Number, r.Version)
	s.must(err)
	s.round()

	base := s.start()
	browser := startBrowser(t)
	a, b := s.table(m.Match.ID)
	judith := s.judge(browser, base, "judith", "/t/friday/judge/penalties")
	judith.says(a, "Game loss", "Late at the table", "came back late for the last game")
	judith.press("Reverse on appeal")
	judith.says("What the reversal changes", "Both stay in the records", "The match becomes: "+a+" – "+b+": draw 1–1.", "Nothing is played in round 2 yet")
	judith.fill("reason", "the clock was five minutes fast")
	judith.press("Reverse the penalty")
	judith.says("Reversed on appeal by judith: the clock was five minutes fast")
	judith.press("History of this match")
	judith.says("Reversed on appeal: Game loss for "+a, "came back late for the last game", b)

	// Penalties are for judges and organizers: visitors see the result alone.
	visitor := openTab(t, browser, base, 360)
	visitor.open("/t/friday/rounds/1")
	visitor.says(a, b)
	if strings.Contains(visitor.text(), "late for the last game") {
		t.Error("visitors read why a penalty was given")
	}
}
