package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

// showLog shows the event's log, filtered by the query.
func (s *Server) showLog(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.ReadLog)
	if err != nil {
		return err
	}
	page, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || page < 1 {
		page = 1
	}
	f := logFilter{
		entrant: c.QueryParam("player"), person: c.QueryParam("person"), action: results.Action(c.QueryParam("kind")),
		round: c.QueryParam("round"), table: c.QueryParam("table"), page: page, all: c.QueryParam("all") != "",
	}
	p := presentLog(t, actor, f)
	p.Page = s.eventPage(c, t, "Log", routeLog)
	return render(c, http.StatusOK, templates.EventLog(p))
}
