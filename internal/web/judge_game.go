package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/scorekeeper"
	"tourney/static"
	"tourney/templates"
)

// gameOf finds the game of the address.
func gameOf(c echo.Context, t *results.Tournament) (gameTable, error) {
	m, r, err := judgedMatch(c, t)
	if err != nil {
		return gameTable{}, err
	}
	number, err := strconv.Atoi(param(c, "game"))
	if err != nil || number < 1 || number > len(m.Games)+1 || m.Match.Assigned != "" {
		return gameTable{}, results.Refuse(results.NotFound, "This match has no such game. Its next one is game %d.", len(m.Games)+1)
	}
	return gameTable{t, m, r, number}, nil
}

func (s *Server) showJudgeGame(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.RecordGame); err != nil {
		return err
	}
	g, err := gameOf(c, t)
	if err != nil {
		return err
	}
	if g.r.Status == results.Closed {
		if _, err := require(c, t, results.CorrectClosed); err != nil {
			return err
		}
	}
	return s.renderGame(c, http.StatusOK, g, presentGameForm(g, sheetOf(g)))
}

func (s *Server) renderGame(c echo.Context, status int, g gameTable, p templates.JudgeGamePage) error {
	p.Page = s.eventPage(c, g.t, p.Heading+" · "+p.Back.Label, routeJudge)
	p.Page.Scripts = []string{static.URL("judge.js")}
	return render(c, status, templates.JudgeGame(p))
}

// sendJudgeGame checks what was typed, and saves it when it is what was checked.
func (s *Server) sendJudgeGame(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.RecordGame)
	if err != nil {
		return err
	}
	g, err := gameOf(c, t)
	if err != nil {
		return err
	}
	sent := sentSheet(c.Request().PostForm)
	do := sent.Get("do")
	if do == "grid" {
		return s.gameAgain(c, http.StatusOK, g, sent, nil)
	}
	if do == "lines" {
		sent.Set("lines", strconv.Itoa(sent.lifeLines()+moreLines))
		return s.gameAgain(c, http.StatusOK, g, sent, nil)
	}
	claim := sent.claim(g)
	req.Reason = sent.note(g.names())
	if utf8.RuneCountInString(req.Reason) > 2*maxReason {
		sent.fault("reason", "Note and worksheet together are too long. Say it in fewer words.")
	}
	claim.Ruling = do == "rule"
	if claim.Ruling {
		if req.Reason = strings.TrimSpace(sent.Get("ruling")); req.Reason == "" {
			sent.fault("ruling", "Say why: the reason stands beside the engine's answer for ever.")
		}
	}
	save := (do == "save" || claim.Ruling) && sent.Get("checked") == claimTag(claim)
	if len(sent.faults) == 0 && save {
		now, err := s.Keeper.RecordGame(c.Request().Context(), req, g.m.Match.ID, claim)
		if err == nil {
			return s.done(c, href(routeJudgeMatch, t.Info().Slug, int(g.m.Match.ID)), savedWords(now, g))
		}
		return s.gameRefused(c, g, sent, err)
	}
	answer, err := answerTo(g, sent, claim, req)
	if err != nil {
		return s.gameRefused(c, g, sent, err)
	}
	status := http.StatusOK
	if len(sent.faults) > 0 || answer != nil && answer.Save == nil && answer.Kind == results.VerdictRejected {
		status = http.StatusUnprocessableEntity
	}
	return s.gameAgain(c, status, g, sent, answer)
}

// gameAgain shows the form once more, as it was sent.
func (s *Server) gameAgain(c echo.Context, status int, g gameTable, sent gameSheet, answer *templates.JudgeAnswer) error {
	p := presentGameForm(g, sent)
	p.Form.Key = c.FormValue("key")
	p.Form.Version = formVersion(c)
	p.Answer = answer
	switch {
	case answer != nil:
		p.Checked = claimTag(sent.claim(g))
	case len(sent.faults) > 0:
		p.Form.Error = "Not checked yet: put right what is marked below."
	}
	return s.renderGame(c, status, g, p)
}

// gameRefused shows the form again with the refusal. If somebody was faster it
// shows what is recorded now beside what was typed.
func (s *Server) gameRefused(c echo.Context, g gameTable, sent gameSheet, err error) error {
	var refusal *results.Error
	if !errors.As(err, &refusal) || refusal.Code == results.Forbidden || refusal.Code == results.NotFound {
		return err
	}
	if refusal.Code != results.Conflict {
		sent.fault(refusal.Field, refusal.Message)
		p := presentGameForm(g, sent)
		p.Form.Key, p.Form.Version = c.FormValue("key"), formVersion(c)
		if !strings.Contains(" reason winner ruling ", " "+refusal.Field+" ") {
			p.Form.Error = refusal.Message
		}
		return s.renderGame(c, statusOf(err), g, p)
	}
	now, readErr := s.Store.Tournament(c.Request().Context(), g.t.Info().Slug)
	if readErr != nil {
		return readErr
	}
	if g, readErr = gameOf(c, now); readErr != nil {
		return readErr
	}
	p := presentGameForm(g, sent)
	p.Conflict = refusal.Message
	return s.renderGame(c, http.StatusConflict, g, p)
}

