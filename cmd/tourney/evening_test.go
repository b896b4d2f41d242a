package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const password = "four small green birds"

// signedUp is a tab whose user has opened the set-up link, and an event made
// from a preset that is open in it.
func signedUp(b *tab, setup string) {
	b.t.Helper()
	b.open(setup)
	b.says("Welcome to tourney")
	b.fill("name", "Olga")
	b.fill("password", password)
	b.press("Make my account")
	b.says("Welcome, Olga.")
	b.press("New event")
	b.says("Choose the policy")
	b.press("Magic (floor of one third)")
	b.says("Rounds and playoff")
	b.fill("name", "Friday <b>Open</b>")
	b.fill("place", "Café Würfel")
	b.fill("rounds", "3")
	b.fill("cut", "4")
	b.press("Create the event")
	b.says("The event is there.", "Nobody has entered yet.")
}

const event = "/t/friday-b-open-b"

// enter adds three entrants by keyboard alone and five from a list.
func enter(b *tab) {
	b.t.Helper()
	for i, name := range []string{"Ana", "<i>Bob</i>", "Cléo"} {
		b.keys(name + kb.Enter) // the cursor is in the field of the name, each time
		b.says(fmt.Sprintf("Added: %s.", name), fmt.Sprintf("%d player", i+1))
	}
	b.press("Paste or upload a list")
	b.says("One name on each line")
	b.fill("list", "Dilek\nمرحبا بن سليمان\nFlo\nana\nGus\nHal\n")
	b.press("Look through it first")
	b.says("5 players to add, 1 problem", "Ana is entered already")
	b.press("Add the 5 good ones")
	b.says("Added: 5 players.", "8 players")
}

// round drafts and publishes the next round and enters a result at every table
// by keyboard alone, two keys each.
func round(b *tab, name string, scores ...string) {
	b.t.Helper()
	b.open(event + "/desk")
	b.press("Draft round")
	b.says("Drafted. Only those who run the event see it")
	b.press("Publish")
	b.says("Published: everybody can find their seat now.")
	b.press("Enter results")
	b.says(name, fmt.Sprintf("%d of %d table", len(scores), len(scores)))
	for _, score := range scores {
		b.until(func() bool { return b.number(`document.activeElement.matches(".score-input") ? 1 : 0`) == 1 }, "has the cursor in no score")
		b.keys(score)
	}
	// Saving the last one opens the page anew, with the next step on it.
	b.says("All results in", "Close "+name)
}

func closeRound(b *tab, name string) {
	b.t.Helper()
	b.press("Close " + name)
	b.says("is closed.")
}

// An evening of eight in a real browser, on a phone and at a desk: from the
// set-up link to the final placement, with a drop and a correction, and a
// visitor who reads along.
func TestAnEveningInABrowser(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	for name, width := range map[string]int64{"phone": 360, "desk": 1280} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base, setup := startProgram(t)
			b := openTab(t, browser, base, width)
			visitor := openTab(t, browser, base, width)
			signedUp(b, setup)
			enter(b)

			round(b, "Round 1", "20", "21", "12", "02")
			visitor.open(event + "/standings")
			visitor.says("Friday <b>Open</b>", "Round 1")
			closeRound(b, "Round 1")

			b.open(event + "/registration")
			b.press("Hal")
			b.says("Is not paired from round 2 on.")
			b.press("Drop")
			b.says("Dropped: Hal.", "dropped after round 1")

			round(b, "Round 2", "20", "21", "12")
			closeRound(b, "Round 2")
			round(b, "Round 3", "20", "21", "02")

			b.press("Correct")
			b.says("What is it instead?")
			b.fill("score", "12")
			b.fill("reason", "slips mixed up")
			b.press("Show what it would change")
			b.says("What it would change", "Standings after round 3", "MP")
			b.press("Save the correction")
			b.says("Corrected. Both results stay in the records", "corrected, was 2–0")
			closeRound(b, "Round 3")

			b.open(event + "/desk")
			b.press("Cut to the playoff")
			b.says("By the standings after round 3")
			b.press("Cut to the best 4")
			b.says("The cut is made")
			round(b, "Semifinals", "20", "12")
			closeRound(b, "Semifinals")
			round(b, "Final", "21")
			closeRound(b, "Final")

			b.open(event + "/desk")
			b.press("Finish the event")
			b.says("Place 1:", "Place 3–4:")
			b.press("Finish the event")
			b.says("The event is finished.")
			visitor.open(event)
			visitor.says("The event is over", "Final placement", "3–4")
			b.open(event + "/log")
			b.says("slips mixed up", "Dropped after round 1: Hal.", "Event finished.")
		})
	}
}

// The same grid without scripts: one form for all tables, whose good rows are
// stored and whose bad ones come back as they were typed.
func TestTheGridWithoutScripts(t *testing.T) {
	t.Parallel()
	base, setup := startProgram(t)
	b := openTab(t, startBrowser(t), base, 360)
	b.withoutScripts()
	signedUp(b, setup)
	enter(b)
	b.open(event + "/desk")
	b.press("Draft round")
	b.says("Drafted.")
	b.press("Publish")
	b.says("Published:")
	b.press("Enter results")
	b.says("4 of 4 tables open")
	next := kb.Tab + kb.Tab + kb.Tab // over the menu and the button to the next score
	b.keys("20" + next + "31" + next + "111" + next + "12" + kb.Enter)
	b.says("3 results saved. 1 table could not be saved", "3–1 is not possible", "1 of 4 tables open")
	if got := b.number(`Number(document.querySelector(".score-input").value)`); got != 31 {
		t.Errorf("the typed score is lost: %d", got)
	}
	b.fill("score-2", "21")
	b.keys(kb.Enter)
	b.says("1 result saved.", "All results in", "2–1")
	closeRound(b, "Round 1")
}
