package web

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/roster"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

func (s *Server) showRegistration(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.EnrolEntrants); err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Registration(s.registrationPage(c, t)))
}

func (s *Server) registrationPage(c echo.Context, t *results.Tournament) templates.RegistrationPage {
	p := presentRegistration(t, c.QueryParam("q"))
	p.Page = s.eventPage(c, t, "Registration", routeRegistration)
	return p
}

// sentEntrant reads the fields of entrantFields.
func sentEntrant(c echo.Context) (scorekeeper.EntrantFacts, error) {
	f := scorekeeper.EntrantFacts{Name: c.FormValue("name"), Club: c.FormValue("club"), Group: c.FormValue("group")}
	for _, n := range []struct {
		field, label string
		most         int
		into         *int
	}{
		{"seed", "The seed", 1_000_000, &f.Seed},
		{"rating", "The rating", 100_000, &f.Rating},
		{"fixed_table", "The fixed table", 100_000, &f.FixedTable},
		{"awarded_byes", "The number of byes", 100, &f.AwardedByes},
	} {
		var err error
		if *n.into, err = number(c, n.field, n.label, n.most); err != nil {
			return f, err
		}
	}
	if text := strings.TrimSpace(c.FormValue("start_score")); text != "" {
		score, err := exact.Parse(text)
		if err != nil {
			return f, results.Refuse(results.Invalid, "The start score: %s.", err).At("start_score")
		}
		f.StartScore = score
	}
	return f, nil
}

// enrolOne adds one entrant and leads back to the name field.
func (s *Server) enrolOne(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EnrolEntrants)
	if err != nil {
		return err
	}
	f, err := sentEntrant(c)
	if err == nil {
		_, err = s.Keeper.Enrol(c.Request().Context(), req, []scorekeeper.EntrantFacts{f}, scorekeeper.MissedRounds(c.FormValue("missed")))
	}
	if err == nil {
		return s.done(c, href(routeRegistration, t.Info().Slug), "Added: "+strings.TrimSpace(f.Name)+".")
	}
	p := s.registrationPage(c, t)
	p.Add = sentForm(c, p.Add.Action)
	fields := []*templates.Field{&p.Name}
	for i := range p.Details {
		fields = append(fields, &p.Details[i])
	}
	if p.Missed != nil {
		fields = append(fields, p.Missed)
	}
	for _, field := range fields {
		refill(c, field)
	}
	if !blame(err, &p.Add, fields...) {
		return err
	}
	return render(c, statusOf(err), templates.Registration(p))
}

func (s *Server) showRoster(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.EnrolEntrants); err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Roster(s.rosterPage(c, t)))
}

func (s *Server) rosterPage(c echo.Context, t *results.Tournament) templates.RosterPage {
	p := presentRoster(t)
	p.Page = s.eventPage(c, t, "Add a list", routeRegistration)
	return p
}

// sentList is the text that was pasted, or that of the uploaded file.
func sentList(c echo.Context) ([]byte, error) {
	text := c.FormValue("list")
	if header, err := c.FormFile("file"); err != nil || header.Size == 0 {
		return []byte(text), nil
	}
	_, data, err := sentFile(c, "file")
	return data, err
}

// enrolList shows what was understood of a list; once that is confirmed it adds
// all rows, or the good ones.
func (s *Server) enrolList(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EnrolEntrants)
	if err != nil {
		return err
	}
	text, err := sentList(c)
	if err != nil {
		return err
	}
	p := s.rosterPage(c, t)
	p.Form.Key = c.FormValue("key")
	if p.Missed != nil {
		refill(c, p.Missed)
	}
	list, err := roster.Parse(text, entrantNames(t))
	if err != nil {
		refill(c, &p.Text)
		p.Text.Error, p.Text.Focus = upperFirst(err.Error())+".", true
		return render(c, http.StatusUnprocessableEntity, templates.Roster(p))
	}
	p.Text.Value = string(text)
	step := c.FormValue("step")
	if step == "good" || step == "all" && list.Problems() == 0 {
		good := goodRows(list)
		_, err := s.Keeper.Enrol(c.Request().Context(), req, good, scorekeeper.MissedRounds(c.FormValue("missed")))
		if err == nil {
			return s.done(c, href(routeRegistration, t.Info().Slug), "Added: "+plural(len(good), "player")+".")
		}
		var refusal *results.Error
		if !errors.As(err, &refusal) || !blame(err, &p.Form, &p.Text) {
			return err
		}
		if refusal.Field != "" {
			p.Form.Error = upperFirst(refusal.Error())
		}
		p.Preview = presentRosterPreview(list)
		return render(c, statusOf(err), templates.Roster(p))
	}
	p.Preview = presentRosterPreview(list)
	return render(c, http.StatusOK, templates.Roster(p))
}

