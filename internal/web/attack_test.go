package web

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

// An invitation is to an event and not to its address: who makes one, gives the
// address up and waits until somebody else's event takes it, gets nothing there.
func TestAnInvitationStaysWithItsEvent(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	mine := a.add(resultstest.NewEvent("spring-cup", 4))
	path, err := NewInvitation(context.Background(), a.accounts, a.now, mine, results.Organizer, "Mallory")
	if err != nil {
		t.Fatal(err)
	}
	info := *mine.Info()
	info.Version++
	info.Slug = "elsewhere"
	if _, err := a.store.Update(context.Background(), "spring-cup", func(*results.Tournament) (*results.Change, error) {
		return &results.Change{Entry: results.LogEntry{Action: results.EditDetails, Text: "Moved."}, Records: []results.Record{&info}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	a.add(resultstest.NewEvent("spring-cup", 4))
	mallory := a.as(results.Visitor)
	mallory.post(path).leadsTo("/t/elsewhere")
	mallory.get("/t/elsewhere/desk").status(200)
	mallory.get("/t/spring-cup/desk").status(403)
}

// A form without a key is no repetition of another one without a key.
func TestFormsWithoutAKeyAreNotTheSame(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	c := a.as(results.Administrator)
	grid := "/t/friday-open/rounds/2/results"
	c.post(grid, "score-7", "20", "version-7", "0").status(http.StatusSeeOther)
	c.post(grid, "score-7", "21", "version-7", "1", "reason-7", "misread").status(http.StatusSeeOther)
	event, _ := a.store.Tournament(context.Background(), "friday-open")
	if m, _ := event.Match(7); m.Version() != 2 {
		t.Errorf("the correction is said to be saved, but the result has version %d", m.Version())
	}
}

func TestTextThatIsNoneIsRefusedWhereverItStands(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	before := a.add(resultstest.NewEvent("friday-open", 4))
	c := a.as(results.Administrator)
	const page = "/t/friday-open/registration"
	for _, bad := range []string{"%ff%fe", "nul%00", "esc%1b", "%c2%85"} {
		c.post(page+"?club="+bad, "name", "Zoe").status(422).says("nothing was changed")
		c.get(page + "?q=" + bad).status(422)
		r := httptest.NewRequest(http.MethodPost, page, strings.NewReader("name=Zoe&club="+bad))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		c.send(r).status(422).says("nothing was changed")
	}
	after, _ := a.store.Tournament(context.Background(), "friday-open")
	if after.Seq != before.Seq {
		t.Error("something was stored")
	}
	c.post(page+"/list", "list", "Una\tx\r\nVera\r\n").status(200)
}

// Files are read into memory and onto the disk: not those of just anybody.
func TestOnlyThoseWhoAreSignedInBringFiles(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	upload := func(c *client, path string) reply {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", "big.json")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(make([]byte, 2*maxFormBytes)); err != nil {
			t.Fatal(err)
		}
		form.Close()
		r := httptest.NewRequest(http.MethodPost, path, &body)
		r.Header.Set("Content-Type", form.FormDataContentType())
		return c.send(r)
	}
	for _, path := range []string{"/events/import", "/t/friday-open/registration/list", "/t/friday-open/policy/change"} {
		upload(a.visitor(), path).status(http.StatusRequestEntityTooLarge)
		if r := upload(a.as(results.Administrator), path); r.Code == http.StatusRequestEntityTooLarge {
			t.Errorf("%s takes no file of an administrator", path)
		}
	}
}

func TestASiteWithAnEndlessNameIsRefused(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	r := httptest.NewRequest(http.MethodGet, "/t/friday-open", nil)
	r.Host = strings.Repeat("a", 3000)
	a.visitor().send(r).status(400)
	r = httptest.NewRequest(http.MethodGet, "/t/friday-open", nil)
	r.Host = strings.Repeat("a", maxHost)
	a.visitor().send(r).status(200)
}

func TestAccountsThatLookTheSameAreRefused(t *testing.T) {
	t.Parallel()
	c := newApp(t).as(results.Administrator)
	for _, name := range []string{"Ol\u200bga", "Olga\u202e", "\ufeffOlga", "Olga\u0085x", "Ol\u00adga"} {
		c.post("/accounts", "name", name, "role", "organizer").status(422)
	}
	c.post("/accounts", "name", "نی\u200cما", "role", "organizer").status(http.StatusSeeOther)
}

// The spellings of one name, and the addresses of one subscriber, are one in the
// count of tries.
func TestTriesAreCountedByAccountAndSubscriber(t *testing.T) {
	t.Parallel()
	same := func(name1, address1, name2, address2 string) (names, addresses bool) {
		n1, a1 := triesKeys(name1, address1)
		n2, a2 := triesKeys(name2, address2)
		return n1 == n2, a1 == a2
	}
	if names, addresses := same("Sam", "2001:db8:1:2:3::4", "ſAM", "2001:db8:1:2:ffff::9"); !names || !addresses {
		t.Error("one account from one network is counted as two")
	}
	if names, addresses := same("Sam", "2001:db8:1:2::4", "Sam", "2001:db8:1:3::4"); names || addresses {
		t.Error("two networks are counted as one")
	}
	if names, addresses := same("Sam", "192.0.2.1", "Tom", "192.0.2.2"); names || addresses {
		t.Error("two people are counted as one")
	}
	if name, _ := triesKeys(strings.Repeat("x", 1<<20), "192.0.2.1"); len(name) > 200 {
		t.Error("a long name is kept whole")
	}
}

// Behind a proxy on the same machine everybody has an address of their own; from
// elsewhere nobody can take another one.
func TestTheProxySaysForWhomItAsks(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	address := func(from, forwarded string) string {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = from + ":4000"
		r.Header.Set("X-Forwarded-For", forwarded)
		return a.server.echo.NewContext(r, httptest.NewRecorder()).RealIP()
	}
	for _, want := range []struct{ from, forwarded, is string }{
		{"127.0.0.1", "192.0.2.7", "192.0.2.7"},
		{"127.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"},
		{"192.168.0.5", "192.0.2.7", "192.168.0.5"},
		{"203.0.113.9", "192.0.2.7", "203.0.113.9"},
	} {
		if got := address(want.from, want.forwarded); got != want.is {
			t.Errorf("from %s for %q: %s, want %s", want.from, want.forwarded, got, want.is)
		}
	}
}

// A decomposed name, as some keyboards send it, is the name.
func TestSigningInWithADecomposedName(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	path, err := NewSetupLink(context.Background(), a.accounts, a.now)
	if err != nil {
		t.Fatal(err)
	}
	a.visitor().post(path, "name", "Zoë", "password", password).status(http.StatusSeeOther)
	a.visitor().post("/signin", "name", " Zoe\u0308 ", "password", password).status(http.StatusSeeOther)
}

// The log has no tokens, on mistyped addresses neither.
func TestTheLogHasNoTokens(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.visitor()
	for _, path := range []string{"/setup/sesame", "/setup/sesame/", "/invite/sesame/x", "/password//sesame", "/invit/sesame", "/signin?next=sesame"} {
		c.get(path)
		c.post(path, "password", "sesame", "name", "sesame")
	}
	if strings.Contains(a.log.String(), "sesame") {
		t.Errorf("the log holds a secret:\n%s", a.log)
	}
}

func TestAnswersBeforeTheApplicationAreSecuredToo(t *testing.T) {
	t.Parallel()
	for _, path := range []string{routeHealth, "/"} {
		h := record(&gate{}, path).Header()
		if h.Get("Content-Security-Policy") == "" || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
}

// Penalties are for judges: a scorekeeper meets none of them, in no page and no
// download.
func TestScorekeepersMeetNoPenalties(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ctx := context.Background()
	s := running("friday-open")
	sam := &results.Account{Name: "Sam", Role: results.Visitor}
	if err := a.accounts.CreateAccount(ctx, sam, nil, "test", "made"); err != nil {
		t.Fatal(err)
	}
	s.add(results.ManageStaff, "Joined.", &results.Staff{Version: 1, Account: sam.ID, Name: "Sam", Role: results.Scorekeeper})
	s.add(results.IssuePenalty, "Anna: sesame.", &results.Penalty{
		ID: 1, Version: 1, Entrant: "e1", Round: 2, Match: 5, Code: "sesame", Name: "Sesame", Kind: results.Warning, Remedy: "sesame",
	})
	a.add(s.changes...)
	c := a.signedIn(sam.ID)
	for _, r := range c.app.server.routes() {
		if r.method != http.MethodGet || !strings.HasPrefix(r.pattern, "/t/:slug") {
			continue
		}
		path := strings.NewReplacer(":slug", "friday-open", ":round", "2", ":match", "5", ":game", "1", ":entrant", "e1", ":penalty", "1").Replace(r.pattern)
		c.get(path).keepsQuiet("sesame", "Sesame")
		a.visitor().get(path).keepsQuiet("sesame", "Sesame")
	}
}

// Whoever brings an event runs it.
func TestTheOrganizerOfAnImport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.as(results.Organizer)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "small.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte(`{"format": "tourney/1", "name": "Small", "policy": "generic", "entrants": [{"id": "a", "name": "Ana"}, {"id": "b", "name": "Bo"}], "rounds": []}`)); err != nil {
		t.Fatal(err)
	}
	form.Close()
	r := httptest.NewRequest(http.MethodPost, "/events/import", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	c.send(r).leadsTo("/t/small")
	c.get("/t/small/desk").status(200)
}

// A key is good for one form: neither another form nor somebody else is told
// that something was done which was not.
func TestAKeyIsGoodForOneForm(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	c := a.as(results.Administrator)
	c.post("/t/friday-open/registration", "name", "Zoe", "key", "k").status(http.StatusSeeOther)
	c.post("/t/friday-open/registration", "name", "Zoe", "key", "k").status(http.StatusSeeOther)
	c.post("/t/friday-open/draft", "key", "k").status(409).says("used for something else")
	other := &results.Account{Name: "Other", Role: results.Administrator}
	if err := a.accounts.CreateAccount(context.Background(), other, nil, "test", "made"); err != nil {
		t.Fatal(err)
	}
	a.signedIn(other.ID).post("/t/friday-open/registration", "name", "Una", "key", "k").status(409)
}

// A draft whose form comes once more after it was voided changes nothing.
func TestAVoidedDraftSentAgain(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	c := a.as(results.Administrator)
	c.post("/t/friday-open/draft", "key", "k").leadsTo("/t/friday-open/rounds/1/desk")
	c.post("/t/friday-open/rounds/1/void", "reason", "wrong", "version", "1", "word", "void").status(http.StatusSeeOther)
	c.post("/t/friday-open/draft", "key", "k").leadsTo("/t/friday-open/desk")
}
