package momon

import (
	"tourney/internal/rules"
)

// Status says why Advance stopped.
type Status uint8

// The statuses.
const (
	// Deciding: a player has to choose; Legal lists the choices.
	Deciding Status = iota
	// Declaring: players have to say how often a loop is repeated (12.4.2,
	// 12.4.3); Legal lists what the next of them can announce.
	Declaring
	// Held: an irregularity waits for a ruling (12.1.9).
	Held
	// Stalled: the machine cannot go on; a judge decides.
	Stalled
	// Over: the game has ended.
	Over
)

// state keeps the embedded field out of the package's interface.
type state = State

// Game is a game in progress: a Config and a State. Its methods are not safe
// for concurrent use.
type Game struct {
	cfg   *Config
	trace func(Event)
	state
}

// New sets a game up. Advance then runs to its first decision.
func New(cfg *Config, setup *Setup) (*Game, error) {
	g := new(Game)
	if err := g.Reset(cfg, setup); err != nil {
		return nil, err
	}
	return g, nil
}

// Reset sets the game up anew in place, as New does.
func (g *Game) Reset(cfg *Config, setup *Setup) error {
	*g = Game{cfg: cfg, trace: g.trace}
	if err := g.place(cfg, setup); err != nil {
		return err
	}
	g.reindex(cfg)
	g.dirty = dirtyAll
	g.sbc()
	return nil
}

// Config gives the rules that the game is played by.
func (g *Game) Config() *Config { return g.cfg }

// Snapshot copies the state.
func (g *Game) Snapshot() State { return g.state }

// Observe makes the game report what happens to f, until the next call. nil
// stops it. f must not change the game.
func (g *Game) Observe(f func(Event)) { g.trace = f }

// Err says why nothing can be chosen now: GameOver, Hold or Stalled; nil while
// the game runs.
func (g *Game) Err() error {
	switch g.phase {
	case over:
		return rules.GameOver{Result: g.res, Rule: g.res.Rule}
	case held:
		return rules.Hold{Irregularity: g.irr, Sanctioned: g.cfg.spec.Sanctioned}
	case stalled:
		return rules.Stalled{Cause: g.cause, Rule: stallRule(g.cause)}
	default:
		return nil
	}
}

// stallRule cites the rule that the machine could not carry out.
func stallRule(cause rules.StallCause) rules.Ref {
	switch cause {
	case rules.SBCOscillates:
		return rules.R12_1_8
	case rules.NumericLimit:
		return rules.R12_4_1
	default:
		return rules.R12_4_4
	}
}

// status gives the Status of a game that cannot go on by itself.
func (g *Game) status() Status {
	switch g.phase {
	case over:
		return Over
	case held:
		return Held
	case stalled:
		return Stalled
	case declaring:
		return Declaring
	default:
		return Deciding
	}
}

// Advance runs the game to the next point at which somebody has to act.
func (g *Game) Advance() Status {
	for g.phase == running {
		if g.dec.kind != noDecision {
			if !g.forcedChoice() {
				break
			}
			continue
		}
		switch w := g.work(); w {
		case workItem:
			if g.loop.active {
				g.loopPoint()
			}
			g.watch.chain++
			if g.watch.chain > watchAfter && g.watchLoop() {
				continue
			}
			g.do(w)
		case workIdle:
			if g.watch.chain != 0 {
				g.rest()
			}
			g.nextStep()
		default:
			g.do(w)
		}
	}
	return g.status()
}

// work names what the machine has to do next.
type work uint8

const (
	workIdle   work = iota // nothing is left of this step
	workItem               // the next trigger of the Queue, or else the next package
	workRun                // go on with an ability
	workSnatch             // the next Snatch Attempt
	workOrder              // ask for the order of triggers
)

func (g *Game) work() work {
	switch {
	case g.snatchLeft != 0:
		return workSnatch
	case g.ordering != [2]uint8{}:
		return workOrder
	case g.run.ability != 0:
		return workRun
	case g.queued|g.packed != 0:
		return workItem
	default:
		return workIdle
	}
}

func (g *Game) do(w work) {
	switch w {
	case workSnatch:
		g.attempt()
	case workOrder:
		g.order()
	case workRun:
		g.resolve()
	case workItem:
		if g.queued != 0 {
			g.pop()
			g.resolve()
		} else {
			g.unpack()
		}
	}
}

// Concede ends the game at once: the opponent wins (7.6.1). It is possible in
// every state but after the end; what tournament policy says of it is no
// matter here (7.6.3).
func (g *Game) Concede(p rules.Side) error {
	if p > rules.SideB {
		return rules.IllegalChoice{Rule: rules.R7_6_1, Why: "only player A or B can concede"}
	}
	if g.phase == over {
		return rules.GameOver{Result: g.res, Rule: g.overRule()}
	}
	g.end(rules.Result{
		Kind: rules.Win, Winners: rules.Only(p.Other()),
		Method: rules.Concession, Rule: rules.R7_6_1,
	})
	return nil
}

// overRule is the rule that forbids to change the end of the game: a
// concession cannot be withdrawn (7.6.2), every other end stands by its own.
func (g *Game) overRule() rules.Ref {
	if g.res.Method == rules.Concession {
		return rules.R7_6_2
	}
	return g.res.Rule
}

// end stores the result.
func (g *Game) end(r rules.Result) {
	g.phase = over
	g.res = r
	g.emit(Event{Kind: EventEnd})
}

// stall stops the machine without a result.
func (g *Game) stall(cause rules.StallCause, final bool) {
	if g.phase == running {
		g.phase, g.cause, g.final = stalled, cause, final
	}
}

// hold stops the machine for an irregularity.
func (g *Game) hold(irr rules.Irregularity) {
	if g.phase == running || g.phase == declaring {
		g.resume, g.phase, g.irr = g.phase, held, irr
	}
}
