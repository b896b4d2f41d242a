package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

func (s *Server) showDesk(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.ReadDraft)
	if err != nil {
		return err
	}
	p, err := s.deskPage(c, t, actor)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Desk(p))
}

func (s *Server) deskPage(c echo.Context, t *results.Tournament, actor results.Actor) (templates.DeskPage, error) {
	p, err := presentDesk(t, actor)
	if err != nil {
		return p, err
	}
	p.Page = s.eventPage(c, t, "Desk", routeDesk)
	return p, nil
}

// draftRound pairs the next round and leads to the draft.
func (s *Server) draftRound(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.PairRound)
	if err != nil {
		return err
	}
	after, err := s.Keeper.DraftRound(c.Request().Context(), req, nil)
	if err == nil {
		r := after.LastRound()
		if r == nil { // sent once more after the draft was voided
			return s.done(c, href(routeDesk, t.Info().Slug), "")
		}
		return s.done(c, href(routeRoundDesk, t.Info().Slug, r.Number), "Drafted. Only those who run the event see it until it is published.")
	}
	var refusal *results.Error
	if !errors.As(err, &refusal) {
		return err
	}
	now, err := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
	if err != nil {
		return err
	}
	p, err := s.deskPage(c, now, req.By)
	if err != nil {
		return err
	}
	p.Page.Flash = &templates.Flash{Text: refusal.Message, Bad: true}
	return render(c, statusOf(refusal), templates.Desk(p))
}

// anyRound is the round of the address, drafts included.
func anyRound(c echo.Context, t *results.Tournament) (*results.Round, error) {
	if r, ok := t.Round(roundParam(c)); ok {
		return r, nil
	}
	return nil, results.Refuse(results.NotFound, "There is no such round, or it was voided.")
}

func (s *Server) showRoundDesk(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.ReadDraft)
	if err != nil {
		return err
	}
	p, err := s.roundDeskPage(c, t, actor)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.RoundDesk(p))
}

func (s *Server) roundDeskPage(c echo.Context, t *results.Tournament, actor results.Actor) (templates.RoundDeskPage, error) {
	r, err := anyRound(c, t)
	if err != nil {
		return templates.RoundDeskPage{}, err
	}
	move := swapChoice{from: results.EntrantID(c.QueryParam("move")), to: results.EntrantID(c.QueryParam("with"))}
	p, err := presentRoundDesk(t, r, actor, move, s.Clock())
	if err != nil {
		return p, err
	}
	p.Page = s.eventPage(c, t, p.Heading, routeDesk)
	p.Page.Wide = true
	return p, nil
}

// onRound answers a form of the round's page: it runs one use-case and leads
// back to the page. A refusal stands on the page as the round is now, and what
// was typed stays.
func (s *Server) onRound(action results.Action, do func(echo.Context, scorekeeper.Request, int, int) (said string, err error)) func(echo.Context, *results.Tournament) error {
	return func(c echo.Context, t *results.Tournament) error {
		req, err := request(c, t, action)
		if err != nil {
			return err
		}
		r, err := anyRound(c, t)
		if err != nil {
			return err
		}
		said, err := do(c, req, r.Number, formVersion(c))
		// Judges keep time and see no drafts: their pages are the public ones.
		seesDrafts := results.Allowed(req.By.Role, results.ReadDraft)
		switch {
		case err == nil && seesDrafts:
			return s.done(c, href(routeRoundDesk, t.Info().Slug, r.Number), said)
		case err == nil:
			return s.done(c, href(routeRound, t.Info().Slug, r.Number), said)
		}
		var refusal *results.Error
		if !errors.As(err, &refusal) || !seesDrafts || refusal.Code == results.Forbidden || refusal.Code == results.NotFound {
			return err
		}
		now, err := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
		if err != nil {
			return err
		}
		p, err := s.roundDeskPage(c, now, req.By)
		if err != nil {
			return err
		}
		p.Page.Flash = &templates.Flash{Text: refusal.Message, Bad: true}
		keepStep(c, p.Steps, refusal)
		if p.Clock != nil {
			keepStep(c, p.Clock.Steps, refusal)
		}
		if p.Swap != nil {
			keepStep(c, []templates.ActionForm{*p.Swap}, refusal)
		}
		return render(c, statusOf(refusal), templates.RoundDesk(p))
	}
}

// keepStep puts what was typed back into the step that was sent.
func keepStep(c echo.Context, steps []templates.ActionForm, refusal *results.Error) {
	for i := range steps {
		step := &steps[i]
		if step.Form.Action != c.Request().URL.EscapedPath() || step.Button.Value != c.FormValue("kind") && step.Button.Name == "kind" {
			continue
		}
		for j := range step.Fields {
			f := &step.Fields[j]
			if f.Type == "hidden" {
				continue
			}
			refill(c, f)
			if f.Name == refusal.Field {
				f.Error = refusal.Message
			}
		}
	}
}

func (s *Server) draftAgain(c echo.Context, req scorekeeper.Request, number, version int) (string, error) {
	_, err := s.Keeper.DraftAgain(c.Request().Context(), req, number, version)
	return "Drafted again. The former draft is archived.", err
}

