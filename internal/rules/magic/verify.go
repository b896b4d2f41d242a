package magic

import (
	"errors"

	"tourney/internal/rules"
)

// LifeEvidence is what is known of a life game.
type LifeEvidence struct {
	// Seats is the start of the record; without seats nothing is known.
	Seats []Seat
	// Batches are the instants of the game, in order. Without them Seats are
	// the totals at the last check, and only these are looked at.
	Batches [][]Event
}

// VerifyMagic says what the evidence makes of a claim. With instants the game
// is replayed, and the claim must be what comes out; with totals alone a claim
// is verified or rejected if the check of life and poison decides the game,
// and consistent otherwise. A claim by rules.Concession is one that the losers
// of the last instant gave up. Instants after the end change nothing (102.1).
// A nil e is no evidence. Accepting allocates nothing.
func VerifyMagic(c rules.Claim, e *LifeEvidence) rules.Verdict {
	rule, v, done := checkClaim(c)
	if done {
		return v
	}
	if e == nil || len(e.Seats) == 0 {
		v = rules.Verdict{Kind: rules.Consistent, Rule: rule, Code: rules.CodeReported}
		v.Missing = v.Missing.With(rules.FieldSeats).With(rules.FieldBatches)
		return v
	}
	var g Game
	if err := g.Start(e.Seats); err != nil {
		return rules.Verdict{Kind: rules.Rejected, Rule: rules.R102_1, Code: rules.CodeGameSeats}
	}
	if len(e.Batches) == 0 {
		return compareTotals(c, rule, &g)
	}
	return compareReplay(c, &g, e.Batches)
}

// checkClaim refuses claims that no life game allows, whatever happened, and
// gives the rule by which the claimed method ends a game.
func checkClaim(c rules.Claim) (rules.Ref, rules.Verdict, bool) {
	if v, forbidden := rules.Forbidden(c.Method); forbidden {
		return rules.NoRef, v, true
	}
	rule, ok := c.Method.Rule(rules.Magic102)
	switch {
	case c.Method == rules.Reported:
		return rules.R102_1, rules.Verdict{}, false
	case c.Method == rules.Concession:
		rule = rules.R102_3a
	case !ok:
		return rule, rules.Verdict{Kind: rules.Rejected, Rule: rules.R7_5_3, Code: rules.CodeMethod}, true
	}
	v := rules.Verdict{Kind: rules.Rejected, Rule: rule, Code: rules.CodeClaimDraw}
	if c.Method.Draws() {
		v.Code = rules.CodeClaimWinner
	}
	return rule, v, c.Method.Draws() != (c.Kind == rules.Draw)
}

// compareReplay replays the game and compares the claim with its result.
func compareReplay(c rules.Claim, g *Game, batches [][]Event) rules.Verdict {
	v := rules.Verdict{Kind: rules.Rejected, Rule: rules.R102_1, Code: rules.CodeGameGoesOn}
	for i, b := range batches {
		if err := g.Do(b); err != nil {
			if !errors.Is(err, LoopOptional{}) {
				v.Rule, v.Code, v.Args[0] = rules.R102_1, rules.CodeGameRecord, int64(i)
				return v
			}
			v.Rule, v.Code = rules.R102_4b, rules.CodeLoopOptional
		}
		if g.Result().Kind != rules.Undecided || g.Together() != 0 {
			break
		}
	}
	switch {
	case g.Together() != 0:
		v.Kind, v.Rule, v.Code, v.Args[0] = rules.NeedsJudge, rules.R102_2b, rules.CodeWinsTogether, int64(g.sides(g.Together()))
	case g.Result().Kind == rules.Undecided:
		v.Args[0] = int64(g.SidesIn())
	default:
		return compareResult(c, g)
	}
	return v
}

// compareTotals looks at the totals of the last check.
func compareTotals(c rules.Claim, rule rules.Ref, g *Game) rules.Verdict {
	check := [1]Event{{Op: Priority}}
	// A check of valid totals cannot be refused.
	_ = g.Do(check[:])
	undecided := g.Result().Kind == rules.Undecided
	if undecided || c.Method == rules.Concession || c.Method == rules.EffectWin || c.Method == rules.LoopDraw {
		v := rules.Verdict{Kind: rules.Consistent, Rule: rule, Code: rules.CodeReported}
		v.Missing = v.Missing.With(rules.FieldBatches)
		return v
	}
	return compareResult(c, g)
}

// compareResult compares a claim with the result of a finished game.
func compareResult(c rules.Claim, g *Game) rules.Verdict {
	r := g.Result()
	v := rules.Verdict{Kind: rules.Rejected, Rule: r.Rule, Code: rules.CodeGameResult, Expected: r}
	if c.Kind == r.Kind && c.Winners == r.Winners && (c.Method == rules.Reported || c.Method == r.Method || c.Method == rules.Concession && g.givenUp()) {
		v.Kind = rules.Verified
	}
	return v
}

// givenUp reports whether the game ended because somebody conceded or left.
func (g *Game) givenUp() bool {
	for last := g.last; last != 0; last &= last - 1 {
		if g.lost[last.First()]&(Conceded|LeftTable) != 0 {
			return true
		}
	}
	return false
}

// sides counts the sides among some seats.
func (g *Game) sides(seats rules.SideSet) int {
	n := 0
	for ; seats != 0; seats &^= g.team[seats.First()] {
		n++
	}
	return n
}

// Team gives all seats of a seat's team, itself included.
func (e *LifeEvidence) Team(p rules.Side) rules.SideSet {
	team := rules.Only(p)
	for i, s := range e.Seats {
		if s.Team != NoTeam && s.Team == e.Seats[p].Team {
			team |= rules.Only(rules.Side(i))
		}
	}
	return team
}
