package momon

import (
	"errors"
	"testing"

	"tourney/internal/rules"
)

const (
	sideA = rules.SideA
	sideB = rules.SideB
)

var (
	onSelf   = Selector{From: FromSelf}
	onSource = Selector{From: FromSource}
)

// does is an ability with its instructions.
func does(when When, of Scope, effects ...Instruction) Ability {
	return Ability{When: when, Of: of, Effects: effects}
}

// row is a Spec of one row of Spaces with these cards.
func row(spaces uint8, defs ...Def) Spec {
	s := DefaultSpec()
	s.Spaces, s.Width = spaces, spaces
	s.Defs = defs
	return s
}

// at puts a card of definition def on the Arena, owned and controlled by p.
func at(space, def int, p rules.Side) Standing {
	return Standing{Space: space, Def: def, Owner: p, Controller: p}
}

func start(t testing.TB, spec Spec, setup Setup) *Game {
	t.Helper()
	g, err := New(mustConfig(t, spec), &setup)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func apply(t testing.TB, g *Game, choices ...Choice) {
	t.Helper()
	for _, c := range choices {
		if err := g.Apply(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		g.Advance()
		sound(t, g)
	}
}

// pass makes the Active Player summon nothing.
func passTurn(t testing.TB, g *Game) {
	t.Helper()
	apply(t, g, Choice{Kind: Pass, By: g.active})
}

func status(t testing.TB, g *Game, want Status) {
	t.Helper()
	if got := g.Advance(); got != want {
		t.Fatalf("status %d, want %d; %v", got, want, g.Err())
	}
	sound(t, g)
}

// result checks how the game ended.
func result(t testing.TB, g *Game, winner rules.SideSet, m rules.Method, rule rules.Ref) {
	t.Helper()
	status(t, g, Over)
	r := g.Result()
	if r.Winners != winner || r.Method != m || r.Rule != rule {
		t.Fatalf("result %+v, want winners %b by %s, rule %s", r, winner, m, rule)
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
}

// score checks the Control Scores.
func score(t testing.TB, g *Game, a, b int64) {
	t.Helper()
	if got := g.Score(); got != [2]int64{a, b} {
		t.Fatalf("score %v, want %d-%d", got, a, b)
	}
}

// stalls checks that the game is stalled for a cause.
func stalls(t testing.TB, g *Game, cause rules.StallCause) {
	t.Helper()
	status(t, g, Stalled)
	var s rules.Stalled
	if !errors.As(g.Err(), &s) || s.Cause != cause {
		t.Fatalf("stalled with %v, want %s", g.Err(), cause)
	}
	if g.Result() != (rules.Result{}) {
		t.Fatal("a stall is no result")
	}
}

// refused checks that a choice is refused by a rule and changes nothing.
func refused(t testing.TB, g *Game, c Choice, rule rules.Ref) {
	t.Helper()
	before := g.Snapshot()
	err := g.Apply(c)
	var illegal rules.IllegalChoice
	if !errors.As(err, &illegal) || illegal.Rule != rule {
		t.Fatalf("%+v: %v, want a refusal by rule %s", c, err, rule)
	}
	if g.Snapshot() != before {
		t.Fatal("a refused choice has changed the state")
	}
}

// space gives the Space of the only Momon of a definition, or -1.
func spaceOf(g *Game, def int) int {
	for _, m := range g.Arena() {
		if m.Def == def {
			return m.Space
		}
	}
	return -1
}

// sound checks what holds in every state: each card in one zone, counts that
// agree, tokens conserved, caches that are what they cache.
func sound(t testing.TB, g *Game) {
	t.Helper()
	if err := g.fault(); err != nil {
		t.Fatal(err)
	}
}

func (g *Game) fault() error {
	if err := g.check(g.cfg); err != nil {
		return err
	}
	copied := g.state
	copied.reindex(g.cfg)
	if copied.index != g.index {
		return errors.New("the index is not that of the Arena")
	}
	tokens := int(g.cfg.spec.Tokens)
	if tokens == 0 {
		tokens = maxCards
	}
	if int(g.supply)+count(g.occ[0]|g.occ[1])+count(g.stray) != tokens+int(g.lent) {
		return errors.New("Marking Tokens are not conserved")
	}
	if d := int(g.turns[g.first]) - int(g.turns[g.first^1]); d != 0 && d != 1 {
		return errors.New("7.1.1: the turns are out of step")
	}
	if (g.phase == over) != (g.res.Kind != rules.Undecided) {
		return errors.New("a result without an end, or an end without a result")
	}
	if g.res.Kind != rules.Undecided {
		return g.res.Validate()
	}
	return nil
}

// watchEvents records the kinds of events.
func watchEvents(g *Game) *[]Event {
	var events []Event
	g.Observe(func(e Event) { events = append(events, e) })
	return &events
}

func countEvents(events []Event, kind EventKind) int {
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}
