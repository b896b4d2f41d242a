package web

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/web/secret"
)

const password = "four small green birds"

func (a *app) setupLink() string {
	a.t.Helper()
	path, err := NewSetupLink(context.Background(), a.accounts, a.now)
	if err != nil {
		a.t.Fatal(err)
	}
	return path
}

// passwordHash is the hash of password, made once: a hash is meant to be slow.
var passwordHash = sync.OnceValue(func() string {
	hash, err := secret.NewHasher().Hash(context.Background(), password)
	if err != nil {
		panic(err)
	}
	return hash
})

// setUp makes an administrator named Olga with a password and returns its
// browser.
func (a *app) setUp() *client {
	a.t.Helper()
	olga := &results.Account{Name: "Olga", Role: results.Administrator, PasswordHash: passwordHash()}
	if err := a.accounts.CreateAccount(context.Background(), olga, nil, "test", "made"); err != nil {
		a.t.Fatal(err)
	}
	return a.signedIn(olga.ID)
}

func TestSetupLinkWorksOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	path := a.setupLink()
	c := a.visitor()
	c.get(path).status(200).says("Welcome to tourney")
	c.get(path).status(200) // opening it changes nothing

	r := c.post(path, "name", "Olga", "password", "short").status(422).says("shorter than 10 characters")
	if name, _ := r.doc().Find("#name").Attr("value"); name != "Olga" {
		t.Errorf("the typed name is lost: %q", name)
	}
	c.post(path, "name", " ", "password", password).status(422).says("Type a name")

	c.follow(c.post(path, "name", "Olga", "password", password)).status(200).says("Welcome, Olga.", "Sign out")
	list, _ := a.accounts.Accounts(context.Background())
	if len(list) != 1 || list[0].Role != results.Administrator || strings.Contains(list[0].PasswordHash, password) {
		t.Fatalf("accounts: %+v", list)
	}

	other := a.visitor()
	other.get(path).status(409).says("used before")
	other.post(path, "name", "Eve", "password", password).status(409)
	if list, _ := a.accounts.Accounts(context.Background()); len(list) != 1 {
		t.Error("a second account by the same link")
	}
	if _, err := NewSetupLink(context.Background(), a.accounts, a.now); results.CodeOf(err) != results.Refused {
		t.Errorf("a second set-up link: %v", err)
	}
}

func TestLinksExpireAndServeOnePurpose(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	path := a.setupLink()
	token := strings.TrimPrefix(path, "/setup/")
	a.visitor().get("/password/" + token).status(404)
	a.visitor().get("/invite/" + token).status(404)
	a.visitor().get("/setup/" + token + "x").status(404)
	a.now = a.now.Add(8 * 24 * time.Hour)
	a.visitor().get(path).status(409).says("expired")
	a.visitor().post(path, "name", "Eve", "password", password).status(409)
}

func TestSessions(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()
	c.get("/account").status(200).says("Olga")
	token := c.cookies["tourney_session"]

	c.follow(c.post("/signout")).says("Signed out.", "Sign in")
	if _, kept := c.cookies["tourney_session"]; kept {
		t.Error("the cookie stays")
	}
	stolen := a.visitor()
	stolen.cookies["tourney_session"] = token
	stolen.get("/account").leadsTo("/signin?next=%2Faccount")

	c.follow(c.post("/signin", "name", "olga", "password", password, "next", "/account")).status(200).says("Signed in as Olga.")
	if c.cookies["tourney_session"] == token {
		t.Error("a new sign-in needs a new session")
	}
	a.now = a.now.Add(15 * 24 * time.Hour)
	c.get("/account").leadsTo("/signin?next=%2Faccount")
}

func TestSessionCookie(t *testing.T) {
	t.Parallel()
	a := newAppAt(t, "https://cards.example")
	r := a.visitor().post(a.setupLink(), "name", "Olga", "password", password)
	for _, cookie := range r.Result().Cookies() {
		if strings.HasSuffix(cookie.Name, "session") {
			if !strings.HasPrefix(cookie.Name, "__Host-") || !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" {
				t.Errorf("session cookie %s", cookie)
			}
			return
		}
	}
	t.Error("no session cookie")
}

