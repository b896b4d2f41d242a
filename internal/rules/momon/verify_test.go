package momon_test

import (
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules"
	"tourney/internal/rules/momon"
)

// anyEvidence draws evidence of any kind, much of it contradictory.
func anyEvidence(t *rapid.T) *momon.Evidence {
	tri := rapid.SampledFrom([]rules.Tri{rules.Unknown, rules.Yes, rules.No})
	side := rapid.SampledFrom([]rules.Side{rules.SideA, rules.SideB})
	e := &momon.Evidence{
		Turns:     [2]int32{rapid.Int32Range(0, 9).Draw(t, "turns A"), rapid.Int32Range(7, 9).Draw(t, "turns B")},
		Known:     rules.FieldSet(rapid.Uint16().Draw(t, "known")),
		Token:     side.Draw(t, "token"),
		Triggers:  rapid.SampledFrom([]int32{0, 0, 0, 1}).Draw(t, "triggers"),
		Packages:  rapid.SampledFrom([]int32{0, 0, 0, 1}).Draw(t, "packages"),
		EndStep:   tri.Draw(t, "end step"),
		ArenaFull: tri.Draw(t, "full"),
		Recurred:  tri.Draw(t, "recurred"), NoChoice: tri.Draw(t, "no choice"),
		Exact: tri.Draw(t, "exact"), Revealed: tri.Draw(t, "revealed"),
		Hold:                 rapid.IntRange(0, 9).Draw(t, "hold") == 0,
		ConcessionProhibited: rapid.Bool().Draw(t, "prohibited"),
		EndedSeq:             rapid.SampledFrom([]int64{0, 2}).Draw(t, "ended"),
		Scores:               [2]int64{rapid.Int64Range(-2, 4).Draw(t, "score A"), rapid.Int64Range(-2, 4).Draw(t, "score B")},
	}
	for range rapid.IntRange(0, 4).Draw(t, "momon") {
		e.Board = append(e.Board, momon.Placed{
			Space:  rapid.Int32Range(-1, 16).Draw(t, "space"),
			Ctrl:   rapid.SampledFrom([]rules.Side{rules.SideA, rules.SideA, rules.SideB, rules.SideB, rules.NoSide}).Draw(t, "controller"),
			Points: rapid.Int64Range(-1, 3).Draw(t, "points"),
		})
	}
	for range rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "statements") {
		e.Concessions = append(e.Concessions, momon.Conceded{
			By: side.Draw(t, "by"), Seq: rapid.Int64Range(0, 3).Draw(t, "seq"), Clear: rapid.Bool().Draw(t, "clear"),
		})
	}
	return e
}

func anyClaim(t *rapid.T) rules.Claim {
	c := rules.Claim{Kind: rules.Draw, Method: rules.Method(rapid.IntRange(0, int(rules.OtherMethod)).Draw(t, "method"))}
	if rapid.IntRange(0, 2).Draw(t, "draw") != 0 {
		c.Kind, c.Winners = rules.Win, rules.Only(rules.Side(rapid.IntRange(0, 1).Draw(t, "winner")))
	}
	return c
}

func anyContext(t *rapid.T) momon.Context {
	return momon.Context{
		Sanctioned: rapid.Bool().Draw(t, "sanctioned"), Spaces: 16,
		First: rapid.SampledFrom([]rules.Side{rules.SideA, rules.SideB, rules.NoSide}).Draw(t, "first"),
	}
}

// Whatever the evidence, a draw is verified only after both verifications of a
// loop or for an irregularity outside sanctioned play, never by score; and what
// is verified is a result that can stand and that the claim names.
func TestRule_7_3_3_NoFalseDraws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ctx, claim, e := anyContext(t), anyClaim(t), anyEvidence(t)
		v := momon.VerifyMomon(ctx, claim, e)
		if v.Kind.String() == "" || v.Rule == rules.NoRef || v.Code.String() == "" {
			t.Fatalf("verdict %+v", v)
		}
		if x := v.Expected; x.Kind != rules.Undecided && x.Validate() != nil {
			t.Fatalf("expected %+v: %v", x, x.Validate())
		}
		if v.Kind != rules.Verified {
			return
		}
		x := v.Expected
		if x.Kind != claim.Kind || x.Winners != claim.Winners || claim.Method != rules.Reported && x.Method != claim.Method || v.Missing != 0 {
			t.Fatalf("claim %+v is verified as %+v", claim, x)
		}
		loop := e.Recurred == rules.Yes && e.NoChoice == rules.Yes
		irregular := !ctx.Sanctioned && (e.Exact == rules.No || e.Revealed == rules.Yes)
		if x.Kind == rules.Draw && !(x.Method == rules.MandatoryLoop && loop || x.Method == rules.IrreversibleIrregularity && irregular) {
			t.Fatalf("a draw by %s is verified on %+v", x.Method, e)
		}
	})
}

