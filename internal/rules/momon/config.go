package momon

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/bits"

	"tourney/internal/rules"
)

// arenaSize is the largest number of Spaces: a set of Spaces is one word.
const arenaSize = 64

// Step is one step of a turn.
type Step uint8

// The steps. The rule documents name the Summon Step and the End Step only;
// the plan of a turn is therefore data.
const (
	StepSummon Step = iota
	StepProcess
	StepEnd
	stepEnd
)

var stepNames = []string{"summon", "process", "end"}

// Limits bound what the machine does. Each is an error when it is passed,
// never a clamp.
type Limits struct {
	// Queue is the largest number of triggers in the Queue.
	Queue uint8
	// Chain is the largest number of resolutions without the Queue and the
	// packages running empty.
	Chain uint32
	// States is the largest number of states visited to classify one loop.
	States uint32
	// Iterations is the largest number of resolutions that declared
	// repetitions of a growing loop may take.
	Iterations int64
}

// Spec is the input of NewConfig: the rules that the rule documents leave
// open, and the cards.
type Spec struct {
	// Spaces is the number of Spaces, numbered row by row, Width in a row.
	Spaces, Width uint8
	// Adjacent holds for each Space the set of its neighbours; nil is the
	// Spaces beside, above and below.
	Adjacent []uint64
	// MaxTurns is the number of turns of each player (7.1.1).
	MaxTurns uint8
	// Tokens is the number of Marking Tokens; 0 is enough for every card.
	Tokens uint8
	// TokenPoints is the base of every Momon if PointsOnTokens is set;
	// otherwise the base is printed on the card.
	PointsOnTokens bool
	TokenPoints    int16
	Plan           []Step
	// MayDecline lets the Active Player summon nothing.
	MayDecline bool
	// PackageSnatch makes a Snatch Check after each summon out of a package.
	PackageSnatch bool
	// ChooseOrder asks each player to order triggers that waited together;
	// otherwise they go in the order of their definitions.
	ChooseOrder bool
	// Sanctioned play has judges.
	Sanctioned bool
	// Snatch decides Snatch Attempts; nil makes none.
	Snatch SnatchRule `json:"-"`
	Limits Limits
	Defs   []Def
}

// DefaultSpec is an arena of four by four Spaces, eight turns each, sanctioned
// play, no Snatch rule and no cards.
func DefaultSpec() Spec {
	return Spec{
		Spaces: 16, Width: 4, MaxTurns: 8,
		Plan:       []Step{StepSummon, StepProcess, StepEnd},
		MayDecline: true, PackageSnatch: true, Sanctioned: true,
		Limits: Limits{Queue: maxQueue, Chain: 1024, States: 4096, Iterations: 1_000_000},
	}
}

// Contender is one of the two Momon of a Snatch Attempt.
type Contender struct {
	Def           int
	Power, Points int16
	Space         uint8
	Controller    rules.Side
}

// SnatchRule decides whether a Snatch Attempt succeeds, so that the attacker's
// Controller gains control of the defender. The rule documents do not give the
// rule; it must be a pure function. Its name becomes part of a Config's digest.
type SnatchRule interface {
	Name() string
	Takes(attacker, defender Contender) bool
}

// StrongerNeighbour is a test rule for self-play: greater power takes the
// neighbour. It is not the rule of the game and verifies no claim.
type StrongerNeighbour struct{}

// Name labels it as a test rule.
func (StrongerNeighbour) Name() string { return "stronger_neighbour_test_rule" }

// Takes compares powers.
func (StrongerNeighbour) Takes(attacker, defender Contender) bool {
	return attacker.Power > defender.Power
}

// Config is a validated Spec in the form that the machine reads. It is
// immutable and may be shared.
type Config struct {
	spec      Spec
	digest    [sha256.Size]byte
	all       uint64 // the set of all Spaces
	adjacent  [arenaSize]uint64
	row, col  [arenaSize]uint64
	defs      []def
	abilities []ability
	// depth is the longest chain of static abilities of which each reads what
	// the one before it changes.
	depth int
	// pointsRead says that a condition of a static ability or of a lasting
	// effect reads points.
	pointsRead bool
}

