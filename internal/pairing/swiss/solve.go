package swiss

import (
	"errors"

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
// and, as long as some pair outside it has negative slack, a larger one.
func prove[W matching.Weight](c *costs[W], random *source) (*kernel, []int32, *proof[W], error) {
	sizes, lean := c.coreSizes(), c.lean()
	for {
		k := newKernel(c.field, sizes, random)
		graph := edges(c, k, lean)
		vertex := make([]int32, c.size)
		for i, p := range k.vertices {
			vertex[p] = int32(i)
		}
		start := c.leaning(k, lean)
		for {
			m, err := matching.Solve(len(k.vertices), graph, start)
			if err != nil {
				return nil, nil, nil, err
			}
			p, grow := extend(c.field, k, m)
			s := search(c, p, k)
			if len(s.missing) > 0 {
				for _, x := range s.missing {
					graph = append(graph, matching.Edge[W]{U: vertex[x.p], V: vertex[x.q], Cost: c.table(x.p, x.q)})
				}
				flat := p.flat()
				start = make([]W, len(k.vertices))
				for i, position := range k.vertices {
					start[i] = flat[position]
				}
				continue
			}
			for r := range k.rest {
				grow[r] = grow[r] || s.short[r]
			}
			if !enlarge(sizes, k, grow) {
				return k, partners(c.field, k, m.Mate), p, nil
			}
			break
		}
	}
}

// leaning returns first duals where one club has the majority: a table within
// it costs its two sides half each, and the others make up for that.
func (c *costs[W]) leaning(k *kernel, lean []int8) []W {
	if lean == nil {
		return nil
	}
	half := matching.Half(c.clubUnit)
	start := make([]W, len(k.vertices))
	for i, p := range k.vertices {
		switch {
		case int(p) == c.n || lean[p] == 0:
		case lean[p] > 0:
			start[i] = half
		default:
			start[i] = matching.Sub(start[i], half)
		}
	}
	return start
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
// rest take the dual and the odd sets of one entrant of their class for whom a
// table with his like would have slack 0; where there is none, the core has to
// grow.
func extend[W matching.Weight](f *field, k *kernel, m matching.Matching[W]) (*proof[W], []bool) {
	p := &proof[W]{
		dual:  make([]W, f.size),
		inner: make([]int32, f.size),
		sets:  newSets(m.Blossoms),
	}
	for i, position := range k.vertices {
		p.dual[position] = m.Dual[i]
		p.inner[position] = m.Inner[i]
	}
	grow := make([]bool, len(k.rest))
	next := 0
	var zero W
	for r, rest := range k.rest {
		for f.class[k.vertices[next]] != rest.class {
			next++
		}
		like := int32(-1)
		for i := next; i < len(k.vertices); i++ {
			position := k.vertices[i]
			if int(position) == f.n || f.class[position] != rest.class {
				break
			}
			var sets W
			if in := m.Inner[i]; in >= 0 {
				sets = p.sets[in].sum
			}
			if matching.Sub(sets, matching.Add(m.Dual[i], m.Dual[i])) == zero {
				like = position
				break
			}
		}
		for _, position := range rest.members {
			if like < 0 {
				p.inner[position] = -1
				continue
			}
			p.dual[position], p.inner[position] = p.dual[like], p.inner[like]
		}
		grow[r] = like < 0
	}
	return p, grow
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
