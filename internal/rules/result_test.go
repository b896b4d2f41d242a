package rules_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/rules"
)

var methods = []rules.Method{
	rules.Reported, rules.SixteenTurn, rules.FullArena, rules.Concession, rules.MandatoryLoop, rules.IrreversibleIrregularity,
	rules.AllOpponentsLost, rules.EffectWin, rules.TeamLast, rules.AllLost, rules.LoopDraw, rules.AllTeamsLost,
	rules.Time, rules.Agreement, rules.Random, rules.Forecast, rules.OtherMethod,
}

// Every method by which a game ends has its rule in its set; the others end
// none.
func TestRule_7_3_5_EveryMethodHasItsRule(t *testing.T) {
	t.Parallel()
	want := map[rules.Method]string{
		rules.SixteenTurn: "7.1.2", rules.FullArena: "7.2.2", rules.Concession: "7.6.1", rules.MandatoryLoop: "12.4.5",
		rules.IrreversibleIrregularity: "12.1.9",
	}
	for _, m := range methods {
		ref, ok := m.Rule(rules.Momon)
		if ok != (want[m] != "") || ref.String() != want[m] {
			t.Errorf("%s: rule %s, %t", m, ref, ok)
		}
		if _, ok := m.Rule(rules.Generic); ok {
			t.Errorf("%s ends a generic game", m)
		}
	}
}

func TestRule_102_2_WaysToWin(t *testing.T) {
	t.Parallel()
	ways(t, false, map[rules.Method]string{rules.AllOpponentsLost: "102.2a", rules.EffectWin: "102.2b", rules.TeamLast: "102.2c"})
}

func TestRule_102_4_WaysToDraw(t *testing.T) {
	t.Parallel()
	ways(t, true, map[rules.Method]string{rules.AllLost: "102.4a", rules.LoopDraw: "102.4b", rules.AllTeamsLost: "102.4c"})
}

func ways(t *testing.T, draws bool, want map[rules.Method]string) {
	t.Helper()
	for _, m := range methods {
		ref, ok := m.Rule(rules.Magic102)
		if ok && m.Draws() == draws && ref.String() != want[m] || !ok && want[m] != "" {
			t.Errorf("%s: rule %s, %t", m, ref, ok)
		}
	}
}

func TestMethodNames(t *testing.T) {
	t.Parallel()
	for _, m := range methods {
		if got, ok := rules.ParseMethod(m.String()); !ok || got != m {
			t.Errorf("%d is named %q, which is %d", m, m, got)
		}
	}
	if m, ok := rules.ParseMethod(""); m != rules.Reported || !ok {
		t.Error("no name is not reported")
	}
	if m, ok := rules.ParseMethod("dice"); m != rules.OtherMethod || ok {
		t.Error("dice are known")
	}
	if rules.Method(200).String() != "other" {
		t.Error("a method beyond the list has a name")
	}
	if _, ok := rules.Method(200).Rule(rules.Momon); ok {
		t.Error("a method beyond the list ends a game")
	}
}

func validResults() map[string]rules.Result {
	return map[string]rules.Result{
		"score":       {Kind: rules.Win, Winners: 1, Method: rules.SixteenTurn, Decider: rules.ControlScore, Rule: rules.R7_3_2, Score: [2]int64{9, 8}, Also: [2]rules.Ref{rules.R7_2_2}},
		"token":       {Kind: rules.Win, Winners: 2, Method: rules.FullArena, Decider: rules.FirstPlayerToken, Rule: rules.R7_3_3},
		"concession":  {Kind: rules.Win, Winners: 2, Method: rules.Concession, Rule: rules.R7_6_1},
		"loop":        {Kind: rules.Draw, Method: rules.MandatoryLoop, Rule: rules.R12_4_5},
		"irregular":   {Kind: rules.Draw, Method: rules.IrreversibleIrregularity, Rule: rules.R12_1_9},
		"team":        {Kind: rules.Win, Winners: 1<<63 | 5, Method: rules.TeamLast, Rule: rules.R102_2c},
		"effect":      {Kind: rules.Win, Winners: 4, Method: rules.EffectWin, Rule: rules.R102_2b},
		"all at once": {Kind: rules.Draw, Method: rules.AllLost, Rule: rules.R102_4a},
	}
}

