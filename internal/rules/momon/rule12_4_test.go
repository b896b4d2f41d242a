package momon

import (
	"errors"
	"testing"

	"tourney/internal/rules"
)

// toggle moves its Momon to the next Space, or else back, when another moves.
func toggle(more ...Instruction) Ability {
	return does(WhenMoved, ScopeOther, append([]Instruction{{Op: OpMove, Of: onSelf, To: ToNextElsePrevious}}, more...)...)
}

// starts moves its Momon once at the start of its Controller's turn.
var starts = does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpMove, Of: onSelf, To: ToNext})

// togglers are two togglers on a row of five, A's at 0, which moves first, and
// B's at 3. A's may say "may".
func togglers(t testing.TB, may bool) *Game {
	t.Helper()
	x := toggle()
	x.Optional = may
	spec := row(5, Def{Name: "x", Points: 1, Abilities: []Ability{x, starts}}, Def{Name: "y", Points: 2, Abilities: []Ability{toggle()}})
	return start(t, spec, Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 0, sideA), at(3, 1, sideB)}})
}

// acceptAll answers every "may" with yes until the game stops otherwise.
func acceptAll(t testing.TB, g *Game) Status {
	t.Helper()
	for range 10_000 {
		if s := g.Advance(); s != Deciding || g.dec.kind != decideMay {
			return s
		}
		apply(t, g, Choice{Kind: Accept, By: g.dec.by})
	}
	t.Fatal("the loop was not noticed")
	return 0
}

// proved checks that the game's loop has a proof and that the independent
// checker finds the same class.
func proved(t testing.TB, g *Game, want rules.LoopClass, period int) LoopProof {
	t.Helper()
	p, err := g.LoopProof()
	if err != nil {
		t.Fatal(err)
	}
	class, err := CheckLoopProof(g.cfg, p)
	if err != nil || class != want {
		t.Fatalf("the checker says %s, %v; want %s", class, err, want)
	}
	if period != 0 && len(p.Cycle) != period {
		t.Fatalf("period %d, want %d", len(p.Cycle), period)
	}
	return p
}

// Two mandatory togglers.
func TestRule_12_4_5_MandatoryLoopIsADraw(t *testing.T) {
	t.Parallel()
	g := togglers(t, false)
	result(t, g, 0, rules.MandatoryLoop, rules.R12_4_5)
	p := proved(t, g, rules.LoopMandatory, 4)
	for _, step := range p.Cycle {
		if len(step.Decisions) != 0 {
			t.Fatal("there is a decision in the loop")
		}
	}
	if g.Result().Kind != rules.Draw {
		t.Fatalf("%+v", g.Result())
	}
}

// A loop in the last End Step draws the game, whoever is ahead.
func TestRule_12_4_5_LoopInTheLastEndStep(t *testing.T) {
	t.Parallel()
	last := does(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpMove, Of: onSelf, To: ToNext})
	spec := row(5, Def{Name: "x", Points: 1, Abilities: []Ability{toggle(), last}}, Def{Name: "y", Points: 9, Abilities: []Ability{toggle()}})
	g := start(t, spec, Setup{Turns: [2]int{8, 7}, Arena: []Standing{at(0, 0, sideB), at(3, 1, sideA)}})
	result(t, g, 0, rules.MandatoryLoop, rules.R12_4_5)
	score(t, g, 9, 1)
	proved(t, g, rules.LoopMandatory, 4)
}

