package momon

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"tourney/internal/rules"
)

// LoopProof shows that a sequence repeats, and what its players could do
// instead. It can be stored with a game and checked by anybody who has the
// Config. It discloses no hidden card but those whose identity the sequence,
// or a choice in it, depends on (12.4.1).
type LoopProof struct {
	Set          rules.SetID       `json:"set"`
	ConfigDigest [sha256.Size]byte `json:"config"`
	// Start is the state at the start of the period.
	Start []byte `json:"start"`
	// Cycle holds one step for each resolution of the period.
	Cycle []ProofStep `json:"cycle"`
}

// ProofStep is one resolution: of ability Ability of definition Def, or of a
// summon out of a package made by it.
type ProofStep struct {
	Def       int             `json:"def"`
	Ability   int             `json:"ability"`
	Package   bool            `json:"package,omitempty"`
	Decisions []ProofDecision `json:"decisions,omitempty"`
}

// ProofDecision is a decision in a resolution: the choice made, and all legal
// ones.
type ProofDecision struct {
	Taken Choice   `json:"taken"`
	Legal []Choice `json:"legal"`
}

// LoopProof gives the proof of the loop that drew the game, waits to be
// declared, or is waiting for a judge because nothing leads out of it.
func (g *Game) LoopProof() (LoopProof, error) {
	c := &g.loop.cycle
	if c.period == 0 || c.grows || g.loop.active {
		return LoopProof{}, errors.New("no state has recurred, so there is no loop to prove")
	}
	p := LoopProof{Set: rules.Momon, ConfigDigest: g.cfg.digest}
	k := newChecker(g.cfg)
	if _, err := k.class(&c.start, int(c.period), c.choices[:c.decisions]); err != nil {
		return LoopProof{}, err
	}
	start := c.start
	concealed := start.hand
	for p := range start.deck {
		for _, card := range start.deck[p][:start.decks[p]] {
			concealed |= 1 << card
		}
	}
	for rest := concealed &^ k.read; rest != 0; rest &= rest - 1 {
		start.def[lowest(rest)] = masked
	}
	p.Start = start.encode()
	var x Game
	x.load(g.cfg, &c.start)
	next := 0
	for range c.period {
		step := x.proofStep()
		x.do(workItem)
		for x.runOn() == atDecision {
			step.Decisions = append(step.Decisions, ProofDecision{c.choices[next], x.Legal(nil)})
			x.choose(c.choices[next])
			next++
		}
		p.Cycle = append(p.Cycle, step)
	}
	return p, nil
}

// proofStep names what is resolved next at a stable point.
func (g *Game) proofStep() ProofStep {
	i, pack := uint8(0), g.queued == 0
	if pack {
		i = g.parcels[0].ability
	} else {
		i = g.queue[0].ability
	}
	d := g.cfg.abilities[i].def
	return ProofStep{Def: int(d), Ability: int(i - g.cfg.defs[d].first), Package: pack}
}

// CheckLoopProof executes the sequence of a proof again from its start, lists
// the legal choices at every decision again, and says what kind of loop it is.
// It shares nothing with the search that finds loops but the game itself. The
// error says what in the proof is not so.
func CheckLoopProof(cfg *Config, p LoopProof) (rules.LoopClass, error) {
	if p.Set != rules.Momon {
		return rules.NoLoop, fmt.Errorf("set: the proof is of %.40q, not of %s", string(p.Set), rules.Momon)
	}
	if p.ConfigDigest != cfg.digest {
		return rules.NoLoop, errors.New("config: the proof is of other rules or cards")
	}
	if len(p.Cycle) == 0 || len(p.Cycle) > int(cfg.spec.Limits.Chain) {
		return rules.NoLoop, fmt.Errorf("cycle: a period has 1 to %d resolutions", cfg.spec.Limits.Chain)
	}
	var start core
	if err := start.decode(cfg, p.Start); err != nil {
		return rules.NoLoop, fmt.Errorf("start: %w", err)
	}
	var x Game
	x.load(cfg, &start)
	if start.dec.kind != noDecision || start.stray != 0 || start.legal != [2]uint64{} || x.work() != workItem {
		return rules.NoLoop, errors.New("start: a period starts before the next trigger or package is taken")
	}
	var taken []Choice
	for i, step := range p.Cycle {
		if x.work() != workItem || step.Def != x.proofStep().Def || step.Ability != x.proofStep().Ability || step.Package != x.proofStep().Package {
			return rules.NoLoop, fmt.Errorf("cycle[%d]: another ability or package comes next", i)
		}
		x.do(workItem)
		n := 0
		for ; x.runOn() == atDecision; n++ {
			if n == len(step.Decisions) || len(taken) == maxNotes {
				return rules.NoLoop, fmt.Errorf("cycle[%d]: a decision is missing, or the period has more than %d", i, maxNotes)
			}
			d := step.Decisions[n]
			if err := sameChoices(d, x.Legal(nil)); err != nil {
				return rules.NoLoop, fmt.Errorf("cycle[%d].decisions[%d]: %w", i, n, err)
			}
			taken = append(taken, d.Taken)
			x.choose(d.Taken)
		}
		if n != len(step.Decisions) {
			return rules.NoLoop, fmt.Errorf("cycle[%d]: there are only %d decisions", i, n)
		}
	}
	k := newChecker(cfg)
	return k.class(&start, len(p.Cycle), taken)
}

