package magic_test

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules"
	"tourney/internal/rules/magic"
)

// seatsFor draws 2 to 6 seats with at least two sides. Totals are small, so
// that games end.
func seatsFor(t *rapid.T) []magic.Seat {
	n := rapid.IntRange(2, 6).Draw(t, "seats")
	teams := rapid.Bool().Draw(t, "teams")
	seats := make([]magic.Seat, n)
	for i := range seats {
		seats[i] = magic.Seat{
			Life:    rapid.Int64Range(-1, 5).Draw(t, "life"),
			Poison:  rapid.Int64Range(0, 11).Draw(t, "poison"),
			Library: rapid.Int64Range(0, 3).Draw(t, "library"),
			Team:    magic.NoTeam,
		}
		if teams {
			seats[i].Team = rapid.Int32Range(-1, 2).Draw(t, "team")
		}
	}
	if new(magic.Game).Start(seats) != nil {
		seats[0].Team = 7
	}
	return seats
}

// batchFor draws an instant. Numbers that would make it impossible are left
// out: poison and library only grow.
func batchFor(t *rapid.T, seats int) []magic.Event {
	if rapid.IntRange(0, 40).Draw(t, "loop") == 0 {
		return []magic.Event{{Op: magic.Loop, Optional: rapid.Bool().Draw(t, "optional")}}
	}
	batch := make([]magic.Event, rapid.IntRange(0, 5).Draw(t, "events"))
	for i := range batch {
		e := magic.Event{Op: rapid.SampledFrom([]magic.Op{
			magic.Life, magic.Life, magic.Life, magic.Poison, magic.Library, magic.Draw, magic.Draw,
			magic.Win, magic.Lose, magic.Concede, magic.Leave, magic.Priority, magic.Priority,
		}).Draw(t, "op"), P: rules.Side(rapid.IntRange(0, seats-1).Draw(t, "seat"))}
		switch e.Op {
		case magic.Life:
			e.N = rapid.Int64Range(-4, 4).Draw(t, "n")
		case magic.Poison, magic.Library, magic.Draw:
			e.N = rapid.Int64Range(0, 4).Draw(t, "n")
		}
		batch[i] = e
	}
	return batch
}

// play draws a game and plays it, calling after each instant.
func play(t *rapid.T, seats []magic.Seat, after func(i int, batch []magic.Event, g *magic.Game)) [][]magic.Event {
	var g magic.Game
	if err := g.Start(seats); err != nil {
		t.Fatal(err)
	}
	var batches [][]magic.Event
	for i := range rapid.IntRange(0, 12).Draw(t, "batches") {
		batch := batchFor(t, len(seats))
		batches = append(batches, batch)
		if err := g.Do(batch); err != nil {
			var over rules.GameOver
			var hold magic.Undetermined
			if !errors.As(err, &over) && !errors.As(err, &hold) && !errors.Is(err, magic.LoopOptional{}) {
				t.Fatalf("instant %d %v: %v", i, batch, err)
			}
		}
		after(i, batch, &g)
	}
	return batches
}

// Both implementations say the same after every instant.
func TestSecondImplementationAgrees(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := seatsFor(t)
		n := newNaive(seats)
		play(t, seats, func(i int, batch []magic.Event, g *magic.Game) {
			n.do(batch)
			if a, b := stateOf(g, len(seats)), n.state(); a != b {
				t.Fatalf("after instant %d %v of %v: %+v, and by the second implementation %+v", i, batch, seats, a, b)
			}
			if r := g.Result(); r.Kind != rules.Undecided && r.Validate() != nil {
				t.Fatalf("result %+v: %v", r, r.Validate())
			}
		})
	})
}

