package momon

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"tourney/internal/rules"
)

// Every fault is refused with the place of the field.
func TestConfigRefusals(t *testing.T) {
	t.Parallel()
	card := func(abilities ...Ability) func(*Spec) {
		return func(s *Spec) { s.Defs = []Def{{Name: "x", Abilities: abilities}} }
	}
	effect := func(e Instruction) func(*Spec) { return card(does(WhenSummoned, ScopeSelf, e)) }
	several := Selector{From: FromArena}
	for _, c := range []struct {
		want   string
		change func(*Spec)
	}{
		{"spaces:", func(s *Spec) { s.Spaces = 0 }},
		{"spaces:", func(s *Spec) { s.Spaces = 65 }},
		{"width:", func(s *Spec) { s.Width = 0 }},
		{"width:", func(s *Spec) { s.Width = 17 }},
		{"adjacent:", func(s *Spec) { s.Adjacent = []uint64{1} }},
		{"adjacent[1]:", func(s *Spec) { s.Spaces, s.Width, s.Adjacent = 2, 2, []uint64{2, 2} }},
		{"adjacent[0]:", func(s *Spec) { s.Spaces, s.Width, s.Adjacent = 2, 2, []uint64{4, 1} }},
		{"adjacent[1]:", func(s *Spec) { s.Spaces, s.Width, s.Adjacent = 2, 2, []uint64{2, 0} }},
		{"max_turns:", func(s *Spec) { s.MaxTurns = 0 }},
		{"max_turns:", func(s *Spec) { s.MaxTurns = 101 }},
		{"limits.queue:", func(s *Spec) { s.Limits.Queue = 0 }},
		{"limits.queue:", func(s *Spec) { s.Limits.Queue = 65 }},
		{"limits.chain:", func(s *Spec) { s.Limits.Chain = 10 }},
		{"limits.states:", func(s *Spec) { s.Limits.States = 0 }},
		{"limits.iterations:", func(s *Spec) { s.Limits.Iterations = 1_000_001 }},
		{"token_points:", func(s *Spec) { s.TokenPoints = -32000 }},
		{"tokens:", func(s *Spec) { s.Tokens = 49 }},
		{"plan[0]:", func(s *Spec) { s.Plan = []Step{9} }},
		{"plan[1]:", func(s *Spec) { s.Plan = []Step{StepSummon, StepEnd, StepProcess} }},
		{"plan:", func(s *Spec) { s.Plan = []Step{StepEnd} }},
		{"plan:", func(s *Spec) { s.Plan = []Step{StepSummon} }},
		{"plan:", func(s *Spec) { s.Plan = []Step{StepSummon, StepSummon, StepEnd} }},
		{"cards:", func(s *Spec) { s.Defs = make([]Def, 65) }},
		{"cards[0].name:", func(s *Spec) { s.Defs = []Def{{}} }},
		{"cards[1].name:", func(s *Spec) { s.Defs = []Def{{Name: "x"}, {Name: "x"}} }},
		{"cards[0].points:", func(s *Spec) { s.Defs = []Def{{Name: "x", Points: 32000}} }},
		{"cards[0].abilities:", card(make([]Ability, 9)...)},
		{"cards[31].abilities:", func(s *Spec) {
			for i := range 40 {
				d := Def{Name: string(rune('A' + i))}
				for range 8 {
					d.Abilities = append(d.Abilities, does(WhenSummoned, ScopeSelf, Instruction{Op: OpNone}))
				}
				s.Defs = append(s.Defs, d)
			}
		}},
		{"cards[0].abilities[0].when", card(Ability{When: 99})},
		{"cards[0].abilities[0].of:", card(does(Always, ScopeAny, Instruction{Op: OpPoints}))},
		{"cards[0].abilities[0].of:", card(does(WhenTurnEnds, ScopeSelf, Instruction{Op: OpNone}))},
		{"cards[0].abilities[0].of:", card(does(WhenMoved, ScopeOwnTurn, Instruction{Op: OpNone}))},
		{"cards[0].abilities[0].if:", card(Ability{If: make([]Condition, 3), Effects: []Instruction{{Op: OpNone}}})},
		{"cards[0].abilities[0].if[0].what:", card(Ability{If: []Condition{{What: 99}}, Effects: []Instruction{{Op: OpNone}}})},
		{"cards[0].abilities[0].effects:", card(Ability{})},
		{"cards[0].abilities[0].effects:", card(Ability{Effects: make([]Instruction, 9)})},
		{"cards[0].abilities[0].effects:", card(Ability{When: Always, Once: true, Effects: []Instruction{{Op: OpPoints}}})},
		{"cards[0].abilities[0].effects[0].op:", card(does(Always, ScopeSelf, Instruction{Op: OpNone}))},
		{"cards[0].abilities[0].effects[0].op:", effect(Instruction{Op: 99})},
		{"cards[0].abilities[0].effects[1].op:", card(does(WhenMoved, ScopeAny, Instruction{Op: OpChoose, N: 2}, Instruction{Op: OpChoose, N: 2}, Instruction{Op: OpNone}, Instruction{Op: OpNone}))},
		{"cards[0].abilities[0].effects[0].n:", effect(Instruction{Op: OpChoose, N: 2})},
		{"cards[0].abilities[0].effects[0].of.from:", effect(Instruction{Op: OpPoints, Of: Selector{From: 99}})},
		{"cards[0].abilities[0].effects[0].of.card:", effect(Instruction{Op: OpPoints, Of: Selector{Kind: "a", Card: "x"}})},
		{"cards[0].abilities[0].effects[0].of.card:", effect(Instruction{Op: OpPoints, Of: Selector{Card: "nobody"}})},
		{"cards[0].abilities[0].effects[0].with.kind:", effect(Instruction{Op: OpSwap, With: Selector{Kind: "none"}})},
		{"cards[0].abilities[0].effects[0].with.from:", effect(Instruction{Op: OpSwap, With: Selector{From: 99}})},
		{"cards[0].abilities[0].effects[0].while.what:", effect(Instruction{Op: OpPoints, While: Condition{Is: 99}})},
		{"cards[0].abilities[0].effects[0].to:", effect(Instruction{Op: OpMove, Of: several, To: ToAnywhere})},
		{"cards[0].abilities[0].effects[0].space:", effect(Instruction{Op: OpMove, To: ToSpace, Space: 64})},
		{"cards[0].abilities[0].effects[0].with:", effect(Instruction{Op: OpSwap, With: several})},
		{"cards[0].abilities[0].effects[0].with:", effect(Instruction{Op: OpSwap, Of: Selector{Pick: Chosen}, With: Selector{Pick: Chosen, By: Opponent}})},
		{"cards[0].abilities[0].effects[0].of:", effect(Instruction{Op: OpSnatch, Of: several})},
		{"cards[0].abilities[0].effects[0].n:", effect(Instruction{Op: OpPoints, N: 31_000})},
		{"cards[0].abilities[0].effects[0].n:", effect(Instruction{Op: OpPackage, N: 0, To: ToAnywhere})},
		{"cards[0].abilities[0].effects[0].to:", effect(Instruction{Op: OpPackage, N: 1, To: ToNext})},
		{"cards[0].abilities[0].effects[0].zone:", effect(Instruction{Op: OpPackage, N: 1, To: ToAnywhere, Zone: Deck, Of: Selector{Card: "x"}})},
		{"cards[0].abilities[0].effects[0].who:", effect(Instruction{Op: OpControl, Who: ActivePlayer, Lasts: ThisTurn})},
		{"cards[0].abilities[0].effects[0].lasts:", effect(Instruction{Op: OpMove, Lasts: While})},
	} {
		spec := DefaultSpec()
		c.change(&spec)
		if _, err := NewConfig(spec); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want a refusal that begins with %s", err, c.want)
		}
	}
}