// With one toggler optional its Controller names a number.
func TestRule_12_4_2_OptionalLoop(t *testing.T) {
	t.Parallel()
	g := togglers(t, true)
	if s := acceptAll(t, g); s != Declaring {
		t.Fatalf("status %d, %v", s, g.Err())
	}
	proved(t, g, rules.LoopOptional, 4)
	if g.loop.capable != rules.Only(sideA) {
		t.Fatalf("capable %b", g.loop.capable)
	}
	legal := g.Legal(nil)
	// Two decisions of A in a period, each of which can be declined.
	if len(legal) != 2 {
		t.Fatalf("announcements %v", legal)
	}
	for _, a := range legal {
		if c, ok := g.Alternative(a); !ok || c.Kind != Decline {
			t.Fatalf("%v stands for %v", a, c)
		}
	}
	begin := g.loop.start

	// By hand: two more periods, then the change.
	var manual Game
	manual.load(g.cfg, &begin)
	manual.first = g.first
	moves := 0
	manual.Observe(func(e Event) {
		if e.Kind == EventMove {
			moves++
		}
	})
	for range 2 * len(g.loop.notesTaken()) {
		for manual.dec.kind == noDecision {
			manual.do(manual.work())
		}
		manual.choose(Choice{Kind: Accept, By: sideA})
	}
	for manual.dec.kind == noDecision {
		manual.do(manual.work())
	}
	manual.choose(Choice{Kind: Decline, By: sideA})
	manual.Advance()
	if moves < 8 {
		t.Fatalf("%d moves by hand", moves)
	}

	for _, n := range []int64{0, 2, 1_000_000_000_000_000_000} {
		h := *g
		if err := h.Declare([]Declaration{{N: n, Choice: legal[0]}}); err != nil {
			t.Fatal(err)
		}
		status(t, &h, Deciding)
		if h.dec.kind != decideSummon {
			t.Fatal("the game does not go on")
		}
		if h.core != manual.core {
			t.Fatalf("n=%d: the state is not that after %d periods and the change", n, n)
		}
		// A third repetition is refused: the choice is not there any more.
		refused(t, &h, Choice{Kind: Accept, By: sideA}, rules.R12_3_1)
		if err := h.Declare([]Declaration{{N: 1, Choice: legal[0]}}); err == nil {
			t.Fatal("the loop can be declared again")
		}
	}
}

func (l *loop) notesTaken() []Choice { return l.choices[:l.decisions] }

func TestRule_12_4_2_FaultyDeclarationsAreRefused(t *testing.T) {
	t.Parallel()
	g := togglers(t, true)
	acceptAll(t, g)
	legal := g.Legal(nil)
	before := g.Snapshot()
	for name, d := range map[string][]Declaration{
		"for ever":          {{N: -1, Choice: legal[0]}},
		"too many":          {{N: rules.MaxIterations + 1, Choice: legal[0]}},
		"no such choice":    {{N: 1, Choice: Choice{Announce, sideA, 7, 0}}},
		"the choice made":   {{N: 1, Choice: Choice{Announce, sideA, 0, 1}}},
		"not an announce":   {{N: 1, Choice: Choice{Kind: Decline, By: sideA}}},
		"not the owner":     {{N: 1, Choice: Choice{Announce, sideB, 0, 0}}},
		"twice":             {{N: 1, Choice: legal[0]}, {N: 1, Choice: legal[0]}},
		"one player beside": {{N: 1, Choice: legal[0]}, {N: 1, Choice: Choice{Announce, sideB, 0, 0}}},
	} {
		if err := g.Declare(d); !errors.As(err, new(rules.DeclarationFault)) {
			t.Errorf("%s: %v", name, err)
		}
		if g.Snapshot() != before {
			t.Fatalf("%s: the state has changed", name)
		}
	}
	// Nothing but declarations is accepted.
	if err := g.Apply(Choice{Kind: Accept, By: sideA}); err == nil {
		t.Fatal("the loop goes on without a number")
	}
}

// bothMay are two optional togglers of two players.
func bothMay(t *testing.T) *Game {
	t.Helper()
	x, y := toggle(), toggle()
	x.Optional, y.Optional = true, true
	spec := row(5, Def{Name: "x", Abilities: []Ability{x, starts}}, Def{Name: "y", Abilities: []Ability{y}})
	g := start(t, spec, Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 0, sideA), at(3, 1, sideB)}})
	if s := acceptAll(t, g); s != Declaring {
		t.Fatalf("status %d, %v", s, g.Err())
	}
	return g
}