func entrantNames(t *results.Tournament) []string {
	out := make([]string, len(t.Entrants))
	for i, h := range t.Entrants {
		out[i] = h.Current().Name
	}
	return out
}

func goodRows(list *roster.List) []scorekeeper.EntrantFacts {
	var out []scorekeeper.EntrantFacts
	for _, r := range list.Rows {
		if r.Problem == "" {
			out = append(out, scorekeeper.EntrantFacts{
				Name: r.Name, Seed: r.Seed, Rating: r.Rating, Club: r.Club, Group: r.Group,
				FixedTable: r.FixedTable, AwardedByes: r.AwardedByes, StartScore: r.StartScore,
			})
		}
	}
	return out
}

// downloadRoster sends the entrants as CSV.
func (s *Server) downloadRoster(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.EnrolEntrants); err != nil {
		return err
	}
	var rows []roster.Row
	for _, h := range t.Entrants {
		e := h.Current()
		rows = append(rows, roster.Row{
			Name: e.Name, Seed: e.Seed, Rating: e.Rating, Club: e.Club, Group: e.Group,
			FixedTable: e.FixedTable, AwardedByes: e.AwardedByes, StartScore: e.StartScore,
		})
	}
	text, err := roster.Write(rows)
	if err != nil {
		return err
	}
	return download(c, t.Info().Slug+"-entrants.csv", "text/csv; charset=utf-8", text)
}

// download sends a file to be saved. The name is of an event's address: letters,
// digits and hyphens.
func download(c echo.Context, name, kind string, content []byte) error {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`"`)
	return c.Blob(http.StatusOK, kind, content)
}

// entrantParam is the entrant of the address.
func entrantParam(c echo.Context, t *results.Tournament) (*results.Entrant, error) {
	e, ok := t.Entrant(results.EntrantID(param(c, "entrant")))
	if !ok {
		return nil, results.Refuse(results.NotFound, "Nobody in this event has this number.")
	}
	return e, nil
}

func (s *Server) showEditEntrant(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.EditEntrant); err != nil {
		return err
	}
	p, err := s.entrantPage(c, t)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) entrantPage(c echo.Context, t *results.Tournament) (templates.FormPage, error) {
	e, err := entrantParam(c, t)
	if err != nil {
		return templates.FormPage{}, err
	}
	p := presentEditEntrant(t, e)
	p.Page = s.eventPage(c, t, e.Name, routeRegistration)
	return p, nil
}

func (s *Server) editEntrant(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EditEntrant)
	if err != nil {
		return err
	}
	e, err := entrantParam(c, t)
	if err != nil {
		return err
	}
	f, err := sentEntrant(c)
	if err == nil {
		_, err = s.Keeper.EditEntrant(c.Request().Context(), req, e.ID, max(formVersion(c), 1), f)
	}
	if err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.entrantPage(c, t) })
	}
	return s.done(c, href(routeRegistration, t.Info().Slug), "Saved: "+strings.TrimSpace(f.Name)+".")
}

// withEntrant runs a use-case about the entrant of the address and leads back to
// the list.
func (s *Server) withEntrant(said string, do func(echo.Context, scorekeeper.Request, results.EntrantID) (*results.Tournament, error)) func(echo.Context, *results.Tournament) error {
	return func(c echo.Context, t *results.Tournament) error {
		req, err := request(c, t, results.DropEntrant)
		if err != nil {
			return err
		}
		e, err := entrantParam(c, t)
		if err != nil {
			return err
		}
		if _, err := do(c, req, e.ID); err != nil {
			return err
		}
		return s.done(c, href(routeRegistration, t.Info().Slug), said+e.Name+".")
	}
}

func (s *Server) drop(c echo.Context, req scorekeeper.Request, id results.EntrantID) (*results.Tournament, error) {
	return s.Keeper.Drop(c.Request().Context(), req, id)
}

func (s *Server) takeBackDrop(c echo.Context, req scorekeeper.Request, id results.EntrantID) (*results.Tournament, error) {
	return s.Keeper.TakeBackDrop(c.Request().Context(), req, id)
}

func (s *Server) sitOut(c echo.Context, req scorekeeper.Request, id results.EntrantID) (*results.Tournament, error) {
	return s.Keeper.SitOut(c.Request().Context(), req, id, false)
}

func (s *Server) sitIn(c echo.Context, req scorekeeper.Request, id results.EntrantID) (*results.Tournament, error) {
	return s.Keeper.SitOut(c.Request().Context(), req, id, true)
}

// nextRound is the number of the first round that is not published yet.
func nextRound(t *results.Tournament) int {
	if r := lastPublished(t); r != nil {
		return r.Number + 1
	}
	return 1
}

func sitsOut(t *results.Tournament, e *results.Entrant) bool {
	return slices.Contains(e.Absent, nextRound(t))
}
