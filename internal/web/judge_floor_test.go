package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
)

const penaltyPath = "/t/friday/judge/penalties/new"

// penalize records an infraction by the form that the match page leads to.
func (c *court) penalize(match, seat int, code, reason string, more ...string) reply {
	c.t.Helper()
	page := c.judge.get(penaltyPath + "?" + url.Values{"entrant": {string(c.match(match).Match.Seats[seat])}, "match": {strconv.Itoa(match)}}.Encode()).status(200)
	shown := c.judge.post(penaltyPath, fill(page.form(penaltyPath), with([]string{"code", code, "reason", reason, "do", "check"}, more...)...)...).status(200)
	return c.judge.press(shown, penaltyPath, "save")
}

func TestPenaltiesAreSuggestedAndEscalate(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	who := c.name(1, 0)
	c.penalize(1, 0, "slow", "four minutes for one turn", "remedy", "told to play on").leadsTo(matchPath(1))
	c.judge.get(matchPath(1)).says("Warning", "Slow play")
	form := c.judge.get(penaltyPath+"?entrant="+string(c.match(1).Match.Seats[0])+"&match=1").status(200).says("Slow play – game loss (not the first time)", "Late at the table – game loss")
	form.says("Infraction of " + who)
	c.judge.post(penaltyPath, fill(form.form(penaltyPath), "do", "check")...).status(422).says("Choose an infraction.")
	c.judge.post(penaltyPath, fill(form.form(penaltyPath), "code", "slow", "do", "check")...).status(422).says("Say what happened")
	shown := c.judge.post(penaltyPath, fill(form.form(penaltyPath), "code", "slow", "reason", "again", "do", "check")...).status(200)
	shown.says("Game loss for "+who+": Slow play", "This is the usual penalty from the second time on.", "The match stays open")
	// Other than the usual one, and changed after it was shown: shown again first.
	c.judge.press(shown, penaltyPath, "save", "kind", "match_loss").status(200).says("Match loss for "+who, "The usual penalty would be: game loss.", "The match becomes: ")
	if n := len(c.event().Penalties); n != 1 {
		t.Fatalf("%d penalties are recorded", n)
	}
	c.judge.press(shown, penaltyPath, "save").leadsTo(matchPath(1))
	c.judge.press(shown, penaltyPath, "save").leadsTo(matchPath(1)) // sent twice
	if n := len(c.event().Penalties); n != 2 || c.event().Penalties[1].Current().Kind != results.GameLoss {
		t.Fatalf("%d penalties are recorded", n)
	}
	c.judge.get("/t/friday/judge/penalties").status(200).says(who, "Game loss", "told to play on", "four minutes for one turn", "Round 1, table 1")
	c.judge.get("/t/friday/judge/penalties?q=" + url.QueryEscape(c.name(1, 1))).status(200).says("Nobody with a penalty has such a name.").keepsQuiet("told to play on")
	// Outside a match; a loss needs one.
	free := c.judge.get(penaltyPath).status(200).says("Who?", "Outside a match")
	c.judge.post(penaltyPath, fill(free.form(penaltyPath), "code", "conduct", "reason", "shouted", "do", "check")...).status(422).says("Say who it was.")
	c.judge.post(penaltyPath, fill(free.form(penaltyPath), "entrant", "e1", "code", "tardy", "reason", "late", "do", "check")...).status(422).says("Say in which match the loss counts.")
}

