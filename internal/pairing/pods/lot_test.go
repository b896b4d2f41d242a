package pods

import "testing"

// TestLot compares with the published first values of SplitMix64 from 1234567
// (Rosetta Code, "Pseudo-random numbers/Splitmix64"), so that recorded seeds keep
// their meaning.
func TestLot(t *testing.T) {
	t.Parallel()
	l := &lot{state: 1234567}
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := l.next(); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	count := [3]int{}
	for range 30_000 {
		count[l.below(3)]++
	}
	for v, c := range count {
		if c < 9_600 || c > 10_400 {
			t.Errorf("%d came %d of 30,000 times", v, c)
		}
	}
}