func sameChoices(d ProofDecision, legal []Choice) error {
	if len(d.Legal) != len(legal) {
		return fmt.Errorf("legal: %d choices are legal, not %d", len(legal), len(d.Legal))
	}
	found := false
	for i, c := range legal {
		if d.Legal[i] != c {
			return fmt.Errorf("legal[%d]: this is not choice %d of the legal ones", i, i)
		}
		found = found || c == d.Taken
	}
	if !found {
		return errors.New("taken: this choice is not legal")
	}
	return nil
}

// verifyMandatory makes the two verifications of 12.4.4 once more before a
// game is drawn.
func verifyMandatory(cfg *Config, c *cycle) bool {
	k := newChecker(cfg)
	class, err := k.class(&c.start, int(c.period), c.choices[:c.decisions])
	return err == nil && class == rules.LoopMandatory
}

// checker verifies a loop depth first on copies of the game.
type checker struct {
	cfg *Config
	// states and steps may still be visited and gone.
	states, steps int
	// seen holds the stable states of the period and those visited.
	seen map[core]bool
	// read collects the hidden cards whose identity made a difference.
	read uint64
	// exit, fault and other say what the alternatives led to: a rest, a state
	// that could not be judged, another state than the sequence's next.
	exit, fault, other bool
}

func newChecker(cfg *Config) checker {
	states := int(cfg.spec.Limits.States)
	return checker{cfg: cfg, states: states, steps: pathsPerState * states}
}

// class executes one period and then tries every alternative in it.
func (k *checker) class(start *core, period int, taken []Choice) (rules.LoopClass, error) {
	var g Game
	g.load(k.cfg, start)
	g.read = 0
	if len(taken) != 0 {
		k.seen = map[core]bool{}
	}
	next := 0
	for range period {
		if len(taken) != 0 {
			k.seen[g.core] = true
		}
		g.do(workItem)
		at := g.runOn()
		for ; at == atDecision && next < len(taken); at = g.runOn() {
			g.choose(taken[next])
			next++
		}
		if at != atItem {
			return rules.NoLoop, errors.New("the sequence does not go on to its end")
		}
	}
	k.read |= g.read
	if next != len(taken) || g.core != *start {
		return rules.NoLoop, errors.New("rule 12.4.1: the same state has not recurred")
	}
	if next == 0 {
		return rules.LoopMandatory, nil
	}
	k.alternatives(start, period, taken)
	switch {
	case k.exit:
		return rules.LoopOptional, nil
	case k.fault:
		return rules.LoopUnverified, nil
	case k.other:
		return rules.LoopInescapable, nil
	default:
		return rules.LoopMandatory, nil
	}
}

// alternatives goes through the period once more and leaves it at every
// decision by every other choice.
func (k *checker) alternatives(start *core, period int, taken []Choice) {
	g := new(Game)
	g.load(k.cfg, start)
	next := 0
	for range period {
		var open []Game
		first := next
		g.do(workItem)
		for g.runOn() == atDecision {
			open = append(open, *g)
			g.choose(taken[next])
			next++
		}
		for i := range open {
			for _, c := range open[i].Legal(nil) {
				if c != taken[first+i] {
					y := open[i]
					y.choose(c)
					k.follow(&y, &g.core, true)
				}
			}
		}
	}
	k.read |= g.read
}

// follow goes on from a game under every choice. In the resolution in which
// the alternative was chosen, direct, it compares the end with the sequence's
// next state.
func (k *checker) follow(g *Game, want *core, direct bool) {
	for !k.exit {
		at := g.runOn()
		k.read |= g.read
		if k.steps == 0 || k.states == 0 {
			k.fault = true
			return
		}
		k.steps--
		switch at {
		case atRest:
			k.exit = true
			return
		case atFault:
			k.fault = true
			return
		case atDecision:
			for _, c := range g.Legal(nil) {
				y := *g
				y.choose(c)
				k.follow(&y, want, direct)
			}
			return
		case atItem:
			if direct && g.core == *want {
				return
			}
			k.other = true
			if k.seen[g.core] {
				return
			}
			k.seen[g.core] = true
			k.states--
			direct = false
			g.do(workItem)
		}
	}
}
