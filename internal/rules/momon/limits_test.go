package momon

import (
	"testing"

	"tourney/internal/rules"
)

// tokenLoop is a loop of two togglers, one of them optional, whose players may
// also take the First Player Token. The player with the optional one holds it
// as long as both take the first mode.
func tokenLoop(t *testing.T, holder rules.Side) *Game {
	t.Helper()
	none, take := Instruction{Op: OpNone}, Instruction{Op: OpToken, Who: Controller}
	step := Instruction{Op: OpMove, Of: onSelf, To: ToNextElsePrevious}
	x := does(WhenMoved, ScopeOther, Instruction{Op: OpChoose, N: 2}, none, take, step)
	y := x
	x.Optional, y.Optional = holder == sideA, holder == sideB
	spec := row(5, Def{Name: "x", Abilities: []Ability{x, starts}}, Def{Name: "y", Abilities: []Ability{y}})
	g := start(t, spec, Setup{
		SecondHoldsToken: holder == sideB, Hands: [2][]int{{0}, {0}},
		Arena: []Standing{at(0, 0, sideA), at(3, 1, sideB)},
	})
	for g.Advance() == Deciding {
		apply(t, g, goesOn(g))
	}
	status(t, g, Declaring)
	if g.loop.capable != 3 {
		t.Fatalf("capable %b", g.loop.capable)
	}
	return g
}

// goesOn is the choice that keeps the sequence of tokenLoop going: yes, and the
// first mode.
func goesOn(g *Game) Choice {
	if g.dec.kind == decideMay {
		return Choice{Kind: Accept, By: g.dec.by}
	}
	return g.Legal(nil)[0]
}

// announces finds the next player's announcement of a kind of choice.
func announces(t *testing.T, g *Game, kind ChoiceKind) Choice {
	t.Helper()
	for _, a := range g.Legal(nil) {
		if c, ok := g.Alternative(a); ok && c.Kind == kind {
			return a
		}
	}
	t.Fatalf("nobody can announce a choice of kind %d", kind)
	return Choice{}
}

// Limits stay in force: the taker makes the change first, the holder takes the
// token back, and the sequence begins anew. Then the taker makes the change
// again without being asked; the holder, who has repetitions left, is asked.
// When a state recurs with such a change in it, a judge decides.
func TestRule_12_4_3_NobodyPassesTheirOwnLimit(t *testing.T) {
	t.Parallel()
	for _, holder := range []rules.Side{sideA, sideB} {
		g := tokenLoop(t, holder)
		var said [2]Choice
		for _, p := range []rules.Side{sideA, sideB} {
			n, kind := int64(1), Mode
			if p == holder {
				n, kind = 3, Decline
			}
			said[p] = announces(t, g, kind)
			if err := g.Declare([]Declaration{{n, said[p]}}); err != nil {
				t.Fatal(err)
			}
		}
		var asked [2]int
		for g.Advance() == Deciding && g.dec.kind != decideSummon {
			p := g.dec.by
			if g.loop.progress == int16(said[p].A) {
				asked[p]++
			}
			c := goesOn(g)
			if g.dec.kind == decideMode && p == holder && g.token != holder {
				c.A = 1
			}
			apply(t, g, c)
		}
		if asked[holder^1] != 0 {
			t.Errorf("holder %s: the other was asked %d times beyond the limit", holder, asked[holder^1])
		}
		if holder == sideA && asked[holder] == 0 {
			t.Errorf("holder %s was not asked, though repetitions are left", holder)
		}
		stalls(t, g, rules.Budget)
	}
}

// With equal numbers the other player's change is due only where the sequence
// begins anew, not on the way that the Active Player's change has opened.
func TestRule_12_4_3_EqualNumbersAndAnotherWay(t *testing.T) {
	t.Parallel()
	g := tokenLoop(t, sideB)
	a := announces(t, g, Mode)
	if err := g.Declare([]Declaration{{1, a}}); err != nil {
		t.Fatal(err)
	}
	b := announces(t, g, Decline)
	if err := g.Declare([]Declaration{{1, b}}); err != nil {
		t.Fatal(err)
	}
	status(t, g, Deciding)
	if g.token != sideA || g.dec != (decision{decideMay, sideB}) {
		t.Fatalf("token with %s, decision %+v", g.token, g.dec)
	}
	// B takes the token back. The sequence begins anew with A's choice, which
	// A is not asked for; so B, on another way again, is asked once more.
	apply(t, g, Choice{Kind: Accept, By: sideB}, Choice{Mode, sideB, 1, 0})
	for g.Advance() == Deciding && g.token != sideA {
		apply(t, g, goesOn(g))
	}
	status(t, g, Deciding)
	if g.dec.by != sideB {
		t.Fatalf("%+v", g.dec)
	}
}
