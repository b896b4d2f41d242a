package momon

import (
	"slices"
	"testing"

	"tourney/internal/rules"
)

// Without abilities nothing ever moves, and Legal never offers a move.
func TestRule_12_2_1_NoMoveWithoutAnAbility(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, plainSpec())
	var r rng = 7
	var setup Setup
	for range 50 {
		dealt(&r, &setup)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		events := watchEvents(g)
		for g.Advance() == Deciding {
			legal := g.Legal(nil)
			for _, c := range legal {
				if c.Kind != Summon && c.Kind != Pass {
					t.Fatalf("%+v is offered", c)
				}
			}
			if err := g.Apply(legal[r.below(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		if countEvents(*events, EventMove)+countEvents(*events, EventSwap) != 0 {
			t.Fatal("a Momon has moved")
		}
	}
}

// A Move changes the Space and nothing else.
func TestRule_12_2_1_MoveKeepsTheObject(t *testing.T) {
	t.Parallel()
	spec := row(3, Def{Name: "x", Points: 4, Abilities: []Ability{starts}})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{{Space: 0, Def: 0, Owner: sideB, Controller: sideA, Bonus: 3}}})
	before := g.objects[perSide]
	status(t, g, Deciding)
	after := g.objects[perSide]
	if after.space != 1 || g.arena[0] != 0 || g.arena[1] != perSide+1 {
		t.Fatalf("%+v", after)
	}
	after.space = 0
	if before != after {
		t.Fatalf("%+v became %+v", before, after)
	}
}

// A Move to an occupied or nonexistent Space changes nothing and triggers
// nothing; State-Based Conditions are performed all the same.
func TestRule_12_2_2_ImpossibleMoves(t *testing.T) {
	t.Parallel()
	watcher := does(WhenMoved, ScopeAny, Instruction{Op: OpPoints, Of: onSelf, N: 1})
	for name, move := range map[string]Instruction{
		"occupied":    {Op: OpMove, Of: onSelf, To: ToNext},
		"nonexistent": {Op: OpMove, Of: onSelf, To: ToSpace, Space: 2},
		"before 0":    {Op: OpMove, Of: onSelf, To: ToPrevious},
		"own":         {Op: OpMove, Of: onSelf, To: ToSpace, Space: 0},
		"none free":   {Op: OpMove, Of: onSelf, To: ToAnywhere},
	} {
		spec := row(2, Def{Name: "x", Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, move)}}, Def{Name: "y", Abilities: []Ability{watcher}})
		g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)}})
		g.nextStep()
		before := g.core
		before.queue, before.queued = [maxQueue]trigger{}, 0
		events := watchEvents(g)
		g.do(workItem)
		if g.core != before || g.waits != 0 {
			t.Errorf("%s: the state has changed", name)
		}
		if countEvents(*events, EventMove) != 0 || countEvents(*events, EventSBC) != 1 {
			t.Errorf("%s: events %v", name, *events)
		}
	}
}

// Effects that handle the occupied Space say how.
func TestRule_12_2_2_OccupiedSpaceHandled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		spaces   uint8
		occupied Occupied
		x, y     int
		trash    uint8
	}{
		{"blocked", 3, Blocked, 0, 1, 0},
		{"pushed", 3, Push, 1, 2, 0},
		{"pushed off the Arena", 2, Push, 0, 1, 0},
		{"exchanged", 3, Exchange, 1, 0, 0},
		{"replaced", 3, Replace, 1, -1, 1},
	} {
		spec := row(c.spaces,
			Def{Name: "x", Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpMove, Of: onSelf, To: ToNext, Occupied: c.occupied})}},
			Def{Name: "y"})
		g := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)}})
		g.Advance()
		sound(t, g)
		if x, y := spaceOf(g, 0), spaceOf(g, 1); x != c.x || y != c.y || g.trashes[1] != c.trash {
			t.Errorf("%s: x in %d, y in %d, %d in the trash", c.name, x, y, g.trashes[1])
		}
	}
}

