package web

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
)

// court is an event with its first round published, and its staff at work.
type court struct {
	*app
	judge, clerk, organizer *client
}

// courtOf makes an event of four under a preset, changed by edit if that is not
// nil.
func courtOf(t *testing.T, ruleset, preset string, edit func(*results.Policy, *results.Details), names ...string) *court {
	t.Helper()
	a := newApp(t)
	a.store.Now = func() time.Time { return a.now }
	c := &court{app: a}
	rules, _, _, err := policy.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		names = []string{"Ana", "Bo", "Cleo", "Dan"}
	}
	first := newScript("friday", names...).changes[0]
	info := first.Records[0].(*results.Details)
	info.Ruleset = ruleset
	if edit != nil {
		edit(rules, info)
	}
	first.Records[1] = policy.Record(rules, 1, 1)
	stage := &first.Records[2].(*results.StagePlan).Stages[0]
	stage.System, stage.Rounds = rules.Pairing.System, 3
	a.add(first)
	c.publish()
	c.judge, c.clerk, c.organizer = c.member("Judy", results.Judge), c.member("Sam", results.Scorekeeper), c.member("Olga", results.Organizer)
	return c
}

func (c *court) by(who results.Actor) scorekeeper.Request {
	return scorekeeper.Request{Slug: "friday", By: who, Reason: "for the test"}
}

func (c *court) must(event *results.Tournament, err error) *results.Tournament {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return event
}

// publish drafts and publishes the next round.
func (c *court) publish() *results.Round {
	c.t.Helper()
	ctx, k, req := context.Background(), c.server.Keeper, c.by(resultstest.Organizer)
	r := c.must(k.DraftRound(ctx, req, nil)).LastRound()
	return c.must(k.PublishRound(ctx, req, r.Number, r.Version)).LastRound()
}

// finish enters 2–0 for the first seat wherever nothing is entered, and closes
// the round.
func (c *court) finish() {
	c.t.Helper()
	ctx, k, req := context.Background(), c.server.Keeper, c.by(resultstest.Organizer)
	r := c.event().LastRound()
	for _, m := range c.event().RoundMatches(r) {
		if m.Result() == nil {
			c.must(k.EnterResult(ctx, req, m.Match.ID, m.Version(), scorekeeper.Score{Won: []int{2, 0}}))
		}
	}
	c.must(k.CloseRound(ctx, req, r.Number, r.Version))
}

// member is a browser of somebody on the event's staff.
func (c *court) member(name string, role results.Role) *client {
	c.t.Helper()
	ctx := context.Background()
	account := &results.Account{Name: name, Role: results.Visitor}
	if err := c.accounts.CreateAccount(ctx, account, nil, "test", "made"); err != nil {
		c.t.Fatal(err)
	}
	c.must(c.store.Update(ctx, "friday", func(*results.Tournament) (*results.Change, error) {
		return &results.Change{
			Entry:   results.LogEntry{By: resultstest.Organizer, Action: results.ManageStaff, Text: name + " joined."},
			Records: []results.Record{&results.Staff{Version: 1, Account: account.ID, Name: name, Role: role}},
		}, nil
	}))
	return c.signedIn(account.ID)
}

func (c *court) event() *results.Tournament {
	c.t.Helper()
	return c.must(c.store.Tournament(context.Background(), "friday"))
}

func (c *court) match(id int) *results.MatchHistory {
	c.t.Helper()
	m, ok := c.event().Match(results.MatchID(id))
	if !ok {
		c.t.Fatalf("no match %d", id)
	}
	return m
}

// name is the name of a seat of a match.
func (c *court) name(id, seat int) string {
	return entrantName(c.event(), c.match(id).Match.Seats[seat])
}

func gamePath(match, game int) string {
	return "/t/friday/judge/matches/" + strconv.Itoa(match) + "/games/" + strconv.Itoa(game)
}

func matchPath(match int) string { return "/t/friday/judge/matches/" + strconv.Itoa(match) }

// check sends the form of a game to be checked.
func (c *client) check(path string, with ...string) reply {
	c.app.t.Helper()
	return c.submit(path, path, append(with, "do", "check")...)
}

// press sends a page's form once more by another of its buttons.
func (c *client) press(page reply, action, do string, with ...string) reply {
	c.app.t.Helper()
	return c.post(action, fill(page.form(action), append(with, "do", do)...)...)
}

