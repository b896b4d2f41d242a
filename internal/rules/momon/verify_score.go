package momon

import "tourney/internal/rules"

// checkScoreEnd decides claims on games that ended by turns or by full Arena.
func checkScoreEnd(ctx Context, c rules.Claim, e *Evidence, v *rules.Verdict) {
	if ctx.MaxTurns == 0 {
		ctx.MaxTurns = maxTurns
	}
	if c.Kind == rules.Draw && c.Method != rules.Reported {
		drawByScore(ctx, c.Method, e, v)
		return
	}
	if checkTurnCounts(ctx, e, v) {
		return
	}
	if c.Method == rules.Reported {
		c.Method = supportedMethod(ctx, e)
		switch {
		case c.Method == rules.Reported:
			outcomeOnly(c, e, v)
			return
		case c.Kind == rules.Draw:
			drawByScore(ctx, c.Method, e, v)
			return
		}
	}
	if !checkEnd(ctx, c.Method, e, v) && !checkBoard(ctx, e, v) {
		compareScores(ctx, c, e, v)
	}
}

// drawByScore refuses a draw by score (7.3.3), and says who won if the
// evidence does.
func drawByScore(ctx Context, m rules.Method, e *Evidence, v *rules.Verdict) {
	var a rules.Verdict
	checkScoreEnd(ctx, rules.Claim{Kind: rules.Win, Winners: rules.Only(rules.SideA), Method: m}, e, &a)
	say(v, rules.Rejected, rules.R7_3_3, rules.CodeScoreDraw)
	v.Expected = a.Expected
	if a.Code == rules.CodeScoreTie {
		v.Code, v.Args = a.Code, a.Args
	}
}

// outcomeOnly accepts an outcome about which the evidence says nothing.
func outcomeOnly(c rules.Claim, e *Evidence, v *rules.Verdict) {
	say(v, rules.Consistent, rules.R7_3_4, rules.CodeWinnerOnly)
	switch {
	case c.Kind == rules.Draw:
		v.Missing = v.Missing.With(rules.FieldRecurred).With(rules.FieldNoChoice)
	case e.Known.Has(rules.FieldTurns):
		v.Missing = v.Missing.With(rules.FieldConcessions)
	default:
		v.Missing = missing(rules.SixteenTurn, e)
	}
}

// checkTurnCounts refuses counts that alternate turns cannot give (7.1.1).
func checkTurnCounts(ctx Context, e *Evidence, v *rules.Verdict) bool {
	if !e.Known.Has(rules.FieldTurns) {
		return false
	}
	for side, n := range e.Turns {
		if n > ctx.MaxTurns {
			return say(v, rules.Rejected, rules.R7_1_1, rules.CodeTurnsTooMany, int64(side), int64(n), int64(ctx.MaxTurns))
		}
	}
	first := firstPlayer(ctx, e)
	if lead := e.Turns[first] - e.Turns[first.Other()]; lead < 0 || lead > 1 {
		return say(v, rules.Rejected, rules.R7_1_1, rules.CodeTurnsOrder, int64(e.Turns[0]), int64(e.Turns[1]), int64(first))
	}
	return false
}

// firstPlayer gives the player who began; where that is not known, the one who
// has more turns.
func firstPlayer(ctx Context, e *Evidence) rules.Side {
	switch {
	case ctx.First <= rules.SideB:
		return ctx.First
	case e.Turns[1] > e.Turns[0]:
		return rules.SideB
	default:
		return rules.SideA
	}
}

// turnsDone reports whether both players are known to have had all their turns.
func turnsDone(ctx Context, e *Evidence) bool {
	return e.Known.Has(rules.FieldTurns) && e.Turns[0] == ctx.MaxTurns && e.Turns[1] == ctx.MaxTurns
}

// supportedMethod finds the end by score that the evidence speaks of, and
// Reported if it speaks of none.
func supportedMethod(ctx Context, e *Evidence) rules.Method {
	scored := e.Known.Has(rules.FieldBoard) || e.Known.Has(rules.FieldScores)
	switch {
	case turnsDone(ctx, e):
		return rules.SixteenTurn
	case e.ArenaFull == rules.Yes:
		return rules.FullArena
	case !e.Known.Has(rules.FieldTurns) && scored:
		return rules.SixteenTurn
	default:
		return rules.Reported
	}
}

// checkEnd refuses an end by turns or full Arena that had not come yet.
func checkEnd(ctx Context, m rules.Method, e *Evidence, v *rules.Verdict) bool {
	rule := rules.R7_1_2
	if m == rules.FullArena {
		rule = rules.R7_2_2
		begun := !e.Known.Has(rules.FieldTurns) || e.Turns[0]+e.Turns[1] > 0
		empty := e.Known.Has(rules.FieldBoard) && len(e.Board) < int(ctx.Spaces)
		switch {
		case !begun, e.ArenaFull == rules.No && empty:
			return say(v, rules.Rejected, rules.R7_2_1, rules.CodeArenaNotFull)
		case e.ArenaFull == rules.No:
			return say(v, rules.Rejected, rules.R7_2_3, rules.CodeArenaByAbility)
		}
	} else if e.Known.Has(rules.FieldTurns) && !turnsDone(ctx, e) {
		second := firstPlayer(ctx, e).Other()
		return say(v, rules.Rejected, rule, rules.CodeTurnsUnfinished, int64(second), int64(e.Turns[second]), int64(ctx.MaxTurns))
	}
	switch {
	case e.Triggers > 0 || e.Packages > 0:
		return say(v, rules.Rejected, rule, rules.CodePending, int64(e.Triggers), int64(e.Packages))
	case e.EndStep == rules.No:
		return say(v, rules.Rejected, rule, rules.CodeEndStep)
	}
	return false
}

