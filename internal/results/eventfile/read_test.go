package eventfile

import (
	"strings"
	"testing"
	"time"

	"tourney/internal/results"
)

// mustFold reads a file that is right.
func mustFold(t *testing.T, text string) *results.Tournament {
	t.Helper()
	changes, err := Read("event.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	tour, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	return tour
}

func TestTheExampleOfTheDocumentation(t *testing.T) {
	t.Parallel()
	tour := mustFold(t, `{
  "format": "tourney/1", "name": "Friday Open", "slug": "friday-open",
  "starts_at": "2026-12-04T18:30:00", "zone": "Europe/Berlin", "place": "Card Corner",
  "ruleset": "momon", "sanctioned": true, "policy": "momon",
  "stages": [{"id": "swiss", "system": "swiss", "rounds": 5}, {"id": "top8", "system": "single_elimination", "size": 8}],
  "entrants": [
    {"id": "e1", "name": "Ana"}, {"id": "e2", "name": "Bo", "seed": 2, "rating": 1650, "club": "North", "fixed_table": 1},
    {"id": "e3", "name": "Cy", "dropped_after": 1}, {"id": "e4", "name": "Dee", "joined_in": 2}, {"id": "e5", "name": "Eli"}],
  "rounds": [
    {"number": 1, "stage": "swiss", "seed": 7, "matches": [
      {"table": 1, "seats": ["e1", "e2"], "games_won": [2, 1], "games_drawn": 0},
      {"table": 2, "seats": ["e3", "e5"], "games_won": [1, 1], "games_drawn": 1},
      {"seats": ["e4"], "kind": "late"}]},
    {"number": 2, "stage": "swiss", "matches": [
      {"table": 1, "seats": ["e2", "e5"]}, {"table": 2, "seats": ["e1", "e4"]}]}]}`)
	info := tour.Info()
	if want := time.Date(2026, 12, 4, 17, 30, 0, 0, time.UTC); !info.StartsAt.Equal(want) || info.StartsAt.Location() != time.UTC {
		t.Errorf("starts at %v, want %v", info.StartsAt, want)
	}
	if info.Status != results.Running || info.Ruleset != "momon" || !info.Sanctioned || info.Slug != "friday-open" {
		t.Errorf("details: %+v", info)
	}
	if len(tour.Log) != 3 || tour.Log[0].By.Role != results.Program {
		t.Errorf("log: %d entries", len(tour.Log))
	}
	first, _ := tour.Round(1)
	second, _ := tour.Round(2)
	if first.Status != results.Closed || second.Status != results.Published {
		t.Errorf("rounds are %s and %s", first.Status, second.Status)
	}
	if first.PairSeed == nil || *first.PairSeed != 7 || first.PairedAt != 0 {
		t.Errorf("round 1: %+v", first)
	}
	e, _ := tour.Entrant("e2")
	if e.Seed != 2 || e.Rating != 1650 || e.Club != "North" || e.FixedTable != 1 {
		t.Errorf("e2: %+v", e)
	}

	// 2–1 is three Game Results (loser's win, then the winner's) and a Match
	// Result that names them.
	m := tour.Matches[0]
	var winners []int
	for _, g := range m.Games {
		r := g.Result()
		winners = append(winners, r.Winner)
		if r.Method != results.Reported || !r.OrderUnknown || r.Verdict.Kind != results.VerdictConsistent {
			t.Errorf("game: %+v", r)
		}
	}
	if len(winners) != 3 || winners[0] != 1 || winners[1] != 0 || winners[2] != 0 {
		t.Errorf("games are won by seats %v", winners)
	}
	result := m.Result()
	if result.Winner != 0 || len(result.Games) != 3 || result.PolicyHash != tour.Policies[0].Hash || result.Procedure == "" {
		t.Errorf("result: %+v", result)
	}
	if drawn := tour.Matches[1]; drawn.Result().Winner != results.Nobody || drawn.Games[1].Result().Winner != results.Nobody {
		t.Errorf("drawn match: %+v", drawn.Result())
	}
	if late := tour.Matches[2]; late.Match.Assigned != results.Late || late.Result().Kind != results.Late || len(late.Games) != 0 {
		t.Errorf("late: %+v", late.Match)
	}
	// Empty is not 0–0–0.
	if open := tour.Matches[3]; open.Result() != nil || len(open.Games) != 0 {
		t.Errorf("open match has %+v", open.Result())
	}
}

func TestMatchResultsAloneAreTheSame(t *testing.T) {
	t.Parallel()
	text := matches(`{"seats": ["e1", "e2"], "games_won": [2, 1]}`, `{"seats": ["e3", "e4"], "games": [{"winner": "e4"}, {"winner": "e4"}]}`)
	changes, err := ReadMatchResults("event.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	lean, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range mustFold(t, text).Matches {
		got := lean.Matches[i].Result()
		if got.Winner != want.Result().Winner || !equal(got.Won, want.Result().Won) || got.Kind != want.Result().Kind {
			t.Errorf("match %d: %+v, want %+v", i+1, got, want.Result())
		}
	}
	if len(lean.Matches[0].Games) != 0 || len(lean.Matches[1].Games) != 2 {
		t.Error("reported scores have games, or told games were left out")
	}
}

func TestKindsOfRow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		row    string
		kind   results.Kind
		winner int
		won    []int
		drawn  int
		games  int
	}{
		{`{"seats": ["e1", "e2"], "games_won": [2, 0]}`, results.Played, 0, []int{2, 0}, 0, 2},
		{`{"seats": ["e1", "e2"], "games_won": [1, 1], "games_drawn": 1}`, results.Played, -1, []int{1, 1}, 1, 3},
		{`{"seats": ["e1", "e2"], "games_won": [0, 0], "games_drawn": 3}`, results.Played, -1, []int{0, 0}, 3, 3},
		{`{"seats": ["e1", "e2"], "kind": "agreed_draw"}`, results.AgreedDraw, -1, []int{0, 0}, 3, 0},
		{`{"seats": ["e1", "e2"], "kind": "concession", "winner": "e2"}`, results.Concession, 1, []int{0, 2}, 0, 0},
		{`{"seats": ["e1", "e2"], "kind": "concession", "winner": "e2", "games_won": [1, 2]}`, results.Concession, 1, []int{1, 2}, 0, 1},
		{`{"seats": ["e1", "e2"], "kind": "forfeit", "winner": "e1"}`, results.Forfeit, 0, []int{2, 0}, 0, 0},
		{`{"seats": ["e1", "e2"], "kind": "double_loss"}`, results.DoubleLoss, -1, nil, 0, 0},
		{`{"seats": ["e1", "e2"], "kind": "double_forfeit"}`, results.DoubleForfeit, -1, nil, 0, 0},
		{`{"seats": ["e1"], "kind": "full_bye"}`, results.FullBye, 0, []int{2}, 0, 0},
		{`{"seats": ["e1"], "kind": "half_bye"}`, results.HalfBye, -1, nil, 0, 0},
		{`{"seats": ["e1"], "kind": "zero_bye"}`, results.ZeroBye, -1, nil, 0, 0},
		{`{"seats": ["e1"], "kind": "late"}`, results.Late, -1, nil, 0, 0},
		{`{"seats": ["e1"], "kind": "assigned_loss"}`, results.AssignedLoss, -1, nil, 0, 0},
		{`{"seats": ["e1"], "kind": "idle"}`, results.Idle, -1, nil, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.row, func(t *testing.T) {
			t.Parallel()
			tour := mustFold(t, strings.Replace(matches(tt.row), `"momon"`, `"generic"`, 1))
			m := tour.Matches[0]
			r := m.Result()
			if r == nil {
				t.Fatal("undecided")
			}
			if r.Kind != tt.kind || r.Winner != tt.winner || r.Drawn != tt.drawn || len(m.Games) != tt.games || !equal(r.Won, tt.won) {
				t.Errorf("result %+v with %d games", r, len(m.Games))
			}
		})
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestTheOddOneOutHasTheBye(t *testing.T) {
	t.Parallel()
	full := `{"seats": ["e1", "e2"], "games_won": [2, 0]}`
	for name, file := range map[string]string{
		"of three":                         strings.Replace(matches(full, `{"seats": ["e3"]}`), `"name": "Dee"`, `"name": "Dee", "dropped_after": 0`, 1),
		"beside an awarded bye":            matches(full, `{"seats": ["e3"]}`, `{"seats": ["e4"], "kind": "full_bye"}`),
		"beside a late entry":              strings.Replace(matches(full, `{"seats": ["e3"]}`), `"name": "Dee"`, `"name": "Dee", "joined_in": 2`, 1),
		"beside one who sits out":          strings.Replace(matches(full, `{"seats": ["e3"]}`), `"name": "Dee"`, `"name": "Dee", "absent": [1]`, 1),
		"a bracket waits for who sits out": strings.Replace(strings.Replace(matches(full, `{"seats": ["e3", "e4"]}`), `"name": "Dee"`, `"name": "Dee", "absent": [1]`, 1), `"rounds"`, `"stages": [{"id": "b", "system": "single_elimination"}], "rounds"`, 1),
		"any number in a bracket":          strings.Replace(matches(`{"seats": ["e1"]}`, `{"seats": ["e2"]}`, `{"seats": ["e3", "e4"]}`), `"rounds"`, `"stages": [{"id": "b", "system": "single_elimination"}], "rounds"`, 1),
		"who comes later does not count": event(`"rounds": [{"number": 1, "matches": [` + full + `, {"seats": ["e3"]}]},
			{"number": 2, "matches": [{"seats": ["e1", "e3"], "games_won": [0, 2]}, {"seats": ["e2", "e4"]}]}]`),
		"who stopped does not count": event(`"rounds": [{"number": 1, "matches": [` + full + `, {"seats": ["e3", "e4"], "kind": "forfeit", "winner": "e3"}]},
			{"number": 2, "matches": [{"seats": ["e1", "e3"], "games_won": [0, 2]}, {"seats": ["e2"]}]}]`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mustFold(t, file)
		})
	}
}

