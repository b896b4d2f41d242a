package swiss

import (
	"slices"
)

// field is the input in pairing order: from the most points to the fewest, then
// at random or by rank. A position is an index into that order; the position n
// stands for the bye where the number of entrants is odd.
type field struct {
	in   *Input
	n    int
	size int // n, and one more for the bye

	entrant    []int32  // position → index in the input
	class      []int32  // position → class: entrants of equal points
	classStart []int32  // class → first position, and n at the end
	below      []uint64 // class → points less than the first class, in whole units
	rank       []int32  // position → rank among the active; nil where rank does not count
	club       []int    // position → club; nil where clubs do not count
	byeOrder   []int32  // position → place in the order of who gets the bye, 0 first

	metStart []int
	met      []int32 // indices of entrants
	longest  int     // most entries in one list of met
}

// arrange sorts the entrants into pairing order.
func arrange(in *Input, random *source) *field {
	n := len(in.Entrants)
	f := &field{in: in, n: n, size: n + n%2, entrant: make([]int32, n)}
	for i := range f.entrant {
		f.entrant[i] = int32(i)
	}
	random.shuffle(f.entrant)
	opts := &in.Options
	if opts.ByRank || opts.Within == WithinRank {
		f.sortByKey(func(i int32) uint64 { return ascending(int64(in.Entrants[i].Rank)) })
		f.rank = make([]int32, n)
		for p := range f.rank {
			f.rank[p] = int32(p)
			if p > 0 && in.Entrants[f.entrant[p]].Rank == in.Entrants[f.entrant[p-1]].Rank {
				f.rank[p] = f.rank[p-1]
			}
		}
	}
	if opts.ByRank {
		f.class = make([]int32, n)
		f.classStart = []int32{0, int32(n)}
		f.below = []uint64{0}
	} else {
		if f.rank != nil {
			f.rank = f.rankInOrder()
		} else {
			f.sortByPoints()
		}
		f.divide()
	}
	if opts.Apart != ApartNot {
		f.club = make([]int, n)
		for p, i := range f.entrant {
			f.club[p] = in.Entrants[i].Club
		}
	}
	if n%2 == 1 {
		f.orderByes(random)
	}
	f.readMet()
	return f
}

// ascending maps numbers to keys in the same order.
func ascending(x int64) uint64 { return uint64(x) ^ 1<<63 }

func (f *field) sortByPoints() {
	f.sortByKey(func(i int32) uint64 { return ^ascending(f.in.Entrants[i].Points) })
}

// rankInOrder sorts by points, keeping the order by rank within them, and
// returns the ranks in the new order.
func (f *field) rankInOrder() []int32 {
	rankOf := make([]int32, f.n)
	for p, i := range f.entrant {
		rankOf[i] = f.rank[p]
	}
	f.sortByPoints()
	ranks := make([]int32, f.n)
	for p, i := range f.entrant {
		ranks[p] = rankOf[i]
	}
	return ranks
}

// sortByKey sorts the entrants by key, keeping the present order among equals:
// by one byte after the other, leaving out bytes that are the same for all.
func (f *field) sortByKey(key func(int32) uint64) {
	type item struct {
		key uint64
		i   int32
	}
	items, spare := make([]item, f.n), make([]item, f.n)
	var differ uint64
	for p, i := range f.entrant {
		items[p] = item{key(i), i}
		differ |= items[p].key ^ items[0].key
	}
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&0xff == 0 {
			continue
		}
		var start [256]int
		for _, it := range items {
			start[it.key>>shift&0xff]++
		}
		sum := 0
		for b := range start {
			sum, start[b] = sum+start[b], sum
		}
		for _, it := range items {
			b := it.key >> shift & 0xff
			spare[start[b]] = it
			start[b]++
		}
		items, spare = spare, items
	}
	for p, it := range items {
		f.entrant[p] = it.i
	}
}

