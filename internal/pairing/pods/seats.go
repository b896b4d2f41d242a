package pods

import (
	"cmp"
	"slices"
)

// round turns a grouping into a seating: pods from the highest points down, seats
// drawn, reasons attached.
func (f *field) round(g *grouping, in Input, lot *lot, optimal bool) *Round {
	r := &Round{Quality: Quality{Byes: len(f.byes), Repeats: g.cost.repeats, SquaredGap: g.cost.gap, Optimal: optimal}}
	if g.byes != none {
		byes := slices.Clone(g.pods[g.byes])
		slices.Sort(byes)
		for _, i := range byes {
			bye := f.bye(i, in)
			if in.byesOf(bye.Entrant) > 0 {
				r.Quality.SecondByes++
			}
			r.Byes = append(r.Byes, bye)
		}
		g.pods = g.pods[:g.byes]
	}
	for _, pod := range g.pods {
		slices.Sort(pod)
	}
	slices.SortFunc(g.pods, func(a, b []int) int {
		if c := cmp.Compare(f.points[b[0]], f.points[a[0]]); c != 0 {
			return c
		}
		if c := cmp.Compare(f.mean(b, a), f.mean(a, b)); c != 0 {
			return c
		}
		return cmp.Compare(a[0], b[0])
	})
	sat := seatCounts(in)
	for _, pod := range g.pods {
		members := make([]int, len(pod))
		for k, i := range pod {
			members[k] = f.entrant[i]
		}
		r.Pods = append(r.Pods, Pod{Seats: seat(members, sat, lot), Reasons: f.reasons(pod, in.Rule, optimal)})
		switch {
		case len(pod) < in.Rule.Size:
			r.Quality.SmallPods++
		case len(pod) > in.Rule.Size:
			r.Quality.LargePods++
		}
		r.Quality.LargestGap = max(r.Quality.LargestGap, f.points[pod[0]]-f.points[pod[len(pod)-1]])
	}
	return r
}

// mean is the sum of a pod's points times the size of the other, which compares
// two means without a fraction.
func (f *field) mean(pod, other []int) int {
	sum := 0
	for _, i := range pod {
		sum += f.points[i]
	}
	return sum * len(other)
}

func (in Input) byesOf(e int) int {
	if in.Byes == nil {
		return 0
	}
	return in.Byes[e]
}

// seatCounts says how often each entrant had each seat.
func seatCounts(in Input) [][MaxSize]int {
	sat := make([][MaxSize]int, len(in.Points))
	for _, pod := range in.History {
		for k, e := range pod[:min(len(pod), MaxSize)] {
			sat[e][k]++
		}
	}
	return sat
}

// seat orders the members of a pod: of all orders the one in which they have had
// their seats least often before (the least sum of squares of the counts
// afterwards), one of equals by lot.
func seat(members []int, sat [][MaxSize]int, lot *lot) []int {
	slices.Sort(members)
	var best []int
	least, equals := 0, 0
	permute(members, 0, func(order []int) {
		sum := 0
		for k, e := range order {
			sum += 2*sat[e][k] + 1
		}
		switch {
		case best == nil || sum < least:
			best, least, equals = append(best[:0], order...), sum, 1
		case sum == least:
			// Each of the equals found so far is kept with equal chance.
			if equals++; lot.below(equals) == 0 {
				best = append(best[:0], order...)
			}
		}
	})
	return best
}

// permute calls visit with every order of the list from position k on.
func permute(list []int, k int, visit func([]int)) {
	if k == len(list) {
		visit(list)
		return
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, visit)
		list[k], list[i] = list[i], list[k]
	}
}
