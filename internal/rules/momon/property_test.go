package momon

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules"
)

// randomSpec draws rules and cards: any abilities that the loader accepts.
func randomSpec(r *rng) Spec {
	s := DefaultSpec()
	s.Width = uint8(1 + r.below(5))
	s.Spaces = s.Width * uint8(1+r.below(4))
	s.MaxTurns = uint8(1 + r.below(8))
	s.MayDecline = r.below(4) != 0
	s.PackageSnatch = r.below(2) == 0
	s.ChooseOrder = r.below(3) == 0
	s.Sanctioned = r.below(2) == 0
	s.Limits.Chain = 200
	s.Limits.States = 200
	if r.below(3) != 0 {
		s.Snatch = StrongerNeighbour{}
	}
	if r.below(5) == 0 {
		s.Tokens = uint8(1 + r.below(48))
	}
	kinds := []string{"fire", "water"}
	for i := range 6 {
		s.Defs = append(s.Defs, Def{Name: string(rune('a' + i)), Kind: kinds[i%2], Points: int16(r.below(9) - 2), Power: int16(r.below(9))})
	}
	selector := func() Selector {
		sel := Selector{
			From: From(r.below(int(fromEnd))), Whose: Whose(r.below(int(whoseEnd))),
			Other: r.below(2) == 0, Pick: Take(r.below(int(takeEnd))), By: Who(r.below(int(whoEnd))),
		}
		switch r.below(6) {
		case 0:
			sel.Kind = kinds[r.below(2)]
		case 1:
			sel.Card = s.Defs[r.below(6)].Name
		}
		return sel
	}
	condition := func() Condition {
		return Condition{Quantity(r.below(int(quantityEnd))), Comparison(r.below(int(comparisonEnd))), int16(r.below(7) - 1)}
	}
	instruction := func(op Op) Instruction {
		return Instruction{
			Op: op, Of: selector(), With: selector(), To: Destination(r.below(int(destinationEnd))),
			Space: uint8(r.below(20)), Occupied: Occupied(r.below(int(occupiedEnd))), N: int16(r.below(5) - 1),
			Set: r.below(4) == 0, Lasts: Duration(r.below(int(durationEnd))), While: condition(),
			Who: Who(r.below(int(whoEnd))), Zone: Zone(r.below(int(zoneEnd))),
		}
	}
	if r.below(2) == 0 {
		// Pieces that like to loop.
		for i := range 2 {
			a := Ability{When: WhenMoved, Of: ScopeOther, Optional: r.below(2) == 0, By: Who(r.below(int(whoEnd)))}
			if r.below(3) == 0 {
				a.Effects = append(a.Effects, Instruction{Op: OpChoose, N: 2}, Instruction{Op: OpToken, Who: Who(r.below(2))}, Instruction{Op: OpNone})
			}
			a.Effects = append(a.Effects, Instruction{Op: OpMove, Of: onSelf, To: []Destination{ToNextElsePrevious, ToNextElsePrevious, ToAdjacent}[r.below(3)]})
			if r.below(4) == 0 {
				a.Effects = append(a.Effects, Instruction{Op: OpPoints, Of: onSelf, N: 1})
			}
			s.Defs[i].Abilities = append(s.Defs[i].Abilities, a, starts)
		}
	}
	for i := range s.Defs {
		for range r.below(3) {
			for range 20 {
				a := Ability{
					When: When(r.below(int(whenEnd))), Of: Scope(r.below(int(scopeEnd))), Optional: r.below(3) == 0,
					By: Who(r.below(int(whoEnd))), Once: r.below(4) == 0,
				}
				for range r.below(3) {
					a.If = append(a.If, condition())
				}
				for range 1 + r.below(3) {
					a.Effects = append(a.Effects, instruction(Op(r.below(int(opEnd)))))
				}
				s.Defs[i].Abilities = append(s.Defs[i].Abilities, a)
				if _, err := NewConfig(s); err == nil {
					break
				}
				s.Defs[i].Abilities = s.Defs[i].Abilities[:len(s.Defs[i].Abilities)-1]
			}
		}
	}
	return s
}

func randomSetup(r *rng, cfg *Config) Setup {
	var s Setup
	s.First = rules.Side(r.below(2))
	s.SecondHoldsToken = r.below(3) == 0
	n := len(cfg.defs)
	for p := range 2 {
		for range r.below(8) {
			s.Hands[p] = append(s.Hands[p], r.below(n))
		}
		for range r.below(5) {
			s.Decks[p] = append(s.Decks[p], r.below(n))
		}
	}
	for space := range int(cfg.spec.Spaces) {
		if r.below(4) == 0 && (cfg.spec.Tokens == 0 || len(s.Arena) < int(cfg.spec.Tokens)) {
			s.Arena = append(s.Arena, Standing{space, r.below(n), rules.Side(r.below(2)), rules.Side(r.below(2)), r.below(3)})
		}
	}
	return s
}

