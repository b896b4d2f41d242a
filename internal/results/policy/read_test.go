package policy

import (
	"errors"
	"strings"
	"testing"

	"tourney/internal/results"
)

// Every refusal names the line, the field and what to write instead.
func TestDocumentsThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		line       int
		path       string
		says       []string
	}{
		{"not TOML", "name = ", 1, "", []string{"not TOML"}},
		{"a key twice", "name = \"a\"\nname = \"b\"\n", 2, "", []string{"not TOML"}},
		{"a section twice", "[match]\n[match]\n", 2, "", []string{"not TOML"}},
		{"an unknown key at the top", "name = \"x\"\ncolour = 3\n", 2, "colour", []string{`"colour" is not a key`, "description", "rounds", "tiebreaker"}},
		{"an unknown section", "[matches]\ngames_to_win = 2\n", 1, "matches", []string{"accepted are: preset, name", "match"}},
		{"an unknown key in a section", "[match]\n\nbest_of = 3\n", 3, "match.best_of", []string{`"best_of"`, "games_to_win, exact_games, drawn_game"}},
		{"a key in the wrong section", "[rounds]\nlot = \"seeded\"\n", 2, "rounds.lot", []string{"stands at the top"}},
		{"a key of another section", "[match]\nminutes = 40\n", 2, "match.minutes", []string{"belongs to section timing"}},
		{"a section that is a number", "match = 2\n", 1, "match", []string{"needs a table", "not 2"}},
		{"text for a number", "[match]\ngames_to_win = \"2\"\n", 2, "match.games_to_win", []string{"whole number from 1 to 99 without quotes", `"2"`}},
		{"no games", "[match]\ngames_to_win = 0\n", 2, "match.games_to_win", []string{"out of range", "from 1 to 99"}},
		{"too many games", "[match]\nexact_games = 100\n", 2, "match.exact_games", []string{"out of range"}},
		{"a number that no machine holds", "[match]\nexact_games = 99999999999999999999\n", 2, "", []string{"too large"}},
		{"a fraction of a game", "[match]\ngames_to_win = 1.5\n", 2, "match.games_to_win", []string{"whole number"}},
		{"an unknown choice", "[match]\ndrawn_game = \"third\"\n", 2, "match.drawn_game", []string{`"counts_for_nobody", "half"`}},
		{"a number for a choice", "[timing]\nmode = 1\n", 2, "timing.mode", []string{`"untimed", "round_clock", "clock_controlled"`}},
		{"a floor as a rounded number", "[percentages]\nfloor = 0.33\n", 2, "percentages.floor", []string{`"0.33"`, "in quotes", `"1/3"`}},
		{"points as a rounded number", "[scoring]\ndraw = 0.5\n", 2, "scoring.draw", []string{`"0.5"`}},
		{"points that are no number", "[scoring]\ndraw = \"half\"\n", 2, "scoring.draw", []string{"not an exact number"}},
		{"points as a list", "[scoring]\ndraw = [1]\n", 2, "scoring.draw", []string{"must be a number, not a list"}},
		{"a floor above 1", "[percentages]\nfloor = \"4/3\"\n", 2, "percentages.floor", []string{"0 to 1 is accepted"}},
		{"a negative floor", "[percentages]\nfloor = \"-1/3\"\n", 2, "percentages.floor", []string{"out of range"}},
		{"text for a flag", "[percentages]\nbye_in_own_match = \"yes\"\n", 2, "percentages.bye_in_own_match", []string{"true or false"}},
		{"one number for the games of a bye", "[scoring]\nbye_games = [2]\n", 2, "scoring.bye_games", []string{"[2, 0]"}},
		{"a text for the games of a bye", "[scoring]\nbye_games = \"2-0\"\n", 2, "scoring.bye_games", []string{"[2, 0]"}},
		{"seats that are none", "[scoring]\nwin_by_seats = { four = 7 }\n", 2, "scoring.win_by_seats.four", []string{"not a number of seats"}},
		{"a list of seats", "[scoring]\nwin_by_seats = [7]\n", 2, "scoring.win_by_seats", []string{"{ 3 = 5, 4 = 7 }"}},
		{"a list that is a text", "sources = \"the handbook\"\n", 1, "sources", []string{"list of texts"}},
		{"a number among texts", "sources = [\"a\",\n 3]\n", 2, "sources[2]", []string{"must be a text"}},
		{"a date", "name = 2026-01-01\n", 1, "name", []string{"must be a text"}},
		{"a text without end", "description = \"" + strings.Repeat("x", maxText+1) + "\"\n", 1, "description", []string{"shorten"}},

		{"an unknown tiebreaker", "[[tiebreaker]]\ncode = \"MP\"\n\n[[tiebreaker]]\ncode = \"OWM\"\n", 5, "tiebreaker[2].code", []string{`"OWM"`, "MP, WINS", "GWON"}},
		{"a tiebreaker without code", "[[tiebreaker]]\ndirection = \"lower\"\n", 1, "tiebreaker[1]", []string{"needs a code"}},
		{"a tiebreaker twice", "[[tiebreaker]]\ncode = \"MP\"\n[[tiebreaker]]\ncode = \"MP\"\n", 3, "tiebreaker[2]", []string{"twice"}},
		{"an unknown key of a tiebreaker", "[[tiebreaker]]\ncode = \"MP\"\nname = \"x\"\n", 3, "tiebreaker[1].name", []string{"code, direction, cut_low, cut_high, weights"}},
		{"an unknown direction", "[[tiebreaker]]\ncode = \"MP\"\ndirection = \"up\"\n", 3, "tiebreaker[1].direction", []string{`"higher" or "lower"`}},
		{"a cut of what has no parts", "[[tiebreaker]]\ncode = \"MP\"\ncut_low = 1\n", 3, "tiebreaker[1].cut_low", []string{"left out"}},
		{"weights of what takes none", "[[tiebreaker]]\ncode = \"MP\"\nweights = [1]\n", 3, "tiebreaker[1].weights", []string{"no weights"}},
		{"two weights of what takes one", "[[tiebreaker]]\ncode = \"KS\"\nweights = [1, 1]\n", 3, "tiebreaker[1].weights", []string{"1 weight"}},
		{"no tiebreaker", "tiebreaker = []\n", 1, "tiebreaker", []string{"at least one"}},
		{"tiebreakers as texts", "tiebreaker = [\"MP\"]\n", 1, "tiebreaker[1]", []string{"code, direction"}},

		{"rows without rounds", "[rounds]\nby_entrants = [{ from = 4 }]\n", 2, "rounds.by_entrants[1]", []string{"from and rounds"}},
		{"rows that go down", "[rounds]\nby_entrants = [\n{ from = 9, rounds = 5 },\n{ from = 4, rounds = 3 }]\n", 4, "rounds.by_entrants[2]", []string{"must go up"}},
		{"no rows", "[rounds]\nby_entrants = []\n", 2, "rounds.by_entrants", []string{"1 to 60 rows"}},
		{"a row's cut to one", "[rounds]\nby_entrants = [{ from = 4, rounds = 3, cut = 1 }]\n", 2, "rounds.by_entrants[1].cut", []string{"leaves nobody"}},
		{"an unknown formula", "[rounds]\nformula = \"sqrt\"\n", 2, "rounds.formula", []string{`"log2"`}},
		{"an unknown fact to avoid", "[pairing]\navoid = { family = \"soft\" }\n", 2, "pairing.avoid.family", []string{"club"}},
		{"an unknown strength", "[pairing]\navoid.club = \"always\"\n", 2, "pairing.avoid.club", []string{`"none", "soft", "strong"`}},
		{"an unknown preset", "preset = \"chess\"\n", 1, "preset", []string{`"chess"`, "generic, momon", "go-swiss"}},
		{"a preset that is a number", "preset = 7\n", 1, "preset", []string{"in quotes"}},

		// What does not go together.
		{"two structures", "[match]\ngames_to_win = 2\nexact_games = 3\n", 3, "match.exact_games", []string{"remove games_to_win or exact_games"}},
		{"no draws without a procedure", "[match]\ndrawn_match = \"refused\"\n", 2, "match.drawn_match", []string{"no_draw", `"extra_game", "judge", "higher_seed", "score"`}},
		{"a procedure without use", "[match]\nno_draw = \"judge\"\n", 2, "match.no_draw", []string{"no use"}},
		{"agreed draws without draws", "[match]\ndrawn_match = \"refused\"\nno_draw = \"judge\"\nagreed_draw = \"allowed\"\n", 4, "match.agreed_draw", []string{"agreed_draw = \"refused\""}},
		{"a bracket with drawn matches", "[playoff]\ndrawn_match = \"allowed\"\n", 2, "playoff.drawn_match", []string{"needs a winner", "no_draw"}},
		{"a time to concede what cannot be conceded", "[match]\nconcession = \"refused\"\nconcession_until = \"always\"\n", 3, "match.concession_until", []string{"no use"}},
		{"minutes without a clock", "[timing]\nmode = \"untimed\"\nminutes = 50\n", 3, "timing.minutes", []string{"round_clock"}},
		{"turns without a clock", "[playoff]\nmode = \"untimed\"\nextra_turns = 5\n", 3, "playoff.extra_turns", []string{"round_clock"}},
		{"a draw above a win", "[scoring]\ndraw = 4\n", 2, "scoring.draw", []string{"worth less"}},
		{"points for both without points per game", "[scoring]\nboth = 1\n", 2, "scoring.both", []string{"per_game"}},
		{"a floor above the cap", "[percentages]\nfloor = \"1/2\"\ncap = \"1/3\"\n", 2, "percentages.floor", []string{"cannot be both"}},
		{"a floor above the cap of who dropped", "[percentages]\nfloor = \"1/2\"\ncap_dropped = \"1/3\"\n", 3, "percentages.cap_dropped", []string{"cannot be both"}},
		{"phantoms without value", "[percentages]\nbye_phantoms = 3\n", 2, "percentages.bye_phantoms", []string{"phantom_value"}},
		{"a value without phantoms", "[percentages]\nphantom_value = \"0.2\"\n", 2, "percentages.phantom_value", []string{"bye_phantoms"}},
		{"a smaller pod that is not", "[pairing]\npod_size = 4\npod_smaller = 4\n", 3, "pairing.pod_smaller", []string{"2 to 3"}},
		{"a larger pod that is not", "[pairing]\npod_larger = 4\n", 2, "pairing.pod_larger", []string{"more than 4"}},
		{"pods of several games", "[match]\ngames_to_win = 2\n[pairing]\nsystem = \"pods\"\n", 2, "match.games_to_win", []string{"exact_games = 1"}},
		{"two numbers of rounds", "[rounds]\ncount = 5\nformula = \"log2\"\n", 3, "rounds.formula", []string{"keep one"}},
		{"a cut to one", "[rounds]\ncut = 1\n", 2, "rounds.cut", []string{"leaves nobody"}},
		{"a cut without rounds", "[pairing]\nsystem = \"single_elimination\"\n[rounds]\ncut = 8\n", 4, "rounds.cut", []string{"needs rounds before it"}},
		{"a double elimination that reseeds", "[pairing]\nsystem = \"double_elimination\"\n[rounds]\nseeding = \"reseed\"\n", 4, "rounds.seeding", []string{"standard"}},
		{"a third place that is there", "[pairing]\nsystem = \"double_elimination\"\n[rounds]\nthird_place = true\n", 4, "rounds.third_place", []string{"by itself"}},
		{"nested without end", "name = " + strings.Repeat("[", 50) + strings.Repeat("]", 50) + "\n", 1, "", []string{"nested too deeply"}},
		{"a dotted key without end", strings.Repeat("a.", 30000) + "b = 1\n", 1, "", []string{"nested too deeply"}},
		{"a dotted section without end", "[" + strings.Repeat("a.", 30000) + "b]\n", 1, "", []string{"nested too deeply"}},
		{"brackets without end", "x = " + strings.Repeat("[", 60000), 1, "", []string{"not TOML"}},
		{"too long", "# " + strings.Repeat("x", maxBytes) + "\n", 0, "", []string{"too long"}},
	} {
		p, err := ParseTOML("friday.toml", []byte(c.text))
		var faults Faults
		if !errors.As(err, &faults) || p != nil {
			t.Errorf("%s: accepted or no faults: %v", c.name, err)
			continue
		}
		f := faults[0]
		if c.line != 0 && f.Line != c.line || c.path != "" && f.Path != c.path || f.File != "friday.toml" {
			t.Errorf("%s: at line %d, %s; want line %d, %s: %v", c.name, f.Line, f.Path, c.line, c.path, err)
		}
		for _, part := range c.says {
			if !strings.Contains(f.Message, part) {
				t.Errorf("%s: %q does not say %q", c.name, f.Message, part)
			}
		}
		if results.CodeOf(err) != results.Invalid {
			t.Errorf("%s: the refusal has code %q", c.name, results.CodeOf(err))
		}
	}
}

