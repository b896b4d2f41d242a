// Package claims asks the rules engine about a claimed game and puts its answer
// into the form in which records keep it. Every Game Result that is stored has
// passed here.
package claims

import (
	"tourney/internal/results"
	"tourney/internal/rules/check"
)

// Check says what the event's rule set makes of a claim. winner is the seat
// that is said to have won, or results.Nobody; names are the entrants' in seat
// order, for the sentence. Evidence that cannot be read is a refusal that names
// its places.
func Check(info *results.Details, winner int, method string, evidence results.RawJSON, names ...string) (results.Verdict, error) {
	v, err := check.Check(info.Ruleset, info.Sanctioned, check.Claim{Winner: winner, Method: method}, []byte(evidence))
	if err != nil {
		return results.Verdict{}, results.Refuse(results.Invalid, "%s", err).At("evidence")
	}
	out := results.Verdict{Kind: v.Kind.String(), Rule: v.Rule.String(), Code: v.Code.String(), Message: v.Message(names...)}
	if missing := v.Missing.Names(); len(missing) > 0 {
		out.Missing = missing
	}
	return out, nil
}
