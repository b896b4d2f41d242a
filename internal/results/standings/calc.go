package standings

import (
	"cmp"
	"fmt"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// calc computes values on demand and keeps them. It belongs to one goroutine.
type calc struct {
	t       *Table
	p       *results.Policy
	columns map[string]*column
	free    [][]part
	rules   unplayedRules
	// mcmahon is set where scores start before round 1 and totals are rounded
	// down.
	mcmahon bool
	// final and fore are the scores as opponents see them.
	final, fore memo
	group       groupScratch
}

func newCalc(t *Table, p *results.Policy) *calc {
	return &calc{
		t: t, p: p, columns: make(map[string]*column), rules: rulesOf(p.Unplayed),
		mcmahon: slices.ContainsFunc(p.Tiebreakers, func(tb results.Tiebreaker) bool { return tb.Code == "MMS" }),
	}
}

// column is one tiebreaker's value for every entrant.
type column struct {
	c *calc
	formula
	tb results.Tiebreaker
	of *column // the column that a formula averages or adds
	// values is everybody's once the column is filled; before that, few holds
	// those that were asked for.
	values []exact.Value
	few    map[int]exact.Value
	limit  exact.Value // what an opponent must have, for Koya
}

// formula is how a tiebreaker comes to its value: a list of parts, one for
// each round or opponent, and what is made of those that count. A sheet shows
// the same parts, so what is explained is what was computed.
type formula struct {
	how   How
	of    string // code of the column it builds on
	parts func(col *column, i int, out []part) []part
	fold  func(col *column, i int, parts []part) exact.Value
	// show fills a term of an explanation from a part.
	show func(col *column, i int, p *part, term *Term)
	// among, for values that compare the members of a tied group, computes them
	// all at once; parts is then what one member did within the group.
	among func(c *calc, group []int32, out []exact.Value)
	// bound, where a value is floored, capped or rounded, is the value with what
	// it was before.
	bound func(col *column, i int) (v, before exact.Value, b Bound)
	// cutLow and cutHigh are left out by definition; a policy may ask for more.
	// cut says how, where it is not simply the lowest and the highest.
	cutLow, cutHigh int
	cut             func(parts []part, low, high int)
}

// part is what one round or one opponent adds.
type part struct {
	round    int32 // index of the round; nobody for what no round stands for
	opponent int32 // index, or nobody
	value    int64 // what it adds, in the formula's own unit
	of       int64 // what value was made from: an opponent's score, the most there was to win
	left     left
	rule     rule
	// byChoice marks a round that the entrant chose not to play, or forfeited.
	byChoice bool
}

// left says why a part does not count; zero is that it does.
type left uint8

const (
	counts left = iota
	leftBye
	leftLate
	leftIdle
	leftForfeit
	leftRepeat
	leftCutLow
	leftCutHigh
	leftUnplayed
	leftOther
)

var leftNames = [...]string{"", "bye", "late", "idle", "forfeit", "repeat", "cut_low", "cut_high", "unplayed", "does_not_qualify"}

// rule says how a round that was not played got its number.
type rule uint8

const (
	noRule rule = iota
	ownScore
	cappedByOpponent
	cappedByDraws
	virtualOpponent
	ownStart
)

var ruleNames = [...]string{"", "own_score", "capped_by_opponent", "capped_by_draws", "virtual_opponent", "own_start"}

// column finds or starts the column of a tiebreaker.
func (c *calc) column(tb results.Tiebreaker) *column {
	key := tb.Code
	if tb.CutLow != 0 || tb.CutHigh != 0 || len(tb.Weights) > 0 {
		key = fmt.Sprint(tb.Code, tb.CutLow, tb.CutHigh, tb.Weights)
	}
	if col := c.columns[key]; col != nil {
		return col
	}
	f, ok := formulas[tb.Code]
	if !ok {
		// Package policy refuses unknown codes with their place.
		panic(fmt.Sprintf("standings: the policy names the unknown tiebreaker %q", tb.Code))
	}
	col := &column{c: c, formula: f, tb: tb}
	if f.of != "" {
		col.of = c.column(results.Tiebreaker{Code: f.of})
	}
	c.columns[key] = col
	return col
}

// at is the value for one entrant.
func (col *column) at(i int) exact.Value {
	if col.values != nil {
		return col.values[i]
	}
	v, ok := col.few[i]
	if !ok {
		v = col.compute(i)
		if col.few == nil {
			col.few = make(map[int]exact.Value)
		}
		col.few[i] = v
	}
	return v
}

func (col *column) compute(i int) exact.Value {
	parts := col.partsOf(i)
	v := col.fold(col, i, parts)
	col.c.give(parts)
	return v
}

// partsOf lists the parts of one entrant, cuts made. Return it with give.
func (col *column) partsOf(i int) []part {
	parts := col.parts(col, i, col.c.take())
	switch low, high := col.cutLow+col.tb.CutLow, col.cutHigh+col.tb.CutHigh; {
	case low == 0 && high == 0:
	case col.cut != nil:
		col.cut(parts, low, high)
	default:
		leaveOut(parts, low, leftCutLow, col.byValue)
		leaveOut(parts, high, leftCutHigh, func(a, b *part) int { return col.byValue(b, a) })
	}
	return parts
}

// byValue orders parts by what they add.
func (col *column) byValue(a, b *part) int {
	if col.of != nil && a.opponent >= 0 && b.opponent >= 0 {
		return col.of.at(int(a.opponent)).Cmp(col.of.at(int(b.opponent)))
	}
	return cmp.Compare(a.value, b.value)
}

// leaveOut takes out, n times, the part that comes first of those that count.
// Which of two equal parts goes does not matter.
func leaveOut(parts []part, n int, why left, compare func(a, b *part) int) {
	for range min(n, len(parts)) {
		var first *part
		for k := range parts {
			if p := &parts[k]; p.left == counts && (first == nil || compare(p, first) < 0) {
				first = p
			}
		}
		if first == nil {
			return
		}
		first.left = why
	}
}

// fill computes the column for everybody.
func (col *column) fill() {
	if col.values != nil {
		return
	}
	if col.of != nil {
		col.of.fill()
	}
	values := make([]exact.Value, col.c.t.Len())
	for i := range values {
		values[i] = col.compute(i)
	}
	col.values = values
}

func (c *calc) take() []part {
	if n := len(c.free); n > 0 {
		s := c.free[n-1]
		c.free = c.free[:n-1]
		return s[:0]
	}
	return make([]part, 0, 2*c.t.Rounds()+2)
}

func (c *calc) give(s []part) { c.free = append(c.free, s) }

// total adds the parts that count.
func total(parts []part) (sum int64) {
	for i := range parts {
		if parts[i].left == counts {
			sum += parts[i].value
		}
	}
	return sum
}

// number is a fold that adds whole numbers.
func number(_ *column, _ int, parts []part) exact.Value { return exact.Of(exact.Int(total(parts))) }

// points is a fold that adds points.
func points(col *column, _ int, parts []part) exact.Value { return exact.Of(col.c.t.rat(total(parts))) }

func showNumber(_ *column, _ int, p *part, term *Term) { term.Value = exact.Of(exact.Int(p.value)) }

func showPoints(col *column, _ int, p *part, term *Term) {
	term.Value = exact.Of(col.c.t.rat(p.value))
}

// perRound makes one part for each round of the entrant.
func perRound(value func(col *column, c *cell, round int) int64) func(*column, int, []part) []part {
	return func(col *column, i int, out []part) []part {
		row := col.c.t.row(i)
		for r := range row {
			if row[r].kind == idle {
				out = append(out, part{round: int32(r), opponent: nobody, left: leftIdle})
				continue
			}
			if v := value(col, &row[r], r); v != 0 || row[r].kind != noRow {
				out = append(out, part{round: int32(r), opponent: nobody, value: v})
			}
		}
		return out
	}
}