type def struct {
	base, power int16
	first, n    uint8 // its abilities
	events      uint16
}

type ability struct {
	on, of         uint8
	def            uint8
	once           uint8 // its bit among the Once marks of a Momon, or 0
	optional       bool
	by             Who
	conditions     [maxConditions]Condition
	nConditions    uint8
	effects        []instruction
	staticPoints   int32
	staticSelector selector
}

type selector struct {
	from  From
	whose Whose
	pick  Take
	by    Who
	other bool
	// filtered restricts to the definitions in defs.
	filtered bool
	defs     uint64
}

type instruction struct {
	Instruction
	of, with selector
	// choice says that a player may have to choose among its options.
	choice bool
}

// NewConfig checks a Spec and compiles it. The error names the field and what
// to do.
func NewConfig(spec Spec) (*Config, error) {
	c := &Config{spec: spec}
	c.spec.Adjacent = append([]uint64(nil), spec.Adjacent...)
	c.spec.Plan = append([]Step(nil), spec.Plan...)
	c.spec.Defs = make([]Def, len(spec.Defs))
	for i, d := range spec.Defs {
		c.spec.Defs[i] = d.clone()
	}
	if err := c.checkArena(); err != nil {
		return nil, err
	}
	if err := c.checkNumbers(); err != nil {
		return nil, err
	}
	if err := c.compile(); err != nil {
		return nil, err
	}
	if err := c.stratify(); err != nil {
		return nil, err
	}
	name := ""
	if c.spec.Snatch != nil {
		name = c.spec.Snatch.Name()
	}
	raw, err := json.Marshal(struct {
		Spec   Spec
		Snatch string
	}{c.spec, name})
	if err != nil {
		return nil, err
	}
	c.digest = sha256.Sum256(raw)
	return c, nil
}

// Spec gives a copy of what the Config was made from.
func (c *Config) Spec() Spec {
	spec := c.spec
	spec.Adjacent = append([]uint64(nil), spec.Adjacent...)
	spec.Plan = append([]Step(nil), spec.Plan...)
	spec.Defs = make([]Def, len(c.spec.Defs))
	for i, d := range c.spec.Defs {
		spec.Defs[i] = d.clone()
	}
	return spec
}

// Digest identifies the Config: equal digests mean equal rules and cards.
func (c *Config) Digest() [sha256.Size]byte { return c.digest }

func (d Def) clone() Def {
	d.Abilities = append([]Ability(nil), d.Abilities...)
	for i := range d.Abilities {
		a := &d.Abilities[i]
		a.If = append([]Condition(nil), a.If...)
		a.Effects = append([]Instruction(nil), a.Effects...)
	}
	return d
}

func (c *Config) checkArena() error {
	s := &c.spec
	if s.Spaces < 1 || s.Spaces > arenaSize {
		return fmt.Errorf("spaces: an Arena has 1 to %d Spaces", arenaSize)
	}
	if s.Width < 1 || s.Width > s.Spaces {
		return fmt.Errorf("width: a row has 1 to %d Spaces, as many as the Arena at most", s.Spaces)
	}
	c.all = ^uint64(0) >> (arenaSize - s.Spaces)
	n, w := int(s.Spaces), int(s.Width)
	for i := range n {
		for j := range n {
			bit := uint64(1) << j
			if i/w == j/w {
				c.row[i] |= bit
			}
			if i%w == j%w {
				c.col[i] |= bit
			}
			if i/w == j/w && (i == j+1 || j == i+1) || i == j+w || j == i+w {
				c.adjacent[i] |= bit
			}
		}
	}
	if len(s.Adjacent) == 0 {
		return nil
	}
	if len(s.Adjacent) != n {
		return fmt.Errorf("adjacent: give one set of neighbours for each of the %d Spaces", n)
	}
	for i, set := range s.Adjacent {
		if set&^c.all != 0 || set>>i&1 != 0 {
			return fmt.Errorf("adjacent[%d]: neighbours are other Spaces of the Arena", i)
		}
		for rest := set; rest != 0; rest &= rest - 1 {
			if j := bits.TrailingZeros64(rest); s.Adjacent[j]>>i&1 == 0 {
				return fmt.Errorf("adjacent[%d]: Space %d lists this Space as a neighbour, so list it here, too", j, i)
			}
		}
		c.adjacent[i] = set
	}
	return nil
}

