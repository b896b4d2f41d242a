package momon

import (
	"errors"
	"testing"

	"tourney/internal/rules"
)

// A declined Summon is a turn all the same.
func TestRule_7_1_1_DeclinedTurnsCount(t *testing.T) {
	t.Parallel()
	spec := DefaultSpec()
	spec.Defs = []Def{{Name: "one", Points: 1}}
	hand := []int{0, 0, 0, 0, 0, 0, 0, 0}
	g := start(t, spec, Setup{Hands: [2][]int{hand, hand}})
	for turn := range 16 {
		status(t, g, Deciding)
		if turn%2 == 0 {
			passTurn(t, g)
		} else {
			apply(t, g, Choice{Summon, sideB, uint8(perSide + turn/2), uint8(turn)})
		}
	}
	result(t, g, rules.Only(sideB), rules.SixteenTurn, rules.R7_3_2)
	if g.Turns() != [2]int{8, 8} {
		t.Fatalf("turns %v", g.Turns())
	}
	score(t, g, 0, 8)
}

// A player without cards passes without being asked.
func TestRule_7_1_1_EmptyHandsStillTakeTurns(t *testing.T) {
	t.Parallel()
	g := start(t, DefaultSpec(), Setup{First: sideB, SecondHoldsToken: true})
	result(t, g, rules.Only(sideA), rules.SixteenTurn, rules.R7_3_3)
	if g.Turns() != [2]int{8, 8} {
		t.Fatalf("turns %v", g.Turns())
	}
}

func TestRule_7_1_1_ImpossibleTurnCountsAreRefused(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, DefaultSpec())
	for _, turns := range [][2]int{{9, 8}, {8, 8}, {3, 5}, {5, 3}, {-1, 0}, {2, 3}} {
		if _, err := New(cfg, &Setup{Turns: turns}); err == nil {
			t.Errorf("turns %v are accepted", turns)
		}
	}
	for _, turns := range [][2]int{{0, 0}, {8, 7}, {7, 7}, {1, 0}} {
		if _, err := New(cfg, &Setup{Turns: turns}); err != nil {
			t.Errorf("turns %v: %v", turns, err)
		}
	}
}

// At the second player's eighth turn a package is still processed.
func TestRule_7_1_2_PackageBeforeTheEnd(t *testing.T) {
	t.Parallel()
	spec := DefaultSpec()
	spec.Defs = []Def{
		{Name: "nine", Points: 9},
		{Name: "eight", Points: 8, Abilities: []Ability{
			does(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpPackage, N: 1, Zone: Deck, To: ToFirstEmpty}),
		}},
		{Name: "two", Points: 2},
	}
	g := start(t, spec, Setup{
		Decks: [2][]int{nil, {2}},
		Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)},
		Turns: [2]int{8, 7},
	})
	score(t, g, 9, 8)
	result(t, g, rules.Only(sideB), rules.SixteenTurn, rules.R7_3_2)
	score(t, g, 9, 10)
	if r := g.Result(); r.Decider != rules.ControlScore || r.Score != [2]int64{9, 10} || r.Also != [2]rules.Ref{} {
		t.Fatalf("result %+v", r)
	}
}

// emptying is an Arena of 4x4 that is full at A's seventh Summon Step, 12 to
// 10, with an End-of-Turn Ability of A that returns its own 3-point Momon.
func emptying(t *testing.T) *Game {
	t.Helper()
	spec := DefaultSpec()
	spec.Snatch = StrongerNeighbour{}
	spec.Defs = []Def{
		{Name: "leaver", Points: 3, Power: 9, Abilities: []Ability{
			does(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpReturn, Of: onSelf, Zone: Hand}),
		}},
		{Name: "zero"}, {Name: "nine", Points: 9}, {Name: "ten", Points: 10},
	}
	arena := []Standing{at(0, 0, sideA), at(1, 2, sideA), at(2, 3, sideB)}
	for space := 3; space < 16; space++ {
		arena = append(arena, at(space, 1, rules.Side(space%2)))
	}
	return start(t, spec, Setup{
		Hands: [2][]int{{1}, {1}}, Arena: arena, Turns: [2]int{6, 6},
	})
}