// divide makes one class for each number of points. The differences in points
// are divided by their common divisor, which changes no order.
func (f *field) divide() {
	f.class = make([]int32, f.n)
	top := f.in.Entrants[f.entrant[0]].Points
	var divisor uint64
	for p, i := range f.entrant {
		below := uint64(top) - uint64(f.in.Entrants[i].Points)
		if p == 0 || below != f.below[len(f.below)-1] {
			f.classStart = append(f.classStart, int32(p))
			f.below = append(f.below, below)
			divisor = gcd(divisor, below)
		}
		f.class[p] = int32(len(f.below) - 1)
	}
	f.classStart = append(f.classStart, int32(f.n))
	for c := range f.below {
		if divisor > 0 {
			f.below[c] /= divisor
		}
	}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// orderByes numbers the entrants in the order in which they get the bye: equal
// numbers for equal points, or a draw.
func (f *field) orderByes(random *source) {
	order := make([]int32, f.n)
	for p := range order {
		order[p] = int32(p)
	}
	f.byeOrder = make([]int32, f.n)
	if f.in.Options.ByeTo == ByeToRandom {
		random.shuffle(order)
		for k, p := range order {
			f.byeOrder[p] = int32(k)
		}
		return
	}
	slices.SortStableFunc(order, func(p, q int32) int {
		a, b := f.points(p), f.points(q)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	for k := 1; k < f.n; k++ {
		f.byeOrder[order[k]] = f.byeOrder[order[k-1]]
		if f.points(order[k]) != f.points(order[k-1]) {
			f.byeOrder[order[k]]++
		}
	}
}

func (f *field) points(p int32) int64 { return f.in.Entrants[f.entrant[p]].Points }

func (f *field) hadBye(p int32) bool { return f.in.Entrants[f.entrant[p]].Byes > 0 }

// searchFrom is the length of a list from which it is searched by halving.
const searchFrom = 48

// readMet copies the lists of opponents into one.
func (f *field) readMet() {
	f.metStart = make([]int, f.n+1)
	for i := range f.in.Entrants {
		k := len(f.in.Entrants[i].Met)
		f.metStart[i+1] = f.metStart[i] + k
		f.longest = max(f.longest, k)
	}
	f.met = make([]int32, f.metStart[f.n])
	for i := range f.in.Entrants {
		list := f.met[f.metStart[i]:f.metStart[i+1]]
		for k, o := range f.in.Entrants[i].Met {
			list[k] = int32(o)
		}
		if len(list) >= searchFrom {
			slices.Sort(list)
		}
	}
}

// haveMet reports whether the entrants at p and q have played each other.
func (f *field) haveMet(p, q int32) bool {
	i, k := f.entrant[p], f.entrant[q]
	return f.lists(i, k) || f.lists(k, i)
}

func (f *field) lists(i, k int32) bool {
	list := f.met[f.metStart[i]:f.metStart[i+1]]
	if len(list) >= searchFrom {
		_, found := slices.BinarySearch(list, k)
		return found
	}
	return slices.Contains(list, k)
}

// sameClub reports a table within one club, where that counts.
func (f *field) sameClub(p, q int32) bool {
	return f.club != nil && f.club[p] != 0 && f.club[p] == f.club[q]
}

// lean marks the members of a club that has more than half of the entrants who
// are likely to play each other by +1 and the others there by −1: the tables of
// the former within their club cannot all be avoided. Where clubs come before
// points those are all entrants, otherwise those of a class. Without such a
// club it is nil.
func (f *field) lean() []int8 {
	if f.club == nil || f.in.Options.ByRank {
		return nil
	}
	starts := f.classStart
	if f.in.Options.Apart == ApartStrong {
		starts = []int32{0, int32(f.n)}
	}
	var lean []int8
	for c := range starts[1:] {
		first, end := starts[c], starts[c+1]
		club := majority(f.club[first:end])
		if club == 0 {
			continue
		}
		if lean == nil {
			lean = make([]int8, f.n)
		}
		for p := first; p < end; p++ {
			lean[p] = -1
			if f.club[p] == club {
				lean[p] = 1
			}
		}
	}
	return lean
}

// majority returns the club that more than half of the list have, or 0: struck
// off in pairs of different ones, only such a club can remain.
func majority(clubs []int) int {
	club, lead := 0, 0
	for _, c := range clubs {
		switch {
		case lead == 0:
			club, lead = c, 1
		case c == club:
			lead++
		default:
			lead--
		}
	}
	count := 0
	for _, c := range clubs {
		if c == club {
			count++
		}
	}
	if 2*count <= len(clubs) {
		return 0
	}
	return club
}

// apart is the difference in points, in the unit of below.
func (f *field) apart(p, q int32) uint64 {
	a, b := f.below[f.class[p]], f.below[f.class[q]]
	return max(a, b) - min(a, b)
}

// apartInRank is the difference in rank, 0 where rank does not count.
func (f *field) apartInRank(p, q int32) uint64 {
	if f.rank == nil {
		return 0
	}
	d := int64(f.rank[p]) - int64(f.rank[q])
	return uint64(max(d, -d))
}

// largestGap returns the largest sum of squared differences in points that a
// pairing can have: the first with the last, and so on inwards.
func (f *field) largestGap() [3]uint64 {
	var sum [3]uint64
	for p := range f.n / 2 {
		addSquare(&sum, f.apart(int32(p), int32(f.n-1-p)))
	}
	return sum
}

// seats is one table, p before q in pairing order, or the bye of p where q is
// the position n.
type seats struct {
	p, q int32
	met  bool // a rematch, or a second bye
	club bool // within one club, where that counts
}

// seat lists the tables in pairing order.
func (f *field) seat(mate []int32) []seats {
	tables := make([]seats, 0, f.size/2)
	for p := range int32(f.n) {
		q := mate[p]
		switch {
		case q < p:
		case int(q) == f.n:
			tables = append(tables, seats{p: p, q: q, met: f.hadBye(p)})
		default:
			tables = append(tables, seats{p, q, f.haveMet(p, q), f.sameClub(p, q)})
		}
	}
	return tables
}
