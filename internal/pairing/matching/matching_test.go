package matching

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"
)

type plain = [1]int64

// cheapest finds the least total by trying every perfect matching, one subset
// of vertices at a time. None is −1.
func cheapest(n int, edges []Edge[plain]) int64 {
	const none = int64(-1)
	cost := make([][]int64, n)
	for u := range cost {
		cost[u] = make([]int64, n)
		for v := range cost[u] {
			cost[u][v] = none
		}
	}
	for _, e := range edges {
		if c := cost[e.U][e.V]; c == none || e.Cost[0] < c {
			cost[e.U][e.V], cost[e.V][e.U] = e.Cost[0], e.Cost[0]
		}
	}
	best := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = none
		u := bits.TrailingZeros(uint(set))
		for v := u + 1; v < n; v++ {
			if set>>v&1 == 0 || cost[u][v] == none {
				continue
			}
			rest := best[set&^(1<<u)&^(1<<v)]
			if rest != none && (best[set] == none || rest+cost[u][v] < best[set]) {
				best[set] = rest + cost[u][v]
			}
		}
	}
	return best[1<<n-1]
}

// total checks the answer against the edges by the definition of a proof and
// returns its cost.
func total[W Weight](t *testing.T, n int, edges []Edge[W], m Matching[W]) W {
	t.Helper()
	var zero, sum W
	around := func(v int32) []int32 {
		var sets []int32
		for b := m.Inner[v]; b >= 0; b = m.Blossoms[b].Parent {
			sets = append(sets, b)
		}
		return sets
	}
	size := make([]int, len(m.Blossoms))
	pairs := make([]int, len(m.Blossoms))
	for v := range int32(n) {
		if m.Mate[v] < 0 || m.Mate[m.Mate[v]] != v || m.Mate[v] == v {
			t.Fatalf("vertex %d has partner %d", v, m.Mate[v])
		}
		for _, b := range around(v) {
			size[b]++
			for _, other := range around(m.Mate[v]) {
				if other == b && v < m.Mate[v] {
					pairs[b]++
				}
			}
		}
	}
	for b := range m.Blossoms {
		if m.Blossoms[b].Parent >= int32(b) {
			t.Fatalf("blossom %d stands before its parent", b)
		}
		if !Less(zero, m.Blossoms[b].Dual) {
			t.Fatalf("blossom %d has dual %v", b, m.Blossoms[b].Dual)
		}
		if size[b]%2 == 0 || pairs[b] != size[b]/2 {
			t.Fatalf("blossom %d of %d vertices holds %d pairs", b, size[b], pairs[b])
		}
	}
	used := make([]bool, n)
	for _, e := range edges {
		slack := Sub(Sub(e.Cost, m.Dual[e.U]), m.Dual[e.V])
		for _, b := range around(e.U) {
			for _, other := range around(e.V) {
				if b == other {
					slack = Add(slack, m.Blossoms[b].Dual)
				}
			}
		}
		if Less(slack, zero) {
			t.Fatalf("edge %v has slack %v", e, slack)
		}
		if m.Mate[e.U] == e.V && slack == zero && !used[e.U] {
			used[e.U], used[e.V] = true, true
			sum = Add(sum, e.Cost)
		}
	}
	for v := range used {
		if !used[v] {
			t.Fatalf("vertex %d and its partner %d are not joined by an edge without slack", v, m.Mate[v])
		}
	}
	return sum
}

func randomEdges(random *rand.Rand, n int, density float64, costs int64) []Edge[plain] {
	var edges []Edge[plain]
	for u := range int32(n) {
		for v := u + 1; v < int32(n); v++ {
			if random.Float64() < density {
				edges = append(edges, Edge[plain]{u, v, plain{2 * random.Int64N(costs)}})
			}
		}
	}
	return edges
}

func widen[W Weight](edges []Edge[plain], unit W) []Edge[W] {
	wide := make([]Edge[W], len(edges))
	for i, e := range edges {
		wide[i] = Edge[W]{e.U, e.V, Scale(unit, uint64(e.Cost[0]))}
	}
	return wide
}

