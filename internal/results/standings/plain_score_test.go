package standings_test

import (
	"math/big"
	"slices"
	"sort"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// The second implementation of score sums, of what compares tied entrants, and
// of the ranking.

func (e *plain) mcmahon() bool {
	return slices.ContainsFunc(e.p.Tiebreakers, func(tb results.Tiebreaker) bool { return tb.Code == "MMS" })
}

func floorOf(r *big.Rat) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
}

func (e *plain) groupScore(i int) *big.Rat {
	if e.mcmahon() {
		return floorOf(plus(bigRat(e.players[i].Start), e.score(i)))
	}
	return e.score(i)
}

// goRounds calls met for every opponent and alone for every round without one.
func (e *plain) goRounds(i int, met func(r, o int), alone func()) {
	for r := range e.rounds {
		k := e.kind(i, r)
		switch {
		case k == results.Idle:
		case atTable(k), forfeited(k) && e.p.Percentages.ForfeitIsOpponent:
			for _, o := range e.rivals(i, r) {
				met(r, o)
			}
		default:
			alone()
		}
	}
}

func (e *plain) opponentScores(i int) []*big.Rat {
	var out []*big.Rat
	e.goRounds(i, func(_, o int) { out = append(out, e.groupScore(o)) }, func() {
		if e.mcmahon() {
			out = append(out, bigRat(e.players[i].Start))
		}
	})
	return out
}

// contribution is one round's part of a Buchholz or Sonneborn-Berger sum.
type contribution struct {
	score, value *big.Rat
	byChoice     bool
}

// fromRound is what the round gave; fore takes the last round as drawn.
func (e *plain) fromRound(i, r int, fore bool) *big.Rat {
	if fore && r == len(e.rounds)-1 && contested(e.kind(i, r)) {
		return bigRat(e.p.Scoring.Draw)
	}
	return e.points(i, r)
}

func (e *plain) foreScore(i int, fore bool) *big.Rat {
	sum := new(big.Rat)
	for r := range e.rounds {
		sum = plus(sum, e.fromRound(i, r, fore))
	}
	return sum
}

func (e *plain) byChoice(i, r int) bool {
	switch e.kind(i, r) {
	case "", results.HalfBye, results.ZeroBye, results.Late, results.AssignedLoss, results.DoubleForfeit:
		return true
	case results.Forfeit:
		return e.outcome(i, r) == 'L'
	}
	return false
}

// asOpponent is the score that counts for others.
func (e *plain) asOpponent(i int, fore bool) *big.Rat {
	if e.p.Unplayed == "face_value" || e.roundRobin {
		return e.foreScore(i, fore)
	}
	sum := new(big.Rat)
	for r := range e.rounds {
		k := e.kind(i, r)
		drawnLast := fore && r == len(e.rounds)-1 && contested(k)
		asDraw := false
		if e.p.Unplayed == "virtual_2009" {
			asDraw = !atTable(k) && k != results.Idle
		} else if k == "" || k == results.HalfBye || k == results.ZeroBye || k == results.Late {
			asDraw = true
			for later := r + 1; later < len(e.rounds); later++ {
				forced := fore && later == len(e.rounds)-1 && contested(e.kind(i, later))
				if e.kind(i, later) != results.Idle && (forced || !e.byChoice(i, later)) {
					asDraw = false
				}
			}
		}
		if asDraw && !drawnLast {
			sum = plus(sum, bigRat(e.p.Scoring.Draw))
		} else {
			sum = plus(sum, e.fromRound(i, r, fore))
		}
	}
	return sum
}

