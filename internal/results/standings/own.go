package standings

import "tourney/internal/results/exact"

// matchPoints is MP: the points of all rounds, byes and assigned results
// included, and what an absence is worth where the policy says so.
var matchPoints = formula{
	how: Sum,
	parts: perRound(func(col *column, c *cell, r int) int64 {
		if c.kind == noRow {
			return col.c.t.marks[r].absent
		}
		return int64(c.points)
	}),
	fold: points,
	show: showPoints,
}

// roundsWon is WINS: the rounds that gave as much as a win, with or without
// playing. FIDE C.07, 7.1.
var roundsWon = count(func(c *cell) bool {
	return c.outcome == win && (c.kind.contested() || c.points >= c.best)
})

// winsAtTheTable is WON: matches won by playing them. FIDE C.07, 7.2.
var winsAtTheTable = count(func(c *cell) bool { return c.kind.overTheBoard() && c.outcome == win })

// secondSide is BPG: matches played from the second seat, which is Black's.
// FIDE C.07, 7.3.
var secondSide = count(func(c *cell) bool { return c.kind.overTheBoard() && c.second })

// winsWithSecondSide is BWG: matches won from the second seat. FIDE C.07, 7.4.
var winsWithSecondSide = count(func(c *cell) bool {
	return c.kind.overTheBoard() && c.second && c.outcome == win
})

// roundsChosen is REP: the rounds less requested byes, absences, missed rounds
// and losses by forfeit. The odd one out chose to play. FIDE C.07, 7.6.
var roundsChosen = count(func(c *cell) bool {
	return c.kind == bye || c.kind.overTheBoard() || c.kind == forfeit && c.outcome == win
})

// kashdan is KA: 4 for a win, 2 for a draw and 1 for a loss at the table, 0
// for a round not played. US Chess rule 34E7.
var kashdan = formula{
	how: Sum,
	parts: perRound(func(_ *column, c *cell, _ int) int64 {
		if !c.kind.overTheBoard() {
			return 0
		}
		switch c.outcome {
		case win:
			return 4
		case draw:
			return 2
		}
		return 1
	}),
	fold: number,
	show: showNumber,
}

// lossSquares is LSQ: the numbers of the rounds lost, squared and added up, so
// that more is better: a later loss weighs more. A missed or assigned round is
// lost, a bye asked for is not. Konami's policy speaks of rounds lost only;
// the number in which it prints them has three places, values here have no
// limit.
var lossSquares = formula{
	how: Sum,
	parts: perRound(func(_ *column, c *cell, r int) int64 {
		if c.outcome != loss || c.kind == zeroBye {
			return 0
		}
		return int64(r+1) * int64(r+1)
	}),
	fold: number,
	show: showNumber,
}

// gamesWon is GWON: games won; those of a bye count by bye_in_own_game.
var gamesWon = formula{
	how:   Sum,
	parts: perRound(func(col *column, c *cell, _ int) int64 { return col.ownGames(c, int64(c.won)) }),
	fold:  number,
	show:  showNumber,
}

// gameDifference is GD: games won less games lost; those of a bye count by
// bye_in_own_game.
var gameDifference = formula{
	how:   Sum,
	parts: perRound(func(col *column, c *cell, _ int) int64 { return col.ownGames(c, int64(c.won)-int64(c.lost)) }),
	fold:  number,
	show:  showNumber,
}

func (col *column) ownGames(c *cell, n int64) int64 {
	if !c.kind.contested() && !col.c.p.Percentages.ByeInOwnGame {
		return 0
	}
	return n
}

// count counts the rounds of which something is true.
func count(is func(c *cell) bool) formula {
	return formula{
		how: Sum,
		parts: perRound(func(_ *column, c *cell, _ int) int64 {
			if is(c) {
				return 1
			}
			return 0
		}),
		fold: number,
		show: showNumber,
	}
}

// lossShare is PML: own losses divided by own matches; byes are no matches, a
// missed or assigned round is a match lost. Without any match it is 0. Flesh
// and Blood, pairings and tiebreaker policy.
var lossShare = formula{
	how: Share,
	parts: func(col *column, i int, out []part) []part {
		row := col.c.t.row(i)
		for r := range row {
			c := &row[r]
			pt := part{round: int32(r), opponent: c.met(), of: 1}
			switch c.kind {
			case noRow:
				continue
			case bye, fullBye, halfBye, zeroBye:
				pt.left = leftBye
			case idle:
				pt.left = leftIdle
			case late:
				if !col.c.p.Percentages.LateCountsAsRound {
					pt.left = leftLate
				}
			}
			if c.outcome == loss {
				pt.value = 1
			}
			out = append(out, pt)
		}
		return out
	},
	fold: func(col *column, _ int, parts []part) exact.Value { return col.c.orZero(shareOf(parts)) },
	show: showShare(func(*column) int64 { return 1 }),
}

// pointsPerRound is what SOSA averages: match points divided by the rounds in
// which the entrant had a row, byes included in both.
var pointsPerRound = formula{
	how: Share,
	parts: func(col *column, i int, out []part) []part {
		row := col.c.t.row(i)
		for r := range row {
			c := &row[r]
			pt := part{round: int32(r), opponent: c.met(), value: int64(c.points), of: col.c.t.unit}
			switch {
			case c.kind == noRow:
				continue
			case c.kind == idle:
				pt.left = leftIdle
			case c.kind == late && !col.c.p.Percentages.LateCountsAsRound:
				pt.left = leftLate
			}
			out = append(out, pt)
		}
		return out
	},
	fold: func(col *column, _ int, parts []part) exact.Value { return col.c.orZero(shareOf(parts)) },
	show: showShare(func(col *column) int64 { return col.c.t.unit }),
}

// orZero makes a share of nothing 0, except where the policy has missing
// values.
func (c *calc) orZero(v exact.Value) exact.Value {
	if !v.Known && c.p.Percentages.NoOpponents != "none" {
		return exact.Of(exact.Rat{})
	}
	return v
}