// A game loss, appealed: both records are kept, the match follows, the game does
// not (7.4.4).
func TestAGameLossIsAppealed(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "magic", "magic-third", nil)
	c.judge.saves(gamePath(1, 1), "how", "reported", "winner", "0").leadsTo(matchPath(1))
	c.penalize(1, 0, "deck", "a card too many", "game", "0").leadsTo(matchPath(1))
	c.judge.saves(gamePath(1, 2), "how", "reported", "winner", "1").leadsTo(matchPath(1))
	if r := c.match(1).Result(); r == nil || r.Winner != 1 || r.Won[1] != 2 {
		t.Fatalf("with the game loss the match is %+v", r)
	}
	// The next round is published before the appeal.
	c.finish()
	c.publish()
	appeal := "/t/friday/judge/penalties/1/reverse"
	stale := c.judge.get(appeal).status(200).says("Reverse on appeal", "a card too many", "The match becomes: ", "1 round published since then", "Standings").form(appeal)
	c.judge.post(appeal, fill(stale, "reason", "")...).status(422).says("Say why")
	c.judge.post(appeal, fill(stale, "reason", "the sleeve counter was wrong")...).leadsTo(matchPath(1))
	if r := c.match(1).Result(); r.Winner != results.Nobody || r.Won[0] != 1 || r.Won[1] != 1 {
		t.Errorf("after the appeal the match is %+v", r)
	}
	if h := c.event().Penalties[0]; len(h.Versions) != 2 || !h.Current().Reversed {
		t.Error("both versions are kept")
	}
	c.judge.get(matchPath(1)).says("Reversed on appeal by Judy: the sleeve counter was wrong")
	// Somebody else with the same page open.
	c.member("Jo", results.Judge).post(appeal, fill(stale, "key", "another", "reason", "me too")...).status(409).says("This penalty was reversed already.")
	c.judge.get(matchPath(1)+"/history").status(200).says("Reversed on appeal: Game loss for "+c.name(1, 0), "Match result, version 2", "penalty 1 version 1", "replaced")
	c.clerk.get("/t/friday/matches/1/correction").status(200).says("draw 1–1").keepsQuiet("a card too many", "the sleeve counter")
	c.clerk.get(matchPath(1)+"/history").status(200).says("Match result, version 2", "a judge's decision").
		keepsQuiet("a card too many", "the sleeve counter", "Game loss", "penalty 1", "penalty.game_loss", "Deck or deck list")
}

func TestADisqualificationAsksForItsWord(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	r := c.penalize(1, 0, "cheating", "drew from the bottom").status(422).says("Type the word disqualify to confirm.", "is out of the event")
	if typed := r.doc().Find("#reason").AttrOr("value", ""); typed != "drew from the bottom" {
		t.Errorf("what was typed is lost: %q", typed)
	}
	if len(c.event().Penalties) != 0 {
		t.Fatal("it is recorded without its word")
	}
	c.judge.press(r, penaltyPath, "save", "word", "disqualify").leadsTo(matchPath(1))
	who := c.match(1).Match.Seats[0]
	if e, _ := c.event().Entrant(who); e.DisqualifiedAfter == nil || c.match(1).Result().Winner != 1 {
		t.Errorf("the entrant is %+v", e)
	}
	c.judge.submit("/t/friday/judge/penalties/1/reverse", "/t/friday/judge/penalties/1/reverse", "reason", "mistaken identity").leadsTo(matchPath(1))
	if e, _ := c.event().Entrant(who); e.DisqualifiedAfter != nil || c.match(1).Result() != nil {
		t.Errorf("after the appeal the entrant is %+v", e)
	}
}

// Nothing of penalties reaches visitors, scorekeepers, or the players' pages.
func TestPenaltiesAreForJudgesOnly(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	c.penalize(1, 0, "marked", "sleeves were bent", "remedy", "new sleeves").leadsTo(matchPath(1))
	c.penalize(1, 0, "tardy", "came late", "remedy", "none").leadsTo(matchPath(1))
	secrets := []string{"Cards can be told apart", "sleeves", "Late at the table", "came late", "infraction", "Infraction"}
	for _, path := range []string{"/t/friday/judge", matchPath(1), matchPath(1) + "/history", "/t/friday/judge/time", gamePath(1, 1)} {
		c.clerk.get(path).status(200).keepsQuiet(secrets...)
	}
	for _, path := range []string{"/t/friday", "/t/friday/pairings", "/t/friday/players/" + string(c.match(1).Match.Seats[0]), "/t/friday/standings"} {
		c.visitor().get(path).status(200).keepsQuiet(secrets...)
		c.clerk.get(path).status(200).keepsQuiet(secrets...)
	}
	for _, path := range []string{"/t/friday/judge/penalties", penaltyPath, "/t/friday/judge/penalties/1/reverse"} {
		c.clerk.get(path).status(403).keepsQuiet(secrets[:4]...)
		c.visitor().get(path).status(303)
	}
}

