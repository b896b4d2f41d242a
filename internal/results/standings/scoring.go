package standings

import (
	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// scaled is a policy's scoring in units.
type scaled struct {
	win, draw, loss               int64
	bye, fullBye, halfBye         int64
	late, doubleLoss, absent      int64
	perGame, both, mostByGames    int64
	byeWon, byeLost, games, toWin int
	pods                          []podWin
	countsGames                   bool
}

type podWin struct {
	seats  int
	points int64
}

// scale fits the builder's unit to the scoring and reads it in units.
func (b *Builder) scale(s *results.Scoring, match *results.MatchRules) scaled {
	numbers := []exact.Rat{s.Win, s.Draw, s.Loss, s.Bye, s.FullBye, s.HalfBye, s.Late, s.DoubleLoss, s.Absent, s.PerGame, s.Both}
	for _, w := range s.WinBySeats {
		numbers = append(numbers, w.Points)
	}
	b.fit(numbers...)
	out := scaled{
		win: b.units(s.Win), draw: b.units(s.Draw), loss: b.units(s.Loss),
		bye: b.units(s.Bye), fullBye: b.units(s.FullBye), halfBye: b.units(s.HalfBye),
		late: b.units(s.Late), doubleLoss: b.units(s.DoubleLoss), absent: b.units(s.Absent),
		perGame: b.units(s.PerGame), both: b.units(s.Both),
		byeWon: s.ByeGames[0], byeLost: s.ByeGames[1],
		games: match.ExactGames, toWin: match.GamesToWin,
		countsGames: !s.PerGame.IsZero(),
	}
	for _, w := range s.WinBySeats {
		out.pods = append(out.pods, podWin{seats: w.Seats, points: b.units(w.Points)})
	}
	for _, games := range []int{out.byeWon, out.byeLost, out.games, out.toWin} {
		if games < 0 || games > maxGames {
			b.fail("the policy has %d games in a match or a bye, which is more than any match has", games)
			return out
		}
	}
	out.mostByGames = int64(b.narrow(out.perGame*int64(max(out.games, out.toWin)) + out.both))
	return out
}

// best is the most that a row of so many seats can give.
func (s *scaled) best(seats int) int64 {
	if s.countsGames {
		return s.mostByGames
	}
	if seats > 2 {
		for _, w := range s.pods {
			if w.seats == seats {
				return w.points
			}
		}
	}
	return s.win
}

// row is what one seat of a match gets, its points in units beside it. Points
// and games follow the kinds of row in the description of the event file.
func (s *scaled) row(k kind, seat, seats, winner int, won []int, drawn int) (c cell, points int64) {
	c = cell{kind: k, best: int32(s.best(seats)), second: seats == 2 && seat == 1}
	switch k {
	case bye:
		points = s.bye
	case fullBye:
		points = s.fullBye
	case halfBye:
		points = s.halfBye
	case late:
		points = s.late
	case doubleLoss:
		points = s.doubleLoss
	case zeroBye, assignedLoss, doubleForfeit, idle:
	default:
		points = s.contest(&c, seat, seats, winner)
	}
	s.countGames(&c, seat, winner, won, drawn)
	if s.countsGames && (k == played || k == concession || k == forfeit) {
		points = s.perGame*int64(c.won) + s.draw*int64(c.drawn)
		if c.won > 0 && c.lost+c.drawn == 0 && int(c.won) >= max(s.games, s.toWin) {
			points += s.both
		}
	}
	switch k {
	case bye, fullBye:
		c.outcome = win
	case halfBye:
		c.outcome = draw
	case zeroBye, late, assignedLoss, doubleLoss, doubleForfeit:
		c.outcome = loss
	}
	return c, points
}

// contest sets the outcome of a match that somebody won or nobody did.
func (s *scaled) contest(c *cell, seat, seats, winner int) int64 {
	switch winner {
	case seat:
		c.outcome = win
		if seats > 2 {
			return s.best(seats)
		}
		return s.win
	case results.Nobody:
		c.outcome = draw
		return s.draw
	}
	c.outcome = loss
	return s.loss
}

// countGames sets the games that the row counts in the entrant's own share:
// those told, else what the kind of row stands for.
func (s *scaled) countGames(c *cell, seat, winner int, won []int, drawn int) {
	switch {
	case c.kind == bye || c.kind == fullBye:
		c.won, c.lost = int32(s.byeWon), int32(s.byeLost)
	case !c.kind.contested() || c.kind == doubleForfeit:
	case won != nil:
		c.drawn = int32(drawn)
		for i, w := range won {
			if i == seat {
				c.won = int32(w)
			} else {
				c.lost += int32(w)
			}
		}
	case c.kind == forfeit && winner == seat:
		c.won, c.lost = int32(s.byeWon), int32(s.byeLost)
	case c.kind == forfeit:
		c.won, c.lost = int32(s.byeLost), int32(s.byeWon)
	case c.kind == concession && winner == seat:
		c.won = int32(max(s.games, s.toWin))
	case c.kind == concession:
		c.lost = int32(max(s.games, s.toWin))
	case c.kind == agreedDraw:
		c.drawn = agreedDrawGames
	}
}

// agreedDrawGames is the tally of a draw agreed before play: 0–0–3.
const agreedDrawGames = 3
