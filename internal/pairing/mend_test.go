package pairing_test

import (
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/eventfile"
)

// foldFile is the event of a file with the entrants e1 to e4, of whom e1 has a
// start score, and the given rounds.
func foldFile(t *testing.T, start, rounds string) *results.Tournament {
	t.Helper()
	changes, err := eventfile.Read("event.json", []byte(`{"format": "tourney/1", "name": "Friday", "entrants": [
		{"id": "e1", "name": "Ana", "start_score": `+start+`}, {"id": "e2", "name": "Bo"}, {"id": "e3", "name": "Cy"}, {"id": "e4", "name": "Di"}],
		"rounds": [`+rounds+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	event, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	return event
}

// A file may have a later round beside an open match. Its entrants meet in it,
// so the round after it avoids that pair.
func TestMendingARoundAfterAnOpenMatch(t *testing.T) {
	t.Parallel()
	event := foldFile(t, "0", `
		{"number": 1, "matches": [{"seats": ["e1", "e2"]}, {"seats": ["e3", "e4"], "games_won": [2, 0]}]},
		{"number": 2, "matches": [{"seats": ["e1", "e2"]}, {"seats": ["e3", "e4"]}]}`)
	mended, err := pairing.Mend(event, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(mended.Broken) != 2 || len(mended.Made) != 2 {
		t.Errorf("two rematches, one of an open match, are mended by %+v", mended)
	}
}

// Squares of such differences would not add up in machine words.
func TestMendingRefusesPointsThatAreTooFarApart(t *testing.T) {
	t.Parallel()
	const round = `{"number": 1, "matches": [{"seats": ["e1", "e2"]}, {"seats": ["e3", "e4"]}]}`
	if _, err := pairing.Mend(foldFile(t, "8388608", round), 1); err != nil {
		t.Error(err)
	}
	if _, err := pairing.Mend(foldFile(t, "8388609", round), 1); results.CodeOf(err) != results.Refused {
		t.Errorf("a gap of more than 8 million points: %v", err)
	}
	if _, err := pairing.Mend(foldFile(t, "0", round), 2); results.CodeOf(err) != results.NotFound {
		t.Errorf("a round that is not there: %v", err)
	}
}