func TestTheCatalogueIsEdited(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	path := "/t/friday/judge/catalogue"
	c.judge.get(path).status(403)
	page := c.organizer.get(path).status(200).says("Infractions of this event")
	fields := page.form(path)
	bad := c.organizer.post(path, fill(fields, "code0", "Too Late", "name1", "Not here")...).status(422).says("A code has small letters")
	if bad.doc().Find(".catalogue > li").First().Find(".error-note").Length() != 1 || bad.doc().Find("#name1").AttrOr("value", "") != "Not here" {
		t.Error("the fault is not said at its row, or what was typed is lost")
	}
	c.organizer.post(path, fill(fields, "code1", "tardy")...).status(422).says("is there twice")
	last := strconv.Itoa(len(scorekeeper.Catalogue(c.event())))
	c.organizer.post(path, fill(fields, "code0", "", "name0", "", "code"+last, "phone", "name"+last, "Phone at the table", "repeated"+last, "match_loss")...).leadsTo(path)
	c.organizer.post(path, fill(fields, "key", "another", "name1", "Gone")...).status(409).says("Recorded now: Absent from the match", "Phone at the table")
	list := scorekeeper.Catalogue(c.event())
	if len(list) != 13 || list[12].Code != "phone" || list[12].Repeated != results.MatchLoss || list[0].Code != "no-show" {
		t.Errorf("the catalogue is %+v", list)
	}
	c.judge.get(penaltyPath).status(200).says("Phone at the table – warning").keepsQuiet("Late at the table")
}

func TestTheTimeLedgerOfATable(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	clock, table := "/t/friday/judge/clock", matchPath(1)+"/time"
	press := func(page, action, kind string, more ...string) reply {
		t.Helper()
		doc := c.judge.get(page).status(200)
		button := doc.doc().Find(`form[action="` + action + `"] button[value="` + kind + `"]`)
		if button.Length() != 1 {
			t.Fatalf("%s has no button %s", page, kind)
		}
		return c.judge.post(action, fill(fieldsIn(button.Closest("form")), with(more, "kind", kind)...)...)
	}
	press("/t/friday/judge", clock, "start", "minutes", "soon").status(422).says("Type a whole number")
	press("/t/friday/judge", clock, "start", "minutes", "20").leadsTo("/t/friday/judge")
	c.judge.get("/t/friday/judge").says("20 minutes left")
	c.judge.get(matchPath(1)).says("Time is up at this table at 17:50")
	press(matchPath(1), table, "call_start").leadsTo(matchPath(1))
	c.now = c.now.Add(3 * time.Minute)
	c.judge.get("/t/friday/judge").says("judge called 3 minutes ago")
	stop := c.judge.get(matchPath(1)).says("A judge call is open since 17:30", "End the judge call")
	if minutes := stop.doc().Find("#call_stop-minutes").AttrOr("value", ""); minutes != "3" {
		t.Errorf("%s minutes are offered for a call of three", minutes)
	}
	press(matchPath(1), table, "call_stop", "minutes", "3").leadsTo(matchPath(1))
	press(matchPath(1), table, "extension", "minutes", "2").status(422).says("Say why", "Give more time")
	press(matchPath(1), table, "extension", "minutes", "", "reason", "deck check").status(409).says("Say how much time is given.")
	refused := press(matchPath(1), table, "extension", "minutes", "999999", "reason", "deck check").status(422)
	if typed := refused.doc().Find("#minutes").AttrOr("value", ""); typed != "999999" {
		t.Errorf("what was typed is lost: %q", typed)
	}
	press(matchPath(1), table, "extension", "minutes", "2", "reason", "deck check").leadsTo(matchPath(1))
	press(matchPath(1), table, "extra_turns", "turns", "3", "reason", "slow ruling").leadsTo(matchPath(1))
	c.judge.get(matchPath(1)).says("Time is up at this table at 17:55", "5 minutes more than the round", "3 extra turns after that", "Judge call ended, 3 minutes given back", "deck check")
	c.visitor().get("/t/friday/pairings").says("5 minutes more, until 17:55", "3 extra turns")

	// The clock stands while it is paused.
	press("/t/friday/judge", clock, "pause").leadsTo("/t/friday/judge")
	c.now = c.now.Add(10 * time.Minute)
	press("/t/friday/judge", clock, "resume").leadsTo("/t/friday/judge")
	c.judge.get(matchPath(1)).says("Time is up at this table at 18:05")
	c.judge.get("/t/friday/judge/time").status(200).says("Time ledger, round 1", "Clock paused", "Clock resumed", "Table 1", "3 extra turns", "deck check", "Judy")

	// After the end of the round the other table is late, this one not yet.
	c.now = time.Date(2026, 12, 4, 18, 3, 0, 0, time.UTC)
	c.judge.get("/t/friday/judge").says("Table 2", "over its time for 3 minutes").keepsQuiet("over its time for 8")
	c.now = c.now.Add(10 * time.Minute)
	c.judge.get("/t/friday/judge/time").says("Still playing after their time", "over its time for 8 minutes, 3 extra turns", "over its time for 13 minutes")
	c.judge.saves(gamePath(2, 1), "how", "reported", "winner", "0").leadsTo(matchPath(2))
	press(matchPath(2), matchPath(2)+"/time", "time_called").leadsTo(matchPath(2))
	c.judge.get(matchPath(2)).says("Time was called at this table at 18:13")
	c.judge.submit(matchPath(2), matchPath(2)+"/end").status(422).says("Say whether a game was running.")
	c.judge.submit(matchPath(2), matchPath(2)+"/end", "unfinished", "yes").leadsTo(matchPath(2))
	c.judge.get(matchPath(2)).says("decided", "Unfinished when time was over (7.4.3)")
	if r := c.match(2).Result(); r.Winner != 0 || r.Drawn != 0 {
		t.Errorf("1–0 with a game that is not counted: %+v", r)
	}
}

