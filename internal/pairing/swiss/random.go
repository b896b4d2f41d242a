package swiss

import "math/bits"

// source is the SplitMix64 generator (Steele, Lea and Flood 2014): a counter
// that advances by an odd constant, and a mix of its bits. It is written out
// here so that a recorded seed gives the same round for ever.
type source struct{ state uint64 }

func newSource(seed uint64) *source { return &source{seed} }

func (s *source) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n−1, each equally likely: the upper half of
// a product, drawn again where the lower half falls into the uneven remainder.
func (s *source) below(n uint64) uint64 {
	high, low := bits.Mul64(s.next(), n)
	if low < n {
		for uneven := -n % n; low < uneven; {
			high, low = bits.Mul64(s.next(), n)
		}
	}
	return high
}

func (s *source) shuffle(list []int32) {
	for i := len(list) - 1; i > 0; i-- {
		k := s.below(uint64(i) + 1)
		list[i], list[k] = list[k], list[i]
	}
}
