package momon

import (
	"errors"
	"testing"

	"tourney/internal/rules"
)

// grammar checks 12.1.1 on a record of events: State-Based Conditions follow
// every turn-based action, Snatch Attempt, ability and summon out of a
// package, and nothing else begins before they have come to rest.
func grammar(events []Event) error {
	owed := false
	for _, e := range events {
		switch e.Kind {
		case EventTurn, EventPass, EventSummon, EventEndStep, EventSnatch, EventResolved, EventPackage:
			if owed {
				return errors.New("something begins before State-Based Conditions were performed")
			}
			owed = true
		case EventSBC:
			owed = false
		}
	}
	return nil
}

func TestRule_12_1_1_ConditionsAfterEverything(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, abilitySpec())
	var r rng = 5
	var setup Setup
	for range 300 {
		dealt(&r, &setup)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		events := watchEvents(g)
		playOut(g, &r, nil, &tally{})
		if err := grammar(*events); err != nil && g.phase == over {
			t.Fatal(err)
		}
		if countEvents(*events, EventSBC) == 0 {
			t.Fatal("no State-Based Conditions")
		}
	}
}

// The token is back in the supply before the next ability resolves.
func TestRule_12_1_1_TokenIsBackBeforeTheNextAbility(t *testing.T) {
	t.Parallel()
	spec := row(4,
		Def{Name: "bouncer", Abilities: []Ability{
			does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpReturn, Of: Selector{From: FromAdjacent}, Zone: Hand}),
			does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpPoints, Of: onSelf, N: 5, Lasts: While, While: Condition{What: Supply, Is: AtLeast, N: 9}}),
		}},
		Def{Name: "x"})
	spec.Tokens = 10
	g := start(t, spec, Setup{Hands: [2][]int{{1}, nil}, Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)}})
	var supply []int16
	g.Observe(func(e Event) {
		if e.Kind == EventResolved {
			supply = append(supply, g.supply)
		}
	})
	status(t, g, Deciding)
	if len(supply) != 2 || supply[0] != 8 || supply[1] != 9 {
		t.Fatalf("supply %v as the abilities end, want 8 and then 9", supply)
	}
	score(t, g, 5, 0)
}

func TestRule_12_1_2_CardsAreInOneZone(t *testing.T) {
	t.Parallel()
	g := start(t, row(4, Def{Name: "x"}), Setup{Hands: [2][]int{{0, 0}, {0}}, Decks: [2][]int{{0}, nil}, Arena: []Standing{at(1, 0, sideA)}})
	status(t, g, Deciding)
	for name, spoil := range map[string]func(*core){
		"hand and Arena": func(c *core) { c.hand |= 1; c.hands[0]++ },
		"hand and deck":  func(c *core) { c.hand |= 1 << c.deck[0][0]; c.hands[0]++ },
		"no zone":        func(c *core) { c.hand &^= 1 << 1; c.hands[0]-- },
		"two Spaces":     func(c *core) { c.arena[2] = c.arena[1]; c.empty-- },
		"no Space":       func(c *core) { c.arena[1] = 0; c.empty++ },
		"too many turns": func(c *core) { c.turns[0] = 9 },
		"trash":          func(c *core) { c.objects[1] = object{flags: inTrash}; c.trashes[0]++ },
	} {
		c := g.core
		spoil(&c)
		if c.check(g.cfg) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestRule_12_1_3_OneCardASpace(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, row(4, Def{Name: "x"}))
	if _, err := New(cfg, &Setup{Arena: []Standing{at(1, 0, sideA), at(1, 0, sideB)}}); err == nil {
		t.Fatal("two cards in one Space are accepted")
	}
	g := start(t, row(4, Def{Name: "x"}), Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(1, 0, sideA)}})
	status(t, g, Deciding)
	refused(t, g, Choice{Summon, sideA, 1, 1}, rules.R12_3_1)
	refused(t, g, Choice{Summon, sideA, 1, 4}, rules.R12_3_1)
}

