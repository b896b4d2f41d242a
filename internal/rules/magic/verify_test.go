package magic_test

import (
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules"
	"tourney/internal/rules/magic"
)

var (
	duel   = []magic.Seat{{Life: 20, Library: 40, Team: magic.NoTeam}, {Life: 20, Library: 40, Team: magic.NoTeam}}
	check  = []magic.Event{{Op: magic.Priority}}
	strike = [][]magic.Event{{{Op: magic.Life, P: 1, N: -15}}, {{Op: magic.Life, P: 1, N: -5}}, check}
)

func won(method rules.Method, seats ...rules.Side) rules.Claim {
	c := rules.Claim{Kind: rules.Win, Method: method}
	for _, s := range seats {
		c.Winners |= rules.Only(s)
	}
	return c
}

func drawn(method rules.Method) rules.Claim { return rules.Claim{Kind: rules.Draw, Method: method} }

func TestRule_102_2_ClaimsAgainstTheRecord(t *testing.T) {
	t.Parallel()
	quit := [][]magic.Event{{{Op: magic.Concede, P: 1}}}
	opposed := [][]magic.Event{{{Op: magic.Win, P: 0}, {Op: magic.Win, P: 1}}}
	loop := [][]magic.Event{{{Op: magic.Loop}}}
	optional := [][]magic.Event{{{Op: magic.Loop, Optional: true}}}
	totals := func(a, b int64) []magic.Seat {
		return []magic.Seat{{Life: a, Library: 1, Team: magic.NoTeam}, {Life: b, Library: 1, Team: magic.NoTeam}}
	}
	for _, c := range []struct {
		name    string
		claim   rules.Claim
		seats   []magic.Seat
		batches [][]magic.Event
		kind    rules.VerdictKind
		rule    rules.Ref
		code    string
	}{
		{"record", won(rules.AllOpponentsLost, 0), duel, strike, rules.Verified, rules.R102_2a, "game.result"},
		{"reported", won(rules.Reported, 0), duel, strike, rules.Verified, rules.R102_2a, "game.result"},
		{"wrong winner", won(rules.Reported, 1), duel, strike, rules.Rejected, rules.R102_2a, "game.result"},
		{"wrong method", won(rules.EffectWin, 0), duel, strike, rules.Rejected, rules.R102_2a, "game.result"},
		{"no team", won(rules.TeamLast, 0), duel, strike, rules.Rejected, rules.R102_2a, "game.result"},
		{"no draw", drawn(rules.Reported), duel, strike, rules.Rejected, rules.R102_2a, "game.result"},
		{"goes on", won(rules.Reported, 0), duel, strike[:1], rules.Rejected, rules.R102_1, "game.goes_on"},
		{"goes on in spite of a loop", won(rules.Reported, 0), duel, append(optional, strike[:1]...), rules.Rejected, rules.R102_4b, "game.loop_optional"},
		{"ends in spite of a loop", won(rules.Reported, 0), duel, append(optional, strike...), rules.Verified, rules.R102_2a, "game.result"},
		{"after the end", won(rules.Reported, 0), duel, append(strike[:3:3], []magic.Event{{Op: magic.Win, P: 1}}), rules.Verified, rules.R102_2a, "game.result"},
		{"impossible record", won(rules.Reported, 0), duel, [][]magic.Event{{{Op: magic.Draw, P: 0, N: -1}}}, rules.Rejected, rules.R102_1, "game.record"},
		{"impossible seats", won(rules.Reported, 0), duel[:1], strike, rules.Rejected, rules.R102_1, "game.seats"},
		{"concession", won(rules.Concession, 0), duel, quit, rules.Verified, rules.R102_2a, "game.result"},
		{"leaving", won(rules.Concession, 0), duel, [][]magic.Event{{{Op: magic.Leave, P: 1}}}, rules.Verified, rules.R102_2a, "game.result"},
		{"no concession", won(rules.Concession, 0), duel, strike, rules.Rejected, rules.R102_2a, "game.result"},
		{"opposed", won(rules.EffectWin, 0), duel, opposed, rules.NeedsJudge, rules.R102_2b, "game.wins_together"},
		{"loop", drawn(rules.LoopDraw), duel, loop, rules.Verified, rules.R102_4b, "game.result"},
		{"optional loop", drawn(rules.LoopDraw), duel, optional, rules.Rejected, rules.R102_4b, "game.loop_optional"},
		{"loop with a winner", won(rules.LoopDraw, 0), duel, loop, rules.Rejected, rules.R102_4b, "claim.winner"},
		{"drawn win", drawn(rules.EffectWin), nil, nil, rules.Rejected, rules.R102_2b, "claim.draw"},
		{"drawn concession", drawn(rules.Concession), nil, nil, rules.Rejected, rules.R102_3a, "claim.draw"},
		{"time", won(rules.Time, 0), duel, strike, rules.Rejected, rules.R7_4_3, "method.time"},
		{"another game's way", won(rules.FullArena, 0), duel, strike, rules.Rejected, rules.R7_5_3, "method.unknown"},
		{"no evidence", won(rules.EffectWin, 0), nil, nil, rules.Consistent, rules.R102_2b, "reported"},
		{"nothing at all", drawn(rules.Reported), nil, nil, rules.Consistent, rules.R102_1, "reported"},
		{"totals", won(rules.Reported, 0), totals(12, 0), nil, rules.Verified, rules.R102_2a, "game.result"},
		{"totals against the winner", won(rules.Reported, 1), totals(12, 0), nil, rules.Rejected, rules.R102_2a, "game.result"},
		{"totals of a draw", drawn(rules.AllLost), totals(0, 0), nil, rules.Verified, rules.R102_4a, "game.result"},
		{"totals that decide nothing", won(rules.Reported, 1), totals(12, 3), nil, rules.Consistent, rules.R102_1, "reported"},
		{"totals and an effect", won(rules.EffectWin, 1), totals(12, 0), nil, rules.Consistent, rules.R102_2b, "reported"},
		{"totals and a concession", won(rules.Concession, 1), totals(12, 0), nil, rules.Consistent, rules.R102_3a, "reported"},
	} {
		v := magic.VerifyMagic(c.claim, &magic.LifeEvidence{Seats: c.seats, Batches: c.batches})
		if v.Kind != c.kind || v.Rule != c.rule || v.Code.String() != c.code {
			t.Errorf("%s: %s %s %s, %s", c.name, v.Kind, v.Rule, v.Code, v.Message())
		}
	}
	if v := magic.VerifyMagic(won(rules.Reported, 0), nil); v.Kind != rules.Consistent || !v.Missing.Has(rules.FieldSeats) || !v.Missing.Has(rules.FieldBatches) {
		t.Errorf("without evidence: %+v", v)
	}
}