// Neither Summon nor Snatch Check, the End Step is resolved, and
// the game ends although a Space has become empty.
func TestRule_7_2_2_FullArenaEmptied(t *testing.T) {
	t.Parallel()
	g := emptying(t)
	events := watchEvents(g)
	score(t, g, 12, 10)
	hand := g.hands
	result(t, g, rules.Only(sideB), rules.FullArena, rules.R7_3_2)
	score(t, g, 9, 10)
	if g.empty != 1 || g.hands[0] != hand[0]+1 || g.hands[1] != hand[1] {
		t.Fatalf("empty %d, hands %v", g.empty, g.hands)
	}
	if countEvents(*events, EventSummon) != 0 || countEvents(*events, EventPass) != 0 {
		t.Fatal("a Summon Step was offered")
	}
	if countEvents(*events, EventSnatch) != 0 {
		t.Fatal("a Snatch Attempt was made")
	}
	if countEvents(*events, EventEndStep) != 1 || countEvents(*events, EventFullArena) != 1 {
		t.Fatal("the latch or the End Step is missing")
	}
}

// A package that cannot be summoned does nothing; one that can, because a
// Space was freed, is summoned.
func TestRule_7_2_2_PackagesAfterTheLatch(t *testing.T) {
	t.Parallel()
	for _, frees := range []bool{false, true} {
		spec := row(2,
			Def{Name: "caller", Points: 1, Abilities: []Ability{
				does(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpPackage, N: 1, Zone: Deck, To: ToFirstEmpty}),
			}},
			Def{Name: "goer", Points: 1}, Def{Name: "caught", Points: 5})
		if frees {
			spec.Defs[1].Abilities = []Ability{does(WhenTurnEnds, ScopeEachTurn, Instruction{Op: OpReturn, Of: onSelf, Zone: Trash})}
		}
		g := start(t, spec, Setup{
			Decks: [2][]int{{2}, nil},
			Arena: []Standing{at(0, 0, sideA), at(1, 1, sideB)},
		})
		status(t, g, Over)
		if frees {
			score(t, g, 6, 0)
		} else {
			score(t, g, 1, 1)
		}
		if g.Result().Method != rules.FullArena {
			t.Fatalf("%+v", g.Result())
		}
	}
}

// Both ends at once: a full Arena at the second player's last Summon Step.
func TestRule_7_2_2_FullArenaInTheLastTurn(t *testing.T) {
	t.Parallel()
	spec := row(1, Def{Name: "one", Points: 1})
	g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA)}, Turns: [2]int{8, 7}})
	result(t, g, rules.Only(sideA), rules.FullArena, rules.R7_3_2)
	if g.Result().Also[0] != rules.R7_1_2 {
		t.Fatalf("also %v", g.Result().Also)
	}
}

func TestRule_7_2_1_LatchAtTheSummonStep(t *testing.T) {
	t.Parallel()
	spec := row(2, Def{Name: "one", Points: 1})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 0, sideA)}})
	status(t, g, Deciding)
	if g.FullArenaMet() {
		t.Fatal("the latch is set with an empty Space")
	}
	// A fills the Arena: nothing happens before B's Summon Step.
	var met []bool
	g.Observe(func(e Event) {
		if e.Kind == EventEndStep {
			met = append(met, g.FullArenaMet())
		}
	})
	apply(t, g, Choice{Summon, sideA, 1, 1})
	if !g.FullArenaMet() || len(met) != 2 || met[0] || !met[1] {
		t.Fatalf("latch %v, at the End Steps %v", g.FullArenaMet(), met)
	}
	result(t, g, rules.Only(sideA), rules.FullArena, rules.R7_3_2)
	if g.Turns() != [2]int{1, 1} {
		t.Fatalf("turns %v", g.Turns())
	}
}

// Full through an ability, emptied before the next Summon Step.
func TestRule_7_2_3_FullOnlyBetweenSummonSteps(t *testing.T) {
	t.Parallel()
	spec := row(3,
		Def{Name: "caller", Points: 1, Abilities: []Ability{
			does(WhenSummoned, ScopeSelf, Instruction{Op: OpPackage, N: 1, Zone: Deck, To: ToFirstEmpty}),
			does(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpReturn, Of: onSelf, Zone: Hand}),
		}},
		Def{Name: "one", Points: 1})
	g := start(t, spec, Setup{
		Hands: [2][]int{{0}, {1}}, Decks: [2][]int{{1}, nil},
		Arena: []Standing{at(0, 1, sideA)},
	})
	status(t, g, Deciding)
	full := false
	g.Observe(func(e Event) {
		if e.Kind == EventEndStep && e.By == sideA {
			full = g.empty == 0
		}
	})
	apply(t, g, Choice{Summon, sideA, 1, 1})
	if !full {
		t.Fatal("the Arena was not full in between")
	}
	status(t, g, Deciding)
	if g.FullArenaMet() || g.dec.kind != decideSummon || g.Active() != sideB {
		t.Fatalf("latch %v, active %s", g.FullArenaMet(), g.Active())
	}
}

