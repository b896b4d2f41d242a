package matching

import "math/bits"

// Weight is a whole number in two's complement, most significant word first.
// The width is chosen by the caller: one word for nearly every round, two
// words where ranks are weighed, five for anything that can be written down
// with 64-bit points. One-word operations compile to the machine's own.
type Weight interface {
	~[1]int64 | ~[2]int64 | ~[5]int64
}

// Add returns a + b.
func Add[W Weight](a, b W) W {
	if len(a) == 1 {
		a[0] += b[0]
		return a
	}
	return addWide(a, b)
}

// Sub returns a − b.
func Sub[W Weight](a, b W) W {
	if len(a) == 1 {
		a[0] -= b[0]
		return a
	}
	return subWide(a, b)
}

// Less reports a < b.
func Less[W Weight](a, b W) bool {
	if len(a) == 1 {
		return a[0] < b[0]
	}
	return lessWide(a, b)
}

// Half returns a / 2 for an even a.
func Half[W Weight](a W) W {
	if len(a) == 1 {
		a[0] >>= 1
		return a
	}
	return halfWide(a)
}

// Scale returns a · k for an a that is not negative; the caller has made sure
// that the product fits.
func Scale[W Weight](a W, k uint64) W {
	if len(a) == 1 {
		a[0] *= int64(k)
		return a
	}
	return scaleWide(a, k)
}

func addWide[W Weight](a, b W) W {
	if len(a) == 2 {
		low, carry := bits.Add64(uint64(a[len(a)-1]), uint64(b[len(a)-1]), 0)
		a[0] += b[0] + int64(carry)
		a[len(a)-1] = int64(low)
		return a
	}
	var carry uint64
	for i := len(a) - 1; i >= 0; i-- {
		var word uint64
		word, carry = bits.Add64(uint64(a[i]), uint64(b[i]), carry)
		a[i] = int64(word)
	}
	return a
}

func subWide[W Weight](a, b W) W {
	if len(a) == 2 {
		low, borrow := bits.Sub64(uint64(a[len(a)-1]), uint64(b[len(a)-1]), 0)
		a[0] -= b[0] + int64(borrow)
		a[len(a)-1] = int64(low)
		return a
	}
	var borrow uint64
	for i := len(a) - 1; i >= 0; i-- {
		var word uint64
		word, borrow = bits.Sub64(uint64(a[i]), uint64(b[i]), borrow)
		a[i] = int64(word)
	}
	return a
}

func lessWide[W Weight](a, b W) bool {
	if a[0] != b[0] {
		return a[0] < b[0]
	}
	for i := 1; i < len(a); i++ {
		if a[i] != b[i] {
			return uint64(a[i]) < uint64(b[i])
		}
	}
	return false
}

func halfWide[W Weight](a W) W {
	for i := len(a) - 1; i > 0; i-- {
		a[i] = int64(uint64(a[i])>>1 | uint64(a[i-1])<<63)
	}
	a[0] >>= 1
	return a
}

func scaleWide[W Weight](a W, k uint64) W {
	var carry uint64
	for i := len(a) - 1; i >= 0; i-- {
		high, low := bits.Mul64(uint64(a[i]), k)
		var over uint64
		low, over = bits.Add64(low, carry, 0)
		a[i] = int64(low)
		carry = high + over
	}
	return a
}