func (e *plain) contributions(i int, fore bool) []contribution {
	forfeitsPlayed := e.roundRobin || e.p.Unplayed == "face_value" && e.p.Percentages.ForfeitIsOpponent
	half := bigRat(e.p.Scoring.Draw)
	var out []contribution
	for r := range e.rounds {
		k := e.kind(i, r)
		var scores []*big.Rat
		byChoice := false
		switch {
		case k == results.Idle:
		case atTable(k), forfeited(k) && forfeitsPlayed:
			for _, o := range e.rivals(i, r) {
				scores = append(scores, e.asOpponent(o, fore))
			}
		case e.p.Unplayed == "face_value":
		case e.p.Unplayed == "virtual_2009":
			v := plus(bigRat(e.p.Scoring.Win), new(big.Rat).Neg(e.fromRound(i, r, fore)))
			for before := range r {
				v = plus(v, e.points(i, before))
			}
			scores = append(scores, plus(v, times(half, asRat(len(e.rounds)-1-r))))
		default:
			byChoice = e.byChoice(i, r)
			v := e.foreScore(i, fore)
			if e.p.Unplayed == "fide_2026" {
				limit := times(half, asRat(len(e.rounds)))
				if o := e.rivals(i, r); len(o) == 1 {
					limit = e.asOpponent(o[0], fore)
				}
				if limit.Cmp(v) < 0 {
					v = limit
				}
			}
			scores = append(scores, v)
		}
		for _, s := range scores {
			out = append(out, contribution{s, times(s, e.points(i, r)), byChoice})
		}
	}
	return out
}

func (e *plain) buchholz(i int, fore bool, low, high int) *big.Rat {
	list := e.contributions(i, fore)
	sort.SliceStable(list, func(a, b int) bool {
		if list[a].byChoice != list[b].byChoice {
			return list[a].byChoice
		}
		return list[a].score.Cmp(list[b].score) < 0
	})
	var rest []*big.Rat
	for _, c := range list[min(low, len(list)):] {
		rest = append(rest, c.score)
	}
	return addAll(trim(rest, 0, high))
}

func (e *plain) sonnebornBerger(i, low, high int) *big.Rat {
	list := e.contributions(i, false)
	for ; low > 0 && len(list) > 0; low-- {
		cut, choice := 0, -1
		for k, c := range list {
			if o := c.score.Cmp(list[cut].score); o < 0 || o == 0 && c.value.Cmp(list[cut].value) < 0 {
				cut = k
			}
			if c.byChoice && (choice < 0 || c.value.Cmp(list[choice].value) < 0 ||
				c.value.Cmp(list[choice].value) == 0 && c.score.Cmp(list[choice].score) < 0) {
				choice = k
			}
		}
		if choice >= 0 && list[choice].value.Cmp(list[cut].value) >= 0 {
			cut = choice
		}
		list = slices.Delete(list, cut, cut+1)
	}
	var values []*big.Rat
	for _, c := range list {
		values = append(values, c.value)
	}
	return addAll(trim(values, 0, high))
}

func (e *plain) koya(i int, weights []exact.Rat) *big.Rat {
	idle := len(e.rounds)
	for _, j := range e.present {
		n := 0
		for r := range e.rounds {
			if e.kind(j, r) == results.Idle {
				n++
			}
		}
		idle = min(idle, n)
	}
	share := big.NewRat(1, 2)
	if len(weights) > 0 {
		share = bigRat(weights[0])
	}
	limit := times(times(bigRat(e.p.Scoring.Win), asRat(len(e.rounds)-idle)), share)
	sum := new(big.Rat)
	for r := range e.rounds {
		for _, o := range e.rivals(i, r) {
			if e.score(o).Cmp(limit) >= 0 {
				sum = plus(sum, e.points(i, r))
			}
		}
	}
	return sum
}

// duel is wins less losses and points of i against j, and whether they met.
func (e *plain) duel(i, j int, forfeits bool) (net int, points *big.Rat, met bool) {
	points = new(big.Rat)
	for r := range e.rounds {
		if !slices.Contains(e.rivals(i, r), j) || forfeited(e.kind(i, r)) && !forfeits {
			continue
		}
		met = true
		points = plus(points, e.points(i, r))
		if e.outcome(i, r) == 'W' {
			net++
		}
		if e.outcome(j, r) == 'W' {
			net--
		}
	}
	return net, points, met
}

