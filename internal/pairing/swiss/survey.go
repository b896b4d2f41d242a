package swiss

import (
	"cmp"
	"slices"

	"tourney/internal/pairing/matching"
)

// survey looks at every pair of the field for negative slack, most of them in
// bulk: entrants stand in a tree ordered by points, and a whole branch is passed
// over when even its nearest points, highest dual and widest odd set leave no
// negative slack.
type survey[W matching.Weight] struct {
	*costs[W]
	proof   *proof[W]
	items   []item
	nodes   []branch[W] // a heap: children of i are 2i and 2i+1
	blocks  int         // number of leaves, a power of two
	missing []pair[W]
	short   []bool // by rest: negative slack with those outside the kernel
}

// item is an entrant of the kernel, or one who stands for a rest or one side of
// it.
type item struct {
	position int32
	rest     int32 // index into kernel.rest, or −1
	club     int   // of all for whom it stands, or 0
}

// branch bounds what is common to a stretch of items.
type branch[W matching.Weight] struct {
	dual               W     // the highest
	set                int32 // smallest odd set around all, or −1
	first, last        int32 // class; last < first: empty
	rankFrom, rankDown int32
	club               int // if all are of this one club, or 0
}

// pair is two positions with negative slack.
type pair[W matching.Weight] struct {
	p, q  int32
	slack W
}

const (
	blockSize = 8
	perItem   = 8 // pairs kept for one entrant: those with the least slack
)

// search surveys all pairs. k says who is in the kernel.
func search[W matching.Weight](c *costs[W], p *proof[W], k *kernel) *survey[W] {
	s := &survey[W]{costs: c, proof: p, short: make([]bool, len(k.rest))}
	s.plant(k)
	for i := range s.items {
		s.visit(int32(i), 1, 0, s.blocks)
	}
	if c.size > c.n {
		s.visitBye(k)
	}
	return s
}

func (s *survey[W]) plant(k *kernel) {
	for _, p := range k.vertices {
		if int(p) < s.n {
			it := item{position: p, rest: -1}
			if s.club != nil {
				it.club = s.club[p]
			}
			s.items = append(s.items, it)
		}
	}
	for r := range k.rest {
		rest := &k.rest[r]
		one, other := rest.members[0], rest.members[1]
		if rest.club != 0 {
			if s.club[one] != rest.club {
				one, other = other, one
			}
			s.items = append(s.items, item{one, int32(r), rest.club})
		}
		s.items = append(s.items, item{other, int32(r), 0})
	}
	if s.club != nil || len(k.rest) > 0 {
		slices.SortStableFunc(s.items, func(a, b item) int {
			order := cmp.Compare(s.class[a.position], s.class[b.position])
			if order != 0 || s.rank != nil {
				return order
			}
			return cmp.Compare(a.club, b.club)
		})
	}
	s.blocks = 1
	for s.blocks*blockSize < len(s.items) {
		s.blocks *= 2
	}
	s.nodes = make([]branch[W], 2*s.blocks)
	for i := range s.nodes {
		s.nodes[i].last = -1
	}
	for i, it := range s.items {
		node := &s.nodes[s.blocks+i/blockSize]
		*node = s.join(*node, s.leaf(it))
	}
	for i := s.blocks - 1; i > 0; i-- {
		s.nodes[i] = s.join(s.nodes[2*i], s.nodes[2*i+1])
	}
}

func (s *survey[W]) leaf(it item) branch[W] {
	p := it.position
	b := branch[W]{
		dual: s.proof.dual[p], set: s.proof.inner[p], club: it.club,
		first: s.class[p], last: s.class[p],
	}
	if s.rank != nil {
		b.rankFrom, b.rankDown = s.rank[p], s.rank[p]
	}
	return b
}

func (s *survey[W]) join(a, b branch[W]) branch[W] {
	if b.last < b.first {
		return a
	}
	if a.last < a.first {
		return b
	}
	if matching.Less(a.dual, b.dual) {
		a.dual = b.dual
	}
	a.set = s.proof.shared(a.set, b.set)
	a.last = b.last
	a.rankFrom, a.rankDown = min(a.rankFrom, b.rankFrom), max(a.rankDown, b.rankDown)
	if a.club != b.club {
		a.club = 0
	}
	return a
}