// The Controller counts, not the Owner, and current values, not printed ones.
func TestRule_7_3_1_ScoreByController(t *testing.T) {
	t.Parallel()
	spec := row(4,
		Def{Name: "seven", Points: 7}, Def{Name: "minus", Points: -4},
		Def{Name: "aura", Abilities: []Ability{does(Always, ScopeSelf, Instruction{Op: OpPoints, Of: Selector{From: FromAdjacent}, N: 2})}})
	g := start(t, spec, Setup{Arena: []Standing{
		{Space: 0, Def: 0, Owner: sideA, Controller: sideB, Bonus: 1}, at(1, 2, sideA), at(2, 1, sideA),
	}})
	score(t, g, -2, 10)
}

func TestRule_7_3_2_GreaterScoreWins(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "nine", Points: 9}, Def{Name: "eight", Points: 8})
	for _, p := range []rules.Side{sideA, sideB} {
		g := start(t, spec, Setup{Turns: [2]int{8, 7}, Arena: []Standing{at(0, 0, p), at(1, 1, p.Other())}})
		result(t, g, rules.Only(p), rules.SixteenTurn, rules.R7_3_2)
	}
}

func TestRule_7_3_3_EqualScoresGoToTheToken(t *testing.T) {
	t.Parallel()
	spec := row(4, Def{Name: "nine", Points: 9},
		Def{Name: "thief", Abilities: []Ability{does(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpToken, Who: Controller})}})
	arena := []Standing{at(0, 0, sideA), at(1, 0, sideB)}
	for _, moved := range []bool{false, true} {
		g := start(t, spec, Setup{Turns: [2]int{8, 7}, Arena: arena, SecondHoldsToken: moved})
		winner := sideA
		if moved {
			winner = sideB
		}
		result(t, g, rules.Only(winner), rules.SixteenTurn, rules.R7_3_3)
		if g.Result().Decider != rules.FirstPlayerToken {
			t.Fatalf("%+v", g.Result())
		}
	}
	// The holder is state: it can change in the last End Step.
	g := start(t, spec, Setup{Turns: [2]int{8, 7}, Arena: append(arena, at(2, 1, sideB))})
	result(t, g, rules.Only(sideB), rules.SixteenTurn, rules.R7_3_3)
}