func (e *plain) headToHead(i int, group []int, most int) *big.Rat {
	if len(group) < 2 || len(group) > most {
		return new(big.Rat)
	}
	for _, j := range group {
		if net, _, _ := e.duel(i, j, e.p.Percentages.ForfeitIsOpponent); j != i && net <= 0 {
			return new(big.Rat)
		}
	}
	return asRat(1)
}

// encounter is the number of members placed below each member.
func (e *plain) encounter(group []int) map[int]int {
	out := map[int]int{}
	for _, i := range group {
		out[i] = 0
	}
	forfeits := e.roundRobin || e.p.Unplayed == "face_value" && e.p.Percentages.ForfeitIsOpponent
	low, high := map[int]*big.Rat{}, map[int]*big.Rat{}
	complete := true
	for _, i := range group {
		low[i], high[i] = new(big.Rat), new(big.Rat)
		for _, j := range group {
			if i == j {
				continue
			}
			_, points, met := e.duel(i, j, forfeits)
			low[i], high[i] = plus(low[i], points), plus(high[i], points)
			if !met {
				complete = false
				high[i] = plus(high[i], bigRat(e.p.Scoring.Win))
			}
		}
	}
	if !complete {
		for _, i := range group {
			first := true
			for _, j := range group {
				first = first && (i == j || high[j].Cmp(low[i]) < 0)
			}
			if first {
				rest := slices.DeleteFunc(slices.Clone(group), func(j int) bool { return j == i })
				out = e.encounter(rest)
				out[i] = len(rest)
				return out
			}
		}
		return out
	}
	for _, i := range group {
		var level []int
		below := 0
		for _, j := range group {
			switch low[j].Cmp(low[i]) {
			case 0:
				level = append(level, j)
			case -1:
				below++
			}
		}
		if len(level) < len(group) {
			out[i] = below + e.encounter(level)[i]
		}
	}
	return out
}