func (c *Config) checkNumbers() error {
	s := &c.spec
	switch {
	case s.MaxTurns < 1 || s.MaxTurns > 100:
		return fmt.Errorf("max_turns: between 1 and 100 turns each; the rules say 8 (7.1.1)")
	case s.Limits.Queue < 1 || s.Limits.Queue > maxQueue:
		return fmt.Errorf("limits.queue: between 1 and %d", maxQueue)
	case s.Limits.Chain < 64 || s.Limits.Chain > 1<<14:
		return fmt.Errorf("limits.chain: between 64 and %d", 1<<14)
	case s.Limits.States < 1 || s.Limits.States > 1<<16:
		return fmt.Errorf("limits.states: between 1 and %d", 1<<16)
	case s.Limits.Iterations < 1 || s.Limits.Iterations > 1_000_000:
		return fmt.Errorf("limits.iterations: between 1 and 1000000")
	case s.TokenPoints < -maxPoints || s.TokenPoints > maxPoints:
		return fmt.Errorf("token_points: between -%d and %d", maxPoints, maxPoints)
	case s.Tokens > maxCards:
		return fmt.Errorf("tokens: at most %d; leave it out for enough", maxCards)
	case len(s.Defs) > maxDefs:
		return fmt.Errorf("cards: at most %d definitions", maxDefs)
	}
	summon := 0
	for i, step := range s.Plan {
		switch {
		case step >= stepEnd:
			return fmt.Errorf("plan[%d]: a step is \"summon\", \"process\" or \"end\"", i)
		case step == StepSummon:
			summon++
		case step == StepEnd && i != len(s.Plan)-1:
			return fmt.Errorf("plan[%d]: the End Step is the last", i)
		}
	}
	if summon != 1 || s.Plan[len(s.Plan)-1] != StepEnd || len(s.Plan) > 8 {
		return fmt.Errorf("plan: a turn has one Summon Step and ends with the End Step, in at most 8 steps")
	}
	return nil
}

func (c *Config) compile() error {
	for i := range c.spec.Defs {
		d := &c.spec.Defs[i]
		if d.Name == "" {
			return fmt.Errorf("cards[%d].name: give the card a name", i)
		}
		if c.DefIndex(d.Name) != i {
			return fmt.Errorf("cards[%d].name: a card %.40q is defined already", i, d.Name)
		}
		if d.Points < -maxPoints || d.Points > maxPoints {
			return fmt.Errorf("cards[%d].points: between -%d and %d", i, maxPoints, maxPoints)
		}
		if len(d.Abilities) > maxCardAbilities {
			return fmt.Errorf("cards[%d].abilities: at most %d", i, maxCardAbilities)
		}
		if len(c.abilities)+len(d.Abilities) > maxAbilities {
			return fmt.Errorf("cards[%d].abilities: at most %d over all cards", i, maxAbilities)
		}
		out := def{base: d.Points, power: d.Power, first: uint8(len(c.abilities)), n: uint8(len(d.Abilities))}
		if c.spec.PointsOnTokens {
			out.base = c.spec.TokenPoints
		}
		for j := range d.Abilities {
			a := &d.Abilities[j]
			if err := a.check(); err != nil {
				return fmt.Errorf("cards[%d].abilities[%d].%w", i, j, err)
			}
			compiled, err := c.compileAbility(a)
			if err != nil {
				return fmt.Errorf("cards[%d].abilities[%d].%w", i, j, err)
			}
			compiled.def = uint8(i)
			if a.Once {
				compiled.once = 1 << j
			}
			out.events |= 1 << a.When
			c.abilities = append(c.abilities, compiled)
		}
		c.defs = append(c.defs, out)
	}
	return nil
}