// Both Momon of a swap change Spaces in one write, and keep their Controllers.
func TestRule_12_2_3_Swap(t *testing.T) {
	t.Parallel()
	spec := row(4,
		Def{Name: "x", Points: 1, Abilities: []Ability{
			does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpSwap, Of: onSelf, With: Selector{From: FromArena, Whose: Enemys, Pick: Strongest}}),
			does(WhenSwapped, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: 1}),
		}},
		Def{Name: "y", Points: 5})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{at(0, 0, sideA), at(3, 1, sideB)}})
	status(t, g, Deciding)
	if spaceOf(g, 0) != 3 || spaceOf(g, 1) != 0 {
		t.Fatalf("x in %d, y in %d", spaceOf(g, 0), spaceOf(g, 1))
	}
	score(t, g, 2, 5)
	// A Momon cannot be swapped with itself.
	spec.Defs[0].Abilities[0].Effects[0].With = onSelf
	h := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{at(0, 0, sideA)}})
	status(t, h, Deciding)
	score(t, h, 1, 0)
}

// swapper is a Momon of B that swaps with what an enemy summons; a bouncer,
// whose ability comes first, returns that to the hand.
func swapper(t *testing.T, bounces bool) *Game {
	t.Helper()
	spec := row(4, Def{Name: "bouncer"},
		Def{Name: "swapper", Abilities: []Ability{does(WhenSummoned, ScopeEnemy, Instruction{Op: OpSwap, Of: onSelf, With: onSource})}},
		Def{Name: "x"})
	if bounces {
		spec.Defs[0].Abilities = []Ability{does(WhenSummoned, ScopeEnemy, Instruction{Op: OpReturn, Of: onSource, Zone: Hand})}
	}
	g := start(t, spec, Setup{Hands: [2][]int{{2}, nil}, Arena: []Standing{at(0, 0, sideB), at(1, 1, sideB)}})
	status(t, g, Deciding)
	return g
}

// One of the two has left, so neither moves.
func TestRule_12_2_3_SwapWithOneThatLeft(t *testing.T) {
	t.Parallel()
	g := swapper(t, false)
	apply(t, g, Choice{Summon, sideA, 0, 3})
	if spaceOf(g, 1) != 3 || spaceOf(g, 2) != 1 {
		t.Fatal("the swap itself does not work")
	}
	g = swapper(t, true)
	events := watchEvents(g)
	apply(t, g, Choice{Summon, sideA, 0, 3})
	if spaceOf(g, 1) != 1 || spaceOf(g, 2) != -1 || countEvents(*events, EventSwap) != 0 {
		t.Fatalf("swapper in %d", spaceOf(g, 1))
	}
	if countEvents(*events, EventResolved) != 2 {
		t.Fatal("the swap was not resolved")
	}
}

// It has left and come back, and is another object.
func TestRule_12_2_3_SwapWithOneThatCameBack(t *testing.T) {
	t.Parallel()
	g := swapper(t, false)
	g.choose(Choice{Summon, sideA, 0, 3})
	if g.queued != 1 || g.queue[0].source != 1 {
		t.Fatalf("%+v", g.queue[:2])
	}
	g.leave(0, Hand)
	g.sbc()
	g.hand &^= 1
	g.hands[0]--
	g.enter(0, 3, sideA)
	g.sbc()
	// The swap of the first summon names nothing any more; that of the second
	// is another trigger.
	if g.queued != 2 || g.queue[0].source != 0 || g.queue[1].source != 1 {
		t.Fatalf("%+v", g.queue[:3])
	}
	before := g.arena
	g.do(workItem)
	if g.arena != before {
		t.Fatal("a Momon has moved")
	}
	sound(t, g)
	g.do(workItem)
	if spaceOf(g, 1) != 3 || spaceOf(g, 2) != 1 {
		t.Fatal("the second swap does not work")
	}
}

