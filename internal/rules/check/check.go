// Package check is the one way by which the rest of the program asks the rules
// engine about a claimed outcome.
package check

import (
	"fmt"

	"tourney/internal/rules"
	"tourney/internal/rules/generic"
	"tourney/internal/rules/jsontree"
	"tourney/internal/rules/magic"
	"tourney/internal/rules/momon"
)

// The rule sets of events.
const (
	Momon   = "momon"
	Magic   = "magic"
	Generic = "generic"
)

// Nobody is the winner of a drawn game.
const Nobody = -1

// Claim is what was reported of a game.
type Claim struct {
	// Winner is the index of the winner's seat, from 0, or Nobody for a draw.
	// In a game of teams it is any seat of the winning team.
	Winner int
	// Method is how it ended, in the words of event files; "" and "reported"
	// say nothing. A word that nobody knows is rejected by the verdict.
	Method string
}

// Check says what a rule set makes of a claim. evidence is a JSON object in the
// form of the rules scenarios, or empty or null for none: for momon that of
// "momon_claim", which may also have a "context" with spaces, max_turns and
// first; for magic "seats" and "batches", or "seats" alone for the totals at
// the last check; for generic "concessions" and "ended_seq". The error says
// what is wrong with the call: an unknown rule set, a winner that is no seat of
// the game, or evidence that cannot be read (a jsontree.Faults, which names
// each place).
func Check(ruleset string, sanctioned bool, claim Claim, evidence []byte) (rules.Verdict, error) {
	if claim.Winner < Nobody || claim.Winner >= rules.MaxSeats || ruleset == Momon && claim.Winner > int(rules.SideB) {
		return rules.Verdict{}, fmt.Errorf("the winner cannot be seat %d; seats are counted from 0, and a draw has none", claim.Winner)
	}
	method, _ := rules.ParseMethod(claim.Method)
	c := rules.Claim{Kind: rules.Draw, Method: method}
	if claim.Winner != Nobody {
		c.Kind, c.Winners = rules.Win, rules.Only(rules.Side(claim.Winner))
	}
	v, err := parse(evidence)
	if err != nil {
		return rules.Verdict{}, err
	}
	switch ruleset {
	case Momon:
		return checkMomon(sanctioned, c, v)
	case Magic:
		return checkMagic(c, v)
	case Generic:
		return checkGeneric(c, v)
	default:
		return rules.Verdict{}, fmt.Errorf("the rule set %q is not known; use momon, magic or generic", jsontree.Short(ruleset))
	}
}

// parse reads the evidence; nil is none.
func parse(evidence []byte) (*jsontree.Value, error) {
	if len(evidence) == 0 {
		return nil, nil
	}
	v, err := jsontree.Parse(evidence)
	if err != nil || !v.Given() {
		return nil, err
	}
	return &v, nil
}

func checkMomon(sanctioned bool, c rules.Claim, v *jsontree.Value) (rules.Verdict, error) {
	ctx := momon.Context{Sanctioned: sanctioned, First: rules.NoSide}
	if v == nil {
		return momon.VerifyMomon(ctx, c, nil), nil
	}
	e := momon.ReadEvidence(*v, "context")
	if game := v.Get("context"); game.Given() {
		ctx = momon.ReadContext(game)
		ctx.Sanctioned = sanctioned
		if s := game.Get("sanctioned"); s.Given() {
			s.Fault("whether play is sanctioned is a setting of the event; remove the key")
		}
	}
	if err := v.Faults(); err != nil {
		return rules.Verdict{}, err
	}
	return momon.VerifyMomon(ctx, c, e), nil
}

func checkMagic(c rules.Claim, v *jsontree.Value) (rules.Verdict, error) {
	if v == nil {
		return magic.VerifyMagic(c, nil), nil
	}
	var e *magic.LifeEvidence
	if v.Object("seats", "batches") {
		e = magic.ReadEvidence(*v)
		if winner := c.Winners.First(); winner != rules.NoSide {
			if int(winner) >= len(e.Seats) {
				v.Fault("the winner is seat %d, but the evidence has %d seats", winner, len(e.Seats))
			} else {
				c.Winners = e.Team(winner)
			}
		}
	}
	if err := v.Faults(); err != nil {
		return rules.Verdict{}, err
	}
	return magic.VerifyMagic(c, e), nil
}

func checkGeneric(c rules.Claim, v *jsontree.Value) (rules.Verdict, error) {
	if v == nil {
		return generic.Verify(c, nil), nil
	}
	e := generic.ReadEvidence(*v)
	if err := v.Faults(); err != nil {
		return rules.Verdict{}, err
	}
	return generic.Verify(c, e), nil
}
