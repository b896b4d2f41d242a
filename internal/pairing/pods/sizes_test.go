package pods_test

import (
	"slices"
	"testing"

	"tourney/internal/pairing/pods"
)

// TestSizesOfReports: the divisions that two public reports ask for
// (phase-rs/phase pull request 7718, eVen-gits/EDH_matchmaker issue 2); five
// players leave one over, one or two cannot play.
func TestSizesOfReports(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]int{
		3: {3}, 4: {4}, 5: {4}, 6: {3, 3}, 7: {4, 3}, 8: {4, 4}, 9: {3, 3, 3},
		10: {4, 3, 3}, 11: {4, 4, 3}, 13: {4, 3, 3, 3},
	} {
		sizes, byes, err := pods.Sizes(n, pods.Rule{Size: 4, Smaller: 3})
		if err != nil || !slices.Equal(sizes, want) || byes != n-sum(want) {
			t.Errorf("%d entrants: %v and %d byes (%v), want %v", n, sizes, byes, err, want)
		}
	}
	for _, n := range []int{-1, 0, 1, 2} {
		_, _, err := pods.Sizes(n, pods.Rule{Size: 4, Smaller: 3})
		checkRefusal(t, "few", err, pods.BadSize)
	}
}

func TestSizesByRule(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n    int
		rule pods.Rule
		want []int
	}{
		{5, pods.Rule{Size: 4, Smaller: 3, Larger: 5}, []int{5}},
		{9, pods.Rule{Size: 4, Smaller: 3, Larger: 5}, []int{5, 4}},
		{10, pods.Rule{Size: 4, Smaller: 3, Larger: 5}, []int{5, 5}},
		{6, pods.Rule{Size: 4, Smaller: 3, Larger: 5}, []int{3, 3}},
		{7, pods.Rule{Size: 4, Smaller: 3, Larger: 5}, []int{4, 3}},
		{11, pods.Rule{Size: 4, Smaller: 3, Larger: 5}, []int{4, 4, 3}},
		// Byes rather than small pods.
		{9, pods.Rule{Size: 4}, []int{4, 4}},
		{11, pods.Rule{Size: 4}, []int{4, 4}},
		{7, pods.Rule{Size: 4}, []int{4}},
		{8, pods.Rule{Size: 3}, []int{3, 3}},
		{8, pods.Rule{Size: 3, Larger: 4}, []int{4, 4}},
		{11, pods.Rule{Size: 3, Larger: 5}, []int{5, 3, 3}},
		{7, pods.Rule{Size: 5, Smaller: 3}, []int{4, 3}},
		{9, pods.Rule{Size: 5, Smaller: 3}, []int{5, 4}},
		{13, pods.Rule{Size: 5, Smaller: 4}, []int{5, 4, 4}},
		{11, pods.Rule{Size: 5, Smaller: 4}, []int{5, 5}},
	} {
		sizes, byes, err := pods.Sizes(c.n, c.rule)
		if err != nil || !slices.Equal(sizes, c.want) || byes != c.n-sum(c.want) {
			t.Errorf("%d entrants, %+v: %v and %d byes (%v), want %v", c.n, c.rule, sizes, byes, err, c.want)
		}
	}
}

// TestSizesAreBest compares with a plain count over all divisions.
func TestSizesAreBest(t *testing.T) {
	t.Parallel()
	for size := pods.MinSize; size <= pods.MaxSize; size++ {
		for smaller := pods.MinSize; smaller <= size; smaller++ {
			for larger := size; larger <= pods.MaxSize; larger++ {
				rule := pods.Rule{Size: size, Smaller: smaller, Larger: larger}
				for n := smaller; n <= 130; n++ {
					var best []int
					for a := 0; 3*a <= n; a++ {
						for b := 0; 3*a+4*b <= n; b++ {
							for c := 0; 3*a+4*b+5*c <= n; c++ {
								if m := merit(n, [3]int{a, b, c}, rule); m != nil && (best == nil || slices.Compare(m, best) < 0) {
									best = m
								}
							}
						}
					}
					sizes, byes, err := pods.Sizes(n, rule)
					if err != nil {
						t.Fatal(err)
					}
					var count [3]int
					for _, s := range sizes {
						count[s-3]++
					}
					if m := merit(n, count, rule); byes != n-sum(sizes) || slices.Compare(m, best) != 0 {
						t.Fatalf("%d entrants, %+v: %v, %d byes have merit %v, best is %v", n, rule, sizes, byes, m, best)
					}
				}
			}
		}
	}
}

// merit lists the criteria in their order, or nil for pods that are not allowed.
func merit(n int, count [3]int, rule pods.Rule) []int {
	m := []int{n, 0, 0, 0, 0}
	for i, c := range count {
		s := i + 3
		m[0] -= c * s
		switch {
		case c == 0:
		case s < rule.Smaller || s > rule.Larger:
			return nil
		case s < rule.Size:
			m[1] += c
			m[2] += c * (rule.Size - s)
		case s > rule.Size:
			m[3] += c
			m[4] += c * (s - rule.Size)
		}
	}
	if m[0] == n {
		return nil
	}
	return m
}

func sum(list []int) (total int) {
	for _, v := range list {
		total += v
	}
	return total
}
