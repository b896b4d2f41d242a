package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/results"
)

const round1 = "/t/friday-open/rounds/1"

// drafted is an event of so many entrants with round 1 drafted.
func drafted(t *testing.T, entrants int) (*app, *client) {
	a := newApp(t)
	c := a.event(entrants)
	c.submit("/t/friday-open/desk", "/t/friday-open/draft").leadsTo(round1 + "/desk")
	return a, c
}

func TestADraftIsCheckedAndPublished(t *testing.T) {
	t.Parallel()
	a, c := drafted(t, 5)
	c.get(round1+"/desk").status(200).says("Draft, not published", "All 5 who play sit once", "Byes: 1", "Nobody meets an opponent again", "Proven", "Best possible")
	a.visitor().get(round1).status(404)
	stale := c.get(round1 + "/desk").form(round1 + "/publish")
	c.follow(c.submit(round1+"/desk", round1+"/check")).status(200).says("Draft, checked")
	c.post(round1+"/publish", stale...).status(409).says("Round 1 changed while you were typing", "Draft, checked")
	c.follow(c.submit(round1+"/desk", round1+"/publish")).status(200).says("2 of 2 tables open", "Enter results")
	a.visitor().get(round1).status(200)
	c.post(round1+"/publish", "version", "3").status(409).says("Round 1 is published")
}

func TestTwoWhoDraftAtOnceMakeOneRound(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(4)
	mine := c.get("/t/friday-open/desk").form("/t/friday-open/draft")
	c.submit("/t/friday-open/desk", "/t/friday-open/draft").status(http.StatusSeeOther)
	c.post("/t/friday-open/draft", mine...).status(409).says("Round 1 is drafted already: Olga was faster", "Look through the draft")
	again := c.get(round1 + "/desk").form(round1 + "/draft-again")
	c.follow(c.post(round1+"/draft-again", again...)).says("Drafted again.")
	c.post(round1+"/draft-again", fill(again, "key", "another")...).status(409).says("was faster")
	if n := len(a.current().Matches); n != 4 {
		t.Errorf("%d matches, want two of each draft", n)
	}
}

func TestSeatsAreSwappedByHand(t *testing.T) {
	t.Parallel()
	a, c := drafted(t, 4)
	event := a.current()
	first, second := event.Matches[0].Match.Seats[0], event.Matches[1].Match.Seats[1]
	page := fmt.Sprintf("%s/desk?move=%s&with=%s", round1, first, second)
	r := c.get(page).status(200)
	if _, open := r.doc().Find("#swap").Attr("open"); !open {
		t.Error("choosing a name does not open the form")
	}
	r = c.post(round1+"/swap", fill(r.form(round1+"/swap"), "reason", "")...).status(422).says("Say why")
	if got := r.doc().Find("#swap option[selected]").Map(func(_ int, o *selection) string { return o.AttrOr("value", "") }); len(got) != 2 || got[0] != string(first) || got[1] != string(second) {
		t.Errorf("the choice is lost: %v", got)
	}
	c.follow(c.submit(page, round1+"/swap", "reason", "they are brothers")).status(200).
		says("Swapped.", "Paired by hand: 2", "there is no proof")
	c.submit(page, round1+"/swap", "b", string(first), "reason", "r").status(422)
	c.follow(c.submit(round1+"/desk", round1+"/publish"))
	a.visitor().get(round1).status(200).says("paired by hand", "they are brothers")
}

func TestADraftThatNoLongerFitsSaysSo(t *testing.T) {
	t.Parallel()
	_, c := drafted(t, 6)
	c.submit("/t/friday-open/registration", "/t/friday-open/players/e1/drop").status(http.StatusSeeOther)
	c.submit("/t/friday-open/registration", "/t/friday-open/registration", "name", "Zoe").status(http.StatusSeeOther)
	c.get(round1+"/desk").status(200).says("The draft does not fit the players any more", "Not paired: Zoe", "No longer in: Entrant 1")
	c.submit(round1+"/desk", round1+"/publish").status(409).says("does not fit the entrants any more")
}

func TestRematchesAndClubsStandInTheCheckList(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("friday-open", "Ana", "Bob", "Cy", "Di")
	for _, i := range []int{3, 5} {
		s.changes[0].Records[i].(*results.Entrant).Club = "Owls"
	}
	s.status(results.Running)
	s.pair(1, "swiss", results.Published, []int{1, 2}, []int{3, 4})
	s.play(1, 2, 0)
	s.play(2, 2, 0)
	s.turn(1, 2, results.Closed)
	s.pair(2, "swiss", results.Draft, []int{1, 2}, []int{3, 4})
	s.pair(3, "swiss", results.Draft)
	s.changes = s.changes[:len(s.changes)-1]
	a.add(s.changes...)
	c := a.setUp()
	c.get("/t/friday-open/rounds/2/desk").status(200).says("Rematches: 2", "Ana – Bob (met in round 1)", "Tables across points: 2", "3 and 0 points", "Nobody meets a clubmate")
}

