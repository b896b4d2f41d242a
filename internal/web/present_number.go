package web

import (
	"strings"

	"tourney/internal/results/exact"
)

// percentCodes are the tiebreakers whose values are shares and are shown in
// percent.
var percentCodes = map[string]bool{
	"MW": true, "GW": true, "OMW": true, "OGW": true, "OOMW": true, "PML": true, "OML": true,
}

// usualPlaces is how many decimals a rounded value has, and mostPlaces how many
// it gets where fewer would make different neighbours look equal.
const (
	usualPlaces = 2
	mostPlaces  = 8
)

// noValue stands where a value does not exist.
const noValue = "–"

// valueText writes a value of a tiebreaker, rounded to so many places where it
// has to be.
func valueText(code string, v exact.Value, places int) string {
	switch {
	case !v.Known:
		return noValue
	case percentCodes[code]:
		return v.Rat.Mul(exact.Int(100)).Decimal(places) + "%"
	}
	return numberText(v.Rat, places)
}

// numberText writes a number: whole numbers and short decimals as they are,
// others rounded.
func numberText(r exact.Rat, places int) string {
	if r.IsInt() {
		return r.String()
	}
	rounded := r.Decimal(places)
	if back, err := exact.Parse(rounded); err == nil && back.Equal(r) {
		return strings.TrimRight(rounded, "0")
	}
	return rounded
}

// exactText is the exact fraction of a value, "" for whole numbers.
func exactText(v exact.Value) string {
	if !v.Known || v.Rat.IsInt() {
		return ""
	}
	return v.Rat.String()
}

// placesToPart is how many places two values need to look as different as they
// are.
func placesToPart(code string, a, b exact.Value, from int) int {
	if a.Cmp(b) == 0 {
		return from
	}
	for from < mostPlaces && valueText(code, a, from) == valueText(code, b, from) {
		from++
	}
	return from
}

// fractionText writes an exact value within a sum.
func fractionText(v exact.Value) string {
	if !v.Known {
		return noValue
	}
	return v.Rat.String()
}
