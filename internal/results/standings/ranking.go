package standings

import (
	"cmp"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// ranking orders entrants by a chain. order holds runs of equals; parted[k] is
// the link that parts order[k] from order[k+1].
type ranking struct {
	c      *calc
	chain  []link
	order  []int32
	parted []int
}

// link is one value of the chain.
type link struct {
	*column
	lower bool
	// groups, where members of a tied group are compared, is the group in which
	// each entrant got its value.
	groups [][]int32
}

// The links that part two rows besides the values of the chain.
const (
	notParted = -1
	byStatus  = -2 // one was disqualified, or dropped where those come last
	byLot     = -3
)

func newRanking(c *calc, chain []results.Tiebreaker) *ranking {
	n := c.t.Len()
	r := &ranking{c: c, order: make([]int32, n), parted: make([]int, max(0, n-1))}
	for _, tb := range chain {
		l := link{column: c.column(tb), lower: lowerIsBetter(tb)}
		if l.among != nil {
			l.groups, l.values = make([][]int32, n), make([]exact.Value, n)
		}
		r.chain = append(r.chain, l)
	}
	for i := range r.order {
		r.order[i] = int32(i)
	}
	for k := range r.parted {
		r.parted[k] = notParted
	}
	return r
}

// rank applies the chain to those who are ranked.
func (r *ranking) rank(restart bool) {
	class := func(a, b int32) int { return cmp.Compare(r.class(a), r.class(b)) }
	slices.SortFunc(r.order, class)
	r.split(0, len(r.order), byStatus, class)
	for k := range r.chain {
		if l := &r.chain[k]; l.among == nil {
			l.fill()
		}
	}
	for k := range r.chain {
		l := &r.chain[k]
		grouped := l.among != nil
		r.runs(func(from, to int) {
			run := r.order[from:to]
			switch {
			case r.class(run[0]) == disqualifiedClass:
				if grouped {
					for j := range run {
						l.compare(r.c, run[j:j+1])
					}
				}
				return
			case grouped && restart:
				r.placeOneByOne(from, to, k)
				return
			case grouped:
				l.compare(r.c, run)
			}
			slices.SortFunc(run, l.order)
			r.split(from, to, k, l.order)
		})
		if grouped && restart {
			return
		}
	}
}

// disqualifiedClass is the class of those who have values and no rank.
const disqualifiedClass = 2

// class parts those whom the chain never compares: the disqualified come last,
// and before them those who dropped, where the policy says so.
func (r *ranking) class(i int32) int {
	switch s := r.c.t.entrants[i].Status; {
	case s == Disqualified:
		return disqualifiedClass
	case s == Dropped && r.c.p.DroppedLast:
		return 1
	}
	return 0
}

// compare computes the value of each member of a tied group.
func (l *link) compare(c *calc, group []int32) {
	l.among(c, group, l.values)
	group = slices.Clone(group)
	for _, i := range group {
		l.groups[i] = group
	}
}

// order is how two entrants compare by this link, the better one first. A
// missing value is worse than any number in both directions.
func (l *link) order(a, b int32) int {
	x, y := &l.values[a], &l.values[b]
	if l.lower && x.Known && y.Known {
		return x.Cmp(*y)
	}
	return y.Cmp(*x)
}

// placeOneByOne ranks a run of equals from a link on that compares its members:
// the chain narrows the run down to who comes first, and then starts again for
// the rest.
func (r *ranking) placeOneByOne(from, to, first int) {
	var before map[int32]int // the link at which each fell behind the one placed last
	for from < to {
		leaders := slices.Clone(r.order[from:to])
		lost := make(map[int32]int)
		for k := first; k < len(r.chain); k++ {
			l := &r.chain[k]
			if l.among != nil {
				l.compare(r.c, leaders)
			}
			best := slices.MinFunc(leaders, l.order)
			leaders = slices.DeleteFunc(leaders, func(i int32) bool {
				behind := l.order(best, i) != 0
				if behind {
					lost[i] = k
				}
				return behind
			})
		}
		if before != nil {
			link := first
			for _, i := range leaders {
				link = max(link, before[i])
			}
			r.parted[from-1] = link
		}
		rest := make([]int32, 0, len(lost))
		for _, i := range r.order[from:to] {
			if _, behind := lost[i]; behind {
				rest = append(rest, i)
			}
		}
		copy(r.order[from:], leaders)
		copy(r.order[from+len(leaders):], rest)
		from += len(leaders)
		before = lost
	}
}

// runs calls f for every run of equals as they stand.
func (r *ranking) runs(f func(from, to int)) {
	for from := 0; from < len(r.order); {
		to := from + 1
		for to < len(r.order) && r.parted[to-1] == notParted {
			to++
		}
		f(from, to)
		from = to
	}
}

// split notes where a sorted run falls apart.
func (r *ranking) split(from, to, link int, order func(a, b int32) int) {
	for k := from; k+1 < to; k++ {
		if order(r.order[k], r.order[k+1]) != 0 {
			r.parted[k] = link
		}
	}
}

func lowerIsBetter(tb results.Tiebreaker) bool {
	switch tb.Direction {
	case "lower":
		return true
	case "higher":
		return false
	}
	info, _ := results.TiebreakerByCode(tb.Code)
	return info.LowerIsBetter
}

// extra computes a value that is not in the chain. A value that compares the
// members of a tied group takes those with equal match points.
func (r *ranking) extra(code string) link {
	tb := results.Tiebreaker{Code: code}
	if col := r.c.column(tb); col.among == nil {
		col.fill()
		return link{column: col}
	}
	byPoints := newRanking(r.c, []results.Tiebreaker{{Code: "MP"}, tb})
	byPoints.rank(false)
	return byPoints.chain[1]
}
