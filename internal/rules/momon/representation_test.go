package momon_test

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules"
	"tourney/internal/rules/momon"
)

// anyBoard draws a board with faults and effects.
func anyBoard(t *rapid.T) ([]momon.Card, []momon.Effect) {
	side := rapid.SampledFrom([]rules.Side{rules.SideA, rules.SideB, rules.SideA, rules.SideB, rules.NoSide})
	cards := make([]momon.Card, rapid.IntRange(1, 5).Draw(t, "cards"))
	for i := range cards {
		c := momon.Card{
			Owner: side.Draw(t, "owner"), Ctrl: side.Draw(t, "controller"), Orient: side.Draw(t, "direction"),
			FaceUp: rapid.Bool().Draw(t, "face"), Base: rapid.Int64Range(-1, 3).Draw(t, "base"),
			Moving: rapid.IntRange(0, 3).Draw(t, "moving") == 0, Announced: rapid.IntRange(0, 4).Draw(t, "announced"),
		}
		for range rapid.SampledFrom([]int{0, 1, 1, 1, 1, 2}).Draw(t, "places") {
			p := momon.Place{Arena: rapid.IntRange(0, 3).Draw(t, "arena") > 0}
			if p.Arena {
				p.Space = rapid.IntRange(0, 4).Draw(t, "space")
			}
			c.Places = append(c.Places, p)
		}
		for range rapid.IntRange(0, 2).Draw(t, "tokens") {
			c.Tokens = append(c.Tokens, rules.Side(rapid.IntRange(0, 1).Draw(t, "token")))
		}
		cards[i] = c
	}
	effects := make([]momon.Effect, rapid.IntRange(0, 6).Draw(t, "effects"))
	for i := range effects {
		effects[i] = momon.Effect{
			Card: rapid.IntRange(0, len(cards)-1).Draw(t, "card"), Delta: rapid.Int64Range(-2, 3).Draw(t, "delta"),
			Expired: rapid.IntRange(0, 3).Draw(t, "expired") == 0, NeedsArena: rapid.Bool().Draw(t, "needs arena"),
			While: rapid.Bool().Draw(t, "while"), Min: rapid.Int64Range(-2, 6).Draw(t, "min"),
		}
	}
	return cards, effects
}

// points computes, in the plainest way, what is left when every effect that
// has to end has ended: whole rounds over the values of the round before.
func points(cards []momon.Card, effects []momon.Effect) []int64 {
	alive := append([]momon.Effect(nil), effects...)
	for {
		values := make([]int64, len(cards))
		for i, c := range cards {
			values[i] = c.Base
			for _, e := range alive {
				if e.Card == i {
					values[i] += e.Delta
				}
			}
		}
		var next []momon.Effect
		for _, e := range alive {
			places := cards[e.Card].Places
			left := len(places) == 1 && !places[0].Arena
			if !e.Expired && !(e.NeedsArena && left) && !(e.While && values[e.Card] < e.Min) {
				next = append(next, e)
			}
		}
		if len(next) == len(alive) {
			return values
		}
		alive = next
	}
}

// The conditions come to rest within their bound, agree with the plain
// computation, leave the input alone and, once at rest, find nothing to do.
func TestRule_12_1_8_ComeToRest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cards, effects := anyBoard(t)
		before := append([]momon.Card(nil), cards...)
		s, err := momon.Settle(cards, effects)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(before, cards) {
			t.Fatal("the input was changed")
		}
		if most := 2 + len(effects); s.Passes < 1 || s.Passes > most {
			t.Fatalf("%d passes, at most %d", s.Passes, most)
		}
		if want := points(cards, effects); !reflect.DeepEqual(s.Points, want) {
			t.Fatalf("points %v, want %v", s.Points, want)
		}
		again, err := momon.Settle(cards, effects)
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%+v, and again %+v, %v", s, again, err)
		}
		if s.Rule == rules.NoRef || len(s.Irregular) > 0 && s.Rule != s.Irregular[0] {
			t.Fatalf("rule %s for %+v", s.Rule, s)
		}
	})
}

func TestRule_12_1_8_LongestChain(t *testing.T) {
	t.Parallel()
	// Each effect keeps the next one alive: the first has expired.
	const n = 200
	effects := []momon.Effect{{Delta: 1, Expired: true}}
	for i := range n {
		effects = append(effects, momon.Effect{Delta: 1, While: true, Min: int64(n + 1 - i)})
	}
	s, err := momon.Settle([]momon.Card{{Places: []momon.Place{{}}}}, effects)
	if err != nil || s.Passes != n+2 || s.Points[0] != 0 || s.Rule != rules.R12_1_8 {
		t.Errorf("%d passes to %v under %s, %v", s.Passes, s.Points, s.Rule, err)
	}
}

func TestBoardsBeyondTheLimits(t *testing.T) {
	t.Parallel()
	one := []momon.Card{{}}
	for name, b := range map[string]struct {
		cards   []momon.Card
		effects []momon.Effect
	}{
		"cards":          {make([]momon.Card, momon.MaxEntered+1), nil},
		"effects":        {one, make([]momon.Effect, momon.MaxEntered+1)},
		"points":         {[]momon.Card{{Base: momon.MaxValue + 1}}, nil},
		"few points":     {[]momon.Card{{Base: -momon.MaxValue - 1}}, nil},
		"change":         {one, []momon.Effect{{Delta: momon.MaxValue + 1}}},
		"small change":   {one, []momon.Effect{{Delta: -momon.MaxValue - 1}}},
		"no such card":   {one, []momon.Effect{{Card: 1}}},
		"no card at all": {one, []momon.Effect{{Card: -1}}},
	} {
		if _, err := momon.Settle(b.cards, b.effects); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// What is allowed can be chosen, everything else is refused with the rule.
func TestRule_12_3_1_OnlyAllowedOptionsCanBeChosen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		options := make([]momon.Option, rapid.IntRange(0, 6).Draw(t, "options"))
		for i := range options {
			options[i] = momon.Option{Legal: rapid.Bool().Draw(t, "legal"), Possible: rapid.Bool().Draw(t, "possible"), Prohibited: rapid.Bool().Draw(t, "prohibited")}
		}
		optional := rapid.Bool().Draw(t, "optional")
		allowed := momon.Allowed(options)
		for choice := -2; choice <= len(options); choice++ {
			p, err := momon.Pick(options, optional, choice)
			in := false
			for _, a := range allowed {
				in = in || a == choice
			}
			var illegal rules.IllegalChoice
			switch {
			case !reflect.DeepEqual(p.Allowed, allowed):
				t.Fatalf("allowed %v and %v", p.Allowed, allowed)
			case len(allowed) == 0:
				if err != nil || !p.Nothing || p.Rule != rules.R12_3_3 {
					t.Fatalf("nothing possible: %+v, %v", p, err)
				}
			case in:
				if err != nil || p.Chosen != choice {
					t.Fatalf("choice %d of %v: %+v, %v", choice, allowed, p, err)
				}
			case choice == -1 && optional:
				if err != nil || !p.Declined {
					t.Fatalf("declined: %+v, %v", p, err)
				}
			case !errors.As(err, &illegal) || illegal.Allowed != len(allowed) || illegal.Rule != p.Rule || p.Chosen != -1 || p.Declined || p.Nothing:
				t.Fatalf("choice %d of %v: %+v, %v", choice, allowed, p, err)
			}
		}
	})
}
