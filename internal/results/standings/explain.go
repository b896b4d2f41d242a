package standings

import (
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// How says how the terms of an explanation make its value.
type How string

// The ways.
const (
	// Sum: the terms are added.
	Sum How = "sum"
	// Average: the terms are added and divided by their number.
	Average How = "average"
	// Share: the terms' values, added, are divided by what they could have been,
	// added.
	Share How = "share"
	// Performance: a table gives the rating for the opponents' ratings and the
	// points made against them.
	Performance How = "performance"
	// Group: the matches among the members of a tied group decide.
	Group How = "group"
)

// Bound says which limit replaced a share.
type Bound string

// The limits.
const (
	NoBound    Bound = ""
	Floor      Bound = "floor"
	Cap        Bound = "cap"
	CapDropped Bound = "cap_dropped"
	// Rounded is no limit: the sum or average was rounded by definition.
	Rounded Bound = "rounded"
)

// Explanation is the whole sum behind one value.
type Explanation struct {
	Entrant results.EntrantID
	Code    string
	Value   exact.Value
	How     How
	Terms   []Term
	// Raw is what the terms make, where Bound says that something replaced it.
	Raw   exact.Value
	Bound Bound
	// Group is the tied group whose members were compared, this entrant
	// included, by id.
	Group []results.EntrantID
}

// Term is one line of the sum.
type Term struct {
	// Round is the round's number, 0 for what no round stands for.
	Round    int
	Opponent results.EntrantID
	// Kind is the row's; empty for a round without one.
	Kind results.Kind
	// Result is "win", "draw" or "loss", or empty where there is none.
	Result string
	// Value is what the line adds. Of is what it was made from: the most it could
	// have been (shares), the opponent's score (sums of products), the points made
	// against the opponent (performances).
	Value, Of exact.Value
	// Raw is an opponent's share before the limit in Bound replaced it.
	Raw   exact.Value
	Bound Bound
	// Left says why the line does not count: "bye", "late", "idle", "forfeit",
	// "repeat", "cut_low", "cut_high", "unplayed", "does_not_qualify"; empty if
	// it does.
	Left string
	// Rule says where the value of a line comes from that no opponent stands
	// behind: "own_score", "capped_by_opponent", "capped_by_draws",
	// "virtual_opponent", "own_start", "phantom".
	Rule string
}

var resultNames = [...]string{noOutcome: "", loss: "loss", draw: "draw", win: "win"}

// Explain shows the sum behind a value of the entrant with that index: a link
// of the policy's chain with its cuts and weights, or any other tiebreaker. It
// computes no more of other entrants than the sum needs; only a value that
// compares the members of a tied group takes the whole ranking, which
// Standings.Explain has at hand.
func Explain(t *Table, p *results.Policy, entrant int, tb results.Tiebreaker) Explanation {
	if formulas[tb.Code].among != nil {
		return Compute(t, p, Options{All: true}).Explain(entrant, tb.Code)
	}
	return newCalc(t, p).column(tb).explain(entrant)
}

// Explain shows the sum behind one of the standings' values, by the entrant's
// index and the code.
func (s *Standings) Explain(entrant int, code string) Explanation {
	k := slices.Index(s.Codes, code)
	if k < 0 {
		return Explain(s.Table, s.Policy, entrant, results.Tiebreaker{Code: code})
	}
	l := &s.links[k]
	col := newCalc(s.Table, s.Policy).column(l.tb)
	if l.among == nil {
		return col.explain(entrant)
	}
	group := l.groups[entrant]
	col.c.enter(group)
	col.values = l.values
	e := col.explain(entrant)
	for _, m := range group {
		e.Group = append(e.Group, s.Table.entrants[m].ID)
	}
	slices.Sort(e.Group)
	return e
}

func (col *column) explain(i int) Explanation {
	t := col.c.t
	e := Explanation{Entrant: t.entrants[i].ID, Code: col.tb.Code, How: col.how, Value: col.at(i)}
	parts := col.partsOf(i)
	if col.bound != nil {
		_, e.Raw, e.Bound = col.bound(col, i)
	}
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
	return e
}

// Parting says what puts a row above the next one.
type Parting struct {
	Upper, Lower results.EntrantID
	// By is "value", "lot", "status" (one was disqualified, or dropped where the
	// policy puts those last) or "tied".
	By string
	// Code is the value of the chain that differs and Values what the two have,
	// where By is "value".
	Code   string
	Values [2]exact.Value
}

// Parted says what parts row k from row k+1; ok is false where there is no row
// below. Where the chain starts again after a split, values that compare the
// members of a group are those with which each of the two was placed.
func (s *Standings) Parted(k int) (Parting, bool) {
	if k < 0 || k+1 >= len(s.Rows) {
		return Parting{}, false
	}
	upper, lower := &s.Rows[k], &s.Rows[k+1]
	p := Parting{Upper: upper.Entrant, Lower: lower.Entrant}
	switch link := s.parted[k]; link {
	case byLot:
		p.By = "lot"
	case byStatus:
		p.By = "status"
	case notParted:
		p.By = "tied"
	default:
		p.By, p.Code = "value", s.Codes[link]
		p.Values = [2]exact.Value{upper.Values[link], lower.Values[link]}
	}
	return p, true
}
