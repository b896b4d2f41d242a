package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

// showBracket draws the brackets; the query view=list lists them.
func (s *Server) showBracket(c echo.Context, t *results.Tournament) error {
	if s.unchanged(c, t) {
		return nil
	}
	p, err := presentBrackets(t, c.QueryParam("view") == "list")
	if err != nil {
		return err
	}
	p.Page = s.eventPage(c, t, p.Heading, routeBracket)
	return render(c, http.StatusOK, templates.Bracket(p))
}