// A finite supply that runs out leaves a Momon without a Marking Token: a
// judge decides, and can lend one.
func TestRule_12_1_4_NoTokenLeft(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "x", Power: 1}, Def{Name: "y", Power: 9})
	spec.Tokens = 1
	spec.Snatch = StrongerNeighbour{}
	g := start(t, spec, Setup{Hands: [2][]int{{1}, {0}}, Arena: []Standing{at(1, 0, sideB)}})
	status(t, g, Deciding)
	if err := g.Apply(Choice{Summon, sideA, 0, 0}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Held)
	var hold rules.Hold
	if !errors.As(g.Err(), &hold) || hold.Irregularity.Rule != rules.R12_1_4 || !hold.Sanctioned {
		t.Fatalf("%v", g.Err())
	}
	if err := g.Apply(Choice{Kind: Pass, By: sideB}); !errors.As(err, new(rules.Hold)) {
		t.Fatalf("a choice during a hold: %v", err)
	}
	if err := g.Rule(Ruling{Kind: ContinueAsIs}); err != nil {
		t.Fatal(err)
	}
	// The Snatch Check of the summon is still made.
	status(t, g, Deciding)
	if g.supply != 0 || g.lent != 1 || g.occ[0] != 3 {
		t.Fatalf("supply %d, lent %d, A's Spaces %b", g.supply, g.lent, g.occ[0])
	}
}

func TestRule_12_1_5_TokensGoBack(t *testing.T) {
	t.Parallel()
	spec := row(3,
		Def{Name: "sweeper", Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpReturn, Of: Selector{From: FromArena, Other: true}, Zone: Trash})}},
		Def{Name: "x"})
	spec.Tokens = 3
	g := start(t, spec, Setup{Hands: [2][]int{{1}, nil}, Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB), at(2, 1, sideA)}})
	if g.supply != 0 {
		t.Fatalf("supply %d", g.supply)
	}
	status(t, g, Deciding)
	if g.supply != 2 || g.trashes != [2]uint8{1, 1} || g.stray != 0 {
		t.Fatalf("supply %d, trash %v", g.supply, g.trashes)
	}
}

// Effects end when their time is over, when their Momon leaves, and when
// their condition is untrue of the published values.
func TestRule_12_1_6_EffectsEnd(t *testing.T) {
	t.Parallel()
	boost := func(d Duration, n int16, c Condition) Ability {
		return does(WhenSummoned, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: n, Lasts: d, While: c})
	}
	spec := row(9,
		Def{Name: "turn", Points: 1, Abilities: []Ability{boost(ThisTurn, 3, Condition{})}},
		Def{Name: "next", Points: 1, Abilities: []Ability{boost(NextTurn, 3, Condition{})}},
		Def{Name: "set", Points: 1, Abilities: []Ability{
			does(WhenSummoned, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: 7, Set: true, Lasts: ThisTurn}, Instruction{Op: OpPoints, Of: onSelf, N: 2, Lasts: ThisTurn}),
		}})
	points := func(def int, turns int) int {
		g := start(t, spec, Setup{Hands: [2][]int{{def, def}, {def}}})
		status(t, g, Deciding)
		// Points as they are in the End Step of the turn of the summon.
		in := -1
		g.Observe(func(e Event) {
			if e.Kind == EventEndStep && in < 0 {
				in = g.Arena()[0].Points
			}
		})
		apply(t, g, Choice{Summon, sideA, 0, 4})
		for range turns {
			passTurn(t, g)
		}
		if turns < 0 {
			return in
		}
		return g.Arena()[0].Points
	}
	for _, c := range []struct{ def, turns, want int }{
		{0, -1, 4}, {0, 0, 1},
		{1, -1, 4}, {1, 0, 4}, {1, 1, 4}, {1, 2, 1},
		{2, -1, 9}, {2, 0, 1},
	} {
		if got := points(c.def, c.turns); got != c.want {
			t.Errorf("card %d, %d turns later: %d points, want %d", c.def, c.turns, got, c.want)
		}
	}
}