// saves checks a game and saves it.
func (c *client) saves(path string, with ...string) reply {
	c.app.t.Helper()
	return c.press(c.check(path, with...).status(200), path, "save")
}

// counted is an Arena in which the first seat leads 9–8, with all turns taken.
var counted = []string{
	"how", "sixteen_turn", "c0", "A", "p0", "9", "c5", "B", "p5", "8", "turnsA", "8", "turnsB", "8", "settled", "yes",
}

func with(pairs []string, more ...string) []string {
	return append(append([]string(nil), pairs...), more...)
}

func TestTheDeskFindsATableOrAName(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	c.judge.get("/t/friday/judge").status(200).says("Round 1", "Ana", "open", "Start the clock")
	c.judge.get("/t/friday/judge?q=2").leadsTo(matchPath(2))
	c.judge.get("/t/friday/judge?q=" + url.QueryEscape(" ANA ")).status(303)
	c.judge.get("/t/friday/judge?q=a").status(200).says("Ana", "Dan") // several: choose
	c.judge.get("/t/friday/judge?q=nobody").status(200).says("No table and no player of this round is called so.")
	c.judge.get("/t/friday/judge?q=17").status(200).says("No table")
	c.judge.get("/t/friday/judge?round=2").status(404)
	c.judge.get("/t/friday/judge?round=x").status(404)
	c.judge.get(matchPath(1)).status(200).says("Table 1", c.name(1, 0), c.name(1, 1), "No game is recorded yet.", "What the policy says here", "Record game 1", "No infraction in this event.")
	for _, path := range []string{matchPath(9), "/t/friday/judge/matches/x", gamePath(1, 2), gamePath(1, 0), gamePath(9, 1), "/t/friday/judge/penalties/3/reverse"} {
		c.judge.get(path).status(404)
	}
	if tabs := c.visitor().get("/t/friday").doc().Find(".tabs.staff").Length(); tabs != 0 {
		t.Error("visitors see the tabs of the staff")
	}
	c.judge.get("/t/friday").status(200).says("Judge")
}

// A draft is nobody's business at the judge's desk either.
func TestTheDeskShowsNoDrafts(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	c.finish()
	draft := c.must(c.server.Keeper.DraftRound(context.Background(), c.by(resultstest.Organizer), nil)).LastRound()
	id := int(draft.Matches[0])
	c.judge.get("/t/friday/judge").status(200).says("Round 1")
	c.judge.get("/t/friday/judge?round=2").status(404)
	c.judge.get(matchPath(id)).status(404)
	c.judge.get(matchPath(id) + "/history").status(404)
	c.judge.post(gamePath(id, 1), "how", "reported", "winner", "0", "do", "check").status(404)
}

func TestAGameIsCheckedBeforeItIsSaved(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)

	wrong := c.judge.check(path, with(counted, "winner", "1")...).status(422)
	wrong.says("Rejected: this cannot be saved", "Rule 7.3.2: "+c.name(1, 0)+" wins with the greater Control Score, 9 to 8.")
	if at := wrong.doc().Find("#winner .error-note").Text(); !strings.Contains(at, "7.3.2") {
		t.Errorf("the rule is not said at the field: %q", at)
	}
	if typed := wrong.doc().Find("#p0").AttrOr("value", ""); typed != "9" || wrong.doc().Find(`#c5 option[selected]`).AttrOr("value", "") != "B" {
		t.Errorf("what was typed is lost: %q", typed)
	}
	if wrong.doc().Find(`button[value="save"]`).Length() != 0 {
		t.Error("a rejected claim can be saved")
	}
	c.judge.press(wrong, path, "save").status(422) // and is not, however it is sent
	if n := len(c.match(1).Games); n != 0 {
		t.Fatalf("%d games are saved", n)
	}

	right := c.judge.check(path, with(counted, "winner", "0", "reason", "counted twice")...).status(200)
	right.says("Verified: the evidence proves it", "With this: the match goes on.")
	if got := right.doc().Find(`output[data-total="A"]`).Text() + "-" + right.doc().Find(`output[data-total="B"]`).Text(); got != "9-8" {
		t.Errorf("the Control Score is shown as %s", got)
	}
	// Something changed after the check is checked again first.
	c.judge.press(right, path, "save", "p0", "7").status(422).says("Rejected")
	if n := len(c.match(1).Games); n != 0 {
		t.Fatal("something else was saved than what was checked")
	}
	c.judge.press(right, path, "save").leadsTo(matchPath(1))
	c.judge.press(right, path, "save").leadsTo(matchPath(1)) // sent twice
	c.judge.get(matchPath(1)).says("Game 1 saved: "+c.name(1, 0)+" won (verified).", "Turns begun: "+c.name(1, 0)+" 8", "counted twice")
	games := c.match(1).Games
	if len(games) != 1 || len(games[0].Results) != 1 {
		t.Fatalf("the games are %+v", games)
	}
	if g := games[0].Result(); g.Verdict.Kind != results.VerdictVerified || g.By.Name != "Judy" || g.Reason != "counted twice" || g.Method != "sixteen_turn" {
		t.Errorf("the record is %+v", g)
	}
}

func TestAFormThatCannotBeReadKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)
	for _, x := range []struct {
		name  string
		form  []string
		field string
		says  string
	}{
		{"nothing", nil, "how", "Say how the game ended."},
		{"no winner", counted, "winner", "Say who won"},
		{"no number", with(counted, "winner", "0", "p0", "nine"), "p0", "Type a whole number"},
		{"too large", with(counted, "winner", "0", "p0", "99999999999999999999"), "p0", "Type a whole number"},
		{"points of nobody", with(counted, "winner", "0", "c0", ""), "c0", "Say who controls"},
		{"a Momon without points", with(counted, "winner", "0", "p5", ""), "p5", "Type the points"},
		{"one turn count", with(counted, "winner", "0", "turnsB", ""), "turnsA", "Type the turns of both players"},
		{"an empty Arena that is not", with(counted, "winner", "0", "empty", "yes"), "empty", "Some Spaces are filled"},
		{"something left, but not what", with(counted, "winner", "0", "settled", "no"), "settled", "Say what is left"},
		{"who conceded?", []string{"how", "concession"}, "conceder", "Say who conceded."},
		{"how clearly?", []string{"how", "concession", "conceder", "1", "when", "before"}, "clear", "Say whether the concession was clearly communicated"},
		{"when?", []string{"how", "concession", "conceder", "1", "clear", "yes"}, "when", "Say whether the game was still going on."},
	} {
		r := c.judge.check(path, x.form...).status(422).says(x.says)
		// Errors of Spaces stand below the grid, all others in their field.
		at := r.doc().Find("#" + x.field + "-error").Text()
		if !strings.Contains(at, x.says) {
			t.Errorf("%s: at %s the page says %q", x.name, x.field, at)
		}
		for i := 0; i+1 < len(x.form); i += 2 {
			if name := x.form[i]; name == "turnsA" && r.doc().Find("#turnsA").AttrOr("value", "") != "8" {
				t.Errorf("%s: the turns are lost", x.name)
			}
		}
	}
	if n := len(c.match(1).Games); n != 0 {
		t.Errorf("%d games are saved", n)
	}
}

// What ends no game is not offered, and refused however it is sent.
func TestRule_7_5_3_TheDeskRefusesInformalEnds(t *testing.T) {
	t.Parallel()
	for _, ruleset := range []string{"momon", "magic", "generic"} {
		c := courtOf(t, ruleset, "generic", nil)
		path := gamePath(1, 1)
		page := c.judge.get(path).status(200)
		for how, rule := range map[string]string{"agreement": "7.5.3", "random": "7.5.3", "forecast": "7.5.3", "bribe": "7.5.3", "time": "7.4.3"} {
			if page.doc().Find(`input[value="`+how+`"]`).Length() != 0 {
				t.Errorf("%s: the form offers %s", ruleset, how)
			}
			r := c.judge.post(path, fill(page.form(path), "how", how, "winner", "0", "do", "check")...).status(422).says("Rule " + rule)
			c.clerk.press(r, path, "save").status(422)
		}
		if n := len(c.match(1).Games); n != 0 {
			t.Errorf("%s: %d games are saved", ruleset, n)
		}
	}
}