// move makes a random legal move of whatever kind the state allows. It reports
// false at the end.
func move(t testing.TB, g *Game, r *rng, log *Log) bool {
	var e Entry
	switch g.Advance() {
	case Deciding, Declaring:
		if g.phase == declaring && !g.loop.grows {
			// To the checker it is optional, too.
			p, err := g.LoopProof()
			if err != nil {
				t.Fatal(err)
			}
			if class, err := CheckLoopProof(g.cfg, p); err != nil || class == rules.LoopMandatory || class == rules.LoopInescapable {
				t.Fatalf("an optional loop is %s to the checker, %v", class, err)
			}
		}
		legal := g.Legal(nil)
		if len(legal) == 0 {
			t.Fatal("there is nothing to choose")
		}
		if !slices.IsSortedFunc(legal, compareChoices) {
			t.Fatalf("the choices are out of order: %v", legal)
		}
		e.Choice = legal[r.below(len(legal))]
		if e.Choice.Kind == Announce {
			e.N = int64(r.below(4))
			if r.below(10) == 0 {
				e.N = 1_000_000_000_000_000_000
				if g.loop.grows {
					e.N = 50
				}
			}
		}
	case Held:
		if !g.cfg.spec.Sanctioned {
			e.Choice = Choice{Kind: DrawGame, A: 2}
		} else {
			e.Choice.Kind = Continue
		}
	case Stalled:
		return false
	default:
		return false
	}
	*log = append(*log, e)
	if err := g.Do(e); err != nil {
		t.Fatalf("%+v: %v", e, err)
	}
	return true
}

func compareChoices(x, y Choice) int {
	return bytes.Compare([]byte{byte(x.Kind), byte(x.By), x.A, x.B}, []byte{byte(y.Kind), byte(y.By), y.A, y.B})
}

// Games with any abilities: invariants, choices, State-Based Conditions, ends,
// proofs, claims and replays.
func TestRandomRules(t *testing.T) {
	t.Parallel()
	var total tally
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		r := rng(rapid.Uint64().Draw(rt, "seed"))
		for range 20 {
			spec := randomSpec(&r)
			cfg := mustConfig(t, spec)
			setup := randomSetup(&r, cfg)
			g, err := New(cfg, &setup)
			if err != nil {
				t.Fatal(err)
			}
			n := compareSBC(g, spec, func(why string) { rt.Fatal(why) })
			var log Log
			for len(log) < 400 && move(t, g, &r, &log) {
				sound(t, g)
				if g.phase != over && (len(g.Legal(nil)) != 0) != (g.phase == declaring || g.phase == running && g.dec.kind != noDecision) {
					rt.Fatal("choices without a decision, or a decision without choices")
				}
			}
			runs += *n
			total.games++
			for _, e := range log {
				if e.Choice.Kind == Announce {
					total.declare++
				}
			}
			switch g.phase {
			case over:
				total.over[g.res.Method]++
				checkEnding(rt, g)
				checkClaims(rt, g)
			case stalled:
				total.stalled[g.cause]++
				if p, err := g.LoopProof(); err == nil {
					if class, err := CheckLoopProof(cfg, p); err != nil || class == rules.LoopMandatory {
						rt.Fatalf("a stalled loop is %s to the checker, %v", class, err)
					}
				}
			}
			// The log replays to the same state.
			h, err := Replay(cfg, &setup, log)
			if err != nil || h.state != g.state {
				rt.Fatalf("the replay differs: %v", err)
			}
			raw, _ := log.MarshalBinary()
			var back Log
			if err := back.UnmarshalBinary(raw); err != nil || !slices.Equal(back, log) {
				rt.Fatalf("the log does not survive: %v", err)
			}
		}
	})
	t.Logf("%+v, %d runs of State-Based Conditions compared", total, runs)
}

// checkEnding checks that an end by score is no draw, and a draw is a proved
// loop or an unsanctioned irregularity.
func checkEnding(t rapid.TB, g *Game) {
	r := g.Result()
	switch {
	case r.Method == rules.SixteenTurn || r.Method == rules.FullArena:
		if r.Kind != rules.Win || r.Score != g.Score() {
			t.Fatalf("%+v", r)
		}
	case r.Kind == rules.Draw && r.Method == rules.MandatoryLoop:
		p, err := g.LoopProof()
		if err != nil {
			t.Fatal(err)
		}
		if class, err := CheckLoopProof(g.cfg, p); err != nil || class != rules.LoopMandatory {
			t.Fatalf("a false draw: %s, %v", class, err)
		}
	case r.Kind == rules.Draw:
		if r.Method != rules.IrreversibleIrregularity || g.cfg.spec.Sanctioned {
			t.Fatalf("%+v", r)
		}
	}
}

