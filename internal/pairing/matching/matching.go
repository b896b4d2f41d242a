// Package matching finds minimum-weight perfect matchings in general sparse
// graphs, exactly and with a proof.
//
// The method is the primal-dual one of Edmonds with blossoms: every vertex v
// carries a dual y(v), every odd set B that was shrunk a dual z(B) ≥ 0, and
// for every edge
//
//	slack(u, v) = cost(u, v) − y(u) − y(v) + Σ z(B) over B holding both ≥ 0.
//
// A perfect matching of edges without slack that fills every B with z(B) > 0
// (all vertices of B but one matched inside B) is a cheapest one. The duals
// are part of the answer, so a caller can check the claim, also for edges it
// never put into the graph.
package matching

import "errors"

// Edge joins two different vertices. Cost must be even (so that the duals stay
// whole numbers), not negative, and leave the upper three bits of its first word
// unused.
type Edge[W Weight] struct {
	U, V int32
	Cost W
}

// Blossom is an odd set of vertices with a positive dual. Sets are nested or
// apart; Parent is the index of the smallest set around this one, or −1.
// A parent stands before its children in Matching.Blossoms.
type Blossom[W Weight] struct {
	Parent int32
	Dual   W
}

// Matching is a cheapest perfect matching with its proof.
type Matching[W Weight] struct {
	Mate     []int32      // partner of each vertex
	Dual     []W          // y of each vertex
	Inner    []int32      // smallest blossom around each vertex, or −1
	Blossoms []Blossom[W] // the odd sets with positive dual
}

var (
	// ErrNone says that the graph has no perfect matching.
	ErrNone = errors.New("matching: the graph has no perfect matching")
	// ErrRange says that the numbers may not fit the width of W; solve again
	// with a wider one.
	ErrRange = errors.New("matching: the weights need wider numbers")
)

// Solve returns a cheapest perfect matching of the vertices 0 … n−1.
//
// start gives first duals, such as those of a similar graph; they need not be
// feasible. Without them (nil) every vertex begins with half its cheapest
// edge. Parallel edges are allowed. Fails with ErrNone or ErrRange.
func Solve[W Weight](n int, edges []Edge[W], start []W) (Matching[W], error) {
	s := newSolver(n, edges)
	if err := s.begin(start); err != nil {
		return Matching[W]{}, err
	}
	for v := range int32(n) {
		if s.mate[v] >= 0 {
			continue
		}
		if err := s.search(v); err != nil {
			return Matching[W]{}, err
		}
	}
	return s.matching(), nil
}

// matching reads the answer from the solver, leaving out sets with dual zero.
func (s *solver[W]) matching() Matching[W] {
	m := Matching[W]{
		Mate:  s.mate,
		Dual:  make([]W, s.n),
		Inner: make([]int32, s.n),
	}
	for v := range int32(s.n) {
		m.Dual[v] = Add(s.dual[v], s.sets[s.set[v]].shift)
		if s.nodes[v].parent < 0 {
			m.Inner[v] = -1
		}
	}
	type item struct{ node, around int32 }
	var open []item
	for b := int32(s.n); b < int32(len(s.nodes)); b++ {
		if len(s.blossom(b).kids) > 0 && s.nodes[b].parent < 0 {
			open = append(open, item{b, -1})
		}
	}
	var zero W
	for len(open) > 0 {
		it := open[len(open)-1]
		open = open[:len(open)-1]
		blossom := s.blossom(it.node)
		if blossom.dual != zero {
			m.Blossoms = append(m.Blossoms, Blossom[W]{Parent: it.around, Dual: blossom.dual})
			it.around = int32(len(m.Blossoms) - 1)
		}
		for _, kid := range blossom.kids {
			if kid < int32(s.n) {
				m.Inner[kid] = it.around
			} else {
				open = append(open, item{kid, it.around})
			}
		}
	}
	return m
}