func TestAStageMayOverrideThePolicy(t *testing.T) {
	t.Parallel()
	tour := mustFold(t, event(`"policy": "magic-mtr", "stages": [
  {"id": "swiss", "system": "swiss", "match": {"games_to_win": 1}},
  {"id": "top2", "system": "single_elimination", "match": {"games_to_win": 3}, "timing": {"mode": "untimed"}, "third_place": true, "lot_seed": 18446744073709551615}],
"rounds": [{"number": 1, "stage": "swiss", "matches": [{"seats": ["e1", "e2"], "games_won": [1, 0]}, {"seats": ["e3", "e4"], "games_won": [0, 1]}]},
 {"number": 2, "stage": "top2", "matches": [{"slot": "W1-1", "seats": ["e1", "e4"], "games_won": [3, 2]}]}]`))
	swiss, final := tour.Stages()[0], tour.Stages()[1]
	if swiss.Match.GamesToWin != 1 || swiss.Match.DrawnMatch != "allowed" || swiss.Timing != nil {
		t.Errorf("swiss: %+v", swiss.Match)
	}
	if final.Match.GamesToWin != 3 || final.Match.DrawnMatch != "refused" || final.Timing.Mode != "untimed" {
		t.Errorf("final: %+v %+v", final.Match, final.Timing)
	}
	if final.LotSeed == nil || *final.LotSeed != 1<<64-1 || !*final.ThirdPlace {
		t.Errorf("final: %+v", final)
	}
}