// A win under a governing clock waits for its press; without it the game is
// unfinished and the engine's result is kept (7.4.2).
func TestRule_7_4_2_AWinIsPressedAtTheDesk(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon-clock", nil)
	for game := 1; game <= 2; game++ {
		c.judge.saves(gamePath(1, game), with(counted, "winner", "0")...).leadsTo(matchPath(1))
		page := c.judge.get(matchPath(1))
		if game == 2 {
			break
		}
		page.says("the win of game 1 counts once the clock is pressed (7.4.2)")
		button := page.doc().Find(`button[value="press"]`)
		c.judge.post(matchPath(1)+"/time", fill(fieldsIn(button.Closest("form")), "kind", "press")...).leadsTo(matchPath(1))
		c.judge.get(matchPath(1)).says("Clock pressed after game 1").keepsQuiet(`value="press"`)
	}
	c.judge.submit(matchPath(1), matchPath(1)+"/end", "unfinished", "no").leadsTo(matchPath(1))
	c.judge.get(matchPath(1)).says("Unfinished when time was over (7.4.3)", "the engine's result is kept: "+c.name(1, 0)+" won, all turns were over")
	if m := c.match(1); m.Games[1].Result() != nil || m.Result().Won[0] != 1 || m.Result().Winner != 0 {
		t.Errorf("the match is %+v", m.Result())
	}
}

func TestEqualGamesAreDecidedByTheProcedure(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "generic", "generic", func(p *results.Policy, _ *results.Details) {
		p.Match.DrawnMatch, p.Match.NoDraw = "refused", "judge"
	})
	c.judge.saves(gamePath(1, 1), "how", "reported", "winner", "0").leadsTo(matchPath(1))
	c.judge.saves(gamePath(1, 2), "how", "reported", "winner", "1").leadsTo(matchPath(1))
	c.judge.submit(matchPath(1), matchPath(1)+"/end", "unfinished", "no").leadsTo(matchPath(1))
	decide := matchPath(1) + "/decide"
	c.judge.get(matchPath(1)).says("The match may not be drawn: a judge finds the winner.", "name the winner")
	c.judge.submit(matchPath(1), decide, "winner", "1").status(422).says("Say why")
	c.judge.submit(matchPath(1), decide, "reason", "more life").status(422).says("Say who goes on.")
	c.judge.submit(matchPath(1), decide, "winner", "1", "reason", "more life").leadsTo(matchPath(1))
	if r := c.match(1).Result(); r == nil || r.Winner != 1 {
		t.Errorf("the match is %+v", r)
	}
}

// A stale form of a match shows the match as it is now beside what was typed.
func TestAStaleEndOfAMatch(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "generic", "generic", nil)
	end := matchPath(1) + "/end"
	c.judge.saves(gamePath(1, 1), "how", "reported", "winner", "0").leadsTo(matchPath(1))
	stale := c.judge.get(matchPath(1)).form(end)
	c.member("Jo", results.Judge).submit(matchPath(1), matchPath(1)+"/concede", "seat", "0").leadsTo(matchPath(1))
	before := c.event().Seq
	c.judge.post(end, fill(stale, "unfinished", "no", "reason", "time over")...).status(409).says("Jo was faster")
	if c.event().Seq != before {
		t.Error("the stale form was saved")
	}
}

