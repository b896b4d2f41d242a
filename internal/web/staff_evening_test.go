package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/results"
)

// selection is a part of a page.
type selection = goquery.Selection

// form finds the form of a page that leads to an address and contains all of the
// words, and returns its fields as name and value pairs.
func (r reply) form(action string) []string {
	r.t.Helper()
	form := r.doc().Find(`form[method="post"]`).FilterFunction(func(_ int, f *goquery.Selection) bool {
		path, _ := f.Attr("action")
		return path == action
	}).First()
	if form.Length() == 0 {
		r.t.Fatalf("the page has no form that leads to %s", action)
	}
	return fieldsIn(form)
}

// fieldsIn are the fields that a browser would send, without those of buttons.
func fieldsIn(form *goquery.Selection) []string {
	var pairs []string
	form.Find("input[name], textarea[name], select[name]").Each(func(_ int, f *goquery.Selection) {
		name, _ := f.Attr("name")
		value, _ := f.Attr("value")
		switch kind, _ := f.Attr("type"); {
		case kind == "file":
			return
		case (kind == "radio" || kind == "checkbox") && f.AttrOr("checked", "no") == "no":
			return
		case f.Is("textarea"):
			value = f.Text()
		case f.Is("select"):
			value, _ = f.Find("option[selected]").First().Attr("value")
		}
		pairs = append(pairs, name, value)
	})
	return pairs
}

// fill replaces fields of a form and adds those that it lacks.
func fill(pairs []string, with ...string) []string {
	out := append([]string(nil), pairs...)
	for i := 0; i < len(with); i += 2 {
		found := false
		for j := 0; j < len(out); j += 2 {
			if out[j] == with[i] {
				out[j+1], found = with[i+1], true
			}
		}
		if !found {
			out = append(out, with[i], with[i+1])
		}
	}
	return out
}

// submit opens a page, fills its form that leads to action, and sends it.
func (c *client) submit(page, action string, with ...string) reply {
	c.app.t.Helper()
	return c.post(action, fill(c.get(page).status(200).form(action), with...)...)
}

// An evening of eight: from a preset to the final placement, with a drop, a
// correction and a cut, all by the pages' own forms.
func TestAnEveningByTheForms(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()

	c.get("/").status(200).says("New event")
	c.get("/events/new").status(200).says("Choose the policy")
	c.follow(c.submit("/events/new?preset=magic-third", "/events/new",
		"name", "Friday Open", "date", "2026-12-04", "time", "18:30", "zone", "Europe/Berlin", "place", "Café <b>Würfel</b>", "rounds", "3", "cut", "4",
	)).status(200).says("The event is there.")
	const event = "/t/friday-open"

	for i := 1; i <= 3; i++ {
		r := c.follow(c.submit(event+"/registration", event+"/registration", "name", fmt.Sprintf("Player %d", i))).status(200).says(fmt.Sprintf("Added: Player %d.", i))
		if _, focused := r.doc().Find("#name").Attr("autofocus"); !focused {
			t.Fatal("the cursor does not come back to the name")
		}
	}
	list := "Player 4\nPlayer 5\nPlayer 5\nplayer 1\nPlayer 6\nPlayer 7\nPlayer 8\n"
	c.submit(event+"/registration/list", event+"/registration/list", "list", list, "step", "all").status(200).
		says("Nothing is stored yet", "5 players to add, 2 problems", "Player 1 is entered already")
	c.follow(c.submit(event+"/registration/list", event+"/registration/list", "list", list, "step", "good")).says("Added: 5 players.", "8 players")

	for round := 1; round <= 3; round++ {
		c.get(event + "/desk").status(200).says(fmt.Sprintf("Draft round %d", round))
		desk := fmt.Sprintf("%s/rounds/%d/desk", event, round)
		c.submit(event+"/desk", event+"/draft").leadsTo(desk)
		c.get(desk).status(200).says("who play sit once", "Proven: no legal pairing")
		c.follow(c.submit(desk, fmt.Sprintf("%s/rounds/%d/publish", event, round))).status(200).says("Published")
		grid := fmt.Sprintf("%s/rounds/%d/results", event, round)
		page := c.get(grid).status(200)
		with := []string{}
		page.doc().Find(".score-input").Each(func(i int, f *goquery.Selection) {
			name, _ := f.Attr("name")
			with = append(with, name, []string{"20", "21", "12", "111"}[i])
		})
		c.follow(c.post(grid, fill(page.form(grid), with...)...)).status(200).says("results saved.", "Close Round")
		c.follow(c.submit(desk, fmt.Sprintf("%s/rounds/%d/close", event, round))).status(200).says("is closed.")
		if round == 1 {
			edit := event + "/players/e8/edit"
			c.follow(c.submit(edit, event+"/players/e8/drop")).says("Dropped: Player 8.")
		}
	}

	c.get(event + "/desk").status(200).says("Now cut to the playoff")
	c.get(event + "/cut").status(200).says("Cut to the best 4")
	page := c.get(event + "/cut?size=4").status(200)
	c.follow(c.post(event+"/cut?size=4", page.form(event+"/cut?size=4")...)).status(200).says("The cut is made")

	for round := 4; round <= 5; round++ {
		desk := fmt.Sprintf("%s/rounds/%d/desk", event, round)
		c.submit(event+"/desk", event+"/draft").leadsTo(desk)
		c.follow(c.submit(desk, fmt.Sprintf("%s/rounds/%d/publish", event, round))).status(200)
		grid := fmt.Sprintf("%s/rounds/%d/results", event, round)
		page := c.get(grid).status(200)
		with := []string{}
		page.doc().Find(".score-input").Each(func(i int, f *goquery.Selection) {
			name, _ := f.Attr("name")
			with = append(with, name, "21")
		})
		c.follow(c.post(grid, fill(page.form(grid), with...)...)).status(200)
		if round == 4 {
			correct := event + "/matches/" + matchIDs(c.get(grid))[0] + "/correction"
			c.get(correct+"?score=02&reason=typed+wrongly").status(200).says("What it would change", "The bracket")
			preview := correct + "?score=02&reason=typed+wrongly"
			c.follow(c.post(correct, c.get(preview).form(correct)...)).status(200).says("Corrected.")
		}
		c.follow(c.submit(desk, fmt.Sprintf("%s/rounds/%d/close", event, round))).status(200)
	}
	c.get(event+"/finish").status(200).says("Place 1", "Place 3–4")
	c.follow(c.submit(event+"/finish", event+"/finish")).status(200).says("Final placement")

	event5, err := a.store.Tournament(t.Context(), "friday-open")
	if err != nil {
		t.Fatal(err)
	}
	if event5.Info().Status != results.Finished {
		t.Error("the event is not finished")
	}
	c.get(event+"/log").status(200).says("Corrected.", "typed wrongly", "Dropped after round 1: Player 8.")
	if export := c.get(event + "/export").status(200).Body.String(); !strings.Contains(export, `"format": "tourney/1"`) {
		t.Errorf("the export begins with %.80q", export)
	}
}

// matchIDs are the matches of a grid, in its order.
func matchIDs(r reply) []string {
	return r.doc().Find(".grid-row").Map(func(_ int, row *goquery.Selection) string { return row.AttrOr("data-match", "") })
}
