package check_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"tourney/internal/rules"
	"tourney/internal/rules/check"
	"tourney/internal/rules/jsontree"
)

const life = `{"seats":[{"life":20,"poison":0,"library":40,"team":1},{"life":20,"poison":0,"library":40,"team":1},{"life":20,"poison":0,"library":40}],"batches":[[{"op":"concede","p":0}],[{"op":"win","p":1}]]}`

// Claims of all rule sets, with and without evidence.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, set, method string
		unsanctioned      bool
		winner            int
		evidence          string
		kind, rule, code  string
	}{
		{"reported", check.Momon, "", false, 0, ``, "consistent", "7.3.4", "winner.only"},
		{"null", check.Momon, "reported", false, check.Nobody, `null`, "consistent", "7.3.4", "winner.only"},
		{"score", check.Momon, "sixteen_turn", false, 1, `{"turns":[8,8],"pending":{"triggers":0,"packages":0,"end_step_done":true},"board":[{"space":0,"ctrl":"B","points":2}],"token":"A"}`, "verified", "7.3.2", "score.greater"},
		{"small Arena", check.Momon, "sixteen_turn", false, 1, `{"context":{"spaces":4},"board":[{"space":4,"ctrl":"B","points":2}]}`, "rejected", "12.1.3", "board.space"},
		{"B began", check.Momon, "", false, 1, `{"context":{"first":"B","max_turns":8},"turns":[5,4]}`, "rejected", "7.1.1", "turns.order"},
		{"sanctioned", check.Momon, "irreversible_irregularity", false, -1, `{"rollback":{"exact":false}}`, "rejected", "12.1.9", "irregularity.sanctioned"},
		{"unsanctioned", check.Momon, "irreversible_irregularity", true, -1, `{"rollback":{"exact":false}}`, "verified", "12.1.9", "irregularity.draw"},
		{"coin", check.Momon, "coin", false, 0, ``, "rejected", "7.5.3", "method.unknown"},
		{"life", check.Magic, "", false, 2, ``, "consistent", "102.1", "reported"},
		{"any seat of the team", check.Magic, "effect_win", false, 0, life, "verified", "102.2b", "game.result"},
		{"the other side", check.Magic, "effect_win", false, 2, life, "rejected", "102.2b", "game.result"},
		{"life null", check.Magic, "loop", false, -1, `null`, "consistent", "102.4b", "reported"},
		{"drawn in spite of the record", check.Magic, "", false, -1, life, "rejected", "102.2b", "game.result"},
		{"generic", check.Generic, "", false, 7, ``, "consistent", "7.3.4", "reported"},
		{"generic concession", check.Generic, "", false, 1, `{"ended_seq":4,"concessions":[{"by":"B","seq":1,"clear":true},{"by":"A"}]}`, "rejected", "7.6.1", "concession.winner"},
		{"generic seat", check.Generic, "", false, 0, `{"concessions":[{"by":3,"seq":1,"clear":true}]}`, "consistent", "7.3.4", "reported"},
		{"generic nothing", check.Generic, "time", false, 0, `{}`, "rejected", "7.4.3", "method.time"},
	} {
		v, err := check.Check(c.set, !c.unsanctioned, check.Claim{Winner: c.winner, Method: c.method}, []byte(c.evidence))
		if err != nil || v.Kind.String() != c.kind || v.Rule.String() != c.rule || v.Code.String() != c.code {
			t.Errorf("%s: %s, %v", c.name, v.Message(), err)
		}
	}
}

// A call that makes no sense is an error that says so.
func TestCallsThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, set string
		winner    int
		evidence  string
		want      string
	}{
		{"set", "chess", 0, ``, `the rule set "chess" is not known`},
		{"third player", check.Momon, 2, ``, "the winner cannot be seat 2"},
		{"negative", check.Generic, -2, ``, "the winner cannot be seat -2"},
		{"far", check.Generic, 64, ``, "the winner cannot be seat 64"},
		{"no JSON", check.Momon, 0, `{`, "the text ends in the middle"},
		{"list", check.Momon, 0, `[]`, "this has to be an object, not an array"},
		{"list", check.Magic, 0, `[]`, "this has to be an object, not an array"},
		{"list", check.Generic, 0, `[]`, "this has to be an object, not an array"},
		{"key", check.Momon, 0, `{"boards":[]}`, `the key "boards" is not known here`},
		{"sanctioned in the evidence", check.Momon, 0, `{"context":{"sanctioned":false}}`, "is a setting of the event"},
		{"no such seat", check.Magic, 3, life, "the winner is seat 3, but the evidence has 3 seats"},
		{"who", check.Generic, 0, `{"concessions":[{"seq":1}]}`, "/concessions/0/by: this key is missing"},
		{"what", check.Generic, 0, `{"concessions":[1]}`, "/concessions/0: this has to be an object"},
		{"brackets", check.Generic, 0, strings.Repeat("[", 10<<20), "brackets are nested deeper"},
	} {
		v, err := check.Check(c.set, true, check.Claim{Winner: c.winner}, []byte(c.evidence))
		if err == nil || !strings.Contains(err.Error(), c.want) || v != (rules.Verdict{}) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		var faults jsontree.Faults
		if strings.HasPrefix(c.want, "/") && !errors.As(err, &faults) {
			t.Errorf("%s: the place is not given: %v", c.name, err)
		}
	}
}

// A verdict that is stored and read back says the same.
func TestVerdictsAreStored(t *testing.T) {
	t.Parallel()
	v, err := check.Check(check.Momon, true, check.Claim{Winner: 0, Method: "sixteen_turn"}, []byte(`{"scores":[12,9]}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"verdict":"consistent","rule":"7.3.2","code":"score.greater","message":"Rule 7.3.2: A wins with the greater Control Score, 12 to 9. Missing: turns, pending, board.","args":[0,12,9],"missing":["turns","pending","board"],"expected":{"winner":"A","method":"sixteen_turn","decider":"control_score","rule":"7.3.2","score":[12,9]}}`
	if string(text) != want {
		t.Errorf("got %s", text)
	}
	var back rules.Verdict
	if err := json.Unmarshal(text, &back); err != nil || back != v || back.Message("Ana", "Bo") != v.Message("Ana", "Bo") {
		t.Errorf("%+v, %v", back, err)
	}
}