// Correcting a game of a closed round shows first what would change, and is for
// those whose role allows it.
func TestACorrectedGameOfAClosedRound(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "generic", "generic", nil)
	c.judge.saves(gamePath(1, 1), "how", "reported", "winner", "0").leadsTo(matchPath(1))
	c.judge.saves(gamePath(1, 2), "how", "reported", "winner", "1").leadsTo(matchPath(1))
	c.judge.saves(gamePath(1, 3), "how", "reported", "winner", "0").leadsTo(matchPath(1))
	c.finish()
	c.publish()
	path := gamePath(1, 3)
	c.judge.get(path).status(403)
	c.judge.post(path, "how", "reported", "winner", "1", "version", "1", "reason", "seats mixed up", "do", "check").status(403)
	c.judge.get(matchPath(1)).status(200).says("The round is closed. Organizers correct its results.").keepsQuiet(">Correct<", ">Overrule<")
	r := c.organizer.check(path, "winner", "1", "reason", "seats mixed up").status(200)
	r.says("With this: ", "1–2", "What it would change", "1 round published since then", "Standings after round 1", "Round 2 would have been paired differently", "Nothing is played in round 2 yet.")
	c.organizer.press(r, path, "save").leadsTo(matchPath(1))
	// A ruling and a struck game show it too.
	ruling := path + "/ruling"
	shown := c.organizer.submit(ruling, ruling, "winner", "0", "reason", "they were right").status(200).says("What it changes", "The match becomes: ", "Standings")
	if c.match(1).Result().Winner != 1 {
		t.Fatal("a ruling on an older round was saved without showing what it changes")
	}
	c.organizer.press(shown, ruling, "").leadsTo(matchPath(1))
	strike := path + "/strike"
	c.organizer.submit(strike, strike, "reason", "never played").status(200).says("What it changes", "draw 1–1")
	if r := c.match(1).Result(); r.Winner != 0 || len(c.match(1).Games[2].Results) != 3 {
		t.Errorf("the match is %+v", r)
	}
	// Only the last game is struck.
	second := gamePath(1, 2) + "/strike"
	c.organizer.submit(second, second, "reason", "never played").status(409).says("Strike the last game first.")
}

func TestAnArchivedMatchIsReadOnly(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "generic", "generic", nil)
	c.judge.saves(gamePath(1, 1), "how", "reported", "winner", "0").leadsTo(matchPath(1))
	r := c.event().LastRound()
	c.must(c.server.Keeper.VoidRound(context.Background(), c.by(resultstest.Organizer), r.Number, r.Version))
	page := c.judge.get(matchPath(1)).status(200).says("This match is archived")
	if n := page.doc().Find("main form").Length(); n != 0 {
		t.Errorf("%d forms about an archived match", n)
	}
	c.judge.get(matchPath(1) + "/history").status(200).says("Game 1, version 1")
	c.judge.submit(gamePath(1, 2), gamePath(1, 2), "how", "reported", "winner", "0", "do", "check").status(409).says("archived")
}

// judgeAttempts has requests that need each action of the desk; the event is the
// one of courtOf.
var judgeAttempts = map[results.Action][]attempt{
	results.RecordGame: {
		{"GET", "/t/friday/judge", nil}, {"GET", "/t/friday/judge/time", nil}, {"GET", matchPath(1), nil}, {"GET", matchPath(1) + "/history", nil}, {"GET", gamePath(1, 1), nil},
		{"POST", gamePath(1, 1), []string{"how", "reported", "winner", "0", "do", "check"}}, {"POST", matchPath(1) + "/end", []string{"unfinished", "no"}},
		{"GET", gamePath(2, 1) + "/strike", nil}, {"POST", gamePath(2, 1) + "/strike", []string{"version", "1"}},
	},
	results.EnterResult:    {{"POST", matchPath(1) + "/concede", nil}, {"POST", matchPath(1) + "/decide", nil}},
	results.KeepTime:       {{"POST", "/t/friday/judge/clock", []string{"kind", "pause"}}, {"POST", matchPath(1) + "/time", []string{"kind", "call_stop"}}},
	results.RuleGame:       {{"GET", gamePath(2, 1) + "/ruling", nil}, {"POST", gamePath(2, 1) + "/ruling", nil}},
	results.ReadPenalties:  {{"GET", "/t/friday/judge/penalties", nil}},
	results.IssuePenalty:   {{"GET", penaltyPath, nil}, {"POST", penaltyPath, nil}},
	results.ReversePenalty: {{"GET", "/t/friday/judge/penalties/1/reverse", nil}, {"POST", "/t/friday/judge/penalties/1/reverse", nil}},
	results.EditCatalogue:  {{"GET", "/t/friday/judge/catalogue", nil}, {"POST", "/t/friday/judge/catalogue", []string{"code0", "x y", "name0", "x"}}},
}