// value computes any tiebreaker; group is whom i is tied with.
func (e *plain) value(tb results.Tiebreaker, i int, group []int) *big.Rat {
	low, high := tb.CutLow, tb.CutHigh
	fixed := map[string][2]int{"BH-C1": {1, 0}, "BH-C2": {2, 0}, "BH-M1": {1, 1}, "BH-M2": {2, 2}, "FB-C1": {1, 0}, "SB-C1": {1, 0}, "PS-C1": {1, 0}, "SOS-1": {1, 0}, "SOS-2": {2, 0}}
	low, high = low+fixed[tb.Code][0], high+fixed[tb.Code][1]
	count := func(is func(r int) bool) *big.Rat {
		n := 0
		for r := range e.rounds {
			if is(r) {
				n++
			}
		}
		return asRat(n)
	}
	over := func(list []int, code string, empty exact.Rat) *big.Rat {
		var values []*big.Rat
		for _, o := range list {
			values = append(values, e.value(results.Tiebreaker{Code: code}, o, nil))
		}
		if code == "MW" {
			for r := range e.rounds {
				if k := e.kind(i, r); k == results.Bye || k == results.FullBye {
					for range e.p.Percentages.ByePhantoms {
						values = append(values, bigRat(e.p.Percentages.PhantomValue))
					}
				}
			}
		}
		return e.average(values, low, high, empty)
	}
	running := func(sum *big.Rat) []*big.Rat {
		var out []*big.Rat
		for r := range e.rounds {
			sum = plus(sum, e.points(i, r))
			out = append(out, sum)
		}
		return out
	}
	k := func(r int) results.Kind { return e.kind(i, r) }
	second := func(r int) bool {
		row, seat := e.at(i, r)
		return atTable(k(r)) && len(row.seats) == 2 && seat == 1
	}
	c := &e.p.Percentages
	switch tb.Code {
	case "MP":
		return e.score(i)
	case "WINS":
		return count(func(r int) bool {
			row, _ := e.at(i, r)
			return e.outcome(i, r) == 'W' && (contested(k(r)) || e.points(i, r).Cmp(e.best(row)) >= 0)
		})
	case "WON":
		return count(func(r int) bool { return atTable(k(r)) && e.outcome(i, r) == 'W' })
	case "BPG":
		return count(second)
	case "BWG":
		return count(func(r int) bool { return second(r) && e.outcome(i, r) == 'W' })
	case "REP":
		return count(func(r int) bool { return k(r) != results.Idle && k(r) != results.FullBye && !e.byChoice(i, r) })
	case "MW":
		return e.matchShare(i)
	case "GW":
		return e.gameShare(i)
	case "OMW":
		return over(e.opponents(i), "MW", c.Floor)
	case "OGW":
		return over(e.opponents(i), "GW", c.GameFloor)
	case "OOMW":
		return over(e.opponents(i), "OMW", c.Floor)
	case "OAMP":
		return over(e.opponents(i), "MP", exact.Rat{})
	case "PML":
		return e.lossShare(i)
	case "OML":
		return over(e.opponents(i), "PML", exact.Rat{})
	case "CTB":
		return e.cumulative(i)
	case "OCTB":
		return over(e.opponents(i), "CTB", exact.Rat{})
	case "per round":
		return e.perRound(i)
	case "SOSA":
		return over(e.opponents(i), "per round", exact.Rat{})
	case "ESOS":
		return over(e.opponents(i), "SOSA", exact.Rat{})
	case "AOB":
		return over(e.metAtTable(i), "BH", exact.Rat{})
	case "LSQ":
		sum := 0
		for r := range e.rounds {
			if e.outcome(i, r) == 'L' && k(r) != results.ZeroBye {
				sum += (r + 1) * (r + 1)
			}
		}
		return asRat(sum)
	case "BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2":
		return e.buchholz(i, false, low, high)
	case "FB", "FB-C1":
		return e.buchholz(i, true, low, high)
	case "SB", "SB-C1":
		return e.sonnebornBerger(i, low, high)
	case "KS":
		return e.koya(i, tb.Weights)
	case "KA":
		sum := 0
		for r := range e.rounds {
			if atTable(k(r)) {
				sum += map[byte]int{'W': 4, 'D': 2, 'L': 1}[e.outcome(i, r)]
			}
		}
		return asRat(sum)
	case "PS", "PS-C1":
		list := running(new(big.Rat))
		list = list[min(low, len(list)):]
		return addAll(list[:max(0, len(list)-high)])
	case "CUSS":
		return addAll(running(bigRat(e.players[i].Start)))
	case "MMS":
		return floorOf(plus(bigRat(e.players[i].Start), e.score(i)))
	case "SOS", "SOS-1", "SOS-2":
		return addAll(trim(e.opponentScores(i), low, high))
	case "SODOS":
		sum := new(big.Rat)
		e.goRounds(i, func(r, o int) {
			switch e.outcome(i, r) {
			case 'W':
				sum = plus(sum, e.groupScore(o))
			case 'D':
				sum = plus(sum, divided(e.groupScore(o), 2))
			}
		}, func() {})
		return sum
	case "SOSOS":
		sum := new(big.Rat)
		e.goRounds(i, func(_, o int) { sum = plus(sum, addAll(e.opponentScores(o))) }, func() {
			if e.mcmahon() {
				sum = plus(sum, times(bigRat(e.players[i].Start), asRat(len(e.rounds))))
			}
		})
		return sum
	case "GD", "GWON":
		sum := 0
		for r := range e.rounds {
			if won, lost, _ := e.games(i, r); contested(k(r)) || c.ByeInOwnGame {
				sum += won
				if tb.Code == "GD" {
					sum -= lost
				}
			}
		}
		return asRat(sum)
	case "H2H":
		return e.headToHead(i, group, len(e.players))
	case "H2H2":
		return e.headToHead(i, group, 2)
	case "DE":
		return asRat(e.encounter(group)[i])
	}
	panic("the plain implementation lacks " + tb.Code)
}