func TestStartsAreLocalToTheirZone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ at, zone, utc string }{
		{"2017-11-05T13:30", "America/New_York", "2017-11-05T18:30:00Z"}, // the clocks went back that morning
		{"2026-03-29T01:59:59", "Europe/Berlin", "2026-03-29T00:59:59Z"},
		{"2026-03-29T03:00:00", "Europe/Berlin", "2026-03-29T01:00:00Z"},
		{"2026-07-01T12:00:00", "", "2026-07-01T12:00:00Z"},
		{"2026-07-01T12:00:00", "Asia/Kathmandu", "2026-07-01T06:15:00Z"},
	} {
		members := `"starts_at": "` + tt.at + `"`
		if tt.zone != "" {
			members += `, "zone": "` + tt.zone + `"`
		}
		info := mustFold(t, event(members)).Info()
		if got := info.StartsAt.Format(time.RFC3339); got != tt.utc {
			t.Errorf("%s in %q is %s, want %s", tt.at, tt.zone, got, tt.utc)
		}
	}
}

func TestDefaultSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Friday Open":              "friday-open",
		"  Österliches  Turnier":   "osterliches-turnier",
		"<b>1</b>":                 "b-1-b",
		"C'est l'été":              "c-est-l-ete",
		strings.Repeat("long", 50): strings.Repeat("long", 15),
	} {
		if got := DefaultSlug(name); got != want {
			t.Errorf("DefaultSlug(%q) = %q, want %q", name, got, want)
		}
	}
	seen := map[string]bool{}
	for _, name := range []string{"--", "日本語", "عمر", "😀😀"} {
		slug := DefaultSlug(name)
		if !strings.HasPrefix(slug, "event-") || !validSlug(slug) || seen[slug] {
			t.Errorf("DefaultSlug(%q) = %q", name, slug)
		}
		seen[slug] = true
	}
}
