package standings

// unplayedRules is how rounds that were not played enter score sums.
type unplayedRules uint8

const (
	faceValue   unplayedRules = iota // as awarded; no opponent, no contribution
	fide2023                         // C.07, 16: a dummy with one's own score
	fide2026                         // the same, capped
	virtual2009                      // the virtual opponent of 2009 to 2022
)

func rulesOf(name string) unplayedRules {
	switch name {
	case "fide_2023":
		return fide2023
	case "fide_2026":
		return fide2026
	case "virtual_2009":
		return virtual2009
	}
	return faceValue
}

// memo is a number for each entrant, computed once.
type memo struct {
	value []int64
	known []bool
}

// asPlayed reports whether forfeited matches enter score sums like played
// ones: in a round robin (C.07, 15.2), and where the policy knows no rules for
// unplayed rounds and takes forfeits as opponents.
func (c *calc) asPlayed() bool {
	return c.t.roundRobin || c.rules == faceValue && c.p.Percentages.ForfeitIsOpponent
}

// drawnLast reports whether fore-Buchholz takes the round as drawn: a match
// paired in the last round, forfeits included (C.07, 8.3).
func (c *calc) drawnLast(cl *cell, r int) bool {
	return r == len(c.t.rounds)-1 && cl.kind.contested()
}

// ownScore is the entrant's match points; fore, with the last round drawn.
func (c *calc) ownScore(i int, fore bool) int64 {
	score := c.t.score[i]
	if last := len(c.t.rounds) - 1; fore && last >= 0 {
		if cl := &c.t.row(i)[last]; c.drawnLast(cl, last) {
			score += c.t.marks[last].draw - int64(cl.points)
		}
	}
	return score
}

// byChoice reports whether the round was voluntarily unplayed (C.07, 16.2): a
// requested bye, an absence, or a loss by forfeit. A full bye is none: the
// programs in use differ about it, and the regulations name the half-point and
// the zero-point bye.
func (cl *cell) byChoice() bool {
	switch cl.kind {
	case noRow, halfBye, zeroBye, late, assignedLoss, doubleForfeit:
		return true
	case forfeit:
		return cl.outcome == loss
	}
	return false
}

// requested reports whether the round was a requested bye or an absence, which
// counts as a draw where everything after it is unplayed by choice.
func (k kind) requested() bool {
	return k == noRow || k == halfBye || k == zeroBye || k == late
}

// adjusted is the entrant's score as it counts for opponents (C.07, 16.3):
// every round at face value, but requested byes and absences as draws if
// nothing but rounds unplayed by choice followed. The rules of 2009 take every
// unplayed round as a draw.
func (c *calc) adjusted(i int, fore bool) int64 {
	m := &c.final
	if fore {
		m = &c.fore
	}
	if m.value == nil {
		m.value, m.known = make([]int64, c.t.Len()), make([]bool, c.t.Len())
	}
	if !m.known[i] {
		m.value[i], m.known[i] = c.adjust(i, fore), true
	}
	return m.value[i]
}

func (c *calc) adjust(i int, fore bool) int64 {
	score := c.ownScore(i, fore)
	if c.rules == faceValue || c.t.roundRobin {
		return score
	}
	row := c.t.row(i)
	for r := len(row) - 1; r >= 0; r-- {
		cl := &row[r]
		switch {
		case cl.kind == idle:
			continue
		case fore && c.drawnLast(cl, r) || cl.kind.overTheBoard():
			if c.rules != virtual2009 {
				return score
			}
			continue
		case c.rules == virtual2009 || cl.kind.requested():
			score += c.t.marks[r].draw - c.roundPoints(i, r)
		}
		if c.rules != virtual2009 && !cl.byChoice() {
			return score
		}
	}
	return score
}

// opposition lists the opponents' scores that Buchholz and Sonneborn-Berger
// are made of, each in value and of. A round not played is a game against a
// dummy whose score the rules in force give.
func (c *calc) opposition(i int, fore bool, out []part) []part {
	asPlayed := c.asPlayed()
	row := c.t.row(i)
	for r := range row {
		cl := &row[r]
		pt := part{round: int32(r), opponent: nobody}
		switch {
		case cl.kind == idle:
			pt.left = leftIdle
		case cl.kind.overTheBoard(), cl.kind.contested() && asPlayed:
			if cl.opponent != inPod {
				pt.opponent = cl.opponent
				pt.value = c.adjusted(int(cl.opponent), fore)
				pt.of = pt.value
				break
			}
			for _, s := range c.t.seats(cl) {
				if int(s) != i {
					v := c.adjusted(int(s), fore)
					out = append(out, part{round: int32(r), opponent: s, value: v, of: v})
				}
			}
			continue
		case c.rules == faceValue && cl.kind == noRow:
			continue
		case c.rules == faceValue:
			pt.left = leftUnplayed
		default:
			c.dummy(i, r, fore, &pt)
		}
		out = append(out, pt)
	}
	return out
}

// dummy sets the score of whom an unplayed round counts as played against.
func (c *calc) dummy(i, r int, fore bool, pt *part) {
	t := c.t
	cl := &t.row(i)[r]
	if c.rules == virtual2009 {
		// The score before the round, what the round did not give, and half a
		// point for each round after it.
		score := t.marks[r].win
		for k := 0; k < r; k++ {
			score += c.roundPoints(i, k)
		}
		if fore && c.drawnLast(cl, r) {
			score -= t.marks[r].draw
		} else {
			score -= c.roundPoints(i, r)
		}
		for k := r + 1; k < len(t.rounds); k++ {
			score += t.marks[k].draw
		}
		pt.value, pt.of, pt.rule = score, score, virtualOpponent
		return
	}
	pt.value, pt.rule, pt.byChoice = c.ownScore(i, fore), ownScore, cl.byChoice()
	if c.rules == fide2026 {
		if cl.kind.contested() && cl.opponent != inPod {
			if limit := c.adjusted(int(cl.opponent), fore); limit < pt.value {
				pt.value, pt.rule = limit, cappedByOpponent
			}
		} else {
			var limit int64
			for k := range t.marks {
				limit += t.marks[k].draw
			}
			if limit < pt.value {
				pt.value, pt.rule = limit, cappedByDraws
			}
		}
	}
	pt.of = pt.value
}
