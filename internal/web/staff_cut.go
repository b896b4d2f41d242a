package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// showCut shows where the field would be cut; size=N asks for another size.
func (s *Server) showCut(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.MakeCut); err != nil {
		return err
	}
	size, err := strconv.Atoi(c.QueryParam("size"))
	if err != nil || size < 0 || size > maxCut {
		size = 0
	}
	p, err := s.cutPage(c, t, size)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Cut(p))
}

func (s *Server) cutPage(c echo.Context, t *results.Tournament, size int) (templates.CutPage, error) {
	p, err := presentCut(t, size)
	if err != nil {
		return p, err
	}
	p.Page = s.eventPage(c, t, p.Heading, routeDesk)
	return p, nil
}

// makeCut records who goes on to the playoff.
func (s *Server) makeCut(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.MakeCut)
	if err != nil {
		return err
	}
	size, err := number(c, "size", "The size of the playoff", maxCut)
	if err != nil {
		return err
	}
	order, err := sentOrder(c, t)
	if err == nil {
		if plan := t.Plans[len(t.Plans)-1]; formVersion(c) != plan.Version {
			if _, repeated := t.EntryByKey(req.Key); !repeated {
				err = results.Refuse(results.Conflict, "The plan of the event changed while this page was open: %s was faster. Look at the cut as it is now and make it again.", plan.By.Name)
			}
		}
	}
	var after *results.Tournament
	if err == nil {
		after, err = s.Keeper.MakeCut(c.Request().Context(), req, scorekeeper.CutOptions{Size: size, Order: order})
	}
	if err == nil {
		said := "The cut is made and recorded."
		if o := lastOutcome(after, results.AdvancementOutcome); o != nil && o.LotSeed != nil {
			said = "The cut is made. Equal ranks were parted by the recorded lot."
		}
		return s.done(c, href(routeDesk, t.Info().Slug), said)
	}
	now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
	if readErr != nil {
		return readErr
	}
	p, pageErr := s.cutPage(c, now, size)
	if pageErr != nil {
		return pageErr
	}
	fields := []*templates.Field{&p.Reason, &p.Size}
	for i := range p.Order {
		fields = append(fields, &p.Order[i])
	}
	for _, f := range fields {
		refill(c, f)
	}
	if !blame(err, &p.Form, fields...) {
		return err
	}
	return render(c, statusOf(err), templates.Cut(p))
}

// sentOrder reads the places that were given to those who share a rank.
func sentOrder(c echo.Context, t *results.Tournament) ([]results.EntrantID, error) {
	type placed struct {
		id    results.EntrantID
		place int
	}
	var list []placed
	for _, h := range t.Entrants {
		id := h.Current().ID
		field := "order-" + string(id)
		n, err := number(c, field, "The place", maxCut)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		if slices.ContainsFunc(list, func(p placed) bool { return p.place == n }) {
			return nil, results.Refuse(results.Invalid, "Two of them have place %d. Number them 1, 2, 3 and so on.", n).At(field)
		}
		list = append(list, placed{id, n})
	}
	slices.SortFunc(list, func(a, b placed) int { return a.place - b.place })
	out := make([]results.EntrantID, len(list))
	for i, p := range list {
		out[i] = p.id
	}
	return out, nil
}

func (s *Server) showFinish(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.FinishEvent); err != nil {
		return err
	}
	p, err := s.finishPage(c, t)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) finishPage(c echo.Context, t *results.Tournament) (templates.FormPage, error) {
	p, err := presentFinish(t)
	p.Page = s.eventPage(c, t, p.Heading, routeDesk)
	return p, err
}

func (s *Server) finish(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.FinishEvent)
	if err != nil {
		return err
	}
	if _, err := s.Keeper.Finish(c.Request().Context(), req); err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.finishPage(c, t) })
	}
	return s.done(c, href(routeEvent, t.Info().Slug), "The event is finished. The final placement is recorded.")
}

func (s *Server) showReopen(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.ReopenEvent); err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(s.reopenPage(c, t)))
}

func (s *Server) reopenPage(c echo.Context, t *results.Tournament) templates.FormPage {
	p := presentReopen(t)
	p.Page = s.eventPage(c, t, p.Heading, routeDesk)
	return p
}

func (s *Server) reopen(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.ReopenEvent)
	if err != nil {
		return err
	}
	if _, err := s.Keeper.Reopen(c.Request().Context(), req); err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.reopenPage(c, t), nil })
	}
	return s.done(c, href(routeDesk, t.Info().Slug), "The event is open again.")
}

// export sends the event with its whole history; names=none replaces the names.
func (s *Server) export(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.ExportEvent); err != nil {
		return err
	}
	anonymous := c.QueryParam("names") == "none"
	data, err := eventfile.Write(t, eventfile.Options{Anonymous: anonymous})
	if err != nil {
		return err
	}
	name := t.Info().Slug
	if anonymous {
		name = "event-without-names"
	}
	return download(c, name+".json", "application/json", data)
}