// What a static ability adds ends when its Momon leaves.
func TestRule_12_1_6_StaticAbilityLeaves(t *testing.T) {
	t.Parallel()
	spec := row(4,
		Def{Name: "aura", Abilities: []Ability{does(Always, ScopeSelf, Instruction{Op: OpPoints, Of: Selector{From: FromAdjacent}, N: 5})}},
		Def{Name: "x", Points: 1, Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpReturn, Of: Selector{From: FromAdjacent}, Zone: Hand})}})
	g := start(t, spec, Setup{Hands: [2][]int{{1}, nil}, Arena: []Standing{at(0, 0, sideB), at(1, 1, sideA)}})
	score(t, g, 6, 0)
	status(t, g, Deciding)
	score(t, g, 1, 0)
}

// A lasting change of control ends with its time; a snatch in between is for
// good.
func TestRule_12_1_6_ControlComesBack(t *testing.T) {
	t.Parallel()
	spec := row(4,
		Def{Name: "charmer", Power: 1, Abilities: []Ability{
			does(WhenSummoned, ScopeSelf, Instruction{Op: OpControl, Of: Selector{From: FromArena, Whose: Enemys, Pick: Weakest}, Who: Controller, Lasts: ThisTurn}),
		}},
		Def{Name: "x", Points: 5, Power: 5})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, {1}}, Arena: []Standing{at(0, 1, sideB)}})
	status(t, g, Deciding)
	var during [2]int64
	g.Observe(func(e Event) {
		if e.Kind == EventEndStep {
			during = g.Score()
		}
	})
	apply(t, g, Choice{Summon, sideA, 0, 3})
	if during != [2]int64{5, 0} {
		t.Fatalf("score %v in the turn", during)
	}
	score(t, g, 0, 5)
}

// No choice of the rules undoes a completed action: a snapshot is only taken
// up by a ruling, during a hold.
func TestRule_12_1_7_CompletedActionsStand(t *testing.T) {
	t.Parallel()
	g := start(t, row(4, Def{Name: "x"}), Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	snapshot := g.Snapshot()
	apply(t, g, Choice{Summon, sideA, 0, 1})
	before := g.Snapshot()
	if err := g.Rule(Ruling{Kind: RestoreSnapshot, Snapshot: &snapshot}); err == nil {
		t.Fatal("a completed action was taken back without a hold")
	}
	if g.Snapshot() != before {
		t.Fatal("the state has changed")
	}
	// A hold and its end change nothing either.
	if err := g.Report(rules.Irregularity{Rule: rules.R12_1_3, Card: -1, Space: 1}); err != nil {
		t.Fatal(err)
	}
	if err := g.Rule(Ruling{Kind: ContinueAsIs}); err != nil {
		t.Fatal(err)
	}
	if g.Snapshot() != before {
		t.Fatal("a ruling to go on has changed the state")
	}
}

// A chain of expiries takes a pass each, and a clean state one.
func TestRule_12_1_8_ChainOfExpiries(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "x", Points: 1, Abilities: []Ability{
		does(WhenSummoned, ScopeSelf,
			Instruction{Op: OpPoints, Of: onSelf, N: 3, Lasts: ThisTurn},
			Instruction{Op: OpPoints, Of: onSelf, N: 2, Lasts: While, While: Condition{What: Points, Is: AtLeast, N: 4}}),
	}})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	var passes []uint8
	inTurn := 0
	g.Observe(func(e Event) {
		switch e.Kind {
		case EventSBC:
			passes = append(passes, e.N)
		case EventEndStep:
			if e.By == sideA {
				inTurn = g.Arena()[0].Points
			}
		}
	})
	// The condition is first looked at when the value published is still 1, so
	// the effect has to be there before; see the next test for that.
	apply(t, g, Choice{Summon, sideA, 0, 0})
	if inTurn != 4 {
		t.Fatalf("%d points: a condition that is untrue from the start ends its effect at once", inTurn)
	}
	if passes[0] != 1 {
		t.Fatalf("passes %v: a clean state takes one", passes)
	}

	// In two abilities the second finds 4 published and holds; when the first
	// expires, 6 becomes 3 and then 1.
	spec.Defs[0].Abilities = []Ability{
		does(WhenSummoned, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: 3, Lasts: ThisTurn}),
		does(WhenSummoned, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: 2, Lasts: While, While: Condition{What: Points, Is: AtLeast, N: 4}}),
	}
	g = start(t, spec, Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	passes = nil
	g.Observe(func(e Event) {
		switch e.Kind {
		case EventSBC:
			passes = append(passes, e.N)
		case EventEndStep:
			if e.By == sideA {
				inTurn = g.Arena()[0].Points
				passes = nil
			}
		}
	})
	apply(t, g, Choice{Summon, sideA, 0, 0})
	if inTurn != 6 {
		t.Fatalf("%d points in the turn, want 6", inTurn)
	}
	most := uint8(0)
	for _, n := range passes {
		most = max(most, n)
	}
	if g.Arena()[0].Points != 1 || most != 3 {
		t.Fatalf("%d points after %v passes, want 1 after 3", g.Arena()[0].Points, passes)
	}
}

