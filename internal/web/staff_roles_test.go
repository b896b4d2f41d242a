package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// attempt is a request for which an action is needed.
type attempt struct {
	method string
	path   string
	form   []string
}

// attempts has, for every action of the matrix that the staff's pages offer,
// requests that need it; the event is the one of running.
var attempts = map[results.Action][]attempt{
	results.ReadLog:       {{"GET", "/t/friday-open/log", nil}},
	results.ReadDraft:     {{"GET", "/t/friday-open/desk", nil}, {"GET", "/t/friday-open/rounds/3/desk", nil}, {"GET", "/t/friday-open/rounds/2/slips", nil}},
	results.CreateEvent:   {{"GET", "/events/new", nil}, {"GET", "/events/new?preset=generic", nil}, {"POST", "/events/new", []string{"preset", "generic", "name", "Another", "ruleset", "generic"}}},
	results.ImportEvent:   {{"GET", "/events/import", nil}, {"POST", "/events/import", nil}},
	results.ExportEvent:   {{"GET", "/t/friday-open/export", nil}},
	results.EditDetails:   {{"GET", "/t/friday-open/details", nil}, {"POST", "/t/friday-open/details", []string{"name", "New name", "slug", "friday-open", "ruleset", "generic", "sanctioned", "yes", "version", "2"}}},
	results.ChangePolicy:  {{"GET", "/t/friday-open/policy/change", nil}, {"POST", "/t/friday-open/policy/change", []string{"document", "preset = \"generic\"\n", "from_round", "3", "version", "1", "reason", "r", "step", "save"}}},
	results.ChangeStages:  {{"GET", "/t/friday-open/stages", nil}, {"POST", "/t/friday-open/stages", []string{"system-0", "swiss", "rounds-0", "5", "version", "1"}}},
	results.EnrolEntrants: {{"GET", "/t/friday-open/registration", nil}, {"POST", "/t/friday-open/registration", []string{"name", "Late Larry", "missed", "late"}}, {"GET", "/t/friday-open/registration/list", nil}, {"POST", "/t/friday-open/registration/list", []string{"list", "Una\n", "step", "all"}}, {"GET", "/t/friday-open/registration/players.csv", nil}},
	results.EditEntrant:   {{"GET", "/t/friday-open/players/e1/edit", nil}, {"POST", "/t/friday-open/players/e1/edit", []string{"name", "Anna", "version", "1"}}},
	results.DropEntrant: {
		{"POST", "/t/friday-open/players/e1/drop", nil}, {"POST", "/t/friday-open/players/e1/take-back-drop", nil},
		{"POST", "/t/friday-open/players/e2/sit-out", nil}, {"POST", "/t/friday-open/players/e2/sit-in", nil},
	},
	results.PairRound:    {{"POST", "/t/friday-open/draft", nil}, {"POST", "/t/friday-open/rounds/3/check", []string{"version", "1"}}, {"POST", "/t/friday-open/rounds/3/draft-again", nil}},
	results.SwapSeats:    {{"POST", "/t/friday-open/rounds/3/swap", []string{"a", "e1", "b", "e3", "reason", "brothers"}}},
	results.PublishRound: {{"POST", "/t/friday-open/rounds/3/publish", nil}},
	results.CloseRound:   {{"POST", "/t/friday-open/rounds/2/close", nil}},
	results.ReopenRound:  {{"POST", "/t/friday-open/rounds/1/reopen", []string{"reason", "r"}}},
	results.VoidRound:    {{"GET", "/t/friday-open/rounds/3/void", nil}, {"POST", "/t/friday-open/rounds/3/void", []string{"reason", "r"}}},
	results.RepairRound:  {{"GET", "/t/friday-open/rounds/2/repair", nil}, {"POST", "/t/friday-open/rounds/2/repair", []string{"reason", "r", "word", "repair"}}},
	results.EnterResult: {
		{"GET", "/t/friday-open/rounds/2/results", nil}, {"POST", "/t/friday-open/rounds/2/results", []string{"score-7", "20", "version-7", "0"}},
		{"POST", "/t/friday-open/matches/8/correction", []string{"score", "20", "version", "0"}},
	},
	results.CorrectResult: {
		{"GET", "/t/friday-open/matches/5/correction", nil}, {"GET", "/t/friday-open/matches/5/correction?score=20", nil},
		{"POST", "/t/friday-open/matches/5/correction", []string{"score", "20", "version", "1", "reason", "r"}},
		{"POST", "/t/friday-open/matches/6/take-back", []string{"version", "1", "reason", "r"}},
	},
	results.CorrectClosed: {{"POST", "/t/friday-open/matches/1/correction", []string{"score", "21", "version", "1", "reason", "r"}}},
	results.KeepTime:      {{"POST", "/t/friday-open/rounds/2/clock", []string{"kind", "start", "minutes", "50"}}},
	results.MakeCut:       {{"GET", "/t/friday-open/cut", nil}, {"POST", "/t/friday-open/cut", []string{"size", "4"}}},
	results.FinishEvent:   {{"GET", "/t/friday-open/finish", nil}, {"POST", "/t/friday-open/finish", nil}},
	results.ReopenEvent:   {{"GET", "/t/friday-open/reopen", nil}, {"POST", "/t/friday-open/reopen", []string{"reason", "r"}}},
	results.ManageStaff: {
		{"GET", "/t/friday-open/staff", nil}, {"POST", "/t/friday-open/staff", []string{"role", "judge"}},
		{"POST", "/t/friday-open/staff/77?remove=yes", nil},
	},
}

