package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/rules/scenario"
)

// Every text is refused, with its place and what to do.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	claim := `{"id":"x","kind":"momon_claim","claim":{"winner":"A"},"evidence":%s}`
	loop := `{"id":"x","kind":"loop_decl","ap":"A","capable":["A"],"declare":[{"by":"A","n":%s,"alt":"ok"}]}`
	game := `{"id":"x","kind":"life","seats":%s,"batches":%s}`
	two := `[{"life":20,"poison":0,"library":40},{"life":20,"poison":0,"library":40}]`
	board := `{"id":"x","kind":"sbc","cards":[%s],"effects":[%s]}`
	card := `{"id":1,"zones":["hand"],"owner":"A","ctrl":"","tokens":[],"face_up":true,"orient":"A","base":1}`
	match := `{"id":"x","kind":"momon_play","game":%s,"setup":%s,"log":%s}`
	cub := `{"cards":[{"name":"Cub"}]}`
	able := `{"cards":[{"name":"Cub","abilities":[%s]}]}`
	for _, c := range []struct{ name, text, want string }{
		{"no game", `{"id":"x","kind":"momon_play"}`, "/game: this key is missing"},
		{"no Arena", fmt.Sprintf(match, `{"spaces":0,"cards":[]}`, `{}`, `[]`), "0 is out of range"},
		{"wide Arena", fmt.Sprintf(match, `{"spaces":65,"cards":[]}`, `{}`, `[]`), "/game: spaces: an Arena has 1 to 64 Spaces"},
		{"many turns", fmt.Sprintf(match, `{"max_turns":101,"cards":[]}`, `{}`, `[]`), "/game: max_turns: between 1 and 100"},
		{"no plan", fmt.Sprintf(match, `{"plan":[],"cards":[]}`, `{}`, `[]`), "/game: plan: a turn has one Summon Step"},
		{"limits", fmt.Sprintf(match, `{"limits":{"iterations":1000000000000000000},"cards":[]}`, `{}`, `[]`), "is out of range; it has to be an integer from 1 to 100000"},
		{"snatch", fmt.Sprintf(match, `{"snatch":"luck","cards":[]}`, `{}`, `[]`), `"luck" is not known here`},
		{"card as text", fmt.Sprintf(match, `{"cards":["Cub"]}`, `{}`, `[]`), "/game/cards/0: this has to be an object"},
		{"ability as text", fmt.Sprintf(match, fmt.Sprintf(able, `"x"`), `{}`, `[]`), "/abilities/0: this has to be an object"},
		{"unknown event", fmt.Sprintf(match, fmt.Sprintf(able, `{"when":"full_moon","effects":[]}`), `{}`, `[]`), `"full_moon" is not known here`},
		{"no effects", fmt.Sprintf(match, fmt.Sprintf(able, `{"when":"moved","effects":[]}`), `{}`, `[]`), "/game: cards[0].abilities[0].effects: between 1 and 8"},
		{"effect as text", fmt.Sprintf(match, fmt.Sprintf(able, `{"when":"moved","effects":["x"]}`), `{}`, `[]`), "/effects/0: this has to be an object"},
		{"condition as text", fmt.Sprintf(match, fmt.Sprintf(able, `{"when":"moved","if":["x"],"effects":[]}`), `{}`, `[]`), "/if/0: this has to be an object"},
		{"toggles itself", fmt.Sprintf(match, fmt.Sprintf(able, `{"when":"static","if":[{"what":"points","is":"at_most","n":0}],"effects":[{"op":"points","of":{"from":"self"},"n":1}]}`), `{}`, `[]`), "could switch itself on and off for ever"},
		{"selector as text", fmt.Sprintf(match, fmt.Sprintf(able, `{"when":"moved","effects":[{"op":"move","of":"x"}]}`), `{}`, `[]`), "/of: this has to be an object"},
		{"no setup", fmt.Sprintf(match, cub, `[]`, `[]`), "/setup: this has to be an object"},
		{"unknown card", fmt.Sprintf(match, cub, `{"hands":{"A":["Wolf"]}}`, `[]`), `no card has the name "Wolf"`},
		{"too many cards", fmt.Sprintf(match, cub, `{"hands":{"A":[`+strings.Repeat(`"Cub",`, 24)+`"Cub"]}}`, `[]`), "/setup: hands.A[24]: player A has more than 24 cards"},
		{"turns over", fmt.Sprintf(match, cub, `{"turns":[8,8]}`, `[]`), "/setup: turns: each player takes at most 8 turns"},
		{"shared Space", fmt.Sprintf(match, cub, `{"arena":[{"space":1,"card":"Cub","owner":"A"},{"space":1,"card":"Cub","owner":"B"}]}`, `[]`), "/setup: arena[1].space: Space 1 is taken"},
		{"Momon as text", fmt.Sprintf(match, cub, `{"arena":["Cub"]}`, `[]`), "/setup/arena/0: this has to be an object"},
		{"entry as text", fmt.Sprintf(match, cub, `{}`, `["pass"]`), "/log/0: this has to be an object"},
		{"unknown choice", fmt.Sprintf(match, cub, `{}`, `[{"do":"cheat","by":"A"}]`), `"cheat" is not known here`},
		{"nobody chooses", fmt.Sprintf(match, cub, `{}`, `[{"do":"pass"}]`), "/log/0/by: this key is missing"},
		{"large slot", fmt.Sprintf(match, cub, `{}`, `[{"do":"summon","by":"A","a":256}]`), "256 is out of range"},
		{"for ever", fmt.Sprintf(match, cub, `{}`, `[{"do":"announce","by":"A","n":-1}]`), "-1 is out of range"},
		{"long log", fmt.Sprintf(match, cub, `{}`, `[`+strings.Repeat(`{"do":"pass","by":"A"},`, 1000)+`{"do":"pass","by":"A"}]`), "there are 1001 values; up to 1000"},
		{"many games", `[` + strings.Repeat(fmt.Sprintf(match, cub, `{}`, `[]`)+",", 100) + fmt.Sprintf(match, cub, `{}`, `[]`) + `]`, "up to 100 games are played"},
		{"empty", ``, "the text is empty"},
		{"number", `7`, "a scenario has to be an object"},
		{"list of numbers", `[1]`, "at /0: a scenario has to be an object"},
		{"no id", `{"kind":"life","seats":` + two + `,"batches":[]}`, "at /id: this key is missing"},
		{"no kind", `{"id":"x"}`, "at /kind: this key is missing"},
		{"unknown kind", `{"id":"x","kind":"chess"}`, `"chess" is not known here; use one of "momon_claim"`},
		{"prose kind", `[{"id":"x","kind":"engine","given":"…"}]`, `scenarios of kind "engine" are prose`},
		{"prose kind", `{"id":"x","kind":"records"}`, `scenarios of kind "records" are prose`},
		{"unknown key", `{"id":"x","kind":"options","optional":true,"options":[],"choose":0,"hint":1}`, `at /hint: the key "hint" is not known here; the keys are id`},
		{"unknown evidence", fmt.Sprintf(claim, `{"turn":[8,8]}`), `/evidence/turn: the key "turn" is not known here`},
		{"turns as text", fmt.Sprintf(claim, `{"turns":["8",8]}`), "/evidence/turns/0: this has to be a number, not a string"},
		{"three turns", fmt.Sprintf(claim, `{"turns":[8,8,8]}`), "/evidence/turns: there are 3 values; up to 2"},
		{"one turn", fmt.Sprintf(claim, `{"turns":[8]}`), "this has to be two numbers, for A and for B"},
		{"half a turn", fmt.Sprintf(claim, `{"turns":[7.5,8]}`), "7.5 is not written as an integer"},
		{"negative turns", fmt.Sprintf(claim, `{"turns":[-1,8]}`), "-1 is out of range"},
		{"points beyond all bounds", fmt.Sprintf(claim, `{"board":[{"space":1,"ctrl":"A","points":1000000000000000000000}]}`), "is out of range"},
		{"no points", fmt.Sprintf(claim, `{"board":[{"space":1,"ctrl":"A"}]}`), "/evidence/board/0/points: this key is missing"},
		{"third player", fmt.Sprintf(claim, `{"token":"C"}`), `"C" is not known here; use one of "A", "B"`},
		{"nobody concedes", fmt.Sprintf(claim, `{"concessions":[{"by":""}]}`), "a concession needs"},
		{"concession as number", fmt.Sprintf(claim, `{"concessions":[3]}`), "this has to be an object, not a number"},
		{"loop contradicts itself", fmt.Sprintf(claim, `{"loop":{"no_choice":true,"choice_exists":true}}`), "contradict each other"},
		{"board as number", fmt.Sprintf(claim, `{"board":3}`), "/evidence/board: this has to be an array"},
		{"board of numbers", fmt.Sprintf(claim, `{"board":[3]}`), "/evidence/board/0: this has to be an object"},
		{"no claim", `{"id":"x","kind":"momon_claim"}`, "/claim: this key is missing"},
		{"evidence twice", `{"id":"x","kind":"momon_claim","claim":{"winner":"A"},"evidence":{},"evidence":{}}`, "at /evidence: the key is given twice"},
		{"not a number", fmt.Sprintf(loop, `NaN`), "this is not JSON"},
		{"infinite", fmt.Sprintf(loop, `1e400`), "not written as an integer"},
		{"10^19", fmt.Sprintf(loop, `10000000000000000000`), "is out of range; it has to be an integer from"},
		{"number as text", fmt.Sprintf(loop, `"3"`), "this has to be a number, not a string"},
		{"three players", `{"id":"x","kind":"loop_decl","ap":"A","capable":["A","B","A"],"declare":[]}`, "there are 3 values; up to 2"},
		{"declaration as text", `{"id":"x","kind":"loop_decl","ap":"A","capable":["A"],"declare":["A"]}`, "/declare/0: this has to be an object"},
		{"option as text", `{"id":"x","kind":"options","optional":false,"options":["A"],"choose":0}`, "/options/0: this has to be an object"},
		{"seat out of range", fmt.Sprintf(game, two, `[[{"op":"life","p":2,"n":1}]]`), "/batches/0/0/p: 2 is out of range; it has to be an integer from 0 to 1"},
		{"unknown event", fmt.Sprintf(game, two, `[[{"op":"explode","p":1}]]`), `"explode" is not known here`},
		{"event as text", fmt.Sprintf(game, two, `[["life"]]`), "/batches/0/0: this has to be an object"},
		{"number on a win", fmt.Sprintf(game, two, `[[{"op":"win","p":1,"n":1}]]`), `the key "n" is not known here`},
		{"negative draw", fmt.Sprintf(game, two, `[[{"op":"draw","p":1,"n":-1}]]`), "-1 is out of range"},
		{"key of another event", fmt.Sprintf(game, two, `[[{"op":"life","p":1,"n":1,"optional":true}]]`), `the key "optional" is not known here`},
		{"loop without a word", fmt.Sprintf(game, two, `[[{"op":"loop"}]]`), "/optional: this key is missing"},
		{"priority with more", fmt.Sprintf(game, two, `[[{"op":"priority","n":1}]]`), `the key "n" is not known here`},
		{"no seats", fmt.Sprintf(game, `[]`, `[]`), "a game has 2 to 64 seats, not 0"},
		{"seat as text", fmt.Sprintf(game, `["A","B"]`, `[]`), "/seats/0: this has to be an object"},
		{"one side", fmt.Sprintf(game, `[{"life":1,"poison":0,"library":0,"team":1},{"life":1,"poison":0,"library":0,"team":1}]`, `[]`), "all seats are on one team"},
		{"too many seats", fmt.Sprintf(game, `[`+strings.Repeat(`{},`, 99)+`{}]`, `[]`), "there are 100 values; up to 64"},
		{"batches as object", fmt.Sprintf(game, two, `{}`), "/batches: this has to be an array"},
		{"card twice", fmt.Sprintf(board, card+","+card, ``), "the card id 1 is given twice"},
		{"card as text", fmt.Sprintf(board, `"x"`, ``), "/cards/0: this has to be an object"},
		{"effect as text", fmt.Sprintf(board, card, `"x"`), "/effects/0: this has to be an object"},
		{"effect on nothing", fmt.Sprintf(board, card, `{"card":2,"delta":1}`), "there is no card 2 on the board"},
		{"two conditions", fmt.Sprintf(board, card, `{"card":1,"delta":1,"while_min":1,"while_points_at_least":2}`), "the condition is given twice"},
		{"no zone", fmt.Sprintf(board, strings.Replace(card, "hand", "Arena 3", 1), ``), `"Arena 3" is not a zone`},
		{"no Space", fmt.Sprintf(board, strings.Replace(card, "hand", "arena:99", 1), ``), `"arena:99" names no Space`},
		{"Space written oddly", fmt.Sprintf(board, strings.Replace(card, "hand", "arena:+3", 1), ``), `"arena:+3" names no Space`},
		{"brackets", strings.Repeat("[", 10<<20), "brackets are nested deeper than 16"},
		{"braces", strings.Repeat(`{"a":`, 1<<20), "brackets are nested deeper than 16"},
		{"values", "[" + strings.Repeat("0,", 2<<20) + "0]", "there are more than 1000000 values"},
		{"bytes", strings.Repeat(" ", 17<<20), "up to 16777216 are read"},
		{"not UTF-8", "[\"\xff\"]", "the text is not UTF-8"},
		{"two values", `{} {}`, "something follows the end of the value"},
	} {
		answers, err := scenario.Check([]byte(c.text))
		if err == nil || answers != nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if len(err.Error()) > 20_000 {
			t.Errorf("%s: the message has %d bytes", c.name, len(err.Error()))
		}
	}
}

// Several faults are listed together, up to twenty.
func TestFaultsAreListed(t *testing.T) {
	t.Parallel()
	_, err := scenario.Check([]byte("[\n{\"id\":\"a\",\"kind\":\"x\"},\n{\"id\":\"b\"}\n]"))
	if err == nil || !strings.Contains(err.Error(), "line 2, at /0/kind") || !strings.Contains(err.Error(), "line 3, at /1/kind") {
		t.Errorf("got %v", err)
	}
	_, err = scenario.Check([]byte("[" + strings.Repeat("{},", 5000) + "{}]"))
	if n := strings.Count(err.Error(), "\n") + 1; n != 20 {
		t.Errorf("%d faults are listed", n)
	}
}

// No text makes the engine panic.
func FuzzCheck(f *testing.F) {
	list, err := load()
	if err != nil {
		f.Fatal(err)
	}
	for _, k := range list {
		f.Add([]byte(k.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		answers, err := scenario.Check(data)
		if (err == nil) == (answers == nil) {
			t.Errorf("answers %v and error %v", answers, err)
		}
		for _, a := range answers {
			if !strings.HasPrefix(a.Message(), "Rule ") {
				t.Errorf("message %q", a.Message())
			}
		}
	})
}