// An effect that keeps its own condition true goes on.
func TestRule_12_1_8_SelfSupportingEffect(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "x", Points: 3, Abilities: []Ability{
		does(WhenSummoned, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: 2, Lasts: While, While: Condition{What: Points, Is: AtLeast, N: 3}}),
	}})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, nil}})
	status(t, g, Deciding)
	apply(t, g, Choice{Summon, sideA, 0, 0})
	score(t, g, 5, 0)
}

// A static ability that switches itself on and off is refused by the loader;
// a Config that has it nevertheless stalls, and is no draw.
func TestRule_12_1_8_OscillatingStaticAbility(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "x", Points: 1, Abilities: []Ability{
		{When: Always, If: []Condition{{What: Points, Is: AtMost, N: 2}}, Effects: []Instruction{{Op: OpPoints, Of: onSelf, N: 2}}},
	}})
	if _, err := NewConfig(spec); err == nil {
		t.Fatal("the loader accepts it")
	}
	harmless := spec
	harmless.Defs = []Def{{Name: "x", Points: 1, Abilities: []Ability{
		{When: Always, If: []Condition{{What: TurnNumber, Is: AtLeast, N: 1}}, Effects: []Instruction{{Op: OpPoints, Of: onSelf, N: 2}}},
	}}}
	cfg := mustConfig(t, harmless)
	cfg.abilities[0].conditions[0] = Condition{What: Points, Is: AtMost, N: 2}
	cfg.pointsRead = true
	g, err := New(cfg, &Setup{Arena: []Standing{at(0, 0, sideA)}})
	if err != nil {
		t.Fatal(err)
	}
	stalls(t, g, rules.SBCOscillates)
	if err := g.Concede(sideA); err != nil {
		t.Fatal(err)
	}
}

// Through two definitions, too; in layers it is accepted, and takes a pass for
// each.
func TestRule_12_1_8_StaticAbilitiesInLayers(t *testing.T) {
	t.Parallel()
	when := func(n int16, sel Selector) Ability {
		return Ability{When: Always, If: []Condition{{What: Points, Is: AtLeast, N: n}}, Effects: []Instruction{{Op: OpPoints, Of: sel, N: 2}}}
	}
	card := func(name string) Selector { return Selector{From: FromArena, Card: name} }
	spec := row(4,
		Def{Name: "x", Points: 3, Abilities: []Ability{when(3, card("y"))}},
		Def{Name: "y", Points: 1, Abilities: []Ability{when(3, card("z"))}},
		Def{Name: "z", Points: 1})
	cfg := mustConfig(t, spec)
	if cfg.depth != 1 {
		t.Fatalf("depth %d", cfg.depth)
	}
	g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(1, 1, sideA), at(2, 2, sideA)}})
	score(t, g, 9, 0)
	spec.Defs[2].Abilities = []Ability{when(3, card("x"))}
	if _, err := NewConfig(spec); err == nil {
		t.Fatal("a circle of three is accepted")
	}
}