// checkBoard looks at the Spaces (12.1.3) and the Controllers (12.1.4) of the
// final Arena. A Space that does not exist is a mistake in the claim; what two
// cards in one Space or a missing token mean, only a judge can find out.
func checkBoard(ctx Context, e *Evidence, v *rules.Verdict) bool {
	if !e.Known.Has(rules.FieldBoard) {
		return false
	}
	spaces := int32(maxSpaces)
	if ctx.Spaces > 0 && ctx.Spaces < maxSpaces {
		spaces = ctx.Spaces
	}
	var taken uint64
	shared, orphan := int32(-1), int32(-1)
	for i := range e.Board {
		m := &e.Board[i]
		if m.Space < 0 || m.Space >= spaces {
			return say(v, rules.Rejected, rules.R12_1_3, rules.CodeBoardSpace, int64(m.Space), int64(spaces-1))
		}
		bit := uint64(1) << m.Space
		if taken&bit != 0 && shared < 0 {
			shared = m.Space
		}
		taken |= bit
		if m.Ctrl > rules.SideB && orphan < 0 {
			orphan = m.Space
		}
	}
	switch {
	case shared >= 0:
		return say(v, rules.NeedsJudge, rules.R12_1_3, rules.CodeBoardShared, int64(shared))
	case orphan >= 0:
		return say(v, rules.NeedsJudge, rules.R12_1_4, rules.CodeBoardToken, int64(orphan))
	}
	return false
}

// controlScore sums the points by Controller (7.3.1). The board is one that
// checkBoard accepts: at most 64 Momon, so that values up to 2^57 cannot
// overflow.
func controlScore(board []Placed) (score [2]int64) {
	for i := range board {
		score[board[i].Ctrl&1] += board[i].Points
	}
	return score
}

// missing lists what an end by score would need to be certain, without the
// token.
func missing(m rules.Method, e *Evidence) rules.FieldSet {
	lacks := rules.FieldSet(0).With(rules.FieldTurns).With(rules.FieldPending).With(rules.FieldBoard) &^ e.Known
	if m == rules.FullArena && e.ArenaFull == rules.Unknown {
		lacks = lacks.With(rules.FieldArenaFull)
	}
	return lacks
}

// compareScores finds the winner by Control Score and First Player Token
// (7.3.1 to 7.3.3) and compares the claim with it.
func compareScores(ctx Context, c rules.Claim, e *Evidence, v *rules.Verdict) {
	v.Missing = missing(c.Method, e)
	score := e.Scores
	typed := e.Known.Has(rules.FieldScores)
	switch {
	case e.Known.Has(rules.FieldBoard):
		score = controlScore(e.Board)
		if typed && score != e.Scores {
			v.Missing = 0
			say(v, rules.Rejected, rules.R7_3_1, rules.CodeScoreTyped, e.Scores[0], e.Scores[1], score[0], score[1])
			return
		}
	case !typed:
		say(v, rules.Consistent, rules.R7_3_4, rules.CodeWinnerOnly)
		return
	}

	x := &v.Expected
	winner := rules.SideA
	switch {
	case score[0] != score[1]:
		if score[1] > score[0] {
			winner = rules.SideB
		}
		say(v, rules.Verified, rules.R7_3_2, rules.CodeScoreGreater, int64(winner), score[winner&1], score[winner&1^1])
		x.Decider = rules.ControlScore
	case !e.Known.Has(rules.FieldToken):
		v.Missing = v.Missing.With(rules.FieldToken)
		say(v, rules.NeedsJudge, rules.R7_3_3, rules.CodeScoreTieUnknown, score[0])
		return
	default:
		winner = e.Token
		say(v, rules.Verified, rules.R7_3_3, rules.CodeScoreTie, int64(winner), score[0])
		x.Decider = rules.FirstPlayerToken
	}
	x.Kind, x.Winners, x.Method, x.Rule, x.Score = rules.Win, rules.Only(winner), c.Method, v.Rule, score
	if e.ArenaFull == rules.Yes && turnsDone(ctx, e) {
		x.Also[0] = rules.R7_2_2
		if c.Method == rules.FullArena {
			x.Also[0] = rules.R7_1_2
		}
	}
	switch {
	case !matches(c, x):
		v.Kind, v.Missing = rules.Rejected, 0
	case v.Missing != 0:
		v.Kind = rules.Consistent
	}
}