func TestSolveAgainstEveryMatching(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 30000 {
		n := 2 * (1 + random.IntN(5))
		edges := randomEdges(random, n, 0.2+0.8*random.Float64(), 1+random.Int64N(12))
		want := cheapest(n, edges)
		var start []plain
		if random.IntN(3) == 0 {
			start = make([]plain, n)
			for v := range start {
				start[v][0] = random.Int64N(40) - 20
			}
		}
		m, err := Solve(n, edges, start)
		if want < 0 {
			if !errors.Is(err, ErrNone) {
				t.Fatalf("no perfect matching exists, got %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("n=%d edges=%v: %v", n, edges, err)
		}
		if got := total(t, n, edges, m); got[0] != want {
			t.Fatalf("n=%d edges=%v: cost %d, want %d", n, edges, got[0], want)
		}
	}
}

// Larger graphs have too many matchings to try, but the proof can be checked.
func TestSolveProvesItself(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	nested := 0
	for range 400 {
		n := 2 * (10 + random.IntN(90))
		edges := randomEdges(random, n, 0.02+0.3*random.Float64(), []int64{1, 3, 20, 1000, 1e6}[random.IntN(5)])
		m, err := Solve(n, edges, nil)
		if errors.Is(err, ErrNone) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		total(t, n, edges, m)
		for _, b := range m.Blossoms {
			if b.Parent >= 0 {
				nested++
			}
		}
	}
	if nested == 0 {
		t.Fatal("no graph led to nested blossoms")
	}
}

// A path of triangles forces a blossom at every step.
func TestSolveOpensBlossoms(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		const triangles = 60
		var edges []Edge[plain]
		join := func(u, v int32, cost int64) { edges = append(edges, Edge[plain]{u, v, plain{2 * cost}}) }
		for k := range int32(triangles) {
			a := 3 * k
			join(a, a+1, random.Int64N(5))
			join(a+1, a+2, random.Int64N(5))
			join(a, a+2, random.Int64N(5))
			if k > 0 {
				join(a-1, a, 50+random.Int64N(30))
				join(a-2, a+int32(random.IntN(3)), 50+random.Int64N(30))
			}
		}
		m, err := Solve(3*triangles, edges, nil)
		if err != nil {
			t.Fatal(err)
		}
		total(t, 3*triangles, edges, m)
		again, err := Solve(3*triangles, edges, m.Dual)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := total(t, 3*triangles, edges, m), total(t, 3*triangles, edges, again); a != b {
			t.Fatalf("cost %d from the duals of a solution that costs %d", b[0], a[0])
		}
	}
}

func TestSolveInEveryWidth(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	two, five := [2]int64{1 << 20, 3}, [5]int64{1 << 30, -5, 7, -9, 11}
	for range 300 {
		n := 2 * (1 + random.IntN(20))
		edges := randomEdges(random, n, 0.6, 50)
		one, err := Solve(n, edges, nil)
		if err != nil {
			continue
		}
		cost := uint64(total(t, n, edges, one)[0])
		wide := widen(edges, two)
		m2, err := Solve(n, wide, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := total(t, n, wide, m2); got != Scale(two, cost) {
			t.Fatalf("two words: cost %v, want %v", got, Scale(two, cost))
		}
		wider := widen(edges, five)
		m5, err := Solve(n, wider, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := total(t, n, wider, m5); got != Scale(five, cost) {
			t.Fatalf("five words: cost %v, want %v", got, Scale(five, cost))
		}
	}
}

func TestSolveRefuses(t *testing.T) {
	t.Parallel()
	triangleAndPoint := []Edge[plain]{{0, 1, plain{2}}, {1, 2, plain{2}}, {0, 2, plain{2}}}
	path := []Edge[plain]{{0, 1, plain{2}}, {1, 2, plain{2}}}
	// Two stars that only the dear edge joins: the duals have to climb to it.
	const dear = 1 << 60
	far := []Edge[plain]{
		{0, 1, plain{0}}, {1, 2, plain{0}}, {3, 4, plain{0}}, {4, 5, plain{0}}, {2, 3, plain{dear}}, {0, 5, plain{dear}},
	}
	for _, test := range []struct {
		name  string
		n     int
		edges []Edge[plain]
		want  error
	}{
		{"a vertex without edges", 4, triangleAndPoint, ErrNone},
		{"an odd path", 3, path, ErrNone},
		{"costs beyond the range", 6, far, ErrRange},
	} {
		if _, err := Solve(test.n, test.edges, nil); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	if m, err := Solve(6, widen(far, [2]int64{0, 1}), nil); err != nil {
		t.Errorf("two words: %v", err)
	} else if got := total(t, 6, widen(far, [2]int64{0, 1}), m); got != ([2]int64{0, dear}) {
		t.Errorf("two words: cost %v", got)
	}
	if m, err := Solve[plain](0, nil, nil); err != nil || len(m.Mate) != 0 {
		t.Errorf("no vertices: %v, %v", m, err)
	}
}

func BenchmarkSolve(b *testing.B) {
	random := rand.New(rand.NewPCG(11, 12))
	const n = 2000
	var edges []Edge[plain]
	for u := range int32(n) {
		for range 10 {
			if v := int32(random.IntN(n)); v != u {
				edges = append(edges, Edge[plain]{u, v, plain{2 * random.Int64N(1000)}})
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Solve(n, edges, nil); err != nil {
			b.Fatal(err)
		}
	}
}
