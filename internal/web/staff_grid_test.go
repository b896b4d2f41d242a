package web

import (
	"net/http"
	"strings"
	"testing"

	"tourney/internal/results"
)

const gridPath = "/t/friday-open/rounds/2/results"

// gridApp is the running event, with round 2 half played and no draft after it.
func gridApp(t *testing.T) (*app, *client) {
	a := newApp(t)
	s := running("friday-open")
	s.changes = s.changes[:len(s.changes)-1]
	a.add(s.changes...)
	return a, a.setUp()
}

func TestTheGridLeavesUnplayedTablesEmpty(t *testing.T) {
	t.Parallel()
	_, c := gridApp(t)
	r := c.get(gridPath).status(200).says("2 of 4 tables open", "2–1", "0–2", "Correct")
	inputs := r.doc().Find(".score-input")
	if inputs.Length() != 2 {
		t.Fatalf("%d fields, want those of the two open tables", inputs.Length())
	}
	if value, _ := inputs.First().Attr("value"); value != "" {
		t.Errorf("an unplayed table shows %q", value)
	}
	if focused := r.doc().Find(".score-input[autofocus]").Length(); focused != 1 {
		t.Errorf("%d fields have the focus, want the first open one", focused)
	}
	if usual, _ := r.doc().Find("#grid-form").Attr("data-usual"); usual != "02 12 20 21" {
		t.Errorf("usual scores are %q", usual)
	}
	if n := c.get(gridPath + "?open=yes").status(200).doc().Find(".grid-row").Length(); n != 2 {
		t.Errorf("%d tables are shown as open, want 2", n)
	}
}

func TestGoodRowsAreStoredAndBadOnesComeBack(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	form := c.get(gridPath).form(gridPath)
	r := c.post(gridPath, fill(form, "score-7", "21", "score-8", "31")...).status(422).
		says("1 result saved. 1 table could not be saved", "3–1 is not possible")
	if got, _ := r.doc().Find("#score-8").Attr("value"); got != "31" {
		t.Errorf("the typed score is lost: %q", got)
	}
	event := a.current()
	if m, _ := event.Match(7); m.Result() == nil || len(m.Games) != 3 || m.Games[0].Result().Winner != 1 {
		t.Errorf("table 3 is stored as %+v: want 2–1 as three reported games, the loser's first", m.Games)
	}
	if m, _ := event.Match(8); m.Result() != nil {
		t.Error("a bad row is stored")
	}
	// The same form once more: the good row counts once, the other one is judged
	// again.
	c.post(gridPath, fill(form, "score-7", "21", "score-8", "20")...).status(http.StatusSeeOther)
	if got := a.current().Seq; got != event.Seq+1 {
		t.Errorf("%d entries were added, want one", got-event.Seq)
	}
	c.get(gridPath).says("All results in", "Close Round 2")
}

func TestAFasterColleagueIsShownBesideMine(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	mine := c.get(gridPath).form(gridPath)
	c.submit(gridPath, gridPath, "score-7", "20").status(http.StatusSeeOther)
	r := c.post(gridPath, fill(mine, "key", "another", "score-7", "12")...).status(409).says("Olga was faster", "Saved: 2–0 (Olga)", "Yours: 1–2", "Nothing of yours is lost")
	link, _ := r.doc().Find("#match-7 .grid-result a").Attr("href")
	c.get(link).status(200).says("What it would change", "1–2")
	if m, _ := a.current().Match(7); m.Version() != 1 {
		t.Error("the slower result was stored over the faster one")
	}
}

func TestOneRowAloneIsAnsweredAlone(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	form := fill(c.get(gridPath).form(gridPath), "only", "7", "part", "row")
	r := c.post(gridPath, fill(form, "score-7", "20", "score-8", "20")...).status(200)
	if body := r.Body.String(); !strings.HasPrefix(strings.TrimSpace(body), "<li") || !strings.Contains(body, "saved") {
		t.Errorf("the answer is %.120q", body)
	}
	if m, _ := a.current().Match(8); m.Result() != nil {
		t.Error("another row than the one asked for was stored")
	}
	r = c.post(gridPath, fill(form, "only", "8", "score-8", "00")...).status(422)
	if !strings.Contains(r.Body.String(), "0–0–0 does not say what happened") {
		t.Errorf("the answer is %s", r.Body.String())
	}
	c.post(gridPath, fill(form, "only", "99", "score-8", "")...).status(422)
	c.submit(gridPath, gridPath).leadsTo(gridPath) // nothing typed
}

func TestOtherKindsAreEnteredFromTheMenu(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"concession 0": "0–2, conceded", "forfeit 1": "2–0, no-show", "double_loss": "Both lose", "double_forfeit": "Both absent", "agreed_draw": "0–0, 3 drawn games, agreed draw",
	} {
		_, c := gridApp(t)
		c.follow(c.submit(gridPath, gridPath, "kind-7", kind)).status(200).says("1 result saved.", want)
	}
}