// A snapshot anywhere continues as the game does.
func TestSnapshotsContinueAlike(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := rng(rapid.Uint64().Draw(rt, "seed"))
		cfg := mustConfig(t, randomSpec(&r))
		setup := randomSetup(&r, cfg)
		g, err := New(cfg, &setup)
		if err != nil {
			rt.Fatal(err)
		}
		var log Log
		for range r.below(20) {
			move(t, g, &r, &log)
		}
		h := &Game{cfg: cfg, state: g.Snapshot()}
		fork := r
		var rest Log
		for len(rest) < 100 && move(t, g, &r, &rest) {
			move(t, h, &fork, &rest)
			if h.state != g.state {
				rt.Fatal("the continuations differ")
			}
		}
	})
}

// mirrored swaps the two sides of a choice.
func mirrored(c Choice, g *Game) Choice {
	c.By ^= 1
	card := c.Kind == Summon || c.Kind == PlaceCard
	if c.Kind == Target && g.dec.kind == decideTarget {
		_, e := g.current()
		card = e.Op == OpReveal
	}
	if card {
		c.A = (c.A + perSide) % maxCards
	}
	return c
}

// With the sides swapped everything goes the same way for the
// other player.
func TestSidesAreAlike(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := rng(rapid.Uint64().Draw(rt, "seed"))
		cfg := mustConfig(t, randomSpec(&r))
		setup := randomSetup(&r, cfg)
		swapped := setup
		swapped.First ^= 1
		swapped.Hands[0], swapped.Hands[1] = setup.Hands[1], setup.Hands[0]
		swapped.Decks[0], swapped.Decks[1] = setup.Decks[1], setup.Decks[0]
		swapped.Arena = slices.Clone(setup.Arena)
		for i := range swapped.Arena {
			swapped.Arena[i].Owner ^= 1
			swapped.Arena[i].Controller ^= 1
		}
		g, err := New(cfg, &setup)
		if err != nil {
			rt.Fatal(err)
		}
		h, err := New(cfg, &swapped)
		if err != nil {
			rt.Fatal(err)
		}
		for range 200 {
			status := g.Advance()
			if other := h.Advance(); other != status {
				rt.Fatalf("status %d and %d", status, other)
			}
			if status == Held && g.cfg.spec.Sanctioned {
				g.Rule(Ruling{})
				h.Rule(Ruling{})
				continue
			}
			if status != Deciding && status != Declaring {
				break
			}
			legal := g.Legal(nil)
			c := legal[r.below(len(legal))]
			m := mirrored(c, g)
			n := int64(r.below(3))
			if err := g.Do(Entry{c, n}); err != nil {
				rt.Fatal(err)
			}
			if err := h.Do(Entry{m, n}); err != nil {
				rt.Fatalf("%+v is legal, but not %+v: %v", c, m, err)
			}
		}
		x, y := g.Result(), h.Result()
		y.Score[0], y.Score[1] = y.Score[1], y.Score[0]
		if y.Winners != 0 {
			y.Winners ^= 3
		}
		if x != y || g.cause != h.cause {
			rt.Fatalf("%+v and %+v", x, y)
		}
	})
}

// Without abilities the numbering of the Spaces does not matter, as
// long as neighbours stay neighbours.
func TestSpacesAreAlike(t *testing.T) {
	t.Parallel()
	cfg := mustConfig(t, plainSpec())
	symmetries := []func(x, y int) (int, int){
		func(x, y int) (int, int) { return 3 - x, y },
		func(x, y int) (int, int) { return x, 3 - y },
		func(x, y int) (int, int) { return y, x },
		func(x, y int) (int, int) { return 3 - y, x },
	}
	rapid.Check(t, func(rt *rapid.T) {
		r := rng(rapid.Uint64().Draw(rt, "seed"))
		turn := symmetries[r.below(len(symmetries))]
		relabel := func(space uint8) uint8 {
			x, y := turn(int(space)%4, int(space)/4)
			return uint8(4*y + x)
		}
		var setup Setup
		dealt(&r, &setup)
		g, _ := New(cfg, &setup)
		h, _ := New(cfg, &setup)
		for g.Advance() == Deciding {
			h.Advance()
			legal := g.Legal(nil)
			c := legal[r.below(len(legal))]
			m := c
			if c.Kind == Summon {
				m.B = relabel(c.B)
			}
			if err := g.Apply(c); err != nil {
				rt.Fatal(err)
			}
			if err := h.Apply(m); err != nil {
				rt.Fatal(err)
			}
			for space := range uint8(16) {
				if g.arena[space] != h.arena[relabel(space)] {
					rt.Fatal("the Arenas differ")
				}
			}
		}
		h.Advance()
		if g.Result() != h.Result() {
			rt.Fatalf("%+v and %+v", g.Result(), h.Result())
		}
	})
}

