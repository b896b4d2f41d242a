package standings_test

import (
	"math/big"
	"slices"
	"sort"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// plain is a second implementation of the standings, made to be read and not
// to be fast: big rationals, no memory of what was computed, every value from
// the rows again. A nil value is missing.
type plain struct {
	p          *results.Policy
	players    []standings.Entrant
	present    []int        // who did not leave before round 1
	rounds     [][]plainRow // decided rounds only
	roundRobin bool
}

type plainRow struct {
	kind   results.Kind
	seats  []int
	winner int // index of a seat, or results.Nobody
	won    []int
	drawn  int
}

func bigRat(r exact.Rat) *big.Rat {
	out, ok := new(big.Rat).SetString(r.String())
	if !ok {
		panic(r.String())
	}
	return out
}

func asRat(n int) *big.Rat               { return big.NewRat(int64(n), 1) }
func plus(a, b *big.Rat) *big.Rat        { return new(big.Rat).Add(a, b) }
func times(a, b *big.Rat) *big.Rat       { return new(big.Rat).Mul(a, b) }
func divided(a *big.Rat, n int) *big.Rat { return new(big.Rat).Quo(a, asRat(n)) }

func addAll(list []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, v := range list {
		sum = plus(sum, v)
	}
	return sum
}

// at finds the entrant's row of a round and the seat in it; nil if there is
// none.
func (e *plain) at(i, r int) (*plainRow, int) {
	for k := range e.rounds[r] {
		row := &e.rounds[r][k]
		if seat := slices.Index(row.seats, i); seat >= 0 {
			return row, seat
		}
	}
	return nil, 0
}

func (e *plain) kind(i, r int) results.Kind {
	if row, _ := e.at(i, r); row != nil {
		return row.kind
	}
	return ""
}

func contested(k results.Kind) bool { return k != "" && !k.Solo() }
func forfeited(k results.Kind) bool { return k == results.Forfeit || k == results.DoubleForfeit }
func atTable(k results.Kind) bool   { return contested(k) && !forfeited(k) }

// outcome is 'W', 'D', 'L', or 0.
func (e *plain) outcome(i, r int) byte {
	row, seat := e.at(i, r)
	if row == nil {
		return 0
	}
	switch row.kind {
	case results.Idle:
		return 0
	case results.Bye, results.FullBye:
		return 'W'
	case results.HalfBye:
		return 'D'
	case results.Played, results.AgreedDraw, results.Concession, results.Forfeit:
		if row.winner == seat {
			return 'W'
		}
		if row.winner == results.Nobody {
			return 'D'
		}
	}
	return 'L'
}

// games is the games won, lost and drawn that the row counts.
func (e *plain) games(i, r int) (won, lost, drawn int) {
	row, seat := e.at(i, r)
	full := max(e.p.Match.GamesToWin, e.p.Match.ExactGames)
	bye := e.p.Scoring.ByeGames
	switch {
	case row == nil:
		return 0, 0, 0
	case row.kind == results.Bye || row.kind == results.FullBye:
		return bye[0], bye[1], 0
	case row.kind.Solo() || row.kind == results.DoubleForfeit:
		return 0, 0, 0
	case row.won != nil:
		for s, w := range row.won {
			if s == seat {
				won = w
			} else {
				lost += w
			}
		}
		return won, lost, row.drawn
	case row.kind == results.AgreedDraw:
		return 0, 0, 3
	case row.kind == results.Forfeit && row.winner == seat:
		return bye[0], bye[1], 0
	case row.kind == results.Forfeit:
		return bye[1], bye[0], 0
	case row.kind == results.Concession && row.winner == seat:
		return full, 0, 0
	case row.kind == results.Concession:
		return 0, full, 0
	}
	return 0, 0, 0
}

func (e *plain) best(row *plainRow) *big.Rat {
	s := &e.p.Scoring
	if !s.PerGame.IsZero() {
		return plus(times(bigRat(s.PerGame), asRat(max(e.p.Match.GamesToWin, e.p.Match.ExactGames))), bigRat(s.Both))
	}
	if len(row.seats) > 2 {
		for _, w := range s.WinBySeats {
			if w.Seats == len(row.seats) {
				return bigRat(w.Points)
			}
		}
	}
	return bigRat(s.Win)
}

// points is what the round gave.
func (e *plain) points(i, r int) *big.Rat {
	s := &e.p.Scoring
	row, _ := e.at(i, r)
	if row == nil {
		return bigRat(s.Absent)
	}
	switch row.kind {
	case results.Bye:
		return bigRat(s.Bye)
	case results.FullBye:
		return bigRat(s.FullBye)
	case results.HalfBye:
		return bigRat(s.HalfBye)
	case results.Late:
		return bigRat(s.Late)
	case results.DoubleLoss:
		return bigRat(s.DoubleLoss)
	case results.ZeroBye, results.AssignedLoss, results.DoubleForfeit, results.Idle:
		return new(big.Rat)
	}
	if !s.PerGame.IsZero() && row.kind != results.AgreedDraw {
		won, lost, drawn := e.games(i, r)
		sum := plus(times(bigRat(s.PerGame), asRat(won)), times(bigRat(s.Draw), asRat(drawn)))
		if lost+drawn == 0 && won > 0 && won >= max(e.p.Match.GamesToWin, e.p.Match.ExactGames) {
			sum = plus(sum, bigRat(s.Both))
		}
		return sum
	}
	switch e.outcome(i, r) {
	case 'W':
		if len(row.seats) > 2 {
			return e.best(row)
		}
		return bigRat(s.Win)
	case 'D':
		return bigRat(s.Draw)
	}
	return bigRat(s.Loss)
}

func (e *plain) score(i int) *big.Rat {
	sum := new(big.Rat)
	for r := range e.rounds {
		sum = plus(sum, e.points(i, r))
	}
	return sum
}

// rivals lists the other seats of the round.
func (e *plain) rivals(i, r int) []int {
	row, _ := e.at(i, r)
	var out []int
	if row != nil && contested(row.kind) {
		for _, s := range row.seats {
			if s != i {
				out = append(out, s)
			}
		}
	}
	return out
}

// opponents are those that averages are taken over.
func (e *plain) opponents(i int) []int {
	var out []int
	for r := range e.rounds {
		if forfeited(e.kind(i, r)) && !e.p.Percentages.ForfeitIsOpponent {
			continue
		}
		for _, o := range e.rivals(i, r) {
			if e.p.Percentages.RepeatOpponent == "once" && slices.Contains(out, o) {
				continue
			}
			out = append(out, o)
		}
	}
	return out
}

func (e *plain) metAtTable(i int) []int {
	var out []int
	for r := range e.rounds {
		if atTable(e.kind(i, r)) {
			out = append(out, e.rivals(i, r)...)
		}
	}
	return out
}

func clamp(v, low, high *big.Rat) *big.Rat {
	if v.Cmp(low) < 0 {
		return low
	}
	if v.Cmp(high) > 0 {
		return high
	}
	return v
}

func (e *plain) matchShare(i int) *big.Rat {
	c := &e.p.Percentages
	made, possible := new(big.Rat), new(big.Rat)
	for r := range e.rounds {
		row, _ := e.at(i, r)
		if row == nil || row.kind == results.Idle || row.kind == results.Late && !c.LateCountsAsRound {
			continue
		}
		isBye := row.kind == results.Bye || row.kind == results.FullBye || row.kind == results.HalfBye
		if isBye && !c.ByeInOwnMatch {
			continue
		}
		if c.DrawShare == "points" {
			made, possible = plus(made, e.points(i, r)), plus(possible, e.best(row))
			continue
		}
		possible = plus(possible, asRat(1))
		switch e.outcome(i, r) {
		case 'W':
			made = plus(made, asRat(1))
		case 'D':
			if c.DrawShare == "half" {
				made = plus(made, big.NewRat(1, 2))
			}
		}
	}
	high := bigRat(c.Cap)
	if e.players[i].Status != standings.Active && bigRat(c.CapDropped).Cmp(high) < 0 {
		high = bigRat(c.CapDropped)
	}
	if possible.Sign() == 0 {
		if c.NoOpponents == "none" {
			return nil
		}
		return bigRat(c.Floor)
	}
	return clamp(new(big.Rat).Quo(made, possible), bigRat(c.Floor), high)
}

func (e *plain) gameShare(i int) *big.Rat {
	c := &e.p.Percentages
	made, possible := 0, 0
	for r := range e.rounds {
		if !contested(e.kind(i, r)) && !c.ByeInOwnGame {
			continue
		}
		won, lost, drawn := e.games(i, r)
		made += 3*won + drawn
		possible += 3 * (won + lost + drawn)
	}
	if possible == 0 {
		if c.NoOpponents == "none" {
			return nil
		}
		return bigRat(c.GameFloor)
	}
	return clamp(big.NewRat(int64(made), int64(possible)), bigRat(c.GameFloor), bigRat(c.Cap))
}

// average is the mean of the known values, after leaving out the lowest and
// highest.
func (e *plain) average(list []*big.Rat, low, high int, empty exact.Rat) *big.Rat {
	list = trim(list, low, high)
	list = slices.DeleteFunc(list, func(v *big.Rat) bool { return v == nil })
	if len(list) > 0 {
		return divided(addAll(list), len(list))
	}
	switch e.p.Percentages.NoOpponents {
	case "none":
		return nil
	case "zero":
		return new(big.Rat)
	}
	return bigRat(empty)
}

func compare(a, b *big.Rat) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return a.Cmp(b)
}