func TestATakenBackTableIsOpenAgain(t *testing.T) {
	t.Parallel()
	a, c := gridApp(t)
	const correction = "/t/friday-open/matches/5/correction"
	c.submit(correction, "/t/friday-open/matches/5/take-back", "reason", "").status(422).says("Say why")
	c.follow(c.submit(correction, "/t/friday-open/matches/5/take-back", "reason", "wrong table")).status(200).
		says("the table is open again", "taken back, was 2–1")
	c.follow(c.submit(gridPath, gridPath, "score-5", "12")).says("1 result saved.")
	m, _ := a.current().Match(5)
	if m.Version() != 3 || m.Result().Winner != 1 || m.Results[1].Reason != "wrong table" || m.Result().Reason == "" {
		t.Errorf("the versions are %+v", m.Results)
	}
}

func TestTheGridOfAPod(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("friday-open", hostile...)
	plan := s.changes[0].Records[2].(*results.StagePlan)
	plan.Stages[0] = results.Stage{ID: "swiss", System: results.Pods, Rounds: 2}
	s.changes[0].Records[1].(*results.PolicyRecord).Policy.Pairing.System = results.Pods
	s.status(results.Running)
	s.pair(1, "swiss", results.Published, []int{1, 2, 3, 4}, []int{5, 6, 7, 8})
	a.add(s.changes...)
	c := a.setUp()
	const grid = "/t/friday-open/rounds/1/results"
	c.get(grid).status(200).says("Type the number of the winner's seat")
	c.follow(c.submit(grid, grid, "score-1", "4", "score-2", "0")).status(200).says("2 results saved.")
	one, _ := a.current().Match(1)
	two, _ := a.current().Match(2)
	if one.Result().Winner != 3 || two.Result().Winner != results.Nobody {
		t.Errorf("winners %d and %d", one.Result().Winner, two.Result().Winner)
	}
}

func TestDraftsHaveNoGrid(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	c := a.setUp()
	c.get("/t/friday-open/rounds/3/results").status(404)
	c.get("/t/friday-open/rounds/9/results").status(404)
	c.get("/t/friday-open/rounds/x/results").status(404)
	c.get("/t/friday-open/matches/9/correction").status(404)
	c.get("/t/friday-open/matches/x/correction").status(404)
}

// Names are text on every page, every field has its label, and no id is there
// twice.
func TestHostileNamesSurviveEveryStaffPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := running("friday-open")
	info := *s.changes[0].Records[0].(*results.Details)
	info.Version, info.Name, info.Place, info.Status = 3, `<script>alert(1)</script>"'&`, "مكان <i>", results.Running
	s.add(results.EditDetails, `Renamed: <img src=x onerror=alert(1)>.`, &info)
	a.add(s.changes...)
	c := a.setUp()
	for _, path := range []string{
		"/desk", "/registration", "/registration/list", "/players/e2/edit", "/rounds/1/desk", "/rounds/2/desk", "/rounds/3/desk?move=e2&with=%22%3E%3Cb%3E",
		"/rounds/2/results", "/rounds/2/slips", "/rounds/3/void", "/rounds/2/void", "/matches/1/correction", "/matches/1/correction?score=02&reason=%3Cb%3E", "/log", "/log?player=%3Cb%3E",
		"/staff", "/details", "/stages", "/policy/change", "/cut", "/finish",
	} {
		r := c.get("/t/friday-open" + path)
		if r.Code != 200 && r.Code != 409 {
			t.Errorf("%s: status %d", path, r.Code)
		}
		doc := r.doc()
		if n := doc.Find("main b, main i, script:not([src]), [onerror], [style], style").Length(); n > 0 {
			t.Errorf("%s: %d elements made of names, or that the content policy refuses", path, n)
		}
		ids := map[string]bool{}
		for _, id := range doc.Find("[id]").Map(func(_ int, e *selection) string { return e.AttrOr("id", "") }) {
			if ids[id] {
				t.Errorf("%s: the id %q is there twice", path, id)
			}
			ids[id] = true
		}
		doc.Find("label[for]").Each(func(_ int, e *selection) {
			if !ids[e.AttrOr("for", "")] {
				t.Errorf("%s: a label for %q, which is not there", path, e.AttrOr("for", ""))
			}
		})
		doc.Find("main input:not([type=hidden]), main select, main textarea").Each(func(_ int, e *selection) {
			if id := e.AttrOr("id", ""); doc.Find("label[for='"+id+"']").Length() == 0 {
				t.Errorf("%s: a field %q without a label", path, e.AttrOr("name", ""))
			}
		})
	}
}
