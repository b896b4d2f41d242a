package eventfile

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	_ "time/tzdata"
)

// faultsOf reads a file that must be refused.
func faultsOf(t *testing.T, text string) []Fault {
	t.Helper()
	changes, err := Read("event.json", []byte(text))
	var faults *Faults
	if !errors.As(err, &faults) {
		t.Fatalf("read without *Faults: %v", err)
	}
	if changes != nil {
		t.Error("a faulty file gave changes")
	}
	return faults.List
}

// event is a file with four entrants and the given members after them, from
// line 5 on.
func event(members string) string {
	return `{"format": "tourney/1", "name": "Friday Open", "ruleset": "momon", "entrants": [
  {"id": "e1", "name": "Ana"}, {"id": "e2", "name": "Bo"},
  {"id": "e3", "name": "Cy"}, {"id": "e4", "name": "Dee"}
],
` + members + `}`
}

// matches is a file whose first round has the given matches, one a line from
// line 6 on.
func matches(rows ...string) string {
	return event("\"rounds\": [{\"number\": 1, \"matches\": [\n" + strings.Join(rows, ",\n") + "\n]}]")
}

// bracket is a file with a single elimination of the four entrants: the first
// round in lines 6 and 7, then a round with the given match in line 9.
func bracket(final string, first ...string) string {
	return event("\"stages\": [{\"id\": \"top\", \"system\": \"single_elimination\"}], \"rounds\": [{\"number\": 1, \"matches\": [\n" +
		strings.Join(first, ",\n") + "]},\n{\"number\": 2, \"matches\": [\n" + final + "\n]}]")
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	semifinals := []string{`{"seats": ["e1", "e2"], "games_won": [2, 0]}`, `{"seats": ["e3", "e4"], "games_won": [2, 0]}`}
	full := `{"seats": ["e1", "e2"], "games_won": [2, 0]}`
	tests := []struct {
		name, file, pointer string
		line                int
		message             string // a part of it
	}{
		{"empty file", ``, "", 1, "nothing to read"},
		{"not an object", `[]`, "", 1, "must be an object and is a list"},
		{"cut off", `{"format": "tourney/1", "name": `, "/name", 1, "ends in the middle"},
		{"not JSON", "{\n  format: 1}", "", 2, "not JSON"},
		{"two documents", "{\"format\": \"tourney/1\", \"name\": \"A\", \"entrants\": []}\n{}", "", 2, "something follows"},
		{"not UTF-8", "{\"format\": \"tourney/1\",\n\"name\": \"J\xe9\"}", "", 2, "UTF-8"},
		{"key twice", "{\"format\": \"tourney/1\",\n\"name\": \"A\", \"name\": \"B\"}", "/name", 2, `"name" is written twice`},
		{"deep nesting", `{"format": "tourney/1", "policy": ` + strings.Repeat("[", 20000), "/policy" + strings.Repeat("/0", 96) + "/…", 1, "nested too deeply"},
		{"no format", `{"name": "A", "entrants": []}`, "", 1, `"format" is missing`},
		{"other format", "{\n\"format\": \"tourney/2\", \"x\": 1}", "/format", 2, `this program reads "tourney/1"`},
		{"no name", "{\"format\": \"tourney/1\", \"entrants\": []}", "/name", 1, "the name is missing or empty"},
		{"name of spaces", "{\"format\": \"tourney/1\",\n \"name\": \"  \", \"entrants\": []}", "/name", 2, "the name is missing or empty"},
		{"unknown key at the top", event(`"entrant": 1`), "/entrant", 5, `"entrant" is not known here; accepted keys: format, name, slug, starts_at, zone, place, ruleset, sanctioned, kept_tables, policy, stages, entrants, rounds, history`},
		{"unknown key of a match", matches(`{"seats": ["e1", "e2"],` + "\n" + `"games": [{"won": "e1"}]}`), "/rounds/0/matches/0/games/0/won", 7, "accepted keys: winner, draw, unfinished, method, evidence, verdict, ruling"},
		{"wrong type", event(`"rounds": {}`), "/rounds", 5, "must be a list and is an object"},
		{"fraction", matches(`{"table": 1.5, "seats": ["e1", "e2"]}`), "/rounds/0/matches/0/table", 6, "1.5 is not a whole number"},
		{"huge number", matches(`{"table": 99999999999999999999, "seats": ["e1", "e2"]}`), "/rounds/0/matches/0/table", 6, "out of range"},
		{"null", event(`"place": null`), "/place", 5, "must be a string and is null"},
		{"inexact start score", strings.Replace(event(`"rounds": []`), `"name": "Bo"`, `"name": "Bo", "start_score": 0.5`, 1), "/entrants/1/start_score", 2, `write it as a string`},

		{"rule set", strings.Replace(event(`"rounds": []`), `"momon"`, `"chess"`, 1), "/ruleset", 1, `write "momon", "magic" or "generic"`},
		{"slug", event(`"slug": "Friday Open"`), "/slug", 5, "small letters"},
		{"tables backwards", event(`"kept_tables": [{"first": 1, "last": 2}, {"first": 4, "last": 3}]`), "/kept_tables/1", 5, "no range"},
		{"endless tables", event(`"kept_tables": [{"first": 1, "last": 9000000000000000000}]`), "/kept_tables/0", 5, "numbers from 1 to 100000"},
		{"ranges without end", event(`"kept_tables": [` + strings.Repeat(`{"first": 1, "last": 1}, `, 1000) + `{"first": 1, "last": 1}]`), "/kept_tables", 5, "1000 at most"},
		{"zone", event(`"zone": "Europe/Atlantis"`), "/zone", 5, "IANA"},
		{"zone of this machine", event(`"zone": "Local"`), "/zone", 5, "IANA"},
		{"time with offset", event(`"starts_at": "2026-12-04T18:30:00+01:00"`), "/starts_at", 5, "without an offset"},
		{"time that the clocks skip", event(`"zone": "Europe/Berlin",` + "\n" + `"starts_at": "2026-03-29T02:30:00"`), "/starts_at", 6, "does not exist in Europe/Berlin"},
		{"preset", event(`"policy": "momno"`), "/policy", 5, "there is no preset"},
		{"policy section", event(`"policy": {"preset": "momon",` + "\n" + `"match": {"best_of": 3}}`), "/policy/match/best_of", 6, "games_to_win"},
		{"policy value", event(`"policy": {"percentages": {"floor": 0.33}}`), "/policy/percentages/floor", 5, `"0.33"`},
		{"stage system", event(`"stages": [{"id": "a", "system": "ladder"}]`), "/stages/0/system", 5, "single_elimination"},
		{"stage twice", event(`"stages": [{"id": "a", "system": "swiss"},` + "\n" + `{"id": "a", "system": "swiss"}]`), "/stages/1/id", 6, "different id"},
		{"stage legs", event(`"stages": [{"id": "a", "system": "round_robin", "legs": 3}]`), "/stages/0/legs", 5, "1 to 2"},
		{"stage override", event(`"stages": [{"id": "a", "system": "swiss",` + "\n" + `"match": {"minutes": 3}}]`), "/stages/0/match/minutes", 6, `"minutes" is not a key of match`},
		{"stage list empty", event(`"stages": []`), "/stages", 5, "name a stage"},

		{"entrant without id", strings.Replace(event(`"rounds": []`), `"id": "e3", `, ``, 1), "/entrants/2", 3, `the key "id" is missing`},
		{"entrant without name", strings.Replace(event(`"rounds": []`), `, "name": "Cy"`, ``, 1), "/entrants/2", 3, `the key "name" is missing`},
		{"entrant id with a line break", strings.Replace(event(`"rounds": []`), `"e3"`, `"e\n3"`, 1), "/entrants/2/id", 3, "control character"},
		{"entrant id with a space", strings.Replace(event(`"rounds": []`), `"e3"`, `"e3 "`, 1), "/entrants/2/id", 3, "space at its edge"},
		{"entrant id twice", strings.Replace(event(`"rounds": []`), `"e3"`, `"e1"`, 1), "/entrants/2/id", 3, `the id "e1" is taken by entrant /entrants/0`},
		{"name on two lines", strings.Replace(event(`"rounds": []`), `"Cy"`, `"C\ny"`, 1), "/entrants/2/name", 3, "line break"},
		{"long name", strings.Replace(event(`"rounds": []`), `"Cy"`, `"`+strings.Repeat("é", 201)+`"`, 1), "/entrants/2/name", 3, "201 characters"},
		{"negative fact", strings.Replace(event(`"rounds": []`), `"name": "Cy"`, `"name": "Cy", "awarded_byes": -1`, 1), "/entrants/2/awarded_byes", 3, "negative"},
		{"absent from round 0", strings.Replace(event(`"rounds": []`), `"name": "Cy"`, `"name": "Cy", "absent": [2, 0]`, 1), "/entrants/2/absent/1", 3, "counted from 1"},

		{"round without number", event(`"rounds": [{"matches": []}]`), "/rounds/0", 5, `the key "number" is missing`},
		{"round twice", event(`"rounds": [{"number": 1, "matches": []},` + "\n" + `{"number": 1, "matches": []}]`), "/rounds/1/number", 6, "round 1 is there already as /rounds/0"},
		{"round missing", event(`"rounds": [{"number": 1, "matches": []},` + "\n" + `{"number": 3, "matches": []}]`), "/rounds/1/number", 6, "round 2 is missing"},
		{"unknown stage", event(`"rounds": [{"number": 1, "stage": "top8", "matches": []}]`), "/rounds/0/stage", 5, "the stages are [swiss]"},

		{"nobody sits", matches(`{"seats": []}`), "/rounds/0/matches/0", 6, "nobody sits here"},
		{"no entrant", matches(full, `{"seats": ["e3", "e9"]}`), "/rounds/0/matches/1/seats/1", 7, `"e9" is no entrant`},
		{"entrant twice in a round", matches(full, `{"seats": ["e3", "e1"]}`), "/rounds/0/matches/1/seats/1", 7, `"e1" is twice in round 1`},
		{"entrant against itself", matches(`{"seats": ["e1", "e1"]}`), "/rounds/0/matches/0/seats/1", 6, `"e1" is twice`},
		{"kind", matches(`{"seats": ["e1", "e2"], "kind": "won"}`), "/rounds/0/matches/0/kind", 6, "no kind of row"},
		{"kind open", matches(`{"seats": ["e1", "e2"], "kind": "open"}`), "/rounds/0/matches/0/kind", 6, "no kind of row"},
		{"bye for two", matches(`{"seats": ["e1", "e2"], "kind": "bye"}`), "/rounds/0/matches/0/kind", 6, "for one seat"},
		{"match for one", matches(`{"seats": ["e1"], "kind": "played"}`), "/rounds/0/matches/0/kind", 6, "needs an opponent"},
		{"winner without a name", matches(`{"seats": ["e1", "e2"], "winner": ""}`), "/rounds/0/matches/0/winner", 6, "write null where nobody won"},
		{"negative table", matches(`{"table": -1, "seats": ["e1", "e2"]}`), "/rounds/0/matches/0/table", 6, "no table"},
		{"slot outside a bracket", matches(`{"slot": "W1-1", "seats": ["e1", "e2"]}`), "/rounds/0/matches/0/slot", 6, "is no bracket"},

		{"pod in a bracket", bracket(`{"seats": ["e1", "e3", "e4"], "winner": "e1"}`, semifinals...), "/rounds/1/matches/0/seats", 9, "a bracket has matches of two"},
		{"loser in the final", bracket(`{"seats": ["e1", "e4"], "games_won": [2, 0]}`, semifinals...), "/rounds/1/matches/0", 9, "do not sit opposite each other"},
		{"others in the slot", bracket(`{"slot": "W2-1", "seats": ["e2", "e3"]}`, semifinals...), "/rounds/1/matches/0", 9, "correct the match before"},
		{"slot of a double elimination", bracket(`{"slot": "F", "seats": ["e1", "e3"]}`, semifinals...), "/rounds/1/matches/0", 9, "no such slot in this bracket"},
		{"slot beyond the bracket", bracket(`{"seats": ["e1", "e3"]}`, semifinals[0], `{"slot": "W1-3", "seats": ["e3", "e4"], "games_won": [2, 0]}`), "/rounds/0/matches/1", 7, "use W1-1 to W1-2"},
		{"half a first round", bracket(`{"seats": ["e1", "e3"]}`, semifinals[0]), "/rounds/0/matches/0", 6, "write a match or a bye for everybody"},
		{"match after a drop", strings.Replace(matches(full), `"name": "Bo"`, `"name": "Bo", "dropped_after": 0`, 1), "/rounds/0/matches/0/seats/1", 6, "dropped after round 0"},
		{"match after a disqualification", strings.Replace(matches(full), `"name": "Bo"`, `"name": "Bo", "disqualified_after": 0`, 1), "/rounds/0/matches/0/seats/1", 6, "disqualified after round 0"},
		{"match before joining", strings.Replace(matches(full), `"name": "Bo"`, `"name": "Bo", "joined_in": 2`, 1), "/rounds/0/matches/0/seats/1", 6, "joined in round 2"},
		{"match while absent", strings.Replace(matches(full), `"name": "Bo"`, `"name": "Bo", "absent": [1]`, 1), "/rounds/0/matches/0/seats/1", 6, "sits round 1 out"},
		{"third player of a two-player game", strings.Replace(matches(`{"seats": ["e1", "e2", "e3"], "winner": "e3"}`), `"rounds"`, `"stages": [{"id": "p", "system": "pods"}], "rounds"`, 1), "/rounds/0/matches/0", 6, "momon rejects this score"},
		{"two byes", matches(full, `{"seats": ["e3"]}`, `{"seats": ["e4"]}`), "/rounds/0/matches/1", 7, "no bye is due in round 1: 4 entrants"},
		{"bye in an even field", matches(full, `{"seats": ["e3"], "kind": "bye"}`), "/rounds/0/matches/1", 7, "no bye is due in round 1: 4 entrants"},
		{"bye beside somebody without a row", matches(full, `{"seats": ["e3"]}`), "/rounds/0/matches/1", 7, "no bye is due in round 1: 4 entrants"},
		{"three byes", strings.Replace(matches(`{"seats": ["e1"]}`, `{"seats": ["e2"]}`, `{"seats": ["e3"]}`), `"name": "Dee"`, `"name": "Dee", "dropped_after": 0`, 1), "/rounds/0/matches/1", 7, "second bye"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			faults := faultsOf(t, tt.file)
			for _, f := range faults {
				if string(f.Pointer) == tt.pointer && f.Line == tt.line && strings.Contains(f.Message, tt.message) {
					return
				}
			}
			t.Errorf("want line %d, %q: … %s …\ngot %+v", tt.line, tt.pointer, tt.message, faults)
		})
	}
}

func TestAllFaultsAreToldInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	_, err := Read("event.json", []byte(matches(
		`{"seats": ["e1", "e7"], "colour": "red"}`,
		`{"seats": ["e2", "e8"], "table": "two"}`,
	)))
	// What the JSON says wrongly is told first; what it means is checked after.
	want := `event.json, line 6, /rounds/0/matches/0/colour: the key "colour" is not known here; accepted keys: table, slot, seats, kind, winner, games_won, games_drawn, games
event.json, line 7, /rounds/0/matches/1/table: this must be a whole number and is a string`
	if err == nil || err.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%s", err, want)
	}
	_, err = Read("event.json", []byte(matches(`{"seats": ["e1", "e7"]}`, `{"seats": ["e2", "e8"]}`)))
	if got := strings.Count(err.Error(), "\n"); got != 1 {
		t.Errorf("want two faults, got:\n%v", err)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	t.Parallel()
	var rows []string
	for i := range 1000 {
		rows = append(rows, fmt.Sprintf(`{"seats": ["x%d", "y%d"]}`, i, i))
	}
	var faults *Faults
	if _, err := Read("event.json", []byte(matches(rows...))); !errors.As(err, &faults) {
		t.Fatal(err)
	}
	if len(faults.List) != maxFaults || !faults.More {
		t.Errorf("%d listed, more: %v", len(faults.List), faults.More)
	}
}

func TestByteOrderMarkIsDropped(t *testing.T) {
	t.Parallel()
	if _, err := Read("event.json", []byte("\xef\xbb\xbf"+event(`"rounds": []`))); err != nil {
		t.Error(err)
	}
}
