package momon

import "tourney/internal/rules"

// Context gives what the Config says about a game, for VerifyMomon.
func (g *Game) Context() Context {
	return Context{
		Sanctioned: g.cfg.spec.Sanctioned, Spaces: int32(g.cfg.spec.Spaces),
		MaxTurns: int32(g.cfg.spec.MaxTurns), First: g.first,
	}
}

// Evidence gives what the state shows of how the game ended or stands, for
// VerifyMomon.
func (g *Game) Evidence() *Evidence {
	e := &Evidence{Token: g.token, ArenaFull: rules.Know(g.fullTurn != 0), Hold: g.phase == held}
	for _, f := range []rules.Field{rules.FieldTurns, rules.FieldPending, rules.FieldBoard, rules.FieldToken, rules.FieldConcessions} {
		e.Known = e.Known.With(f)
	}
	e.Turns = [2]int32{int32(g.turns[0]), int32(g.turns[1])}
	scored := g.res.Decider != rules.NoDecider
	if !scored && g.step > 0 {
		e.Turns[g.active]++
	}
	triggers, packages := g.Pending()
	e.Triggers, e.Packages = int32(triggers), int32(packages)
	e.EndStep = rules.Know(scored)
	for _, m := range g.Arena() {
		e.Board = append(e.Board, Placed{Points: int64(m.Points), Space: int32(m.Space), Ctrl: m.Controller})
	}
	loop := rules.Know(g.res.Method == rules.MandatoryLoop)
	e.Recurred, e.NoChoice = loop, loop
	irregular := g.res.Method == rules.IrreversibleIrregularity
	e.Exact, e.Revealed = rules.Know(!irregular || g.exact), rules.Know(irregular && g.revealed)
	switch {
	case g.res.Method == rules.Concession:
		e.Concessions = []Conceded{{Seq: 1, By: g.res.Winners.First().Other(), Clear: true}}
	case g.phase == over:
		e.EndedSeq = 1
	}
	return e
}
