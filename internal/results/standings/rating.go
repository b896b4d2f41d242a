package standings

import (
	"sort"

	"tourney/internal/results/exact"
)

// ratedOpponents lists the ratings of the opponents met at the table, with the
// result in half points. Opponents without a rating are left out.
func (c *calc) ratedOpponents(i int, out []part) []part {
	out = c.metAtTheTable(i, out)
	row := c.t.row(i)
	for k := range out {
		p := &out[k]
		if p.left != counts {
			continue
		}
		if p.value = int64(c.t.entrants[p.opponent].Rating); p.value == 0 {
			p.left = leftOther
		}
		switch row[p.round].outcome {
		case win:
			p.of = 2
		case draw:
			p.of = 1
		}
	}
	return out
}

func showRating(_ *column, _ int, p *part, term *Term) {
	if p.opponent >= 0 {
		term.Value = exact.Of(exact.Int(p.value))
		term.Of = exact.Of(exact.Frac(p.of, 2))
	}
}

// roundedMean is the average rounded half up; ok is false for nothing.
func roundedMean(parts []part) (mean int64, ok bool) {
	var n int64
	for k := range parts {
		if parts[k].left == counts {
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return floorDiv(2*total(parts)+n, 2*n), true
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// averageRating is ARO and, with a cut, ARO-C1: the average rating of the
// opponents met at the table, rounded half up. It is missing without a rated
// opponent. FIDE C.07, 10.1.
func averageRating(cutLow int) formula {
	return formula{
		how: Average,
		parts: func(col *column, i int, out []part) []part {
			return col.c.ratedOpponents(i, out)
		},
		fold: func(_ *column, _ int, parts []part) exact.Value {
			mean, ok := roundedMean(parts)
			if !ok {
				return exact.None
			}
			return exact.Of(exact.Int(mean))
		},
		bound: func(col *column, i int) (v, before exact.Value, b Bound) {
			parts := col.partsOf(i)
			defer col.c.give(parts)
			_, games := madeAgainst(parts)
			if games == 0 {
				return exact.None, exact.None, NoBound
			}
			return rounded(col.fold(col, i, parts), exact.Of(exact.Frac(total(parts), games)))
		},
		show:   showRating,
		cutLow: cutLow,
	}
}

// performance is TPR: the opponents' average rating plus the difference that
// belongs to the share of points made against them, rounded half up to a
// hundredth, in the table of the rating regulations (B.02, 8.1.1). A win is a
// point and a draw half a point, whatever the policy's scoring. FIDE C.07,
// 10.2.
var performance = formula{
	how: Performance,
	parts: func(col *column, i int, out []part) []part {
		return col.c.ratedOpponents(i, out)
	},
	fold: func(_ *column, _ int, parts []part) exact.Value {
		mean, ok := roundedMean(parts)
		if !ok {
			return exact.None
		}
		made, games := madeAgainst(parts)
		// made counts half points: the share in hundredths is 50·made/games.
		hundredths := floorDiv(2*50*made+games, 2*games)
		return exact.Of(exact.Int(mean + ratingDifference(hundredths)))
	},
	show: showRating,
}

// madeAgainst adds the half points made and counts the games.
func madeAgainst(parts []part) (halfPoints, games int64) {
	for k := range parts {
		if parts[k].left == counts {
			halfPoints += parts[k].of
			games++
		}
	}
	return halfPoints, games
}

// perfectPerformance is PTP: the lowest rating whose expected score against
// the same opponents, by the table of the rating regulations (B.02, 8.1.2) and
// without its limit of 400 points, is at least the score made; 800 below the
// weakest opponent where nothing was scored. FIDE C.07, 10.3.
var perfectPerformance = formula{
	how: Performance,
	parts: func(col *column, i int, out []part) []part {
		return col.c.ratedOpponents(i, out)
	},
	fold: func(_ *column, _ int, parts []part) exact.Value {
		made, games := madeAgainst(parts)
		if games == 0 {
			return exact.None
		}
		lowest, highest := int64(1<<62), int64(-1<<62)
		for k := range parts {
			if parts[k].left == counts {
				lowest, highest = min(lowest, parts[k].value), max(highest, parts[k].value)
			}
		}
		if made == 0 {
			return exact.Of(exact.Int(lowest - 800))
		}
		// Nothing is expected below the first rating, everything at the last.
		first := lowest - certain
		n := sort.Search(int(highest+certain-first), func(k int) bool {
			var expected int64
			for j := range parts {
				if parts[j].left == counts {
					expected += expectedScore(first + int64(k) - parts[j].value)
				}
			}
			return expected >= 50*made
		})
		return exact.Of(exact.Int(first + int64(n)))
	},
	show: showRating,
}

// opponentPerformance is APRO: the average performance rating of the opponents
// met at the table, rounded half up. FIDE C.07, 10.4.
var opponentPerformance = formula{
	how: Average,
	of:  "TPR",
	parts: func(col *column, i int, out []part) []part {
		return col.c.metAtTheTable(i, out)
	},
	fold: func(col *column, _ int, parts []part) exact.Value {
		var sum, n int64
		for k := range parts {
			if parts[k].left != counts {
				continue
			}
			if v := col.of.at(int(parts[k].opponent)); v.Known {
				whole, _ := v.Rat.Int64()
				sum += whole
				n++
			}
		}
		if n == 0 {
			return exact.None
		}
		return exact.Of(exact.Int(floorDiv(2*sum+n, 2*n)))
	},
	bound: func(col *column, i int) (v, before exact.Value, b Bound) {
		parts := col.partsOf(i)
		defer col.c.give(parts)
		var sum fractions
		n := col.addOpponents(&sum, parts)
		if n == 0 {
			return exact.None, exact.None, NoBound
		}
		return rounded(col.fold(col, i, parts), exact.Of(sum.over(n)))
	},
	show: showOpponent,
}

// differences is table 8.1.1 of the rating regulations: the rating difference
// for 50, 51, … 100 hundredths; below 50 it is the negative of the rest.
var differences = [51]int64{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
	800,
}

func ratingDifference(hundredths int64) int64 {
	if hundredths < 50 {
		return -differences[50-hundredths]
	}
	return differences[hundredths-50]
}

// steps is table 8.1.2: the smallest rating differences at which 51, 52, … 100
// hundredths are expected.
var steps = [50]int64{
	4, 11, 18, 26, 33, 40, 47, 54, 62, 69,
	77, 84, 92, 99, 107, 114, 122, 130, 138, 146,
	154, 163, 171, 180, 189, 198, 207, 216, 226, 236,
	246, 257, 268, 279, 291, 303, 316, 329, 345, 358,
	375, 392, 412, 433, 457, 485, 518, 560, 620, certain,
}

// certain is the difference from which on everything is expected.
const certain = 736

// expectations is the table spread out: hundredths by rating difference.
var expectations = func() (out [certain + 1]int64) {
	step := 0
	for d := range out {
		for step < len(steps) && steps[step] <= int64(d) {
			step++
		}
		out[d] = int64(50 + step)
	}
	return out
}()

// expectedScore is the expectation in hundredths of a game.
func expectedScore(difference int64) int64 {
	if difference < 0 {
		return 100 - expectations[min(-difference, certain)]
	}
	return expectations[min(difference, certain)]
}
