package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// script makes the changes of an event one after the other.
type script struct {
	changes []results.Change
	matches int
}

func newScript(slug string, names ...string) *script {
	first := resultstest.NewEvent(slug, len(names))
	for i, name := range names {
		first.Records[3+i].(*results.Entrant).Name = name
	}
	return &script{changes: []results.Change{first}}
}

func (s *script) add(action results.Action, text string, records ...results.Record) {
	s.changes = append(s.changes, results.Change{
		Entry:   results.LogEntry{By: resultstest.Organizer, Action: action, Text: text},
		Records: records,
	})
}

// status changes the event's status.
func (s *script) status(to results.Status) {
	info := *s.changes[0].Records[0].(*results.Details)
	for _, c := range s.changes {
		for _, r := range c.Records {
			if d, ok := r.(*results.Details); ok {
				info = *d
			}
		}
	}
	info.Version++
	info.Status = to
	s.add(results.EditDetails, "Status changed.", &info)
}

// pair adds a round of tables, each two entrant numbers, and of one for a bye.
func (s *script) pair(number int, stage string, status results.RoundStatus, rows ...[]int) {
	round := &results.Round{Number: number, Version: 1, Stage: stage, Status: status}
	var records []results.Record
	for i, row := range rows {
		s.matches++
		m := &results.Match{ID: results.MatchID(s.matches), Round: number, Reasons: []results.Reason{{Code: "same_points", Text: fmt.Sprintf("Reason of round %d row %d.", number, i+1)}}}
		for _, n := range row {
			m.Seats = append(m.Seats, results.EntrantID(fmt.Sprintf("e%d", n)))
		}
		records = append(records, m)
		if len(row) == 1 {
			m.Assigned = results.Bye
			records = append(records, &results.MatchResult{Match: m.ID, Version: 1, Kind: results.Bye, Winner: 0, Procedure: "scoring.bye", PolicyHash: "0000"})
		} else {
			m.Table = i + 1
		}
		round.Matches = append(round.Matches, m.ID)
	}
	s.add(results.PairRound, "Round paired.", append(records, round)...)
}

// play enters scores of matches by number.
func (s *script) play(match int, a, b int) {
	s.add(results.EnterResult, "Result entered.", resultstest.Score(results.MatchID(match), [2]int{a, b})...)
}

// turn gives a round its next status.
func (s *script) turn(number, version int, status results.RoundStatus) {
	for _, c := range s.changes {
		for _, r := range c.Records {
			if old, ok := r.(*results.Round); ok && old.Number == number && old.Version == version-1 {
				next := *old
				next.Version, next.Status = version, status
				s.add(results.CloseRound, "Round changed.", &next)
				return
			}
		}
	}
}

var hostile = []string{
	"Ana", "<b>Bob</b> & \"Co\"", "مرحبا بن سليمان", strings.Repeat("Maximiliane-", 16) + "Ende", "😀🎴", "Sam", "Sam", "a/../b?c#d",
}

// running is an event of eight with hostile names: round 1 closed, round 2 half
// played, round 3 drafted.
func running(slug string) *script {
	s := newScript(slug, hostile...)
	s.status(results.Running)
	s.pair(1, "swiss", results.Published, []int{1, 2}, []int{3, 4}, []int{5, 6}, []int{7, 8})
	s.play(1, 2, 0)
	s.play(2, 2, 1)
	s.play(3, 0, 2)
	s.play(4, 1, 1)
	s.turn(1, 2, results.Closed)
	s.pair(2, "swiss", results.Published, []int{1, 3}, []int{6, 7}, []int{8, 2}, []int{4, 5})
	s.play(5, 2, 1)
	s.play(6, 0, 2)
	s.pair(3, "swiss", results.Draft, []int{1, 7}, []int{3, 6}, []int{2, 4}, []int{5, 8})
	return s
}

func TestVisitorPagesOfARunningEvent(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	v := a.visitor()
	v.get("/").status(200).says("Running", "Test event", "8 players")
	v.get("/t/friday-open").status(200).says("Round 2 is running", "2 of 4 tables still play.", "Closed", "2 of 4 tables open")
	v.get("/t/friday-open/pairings").status(200).says("Round 2", "Ana", "open")
	v.get("/t/friday-open/rounds/1").status(200).says("Round 1", "Closed", "Draw")
	v.get("/t/friday-open/standings").status(200).says("Provisional", "2 matches without a result are not counted yet")
	v.get("/t/friday-open/rounds/1/standings").status(200).says("Standings after round 1").keepsQuiet("Provisional")
	v.get("/t/friday-open/rounds/1/standings/e1").status(200).says("Rank 1 of 8", "Below: Sam. Every value is equal; the rank is shared.", "Below the floor: 0 is raised.", "= 1/3 = 33.33%")
	v.get("/t/friday-open/rounds/2/standings/e1").status(200).says("in round 2", "The round still runs", "Rank 1 of 8", "Below: Sam. Parted by match points (MP): 4 against 6.")
	v.get("/t/friday-open/players").status(200).says("8 players")
	v.get("/t/friday-open/players/e1").status(200).says("Won", "2–1", "Reason of round 2 row 1.")
	v.get("/t/friday-open/policy").status(200).says("Test", "For the whole event")
	v.get("/t/friday-open/bracket").status(200).says("The bracket appears here once it is known")
}

