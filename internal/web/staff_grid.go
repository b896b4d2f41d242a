package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/static"
	"tourney/templates"
)

// showGrid shows the tables of a round; open=yes leaves out those with a result.
func (s *Server) showGrid(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.EnterResult)
	if err != nil {
		return err
	}
	p, err := s.gridPage(c, t, actor, nil)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Grid(p))
}

func (s *Server) gridPage(c echo.Context, t *results.Tournament, actor results.Actor, sent map[results.MatchID]sentRow) (templates.GridPage, error) {
	r, err := publicRound(t, roundParam(c))
	if err != nil {
		return templates.GridPage{}, err
	}
	p := presentGrid(t, r, actor, c.QueryParam("open") != "", sent)
	p.Page = s.eventPage(c, t, "Results of "+p.Heading, routeGrid)
	p.Page.Scripts = []string{static.URL("grid.js")}
	return p, nil
}

// sentRow is one row of the grid as it was sent, and what came of it.
type sentRow struct {
	version             int
	score, kind, reason string
	err                 *results.Error
	saved               bool
}

// sentRows reads the rows in which something was typed; with only=ID that row
// alone.
func sentRows(c echo.Context, matches []*results.MatchHistory) map[results.MatchID]sentRow {
	out := map[results.MatchID]sentRow{}
	only := c.FormValue("only")
	for _, m := range matches {
		id := strconv.Itoa(int(m.Match.ID))
		row := sentRow{score: strings.TrimSpace(c.FormValue("score-" + id)), kind: c.FormValue("kind-" + id), reason: strings.TrimSpace(c.FormValue("reason-" + id))}
		if only != "" && only != id || row.score == "" && row.kind == "" {
			continue
		}
		row.version, _ = strconv.Atoi(c.FormValue("version-" + id))
		out[m.Match.ID] = row
	}
	return out
}

// enterResults stores every good row that was sent. The others come back as they
// were typed, each with what is wrong. With part=row the answer is the row alone.
func (s *Server) enterResults(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EnterResult)
	if err != nil {
		return err
	}
	r, err := publicRound(t, roundParam(c))
	if err != nil {
		return err
	}
	matches := t.RoundMatches(r)
	sent := sentRows(c, matches)
	saved, status := 0, http.StatusOK
	for _, m := range matches {
		row, ok := sent[m.Match.ID]
		if !ok {
			continue
		}
		err := s.enterRow(c, req, m, row)
		var refusal *results.Error
		switch {
		case err == nil:
			row.saved = true
			saved++
		case !errors.As(err, &refusal):
			return err
		default:
			row.err = refusal
			if status != http.StatusConflict {
				status = statusOf(err)
			}
		}
		sent[m.Match.ID] = row
	}
	if status == http.StatusOK && c.FormValue("part") == "" {
		said := "Nothing was typed."
		if saved > 0 {
			said = plural(saved, "result") + " saved."
		}
		return s.done(c, gridAddress(c, t, r), said)
	}
	now, err := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
	if err != nil {
		return err
	}
	if c.FormValue("part") != "" {
		return s.answerRow(c, now, req.By, sent, status)
	}
	p, err := s.gridPage(c, now, req.By, sent)
	if err != nil {
		return err
	}
	p.Form.Error = plural(len(sent)-saved, "table") + " could not be saved: look at the rows marked below."
	if saved > 0 {
		p.Form.Error = plural(saved, "result") + " saved. " + p.Form.Error
	}
	return render(c, status, templates.Grid(p))
}

func (s *Server) enterRow(c echo.Context, req scorekeeper.Request, m *results.MatchHistory, row sentRow) error {
	score, err := readScore(row.score, row.kind, len(m.Match.Seats))
	if err != nil {
		return err
	}
	req.Key = partKey(req.Key, strconv.Itoa(int(m.Match.ID)))
	req.Reason = row.reason
	_, err = s.Keeper.EnterResult(c.Request().Context(), req, m.Match.ID, row.version, score)
	return err
}

// answerRow answers the script with the one row that it sent.
func (s *Server) answerRow(c echo.Context, t *results.Tournament, actor results.Actor, sent map[results.MatchID]sentRow, status int) error {
	for id, row := range sent {
		m, ok := t.Match(id)
		if !ok {
			break
		}
		r, ok := t.Round(m.Match.Round)
		if !ok {
			break
		}
		return render(c, status, templates.GridLine(presentGridRow(t, r, m, actor, row)))
	}
	return results.Refuse(results.Invalid, "Type a score first.")
}

// gridAddress leads back to the grid as it was filtered.
func gridAddress(c echo.Context, t *results.Tournament, r *results.Round) string {
	address := href(routeGrid, t.Info().Slug, r.Number)
	if c.QueryParam("open") != "" {
		address += "?open=yes"
	}
	return address
}