// To move or swap next to weaker enemies takes no control, unless the
// effect makes a Snatch Check.
func TestRule_12_2_4_NoSnatchAfterMoveOrSwap(t *testing.T) {
	t.Parallel()
	for _, checks := range []bool{false, true} {
		for _, swaps := range []bool{false, true} {
			move := Instruction{Op: OpMove, Of: onSelf, To: ToNext}
			if swaps {
				move = Instruction{Op: OpSwap, Of: onSelf, With: Selector{From: FromArena, Card: "z", Pick: Strongest}}
			}
			effects := []Instruction{move}
			if checks {
				effects = append(effects, Instruction{Op: OpSnatch, Of: onSelf})
			}
			spec := row(5,
				Def{Name: "five", Power: 5, Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, effects...)}},
				Def{Name: "one", Power: 1, Points: 1}, Def{Name: "z", Power: 5})
			spec.Snatch = StrongerNeighbour{}
			arena := []Standing{at(0, 0, sideA), at(2, 1, sideB)}
			if swaps {
				arena = []Standing{at(0, 0, sideA), at(2, 1, sideB), at(3, 2, sideA)}
			}
			g := start(t, spec, Setup{Hands: [2][]int{{1}, nil}, Arena: arena})
			events := watchEvents(g)
			status(t, g, Deciding)
			want := rules.SideB
			if checks {
				want = rules.SideA
			}
			one := g.objects[perSide]
			if one.ctrl() != want || (countEvents(*events, EventSnatch) != 0) != checks {
				t.Errorf("checks %v, swaps %v: the weaker one is %s's", checks, swaps, one.ctrl())
			}
		}
	}
}

// An ability triggered by a snatch, and the Snatch Check of a package.
func TestRule_12_2_4_SnatchesOutOfPackages(t *testing.T) {
	t.Parallel()
	for _, snatches := range []bool{false, true} {
		spec := row(4,
			Def{Name: "caller", Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpPackage, N: 1, Zone: Deck, To: ToFirstEmpty})}},
			Def{Name: "weak", Power: 1, Abilities: []Ability{does(WhenSnatched, ScopeSelf, Instruction{Op: OpPoints, Of: onSelf, N: 3})}},
			Def{Name: "strong", Power: 9})
		spec.Snatch = StrongerNeighbour{}
		spec.PackageSnatch = snatches
		g := start(t, spec, Setup{Hands: [2][]int{{1}, nil}, Decks: [2][]int{{2}, nil}, Arena: []Standing{at(0, 0, sideA), at(2, 1, sideB)}})
		status(t, g, Deciding)
		if snatches {
			score(t, g, 3, 0)
		} else {
			score(t, g, 0, 0)
		}
	}
}

// Of two Momon that may be swapped there is one pair, not two.
func TestRule_12_2_3_EachPairOnce(t *testing.T) {
	t.Parallel()
	any := Selector{From: FromArena, Pick: Chosen}
	spec := row(4, Def{Name: "x", Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpSwap, Of: any, With: any})}}, Def{Name: "y"})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{at(0, 0, sideA), at(1, 1, sideA), at(3, 1, sideB)}})
	status(t, g, Deciding)
	if got := g.Legal(nil); !slices.Equal(got, []Choice{{Target, sideA, 0, 1}, {Target, sideA, 0, 3}, {Target, sideA, 1, 3}}) {
		t.Fatalf("%v", got)
	}
	apply(t, g, Choice{Target, sideA, 0, 3})
	if g.arena[0] != perSide+1 || g.arena[3] != 1 {
		t.Fatal("the chosen pair was not swapped")
	}
}

