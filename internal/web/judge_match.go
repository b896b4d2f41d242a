package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// judgedMatch is the match of the address, archived ones of published rounds
// included; those of drafts are not found.
func judgedMatch(c echo.Context, t *results.Tournament) (*results.MatchHistory, *results.Round, error) {
	id, err := strconv.Atoi(param(c, "match"))
	m, ok := t.Match(results.MatchID(id))
	if err != nil || !ok {
		return nil, nil, results.Refuse(results.NotFound, "There is no such match.")
	}
	for _, version := range slices.Backward(t.Rounds[m.Match.Round-1].Versions) {
		if public(version) && slices.Contains(version.Matches, m.Match.ID) {
			return m, t.Rounds[m.Match.Round-1].Current(), nil
		}
	}
	return nil, nil, results.Refuse(results.NotFound, "There is no such match, or its round is not published yet.")
}

func (s *Server) showJudgeMatch(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.RecordGame)
	if err != nil {
		return err
	}
	m, r, err := judgedMatch(c, t)
	if err != nil {
		return err
	}
	p := presentJudgeMatch(t, m, r, actor, s.Clock())
	p.Page = s.eventPage(c, t, p.Heading+" · "+roundTitle(t, r), routeJudge)
	return render(c, http.StatusOK, templates.JudgeMatch(p))
}

func (s *Server) showJudgeHistory(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.RecordGame)
	if err != nil {
		return err
	}
	m, r, err := judgedMatch(c, t)
	if err != nil {
		return err
	}
	p := presentJudgeHistory(t, m, r, actor)
	p.Page = s.eventPage(c, t, p.Heading, routeJudge)
	return render(c, http.StatusOK, templates.JudgeHistory(p))
}

// matchAction runs a use-case on the match of the address and leads back to it.
// What is refused is shown with the form that was sent, which find picks from
// those of the match as it is now.
func (s *Server) matchAction(c echo.Context, t *results.Tournament, action results.Action,
	do func(context.Context, scorekeeper.Request, *results.MatchHistory) (*results.Tournament, error),
	find func(templates.ActionForm) bool,
) error {
	req, err := request(c, t, action)
	if err != nil {
		return err
	}
	m, _, err := judgedMatch(c, t)
	if err != nil {
		return err
	}
	back := templates.Link{Label: tableTitle(m.Match), Href: href(routeJudgeMatch, t.Info().Slug, int(m.Match.ID))}
	now, err := do(c.Request().Context(), req, m)
	if err == nil {
		text := "Saved."
		if e, ok := now.EntryByKey(req.Key); ok {
			text = e.Text
		}
		return s.done(c, back.Href, text)
	}
	return s.again(c, t, err, func(now *results.Tournament) (templates.FormPage, error) {
		m, r, refused := judgedMatch(c, now)
		if refused != nil {
			return templates.FormPage{}, refused
		}
		for _, a := range slices.Concat(endActions(now, m, r), timeActions(now, m, r, s.Clock()), pressActions(now, m, r)) {
			if find(a) {
				return s.actionPage(c, now, a, back), nil
			}
		}
		// The form is not offered any more: say why on a page of its own.
		return templates.FormPage{}, err
	})
}

// toForm finds the form that leads to the address.
func toForm(c echo.Context) func(templates.ActionForm) bool {
	path := c.Request().URL.EscapedPath()
	return func(a templates.ActionForm) bool { return a.Form.Action == path }
}

func (s *Server) endByTime(c echo.Context, t *results.Tournament) error {
	return s.matchAction(c, t, results.RecordGame, func(ctx context.Context, req scorekeeper.Request, m *results.MatchHistory) (*results.Tournament, error) {
		unfinished := c.FormValue("unfinished")
		if unfinished != "yes" && unfinished != "no" {
			return nil, results.Refuse(results.Invalid, "Say whether a game was running.").At("unfinished")
		}
		return s.Keeper.EndByTime(ctx, req, m.Match.ID, formVersion(c), unfinished == "yes")
	}, toForm(c))
}

func (s *Server) concedeMatch(c echo.Context, t *results.Tournament) error {
	return s.matchAction(c, t, results.EnterResult, func(ctx context.Context, req scorekeeper.Request, m *results.MatchHistory) (*results.Tournament, error) {
		return s.Keeper.ConcedeMatch(ctx, req, m.Match.ID, formVersion(c), seatParam(c, "seat"))
	}, toForm(c))
}

func (s *Server) decideMatch(c echo.Context, t *results.Tournament) error {
	return s.matchAction(c, t, results.EnterResult, func(ctx context.Context, req scorekeeper.Request, m *results.MatchHistory) (*results.Tournament, error) {
		return s.Keeper.DecideEqual(ctx, req, m.Match.ID, formVersion(c), seatParam(c, "winner"))
	}, toForm(c))
}

func (s *Server) keepTableTime(c echo.Context, t *results.Tournament) error {
	return s.matchAction(c, t, results.KeepTime, func(ctx context.Context, req scorekeeper.Request, m *results.MatchHistory) (*results.Tournament, error) {
		f, err := sentClock(c)
		if err != nil {
			return nil, err
		}
		f.Match = m.Match.ID
		return s.Keeper.KeepTime(ctx, req, f)
	}, func(a templates.ActionForm) bool { return a.Button.Value == c.FormValue("kind") })
}

// seatParam is a seat of the form, -1 for none.
func seatParam(c echo.Context, field string) int {
	n, err := strconv.Atoi(c.FormValue(field))
	if err != nil {
		return -1
	}
	return n
}
