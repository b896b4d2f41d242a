package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

func (s *Server) showPolicy(c echo.Context, t *results.Tournament) error {
	if s.unchanged(c, t) {
		return nil
	}
	p := presentPolicy(t)
	p.Page = s.eventPage(c, t, "Policy", routePolicy)
	return render(c, http.StatusOK, templates.Policy(p))
}
