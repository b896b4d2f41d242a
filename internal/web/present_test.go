package web

import (
	"context"
	"strings"
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/standings"
	"tourney/templates"
)

func TestPlural(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n    int
		noun string
		want string
	}{
		{0, "player", "0 players"}, {1, "player", "1 player"}, {2, "player", "2 players"}, {1, "match", "1 match"}, {3, "match", "3 matches"},
	} {
		if got := plural(c.n, c.noun); got != c.want {
			t.Errorf("plural(%d, %q) = %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}

func TestTimesAreTheVenues(t *testing.T) {
	t.Parallel()
	winter := time.Date(2026, 12, 4, 17, 30, 0, 0, time.UTC)
	summer := time.Date(2026, 7, 4, 22, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		at   time.Time
		zone string
		want string
	}{
		{winter, "Europe/Berlin", "Fri 4 Dec 2026, 18:30 (Berlin)"},
		{summer, "Europe/Berlin", "Sun 5 Jul 2026, 00:30 (Berlin)"},
		{winter, "America/Argentina/Buenos_Aires", "Fri 4 Dec 2026, 14:30 (Buenos Aires)"},
		{winter, "", "Fri 4 Dec 2026, 17:30 UTC"},
		{winter, "Nowhere/Land", "Fri 4 Dec 2026, 17:30 UTC"},
		{time.Time{}, "Europe/Berlin", ""},
	} {
		if got := momentIn(c.at, c.zone); got.Text != c.want {
			t.Errorf("momentIn(%v, %q) = %q, want %q", c.at, c.zone, got.Text, c.want)
		}
	}
	if got := momentIn(summer, "Europe/Berlin").UTC; got != "2026-07-04T22:30:00Z" {
		t.Errorf("the machine's time is %q", got)
	}
}

func TestSearchTakesNamesAsPeopleDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, query string
		want        bool
	}{
		{"Ana Große", "GROSSE", true}, {"José", "jose\u0301", true}, {"  Ana   Bo ", "ana bo", true}, {"Ana", "", true}, {"Ana", "Bo", false}, {"ΣΊΣΥΦΟΣ", "σίσυφος", true},
	} {
		if got := matches(c.text, c.query); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.text, c.query, got)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	known := func(s string) exact.Value { return exact.Of(exact.MustParse(s)) }
	for _, c := range []struct {
		code   string
		value  exact.Value
		places int
		want   string
	}{
		{"MP", known("12"), 2, "12"},
		{"MP", known("3/2"), 2, "1.5"},
		{"MP", known("-1/4"), 2, "-0.25"},
		{"SOSA", known("7/3"), 2, "2.33"},
		{"SOSA", known("7/3"), 4, "2.3333"},
		{"OMW", known("5/8"), 2, "62.50%"},
		{"OMW", known("2/3"), 2, "66.67%"},
		{"OMW", known("1"), 2, "100.00%"},
		{"OMW", known("0"), 2, "0.00%"},
		{"OMW", exact.Value{}, 2, "–"},
		{"H2H", known("1"), 2, "1"},
	} {
		if got := valueText(c.code, c.value, c.places); got != c.want {
			t.Errorf("%s %v to %d places: %q, want %q", c.code, c.value, c.places, got, c.want)
		}
	}
}

// Neighbours that are parted by a value never look equal in it.
func TestPlacesPartNeighbours(t *testing.T) {
	t.Parallel()
	a, b := exact.Of(exact.MustParse("1/3")), exact.Of(exact.MustParse("33333/100000"))
	if got := placesToPart("OMW", a, b, usualPlaces); got != 4 || valueText("OMW", a, got) == valueText("OMW", b, got) {
		t.Errorf("%d places", got)
	}
	if got := placesToPart("OMW", a, a, usualPlaces); got != usualPlaces {
		t.Errorf("equal values need no more places, got %d", got)
	}
	if got := placesToPart("OMW", a, exact.Value{}, usualPlaces); got != usualPlaces {
		t.Errorf("no value is no number, got %d", got)
	}
}

func TestResultWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		result results.MatchResult
		want   string
	}{
		{results.MatchResult{Kind: results.Played, Won: []int{2, 1}}, "2–1"},
		{results.MatchResult{Kind: results.Played, Won: []int{1, 1}, Drawn: 1}, "1–1, 1 drawn game"},
		{results.MatchResult{Kind: results.AgreedDraw, Won: []int{0, 0}, Drawn: 3}, "0–0, 3 drawn games, agreed draw"},
		{results.MatchResult{Kind: results.Concession, Won: []int{2, 1}}, "2–1, conceded"},
		{results.MatchResult{Kind: results.Forfeit}, "No-show"},
		{results.MatchResult{Kind: results.DoubleLoss}, "Both lose"},
		{results.MatchResult{Kind: results.DoubleForfeit}, "Both absent"},
		{results.MatchResult{Kind: results.Bye, Won: []int{2}}, "Bye"},
		{results.MatchResult{Kind: results.Played, Won: []int{1, 0, 0, 0}}, "1–0–0–0"},
	} {
		if got := resultWords(&c.result); got != c.want {
			t.Errorf("%+v: %q, want %q", c.result, got, c.want)
		}
	}
	for _, k := range []results.Kind{
		results.AgreedDraw, results.Concession, results.Forfeit, results.DoubleLoss, results.DoubleForfeit, results.Bye, results.FullBye,
		results.HalfBye, results.ZeroBye, results.Late, results.AssignedLoss, results.Idle,
	} {
		if kindWords(k) == "" {
			t.Errorf("no words for %q", k)
		}
	}
}

