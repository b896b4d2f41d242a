package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/static"
	"tourney/templates"
)

// roundAsked is the published round of the query, else the last one; nil where
// none is published.
func roundAsked(c echo.Context, t *results.Tournament) (*results.Round, error) {
	asked := c.QueryParam("round")
	if asked == "" {
		return lastPublished(t), nil
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		n = 0
	}
	return publicRound(t, n)
}

// showJudge finds tables. A search that means one table leads to it at once.
func (s *Server) showJudge(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.RecordGame)
	if err != nil {
		return err
	}
	r, err := roundAsked(c, t)
	if err != nil {
		return err
	}
	query := c.QueryParam("q")
	if r != nil && strings.TrimSpace(query) != "" {
		if list := found(t, r, query); len(list) == 1 {
			return c.Redirect(http.StatusSeeOther, href(routeJudgeMatch, t.Info().Slug, int(list[0].Match.ID)))
		}
	}
	p := presentJudgeDesk(t, r, query, actor, s.Clock())
	p.Page = s.eventPage(c, t, "Judge's desk", routeJudge)
	return render(c, http.StatusOK, templates.JudgeDesk(p))
}

func (s *Server) showJudgeLedger(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.RecordGame); err != nil {
		return err
	}
	r, err := roundAsked(c, t)
	if err != nil {
		return err
	}
	p := presentJudgeLedger(t, r, s.Clock())
	p.Page = s.eventPage(c, t, p.Heading, routeJudge)
	return render(c, http.StatusOK, templates.JudgeLedger(p))
}

// sentClock reads an entry of the time ledger.
func sentClock(c echo.Context) (scorekeeper.ClockFacts, error) {
	f := scorekeeper.ClockFacts{Kind: results.ClockKind(c.FormValue("kind"))}
	for field, to := range map[string]*int{"minutes": &f.Seconds, "turns": &f.Turns, "game": &f.Game} {
		text := strings.TrimSpace(c.FormValue(field))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 24*60 {
			return f, results.Refuse(results.Invalid, "Type a whole number, 0 or more.").At(field)
		}
		*to = n
	}
	f.Seconds *= 60
	return f, nil
}

// keepRoundTime starts, stops and ends the clock of the running round.
func (s *Server) keepRoundTime(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.KeepTime)
	if err != nil {
		return err
	}
	desk := href(routeJudge, t.Info().Slug)
	r := lastPublished(t)
	if r == nil {
		return results.Refuse(results.Refused, "No round is published yet.")
	}
	facts, err := sentClock(c)
	if err == nil {
		facts.Round = r.Number
		_, err = s.Keeper.KeepTime(c.Request().Context(), req, facts)
	}
	if err != nil {
		return s.again(c, t, err, func(now *results.Tournament) (templates.FormPage, error) {
			for _, a := range clockSteps(now, r, s) {
				if a.Button.Value == string(facts.Kind) {
					return s.actionPage(c, now, a, templates.Link{Label: "Judge's desk", Href: desk}), nil
				}
			}
			return templates.FormPage{}, err
		})
	}
	return s.done(c, desk, lastEntry(t.Info().Slug, s, c))
}

func clockSteps(t *results.Tournament, r *results.Round, s *Server) []templates.ActionForm {
	box := presentClock(t, r, s.Clock())
	if box == nil {
		return nil
	}
	for i := range box.Steps {
		box.Steps[i].Form.Action = href(routeJudgeClock, t.Info().Slug)
	}
	return box.Steps
}

// lastEntry is the sentence that the event's log has of what was just done.
func lastEntry(slug string, s *Server, c echo.Context) string {
	now, err := s.Store.Tournament(c.Request().Context(), slug)
	if err != nil {
		return "Saved."
	}
	if e, ok := now.EntryByKey(c.FormValue("key")); ok {
		return e.Text
	}
	return "Saved."
}

// actionPage shows one thing to do by itself: what is refused on a page of
// several forms is said here, with what was typed.
func (s *Server) actionPage(c echo.Context, t *results.Tournament, a templates.ActionForm, back templates.Link) templates.FormPage {
	for i := range a.Fields {
		a.Fields[i].ID = ""
	}
	title := a.Title
	if title == "" {
		title = a.Button.Label
	}
	p := templates.FormPage{
		Heading: title, Back: back, Form: a.Form, Groups: []templates.FieldGroup{{Fields: a.Fields}}, Buttons: []templates.Button{a.Button},
	}
	p.Form.Class = ""
	if a.Text != "" {
		p.Text = []string{a.Text}
	}
	p.Page = s.eventPage(c, t, title, routeJudge)
	p.Page.Scripts = []string{static.URL("judge.js")}
	return p
}
