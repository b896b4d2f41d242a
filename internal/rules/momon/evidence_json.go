package momon

import (
	"math"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
)

// Limits of numbers in evidence.
const (
	maxTurnCount = 1000
	maxPending   = 1_000_000
	maxStatement = 1000
	maxEntered   = 1000
)

// ReadContext reads what an event says about its games: sanctioned (true if
// absent), spaces, max_turns and first.
func ReadContext(v jsontree.Value) Context {
	ctx := Context{Sanctioned: true, First: rules.NoSide}
	if !v.Given() || !v.Object("sanctioned", "spaces", "max_turns", "first") {
		return ctx
	}
	if s := v.Get("sanctioned"); s.Given() {
		ctx.Sanctioned = s.Bool()
	}
	if s := v.Get("spaces"); s.Given() {
		ctx.Spaces = int32(s.Int(1, maxSpaces))
	}
	if s := v.Get("max_turns"); s.Given() {
		ctx.MaxTurns = int32(s.Int(1, maxTurnCount))
	}
	ctx.First = ReadSide(v.Get("first"))
	return ctx
}

// ReadSide reads a player, "A" or "B"; absent, null and "" are NoSide.
func ReadSide(v jsontree.Value) rules.Side {
	if !v.Given() {
		return rules.NoSide
	}
	side := v.OneOf("A", "B", "")
	if side < 0 || side > int(rules.SideB) {
		return rules.NoSide
	}
	return rules.Side(side)
}

// ReadClaim reads a claim: winner ("A", "B" or "draw") and method. A method
// that nobody knows is one that ends no game.
func ReadClaim(v jsontree.Value) rules.Claim {
	if !v.Object("winner", "method") {
		return rules.Claim{}
	}
	c := rules.Claim{Kind: rules.Draw}
	if winner := v.Get("winner").OneOf("A", "B", "draw"); winner == 0 || winner == 1 {
		c.Kind, c.Winners = rules.Win, rules.Only(rules.Side(winner))
	}
	if m := v.Get("method"); m.Given() {
		c.Method, _ = rules.ParseMethod(m.Text())
	}
	return c
}

// evidenceKeys are the keys of evidence.
var evidenceKeys = []string{
	"turns", "arena_full_at_summon", "pending", "board", "scores", "token", "concessions", "ended_seq",
	"loop", "rollback", "hold", "policy_prohibits_concession",
}

// ReadEvidence reads evidence; every key is optional, and null is absent.
// further are keys that the caller reads.
func ReadEvidence(v jsontree.Value, further ...string) *Evidence {
	e := &Evidence{Token: rules.NoSide}
	if !v.Given() || !v.Object(append(further, evidenceKeys...)...) {
		return e
	}
	if t := v.Get("turns"); t.Given() {
		pair := readPair(t, 0, maxTurnCount)
		e.Turns = [2]int32{int32(pair[0]), int32(pair[1])}
		e.Known = e.Known.With(rules.FieldTurns)
	}
	if s := v.Get("scores"); s.Given() {
		e.Scores = readPair(s, -MaxValue, MaxValue)
		e.Known = e.Known.With(rules.FieldScores)
	}
	if e.Token = ReadSide(v.Get("token")); e.Token != rules.NoSide {
		e.Known = e.Known.With(rules.FieldToken)
	}
	e.ArenaFull = readTri(v.Get("arena_full_at_summon"))
	readPending(v.Get("pending"), e)
	readBoard(v.Get("board"), e)
	readConcessions(v, e)
	readLoop(v.Get("loop"), e)
	if r := v.Get("rollback"); r.Given() && r.Object("exact", "private_revealed") {
		e.Exact, e.Revealed = readTri(r.Get("exact")), readTri(r.Get("private_revealed"))
	}
	e.Hold = readTri(v.Get("hold")) == rules.Yes
	e.ConcessionProhibited = readTri(v.Get("policy_prohibits_concession")) == rules.Yes
	return e
}

// readTri reads true or false, or Unknown if it is not there.
func readTri(v jsontree.Value) rules.Tri {
	if !v.Given() {
		return rules.Unknown
	}
	return rules.Know(v.Bool())
}

// readPair reads one number for A and one for B.
func readPair(v jsontree.Value, least, most int64) (pair [2]int64) {
	list := v.List(2)
	if list != nil && len(list) != 2 {
		v.Fault("this has to be two numbers, for A and for B")
		return pair
	}
	for i, n := range list {
		pair[i] = n.Int(least, most)
	}
	return pair
}

// readPending reads what was still to be resolved. Only if all of it is given
// is it known that nothing was.
func readPending(v jsontree.Value, e *Evidence) {
	if !v.Given() || !v.Object("triggers", "packages", "end_step_done") {
		return
	}
	triggers, packages := v.Get("triggers"), v.Get("packages")
	if triggers.Given() {
		e.Triggers = int32(triggers.Int(0, maxPending))
	}
	if packages.Given() {
		e.Packages = int32(packages.Int(0, maxPending))
	}
	e.EndStep = readTri(v.Get("end_step_done"))
	if triggers.Given() && packages.Given() && e.EndStep != rules.Unknown {
		e.Known = e.Known.With(rules.FieldPending)
	}
}

// readBoard reads the final Arena. The owner may be given but does not matter
// (7.3.1).
func readBoard(v jsontree.Value, e *Evidence) {
	if !v.Given() {
		return
	}
	e.Known = e.Known.With(rules.FieldBoard)
	for _, m := range v.List(maxEntered) {
		if !m.Object("space", "ctrl", "owner", "points") {
			continue
		}
		ReadSide(m.Get("owner"))
		e.Board = append(e.Board, Placed{
			Space:  int32(m.Get("space").Int(math.MinInt32, math.MaxInt32)),
			Ctrl:   ReadSide(m.Get("ctrl")),
			Points: m.Get("points").Int(-MaxValue, MaxValue),
		})
	}
}

// readConcessions reads the statements of the players and when the game ended.
func readConcessions(v jsontree.Value, e *Evidence) {
	if end := v.Get("ended_seq"); end.Given() {
		e.EndedSeq = end.Int(0, math.MaxInt64)
	}
	list := v.Get("concessions")
	if !list.Given() {
		return
	}
	for _, c := range list.List(maxStatement) {
		if !c.Object("by", "seq", "clear") {
			continue
		}
		said := Conceded{By: ReadSide(c.Get("by")), Clear: readTri(c.Get("clear")) == rules.Yes}
		if said.By == rules.NoSide {
			c.Fault(`a concession needs "by": "A" or "B"`)
			continue
		}
		if seq := c.Get("seq"); seq.Given() {
			said.Seq = seq.Int(0, math.MaxInt64)
		}
		e.Concessions = append(e.Concessions, said)
	}
}

// readLoop reads the two verifications of a loop. Whether a choice exists may
// be said either way.
func readLoop(v jsontree.Value, e *Evidence) {
	if !v.Given() || !v.Object("recurred", "no_choice", "choice_exists") {
		return
	}
	e.Recurred, e.NoChoice = readTri(v.Get("recurred")), readTri(v.Get("no_choice"))
	exists := v.Get("choice_exists")
	if !exists.Given() {
		return
	}
	none := rules.Know(!exists.Bool())
	if e.NoChoice != rules.Unknown && e.NoChoice != none {
		v.Fault(`"no_choice" and "choice_exists" contradict each other; give one of them`)
	}
	e.NoChoice = none
}