// On the same evidence at most one claim with a method is verified for each
// way to say it, and a verified claim excludes every other winner.
func TestRule_7_3_4_OneResult(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ctx, claim, e := anyContext(t), anyClaim(t), anyEvidence(t)
		if momon.VerifyMomon(ctx, claim, e).Kind != rules.Verified {
			return
		}
		for _, other := range []rules.Claim{
			{Kind: rules.Win, Winners: rules.Only(rules.SideA)}, {Kind: rules.Win, Winners: rules.Only(rules.SideB)}, {Kind: rules.Draw},
		} {
			if other.Kind == claim.Kind && other.Winners == claim.Winners {
				continue
			}
			other.Method = claim.Method
			if v := momon.VerifyMomon(ctx, other, e); v.Kind != rules.Rejected && v.Kind != rules.NeedsJudge {
				t.Fatalf("%+v and %+v on %+v: %s", claim, other, e, v.Message())
			}
		}
	})
}

// finished draws a game that ended by score, with all its evidence and its
// result worked out apart from the engine.
func finished(t *rapid.T) (*momon.Evidence, rules.Result) {
	e := &momon.Evidence{
		Turns: [2]int32{8, 8}, EndStep: rules.Yes, ArenaFull: rules.No, Token: rules.Side(rapid.IntRange(0, 1).Draw(t, "token")),
		Known: rules.FieldSet(0).With(rules.FieldTurns).With(rules.FieldPending).With(rules.FieldBoard).With(rules.FieldToken),
	}
	r := rules.Result{Kind: rules.Win, Method: rules.SixteenTurn, Decider: rules.ControlScore, Rule: rules.R7_3_2}
	if rapid.Bool().Draw(t, "full") {
		turn := rapid.Int32Range(1, 7).Draw(t, "turn")
		e.Turns, e.ArenaFull, r.Method = [2]int32{turn, turn}, rules.Yes, rules.FullArena
	}
	for space := range int32(16) {
		if !rapid.Bool().Draw(t, "taken") {
			continue
		}
		ctrl, points := rules.Side(rapid.IntRange(0, 1).Draw(t, "controller")), rapid.Int64Range(-1, 2).Draw(t, "points")
		e.Board = append(e.Board, momon.Placed{Space: space, Ctrl: ctrl, Points: points})
		r.Score[ctrl] += points
	}
	winner := rules.SideA
	switch {
	case r.Score[0] == r.Score[1]:
		winner, r.Decider, r.Rule = e.Token, rules.FirstPlayerToken, rules.R7_3_3
	case r.Score[1] > r.Score[0]:
		winner = rules.SideB
	}
	r.Winners = rules.Only(winner)
	return e, r
}

// The result of a finished game is verified with its rule; every other winner
// and method on the same evidence is rejected.
func TestRule_7_3_2_OnlyTheResultIsVerified(t *testing.T) {
	t.Parallel()
	ctx := momon.Context{Sanctioned: true, Spaces: 16}
	rapid.Check(t, func(t *rapid.T) {
		e, want := finished(t)
		v := momon.VerifyMomon(ctx, rules.Claim{Kind: want.Kind, Winners: want.Winners, Method: want.Method}, e)
		if v.Kind != rules.Verified || v.Rule != want.Rule || v.Expected != want {
			t.Fatalf("%+v: %+v", want, v)
		}
		for m := rules.Reported; m <= rules.OtherMethod; m++ {
			for _, c := range []rules.Claim{
				{Kind: rules.Win, Winners: rules.Only(rules.SideA), Method: m}, {Kind: rules.Win, Winners: rules.Only(rules.SideB), Method: m}, {Kind: rules.Draw, Method: m},
			} {
				same := c.Kind == want.Kind && c.Winners == want.Winners && (m == want.Method || m == rules.Reported)
				unproved := m == rules.Concession && c.Kind == rules.Win || m == rules.MandatoryLoop && c.Kind == rules.Draw
				v := momon.VerifyMomon(ctx, c, e)
				if same && v.Kind != rules.Verified || !same && !unproved && v.Kind != rules.Rejected || unproved && v.Kind == rules.Verified {
					t.Fatalf("claim %+v on %+v: %s", c, want, v.Message())
				}
			}
		}
	})
}

