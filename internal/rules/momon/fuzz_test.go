package momon

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"tourney/internal/rules"
)

// FuzzPlay plays games by rules, cards and positions drawn from the first eight
// bytes, with choices out of the others: legal ones by their place in the
// list, and every fifth byte one that nobody offered.
func FuzzPlay(f *testing.F) {
	f.Add([]byte("a game of which nobody knows the rules"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 8 || len(data) > 4096 {
			return
		}
		r := rng(binary.LittleEndian.Uint64(data))
		spec := randomSpec(&r)
		cfg := mustConfig(t, spec)
		setup := randomSetup(&r, cfg)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		compareSBC(g, spec, func(why string) { t.Fatal(why) })
		var log Log
		for i, b := range data[8:] {
			status := g.Advance()
			sound(t, g)
			legal := g.Legal(nil)
			if (len(legal) != 0) != (status == Deciding || status == Declaring) {
				t.Fatalf("status %d with %d choices", status, len(legal))
			}
			e := Entry{Choice: Choice{ChoiceKind(b % 70), rules.Side(b >> 7), b, uint8(i)}, N: int64(b)}
			if len(legal) != 0 && i%5 != 4 {
				e.Choice = legal[int(b)%len(legal)]
			}
			before := g.Snapshot()
			if err := g.Do(e); err == nil {
				log = append(log, e)
			} else if g.Snapshot() != before {
				t.Fatalf("%+v is refused and has changed the state", e)
			} else if slices.Contains(legal, e.Choice) && e.Choice.Kind != Announce {
				t.Fatalf("%+v is legal and refused: %v", e, err)
			}
		}
		if g.phase == over {
			checkEnding(t, g)
			checkClaims(t, g)
		}
		h, err := Replay(cfg, &setup, log)
		if err != nil {
			t.Fatal(err)
		}
		g.Advance()
		if h.Advance(); h.core != g.core || h.res != g.res {
			t.Fatal("the replay differs")
		}
	})
}

// FuzzCheckLoopProof changes a good proof. Whatever comes out, the checker
// answers, and calls nothing a draw that does not recur.
func FuzzCheckLoopProof(f *testing.F) {
	g := togglers(f, false)
	g.Advance()
	good, err := g.LoopProof()
	if err != nil {
		f.Fatal(err)
	}
	cycle, err := json.Marshal(good.Cycle)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good.Start, cycle)
	h := modes(f)
	for h.Advance() == Deciding {
		if err := h.Apply(h.Legal(nil)[0]); err != nil {
			f.Fatal(err)
		}
	}
	other, err := h.LoopProof()
	if err != nil {
		f.Fatal(err)
	}
	decisions, err := json.Marshal(other.Cycle)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(other.Start, decisions)
	f.Fuzz(func(t *testing.T, begin, cycle []byte) {
		for _, cfg := range []*Config{g.cfg, h.cfg} {
			p := LoopProof{Set: rules.Momon, ConfigDigest: cfg.Digest(), Start: begin}
			if json.Unmarshal(cycle, &p.Cycle) != nil {
				return
			}
			class, err := CheckLoopProof(cfg, p)
			if err != nil {
				continue
			}
			var c core
			if c.decode(cfg, begin) != nil || class == rules.NoLoop {
				t.Fatal("a proof without a state is accepted")
			}
			if slices.Compare(c.encode(), begin) != 0 {
				t.Fatal("the state is not written as it was read")
			}
			if class == rules.LoopMandatory {
				var x Game
				x.load(cfg, &c)
				for range p.Cycle {
					x.do(workItem)
					for x.runOn() == atDecision {
						x.choose(x.Legal(nil)[0])
					}
				}
				if x.core != c {
					t.Fatal("a mandatory loop that does not recur")
				}
			}
		}
	})
}

// FuzzLog reads logs and replays what can be read.
func FuzzLog(f *testing.F) {
	cfg := mustConfig(f, abilitySpec())
	var setup Setup
	r := rng(1)
	dealt(&r, &setup)
	g, err := New(cfg, &setup)
	if err != nil {
		f.Fatal(err)
	}
	var log Log
	for move(f, g, &r, &log) {
	}
	raw, err := log.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte{byte(Announce), 0, 0, 0, 0x80})
	f.Add([]byte{byte(Report), 0, 3, 255, byte(Continue), 0, 0, 0, byte(Concede), 1, 0, 0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var log Log
		if log.UnmarshalBinary(raw) != nil {
			return
		}
		again, err := log.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Log
		if err := back.UnmarshalBinary(again); err != nil || !slices.Equal(back, log) {
			t.Fatalf("the log does not survive: %v", err)
		}
		g, err := Replay(cfg, &setup, log)
		var fault LogFault
		if err != nil && (!errors.As(err, &fault) || fault.Index >= len(log)) {
			t.Fatal(err)
		}
		sound(t, g)
	})
}

func TestLogRefusesBrokenBytes(t *testing.T) {
	t.Parallel()
	for _, raw := range [][]byte{{1}, {1, 2, 3}, {byte(Announce), 0, 0, 0}, {byte(Announce), 0, 0, 0, 0x80, 0x80}, make([]byte, 4*MaxLog+4)} {
		var log Log
		if log.UnmarshalBinary(raw) == nil {
			t.Errorf("%d bytes are accepted", len(raw))
		}
	}
}
