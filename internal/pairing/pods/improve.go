package pods

import "slices"

// Bounds of the search by exchanges, in exchanges looked at. They bound the time
// by work and not by the clock, so the answer is the same everywhere.
const (
	descentLimit = 12_000_000
	shakeLimit   = 2_000_000
	window       = 24 // how far in rank an exchange looks for equal points
)

// start cuts the order of points into pods such that the gap is least. No other
// seating has a smaller gap, whatever the repeats (docs/decisions/0008-pods.md),
// so it is the bound that proves a seating without repeats.
func (f *field) start(sizes []int) *grouping {
	g := &grouping{byes: none}
	playing := make([]int, 0, f.n)
	for i := range f.n {
		if !slices.Contains(f.byes, i) {
			playing = append(playing, i)
		}
	}
	order, least := f.cuts(playing, sizes)
	f.leastGap = least
	for _, size := range order {
		g.pods = append(g.pods, slices.Clone(playing[:size]))
		playing = playing[size:]
	}
	if len(f.byes) > 0 {
		g.byes = len(g.pods)
		g.pods = append(g.pods, slices.Clone(f.byes))
	}
	f.count(g)
	return g
}

// cuts orders the sizes such that pods of consecutive ranks have the least gap,
// and returns that gap. Of equals, unusual sizes go to the bottom.
func (f *field) cuts(playing, sizes []int) (order []int, gap int) {
	kinds := slices.Compact(slices.Clone(sizes)) // largest first
	count := make([]int, len(kinds))
	for _, s := range sizes {
		count[slices.Index(kinds, s)]++
	}
	usual := slices.Index(count, slices.Max(count))
	// A state is how many pods of each unusual size are still to come, as a
	// number with one digit per kind; the usual ones follow from the entrants left.
	stride := make([]int, len(kinds))
	states := 1
	for k := range kinds {
		if k != usual {
			stride[k] = states
			states *= count[k] + 1
		}
	}
	type step struct{ gap, kind int }
	n := len(playing)
	best := make([]step, (n+1)*states) // rank · states + state: the least gap from there down
	for i := range best {
		best[i].kind = none
	}
	for i := n - 1; i >= 0; i-- {
		var gaps [MaxSize + 1]int // of a pod of each size that begins here
		for size := 2; size <= MaxSize && i+size <= n; size++ {
			gaps[size] = gaps[size-1]
			for _, b := range playing[i : i+size-1] {
				gaps[size] += f.pair(playing[i+size-1], b).gap
			}
		}
		for state := range states {
			b := &best[i*states+state]
			for turn := range kinds { // the usual size first, so that equals keep it above
				k := (usual + turn) % len(kinds)
				below, left := i+kinds[k], state
				if k != usual {
					if state/stride[k]%(count[k]+1) == 0 {
						continue
					}
					left -= stride[k]
				}
				if below > n || below == n && left != 0 || below < n && best[below*states+left].kind == none {
					continue
				}
				if sum := gaps[kinds[k]] + best[below*states+left].gap; b.kind == none || sum < b.gap {
					*b = step{sum, k}
				}
			}
		}
	}
	for i, state := 0, states-1; i < n; {
		k := best[i*states+state].kind
		order = append(order, kinds[k])
		i += kinds[k]
		state -= stride[k]
	}
	return order, best[states-1].gap
}

// count fills in where everybody sits and what it costs.
func (f *field) count(g *grouping) {
	g.pod, g.costs, g.cost = make([]int, f.n), make([]cost, len(g.pods)), cost{}
	for p, pod := range g.pods {
		for _, a := range pod {
			g.pod[a] = p
		}
		g.costs[p] = f.podCost(g, p)
		g.cost = g.cost.plus(g.costs[p])
	}
}

