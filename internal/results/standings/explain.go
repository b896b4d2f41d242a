package standings

import (
	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// How says how the terms of an explanation make its value.
type How string

// The ways.
const (
	Sum     How = "sum"     // the terms are added
	Average How = "average" // the terms are added and divided by their number
	Share   How = "share"   // the terms' values, added, are divided by what they could have been, added
)

// Bound says which limit replaced a share.
type Bound string

// The limits.
const (
	NoBound    Bound = ""
	Floor      Bound = "floor"
	Cap        Bound = "cap"
	CapDropped Bound = "cap_dropped"
)

// Explanation is the whole sum behind one value.
type Explanation struct {
	Entrant results.EntrantID
	Code    string
	Value   exact.Value
	How     How
	Terms   []Term
	// Raw is a share before the floor or cap named in Bound replaced it.
	Raw   exact.Value
	Bound Bound
}

// Term is one line of the sum.
type Term struct {
	// Round is the round's number.
	Round    int
	Opponent results.EntrantID
	// Kind is the row's; empty for a round without one.
	Kind results.Kind
	// Result is "win", "draw" or "loss", or empty where there is none.
	Result string
	// Value is what the line adds; Of is the most it could have been (shares) or
	// the opponent's score that it was made from.
	Value, Of exact.Value
	// Raw is an opponent's share before the limit in Bound replaced it.
	Raw   exact.Value
	Bound Bound
	// Left says why the line does not count; empty if it does.
	Left string
	// Rule says how a round that was not played got its value.
	Rule string
}

var resultNames = [...]string{noOutcome: "", loss: "loss", draw: "draw", win: "win"}

// Explain shows the sum behind an entrant's value of a tiebreaker.
func Explain(t *Table, p *results.Policy, entrant int, tb results.Tiebreaker) Explanation {
	return newCalc(t, p).column(tb).explain(entrant)
}

func (col *column) explain(i int) Explanation {
	t := col.c.t
	e := Explanation{Entrant: t.entrants[i].ID, Code: col.tb.Code, How: col.how, Value: col.at(i)}
	if col.bound != nil {
		_, e.Raw, e.Bound = col.bound(col, i)
	}
	parts := col.partsOf(i)
	e.Terms = make([]Term, len(parts))
	for k := range parts {
		p, term := &parts[k], &e.Terms[k]
		if p.round >= 0 {
			c := &t.row(i)[p.round]
			term.Round, term.Kind, term.Result = t.rounds[p.round], kindNames[c.kind], resultNames[c.outcome]
		}
		if p.opponent >= 0 {
			term.Opponent = t.entrants[p.opponent].ID
		}
		term.Left, term.Rule = leftNames[p.left], ruleNames[p.rule]
		col.show(col, i, p, term)
	}
	col.c.give(parts)
	return e
}