func TestAnUnverifiedGameIsSavedWithWhatIsMissing(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)
	r := c.clerk.check(path, "how", "sixteen_turn", "winner", "0", "scoreA", "12", "scoreB", "9").status(200)
	r.says("Possible, not verified", "What would settle it", "the turns of both players", "the final Arena", "Save as unverified")
	if r.doc().Find(`.answer a[href="#turnsA"]`).Length() != 1 || r.doc().Find("#turnsA").Length() != 1 {
		t.Error("what is missing does not lead to its field")
	}
	c.clerk.press(r, path, "save").leadsTo(matchPath(1))
	c.clerk.get(matchPath(1)).says("unverified", "Control Scores as told")
	if g := c.match(1).Games[0].Result(); g.Verdict.Kind != results.VerdictConsistent || len(g.Verdict.Missing) != 3 {
		t.Errorf("the record is %+v", g)
	}
}

// What hangs on a person is saved as pending; only a judge decides it, and the
// engine's answer stays beside the ruling.
func TestAPendingGameWaitsForAJudge(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)
	r := c.clerk.check(path, "how", "concession", "conceder", "1", "clear", "no", "when", "before").status(200).says("A judge has to decide", "Rule 7.6.2")
	if r.doc().Find(`button[value="rule"]`).Length() != 0 {
		t.Error("a scorekeeper may rule")
	}
	c.clerk.press(r, path, "rule", "ruling", "clear enough").status(403)
	c.clerk.press(r, path, "save").leadsTo(matchPath(1))
	c.clerk.get(matchPath(1)).says("with the judge", "claimed is a win of "+c.name(1, 0))
	c.judge.get("/t/friday/judge").status(200).says("Waiting for you", "Game 1 waits: Rule 7.6.2")
	c.clerk.get(path + "/ruling").status(403)
	c.judge.submit(path+"/ruling", path+"/ruling", "winner", "0").status(422).says("Say why")
	c.judge.submit(path+"/ruling", path+"/ruling", "reason", "both say so").status(422).says("Say who won the game")
	c.judge.submit(path+"/ruling", path+"/ruling", "winner", "0", "reason", "both say that it was meant").leadsTo(matchPath(1))
	c.judge.get(matchPath(1)).says("Ruled by Judy: both say that it was meant", "it is not certain that "+c.name(1, 1)+" conceded clearly")
	g := c.match(1).Games[0].Result()
	if g.Ruling == nil || g.Verdict.Kind != results.VerdictJudge || g.Winner != 0 {
		t.Errorf("the record is %+v", g)
	}
}

func TestARulingAcceptsWhatTheEngineRejects(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)
	r := c.judge.check(path, with(counted, "winner", "1")...).status(422).says("If you rule so: the match goes on.")
	c.judge.press(r, path, "rule").status(422).says("Say why: the reason stands beside the engine's answer for ever.")
	c.judge.press(r, path, "rule", "ruling", "A Momon was counted for the wrong side").leadsTo(matchPath(1))
	g := c.match(1).Games[0].Result()
	if g.Winner != 1 || g.Verdict.Kind != results.VerdictRejected || g.Verdict.Rule != "7.3.2" || g.Ruling == nil || g.Ruling.By.Name != "Judy" {
		t.Errorf("the record is %+v", g)
	}
	c.judge.get(matchPath(1)).says("rejected", "Ruled by Judy: A Momon was counted for the wrong side")
}

// Two judges at one table: the second sees what the first recorded beside what
// was typed, and loses nothing.
func TestTwoJudgesAtOneTable(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	other := c.member("Jo", results.Judge)
	path := gamePath(1, 1)
	mine := c.judge.check(path, with(counted, "winner", "0")...).status(200)
	theirs := other.check(path, "how", "reported", "winner", "1").status(200)
	other.press(theirs, path, "save").leadsTo(matchPath(1))

	late := c.judge.press(mine, path, "save").status(409).says("Recorded now", c.name(1, 1)+" won", "What you typed is still below")
	if late.doc().Find("#p0").AttrOr("value", "") != "9" || late.doc().Find("#how-0[checked]").Length() != 1 {
		t.Error("what was typed is lost")
	}
	if n := len(c.match(1).Games[0].Results); n != 1 {
		t.Fatalf("%d versions are recorded", n)
	}
	// Sent again it is a correction, which needs a reason.
	again := c.judge.press(late, path, "check").status(200).says("Verified")
	c.judge.press(again, path, "save").status(422).says("Say why")
	c.judge.press(again, path, "save", "reason", "the scores are counted").leadsTo(matchPath(1))
	h := c.match(1).Games[0]
	if len(h.Results) != 2 || h.Result().Winner != 0 || h.Results[0].Winner != 1 || h.Results[0].By.Name != "Jo" {
		t.Errorf("the versions are %+v", h.Results)
	}
	// A ruling on a version that is no longer the last one.
	stale := c.judge.get(path + "/ruling").form(path + "/ruling")
	other.submit(path+"/ruling", path+"/ruling", "winner", "1", "reason", "looked again").leadsTo(matchPath(1))
	conflict := c.judge.post(path+"/ruling", fill(stale, "winner", "0", "reason", "as counted")...).status(409).says("Ruled by Jo: looked again")
	if conflict.doc().Find("#reason").AttrOr("value", "") != "as counted" || conflict.doc().Find("#winner-0[checked]").Length() != 1 {
		t.Error("the second ruling is lost")
	}
	if n := len(c.match(1).Games[0].Results); n != 3 {
		t.Errorf("%d versions are recorded", n)
	}
}