// podCost is the cost of a pod; byes cost nothing.
func (f *field) podCost(g *grouping, pod int) cost {
	var sum cost
	if pod == g.byes {
		return sum
	}
	for k, a := range g.pods[pod] {
		for _, b := range g.pods[pod][:k] {
			sum = sum.plus(f.pair(a, b))
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

func (f *field) swap(g *grouping, a, b int) {
	p, q := g.pod[a], g.pod[b]
	g.pods[p][slices.Index(g.pods[p], a)] = b
	g.pods[q][slices.Index(g.pods[q], b)] = a
	g.pod[a], g.pod[b] = q, p
	for _, pod := range []int{p, q} {
		now := f.podCost(g, pod)
		g.cost = g.cost.plus(now).minus(g.costs[pod])
		g.costs[pod] = now
	}
}

// improve makes exchanges as long as one lowers the cost. Then, time and again, it
// shakes a pod that costs something and its neighbours, improves those, and takes
// everything back if the whole has become worse.
func (f *field) improve(g *grouping, lot *lot) {
	c := &climb{field: f, grouping: g, work: descentLimit, queued: make([]bool, len(g.pods))}
	for changed := true; changed; changed = len(c.made) > 0 {
		c.made = c.made[:0]
		for p := range g.pods {
			c.touch(p)
		}
		c.descend()
	}
	c.work = min(1000*f.n*f.n, shakeLimit)
	for c.work > 0 && !f.atBound(g) {
		before := g.cost
		c.made = c.made[:0]
		c.shake(lot)
		c.descend()
		if before.less(g.cost) {
			for i := len(c.made) - 1; i >= 0; i-- {
				f.swap(g, c.made[i][0], c.made[i][1])
			}
		}
	}
}

// climb is a search by exchanges under way.
type climb struct {
	*field
	*grouping
	work   int      // exchanges it may still look at
	queue  []int    // pods to go through
	queued []bool   // pod → in the queue
	made   [][2]int // exchanges made
}

// touch has a pod gone through if it costs something.
func (c *climb) touch(pod int) {
	if !c.queued[pod] && c.costs[pod] != (cost{}) {
		c.queued[pod] = true
		c.queue = append(c.queue, pod)
	}
}

func (c *climb) exchangeNow(a, b int) {
	p, q := c.grouping.pod[a], c.grouping.pod[b]
	c.swap(c.grouping, a, b)
	c.made = append(c.made, [2]int{a, b})
	c.touch(p)
	c.touch(q)
}

// shake exchanges members of costly pods with others close in rank, at random.
func (c *climb) shake(lot *lot) {
	var costly []int
	for p, cost := range c.costs {
		if cost.repeats > 0 || cost.gap > 0 {
			costly = append(costly, p)
		}
	}
	for range 1 + lot.below(3) {
		pod := c.pods[costly[lot.below(len(costly))]]
		a := pod[lot.below(len(pod))]
		b := min(max(a+lot.below(2*window+1)-window, 0), c.n-1)
		c.work--
		if _, ok := c.exchange(c.grouping, a, b, cost{}); ok {
			c.exchangeNow(a, b)
		}
	}
}

// descend empties the queue, making for each member of a pod the exchange that
// helps most, if one does. Who sits with somebody again may change places with
// anybody, the others with those close in rank.
func (c *climb) descend() {
	for len(c.queue) > 0 {
		p := c.queue[0]
		c.queue = c.queue[1:]
		c.queued[p] = false
		for _, a := range slices.Clone(c.pods[p]) {
			own := c.with(c.grouping, a, c.grouping.pod[a], a)
			if c.work <= 0 || own == (cost{}) {
				continue
			}
			from, to := max(a-window, 0), min(a+window, c.n-1)
			if own.repeats > 0 {
				from, to = 0, c.n-1
			}
			c.work -= to - from
			best, partner := cost{}, none
			for b := from; b <= to; b++ {
				if change, ok := c.exchange(c.grouping, a, b, own); ok && change.less(best) {
					best, partner = change, b
				}
			}
			if partner != none {
				c.exchangeNow(a, partner)
			}
		}
	}
}

// atBound tells whether the cost is the least possible by the bound of start. Those
// who may exchange byes have equal points, so the bound is the same for all.
func (f *field) atBound(g *grouping) bool {
	return g.cost == cost{0, f.leastGap}
}
