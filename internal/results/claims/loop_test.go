package claims_test

import (
	"strings"
	"testing"

	"tourney/internal/results/claims"
)

func TestTheLoopWorksheet(t *testing.T) {
	t.Parallel()
	yes, no := new(bool), new(bool)
	*yes = true
	none, a, b, both, dark := [2]*bool{no, no}, [2]*bool{yes, no}, [2]*bool{no, yes}, [2]*bool{yes, yes}, [2]*bool{no, nil}
	decl := func(by int, n int64, choice string) claims.LoopDeclaration {
		return claims.LoopDeclaration{By: by, N: n, Choice: choice}
	}
	list := func(d ...claims.LoopDeclaration) []claims.LoopDeclaration { return d }
	for _, c := range []struct {
		name  string
		sheet claims.LoopSheet
		class claims.LoopClass
		rule  string
		says  []string
	}{
		{"both verified", claims.LoopSheet{Recurred: yes, Choice: none, Sanctioned: true}, claims.LoopDraws, "12.4.5", []string{"Game Draw"}},
		{"both verified in a life game", claims.LoopSheet{Recurred: yes, Choice: none, Life: true}, claims.LoopDraws, "102.4b", []string{"Game Draw"}},
		{"no recurrence", claims.LoopSheet{Recurred: no, Choice: none}, claims.LoopNone, "12.4.1", []string{"play on"}},
		{"recurrence not verified, sanctioned", claims.LoopSheet{Choice: none, Sanctioned: true}, claims.LoopUnverified, "12.4.4", []string{"no draw", "a judge decides"}},
		{"a choice not looked for, not sanctioned", claims.LoopSheet{Recurred: yes, Choice: dark}, claims.LoopUnverified, "12.4.4", []string{"no draw", "Play on"}},
		{"nothing known", claims.LoopSheet{}, claims.LoopUnverified, "12.4.4", []string{"recurs and that nobody"}},
		{"one can stop it", claims.LoopSheet{Recurred: yes, Choice: a}, claims.LoopDeclares, "12.4.2", []string{"Ana names a finite number"}},
		{"one can stop it in a life game", claims.LoopSheet{Recurred: yes, Choice: a, Life: true}, claims.LoopDeclares, "12.4.2", []string{"102.4b"}},
		{"both can stop it", claims.LoopSheet{Recurred: yes, Choice: both, Active: 1}, claims.LoopDeclares, "12.4.3", []string{"Bo, the active player, and then Ana"}},
		{"three, then another choice", claims.LoopSheet{Recurred: yes, Choice: a, Declared: list(decl(0, 3, "legal"))}, claims.LoopStops, "12.4.2", []string{"3 times", "Ana makes"}},
		{"stop now", claims.LoopSheet{Recurred: yes, Choice: a, Declared: list(decl(0, 0, "legal"))}, claims.LoopStops, "12.4.2", []string{"not once more"}},
		{"the smaller number counts", claims.LoopSheet{Recurred: yes, Choice: both, Declared: list(decl(0, 5, "legal"), decl(1, 1, "legal"))}, claims.LoopStops, "12.4.3", []string{"once", "Bo makes"}},
		{"equal numbers", claims.LoopSheet{Recurred: yes, Choice: both, Active: 1, Declared: list(decl(1, 4, "legal"), decl(0, 4, "legal"))}, claims.LoopStops, "12.4.3", []string{"Bo makes", "Ana too"}},
		{"one is still to declare", claims.LoopSheet{Recurred: yes, Choice: both, Declared: list(decl(0, 5, "legal"))}, claims.LoopDeclares, "12.4.3", []string{"Bo has not declared"}},
		{"out of turn", claims.LoopSheet{Recurred: yes, Choice: both, Declared: list(decl(1, 3, "legal"), decl(0, 5, "legal"))}, claims.LoopRefused, "12.4.3", []string{"Bo declares out of turn"}},
		{"for ever", claims.LoopSheet{Recurred: yes, Choice: a, Declared: list(decl(0, -1, "legal"))}, claims.LoopRefused, "12.4.2", []string{"finite"}},
		{"an illegal choice", claims.LoopSheet{Recurred: yes, Choice: a, Declared: list(decl(0, 3, "illegal"))}, claims.LoopRefused, "12.4.2", []string{"not legal"}},
		{"an impossible choice", claims.LoopSheet{Recurred: yes, Choice: a, Declared: list(decl(0, 3, "prohibited"))}, claims.LoopRefused, "12.4.2", []string{"impossible"}},
		{"a choice that goes on", claims.LoopSheet{Recurred: yes, Choice: b, Declared: list(decl(1, 3, "stays"))}, claims.LoopRefused, "12.4.2", []string{"does not leave"}},
		{"an unknown word", claims.LoopSheet{Recurred: yes, Choice: b, Declared: list(decl(1, 3, "perhaps"))}, claims.LoopRefused, "12.4.2", []string{"no different choice"}},
		{"no choice of one's own", claims.LoopSheet{Recurred: yes, Choice: a, Declared: list(decl(0, 3, "legal"), decl(1, 1, "legal"))}, claims.LoopRefused, "12.4.3", []string{"Bo has no choice"}},
	} {
		got := claims.Loop(c.sheet, [2]string{"Ana", "Bo"})
		if got.Class != c.class || got.Rule != c.rule {
			t.Errorf("%s: got %+v, want %s by %s", c.name, got, c.class, c.rule)
		}
		for _, s := range c.says {
			if !strings.Contains(got.Text, s) {
				t.Errorf("%s: %q does not say %q", c.name, got.Text, s)
			}
		}
		if refused := got.Class == claims.LoopRefused; refused != (got.Declaration >= 0) {
			t.Errorf("%s: declaration %d is to blame", c.name, got.Declaration)
		}
	}
}

func TestNamesInALoopAreNotReadAsPlaceholders(t *testing.T) {
	t.Parallel()
	yes := true
	sheet := claims.LoopSheet{Recurred: &yes, Choice: [2]*bool{&yes, &yes}, Declared: []claims.LoopDeclaration{{By: 1, N: 1, Choice: "legal"}}}
	if got := claims.Loop(sheet, [2]string{"player B", "%d"}); !strings.Contains(got.Text, "%d declares out of turn; player B is next") {
		t.Error(got.Text)
	}
}

func TestRuleTextsAreThere(t *testing.T) {
	t.Parallel()
	if claims.RuleText("7.3.3") == "" || claims.RuleText("102.2c") == "" || claims.RuleText("99.9") != "" {
		t.Error("the text of a rule is missing, or there is one for a number that no rule has")
	}
}
