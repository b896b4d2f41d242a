package momon

import (
	"slices"
	"testing"

	"tourney/internal/rules"
)

// whatever is not among the legal choices is refused and changes nothing.
func TestRule_12_3_1_OnlyLegalChoices(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, abilitySpec())
	var r rng = 13
	var setup Setup
	for range 20 {
		dealt(&r, &setup)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		for g.Advance() == Deciding {
			legal := g.Legal(nil)
			before := g.Snapshot()
			for range 30 {
				c := Choice{ChoiceKind(r.below(12)), rules.Side(r.below(3)), uint8(r.below(64)), uint8(r.below(70))}
				if !slices.Contains(legal, c) {
					if err := g.Apply(c); err == nil {
						t.Fatalf("%+v is accepted, legal are %v", c, legal)
					}
					if g.Snapshot() != before {
						t.Fatalf("%+v has changed the state", c)
					}
				}
			}
			if err := g.Apply(legal[r.below(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// An impossible option cannot be chosen next to a possible one; "no" to a
// "may" can.
func TestRule_12_3_2_ImpossibleOptionsAreNotOffered(t *testing.T) {
	t.Parallel()
	modal := Ability{When: WhenTurnStarts, Of: ScopeOwnTurn, Optional: true, Effects: []Instruction{
		{Op: OpChoose, N: 3},
		{Op: OpMove, Of: onSelf, To: ToNext}, // occupied
		{Op: OpPoints, Of: onSelf, N: 1},
		{Op: OpPoints, Of: onSelf, N: 0}, // possible, without effect
	}}
	spec := row(2, Def{Name: "x", Abilities: []Ability{modal}}, Def{Name: "y"})
	g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)}})
	status(t, g, Deciding)
	if got := g.Legal(nil); !slices.Equal(got, []Choice{{Kind: Decline, By: sideA}, {Kind: Accept, By: sideA}}) {
		t.Fatalf("%v", got)
	}
	apply(t, g, Choice{Kind: Accept, By: sideA})
	if got := g.Legal(nil); !slices.Equal(got, []Choice{{Mode, sideA, 1, 0}, {Mode, sideA, 2, 0}}) {
		t.Fatalf("modes %v", got)
	}
	refused(t, g, Choice{Mode, sideA, 0, 0}, rules.R12_3_2)
	refused(t, g, Choice{Mode, sideB, 1, 0}, rules.R12_3_1)
	apply(t, g, Choice{Mode, sideA, 1, 0})
	score(t, g, 1, 0)
}

// Targets: of several Momon only those on which the instruction is possible.
func TestRule_12_3_2_TargetsThatCanMove(t *testing.T) {
	t.Parallel()
	spec := row(4,
		Def{Name: "x", Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpMove, Of: Selector{From: FromArena, Pick: Chosen, By: Opponent}, To: ToNext})}},
		Def{Name: "y"})
	g := start(t, spec, Setup{Hands: [2][]int{{1}, nil}, Arena: []Standing{at(0, 0, sideA), at(1, 1, sideA), at(3, 1, sideB)}})
	status(t, g, Deciding)
	// 0 is blocked and 3 is at the end: one possibility is no choice.
	if g.dec.kind == decideTarget || g.arena[2] == 0 {
		t.Fatalf("%+v", g.Legal(nil))
	}
	h := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(2, 1, sideB)}})
	status(t, h, Deciding)
	if got := h.Legal(nil); !slices.Equal(got, []Choice{{Target, sideB, 0, 1}, {Target, sideB, 2, 3}}) {
		t.Fatalf("%v", got)
	}
	refused(t, h, Choice{Target, sideB, 0, 2}, rules.R12_3_2)
	apply(t, h, Choice{Target, sideB, 2, 3})
	if h.arena[3] == 0 {
		t.Fatal("the chosen Momon has not moved")
	}
}

