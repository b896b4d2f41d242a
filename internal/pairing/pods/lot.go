package pods

import "math/bits"

// lot is the round's source of chance: SplitMix64 (Steele, Lea and Flood, 2014).
// It is written out so that a recorded seed gives the same round for ever,
// whatever the standard library's generators become.
type lot struct{ state uint64 }

func (l *lot) next() uint64 {
	l.state += 0x9e3779b97f4a7c15
	z := l.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n−1, all equally likely.
func (l *lot) below(n int) int {
	bound := uint64(n)
	for {
		hi, lo := bits.Mul64(l.next(), bound)
		if lo >= -bound%bound {
			return int(hi)
		}
	}
}

func (l *lot) shuffle(list []int) {
	for i := len(list) - 1; i > 0; i-- {
		j := l.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