func TestAConcessionAgainstTheEventsPolicy(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"penalized", "refused"} {
		c := courtOf(t, "momon", "momon", func(p *results.Policy, _ *results.Details) { p.Match.Concession = policy })
		path := gamePath(1, 1)
		// B leads, and a full Arena was noted: the concession comes first.
		r := c.judge.check(path, "how", "concession", "conceder", "1", "clear", "yes", "when", "before",
			"latch", "yes", "turnsA", "6", "turnsB", "5", "c0", "A", "p0", "5", "c1", "B", "p1", "9").status(200)
		r.says("Verified", "Rule 7.6.1", "a matter for a separate penalty")
		c.judge.press(r, path, "save").leadsTo(matchPath(1))
		if g := c.match(1).Games[0].Result(); g.Winner != 0 || g.Verdict.Code != "concession.prohibited" {
			t.Errorf("%s: the record is %+v", policy, g)
		}
		page := c.judge.get(matchPath(1)).says("The result stands (7.6.3)", "Record the infraction")
		c.clerk.get(matchPath(1)).keepsQuiet("Record the infraction")
		offer := page.doc().Find(".notice a").AttrOr("href", "")
		form := c.judge.get(offer).status(200).says("Infraction of "+c.name(1, 1), "Conceded where the policy forbids it – warning")
		action := "/t/friday/judge/penalties/new"
		shown := c.judge.post(action, fill(form.form(action), "reason", "conceded at 9–5", "do", "check")...).status(200).says("Warning for "+c.name(1, 1), "This is the usual penalty.")
		c.judge.press(shown, action, "save").leadsTo(matchPath(1))
		c.judge.get(matchPath(1)).says("Warning", "Conceded where the policy forbids it").keepsQuiet("Record the infraction<")
		if p := c.event().Penalties[0].Current(); p.Game != 1 || p.Match != 1 || c.match(1).Games[0].Result().Winner != 0 {
			t.Errorf("%s: the penalty is %+v", policy, p)
		}
	}
}

func TestALateConcessionIsOneOfTheMatch(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)
	c.judge.check(path, "how", "concession", "conceder", "1", "clear", "yes", "when", "after", "scoreA", "5", "scoreB", "9", "turnsA", "8", "turnsB", "8").
		status(422).says("A later concession is one of the match")
	c.judge.check(path, "how", "concession", "conceder", "1", "clear", "yes", "when", "before", "other", "same").status(200).says("A judge has to decide", "both players conceded")
	c.judge.saves(path, "how", "reported", "winner", "1").leadsTo(matchPath(1))
	concede := matchPath(1) + "/concede"
	c.judge.submit(matchPath(1), concede).status(422).says("Say who concedes.")
	c.judge.submit(matchPath(1), concede, "seat", "1", "reason", "has a train").leadsTo(matchPath(1))
	c.judge.get(matchPath(1)).says("decided", c.name(1, 0)+" wins by concession")
	if m := c.match(1); m.Result().Winner != 0 || m.Games[0].Result().Winner != 1 {
		t.Errorf("the match is %+v", m.Result())
	}
}