func TestCorrectionNote(t *testing.T) {
	t.Parallel()
	played := func(a, b, winner int) *results.MatchResult {
		return &results.MatchResult{Kind: results.Played, Won: []int{a, b}, Winner: winner}
	}
	open := &results.MatchResult{Kind: results.Open, Winner: results.Nobody}
	for _, c := range []struct {
		name     string
		versions []*results.MatchResult
		want     string
	}{
		{"first result", []*results.MatchResult{played(2, 0, 0)}, ""},
		{"corrected", []*results.MatchResult{played(2, 0, 0), played(1, 2, 1)}, "corrected, was 2–0"},
		{"corrected twice", []*results.MatchResult{played(2, 0, 0), played(1, 2, 1), played(2, 1, 0)}, "corrected, was 1–2"},
		{"taken back", []*results.MatchResult{played(2, 0, 0), open}, "taken back, was 2–0"},
		{"same result on newer records", []*results.MatchResult{played(2, 0, 0), played(2, 0, 0)}, ""},
		{"decided after it was open", []*results.MatchResult{open, played(2, 0, 0)}, ""},
	} {
		if got := correctionNote(&results.MatchHistory{Match: &results.Match{}, Results: c.versions}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func event(t *testing.T, s *script) *results.Tournament {
	t.Helper()
	tournament, err := resultstest.NewStore().Create(context.Background(), s.changes)
	if err != nil {
		t.Fatal(err)
	}
	return tournament
}

func TestMatchLines(t *testing.T) {
	t.Parallel()
	s := newScript("friday-open", "Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus")
	s.pair(1, "swiss", results.Published, []int{1, 2}, []int{3, 4}, []int{5, 6}, []int{7})
	s.play(1, 2, 1)
	s.add(results.EnterResult, "No-show.", &results.MatchResult{Match: 2, Version: 1, Kind: results.Forfeit, Winner: 1, Procedure: "forfeit", PolicyHash: "0000"})
	s.add(results.RecordGame, "To the judge.", &results.GameResult{Match: 3, Game: 1, Version: 1, Winner: 0, Method: "loop", Verdict: results.Verdict{Kind: results.VerdictJudge}})
	tournament := event(t, s)
	var got []string
	for _, m := range tournament.Matches {
		line := presentMatch(tournament, m)
		text := line.Table + " " + line.State + " " + line.Word + ":"
		for _, seat := range line.Seats {
			text += " " + seat.Name + seat.Score
			if seat.Won {
				text += "!"
			}
		}
		got = append(got, text)
	}
	want := []string{"1 done : Ana2! Bo1", "2 done No-show: Cy Dee!", "3 judge with the judge: Eli Fay", " solo Bye: Gus"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("lines\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestByesStandLastAndTablesInOrder(t *testing.T) {
	t.Parallel()
	rows := []*results.MatchHistory{
		{Match: &results.Match{ID: 1}}, {Match: &results.Match{ID: 2, Table: 10}}, {Match: &results.Match{ID: 3, Table: 2}}, {Match: &results.Match{ID: 4}},
	}
	var got []results.MatchID
	for _, m := range inTableOrder(rows) {
		got = append(got, m.Match.ID)
	}
	if got[0] != 3 || got[1] != 2 || got[2] != 1 || got[3] != 4 {
		t.Errorf("order %v", got)
	}
}

func TestEntrantStates(t *testing.T) {
	t.Parallel()
	zero, three := 0, 3
	for _, c := range []struct {
		entrant results.Entrant
		want    string
	}{
		{results.Entrant{}, ""},
		{results.Entrant{JoinedIn: 1}, ""},
		{results.Entrant{JoinedIn: 2}, "joined in round 2"},
		{results.Entrant{DroppedAfter: &zero}, "withdrew before round 1"},
		{results.Entrant{DroppedAfter: &three}, "dropped after round 3"},
		{results.Entrant{DroppedAfter: &three, DisqualifiedAfter: &three}, "disqualified"},
	} {
		if got := entrantState(&c.entrant); got != c.want {
			t.Errorf("%+v: %q, want %q", c.entrant, got, c.want)
		}
	}
}

func TestEliminationTitles(t *testing.T) {
	t.Parallel()
	for matches, want := range map[int]string{1: "Final", 2: "Semifinals", 4: "Quarterfinals", 8: "Round of 16", 16: "Round of 32"} {
		if got := eliminationTitle(matches); got != want {
			t.Errorf("%d matches: %q, want %q", matches, got, want)
		}
	}
}

func TestStandingsMarkWhatParted(t *testing.T) {
	t.Parallel()
	tournament := event(t, running("friday-open"))
	r, _ := tournament.Round(1)
	sheet, err := newSheet(tournament, r)
	if err != nil {
		t.Fatal(err)
	}
	p := presentStandings(sheet, "")
	if len(p.Rows) != 8 || !p.Legend || p.Provisional != "" {
		t.Fatalf("%d rows, legend %v, provisional %q", len(p.Rows), p.Legend, p.Provisional)
	}
	for i, row := range p.Rows[1:] {
		marked := 0
		for k, v := range row.Values {
			if !v.Parted {
				continue
			}
			marked++
			above := p.Rows[i].Values
			if above[k].Text == v.Text {
				t.Errorf("%s and the row above look equal in %s: %s", row.Name, v.Code, v.Text)
			}
			for j := range k {
				if above[j].Text != row.Values[j].Text {
					t.Errorf("%s: %s is marked but %s differs already", row.Name, v.Code, above[j].Code)
				}
			}
		}
		if marked > 1 || marked == 1 && row.Tied && p.Rows[i].Rank == row.Rank {
			t.Errorf("%s: %d marks", row.Name, marked)
		}
	}
	if only := presentStandings(sheet, "bob"); len(only.Rows) != 1 || only.Rows[0].Rank != rankOf(p, only.Rows[0].Name) {
		t.Errorf("a search must keep the rank: %+v", only.Rows)
	}
}

func rankOf(p templates.StandingsPage, name string) string {
	for _, row := range p.Rows {
		if row.Name == name {
			return row.Rank
		}
	}
	return ""
}

func TestSumsAreWrittenOut(t *testing.T) {
	t.Parallel()
	known := func(s string) exact.Value { return exact.Of(exact.MustParse(s)) }
	for _, c := range []struct {
		name string
		e    standings.Explanation
		want string
	}{
		{"points", standings.Explanation{Code: "MP", How: standings.Sum, Value: known("4"), Terms: []standings.Term{{Value: known("3")}, {Value: known("1")}}}, "3 + 1 = 4"},
		{"average", standings.Explanation{Code: "OMW", How: standings.Average, Value: known("1/2"), Terms: []standings.Term{
			{Value: known("1/3")}, {Left: "bye"}, {Value: known("2/3")}}}, "(1/3 + 2/3) ÷ 2 = 1/2 = 50.00%"},
		{"share below the floor", standings.Explanation{Code: "GW", How: standings.Share, Value: known("1/3"), Raw: known("1/6"), Bound: standings.Floor, Terms: []standings.Term{
			{Value: known("0"), Of: known("3")}, {Value: known("1"), Of: known("3")}}}, "(0 + 1) ÷ (3 + 3) = 1/6 = 16.67%"},
		{"nothing counts", standings.Explanation{Code: "OMW", How: standings.Average, Value: known("1/3"), Terms: []standings.Term{{Left: "bye"}}}, ""},
		{"no value", standings.Explanation{Code: "OMW", How: standings.Average}, ""},
	} {
		if got := sumText(c.e); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, sharing int
		want           string
	}{{1, 1, "1"}, {3, 2, "3–4"}, {5, 4, "5–8"}} {
		if got := places(c.first, c.sharing); got != c.want {
			t.Errorf("places(%d, %d) = %q", c.first, c.sharing, got)
		}
	}
}

func TestFormerPoliciesAreShownWithTheirRounds(t *testing.T) {
	t.Parallel()
	s := newScript("friday-open", "Ana", "Bo")
	for i, name := range []string{"Best of three", "Best of one"} {
		p := resultstest.Policy()
		p.Version, p.FromRound, p.Policy.Name = i+2, 2*i+1, name
		s.add(results.ChangePolicy, "Policy.", &p)
	}
	page := presentPolicy(event(t, s))
	if page.Name != "Best of one" || page.Force != "From round 3 on, version 3 of this event's policy." {
		t.Errorf("%q, %q", page.Name, page.Force)
	}
	if len(page.Former) != 1 || page.Former[0].Force != "Rounds 1 to 2" || page.Former[0].Name != "Best of three" {
		t.Errorf("former policies %+v", page.Former)
	}
}