// A stall or a hold is no result; a game that goes on has none.
func TestRule_7_3_4_NoResultBeforeTheEnd(t *testing.T) {
	t.Parallel()
	g := start(t, row(2, Def{Name: "one"}), Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	if g.Result() != (rules.Result{}) || g.Result().Validate() == nil {
		t.Fatal("a game in progress has a storable result")
	}
	if err := g.Report(rules.Irregularity{Rule: rules.R12_1_3, Card: -1, Space: 1}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Held)
	if g.Result() != (rules.Result{}) {
		t.Fatal("a hold is no result")
	}
}

// A result says by what method and rule, and who or what decided.
func TestRule_7_3_5_ResultNamesItsCause(t *testing.T) {
	t.Parallel()
	var r rng = 11
	var setup Setup
	for _, spec := range []Spec{plainSpec(), abilitySpec()} {
		cfg := mustConfig(t, spec)
		for range 200 {
			dealt(&r, &setup)
			g, err := New(cfg, &setup)
			if err != nil {
				t.Fatal(err)
			}
			playOut(g, &r, nil, &tally{})
			if res := g.Result(); g.phase == over && (res.Method == rules.Reported || res.Rule.Set() != rules.Momon) {
				t.Fatalf("%+v", res)
			}
		}
	}
}

// No informal way ends a game: the machine has no input for one, and whatever
// is no choice of the rules is refused.
func TestRule_7_5_3_NoInformalEnd(t *testing.T) {
	t.Parallel()
	g := start(t, row(2, Def{Name: "one"}), Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	for kind := range 256 {
		for _, by := range []rules.Side{sideA, sideB} {
			c := Choice{Kind: ChoiceKind(kind), By: by, A: 200}
			if err := g.Apply(c); err == nil {
				t.Fatalf("%+v is accepted", c)
			}
		}
	}
	if err := g.Rule(Ruling{Kind: DrawUnsanctioned}); err == nil {
		t.Fatal("a draw out of nothing is accepted")
	}
}

// With a decision open, in the middle of an ability, before the first
// turn, during a hold and a stall, and while a loop is to be declared.
func TestRule_7_6_1_ConcessionInEveryState(t *testing.T) {
	t.Parallel()
	concede := func(g Game) {
		for _, p := range []rules.Side{sideA, sideB} {
			h := g
			if err := h.Concede(p); err != nil {
				t.Fatal(err)
			}
			result(t, &h, rules.Only(p.Other()), rules.Concession, rules.R7_6_1)
			before := h.Snapshot()
			if err := h.Concede(p.Other()); !errors.As(err, new(rules.GameOver)) {
				t.Fatalf("a second concession: %v", err)
			}
			if err := h.Apply(Choice{Kind: Pass, By: p}); !errors.As(err, new(rules.GameOver)) {
				t.Fatalf("a choice after the end: %v", err)
			}
			if h.Snapshot() != before {
				t.Fatal("the end has changed")
			}
		}
	}
	cfg := mustConfig(t, abilitySpec())
	var r rng = 3
	var setup Setup
	states := 0
	for states < 2000 {
		dealt(&r, &setup)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		concede(*g)
		for g.phase == running {
			// One piece of work at a time, so that states in the middle of
			// abilities and Snatch Checks are met.
			switch {
			case g.dec.kind != noDecision:
				legal := g.Legal(nil)
				g.choose(legal[r.below(len(legal))])
			case g.work() == workIdle:
				g.nextStep()
			default:
				g.do(g.work())
				if g.watch.chain++; g.watch.chain > 500 {
					g.stall(rules.Endless, true)
				}
			}
			if g.phase != over {
				concede(*g)
				states++
			}
		}
	}
	held := start(t, row(2), Setup{})
	if err := held.Report(rules.Irregularity{Rule: rules.R12_1_3, Card: -1, Space: 0}); err != nil {
		t.Fatal(err)
	}
	concede(*held)
	declaring := togglers(t, true)
	acceptAll(t, declaring)
	status(t, declaring, Declaring)
	concede(*declaring)
	if err := start(t, row(2), Setup{}).Concede(2); err == nil {
		t.Fatal("a third player concedes")
	}
}

// The evidence of a game that ends within a turn counts the turn as begun.
func TestRule_7_1_1_TurnsBegunInEvidence(t *testing.T) {
	t.Parallel()
	g := start(t, row(2, Def{Name: "one"}), Setup{Hands: [2][]int{{0}, {0}}})
	if e := g.Evidence(); e.Turns != [2]int32{0, 0} {
		t.Fatalf("turns %v before the first", e.Turns)
	}
	status(t, g, Deciding)
	passTurn(t, g)
	if err := g.Concede(sideB); err != nil {
		t.Fatal(err)
	}
	if e := g.Evidence(); e.Turns != [2]int32{1, 1} || g.Turns() != [2]int{1, 0} {
		t.Fatalf("turns %v begun, %v completed", e.Turns, g.Turns())
	}
}

// A concession after the Full-Arena condition is recorded still wins, even
// against a leader.
func TestRule_7_6_1_ConcessionAgainstARecordedFullArena(t *testing.T) {
	t.Parallel()
	g := emptying(t)
	g.Observe(func(e Event) {})
	for !g.FullArenaMet() {
		if g.work() == workIdle {
			g.nextStep()
		} else {
			g.do(g.work())
		}
	}
	if err := g.Concede(sideB); err != nil {
		t.Fatal(err)
	}
	result(t, g, rules.Only(sideA), rules.Concession, rules.R7_6_1)
	// After the end by score it is too late.
	h := emptying(t)
	status(t, h, Over)
	var done rules.GameOver
	if err := h.Concede(sideB); !errors.As(err, &done) || done.Result.Method != rules.FullArena {
		t.Fatalf("%v", err)
	}
}

// No rollback across a concession.
func TestRule_7_6_2_NoRollbackAcrossAConcession(t *testing.T) {
	t.Parallel()
	g := start(t, row(2, Def{Name: "one"}), Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	snapshot := g.Snapshot()
	if err := g.Concede(sideA); err != nil {
		t.Fatal(err)
	}
	before := g.Snapshot()
	err := g.Rule(Ruling{Kind: RestoreSnapshot, Snapshot: &snapshot})
	var done rules.GameOver
	if !errors.As(err, &done) || done.Rule != rules.R7_6_2 {
		t.Fatalf("%v, want the end by rule 7.6.2", err)
	}
	if g.Snapshot() != before {
		t.Fatal("the concession was changed")
	}
}

// Policy is no input of Concede: there is nothing by which it could fail.
func TestRule_7_6_3_PolicyDoesNotPreventAConcession(t *testing.T) {
	t.Parallel()
	for _, sanctioned := range []bool{false, true} {
		spec := row(2, Def{Name: "one"})
		spec.Sanctioned = sanctioned
		g := start(t, spec, Setup{})
		if err := g.Concede(sideB); err != nil {
			t.Fatal(err)
		}
		result(t, g, rules.Only(sideA), rules.Concession, rules.R7_6_1)
	}
}
