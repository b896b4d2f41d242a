package matching

import "slices"

// shrink turns the odd cycle closed by the edge u–v between two outer nodes
// into one outer node.
func (s *solver[W]) shrink(u, v int32) {
	x, y := s.top(u), s.top(v)
	root := s.meeting(x, y)
	b := s.newBlossom()
	bl := s.blossom(b)

	// Down from the meeting node to x, across the edge, up from y.
	kids, links := append(bl.kids[:0], root), bl.links[:0]
	down := s.path[:0]
	for k := x; k != root; k = s.above(k) {
		down = append(down, k)
	}
	for i := len(down) - 1; i >= 0; i-- {
		base := s.nodes[down[i]].base
		in := s.top(s.mate[base])
		links = append(links, [2]int32{s.nodes[in].from, s.nodes[in].to}, [2]int32{s.mate[base], base})
		kids = append(kids, in, down[i])
	}
	s.path = down
	links = append(links, [2]int32{u, v})
	for k := y; k != root; {
		base := s.nodes[k].base
		in := s.top(s.mate[base])
		links = append(links, [2]int32{base, s.mate[base]}, [2]int32{s.nodes[in].to, s.nodes[in].from})
		kids = append(kids, k, in)
		k = s.top(s.nodes[in].from)
	}
	var zero W
	*bl = blossom[W]{dual: zero, since: s.raise, kids: kids, links: links}

	// One set for all, by relabelling all but the largest.
	keep := kids[0]
	for _, k := range kids {
		if s.nodes[k].size > s.nodes[keep].size {
			keep = k
		}
	}
	into := s.nodes[keep].set
	target := &s.sets[into]
	if target.label == inner {
		target.shift = Sub(target.shift, Add(s.raise, s.raise))
	}
	size, last := int32(0), int32(-1)
	for _, k := range kids {
		nd := &s.nodes[k]
		set := &s.sets[nd.set]
		role := set.label
		if k == keep && role == inner {
			s.enqueue(k)
		}
		if k != keep {
			change := Sub(set.shift, target.shift)
			if role == inner {
				change = Sub(change, Add(s.raise, s.raise))
				s.enqueue(k)
			}
			for w := nd.first; ; w = s.next[w] {
				s.dual[w] = Add(s.dual[w], change)
				s.set[w] = into
				if w == nd.last {
					break
				}
			}
		}
		if k >= int32(s.n) {
			s.settleBlossom(k, role)
		}
		set.label = free
		nd.parent = b
		size += nd.size
		if last >= 0 {
			s.next[last] = nd.first
		}
		last = nd.last
	}
	target.label = outer
	target.node = b
	rootNode := &s.nodes[root]
	s.nodes[b] = node{
		parent: -1, base: rootNode.base, set: into,
		first: rootNode.first, last: last, size: size,
	}
	s.touched = append(s.touched, b)
}

func (s *solver[W]) newBlossom() int32 {
	if k := len(s.unused); k > 0 {
		b := s.unused[k-1]
		s.unused = s.unused[:k-1]
		return b
	}
	s.nodes = append(s.nodes, node{})
	s.blossoms = append(s.blossoms, blossom[W]{})
	return int32(len(s.nodes) - 1)
}