// A draft is nobody's business before it is published: not its page, not a
// trace of it on any other.
func TestDraftsAreInvisible(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	v := a.visitor()
	v.get("/t/friday-open/rounds/3").status(404).keepsQuiet("Reason of round 3")
	v.get("/t/friday-open/rounds/3/standings").status(404)
	v.get("/t/friday-open/rounds/3/standings/e1").status(404)
	for _, path := range []string{
		"/", "/t/friday-open", "/t/friday-open/pairings", "/t/friday-open/standings", "/t/friday-open/players/e1",
		"/t/friday-open/rounds/2", "/t/friday-open/bracket", "/t/friday-open/rounds/2/standings",
	} {
		v.get(path).status(200).keepsQuiet("Reason of round 3", "Round 3", "rounds/3", "raft")
	}
	a.as(results.Administrator).get("/t/friday-open/rounds/3").status(404)
}

func TestRoundsThatDoNotExist(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	for _, n := range []string{"0", "-1", "4", "x", "1e1", "99999999999999999999", "%2e%2e"} {
		a.visitor().get("/t/friday-open/rounds/" + n).status(404)
		a.visitor().get("/t/friday-open/rounds/" + n + "/standings").status(404)
	}
	a.visitor().get("/t/friday-open/players/e99").status(404)
	a.visitor().get("/t/friday-open/rounds/1/standings/e99").status(404)
}

func TestHostileNamesSurviveOnEveryPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	v := a.visitor()
	for _, path := range []string{
		"/t/friday-open/pairings", "/t/friday-open/pairings?by=name", "/t/friday-open/rounds/1", "/t/friday-open/standings",
		"/t/friday-open/players",
	} {
		r := v.get(path).status(200).says(hostile...)
		if r.doc().Find("main b").Length() > 0 {
			t.Errorf("%s: a name became markup", path)
		}
		if n := r.doc().Find(`main a bdi:contains("Sam")`).Length(); n != 2 {
			t.Errorf("%s: %d of the two Sams", path, n)
		}
	}
	for i, name := range hostile {
		v.get(fmt.Sprintf("/t/friday-open/players/e%d", i+1)).status(200).says(name)
		v.get(fmt.Sprintf("/t/friday-open/rounds/1/standings/e%d", i+1)).status(200).says(name)
	}
}

func TestFindingASeat(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	v := a.visitor()
	r := v.get("/t/friday-open/rounds/2?q=+aNa+").status(200).says("Ana").keepsQuiet("😀")
	if got, _ := r.doc().Find("#q").Attr("value"); got != "aNa" {
		t.Errorf("the search is lost: %q", got)
	}
	v.get("/t/friday-open/pairings?q=سليمان").status(200).says("مرحبا").keepsQuiet("😀")
	v.get("/t/friday-open/pairings?by=name&q=%3Cb%3E").status(200).says(hostile[1]).keepsQuiet("😀")
	v.get("/t/friday-open/pairings?q=%3Cscript%3E").status(200).says("Nobody in this round has such a name.").keepsQuiet("<script>")
	v.get("/t/friday-open/standings?q=sam").status(200).keepsQuiet("😀")
	v.get("/?q=nothing+like+it").status(200).says("No event has this in its name or place.")
	v.get("/?q=TEST").status(200).says("Test event")
}

func TestCorrectionsShow(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := running("friday-open")
	second := &results.MatchResult{Match: 1, Version: 2, Kind: results.Played, Winner: 1, Won: []int{1, 2}, Procedure: "match.games_to_win", PolicyHash: "0000"}
	s.changes = append(s.changes, results.Change{
		Entry:   results.LogEntry{By: resultstest.Organizer, Action: results.CorrectClosed, Text: "Corrected.", Reason: "Private remark about Ana."},
		Records: []results.Record{second},
	})
	a.add(s.changes...)
	v := a.visitor()
	for _, path := range []string{"/t/friday-open/rounds/1", "/t/friday-open/players/e1"} {
		v.get(path).status(200).says("corrected, was 2–0").keepsQuiet("Private remark")
	}
}

func TestAnEventBeforeItsStart(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(newScript("friday-open", "Ana", "Bo").changes...)
	v := a.visitor()
	r := v.get("/t/friday-open").status(200).says("Registration", "Who plays")
	if r.doc().Find(`.tabs a:contains("Standings"), .tabs a:contains("Pairings")`).Length() > 0 {
		t.Error("tabs that lead nowhere yet")
	}
	v.get("/t/friday-open/pairings").status(200).says("No round is published yet.")
	v.get("/t/friday-open/standings").status(200).says("There are no standings yet.")
	v.get("/t/friday-open/players/e1").status(200).says("No round is published yet.")
	a.add(newScript("empty").changes...)
	v.get("/t/empty/players").status(200).says("Nobody has entered yet.")
}

