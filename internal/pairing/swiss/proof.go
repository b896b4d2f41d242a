package swiss

import "tourney/internal/pairing/matching"

// proof holds dual values for all positions. They show that a pairing is a
// cheapest one if every pair has slack ≥ 0, every table slack 0, and every odd
// set holds as many tables as it can.
type proof[W matching.Weight] struct {
	dual  []W
	inner []int32 // smallest odd set around each, or −1
	sets  []oddSet[W]
}

// oddSet is a blossom with a positive dual.
type oddSet[W matching.Weight] struct {
	parent int32
	depth  int32
	sum    W // its dual and those of the sets around it
}

func newSets[W matching.Weight](blossoms []matching.Blossom[W]) []oddSet[W] {
	sets := make([]oddSet[W], len(blossoms))
	for b, blossom := range blossoms {
		sets[b] = oddSet[W]{parent: blossom.Parent, sum: blossom.Dual}
		if up := blossom.Parent; up >= 0 {
			sets[b].depth = sets[up].depth + 1
			sets[b].sum = matching.Add(sets[up].sum, blossom.Dual)
		}
	}
	return sets
}

// shared returns the smallest set around both a and b, or −1.
func (p *proof[W]) shared(a, b int32) int32 {
	for a != b {
		if a < 0 || b < 0 {
			return -1
		}
		if p.sets[a].depth >= p.sets[b].depth {
			a = p.sets[a].parent
		} else {
			b = p.sets[b].parent
		}
	}
	return a
}

// around is the sum of the duals of the sets that hold both a's and b's
// vertices, where a and b are smallest sets.
func (p *proof[W]) around(a, b int32) W {
	if s := p.shared(a, b); s >= 0 {
		return p.sets[s].sum
	}
	var zero W
	return zero
}

// slack is the room between the cost of pairing x and y and what the duals
// promise.
func (p *proof[W]) slack(cost W, x, y int32) W {
	cost = matching.Sub(matching.Sub(cost, p.dual[x]), p.dual[y])
	if p.inner[x] < 0 || p.inner[y] < 0 {
		return cost
	}
	return matching.Add(cost, p.around(p.inner[x], p.inner[y]))
}

// flat returns duals without odd sets that leave no pair with negative slack
// that has none now: half of what the sets give goes to their vertices.
func (p *proof[W]) flat() []W {
	flat := make([]W, len(p.dual))
	for v := range flat {
		flat[v] = p.dual[v]
		if in := p.inner[v]; in >= 0 {
			flat[v] = matching.Sub(flat[v], matching.Half(p.sets[in].sum))
		}
	}
	return flat
}

// holds reports whether the tables are a cheapest pairing by this proof, given
// that no pair has negative slack.
func (p *proof[W]) holds(c *costs[W], tables []seats) bool {
	var zero W
	members := make([]int32, len(p.sets))
	filled := make([]int32, len(p.sets))
	for _, t := range tables {
		if p.slack(c.price(t), t.p, t.q) != zero {
			return false
		}
		for _, x := range [2]int32{t.p, t.q} {
			for b := p.inner[x]; b >= 0; b = p.sets[b].parent {
				members[b]++
			}
		}
		for b := p.shared(p.inner[t.p], p.inner[t.q]); b >= 0; b = p.sets[b].parent {
			filled[b]++
		}
	}
	for b := range p.sets {
		if members[b] != 2*filled[b]+1 {
			return false
		}
	}
	return len(tables) == c.size/2
}
