package web

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/policy"
	"tourney/internal/results/scorekeeper"
	"tourney/static"
	"tourney/templates"
)

// showNewEvent offers the presets; with preset=CODE it shows the form of an
// event that begins from one.
func (s *Server) showNewEvent(c echo.Context) error {
	actor, err := require(c, nil, results.CreateEvent)
	if err != nil {
		return err
	}
	if c.QueryParam("preset") == "" {
		p := presentPresets(policy.List(), actor)
		p.Page = s.page(c, "New event")
		return render(c, http.StatusOK, templates.Presets(p))
	}
	p, err := s.newEventPage(c, c.QueryParam("preset"))
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) newEventPage(c echo.Context, code string) (templates.FormPage, error) {
	rules, _, _, err := policy.Preset(code)
	if err != nil {
		return templates.FormPage{}, err
	}
	events, err := s.Store.Summaries(c.Request().Context())
	if err != nil {
		return templates.FormPage{}, err
	}
	zone := ""
	if len(events) > 0 {
		zone = events[0].Zone
	}
	p := presentNewEvent(rules, zone)
	p.Page = s.page(c, "New event")
	p.Page.Scripts = []string{static.URL("setup.js")}
	return p, nil
}

// sentFacts reads the fields of presentFacts.
func sentFacts(c echo.Context) (scorekeeper.EventFacts, error) {
	f := scorekeeper.EventFacts{
		Name: c.FormValue("name"), Slug: strings.TrimSpace(c.FormValue("slug")), Zone: strings.TrimSpace(c.FormValue("zone")),
		Place: c.FormValue("place"), Ruleset: c.FormValue("ruleset"), Sanctioned: c.FormValue("sanctioned") != "",
	}
	var err error
	if f.StartsAt, err = startIn(c.FormValue("date"), c.FormValue("time"), f.Zone); err != nil {
		return f, err
	}
	f.KeptTables, err = tableRanges(c.FormValue("kept_tables"))
	return f, err
}

// startIn is the moment of a date and time of day in a zone; zero if no date is
// given.
func startIn(date, clock, zone string) (time.Time, error) {
	date, clock = strings.TrimSpace(date), strings.TrimSpace(clock)
	if date == "" && clock == "" {
		return time.Time{}, nil
	}
	if date == "" {
		return time.Time{}, results.Refuse(results.Invalid, "Give the date as well, or leave both out.").At("date")
	}
	if clock == "" {
		return time.Time{}, results.Refuse(results.Invalid, "Give the time of day as well.").At("time")
	}
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "Local" {
		return time.Time{}, results.Refuse(results.Invalid, "%q is not a time zone. Use a name such as Europe/Berlin.", zone).At("zone")
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}, results.Refuse(results.Invalid, "Write the date as 2026-12-04.").At("date")
	}
	of, err := time.Parse("15:04", clock)
	if err != nil {
		return time.Time{}, results.Refuse(results.Invalid, "Write the time as 18:30.").At("time")
	}
	return time.Date(day.Year(), day.Month(), day.Day(), of.Hour(), of.Minute(), 0, 0, location).UTC(), nil
}

// maxRanges bounds the ranges of tables that are kept free.
const maxRanges = 100

// tableRanges reads tables such as "7, 10-12".
func tableRanges(text string) ([]results.TableRange, error) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\n' || r == '\r' })
	if len(parts) > maxRanges {
		return nil, results.Refuse(results.Invalid, "These are more than %d ranges of tables. Join some of them.", maxRanges).At("kept_tables")
	}
	var out []results.TableRange
	for _, part := range parts {
		from, to, isRange := strings.Cut(strings.ReplaceAll(part, "–", "-"), "-")
		first, err := strconv.Atoi(from)
		last := first
		if err == nil && isRange {
			last, err = strconv.Atoi(to)
		}
		if err != nil {
			return nil, results.Refuse(results.Invalid, "%q is no table. Write numbers and ranges, such as 7, 10-12.", part).At("kept_tables")
		}
		out = append(out, results.TableRange{First: first, Last: last})
	}
	return out, nil
}

// number reads a whole number of a form; empty is 0.
func number(c echo.Context, field, label string, most int) (int, error) {
	text := strings.TrimSpace(c.FormValue(field))
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, results.Refuse(results.Invalid, "%s is a whole number from 0 to %d.", label, most).At(field)
	}
	return n, nil
}

// createEvent makes an event from a preset. Without an address it takes the
// first free one that is made of the name.
func (s *Server) createEvent(c echo.Context) error {
	req, err := request(c, nil, results.CreateEvent)
	if err != nil {
		return err
	}
	t, err := s.newEvent(c, req)
	if err != nil {
		return s.again(c, nil, err, func(*results.Tournament) (templates.FormPage, error) {
			return s.newEventPage(c, c.FormValue("preset"))
		})
	}
	return s.done(c, href(routeRegistration, t.Info().Slug), "The event is there. Now add those who play.")
}

