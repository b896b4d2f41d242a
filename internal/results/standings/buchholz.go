package standings

import (
	"cmp"

	"tourney/internal/results/exact"
)

// buchholz is BH and its cuts and medians, and with fore FB: the opponents'
// scores added up. FIDE C.07, 8.1, 8.3, 14.1, 16. Rounds not played follow the
// policy's unplayed rules; under face_value they add nothing, and in a round
// robin forfeits count as played.
//
// Cuts take rounds unplayed by choice first, whatever they add (16.5); the
// highest are cut from all alike. Known gap: the caps of 2026 use the number
// of rounds so far, which during an event is not yet the event's.
func buchholz(fore bool, cutLow, cutHigh int) formula {
	return formula{
		how: Sum,
		parts: func(col *column, i int, out []part) []part {
			return col.c.opposition(i, fore, out)
		},
		fold:    points,
		show:    showOpposition,
		cutLow:  cutLow,
		cutHigh: cutHigh,
		cut: func(parts []part, low, high int) {
			leaveOut(parts, low, leftCutLow, func(a, b *part) int {
				return cmp.Or(cmp.Compare(truth(b.byChoice), truth(a.byChoice)), cmp.Compare(a.value, b.value))
			})
			leaveOut(parts, high, leftCutHigh, highest)
		},
	}
}

func highest(a, b *part) int { return cmp.Compare(b.value, a.value) }

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func showOpposition(col *column, _ int, p *part, term *Term) {
	if p.left != leftIdle && p.left != leftUnplayed {
		term.Value = exact.Of(col.c.t.rat(p.value))
	}
}

// sonnebornBerger is SB: each opponent's score times the points taken from
// that opponent, added up. FIDE C.07, 9.1. A round not played is a game against
// the dummy of the unplayed rules with the points awarded (16.4).
//
// A cut takes the contribution of the opponent with the lowest score, the
// smaller one where several have it (14.1); where a round unplayed by choice
// contributes no less than that one, the smallest such contribution goes
// instead (16.5).
func sonnebornBerger(cutLow int) formula {
	return formula{
		how: Sum,
		parts: func(col *column, i int, out []part) []part {
			out = col.c.opposition(i, false, out)
			for k := range out {
				out[k].value = out[k].of * col.c.roundPoints(i, int(out[k].round))
			}
			return out
		},
		fold: func(col *column, _ int, parts []part) exact.Value {
			return exact.Of(exact.Frac(total(parts), col.c.t.unit*col.c.t.unit))
		},
		show: func(col *column, _ int, p *part, term *Term) {
			if p.left == leftIdle || p.left == leftUnplayed {
				return
			}
			term.Value = exact.Of(exact.Frac(p.value, col.c.t.unit*col.c.t.unit))
			term.Of = exact.Of(col.c.t.rat(p.of))
		},
		cutLow: cutLow,
		cut: func(parts []part, low, high int) {
			for range min(low, len(parts)) {
				leaveOutLeast(parts)
			}
			leaveOut(parts, high, leftCutHigh, highest)
		},
	}
}

// leaveOutLeast makes one cut of Sonneborn-Berger.
func leaveOutLeast(parts []part) {
	var least, unplayed *part
	for k := range parts {
		p := &parts[k]
		if p.left != counts {
			continue
		}
		if least == nil || cmp.Or(cmp.Compare(p.of, least.of), cmp.Compare(p.value, least.value)) < 0 {
			least = p
		}
		if p.byChoice && (unplayed == nil || cmp.Or(cmp.Compare(p.value, unplayed.value), cmp.Compare(p.of, unplayed.of)) < 0) {
			unplayed = p
		}
	}
	if unplayed != nil && unplayed.value >= least.value {
		least = unplayed
	}
	if least != nil {
		least.left = leftCutLow
	}
}

// averageBuchholz is AOB: the average Buchholz of the opponents met at the
// table. FIDE C.07, 8.2.
var averageBuchholz = averageAtTheTable("BH")

// koya is KS: the points taken from opponents who have at least half of the
// greatest possible score, forfeits included. A weight is another share of the
// greatest score than 1/2. FIDE C.07, 9.2. The greatest possible score counts
// the rounds that were not idle.
var koya = formula{
	how: Sum,
	parts: func(col *column, i int, out []part) []part {
		t := col.c.t
		limit := col.koyaLimit()
		row := t.row(i)
		for r := range row {
			c := &row[r]
			if !c.kind.contested() {
				continue
			}
			pt := part{round: int32(r), opponent: c.opponent, value: int64(c.points)}
			if c.opponent != inPod {
				out = append(out, pt.from(t, limit))
				continue
			}
			for _, s := range t.seats(c) {
				if int(s) != i {
					pt.opponent = s
					out = append(out, pt.from(t, limit))
				}
			}
		}
		return out
	},
	fold: points,
	show: func(col *column, _ int, p *part, term *Term) {
		term.Value = exact.Of(col.c.t.rat(p.value))
		term.Of = exact.Of(col.c.t.rat(p.of))
	},
}

// from notes the opponent's score and whether it reaches the limit.
func (p part) from(t *Table, limit exact.Rat) part {
	p.of = t.score[p.opponent]
	if exact.Int(p.of).Cmp(limit) < 0 {
		p.left = leftOther
	}
	return p
}

// koyaLimit is the score, in units, that an opponent must have.
func (col *column) koyaLimit() exact.Rat {
	if !col.limit.Known {
		share := exact.Frac(1, 2)
		if len(col.tb.Weights) > 0 {
			share = col.tb.Weights[0]
		}
		col.limit = exact.Of(exact.Int(col.c.t.greatestScore()).Mul(share))
	}
	return col.limit.Rat
}

// greatestScore is a win in every round, less the rounds in which everybody
// was idle once in turn.
func (t *Table) greatestScore() (units int64) {
	idleRounds := len(t.rounds)
	for i := range t.entrants {
		n := 0
		for r := range t.row(i) {
			if t.row(i)[r].kind == idle {
				n++
			}
		}
		idleRounds = min(idleRounds, n)
	}
	for _, m := range t.marks[:len(t.rounds)-idleRounds] {
		units += m.win
	}
	return units
}
