package standings

import "tourney/internal/results/exact"

// progressive is PS: the score after each round, added up. Its cuts leave out
// the first or last rounds, not the smallest numbers. FIDE C.07, 7.5 and 14.1.
func progressive(cutLow int) formula {
	return formula{
		how: Sum,
		parts: func(col *column, i int, out []part) []part {
			return col.c.running(i, 0, out)
		},
		fold: points,
		show: showPoints,
		cut: func(parts []part, low, high int) {
			for k := range parts {
				switch {
				case k < low:
					parts[k].left = leftCutLow
				case k >= len(parts)-high:
					parts[k].left = leftCutHigh
				}
			}
		},
		cutLow: cutLow,
	}
}

// cumulativeScores is CUSS: the score after each round, with the score at the
// start in it, added up. The running score is not rounded. British Go
// Association, tournament handbook.
var cumulativeScores = formula{
	how: Sum,
	parts: func(col *column, i int, out []part) []part {
		return col.c.running(i, col.c.t.start[i], out)
	},
	fold: points,
	show: showPoints,
}

// running lists the score after each round.
func (c *calc) running(i int, score int64, out []part) []part {
	for r := range c.t.rounds {
		score += c.roundPoints(i, r)
		out = append(out, part{round: int32(r), opponent: nobody, value: score})
	}
	return out
}

// roundPoints is what the round gave, absence included.
func (c *calc) roundPoints(i, r int) int64 {
	cl := &c.t.cells[i*len(c.t.rounds)+r]
	if cl.kind == noRow {
		return c.t.marks[r].absent
	}
	return int64(cl.points)
}

// cumulativeTiebreaker is CTB: after each round a quarter of the value before
// plus the rounds won so far, as a share of what an unbeaten entrant has. It
// runs on after a drop. An early win weighs more, although it is often told
// the other way round. Flesh and Blood, pairings and tiebreaker policy; the
// scale from 0 to 1 is that of the game's software.
var cumulativeTiebreaker = formula{
	how: Share,
	parts: func(col *column, i int, out []part) []part {
		var wins int64
		row := col.c.t.row(i)
		for r := range row {
			if row[r].outcome == win {
				wins++
			}
			out = append(out, part{round: int32(r), opponent: nobody, value: wins, of: int64(r + 1)})
		}
		return out
	},
	fold: func(_ *column, _ int, parts []part) exact.Value {
		if len(parts) == 0 {
			return exact.Of(exact.Rat{})
		}
		if len(parts) <= wholeQuarters {
			var own, unbeaten int64
			for r := range parts {
				own += parts[r].value << (2 * r)
				unbeaten += parts[r].of << (2 * r)
			}
			return exact.Of(exact.Frac(own, unbeaten))
		}
		var own, unbeaten exact.Rat
		for r := range parts {
			own = own.Mul(quarter).Add(exact.Int(parts[r].value))
			unbeaten = unbeaten.Mul(quarter).Add(exact.Int(parts[r].of))
		}
		return exact.Of(own.Div(unbeaten))
	},
	show: func(col *column, _ int, p *part, term *Term) {
		weight := exact.Int(1)
		for range len(col.c.t.rounds) - 1 - int(p.round) {
			weight = weight.Mul(quarter)
		}
		term.Value = exact.Of(exact.Int(p.value).Mul(weight))
		term.Of = exact.Of(exact.Int(p.of).Mul(weight))
	},
}

var quarter = exact.Frac(1, 4)

// wholeQuarters is the number of rounds up to which the sums, times 4 to the
// power of the last round, fit in 64 bits.
const wholeQuarters = 27
