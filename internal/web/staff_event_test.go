package web

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

func TestAnEventIsMadeFromAPreset(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()
	c.get("/events/new?preset=nothing").status(404).says("there is no preset")
	page := c.get("/events/new?preset=magic-mtr").status(200).says("Magic", "9 to 16 entrants: 5 rounds", "Sanctioned event")
	if ruleset, _ := page.doc().Find("input[name=ruleset][checked]").Attr("value"); ruleset != "magic" {
		t.Errorf("the rule set is %q", ruleset)
	}
	form := page.form("/events/new")
	r := c.post("/events/new", fill(form, "name", "", "place", "Hall <b>")...).status(422).says("The name is missing")
	if place, _ := r.doc().Find("#place").Attr("value"); place != "Hall <b>" {
		t.Errorf("the place is lost: %q", place)
	}
	c.post("/events/new", fill(form, "name", "X", "cut", "1")...).status(422).says("A playoff needs two")
	c.post("/events/new", fill(form, "name", "X", "rounds", "1000")...).status(422).says("The number of rounds")
	c.post("/events/new", fill(form, "name", "X", "slug", "?")...).status(422).says("An address has small letters")

	form = fill(form, "name", "Café Zürich №1", "rounds", "4", "cut", "8")
	c.post("/events/new", form...).leadsTo("/t/cafe-zurich-no1/registration")
	c.post("/events/new", form...).leadsTo("/t/cafe-zurich-no1/registration") // sent twice
	c.post("/events/new", fill(form, "key", "another")...).leadsTo("/t/cafe-zurich-no1-2/registration")
	c.post("/events/new", fill(form, "key", "third", "slug", "cafe-zurich-no1")...).status(409).says("already an event with the address")
	list, _ := a.store.Summaries(t.Context())
	if len(list) != 2 {
		t.Errorf("%d events, want two", len(list))
	}
	event, err := a.store.Tournament(t.Context(), "cafe-zurich-no1")
	if err != nil {
		t.Fatal(err)
	}
	if s := event.Stages(); len(s) != 2 || s[0].Rounds != 4 || s[1].Size != 8 || event.Policies[0].Policy.Code != "magic-mtr" {
		t.Errorf("stages %+v", s)
	}
	if event.StaffRole(1) != results.Organizer {
		t.Error("who makes an event is its organizer")
	}
}

func TestEveryPresetMakesAnEvent(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()
	links := c.get("/events/new").status(200).doc().Find(".card a").Map(func(_ int, l *selection) string { return l.AttrOr("href", "") })
	if len(links) < 4 {
		t.Fatalf("%d presets", len(links))
	}
	for _, link := range links {
		c.follow(c.submit(link, "/events/new", "name", "Event of "+link)).status(200)
	}
}

func TestAnExportIsImportedAgain(t *testing.T) {
	t.Parallel()
	_, c := policyApp(t)
	for _, name := range hostile[:5] {
		c.submit("/t/friday-open/registration", "/t/friday-open/registration", "name", name).status(http.StatusSeeOther)
	}
	c.submit("/t/friday-open/desk", "/t/friday-open/draft").status(http.StatusSeeOther)
	c.submit(round1+"/desk", round1+"/publish").status(http.StatusSeeOther)
	c.submit(round1+"/results", round1+"/results", "score-1", "21").status(http.StatusSeeOther)
	r := c.get("/t/friday-open/export").status(200)
	if h := r.Header(); h.Get("Content-Disposition") != `attachment; filename="friday-open.json"` || h.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", h)
	}
	file := r.Body.Bytes()
	c.get("/t/friday-open/export?names=none").status(200).keepsQuiet("Maximiliane", "سليمان")

	b := newApp(t)
	d := b.setUp()
	d.follow(d.upload("/events/import", "file", "friday.json", file)).status(200).says("Imported: Friday Open.", "Round 1 is running")
	d.upload("/events/import", "file", "friday.json", file).status(409).says("already an event with the address")
	d.upload("/events/import", "file", "friday.json", file, "copy", "yes").leadsTo("/t/friday-open-2")
	if again := d.get("/t/friday-open/export").status(200).Body.String(); again != string(file) {
		t.Error("the export of the import differs from the file")
	}
	d.upload("/events/import", "file", "bad.json", []byte(`{"format": "tourney/1", "surprise": 1}`)).status(422).says("Nothing was stored", "bad.json", "surprise")
	d.post("/events/import").status(422).says("Choose a file first")
	if list, _ := b.store.Summaries(t.Context()); len(list) != 2 {
		t.Errorf("%d events, want two", len(list))
	}
}

// cutScript is an event of four after one round, in which two have won.
func cutScript() *script {
	s := newScript("friday-open", "Ana", "Bob", "Cy", "Di")
	s.changes[0].Records[2].(*results.StagePlan).Stages[0].Rounds = 1
	s.status(results.Running)
	s.pair(1, "swiss", results.Published, []int{1, 2}, []int{3, 4})
	s.play(1, 2, 0)
	s.play(2, 2, 0)
	s.turn(1, 2, results.Closed)
	return s
}

