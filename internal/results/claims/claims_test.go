package claims_test

import (
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/claims"
)

func TestAnswersOfTheEngineAsRecordsKeepThem(t *testing.T) {
	t.Parallel()
	momon := &results.Details{Ruleset: "momon", Sanctioned: true}
	for _, c := range []struct {
		name, method, evidence string
		info                   *results.Details
		winner                 int
		kind, rule, says       string
	}{
		{"a reported win is possible", results.Reported, "", momon, 0, "consistent", "7.3.4", ""},
		{"a score that was counted", "sixteen_turn", `{"turns":[8,8],"pending":{"triggers":0,"packages":0,"end_step_done":true},"scores":[9,9],"token":"B"}`, momon, 0, "rejected", "7.3.3", "Bo"},
		{"a coin is no method", "random", "", momon, 0, "rejected", "7.5.3", ""},
		{"an agreed draw is none of a game", "agreement", "", &results.Details{Ruleset: "generic"}, results.Nobody, "rejected", "7.5.3", ""},
		{"an unclear concession", "concession", `{"concessions":[{"by":"B","seq":3,"clear":false}]}`, momon, 0, "judge", "7.6.2", ""},
		{"a life game", "all_opponents_lost", `{"seats":[{"life":20,"poison":0,"library":40,"team":null},{"life":20,"poison":0,"library":40,"team":null}],"batches":[[{"op":"concede","p":1}]]}`,
			&results.Details{Ruleset: "magic", Sanctioned: true}, 0, "verified", "102.2a", ""},
	} {
		v, err := claims.Check(c.info, c.winner, c.method, results.RawJSON(c.evidence), "Ana", "Bo")
		if err != nil || v.Kind != c.kind || v.Rule != c.rule || !strings.Contains(v.Message, c.says) || v.Code == "" {
			t.Errorf("%s: got %+v, %v; want %s by %s saying %q", c.name, v, err, c.kind, c.rule, c.says)
		}
	}
}

func TestEvidenceThatCannotBeReadIsRefusedWithItsPlace(t *testing.T) {
	t.Parallel()
	_, err := claims.Check(&results.Details{Ruleset: "momon"}, 0, "sixteen_turn", `{"turns":[8,8],"tokn":"A"}`)
	if results.CodeOf(err) != results.Invalid || !strings.Contains(err.Error(), "tokn") {
		t.Errorf("got %v", err)
	}
}
