package standings

import (
	"tourney/internal/results/exact"
)

// matchShare is MW: own match points divided by the most that the rounds taken
// part in could give, then raised to the floor and lowered to the cap (the cap
// for those who left, if they did). Magic Tournament Rules, appendix C.
//
// draw_share says what a draw gives: its points ("points"), nothing ("none"),
// or half of a round ("half"). Byes count by bye_in_own_match, missed rounds
// of a late entry by late_counts_as_round.
var matchShare = formula{
	how: Share,
	parts: func(col *column, i int, out []part) []part {
		p := &col.c.p.Percentages
		byPoints := p.DrawShare != "none" && p.DrawShare != "half"
		var drawn int64
		if p.DrawShare == "half" {
			drawn = 1
		}
		row := col.c.t.row(i)
		for r := range row {
			c := &row[r]
			if c.kind == noRow {
				continue
			}
			pt := part{round: int32(r), opponent: c.met(), value: int64(c.points), of: int64(c.best)}
			if !byPoints {
				pt.value, pt.of = 0, 2
				switch c.outcome {
				case win:
					pt.value = 2
				case draw:
					pt.value = drawn
				}
			}
			switch c.kind {
			case idle:
				pt.left = leftIdle
			case bye, fullBye, halfBye:
				if !p.ByeInOwnMatch {
					pt.left = leftBye
				}
			case late:
				if !p.LateCountsAsRound {
					pt.left = leftLate
				}
			}
			out = append(out, pt)
		}
		return out
	},
	fold: func(col *column, i int, parts []part) exact.Value {
		v, _, _ := col.c.matchBounds(i, shareOf(parts))
		return v
	},
	bound: func(col *column, i int) (v, before exact.Value, b Bound) {
		parts := col.partsOf(i)
		defer col.c.give(parts)
		return col.c.matchBounds(i, shareOf(parts))
	},
	show: showShare(func(col *column) int64 {
		if d := col.c.p.Percentages.DrawShare; d == "none" || d == "half" {
			return 2
		}
		return col.c.t.unit
	}),
}

// gameShare is GW: own game points, 3 for a game won and 1 for a drawn one,
// divided by 3 for each game, then raised to the game floor. Magic Tournament
// Rules, appendix C. draw_share is about matches and does not enter. The games
// of a bye count by bye_in_own_game. The cap for those who left is a rule about
// match shares (Play! Pokémon handbook) and does not touch games.
var gameShare = formula{
	how: Share,
	parts: func(col *column, i int, out []part) []part {
		row := col.c.t.row(i)
		for r := range row {
			c := &row[r]
			games := int64(c.won) + int64(c.lost) + int64(c.drawn)
			if games == 0 {
				continue
			}
			pt := part{round: int32(r), opponent: c.met(), value: 3*int64(c.won) + int64(c.drawn), of: 3 * games}
			if !c.kind.contested() && !col.c.p.Percentages.ByeInOwnGame {
				pt.left = leftBye
			}
			out = append(out, pt)
		}
		return out
	},
	fold: func(col *column, _ int, parts []part) exact.Value {
		v, _, _ := col.c.gameBounds(shareOf(parts))
		return v
	},
	bound: func(col *column, i int) (v, before exact.Value, b Bound) {
		parts := col.partsOf(i)
		defer col.c.give(parts)
		return col.c.gameBounds(shareOf(parts))
	},
	show: showShare(func(*column) int64 { return 1 }),
}

// met is the opponent opposite, where there is exactly one.
func (c *cell) met() int32 {
	if c.kind.contested() && c.opponent != inPod {
		return c.opponent
	}
	return nobody
}

func shareOf(parts []part) exact.Value {
	var num, den int64
	for i := range parts {
		if parts[i].left == counts {
			num += parts[i].value
			den += parts[i].of
		}
	}
	if den == 0 {
		return exact.None
	}
	return exact.Of(exact.Frac(num, den))
}

func showShare(scale func(*column) int64) func(*column, int, *part, *Term) {
	return func(col *column, _ int, p *part, term *Term) {
		term.Value = exact.Of(exact.Frac(p.value, scale(col)))
		term.Of = exact.Of(exact.Frac(p.of, scale(col)))
	}
}

// matchBounds floors and caps a match share. Without any round to divide by
// the share is its floor, or missing where no_opponents says so.
func (c *calc) matchBounds(i int, raw exact.Value) (v, before exact.Value, b Bound) {
	p := &c.p.Percentages
	limit, name := p.Cap, Cap
	if c.t.entrants[i].Status != Active && p.CapDropped.Cmp(p.Cap) < 0 {
		limit, name = p.CapDropped, CapDropped
	}
	return c.bounds(raw, p.Floor, limit, name)
}

// gameBounds floors and caps a game share in the same way.
func (c *calc) gameBounds(raw exact.Value) (v, before exact.Value, b Bound) {
	return c.bounds(raw, c.p.Percentages.GameFloor, c.p.Percentages.Cap, Cap)
}

func (c *calc) bounds(raw exact.Value, floor, limit exact.Rat, name Bound) (v, before exact.Value, b Bound) {
	switch {
	case !raw.Known && c.p.Percentages.NoOpponents == "none":
		return exact.None, raw, NoBound
	case !raw.Known:
		return exact.Of(floor), raw, Floor
	case raw.Rat.Cmp(floor) < 0:
		return exact.Of(floor), raw, Floor
	case raw.Rat.Cmp(limit) > 0:
		return exact.Of(limit), raw, name
	}
	return raw, raw, NoBound
}

// rounded says whether a value differs from what it was before it was rounded.
func rounded(value, before exact.Value) (v, raw exact.Value, b Bound) {
	if value.Cmp(before) == 0 {
		return value, before, NoBound
	}
	return value, before, Rounded
}

