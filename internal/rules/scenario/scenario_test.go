package scenario_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"sync"
	"testing"

	"tourney/internal/rules/scenario"
)

// known is one scenario of testdata with what has to come out. An expectation
// that is a plain string is the verdict; the rule is compared unless the game
// goes on.
type known struct {
	ID     string          `json:"id"`
	Title  string          `json:"title"`
	Rule   string          `json:"rule"`
	Expect json.RawMessage `json:"expect"`
	text   json.RawMessage
}

// load reads the scenarios once. They are those of the requirements with
// further cases (X) of the same kinds; all were worked out by hand from the
// rules.
var load = sync.OnceValues(func() ([]known, error) {
	data, err := os.ReadFile("../testdata/scenarios.json")
	if err != nil {
		return nil, err
	}
	var texts []json.RawMessage
	if err := json.Unmarshal(data, &texts); err != nil {
		return nil, err
	}
	list := make([]known, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal(text, &list[i]); err != nil {
			return nil, err
		}
		list[i].text = text
	}
	return list, nil
})

func all(t *testing.T) []known {
	t.Helper()
	list, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// verify checks one scenario and compares the keys of its expectation.
func verify(t *testing.T, k known) {
	t.Helper()
	answers, err := scenario.Check(k.text)
	if err != nil {
		t.Errorf("%s, %s: %v", k.ID, k.Title, err)
		return
	}
	got := keys(t, answers[0])
	if k.Rule != "" && got["rule"] != k.Rule {
		t.Errorf("%s, %s: rule %v, want %s", k.ID, k.Title, got["rule"], k.Rule)
	}
	if got["id"] != k.ID || got["message"] == "" {
		t.Errorf("%s, %s: id %v, message %q", k.ID, k.Title, got["id"], got["message"])
	}
	want := map[string]any{}
	if k.Expect[0] == '"' {
		want["verdict"] = decode(t, k.Expect)
	} else {
		want, _ = decode(t, k.Expect).(map[string]any)
	}
	for key, value := range want {
		if !reflect.DeepEqual(got[key], value) {
			t.Errorf("%s, %s: %s is %v, want %v; message: %s", k.ID, k.Title, key, got[key], value, got["message"])
		}
	}
}

// keys gives an answer as the command prints it.
func keys(t *testing.T, a *scenario.Answer) map[string]any {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := decode(t, text).(map[string]any)
	return got
}

func decode(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// run verifies scenarios by id.
func run(t *testing.T, ids ...string) {
	t.Helper()
	for _, id := range ids {
		found := false
		for _, k := range all(t) {
			if k.ID == id {
				verify(t, k)
				found = true
			}
		}
		if !found {
			t.Errorf("there is no scenario %s", id)
		}
	}
}

func TestAllScenarios(t *testing.T) {
	t.Parallel()
	for _, k := range all(t) {
		verify(t, k)
	}
}

// One array gives the same answers, in the same order and the same bytes, as
// its scenarios one by one.
func TestArrayAnswersInOrder(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../testdata/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	together, err := scenario.Check(data)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range all(t) {
		alone, err := scenario.Check(k.text)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := json.Marshal(together[i])
		b, _ := json.Marshal(alone[0])
		if !bytes.Equal(a, b) {
			t.Errorf("%s: %s in the array, %s alone", k.ID, a, b)
		}
	}
}

// Every kind answers every key that it can have.
func TestAnswersHaveAllKeysOfTheirKind(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		"momon_claim": {"verdict", "code", "missing", "expected"},
		"loop_decl":   {"iterations", "deviate", "error"},
		"options":     {"allowed", "chosen", "nothing", "declined", "error"},
		"sbc":         {"fixed", "irregular", "passes", "points"},
		"life":        {"over", "winners", "draw", "judge", "left", "rejected_batch", "reasons", "library"},
		"momon_play":  {"status", "over", "result", "score", "legal", "rejected_entry"},
	}
	for _, k := range all(t) {
		var input struct{ Kind string }
		if err := json.Unmarshal(k.text, &input); err != nil {
			t.Fatal(err)
		}
		answers, err := scenario.Check(k.text)
		if err != nil {
			t.Fatal(err)
		}
		got := keys(t, answers[0])
		for _, key := range append([]string{"id", "rule", "message"}, want[input.Kind]...) {
			if _, ok := got[key]; !ok {
				t.Errorf("%s has no %s", k.ID, key)
			}
		}
		if got["message"] != answers[0].Message() {
			t.Errorf("%s: the message is %q and %q", k.ID, got["message"], answers[0].Message())
		}
	}
}

// What is rejected or refused is a "no"; a judge and a missing fact are not.
func TestRefusedAnswers(t *testing.T) {
	t.Parallel()
	for id, refused := range map[string]bool{
		"M01": false, "M02": true, "M07": false, "M41": false, "L01": false, "L02": true,
		"O01": true, "O02": false, "O03": false, "B02": false, "F20": false, "F25": true, "F01": false, "P01": false, "P07": false, "P08": true,
	} {
		for _, k := range all(t) {
			if k.ID != id {
				continue
			}
			answers, err := scenario.Check(k.text)
			if err != nil || answers[0].Refused != refused {
				t.Errorf("%s: %v, refused is not %t", id, err, refused)
			}
		}
	}
}

// The result that the evidence supports is given with a rejected claim, and
// what is missing with one that is not settled.
func TestClaimAnswersSayWhatIsExpectedAndMissing(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]struct{ code, missing, expected string }{
		"M02": {"score.greater", `[]`, `{"winner":"A","method":"sixteen_turn","decider":"control_score","rule":"7.3.2","score":[9,8]}`},
		"M04": {"score.tie.token", `[]`, `{"winner":"A","method":"sixteen_turn","decider":"first_player_token","rule":"7.3.3","score":[9,9]}`},
		"M07": {"score.tie.unknown", `["token"]`, `null`},
		"M16": {"score.greater", `[]`, `{"winner":"A","method":"full_arena","decider":"control_score","rule":"7.3.2","also":["7.1.2"],"score":[16,8]}`},
		"M17": {"score.greater", `[]`, `{"winner":"A","method":"sixteen_turn","decider":"control_score","rule":"7.3.2","also":["7.2.2"],"score":[16,8]}`},
		"M24": {"concession.by_winner", `[]`, `{"winner":"A","method":"concession","rule":"7.6.1"}`},
		"M30": {"loop.mandatory", `[]`, `{"winner":"draw","method":"mandatory_loop","rule":"12.4.5"}`},
		"M35": {"method.agreement", `[]`, `null`},
		"M41": {"score.greater", `["turns","pending","board"]`, `{"winner":"A","method":"sixteen_turn","decider":"control_score","rule":"7.3.2","score":[12,9]}`},
		"M42": {"winner.only", `["turns","pending","board"]`, `null`},
	} {
		for _, k := range all(t) {
			if k.ID != id {
				continue
			}
			answers, err := scenario.Check(k.text)
			if err != nil {
				t.Fatal(err)
			}
			got := keys(t, answers[0])
			if got["code"] != want.code || !reflect.DeepEqual(got["missing"], decode(t, []byte(want.missing))) ||
				!reflect.DeepEqual(got["expected"], decode(t, []byte(want.expected))) {
				t.Errorf("%s: code %v, missing %v, expected %v", id, got["code"], got["missing"], got["expected"])
			}
		}
	}
}

// The example of the documentation can be played.
func TestExampleOfTheDocumentation(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../testdata/rules.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := bytes.Cut(page, []byte("```json\n"))
	text, _, found := bytes.Cut(text, []byte("```\n"))
	answers, err := scenario.Check(text)
	if err != nil || !found || answers[0].Refused {
		t.Errorf("%v: %v", answers, err)
	}
}
