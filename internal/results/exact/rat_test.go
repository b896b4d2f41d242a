package exact_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results/exact"
)

// draw returns a Rat and the same number as a big.Rat, with parts near the
// limits of 64 bits as often as small ones.
func draw(t *rapid.T, name string) (exact.Rat, *big.Rat) {
	num := rapid.OneOf(rapid.Int64Range(-50, 50), rapid.Int64(), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64})).Draw(t, name)
	den := rapid.OneOf(rapid.Int64Range(1, 50), rapid.Int64Range(1, math.MaxInt64)).Draw(t, name+" denominator")
	return exact.Frac(num, den), new(big.Rat).SetFrac(big.NewInt(num), big.NewInt(den))
}

func TestArithmeticAgreesWithBigRationals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, bigA := draw(t, "a")
		b, bigB := draw(t, "b")
		check := func(what string, got exact.Rat, want *big.Rat) {
			if got.String() != want.RatString() {
				t.Fatalf("%s: got %s, want %s", what, got, want.RatString())
			}
		}
		check("sum", a.Add(b), new(big.Rat).Add(bigA, bigB))
		check("difference", a.Sub(b), new(big.Rat).Sub(bigA, bigB))
		check("product", a.Mul(b), new(big.Rat).Mul(bigA, bigB))
		if bigB.Sign() != 0 {
			check("quotient", a.Div(b), new(big.Rat).Quo(bigA, bigB))
		}
		if got, want := a.Cmp(b), bigA.Cmp(bigB); got != want {
			t.Fatalf("compare %s with %s: got %d, want %d", a, b, got, want)
		}
		if a.Sub(a).Sign() != 0 || !a.Equal(a) || a.Sign() != bigA.Sign() {
			t.Fatalf("%s is not itself", a)
		}
		floor := a.Floor()
		if !floor.IsInt() || floor.Cmp(a) > 0 || floor.Add(exact.Int(1)).Cmp(a) <= 0 {
			t.Fatalf("floor of %s is %s", a, floor)
		}
		back, err := exact.Parse(a.String())
		if len(a.String()) <= 40 && (err != nil || !back.Equal(a)) {
			t.Fatalf("%s read back as %s, %v", a, back, err)
		}
	})
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-3": "-3", "0.33": "33/100", "1/3": "1/3", "2/6": "1/3", "-0.50": "-1/2", "007": "7",
	} {
		if got, err := exact.Parse(text); err != nil || got.String() != want {
			t.Errorf("Parse(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "-", "1/0", "1/00", "1e9", "1E999999999", "0x10", ".5", "5.", "1/-3", "1/2/3", "½", "NaN", "Inf", "1_000", " 1",
		"11111111111111111111111111111111111111111",
	} {
		if got, err := exact.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %s, want a refusal", text, got)
		}
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	var in struct{ A, B, C exact.Value }
	if err := json.Unmarshal([]byte(`{"A": 3, "B": "1/3", "C": null}`), &in); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(in)
	if err != nil || string(out) != `{"A":"3","B":"1/3","C":null}` {
		t.Errorf("got %s, %v", out, err)
	}
	for _, text := range []string{`0.33`, `1e3`, `true`, `"x"`, `[1]`} {
		var r exact.Rat
		if err := json.Unmarshal([]byte(text), &r); err == nil {
			t.Errorf("%s was read as %s, want a refusal", text, r)
		}
	}
}

// A share of shares after many rounds has more digits than anybody types. What
// was stored has to be read again.
func TestComputedValuesOfAnyLengthAreReadBack(t *testing.T) {
	t.Parallel()
	long := exact.Int(0)
	for n := int64(1); n <= 1000; n++ {
		long = long.Add(exact.Frac(1, n))
	}
	written, err := json.Marshal(exact.Of(long))
	if err != nil {
		t.Fatal(err)
	}
	var back exact.Value
	if err := json.Unmarshal(written, &back); err != nil || back.Cmp(exact.Of(long)) != 0 || len(written) < 500 {
		t.Errorf("%d bytes read back: %v", len(written), err)
	}
	var typed exact.Rat
	if err := json.Unmarshal(written, &typed); err == nil {
		t.Error("a number that somebody wrote may not be as long")
	}
	if err := json.Unmarshal([]byte(`"`+strings.Repeat("9", 5000)+`"`), &back); err == nil {
		t.Error("a value of 5,000 digits was read")
	}
}

func TestMissingValuesSortLowestAndAreEqual(t *testing.T) {
	t.Parallel()
	zero := exact.Of(exact.Int(0))
	if exact.None.Cmp(zero) != -1 || zero.Cmp(exact.None) != 1 || exact.None.Cmp(exact.None) != 0 {
		t.Error("a missing value must sort below zero and equal another missing value")
	}
}

func TestDecimalRoundsOnlyForPrinting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		r      exact.Rat
		places int
		want   string
	}{
		{exact.Frac(2, 3), 4, "0.6667"}, {exact.Frac(1, 3), 2, "0.33"}, {exact.Int(5), 0, "5"}, {exact.Frac(1, 8), 2, "0.13"},
	} {
		if got := c.r.Decimal(c.places); got != c.want {
			t.Errorf("%s with %d places: got %s, want %s", c.r, c.places, got, c.want)
		}
	}
}
