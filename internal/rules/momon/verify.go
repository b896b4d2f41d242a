package momon

import "tourney/internal/rules"

// maxTurns is the number of turns of each player by 7.1.1.
const maxTurns = 8

// maxSpaces is the largest Arena that can be described.
const maxSpaces = 64

// VerifyMomon says what the evidence makes of a claim. The first of these that
// applies decides: a method that ends no game (7.5.3, 7.4.3), the earliest
// clear concession before the end (7.6), a loop (12.4), an irregularity
// (12.1.9), a draw by score (7.3.3), the turns (7.1.1, 7.1.2), the full Arena
// (7.2), pending work, the board (12.1.3, 12.1.4), the scores (7.3.1 to
// 7.3.3). A claim by rules.Reported is compared with whatever the evidence
// supports. A nil e is no evidence. Accepting allocates nothing.
func VerifyMomon(ctx Context, c rules.Claim, e *Evidence) (v rules.Verdict) {
	if e == nil {
		e = &Evidence{}
	}
	switch {
	case checkMethod(c, &v), checkConcession(c, e, &v), checkLoop(ctx, c, e, &v), checkIrregularity(ctx, c, e, &v):
	default:
		checkScoreEnd(ctx, c, e, &v)
	}
	return v
}

// say writes a verdict with up to four numbers and reports that it decides.
func say(v *rules.Verdict, kind rules.VerdictKind, rule rules.Ref, code rules.Code, args ...int64) bool {
	v.Kind, v.Rule, v.Code = kind, rule, code
	copy(v.Args[:], args)
	return true
}

// checkMethod refuses the ways that end no Momon game.
func checkMethod(c rules.Claim, v *rules.Verdict) bool {
	switch c.Method {
	case rules.Reported, rules.SixteenTurn, rules.FullArena, rules.Concession, rules.MandatoryLoop, rules.IrreversibleIrregularity:
		return false
	}
	forbidden := false
	if *v, forbidden = rules.Forbidden(c.Method); forbidden {
		return true
	}
	return say(v, rules.Rejected, rules.R7_5_3, rules.CodeMethod)
}

// conceded is what the statements of the players come to.
type conceded struct {
	clear, unclear, late Conceded
	// together is set if both conceded clearly at the same earliest instant.
	together bool
}

// earliest finds the first clear concession before the end, the first unclear
// one and the first that came after the end. By is NoSide where there is none.
func earliest(e *Evidence) (found conceded) {
	found.clear.By, found.unclear.By, found.late.By = rules.NoSide, rules.NoSide, rules.NoSide
	for i := range e.Concessions {
		c := &e.Concessions[i]
		slot := &found.clear
		switch {
		case e.EndedSeq != 0 && c.Seq > e.EndedSeq:
			slot = &found.late
		case !c.Clear:
			slot = &found.unclear
		case found.clear.By != rules.NoSide && c.Seq == found.clear.Seq && c.By != found.clear.By:
			found.together = true
		}
		if slot.By == rules.NoSide || c.Seq < slot.Seq {
			if slot == &found.clear {
				found.together = false
			}
			*slot = *c
		}
	}
	return found
}

// checkConcession decides claims by concession and all claims on a game that
// ended by one.
func checkConcession(c rules.Claim, e *Evidence, v *rules.Verdict) bool {
	claimed := c.Method == rules.Concession
	if len(e.Concessions) == 0 && !claimed {
		return false
	}
	if claimed && c.Kind != rules.Win {
		return say(v, rules.Rejected, rules.R7_6_1, rules.CodeConcessionDraw)
	}
	found := earliest(e)
	first := found.clear
	switch {
	case found.together && (claimed || c.Method == rules.Reported && c.Kind == rules.Win):
		return say(v, rules.NeedsJudge, rules.R7_6_1, rules.CodeConcessionTogether, first.Seq)
	case found.together:
		return say(v, rules.Rejected, rules.R7_6_1, rules.CodeConcessionsEnded, first.Seq)
	case first.By != rules.NoSide:
		return judgeConcession(c, e, first, v)
	case !claimed:
		return false
	case found.unclear.By != rules.NoSide:
		return say(v, rules.NeedsJudge, rules.R7_6_2, rules.CodeConcessionUnclear, int64(found.unclear.By))
	case found.late.By != rules.NoSide:
		return say(v, rules.Rejected, rules.R7_6_1, rules.CodeConcessionLate, int64(found.late.By), found.late.Seq, e.EndedSeq)
	}
	v.Missing = v.Missing.With(rules.FieldConcessions)
	return say(v, rules.Consistent, rules.R7_6_1, rules.CodeConcessionUnproved)
}