// A Config cannot be changed through what it was made from or gives out, and
// its digest tells different rules apart.
func TestConfigIsImmutable(t *testing.T) {
	t.Parallel()
	spec := abilitySpec()
	cfg := mustConfig(t, spec)
	digest := cfg.Digest()
	spec.Defs[0].Abilities[0].Effects[0].Op = OpNone
	given := cfg.Spec()
	given.Defs[1].Abilities[0].If = []Condition{{}}
	given.Plan[0] = StepEnd
	if again := mustConfig(t, cfg.Spec()); again.Digest() != digest {
		t.Fatal("the Config has changed")
	}
	if mustConfig(t, spec).Digest() == digest {
		t.Fatal("other rules have the same digest")
	}
	quiet := cfg.Spec()
	quiet.Snatch = nil
	if mustConfig(t, quiet).Digest() == digest {
		t.Fatal("the Snatch rule is not in the digest")
	}
	if cfg.DefIndex("c") != 2 || cfg.DefIndex("nobody") != -1 {
		t.Fatal("cards are not found by name")
	}
}

// Points may come from the Marking Tokens, and neighbours from a list.
func TestConfigAlternatives(t *testing.T) {
	t.Parallel()
	spec := row(3, Def{Name: "x", Points: 5, Abilities: []Ability{does(Always, ScopeSelf, Instruction{Op: OpPoints, Of: Selector{From: FromAdjacent}, N: 10})}})
	spec.PointsOnTokens, spec.TokenPoints = true, 1
	spec.Adjacent = []uint64{0b100, 0, 0b001}
	g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(1, 0, sideB)}})
	score(t, g, 1, 1)
	h := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(2, 0, sideB)}})
	score(t, h, 11, 11)
	if h.Config().Spec().TokenPoints != 1 {
		t.Fatal("the game has another Config")
	}
}

