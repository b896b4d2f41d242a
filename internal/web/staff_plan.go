package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

func (s *Server) showDetails(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.EditDetails); err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(s.detailsPage(c, t)))
}

func (s *Server) detailsPage(c echo.Context, t *results.Tournament) templates.FormPage {
	p := presentDetails(t)
	// The form leads to the address that the event has now.
	p.Form.Action = c.Request().URL.EscapedPath()
	p.Page = s.eventPage(c, t, p.Heading, routeDetails)
	return p
}

func (s *Server) editDetails(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EditDetails)
	if err != nil {
		return err
	}
	facts, err := sentFacts(c)
	after := t
	if err == nil {
		after, err = s.Keeper.EditDetails(c.Request().Context(), req, formVersion(c), facts)
	}
	if err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.detailsPage(c, t), nil })
	}
	return s.done(c, href(routeDesk, after.Info().Slug), "The details are saved.")
}

func (s *Server) showStages(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.ChangeStages); err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(s.stagesPage(c, t)))
}

func (s *Server) stagesPage(c echo.Context, t *results.Tournament) templates.FormPage {
	p := presentStages(t)
	p.Page = s.eventPage(c, t, p.Heading, routeDetails)
	return p
}

// changeStages replaces the plan. What the form does not show of a stage stays
// as it is.
func (s *Server) changeStages(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.ChangeStages)
	if err != nil {
		return err
	}
	stages, err := sentStages(c, t)
	if err == nil {
		_, err = s.Keeper.ChangeStages(c.Request().Context(), req, formVersion(c), stages)
	}
	if err != nil {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.stagesPage(c, t), nil })
	}
	return s.done(c, href(routeDesk, t.Info().Slug), "The plan is changed.")
}

// sentStages reads the stages of the form: those of the plan by their position,
// and one more if its system is chosen.
func sentStages(c echo.Context, t *results.Tournament) ([]results.Stage, error) {
	var out []results.Stage
	old := t.Stages()
	for i := range len(old) + 1 {
		field := func(name string) string { return name + "-" + strconv.Itoa(i) }
		system := results.System(c.FormValue(field("system")))
		if system == "" {
			continue
		}
		stage := results.Stage{System: system}
		if i < len(old) {
			stage = old[i]
			if stage.System != system {
				stage = results.Stage{ID: stage.ID, System: system}
			}
		}
		if !knownSystem(system) {
			return nil, results.Refuse(results.Invalid, "Choose one of the systems.").At(field("system"))
		}
		if id := strings.TrimSpace(c.FormValue(field("id"))); id != "" {
			stage.ID = id
		}
		var err error
		for _, n := range []struct {
			name, label string
			most        int
			into        *int
		}{
			{"rounds", "The number of rounds", maxRounds, &stage.Rounds}, {"size", "The number who go on", maxCut, &stage.Size},
			{"legs", "The number of legs", 10, &stage.Legs}, {"groups", "The number of groups", maxCut, &stage.Groups},
		} {
			if *n.into, err = number(c, field(n.name), n.label, n.most); err != nil {
				return nil, err
			}
		}
		if err := checkStage(&stage, out, field); err != nil {
			return nil, err
		}
		out = append(out, stage)
	}
	if len(out) == 0 {
		return nil, results.Refuse(results.Invalid, "An event needs at least one stage.").At("system-0")
	}
	return out, nil
}

// checkStage gives a stage an id of its own and takes out what its system does
// not have.
func checkStage(stage *results.Stage, before []results.Stage, field func(string) string) error {
	if stage.ID == "" {
		stage.ID = stageID(stage.System)
		if stage.System.Elimination() && stage.Size > 0 {
			stage.ID = "top" + strconv.Itoa(stage.Size)
		}
	}
	if len(stage.ID) > 40 || strings.Trim(stage.ID, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return results.Refuse(results.Invalid, "A stage's name has small letters, digits and hyphens, 40 at most.").At(field("id"))
	}
	for _, other := range before {
		if other.ID == stage.ID {
			return results.Refuse(results.Invalid, "There is already a stage named %q. Give this one another name.", stage.ID).At(field("id"))
		}
	}
	if stage.System.Elimination() || stage.System == results.RoundRobin {
		stage.Rounds = 0
	}
	if !stage.System.Elimination() {
		stage.Size = 0
	}
	if stage.System.Elimination() && stage.Size == 1 {
		return results.Refuse(results.Invalid, "A bracket needs two entrants or more.").At(field("size"))
	}
	if stage.System != results.RoundRobin {
		stage.Legs, stage.Groups = 0, 0
	}
	return nil
}

func knownSystem(system results.System) bool {
	for _, o := range systems {
		if o.Value == string(system) {
			return true
		}
	}
	return false
}