func TestFinishedEventShowsItsPlacement(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("friday-open", "Ana", "Bo", "Cy", "Dee")
	s.add(results.FinishEvent, "Finished.", &results.Outcome{
		Kind: results.PlacementOutcome, Stage: "swiss", Version: 1, PolicyHash: "0000",
		Rows: []results.OutcomeRow{{Rank: 1, Entrant: "e2"}, {Rank: 2, Entrant: "e1"}, {Rank: 3, Tied: true, Entrant: "e3"}, {Rank: 3, Tied: true, Entrant: "e4"}},
	})
	a.add(s.changes...)
	a.visitor().get("/t/friday-open").keepsQuiet("Final placement")

	s = newScript("saturday-open", "Ana", "Bo", "Cy", "Dee")
	s.add(results.FinishEvent, "Finished.", &results.Outcome{
		Kind: results.PlacementOutcome, Stage: "swiss", Version: 1, PolicyHash: "0000",
		Rows: []results.OutcomeRow{{Rank: 1, Entrant: "e2"}, {Rank: 2, Entrant: "e1"}, {Rank: 3, Tied: true, Entrant: "e3"}, {Rank: 3, Tied: true, Entrant: "e4"}},
	})
	s.status(results.Finished)
	a.add(s.changes...)
	r := a.visitor().get("/t/saturday-open").says("The event is over", "Final placement")
	var lines []string
	for _, li := range r.doc().Find(".places li").EachIter() {
		lines = append(lines, strings.Join(strings.Fields(li.Text()), " "))
	}
	if got := strings.Join(lines, "; "); got != "1 Bo; 2 Ana; 3–4 CyDee" {
		t.Errorf("placement %q", got)
	}
}

func TestQRCodeHoldsTheAddress(t *testing.T) {
	t.Parallel()
	a := newAppAt(t, "https://cards.example")
	a.add(newScript("friday-open", "Ana").changes...)
	doc := a.visitor().get("/t/friday-open").status(200).doc()
	if label, _ := doc.Find("svg.qr-code").Attr("aria-label"); label != "QR code for https://cards.example/t/friday-open" {
		t.Errorf("label %q", label)
	}
	if d, _ := doc.Find("svg.qr-code path").Attr("d"); len(d) < 500 {
		t.Errorf("the code has no drawing: %q", d)
	}
}

func TestBracketPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("knockout", hostile[:6]...)
	s.changes[0].Records[2] = &results.StagePlan{Version: 1, Stages: []results.Stage{{ID: "ko", System: results.SingleElimination}}}
	s.status(results.Running)
	s.pair(1, "ko", results.Published, []int{1}, []int{4, 5}, []int{2}, []int{3, 6})
	a.add(s.changes...)
	v := a.visitor()
	r := v.get("/t/knockout/bracket").status(200).says("Quarterfinals", "Semifinals", "Final", "bye", "Winner of quarterfinal 2", hostile[3])
	if n := r.doc().Find(".bracket .slot").Length(); n != 7 {
		t.Errorf("%d matches drawn, want 7", n)
	}
	v.get("/t/knockout/bracket?view=list").status(200).says(hostile[:6]...)
	v.get("/t/knockout/standings").status(200).says("There are no standings yet.")
	v.get("/t/knockout/rounds/1/standings").status(404).says("See the bracket")
	v.get("/t/knockout/rounds/1").status(200).says("Quarterfinals")
}

func TestDoubleEliminationHasBothSides(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("double", "Ana", "Bo", "Cy", "Dee")
	s.changes[0].Records[2] = &results.StagePlan{Version: 1, Stages: []results.Stage{{ID: "de", System: results.DoubleElimination}}}
	s.status(results.Running)
	s.pair(1, "de", results.Published, []int{1, 4}, []int{2, 3})
	s.play(1, 2, 0)
	a.add(s.changes...)
	r := a.visitor().get("/t/double/bracket").status(200)
	r.says("Winners' side", "Losers' side", "Winners' round 1", "Losers' round 1", "Final", "Loser of winners' round 1, match 2")
	if got := strings.Join(strings.Fields(r.doc().Find(".slot .won").Text()), " "); got != "Seed 1 Ana 2 , won" {
		t.Errorf("the winner's seat reads %q", got)
	}
}

func TestHeadAnswersLikeGet(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	for path, want := range map[string]int{"/": 200, "/t/friday-open": 200, "/t/friday-open/rounds/3": 404, "/t/none": 404} {
		if r := a.visitor().send(httptest.NewRequest(http.MethodHead, path, nil)); r.Code != want {
			t.Errorf("HEAD %s: status %d, want %d", path, r.Code, want)
		}
	}
}

func TestBracketBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := newScript("knockout", "Ana", "Bo", "Cy", "Dee")
	s.changes[0].Records[2] = &results.StagePlan{Version: 1, Stages: []results.Stage{{ID: "ko", System: results.SingleElimination}}}
	s.pair(1, "ko", results.Draft, []int{1, 4}, []int{2, 3})
	a.add(s.changes...)
	a.visitor().get("/t/knockout/bracket").status(200).says("The bracket appears here once").keepsQuiet("Ana")
}