func TestAllFaultsAreReportedInOrder(t *testing.T) {
	t.Parallel()
	text := "colour = 1\n\n[match]\ngames_to_win = \"2\"\ndrawn_match = \"refused\"\n\n[percentages]\nfloor = 0.33\n\n[[tiebreaker]]\ncode = \"XYZ\"\n"
	_, err := ParseTOML("friday.toml", []byte(text))
	var faults Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	want := []string{"colour", "match.games_to_win", "match.drawn_match", "percentages.floor", "tiebreaker[1].code"}
	var got []string
	for _, f := range faults {
		got = append(got, f.Path)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("faults at %v, want %v", got, want)
	}
	if first, _, _ := strings.Cut(err.Error(), "\n"); !strings.HasPrefix(first, "friday.toml: line 1: colour: ") {
		t.Errorf("the first line is %q", first)
	}
}

func TestDocumentsThatAreAccepted(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":                  "",
		"comments":                 "# only a comment\n\n",
		"a byte-order mark":        "\xef\xbb\xbfname = \"x\"\n",
		"windows lines":            "name = \"x\"\r\n[match]\r\ngames_to_win = 3\r\n",
		"dotted keys":              "match.games_to_win = 3\nplayoff.no_draw = \"score\"\n",
		"inline tables":            "match = { games_to_win = 3 }\npairing = { avoid = { club = \"strong\" } }\n",
		"tables within tables":     "rounds = { by_entrants = [ { from = 4, rounds = 3, cut = 2 } ] }\n",
		"exact numbers":            "[scoring]\nwin = 1\ndraw = \"1/2\"\nloss = \"0.0\"\nbye = \"1\"\n",
		"other bases":              "[match]\ngames_to_win = 0x2\n[timing]\nminutes = 1_0\n",
		"cuts":                     "[[tiebreaker]]\ncode = \"BH\"\n[[tiebreaker]]\ncode = \"BH\"\ncut_low = 1\ncut_high = 1\n",
		"a direction":              "[[tiebreaker]]\ncode = \"GWON\"\ndirection = \"lower\"\n",
		"a limit":                  "[[tiebreaker]]\ncode = \"KS\"\nweights = [\"0.6\"]\n",
		"from a preset":            "preset = \"pokemon\"\n[rounds]\ncount = 5\ncut = 8\n",
		"a clock, untimed playoff": "[timing]\nminutes = 40\n[playoff]\nmode = \"untimed\"\n",
		"untimed, a playoff clock": "[timing]\nmode = \"untimed\"\n[playoff]\nmode = \"round_clock\"\nminutes = 90\n",
		"a table by entrants":      "[[rounds.by_entrants]]\nfrom = 4\nrounds = 3\n[[rounds.by_entrants]]\nfrom = 9\nrounds = 4\ncut = 4\n",
	} {
		p, err := ParseTOML(name, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := ParseTOML(name, Canonical(p))
		if err != nil || string(Canonical(again)) != string(Canonical(p)) {
			t.Errorf("%s: the canonical form does not come back: %v\n%s", name, err, Canonical(p))
		}
	}
}

