package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

// refusals maps the code of a refusal to the status of the answer and the
// heading of its page.
var refusals = map[results.Code]struct {
	status  int
	heading string
}{
	results.Invalid:   {http.StatusUnprocessableEntity, "That cannot be saved"},
	results.NotFound:  {http.StatusNotFound, "Not found"},
	results.Conflict:  {http.StatusConflict, "Somebody else was faster"},
	results.Forbidden: {http.StatusForbidden, "Not allowed"},
	results.Refused:   {http.StatusConflict, "Not now"},
}

// signInNeeded is returned by require when the visitor has to say who it is.
var errSignInNeeded = errors.New("web: sign in first")

// statusOf is the status of a refusal, 500 for a fault.
func statusOf(err error) int {
	if r, ok := refusals[results.CodeOf(err)]; ok {
		return r.status
	}
	return http.StatusInternalServerError
}

// handleError answers whatever a handler returned: the one place where errors
// become pages.
func (s *Server) handleError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	// The page of an error is not the page that was asked for.
	h := c.Response().Header()
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
	if errors.Is(err, errSignInNeeded) && c.Request().Method == http.MethodGet {
		_ = c.Redirect(http.StatusSeeOther, routeSignIn+"?next="+url.QueryEscape(c.Request().URL.RequestURI()))
		return
	}
	status, page := s.presentError(err, c)
	if failed := render(c, status, templates.ErrorView(page)); failed != nil {
		s.fault(c, failed)
		_ = c.String(status, page.Text)
	}
}

func (s *Server) presentError(err error, c echo.Context) (int, templates.ErrorPage) {
	page := templates.ErrorPage{Page: s.page(c, ""), Next: []templates.Link{{Label: "All events", Href: routeHome}}}
	if t, ok := c.Get(eventKey).(*results.Tournament); ok {
		page.Next = append([]templates.Link{{Label: "To the event", Href: href(routeEvent, t.Info().Slug)}}, page.Next...)
	}
	status := http.StatusInternalServerError
	var refusal *results.Error
	var httpError *echo.HTTPError
	switch {
	case errors.Is(err, errSignInNeeded):
		status, page.Heading = http.StatusForbidden, "Sign in first"
		page.Text = "You are not signed in, or no longer, so nothing was changed. Sign in, go back and send the form again."
		page.Next = []templates.Link{{Label: "Sign in", Href: routeSignIn}}
	case errors.As(err, &refusal):
		status = statusOf(err)
		page.Heading, page.Text, page.Rule = refusals[refusal.Code].heading, refusal.Message, refusal.Rule
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		status, page.Heading = http.StatusServiceUnavailable, "Too busy"
		page.Text = "The program is busy and did not get to this in time. Wait a moment and try again."
	case errors.As(err, &httpError):
		status = httpError.Code
		page.Heading, page.Text = httpWords(httpError)
	default:
		s.fault(c, err)
		page.Heading = "Something went wrong"
		page.Text = "This is a fault of the program, not yours. What was saved before is safe. Try again; if it happens again, tell the organizer this number: " +
			c.Response().Header().Get(echo.HeaderXRequestID)
	}
	page.Title = page.Heading
	return status, page
}

// httpWords are the words for errors of the protocol.
func httpWords(e *echo.HTTPError) (heading, text string) {
	switch e.Code {
	case http.StatusNotFound:
		return "Not found", "There is no page at this address. It may be mistyped, or the page is not published yet."
	case http.StatusMethodNotAllowed:
		return "Not possible", "This address takes no such request. Open the page and use its buttons."
	}
	if said, ok := e.Message.(string); ok && e.Internal == nil {
		return "That did not work", said
	}
	return "That did not work", http.StatusText(e.Code)
}

// fault logs what people only see as a number.
func (s *Server) fault(c echo.Context, err error) {
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, "fault",
		slog.String("id", c.Response().Header().Get(echo.HeaderXRequestID)),
		slog.String("method", c.Request().Method), slog.String("route", c.Path()), slog.String("error", err.Error()))
}
