package pods

import "slices"

// Bounds of the search by exchanges, in exchanges looked at. They bound the time
// by work and not by the clock, so the answer is the same everywhere.
const (
	descentLimit = 12_000_000
	restartLimit = 1_500_000
	window       = 24 // how far in rank an exchange looks for equal points
)

// start cuts the order of points into pods. Where a pod of another size goes is
// chosen so that the gap is least; of equals it goes to the bottom.
func (f *field) start(sizes []int) *grouping {
	g := &grouping{byes: none, pod: make([]int, f.n)}
	playing := make([]int, 0, f.n)
	for i := range f.n {
		if !slices.Contains(f.byes, i) {
			playing = append(playing, i)
		}
	}
	for _, size := range f.cuts(playing, sizes) {
		g.pods = append(g.pods, slices.Clone(playing[:size]))
		playing = playing[size:]
	}
	if len(f.byes) > 0 {
		g.byes = len(g.pods)
		g.pods = append(g.pods, slices.Clone(f.byes))
	}
	for p, pod := range g.pods {
		for _, a := range pod {
			g.pod[a] = p
		}
	}
	g.cost = f.total(g)
	return g
}

// cuts orders the sizes such that consecutive pods have the least gap, by dynamic
// programming over how many of each size are used.
func (f *field) cuts(playing, sizes []int) []int {
	kinds := slices.Compact(slices.Clone(sizes)) // largest first
	if len(kinds) == 1 {
		return sizes
	}
	count := make([]int, len(kinds))
	for _, s := range sizes {
		count[slices.Index(kinds, s)]++
	}
	// The most frequent kind follows from the others; the states are the counts
	// of those.
	most := 0
	for k := range kinds {
		if count[k] > count[most] {
			most = k
		}
	}
	stride := make([]int, len(kinds))
	states := 1
	for k := range kinds {
		if k != most {
			stride[k] = states
			states *= count[k] + 1
		}
	}
	used := func(state, k int) int { return state / stride[k] % (count[k] + 1) }
	type step struct {
		gap  int
		kind int
	}
	// best[i][state]: the least gap of everybody from i down, with the given
	// pods of unusual size still to come.
	n := len(playing)
	best := make([][]step, n+1)
	for i := range best {
		best[i] = make([]step, states)
		for s := range best[i] {
			best[i][s].kind = none
		}
	}
	for i := n - 1; i >= 0; i-- {
		for state := range states {
			b := &best[i][state]
			// Kinds are tried usual first, so equals keep it above.
			for turn := range kinds {
				k := (most + turn) % len(kinds)
				next, size := state, kinds[k]
				if k != most {
					if used(state, k) == 0 {
						continue
					}
					next -= stride[k]
				}
				if i+size > n {
					continue
				}
				rest := best[i+size][next]
				if i+size == n && next != 0 || i+size < n && rest.kind == none {
					continue
				}
				gap := rest.gap
				for x := i; x < i+size; x++ {
					for y := i; y < x; y++ {
						gap += f.pair(playing[x], playing[y]).gap
					}
				}
				if b.kind == none || gap < b.gap {
					*b = step{gap, k}
				}
			}
		}
	}
	order := make([]int, 0, len(sizes))
	for i, state := 0, states-1; i < n; {
		k := best[i][state].kind
		order = append(order, kinds[k])
		i += kinds[k]
		if k != most {
			state -= stride[k]
		}
	}
	return order
}

func (f *field) total(g *grouping) cost {
	var sum cost
	for p, pod := range g.pods {
		if p == g.byes {
			continue
		}
		for k, a := range pod {
			for _, b := range pod[:k] {
				sum = sum.plus(f.pair(a, b))
			}
		}
	}
	return sum
}

// with is the cost of seating a in a pod in the place of one of its members.
func (f *field) with(g *grouping, a, pod, instead int) cost {
	var sum cost
	if pod == g.byes {
		return sum
	}
	for _, b := range g.pods[pod] {
		if b != instead {
			sum = sum.plus(f.pair(a, b))
		}
	}
	return sum
}

// exchange returns by how much swapping a and b changes the cost; ok is false if
// they may not be swapped.
func (f *field) exchange(g *grouping, a, b int, own cost) (change cost, ok bool) {
	p, q := g.pod[a], g.pod[b]
	if p == q || (p == g.byes || q == g.byes) && !(f.mayBye[a] && f.mayBye[b]) {
		return cost{}, false
	}
	change = f.with(g, a, q, b).plus(f.with(g, b, p, a))
	return change.minus(own).minus(f.with(g, b, q, b)), true
}

func (g *grouping) swap(a, b int, change cost) {
	p, q := g.pod[a], g.pod[b]
	g.pods[p][slices.Index(g.pods[p], a)] = b
	g.pods[q][slices.Index(g.pods[q], b)] = a
	g.pod[a], g.pod[b] = q, p
	g.cost = g.cost.plus(change)
}

// improve makes exchanges as long as they lower the cost. Small fields are then
// shaken and improved again, and the best is kept.
func (f *field) improve(g *grouping, lot *lot) {
	f.descend(g, descentLimit)
	for work := restartLimit; work > 0 && !f.atBound(g); {
		trial := g.clone()
		for range 2 + lot.below(4) {
			a, b := lot.below(f.n), lot.below(f.n)
			if change, ok := f.exchange(trial, a, b, f.with(trial, a, trial.pod[a], a)); ok {
				trial.swap(a, b, change)
			}
		}
		work -= f.n + f.descend(trial, work)
		if !g.cost.less(trial.cost) {
			*g = *trial
		}
	}
}

func (g *grouping) clone() *grouping {
	c := &grouping{byes: g.byes, pod: slices.Clone(g.pod), cost: g.cost}
	for _, pod := range g.pods {
		c.pods = append(c.pods, slices.Clone(pod))
	}
	return c
}

// descend goes through the entrants, each time making the exchange that helps
// most, until none helps or the limit is reached; it returns the exchanges looked
// at. Who sits with somebody again looks at everybody, the others look at those
// close in rank.
func (f *field) descend(g *grouping, limit int) (looked int) {
	for changed := true; changed; {
		changed = false
		for a := range f.n {
			own := f.with(g, a, g.pod[a], a)
			if own == (cost{}) {
				continue
			}
			from, to := max(a-window, 0), min(a+window, f.n-1)
			if own.repeats > 0 {
				from, to = 0, f.n-1
			}
			looked += to - from
			if looked > limit {
				return looked
			}
			best, partner := cost{}, none
			for b := from; b <= to; b++ {
				if change, ok := f.exchange(g, a, b, own); ok && change.less(best) {
					best, partner = change, b
				}
			}
			if partner != none {
				g.swap(a, partner, best)
				changed = true
			}
		}
	}
	return looked
}

// atBound tells whether the cost is as low as any can be: nothing at all, or, with
// pods of one size, no repeat and the gap of the order of points. (Moving the
// higher of two across two pods of equal size to the pod with the higher sum
// never widens the gap, so consecutive pods are best.)
func (f *field) atBound(g *grouping) bool {
	if g.cost == (cost{}) {
		return true
	}
	if g.cost.repeats > 0 || g.byes != none {
		return false
	}
	size, gap := len(g.pods[0]), 0
	for i := range f.n {
		for j := i - i%size; j < i; j++ {
			gap += f.pair(i, j).gap
		}
	}
	for _, pod := range g.pods {
		if len(pod) != size {
			return false
		}
	}
	return g.cost.gap == gap
}
