package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/web/secret"
)

// app is the whole application on stores in memory.
type app struct {
	t        *testing.T
	server   *Server
	store    *resultstest.Store
	accounts *resultstest.Accounts
	log      *strings.Builder
	now      time.Time
}

func newApp(t *testing.T) *app {
	t.Helper()
	return newAppAt(t, "")
}

func newAppAt(t *testing.T, baseURL string) *app {
	t.Helper()
	a := &app{t: t, store: resultstest.NewStore(), accounts: resultstest.NewAccounts(), log: &strings.Builder{}}
	a.now = a.store.Now()
	a.accounts.Now = func() time.Time { return a.now }
	server, err := New(Config{
		Store: a.store, Accounts: a.accounts, Keeper: scorekeeper.New(a.store, func() uint64 { return 7 }),
		Clock: a.accounts.Now, BaseURL: baseURL, Logger: slog.New(slog.NewTextHandler(a.log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	a.server = server
	return a
}

// add stores an event.
func (a *app) add(changes ...results.Change) *results.Tournament {
	a.t.Helper()
	event, err := a.store.Create(context.Background(), changes)
	if err != nil {
		a.t.Fatal(err)
	}
	return event
}

// client is a browser: it keeps cookies and follows nothing by itself.
type client struct {
	app     *app
	cookies map[string]string
	header  http.Header
}

// visitor is a browser that is not signed in.
func (a *app) visitor() *client {
	return &client{app: a, cookies: map[string]string{}, header: http.Header{}}
}

// as is a browser that is signed in with an account of the given role in the
// installation. Its name is the role's.
func (a *app) as(role results.Role) *client {
	a.t.Helper()
	ctx := context.Background()
	account := &results.Account{Name: string(role), Role: role}
	if old, err := a.accounts.AccountByName(ctx, account.Name); err == nil {
		account = old
	} else if err := a.accounts.CreateAccount(ctx, account, nil, "test", "made"); err != nil {
		a.t.Fatal(err)
	}
	return a.signedIn(account.ID)
}

func (a *app) signedIn(id int64) *client {
	a.t.Helper()
	token := secret.Token()
	if err := a.accounts.CreateSession(context.Background(), secret.Hash(token), id, a.now.Add(time.Hour)); err != nil {
		a.t.Fatal(err)
	}
	c := a.visitor()
	c.cookies["tourney_session"] = token
	return c
}

// reply is an answer to be checked.
type reply struct {
	t *testing.T
	*httptest.ResponseRecorder
}

func (c *client) get(path string) reply {
	return c.send(httptest.NewRequest(http.MethodGet, path, nil))
}

// post sends a form of name and value pairs.
func (c *client) post(path string, pairs ...string) reply {
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return c.send(r)
}

func (c *client) send(r *http.Request) reply {
	c.app.t.Helper()
	for name, value := range c.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	c.app.server.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		if cookie.MaxAge < 0 {
			delete(c.cookies, cookie.Name)
		} else {
			c.cookies[cookie.Name] = cookie.Value
		}
	}
	return reply{c.app.t, w}
}

// follow opens the page to which the answer leads.
func (c *client) follow(r reply) reply {
	c.app.t.Helper()
	r.status(http.StatusSeeOther)
	return c.get(r.Header().Get("Location"))
}

// status checks the answer's status.
func (r reply) status(want int) reply {
	r.t.Helper()
	if r.Code != want {
		r.t.Fatalf("status %d, want %d: %s", r.Code, want, r.text())
	}
	return r
}

// leadsTo checks that the answer sends the browser on.
func (r reply) leadsTo(path string) reply {
	r.t.Helper()
	r.status(http.StatusSeeOther)
	if got := r.Header().Get("Location"); got != path {
		r.t.Fatalf("leads to %q, want %q", got, path)
	}
	return r
}

// says checks that the page's visible text holds each of the sentences.
func (r reply) says(sentences ...string) reply {
	r.t.Helper()
	text := r.text()
	for _, s := range sentences {
		if !strings.Contains(text, s) {
			r.t.Errorf("the page does not say %q; it says: %s", s, text)
		}
	}
	return r
}

// keepsQuiet checks that nothing in the page, source included, holds any of the
// words.
func (r reply) keepsQuiet(words ...string) reply {
	r.t.Helper()
	for _, w := range words {
		if strings.Contains(r.Body.String(), w) {
			r.t.Errorf("the page holds %q", w)
		}
	}
	return r
}

// doc is the page as a document.
func (r reply) doc() *goquery.Document {
	r.t.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(r.Body.String()))
	if err != nil {
		r.t.Fatal(err)
	}
	return doc
}

// text is the visible text of the page, with single spaces.
func (r reply) text() string {
	if !strings.HasPrefix(r.Header().Get("Content-Type"), "text/html") {
		body, _ := io.ReadAll(strings.NewReader(r.Body.String()))
		return string(body)
	}
	return strings.Join(strings.Fields(r.doc().Find("body").Text()), " ")
}

// record sends one GET to any handler.
func record(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}
