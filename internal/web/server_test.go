package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
	"tourney/static"
)

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	for _, path := range []string{"/", "/t/friday-open", "/signin", "/nowhere", "/t/nowhere", static.URL("app.css")} {
		h := a.visitor().get(path).Header()
		want := map[string]string{
			"Content-Security-Policy":    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":     "nosniff",
			"Referrer-Policy":            "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin",
		}
		for name, value := range want {
			if h.Get(name) != value {
				t.Errorf("%s: %s is %q", path, name, h.Get(name))
			}
		}
		if h.Get("Strict-Transport-Security") != "" {
			t.Errorf("%s: strict transport over plain http would lock a laptop at a venue out", path)
		}
	}
}

func TestPagesHoldNoInlineScriptsAndStyles(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	for _, path := range []string{"/", "/t/friday-open", "/t/friday-open/players", "/signin", "/nowhere"} {
		doc := a.visitor().get(path).doc()
		if n := doc.Find("[style], style, script:not([src])").Length(); n > 0 {
			t.Errorf("%s: %d elements that the content policy refuses", path, n)
		}
	}
}

func TestWritesFromOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		header map[string]string
		want   int
	}{
		{"own page", map[string]string{"Sec-Fetch-Site": "same-origin"}, http.StatusSeeOther},
		{"typed address", map[string]string{"Sec-Fetch-Site": "none"}, http.StatusSeeOther},
		{"other site", map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		{"sibling site", map[string]string{"Sec-Fetch-Site": "same-site"}, http.StatusForbidden},
		{"old browser, own page", map[string]string{"Origin": "http://example.com"}, http.StatusSeeOther},
		{"old browser, other site", map[string]string{"Origin": "http://evil.example"}, http.StatusForbidden},
		{"sandboxed frame", map[string]string{"Origin": "null"}, http.StatusForbidden},
		{"no browser", nil, http.StatusSeeOther},
	} {
		browser := newApp(t).visitor()
		for name, value := range c.header {
			browser.header.Set(name, value)
		}
		if got := browser.post("/signout").Code; got != c.want {
			t.Errorf("%s: status %d, want %d", c.name, got, c.want)
		}
	}
}

func TestBehindAProxyTheBaseAddressIsTrusted(t *testing.T) {
	t.Parallel()
	a := newAppAt(t, "https://cards.example/")
	browser := a.visitor()
	browser.header.Set("Origin", "https://cards.example")
	r := browser.post("/signout").status(http.StatusSeeOther)
	if r.Header().Get("Strict-Transport-Security") == "" {
		t.Error("https without strict transport")
	}
	for _, cookie := range r.Result().Cookies() {
		if !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
			t.Errorf("cookie %s is not kept to https and the site", cookie)
		}
	}
}

func TestBaseAddressIsChecked(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for _, bad := range []string{"cards.example", "ftp://cards.example", "https://cards.example/sub", "https://"} {
		cfg := a.server.Config
		cfg.BaseURL = bad
		if _, err := New(cfg); err == nil {
			t.Errorf("%q was taken for the address of a site", bad)
		}
	}
	if _, err := New(Config{}); err == nil {
		t.Error("an application without stores")
	}
}

func TestLargeBodiesAreRefused(t *testing.T) {
	t.Parallel()
	r := newApp(t).visitor().post("/signin", "name", strings.Repeat("x", maxFormBytes+1))
	r.status(http.StatusRequestEntityTooLarge).says("larger than 1 MB")
}

