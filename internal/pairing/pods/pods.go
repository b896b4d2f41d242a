// Package pods seats the entrants of a multiplayer round: pods of three to five,
// nobody with the same people twice where that can be avoided, equal points
// together, every seat about equally often for everybody.
//
// Entrants are dense numbers from 0. Points are integers in whatever smallest
// unit the caller counts in. All chance comes from the seed: the same input gives
// the same round on every machine.
//
// A round is chosen in this order:
//
//  1. Sizes: fewest byes, then fewest pods smaller than wanted, then fewest
//     larger ones ([Sizes]).
//  2. Byes: who has had fewest, then who has the lowest points, then by lot.
//  3. Repeats: the number of earlier meetings between those who now sit
//     together, each meeting counted.
//  4. Gap: the sum, over all pairs who sit together, of the squared difference
//     in points.
//  5. What is still equal is left to the lot.
//
// Criteria 3 and 4 together are a hard combinatorial problem. The method is a
// start in the order of points, improved by exchanges; fields small enough are
// then searched completely. [Quality].Optimal is true only if no other seating of
// the same sizes and of equally entitled byes is better by proof, never by hope;
// docs/decisions/0008-pods.md tells the method and its limits.
package pods

import (
	"cmp"
	"slices"
)

// Limits of what can be seated. The bound on points keeps every sum of squared
// differences within 64 bits.
const (
	MaxEntrants = 4096
	MinSize     = 3
	MaxSize     = 5
	MaxPoints   = 1 << 20 // largest magnitude of an entrant's points, in units
)

// Rule is what the policy says about pods.
type Rule struct {
	Size    int // the size wanted, 3 to 5
	Smaller int // the smallest size allowed; 0: none smaller, byes instead
	Larger  int // the largest size allowed; 0: none larger

	RandomBye   bool // among those with fewest byes by lot, whatever their points
	NeverRepeat bool // refuse a round in which two meet again
}

// Input is all that a round depends on.
type Input struct {
	Points  []int   // by entrant
	Byes    []int   // by entrant: byes so far; nil is none
	Active  []int   // the entrants to seat, in any order
	History [][]int // the pods played so far, each in seat order
	Rule    Rule
	Seed    uint64
}

// Round is a seating. Pods are listed from the highest points down.
type Round struct {
	Pods    []Pod
	Byes    []Bye
	Quality Quality
}

// Pod is one table.
type Pod struct {
	Seats   []int // entrants in seat order
	Reasons []Reason
}

// Bye is an entrant without a pod.
type Bye struct {
	Entrant int
	Reasons []Reason
}

// Quality reports on a round in the units of its criteria.
type Quality struct {
	Byes       int
	SecondByes int // byes for entrants who had one before
	SmallPods  int // pods smaller than wanted
	LargePods  int
	Repeats    int // earlier meetings between entrants who sit together
	SquaredGap int // sum over pairs who sit together of (difference in points)²
	LargestGap int // largest difference in points within a pod
	// Optimal is true only if it is proved that no seating with these sizes and
	// equally entitled byes has fewer repeats, or as many and a smaller gap.
	Optimal bool
}

// Pair seats a round, or refuses with an [*Error] that says what can be changed.
func Pair(in Input) (*Round, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	sizes, byes, err := Sizes(len(in.Active), in.Rule)
	if err != nil {
		return nil, err
	}
	lot := &lot{state: in.Seed}
	f := newField(in, lot, byes)
	g := f.start(sizes)
	f.improve(g, lot)
	optimal := f.atBound(g) || f.search(g)
	if in.Rule.NeverRepeat && g.cost.repeats > 0 {
		return nil, repeatNeeded(g.cost.repeats, optimal)
	}
	return f.round(g, in, lot, optimal), nil
}