func TestSetupRefusals(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "x", Points: 30_000})
	spec.Tokens = 2
	cfg := mustConfig(t, spec)
	many := make([]int, perSide+1)
	for _, c := range []struct {
		want  string
		setup Setup
	}{
		{"first:", Setup{First: rules.NoSide}},
		{"turns:", Setup{Turns: [2]int{8, 8}}},
		{"arena[0]:", Setup{Arena: []Standing{{Owner: 2}}}},
		{"arena[0]:", Setup{Arena: []Standing{{Controller: 2}}}},
		{"arena[0].space:", Setup{Arena: []Standing{{Space: 4}}}},
		{"arena[0].space:", Setup{Arena: []Standing{{Space: -1}}}},
		{"arena[1].space:", Setup{Arena: []Standing{{}, {}}}},
		{"arena[0]:", Setup{Arena: []Standing{{Def: 1}}}},
		{"arena[0].bonus:", Setup{Arena: []Standing{{Bonus: 5000}}}},
		{"arena:", Setup{Arena: []Standing{{Space: 0}, {Space: 1}, {Space: 2}}}},
		{"hands.A[24]:", Setup{Hands: [2][]int{many, nil}}},
		{"hands.B[0]:", Setup{Hands: [2][]int{nil, {-1}}}},
		{"decks.A[24]:", Setup{Decks: [2][]int{many, nil}}},
		{"decks.B[0]:", Setup{Decks: [2][]int{nil, {7}}}},
	} {
		if _, err := New(cfg, &c.setup); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want a refusal that begins with %s", err, c.want)
		}
		if _, err := Replay(cfg, &c.setup, nil); err == nil {
			t.Error("Replay accepts it")
		}
	}
}

// A state is compared as one block of memory: it has no padding, no pointers,
// and its public part has at most a kilobyte.
func TestStateLayout(t *testing.T) {
	t.Parallel()
	if size := unsafe.Sizeof(RR{}); size > 1024 {
		t.Errorf("the Rules-Relevant State has %d bytes", size)
	}
	var size func(reflect.Type) uintptr
	size = func(x reflect.Type) uintptr {
		switch x.Kind() {
		case reflect.Struct:
			n := uintptr(0)
			for i := range x.NumField() {
				n += size(x.Field(i).Type)
			}
			return n
		case reflect.Array:
			return uintptr(x.Len()) * size(x.Elem())
		case reflect.Bool, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Int16, reflect.Int32, reflect.Int64:
			return x.Size()
		default:
			t.Errorf("a state holds a %s", x)
			return 0
		}
	}
	for _, x := range []reflect.Type{reflect.TypeFor[RR](), reflect.TypeFor[core]()} {
		if got := size(x); got != x.Size() {
			t.Errorf("%s has %d bytes of padding", x, x.Size()-got)
		}
	}
	size(reflect.TypeFor[State]())
	if n := unsafe.Sizeof(Choice{}); n != 4 {
		t.Errorf("a choice has %d bytes", n)
	}
}

// A game as it is stored has less than 300 bytes.
func TestStoredGameIsSmall(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, abilitySpec())
	var r rng = 9
	var setup Setup
	total := 0
	const games = 200
	for range games {
		dealt(&r, &setup)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		var log Log
		for move(t, g, &r, &log) {
		}
		raw, err := log.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		total += len(raw)
	}
	if total/games >= 300 {
		t.Errorf("a stored game has %d bytes on average", total/games)
	}
}