func (c *Config) compileAbility(a *Ability) (ability, error) {
	out := ability{on: uint8(a.When), of: uint8(a.Of), optional: a.Optional, by: a.By}
	out.nConditions = uint8(copy(out.conditions[:], a.If))
	for i := range a.Effects {
		e := &a.Effects[i]
		of, err := c.compileSelector(e.Of)
		if err != nil {
			return out, fmt.Errorf("effects[%d].of.%w", i, err)
		}
		with, err := c.compileSelector(e.With)
		if err != nil {
			return out, fmt.Errorf("effects[%d].with.%w", i, err)
		}
		chosenSpace := e.Op == OpMove && (e.To == ToAdjacent || e.To == ToAnywhere || e.To == ToNearSelf)
		out.effects = append(out.effects, instruction{
			Instruction: *e, of: of, with: with,
			choice: of.pick == Chosen || e.Op == OpSwap && with.pick == Chosen || chosenSpace || e.Op == OpReveal,
		})
	}
	for i := range a.Effects {
		if e := &a.Effects[i]; e.Lasts == While && e.While.What == Points {
			c.pointsRead = true
		}
	}
	if a.When == Always {
		c.pointsRead = c.pointsRead || a.staticReads()
		out.staticPoints, out.staticSelector = int32(a.Effects[0].N), out.effects[0].of
	}
	return out, nil
}

func (c *Config) compileSelector(s Selector) (selector, error) {
	out := selector{from: s.From, whose: s.Whose, pick: s.Pick, by: s.By, other: s.Other}
	if s.Kind == "" && s.Card == "" {
		return out, nil
	}
	out.filtered = true
	for i := range c.spec.Defs {
		if d := &c.spec.Defs[i]; s.Card != "" && d.Name == s.Card || s.Kind != "" && d.Kind == s.Kind {
			out.defs |= 1 << i
		}
	}
	if out.defs == 0 && s.Card != "" {
		return out, fmt.Errorf("card: no card has the name %.40q", s.Card)
	}
	if out.defs == 0 {
		return out, fmt.Errorf("kind: no card is of the kind %.40q", s.Kind)
	}
	return out, nil
}

// DefIndex finds a card definition by name; -1 is none.
func (c *Config) DefIndex(name string) int {
	for i := range c.spec.Defs {
		if c.spec.Defs[i].Name == name {
			return i
		}
	}
	return -1
}

// stratify refuses static abilities that could switch each other on and off
// for ever: of those whose conditions read points, none may change, directly
// or through others, the points that it reads. It measures the longest chain.
func (c *Config) stratify() error {
	type static struct {
		card, index   int
		reads, writes uint64 // definitions
	}
	var statics []static
	for i := range c.spec.Defs {
		for j := range c.spec.Defs[i].Abilities {
			a := &c.spec.Defs[i].Abilities[j]
			if a.When != Always {
				continue
			}
			s := static{card: i, index: j, writes: ^uint64(0)}
			if a.staticReads() {
				s.reads = 1 << i
			}
			sel := c.abilities[int(c.defs[i].first)+j].staticSelector
			if sel.filtered {
				s.writes = sel.defs
			}
			if sel.from == FromSelf {
				s.writes &= 1 << i
			}
			statics = append(statics, s)
		}
	}
	// Depth first: a static ability met again on the way to itself is on a
	// cycle.
	const unseen, open = -2, -1
	depth := make([]int, len(statics))
	for i := range depth {
		depth[i] = unseen
	}
	var visit func(t int) error
	visit = func(t int) error {
		if depth[t] == open {
			return fmt.Errorf("cards[%d].abilities[%d]: this static ability reads points that it changes, itself or through others, and could switch itself on and off for ever; let its condition read something else", statics[t].card, statics[t].index)
		}
		if depth[t] != unseen {
			return nil
		}
		depth[t] = open
		deepest := 0
		for s := range statics {
			if statics[s].writes&statics[t].reads == 0 {
				continue
			}
			if err := visit(s); err != nil {
				return err
			}
			deepest = max(deepest, depth[s]+1)
		}
		depth[t] = deepest
		c.depth = max(c.depth, deepest)
		return nil
	}
	for t := range statics {
		if err := visit(t); err != nil {
			return err
		}
	}
	return nil
}