func TestSignInLeadsOnlyWithinTheSite(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.setUp()
	for next, want := range map[string]string{
		"/account": "/account", "": "/", "//evil.example": "/", "https://evil.example": "/",
		`/\evil.example`: "/", "/\t/evil.example": "/", "javascript:alert(1)": "/",
	} {
		a.visitor().post("/signin", "name", "Olga", "password", password, "next", next).leadsTo(want)
	}
}

func TestSignInDoesNotTellNamesAndSlowsGuessing(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.setUp()
	v := a.visitor()
	unknown := v.post("/signin", "name", "Nobody", "password", password).status(422).doc().Find(".flash").Text()
	wrong := v.post("/signin", "name", "Olga", "password", "wrong password").status(422)
	if got := wrong.doc().Find(".flash").Text(); got != unknown {
		t.Errorf("%q and %q tell who has an account", unknown, got)
	}
	if strings.Contains(wrong.Body.String(), "wrong password") {
		t.Error("the password comes back in the page")
	}
	for range failuresPerName - 1 {
		v.post("/signin", "name", "OLGA", "password", "wrong password").status(422)
	}
	r := v.post("/signin", "name", "Olga", "password", password).status(429).says("Wait 15 minutes")
	if r.Header().Get("Retry-After") != "900" {
		t.Errorf("Retry-After %q", r.Header().Get("Retry-After"))
	}
	v.post("/signin", "name", "Nobody", "password", password).status(422) // another name may try
	a.now = a.now.Add(throttleWindow + time.Second)
	v.post("/signin", "name", "Olga", "password", password).status(http.StatusSeeOther)
}

func TestGuessingManyNamesIsSlowedToo(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 4, 18, 0, 0, 0, time.UTC)
	th := newThrottle(func() time.Time { return now })
	for range failuresPerAddress {
		th.count("address 10.0.0.1")
	}
	if th.wait("address 10.0.0.1", failuresPerAddress) == 0 {
		t.Error("an address may try without end")
	}
	th.forgive("address 10.0.0.1")
	if th.wait("address 10.0.0.1", failuresPerAddress) != 0 {
		t.Error("a try that succeeded still counts")
	}
	if th.wait("address 10.0.0.2", failuresPerAddress) != 0 {
		t.Error("another address has to wait")
	}
	for i := range 2 * maxThrottleKeys {
		th.count("address " + time.Duration(i).String())
	}
	if len(th.failures) > maxThrottleKeys+1 {
		t.Errorf("%d keys are kept", len(th.failures))
	}
}

func TestPasswordLink(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	old := a.setUp()
	path, err := NewPasswordLink(context.Background(), a.accounts, a.now, "Olga", "command line")
	if err != nil {
		t.Fatal(err)
	}
	c := a.visitor()
	r := c.get(path).status(200).says("For the account of Olga.")
	if r.Header().Get("Referrer-Policy") != "strict-origin" || r.Header().Get("Cache-Control") != "no-store" {
		t.Error("the link's address may leak")
	}
	c.follow(c.post(path, "password", "another long password")).status(200).says("You are signed in.")
	old.get("/account").leadsTo("/signin?next=%2Faccount") // every session ended
	c.post(path, "password", "a third long password").status(409)
	a.visitor().post("/signin", "name", "Olga", "password", password).status(422)
	a.visitor().post("/signin", "name", "Olga", "password", "another long password").status(http.StatusSeeOther)
	if _, err := NewPasswordLink(context.Background(), a.accounts, a.now, "Nobody", "x"); results.CodeOf(err) != results.NotFound {
		t.Errorf("a link for nobody: %v", err)
	}
}

