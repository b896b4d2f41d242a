package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"

	"tourney/internal/results"
)

func TestEveryPresetReadsAndKeepsItsCanonicalForm(t *testing.T) {
	t.Parallel()
	for _, code := range presetOrder {
		p, text, hash, err := Preset(code)
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if sum := sha256.Sum256([]byte(text)); p.Code != code || hash != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: code %q, hash %q", code, p.Code, hash)
		}
		if p.Description == "" || len(p.Sources) == 0 {
			t.Errorf("%s: a preset says what it is for and where its facts stand", code)
		}
		again, err := ParseTOML("canonical", Canonical(p))
		if err != nil {
			t.Errorf("%s: the canonical form does not read: %v\n%s", code, err, Canonical(p))
			continue
		}
		if !reflect.DeepEqual(p, again) {
			t.Errorf("%s: the canonical form reads as another policy:\n%s\n%s", code, Canonical(p), Canonical(again))
		}
	}
}

func TestEveryPresetFileIsListed(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(presetFiles, "presets/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(presetOrder) {
		t.Errorf("%d files, %d presets in the list", len(files), len(presetOrder))
	}
	for i, e := range List() {
		if e.Code != presetOrder[i] || e.Name == "" || e.Description == "" {
			t.Errorf("entry %d: %+v", i, e)
		}
	}
}

// What the presets are known for: points, floors, chain.
func TestFactsOfThePresets(t *testing.T) {
	t.Parallel()
	for code, facts := range map[string]map[string]string{
		"generic":     {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "1/3"},
		"magic-mtr":   {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "33/100", "percentages.game_floor": "33/100", "playoff.no_draw": "judge"},
		"magic-third": {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "1/3", "percentages.game_floor": "1/3"},
		"momon":       {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "1/3", "timing.unfinished_game": "not_counted", "match.agreed_draw": "refused", "timing.mode": "round_clock"},
		"momon-clock": {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "1/3", "timing.unfinished_game": "not_counted", "match.agreed_draw": "refused", "timing.mode": "clock_controlled"},
		"pokemon": {"tiebreaker": "MP OMW OOMW H2H2", "lot": "seeded", "percentages.floor": "1/4", "percentages.game_floor": "0", "percentages.cap_dropped": "3/4",
			"percentages.draw_share": "none", "percentages.bye_in_own_match": "false", "percentages.bye_in_own_game": "false"},
		"yugioh":           {"tiebreaker": "MP OMW OOMW LSQ", "percentages.floor": "0", "percentages.bye_in_own_match": "false", "match.agreed_draw": "refused", "playoff.mode": "untimed"},
		"fab":              {"tiebreaker": "MP CTB PML OML OCTB", "lot": "seeded", "scoring.win": "1", "scoring.draw": "0", "scoring.bye": "1", "percentages.floor": "0"},
		"lorcana":          {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "33/100"},
		"lorcana-two-game": {"tiebreaker": "MP OMW GW OGW", "match.exact_games": "2", "scoring.per_game": "1", "scoring.both": "1", "percentages.floor": "33/100"},
		"onepiece":         {"tiebreaker": "MP OMW OOMW", "match.games_to_win": "1", "match.drawn_match": "refused", "percentages.floor": "1/3", "percentages.game_floor": "0"},
		"swu":              {"tiebreaker": "MP OMW GW OGW", "percentages.floor": "33/100"},
		"netrunner":        {"tiebreaker": "MP SOSA ESOS", "match.exact_games": "2", "scoring.per_game": "3", "scoring.draw": "1", "scoring.bye": "6"},
		"keyforge":         {"tiebreaker": "MP SOSA ESOS", "scoring.win": "1", "scoring.draw": "0", "scoring.bye": "1"},
		"pods-topdeck": {"tiebreaker": "MP OMW", "scoring.win": "5", "scoring.draw": "1", "scoring.bye": "5", "percentages.floor": "1/5", "percentages.bye_in_own_match": "false",
			"percentages.bye_phantoms": "3", "percentages.phantom_value": "1/5", "pairing.system": "pods"},
		"pods-mstr": {"tiebreaker": "MP MW OAMP OMW", "scoring.win": "7", "scoring.win_by_seats": "3 = 5 4 = 7 5 = 9", "percentages.floor": "1/7", "percentages.bye_in_own_match": "false", "pairing.system": "pods"},
		"fide-2023": {"tiebreaker": "MP DE BH-C1 BH SB", "scoring.win": "1", "scoring.draw": "1/2", "scoring.bye": "1", "unplayed.rules": "fide_2023"},
		"fide-2026": {"tiebreaker": "MP DE BH-C1 BH SB", "scoring.win": "1", "scoring.draw": "1/2", "scoring.bye": "1", "unplayed.rules": "fide_2026"},
		"fide-round-robin": {"tiebreaker": "MP DE SB KS", "scoring.draw": "1/2", "pairing.system": "round_robin", "percentages.forfeit_is_opponent": "true",
			"unplayed.rules": "face_value"},
		"mcmahon":  {"tiebreaker": "MMS SOS SOSOS", "scoring.draw": "1/2", "scoring.bye": "1", "scoring.absent": "1/2"},
		"go-swiss": {"tiebreaker": "MP SOS SOSOS", "scoring.draw": "1/2", "scoring.bye": "1", "scoring.absent": "0"},
	} {
		p, _, _, err := Preset(code)
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		for path, want := range facts {
			if got := strings.ReplaceAll(Value(p, path), "\n", " "); got != want {
				t.Errorf("%s: %s is %q, want %q", code, path, got, want)
			}
		}
	}
}

