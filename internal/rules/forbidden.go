package rules

// Forbidden refuses the claims that no game of any rule set allows: running
// out of time (7.4.3), and agreement, chance, forecast or an unknown way
// (7.5.3).
func Forbidden(m Method) (Verdict, bool) {
	v := Verdict{Kind: Rejected, Rule: R7_5_3}
	switch m {
	case Time:
		v.Rule, v.Code = R7_4_3, CodeTime
	case Agreement:
		v.Code = CodeAgreement
	case Random:
		v.Code = CodeRandom
	case Forecast:
		v.Code = CodeForecast
	case OtherMethod:
		v.Code = CodeMethod
	default:
		return Verdict{}, false
	}
	return v, true
}