// Equal numbers, and the Active Player's change ends the loop.
func TestRule_12_4_3_EqualNumbers(t *testing.T) {
	t.Parallel()
	g := bothMay(t)
	proved(t, g, rules.LoopOptional, 4)
	var byA, byB Choice
	if c := g.Legal(nil)[0]; c.By != sideA {
		t.Fatalf("%v is asked before the Active Player", c)
	} else {
		byA = c
	}
	if err := g.Declare([]Declaration{{N: 2, Choice: byA}}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Declaring)
	byB = g.Legal(nil)[0]
	if byB.By != sideB {
		t.Fatalf("%v is asked, not the other player", byB)
	}
	asked := 0
	g.Observe(func(e Event) {})
	if err := g.Declare([]Declaration{{N: 2, Choice: byB}}); err != nil {
		t.Fatal(err)
	}
	for g.phase == running && g.dec.kind != decideSummon {
		if g.Advance() == Deciding && g.dec.by == sideB {
			asked++
			break
		}
	}
	status(t, g, Deciding)
	if asked != 0 || g.dec.kind != decideSummon || g.dec.by != sideA {
		t.Fatalf("B was asked, or the game does not go on: %+v", g.dec)
	}
}

func TestRule_12_4_3_SmallestNumberDeviates(t *testing.T) {
	t.Parallel()
	for _, n := range [][2]int64{{5, 3}, {3, 5}, {0, 7}} {
		g := bothMay(t)
		a := g.Legal(nil)[0]
		// The other player's cannot be announced first.
		b := Choice{}
		for _, c := range allAnnouncements(g) {
			if c.By == sideB {
				b = c
				break
			}
		}
		if err := g.Declare([]Declaration{{n[1], b}, {n[0], a}}); !errors.As(err, new(rules.DeclarationFault)) {
			t.Fatalf("out of order: %v", err)
		}
		deviated := rules.NoSide
		g.Observe(nil)
		if err := g.Declare([]Declaration{{n[0], a}, {n[1], b}}); err != nil {
			t.Fatal(err)
		}
		want := sideA
		if n[1] < n[0] {
			want = sideB
		}
		deviated = g.loop.deviator
		if deviated != want {
			t.Fatalf("%v: %s deviates", n, deviated)
		}
		status(t, g, Deciding)
		if g.dec.kind != decideSummon {
			t.Fatalf("the loop goes on: %+v", g.dec)
		}
	}
}

func allAnnouncements(g *Game) []Choice {
	var list []Choice
	g.eachAlternative(func(decision, place uint8, c Choice, alt rules.Alternative) {
		if alt == rules.AltLegal {
			list = append(list, Choice{Announce, c.By, decision, place})
		}
	})
	return list
}

// counters are togglers that gain a point with each move.
func counters(t testing.TB, bonus int, may bool) *Game {
	t.Helper()
	plus := Instruction{Op: OpPoints, Of: onSelf, N: 1}
	x := toggle(plus)
	x.Optional = may
	spec := row(5, Def{Name: "x", Abilities: []Ability{x, starts}}, Def{Name: "y", Abilities: []Ability{toggle(plus)}})
	y := at(3, 1, sideB)
	y.Bonus = bonus
	return start(t, spec, Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 0, sideA), y}})
}

// A loop that adds points each time does not recur.
func TestRule_12_4_4_GrowingPointsAreNoDraw(t *testing.T) {
	t.Parallel()
	g := counters(t, 0, false)
	stalls(t, g, rules.PointsGrow)
	if _, err := g.LoopProof(); err == nil {
		t.Fatal("there is a proof of a loop that does not recur")
	}
	// A judge may let it go on; it comes to the same again.
	if err := g.Rule(Ruling{Kind: ContinueAsIs}); err != nil {
		t.Fatal(err)
	}
	stalls(t, g, rules.PointsGrow)
	if err := g.Rule(Ruling{Kind: DrawUnsanctioned}); err == nil {
		t.Fatal("a stalled game is drawn")
	}
}

