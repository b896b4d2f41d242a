package web

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/roster"
)

// event is an event of so many entrants in registration and the browser of an
// administrator.
func (a *app) event(entrants int) *client {
	a.t.Helper()
	a.add(resultstest.NewEvent("friday-open", entrants))
	return a.setUp()
}

// current is the event as it is.
func (a *app) current() *results.Tournament {
	a.t.Helper()
	event, err := a.store.Tournament(a.t.Context(), "friday-open")
	if err != nil {
		a.t.Fatal(err)
	}
	return event
}

// upload sends a form with a file.
func (c *client) upload(path, field, name string, content []byte, pairs ...string) reply {
	c.app.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i < len(pairs); i += 2 {
		w.WriteField(pairs[i], pairs[i+1])
	}
	part, err := w.CreateFormFile(field, name)
	if err != nil {
		c.app.t.Fatal(err)
	}
	part.Write(content)
	w.Close()
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	return c.send(r)
}

func TestEntrantsAreAddedOneByOne(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(0)
	const page = "/t/friday-open/registration"
	c.get(page).status(200).says("Nobody has entered yet.")
	for _, name := range hostile[:6] {
		c.follow(c.submit(page, page, "name", name)).status(200)
	}
	r := c.get(page).status(200).says("6 players", "<b>Bob</b> & \"Co\"", "مرحبا بن سليمان")
	if n := r.doc().Find("#entrants b").Length(); n > 0 {
		t.Error("markup of a name became markup of the page")
	}
	c.follow(c.submit(page, page, "name", "Tara", "club", "Owls", "seed", "3", "fixed_table", "7", "awarded_byes", "2", "start_score", "1/2")).
		status(200).says("Owls", "seed 3", "always table 7", "2 awarded byes", "starts with 0.5")

	r = c.submit(page, page, "name", "  ana ", "club", "Foxes").status(422).says(`There is already an entrant named "Ana"`)
	if got, _ := r.doc().Find("#club").Attr("value"); got != "Foxes" {
		t.Errorf("the typed club is lost: %q", got)
	}
	c.submit(page, page, "name", " ").status(422).says("The name is missing.")
	c.submit(page, page, "name", "Rex", "seed", "first").status(422).says("The seed is a whole number")
	c.submit(page, page, "name", "Rex", "start_score", "many").status(422).says("The start score")
	if n := len(a.current().Entrants); n != 7 {
		t.Errorf("%d entrants, want 7: a refusal stores nothing", n)
	}
}

func TestAFormThatIsSentTwiceCountsOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(2)
	const page = "/t/friday-open/registration"
	form := fill(c.get(page).form(page), "name", "Zoe")
	c.post(page, form...).status(http.StatusSeeOther)
	c.follow(c.post(page, form...)).status(200).says("Added: Zoe.")
	if n := len(a.current().Entrants); n != 3 {
		t.Errorf("%d entrants, want 3", n)
	}
	draft := c.get("/t/friday-open/desk").form("/t/friday-open/draft")
	c.post("/t/friday-open/draft", draft...).leadsTo("/t/friday-open/rounds/1/desk")
	c.post("/t/friday-open/draft", draft...).leadsTo("/t/friday-open/rounds/1/desk")
	if n := len(a.current().Rounds[0].Versions); n != 1 {
		t.Errorf("round 1 was drafted %d times", n)
	}
}

func TestAListIsLookedThroughFirst(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(1)
	const page = "/t/friday-open/registration/list"
	list := "\ufeffName;Club;Seed;Email\r\n\"Müller; Jörg\";Owls;1;a@b\r\nentrant 1;Owls;2;x\r\nKim;;x;y\r\n"
	r := c.submit(page, page, "list", list, "step", "preview").status(200).
		says("1 player to add, 2 problems", "Nothing is stored yet.", "Müller; Jörg", "These columns are not kept: Email.", "Entrant 1 is entered already", `Seed "x" is not a whole number`)
	if got := r.doc().Find("#list").Text(); !strings.Contains(got, "Müller") {
		t.Errorf("the pasted text is lost: %q", got)
	}
	if n := len(a.current().Entrants); n != 1 {
		t.Fatalf("a preview stored something: %d entrants", n)
	}
	c.submit(page, page, "list", list, "step", "all").status(200).says("2 problems") // never all with problems
	c.follow(c.submit(page, page, "list", list, "step", "good")).says("Added: 1 player.")
	if e := a.current().Entrants[1].Current(); e.Name != "Müller; Jörg" || e.Club != "Owls" || e.Seed != 1 {
		t.Errorf("entered %+v", e)
	}
	c.submit(page, page, "list", "  ", "step", "preview").status(422).says("The list is empty")
}

