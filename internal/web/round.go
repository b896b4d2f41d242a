package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

// public reports whether everybody may see the round.
func public(r *results.Round) bool {
	return r.Status == results.Published || r.Status == results.Closed
}

// lastPublished is the highest round that everybody may see, or nil.
func lastPublished(t *results.Tournament) *results.Round {
	for n := len(t.Rounds); n >= 1; n-- {
		if r, ok := t.Round(n); ok && public(r) {
			return r
		}
	}
	return nil
}

// publicRounds are the rounds that everybody may see, in order.
func publicRounds(t *results.Tournament) []*results.Round {
	var out []*results.Round
	for n := range t.Rounds {
		if r, ok := t.Round(n + 1); ok && public(r) {
			out = append(out, r)
		}
	}
	return out
}

// publicRound is the round of the address. One that is not published is as
// unknown to visitors as one that does not exist.
func publicRound(t *results.Tournament, number int) (*results.Round, error) {
	if r, ok := t.Round(number); ok && public(r) {
		return r, nil
	}
	return nil, results.Refuse(results.NotFound, "This round is not published, or there is no such round.")
}

func (s *Server) showPairings(c echo.Context, t *results.Tournament) error {
	return s.showRoundPage(c, t, lastPublished(t))
}

func (s *Server) showRound(c echo.Context, t *results.Tournament) error {
	r, err := publicRound(t, roundParam(c))
	if err != nil {
		return err
	}
	return s.showRoundPage(c, t, r)
}

// showRoundPage shows a round's tables; the query q finds a name, and by=name
// lists by name instead of by table.
func (s *Server) showRoundPage(c echo.Context, t *results.Tournament, r *results.Round) error {
	if s.unchanged(c, t) {
		return nil
	}
	p := presentRound(t, r, c.QueryParam("q"), c.QueryParam("by") == "name")
	p.Page = s.eventPage(c, t, p.Heading, routePairings)
	return render(c, http.StatusOK, templates.Round(p))
}