// A Snatch Attempt is on a neighbour of the other player as it then stands:
// one that has come over meanwhile is left alone.
func TestRule_12_2_4_NoAttemptOnOnesOwn(t *testing.T) {
	t.Parallel()
	spec := row(3,
		Def{Name: "lender", Abilities: []Ability{does(WhenSummoned, ScopeAlly,
			Instruction{Op: OpControl, Of: Selector{From: FromSource, Card: "weak"}, Who: Opponent, Lasts: While, While: Condition{What: EnemyMomon, Is: AtLeast, N: 2}})}},
		Def{Name: "strong", Power: 9}, Def{Name: "weak", Power: 1})
	spec.Snatch = StrongerNeighbour{}
	spec.Spaces, spec.Width = 6, 3
	// A's weak one in 3 is lent to B while B has another Momon, that in 1.
	g := start(t, spec, Setup{Hands: [2][]int{{2, 1}, {2}}, Arena: []Standing{at(5, 0, sideA), at(1, 2, sideB)}})
	status(t, g, Deciding)
	apply(t, g, Choice{Summon, sideA, 1, 3})
	if g.objects[1].ctrl() != sideB {
		t.Fatal("the Momon is not lent")
	}
	passTurn(t, g)
	// The strong one in 0 is between both: it takes 1 first, and with that 3
	// comes back by itself.
	events := watchEvents(g)
	apply(t, g, Choice{Summon, sideA, 2, 0})
	if n := countEvents(*events, EventSnatch); n != 1 || g.occ[1] != 0 {
		t.Fatalf("%d attempts, B controls %b", n, g.occ[1])
	}
}

// An ability that works once a turn works again in the next.
func TestRule_12_1_8_OnceATurn(t *testing.T) {
	t.Parallel()
	counter := Ability{When: WhenSummoned, Of: ScopeOther, Once: true, Effects: []Instruction{{Op: OpPoints, Of: onSelf, N: 1}}}
	caller := does(WhenSummoned, ScopeSelf, Instruction{Op: OpPackage, N: 2, Zone: Deck, To: ToFirstEmpty})
	spec := row(12, Def{Name: "counter", Abilities: []Ability{counter}}, Def{Name: "caller", Abilities: []Ability{caller}}, Def{Name: "x"})
	g := start(t, spec, Setup{
		Hands: [2][]int{{1, 2}, {2}}, Decks: [2][]int{{2, 2}, nil}, Arena: []Standing{at(11, 0, sideA)},
	})
	status(t, g, Deciding)
	apply(t, g, Choice{Summon, sideA, 1, 5})
	if n := count(g.occ[0]); n != 4 {
		t.Fatalf("%d Momon of A", n)
	}
	score(t, g, 1, 0)
	apply(t, g, Choice{Summon, sideB, perSide, 7})
	score(t, g, 2, 0)
}

// A package takes the top of a full deck.
func TestRule_12_2_1_PackageOutOfAFullDeck(t *testing.T) {
	t.Parallel()
	caller := does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpPackage, N: 3, Zone: Deck, To: ToFirstEmpty})
	spec := row(12, Def{Name: "caller", Abilities: []Ability{caller}}, Def{Name: "x", Points: 1}, Def{Name: "y", Points: 10}, Def{Name: "z", Points: 100})
	deck := make([]int, perSide-1)
	for i := range deck {
		deck[i] = 1 + i%3
	}
	g := start(t, spec, Setup{Hands: [2][]int{nil, {1}}, Decks: [2][]int{deck, nil}, Arena: []Standing{at(11, 0, sideA)}})
	g.nextStep()
	for g.work() != workIdle {
		g.do(g.work())
		sound(t, g)
	}
	score(t, g, 111, 0)
	full := make([]int, perSide)
	other := does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpPackage, Who: Opponent, N: 1, Zone: Deck, To: ToFirstEmpty})
	spec.Defs[0].Abilities = []Ability{other}
	h := start(t, spec, Setup{Decks: [2][]int{nil, full}, Arena: []Standing{at(11, 0, sideA)}})
	h.nextStep()
	h.do(workItem)
	h.do(workItem)
	sound(t, h)
	if h.decks[1] != perSide-1 || h.occ[1] != 1 {
		t.Fatalf("deck of %d, B's Spaces %b", h.decks[1], h.occ[1])
	}
}
