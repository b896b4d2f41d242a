package eventfile

import (
	"bytes"
	"errors"
	"testing"

	"tourney/internal/results"
)

// FuzzRead feeds Read with anything. It must answer with faults that have a
// message, or with changes that fold and whose export reads back.
func FuzzRead(f *testing.F) {
	f.Add([]byte(event(`"rounds": []`)))
	f.Add([]byte(matches(`{"seats": ["e1", "e2"], "games_won": [2, 1]}`, `{"seats": ["e3", "e4"], "kind": "forfeit", "winner": "e4"}`)))
	f.Add([]byte(matches(`{"seats": ["e1", "e2"], "games": [{"winner": "e1", "method": "concession", "evidence": {"concessions": []}}]}`)))
	f.Add([]byte(event(`"policy": {"preset": "momon", "match": {"games_to_win": 1}}, "stages": [{"id": "a", "system": "pods"}], "rounds": [{"number": 1, "matches": [{"seats": ["e1", "e2", "e3"], "winner": null}]}]`)))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Add([]byte(`{"format": "tourney/1", "name": "A", "entrants": [], "history": [{"entry": {}, "records": [{"details": {}}]}]}`))
	_, everything := export(f, eveningWithEverything(f), Options{})
	f.Add(everything)
	f.Fuzz(func(t *testing.T, data []byte) {
		changes, err := Read("fuzz.json", data)
		if err != nil {
			var faults *Faults
			if !errors.As(err, &faults) || len(faults.List) == 0 || len(faults.List) > maxFaults {
				t.Fatalf("not a list of faults: %v", err)
			}
			for _, fault := range faults.List {
				if fault.Message == "" || fault.Line < 1 || fault.Line > bytes.Count(data, []byte{'\n'})+1 {
					t.Fatalf("fault without a place: %+v", fault)
				}
			}
			return
		}
		tour, err := results.Fold(changes)
		if err != nil {
			t.Fatal(err)
		}
		text, err := Write(tour, Options{})
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read("again.json", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		tour, err = results.Fold(again)
		if err != nil {
			t.Fatal(err)
		}
		if rewritten, err := Write(tour, Options{}); err != nil || !bytes.Equal(text, rewritten) {
			t.Fatalf("the export changes: %v\n%s", err, firstDifference(text, rewritten))
		}
	})
}
