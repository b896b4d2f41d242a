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

// matchParam is the match of the address. Those of drafts and voided rounds are
// not found.
func matchParam(c echo.Context, t *results.Tournament) (*results.MatchHistory, *results.Round, error) {
	id, err := strconv.Atoi(param(c, "match"))
	if err == nil {
		if m, ok := t.Match(results.MatchID(id)); ok && t.Current(m.Match) {
			if r, ok := t.Round(m.Match.Round); ok && public(r) {
				return m, r, nil
			}
		}
	}
	return nil, nil, results.Refuse(results.NotFound, "There is no such match, or it is archived.")
}

// typedResult is what the form of a correction asks for.
type typedResult struct {
	score, kind, reason string
}

func (r typedResult) empty() bool { return r.score == "" && r.kind == "" }

// showCorrection shows a result with its history; with a score or kind in the
// query also everything that entering it would change. Nothing is stored.
func (s *Server) showCorrection(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.CorrectResult); err != nil {
		return err
	}
	typed := typedResult{score: c.QueryParam("score"), kind: c.QueryParam("kind"), reason: c.QueryParam("reason")}
	p, status, err := s.correctionPage(c, t, typed)
	if err != nil {
		return err
	}
	return render(c, status, templates.Correction(p))
}

// correctionPage makes the page and its preview; a result that is refused is
// said at its field, with the refusal's status.
func (s *Server) correctionPage(c echo.Context, t *results.Tournament, typed typedResult) (templates.CorrectionPage, int, error) {
	actor := actorIn(c, t)
	m, r, err := matchParam(c, t)
	if err != nil {
		return templates.CorrectionPage{}, 0, err
	}
	if m.Match.Assigned != "" {
		return templates.CorrectionPage{}, 0, results.Refuse(results.Refused, "A bye has no result to correct. Repair or void the round to change who has it.")
	}
	p := presentCorrection(t, r, m, typed, actor)
	p.Page = s.eventPage(c, t, p.Heading, routeGrid)
	if typed.empty() {
		return p, http.StatusOK, nil
	}
	score, err := readScore(typed.score, typed.kind, len(m.Match.Seats))
	var preview *scorekeeper.Preview
	if err == nil {
		req := scorekeeper.Request{Slug: t.Info().Slug, By: actor, Reason: typed.reason}
		preview, err = scorekeeper.PreviewResult(t, req, m.Match.ID, m.Version(), score)
	}
	if err != nil {
		if !blameCorrection(err, &p) {
			return p, 0, err
		}
		return p, statusOf(err), nil
	}
	p.Preview = presentPreview(t, r, m, preview, typed, actor)
	return p, http.StatusOK, nil
}

func blameCorrection(err error, p *templates.CorrectionPage) bool {
	form := templates.Form{}
	if !blame(err, &form, &p.Score, &p.Kind, &p.Reason) {
		return false
	}
	p.Error = form.Error
	return true
}

// correct stores a correction that was seen in its preview. Where later matches
// of a bracket would be archived, that has to be agreed to by a typed word. With
// again=N round N, in which nothing was played, is paired again.
func (s *Server) correct(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.EnterResult)
	if err != nil {
		return err
	}
	m, _, err := matchParam(c, t)
	if err != nil {
		return err
	}
	typed := typedResult{score: c.FormValue("score"), kind: c.FormValue("kind"), reason: req.Reason}
	score, err := readScore(typed.score, typed.kind, len(m.Match.Seats))
	if err == nil && c.FormValue("word") != "" {
		err = typedWord(c, "archive")
		score.ArchiveLater = err == nil
	}
	if err == nil {
		_, err = s.Keeper.EnterResult(c.Request().Context(), req, m.Match.ID, formVersion(c), score)
	}
	if err != nil {
		return s.correctAgain(c, t, typed, err)
	}
	said := "Corrected. Both results stay in the records, with the reason."
	if n, err := strconv.Atoi(c.FormValue("again")); err == nil {
		pair := req
		pair.Key = partKey(req.Key, "again")
		if _, err := s.Keeper.PairAgain(c.Request().Context(), pair, n, 0); err != nil {
			return s.doneWith(c, href(routeGrid, t.Info().Slug, m.Match.Round), templates.Flash{Text: said + " But the round was not paired again: " + messageOf(err), Bad: true})
		}
		said += " Round " + strconv.Itoa(n) + " is paired again."
	}
	return s.done(c, href(routeGrid, t.Info().Slug, m.Match.Round), said)
}

func messageOf(err error) string {
	var refusal *results.Error
	if errors.As(err, &refusal) {
		return refusal.Message
	}
	return err.Error()
}

// correctAgain shows the page as it is now with what was typed and why it was
// not stored; if somebody was faster, with both results.
func (s *Server) correctAgain(c echo.Context, t *results.Tournament, typed typedResult, refused error) error {
	if results.CodeOf(refused) == "" {
		return refused
	}
	now, err := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
	if err != nil {
		return err
	}
	p, _, err := s.correctionPage(c, now, typed)
	if err != nil {
		return err
	}
	conflict := results.CodeOf(refused) == results.Conflict
	switch {
	case conflict:
		m, _, err := matchParam(c, now)
		if err != nil {
			return err
		}
		p.Conflict = &templates.Conflict{Text: messageOf(refused), Rows: []templates.ConflictRow{
			{Label: "Result", Saved: p.Now, Typed: typedWords(now, m.Match, typed.score, typed.kind)},
		}}
	case p.Preview != nil:
		var fields []*templates.Field
		for i := range p.Preview.Fields {
			fields = append(fields, &p.Preview.Fields[i])
		}
		if !blame(refused, &p.Preview.Form, fields...) {
			return refused
		}
	case p.Error == "":
		if !blameCorrection(refused, &p) {
			return refused
		}
	}
	return render(c, statusOf(refused), templates.Correction(p))
}

// takeBack opens a match again.
func (s *Server) takeBack(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.CorrectResult)
	if err != nil {
		return err
	}
	m, _, err := matchParam(c, t)
	if err != nil {
		return err
	}
	if _, err := s.Keeper.TakeBack(c.Request().Context(), req, m.Match.ID, formVersion(c)); err != nil {
		now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
		if readErr != nil {
			return readErr
		}
		p, _, pageErr := s.correctionPage(c, now, typedResult{})
		if pageErr != nil {
			return pageErr
		}
		if !blame(err, &templates.Form{}) {
			return err
		}
		p.Page.Flash = &templates.Flash{Text: messageOf(err), Bad: true}
		for i := range p.Actions {
			keepTyped(c, p.Actions[i].Fields)
		}
		return render(c, statusOf(err), templates.Correction(p))
	}
	return s.done(c, href(routeGrid, t.Info().Slug, m.Match.Round), "Taken back: the table is open again.")
}

// keepTyped puts what was sent back into fields.
func keepTyped(c echo.Context, fields []templates.Field) {
	for i := range fields {
		refill(c, &fields[i])
	}
}
