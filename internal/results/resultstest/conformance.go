package resultstest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tourney/internal/results"
)

// StoreConformance checks what every results.Store promises. open returns an
// empty store.
func StoreConformance(t *testing.T, open func(t *testing.T) results.Store) {
	ctx := context.Background()
	create := func(t *testing.T, s results.Store, slug string) *results.Tournament {
		t.Helper()
		got, err := s.Create(ctx, []results.Change{NewEvent(slug, 4)})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	// change returns a decide function that appends the records.
	change := func(text, reason, key string, records ...results.Record) func(*results.Tournament) (*results.Change, error) {
		return func(*results.Tournament) (*results.Change, error) {
			return &results.Change{
				Entry:   results.LogEntry{By: Organizer, Action: results.EnterResult, Text: text, Reason: reason, Key: key},
				Records: records,
			}, nil
		}
	}
	round := func() []results.Record {
		return []results.Record{
			&results.Match{ID: 1, Round: 1, Table: 1, Seats: []results.EntrantID{"e1", "e2"}},
			&results.Match{ID: 2, Round: 1, Table: 2, Seats: []results.EntrantID{"e3", "e4"}},
			&results.Round{Number: 1, Version: 1, Stage: "swiss", Status: results.Published, Matches: []results.MatchID{1, 2}},
		}
	}
	played := func(t *testing.T) results.Store {
		t.Helper()
		s := open(t)
		create(t, s, "friday")
		for _, decide := range []func(*results.Tournament) (*results.Change, error){
			change("Round 1 published.", "", "", round()...),
			change("Result entered.", "", "form-1", Score(1, [2]int{2, 1})...),
		} {
			if _, err := s.Update(ctx, "friday", decide); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}

	t.Run("what is appended is read back as it was", func(t *testing.T) {
		t.Parallel()
		s := played(t)
		got, err := s.Tournament(ctx, "friday")
		if err != nil {
			t.Fatal(err)
		}
		if got.Seq != 3 || len(got.Log) != 3 || len(got.Entrants) != 4 || got.ID == 0 {
			t.Fatalf("state has seq %d, %d log entries, %d entrants, id %d", got.Seq, len(got.Log), len(got.Entrants), got.ID)
		}
		m, _ := got.Match(1)
		if r := m.Result(); r == nil || r.Winner != 0 || r.Won[0] != 2 || r.Won[1] != 1 || len(r.Games) != 3 {
			t.Errorf("the match result in force is %+v", r)
		}
		first := m.Games[0].Result()
		if first == nil || first.Winner != 1 || !first.OrderUnknown || first.By != Organizer || first.Seq != 3 || first.At.IsZero() {
			t.Errorf("game 1, a loser's win of unknown order, came back as %+v", first)
		}
		if e, ok := got.EntryByKey("form-1"); !ok || e.Seq != 3 || e.Text != "Result entered." {
			t.Errorf("the log entry of the form came back as %+v", e)
		}
	})

	t.Run("an unknown address is not found", func(t *testing.T) {
		t.Parallel()
		s := open(t)
		if _, err := s.Tournament(ctx, "nowhere"); results.CodeOf(err) != results.NotFound {
			t.Errorf("read: %v", err)
		}
		if _, err := s.Update(ctx, "nowhere", change("x", "", "")); results.CodeOf(err) != results.NotFound {
			t.Errorf("update: %v", err)
		}
	})

	t.Run("an address is taken once", func(t *testing.T) {
		t.Parallel()
		s := open(t)
		create(t, s, "friday")
		create(t, s, "saturday")
		if _, err := s.Create(ctx, []results.Change{NewEvent("friday", 2)}); results.CodeOf(err) != results.Conflict {
			t.Errorf("create again: %v", err)
		}
		moved := &results.Details{Version: 2, Name: "Moved", Slug: "saturday", Ruleset: "generic", Status: results.Registration}
		if _, err := s.Update(ctx, "friday", change("moved", "", "", moved)); results.CodeOf(err) != results.Conflict {
			t.Errorf("move to a taken address: %v", err)
		}
		free := &results.Details{Version: 2, Name: "Moved", Slug: "sunday", Ruleset: "generic", Status: results.Running}
		if _, err := s.Update(ctx, "friday", change("moved", "", "", free)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Tournament(ctx, "friday"); results.CodeOf(err) != results.NotFound {
			t.Errorf("the old address still answers: %v", err)
		}
		list, err := s.Summaries(ctx)
		if err != nil || len(list) != 2 || list[0].Slug != "saturday" || list[1].Slug != "sunday" || list[1].Status != results.Running || list[1].Entrants != 4 {
			t.Errorf("summaries: %+v, %v", list, err)
		}
	})

	t.Run("a refusal stores nothing", func(t *testing.T) {
		t.Parallel()
		s := played(t)
		refusal := errors.New("no")
		if _, err := s.Update(ctx, "friday", func(*results.Tournament) (*results.Change, error) { return nil, refusal }); !errors.Is(err, refusal) {
			t.Errorf("the refusal came back as %v", err)
		}
		bad := append(Score(2, [2]int{2, 0}), &results.MatchResult{Match: 99, Version: 1, Kind: results.Played, Procedure: "x", PolicyHash: "y"})
		if _, err := s.Update(ctx, "friday", change("half good", "", "", bad...)); err == nil {
			t.Error("a change with a record of no match was accepted")
		}
		got, err := s.Tournament(ctx, "friday")
		if err != nil || got.Seq != 3 {
			t.Fatalf("seq is %d after two refusals, %v", got.Seq, err)
		}
		if m, _ := got.Match(2); m.Result() != nil || len(m.Games) != 0 {
			t.Error("part of a refused change was stored")
		}
		if same, err := s.Update(ctx, "friday", func(*results.Tournament) (*results.Change, error) { return nil, nil }); err != nil || same.Seq != 3 {
			t.Errorf("nothing to do: seq %d, %v", same.Seq, err)
		}
	})

	t.Run("of many corrections of one version one wins", func(t *testing.T) {
		t.Parallel()
		s := played(t)
		const writers = 8
		var wg sync.WaitGroup
		errs := make([]error, writers)
		for i := range writers {
			wg.Go(func() {
				v2 := Score(1, [2]int{2, 1})[3].(*results.MatchResult)
				v2.Version, v2.Winner, v2.Won = 2, 1, []int{1, 2}
				_, errs[i] = s.Update(ctx, "friday", change("Corrected.", "typing error", fmt.Sprintf("form-c%d", i), v2))
			})
		}
		wg.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			}
		}
		got, err := s.Tournament(ctx, "friday")
		if err != nil || won != 1 || got.Seq != 4 {
			t.Fatalf("%d corrections won, seq %d, %v", won, got.Seq, err)
		}
		m, _ := got.Match(1)
		if len(m.Results) != 2 || m.Results[0].Winner != 0 || m.Result().Winner != 1 || m.Result().Reason != "typing error" {
			t.Errorf("the history of the result is %+v", m.Results)
		}
	})

	t.Run("a form's key is used once", func(t *testing.T) {
		t.Parallel()
		s := played(t)
		if _, err := s.Update(ctx, "friday", change("again", "", "form-1")); err == nil {
			t.Error("a second entry with the same key was stored")
		}
	})

	t.Run("earlier states stay as they were", func(t *testing.T) {
		t.Parallel()
		s := played(t)
		before, err := s.Tournament(ctx, "friday")
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(before)
		if err != nil {
			t.Fatal(err)
		}
		renamed := &results.Entrant{Version: 2, ID: "e1", Name: "Somebody"}
		if _, err := s.Update(ctx, "friday", change("more", "", "", append(Score(2, [2]int{0, 2}), renamed)...)); err != nil {
			t.Fatal(err)
		}
		if after, err := json.Marshal(before); err != nil || string(after) != string(text) {
			t.Error("a later change reached into an earlier state")
		}
	})

	t.Run("stamps brought along are kept", func(t *testing.T) {
		t.Parallel()
		s := open(t)
		c := NewEvent("import", 2)
		at := time.Date(2020, 2, 29, 12, 0, 0, 0, time.UTC)
		c.StampAll(1, at)
		if _, err := s.Create(ctx, []results.Change{c}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Tournament(ctx, "import")
		if err != nil || !got.Info().At.Equal(at) || !got.Log[0].At.Equal(at) {
			t.Errorf("the import's times came back as %v, %v", got.Info().At, err)
		}
	})
}

// AccountConformance checks what every results.AccountStore promises. open
// returns an empty store and a way to move its clock.
func AccountConformance(t *testing.T, open func(t *testing.T) (results.AccountStore, func(time.Duration))) {
	ctx := context.Background()

	t.Run("accounts and their names", func(t *testing.T) {
		t.Parallel()
		s, _ := open(t)
		ada := &results.Account{Name: "Ada", Role: results.Administrator, PasswordHash: "h1"}
		if err := s.CreateAccount(ctx, ada, nil, "set-up", "Account made: Ada."); err != nil || ada.ID == 0 {
			t.Fatal(ada, err)
		}
		if err := s.CreateAccount(ctx, &results.Account{Name: "ADA"}, nil, "x", "x"); results.CodeOf(err) != results.Conflict {
			t.Errorf("the same name in capitals: %v", err)
		}
		got, err := s.AccountByName(ctx, "aDa")
		if err != nil || got.ID != ada.ID || got.PasswordHash != "h1" || got.Role != results.Administrator {
			t.Errorf("by name: %+v, %v", got, err)
		}
		if _, err := s.AccountByName(ctx, "Bo"); results.CodeOf(err) != results.NotFound {
			t.Errorf("an unknown name: %v", err)
		}
		if _, err := s.Account(ctx, 99); results.CodeOf(err) != results.NotFound {
			t.Errorf("an unknown id: %v", err)
		}
		if err := s.SetRole(ctx, ada.ID, results.Organizer, "Ada", "Role."); err != nil {
			t.Error(err)
		}
		if err := s.SetRole(ctx, 99, results.Organizer, "Ada", "Role."); results.CodeOf(err) != results.NotFound {
			t.Errorf("role of nobody: %v", err)
		}
		list, err := s.Accounts(ctx)
		if err != nil || len(list) != 1 || list[0].Role != results.Organizer {
			t.Errorf("list: %+v, %v", list, err)
		}
		log, err := s.InstallationLog(ctx)
		if err != nil || len(log) != 2 || log[0].Text != "Account made: Ada." || log[0].By != "set-up" || log[0].At.IsZero() {
			t.Errorf("log: %+v, %v", log, err)
		}
	})

	t.Run("a link works once and not for ever", func(t *testing.T) {
		t.Parallel()
		s, wait := open(t)
		now := time.Now()
		link := &results.Link{TokenHash: "t1", Purpose: results.InviteLink, Event: 5, Role: results.Judge, ExpiresAt: now.Add(time.Hour)}
		late := &results.Link{TokenHash: "t2", Purpose: results.SetupLink, ExpiresAt: now.Add(time.Hour)}
		for _, l := range []*results.Link{link, late} {
			if err := s.CreateLink(ctx, l, "Ada", "Link made."); err != nil || l.ID == 0 {
				t.Fatal(err)
			}
		}
		found, err := s.LinkByToken(ctx, "t1")
		if err != nil || found.Event != 5 || found.Role != results.Judge || found.Purpose != results.InviteLink || found.UsedAt != nil {
			t.Fatalf("found %+v, %v", found, err)
		}
		if err := s.UseLink(ctx, found, "Bo", "Joined."); err != nil {
			t.Fatal(err)
		}
		if err := s.UseLink(ctx, found, "Bo", "Joined."); results.CodeOf(err) != results.Refused {
			t.Errorf("used twice: %v", err)
		}
		if err := s.CreateAccount(ctx, &results.Account{Name: "Bo"}, found, "Bo", "x"); results.CodeOf(err) != results.Refused {
			t.Errorf("an account by a used link: %v", err)
		}
		if _, err := s.AccountByName(ctx, "Bo"); results.CodeOf(err) != results.NotFound {
			t.Error("a refused account was stored all the same")
		}
		wait(2 * time.Hour)
		if err := s.UseLink(ctx, late, "Bo", "x"); results.CodeOf(err) != results.Refused {
			t.Errorf("an expired link: %v", err)
		}
		if _, err := s.LinkByToken(ctx, "t9"); results.CodeOf(err) != results.NotFound {
			t.Errorf("an unknown link: %v", err)
		}
	})

	t.Run("sessions end", func(t *testing.T) {
		t.Parallel()
		s, wait := open(t)
		ada := &results.Account{Name: "Ada"}
		if err := s.CreateAccount(ctx, ada, nil, "x", "x"); err != nil {
			t.Fatal(err)
		}
		begin := func(token string) {
			t.Helper()
			if err := s.CreateSession(ctx, token, ada.ID, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			if got, err := s.SessionAccount(ctx, token); err != nil || got.Name != "Ada" {
				t.Fatalf("session of %+v, %v", got, err)
			}
		}
		over := func(why, token string) {
			t.Helper()
			if _, err := s.SessionAccount(ctx, token); results.CodeOf(err) != results.NotFound {
				t.Errorf("%s: %v", why, err)
			}
		}
		over("never begun", "s0")
		begin("s1")
		if err := s.EndSession(ctx, "s1"); err != nil {
			t.Fatal(err)
		}
		over("signed out", "s1")
		begin("s2")
		if err := s.SetPassword(ctx, ada.ID, "h2", nil, "Ada", "Password set."); err != nil {
			t.Fatal(err)
		}
		over("password changed", "s2")
		begin("s3")
		wait(2 * time.Hour)
		over("expired", "s3")
	})
}
