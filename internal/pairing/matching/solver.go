package matching

// label is the role of a top-level node in the alternating tree of one search.
type label int8

const (
	free  label = iota // not in the tree
	outer              // even distance from the root: duals rise
	inner              // odd distance from the root: duals fall
)

// limit keeps one-word sums below overflow: duals stay under 2^60, so a slack
// of one cost and two duals stays under 2^62 and twice that still fits.
const limit = int64(1) << 59

type arc[W Weight] struct {
	to   int32
	cost W
}

// node is a vertex (index < n) or a shrunk blossom (index ≥ n). Its vertices
// are a stretch of a linked list.
type node struct {
	parent      int32 // blossom directly around, or −1
	base        int32 // the vertex whose partner lies outside the node
	set         int32 // set that holds its vertices while it is at top level
	first, last int32
	size        int32
	from, to    int32 // tree edge that entered an inner node
	mark        int32
}

// vertexSet holds the vertices of one top-level node. The dual of a vertex is
// its own number + shift (+ raise if outer, − raise if inner), so that a change
// of all duals in the tree touches nothing.
type vertexSet[W Weight] struct {
	shift W
	node  int32
	label label
}

type blossom[W Weight] struct {
	dual  W
	since W          // raise when the node got its label
	kids  []int32    // odd cycle, the one with the base first; empty: unused slot
	links [][2]int32 // edge from kids[i] to kids[i+1]
}

// event is something that happens when raise reaches at: an arc from the list
// of the vertex node loses its slack, or (arcIndex < 0) the dual of the inner
// blossom node comes down to zero.
type event[W Weight] struct {
	at       W
	node     int32
	arcIndex int32
}

type solver[W Weight] struct {
	n        int
	arcs     []arc[W]
	arcStart []int32

	dual []W // without the shift of the set
	mate []int32
	next []int32
	set  []int32

	sets     []vertexSet[W]
	nodes    []node
	blossoms []blossom[W]
	unused   []int32

	// of the running search
	raise   W
	total   W // sum of the raises of all searches
	bound   W
	queue   []int32 // outer vertices whose arcs are still to be read
	events  []event[W]
	best    []W // time of the earliest event for a free vertex
	seen    []int32
	round   int32
	marks   int32
	touched []int32
	path    []int32
}

func newSolver[W Weight](n int, edges []Edge[W]) *solver[W] {
	s := &solver[W]{
		n:        n,
		arcs:     make([]arc[W], 2*len(edges)),
		arcStart: make([]int32, n+1),
		dual:     make([]W, n),
		mate:     make([]int32, n),
		next:     make([]int32, n),
		set:      make([]int32, n),
		sets:     make([]vertexSet[W], n),
		nodes:    make([]node, n, n+n/2),
		best:     make([]W, n),
		seen:     make([]int32, n),
	}
	s.bound[0] = limit
	for _, e := range edges {
		s.arcStart[e.U]++
		s.arcStart[e.V]++
	}
	sum := int32(0)
	for v := range s.arcStart {
		sum, s.arcStart[v] = sum+s.arcStart[v], sum
	}
	fill := s.next // borrowed until the lists are set up below
	copy(fill, s.arcStart)
	for i := range edges {
		e := &edges[i]
		s.arcs[fill[e.U]] = arc[W]{e.V, e.Cost}
		s.arcs[fill[e.V]] = arc[W]{e.U, e.Cost}
		fill[e.U]++
		fill[e.V]++
	}
	for v := range int32(n) {
		s.mate[v] = -1
		s.next[v] = -1
		s.set[v] = v
		s.sets[v].node = v
		s.nodes[v] = node{parent: -1, base: v, set: v, first: v, last: v, size: 1}
	}
	return s
}

func (s *solver[W]) blossom(b int32) *blossom[W] { return &s.blossoms[b-int32(s.n)] }

func (s *solver[W]) top(v int32) int32 { return s.sets[s.set[v]].node }

// begin sets feasible duals and matches along edges without slack.
func (s *solver[W]) begin(start []W) error {
	for v := range int32(s.n) {
		list := s.arcs[s.arcStart[v]:s.arcStart[v+1]]
		if len(list) == 0 {
			return ErrNone
		}
		if start != nil {
			s.dual[v] = start[v]
			continue
		}
		least := list[0].cost
		for i := range list {
			if Less(list[i].cost, least) {
				least = list[i].cost
			}
		}
		s.dual[v] = Half(least)
	}
	for v := range int32(s.n) {
		if s.mate[v] < 0 || start != nil {
			s.settle(v)
		}
	}
	return nil
}

// settle moves the dual of v as high as the edges allow, and matches v if that
// leaves an edge without slack to a vertex without partner. A vertex that has
// a partner only comes down.
func (s *solver[W]) settle(v int32) {
	list := s.arcs[s.arcStart[v]:s.arcStart[v+1]]
	partner := int32(-1)
	least := Sub(list[0].cost, s.dual[list[0].to])
	for i := range list {
		a := &list[i]
		room := Sub(a.cost, s.dual[a.to])
		if Less(room, least) {
			least, partner = room, -1
		}
		if partner < 0 && room == least && s.mate[a.to] < 0 {
			partner = a.to
		}
	}
	if partnered := s.mate[v]; partnered >= 0 {
		if !Less(least, s.dual[v]) {
			return
		}
		s.mate[partnered] = -1
		s.mate[v] = -1
	}
	s.dual[v] = least
	if partner >= 0 {
		s.mate[v], s.mate[partner] = partner, v
	}
}
