package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

func (s *Server) showEntrants(c echo.Context, t *results.Tournament) error {
	if s.unchanged(c, t) {
		return nil
	}
	p := presentEntrants(t, c.QueryParam("q"))
	p.Page = s.eventPage(c, t, "Players", routeEntrants)
	return render(c, http.StatusOK, templates.Entrants(p))
}

func (s *Server) showEntrant(c echo.Context, t *results.Tournament) error {
	id := results.EntrantID(param(c, "entrant"))
	e, ok := t.Entrant(id)
	if !ok {
		return results.Refuse(results.NotFound, "Nobody in this event has this number.")
	}
	if s.unchanged(c, t) {
		return nil
	}
	last, err := lastSheet(t)
	if err != nil {
		return err
	}
	p := presentEntrant(t, e, last)
	p.Page = s.eventPage(c, t, e.Name, routeEntrants)
	return render(c, http.StatusOK, templates.Entrant(p))
}