// An empty document is the defaults of the reference.
func TestDefaults(t *testing.T) {
	t.Parallel()
	p, err := ParseTOML("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"match.games_to_win": "2", "match.exact_games": "", "match.drawn_game": "counts_for_nobody", "match.drawn_match": "allowed", "match.no_draw": "",
		"match.agreed_draw": "allowed", "match.concession": "allowed", "match.concession_until": "recorded",
		"timing.mode": "round_clock", "timing.minutes": "50", "timing.extra_turns": "5", "timing.unfinished_game": "draw",
		"timing.no_show_game_loss_minutes": "0", "timing.no_show_match_loss_minutes": "0",
		"playoff.games_to_win": "2", "playoff.drawn_match": "refused", "playoff.no_draw": "judge", "playoff.agreed_draw": "refused", "playoff.minutes": "50",
		"scoring.win": "3", "scoring.draw": "1", "scoring.loss": "0", "scoring.bye": "3", "scoring.full_bye": "3", "scoring.half_bye": "1", "scoring.late": "0",
		"scoring.double_loss": "0", "scoring.absent": "0", "scoring.bye_games": "2 0", "scoring.per_game": "0", "scoring.both": "0", "scoring.win_by_seats": "",
		"percentages.floor": "1/3", "percentages.game_floor": "1/3", "percentages.cap": "1", "percentages.cap_dropped": "1", "percentages.draw_share": "points",
		"percentages.bye_in_own_match": "true", "percentages.bye_in_own_game": "true", "percentages.late_counts_as_round": "true",
		"percentages.no_opponents": "floor", "percentages.repeat_opponent": "each_match", "percentages.forfeit_is_opponent": "true",
		"percentages.bye_phantoms": "0", "percentages.phantom_value": "0", "unplayed.rules": "face_value",
		"restart_after_split": "false", "lot": "shared", "dropped_last": "false", "tiebreaker": "MP\nOMW\nGW\nOGW",
		"pairing.system": "swiss", "pairing.within_points": "random", "pairing.last_round": "as_usual", "pairing.rematch": "only_if_forced",
		"pairing.bye_to": "lowest_without_bye", "pairing.avoid.club": "none", "pairing.pod_size": "4", "pairing.pod_smaller": "3", "pairing.pod_larger": "0",
		"rounds.count": "", "rounds.by_entrants": "", "rounds.formula": "log2", "rounds.cut": "0", "rounds.awarded_byes_count_as_entrants": "false",
		"rounds.seeding": "standard", "rounds.third_place": "false", "rounds.final_reset": "true", "rounds.higher_seed_chooses": "true", "rounds.bracket_drop": "opponent_advances",
	} {
		if got := Value(p, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// Fields that follow another take its value until they are named.
func TestFieldsThatFollow(t *testing.T) {
	t.Parallel()
	p, err := ParseTOML("", []byte("[match]\nexact_games = 2\ndrawn_game = \"half\"\n[timing]\nminutes = 40\n[playoff]\nminutes = 60\n[scoring]\nbye = 6\ndraw = 2\n[percentages]\nfloor = \"1/4\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"playoff.exact_games": "2", "playoff.games_to_win": "", "playoff.drawn_game": "half", "playoff.minutes": "60", "playoff.extra_turns": "5",
		"scoring.full_bye": "6", "scoring.half_bye": "2", "percentages.game_floor": "1/4",
	} {
		if got := Value(p, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

func TestPolicyOfAnEventFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       map[string]string
	}{
		{"a code", `"magic-third"`, map[string]string{"percentages.floor": "1/3", "name": "Magic (floor of one third)"}},
		{"a preset alone", `{"preset": "magic-mtr"}`, map[string]string{"percentages.floor": "33/100"}},
		{"sections merge field by field", `{"preset": "magic-mtr", "percentages": {"game_floor": 0}, "timing": {"minutes": 40}}`,
			map[string]string{"percentages.floor": "33/100", "percentages.game_floor": "0", "timing.minutes": "40", "timing.extra_turns": "5", "playoff.minutes": "40"}},
		{"the chain replaces", `{"preset": "magic-mtr", "tiebreaker": [{"code": "MP"}, {"code": "BH", "cut_low": 1}]}`,
			map[string]string{"tiebreaker": "MP\nBH cut_low=1"}},
		{"another structure takes the place", `{"preset": "magic-mtr", "match": {"exact_games": 3}}`,
			map[string]string{"match.games_to_win": "", "match.exact_games": "3", "playoff.exact_games": "3"}},
		{"another number of rounds takes the place", `{"preset": "magic-mtr", "rounds": {"count": 4}}`,
			map[string]string{"rounds.count": "4", "rounds.by_entrants": "", "rounds.formula": ""}},
		{"a cut holds for the whole table", `{"preset": "fab", "rounds": {"cut": 2}}`,
			map[string]string{"rounds.by_entrants": "2 3 2\n9 5 2\n17 5 2\n33 6 2\n65 7 2\n129 8 2\n225 9 2\n385 10 2"}},
		{"draws after all", `{"preset": "onepiece", "match": {"drawn_match": "allowed"}}`,
			map[string]string{"match.no_draw": "", "playoff.no_draw": "score"}},
		{"no draws after all", `{"preset": "magic-mtr", "match": {"drawn_match": "refused", "no_draw": "extra_game"}}`,
			map[string]string{"match.agreed_draw": "refused"}},
		{"no time limit after all", `{"preset": "magic-mtr", "timing": {"mode": "untimed"}}`,
			map[string]string{"timing.minutes": "", "playoff.mode": "untimed"}},
		{"a document of one's own", `{"scoring": {"win": 2, "draw": "1/2", "win_by_seats": {"3": 5, "4": "7"}}, "pairing": {"avoid": {"club": "soft"}}}`,
			map[string]string{"scoring.win": "2", "scoring.draw": "1/2", "scoring.win_by_seats": "3 = 5\n4 = 7", "pairing.avoid.club": "soft"}},
	} {
		p, err := ParseJSON("event.json", "/policy", 1, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for path, want := range c.want {
			if got := Value(p, path); got != want {
				t.Errorf("%s: %s is %q, want %q", c.name, path, got, want)
			}
		}
	}
}

func TestPolicyOfAnEventFileRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, says string }{
		{"not JSON", `{"preset": }`, "not JSON"},
		{"cut off", `{"preset": "generic"`, "not JSON"},
		{"a key twice", `{"name": "a", "name": "b"}`, "not JSON"},
		{"more than one value", `"generic" "momon"`, "something follows"},
		{"null", `null`, "not null"},
		{"a number", `7`, "not 7"},
		{"an unknown code", `"mtr"`, `event.json: line 12: /policy: there is no preset "mtr"; there are: generic, momon`},
		{"an unknown preset", `{"preset": "mtr"}`, "/policy/preset: there is no preset"},
		{"an unknown key", `{"match": {"best_of": 3}}`, "/policy/match/best_of: "},
		{"a key with a slash", `{"a/b~": 3}`, "/policy/a~1b~0: "},
		{"a rounded number", "{\"percentages\":\n {\"floor\": 0.33}}", "line 13: /policy/percentages/floor: "},
		{"a number with an exponent", `{"scoring": {"win": 3e0}}`, "/policy/scoring/win: "},
		{"an unknown tiebreaker", `{"tiebreaker": [{"code": "MP"}, {"code": "mp"}]}`, "/policy/tiebreaker/1/code: there is no tiebreaker"},
		{"a bracket with draws", `{"preset": "generic", "playoff": {"drawn_match": "allowed"}}`, "/policy/playoff/drawn_match: "},
		{"nested without end", strings.Repeat(`{"match":`, 5000) + "1" + strings.Repeat("}", 5000), "nested too deeply"},
	} {
		p, err := ParseJSON("event.json", "/policy", 12, []byte(c.text))
		if err == nil || p != nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want %q", c.name, err, c.says)
		}
	}
}

func TestRulesOfAStage(t *testing.T) {
	t.Parallel()
	base, _, _, err := Preset("magic-mtr")
	if err != nil {
		t.Fatal(err)
	}
	rules, timing, err := StageRules(base, true, "event.json", "/stages/1", []byte(`{"games_to_win": 3}`), nil)
	if err != nil || rules.GamesToWin != 3 || rules.NoDraw != "judge" || timing != nil {
		t.Errorf("a longer final: %+v, %+v, %v", rules, timing, err)
	}
	rules, timing, err = StageRules(base, false, "event.json", "/stages/0", nil, []byte(`{"mode": "untimed"}`))
	if err != nil || rules != nil || timing.Mode != "untimed" || timing.Minutes != 0 {
		t.Errorf("rounds without a clock: %+v, %+v, %v", rules, timing, err)
	}
	for _, c := range []struct{ match, timing, says string }{
		{`{"drawn_match": "allowed"}`, "", "needs a winner"},
		{`{"best_of": 3}`, "", "/stages/1/match/best_of: "},
		{`[1]`, "", "/stages/1/match: "},
		{`{`, "", "not JSON"},
		{"", `{"minutes": 0}`, "/stages/1/timing/minutes: "},
		{"", `{"games_to_win": 1}`, "/stages/1/timing/games_to_win: "},
	} {
		var match, timing []byte
		if c.match != "" {
			match = []byte(c.match)
		}
		if c.timing != "" {
			timing = []byte(c.timing)
		}
		if _, _, err := StageRules(base, true, "event.json", "/stages/1", match, timing); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s%s: %v; want %q", c.match, c.timing, err, c.says)
		}
	}
}