// Three togglers put more into the Queue than they take out.
func TestRule_12_4_4_GrowingQueueIsNoDraw(t *testing.T) {
	t.Parallel()
	spec := row(9, Def{Name: "x", Abilities: []Ability{toggle(), starts}}, Def{Name: "y", Abilities: []Ability{toggle()}})
	g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(2, 1, sideB), at(4, 1, sideA)}})
	stalls(t, g, rules.QueueGrows)
	// No trigger is dropped: what does not fit is still waiting.
	if g.queued+g.waits <= maxQueue {
		t.Fatalf("%d in the Queue, %d waiting", g.queued, g.waits)
	}
	if err := g.Rule(Ruling{Kind: ContinueAsIs}); !errors.As(err, new(rules.Stalled)) {
		t.Fatalf("%v", err)
	}
	if err := g.Concede(sideA); err != nil {
		t.Fatal(err)
	}
}

// A numeric limit is an error; it neither wraps nor saturates, so that no
// recurrence is faked.
func TestRule_12_4_1_NumericLimit(t *testing.T) {
	t.Parallel()
	g := counters(t, 32700, false)
	stalls(t, g, rules.NumericLimit)
	for _, m := range g.Arena() {
		if m.Points < 0 || m.Points > 32767 {
			t.Fatalf("points %d", m.Points)
		}
	}
}

// An unread card in a hand makes no difference, one that can be chosen
// does.
func TestRule_12_4_1_HiddenInformation(t *testing.T) {
	t.Parallel()
	spec := row(5,
		Def{Name: "shower", Abilities: []Ability{
			{When: WhenTurnStarts, Of: ScopeOwnTurn, Optional: true, Effects: []Instruction{
				{Op: OpReveal, Of: Selector{Kind: "fire"}, Who: Controller},
			}},
		}},
		Def{Name: "ember", Kind: "fire"}, Def{Name: "flame", Kind: "fire"},
		Def{Name: "drop", Kind: "water"}, Def{Name: "wave", Kind: "water"})
	play := func(hand ...int) *Game {
		g := start(t, spec, Setup{Hands: [2][]int{hand, {3}}, Arena: []Standing{at(0, 0, sideA)}})
		status(t, g, Deciding)
		return g
	}
	x, y, z := play(1, 2, 3), play(1, 2, 4), play(1, 1, 3)
	if x.Relevant() != y.Relevant() || x.Relevant() != z.Relevant() {
		t.Fatal("an unread card makes a difference")
	}
	if x.core == y.core {
		t.Fatal("the hands are equal")
	}
	yes := Choice{Kind: Accept, By: sideA}
	apply(t, x, yes)
	apply(t, y, yes)
	apply(t, z, yes)
	if x.dec.kind != decideTarget || x.Relevant() != y.Relevant() {
		t.Fatal("a card that cannot be shown makes a difference")
	}
	if x.Relevant() == z.Relevant() {
		t.Fatal("another legal choice makes no difference")
	}
	// Showing changes nothing on the table, and the choice is closed again.
	apply(t, x, x.Legal(nil)[0])
	if x.legal != [2]uint64{1<<1 | 1<<2 | 1<<3} || x.dec.kind != decideSummon {
		t.Fatalf("legal %b", x.legal)
	}
}

// The same Arena in another turn is another state.
func TestRule_12_4_1_TurnIsPartOfTheState(t *testing.T) {
	t.Parallel()
	g := start(t, row(2, Def{Name: "one"}), Setup{Hands: [2][]int{{0}, {0}}})
	status(t, g, Deciding)
	first := g.Relevant()
	passTurn(t, g)
	passTurn(t, g)
	later := g.Relevant()
	if g.Active() != sideA || first == later {
		t.Fatal("turns 1 and 3 are the same state")
	}
	later.turn, later.turns = first.turn, first.turns
	if first != later {
		t.Fatal("something else has changed")
	}
}

// modes are two togglers, one of which first gives the First Player Token to
// one of the players: both modes go on.
func modes(t testing.TB) *Game {
	t.Helper()
	x := does(WhenMoved, ScopeOther,
		Instruction{Op: OpChoose, N: 2},
		Instruction{Op: OpToken, Who: Controller},
		Instruction{Op: OpToken, Who: Opponent},
		Instruction{Op: OpMove, Of: onSelf, To: ToNextElsePrevious})
	spec := row(5, Def{Name: "x", Abilities: []Ability{x, starts}}, Def{Name: "y", Abilities: []Ability{toggle()}})
	return start(t, spec, Setup{Hands: [2][]int{{0}, {0}}, Arena: []Standing{at(0, 0, sideA), at(3, 1, sideB)}})
}