func (s *Server) newEvent(c echo.Context, req scorekeeper.Request) (*results.Tournament, error) {
	rules, _, _, err := policy.Preset(c.FormValue("preset"))
	if err != nil {
		return nil, err
	}
	facts, err := sentFacts(c)
	if err != nil {
		return nil, err
	}
	rounds, err := number(c, "rounds", "The number of rounds", maxRounds)
	if err != nil {
		return nil, err
	}
	cut, err := number(c, "cut", "The cut", maxCut)
	if err != nil {
		return nil, err
	}
	if cut == 1 {
		return nil, results.Refuse(results.Invalid, "A playoff needs two entrants or more; 0 is no playoff.").At("cut")
	}
	given := facts.Slug
	if given == "" {
		facts.Slug = eventfile.DefaultSlug(facts.Name)
	}
	base := facts.Slug
	for n := 2; ; n++ {
		t, err := s.Keeper.CreateEvent(c.Request().Context(), req, facts, *policy.Record(rules, 1, 1), firstStages(rules, rounds, cut))
		if given != "" || results.CodeOf(err) != results.Conflict || n > maxTries {
			return t, err
		}
		facts.Slug = base + "-" + strconv.Itoa(n)
	}
}

// Bounds on what the forms of an event take.
const (
	maxRounds = 100
	maxCut    = 1024
	// maxTries is how many events may have the same name before somebody has to
	// think of an address.
	maxTries = 100
)

// firstStages are the stages of a new event: the policy's system, and a playoff
// if a cut is planned.
func firstStages(p *results.Policy, rounds, cut int) []results.Stage {
	stages := []results.Stage{{ID: stageID(p.Pairing.System), System: p.Pairing.System, Rounds: rounds}}
	if p.Pairing.System.Elimination() || p.Pairing.System == results.RoundRobin {
		stages[0].Rounds = 0
	}
	if cut > 0 && !p.Pairing.System.Elimination() {
		stages = append(stages, results.Stage{ID: "top" + strconv.Itoa(cut), System: results.SingleElimination, Size: cut})
	}
	return stages
}

func stageID(system results.System) string {
	switch system {
	case results.SingleElimination, results.DoubleElimination:
		return "bracket"
	case results.RoundRobin:
		return "round-robin"
	}
	return string(system)
}

func (s *Server) showImport(c echo.Context) error {
	if _, err := require(c, nil, results.ImportEvent); err != nil {
		return err
	}
	p, err := s.importPage(c)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) importPage(c echo.Context) (templates.FormPage, error) {
	p := presentImport()
	p.Page = s.page(c, "Import an event")
	return p, nil
}

// importEvent reads an event file. Either all of it is stored or nothing.
func (s *Server) importEvent(c echo.Context) error {
	actor, err := require(c, nil, results.ImportEvent)
	if err != nil {
		return err
	}
	t, err := s.readEventFile(c)
	if err == nil && actor.Role != results.Administrator {
		// A file names no accounts of this installation: who brings it runs it.
		req := scorekeeper.Request{Slug: t.Info().Slug, By: actor, Reason: "Imported the event."}
		t, err = s.Keeper.JoinStaff(c.Request().Context(), req, results.Organizer)
	}
	if err != nil {
		return s.again(c, nil, err, func(*results.Tournament) (templates.FormPage, error) { return s.importPage(c) })
	}
	return s.done(c, href(routeEvent, t.Info().Slug), "Imported: "+t.Info().Name+".")
}

func (s *Server) readEventFile(c echo.Context) (*results.Tournament, error) {
	name, data, err := sentFile(c, "file")
	if err != nil {
		return nil, err
	}
	changes, err := eventfile.Read(name, data)
	var faults *eventfile.Faults
	if errors.As(err, &faults) {
		return nil, results.Refuse(results.Invalid, "Nothing was stored. %s", faults.Error()).At("file")
	}
	if err != nil {
		return nil, err
	}
	return s.Keeper.Import(c.Request().Context(), changes, c.FormValue("copy") != "")
}

// sentFile reads an uploaded file. The size is bounded by the route.
func sentFile(c echo.Context, field string) (name string, data []byte, err error) {
	header, err := c.FormFile(field)
	if err != nil {
		return "", nil, results.Refuse(results.Invalid, "Choose a file first.").At(field)
	}
	file, err := header.Open()
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	data, err = io.ReadAll(file)
	return header.Filename, data, err
}