// One test per cell of the matrix over the desk: who may not is refused; who may
// is not refused for the role.
func TestEveryCellOfTheMatrixAtTheDesk(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "generic", "generic", nil)
	c.judge.saves(gamePath(2, 1), "how", "reported", "winner", "0").leadsTo(matchPath(2))
	c.penalize(1, 0, "slow", "slow").leadsTo(matchPath(1))
	clients := map[results.Role]*client{
		results.Visitor: c.visitor(), results.Player: c.member("Pia", results.Player), results.Judge: c.judge,
		results.Scorekeeper: c.clerk, results.Organizer: c.organizer, results.Administrator: c.as(results.Administrator),
	}
	for _, row := range results.Matrix {
		for _, r := range judgeAttempts[row.Action] {
			for role, browser := range clients {
				var got reply
				if r.method == http.MethodGet {
					got = browser.get(r.path)
				} else {
					got = browser.post(r.path, r.form...)
				}
				refused := got.Code == 403 || got.Code == 303 && strings.HasPrefix(got.Header().Get("Location"), "/signin")
				if allowed := slices.Contains(row.Roles, role); allowed == refused || got.Code >= 500 {
					t.Errorf("%s %s as %s: status %d, the matrix says allowed = %v", r.method, r.path, role, got.Code, allowed)
				}
			}
		}
	}
}

// Names are text on every page of the desk, every field has its label, and no id
// is there twice.
func TestHostileNamesSurviveTheDesk(t *testing.T) {
	t.Parallel()
	for ruleset, preset := range map[string]string{"momon": "momon-clock", "magic": "magic-third", "generic": "generic"} {
		c := courtOf(t, ruleset, preset, func(p *results.Policy, _ *results.Details) { p.Match.Concession = "penalized" }, hostile...)
		evil := `<b>x</b>" onerror="alert(1)`
		c.judge.saves(gamePath(1, 1), "how", "reported", "winner", "0", "reason", evil).leadsTo(matchPath(1))
		c.penalize(1, 0, "slow", evil, "remedy", evil).leadsTo(matchPath(1))
		for _, path := range []string{
			"/t/friday/judge", "/t/friday/judge?q=" + url.QueryEscape("<b>"), "/t/friday/judge/time", matchPath(1), matchPath(2), matchPath(1) + "/history",
			gamePath(1, 1), gamePath(1, 2), gamePath(1, 1) + "/ruling", gamePath(1, 1) + "/strike", "/t/friday/judge/penalties", penaltyPath,
			penaltyPath + "?entrant=e2&match=1&code=" + url.QueryEscape(evil), "/t/friday/judge/penalties/1/reverse", "/t/friday/judge/catalogue",
		} {
			browser := c.judge
			if strings.HasSuffix(path, "catalogue") {
				browser = c.organizer
			}
			r := browser.get(path)
			if r.Code == http.StatusSeeOther {
				r = browser.follow(r)
			}
			soundPage(t, ruleset+" "+path, r.status(200))
		}
		r := c.judge.check(gamePath(2, 1), "how", "concession", "reason", evil, "conceder", "1", "clear", "yes", "when", "before", "n0", evil)
		soundPage(t, ruleset+" checked", r)
	}
}

// soundPage checks that a page's names are text, its fields have labels and its
// ids are its own.
func soundPage(t *testing.T, path string, r reply) {
	t.Helper()
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
	doc.Find("main label[for]").Each(func(_ int, e *selection) {
		if !ids[e.AttrOr("for", "")] {
			t.Errorf("%s: a label for %q, which is not there", path, e.AttrOr("for", ""))
		}
	})
	doc.Find("main [aria-describedby]").Each(func(_ int, e *selection) {
		for id := range strings.FieldsSeq(e.AttrOr("aria-describedby", "")) {
			if !ids[id] {
				t.Errorf("%s: a field is described by %q, which is not there", path, id)
			}
		}
	})
	doc.Find("main input:not([type=hidden]), main select, main textarea").Each(func(_ int, e *selection) {
		id := e.AttrOr("id", "")
		if doc.Find("label[for='"+id+"']").Length() == 0 && e.AttrOr("aria-label", "") == "" {
			t.Errorf("%s: a field %q without a label", path, e.AttrOr("name", ""))
		}
	})
}

