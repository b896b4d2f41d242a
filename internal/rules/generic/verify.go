// Package generic checks claims on games whose rules nobody told the program.
// It refuses only what no game allows.
package generic

import (
	"math"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
)

// Evidence is what is known of a game.
type Evidence struct {
	// Concessions are the statements of the players.
	Concessions []Conceded
	// EndedSeq is the place in the record at which the game ended otherwise; 0
	// is unknown or not at all.
	EndedSeq int64
}

// Conceded is one statement of a player.
type Conceded struct {
	// Seq is its place in the record of the game.
	Seq   int64
	By    rules.Side
	Clear bool
}

// Verify says whether any game allows the claim: not by time, agreement,
// chance, forecast or an unknown way (7.4.3, 7.5.3), no draw by concession, and
// no winners who were the first to concede clearly before the end (7.6.1).
// Everything else is consistent. A nil e is no evidence.
func Verify(c rules.Claim, e *Evidence) rules.Verdict {
	if v, forbidden := rules.Forbidden(c.Method); forbidden {
		return v
	}
	v := rules.Verdict{Kind: rules.Rejected, Rule: rules.R7_6_1}
	if c.Method == rules.Concession && c.Kind == rules.Draw {
		v.Code = rules.CodeConcessionDraw
		return v
	}
	if first := firstToConcede(e); c.Kind == rules.Win && first != 0 && c.Winners&^first == 0 {
		v.Code, v.Args[0] = rules.CodeConcededWinner, int64(c.Winners.First())
		return v
	}
	return rules.Verdict{Kind: rules.Consistent, Rule: rules.R7_3_4, Code: rules.CodeReported}
}

// firstToConcede finds who conceded clearly at the earliest instant before the
// end.
func firstToConcede(e *Evidence) rules.SideSet {
	if e == nil {
		return 0
	}
	var who rules.SideSet
	at := int64(math.MaxInt64)
	for _, c := range e.Concessions {
		if !c.Clear || e.EndedSeq != 0 && c.Seq > e.EndedSeq || c.Seq > at {
			continue
		}
		if c.Seq < at {
			who, at = 0, c.Seq
		}
		who |= rules.Only(c.By)
	}
	return who
}

// maxStatements bounds the statements of one game.
const maxStatements = 1000

// ReadEvidence reads "concessions" ("by" is a seat's number, or "A" or "B" for
// the first two) and "ended_seq".
func ReadEvidence(v jsontree.Value) *Evidence {
	e := &Evidence{}
	if !v.Object("concessions", "ended_seq") {
		return e
	}
	if end := v.Get("ended_seq"); end.Given() {
		e.EndedSeq = end.Int(0, math.MaxInt64)
	}
	list := v.Get("concessions")
	if !list.Given() {
		return e
	}
	for _, item := range list.List(maxStatements) {
		if !item.Object("by", "seq", "clear") {
			continue
		}
		var c Conceded
		switch by := item.Get("by"); {
		case by.Is("A"):
			c.By = rules.SideA
		case by.Is("B"):
			c.By = rules.SideB
		default:
			c.By = rules.Side(by.Int(0, rules.MaxSeats-1))
		}
		if seq := item.Get("seq"); seq.Given() {
			c.Seq = seq.Int(0, math.MaxInt64)
		}
		if said := item.Get("clear"); said.Given() {
			c.Clear = said.Bool()
		}
		e.Concessions = append(e.Concessions, c)
	}
	return e
}