func TestDamagedFormsAreRefused(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.visitor().post("/signin", "name", "A\xff").status(http.StatusUnprocessableEntity).says("not valid UTF-8")
	r := httptest.NewRequest(http.MethodPost, "/signin", strings.NewReader("name=%zz"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a.visitor().send(r).status(http.StatusBadRequest).says("arrived damaged")
}

func TestErrorsBecomePages(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	fail := func(pattern string, err error) {
		a.server.echo.GET(pattern, func(echo.Context) error { return err })
	}
	fail("/invalid", results.Refuse(results.Invalid, "Invalid <b>."))
	fail("/conflict", results.Refuse(results.Conflict, "Conflict."))
	fail("/forbidden", results.Refuse(results.Forbidden, "Forbidden."))
	fail("/refused", results.Refuse(results.Refused, "Refused."))
	fail("/fault", io.ErrUnexpectedEOF)
	a.server.echo.GET("/panic", func(echo.Context) error { panic("secret detail") })

	v := a.visitor()
	v.get("/invalid").status(422).says("Invalid <b>.")
	v.get("/conflict").status(409).says("Conflict.", "Somebody else was faster")
	v.get("/forbidden").status(403).says("Forbidden.")
	v.get("/refused").status(409).says("Refused.")
	v.get("/nowhere").status(404).says("There is no page at this address.")
	v.post("/").status(405)
	v.get("/t/nowhere").status(404).says("There is no event at this address.")

	for _, path := range []string{"/fault", "/panic"} {
		r := v.get(path).status(500).says("This is a fault of the program, not yours.").keepsQuiet("EOF", "secret detail", "goroutine")
		id := r.Header().Get("X-Request-Id")
		if !strings.Contains(r.text(), id) || !strings.Contains(a.log.String(), id) {
			t.Errorf("%s: the number %q must stand in the page and in the log", path, id)
		}
	}
	if log := a.log.String(); !strings.Contains(log, "secret detail") || !strings.Contains(log, "unexpected EOF") {
		t.Error("the log does not say what failed")
	}
}

func TestTokensStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.visitor().get("/setup/very-secret-token").status(404)
	if strings.Contains(a.log.String(), "very-secret-token") {
		t.Error("the log holds a token")
	}
	if !strings.Contains(a.log.String(), routeSetup) {
		t.Error("the log does not name the route")
	}
}

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	v := newApp(t).visitor()
	r := v.get(static.URL("app.css")).status(200)
	if !strings.Contains(r.Header().Get("Cache-Control"), "immutable") {
		t.Error("a file named by its content may be kept")
	}
	if r := v.get("/static/app.css?v=old").status(200); r.Header().Get("Cache-Control") != "no-cache" {
		t.Error("an old address must be checked again")
	}
	v.header.Set("If-None-Match", r.Header().Get("ETag"))
	v.get("/static/app.css").status(304)
	for _, path := range []string{"/static/", "/static/none.css", "/static/static.go", "/static/../go.mod"} {
		if code := v.get(path).Code; code != 404 {
			t.Errorf("%s: status %d", path, code)
		}
	}
}

func TestPagesAreCompressed(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 64))
	v := a.visitor()
	v.header.Set("Accept-Encoding", "gzip")
	r := v.get("/t/friday-open/players").status(200)
	if r.Header().Get("Content-Encoding") != "gzip" || r.Header().Get("Content-Length") != "" {
		t.Fatalf("headers %v", r.Header())
	}
	z, err := gzip.NewReader(bytes.NewReader(r.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(z)
	if err != nil || !bytes.Contains(page, []byte("Entrant 64")) {
		t.Errorf("the unpacked page is not whole: %v", err)
	}
}

func TestUnchangedPagesAreNotSentAgain(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(resultstest.NewEvent("friday-open", 4))
	v := a.visitor()
	r := v.get("/t/friday-open/players").status(200)
	v.header.Set("If-None-Match", r.Header().Get("ETag"))
	if again := v.get("/t/friday-open/players").status(304); again.Body.Len() != 0 {
		t.Error("304 with a body")
	}
	organizer := a.as(results.Administrator)
	organizer.header.Set("If-None-Match", r.Header().Get("ETag"))
	if r := organizer.get("/t/friday-open/players").status(200); r.Header().Get("Cache-Control") != "no-store" {
		t.Error("a page with a name on it must not be kept")
	}
}
