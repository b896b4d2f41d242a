package momon

import "tourney/internal/rules"

// nextStep goes on to the next step of the turn, or ends the turn. The Queue
// and the packages are empty.
func (g *Game) nextStep() {
	plan := g.cfg.spec.Plan
	step := int(g.step)
	if step > len(plan) {
		g.finishTurn()
		return
	}
	g.step++
	if step == 0 {
		g.emit(Event{Kind: EventTurn, By: g.active, N: g.turn})
		g.raiseTurn(WhenTurnStarts)
		g.sbc()
		return
	}
	switch plan[step-1] {
	case StepSummon:
		g.enterSummonStep()
	case StepEnd:
		g.emit(Event{Kind: EventEndStep, By: g.active})
		g.raiseTurn(WhenTurnEnds)
		g.sbc()
	}
}

// enterSummonStep is the only place that looks for a full Arena (7.2.1,
// 7.2.3). If it is full, there is neither a summon nor its Snatch Check
// (7.2.2).
func (g *Game) enterSummonStep() {
	switch {
	case g.empty == 0:
		g.fullTurn, g.fullBy = g.turn, g.active
		g.emit(Event{Kind: EventFullArena, By: g.active})
	case g.hands[g.active] != 0:
		g.decide(decideSummon, g.active)
	default:
		g.summonNothing()
	}
}

// summonNothing is a Summon Step in which nothing is summoned.
func (g *Game) summonNothing() {
	g.emit(Event{Kind: EventPass, By: g.active})
	g.sbc()
}

// summon is the turn-based summon with its Snatch Check.
func (g *Game) summon(c, space uint8) {
	g.emit(Event{EventSummon, g.active, c, space, 0})
	g.hand &^= 1 << c
	g.hands[g.active]--
	g.enter(c, space, g.active)
	g.sbc()
	g.snatchCheck(c)
}

// finishTurn counts the turn, whether or not anything was summoned (7.1.1),
// and ends the game if it is time (7.1.2, 7.2.2). Effects that last for the
// turn end when the next one begins, so they count in a final score.
func (g *Game) finishTurn() {
	p := g.active
	g.turns[p]++
	last := p != g.first && g.turns[p] == g.cfg.spec.MaxTurns
	switch {
	case g.fullTurn != 0:
		g.endByScore(rules.FullArena, last)
		return
	case last:
		g.endByScore(rules.SixteenTurn, false)
		return
	}
	g.active = p ^ 1
	g.turn++
	g.step = 0
	for ; g.spent != 0; g.spent &= g.spent - 1 {
		g.objects[lowest(g.spent)].used = 0
	}
	if g.lasting != 0 {
		g.dirty |= dirtyEffects
	}
	g.touch()
	g.sbc()
}

// endByScore ends the game by the Control Score; with equal scores the holder
// of the First Player Token wins (7.3.2, 7.3.3).
func (g *Game) endByScore(m rules.Method, alsoSixteen bool) {
	score := g.Score()
	r := rules.Result{
		Kind: rules.Win, Winners: rules.Only(g.token), Method: m, Score: score,
		Decider: rules.FirstPlayerToken, Rule: rules.R7_3_3,
	}
	if score[0] != score[1] {
		winner := rules.SideA
		if score[1] > score[0] {
			winner = rules.SideB
		}
		r.Winners, r.Decider, r.Rule = rules.Only(winner), rules.ControlScore, rules.R7_3_2
	}
	if alsoSixteen {
		r.Also[0] = rules.R7_1_2
	}
	g.end(r)
}
