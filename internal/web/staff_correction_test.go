package web

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
)

func TestACorrectionShowsWhatItChangesFirst(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	const page = "/t/friday-open/matches/1/correction"
	c.get(page).status(200).says("Correct Round 1, table 1", "2–0", "What was recorded")
	before := a.current().Seq
	r := c.get(page+"?score=02&reason=slips+mixed+up").status(200).
		says("What it would change", "1 round published since then rest", "What stands", "2 later matches with results", "Standings after round 1", "MP 3 → 0")
	if a.current().Seq != before {
		t.Fatal("a preview changed the event")
	}
	form := r.form(page)
	c.post(page, fill(form, "reason", "")...).status(422).says("Say why", "What it would change")
	c.follow(c.post(page, form...)).status(200).says("Corrected.", "corrected, was 2–0")
	m, _ := a.current().Match(1)
	if m.Result().Winner != 1 || m.Result().Reason != "slips mixed up" {
		t.Errorf("stored %+v", m.Result())
	}
	// The page of somebody who was slower shows both.
	c.post(page, fill(form, "key", "another", "score", "21")...).status(409).says("was faster", "0–2", "2–1")
}

func TestACorrectionThatIsNoResultIsSaidAtItsField(t *testing.T) {
	t.Parallel()
	_, c := gridApp(t)
	const page = "/t/friday-open/matches/1/correction"
	r := c.get(page + "?score=33").status(422).says("3–3 is not possible")
	if got, _ := r.doc().Find("#score").Attr("value"); got != "33" {
		t.Errorf("the typed score is lost: %q", got)
	}
	c.get(page + "?score=abc").status(422).says("is no score")
	c.get(page + "?kind=nonsense").status(422).says("Choose one of the menu")
	c.post(page, "score", "33", "version", "1", "reason", "r").status(422).says("3–3 is not possible")
}

// Every line of the preview that the page shows is in the use-case's preview,
// and the other way round.
func TestThePreviewLeavesNothingOut(t *testing.T) {
	t.Parallel()
	a, _ := gridApp(t)
	event := a.current()
	m, _ := event.Match(1)
	r, _ := event.Round(1)
	by := results.Actor{Name: "Olga", Role: results.Organizer}
	v, err := scorekeeper.PreviewResult(event, scorekeeper.Request{By: by}, 1, 1, scorekeeper.Score{Won: []int{0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	p := presentPreview(event, r, m, v, typedResult{score: "02"}, by)
	lines := 0
	for _, s := range p.Sections {
		if strings.HasPrefix(s.Title, "Standings") {
			lines += len(s.Rows) + len(s.Rest)
		}
	}
	if lines != len(v.Standings) || lines == 0 {
		t.Errorf("%d lines of standings are shown, %d change", lines, len(v.Standings))
	}
}

// bracketApp is a playoff of four: the semifinals closed, the final played.
func bracketApp(t *testing.T) (*app, *client) {
	a := newApp(t)
	c := a.event(4)
	c.submit("/t/friday-open/stages", "/t/friday-open/stages", "system-0", "single_elimination").status(http.StatusSeeOther)
	for round, tables := range []int{2, 1} {
		c.submit("/t/friday-open/desk", "/t/friday-open/draft").status(http.StatusSeeOther)
		path := "/t/friday-open/rounds/" + strconv.Itoa(round+1)
		c.submit(path+"/desk", path+"/publish").status(http.StatusSeeOther)
		page := c.get(path + "/results")
		with := []string{}
		for _, id := range matchIDs(page) {
			with = append(with, "score-"+id, "20")
		}
		if len(with) != 2*tables {
			t.Fatalf("round %d has %d tables", round+1, len(with)/2)
		}
		c.post(path+"/results", fill(page.form(path+"/results"), with...)...).status(http.StatusSeeOther)
		if round == 0 {
			c.submit(path+"/desk", path+"/close").status(http.StatusSeeOther)
		}
	}
	return a, c
}

func TestACorrectionOfABracketAsksBeforeItArchives(t *testing.T) {
	t.Parallel()
	a, c := bracketApp(t)
	const page = "/t/friday-open/matches/1/correction"
	r := c.get(page+"?score=02&reason=mixed+up").status(200).says("The bracket", "played already: its result is archived", "Type archive to confirm")
	form := r.form(page)
	c.post(page, form...).status(409).says("Confirm that these are archived")
	c.post(page, fill(form, "word", "yes")...).status(422).says("Type the word archive")
	c.follow(c.post(page, fill(form, "word", "archive")...)).status(200).says("Corrected.")
	event := a.current()
	final, _ := event.Round(2)
	if m := event.RoundMatches(final)[0]; m.Match.Seats[0] != event.Matches[0].Match.Seats[1] && m.Match.Seats[1] != event.Matches[0].Match.Seats[1] || m.Result() != nil {
		t.Errorf("the final is now %+v", m.Match)
	}
	if old, _ := event.Match(3); old.Result() == nil || event.Current(old.Match) {
		t.Error("the final that was played is not archived with its result")
	}
}

func TestARoundInWhichNothingIsPlayedIsPairedAgain(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(8)
	for _, path := range []string{"/t/friday-open/rounds/1", "/t/friday-open/rounds/2"} {
		c.submit("/t/friday-open/desk", "/t/friday-open/draft").status(http.StatusSeeOther)
		c.submit(path+"/desk", path+"/publish").status(http.StatusSeeOther)
		if path == "/t/friday-open/rounds/1" {
			c.submit(path+"/results", path+"/results", "score-1", "20", "score-2", "20", "score-3", "20", "score-4", "20").status(http.StatusSeeOther)
			c.submit(path+"/desk", path+"/close").status(http.StatusSeeOther)
		}
	}
	const page = "/t/friday-open/matches/1/correction"
	r := c.get(page+"?score=02&reason=mixed+up").status(200).says("Nothing is played in round 2 yet.", "Round 2 would have been paired differently", "is paired again with the corrected results")
	form := fill(r.form(page), "again", "2")
	c.follow(c.post(page, form...)).status(200).says("Corrected.", "Round 2 is paired again.")
	c.post(page, form...).status(http.StatusSeeOther) // sent twice
	event := a.current()
	second, _ := event.Round(2)
	if len(event.Rounds[1].Versions) != 3 || second.Matches[0] != 9 {
		t.Errorf("round 2 is %+v", second)
	}
}
