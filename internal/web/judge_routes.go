package web

import (
	"tourney/internal/results"
	"tourney/templates"
)

// The pages of the judge's desk.
const (
	routeJudge          = "/t/:slug/judge"
	routeJudgeClock     = "/t/:slug/judge/clock"
	routeJudgeLedger    = "/t/:slug/judge/time"
	routeJudgeMatch     = "/t/:slug/judge/matches/:match"
	routeJudgeHistory   = "/t/:slug/judge/matches/:match/history"
	routeJudgeTime      = "/t/:slug/judge/matches/:match/time"
	routeJudgeEnd       = "/t/:slug/judge/matches/:match/end"
	routeJudgeConcede   = "/t/:slug/judge/matches/:match/concede"
	routeJudgeDecide    = "/t/:slug/judge/matches/:match/decide"
	routeJudgeGame      = "/t/:slug/judge/matches/:match/games/:game"
	routeJudgeRuling    = "/t/:slug/judge/matches/:match/games/:game/ruling"
	routeJudgeStrike    = "/t/:slug/judge/matches/:match/games/:game/strike"
	routeJudgePenalties = "/t/:slug/judge/penalties"
	routeJudgePenalty   = "/t/:slug/judge/penalties/new"
	routeJudgeReversal  = "/t/:slug/judge/penalties/:penalty/reverse"
	routeJudgeCatalogue = "/t/:slug/judge/catalogue"
)

// judgeRoutes are the pages of the judge's desk.
func (s *Server) judgeRoutes() []route {
	return []route{
		get(routeJudge, s.event(s.showJudge)),
		post(routeJudgeClock, s.event(s.keepRoundTime)),
		get(routeJudgeLedger, s.event(s.showJudgeLedger)),

		get(routeJudgeMatch, s.event(s.showJudgeMatch)),
		get(routeJudgeHistory, s.event(s.showJudgeHistory)),
		post(routeJudgeTime, s.event(s.keepTableTime)),
		post(routeJudgeEnd, s.event(s.endByTime)),
		post(routeJudgeConcede, s.event(s.concedeMatch)),
		post(routeJudgeDecide, s.event(s.decideMatch)),

		get(routeJudgeGame, s.event(s.showJudgeGame)),
		post(routeJudgeGame, s.event(s.sendJudgeGame)),
		get(routeJudgeRuling, s.event(s.showRuling)),
		post(routeJudgeRuling, s.event(s.sendRuling)),
		get(routeJudgeStrike, s.event(s.showStrike)),
		post(routeJudgeStrike, s.event(s.strikeGame)),

		get(routeJudgePenalties, s.event(s.showPenalties)),
		get(routeJudgePenalty, s.event(s.showPenalty)),
		post(routeJudgePenalty, s.event(s.sendPenalty)),
		get(routeJudgeReversal, s.event(s.showReversal)),
		post(routeJudgeReversal, s.event(s.sendReversal)),
		get(routeJudgeCatalogue, s.event(s.showCatalogue)),
		post(routeJudgeCatalogue, s.event(s.editCatalogue)),
	}
}

// judgeTabs lead those who may record games to the judge's desk.
func judgeTabs(t *results.Tournament, actor results.Actor, tab string) []templates.Link {
	if !results.Allowed(actor.Role, results.RecordGame) {
		return nil
	}
	return []templates.Link{{Label: "Judge", Href: href(routeJudge, t.Info().Slug), Current: tab == routeJudge}}
}
