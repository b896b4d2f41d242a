package generic_test

import (
	"testing"

	"tourney/internal/rules"
	"tourney/internal/rules/generic"
)

func win(p rules.Side, m rules.Method) rules.Claim {
	return rules.Claim{Kind: rules.Win, Winners: rules.Only(p), Method: m}
}

func said(by rules.Side, seq int64, clear bool) generic.Conceded {
	return generic.Conceded{By: by, Seq: seq, Clear: clear}
}

func TestRule_7_6_1_NoWinnerConcededFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		claim rules.Claim
		e     *generic.Evidence
		kind  rules.VerdictKind
		code  string
	}{
		{"nothing known", win(0, rules.Reported), nil, rules.Consistent, "reported"},
		{"drawn", rules.Claim{Kind: rules.Draw}, nil, rules.Consistent, "reported"},
		{"opponent conceded", win(0, rules.Concession), &generic.Evidence{Concessions: []generic.Conceded{said(1, 3, true)}}, rules.Consistent, "reported"},
		{"winner conceded", win(1, rules.Concession), &generic.Evidence{Concessions: []generic.Conceded{said(1, 3, true)}}, rules.Rejected, "concession.winner"},
		{"winner conceded, no method", win(2, rules.Reported), &generic.Evidence{Concessions: []generic.Conceded{said(2, 3, true)}}, rules.Rejected, "concession.winner"},
		{"winner conceded later than another", win(1, rules.Reported), &generic.Evidence{Concessions: []generic.Conceded{said(1, 3, true), said(0, 2, true)}}, rules.Consistent, "reported"},
		{"both at once", win(1, rules.Reported), &generic.Evidence{Concessions: []generic.Conceded{said(1, 3, true), said(0, 3, true)}}, rules.Rejected, "concession.winner"},
		{"unclear", win(1, rules.Reported), &generic.Evidence{Concessions: []generic.Conceded{said(1, 3, false)}}, rules.Consistent, "reported"},
		{"after the end", win(1, rules.Reported), &generic.Evidence{EndedSeq: 2, Concessions: []generic.Conceded{said(1, 3, true)}}, rules.Consistent, "reported"},
		{"draw by concession", rules.Claim{Kind: rules.Draw, Method: rules.Concession}, nil, rules.Rejected, "concession.draw"},
		{"another set's way", win(0, rules.SixteenTurn), nil, rules.Consistent, "reported"},
	} {
		v := generic.Verify(c.claim, c.e)
		if v.Kind != c.kind || v.Code.String() != c.code || v.Rule == rules.NoRef {
			t.Errorf("%s: %s", c.name, v.Message())
		}
	}
}

func TestRule_7_5_3_NoGameEndsByChance(t *testing.T) {
	t.Parallel()
	for m, rule := range map[rules.Method]rules.Ref{
		rules.Time: rules.R7_4_3, rules.Agreement: rules.R7_5_3, rules.Random: rules.R7_5_3, rules.Forecast: rules.R7_5_3, rules.OtherMethod: rules.R7_5_3,
	} {
		if v := generic.Verify(win(0, m), nil); v.Kind != rules.Rejected || v.Rule != rule {
			t.Errorf("%s: %s", m, v.Message())
		}
	}
}
