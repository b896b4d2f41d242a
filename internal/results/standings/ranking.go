package standings

import (
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// ranking orders entrants by a chain. order holds runs of equals; parted[k] is
// the link that parts order[k] from order[k+1].
type ranking struct {
	c       *calc
	order   []int32
	parted  []int
	columns [][]exact.Value
}

func newRanking(c *calc) *ranking {
	n := c.t.Len()
	r := &ranking{c: c, order: make([]int32, n), parted: make([]int, max(0, n-1)), columns: make([][]exact.Value, len(c.p.Tiebreakers))}
	for i := range r.order {
		r.order[i] = int32(i)
	}
	for k := range r.parted {
		r.parted[k] = notParted
	}
	return r
}

// rank applies the chain to those who are ranked.
func (r *ranking) rank() {
	// The disqualified come last, and those who dropped before them where the
	// policy says so; neither is compared with the rest.
	class := func(i int32) int {
		switch s := r.c.t.entrants[i].Status; {
		case s == Disqualified:
			return 2
		case s == Dropped && r.c.p.DroppedLast:
			return 1
		}
		return 0
	}
	slices.SortFunc(r.order, func(a, b int32) int { return class(a) - class(b) })
	r.split(0, len(r.order), byStatus, func(a, b int32) int { return class(a) - class(b) })
	for k, tb := range r.c.p.Tiebreakers {
		r.link(k, tb)
	}
}

// link applies one value of the chain to every run of equals.
func (r *ranking) link(k int, tb results.Tiebreaker) {
	col := r.c.column(tb)
	lower := lowerIsBetter(tb)
	values := col.fillOrGroup(r)
	r.columns[k] = values
	compare := func(a, b int32) int { return better(values[a], values[b], lower) }
	r.runs(func(from, to int) {
		if r.c.t.entrants[r.order[from]].Status == Disqualified {
			return
		}
		slices.SortFunc(r.order[from:to], compare)
		r.split(from, to, k, compare)
	})
}

// fillOrGroup computes the column for everybody. Values that compare the
// members of a tied group take the runs of equals as they stand.
func (col *column) fillOrGroup(r *ranking) []exact.Value {
	if col.among == nil {
		return col.fill()
	}
	r.runs(func(from, to int) { col.among(r.c, r.order[from:to], col.values) })
	return col.values
}

// extra computes a value that is not in the chain.
func (r *ranking) extra(code string) []exact.Value {
	col := r.c.column(results.Tiebreaker{Code: code})
	if col.among == nil {
		return col.fill()
	}
	byPoints := newRanking(r.c)
	byPoints.columns = make([][]exact.Value, 1)
	byPoints.link(0, results.Tiebreaker{Code: "MP"})
	return col.fillOrGroup(byPoints)
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
func (r *ranking) split(from, to, link int, compare func(a, b int32) int) {
	for k := from; k+1 < to; k++ {
		if compare(r.order[k], r.order[k+1]) != 0 {
			r.parted[k] = link
		}
	}
}

// better orders two values, the better one first. A missing value is worse
// than any number in both directions.
func better(a, b exact.Value, lower bool) int {
	if lower && a.Known && b.Known {
		return a.Cmp(b)
	}
	return b.Cmp(a)
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