// The order of events within an instant does not matter, nor does the
// numbering of the seats.
func TestRule_102_4a_OrderAndNumberingDoNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := seatsFor(t)
		at := rapid.Permutation(upTo(len(seats))).Draw(t, "numbering")
		moved := make([]magic.Seat, len(seats))
		for i, s := range seats {
			moved[at[i]] = s
		}
		var other magic.Game
		if err := other.Start(moved); err != nil {
			t.Fatal(err)
		}
		play(t, seats, func(i int, batch []magic.Event, g *magic.Game) {
			mixed := append([]magic.Event(nil), batch...)
			if len(mixed) > 1 {
				mixed = rapid.Permutation(mixed).Draw(t, "order")
			}
			for j := range mixed {
				if mixed[j].Op < magic.Priority {
					mixed[j].P = rules.Side(at[mixed[j].P])
				}
			}
			_ = other.Do(mixed)
			a, b := stateOf(g, len(seats)), stateOf(&other, len(seats))
			if a.ended != b.ended || renumber(a.winners, at) != b.winners || renumber(a.out, at) != b.out || g.Result().Rule != other.Result().Rule {
				t.Fatalf("after instant %d %v: %+v, and renumbered %v: %+v", i, batch, a, mixed, b)
			}
			for p := range seats {
				if a.totals[p] != b.totals[at[p]] || g.Losses(rules.Side(p)) != other.Losses(rules.Side(at[p])) {
					t.Fatalf("seat %d: %v and %v", p, a.totals[p], b.totals[at[p]])
				}
			}
		})
	})
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func renumber(s rules.SideSet, at []int) (moved rules.SideSet) {
	for _, p := range s.Seats() {
		moved |= rules.Only(rules.Side(at[p]))
	}
	return moved
}

