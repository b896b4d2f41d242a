package standings

import (
	"math/bits"

	"tourney/internal/results/exact"
)

// fractions adds exact numbers in machine words over a common denominator. What
// no longer fits goes on as exact.Rat, which has no limit.
type fractions struct {
	num, den int64
	rest     exact.Rat
	spilled  bool
}

func (f *fractions) add(r exact.Rat) {
	num, den, ok := r.Ratio()
	if !ok {
		f.spill(r)
		return
	}
	if f.den == 0 {
		f.num, f.den = num, den
		return
	}
	if f.den == den {
		if sum := f.num + num; (sum > f.num) == (num > 0) {
			f.num = sum
			return
		}
	} else {
		mine, theirs := den, f.den // factors that lead to the common denominator
		if g := gcd(f.den, den); g > 1 {
			mine, theirs = den/g, f.den/g
		}
		a, okA := product(f.num, mine)
		b, okB := product(num, theirs)
		d, okD := product(f.den, mine)
		sum := a + b
		if okA && okB && okD && (sum > a) == (b > 0) {
			f.num, f.den = sum, d
			return
		}
	}
	f.spill(exact.Frac(f.num, f.den))
	f.num, f.den = num, den
}

func (f *fractions) spill(r exact.Rat) {
	f.rest, f.spilled = f.rest.Add(r), true
}

// over is the sum divided by n.
func (f *fractions) over(n int64) exact.Rat {
	if f.den == 0 {
		return f.rest.Div(exact.Int(n))
	}
	if !f.spilled {
		if den, ok := product(f.den, n); ok {
			return exact.Frac(f.num, den)
		}
	}
	return f.rest.Add(exact.Frac(f.num, f.den)).Div(exact.Int(n))
}

// product is a times b; ok is false if it does not fit.
func product(a, b int64) (p int64, ok bool) {
	ua, ub := uint64(max(a, -a)), uint64(max(b, -b))
	hi, lo := bits.Mul64(ua, ub)
	return a * b, hi == 0 && lo < 1<<63
}