// What comes out of a game is verified, and every other claim on the same
// record is not.
func TestRule_102_2_OnlyTheResultIsVerified(t *testing.T) {
	t.Parallel()
	methods := []rules.Method{
		rules.Reported, rules.AllOpponentsLost, rules.EffectWin, rules.TeamLast, rules.AllLost, rules.LoopDraw, rules.AllTeamsLost,
	}
	rapid.Check(t, func(t *rapid.T) {
		seats := seatsFor(t)
		var result rules.Result
		judge := false
		batches := play(t, seats, func(_ int, _ []magic.Event, g *magic.Game) {
			result, judge = g.Result(), g.Together() != 0
		})
		if len(batches) == 0 {
			return
		}
		e := &magic.LifeEvidence{Seats: seats, Batches: batches}
		claim := rules.Claim{Kind: rules.Draw, Method: rapid.SampledFrom(methods).Draw(t, "method")}
		if rapid.Bool().Draw(t, "win") {
			claim.Kind, claim.Winners = rules.Win, e.Team(rules.Side(rapid.IntRange(0, len(seats)-1).Draw(t, "winner")))
		}
		v := magic.VerifyMagic(claim, e)
		same := claim.Kind == result.Kind && claim.Winners == result.Winners && (claim.Method == result.Method || claim.Method == rules.Reported)
		if (v.Kind == rules.Verified) != same || v.Kind == rules.Consistent {
			t.Fatalf("claim %+v on result %+v: %s", claim, result, v.Message())
		}
		if v.Kind == rules.NeedsJudge && !judge {
			t.Fatalf("a judge is called for %+v", claim)
		}
		if result.Kind == rules.Undecided {
			return
		}
		v = magic.VerifyMagic(rules.Claim{Kind: result.Kind, Winners: result.Winners, Method: result.Method}, e)
		if v.Kind != rules.Verified || v.Rule != result.Rule || v.Expected != result {
			t.Fatalf("result %+v: %+v", result, v)
		}
	})
}

func TestAcceptingALifeGameAllocatesNothing(t *testing.T) {
	e := &magic.LifeEvidence{Seats: duel, Batches: strike}
	claim := won(rules.AllOpponentsLost, 0)
	if n := testing.AllocsPerRun(100, func() { magic.VerifyMagic(claim, e) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkVerifyLifeGame(b *testing.B) {
	e := &magic.LifeEvidence{Seats: duel, Batches: strike}
	claim := won(rules.AllOpponentsLost, 0)
	b.ReportAllocs()
	for b.Loop() {
		magic.VerifyMagic(claim, e)
	}
}