func (s *Server) swapSeats(c echo.Context, req scorekeeper.Request, number, version int) (string, error) {
	_, err := s.Keeper.SwapSeats(c.Request().Context(), req, number, version, results.EntrantID(c.FormValue("a")), results.EntrantID(c.FormValue("b")))
	return "Swapped. The two tables carry a public mark with the reason.", err
}

func (s *Server) checkRound(c echo.Context, req scorekeeper.Request, number, version int) (string, error) {
	_, err := s.Keeper.CheckRound(c.Request().Context(), req, number, version)
	return "Marked as checked.", err
}

func (s *Server) publishRound(c echo.Context, req scorekeeper.Request, number, version int) (string, error) {
	_, err := s.Keeper.PublishRound(c.Request().Context(), req, number, version)
	return "Published: everybody can find their seat now.", err
}

func (s *Server) closeRound(c echo.Context, req scorekeeper.Request, number, version int) (string, error) {
	_, err := s.Keeper.CloseRound(c.Request().Context(), req, number, version)
	return "Round " + strconv.Itoa(number) + " is closed.", err
}

func (s *Server) reopenRound(c echo.Context, req scorekeeper.Request, number, version int) (string, error) {
	_, err := s.Keeper.ReopenRound(c.Request().Context(), req, number, version)
	return "Round " + strconv.Itoa(number) + " is open again.", err
}

// maxMinutes bounds what a clock is set to.
const maxMinutes = 24 * 60

func (s *Server) keepTime(c echo.Context, req scorekeeper.Request, round, _ int) (string, error) {
	minutes, err := number(c, "minutes", "The number of minutes", maxMinutes)
	if err != nil {
		return "", err
	}
	facts := scorekeeper.ClockFacts{Round: round, Kind: results.ClockKind(c.FormValue("kind")), Seconds: minutes * 60}
	switch facts.Kind {
	case results.ClockStart, results.ClockPause, results.ClockResume, results.ClockExtension, results.TimeCalled:
	default:
		return "", results.Refuse(results.Invalid, "The round's clock is started, paused, resumed, extended, or time is called.").At("kind")
	}
	_, err = s.Keeper.KeepTime(c.Request().Context(), req, facts)
	return clockSaid[facts.Kind], err
}

var clockSaid = map[results.ClockKind]string{
	results.ClockStart: "The clock runs.", results.ClockPause: "The clock is paused.", results.ClockResume: "The clock runs again.",
	results.ClockExtension: "The time is given.", results.TimeCalled: "Time is called.",
}

// showVoid lists what voiding a round takes away and asks for a typed word.
func (s *Server) showVoid(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.VoidRound); err != nil {
		return err
	}
	p, err := s.voidPage(c, t)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) voidPage(c echo.Context, t *results.Tournament) (templates.FormPage, error) {
	r, err := anyRound(c, t)
	if err != nil {
		return templates.FormPage{}, err
	}
	p := presentVoid(t, r)
	p.Page = s.eventPage(c, t, p.Heading, routeDesk)
	return p, nil
}

func (s *Server) voidRound(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.VoidRound)
	if err != nil {
		return err
	}
	r, err := anyRound(c, t)
	if err != nil {
		if _, repeated := t.EntryByKey(req.Key); repeated {
			return s.done(c, href(routeDesk, t.Info().Slug), "The round is voided.")
		}
		return err
	}
	if public(r) {
		err = typedWord(c, "void")
	}
	if err == nil {
		_, err = s.Keeper.VoidRound(c.Request().Context(), req, r.Number, formVersion(c))
	}
	if err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.voidPage(c, t) })
	}
	return s.done(c, href(routeDesk, t.Info().Slug), "Round "+strconv.Itoa(r.Number)+" is voided. Its matches and results are archived.")
}

// showRepair proposes how to put a wrongly paired round right.
func (s *Server) showRepair(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.RepairRound); err != nil {
		return err
	}
	p, err := s.repairPage(c, t)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) repairPage(c echo.Context, t *results.Tournament) (templates.FormPage, error) {
	r, err := anyRound(c, t)
	if err != nil {
		return templates.FormPage{}, err
	}
	p, err := presentRepair(t, r)
	if err != nil {
		return p, err
	}
	p.Page = s.eventPage(c, t, p.Heading, routeDesk)
	return p, nil
}

// repairRound breaks the fewest tables; with whole=yes it pairs the whole round
// again, in which nothing was played.
func (s *Server) repairRound(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.RepairRound)
	if err != nil {
		return err
	}
	r, err := anyRound(c, t)
	if err != nil {
		return err
	}
	if c.FormValue("whole") != "" {
		_, err = s.Keeper.PairAgain(c.Request().Context(), req, r.Number, formVersion(c))
	} else if err = typedWord(c, "repair"); err == nil {
		_, err = s.Keeper.RepairRound(c.Request().Context(), req, r.Number, formVersion(c))
	}
	if err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.repairPage(c, t) })
	}
	return s.done(c, href(routeRoundDesk, t.Info().Slug, r.Number), "The round is put right. The former tables are archived.")
}

// showSlips prints result slips in cut stack order.
func (s *Server) showSlips(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.ReadDraft); err != nil {
		return err
	}
	r, err := anyRound(c, t)
	if err != nil {
		return err
	}
	p := presentSlips(t, r)
	p.Page = s.eventPage(c, t, "Result slips", routeDesk)
	return render(c, http.StatusOK, templates.Slips(p))
}
