package matching

// search grows one alternating tree from a vertex without partner until it
// meets another one, and swaps the matching along the path between them.
func (s *solver[W]) search(root int32) error {
	var zero W
	s.raise = zero
	s.round++
	s.queue = s.queue[:0]
	s.events = s.events[:0]
	s.touched = s.touched[:0]
	s.makeOuter(s.top(root))
	for read := 0; ; {
		for ; read < len(s.queue); read++ {
			if s.scan(s.queue[read]) {
				s.settleDuals()
				return nil
			}
		}
		if len(s.events) == 0 {
			return ErrNone
		}
		e := s.pop()
		if Less(s.raise, e.at) {
			s.raise = e.at
			if Less(s.bound, Add(s.total, s.raise)) {
				return ErrRange
			}
		}
		if e.arcIndex < 0 {
			s.exhaust(e.node)
		} else if s.arrive(e) {
			s.settleDuals()
			return nil
		}
	}
}

// vertexDual is the dual of v at this moment.
func (s *solver[W]) vertexDual(v int32) W {
	set := &s.sets[s.set[v]]
	y := Add(s.dual[v], set.shift)
	switch set.label {
	case outer:
		return Add(y, s.raise)
	case inner:
		return Sub(y, s.raise)
	}
	return y
}

// scan reads the arcs of the outer vertex u: uses those without slack, plans
// the others. True means that the tree has met a vertex without partner.
func (s *solver[W]) scan(u int32) bool {
	dual := s.vertexDual(u)
	var zero W
	for i := s.arcStart[u]; i < s.arcStart[u+1]; i++ {
		a := &s.arcs[i]
		setID := s.set[a.to]
		if setID == s.set[u] {
			continue
		}
		set := &s.sets[setID]
		switch set.label {
		case free:
			slack := Sub(Sub(a.cost, dual), Add(s.dual[a.to], set.shift))
			if slack == zero {
				if s.grow(u, a.to) {
					return true
				}
			} else {
				s.plan(u, a.to, i, slack)
			}
		case outer:
			slack := Sub(Sub(a.cost, dual), Add(Add(s.dual[a.to], set.shift), s.raise))
			if slack == zero {
				s.shrink(u, a.to)
			} else {
				s.push(event[W]{Add(s.raise, Half(slack)), u, i})
			}
		}
	}
	return false
}

// plan notes when an arc between an outer vertex and the free vertex v loses
// its slack, if that is the earliest such moment for v. owner is the end in
// whose list the arc stands.
func (s *solver[W]) plan(owner, v, arcIndex int32, slack W) {
	at := Add(s.raise, slack)
	if s.seen[v] == s.round && !Less(at, s.best[v]) {
		return
	}
	s.seen[v] = s.round
	s.best[v] = at
	s.push(event[W]{at, owner, arcIndex})
}

// arrive acts on an arc that has lost its slack. Events go stale when their
// ends change roles, so roles and slack are looked up anew.
func (s *solver[W]) arrive(e event[W]) bool {
	a := &s.arcs[e.arcIndex]
	u, v := e.node, a.to
	if s.sets[s.set[u]].label != outer {
		u, v = v, u
	}
	role := s.sets[s.set[v]].label
	if s.set[u] == s.set[v] || role == inner || s.sets[s.set[u]].label != outer {
		return false
	}
	var zero W
	if Sub(Sub(a.cost, s.vertexDual(u)), s.vertexDual(v)) != zero {
		return false
	}
	if role == free {
		return s.grow(u, v)
	}
	s.shrink(u, v)
	return false
}

// grow takes the free node of v and its partner into the tree, or ends the
// search if it has no partner.
func (s *solver[W]) grow(u, v int32) bool {
	in := s.top(v)
	partner := s.mate[s.nodes[in].base]
	if partner < 0 {
		s.augment(u, v)
		return true
	}
	s.makeInner(in, u, v)
	s.makeOuter(s.top(partner))
	return false
}

func (s *solver[W]) makeOuter(x int32) {
	set := &s.sets[s.nodes[x].set]
	set.label = outer
	set.shift = Sub(set.shift, s.raise)
	s.touched = append(s.touched, x)
	if x >= int32(s.n) {
		s.blossom(x).since = s.raise
	}
	s.enqueue(x)
}

func (s *solver[W]) enqueue(x int32) {
	for v := s.nodes[x].first; ; v = s.next[v] {
		s.queue = append(s.queue, v)
		if v == s.nodes[x].last {
			return
		}
	}
}

func (s *solver[W]) makeInner(x, from, to int32) {
	set := &s.sets[s.nodes[x].set]
	set.label = inner
	set.shift = Add(set.shift, s.raise)
	s.nodes[x].from, s.nodes[x].to = from, to
	s.touched = append(s.touched, x)
	if x >= int32(s.n) {
		b := s.blossom(x)
		b.since = s.raise
		s.push(event[W]{Add(s.raise, Half(b.dual)), x, -1})
	}
}

// above returns the next outer node towards the root, or −1 at the root. x is
// outer.
func (s *solver[W]) above(x int32) int32 {
	partner := s.mate[s.nodes[x].base]
	if partner < 0 {
		return -1
	}
	return s.top(s.nodes[s.top(partner)].from)
}

// meeting returns the lowest outer node on both paths to the root. The paths
// are walked in turn, so that the work is that of the shorter cycle.
func (s *solver[W]) meeting(x, y int32) int32 {
	s.marks++
	for {
		if x >= 0 {
			if s.nodes[x].mark == s.marks {
				return x
			}
			s.nodes[x].mark = s.marks
			x = s.above(x)
		}
		x, y = y, x
	}
}

// settleDuals ends a search: the raise goes into the numbers of all nodes in
// the tree, and the roles are forgotten.
func (s *solver[W]) settleDuals() {
	for _, x := range s.touched {
		if s.nodes[x].parent >= 0 {
			continue
		}
		if x >= int32(s.n) && len(s.blossom(x).kids) == 0 {
			continue
		}
		set := &s.sets[s.nodes[x].set]
		if set.node != x || set.label == free {
			continue
		}
		if set.label == outer {
			set.shift = Add(set.shift, s.raise)
		} else {
			set.shift = Sub(set.shift, s.raise)
		}
		if x >= int32(s.n) {
			s.settleBlossom(x, set.label)
		}
		set.label = free
	}
	s.total = Add(s.total, s.raise)
}

// settleBlossom brings the dual of a top-level blossom up to date.
func (s *solver[W]) settleBlossom(x int32, role label) {
	b := s.blossom(x)
	change := Sub(s.raise, b.since)
	change = Add(change, change)
	if role == outer {
		b.dual = Add(b.dual, change)
	} else {
		b.dual = Sub(b.dual, change)
	}
	b.since = s.raise
}

func (s *solver[W]) push(e event[W]) {
	s.events = append(s.events, e)
	i := len(s.events) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !Less(e.at, s.events[up].at) {
			break
		}
		s.events[i] = s.events[up]
		i = up
	}
	s.events[i] = e
}

func (s *solver[W]) pop() event[W] {
	first := s.events[0]
	size := len(s.events) - 1
	last := s.events[size]
	s.events = s.events[:size]
	if size == 0 {
		return first
	}
	i := 0
	for {
		down := 4*i + 1
		if down >= size {
			break
		}
		least := down
		for k := down + 1; k < min(down+4, size); k++ {
			if Less(s.events[k].at, s.events[least].at) {
				least = k
			}
		}
		if !Less(s.events[least].at, last.at) {
			break
		}
		s.events[i] = s.events[least]
		i = least
	}
	s.events[i] = last
	return first
}
