package rules_test

import (
	"strings"
	"testing"

	"tourney/internal/rules"
)

// Every reason has a key of its own and a whole sentence.
func TestReasons(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for c := rules.CodeTime; c <= rules.CodeReported; c++ {
		key := c.String()
		if key == "" || seen[key] || strings.ContainsAny(key, " #@=") {
			t.Errorf("reason %d has the key %q", c, key)
		}
		seen[key] = true
		v := rules.Verdict{Kind: rules.Rejected, Rule: rules.R7_3_2, Code: c, Args: [4]int64{0, 1, 1, 0}}
		text := v.Message()
		if !strings.HasPrefix(text, "Rule 7.3.2: ") || !strings.HasSuffix(text, ".") || strings.ContainsAny(text, "#@=") || strings.Contains(text, "..") {
			t.Errorf("%s: %s", key, text)
		}
	}
	if rules.Code(0).String() != "" || rules.Code(255).String() != "" {
		t.Error("no reason has a key")
	}
	if text := (rules.Verdict{Code: 255}).Message(); text != "Rule : ." {
		t.Errorf("no reason says %q", text)
	}
}

func TestRule_7_3_3_SentenceWithNamesAndNumbers(t *testing.T) {
	t.Parallel()
	tie := rules.Verdict{Kind: rules.Rejected, Rule: rules.R7_3_3, Code: rules.CodeScoreTie, Args: [4]int64{1, 9}}
	want := "Rule 7.3.3: the scores are equal (9-9), so the holder of the First Player Token, Bo, wins. The claim says otherwise and cannot be recorded."
	if got := tie.Message("Ana", "Bo"); got != want {
		t.Errorf("got %q", got)
	}
	life := rules.Verdict{Kind: rules.Verified, Rule: rules.R102_2c, Code: rules.CodeGameResult, Expected: validResults()["team"]}
	if got, want := life.Message("Ana"), "Rule 102.2c: Ana and seat 2 and seat 63 win: all other teams have lost."; got != want {
		t.Errorf("got %q", got)
	}
	missing := rules.Verdict{Kind: rules.Consistent, Rule: rules.R7_3_4, Code: rules.CodeWinnerOnly}
	missing.Missing = missing.Missing.With(rules.FieldBoard).With(rules.FieldTurns)
	if got := missing.Message(); !strings.HasSuffix(got, "Missing: turns, board.") {
		t.Errorf("got %q", got)
	}
	if rules.Field(99).String() != "" || rules.VerdictKind(99).String() != "" || rules.Decider(99).String() != "" {
		t.Error("names beyond the lists")
	}
}

func TestExplainResult(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"score":       "A wins: both players had all their turns, the greater Control Score decides (9-8)",
		"token":       "B wins: the Arena was full at a Summon Step, equal scores, the First Player Token decides (0-0)",
		"concession":  "B wins: the opponent conceded",
		"loop":        "the game is a draw: a mandatory loop",
		"team":        "seat 0 and seat 2 and seat 63 win: all other teams have lost",
		"all at once": "the game is a draw: all remaining players lost at the same time",
	} {
		if got := rules.ExplainResult(validResults()[name]); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := rules.ExplainResult(rules.Result{}); got != "the game is undecided" {
		t.Errorf("got %q", got)
	}
}
