package standings

import "tourney/internal/results/exact"

// mcmahonScore is MMS: the score at the start plus the points of all rounds,
// absences as the policy values them, rounded down to whole points. Where
// absences count half, rounding down makes two of them worth a point and one
// nothing, as OpenGotha does by default.
var mcmahonScore = formula{
	how: Sum,
	parts: func(col *column, i int, out []part) []part {
		out = append(out, part{round: nobody, opponent: nobody, value: col.c.t.start[i], rule: ownStart})
		return matchPoints.parts(col, i, out)
	},
	fold: func(col *column, _ int, parts []part) exact.Value {
		return exact.Of(col.c.t.rat(total(parts)).Floor())
	},
	bound: func(col *column, i int) (v, before exact.Value, b Bound) {
		parts := col.partsOf(i)
		defer col.c.give(parts)
		return rounded(col.fold(col, i, parts), exact.Of(col.c.t.rat(total(parts))))
	},
	show: showPoints,
}

// groupScore is the score that decides whom one meets: in McMahon events the
// McMahon score, else match points.
func (c *calc) groupScore(i int) int64 {
	score := c.t.score[i]
	if !c.mcmahon {
		return score
	}
	score += c.t.start[i]
	rest := score % c.t.unit
	if rest < 0 {
		rest += c.t.unit
	}
	return score - rest
}

// opponentScores is SOS and, with cuts, SOS-1 and SOS-2: the opponents' final
// scores added up. A round without an opponent adds one's own score at the
// start in McMahon events and nothing in others (OpenGotha). European Go
// Federation, tournament rules.
func opponentScores(cutLow int) formula {
	return formula{
		how: Sum,
		parts: func(col *column, i int, out []part) []part {
			out = col.c.goOpponents(i, out)
			for k := range out {
				switch p := &out[k]; {
				case p.rule == ownStart:
					p.value = col.c.t.start[i]
				case p.left == counts:
					p.value = col.c.groupScore(int(p.opponent))
				}
			}
			return out
		},
		fold:   points,
		show:   showPoints,
		cutLow: cutLow,
	}
}

// goOpponents lists the opponents, every meeting for itself, and in McMahon
// events the rounds without one.
func (c *calc) goOpponents(i int, out []part) []part {
	row := c.t.row(i)
	for r := range row {
		cl := &row[r]
		pt := part{round: int32(r), opponent: nobody}
		met := cl.kind.overTheBoard() || cl.kind.contested() && c.p.Percentages.ForfeitIsOpponent
		switch {
		case cl.kind == idle:
			pt.left = leftIdle
		case !met && c.mcmahon:
			pt.rule = ownStart
		case cl.kind == noRow:
			continue
		case !met:
			pt.left = leftUnplayed
		case cl.opponent == inPod:
			for _, s := range c.t.seats(cl) {
				if int(s) != i {
					pt.opponent = s
					out = append(out, pt)
				}
			}
			continue
		default:
			pt.opponent = cl.opponent
		}
		out = append(out, pt)
	}
	return out
}

// defeatedScores is SODOS: the final scores of the opponents beaten, those
// drawn with at half, added up. It is not recommended for McMahon events,
// where it rewards meeting the weak.
var defeatedScores = formula{
	how: Sum,
	parts: func(col *column, i int, out []part) []part {
		out = col.c.goOpponents(i, out)
		row := col.c.t.row(i)
		for k := range out {
			p := &out[k]
			if p.rule == ownStart {
				p.rule, p.left = noRule, leftUnplayed
			}
			if p.left != counts {
				continue
			}
			p.of = col.c.groupScore(int(p.opponent))
			switch row[p.round].outcome {
			case win:
				p.value = 2 * p.of
			case draw:
				p.value = p.of
			default:
				p.left = leftOther
			}
		}
		return out
	},
	fold: func(col *column, _ int, parts []part) exact.Value {
		return exact.Of(exact.Frac(total(parts), 2*col.c.t.unit))
	},
	show: func(col *column, _ int, p *part, term *Term) {
		if p.opponent >= 0 {
			term.Value = exact.Of(exact.Frac(p.value, 2*col.c.t.unit))
			term.Of = exact.Of(col.c.t.rat(p.of))
		}
	},
}

// opponentSums is SOSOS: the opponents' SOS added up. A round without an
// opponent adds, in McMahon events, one's own score at the start for each
// round of the event (OpenGotha).
var opponentSums = formula{
	how: Sum,
	of:  "SOS",
	parts: func(col *column, i int, out []part) []part {
		out = col.c.goOpponents(i, out)
		for k := range out {
			if out[k].rule == ownStart {
				out[k].value = col.c.t.start[i] * int64(len(col.c.t.rounds))
			}
		}
		return out
	},
	fold: func(col *column, _ int, parts []part) exact.Value {
		var sum fractions
		for k := range parts {
			switch p := &parts[k]; {
			case p.left != counts:
			case p.rule == ownStart:
				sum.add(col.c.t.rat(p.value))
			default:
				sum.add(col.of.at(int(p.opponent)).Rat)
			}
		}
		return exact.Of(sum.over(1))
	},
	show: func(col *column, i int, p *part, term *Term) {
		if p.rule == ownStart {
			term.Value = exact.Of(col.c.t.rat(p.value))
			return
		}
		showOpponent(col, i, p, term)
	},
}
