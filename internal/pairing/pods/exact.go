package pods

import (
	"math/bits"
	"slices"
)

// Bounds of the complete search: entrants, and partial pods looked at.
const (
	exactEntrants = 40
	exactLimit    = 2_000_000
)

// search goes through all seatings of a small field and leaves the best in g. It
// reports whether it came to the end, so that the best is proved. Half-finished
// seatings are given up when even the cheapest partners for everybody left would
// not beat the best so far.
func (f *field) search(g *grouping) (proved bool) {
	if f.n > exactEntrants {
		return false
	}
	s := &searcher{field: f, best: g, work: exactLimit, byes: len(f.byes)}
	smallest := MaxSize
	for p, pod := range g.pods {
		if p != g.byes {
			s.left[len(pod)]++
			smallest = min(smallest, len(pod))
		}
	}
	s.everybodyLeft(smallest)
	for _, i := range f.byes {
		if !f.mayBye[i] {
			s.bye = append(s.bye, i)
			s.byes--
			s.remove(i)
		}
	}
	s.place(cost{})
	return s.work > 0
}

// searcher is one complete search. Costs are counted twice over, pair by pair
// from both sides, so that half of a bound is never needed.
type searcher struct {
	*field
	best  *grouping
	work  int
	left  [MaxSize + 1]int // pods still to fill, by size
	byes  int              // byes still to give
	bye   []int            // byes given
	free  uint64           // ranks without a place
	least []cost           // rank → cost of its cheapest partners
	bound cost             // sum of least over free
	pods  []pod            // filled
}

// pod is a pod being filled, members by rank in ascending order.
type pod struct {
	members [MaxSize]int
	size    int
}

// everybodyLeft frees everybody and finds for each the cheapest partners of the
// smallest pod; whoever may have a bye may cost nothing.
func (s *searcher) everybodyLeft(smallest int) {
	s.free = 1<<s.n - 1
	s.least = make([]cost, s.n)
	for a := range s.n {
		if s.mayBye[a] {
			continue
		}
		var partners []cost
		for b := range s.n {
			if b != a {
				partners = append(partners, s.pair(a, b))
			}
		}
		slices.SortFunc(partners, func(x, y cost) int {
			switch {
			case x.less(y):
				return -1
			case y.less(x):
				return 1
			}
			return 0
		})
		for _, c := range partners[:smallest-1] {
			s.least[a] = s.least[a].plus(c)
		}
		s.bound = s.bound.plus(s.least[a])
	}
}

func (s *searcher) remove(a int) {
	s.free &^= 1 << a
	s.bound = s.bound.minus(s.least[a])
}

func (s *searcher) restore(a int) {
	s.free |= 1 << a
	s.bound = s.bound.plus(s.least[a])
}

// hopeless tells whether nothing that begins with this can beat the best.
func (s *searcher) hopeless(sofar, bound cost) bool {
	best := s.best.cost.plus(s.best.cost)
	return !sofar.plus(bound).less(best)
}

// widened is the bound with the gap that those left have in the order of points,
// if that is more: told only where all pods still to fill have one size.
func (s *searcher) widened() cost {
	size := 0
	for k := MinSize; k <= MaxSize; k++ {
		if s.left[k] == 0 {
			continue
		}
		if size > 0 {
			return s.bound
		}
		size = k
	}
	if s.byes > 0 {
		return s.bound
	}
	var pod [MaxSize]int
	gap, k := 0, 0
	for rest := s.free; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros64(rest)
		for _, a := range pod[:k] {
			gap += 2 * s.pair(a, b).gap
		}
		pod[k] = b
		k = (k + 1) % size
	}
	return cost{s.bound.repeats, max(s.bound.gap, gap)}
}

// place finds a place for the best-ranked of those left, in all ways.
func (s *searcher) place(sofar cost) {
	if s.free == 0 {
		s.keep(sofar)
		return
	}
	if s.hopeless(sofar, s.bound) || s.hopeless(sofar, s.widened()) {
		return
	}
	a := bits.TrailingZeros64(s.free)
	s.remove(a)
	for size := MaxSize; size >= MinSize; size-- {
		if s.left[size] > 0 {
			s.left[size]--
			s.fill(pod{[MaxSize]int{a}, 1}, size, sofar)
			s.left[size]++
		}
	}
	if s.byes > 0 && s.mayBye[a] {
		s.byes--
		s.bye = append(s.bye, a)
		s.place(sofar)
		s.bye = s.bye[:len(s.bye)-1]
		s.byes++
	}
	s.restore(a)
}

// fill completes a pod with members ranked after its last one, in all ways.
func (s *searcher) fill(p pod, size int, sofar cost) {
	if s.work--; s.work <= 0 || s.hopeless(sofar, s.bound) {
		return
	}
	if p.size == size {
		s.pods = append(s.pods, p)
		s.place(sofar)
		s.pods = s.pods[:len(s.pods)-1]
		return
	}
	after := p.members[p.size-1] + 1
	for rest := s.free >> after << after; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros64(rest)
		c := sofar
		for _, a := range p.members[:p.size] {
			d := s.pair(a, b)
			c = c.plus(d).plus(d)
		}
		next := p
		next.members[p.size] = b
		next.size++
		s.remove(b)
		s.fill(next, size, c)
		s.restore(b)
	}
}

// keep makes a complete seating the best so far.
func (s *searcher) keep(doubled cost) {
	if !(cost{doubled.repeats / 2, doubled.gap / 2}).less(s.best.cost) {
		return
	}
	g := &grouping{byes: none}
	for _, p := range s.pods {
		g.pods = append(g.pods, slices.Clone(p.members[:p.size]))
	}
	if len(s.bye) > 0 {
		g.byes = len(g.pods)
		g.pods = append(g.pods, slices.Clone(s.bye))
	}
	s.count(g)
	*s.best = *g
}
