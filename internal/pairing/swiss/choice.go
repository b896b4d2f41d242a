package swiss

import (
	"math/bits"

	"tourney/internal/pairing/matching"
)

const (
	countUpTo = 16 // positions up to which equal pairings are counted
	sweeps    = 4  // exchanges tried for each entrant of the kernel
)

// mix exchanges the pairing for another that costs the same, chosen at random:
// in a small field each is equally likely, in a larger one nearly so. Tables
// outside the kernel were drawn already, so it is enough to exchange entrants
// of the kernel with others of their points and rank.
func (c *costs[W]) mix(mate []int32, k *kernel, p *proof[W], random *source) {
	if c.size <= countUpTo {
		c.draw(mate, p, random)
		return
	}
	for range sweeps {
		var first, end int32
		for _, x := range k.vertices {
			if int(x) == c.n {
				continue
			}
			if x >= end {
				first, end = c.alike(x)
			}
			c.exchange(mate, x, first+int32(random.below(uint64(end-first))))
		}
	}
}

// alike returns the stretch of positions with the points and the rank of x,
// which is the first of them in the kernel.
func (c *costs[W]) alike(x int32) (first, end int32) {
	first, end = c.classStart[c.class[x]], c.classStart[c.class[x]+1]
	if c.rank == nil {
		return first, end
	}
	last := x
	for last+1 < end && c.rank[last+1] == c.rank[x] {
		last++
	}
	return x, last + 1
}

// exchange lets x and y change seats if the cost stays the same. Choosing both
// at random again and again leads to every pairing that can be reached with
// equal likelihood, as the way back is as likely as the way there.
func (c *costs[W]) exchange(mate []int32, x, y int32) {
	a, b := mate[x], mate[y]
	if x == y || a == y {
		return
	}
	before := matching.Add(c.table(x, a), c.table(y, b))
	after := matching.Add(c.table(y, a), c.table(x, b))
	if before == after {
		mate[x], mate[y], mate[a], mate[b] = b, a, y, x
	}
}

// draw counts the best pairings and takes one, each with equal likelihood. Best
// pairings consist of pairs with slack 0.
func (c *costs[W]) draw(mate []int32, p *proof[W], random *source) {
	n := int32(c.size)
	type count struct {
		cost W
		ways uint64
	}
	tight := make([]uint32, n)
	cost := make([]W, n*n)
	var zero W
	for x := range n {
		for y := x + 1; y < n; y++ {
			cost[x*n+y] = c.table(x, y)
			if p.slack(cost[x*n+y], x, y) == zero {
				tight[x] |= 1 << y
			}
		}
	}
	counts := make([]count, 1<<n)
	counts[0].ways = 1
	for set := uint32(1); set < 1<<n; set++ {
		x := int32(bits.TrailingZeros32(set))
		best := &counts[set]
		for others := set & tight[x]; others != 0; others &= others - 1 {
			y := int32(bits.TrailingZeros32(others))
			rest := &counts[set&^(1<<x|1<<y)]
			if rest.ways == 0 {
				continue
			}
			sum := matching.Add(rest.cost, cost[x*n+y])
			if best.ways == 0 || matching.Less(sum, best.cost) {
				*best = count{sum, 0}
			}
			if sum == best.cost {
				best.ways += rest.ways
			}
		}
	}
	for set := uint32(1)<<n - 1; set != 0; {
		x := int32(bits.TrailingZeros32(set))
		number := random.below(counts[set].ways)
		for others := set & tight[x]; ; others &= others - 1 {
			y := int32(bits.TrailingZeros32(others))
			next := set &^ (1<<x | 1<<y)
			rest := &counts[next]
			if rest.ways == 0 || matching.Add(rest.cost, cost[x*n+y]) != counts[set].cost {
				continue
			}
			if number < rest.ways {
				mate[x], mate[y] = y, x
				set = next
				break
			}
			number -= rest.ways
		}
	}
}