func TestRule_12_1_9_SanctionedIrregularityNeedsAJudge(t *testing.T) {
	t.Parallel()
	g := start(t, row(4, Def{Name: "x"}), Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	if err := g.Report(rules.Irregularity{Rule: rules.R7_1_1}); err == nil {
		t.Fatal("no irregularity of rule 7.1.1 stops a game")
	}
	if err := g.Report(rules.Irregularity{Rule: rules.R12_1_3, Card: -1, Space: 2}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Held)
	held := g.Snapshot()
	for _, r := range []Ruling{
		{Kind: DrawUnsanctioned}, {Kind: DrawUnsanctioned, Revealed: true}, {Kind: RestoreSnapshot}, {Kind: RestoreSnapshot, Snapshot: &held}, {Kind: 9},
	} {
		if err := g.Rule(r); err == nil {
			t.Errorf("%+v is accepted", r)
		}
		if g.Snapshot() != held {
			t.Fatal("a refused ruling has changed the state")
		}
	}
	if len(g.Legal(nil)) != 0 {
		t.Fatal("there are choices during a hold")
	}
	if err := g.Report(rules.Irregularity{Rule: rules.R12_1_3}); !errors.As(err, new(rules.Hold)) {
		t.Fatalf("%v", err)
	}
}

func TestRule_12_1_9_UnsanctionedRollbackOrDraw(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "x"}, Def{Name: "mover", Abilities: []Ability{starts}})
	spec.Sanctioned = false
	play := func() (*Game, State, State) {
		g := start(t, spec, Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 1, sideA)}})
		status(t, g, Deciding)
		first := g.Snapshot()
		passTurn(t, g)
		second := g.Snapshot()
		return g, first, second
	}
	irr := rules.Irregularity{Rule: rules.R12_1_2, Card: 1, Space: -1}

	// Nothing private was revealed: the rollback is exact, and no draw.
	g, first, _ := play()
	if err := g.Report(irr); err != nil {
		t.Fatal(err)
	}
	if err := g.Rule(Ruling{Kind: ContinueAsIs}); err == nil {
		t.Fatal("nobody can settle an irregularity outside sanctioned play")
	}
	if err := g.Rule(Ruling{Kind: DrawUnsanctioned, Exact: true}); err == nil {
		t.Fatal("a draw although a complete rollback is possible")
	}
	if err := g.Rule(Ruling{Kind: RestoreSnapshot, Snapshot: &first}); err != nil {
		t.Fatal(err)
	}
	if g.Snapshot() != first {
		t.Fatal("the rollback is not exact")
	}

	// A card has become public: the rollback is not complete.
	h, _, second := play()
	apply(t, h, Choice{Summon, sideB, perSide, 3})
	if err := h.Report(irr); err != nil {
		t.Fatal(err)
	}
	if err := h.Rule(Ruling{Kind: RestoreSnapshot, Snapshot: &second}); err == nil {
		t.Fatal("a rollback over a revealed card")
	}
	if err := h.Rule(Ruling{Kind: DrawUnsanctioned, Exact: true, Revealed: true}); err != nil {
		t.Fatal(err)
	}
	result(t, h, 0, rules.IrreversibleIrregularity, rules.R12_1_9)

	// Not every action can be reversed.
	k, _, _ := play()
	if err := k.Report(irr); err != nil {
		t.Fatal(err)
	}
	other := start(t, spec, Setup{Hands: [2][]int{{1}, {0}}, Arena: []Standing{at(0, 1, sideA)}}).Snapshot()
	if err := k.Rule(Ruling{Kind: RestoreSnapshot, Snapshot: &other}); err == nil {
		t.Fatal("a rollback into another game")
	}
	if err := k.Rule(Ruling{Kind: DrawUnsanctioned}); err != nil {
		t.Fatal(err)
	}
	result(t, k, 0, rules.IrreversibleIrregularity, rules.R12_1_9)
}