// judgeConcession compares a claim with the concession that ended the game.
func judgeConcession(c rules.Claim, e *Evidence, first Conceded, v *rules.Verdict) bool {
	say(v, rules.Verified, rules.R7_6_1, rules.CodeConcession, int64(first.By), int64(first.By.Other()))
	v.Expected = rules.Result{Kind: rules.Win, Winners: rules.Only(first.By.Other()), Method: rules.Concession, Rule: rules.R7_6_1}
	if e.ConcessionProhibited {
		v.Code = rules.CodeConcessionProhibited
	}
	if matches(c, &v.Expected) {
		return true
	}
	v.Kind = rules.Rejected
	switch {
	case c.Winners != rules.Only(first.By):
		v.Code = rules.CodeConcessionFirst
	case c.Method == rules.Concession || c.Method == rules.Reported:
		v.Code = rules.CodeConcessionByWinner
	case c.Method == rules.FullArena && e.ArenaFull == rules.Yes && e.EndedSeq == 0:
		// The condition was recorded, but the End Step had still to come: the
		// claim does not take the concession back, it overlooks it.
		v.Code = rules.CodeConcessionFirst
	default:
		v.Rule, v.Code = rules.R7_6_2, rules.CodeConcessionWithdrawn
	}
	return true
}

// matches reports whether a claim says the same as a result.
func matches(c rules.Claim, r *rules.Result) bool {
	return c.Kind == r.Kind && c.Winners == r.Winners && (c.Method == r.Method || c.Method == rules.Reported)
}

// checkLoop decides claims by mandatory loop and all claims on a game whose
// loop is proved.
func checkLoop(ctx Context, c rules.Claim, e *Evidence, v *rules.Verdict) bool {
	proved := e.Recurred == rules.Yes && e.NoChoice == rules.Yes
	meant := c.Method == rules.MandatoryLoop ||
		c.Method == rules.Reported && c.Kind == rules.Draw && (e.Recurred != rules.Unknown || e.NoChoice != rules.Unknown)
	if !meant && !proved {
		return false
	}
	switch {
	case proved:
		say(v, rules.Verified, rules.R12_4_5, rules.CodeLoop)
		v.Expected = rules.Result{Kind: rules.Draw, Method: rules.MandatoryLoop, Rule: rules.R12_4_5}
		if !matches(c, &v.Expected) {
			v.Kind = rules.Rejected
		}
		return true
	case c.Kind != rules.Draw:
		return say(v, rules.Rejected, rules.R12_4_5, rules.CodeLoopWinner)
	case e.NoChoice == rules.No:
		return say(v, rules.Rejected, rules.R12_4_4, rules.CodeLoopChoice)
	case e.Recurred == rules.No:
		return say(v, rules.Rejected, rules.R12_4_4, rules.CodeLoopNoRecurrence)
	}
	say(v, rules.NeedsJudge, rules.R12_4_4, rules.CodeLoopUnverified)
	if !ctx.Sanctioned {
		v.Kind = rules.Rejected
	}
	if e.Recurred == rules.Unknown {
		v.Missing = v.Missing.With(rules.FieldRecurred)
	}
	if e.NoChoice == rules.Unknown {
		v.Missing = v.Missing.With(rules.FieldNoChoice)
	}
	return true
}

// checkIrregularity decides draws by an irregularity, and keeps a game that is
// on hold from ending by score.
func checkIrregularity(ctx Context, c rules.Claim, e *Evidence, v *rules.Verdict) bool {
	meant := c.Method == rules.IrreversibleIrregularity ||
		c.Method == rules.Reported && c.Kind == rules.Draw && (e.Exact != rules.Unknown || e.Revealed != rules.Unknown)
	if !meant {
		if e.Hold {
			return say(v, rules.NeedsJudge, rules.R12_1_9, rules.CodeIrregularHold)
		}
		return false
	}
	switch {
	case c.Kind != rules.Draw:
		return say(v, rules.Rejected, rules.R12_1_9, rules.CodeIrregularWinner)
	case ctx.Sanctioned:
		return say(v, rules.Rejected, rules.R12_1_9, rules.CodeIrregularSanctioned)
	case e.Exact == rules.No || e.Revealed == rules.Yes:
		v.Expected = rules.Result{Kind: rules.Draw, Method: rules.IrreversibleIrregularity, Rule: rules.R12_1_9}
		return say(v, rules.Verified, rules.R12_1_9, rules.CodeIrregularDraw)
	case e.Exact == rules.Yes && e.Revealed == rules.No:
		return say(v, rules.Rejected, rules.R12_1_9, rules.CodeIrregularRollback)
	}
	v.Missing = v.Missing.With(rules.FieldRollback)
	return say(v, rules.NeedsJudge, rules.R12_1_9, rules.CodeIrregularUnknown)
}
