package swiss

import (
	"math/rand/v2"
	"testing"

	"tourney/internal/pairing/matching"
)

// checkProof finds a pairing and its proof, and then looks at every single pair
// of the field: costs come from the criteria, odd sets are walked one by one.
func checkProof(t *testing.T, in Input) {
	t.Helper()
	random := newSource(in.Options.Seed)
	f := arrange(&in, random)
	u := newUnits(f)
	if u.bits() > 58 || in.Options.ByRank {
		t.Fatal("the check is written for rounds by points in one word")
	}
	c := newCosts[[1]int64](f, &u)
	k, mate, p, err := prove(c, random)
	if err != nil {
		t.Fatal(err)
	}
	c.mix(mate, k, p, random)

	size := int32(f.size)
	unit := []int64{
		u.repeat.Int64(), u.bye.Int64(), u.club.Int64(), u.gap.Int64(),
		u.club.Int64(), u.down.Int64(), u.lowRank.Int64(), u.rank.Int64(),
	}
	divisor := int64(0)
	for _, e := range in.Entrants {
		d := e.Points - in.Entrants[0].Points
		divisor = int64(gcd(uint64(divisor), uint64(max(d, -d))))
	}
	cost := func(x, y int32) int64 {
		a, b := int(f.entrant[x]), -1
		if int(y) < f.n {
			b = int(f.entrant[y])
		}
		v := criteria(&in, a, b)
		if b < 0 {
			v[1] = int64(f.byeOrder[x])
			if f.rank != nil {
				v[6] = int64(f.n) - int64(f.rank[x])
			}
		}
		v[3] /= max(1, divisor*divisor)
		sum := int64(0)
		for i := range v {
			sum += v[i] * unit[i]
		}
		return sum
	}
	sets := make([]map[int32]bool, size)
	members, tables := make([]int, len(p.sets)), make([]int, len(p.sets))
	dual := make([]int64, len(p.sets))
	for b := range p.sets {
		dual[b] = p.sets[b].sum[0]
		if up := p.sets[b].parent; up >= 0 {
			dual[b] -= p.sets[up].sum[0]
		}
		if dual[b] <= 0 {
			t.Fatalf("odd set %d has dual %d", b, dual[b])
		}
	}
	for x := range size {
		sets[x] = map[int32]bool{}
		for b := p.inner[x]; b >= 0; b = p.sets[b].parent {
			sets[x][b] = true
			members[b]++
		}
	}
	var primal, bound int64
	for x := range size {
		bound += p.dual[x][0]
		for y := x + 1; y < size; y++ {
			slack := cost(x, y) - p.dual[x][0] - p.dual[y][0]
			for b := range sets[x] {
				if sets[y][b] {
					slack += dual[b]
				}
			}
			if slack < 0 {
				t.Fatalf("positions %d and %d have slack %d", x, y, slack)
			}
			if mate[x] != y {
				continue
			}
			if mate[y] != x || slack != 0 {
				t.Fatalf("the table of %d and %d has slack %d", x, y, slack)
			}
			primal += cost(x, y)
			for b := range sets[x] {
				if sets[y][b] {
					tables[b]++
				}
			}
		}
	}
	for b := range p.sets {
		bound -= dual[b] * int64(members[b]/2)
		if members[b]%2 == 0 || tables[b] != members[b]/2 {
			t.Fatalf("odd set %d of %d holds %d tables", b, members[b], tables[b])
		}
	}
	if primal != bound {
		t.Fatalf("the pairing costs %d, the duals promise %d", primal, bound)
	}
	if !p.holds(c, f.seat(mate)) {
		t.Fatal("the proof is not accepted")
	}
}

func TestProofForEveryPair(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(21, 22))
	for range 60 {
		n := 20 + random.IntN(180)
		in := simulate(t, n, random.IntN(12), random.Uint64())
		giveClubs(&in, random, random.Float64())
		if n < 40 {
			in.Options.Within = WithinRank
		}
		checkProof(t, in)
	}
	// A club with nearly half of the field, and one with most of it.
	for k, share := range []float64{0.35, 0.46, 0.5, 0.8} {
		in := simulate(t, 600+k, 3, uint64(k))
		giveClubs(&in, random, share)
		for _, apart := range []Apart{ApartSoft, ApartStrong} {
			in.Options.Apart = apart
			checkProof(t, in)
		}
	}
	for _, in := range []Input{
		simulate(t, 2000, 9, 1),
		simulate(t, 1999, 2, 2),
		scattered(1500, 12, 3),
		scattered(1501, 12, 4),
	} {
		checkProof(t, in)
	}
}

// giveClubs puts about the given share of the entrants into one club, and draws
// how clubs and the bye are treated.
func giveClubs(in *Input, random *rand.Rand, share float64) {
	clubs := 1 + random.IntN(8)
	for i := range in.Entrants {
		in.Entrants[i].Club = random.IntN(clubs + 1)
		if random.Float64() < share {
			in.Entrants[i].Club = 1
		}
	}
	in.Options.Apart = Apart(random.IntN(3))
	in.Options.ByeTo = ByeTo(random.IntN(2))
}

// A pairing that is not a cheapest one, or duals that promise too much, must
// not pass for proved.
func TestProofIsNotTakenOnTrust(t *testing.T) {
	t.Parallel()
	in := simulate(t, 60, 5, 7)
	random := newSource(1)
	f := arrange(&in, random)
	u := newUnits(f)
	c := newCosts[[1]int64](f, &u)
	k, mate, p, err := prove(c, random)
	if err != nil {
		t.Fatal(err)
	}
	if !p.holds(c, f.seat(mate)) || len(search(c, p, k).missing) > 0 {
		t.Fatal("a sound proof is rejected")
	}
	last := int32(f.n - 1)
	a, b := mate[0], mate[last]
	mate[0], mate[last], mate[a], mate[b] = last, 0, b, a
	if p.holds(c, f.seat(mate)) {
		t.Error("first against last passes for proved")
	}
	p.dual[0] = matching.Add(p.dual[0], c.gapUnit)
	if len(search(c, p, k).missing) == 0 {
		t.Error("a dual that is too high goes unnoticed")
	}
}
