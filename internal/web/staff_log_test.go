package web

import (
	"context"
	"net/http"
	"strconv"
	"testing"

	"tourney/internal/results"
)

func TestTheLogIsFiltered(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	c.submit(gridPath, gridPath, "score-7", "20").status(http.StatusSeeOther)
	c.submit("/t/friday-open/registration", "/t/friday-open/players/e3/drop").status(http.StatusSeeOther)
	const log = "/t/friday-open/log"
	all := len(a.current().Log)
	count := func(query string) int { return c.get(log + query).status(200).doc().Find(".event-log > li").Length() }
	if n := count(""); n != all {
		t.Errorf("%d lines, want %d", n, all)
	}
	c.get(log).says("Dropped after round 2: مرحبا بن سليمان.", "Drop an entrant")
	for query, want := range map[string]int{
		"?kind=drop_entrant": 1, "?player=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7": 1, "?round=2&table=3": 1, "?round=9": 0, "?table=77": 0,
		"?kind=enter_result&person=Nobody": 0, "?person=olga": all, "?kind=nonsense": 0,
	} {
		if n := count(query); n != want {
			t.Errorf("%s: %d lines, want %d", query, n, want)
		}
	}
}

// Every line of the log leads somewhere, and every such page is there.
func TestEveryLineOfTheLogLeadsToWhatItIsAbout(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	c.submit("/t/friday-open/registration", "/t/friday-open/players/e3/drop").status(http.StatusSeeOther)
	c.submit(gridPath, gridPath, "score-7", "20").status(http.StatusSeeOther)
	c.submit("/t/friday-open/stages", "/t/friday-open/stages", "rounds-0", "3").status(http.StatusSeeOther)
	_ = a
	r := c.get("/t/friday-open/log").status(200)
	r.doc().Find(".event-log > li").Each(func(_ int, line *selection) {
		links := line.Find("a")
		if links.Length() == 0 {
			t.Errorf("no link: %s", line.Text())
		}
		links.Each(func(_ int, l *selection) { c.get(l.AttrOr("href", "")).status(200) })
	})
}

func TestPenaltiesAreSealedForTheDesk(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := running("friday-open")
	keeper := &results.Account{Name: "Sam", Role: results.Visitor}
	if err := a.accounts.CreateAccount(context.Background(), keeper, nil, "test", "made"); err != nil {
		t.Fatal(err)
	}
	s.add(results.ManageStaff, "Sam joined.", &results.Staff{Version: 1, Account: keeper.ID, Name: "Sam", Role: results.Scorekeeper})
	s.changes = append(s.changes, results.Change{
		Entry: results.LogEntry{
			By: results.Actor{Name: "Judy", Role: results.Judge}, Action: results.IssuePenalty, Text: "Warning for Ana: slow play.", Reason: "took ages",
			Entrants: []results.EntrantID{"e1"},
		},
		Records: []results.Record{&results.Penalty{ID: 1, Version: 1, Entrant: "e1", Code: "slow", Name: "Slow play", Kind: results.Warning}},
	})
	a.add(s.changes...)
	a.signedIn(keeper.ID).get("/t/friday-open/log").status(200).says("A penalty. Judges see it.").keepsQuiet("slow play", "took ages")
	if n := a.signedIn(keeper.ID).get("/t/friday-open/log?player=Ana&kind=issue_penalty").status(200).doc().Find(".event-log > li").Length(); n != 0 {
		t.Error("a filter by player tells who has a penalty")
	}
	a.as(results.Administrator).get("/t/friday-open/log").status(200).says("slow play", "took ages")
}

func TestALongLogHasPages(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := running("friday-open")
	for i := range 2*linesPerPage + 5 {
		s.add(results.EditDetails, "Line "+strconv.Itoa(i)+".")
	}
	event := a.add(s.changes...)
	by := results.Actor{Name: "Olga", Role: results.Organizer}
	for page, want := range map[int]int{1: linesPerPage, 2: linesPerPage, 3: len(event.Log) - 2*linesPerPage, 9: 0} {
		if p := presentLog(event, by, logFilter{page: page}); len(p.Lines) != want || len(p.Pages) != 3 {
			t.Errorf("page %d has %d lines of %d pages, want %d", page, len(p.Lines), len(p.Pages), want)
		}
	}
	if p := presentLog(event, by, logFilter{page: 1, all: true}); len(p.Lines) != len(event.Log) || len(p.Pages) != 0 {
		t.Errorf("all on one page: %d lines", len(p.Lines))
	}
}