// visit compares item i with the later items under the node, which spans the
// blocks from … to−1.
func (s *survey[W]) visit(i int32, node, from, to int) {
	if to*blockSize <= int(i)+1 {
		return
	}
	if from*blockSize > int(i) && s.clear(i, &s.nodes[node]) {
		return
	}
	if to-from > 1 {
		middle := (from + to) / 2
		s.visit(i, 2*node, from, middle)
		s.visit(i, 2*node+1, middle, to)
		return
	}
	for j := max(from*blockSize, int(i)+1); j < min(to*blockSize, len(s.items)); j++ {
		s.compare(s.items[i], s.items[j])
	}
}

// clear reports that no item under the node has negative slack with item i.
func (s *survey[W]) clear(i int32, b *branch[W]) bool {
	if b.last < b.first {
		return true
	}
	p := s.items[i].position
	ranks := uint64(0)
	if s.rank != nil {
		ranks = uint64(max(0, b.rankFrom-s.rank[p], s.rank[p]-b.rankDown))
	}
	slack := s.far(s.below[b.first]-s.below[s.class[p]], ranks)
	slack = matching.Sub(matching.Sub(slack, s.proof.dual[p]), b.dual)
	var zero W
	if !matching.Less(slack, zero) {
		return true
	}
	if b.club != 0 && b.club == s.items[i].club {
		slack = matching.Add(slack, s.clubUnit)
	}
	slack = matching.Add(slack, s.proof.around(s.proof.inner[p], b.set))
	return !matching.Less(slack, zero)
}

func (s *survey[W]) compare(a, b item) {
	p, q := a.position, b.position
	cost := s.least(p, q)
	var zero W
	if !matching.Less(matching.Sub(matching.Sub(cost, s.proof.dual[p]), s.proof.dual[q]), zero) {
		return
	}
	slack := s.proof.slack(cost, p, q)
	if !matching.Less(slack, zero) {
		return
	}
	if a.rest >= 0 || b.rest >= 0 {
		if a.club != 0 && a.club == b.club && !matching.Less(matching.Add(slack, s.clubUnit), zero) {
			return
		}
		for _, r := range [2]int32{a.rest, b.rest} {
			if r >= 0 {
				s.short[r] = true
			}
		}
		return
	}
	slack = s.proof.slack(s.table(p, q), p, q)
	if matching.Less(slack, zero) {
		s.keep(p, q, slack)
	}
}

// keep notes a pair, at most perItem for each p.
func (s *survey[W]) keep(p, q int32, slack W) {
	start := len(s.missing)
	for start > 0 && len(s.missing)-start < perItem && s.missing[start-1].p == p {
		start--
	}
	if len(s.missing)-start < perItem {
		s.missing = append(s.missing, pair[W]{p, q, slack})
		return
	}
	worst := start
	for i := start; i < len(s.missing); i++ {
		if s.missing[i].after(s.missing[worst]) {
			worst = i
		}
	}
	if x := (pair[W]{p, q, slack}); s.missing[worst].after(x) {
		s.missing[worst] = x
	}
}

// after reports that the pair x is less urgent than y, which has the same p.
// Equal slack is told apart by scattered numbers, so that not all entrants of a
// class ask for the same few opponents.
func (x pair[W]) after(y pair[W]) bool {
	if x.slack != y.slack {
		return matching.Less(y.slack, x.slack)
	}
	return x.scatter() > y.scatter()
}

func (x pair[W]) scatter() uint32 {
	return (uint32(x.p)*0x9e3779b9 ^ uint32(x.q)) * 0x85ebca6b
}

func (s *survey[W]) visitBye(k *kernel) {
	var zero W
	bye := int32(s.n)
	for _, p := range k.vertices {
		if p == bye {
			continue
		}
		if slack := s.proof.slack(s.sitOut(p), p, bye); matching.Less(slack, zero) {
			s.missing = append(s.missing, pair[W]{p, bye, slack})
		}
	}
	for r := range k.rest {
		for _, p := range k.rest[r].members {
			if matching.Less(s.proof.slack(s.sitOut(p), p, bye), zero) {
				s.short[r] = true
			}
		}
	}
}
