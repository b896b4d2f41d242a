package bracket

import "slices"

// StandardOrder returns the first round of a bracket for n entrants, from top to
// bottom, in the usual order: 1–8, 4–5, 2–7, 3–6 for eight. If the better seed
// always wins, the best two meet in the final, the best four in the semifinals,
// and so on. Where n is no power of two, the missing seeds are byes, which the
// best seeds have. n is at least 2.
func StandardOrder(n int) []Pair {
	size := powerOfTwo(n)
	order := standardSeats(size)
	round := make([]Pair, size/2)
	for i := range round {
		round[i][0] = order[2*i]
		if s := order[2*i+1]; s <= n {
			round[i][1] = s
		}
	}
	return round
}

// standardSeats lists the seeds of a full bracket from top to bottom. Each
// doubling puts opposite every seed the one that completes the sum size+1.
func standardSeats(size int) []int {
	order := []int{1}
	for len(order) < size {
		next := make([]int, 0, 2*len(order))
		for _, s := range order {
			next = append(next, s, 2*len(order)+1-s)
		}
		order = next
	}
	return order
}

// SeparateGroups returns a first round in which the entrants of one group are
// spread evenly over the bracket: two from one group are in
// different halves, four in different quarters. group[i] is the group of seed
// i+1; entrants of group 0 belong to none.
//
// Seeds keep their tier (1–2, 3–4, 5–8, …): at every level neighbouring seeds go
// to different halves, as in the standard order, and byes still go to the best
// seeds; only who of two neighbours goes where is free. Neighbours in seed and
// neighbours in group are two pairings of the entrants, their union has only
// even cycles, so both can be parted at once. With an odd number the byes dictate
// the half of the last seed; where that contradicts the groups, the byes win and
// one pair of a group shares a half.
func SeparateGroups(group []int) ([]Pair, error) {
	if err := checkEntrants(len(group)); err != nil {
		return nil, err
	}
	seeds := make([]int, len(group))
	for i := range seeds {
		seeds[i] = i + 1
	}
	size := powerOfTwo(len(group))
	seats := make([]int, 0, size)
	seats = appendSeparated(seats, seeds, size, group)
	round := make([]Pair, size/2)
	for i := range round {
		round[i] = Pair{seats[2*i], seats[2*i+1]}
	}
	return round, nil
}

// appendSeparated seats the given seeds, best first, in a part of the bracket
// with size seats.
func appendSeparated(seats, seeds []int, size int, group []int) []int {
	if size == 2 {
		pair := append(append([]int(nil), seeds...), 0, 0)
		return append(seats, pair[0], pair[1])
	}
	lower := splitHalves(seeds, size, group)
	var halves [2][]int
	for i, s := range seeds {
		h := 0
		if lower[i] {
			h = 1
		}
		halves[h] = append(halves[h], s)
	}
	seats = appendSeparated(seats, halves[0], size/2, group)
	return appendSeparated(seats, halves[1], size/2, group)
}

// splitHalves decides for each seed, best first, whether it goes to the lower half.
func splitHalves(seeds []int, size int, group []int) []bool {
	n := len(seeds)
	standard := make([]bool, n)
	for i := range standard {
		standard[i] = (i+1)/2%2 == 1
	}
	var tiers []Pair // neighbours in seed, counted from 0
	for i := 0; i+1 < n; i += 2 {
		tiers = append(tiers, Pair{i, i + 1})
	}
	mates := groupMates(seeds, group)
	if n%2 == 1 {
		// The last seed has no neighbour. It sits in the half that has one bye
		// less, so not in that of the last seed to have one.
		tiers = append(tiers, Pair{size - n - 1, n - 1})
		if lower := twoColour(append(tiers, mates...), standard); lower != nil {
			return lower
		}
		mates = slices.DeleteFunc(mates, func(p Pair) bool { return p[1] == n-1 })
	}
	return twoColour(append(tiers, mates...), standard)
}

// groupMates pairs neighbours in group, as indices into seeds: the first with
// the second of each group, the third with the fourth, ….
func groupMates(seeds, group []int) []Pair {
	var pairs []Pair
	single := map[int]int{} // group → its entrant without a mate
	for i, s := range seeds {
		g := group[s-1]
		if j, ok := single[g]; ok {
			pairs = append(pairs, Pair{j, i})
			delete(single, g)
		} else if g != 0 {
			single[g] = i
		}
	}
	return pairs
}

// twoColour puts every entrant on one of two sides such that no pair shares a
// side, each connected part as close to the wish as possible and the first
// entrant exactly as wished; nil if the pairs close an odd cycle.
func twoColour(pairs []Pair, wish []bool) []bool {
	apart := make([][]int, len(wish))
	for _, p := range pairs {
		apart[p[0]] = append(apart[p[0]], p[1])
		apart[p[1]] = append(apart[p[1]], p[0])
	}
	side := make([]bool, len(wish))
	seen := make([]bool, len(wish))
	for root := range wish {
		if seen[root] {
			continue
		}
		seen[root], side[root] = true, wish[root]
		part, agree := []int{root}, 0
		for k := 0; k < len(part); k++ {
			i := part[k]
			if side[i] == wish[i] {
				agree++
			}
			for _, j := range apart[i] {
				if !seen[j] {
					seen[j], side[j] = true, !side[i]
					part = append(part, j)
				} else if side[j] == side[i] {
					return nil
				}
			}
		}
		if root > 0 && 2*agree < len(part) {
			for _, i := range part {
				side[i] = !side[i]
			}
		}
	}
	return side
}