func TestARoundClosesOnceAllResultsAreIn(t *testing.T) {
	t.Parallel()
	a, c := drafted(t, 4)
	c.submit(round1+"/desk", round1+"/publish").status(http.StatusSeeOther)
	c.submit(round1+"/desk", round1+"/close").status(409).says("Round 1 cannot be closed yet", "table 1", "table 2")
	c.submit(round1+"/results", round1+"/results", "score-1", "20", "score-2", "20").status(http.StatusSeeOther)
	c.follow(c.submit(round1+"/results", round1+"/close")).status(200).says("Round 1 is closed.", "Reopen the round")
	c.submit(round1+"/desk", round1+"/reopen", "reason", " ").status(422).says("Say why")
	c.follow(c.submit(round1+"/desk", round1+"/reopen", "reason", "a late result")).status(200).says("Round 1 is open again.")
	if n := len(a.current().Outcomes); n != 1 {
		t.Errorf("%d outcomes, want the standings of the closing", n)
	}
}

func TestVoidingListsWhatIsLostAndAsksForAWord(t *testing.T) {
	t.Parallel()
	a, c := drafted(t, 4)
	c.submit(round1+"/desk", round1+"/publish").status(http.StatusSeeOther)
	c.submit(round1+"/results", round1+"/results", "score-1", "20").status(http.StatusSeeOther)
	page := round1 + "/void"
	c.get(page).status(200).says("Archived: table 1", "2–0", "Type void to confirm")
	r := c.submit(page, page, "reason", "wrong field", "word", "yes").status(422).says("Type the word void")
	if got, _ := r.doc().Find("#reason").Attr("value"); got != "wrong field" {
		t.Errorf("the reason is lost: %q", got)
	}
	form := fill(c.get(page).form(page), "reason", "wrong field", "word", "VOID")
	c.follow(c.post(page, form...)).status(200).says("Round 1 is voided.", "Draft round 1")
	c.post(page, form...).status(http.StatusSeeOther) // sent twice
	c.get(round1 + "/desk").status(404)
	if n := len(a.current().Matches); n != 2 {
		t.Errorf("%d matches are kept, want the archived two", n)
	}
}

func TestADraftIsDiscardedWithoutAWord(t *testing.T) {
	t.Parallel()
	_, c := drafted(t, 4)
	c.get(round1 + "/void").status(200).says("Discard the draft of Round 1")
	c.follow(c.submit(round1+"/void", round1+"/void", "reason", "somebody is missing")).status(200).says("Draft round 1")
}

func TestARoundInWhichNobodyPlayedIsPairedAgain(t *testing.T) {
	t.Parallel()
	a, c := drafted(t, 6)
	page := round1 + "/repair"
	c.get(page).status(409).says("Only a running round is repaired")
	c.submit(round1+"/desk", round1+"/publish").status(http.StatusSeeOther)
	r := c.get(page).status(200).says("this round needs no repair", "Pair the whole round again")
	c.follow(c.post(page, fill(r.form(page), "reason", "drawn too early")...)).status(200).says("The round is put right.")
	if r := a.current().LastRound(); r.Matches[0] != 4 {
		t.Errorf("the round is %+v, want three new matches", r)
	}
	c.submit(round1+"/results", round1+"/results", "score-4", "20").status(http.StatusSeeOther)
	c.get(page).status(200).keepsQuiet("Pair the whole round again")
}

