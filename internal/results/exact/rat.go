// Package exact is the arithmetic of points and percentages: rational
// numbers that never round, and values that may be missing.
//
// Most numbers of a tournament fit in 64 bits, so a Rat is two machine words
// until an operation overflows; it then goes on as a big.Rat. Rounding exists
// only in Decimal, for printing.
package exact

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Rat is an exact rational number. The zero value is 0. Compare with Cmp or
// Equal, not with ==.
type Rat struct {
	num int64
	den int64 // 0 stands for 1, so that the zero value is the number 0
	big *big.Rat
}

// Int returns the whole number n.
func Int(n int64) Rat { return Frac(n, 1) }

// Frac returns num/den in lowest terms. It panics if den is 0: denominators
// are counts that callers have checked.
func Frac(num, den int64) Rat {
	if den == 0 {
		panic("exact: denominator is 0")
	}
	if num == minInt64 || den == minInt64 {
		return FromBig(new(big.Rat).SetFrac(big.NewInt(num), big.NewInt(den)))
	}
	if den < 0 {
		num, den = -num, -den
	}
	g := gcd(abs(num), den)
	return Rat{num: num / g, den: den / g}
}

const minInt64 = -1 << 63

func (r Rat) d() int64 {
	if r.den == 0 {
		return 1
	}
	return r.den
}

func (r Rat) asBig() *big.Rat {
	if r.big != nil {
		return r.big
	}
	return big.NewRat(r.num, r.d())
}

// FromBig returns the number b, which the caller gives away.
func FromBig(b *big.Rat) Rat {
	if b.Num().IsInt64() && b.Denom().IsInt64() && b.Num().Int64() != minInt64 {
		return Rat{num: b.Num().Int64(), den: b.Denom().Int64()}
	}
	return Rat{big: b}
}

// Add returns r + s.
func (r Rat) Add(s Rat) Rat {
	if r.big == nil && s.big == nil {
		if r.d() == s.d() {
			if sum, ok := add64(r.num, s.num); ok {
				return Frac(sum, r.d())
			}
		} else {
			g := gcd(r.d(), s.d())
			a, okA := mul64(r.num, s.d()/g)
			b, okB := mul64(s.num, r.d()/g)
			den, okD := mul64(r.d(), s.d()/g)
			sum, okS := add64(a, b)
			if okA && okB && okD && okS {
				return Frac(sum, den)
			}
		}
	}
	return FromBig(new(big.Rat).Add(r.asBig(), s.asBig()))
}

// Neg returns -r.
func (r Rat) Neg() Rat {
	if r.big != nil {
		return FromBig(new(big.Rat).Neg(r.big))
	}
	return Rat{num: -r.num, den: r.den}
}

// Sub returns r - s.
func (r Rat) Sub(s Rat) Rat { return r.Add(s.Neg()) }

// Mul returns r * s.
func (r Rat) Mul(s Rat) Rat {
	if r.big == nil && s.big == nil {
		g1, g2 := gcd(abs(r.num), s.d()), gcd(abs(s.num), r.d())
		num, okN := mul64(r.num/g1, s.num/g2)
		den, okD := mul64(r.d()/g2, s.d()/g1)
		if okN && okD {
			return Frac(num, den)
		}
	}
	return FromBig(new(big.Rat).Mul(r.asBig(), s.asBig()))
}

// Div returns r / s. It panics if s is 0.
func (r Rat) Div(s Rat) Rat {
	if s.Sign() == 0 {
		panic("exact: division by 0")
	}
	if s.big != nil {
		return FromBig(new(big.Rat).Quo(r.asBig(), s.big))
	}
	return r.Mul(Frac(s.d(), s.num))
}

// Cmp returns -1, 0 or 1 as r is less than, equal to or greater than s.
func (r Rat) Cmp(s Rat) int {
	if r.big != nil || s.big != nil {
		return r.asBig().Cmp(s.asBig())
	}
	if r.Sign() != s.Sign() {
		if r.Sign() < s.Sign() {
			return -1
		}
		return 1
	}
	// Same sign: compare |r.num|*s.den with |s.num|*r.den in 128 bits.
	h1, l1 := bits.Mul64(uint64(abs(r.num)), uint64(s.d()))
	h2, l2 := bits.Mul64(uint64(abs(s.num)), uint64(r.d()))
	c := 0
	switch {
	case h1 < h2 || h1 == h2 && l1 < l2:
		c = -1
	case h1 != h2 || l1 != l2:
		c = 1
	}
	if r.num < 0 {
		return -c
	}
	return c
}

// Equal reports whether r and s are the same number.
func (r Rat) Equal(s Rat) bool { return r.Cmp(s) == 0 }

// Sign returns -1, 0 or 1.
func (r Rat) Sign() int {
	if r.big != nil {
		return r.big.Sign()
	}
	switch {
	case r.num < 0:
		return -1
	case r.num > 0:
		return 1
	}
	return 0
}

// Floor returns the greatest whole number that is not above r.
func (r Rat) Floor() Rat {
	b := r.asBig()
	// Denominators are positive, so Euclidean division rounds down.
	return FromBig(new(big.Rat).SetInt(new(big.Int).Div(b.Num(), b.Denom())))
}

// IsZero reports whether r is 0, however it was made.
func (r Rat) IsZero() bool { return r.Sign() == 0 }