// check refuses input that no round can be made from.
func (in Input) check() error {
	if err := in.Rule.check(); err != nil {
		return err
	}
	if len(in.Points) > MaxEntrants {
		return refuse(BadSize, "%d entrants are more than the %d that can be seated; split the event", len(in.Points), MaxEntrants)
	}
	if in.Byes != nil && len(in.Byes) != len(in.Points) {
		return refuse(BadEntrant, "byes are given for %d of %d entrants; give all or none", len(in.Byes), len(in.Points))
	}
	for e, p := range in.Points {
		if p < -MaxPoints || p > MaxPoints {
			return refuse(BadPoints, "entrant %d has %d points, beyond ±%d; count in larger units", e, p, MaxPoints)
		}
	}
	seen := make([]bool, len(in.Points))
	for _, e := range in.Active {
		if e < 0 || e >= len(in.Points) {
			return refuse(BadEntrant, "active entrant %d is none of %d; give its points", e, len(in.Points))
		}
		if seen[e] {
			return refuse(BadEntrant, "entrant %d is active twice; name everybody once", e)
		}
		seen[e] = true
	}
	for i, pod := range in.History {
		if len(pod) > maxHistorySeats {
			return refuse(BadHistory, "pod %d of the history has %d seats, more than %d; correct it", i, len(pod), maxHistorySeats)
		}
		for k, e := range pod {
			if e < 0 || e >= len(in.Points) {
				return refuse(BadHistory, "pod %d of the history names entrant %d of %d; correct it", i, e, len(in.Points))
			}
			if slices.Contains(pod[:k], e) {
				return refuse(BadHistory, "pod %d of the history names entrant %d twice; correct it", i, e)
			}
		}
	}
	return nil
}

// field is the problem in dense form: the active entrants renumbered in the order
// of their points, best first, equals by lot.
type field struct {
	entrant []int   // rank → entrant
	points  []int   // rank → points
	met     []uint8 // rank · n + rank → earlier meetings, at most 255
	n       int
	byes    []int  // ranks that have a bye, first claim first
	mayBye  []bool // rank → claim no better and no worse than the last of them

	leastGap int // no seating has less
}

// cost is criteria 3 and 4, compared in that order.
type cost struct {
	repeats, gap int
}

func (c cost) less(d cost) bool {
	return c.repeats < d.repeats || c.repeats == d.repeats && c.gap < d.gap
}

func (c cost) plus(d cost) cost  { return cost{c.repeats + d.repeats, c.gap + d.gap} }
func (c cost) minus(d cost) cost { return cost{c.repeats - d.repeats, c.gap - d.gap} }

// pair is the cost of seating two together.
func (f *field) pair(a, b int) cost {
	d := f.points[a] - f.points[b]
	return cost{int(f.met[a*f.n+b]), d * d}
}

// grouping is a seating without seats. Who has a bye sits in a last group of its
// own, whose members cost nothing.
type grouping struct {
	pods  [][]int // members by rank
	byes  int     // index of the group of byes, or none
	pod   []int   // rank → index into pods
	costs []cost  // by pod
	cost  cost    // their sum
}

const none = -1

func newField(in Input, lot *lot, byes int) *field {
	n := len(in.Active)
	f := &field{n: n, entrant: slices.Clone(in.Active), mayBye: make([]bool, n)}
	slices.Sort(f.entrant) // the order of the input must not matter
	lot.shuffle(f.entrant)
	slices.SortStableFunc(f.entrant, func(a, b int) int { return cmp.Compare(in.Points[b], in.Points[a]) })
	f.points = make([]int, n)
	rank := make([]int, len(in.Points))
	for i := range rank {
		rank[i] = none
	}
	for i, e := range f.entrant {
		f.points[i] = in.Points[e]
		rank[e] = i
	}
	f.met = make([]uint8, n*n)
	for _, pod := range in.History {
		for k, x := range pod {
			for _, y := range pod[:k] {
				a, b := rank[x], rank[y]
				if a >= 0 && b >= 0 && f.met[a*n+b] < 255 {
					f.met[a*n+b]++
					f.met[b*n+a]++
				}
			}
		}
	}
	f.claimByes(in, byes, lot)
	return f
}

// claimByes finds who has the byes: fewest before, lowest points, lot. Among
// those of equal claim the lot's choice may be exchanged for a better seating,
// unless the rule asks for chance alone.
func (f *field) claimByes(in Input, byes int, lot *lot) {
	if byes == 0 {
		return
	}
	claim := func(a, b int) int {
		var c int
		if in.Byes != nil {
			c = cmp.Compare(in.Byes[f.entrant[a]], in.Byes[f.entrant[b]])
		}
		if c == 0 && !in.Rule.RandomBye {
			c = cmp.Compare(f.points[a], f.points[b])
		}
		return c
	}
	order := make([]int, f.n)
	for i := range order {
		order[i] = i
	}
	lot.shuffle(order)
	slices.SortStableFunc(order, claim)
	f.byes = order[:byes]
	if in.Rule.RandomBye {
		return
	}
	for _, i := range order {
		f.mayBye[i] = claim(i, f.byes[byes-1]) == 0
	}
}
