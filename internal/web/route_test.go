package web

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// Every route is filled by href and found again by the router, with parameters
// that need escaping.
func TestEveryRouteLeadsBackToItself(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	parameter := regexp.MustCompile(`:\w+`)
	for _, r := range a.server.routes() {
		for _, value := range []string{"friday-open", "a/b", "50%", "é ?#", ".."} {
			var params []any
			for range parameter.FindAllString(r.pattern, -1) {
				params = append(params, value)
			}
			path := href(r.pattern, params...)
			req := httptest.NewRequest(r.method, path, nil)
			c := a.server.echo.NewContext(req, httptest.NewRecorder())
			a.server.echo.Router().Find(r.method, echo.GetPath(req), c)
			if c.Path() != r.pattern {
				t.Errorf("%s %s leads to route %q, want %q", r.method, path, c.Path(), r.pattern)
			}
			for _, name := range c.ParamNames() {
				if got := param(c, name); got != value {
					t.Errorf("%s: parameter %s is %q, want %q", path, name, got, value)
				}
			}
		}
	}
}

func TestHrefRefusesTheWrongNumberOfParameters(t *testing.T) {
	t.Parallel()
	for _, params := range [][]any{{}, {"a", 1, "b"}, {1.5, 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("href took %v", params)
				}
			}()
			href(routeRound, params...)
		}()
	}
	if got := href(routeRound, "friday-open", 3); got != "/t/friday-open/rounds/3" {
		t.Error(got)
	}
}

func TestNoRouteIsGivenTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range newApp(t).server.routes() {
		key := r.method + " " + parameterNames.ReplaceAllString(r.pattern, ":")
		if seen[key] {
			t.Errorf("%s is in the route table twice", key)
		}
		seen[key] = true
		if !strings.HasPrefix(r.pattern, "/") {
			t.Errorf("%q is no path", r.pattern)
		}
	}
}

var parameterNames = regexp.MustCompile(`:\w+`)