// Swapping the two players swaps the verdict.
func TestRule_7_3_1_MirrorImage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ctx, claim, e := anyContext(t), anyClaim(t), anyEvidence(t)
		a := momon.VerifyMomon(ctx, claim, e)
		m := *e
		m.Turns, m.Scores, m.Token = [2]int32{e.Turns[1], e.Turns[0]}, [2]int64{e.Scores[1], e.Scores[0]}, e.Token.Other()
		m.Board, m.Concessions = nil, nil
		for _, p := range e.Board {
			p.Ctrl = p.Ctrl.Other()
			m.Board = append(m.Board, p)
		}
		for _, c := range e.Concessions {
			c.By = c.By.Other()
			m.Concessions = append(m.Concessions, c)
		}
		ctx.First = ctx.First.Other()
		if claim.Kind == rules.Win {
			claim.Winners ^= 3
		}
		b := momon.VerifyMomon(ctx, claim, &m)
		want := a.Expected.Winners
		if want != 0 {
			want ^= 3
		}
		if a.Kind != b.Kind || a.Rule != b.Rule || a.Code != b.Code || a.Missing != b.Missing || b.Expected.Winners != want {
			t.Fatalf("%+v and mirrored %+v", a, b)
		}
	})
}

func TestRule_7_3_4_NoEvidenceAtAll(t *testing.T) {
	t.Parallel()
	v := momon.VerifyMomon(momon.Context{}, rules.Claim{Kind: rules.Win, Winners: rules.Only(rules.SideA)}, nil)
	if v.Kind != rules.Consistent || v.Rule != rules.R7_3_4 || v.Missing == 0 {
		t.Errorf("got %+v", v)
	}
}

// scoreClaim is a claim by score with 16 Momon on the Arena.
func scoreClaim() (momon.Context, rules.Claim, *momon.Evidence) {
	e := &momon.Evidence{
		Turns: [2]int32{8, 8}, EndStep: rules.Yes,
		Known: rules.FieldSet(0).With(rules.FieldTurns).With(rules.FieldPending).With(rules.FieldBoard).With(rules.FieldToken),
	}
	for i := range int32(16) {
		e.Board = append(e.Board, momon.Placed{Space: i, Ctrl: rules.Side(i & 1), Points: int64(2 - i&1)})
	}
	return momon.Context{Sanctioned: true, Spaces: 16}, rules.Claim{Kind: rules.Win, Winners: rules.Only(rules.SideA), Method: rules.SixteenTurn}, e
}

// concessionClaim is a claim by concession.
func concessionClaim() (momon.Context, rules.Claim, *momon.Evidence) {
	return momon.Context{Sanctioned: true},
		rules.Claim{Kind: rules.Win, Winners: rules.Only(rules.SideA), Method: rules.Concession},
		&momon.Evidence{Concessions: []momon.Conceded{{By: rules.SideB, Seq: 7, Clear: true}}}
}

func TestAcceptingAClaimAllocatesNothing(t *testing.T) {
	for name, claim := range map[string]func() (momon.Context, rules.Claim, *momon.Evidence){"score": scoreClaim, "concession": concessionClaim} {
		ctx, c, e := claim()
		if v := momon.VerifyMomon(ctx, c, e); v.Kind != rules.Verified {
			t.Errorf("%s: %s", name, v.Message())
		}
		if n := testing.AllocsPerRun(100, func() { momon.VerifyMomon(ctx, c, e) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkVerifyScore(b *testing.B) {
	ctx, c, e := scoreClaim()
	b.ReportAllocs()
	for b.Loop() {
		momon.VerifyMomon(ctx, c, e)
	}
}

func BenchmarkVerifyConcession(b *testing.B) {
	ctx, c, e := concessionClaim()
	b.ReportAllocs()
	for b.Loop() {
		momon.VerifyMomon(ctx, c, e)
	}
}
