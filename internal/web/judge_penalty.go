package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

func (s *Server) showPenalties(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.ReadPenalties)
	if err != nil {
		return err
	}
	p := presentPenalties(t, c.QueryParam("q"), actor)
	p.Page = s.eventPage(c, t, "Penalties", routeJudge)
	return render(c, http.StatusOK, templates.JudgePenalties(p))
}

// penaltyForm is what the form of a penalty holds.
type penaltyForm struct {
	scorekeeper.PenaltyFacts
	reason string
	// word is typed to confirm a disqualification.
	word string
}

// sentPenalty reads the form or the link that leads to it.
func sentPenalty(get func(string) string) penaltyForm {
	number := func(field string) int {
		n, err := strconv.Atoi(get(field))
		if err != nil {
			return 0
		}
		return n
	}
	return penaltyForm{
		PenaltyFacts: scorekeeper.PenaltyFacts{
			Entrant: results.EntrantID(get("entrant")), Match: results.MatchID(number("match")), Game: number("game"),
			Code: get("code"), Kind: results.PenaltyKind(get("kind")), Remedy: strings.TrimSpace(get("remedy")),
		},
		reason: strings.TrimSpace(get("reason")), word: get("word"),
	}
}

// tag names the facts, so that what is saved is what was shown.
func (f penaltyForm) tag() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", f.PenaltyFacts))
	return hex.EncodeToString(sum[:8])
}

func (s *Server) showPenalty(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.IssuePenalty); err != nil {
		return err
	}
	p := presentPenaltyForm(t, sentPenalty(c.QueryParam))
	p.Page = s.eventPage(c, t, p.Heading, routeJudge)
	return render(c, http.StatusOK, templates.JudgeForm(p))
}

// sendPenalty shows what a penalty costs and changes, then records it.
func (s *Server) sendPenalty(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.IssuePenalty)
	if err != nil {
		return err
	}
	f := sentPenalty(c.FormValue)
	p := presentPenaltyForm(t, f)
	p.Form.Key = c.FormValue("key")
	if c.FormValue("do") == "save" && c.FormValue("checked") == f.tag() {
		if kindOf(t, f) == results.Disqualification {
			err = typedWord(c, disqualifyWord)
		}
		if err == nil {
			if _, err = s.Keeper.IssuePenalty(c.Request().Context(), req, f.PenaltyFacts); err == nil {
				return s.done(c, penaltyReturn(t, f.Match), lastEntry(t.Info().Slug, s, c))
			}
		}
	}
	if answerErr := answerPenalty(t, req, f, &p); err == nil {
		err = answerErr
	}
	return s.judgeForm(c, t, p, err)
}

// judgeForm shows a form of the desk with a refusal, if there is one.
func (s *Server) judgeForm(c echo.Context, t *results.Tournament, p templates.JudgeFormPage, err error) error {
	status := http.StatusOK
	if err != nil {
		fields := make([]*templates.Field, len(p.Fields))
		for i := range p.Fields {
			fields[i] = &p.Fields[i]
		}
		if !blame(err, &p.Form, fields...) {
			return err
		}
		status = statusOf(err)
	}
	p.Page = s.eventPage(c, t, p.Heading, routeJudge)
	return render(c, status, templates.JudgeForm(p))
}

// penaltyReturn is where recording a penalty leads: to the match, or to the list.
func penaltyReturn(t *results.Tournament, match results.MatchID) string {
	if match == 0 {
		return href(routeJudgePenalties, t.Info().Slug)
	}
	return href(routeJudgeMatch, t.Info().Slug, int(match))
}

// penaltyOf is the penalty of the address.
func penaltyOf(c echo.Context, t *results.Tournament) (*results.PenaltyHistory, error) {
	id, err := strconv.Atoi(param(c, "penalty"))
	if err != nil || id < 1 || id > len(t.Penalties) {
		return nil, results.Refuse(results.NotFound, "There is no such penalty.")
	}
	return t.Penalties[id-1], nil
}

func (s *Server) showReversal(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.ReversePenalty)
	if err != nil {
		return err
	}
	h, err := penaltyOf(c, t)
	if err != nil {
		return err
	}
	p := presentReversal(t, h, actor, "")
	return s.judgeForm(c, t, p, answerReversal(t, scorekeeper.Request{By: actor}, h, &p))
}

// sendReversal reverses a penalty on appeal.
func (s *Server) sendReversal(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.ReversePenalty)
	if err != nil {
		return err
	}
	h, err := penaltyOf(c, t)
	if err != nil {
		return err
	}
	if _, err = s.Keeper.ReversePenalty(c.Request().Context(), req, h.Current().ID, formVersion(c)); err == nil {
		return s.done(c, penaltyReturn(t, h.Current().Match), lastEntry(t.Info().Slug, s, c))
	}
	if results.CodeOf(err) == results.Conflict {
		now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
		if readErr != nil {
			return readErr
		}
		t, h = now, now.Penalties[h.Current().ID-1]
	}
	p := presentReversal(t, h, req.By, req.Reason)
	_ = answerReversal(t, req, h, &p) // err says already what is wrong
	return s.judgeForm(c, t, p, err)
}

func (s *Server) showCatalogue(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.EditCatalogue); err != nil {
		return err
	}
	p := presentCatalogue(t, scorekeeper.Catalogue(t))
	p.Page = s.eventPage(c, t, "Infractions", routeJudge)
	return render(c, http.StatusOK, templates.JudgeCatalogue(p))
}

// maxInfractions bounds the rows of a catalogue.
const maxInfractions = 100

// sentCatalogue reads the rows that are not empty.
func sentCatalogue(c echo.Context) []results.InfractionKind {
	var list []results.InfractionKind
	for i := range maxInfractions {
		row := results.InfractionKind{
			Code: strings.TrimSpace(c.FormValue(numbered("code", i))), Name: strings.TrimSpace(c.FormValue(numbered("name", i))),
			Usual: results.PenaltyKind(c.FormValue(numbered("usual", i))), Repeated: results.PenaltyKind(c.FormValue(numbered("repeated", i))),
		}
		if row.Code != "" || row.Name != "" {
			list = append(list, row)
		}
	}
	return list
}

// editCatalogue replaces the event's infractions.
func (s *Server) editCatalogue(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EditCatalogue)
	if err != nil {
		return err
	}
	list := sentCatalogue(c)
	if _, err = s.Keeper.EditCatalogue(c.Request().Context(), req, formVersion(c), list); err == nil {
		return s.done(c, href(routeJudgeCatalogue, t.Info().Slug), "The infractions of this event are saved.")
	}
	if results.CodeOf(err) == results.Conflict {
		now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
		if readErr != nil {
			return readErr
		}
		t = now
	}
	p := presentCatalogue(t, list)
	p.Form.Key = c.FormValue("key")
	if results.CodeOf(err) == results.Conflict {
		p.Conflict = err.Error() + " Recorded now: " + catalogueWords(scorekeeper.Catalogue(t)) + "."
	} else if !blameCatalogue(err, &p) {
		return err
	}
	p.Page = s.eventPage(c, t, "Infractions", routeJudge)
	return render(c, statusOf(err), templates.JudgeCatalogue(p))
}