// A refused instant changes nothing.
func TestRule_102_1_RefusedInstantsChangeNothing(t *testing.T) {
	t.Parallel()
	seats := []magic.Seat{{Life: 20, Library: 40, Team: magic.NoTeam}, {Life: 20, Library: 40, Team: magic.NoTeam}}
	for name, batch := range map[string][]magic.Event{
		"no such seat":       {{Op: magic.Life, P: 0, N: -5}, {Op: magic.Life, P: 2, N: 1}},
		"no such event":      {{Op: magic.Life, P: 0, N: -5}, {Op: 99, P: 1}},
		"no event":           {{Op: magic.Concede, P: 0}, {P: 1}},
		"too large":          {{Op: magic.Life, P: 0, N: magic.MaxAmount + 1}},
		"too small":          {{Op: magic.Life, P: 0, N: -magic.MaxAmount - 1}},
		"negative draw":      {{Op: magic.Draw, P: 0, N: -1}},
		"negative poison":    {{Op: magic.Concede, P: 1}, {Op: magic.Poison, P: 0, N: -1}},
		"negative library":   {{Op: magic.Library, P: 0, N: -41}},
		"loop and more":      {{Op: magic.Loop}, {Op: magic.Concede, P: 1}},
		"optional loop":      {{Op: magic.Loop, Optional: true}},
		"too many at once":   make([]magic.Event, magic.MaxEvents+1),
		"loop after a loss ": {{Op: magic.Concede, P: 1}, {Op: magic.Loop}},
	} {
		var g magic.Game
		if err := g.Start(seats); err != nil {
			t.Fatal(err)
		}
		before := stateOf(&g, 2)
		err := g.Do(batch)
		if err == nil || err.Error() == "" || stateOf(&g, 2) != before {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestRule_102_1_NothingAfterTheEnd(t *testing.T) {
	t.Parallel()
	var g magic.Game
	if err := g.Start([]magic.Seat{{Life: 20, Team: magic.NoTeam}, {Life: 20, Team: magic.NoTeam}}); err != nil {
		t.Fatal(err)
	}
	if err := g.Do([]magic.Event{{Op: magic.Concede, P: 1}}); err != nil {
		t.Fatal(err)
	}
	for op := magic.Life; op <= magic.Loop; op++ {
		var over rules.GameOver
		if err := g.Do([]magic.Event{{Op: op}}); !errors.As(err, &over) || over.Rule != rules.R102_1 || over.Result.Winners != rules.Only(0) {
			t.Errorf("event %d: %v", op, err)
		}
	}
}

func TestRule_102_3_CausesHaveRules(t *testing.T) {
	t.Parallel()
	all := magic.ByEffect | magic.Conceded | magic.NoLife | magic.Decked | magic.Poisoned | magic.LeftTable
	want := []rules.Ref{rules.R102_3, rules.R102_3a, rules.R102_3b, rules.R102_3c, rules.R102_3d, rules.R102_5}
	if got := all.Rules(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if got := magic.LossSet(0).Rules(); len(got) != 0 || got == nil {
		t.Errorf("no causes give %v", got)
	}
}

func TestSeatsThatCannotStart(t *testing.T) {
	t.Parallel()
	free := magic.Seat{Life: 20, Library: 40, Team: magic.NoTeam}
	for name, seats := range map[string][]magic.Seat{
		"none":            nil,
		"one":             {free},
		"65":              make([]magic.Seat, 65),
		"one team":        {{Life: 1, Team: 1}, {Life: 1, Team: 1}},
		"life":            {free, {Life: magic.MaxTotal + 1}},
		"negative life":   {free, {Life: -magic.MaxTotal - 1}},
		"poison":          {free, {Poison: -1}},
		"library":         {free, {Library: -1}},
		"too much poison": {free, {Poison: magic.MaxTotal + 1}},
		"large library":   {free, {Library: magic.MaxTotal + 1}},
	} {
		if new(magic.Game).Start(seats) == nil {
			t.Errorf("%s: started", name)
		}
	}
	var g magic.Game
	if err := g.Start(make64()); err != nil {
		t.Fatal(err)
	}
	if err := g.Do([]magic.Event{{Op: magic.Win, P: 63}}); err != nil || g.Result().Winners != rules.Only(63) {
		t.Errorf("64 seats: %v, %+v", err, g.Result())
	}
	if life, poison, library := g.Totals(64); life != 0 || poison != 0 || library != 0 || g.Losses(64) != 0 {
		t.Error("a seat that is not there has totals")
	}
}

func make64() []magic.Seat {
	seats := make([]magic.Seat, rules.MaxSeats)
	for i := range seats {
		seats[i].Team = magic.NoTeam
	}
	return seats
}

// The naive implementation agrees on whatever games bytes can spell.
func FuzzSecondImplementation(f *testing.F) {
	f.Add([]byte{2, 0, 0x10, 0x80, 0xff})
	f.Add([]byte{4, 3, 0x01, 0x23, 0x45, 0xff, 0x67, 0x89, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		seats := make([]magic.Seat, 2+data[0]%5)
		for i := range seats {
			seats[i] = magic.Seat{Life: 3, Poison: 8, Library: 2, Team: magic.NoTeam}
			if data[1]%2 == 1 {
				seats[i].Team = int32(i) % 2
			}
		}
		var g magic.Game
		if err := g.Start(seats); err != nil {
			t.Fatal(err)
		}
		n := newNaive(seats)
		var batch []magic.Event
		for _, b := range data[2:] {
			if b != 0xff {
				e := magic.Event{Op: magic.Op(b%9) + 1, P: rules.Side(int(b>>4) % len(seats)), N: int64(b >> 5)}
				if e.Op == magic.Life {
					e.N -= 4
				}
				batch = append(batch, e)
				continue
			}
			if err := g.Do(batch); err == nil {
				n.do(batch)
			} else if g.Result().Kind == rules.Undecided && g.Together() == 0 {
				t.Fatalf("%v: %v", batch, err)
			}
			if a, b := stateOf(&g, len(seats)), n.state(); a != b {
				t.Fatalf("after %v: %+v, and by the second implementation %+v", batch, a, b)
			}
			batch = nil
		}
	})
}