// If nothing is possible the instruction does nothing, without a decision, and
// the next one is carried out.
func TestRule_12_3_3_AllImpossible(t *testing.T) {
	t.Parallel()
	stuck := Ability{When: WhenTurnStarts, Of: ScopeOwnTurn, Optional: true, Effects: []Instruction{
		{Op: OpMove, Of: onSelf, To: ToNext},
		{Op: OpSwap, Of: onSelf, With: onSource},
		{Op: OpChoose, N: 2},
		{Op: OpMove, Of: onSelf, To: ToPrevious},
		{Op: OpReturn, Of: Selector{From: FromArena, Kind: "fire", Pick: Chosen}, Zone: Trash},
	}}
	spec := row(2, Def{Name: "x", Abilities: []Ability{stuck}}, Def{Name: "y"}, Def{Name: "f", Kind: "fire"})
	g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)}})
	events := watchEvents(g)
	g.Advance()
	if g.phase != over || countEvents(*events, EventResolved) == 0 {
		t.Fatalf("a decision is offered: %v", g.Legal(nil))
	}
	// One possible instruction among impossible ones is carried out.
	stuck.Effects = append(stuck.Effects, Instruction{Op: OpPoints, Of: onSelf, N: 4})
	spec.Defs[0].Abilities = []Ability{stuck}
	h := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)}})
	status(t, h, Deciding)
	apply(t, h, Choice{Kind: Accept, By: sideA})
	if h.objects[0].cur != 4 {
		t.Fatalf("%d points", h.objects[0].cur)
	}
}

// Triggers that waited together: the Active Player's first, then by
// definition; with ChooseOrder each player orders their own.
func TestRule_12_3_1_OrderOfTriggers(t *testing.T) {
	t.Parallel()
	gain := func(n int16) Ability {
		return does(WhenTurnStarts, ScopeEachTurn, Instruction{Op: OpPoints, Of: Selector{From: FromArena, Card: "mark"}, N: n, Set: true})
	}
	spec := row(5,
		Def{Name: "mark"},
		Def{Name: "one", Abilities: []Ability{gain(1)}}, Def{Name: "two", Abilities: []Ability{gain(2)}}, Def{Name: "three", Abilities: []Ability{gain(3)}})
	setup := Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 0, sideA), at(1, 3, sideA), at(2, 1, sideA), at(3, 2, sideB)}}
	g := start(t, spec, setup)
	g.nextStep()
	var order []uint8
	for _, tr := range g.queue[:g.queued] {
		order = append(order, g.cfg.abilities[tr.ability].def)
	}
	if !slices.Equal(order, []uint8{1, 3, 2}) {
		t.Fatalf("order %v", order)
	}
	spec.ChooseOrder = true
	h := start(t, spec, setup)
	status(t, h, Deciding)
	if got := h.Legal(nil); !slices.Equal(got, []Choice{{Order, sideA, 0, 0}, {Order, sideA, 1, 0}}) {
		t.Fatalf("%v", got)
	}
	refused(t, h, Choice{Order, sideA, 2, 0}, rules.R12_3_1)
	if err := h.Apply(Choice{Order, sideA, 1, 0}); err != nil {
		t.Fatal(err)
	}
	order = nil
	for _, tr := range h.queue[:h.queued] {
		order = append(order, h.cfg.abilities[tr.ability].def)
	}
	if !slices.Equal(order, []uint8{3, 1, 2}) {
		t.Fatalf("order %v", order)
	}
	status(t, h, Deciding)
	if h.dec.kind != decideSummon {
		t.Fatalf("%v", h.Legal(nil))
	}
}

// Triggers that are all the same need no order.
func TestRule_12_3_1_EqualTriggersNeedNoOrder(t *testing.T) {
	t.Parallel()
	watcher := does(WhenMoved, ScopeAny, Instruction{Op: OpPoints, Of: onSelf, N: 1})
	mover := does(WhenTurnStarts, ScopeOwnTurn,
		Instruction{Op: OpMove, Of: onSelf, To: ToNext}, Instruction{Op: OpMove, Of: onSelf, To: ToNext}, Instruction{Op: OpPoints, Of: onSelf, N: 0})
	spec := row(6, Def{Name: "watcher", Abilities: []Ability{watcher}}, Def{Name: "mover", Abilities: []Ability{mover}})
	spec.ChooseOrder = true
	g := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{at(5, 0, sideA), at(0, 1, sideA)}})
	status(t, g, Deciding)
	if g.dec.kind != decideSummon {
		t.Fatalf("%v", g.Legal(nil))
	}
	score(t, g, 2, 0)
	// Of two watchers and two moves, two pairs are alike: each order is offered
	// once.
	h := start(t, spec, Setup{Hands: [2][]int{{0}, nil}, Arena: []Standing{at(5, 0, sideA), at(4, 0, sideA), at(0, 1, sideA)}})
	status(t, h, Deciding)
	if got := h.Legal(nil); h.dec.kind != decideOrder || len(got) != 2 {
		t.Fatalf("%v", got)
	}
	n := h.ordering[0]
	for i := range n {
		c := Choice{Order, sideA, i, 0}
		if slices.Contains(h.Legal(nil), c) != h.allows(c) {
			t.Fatalf("%v is listed and not allowed, or the other way round", c)
		}
	}
}