func trim(list []*big.Rat, low, high int) []*big.Rat {
	list = slices.Clone(list)
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
	list = list[min(low, len(list)):]
	return list[:max(0, len(list)-high)]
}

func (e *plain) lossShare(i int) *big.Rat {
	lost, matches := 0, 0
	for r := range e.rounds {
		k := e.kind(i, r)
		if !contested(k) && k != results.AssignedLoss && (k != results.Late || !e.p.Percentages.LateCountsAsRound) {
			continue
		}
		matches++
		if e.outcome(i, r) == 'L' {
			lost++
		}
	}
	return e.shareOrZero(asRat(lost), matches)
}

func (e *plain) shareOrZero(part *big.Rat, n int) *big.Rat {
	switch {
	case n > 0:
		return divided(part, n)
	case e.p.Percentages.NoOpponents == "none":
		return nil
	}
	return new(big.Rat)
}

func (e *plain) perRound(i int) *big.Rat {
	sum, n := new(big.Rat), 0
	for r := range e.rounds {
		k := e.kind(i, r)
		if k == "" || k == results.Idle || k == results.Late && !e.p.Percentages.LateCountsAsRound {
			continue
		}
		sum = plus(sum, e.points(i, r))
		n++
	}
	return e.shareOrZero(sum, n)
}

func (e *plain) cumulative(i int) *big.Rat {
	own, best, wins := new(big.Rat), new(big.Rat), 0
	for r := range e.rounds {
		if e.outcome(i, r) == 'W' {
			wins++
		}
		own = plus(divided(own, 4), asRat(wins))
		best = plus(divided(best, 4), asRat(r+1))
	}
	if best.Sign() == 0 {
		return best
	}
	return new(big.Rat).Quo(own, best)
}