// The worksheet says draw, declare, who deviates when, not verified, or no loop;
// only a verified loop is saved as a Game Draw.
func TestTheLoopWorksheetOfTheDesk(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := gamePath(1, 1)
	ana, bo := c.name(1, 0), c.name(1, 1)
	loop := []string{"how", "mandatory_loop", "recurs", "Two togglers trade Spaces 3 and 4", "active", "0"}
	for _, x := range []struct {
		form   []string
		status int
		says   []string
	}{
		{with(loop, "recurred", "yes", "choice0", "no", "choice1", "no"), 200, []string{"A Game Draw", "Rule 12.4.5", "Verified", "Save"}},
		{with(loop, "recurred", "yes", "choice0", "yes", "choice1", "no"), 422, []string{"No draw: declare", "Rule 12.4.2", ana + " names a finite number", "Rejected", "Rule 12.4.4"}},
		{with(loop, "recurred", "yes", "choice0", "yes", "choice1", "yes", "d0by", "0", "d0n", "5", "d0alt", "legal", "d1by", "1", "d1n", "3", "d1alt", "legal"), 422, []string{"No draw: it stops", "Rule 12.4.3", "3 times; then " + bo + " makes"}},
		{with(loop, "recurred", "yes", "choice0", "yes", "choice1", "no", "d0by", "0", "d0n", "", "d0alt", "legal"), 422, []string{"This declaration cannot stand", "finite number"}},
		{with(loop, "recurred", "yes", "choice0", "yes", "choice1", "yes", "d0by", "1", "d0n", "3", "d0alt", "legal"), 422, []string{"declares out of turn"}},
		{with(loop, "recurred", "", "choice0", "no", "choice1", "no"), 200, []string{"Not verified: no draw", "Rule 12.4.4", "a judge decides", "A judge has to decide", "Save as pending"}},
		{with(loop, "recurred", "no", "choice0", "no", "choice1", "no"), 422, []string{"Not a loop", "Rule 12.4.1", "Rejected"}},
	} {
		c.judge.check(path, x.form...).status(x.status).says(x.says...)
	}
	c.judge.saves(path, with(loop, "recurred", "yes", "choice0", "no", "choice1", "no", "choicetext0", "none, both triggers are forced")...).leadsTo(matchPath(1))
	g := c.match(1).Games[0].Result()
	if g.Winner != results.Nobody || g.Verdict.Rule != "12.4.5" || !strings.Contains(g.Reason, "Two togglers") || !strings.Contains(g.Reason, "both triggers are forced") {
		t.Errorf("the record is %+v", g)
	}
	// The worksheet comes back in a correction.
	form := c.judge.get(path).status(200).says("Recorded now", "Game Draw")
	if form.doc().Find("#choice0-1[checked]").Length() != 1 || form.doc().Find("#recurred-0[checked]").Length() != 1 {
		t.Error("the recorded verifications are not in the form")
	}
}

func TestALoopThatIsNotVerifiedIsPlayedOnOutsideSanctionedPlay(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", func(_ *results.Policy, info *results.Details) { info.Sanctioned = false })
	path := gamePath(1, 1)
	c.judge.check(path, "how", "mandatory_loop", "choice0", "no", "choice1", "no").status(422).says("Play on, or one player concedes.", "Rejected")
	c.judge.check(path, "how", "irreversible_irregularity", "exact", "yes", "revealed", "no").status(422).says("Roll back and play on")
	c.judge.check(path, "how", "irreversible_irregularity", "exact", "no", "revealed", "no").status(200).says("Verified", "Rule 12.1.9")
	c.judge.check(path, "how", "irreversible_irregularity").status(200).says("A judge has to decide", "whether everything can be reversed exactly")
	sanctioned := courtOf(t, "momon", "momon", nil)
	sanctioned.judge.check(path, "how", "irreversible_irregularity", "exact", "no", "revealed", "no").status(422).says("in sanctioned play an irregularity is never a Game Draw")
}

