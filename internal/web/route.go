package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// A route's name is its pattern: a constant that is mistyped does not compile,
// and href fills it. The patterns of the staff's pages stand in
// staff_routes.go.
const (
	routeHome   = "/"
	routeHealth = "/healthz"

	routeSignIn   = "/signin"
	routeSignOut  = "/signout"
	routeSetup    = "/setup/:token"
	routeInvite   = "/invite/:token"
	routePassword = "/password/:token"
	routeAccount  = "/account"
	routeAccounts = "/accounts"
	routeReset    = "/accounts/:id/link"
	routeRole     = "/accounts/:id/role"

	routeEvent          = "/t/:slug"
	routePairings       = "/t/:slug/pairings"
	routeRound          = "/t/:slug/rounds/:round"
	routeStandings      = "/t/:slug/standings"
	routeRoundStandings = "/t/:slug/rounds/:round/standings"
	routeExplanation    = "/t/:slug/rounds/:round/standings/:entrant"
	routeBracket        = "/t/:slug/bracket"
	routeEntrants       = "/t/:slug/players"
	routeEntrant        = "/t/:slug/players/:entrant"
	routePolicy         = "/t/:slug/policy"
)

// route is one row of the route table.
type route struct {
	method  string
	pattern string
	handler echo.HandlerFunc
	// maxBody is the most bytes a request may bring, 0 for maxFormBytes.
	maxBody int64
}

func get(pattern string, h echo.HandlerFunc) route {
	return route{method: http.MethodGet, pattern: pattern, handler: h}
}

func post(pattern string, h echo.HandlerFunc) route {
	return route{method: http.MethodPost, pattern: pattern, handler: h}
}

// upload is a post that may bring a file.
func upload(pattern string, h echo.HandlerFunc) route {
	return route{method: http.MethodPost, pattern: pattern, handler: h, maxBody: maxUploadBytes}
}

// routes is the whole table.
func (s *Server) routes() []route {
	table := []route{
		get(routeHome, s.showHome),

		get(routeSignIn, s.showSignIn),
		post(routeSignIn, s.signIn),
		post(routeSignOut, s.signOut),
		get(routeSetup, s.showSetup),
		post(routeSetup, s.setUp),
		get(routeInvite, s.showInvitation),
		post(routeInvite, s.acceptInvitation),
		get(routePassword, s.showPassword),
		post(routePassword, s.setPassword),
		get(routeAccount, s.showAccount),
		post(routeAccount, s.changePassword),
		get(routeAccounts, s.showAccounts),
		post(routeAccounts, s.createAccount),
		post(routeReset, s.createPasswordLink),
		post(routeRole, s.changeRole),

		get(routeEvent, s.event(s.showEvent)),
		get(routePairings, s.event(s.showPairings)),
		get(routeRound, s.event(s.showRound)),
		get(routeStandings, s.event(s.showStandings)),
		get(routeRoundStandings, s.event(s.showRoundStandings)),
		get(routeExplanation, s.event(s.showExplanation)),
		get(routeBracket, s.event(s.showBracket)),
		get(routeEntrants, s.event(s.showEntrants)),
		get(routeEntrant, s.event(s.showEntrant)),
		get(routePolicy, s.event(s.showPolicy)),
	}
	table = append(table, s.staffRoutes()...)
	return append(table, s.judgeRoutes()...)
}

// href fills a route's pattern with its parameters in order, each a string or a
// whole number, escaped. It panics if their number is wrong.
func href(pattern string, params ...any) string {
	var b strings.Builder
	rest := pattern
	for _, p := range params {
		before, after, ok := strings.Cut(rest, ":")
		if !ok {
			panic("web: too many parameters for " + pattern)
		}
		b.WriteString(before)
		switch p := p.(type) {
		case string:
			b.WriteString(escapeSegment(p))
		case int:
			b.WriteString(strconv.Itoa(p))
		default:
			panic("web: a parameter of " + pattern + " is neither text nor number")
		}
		if i := strings.IndexByte(after, '/'); i >= 0 {
			rest = after[i:]
		} else {
			rest = ""
		}
	}
	if strings.Contains(rest, ":") {
		panic("web: too few parameters for " + pattern)
	}
	b.WriteString(rest)
	return b.String()
}

// escapeSegment escapes one segment of a path. Segments of dots alone are
// escaped too: a browser would resolve them away.
func escapeSegment(s string) string {
	if s == "." || s == ".." {
		return strings.ReplaceAll(s, ".", "%2E")
	}
	return url.PathEscape(s)
}

// param is a parameter of the route, unescaped.
func param(c echo.Context, name string) string {
	value := c.Param(name)
	if c.Request().URL.RawPath != "" {
		// The router matched the escaped path and leaves its parts escaped.
		if plain, err := url.PathUnescape(value); err == nil {
			return plain
		}
	}
	return value
}

// roundParam is the route's round number; 0, which no round has, if it is not
// a number.
func roundParam(c echo.Context) int {
	n, err := strconv.Atoi(param(c, "round"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
