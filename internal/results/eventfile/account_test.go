package eventfile

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
)

// An import names no account of the installation that reads it, whatever the
// file says.
func TestAForgedAccountIsNobodyHere(t *testing.T) {
	t.Parallel()
	change := resultstest.NewEvent("friday", 4)
	rules, _, _, err := policy.Preset("generic")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range change.Records {
		if _, ok := r.(*results.PolicyRecord); ok {
			change.Records[i] = policy.Record(rules, 1, 1)
		}
	}
	change.Records = append(change.Records, &results.Staff{Version: 1, Account: 7, Name: "Mallory", Role: results.Organizer})
	event, err := resultstest.NewStore().Create(context.Background(), []results.Change{change})
	if err != nil {
		t.Fatal(err)
	}
	written, err := Write(event, Options{})
	if err != nil {
		t.Fatal(err)
	}
	forged := bytes.ReplaceAll(written, []byte(`"account": -`), []byte(`"account": `))
	var was, is struct {
		History json.RawMessage
		Sum     string `json:"history_sha256"`
	}
	if json.Unmarshal(written, &was) != nil || json.Unmarshal(forged, &is) != nil || bytes.Equal(was.History, is.History) {
		t.Fatal("the file was not forged")
	}
	sum, err := checksum(is.History)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := Read("forged.json", bytes.ReplaceAll(forged, []byte(was.Sum), []byte(sum)))
	if err != nil {
		t.Fatal(err)
	}
	read, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range read.Staff {
		if s.Account > 0 {
			t.Errorf("%s has account %d of this installation", s.Name, s.Account)
		}
	}
	for _, e := range read.Log {
		if e.By.Account > 0 {
			t.Errorf("entry %d is said to be of account %d", e.Seq, e.By.Account)
		}
	}
}