func TestLifeGamesOfTwoAndOfTeams(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "magic", "magic-third", nil)
	path := gamePath(1, 1)
	start := []string{"life0", "20", "library0", "40", "life1", "20", "library1", "40"}
	dead := with(start, "how", "all_opponents_lost", "op0", "life", "who0", "1", "n0", "-20", "op1", "priority")
	c.judge.check(path, with(dead, "winner", "1")...).status(422).says("Rule 102.2a", c.name(1, 0)+" wins")
	c.judge.check(path, with(dead, "winner", "0", "op1", "")...).status(422).says("what is recorded does not end the game")
	c.judge.check(path, with(dead, "winner", "0")...).status(200).says("Verified")
	// Totals alone, at the last check.
	c.judge.check(path, with(start, "how", "all_opponents_lost", "winner", "0", "life1", "0")...).status(200).says("Verified")
	c.judge.check(path, with(start, "how", "all_opponents_lost", "winner", "0", "poison1", "10")...).status(200).says("Verified")
	c.judge.check(path, with(start, "how", "concession", "conceder", "1", "clear", "yes")...).status(200).says("Verified")
	c.judge.check(path, "how", "concession", "conceder", "1", "clear", "no").status(422).says("is no concession")
	c.judge.check(path, with(start, "how", "loop", "recurred", "yes", "choice0", "no", "choice1", "no")...).status(200).says("Verified", "Rule 102.4b")
	c.judge.check(path, with(start, "how", "loop", "recurred", "yes", "choice0", "yes", "choice1", "no")...).status(422).says("never a draw", "No draw: declare")
	c.judge.check(path, with(start, "how", "loop", "choice0", "no", "choice1", "no")...).status(422).says("Not verified: no draw")
	c.judge.check(path, "how", "loop", "recurred", "yes", "choice0", "no", "choice1", "no").status(422).says("Type the totals of all seats")

	// Two teams of two: somebody who had lost wins with the team (102.2c).
	grown := c.judge.press(c.judge.get(path), path, "grid", "how", "team_last", "winner", "0", "seats", "4").status(200)
	if grown.doc().Find(".life-seat").Length() != 4 || grown.doc().Find(`#winner-0[checked]`).Length() != 1 {
		t.Fatal("the form has not four seats, or has lost what was chosen")
	}
	more := c.judge.press(grown, path, "lines").status(200)
	if n := more.doc().Find(".life-line").Length(); n != usualLines+moreLines {
		t.Errorf("%d lines", n)
	}
	four := fill(more.form(path), with(start, "life2", "20", "library2", "40", "life3", "20", "library3", "40", "side2", "0", "side3", "1",
		"op0", "lose", "who0", "0", "op1", "life", "who1", "1", "n1", "-20", "op2", "life", "who2", "3", "n2", "-20", "same2", "yes", "op3", "priority", "do", "check")...)
	checked := c.judge.post(path, four...).status(200).says("Verified", "Rule 102.2c")
	c.judge.press(checked, path, "save").leadsTo(matchPath(1))
	g := c.match(1).Games[0].Result()
	if g.Winner != 0 || g.Verdict.Rule != "102.2c" || !strings.Contains(string(g.Evidence), `"team":1`) {
		t.Errorf("the record is %+v", g)
	}
	c.judge.get(matchPath(1)).says("Seat 3: life 20, poison 0, library 40, with "+c.name(1, 0), "2. "+c.name(1, 1)+" life changes by -20; Seat 4 life changes by -20")
}

// A pod of four: one game with one winner, whoever gives up.
func TestAGameOfAPod(t *testing.T) {
	t.Parallel()
	for _, ruleset := range []string{"magic", "generic"} {
		c := courtOf(t, ruleset, "pods-topdeck", nil)
		path := gamePath(1, 1)
		page := c.judge.get(matchPath(1)).status(200).says("Ana", "Bo", "Cleo", "Dan")
		if page.doc().Find(`form[action$="/concede"]`).Length() != 0 {
			t.Errorf("%s: a pod is conceded as a match", ruleset)
		}
		form := c.judge.get(path).status(200)
		soundPage(t, ruleset, form)
		if n := form.doc().Find(`[name="winner"]`).Length(); n != 5 {
			t.Errorf("%s: %d winners to choose from", ruleset, n)
		}
		c.judge.check(path, "how", "concession", "conceder", "3", "clear", "yes", "when", "before").status(422).says("Say who won, or that it was a draw.")
		c.judge.check(path, "how", "concession", "conceder", "3", "clear", "yes", "when", "before", "winner", "3").status(422).says("Who conceded has not won.")
		c.judge.check(path, "how", "concession", "conceder", "3", "clear", "yes", "when", "before", "winner", "1").status(200)
		c.judge.saves(path, "how", "reported", "winner", "2").leadsTo(matchPath(1))
		if r := c.match(1).Result(); r == nil || r.Winner != 2 {
			t.Errorf("%s: the match is %+v", ruleset, r)
		}
		c.judge.get(matchPath(1)).says("decided", c.name(1, 2)+" won")
		c.judge.get(matchPath(1) + "/history").status(200).says("Match result, version 1")
	}
}
