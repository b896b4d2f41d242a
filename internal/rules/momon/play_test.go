package momon_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"tourney/internal/rules/scenario"
)

// The example of the documentation is played, and answered as it says there.
func TestPlayExampleOfTheDocumentation(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/momon-play.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for i, part := range strings.Split(string(page), "```") {
		if i%2 == 1 {
			blocks = append(blocks, strings.TrimPrefix(part, "json"))
		}
	}
	if len(blocks) != 2 {
		t.Fatalf("%d blocks, want the example and its answer", len(blocks))
	}
	answers, err := scenario.Check([]byte(blocks[0]))
	if err != nil || len(answers) != 1 {
		t.Fatalf("%d answers, %v", len(answers), err)
	}
	raw, err := json.Marshal(answers[0])
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(blocks[1]), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s", raw)
	}
}
