package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/web/secret"
)

// sessionLength is how long somebody stays signed in: a season's weekend and
// the days around it.
const sessionLength = 14 * 24 * time.Hour

const accountKey = "account"

// sessionCookie is the cookie's name. Behind https it carries the prefix that
// keeps other sites of the same domain from setting it.
func (s *Server) sessionCookie(c echo.Context) string {
	if s.https(c) {
		return "__Host-tourney_session"
	}
	return "tourney_session"
}

// loadAccount finds out who is signed in.
func (s *Server) loadAccount(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		cookie, err := c.Cookie(s.sessionCookie(c))
		if err != nil || cookie.Value == "" {
			return next(c)
		}
		a, err := s.Accounts.SessionAccount(c.Request().Context(), secret.Hash(cookie.Value))
		switch {
		case err == nil:
			c.Set(accountKey, a)
		case results.CodeOf(err) == "":
			return err
		}
		return next(c)
	}
}

// account is who is signed in, nil for a visitor.
func account(c echo.Context) *results.Account {
	a, _ := c.Get(accountKey).(*results.Account)
	return a
}

// startSession signs an account in. A session that the browser had before ends.
func (s *Server) startSession(c echo.Context, id int64) error {
	if err := s.endSession(c); err != nil {
		return err
	}
	token := secret.Token()
	if err := s.Accounts.CreateSession(c.Request().Context(), secret.Hash(token), id, s.Clock().Add(sessionLength)); err != nil {
		return err
	}
	c.SetCookie(&http.Cookie{
		Name: s.sessionCookie(c), Value: token, Path: "/", MaxAge: int(sessionLength / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.https(c),
	})
	return nil
}

func (s *Server) endSession(c echo.Context) error {
	cookie, err := c.Cookie(s.sessionCookie(c))
	if err != nil || cookie.Value == "" {
		return nil
	}
	if err := s.Accounts.EndSession(c.Request().Context(), secret.Hash(cookie.Value)); err != nil {
		return err
	}
	c.SetCookie(&http.Cookie{
		Name: s.sessionCookie(c), Path: "/", MaxAge: -1,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.https(c),
	})
	return nil
}

// actorIn is who asks, with the role that counts in the event: an
// administrator is one everywhere, everybody else has the role that the event's
// staff list gives. Without an event it is the account's role in the
// installation.
func actorIn(c echo.Context, t *results.Tournament) results.Actor {
	a := account(c)
	switch {
	case a == nil:
		return results.Actor{Name: "visitor", Role: results.Visitor}
	case t == nil || a.Role == results.Administrator:
		return results.Actor{Account: a.ID, Name: a.Name, Role: a.Role}
	}
	return results.Actor{Account: a.ID, Name: a.Name, Role: t.StaffRole(a.ID)}
}

// require returns who asks if the role matrix allows the action, in the event
// or, with nil, in the installation. A visitor is sent to sign in.
func require(c echo.Context, t *results.Tournament, action results.Action) (results.Actor, error) {
	actor := actorIn(c, t)
	switch {
	case results.Allowed(actor.Role, action):
		return actor, nil
	case account(c) == nil:
		return actor, errSignInNeeded
	}
	return actor, results.Refuse(results.Forbidden, "%s: a %s may not do this here. Ask the organizer for a role that allows it.", meaning(action), actor.Role)
}

func meaning(action results.Action) string {
	for _, row := range results.Matrix {
		if row.Action == action {
			return row.Meaning
		}
	}
	return string(action)
}

// localPath is a path within the site to go on to, or the home page for
// anything else.
func localPath(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return routeHome
	}
	return next
}