// Games whose facts are not settled say so in their own text.
func TestUncertainPresetsSaySo(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"momon", "momon-clock", "pokemon", "yugioh", "lorcana", "lorcana-two-game", "onepiece", "swu", "keyforge", "pods-topdeck", "fide-2023", "fide-2026"} {
		p, text, _, err := Preset(code)
		if err != nil || len(p.Uncertain) == 0 || !strings.Contains(text, "uncertain") {
			t.Errorf("%s: %v, uncertain: %v", code, err, p.Uncertain)
			continue
		}
		var shown bool
		for _, s := range Words(p) {
			shown = shown || s.Title == "What is not certain" && len(s.Lines) == len(p.Uncertain)
		}
		if !shown {
			t.Errorf("%s: the words leave out what is not certain", code)
		}
	}
}

func TestAnUnknownPresetNamesThoseThereAre(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"", "mtr", "MOMON", "../policy", "momon.toml", strings.Repeat("x", 10000)} {
		_, _, _, err := Preset(code)
		if results.CodeOf(err) != results.NotFound || !strings.Contains(err.Error(), "generic, momon, momon-clock") || len(err.Error()) > 1000 {
			t.Errorf("%.20q: %v", code, err)
		}
	}
}

// An unchanged preset is kept by its own text; a changed one by the canonical
// document, and a change that changes nothing is none.
func TestStoredText(t *testing.T) {
	t.Parallel()
	preset, text, hash, err := Preset("magic-mtr")
	if err != nil {
		t.Fatal(err)
	}
	if gotText, gotHash := Stored(preset); gotText != text || gotHash != hash || Hash(preset) != hash {
		t.Error("an unchanged preset is not kept by its text")
	}
	same, err := ParseJSON("", "", 1, []byte(`{"preset": "magic-mtr", "timing": {"minutes": 50}}`))
	if err != nil || Hash(same) != hash {
		t.Errorf("a change that changes nothing: %v", err)
	}
	changed, err := ParseJSON("", "", 1, []byte(`{"preset": "magic-mtr", "timing": {"minutes": 40}}`))
	if err != nil {
		t.Fatal(err)
	}
	record := Record(changed, 2, 4)
	if record.Text != string(Canonical(changed)) || record.Hash != hashOf(Canonical(changed)) || record.Hash == hash || record.Version != 2 || record.FromRound != 4 || record.Policy != changed {
		t.Errorf("record %+v", record)
	}
	for _, stored := range []string{text, record.Text} {
		p, err := ParseTOML("", []byte(stored))
		if err != nil || p.Code != "magic-mtr" {
			t.Errorf("the stored text reads as %q, %v", p.Code, err)
		}
		if again, _ := Stored(p); again != stored {
			t.Error("the stored text does not come back")
		}
	}
}

// Presets are documents for organizers: they carry comments and no tabs.
func TestPresetTextsAreMadeForReading(t *testing.T) {
	t.Parallel()
	for _, code := range presetOrder {
		data, err := os.ReadFile("presets/" + code + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if !strings.HasPrefix(text, "# ") || strings.Contains(text, "\t") || !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
			t.Errorf("%s: a preset begins with a comment, has no tabs and ends with one line end", code)
		}
	}
}
