package momon

import "tourney/internal/rules"

// RulingKind says how a game leaves a hold or a stall.
type RulingKind uint8

// The rulings.
const (
	// ContinueAsIs goes on with the state as it is: a judge has settled the
	// irregularity, or the players of a stalled game play on.
	ContinueAsIs RulingKind = iota
	// RestoreSnapshot goes back to an earlier state of the same game.
	RestoreSnapshot
	// DrawUnsanctioned ends the game as a Game Draw, because a complete
	// rollback is impossible.
	DrawUnsanctioned
)

// Ruling is a decision of a judge or, outside sanctioned play, what the
// players find (12.1.9).
type Ruling struct {
	Kind RulingKind
	// Snapshot is the state to go back to.
	Snapshot *State
	// Exact says that every action since can be reversed exactly, Revealed
	// that private information has become known since.
	Exact, Revealed bool
}

// Report stops the game for an irregularity that was found on the table
// (12.1.9). Irregularities of rules 12.1.2, 12.1.3 and 12.1.4 can be reported.
func (g *Game) Report(irr rules.Irregularity) error {
	if g.phase != running && g.phase != declaring {
		return g.Err()
	}
	switch irr.Rule {
	case rules.R12_1_2, rules.R12_1_3, rules.R12_1_4:
		g.hold(irr)
		return nil
	default:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "only an irregularity of rule 12.1.2, 12.1.3 or 12.1.4 stops a game", Allowed: 3}
	}
}

// Rule leaves a hold or a stall. A game that has ended is never taken up
// again: a concession cannot be withdrawn (7.6.2).
func (g *Game) Rule(r Ruling) error {
	if g.phase == over {
		return rules.GameOver{Result: g.res, Rule: g.overRule()}
	}
	if g.phase != held && g.phase != stalled {
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "the game is not on hold, so there is nothing to rule on", Allowed: len(g.Legal(nil))}
	}
	switch r.Kind {
	case ContinueAsIs:
		return g.resumeGame()
	case RestoreSnapshot:
		return g.restore(r.Snapshot)
	case DrawUnsanctioned:
		return g.drawIrregular(r)
	default:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "this is no ruling"}
	}
}

func (g *Game) resumeGame() error {
	if g.phase == stalled {
		if g.final {
			return g.Err()
		}
		g.phase, g.cause = running, 0
		g.watch = watch{}
		g.loop = loop{}
		return nil
	}
	if !g.cfg.spec.Sanctioned {
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "outside sanctioned play nobody can settle an irregularity: roll back, or the game is drawn", Allowed: 2}
	}
	if g.supply < 0 {
		g.lent -= uint8(g.supply)
		g.supply = 0
		g.touch()
	}
	g.phase, g.resume, g.irr = g.resume, running, rules.Irregularity{}
	g.sbc()
	return nil
}

// restore goes back to a snapshot. Outside sanctioned play that is possible
// only if no card that was hidden then is public now.
func (g *Game) restore(s *State) error {
	switch {
	case s == nil:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "give the state to go back to"}
	case s.phase != running && s.phase != declaring:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "go back to a state from before the irregularity"}
	case s.first != g.first || s.def != g.def || s.turn > g.turn:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "this is no earlier state of this game"}
	}
	for c := range g.objects {
		if !g.cfg.spec.Sanctioned && g.objects[c].flags != 0 && s.objects[c].flags == 0 {
			return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "private information has become known since, so that the rollback is not complete; the game is drawn", Allowed: 1}
		}
	}
	g.state = *s
	return nil
}

// drawIrregular is the only draw besides a mandatory loop.
func (g *Game) drawIrregular(r Ruling) error {
	switch {
	case g.phase != held:
		return rules.IllegalChoice{Rule: rules.R12_4_4, Why: "a stalled game is not drawn; play on, or one player concedes", Allowed: 1}
	case g.cfg.spec.Sanctioned:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "in sanctioned play an irregularity is never a draw; a judge rules", Allowed: 2}
	case r.Exact && !r.Revealed:
		return rules.IllegalChoice{Rule: rules.R12_1_9, Why: "every action can be reversed exactly and nothing private was revealed, so roll back", Allowed: 1}
	}
	g.exact, g.revealed = r.Exact, r.Revealed
	g.end(rules.Result{Kind: rules.Draw, Method: rules.IrreversibleIrregularity, Rule: rules.R12_1_9})
	return nil
}
