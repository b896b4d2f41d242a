package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

// eventKey is where a request keeps the event that it is about.
const eventKey = "event"

// event loads the event that the address names before the handler runs.
func (s *Server) event(handle func(echo.Context, *results.Tournament) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		t, err := s.Store.Tournament(c.Request().Context(), param(c, "slug"))
		if err != nil {
			return err
		}
		c.Set(eventKey, t)
		return handle(c, t)
	}
}

func (s *Server) showHome(c echo.Context) error {
	list, err := s.Store.Summaries(c.Request().Context())
	if err != nil {
		return err
	}
	p := presentHome(list, c.QueryParam("q"))
	p.Page = s.page(c, "")
	p.Create = homeLinks(actorIn(c, nil))
	return render(c, http.StatusOK, templates.Home(p))
}

func (s *Server) showEvent(c echo.Context, t *results.Tournament) error {
	if s.unchanged(c, t) {
		return nil
	}
	p, err := presentEvent(t, s.address(c, href(routeEvent, t.Info().Slug)))
	if err != nil {
		return err
	}
	p.Page = s.eventPage(c, t, "", routeEvent)
	return render(c, http.StatusOK, templates.Event(p))
}