func TestRule_7_3_4_WinOrDraw(t *testing.T) {
	t.Parallel()
	for name, r := range validResults() {
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, spoil := range map[string]func(r *rules.Result){
		"undecided":           func(r *rules.Result) { r.Kind = rules.Undecided },
		"win without winner":  func(r *rules.Result) { r.Winners = 0 },
		"draw with winner":    func(r *rules.Result) { r.Kind = rules.Draw },
		"draw by score":       func(r *rules.Result) { r.Kind, r.Winners = rules.Draw, 0 },
		"win by loop":         func(r *rules.Result) { r.Method = rules.MandatoryLoop },
		"no rule":             func(r *rules.Result) { r.Rule = rules.NoRef },
		"another set":         func(r *rules.Result) { r.Rule = rules.R102_2a },
		"no method":           func(r *rules.Result) { r.Method = rules.Reported },
		"time":                func(r *rules.Result) { r.Method = rules.Time },
		"two winners":         func(r *rules.Result) { r.Winners = 3 },
		"third player":        func(r *rules.Result) { r.Winners = 4 },
		"no decider":          func(r *rules.Result) { r.Decider = rules.NoDecider },
		"decider without end": func(r *rules.Result) { r.Method = rules.Concession },
		"score without end":   func(r *rules.Result) { r.Method, r.Decider = rules.Concession, rules.NoDecider },
	} {
		r := validResults()["score"]
		spoil(&r)
		if r.Validate() == nil {
			t.Errorf("%s: valid", name)
		}
	}
}

func TestResultsAndVerdictsSurviveJSON(t *testing.T) {
	t.Parallel()
	for name, r := range validResults() {
		text, err := json.Marshal(r)
		var back rules.Result
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if err != nil || back != r {
			t.Errorf("%s: %s is %+v, %v", name, text, back, err)
		}
		v := rules.Verdict{Kind: rules.Rejected, Rule: r.Rule, Code: rules.CodeGameResult, Args: [4]int64{0, 0, 7}, Expected: r}
		v.Missing = v.Missing.With(rules.FieldToken).With(rules.FieldTurns)
		text, err = json.Marshal(v)
		var again rules.Verdict
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err != nil || again != v {
			t.Errorf("%s: %s is %+v, %v", name, text, again, err)
		}
	}
	text, err := json.Marshal(rules.Verdict{Kind: rules.NeedsJudge, Rule: rules.R7_6_1, Code: rules.CodeConcessionTogether})
	want := `{"verdict":"judge","rule":"7.6.1","code":"concession.together","message":"Rule 7.6.1: both players conceded at the same point 0 of the record. A judge finds out who was first.","missing":[],"expected":null}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestUnreadableResultsAndVerdicts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`7`, `{"winner":"A","method":"dice","rule":"7.6.1"}`, `{"winner":"C","method":"concession","rule":"7.6.1"}`,
		`{"winner":"A","method":"concession","rule":"7.6.9"}`, `{"winner":"A","method":"concession"}`,
		`{"winners":[64],"method":"effect_win","rule":"102.2b"}`, `{"winners":[-1],"method":"effect_win","rule":"102.2b"}`,
		`{"method":"effect_win","rule":"102.2b"}`, `{"winner":"A","method":"concession","rule":"7.6.1","also":["7.1.1","7.1.2","7.2.1"]}`,
	} {
		var r rules.Result
		if json.Unmarshal([]byte(text), &r) == nil {
			t.Errorf("%s is read as %+v", text, r)
		}
	}
	for _, text := range []string{
		`7`, `{"verdict":"maybe","code":"reported"}`, `{"verdict":"","code":"reported"}`, `{"verdict":"verified","code":"x"}`, `{"verdict":"verified","code":""}`,
		`{"verdict":"verified","code":"reported","missing":["luck"]}`, `{"verdict":"verified","code":"reported","args":[1,2,3,4,5]}`,
		`{"verdict":"verified","code":"reported","rule":"1.1"}`,
	} {
		var v rules.Verdict
		if json.Unmarshal([]byte(text), &v) == nil {
			t.Errorf("%s is read as %+v", text, v)
		}
	}
	r := validResults()["loop"]
	if err := json.Unmarshal([]byte("null"), &r); err != nil || r != (rules.Result{}) {
		t.Errorf("null is %+v, %v", r, err)
	}
}

func TestSides(t *testing.T) {
	t.Parallel()
	if rules.SideA.Other() != rules.SideB || rules.SideB.Other() != rules.SideA || rules.NoSide.Other() != rules.NoSide || rules.Side(2).Other() != rules.NoSide {
		t.Error("others")
	}
	for side, name := range map[rules.Side]string{0: "A", 1: "B", 25: "Z", 26: "27", rules.NoSide: "nobody"} {
		if side.String() != name {
			t.Errorf("%d is %s", side, side)
		}
	}
	if rules.Only(rules.NoSide) != 0 || rules.Only(64) != 0 || rules.SideSet(0).First() != rules.NoSide {
		t.Error("the empty set")
	}
	rapid.Check(t, func(t *rapid.T) {
		set := rules.SideSet(rapid.Uint64().Draw(t, "set"))
		seats := set.Seats()
		var again rules.SideSet
		for i, s := range seats {
			if i > 0 && seats[i-1] >= s || !set.Has(rules.Side(s)) {
				t.Fatalf("seats %v", seats)
			}
			again |= rules.Only(rules.Side(s))
		}
		if again != set || len(seats) != set.Len() || set != 0 && int(set.First()) != seats[0] {
			t.Fatalf("%b: %v", set, seats)
		}
	})
}

func TestRefs(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i, row := range rules.Table() {
		ref := row.Ref()
		if int(ref) != i+1 || seen[row.Number] || ref.String() != row.Number {
			t.Errorf("row %d is %s, %s", i, row.Number, ref)
		}
		seen[row.Number] = true
		if (ref.Set() == rules.Magic102) != strings.HasPrefix(row.Number, "102.") {
			t.Errorf("%s is of %s", row.Number, ref.Set())
		}
	}
	if len(seen) != 58 {
		t.Errorf("%d rules", len(seen))
	}
	if rules.R7_3_3.String() != "7.3.3" || rules.R12_4_5.String() != "12.4.5" || rules.R102_5.String() != "102.5" || rules.R102_3e.String() != "102.3e" {
		t.Error("the names and the numbers differ")
	}
	for _, none := range []rules.Ref{rules.NoRef, 59, 255} {
		if none.String() != "" || none.Set() != "" {
			t.Errorf("%d cites %s", none, none)
		}
	}
	var r rules.Ref
	if r.UnmarshalText([]byte("")) != nil || r.UnmarshalText([]byte("7.3")) == nil {
		t.Error("reading a number")
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"rule 12.3.1: no; 1 other choice is legal":    rules.IllegalChoice{Rule: rules.R12_3_1, Why: "no", Allowed: 1},
		"rule 12.3.1: no; 2 other choices are legal":  rules.IllegalChoice{Rule: rules.R12_3_1, Why: "no", Allowed: 2},
		"rule 7.6.2: the game is over: B wins: ":      rules.GameOver{Result: validResults()["concession"], Rule: rules.R7_6_2},
		"irregularity of rule 12.1.3; call a judge":   rules.Hold{Irregularity: rules.Irregularity{Rule: rules.R12_1_3}, Sanctioned: true},
		"irregularity of rule 12.1.3; roll back":      rules.Hold{Irregularity: rules.Irregularity{Rule: rules.R12_1_3}},
		"rule 12.4.4: the Queue grows without end":    rules.Stalled{Cause: rules.QueueGrows, Rule: rules.R12_4_4},
		"rule 12.4.4: an unknown fault":               rules.Stalled{Cause: 99, Rule: rules.R12_4_4},
		"rule 12.4.1: a number leaves its range; thi": rules.Stalled{Cause: rules.NumericLimit, Rule: rules.R12_4_1},
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	for c, name := range map[rules.LoopClass]string{rules.NoLoop: "none", rules.LoopMandatory: "mandatory", rules.LoopStalled: "stalled", 99: "none"} {
		if c.String() != name {
			t.Errorf("class %d is %s", c, c)
		}
	}
}

// naiveDeclarations is a second implementation of 12.4.2 and 12.4.3.
func naiveDeclarations(ap rules.Side, capable map[rules.Side]bool, decls []rules.Declaration) (int64, []rules.Side, bool) {
	var order []rules.Side
	for _, p := range []rules.Side{ap, 1 - ap} {
		if capable[p] {
			order = append(order, p)
		}
	}
	if len(order) == 0 || len(order) != len(decls) {
		return 0, nil, false
	}
	least := int64(rules.MaxIterations)
	for i, d := range decls {
		if d.By != order[i] || d.N < 0 || d.N > rules.MaxIterations || d.Alt != rules.AltLegal {
			return 0, nil, false
		}
		least = min(least, d.N)
	}
	var deviate []rules.Side
	for _, d := range decls {
		if d.N == least {
			deviate = append(deviate, d.By)
		}
	}
	return least, deviate, true
}

func TestRule_12_4_3_SmallestNumber(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SampledFrom([]rules.Side{rules.SideA, rules.SideB})
		ap := side.Draw(t, "active")
		capable, set := map[rules.Side]bool{}, rules.SideSet(rapid.Uint64Range(0, 3).Draw(t, "capable"))
		for _, p := range set.Seats() {
			capable[rules.Side(p)] = true
		}
		decls := make([]rules.Declaration, rapid.IntRange(0, 3).Draw(t, "declarations"))
		for i := range decls {
			decls[i] = rules.Declaration{
				By:  side.Draw(t, "by"),
				N:   rapid.SampledFrom([]int64{0, 1, 1, 2, 3, -1, rules.MaxIterations, rules.MaxIterations + 1}).Draw(t, "n"),
				Alt: rapid.SampledFrom([]rules.Alternative{rules.AltLegal, rules.AltLegal, rules.AltLegal, rules.AltIllegal, rules.AltStays}).Draw(t, "alternative"),
			}
		}
		n, deviate, err := rules.ResolveDeclarations(ap, set, decls)
		wantN, wantDeviate, ok := naiveDeclarations(ap, capable, decls)
		if (err == nil) != ok || n != wantN || !reflect.DeepEqual(deviate, wantDeviate) {
			t.Fatalf("%d %v %v, and by the second implementation %d %v %t", n, deviate, err, wantN, wantDeviate, ok)
		}
		var fault rules.DeclarationFault
		if err != nil && (!errors.As(err, &fault) || fault.Rule == rules.NoRef || !strings.HasPrefix(err.Error(), "rule 12.4.")) {
			t.Fatalf("error %v", err)
		}
	})
}

func TestRule_12_4_2_OnlyTwoPlayersDeclare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ap      rules.Side
		capable rules.SideSet
		decl    rules.Declaration
	}{
		{2, 1, rules.Declaration{}}, {rules.NoSide, 1, rules.Declaration{}}, {0, 4, rules.Declaration{By: 2}},
		{0, 1, rules.Declaration{By: rules.NoSide}}, {0, 1, rules.Declaration{Alt: 99}}, {0, 1, rules.Declaration{}},
	} {
		if _, _, err := rules.ResolveDeclarations(c.ap, c.capable, []rules.Declaration{c.decl}); err == nil {
			t.Errorf("%+v: accepted", c)
		}
	}
}