// elsewhere are the actions of pages that are tested with those pages: the
// visitor's, the judge's desk, the accounts.
var elsewhere = []results.Action{
	results.ReadEvent, results.ReadPenalties, results.RecordGame, results.RuleGame, results.IssuePenalty,
	results.ReversePenalty, results.EditCatalogue, results.ManageAccounts,
}

// installed are the actions for which the role in the installation counts.
var installed = []results.Action{results.CreateEvent, results.ImportEvent}

// One test per cell of the matrix: who may not is refused and nothing changes;
// who may is not refused for the role.
func TestEveryCellOfTheMatrix(t *testing.T) {
	t.Parallel()
	roles := []results.Role{results.Visitor, results.Player, results.Judge, results.Scorekeeper, results.Organizer, results.Administrator}
	for _, row := range results.Matrix {
		requests, offered := attempts[row.Action]
		if offered == slices.Contains(elsewhere, row.Action) {
			t.Errorf("%s: list it with requests, or as tested elsewhere", row.Action)
		}
		for _, role := range roles {
			if !offered {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", row.Action, role), func(t *testing.T) {
				t.Parallel()
				for _, r := range requests {
					tryAs(t, role, row, r)
				}
			})
		}
	}
}

func tryAs(t *testing.T, role results.Role, row results.Permission, r attempt) {
	a := newApp(t)
	c := a.visitor()
	script := running("friday-open")
	if role != results.Visitor {
		account := &results.Account{Name: string(role), Role: results.Visitor}
		if role == results.Administrator || slices.Contains(installed, row.Action) {
			account.Role = role
		}
		if err := a.accounts.CreateAccount(context.Background(), account, nil, "test", "made"); err != nil {
			t.Fatal(err)
		}
		c = a.signedIn(account.ID)
		if role != results.Administrator {
			script.add(results.ManageStaff, "Joined.", &results.Staff{Version: 1, Account: account.ID, Name: account.Name, Role: role})
		}
	}
	script.add(results.ManageStaff, "Joined.", &results.Staff{Version: 1, Account: 77, Name: "Somebody", Role: results.Judge})
	before := a.add(script.changes...)
	var got reply
	if r.method == http.MethodGet {
		got = c.get(r.path)
	} else {
		got = c.post(r.path, r.form...)
	}
	refused := got.Code == http.StatusForbidden || got.Code == http.StatusSeeOther && len(got.Header().Get("Location")) > 7 && got.Header().Get("Location")[:7] == "/signin"
	allowed := slices.Contains(row.Roles, role)
	switch {
	case allowed == refused:
		t.Errorf("%s %s as %s: status %d, the matrix says allowed = %v: %s", r.method, r.path, role, got.Code, allowed, got.text())
	case got.Code >= http.StatusInternalServerError:
		t.Errorf("%s %s as %s: status %d", r.method, r.path, role, got.Code)
	}
	if !allowed || r.method == http.MethodGet {
		after, err := a.store.Tournament(context.Background(), "friday-open")
		if err != nil {
			t.Fatal(err)
		}
		if after.Seq != before.Seq {
			t.Errorf("%s %s as %s changed the event", r.method, r.path, role)
		}
	}
}

// Somebody who is signed in but has no role in the event is a visitor there.
func TestARoleInOneEventIsNoneInAnother(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	other := running("monday-open")
	judge := &results.Account{Name: "Judy", Role: results.Organizer}
	if err := a.accounts.CreateAccount(context.Background(), judge, nil, "test", "made"); err != nil {
		t.Fatal(err)
	}
	other.add(results.ManageStaff, "Joined.", &results.Staff{Version: 1, Account: judge.ID, Name: "Judy", Role: results.Organizer})
	a.add(other.changes...)
	c := a.signedIn(judge.ID)
	c.get("/t/monday-open/desk").status(200).says("Round 3 is drafted")
	c.get("/t/friday-open/desk").status(403)
	if tabs := c.get("/t/friday-open").status(200).doc().Find(".tabs.staff").Length(); tabs != 0 {
		t.Error("tabs of the staff for somebody who has no role in the event")
	}
}