// Evidence goes from the form into its JSON and back without loss.
func TestEvidenceGoesRoundTheForm(t *testing.T) {
	t.Parallel()
	c := courtOf(t, "momon", "momon", nil)
	g := gameTable{c.event(), c.match(1), c.event().LastRound(), 1}
	answer := rapid.SampledFrom([]string{"", "yes", "no"})
	number := func(rt *rapid.T, name string) string { return strconv.Itoa(rapid.IntRange(-5, 20).Draw(rt, name)) }
	rapid.Check(t, func(rt *rapid.T) {
		v := url.Values{"how": {rapid.SampledFrom([]string{"sixteen_turn", "full_arena", "concession", "mandatory_loop"}).Draw(rt, "how")}, "winner": {"0"}}
		side := rapid.IntRange(1, maxGridSide)
		v.Set("rows", strconv.Itoa(side.Draw(rt, "rows")))
		v.Set("cols", strconv.Itoa(side.Draw(rt, "cols")))
		rows, cols := gameSheet{v, nil}.grid()
		for space := range rows * cols {
			if who := rapid.SampledFrom([]string{"", "A", "B", "?"}).Draw(rt, "who"); who != "" {
				ctrl, points := cell(space)
				v.Set(ctrl, who)
				v.Set(points, number(rt, "points"))
			}
		}
		if rapid.Bool().Draw(rt, "turns") {
			v.Set("turnsA", "8")
			v.Set("turnsB", "7")
		}
		for _, field := range []string{"latch", "recurred", "choice0", "choice1", "exact", "revealed"} {
			v.Set(field, answer.Draw(rt, field))
		}
		v.Set("settled", rapid.SampledFrom([]string{"", "yes"}).Draw(rt, "settled"))
		v.Set("token", rapid.SampledFrom([]string{"", "A", "B"}).Draw(rt, "token"))
		v.Set("first", rapid.SampledFrom([]string{"", "A", "B"}).Draw(rt, "first"))
		if v.Get("how") == "concession" || rapid.Bool().Draw(rt, "conceded") {
			v.Set("conceder", rapid.SampledFrom([]string{"0", "1"}).Draw(rt, "conceder"))
			v.Set("clear", rapid.SampledFrom([]string{"yes", "no"}).Draw(rt, "clear"))
			v.Set("when", rapid.SampledFrom([]string{"before", "after"}).Draw(rt, "when"))
			v.Set("other", rapid.SampledFrom([]string{"", "same", "later"}).Draw(rt, "other"))
		}
		sent := gameSheet{v, map[string]string{}}
		claim := sent.claim(g)
		if len(sent.faults) > 0 {
			rt.Fatalf("the form is refused: %v", sent.faults)
		}
		e, ok := evidenceOf(claim.Evidence)
		if !ok {
			rt.Fatalf("the evidence cannot be read: %s", claim.Evidence)
		}
		back := gameSheet{url.Values{"how": {claim.Method}, "winner": {"0"}}, map[string]string{}}
		back.setGrid(rows, cols)
		fillArena(back.Values, e)
		again := back.claim(g)
		// Who has a choice is recorded as one answer for both; one who has one has to
		// be named anew.
		if e.Loop != nil && e.Loop.NoChoice != nil && !*e.Loop.NoChoice {
			back.Set("choice0", "yes")
			again = back.claim(g)
		}
		if again.Evidence != claim.Evidence || again.Winner != claim.Winner {
			rt.Fatalf("%s\ncomes back as\n%s", claim.Evidence, again.Evidence)
		}
		if _, err := scorekeeper.CheckGame(g.t, g.m.Match.ID, claim); err != nil {
			rt.Fatalf("the engine cannot read %s: %v", claim.Evidence, err)
		}
	})
}

func TestGridsOfOtherArenas(t *testing.T) {
	t.Parallel()
	for spaces, want := range map[int64][2]int{16: {4, 4}, 12: {3, 4}, 25: {5, 5}, 64: {8, 8}, 7: {1, 7}, 2: {1, 2}, 1: {1, 1}, 63: {7, 9 - 0}, 0: {4, 4}, 11: {4, 4}} {
		if spaces == 63 {
			want = [2]int{usualGrid, usualGrid} // 7 × 9 does not fit
		}
		rows, cols := gridOf(spaces)
		if [2]int{rows, cols} != want {
			t.Errorf("%d Spaces: %d × %d, want %v", spaces, rows, cols, want)
		}
	}
	// The pad keeps the size of the last game.
	c := courtOf(t, "momon", "momon", nil)
	page := c.judge.press(c.judge.get(gamePath(1, 1)), gamePath(1, 1), "grid", "rows", "5", "cols", "5", "how", "full_arena").status(200)
	if n := page.doc().Find(".pad-cell").Length(); n != 25 {
		t.Fatalf("%d Spaces", n)
	}
	checked := c.judge.press(page, gamePath(1, 1), "check", "c24", "B", "p24", "3", "winner", "1").status(200)
	c.judge.press(checked, gamePath(1, 1), "save").leadsTo(matchPath(1))
	if n := c.judge.get(gamePath(2, 1)).doc().Find(".pad-cell").Length(); n != 25 {
		t.Errorf("the next game begins with %d Spaces", n)
	}
}

