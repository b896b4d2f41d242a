package policy

import (
	"strings"
	"testing"
)

func words(t *testing.T, code string, changes map[string]string) string {
	t.Helper()
	p, _, _, err := Preset(code)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = Change(p, changes); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range Words(p) {
		b.WriteString(s.Title + "\n")
		for _, line := range s.Lines {
			b.WriteString("  " + line + "\n")
		}
	}
	return b.String()
}

// The words follow the document: what it says is said, and what it does not say
// is not.
func TestWordsFollowTheDocument(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		code    string
		changes map[string]string
		say     []string
		not     []string
	}{
		{"magic-mtr", nil, []string{
			"The first side to win 2 games wins the match.",
			"A round lasts 50 minutes; when time is called the running turn is finished and 5 turns more.",
			"A game that time cut short counts among the drawn games.",
			"where the games are equal, a judge decides",
			"A bye gives 3 points and counts as a match won 2–0.",
			"2. Opponents' match-win share (OMW):", "The floor is 0.33.",
			"17 to 32 entrants: 5 rounds, a cut to 8",
			"Who is still equal shares the rank.",
		}, []string{"clock stands at every table", "by a lot"}},
		{"magic-third", nil, []string{"The floor is 1/3."}, []string{"0.33."}},
		{"pokemon", nil, []string{"The floor is 0.25, the cap of who dropped is 0.75.", "is a round without a win", "parted by a lot", "A bye does not count in one's own shares."}, nil},
		{"momon-clock", nil, []string{"A win counts for timing only once the clock is pressed", "The sides cannot agree on a draw.", "does not count"}, nil},
		{"fab", nil, []string{"A match is one game.", "A drawn game is a drawn match.", "(PML):", "Less is better.", "A win gives 1 point, a draw 0, a loss 0."}, nil},
		{"lorcana-two-game", nil, []string{"A match is exactly 2 games", "Every game won gives 1 point, a drawn game 1", "gets 1 point more", "The first side to win 2 games wins the match."}, nil},
		{"onepiece", nil, []string{"A match cannot be drawn: where the games are equal, the score of the unfinished game decides."}, []string{"a draw "}},
		{"pods-topdeck", nil, []string{"A table plays one game", "A bye brings 3 made-up opponents with a share of 0.2 each.", "A table has 4 seats, or 3", "the higher seed goes on"}, nil},
		{"pods-mstr", nil, []string{"A win at a table of 3 gives 5 points."}, nil},
		{"fide-2026", nil, []string{"a half bye, asked for, gives 0.5 points", "rules of 2026"}, nil},
		{"fide-round-robin", nil, []string{"everybody needs to meet everybody"}, nil},
		{"mcmahon", nil, []string{"in no row gives 0.5 points"}, nil},
		{"generic", map[string]string{"timing.mode": "untimed"}, []string{"There is no time limit."}, []string{"A round lasts", "At the end of time"}},
		{"generic", map[string]string{"rounds.count": "5", "rounds.cut": "4"}, []string{"There are 5 rounds and a cut to 4."}, nil},
		{"generic", map[string]string{"match.concession": "penalized", "match.concession_until": "always"}, []string{"doing so is penalized", "also after its result is recorded"}, nil},
		{"generic", map[string]string{"match.concession": "refused"}, []string{"cannot be conceded as a whole"}, nil},
		{"generic", map[string]string{"match.drawn_game": "half"}, []string{"A drawn game counts half a game"}, nil},
		{"generic", map[string]string{"tiebreaker": "MP\nBH cut_low=1 cut_high=2\nKS weights=0.6\nGWON direction=lower"},
			[]string{"The lowest contribution is left out. The highest 2 contributions are left out.", "Limit: 3/5.", "The number of games won. Less is better."}, nil},
		{"generic", map[string]string{"restart_after_split": "true", "dropped_last": "true"}, []string{"from the first value again", "below everybody else"}, nil},
		{"generic", map[string]string{"pairing.avoid.club": "strong", "timing.no_show_game_loss_minutes": "1"}, []string{"Clubmates meet only if forced.", "1 minute after the start loses a game"}, nil},
		{"generic", map[string]string{"percentages.bye_in_own_game": "false", "percentages.forfeit_is_opponent": "false"}, []string{"counts in one's own share of matches, not of games", "the absent side is no opponent"}, nil},
		{"generic", map[string]string{"pairing.system": "double_elimination", "rounds.final_reset": "false"}, []string{"The final is played once.", "follows from the size of the bracket"}, nil},
	} {
		got := words(t, c.code, c.changes)
		for _, want := range c.say {
			if !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
				t.Errorf("%s %v does not say %q:\n%s", c.code, c.changes, want, got)
			}
		}
		for _, never := range c.not {
			if strings.Contains(got, never) {
				t.Errorf("%s %v says %q:\n%s", c.code, c.changes, never, got)
			}
		}
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	before, _, _, err := Preset("magic-mtr")
	if err != nil {
		t.Fatal(err)
	}
	if d := Differences(before, before); d != nil {
		t.Errorf("a policy differs from itself: %v", d)
	}
	after, err := Change(before, map[string]string{
		"match.games_to_win": "1", "timing.mode": "untimed", "tiebreaker": "MP\nGD", "percentages.floor": "1/3",
		"rounds.count": "4", "scoring.bye_games": "1 0", "percentages.bye_in_own_match": "false",
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, d := range Differences(before, after) {
		if d.Label == "" {
			t.Errorf("%s has no label", d.Path)
		}
		got[d.Path] = d.Before + " → " + d.After
	}
	for path, want := range map[string]string{
		"match.games_to_win": "2 → 1", "playoff.games_to_win": "2 → 1",
		"timing.mode": "one clock for the round → no time limit", "timing.minutes": "50 → not used",
		"tiebreaker": "MP, then OMW, then GW, then OGW → MP, then GD", "percentages.floor": "0.33 → 1/3",
		"rounds.count": "not used → 4", "scoring.bye_games": "2–0 → 1–0", "percentages.bye_in_own_match": "yes → no",
	} {
		if got[path] != want {
			t.Errorf("%s: %q, want %q", path, got[path], want)
		}
	}
	if table := got["rounds.by_entrants"]; !strings.HasPrefix(table, "5 to 8 entrants: 3 rounds, no cut; 9 to 16") || !strings.HasSuffix(table, "→ not used") {
		t.Errorf("the table: %q", table)
	}
}
