package swiss

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawInput draws a field of any kind, of up to 90 entrants.
func drawInput(t *rapid.T) Input {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "field"), 31))
	in := randomInput(random, rapid.IntRange(2, 90).Draw(t, "entrants"))
	in.Options.Rematch = RematchOnlyIfForced
	return in
}

func TestEveryoneOnceAndTheSameAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		r, err := Pair(in)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Quality.Optimal {
			t.Fatal("not proved")
		}
		if _, err := valueOf(&in, &r); err != nil {
			t.Fatal(err)
		}
		again, err := Pair(in)
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Fatalf("the same input gave another result: %v", err)
		}
		for _, table := range r.Tables {
			if len(table.Reasons) == 0 {
				t.Fatalf("%+v has no reason", table)
			}
			met := slices.Contains(in.Entrants[table.A].Met, table.B) || slices.Contains(in.Entrants[table.B].Met, table.A)
			said := slices.ContainsFunc(table.Reasons, func(r Reason) bool { return r.Code == RematchForced && r.Count > 0 })
			if met != said {
				t.Fatalf("%+v: met before is %v", table, met)
			}
		}
	})
}

func TestOrderOfEntrantsDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		in.Options.ByeTo = ByeToLowest
		n := len(in.Entrants)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		newIndex := rapid.Permutation(order).Draw(t, "order")
		moved := Input{Entrants: make([]Entrant, n), Options: in.Options}
		for i, e := range in.Entrants {
			met := make([]int, len(e.Met))
			for k, o := range e.Met {
				met[k] = newIndex[o]
			}
			e.Met = met
			moved.Entrants[newIndex[i]] = e
		}
		moved.Options.Seed = rapid.Uint64().Draw(t, "seed")
		values := [2]value{}
		for k, input := range []*Input{&in, &moved} {
			r, err := Pair(*input)
			if err != nil {
				t.Fatal(err)
			}
			if values[k], err = valueOf(input, &r); err != nil {
				t.Fatal(err)
			}
		}
		if values[0] != values[1] {
			t.Fatalf("value %v in one order, %v in another", values[0], values[1])
		}
	})
}

// Adding the same to all points, or counting them in another unit, changes no
// table.
func TestUnitOfPointsDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		before, err := Pair(in)
		if err != nil {
			t.Fatal(err)
		}
		unit := rapid.Int64Range(1, 1<<20).Draw(t, "unit")
		shift := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "shift")
		for i := range in.Entrants {
			in.Entrants[i].Points = in.Entrants[i].Points*unit + shift
		}
		after, err := Pair(in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range before.Tables {
			if before.Tables[i].A != after.Tables[i].A || before.Tables[i].B != after.Tables[i].B {
				t.Fatalf("%+v became %+v", before.Tables[i], after.Tables[i])
			}
		}
	})
}

// The first numbers of SplitMix64 from the seed 1234567, as its authors' code
// gives them.
func TestSourceIsSplitMix64(t *testing.T) {
	t.Parallel()
	s := newSource(1234567)
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := s.next(); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	}
}