func TestWordsForWhatIsRecorded(t *testing.T) {
	t.Parallel()
	names := []string{"Ana", "Bo"}
	for raw, want := range map[results.RawJSON]string{
		"": "", "{}": "",
		`{"turns":[8,7],"token":"B","arena_full_at_summon":false}`: "Turns begun: Ana 8, Bo 7|Arena full at a Summon Step: no|First Player Token: Bo",
		`{"board":[]}`: "The Arena was empty",
		`{"board":[{"space":3,"ctrl":"A","points":-2},{"space":4,"ctrl":"","points":5}]}`:                         "Arena: Ana -2, Bo 0|Space 3: Ana -2; Space 4: nobody known 5",
		`{"concessions":[{"by":1,"seq":5,"clear":false}],"ended_seq":3}`:                                          "Bo conceded, not clearly, after the end of the game",
		`{"loop":{"recurred":true,"choice_exists":true}}`:                                                         "The same state recurs: yes|Somebody has a choice that ends or changes it: yes",
		`{"rollback":{"exact":true,"private_revealed":false},"hold":true}`:                                        "Every action can be reversed exactly: yes|Private information was revealed: no|The game was on hold for an irregularity",
		`{"pending":{"packages":1}}`:                                                                              "Left to resolve: Summon packages 1",
		`{"somebody":"else"}`:                                                                                     `Evidence as imported: {"somebody":"else"}`,
		`{"seats":[{"life":20,"poison":0,"library":40,"team":null}],"batches":[[{"op":"loop","optional":true}]]}`: "Ana: life 20, poison 0, library 40|1. loop that somebody can stop",
	} {
		if got := strings.Join(evidenceWords(raw, names), "|"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", raw, got, want)
		}
	}
}

func TestALateTableByItsOwnTime(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 12, 4, 17, 30, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return began.Add(time.Duration(minutes) * time.Minute) }
	entry := func(minutes int, kind results.ClockKind, match results.MatchID, seconds int) *results.ClockEntry {
		return &results.ClockEntry{Stamp: results.Stamp{Seq: 2, At: at(minutes)}, Round: 1, Match: match, Kind: kind, Seconds: seconds}
	}
	start := entry(0, results.ClockStart, 0, 3000)
	for name, x := range map[string]struct {
		clock []*results.ClockEntry
		now   int
		want  time.Duration
	}{
		"no clock":                     {nil, 500, 0},
		"time is left":                 {[]*results.ClockEntry{start}, 50, 0},
		"a minute over":                {[]*results.ClockEntry{start}, 51, time.Minute},
		"given more":                   {[]*results.ClockEntry{start, entry(1, results.ClockExtension, 1, 120)}, 51, 0},
		"another table was given more": {[]*results.ClockEntry{start, entry(1, results.ClockExtension, 2, 120)}, 51, time.Minute},
		"paused":                       {[]*results.ClockEntry{start, entry(1, results.ClockPause, 0, 0)}, 500, 0},
		"called early":                 {[]*results.ClockEntry{start, entry(40, results.TimeCalled, 0, 0)}, 42, 2 * time.Minute},
		"called, but given more":       {[]*results.ClockEntry{start, entry(1, results.CallStop, 1, 180), entry(40, results.TimeCalled, 0, 0)}, 42, 0},
		"called at this table":         {[]*results.ClockEntry{start, entry(1, results.ClockExtension, 1, 600), entry(40, results.TimeCalled, 1, 0)}, 41, time.Minute},
	} {
		event := &results.Tournament{
			Rounds: []*results.RoundHistory{{Versions: []*results.Round{{Stamp: results.Stamp{Seq: 1}, Number: 1, Status: results.Published}}}}, Clock: x.clock,
		}
		if got := late(event, &results.MatchHistory{Match: &results.Match{ID: 1, Round: 1}}, at(x.now)); got != x.want {
			t.Errorf("%s: %v, want %v", name, got, x.want)
		}
	}
	if got := fmt.Sprintf("%s, %s, %s", durationWords(90*time.Second), durationWords(time.Minute), durationWords(125*time.Second)); got != "1:30 minutes, 1 minute, 2:05 minutes" {
		t.Error(got)
	}
}