func TestACutThroughASharedRank(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(cutScript().changes...)
	c := a.setUp()
	c.get("/t/friday-open/cut?size=2").status(200).keepsQuiet("shared rank")
	page := "/t/friday-open/cut?size=3"
	r := c.get(page).status(200).says("Cut to the best 3", "Rank 3 is shared across the cut", "A lot parts it", "The shared rank was decided at the table")
	form := r.form(page)
	c.post(page, fill(form, "order-e2", "1", "order-e4", "1", "reason", "r")...).status(422).says("Two of them have place 1")
	c.post(page, fill(form, "order-e2", "2", "order-e4", "1")...).status(422).says("Say why")
	c.post(page, fill(form, "order-e4", "1", "order-e1", "2", "reason", "r")...).status(422).says("can only part entrants who share one rank")
	c.follow(c.post(page, fill(form, "order-e4", "1", "order-e2", "2", "reason", "tiebreak match")...)).status(200).says("The cut is made", "Draft round 2")
	in := lastOutcome(a.current(), results.AdvancementOutcome)
	if len(in.Rows) != 3 || in.Rows[2].Entrant != "e4" || in.Rows[2].ByLot {
		t.Errorf("advancement %+v", in.Rows)
	}
	c.post(page, fill(form, "key", "another")...).status(409).says("The plan of the event changed")
	c.follow(c.submit(page, page)).status(200).says("Equal ranks were parted by the recorded lot") // made again, by lot
	if in := lastOutcome(a.current(), results.AdvancementOutcome); in.Version != 2 || in.LotSeed == nil {
		t.Errorf("the second cut is %+v", in)
	}
}

func TestACutNeedsAClosedRound(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(4)
	c.get("/t/friday-open/cut").status(409).says("No round is played yet")
	a, c = gridApp(t)
	c.submit("/t/friday-open/cut?size=2", "/t/friday-open/cut?size=2").status(409).says("Matches are still open")
	if lastOutcome(a.current(), results.AdvancementOutcome) != nil {
		t.Error("a refused cut is recorded")
	}
}

func TestFinishingAndReopening(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(cutScript().changes...)
	c := a.setUp()
	c.get("/t/friday-open/desk").status(200).says("All planned rounds are played", "Finish the event")
	c.get("/t/friday-open/finish").status(200).says("Place 1–2: Ana, Cy", "Place 3–4: Bob, Di")
	form := c.get("/t/friday-open/finish").form("/t/friday-open/finish")
	c.follow(c.post("/t/friday-open/finish", form...)).status(200).says("The event is over")
	c.post("/t/friday-open/finish", form...).status(http.StatusSeeOther) // sent twice
	c.post("/t/friday-open/finish").status(409).says("The event is finished. Reopen it")
	c.get("/t/friday-open/desk").status(200).says("The event is over", "Reopen the event")
	c.submit("/t/friday-open/reopen", "/t/friday-open/reopen", "reason", "").status(422).says("Say why")
	c.follow(c.submit("/t/friday-open/reopen", "/t/friday-open/reopen", "reason", "a wrong slip")).status(200).says("The event is open again.")
	c.post("/t/friday-open/reopen", "reason", "r").status(409).says("The event is not finished")
}

func TestAnEventWithOpenRoundsIsNotFinished(t *testing.T) {
	t.Parallel()
	_, c := gridApp(t)
	c.get("/t/friday-open/finish").status(200).says("Round 2 is not closed yet.")
	c.post("/t/friday-open/finish").status(409)
}

func TestTheDeskSaysWhatComesNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		make   func() *script
		says   []string
		button string
	}{
		{"nobody", func() *script { return newScript("friday-open") }, []string{"A round needs two players"}, "Add players"},
		{"registration", func() *script { return newScript("friday-open", "A", "B", "C") }, []string{"3 players so far"}, "Draft round 1"},
		{"draft", func() *script { return running("friday-open") }, []string{"Round 3 is drafted"}, "Look through the draft"},
		{"all planned rounds", cutScript, []string{"All planned rounds are played"}, "Finish the event"},
	} {
		p, err := presentDesk(newApp(t).add(c.make().changes...), resultstest.Organizer)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		main := ""
		if len(p.Next) > 0 {
			main = p.Next[0].Button.Label
		} else if len(p.Links) > 0 {
			main = p.Links[0].Label
		}
		if main != c.button {
			t.Errorf("%s: the main step is %q, want %q", c.name, main, c.button)
		}
		for _, s := range c.says {
			if !contains(p.Heading+" "+p.Text, s) {
				t.Errorf("%s: %q does not say %q", c.name, p.Heading+" "+p.Text, s)
			}
		}
	}
}

func TestTheDeskOffersOnlyWhatTheRoleMay(t *testing.T) {
	t.Parallel()
	event := newApp(t).add(cutScript().changes...)
	p, err := presentDesk(event, results.Actor{Name: "Sam", Role: results.Scorekeeper})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range append(p.Links, p.Tools...) {
		if contains(l.Label, "Finish") || contains(l.Label, "policy") || contains(l.Label, "Staff") || contains(l.Label, "Cut") {
			t.Errorf("a scorekeeper is offered %q", l.Label)
		}
	}
}
