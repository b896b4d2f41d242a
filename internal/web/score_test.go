package web

import (
	"slices"
	"strings"
	"testing"

	"tourney/internal/results"
)

func seat(n int) *int { return &n }

func TestScoresAreReadAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		score, kind string
		seats       int
		won         []int
		drawn       int
		made        results.Kind
		winner      *int
		field       string // of the refusal, "" for none
	}{
		{score: "20", seats: 2, won: []int{2, 0}},
		{score: "02", seats: 2, won: []int{0, 2}},
		{score: " 21 ", seats: 2, won: []int{2, 1}},
		{score: "111", seats: 2, won: []int{1, 1}, drawn: 1},
		{score: "2-1-1", seats: 2, won: []int{2, 1}, drawn: 1},
		{score: "2–1", seats: 2, won: []int{2, 1}},
		{score: "10:8", seats: 2, won: []int{10, 8}},
		{score: "2 0", seats: 2, won: []int{2, 0}},
		{score: "2", seats: 2, field: "score"},
		{score: "2011", seats: 2, field: "score"},
		{score: "ab", seats: 2, field: "score"},
		{score: "-", seats: 2, field: "score"},
		{score: "2-x", seats: 2, field: "score"},
		{score: "99999999999999999999-1", seats: 2, field: "score"},
		{score: "<b>", seats: 2, field: "score"},
		{score: "3", seats: 4, winner: seat(2)},
		{score: "0", seats: 4, winner: seat(results.Nobody)},
		{score: "5", seats: 4, field: "score"},
		{score: "21", seats: 4, field: "score"},
		{kind: "agreed_draw", seats: 2, made: results.AgreedDraw},
		{kind: "concession 0", seats: 2, made: results.Concession, winner: seat(1)},
		{kind: "forfeit 1", seats: 2, made: results.Forfeit, winner: seat(0)},
		{score: "11", kind: "winner 1", seats: 2, won: []int{1, 1}, winner: seat(1)},
		{kind: "double_loss", seats: 2, made: results.DoubleLoss},
		{kind: "double_forfeit", seats: 2, made: results.DoubleForfeit},
		{kind: "concession 2", seats: 2, field: "kind"},
		{kind: "concession -1", seats: 2, field: "kind"},
		{kind: "concession", seats: 2, field: "kind"},
		{kind: "concession 0", seats: 4, field: "kind"},
		{kind: "bye", seats: 2, field: "kind"},
		{kind: "open", seats: 2, field: "kind"},
	} {
		got, err := readScore(c.score, c.kind, c.seats)
		if c.field != "" {
			var field string
			if refusal, ok := err.(*results.Error); ok {
				field = refusal.Field
			}
			if field != c.field {
				t.Errorf("%q %q: refused at %q with %v, want at %q", c.score, c.kind, field, err, c.field)
			}
			continue
		}
		if err != nil || !slices.Equal(got.Won, c.won) || got.Drawn != c.drawn || got.Kind != c.made || (got.Winner == nil) != (c.winner == nil) || got.Winner != nil && *got.Winner != *c.winner {
			t.Errorf("%q %q: got %+v, %v", c.score, c.kind, got, err)
		}
	}
}

// What a result in force is typed as reads back as that result.
func TestATypedResultReadsBack(t *testing.T) {
	t.Parallel()
	for _, r := range []results.MatchResult{
		{Kind: results.Played, Winner: 0, Won: []int{2, 1}},
		{Kind: results.Played, Winner: results.Nobody, Won: []int{1, 1}, Drawn: 1},
		{Kind: results.Played, Winner: 1, Won: []int{1, 1}},
		{Kind: results.Concession, Winner: 1, Won: []int{1, 2}},
		{Kind: results.Forfeit, Winner: 0, Won: []int{2, 0}},
		{Kind: results.AgreedDraw, Winner: results.Nobody, Won: []int{0, 0}, Drawn: 3},
		{Kind: results.DoubleLoss, Winner: results.Nobody},
		{Kind: results.DoubleForfeit, Winner: results.Nobody},
	} {
		score, kind := typedAgain(&r)
		got, err := readScore(score, kind, 2)
		wantKind := r.Kind
		if wantKind == results.Played {
			wantKind = ""
		}
		if err != nil || got.Kind != wantKind || !slices.Equal(got.Won, r.Won) || got.Drawn != r.Drawn || got.Winner != nil && *got.Winner != r.Winner {
			t.Errorf("%+v is typed as %q %q, which reads %+v, %v", r, score, kind, got, err)
		}
	}
}

func TestUsualScoresAreThoseThatEndTheMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*results.Policy)
		want   string
	}{
		{"best of three", func(*results.Policy) {}, "02 12 20 21"},
		{"best of three without a clock", func(p *results.Policy) { p.Timing.Mode = "untimed" }, "02 12 20 21"},
		{"one game", func(p *results.Policy) { p.Match.GamesToWin = 1 }, "01 10"},
		{"best of five", func(p *results.Policy) { p.Match.GamesToWin = 3 }, "03 13 23 30 31 32"},
		{"exactly two games", func(p *results.Policy) { p.Match.GamesToWin, p.Match.ExactGames = 0, 2 }, "02 11 20"},
	} {
		s := newScript("friday-open", "A", "B", "C", "D")
		c.change(s.changes[0].Records[1].(*results.PolicyRecord).Policy)
		s.status(results.Running)
		s.pair(1, "swiss", results.Published, []int{1, 2}, []int{3, 4})
		event := newApp(t).add(s.changes...)
		r, _ := event.Round(1)
		if got := strings.Join(usualScores(event, r), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMenusOfferWhatThePolicyAllows(t *testing.T) {
	t.Parallel()
	s := newScript("friday-open", hostile...)
	rules := s.changes[0].Records[1].(*results.PolicyRecord).Policy
	rules.Match.AgreedDraw, rules.Match.Concession = "refused", "refused"
	s.status(results.Running)
	s.pair(1, "swiss", results.Published, []int{1, 2}, []int{4, 3})
	event := newApp(t).add(s.changes...)
	var labels []string
	for _, o := range kindOptions(event, event.Matches[1].Match, "") {
		if len([]rune(o.Label)) > 60 {
			t.Errorf("a label of %d characters", len([]rune(o.Label)))
		}
		labels = append(labels, o.Label)
	}
	all := strings.Join(labels, "|")
	if strings.Contains(all, "agreed") || strings.Contains(all, "concede") || strings.Contains(all, "procedure") {
		t.Errorf("the menu offers what the policy refuses: %s", all)
	}
	if !strings.Contains(all, "both absent") || !strings.Contains(all, "مرحبا بن سليمان is absent") {
		t.Errorf("the menu lacks absences: %s", all)
	}
}
