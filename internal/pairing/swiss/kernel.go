package swiss

import (
	"cmp"
	"slices"

	"tourney/internal/pairing/matching"
)

const (
	wholeUpTo  = 40 // classes up to this size are never reduced
	firstCore  = 16 // entrants of a larger class that stay in the kernel
	completeTo = 40 // kernels up to this size get an edge for every pair
	neighbours = 10 // edges from each entrant to the next ones in order
	byeEdges   = 40 // entrants joined to the bye
)

// kernel is the part of the field that is paired by the matching. Of a large
// class all but a core are paired inside the class at no cost; the proof covers
// them as if they stood in the kernel.
type kernel struct {
	vertices []int32 // kernel vertex → position, ascending; the bye comes last
	vertex   []int32 // position → kernel vertex, or −1
	rest     []rest
}

// rest is what was left out of one class: entrants of equal points that are
// paired two by two, each table free of cost. If club is not 0, one of the two
// at each table is of that club and the other is not.
type rest struct {
	class   int32
	club    int
	members []int32 // partners stand next to each other
}

// coreSizes says how many entrants of each class stay in the kernel at first.
// Where ranks count nobody is like anybody else, and all of them stay.
func (f *field) coreSizes() []int {
	sizes := make([]int, len(f.below))
	for c := range sizes {
		sizes[c] = int(f.classStart[c+1] - f.classStart[c])
		if f.rank == nil && sizes[c] > max(wholeUpTo, 2*f.longest+8) {
			sizes[c] = firstCore + sizes[c]%2
		}
	}
	return sizes
}

func newKernel(f *field, sizes []int, random *source) *kernel {
	k := &kernel{vertices: make([]int32, 0, f.size)}
	for c, size := range sizes {
		from := len(k.vertices)
		class := make([]int32, f.classStart[c+1]-f.classStart[c])
		for i := range class {
			class[i] = f.classStart[c] + int32(i)
		}
		if size >= len(class) {
			k.vertices = append(k.vertices, class...)
			continue
		}
		core, others, club := f.divideClass(class, size)
		others, left := f.pairInside(others, random)
		k.vertices = append(append(k.vertices, core...), left...)
		slices.Sort(k.vertices[from:])
		if len(others) > 0 {
			k.rest = append(k.rest, rest{int32(c), club, others})
		}
	}
	if f.size > f.n {
		k.vertices = append(k.vertices, int32(f.n))
	}
	k.vertex = slices.Repeat([]int32{-1}, f.size)
	for i, p := range k.vertices {
		k.vertex[p] = int32(i)
	}
	return k
}

// divideClass chooses a core of the class. A club so large that its opponents
// may run short divides the class: then the others are taken from the two sides
// in turn, and what one side has more than the other stays in the core.
func (f *field) divideClass(class []int32, size int) (core, others []int32, club int) {
	if f.club != nil {
		club = f.largeClub(class)
	}
	if club == 0 {
		core, others = f.split(class, size)
		return core, others, 0
	}
	var in, out []int32
	for _, p := range class {
		if f.club[p] == club {
			in = append(in, p)
		} else {
			out = append(out, p)
		}
	}
	tables := max(0, min(len(in), len(out))-size/2)
	coreIn, othersIn := f.split(in, len(in)-tables)
	coreOut, othersOut := f.split(out, len(out)-tables)
	for i := range othersIn {
		others = append(others, othersIn[i], othersOut[i])
	}
	return append(coreIn, coreOut...), others, club
}

// largeClub returns the club that most of the list have, if they are a third or
// more, else 0.
func (f *field) largeClub(list []int32) int {
	counts := map[int]int{}
	large := 0
	for _, p := range list {
		club := f.club[p]
		if counts[club]++; club != 0 && 3*counts[club] >= len(list) && (large == 0 || counts[club] > counts[large]) {
			large = club
		}
	}
	return large
}

// split takes size of the list for the core: the first ones in the drawn order.
// Where there is a bye, half of them are without one as far as possible.
func (f *field) split(list []int32, size int) (core, others []int32) {
	wanted := 0
	if f.size > f.n {
		wanted = size / 2
	}
	for _, p := range list {
		if wanted > 0 && !f.hadBye(p) {
			wanted--
			core = append(core, p)
		} else {
			others = append(others, p)
		}
	}
	missing := size - len(core)
	return append(core, others[:missing]...), others[missing:]
}

// pairInside pairs entrants of one class without rematch or shared club, and
// returns them so that partners stand next to each other, and those for whom it
// found no partner.
func (f *field) pairInside(list []int32, random *source) (paired, left []int32) {
	free := func(p, q int32) bool { return !f.haveMet(p, q) && !f.sameClub(p, q) }
	paired = list[:0]
	for i := 0; i < len(list); i += 2 {
		p, q := list[i], list[i+1]
		ok := free(p, q)
		// Swap with tables already made, drawn at random.
		for try := 0; !ok && try < 20 && len(paired) > 0; try++ {
			t := 2 * int(random.below(uint64(len(paired)/2)))
			r, s := paired[t], paired[t+1]
			if free(p, r) && free(q, s) {
				paired[t], paired[t+1], p, q, ok = p, r, q, s, true
			} else if free(p, s) && free(q, r) {
				paired[t], paired[t+1], p, q, ok = p, s, q, r, true
			}
		}
		if ok {
			paired = append(paired, p, q)
		} else {
			left = append(left, p, q)
		}
	}
	return paired, left
}

// edges returns the first edges of the kernel's graph: enough for a perfect
// matching and, nearly always, for a cheapest one.
func edges[W matching.Weight](c *costs[W], k *kernel, lean []int8) []matching.Edge[W] {
	var list []matching.Edge[W]
	size := len(k.vertices)
	join := func(i, j int) {
		list = append(list, matching.Edge[W]{U: int32(i), V: int32(j), Cost: c.table(k.vertices[i], k.vertices[j])})
	}
	if size <= completeTo {
		for i := range size {
			for j := i + 1; j < size; j++ {
				join(i, j)
			}
		}
		return list
	}
	entrants := size
	if c.size > c.n {
		entrants--
	}
	list = make([]matching.Edge[W], 0, (neighbours+2)*size)
	reach := neighbours + 2*c.longest + 40
	for i := range entrants {
		found, within := 0, 0
		for j := i + 1; j < min(entrants, i+reach) && found < neighbours; j++ {
			p, q := k.vertices[i], k.vertices[j]
			fresh, club := !c.haveMet(p, q), c.sameClub(p, q)
			forced := fresh && club && lean != nil && lean[p] > 0 && within < neighbours
			if fresh && !club {
				found++
			}
			if forced {
				within++
			}
			// Neighbours are joined whatever it costs, so that a perfect
			// matching exists.
			if fresh && !club || forced || j == i+1 {
				join(i, j)
			}
		}
	}
	if entrants < size {
		order := make([]int32, entrants)
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortFunc(order, func(i, j int32) int {
			p, q := k.vertices[i], k.vertices[j]
			if c.hadBye(p) != c.hadBye(q) {
				if c.hadBye(q) {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(c.byeOrder[p], c.byeOrder[q]), cmp.Compare(j, i))
		})
		for _, i := range order[:min(byeEdges, entrants)] {
			join(int(i), entrants)
		}
		join(entrants-1, entrants)
	}
	return list
}