// IsInt reports whether r is a whole number.
func (r Rat) IsInt() bool {
	if r.big != nil {
		return r.big.IsInt()
	}
	return r.d() == 1
}

// Int64 returns r as a machine integer; ok is false if r is not whole or does
// not fit.
func (r Rat) Int64() (n int64, ok bool) {
	if r.big != nil || r.d() != 1 {
		return 0, false
	}
	return r.num, true
}

// Ratio returns numerator and denominator in lowest terms; ok is false if
// they do not fit in 64 bits.
func (r Rat) Ratio() (num, den int64, ok bool) {
	if r.big != nil {
		return 0, 0, false
	}
	return r.num, r.d(), true
}

// String returns the number in lowest terms, "p/q" or a whole number.
func (r Rat) String() string {
	if r.big != nil {
		return r.big.RatString()
	}
	if r.d() == 1 {
		return strconv.FormatInt(r.num, 10)
	}
	return strconv.FormatInt(r.num, 10) + "/" + strconv.FormatInt(r.den, 10)
}

// Decimal returns the number rounded half away from zero to the given count
// of decimal places. It is for people; nothing is ever compared by it.
func (r Rat) Decimal(places int) string { return r.asBig().FloatString(places) }

// maxDigits bounds the characters that Parse reads of what people write, so that
// a hostile number costs nothing. maxComputed bounds those of a computed value: a
// tiebreaker after a thousand rounds has fewer.
const (
	maxDigits   = 40
	maxComputed = 4096
)

// Parse reads a whole number ("12"), a decimal ("0.33") or a fraction
// ("1/3"). Exponents, signs inside a fraction's denominator and numbers
// longer than 40 characters are refused.
func Parse(s string) (Rat, error) { return parse(s, maxDigits) }

func parse(s string, longest int) (Rat, error) {
	fail := func() (Rat, error) {
		return Rat{}, fmt.Errorf("%q is not an exact number: write a whole number (3), a decimal (0.33) or a fraction (1/3)", clip(s))
	}
	if s == "" || len(s) > longest {
		return fail()
	}
	body := strings.TrimPrefix(s, "-")
	num, den, isFrac := strings.Cut(body, "/")
	if isFrac {
		if !digits(num) || !digits(den) || strings.Trim(den, "0") == "" {
			return fail()
		}
	} else {
		whole, part, hasPoint := strings.Cut(body, ".")
		if !digits(whole) || hasPoint && !digits(part) {
			return fail()
		}
	}
	b, ok := new(big.Rat).SetString(s)
	if !ok {
		return fail()
	}
	return FromBig(b), nil
}

// MustParse is Parse for constants of the program; it panics on an error.
func MustParse(s string) Rat {
	r, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return r
}

// MarshalText writes the number as String does.
func (r Rat) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what Parse reads.
func (r *Rat) UnmarshalText(text []byte) error { return r.read(string(text), maxDigits) }

func (r *Rat) read(text string, longest int) error {
	v, err := parse(text, longest)
	if err != nil {
		return err
	}
	*r = v
	return nil
}

// UnmarshalJSON reads a JSON integer or a string as Parse does. A JSON number
// with a fraction part or an exponent is refused: it would not be exact.
func (r *Rat) UnmarshalJSON(data []byte) error { return r.readJSON(data, maxDigits) }

func (r *Rat) readJSON(data []byte, longest int) error {
	s := string(data)
	if len(data) > 0 && data[0] == '"' {
		unquoted, err := strconv.Unquote(s)
		if err != nil {
			return fmt.Errorf("%s is not an exact number", clip(s))
		}
		return r.read(unquoted, longest)
	}
	if !digits(strings.TrimPrefix(s, "-")) {
		return fmt.Errorf("%s is not exact as a JSON number: write it as a string, for example \"0.33\" or \"1/3\"", clip(s))
	}
	return r.read(s, longest)
}

// MarshalJSON writes a string, "p/q" or a whole number.
func (r Rat) MarshalJSON() ([]byte, error) { return []byte(`"` + r.String() + `"`), nil }

// Value is a number that may be missing: a share of no games, an average over
// no opponents. A missing value is not zero; it sorts below every number and
// two missing values are equal.
type Value struct {
	Rat   Rat
	Known bool
}

// Of returns the known value r.
func Of(r Rat) Value { return Value{Rat: r, Known: true} }

// None is the missing value.
var None = Value{}

// Cmp orders values, the missing ones lowest.
func (v Value) Cmp(w Value) int {
	switch {
	case v.Known && w.Known:
		return v.Rat.Cmp(w.Rat)
	case v.Known:
		return 1
	case w.Known:
		return -1
	}
	return 0
}

// MarshalJSON writes a string, or null for the missing value.
func (v Value) MarshalJSON() ([]byte, error) {
	if !v.Known {
		return []byte("null"), nil
	}
	return v.Rat.MarshalJSON()
}

// UnmarshalJSON reads what MarshalJSON writes, of computed values also those
// that are longer than what a person may write.
func (v *Value) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*v = None
		return nil
	}
	v.Known = true
	return v.Rat.readJSON(data, maxComputed)
}

func digits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

func clip(s string) string {
	if len(s) > maxDigits {
		return s[:maxDigits] + "…"
	}
	return s
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a == 0 {
		return 1
	}
	return a
}

func add64(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0) && s != minInt64
}

func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}