func TestChangingThePasswordNeedsThePresentOne(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()
	c.post("/account", "present", "no idea at all", "password", "another long password").status(422).says("not the present password")
	c.post("/account", "present", password, "password", "short").status(422).says("shorter than 10")
	c.follow(c.post("/account", "present", password, "password", "another long password")).status(200).says("The new password is set.")
	a.visitor().post("/account", "present", password, "password", "another long password").status(403)
}

func TestInvitationOfANewcomer(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	event := a.add(resultstest.NewEvent("friday-open", 4))
	path, err := NewInvitation(context.Background(), a.accounts, a.now, event, results.Judge, "Olga")
	if err != nil {
		t.Fatal(err)
	}
	c := a.visitor()
	c.get(path).status(200).says("Test event", "as judge", "I have an account already")
	c.follow(c.post(path, "name", "Jun", "password", password)).status(200).says("You are now judge", "you are judge")
	event, _ = a.store.Tournament(context.Background(), "friday-open")
	if role := event.StaffRole(1); role != results.Judge {
		t.Errorf("role %q", role)
	}
	if got, _ := a.accounts.Account(context.Background(), 1); got.Role != results.Visitor {
		t.Errorf("an invitation to one event gives %q in the installation", got.Role)
	}
	a.visitor().post(path, "name", "Eve", "password", password).status(409)
}

func TestInvitationOfSomebodySignedIn(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	event := a.add(resultstest.NewEvent("friday-open", 4))
	path, _ := NewInvitation(context.Background(), a.accounts, a.now, event, results.Scorekeeper, "Olga")
	c := a.as(results.Organizer)
	c.get(path).status(200).says("Join as organizer")
	c.follow(c.post(path)).status(200).says("You are now scorekeeper")
	c.post(path).status(409)
}

func TestOnlyAdministratorsManageAccounts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.visitor().get("/accounts").leadsTo("/signin?next=%2Faccounts")
	for _, role := range []results.Role{results.Organizer, results.Visitor} {
		c := a.as(role)
		c.get("/accounts").status(403)
		c.post("/accounts", "name", "Eve", "role", "administrator").status(403)
		c.post("/accounts/1/link").status(403)
		c.post("/accounts/1/role", "role-1", "administrator").status(403)
	}
	if list, _ := a.accounts.Accounts(context.Background()); len(list) != 2 {
		t.Errorf("%d accounts", len(list))
	}
}

func TestAccountsPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()
	c.post("/accounts", "name", "olga", "role", "organizer").status(409).says("already an account")
	c.post("/accounts", "name", "Ben", "role", "king").status(422).says("Choose what the account may do.")
	r := c.follow(c.post("/accounts", "name", "Ben", "role", "organizer")).status(200).says("Send this link to Ben.", "no password yet")
	link, _ := r.doc().Find("#copy").Attr("value")
	if !strings.HasPrefix(link, "http://example.com/password/") {
		t.Fatalf("link %q", link)
	}
	if c.get("/accounts").doc().Find("#copy").Length() > 0 {
		t.Error("the link is shown twice")
	}
	ben := a.visitor()
	ben.follow(ben.post(strings.TrimPrefix(link, "http://example.com"), "password", password)).status(200)
	ben.get("/account").status(200).says("Ben", "Organizer")

	c.follow(c.post("/accounts/2/role", "role-2", "administrator")).says("Ben is now Administrator.")
	c.post("/accounts/1/role", "role-1", "visitor").status(409).says("cannot change your own role")
	c.post("/accounts/9/link").status(404)
	c.post("/accounts/x/link").status(404)
}

func TestNamesAreShownAsText(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.setUp()
	name := `<b>"Bob"</b> & مرحبا`
	r := c.follow(c.post("/accounts", "name", name, "role", "visitor")).status(200).says(name)
	if r.doc().Find("main b").Length() > 0 {
		t.Error("a name became markup")
	}
	c.post("/accounts", "name", strings.Repeat("é", 81), "role", "visitor").status(422)
	c.post("/accounts", "name", "a\x00b", "role", "visitor").status(422)
}
