package momon

import (
	"testing"

	"tourney/internal/rules"
)

// rng is a small deterministic generator for self-play (splitmix64).
type rng uint64

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *rng) below(n int) int { return int((r.next() >> 33) * uint64(n) >> 31) }

// plainSpec has twelve cards without abilities.
func plainSpec() Spec {
	s := DefaultSpec()
	s.Snatch = StrongerNeighbour{}
	for i := range 12 {
		s.Defs = append(s.Defs, Def{
			Name: string(rune('a' + i)), Kind: []string{"fire", "water", "wood"}[i%3],
			Points: int16(1 + i%5), Power: int16(1 + i*7%9),
		})
	}
	return s
}

// abilitySpec has twelve cards with abilities of every kind of trigger and
// effect, among them pieces that can loop.
func abilitySpec() Spec {
	s := plainSpec()
	self := Selector{From: FromSelf}
	source := Selector{From: FromSource}
	one := func(when When, of Scope, e Instruction) Ability {
		return Ability{When: when, Of: of, Effects: []Instruction{e}}
	}
	may := func(a Ability) Ability { a.Optional = true; return a }
	enemy := func(p Take) Selector { return Selector{From: FromArena, Whose: Enemys, Pick: p} }
	own := func(p Take) Selector { return Selector{From: FromArena, Whose: Own, Pick: p} }
	add := func(i int, abilities ...Ability) { s.Defs[i].Abilities = abilities }

	add(0, one(WhenMoved, ScopeOther, Instruction{Op: OpMove, Of: self, To: ToNextElsePrevious}))
	add(1, may(one(WhenMoved, ScopeOther, Instruction{Op: OpMove, Of: self, To: ToNextElsePrevious})))
	add(2, one(WhenSummoned, ScopeSelf, Instruction{Op: OpMove, Of: enemy(Chosen), To: ToAdjacent}))
	add(3, one(WhenSummoned, ScopeSelf, Instruction{Op: OpPackage, N: 1, Zone: Deck, To: ToAnywhere}))
	add(4, one(Always, ScopeSelf, Instruction{Op: OpPoints, Of: Selector{From: FromAdjacent, Whose: Own}, N: 1}))
	add(5, one(WhenTurnEnds, ScopeOwnTurn, Instruction{Op: OpPoints, Of: self, N: 1}),
		one(WhenSnatched, ScopeSelf, Instruction{Op: OpReturn, Of: self, Zone: Hand}))
	add(6, Ability{When: WhenSummoned, Of: ScopeSelf, Effects: []Instruction{
		{Op: OpChoose, N: 2},
		{Op: OpPoints, Of: enemy(Strongest), N: -2, Lasts: NextTurn},
		{Op: OpPoints, Of: own(Weakest), N: 2, Lasts: While, While: Condition{What: SelfPresent, Is: AtLeast, N: 1}},
	}})
	add(7, may(one(WhenSummoned, ScopeEnemy, Instruction{Op: OpSwap, Of: self, With: source})))
	add(8, one(WhenSummoned, ScopeSelf, Instruction{Op: OpControl, Of: enemy(Weakest), Who: Controller, Lasts: ThisTurn}))
	add(9, Ability{When: WhenControlChanged, Of: ScopeAny, Once: true, Effects: []Instruction{
		{Op: OpPoints, Of: source, N: 1}, {Op: OpToken, Who: Controller},
	}})
	add(10, Ability{When: WhenTurnStarts, Of: ScopeOwnTurn, If: []Condition{{What: AdjacentEnemy, Is: AtLeast, N: 1}}, Optional: true,
		Effects: []Instruction{{Op: OpSnatch, Of: self}}})
	add(11, one(WhenLeft, ScopeAny, Instruction{Op: OpReveal, Of: Selector{Kind: "fire"}, Who: Controller}),
		one(WhenSummoned, ScopeSelf, Instruction{Op: OpReturn, Of: enemy(Strongest), Zone: Trash}))
	return s
}

func mustConfig(t testing.TB, s Spec) *Config {
	t.Helper()
	c, err := NewConfig(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// dealt shuffles a hand of eight and a deck of four for each player out of the
// twelve definitions.
func dealt(r *rng, s *Setup) {
	for p := range 2 {
		var deck [12]int
		for i := range deck {
			j := r.below(i + 1)
			deck[i] = deck[j]
			deck[j] = i
		}
		s.Hands[p] = append(s.Hands[p][:0], deck[:8]...)
		s.Decks[p] = append(s.Decks[p][:0], deck[8:]...)
	}
	s.First = rules.Side(r.next() & 1)
}

type tally struct {
	over    [16]int
	stalled [16]int
	declare int
	moves   int
	games   int
}

// playOut plays random choices until the game stops.
func playOut(g *Game, r *rng, buf []Choice, t *tally) {
	t.games++
	for {
		switch g.Advance() {
		case Deciding:
			buf = g.Legal(buf[:0])
			c := buf[r.below(len(buf))]
			if err := g.Apply(c); err != nil {
				panic(err)
			}
			t.moves++
		case Declaring:
			buf = g.Legal(buf[:0])
			c := buf[r.below(len(buf))]
			if err := g.Declare([]Declaration{{int64(r.below(5)), c}}); err != nil {
				panic(err)
			}
			t.declare++
		case Over:
			t.over[g.res.Method]++
			return
		case Stalled:
			t.stalled[g.cause]++
			return
		default:
			panic("held")
		}
	}
}

func TestSelfPlaySmoke(t *testing.T) {
	t.Parallel()
	for _, spec := range []Spec{plainSpec(), abilitySpec()} {
		cfg := mustConfig(t, spec)
		var r rng = 1
		var tl tally
		var setup Setup
		var g Game
		buf := make([]Choice, 0, 1024)
		for range 2000 {
			dealt(&r, &setup)
			if err := g.Reset(cfg, &setup); err != nil {
				t.Fatal(err)
			}
			playOut(&g, &r, buf, &tl)
		}
		t.Logf("%+v", tl)
	}
}