// exhaust opens an inner blossom whose dual has come down to zero. The stretch
// of its cycle between the entering edge and the base stays in the tree.
func (s *solver[W]) exhaust(x int32) {
	if len(s.blossom(x).kids) == 0 || s.nodes[x].parent >= 0 {
		return
	}
	set := &s.sets[s.nodes[x].set]
	if set.node != x || set.label != inner {
		return
	}
	var zero W
	s.settleBlossom(x, inner)
	if s.blossom(x).dual != zero {
		return
	}
	from, to := s.nodes[x].from, s.nodes[x].to
	current := Sub(set.shift, s.raise)
	kids, links := s.blossom(x).kids, s.blossom(x).links
	set.label = free
	for _, k := range kids {
		nd := &s.nodes[k]
		nd.parent = -1
		s.sets[nd.set] = vertexSet[W]{shift: current, node: k}
		if nd.set == s.nodes[x].set {
			continue
		}
		for w := nd.first; ; w = s.next[w] {
			s.set[w] = nd.set
			if w == nd.last {
				break
			}
		}
	}

	// From the entered kid to the base in an even number of steps.
	at := indexOf(kids, s.top(to))
	for {
		s.makeInner(kids[at], from, to)
		if at == 0 {
			break
		}
		mid, after, across := stepToBase(kids, links, at)
		s.makeOuter(kids[mid])
		from, to = across[0], across[1]
		at = after
	}
	for _, k := range kids {
		if s.sets[s.nodes[k].set].label == free {
			s.release(k)
		}
	}
	s.blossom(x).kids, s.blossom(x).links = kids[:0], links[:0]
	s.unused = append(s.unused, x)
}

// stepToBase goes from kid at > 0 two kids on in the direction in which kid at
// and the next one are partners. It returns both indices and the edge between
// them.
func stepToBase(kids []int32, links [][2]int32, at int) (mid, after int, across [2]int32) {
	if at%2 == 1 {
		mid, after = at+1, (at+2)%len(kids)
		return mid, after, links[mid]
	}
	mid, after = at-1, at-2
	return mid, after, [2]int32{links[after][1], links[after][0]}
}

func indexOf(kids []int32, k int32) int {
	for i, other := range kids {
		if other == k {
			return i
		}
	}
	panic("matching: a blossom does not hold its own vertex")
}

// release plans the arcs between outer vertices and the vertices of x, which
// have just become free.
func (s *solver[W]) release(x int32) {
	for v := s.nodes[x].first; ; v = s.next[v] {
		s.seen[v] = s.round - 1
		dual := s.vertexDual(v)
		for i := s.arcStart[v]; i < s.arcStart[v+1]; i++ {
			a := &s.arcs[i]
			if s.sets[s.set[a.to]].label == outer {
				s.plan(v, v, i, Sub(Sub(a.cost, dual), s.vertexDual(a.to)))
			}
		}
		if v == s.nodes[x].last {
			return
		}
	}
}

// augment swaps partners along the path from the root to the outer vertex u,
// over the edge u–v, into the node of v, which has no partner.
func (s *solver[W]) augment(u, v int32) {
	s.rebase(s.top(v), v)
	s.mate[v] = u
	for {
		x := s.top(u)
		former := s.mate[s.nodes[x].base]
		s.rebase(x, u)
		s.mate[u] = v
		if former < 0 {
			return
		}
		in := s.top(former)
		u, v = s.nodes[in].from, s.nodes[in].to
		s.rebase(in, v)
		s.mate[v] = u
	}
}

// rebase makes v the base of the node x that holds it: partners inside x change
// so that all its vertices but v have one.
func (s *solver[W]) rebase(x, v int32) {
	if x < int32(s.n) || s.nodes[x].base == v {
		return
	}
	k := v
	for s.nodes[k].parent != x {
		k = s.nodes[k].parent
	}
	s.rebase(k, v)
	b := s.blossom(x)
	kids, links := b.kids, b.links
	first := indexOf(kids, k)
	for at := first; at != 0; {
		mid, after, across := stepToBase(kids, links, at)
		p, q := across[0], across[1]
		s.rebase(kids[mid], p)
		s.rebase(kids[after], q)
		s.mate[p], s.mate[q] = q, p
		at = after
	}
	rotate(kids, first)
	rotate(links, first)
	s.nodes[x].base = v
}

// rotate moves the entry at first to the front, keeping the cyclic order.
func rotate[E any](list []E, first int) {
	slices.Reverse(list[:first])
	slices.Reverse(list[first:])
	slices.Reverse(list)
}