// opponents lists the opponents that averages are taken over, one part for
// each meeting, and the rounds that have none with the reason. Every other
// seat of a pod is an opponent.
func (c *calc) opponents(i int, out []part) []part {
	p := &c.p.Percentages
	row := c.t.row(i)
	for r := range row {
		cl := &row[r]
		pt := part{round: int32(r), opponent: nobody}
		switch {
		case cl.kind == noRow:
			continue
		case !cl.kind.contested():
			pt.left = leftBye
			if cl.kind == late || cl.kind == assignedLoss || cl.kind == idle {
				pt.left = leftUnplayed
			}
			out = append(out, pt)
			continue
		case !cl.kind.overTheBoard() && !p.ForfeitIsOpponent:
			pt.left = leftForfeit
		}
		if cl.opponent != inPod {
			pt.opponent = cl.opponent
			out = append(out, pt)
			continue
		}
		for _, s := range c.t.seats(cl) {
			if int(s) != i {
				pt.opponent = s
				out = append(out, pt)
			}
		}
	}
	if p.RepeatOpponent == "once" {
		seen := make(map[int32]bool, len(out))
		for k := range out {
			if o := out[k].opponent; out[k].left == counts {
				if seen[o] {
					out[k].left = leftRepeat
				}
				seen[o] = true
			}
		}
	}
	return out
}

// averageOf is the plain average of a column over the opponents. empty is the
// value without opponents, where no_opponents is "floor".
func averageOf(code string, empty func(c *calc) exact.Rat) formula {
	return formula{
		how: Average,
		of:  code,
		parts: func(col *column, i int, out []part) []part {
			return col.c.opponents(i, out)
		},
		fold: func(col *column, _ int, parts []part) exact.Value {
			var sum fractions
			n := col.addOpponents(&sum, parts)
			return col.c.mean(&sum, n, empty)
		},
		show: showOpponent,
	}
}

// addOpponents adds the column's values of the opponents that count. Missing
// values are left out: an average over nothing known is missing too.
func (col *column) addOpponents(sum *fractions, parts []part) (n int64) {
	for k := range parts {
		if parts[k].left != counts {
			continue
		}
		if v := col.of.at(int(parts[k].opponent)); v.Known {
			sum.add(v.Rat)
			n++
		}
	}
	return n
}

func (c *calc) mean(sum *fractions, n int64, empty func(c *calc) exact.Rat) exact.Value {
	if n > 0 {
		return exact.Of(sum.over(n))
	}
	switch c.p.Percentages.NoOpponents {
	case "none":
		return exact.None
	case "zero":
		return exact.Of(exact.Rat{})
	}
	return exact.Of(empty(c))
}

func showOpponent(col *column, _ int, p *part, term *Term) {
	if p.opponent < 0 {
		return
	}
	term.Value = col.of.at(int(p.opponent))
	if b := col.of.bound; b != nil {
		_, term.Raw, term.Bound = b(col.of, int(p.opponent))
	}
}

// averageAtTheTable is the plain average of a column over the opponents met at
// the table.
func averageAtTheTable(code string) formula {
	f := averageOf(code, noFloor)
	f.parts = func(col *column, i int, out []part) []part { return col.c.metAtTheTable(i, out) }
	return f
}

// metAtTheTable lists the opponents met at the table, one part per meeting.
func (c *calc) metAtTheTable(i int, out []part) []part {
	row := c.t.row(i)
	for r := range row {
		cl := &row[r]
		pt := part{round: int32(r), opponent: cl.met()}
		switch {
		case cl.kind == noRow:
			continue
		case !cl.kind.contested():
			pt.left = leftUnplayed
		case !cl.kind.overTheBoard():
			pt.left = leftForfeit
		case cl.opponent == inPod:
			for _, s := range c.t.seats(cl) {
				if int(s) != i {
					pt.opponent = s
					out = append(out, pt)
				}
			}
			continue
		}
		out = append(out, pt)
	}
	return out
}

func noFloor(*calc) exact.Rat      { return exact.Rat{} }
func matchFloor(c *calc) exact.Rat { return c.p.Percentages.Floor }
func gameFloor(c *calc) exact.Rat  { return c.p.Percentages.GameFloor }

// opponentMatchShare is OMW: the average of the opponents' match shares, each
// floored and capped before it is averaged, one for each meeting. Byes are no
// opponents; in pod events a bye may add phantom opponents (bye_phantoms).
// Magic Tournament Rules, appendix C.
var opponentMatchShare = formula{
	how: Average,
	of:  "MW",
	parts: func(col *column, i int, out []part) []part {
		out = col.c.opponents(i, out)
		if n := col.c.p.Percentages.ByePhantoms; n > 0 {
			for r, cl := range col.c.t.row(i) {
				if cl.kind == bye || cl.kind == fullBye {
					for range n {
						out = append(out, part{round: int32(r), opponent: nobody})
					}
				}
			}
		}
		return out
	},
	fold: func(col *column, _ int, parts []part) exact.Value {
		var sum fractions
		var n int64
		for k := range parts {
			p := &parts[k]
			if p.left != counts {
				continue
			}
			v := exact.Of(col.c.p.Percentages.PhantomValue)
			if p.opponent >= 0 {
				v = col.of.at(int(p.opponent))
			}
			if v.Known {
				sum.add(v.Rat)
				n++
			}
		}
		return col.c.mean(&sum, n, matchFloor)
	},
	show: func(col *column, i int, p *part, term *Term) {
		if p.opponent < 0 && p.left == counts {
			term.Value = exact.Of(col.c.p.Percentages.PhantomValue)
			term.Rule = "phantom"
			return
		}
		showOpponent(col, i, p, term)
	},
}