func TestTheFewestTablesOfAWrongRoundAreBroken(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("friday-open", "Ana", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
	s.status(results.Running)
	s.pair(1, "swiss", results.Published, []int{1, 2}, []int{3, 4}, []int{5, 6}, []int{7, 8})
	for m := 1; m <= 4; m++ {
		s.play(m, 2, 0)
	}
	s.turn(1, 2, results.Closed)
	s.pair(2, "swiss", results.Published, []int{1, 2}, []int{3, 5}, []int{4, 6}, []int{7, 8})
	s.play(6, 2, 1)
	a.add(s.changes...)
	c := a.setUp()
	page := "/t/friday-open/rounds/2/repair"
	r := c.get(page).status(200).says("Broken: table 1, Ana – Bob", "New: table", "Type repair to confirm").keepsQuiet("Cy – Ed")
	form := fill(r.form(page), "reason", "wrong file read")
	c.post(page, form...).status(422).says("Type the word repair")
	c.follow(c.post(page, fill(form, "word", "Repair")...)).status(200).says("The round is put right.")
	event := a.current()
	kept := false
	for _, m := range event.RoundMatches(event.LastRound()) {
		kept = kept || m.Match.ID == 6 && m.Result() != nil
		if m.Match.ID == 5 || m.Match.ID == 8 {
			t.Errorf("the rematch %v stays", m.Match.Seats)
		}
	}
	if !kept {
		t.Error("a table that was played and was not wrong is gone")
	}
}

func TestSlipsAreInOrderOnceTheStackIsCut(t *testing.T) {
	t.Parallel()
	for _, tables := range []int{1, 4, 5, 10, 11} {
		s := newScript("friday-open", make([]string, 2*tables)...)
		var rows [][]int
		for i := range tables {
			rows = append(rows, []int{2*i + 1, 2*i + 2})
		}
		for i := range 2 * tables {
			s.changes[0].Records[3+i].(*results.Entrant).Name = "E" + strconv.Itoa(i)
		}
		s.status(results.Running)
		s.pair(1, "swiss", results.Published, rows...)
		event := newApp(t).add(s.changes...)
		r, _ := event.Round(1)
		p := presentSlips(event, r)
		var stack []string
		for pile := range slipsPerSheet {
			for _, sheet := range p.Sheets {
				if pile < len(sheet) {
					stack = append(stack, sheet[pile].Table)
				}
			}
		}
		for i, table := range stack {
			if table != strconv.Itoa(i+1) {
				t.Errorf("%d tables: after cutting the stack is %v", tables, stack)
				break
			}
		}
		if len(stack) != tables || len(p.Sheets) != (tables+slipsPerSheet-1)/slipsPerSheet {
			t.Errorf("%d tables: %d slips on %d sheets", tables, len(stack), len(p.Sheets))
		}
	}
}

func TestTheClockOfARound(t *testing.T) {
	t.Parallel()
	a, c := drafted(t, 4)
	c.get(round1 + "/desk").keepsQuiet("Start the clock") // a draft has no clock
	c.submit(round1+"/desk", round1+"/publish").status(http.StatusSeeOther)
	desk := round1 + "/desk"
	send := func(pairs ...string) reply {
		form := c.get(desk).form(round1 + "/clock")
		return c.post(round1+"/clock", fill(form, pairs...)...)
	}
	c.get(desk).says("Not started", "Start the clock")
	send("kind", "start", "minutes", "many").status(422).says("The number of minutes is a whole number")
	c.follow(send("kind", "start", "minutes", "50")).says("The clock runs.")
	a.now = a.store.Now().Add(10 * time.Minute)
	c.get(desk).says("minutes left", "Pause")
	c.follow(send("kind", "pause")).says("The clock is paused.", "Resume")
	c.follow(send("kind", "resume")).says("The clock runs again.")
	send("kind", "extension", "minutes", "5", "reason", "").status(422).says("Say why")
	c.follow(send("kind", "extension", "minutes", "5", "reason", "fire alarm")).says("The time is given.")
	c.follow(send("kind", "time_called")).says("Time was called")
	send("kind", "press").status(422).says("The round's clock is started")
	if log := c.get("/t/friday-open/log").text(); !strings.Contains(log, "clock started, 50 minutes") || !strings.Contains(log, "fire alarm") {
		t.Errorf("the log says %s", log)
	}
}

func TestAJudgeWhoKeepsTimeSeesNoDraft(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := running("friday-open")
	judy := &results.Account{Name: "Judy", Role: results.Visitor}
	if err := a.accounts.CreateAccount(t.Context(), judy, nil, "test", "made"); err != nil {
		t.Fatal(err)
	}
	s.add(results.ManageStaff, "Joined.", &results.Staff{Version: 1, Account: judy.ID, Name: "Judy", Role: results.Judge})
	a.add(s.changes...)
	c := a.signedIn(judy.ID)
	c.post("/t/friday-open/rounds/2/clock", "kind", "start", "minutes", "50").leadsTo("/t/friday-open/rounds/2")
	c.post("/t/friday-open/rounds/3/clock", "kind", "start", "minutes", "50").status(409).keepsQuiet("Maximiliane")
	c.get("/t/friday-open/rounds/3/desk").status(403)
}
