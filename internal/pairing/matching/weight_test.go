package matching

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// toBig reads a Weight as the number it stands for.
func toBig[W Weight](w W) *big.Int {
	x := big.NewInt(w[0])
	for i := 1; i < len(w); i++ {
		x.Lsh(x, 64)
		x.Add(x, new(big.Int).SetUint64(uint64(w[i])))
	}
	return x
}

// randomWeight is small enough that sums of two fit; its words are random, all
// ones or zero, so that carries run through several words.
func randomWeight[W Weight](random *rand.Rand) W {
	var w W
	for i := range len(w) {
		w[i] = []int64{0, -1, 1, int64(random.Uint64())}[random.IntN(4)]
	}
	w[0] >>= 2
	return w
}

func checkArithmetic[W Weight](t *testing.T, random *rand.Rand) {
	t.Helper()
	for range 20000 {
		a, b := randomWeight[W](random), randomWeight[W](random)
		x, y := toBig(a), toBig(b)
		if got, want := toBig(Add(a, b)), new(big.Int).Add(x, y); got.Cmp(want) != 0 {
			t.Fatalf("%v + %v = %v, want %v", x, y, got, want)
		}
		if got, want := toBig(Sub(a, b)), new(big.Int).Sub(x, y); got.Cmp(want) != 0 {
			t.Fatalf("%v − %v = %v, want %v", x, y, got, want)
		}
		if got, want := Less(a, b), x.Cmp(y) < 0; got != want {
			t.Fatalf("%v < %v is %v", x, y, got)
		}
		if got := toBig(Half(Add(a, a))); got.Cmp(x) != 0 {
			t.Fatalf("half of twice %v is %v", x, got)
		}
		a[0] = int64(uint64(a[0]) >> 40)
		k := uint64(random.Uint32() >> 8)
		want := new(big.Int).Mul(toBig(a), new(big.Int).SetUint64(k))
		if got := toBig(Scale(a, k)); got.Cmp(want) != 0 {
			t.Fatalf("%v · %d = %v, want %v", toBig(a), k, got, want)
		}
	}
}

func TestWeightArithmetic(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(13, 14))
	checkArithmetic[[1]int64](t, random)
	checkArithmetic[[2]int64](t, random)
	checkArithmetic[[5]int64](t, random)
}
