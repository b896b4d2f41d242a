package swiss

import (
	"errors"
	"slices"

	"tourney/internal/pairing/matching"
)

// solve returns the tables of a best pairing, and whether its proof holds. It
// works with the narrowest numbers that hold the costs.
func solve(f *field, random *source) ([]seats, bool, error) {
	u := newUnits(f)
	start := *random
	if u.bits() <= 58 {
		tables, optimal, err := solveWith[[1]int64](f, &u, random)
		if !errors.Is(err, matching.ErrRange) {
			return tables, optimal, err
		}
		*random = start
	}
	if u.bits() <= 122 {
		tables, optimal, err := solveWith[[2]int64](f, &u, random)
		if !errors.Is(err, matching.ErrRange) {
			return tables, optimal, err
		}
		*random = start
	}
	return solveWith[[5]int64](f, &u, random)
}

func solveWith[W matching.Weight](f *field, u *units, random *source) ([]seats, bool, error) {
	c := newCosts[W](f, u)
	k, mate, p, err := prove(c, random)
	if err != nil {
		return nil, false, err
	}
	c.mix(mate, k, p, random)
	tables := f.seat(mate)
	return tables, p.holds(c, tables), nil
}

// prove finds a best pairing and its proof. It solves a small part of the field
// and, as long as some pair outside it has negative slack, a larger one, always
// from the duals at hand.
func prove[W matching.Weight](c *costs[W], random *source) (*kernel, []int32, *proof[W], error) {
	sizes, lean := c.coreSizes(), c.lean()
	duals := c.leaning(lean)
	var added []pair[W]
	for {
		k := newKernel(c.field, sizes, random)
		graph := join(c, k, edges(c, k, lean), added)
		for {
			m, err := matching.Solve(len(k.vertices), graph, choose(k, duals))
			if err != nil {
				return nil, nil, nil, err
			}
			p, grow := extend(c.field, k, m)
			s := search(c, p, k)
			if len(s.missing) == 0 {
				for r := range k.rest {
					grow[r] = grow[r] || s.short[r]
				}
				if !enlarge(sizes, k, grow) {
					return k, partners(c.field, k, m.Mate), p, nil
				}
			}
			duals = p.flat()
			if len(s.missing) == 0 {
				break
			}
			added = append(added, s.missing...)
			graph = join(c, k, graph, s.missing)
		}
	}
}

// leaning returns first duals by position where one club has the majority: a
// table within it costs its two sides half each, and the others make up for
// that. Otherwise it is nil.
func (c *costs[W]) leaning(lean []int8) []W {
	if lean == nil {
		return nil
	}
	half := matching.Half(c.clubUnit)
	duals := make([]W, c.size)
	for p, side := range lean {
		switch {
		case side > 0:
			duals[p] = half
		case side < 0:
			duals[p] = matching.Sub(duals[p], half)
		}
	}
	return duals
}

// join adds the pairs to the graph as far as both are in the kernel.
func join[W matching.Weight](c *costs[W], k *kernel, graph []matching.Edge[W], pairs []pair[W]) []matching.Edge[W] {
	for _, x := range pairs {
		if u, v := k.vertex[x.p], k.vertex[x.q]; u >= 0 && v >= 0 {
			graph = append(graph, matching.Edge[W]{U: u, V: v, Cost: c.table(x.p, x.q)})
		}
	}
	return graph
}

// choose returns the duals of the kernel's vertices, or nil if there are none.
func choose[W matching.Weight](k *kernel, duals []W) []W {
	if duals == nil {
		return nil
	}
	chosen := make([]W, len(k.vertices))
	for i, p := range k.vertices {
		chosen[i] = duals[p]
	}
	return chosen
}

// enlarge makes the cores of the given classes four times as large.
func enlarge(sizes []int, k *kernel, grow []bool) bool {
	any := false
	for r, rest := range k.rest {
		if grow[r] {
			sizes[rest.class] = 4*(sizes[rest.class]&^1) + sizes[rest.class]&1
			any = true
		}
	}
	return any
}

// extend carries the duals of the kernel over to the whole field. Those of a
// rest take the dual and the odd sets of entrants of their class for whom a
// table like theirs has slack 0; where there is none, the core has to grow.
func extend[W matching.Weight](f *field, k *kernel, m matching.Matching[W]) (*proof[W], []bool) {
	p := &proof[W]{
		dual:  make([]W, f.size),
		inner: slices.Repeat([]int32{-1}, f.size),
		sets:  newSets(m.Blossoms),
	}
	for i, position := range k.vertices {
		p.dual[position] = m.Dual[i]
		p.inner[position] = m.Inner[i]
	}
	grow := make([]bool, len(k.rest))
	for r := range k.rest {
		rest := &k.rest[r]
		in, out := alike(f, k, m, p, rest)
		if grow[r] = in < 0; grow[r] {
			continue
		}
		for _, position := range rest.members {
			like := out
			if rest.club != 0 && f.club[position] == rest.club {
				like = in
			}
			p.dual[position], p.inner[position] = p.dual[like], p.inner[like]
		}
	}
	return p, grow
}

// alike returns two positions in the core of the rest's class, the first of the
// rest's club and the second not, that make a table with slack 0 inside the same
// odd sets. Without a club it is one position twice, which stands for two of
// its kind. It returns −1 if there is none.
func alike[W matching.Weight](f *field, k *kernel, m matching.Matching[W], p *proof[W], rest *rest) (in, out int32) {
	for x := f.classStart[rest.class]; x < f.classStart[rest.class+1]; x++ {
		v := k.vertex[x]
		if v < 0 {
			continue
		}
		if rest.club == 0 {
			if matching.Add(p.dual[x], p.dual[x]) == p.around(p.inner[x], p.inner[x]) {
				return x, x
			}
			continue
		}
		y := k.vertices[m.Mate[v]]
		if f.club[x] == rest.club && int(y) < f.n && f.class[y] == rest.class &&
			f.club[y] != rest.club && p.inner[x] == p.inner[y] && !f.haveMet(x, y) {
			return x, y
		}
	}
	return -1, -1
}

// partners puts the tables of the kernel and of the rests together.
func partners(f *field, k *kernel, mate []int32) []int32 {
	all := make([]int32, f.size)
	for i, position := range k.vertices {
		all[position] = k.vertices[mate[i]]
	}
	for _, rest := range k.rest {
		for i := 0; i < len(rest.members); i += 2 {
			p, q := rest.members[i], rest.members[i+1]
			all[p], all[q] = q, p
		}
	}
	return all
}