// In any state a concession makes the other player win.
func TestAnyStateCanBeConceded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := rng(rapid.Uint64().Draw(rt, "seed"))
		cfg := mustConfig(t, randomSpec(&r))
		setup := randomSetup(&r, cfg)
		g, err := New(cfg, &setup)
		if err != nil {
			rt.Fatal(err)
		}
		var log Log
		for range r.below(30) {
			if !move(t, g, &r, &log) {
				break
			}
		}
		p := rules.Side(r.below(2))
		err = g.Concede(p)
		if g.Result().Method != rules.Concession {
			if err == nil {
				rt.Fatal("a concession after the end")
			}
			return
		}
		if want := (rules.Result{Kind: rules.Win, Winners: rules.Only(p ^ 1), Method: rules.Concession, Rule: rules.R7_6_1}); err != nil || g.Result() != want {
			rt.Fatalf("%+v, %v", g.Result(), err)
		}
		if g.Concede(p) == nil || g.Rule(Ruling{}) == nil || g.Advance() != Over {
			rt.Fatal("the game goes on")
		}
	})
}

// State-Based Conditions at rest change nothing.
func TestConditionsAtRestChangeNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := rng(rapid.Uint64().Draw(rt, "seed"))
		cfg := mustConfig(t, randomSpec(&r))
		setup := randomSetup(&r, cfg)
		g, err := New(cfg, &setup)
		if err != nil {
			rt.Fatal(err)
		}
		var log Log
		for range 20 {
			if !move(t, g, &r, &log) {
				break
			}
			if g.phase != running || g.run.ability != 0 {
				continue
			}
			h := *g
			h.dirty = dirtyAll
			h.stale = 1<<maxCards - 1
			h.sbc()
			if h.core != g.core || h.index != g.index || h.wait != g.wait {
				rt.Fatal("a second run changes the state")
			}
		}
	})
}

// checkClaims checks that what the state shows verifies the result by the
// same rule, and no other claim. What nobody has put down, a concession, is at
// most consistent.
func checkClaims(t rapid.TB, g *Game) {
	ctx, e, r := g.Context(), g.Evidence(), g.Result()
	own := VerifyMomon(ctx, rules.Claim{Winners: r.Winners, Kind: r.Kind, Method: r.Method}, e)
	if own.Kind != rules.Verified || own.Rule != r.Rule || own.Expected.Winners != r.Winners {
		t.Fatalf("%+v is %s by rule %s: %s", r, own.Kind, own.Rule, own.Message())
	}
	for m := rules.SixteenTurn; m <= rules.IrreversibleIrregularity; m++ {
		for _, winners := range []rules.SideSet{0, 1, 2} {
			c := rules.Claim{Winners: winners, Kind: rules.Win, Method: m}
			if winners == 0 {
				c.Kind = rules.Draw
			}
			also := r.Also[0] == rules.R7_1_2 && m == rules.SixteenTurn && winners == r.Winners
			if c == (rules.Claim{Winners: r.Winners, Kind: r.Kind, Method: r.Method}) || also {
				continue
			}
			v := VerifyMomon(ctx, c, e)
			if v.Kind != rules.Rejected && !(m == rules.Concession && v.Kind == rules.Consistent) {
				t.Fatalf("%+v, yet the claim %+v is %s: %s", r, c, v.Kind, v.Message())
			}
		}
	}
}

// A hundred thousand games: no panic, no hang, no broken invariant, no false
// draw, and what the final state shows verifies its result alone.
func TestHundredThousandGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		spec  Spec
		games int
	}{{"plain", plainSpec(), 40_000}, {"abilities", abilitySpec(), 60_000}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := mustConfig(t, c.spec)
			var r rng = 20
			var setup Setup
			var tl tally
			var g Game
			runs := 0
			buf := make([]Choice, 0, 1024)
			for i := range c.games {
				dealt(&r, &setup)
				if err := g.Reset(cfg, &setup); err != nil {
					t.Fatal(err)
				}
				// One game in ten has its State-Based Conditions compared, and
				// its invariants checked after every step.
				if i%10 == 0 {
					n := compareSBC(&g, c.spec, func(why string) { t.Fatal(why) })
					for steps := 0; steps < 2000 && move(t, &g, &r, new(Log)); steps++ {
						sound(t, &g)
					}
					runs += *n
					g.Observe(nil)
				} else {
					playOut(&g, &r, buf, &tl)
					sound(t, &g)
				}
				switch {
				case g.phase == over:
					checkEnding(t, &g)
					checkClaims(t, &g)
				case g.phase != stalled:
					t.Fatalf("a game is in phase %d at its end", g.phase)
				}
			}
			t.Logf("%+v, %d runs of State-Based Conditions compared", tl, runs)
		})
	}
}
