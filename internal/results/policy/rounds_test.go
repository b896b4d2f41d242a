package policy

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The number of rounds that leaves one unbeaten entrant, where other programs
// were off by one.
func TestRoundsByFormula(t *testing.T) {
	t.Parallel()
	p, _, _, err := Preset("generic")
	if err != nil {
		t.Fatal(err)
	}
	for entrants, want := range map[int]int{
		0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 16: 4, 17: 5, 24: 5, 32: 5, 33: 6, 64: 6, 65: 7, 128: 7, 129: 8, 10000: 14,
	} {
		if rounds, cut := Recommended(p, entrants, nil); rounds != want || cut != 0 {
			t.Errorf("%d entrants: %d rounds, cut %d; want %d, 0", entrants, rounds, cut, want)
		}
	}
	fixed, err := Change(p, map[string]string{"rounds.count": "5", "rounds.cut": "4"})
	if err != nil {
		t.Fatal(err)
	}
	for _, entrants := range []int{2, 8, 200} {
		if rounds, cut := Recommended(fixed, entrants, nil); rounds != 5 || cut != 4 {
			t.Errorf("%d entrants: a fixed number became %d, cut %d", entrants, rounds, cut)
		}
	}
}

func TestRoundsByTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		preset      string
		entrants    int
		byes        []int
		rounds, cut int
	}{
		{"magic-mtr", 4, nil, 2, 0}, {"magic-mtr", 5, nil, 3, 0}, {"magic-mtr", 8, nil, 3, 0}, {"magic-mtr", 9, nil, 5, 4}, {"magic-mtr", 16, nil, 5, 4},
		{"magic-mtr", 17, nil, 5, 8}, {"magic-mtr", 32, nil, 5, 8}, {"magic-mtr", 33, nil, 6, 8}, {"magic-mtr", 64, nil, 6, 8}, {"magic-mtr", 65, nil, 7, 8},
		{"magic-mtr", 128, nil, 7, 8}, {"magic-mtr", 129, nil, 8, 8}, {"magic-mtr", 226, nil, 8, 8}, {"magic-mtr", 227, nil, 9, 8}, {"magic-mtr", 409, nil, 9, 8},
		{"magic-mtr", 410, nil, 10, 8}, {"magic-mtr", 5000, nil, 10, 8},
		// Awarded byes count as entrants: 31 + 1 for one bye, + 3 for two, + 7 for three.
		{"magic-mtr", 32, []int{1}, 6, 8}, {"magic-mtr", 30, []int{1, 1}, 5, 8}, {"magic-mtr", 30, []int{2}, 6, 8}, {"magic-mtr", 26, []int{3}, 6, 8},
		{"magic-mtr", 30, []int{-5, 0}, 5, 8}, {"magic-mtr", 30, []int{1 << 40}, 10, 8},
		{"generic", 32, []int{3}, 5, 0},
		{"yugioh", 3, nil, 2, 0}, {"yugioh", 4, nil, 3, 0}, {"yugioh", 32, nil, 5, 4}, {"yugioh", 2049, nil, 12, 8},
		{"fab", 8, nil, 3, 0}, {"fab", 16, nil, 5, 4}, {"fab", 224, nil, 8, 8}, {"fab", 225, nil, 9, 8}, {"fab", 736, nil, 10, 8},
		{"swu", 20, nil, 5, 8},
		{"fide-round-robin", 6, nil, 5, 0}, {"fide-round-robin", 7, nil, 7, 0},
	} {
		p, _, _, err := Preset(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		if rounds, cut := Recommended(p, c.entrants, c.byes); rounds != c.rounds || cut != c.cut {
			t.Errorf("%s, %d entrants, byes %v: %d rounds, cut %d; want %d, %d", c.preset, c.entrants, c.byes, rounds, cut, c.rounds, c.cut)
		}
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		preset                string
		entrants, rounds, cut int
		codes                 string
		says                  string
	}{
		{"magic-mtr", 20, 5, 8, "", ""},
		{"magic-mtr", 33, 5, 8, "rounds", "For 33 entrants the policy gives 6 rounds; 5 are planned."},
		{"magic-mtr", 16, 5, 8, "cut", "the policy gives a cut to 4; a cut to 8 is planned."},
		{"magic-mtr", 16, 5, 0, "cut", "no cut is planned"},
		{"generic", 6, 5, 0, "round_robin rounds", "5 rounds for 6 entrants are enough for everybody to meet everybody: a round robin of 5 rounds is fairer."},
		{"generic", 5, 4, 0, "round_robin rounds", "a round robin of 5 rounds"},
		{"generic", 4, 2, 0, "", ""},
		{"generic", 3, 2, 0, "round_robin", "a round robin of 3 rounds"},
		{"generic", 2, 1, 0, "", ""},
		{"generic", 8, 3, 8, "cut cut_takes_all", "A cut to 8 leaves out none of 8 entrants"},
		{"generic", 9, 1, 0, "rounds", "1 is planned"},
		{"generic", 1, 3, 0, "", ""},
		{"fide-round-robin", 6, 5, 0, "", ""},
		{"fide-round-robin", 7, 6, 0, "rounds", "the policy gives 7 rounds"},
	} {
		p, _, _, err := Preset(c.preset)
		if err != nil {
			t.Fatal(err)
		}
		var codes, texts []string
		for _, a := range Advise(p, c.entrants, nil, c.rounds, c.cut) {
			codes, texts = append(codes, a.Code), append(texts, a.Text)
		}
		if got := strings.Join(codes, " "); got != c.codes || !strings.Contains(strings.Join(texts, " "), c.says) {
			t.Errorf("%s, %d entrants, %d rounds, cut %d: %s: %v; want %s: %s", c.preset, c.entrants, c.rounds, c.cut, got, texts, c.codes, c.says)
		}
	}
}

// More entrants never need fewer rounds, and the plan that is recommended gets
// no remark but a round robin for small fields.
func TestRecommendationsAreSteady(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, _, _, err := Preset(rapid.SampledFrom(presetOrder).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		n := rapid.IntRange(2, 3000).Draw(t, "entrants")
		rounds, cut := Recommended(p, n, nil)
		more, _ := Recommended(p, n+2, nil)
		if more < rounds {
			t.Fatalf("%d entrants: %d rounds; %d entrants: %d", n, rounds, n+2, more)
		}
		for _, a := range Advise(p, n, nil, rounds, cut) {
			if a.Code != "round_robin" && a.Code != "cut_takes_all" {
				t.Fatalf("%d entrants, %d rounds, cut %d: %s", n, rounds, cut, fmt.Sprint(a))
			}
		}
	})
}
