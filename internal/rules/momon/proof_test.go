package momon

import (
	"encoding/json"
	"reflect"
	"testing"

	"tourney/internal/rules"
)

// A proof with anything changed is refused or is no proof of a draw.
func TestRule_12_4_4_TamperedProofsAreRefused(t *testing.T) {
	t.Parallel()
	g := togglers(t, false)
	status(t, g, Over)
	good := proved(t, g, rules.LoopMandatory, 4)
	for i := range good.Start {
		for _, bit := range []byte{1, 0x80} {
			p := good
			p.Start = append([]byte(nil), good.Start...)
			p.Start[i] ^= bit
			if class, err := CheckLoopProof(g.cfg, p); err == nil && class == rules.LoopMandatory {
				var c core
				if c.decode(g.cfg, p.Start) != nil {
					t.Fatalf("byte %d: a state that cannot be is accepted", i)
				}
			}
		}
	}
	other := mustConfig(t, row(5, g.cfg.Spec().Defs[0]))
	for name, change := range map[string]func(*LoopProof){
		"set":        func(p *LoopProof) { p.Set = rules.Magic102 },
		"digest":     func(p *LoopProof) { p.ConfigDigest[0]++ },
		"short":      func(p *LoopProof) { p.Start = p.Start[1:] },
		"long":       func(p *LoopProof) { p.Start = append(p.Start[:len(p.Start):len(p.Start)], 0) },
		"no cycle":   func(p *LoopProof) { p.Cycle = nil },
		"half":       func(p *LoopProof) { p.Cycle = p.Cycle[:2] },
		"other step": func(p *LoopProof) { p.Cycle = append([]ProofStep{{Def: 1}}, p.Cycle[1:]...) },
		"decision": func(p *LoopProof) {
			p.Cycle = append([]ProofStep{}, p.Cycle...)
			p.Cycle[0].Decisions = []ProofDecision{{}}
		},
	} {
		p := good
		change(&p)
		if _, err := CheckLoopProof(g.cfg, p); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := CheckLoopProof(other, good); err == nil {
		t.Error("accepted for another Config")
	}
}

// Hidden cards stay masked in a proof unless the loop depends on them.
func TestRule_12_4_1_ProofDisclosesNoHand(t *testing.T) {
	t.Parallel()
	g := togglers(t, false)
	status(t, g, Over)
	p := proved(t, g, rules.LoopMandatory, 4)
	var c core
	if err := c.decode(g.cfg, p.Start); err != nil {
		t.Fatal(err)
	}
	for rest := c.hand; rest != 0; rest &= rest - 1 {
		if c.def[lowest(rest)] != masked {
			t.Fatal("a card in a hand is disclosed")
		}
	}
}

// The choices in a loop that all lead to the same next state do not make it
// optional; the cards among which they are belong to the proof.
func TestRule_12_4_4_ChoicesWithoutConsequence(t *testing.T) {
	t.Parallel()
	x := toggle(Instruction{Op: OpReveal, Of: Selector{Kind: "fire"}, Who: Controller})
	spec := row(5, Def{Name: "x", Abilities: []Ability{x, starts}}, Def{Name: "y", Abilities: []Ability{toggle()}},
		Def{Name: "ember", Kind: "fire"}, Def{Name: "flame", Kind: "fire"}, Def{Name: "wave"})
	g := start(t, spec, Setup{Hands: [2][]int{{2, 3, 4}, {2}}, Arena: []Standing{at(0, 0, sideA), at(3, 1, sideB)}})
	for range 1000 {
		if g.Advance() != Deciding {
			break
		}
		apply(t, g, g.Legal(nil)[0])
	}
	result(t, g, 0, rules.MandatoryLoop, rules.R12_4_5)
	p := proved(t, g, rules.LoopMandatory, 4)
	var c core
	if err := c.decode(g.cfg, p.Start); err != nil {
		t.Fatal(err)
	}
	shown := 0
	for rest := c.hand; rest != 0; rest &= rest - 1 {
		if c.def[lowest(rest)] != masked {
			shown++
		}
	}
	if shown != 3 {
		t.Fatalf("%d cards are disclosed, want A's hand, among which the choice is", shown)
	}
}

// A proof is data: it is written and read without loss.
func TestProofAsJSON(t *testing.T) {
	t.Parallel()
	g := bothMay(t)
	p := proved(t, g, rules.LoopOptional, 4)
	raw, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var back LoopProof
	if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back, p) {
		t.Fatalf("%+v became %+v, %v", p, back, err)
	}
	for name, change := range map[string]func(*ProofDecision){
		"a choice left out":    func(d *ProofDecision) { d.Legal = d.Legal[1:] },
		"another choice":       func(d *ProofDecision) { d.Legal[0].A++ },
		"an illegal one taken": func(d *ProofDecision) { d.Taken.A++ },
	} {
		var q LoopProof
		if err := json.Unmarshal(raw, &q); err != nil {
			t.Fatal(err)
		}
		change(&q.Cycle[0].Decisions[0])
		if _, err := CheckLoopProof(g.cfg, q); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	// A decision left out, or one too many.
	q := p
	q.Cycle = append([]ProofStep{}, p.Cycle...)
	q.Cycle[0].Decisions = nil
	if _, err := CheckLoopProof(g.cfg, q); err == nil {
		t.Error("a decision left out: accepted")
	}
	q.Cycle[0].Decisions = append(append([]ProofDecision{}, p.Cycle[0].Decisions...), p.Cycle[0].Decisions[0])
	if _, err := CheckLoopProof(g.cfg, q); err == nil {
		t.Error("a decision too many: accepted")
	}
}
