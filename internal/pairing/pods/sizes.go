package pods

func (r Rule) check() error {
	if r.Size < MinSize || r.Size > MaxSize {
		return refuse(BadRule, "pods of %d; choose a size from %d to %d", r.Size, MinSize, MaxSize)
	}
	if r.Smaller != 0 && (r.Smaller < MinSize || r.Smaller > r.Size) {
		return refuse(BadRule, "pods of %d as the smaller size; choose %d to %d, or 0 for byes instead", r.Smaller, MinSize, r.Size)
	}
	if r.Larger != 0 && (r.Larger < r.Size || r.Larger > MaxSize) {
		return refuse(BadRule, "pods of %d as the larger size; choose %d to %d, or 0 for none", r.Larger, r.Size, MaxSize)
	}
	return nil
}

// Sizes divides n entrants into pods, largest first, and byes: as few byes as
// possible, then as few smaller pods, then as few missing seats, then as few
// larger pods, then as few extra seats.
func Sizes(n int, rule Rule) (sizes []int, byes int, err error) {
	if err := rule.check(); err != nil {
		return nil, 0, err
	}
	if n > MaxEntrants {
		return nil, 0, refuse(BadSize, "%d entrants are more than the %d that can be seated; split the event", n, MaxEntrants)
	}
	smallest, largest := rule.Size, max(rule.Size, rule.Larger)
	if rule.Smaller > 0 {
		smallest = rule.Smaller
	}
	for ; byes <= n-smallest; byes++ {
		if sizes := divide(n-byes, rule.Size, smallest, largest); sizes != nil {
			return sizes, byes, nil
		}
	}
	return nil, 0, refuse(BadSize, "%d entrants are too few for a pod of %d; add entrants, allow smaller pods, or play another system", max(n, 0), smallest)
}

// divide splits n entrants without byes, or returns nil. Two odd kinds of pods
// at most are on each side of the wanted size; of each kind fewer than size are
// ever needed, because size of them make pods of the wanted size.
func divide(n, size, smallest, largest int) []int {
	limit := 2 * size
	for small := 0; small < limit; small++ {
		for missing := small; missing <= small*(size-smallest); missing++ {
			for large := 0; large < limit; large++ {
				for extra := large; extra <= large*(largest-size); extra++ {
					rest := n + missing - extra
					if rest%size != 0 || rest/size < small+large {
						continue
					}
					sizes := make([]int, rest/size)
					for i := range sizes {
						sizes[i] = size
					}
					spread(sizes[:large], extra, 1)
					spread(sizes[len(sizes)-small:], -missing, -1)
					return sizes
				}
			}
		}
	}
	return nil
}

// spread changes each of the pods by one seat and the outermost by what is left
// of the change, two seats each at most.
func spread(pods []int, change, step int) {
	for i := range pods {
		pods[i] += step
		change -= step
	}
	for i := range pods {
		if step < 0 {
			i = len(pods) - 1 - i
		}
		if change != 0 {
			pods[i] += step
			change -= step
		}
	}
}
