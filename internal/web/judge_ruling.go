package web

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// gameAction is what can be done about a game that is recorded: its form, what
// it would change, and the use-case. value tells one sending from another.
type gameAction struct {
	action  results.Action
	page    func(gameTable) templates.JudgeFormPage
	value   func(echo.Context) (int, error)
	preview func(scorekeeper.Request, gameTable, int, int) (*scorekeeper.Preview, error)
	do      func(context.Context, *scorekeeper.Keeper, scorekeeper.Request, gameTable, int, int) (*results.Tournament, error)
}

// ruling decides a game that waits for a judge, or overrules what is recorded.
var ruling = gameAction{
	action: results.RuleGame, page: presentRuling,
	value: func(c echo.Context) (int, error) {
		if c.FormValue("winner") == drawn {
			return results.Nobody, nil
		}
		winner := seatParam(c, "winner")
		if winner < 0 {
			return 0, results.Refuse(results.Invalid, "Say who won the game, or that it was drawn.").At("winner")
		}
		return winner, nil
	},
	preview: func(req scorekeeper.Request, g gameTable, version, winner int) (*scorekeeper.Preview, error) {
		return scorekeeper.PreviewRuling(g.t, req, g.m.Match.ID, g.number, version, winner)
	},
	do: func(ctx context.Context, k *scorekeeper.Keeper, req scorekeeper.Request, g gameTable, version, winner int) (*results.Tournament, error) {
		return k.RuleOn(ctx, req, g.m.Match.ID, g.number, version, winner)
	},
}

// strike says that a recorded game was not played after all.
var strike = gameAction{
	action: results.RecordGame, page: presentStrike,
	value: func(echo.Context) (int, error) { return 0, nil },
	preview: func(req scorekeeper.Request, g gameTable, version, _ int) (*scorekeeper.Preview, error) {
		return scorekeeper.PreviewStrike(g.t, req, g.m.Match.ID, g.number, version)
	},
	do: func(ctx context.Context, k *scorekeeper.Keeper, req scorekeeper.Request, g gameTable, version, _ int) (*results.Tournament, error) {
		return k.StrikeGame(ctx, req, g.m.Match.ID, g.number, version)
	},
}

func (s *Server) showRuling(c echo.Context, t *results.Tournament) error {
	return s.showGameAction(c, t, ruling)
}

func (s *Server) sendRuling(c echo.Context, t *results.Tournament) error {
	return s.sendGameAction(c, t, ruling)
}

func (s *Server) showStrike(c echo.Context, t *results.Tournament) error {
	return s.showGameAction(c, t, strike)
}

func (s *Server) strikeGame(c echo.Context, t *results.Tournament) error {
	return s.sendGameAction(c, t, strike)
}

// recordedGame is the game of the address, which has a record.
func recordedGame(c echo.Context, t *results.Tournament) (gameTable, error) {
	g, err := gameOf(c, t)
	if err == nil && g.number > len(g.m.Games) {
		err = results.Refuse(results.NotFound, "Game %d is not recorded. Record it first.", g.number)
	}
	return g, err
}

func (s *Server) showGameAction(c echo.Context, t *results.Tournament, a gameAction) error {
	if _, err := require(c, t, a.action); err != nil {
		return err
	}
	g, err := recordedGame(c, t)
	if err != nil {
		return err
	}
	return s.judgeForm(c, t, a.page(g), nil)
}

// sendGameAction saves at once while no result rests on the game; where one does
// it shows first what would change.
func (s *Server) sendGameAction(c echo.Context, t *results.Tournament, a gameAction) error {
	req, err := request(c, t, a.action)
	if err != nil {
		return err
	}
	g, err := recordedGame(c, t)
	if err != nil {
		return err
	}
	version := formVersion(c)
	value, err := a.value(c)
	tag := fmt.Sprintf("%d %d", version, value)
	if err == nil && (g.m.Result() == nil && g.r.Status == results.Published || c.FormValue("checked") == tag) {
		if _, err = a.do(c.Request().Context(), s.Keeper, req, g, version, value); err == nil {
			return s.done(c, href(routeJudgeMatch, t.Info().Slug, int(g.m.Match.ID)), lastEntry(t.Info().Slug, s, c))
		}
	} else if err == nil {
		return s.showEffect(c, g, a, req, value, tag)
	}
	if results.CodeOf(err) != results.Conflict {
		return s.judgeForm(c, t, sentAgain(c, a.page(g)), err)
	}
	// Somebody was faster: the page shows what is recorded now above what was
	// typed, and sending it again is about that.
	now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
	if readErr != nil {
		return readErr
	}
	if g, readErr = recordedGame(c, now); readErr != nil {
		return readErr
	}
	p := sentAgain(c, a.page(g))
	p.Form = a.page(g).Form
	return s.judgeForm(c, now, p, err)
}

// showEffect shows the form once more with what saving it would change.
func (s *Server) showEffect(c echo.Context, g gameTable, a gameAction, req scorekeeper.Request, value int, tag string) error {
	p := sentAgain(c, a.page(g))
	preview, err := a.preview(req, g, formVersion(c), value)
	if err == nil {
		p.Checked = tag
		p.Effect = &templates.Effect{Title: "What it changes", Text: matchEffect(g.t, g.m.Match.ID, preview), Preview: presentChanges(g.t, g.r, preview)}
	}
	return s.judgeForm(c, g.t, p, err)
}

// sentAgain fills a form with what was sent; sent once more it is the same
// sending.
func sentAgain(c echo.Context, p templates.JudgeFormPage) templates.JudgeFormPage {
	for i := range p.Fields {
		refill(c, &p.Fields[i])
	}
	p.Form.Key, p.Form.Version = c.FormValue("key"), formVersion(c)
	return p
}