// There are alternatives, but every path stays in a closed set.
func TestRule_12_4_4_InescapableIsNoDraw(t *testing.T) {
	t.Parallel()
	g := modes(t)
	for range 1000 {
		if s := g.Advance(); s != Deciding {
			break
		}
		apply(t, g, g.Legal(nil)[0])
	}
	stalls(t, g, rules.Inescapable)
	proved(t, g, rules.LoopInescapable, 0)
	// The players go on after a ruling, and it is found again.
	if err := g.Rule(Ruling{Kind: ContinueAsIs}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Deciding)
}

// With more states than may be visited there is no draw and no
// declaration, but a judge.
func TestRule_12_4_4_UntestedAlternativesAreNoDraw(t *testing.T) {
	t.Parallel()
	mover := does(WhenMoved, ScopeOther, Instruction{Op: OpMove, Of: onSelf, To: ToAnywhere})
	for _, c := range []struct {
		spaces uint8
		states uint32
		cause  rules.StallCause
		class  rules.LoopClass
	}{
		{64, 4096, rules.Budget, rules.LoopUnverified}, // 8064 states
		{16, 400, rules.Budget, rules.LoopUnverified},  // 480
		{16, 4096, rules.Inescapable, rules.LoopInescapable},
	} {
		spec := row(c.spaces, Def{Name: "x", Abilities: []Ability{mover, starts}}, Def{Name: "y", Abilities: []Ability{mover}})
		spec.Limits.States = c.states
		g := start(t, spec, Setup{Arena: []Standing{at(0, 0, sideA), at(5, 1, sideB)}})
		for range 5000 {
			if g.Advance() != Deciding {
				break
			}
			apply(t, g, g.Legal(nil)[0])
		}
		stalls(t, g, c.cause)
		proved(t, g, c.class, 0)
	}
}

// An optional loop that adds points is repeated as often as declared, and the
// points show it; a number that would take too long is refused.
func TestRule_12_4_2_GrowingLoopIsExecuted(t *testing.T) {
	t.Parallel()
	g := counters(t, 0, true)
	if s := acceptAll(t, g); s != Declaring {
		t.Fatalf("status %d, %v", s, g.Err())
	}
	before := g.Score()
	a := g.Legal(nil)[0]
	var fault rules.DeclarationFault
	if err := g.Declare([]Declaration{{1_000_000_000_000_000_000, a}}); !errors.As(err, &fault) || fault.Rule != rules.R12_4_2 {
		t.Fatalf("10^18: %v", err)
	}
	h := *g
	if err := h.Declare([]Declaration{{0, a}}); err != nil {
		t.Fatal(err)
	}
	status(t, &h, Deciding)
	none := h.Score()
	if err := g.Declare([]Declaration{{1000, a}}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Deciding)
	after := g.Score()
	if after[0]-none[0] != 2000 || after[1]-none[1] != 2000 {
		t.Fatalf("before %v, without repetitions %v, after %v", before, none, after)
	}
	// So many that a number leaves its range: the machine stops and says so.
	k := counters(t, 0, true)
	acceptAll(t, k)
	if err := k.Declare([]Declaration{{200_000, k.Legal(nil)[0]}}); err != nil {
		t.Fatal(err)
	}
	stalls(t, k, rules.NumericLimit)
}

// One legal exit turns a mandatory loop into an optional one; one point per
// period stalls it.
func TestRule_12_4_4_OneExitOrOnePointIsNoDraw(t *testing.T) {
	t.Parallel()
	mandatory := togglers(t, false)
	status(t, mandatory, Over)
	optional := togglers(t, true)
	if acceptAll(t, optional) != Declaring {
		t.Fatal("an exit does not make it optional")
	}
	growing := counters(t, 0, false)
	status(t, growing, Stalled)
}