func TestAListIsUploaded(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(0)
	const page = "/t/friday-open/registration/list"
	r := c.upload(page, "file", "players.csv", []byte("name,rating\nAna,1500\nBob,1400\n"), "step", "preview").status(200).says("2 players to add", "rating 1500")
	if got := r.doc().Find("#list").Text(); !strings.Contains(got, "Ana,1500") {
		t.Errorf("the file's text is not there to be put right: %q", got)
	}
	c.upload(page, "file", "players.csv", []byte("J\xf6rg\n"), "step", "preview").status(422).says("not UTF-8")
	c.upload(page, "file", "many.txt", bytes.Repeat([]byte("x\n"), roster.MaxRows+1), "step", "preview").status(422).says("split it")
	if n := len(a.current().Entrants); n != 0 {
		t.Errorf("%d entrants, want none", n)
	}
}

func TestTheListComesBackAsCSV(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(0)
	const page = "/t/friday-open/registration"
	for _, name := range []string{"=1+1", "Ana, \"Bo\"", "😀"} {
		c.submit(page, page, "name", name, "club", "@club").status(http.StatusSeeOther)
	}
	r := c.get(page + "/players.csv").status(200)
	if h := r.Header(); !strings.HasPrefix(h.Get("Content-Type"), "text/csv") || h.Get("Content-Disposition") != `attachment; filename="friday-open-entrants.csv"` {
		t.Errorf("headers %v", h)
	}
	back, err := roster.Parse(r.Body.Bytes(), nil)
	if err != nil || len(back.Rows) != 3 || back.Rows[0].Name != "=1+1" || back.Rows[1].Name != "Ana, \"Bo\"" || back.Rows[2].Club != "@club" {
		t.Errorf("read back: %+v, %v", back, err)
	}
}

func TestEditingAnEntrantShowsBothVersions(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(3)
	const page = "/t/friday-open/players/e1/edit"
	mine := c.get(page).status(200).form(page)
	c.follow(c.submit(page, page, "name", "Ann", "club", "Owls")).says("Saved: Ann.")
	r := c.post(page, fill(mine, "name", "Anna", "seed", "4")...).status(409).says("was faster", "Ann", "Anna", "Owls")
	if v, _ := r.doc().Find(`input[name="version"]`).Attr("value"); v != "2" {
		t.Errorf("the form's version is %s: saving once more must replace what is shown", v)
	}
	c.follow(c.post(page, r.form(page)...)).says("Saved: Anna.")
	e := a.current().Entrants[0].Current()
	if e.Name != "Anna" || e.Seed != 4 || e.Version != 3 {
		t.Errorf("stored %+v", e)
	}
	c.submit(page, page, "name", "Entrant 2").status(422).says("already an entrant named")
	c.get("/t/friday-open/players/e99/edit").status(404)
	c.post("/t/friday-open/players/e99/drop").status(404)
}

func TestDropsAndAbsences(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(4)
	const list, e1 = "/t/friday-open/registration", "/t/friday-open/players/e1"
	c.follow(c.submit(list, e1+"/drop")).status(200).says("Dropped: Entrant 1.", "withdrew before round 1", "Take drop back")
	c.submit(e1+"/edit", e1+"/take-back-drop").status(http.StatusSeeOther)
	c.follow(c.submit(e1+"/edit", e1+"/sit-out")).status(200).says("sits out round 1")
	c.post(e1 + "/sit-out").status(409).says("sits out round 1 already")
	c.follow(c.submit(e1+"/edit", e1+"/sit-in")).status(200)
	c.post(e1 + "/take-back-drop").status(409).says("has not dropped")
	if e := a.current().Entrants[0].Current(); e.DroppedAfter != nil || len(e.Absent) > 0 {
		t.Errorf("stored %+v", e)
	}
}

func TestLateEntriesSayWhatTheyMissed(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	c := a.setUp()
	const page = "/t/friday-open/registration"
	c.get(page).status(200).says("Late entry: plays from round 3 on")
	c.submit(page, page, "name", "Late Larry", "missed", "late").status(http.StatusSeeOther)
	c.submit(page, page, "name", "Later Lara", "missed", "none").status(http.StatusSeeOther)
	rows := 0
	for _, m := range a.current().Matches {
		if m.Match.Assigned == results.Late {
			rows++
		}
	}
	if rows != 2 {
		t.Errorf("%d missed rounds are recorded, want those of one late entry", rows)
	}
}