// answerTo is what the engine, the worksheet and the policy say of a claim; nil
// where the form cannot be read yet.
func answerTo(g gameTable, s gameSheet, claim scorekeeper.GameClaim, req scorekeeper.Request) (*templates.JudgeAnswer, error) {
	loop := loopAnswer(g, s)
	if unread := len(s.faults); unread > 1 || unread == 1 && s.faults["ruling"] == "" {
		if loop == nil {
			return nil, nil
		}
		return &templates.JudgeAnswer{Loop: loop}, nil
	}
	verdict, err := scorekeeper.CheckGame(g.t, g.m.Match.ID, claim)
	if err != nil {
		return nil, err
	}
	a := presentAnswer(verdict)
	a.Loop = loop
	rules := results.Allowed(req.By.Role, results.RuleGame)
	if rules && verdict.Kind != results.VerdictVerified && verdict.Kind != results.VerdictConsistent {
		f := s.input("ruling", "Reason for the ruling")
		f.MaxLength = maxReason
		a.Ruling = &f
		a.Overrule = &templates.Button{Label: "Rule so and save", Name: "do", Value: "rule"}
	}
	if verdict.Kind == results.VerdictRejected {
		s.fault(verdictField(verdict.Code), verdict.Message)
		if !rules {
			return a, nil
		}
		claim.Ruling = true
	}
	preview, err := scorekeeper.PreviewGame(g.t, req, g.m.Match.ID, claim)
	switch {
	case err != nil && verdict.Kind == results.VerdictRejected:
		// Nothing can be saved anyway: the verdict is the answer.
		a.Ruling, a.Overrule = nil, nil
		return a, nil
	case err != nil:
		return nil, err
	}
	describeEffect(a, g, preview, verdict.Kind == results.VerdictRejected)
	return a, nil
}

// describeEffect says what saving would make of the match and of the event.
func describeEffect(a *templates.JudgeAnswer, g gameTable, p *scorekeeper.Preview, onlyByRuling bool) {
	prefix := "With this: "
	if onlyByRuling {
		prefix = "If you rule so: "
	}
	switch {
	case p.Result.Decided():
		a.Then = prefix + scorekeeper.ResultText(g.t, g.m.Match, p.Result) + "."
	case p.Result != nil:
		a.Then = prefix + "the match is open again."
	case a.Kind == results.VerdictJudge:
		a.Then = "Saved as pending, the match waits for the judge."
	case g.m.Result() == nil:
		a.Then = prefix + "the match goes on."
	default:
		a.Then = prefix + "the result of the match stays."
	}
	if p.Age > 0 || g.r.Status == results.Closed {
		a.Preview = presentChanges(g.t, g.r, p)
	}
}

// sentenceOf is a verdict's sentence without the names of what is missing, which
// pages show in words.
func sentenceOf(v results.Verdict) string {
	text, _, _ := strings.Cut(v.Message, " Missing: ")
	return text
}

// presentAnswer shows a verdict.
func presentAnswer(v results.Verdict) *templates.JudgeAnswer {
	a := &templates.JudgeAnswer{Kind: v.Kind, Text: sentenceOf(v), Rule: claims.RuleText(v.Rule)}
	for _, m := range v.Missing {
		f := missingFields[m]
		a.Missing = append(a.Missing, templates.Link{Label: f.words, Href: "#" + f.field})
	}
	switch v.Kind {
	case results.VerdictVerified:
		a.Title, a.Save = "Verified: the evidence proves it", &templates.Button{Label: "Save", Name: "do", Value: "save"}
	case results.VerdictConsistent:
		a.Title, a.Save = "Possible, not verified", &templates.Button{Label: "Save as unverified", Name: "do", Value: "save"}
	case results.VerdictRejected:
		a.Title = "Rejected: this cannot be saved"
	default:
		a.Title, a.Save = "A judge has to decide", &templates.Button{Label: "Save as pending", Name: "do", Value: "save"}
	}
	return a
}

// loopAnswer is what the worksheet says, nil where the game did not end by a
// loop. A declaration that cannot stand is blamed at its row.
func loopAnswer(g gameTable, s gameSheet) *templates.LoopAnswer {
	how := s.Get("how")
	if how != "mandatory_loop" && how != "loop" || g.seats() != 2 {
		return nil
	}
	names := g.names()
	got := claims.Loop(s.loop(how == "loop", g.t.Info().Sanctioned), [2]string{names[0], names[1]})
	if got.Declaration >= 0 {
		s.fault(numbered("d", got.Declaration)+"n", got.Text)
	}
	a := &templates.LoopAnswer{Text: got.Text, Tone: templates.Warn}
	switch got.Class {
	case claims.LoopDraws:
		a.Title, a.Tone = "A Game Draw", templates.Good
	case claims.LoopDeclares:
		a.Title = "No draw: declare"
	case claims.LoopStops:
		a.Title, a.Tone = "No draw: it stops", templates.Good
	case claims.LoopRefused:
		a.Title, a.Tone = "This declaration cannot stand", templates.Bad
	case claims.LoopNone:
		a.Title, a.Tone = "Not a loop", templates.Quiet
	default:
		a.Title = "Not verified: no draw"
	}
	return a
}

// savedWords say what was saved and what it made of the match.
func savedWords(t *results.Tournament, g gameTable) string {
	m, _ := t.Match(g.m.Match.ID)
	game := m.Games[g.number-1].Result()
	if game == nil {
		return "Saved."
	}
	word, _ := verdictWord(game.Verdict.Kind)
	text := "Game " + strconv.Itoa(g.number) + " saved: " + gameTitle(game.Winner, g.names()) + " (" + word + ")."
	switch {
	case game.Pending():
		return "Game " + strconv.Itoa(g.number) + " saved as pending: a judge decides it."
	case game.Ruling != nil:
		text = "Ruled. " + text
	}
	if r := m.Result(); r != nil && r != g.m.Result() {
		text += " The match: " + scorekeeper.ResultText(t, m.Match, r) + "."
	}
	return text
}
