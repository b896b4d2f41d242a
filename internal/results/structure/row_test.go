package structure

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results"
)

// bestOfThree is first to two wins with a round clock, drawn matches allowed.
func bestOfThree() Structure {
	return Structure{
		Match: results.MatchRules{GamesToWin: 2, DrawnGame: "counts_for_nobody", DrawnMatch: "allowed", AgreedDraw: "allowed",
			Concession: "allowed", ConcessionUntil: "recorded"},
		Timing:       results.Timing{Mode: "round_clock", Minutes: 50, ExtraTurns: 5, UnfinishedGame: "draw"},
		ByeGames:     [2]int{2, 0},
		MatchSection: "match", TimingSection: "timing",
	}
}

// with changes a structure for one case.
func with(s Structure, change func(*Structure)) Structure {
	change(&s)
	return s
}

func firstTo(n int) Structure {
	return with(bestOfThree(), func(s *Structure) { s.Match.GamesToWin = n })
}

func exactly(n int) Structure {
	return with(bestOfThree(), func(s *Structure) { s.Match.GamesToWin, s.Match.ExactGames = 0, n })
}

func withoutDraws(procedure string) Structure {
	return with(bestOfThree(), func(s *Structure) {
		s.Match.DrawnMatch, s.Match.NoDraw, s.Match.AgreedDraw, s.MatchSection = "refused", procedure, "refused", "playoff"
	})
}

func untimed() Structure {
	return with(bestOfThree(), func(s *Structure) { s.Timing = results.Timing{Mode: "untimed", UnfinishedGame: "draw"} })
}

func half() Structure {
	return with(bestOfThree(), func(s *Structure) { s.Match.DrawnGame = "half" })
}

func seat(n int) *int { return &n }

// The scores of a best of three that other programs accepted or refused wrongly,
// and those of other structures.
func TestScores(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		s     Structure
		won   []int
		drawn int
		ok    bool
	}{
		{"two to none", bestOfThree(), []int{2, 0}, 0, true},
		{"two to one", bestOfThree(), []int{2, 1}, 0, true},
		{"one all at time", bestOfThree(), []int{1, 1}, 0, true},
		{"one all and a drawn game", bestOfThree(), []int{1, 1}, 1, true},
		{"only drawn games", bestOfThree(), []int{0, 0}, 3, true},
		{"one to none at time", bestOfThree(), []int{1, 0}, 0, true},
		{"two to none with a drawn game", bestOfThree(), []int{2, 0}, 1, true},
		{"drawn games have no largest number", bestOfThree(), []int{2, 1}, 7, true},
		{"three wins", bestOfThree(), []int{3, 0}, 0, false},
		{"both have won", bestOfThree(), []int{2, 2}, 0, false},
		{"negative", bestOfThree(), []int{-1, 2}, 0, false},
		{"negative drawn games", bestOfThree(), []int{2, 0}, -1, false},
		{"absurd", bestOfThree(), []int{1000000, 0}, 0, false},
		{"absurd drawn games", bestOfThree(), []int{1, 0}, 1000000, false},
		{"nothing happened", bestOfThree(), []int{0, 0}, 0, false},
		{"one number", bestOfThree(), []int{2}, 0, false},
		{"three numbers", bestOfThree(), []int{2, 0, 0}, 0, false},

		{"one game", firstTo(1), []int{1, 0}, 0, true},
		{"one game, drawn first", firstTo(1), []int{1, 0}, 2, true},
		{"one game each of one", firstTo(1), []int{1, 1}, 0, false},
		{"first to three", firstTo(3), []int{3, 2}, 1, true},
		{"four of three", firstTo(3), []int{4, 0}, 0, false},

		{"both of two", exactly(2), []int{2, 0}, 0, true},
		{"split", exactly(2), []int{1, 1}, 0, true},
		{"one and a drawn game", exactly(2), []int{1, 0}, 1, true},
		{"one of two missing", exactly(2), []int{1, 0}, 0, false},
		{"three of two", exactly(2), []int{2, 1}, 0, false},
		{"too many drawn", exactly(2), []int{1, 0}, 2, false},
		{"a missing game where unfinished ones do not count",
			with(exactly(2), func(s *Structure) { s.Timing.UnfinishedGame = "not_counted" }), []int{1, 0}, 0, true},

		{"an extra game", with(withoutDraws("extra_game"), func(s *Structure) { s.Match.GamesToWin, s.Match.ExactGames = 0, 2 }), []int{2, 1}, 0, true},
		{"an extra game after a drawn one", with(withoutDraws("extra_game"), func(s *Structure) { s.Match.GamesToWin, s.Match.ExactGames = 0, 2 }), []int{1, 0}, 3, true},
		{"an extra game too many", with(withoutDraws("extra_game"), func(s *Structure) { s.Match.GamesToWin, s.Match.ExactGames = 0, 2 }), []int{3, 1}, 0, false},
		{"an extra game without equal ones", with(withoutDraws("extra_game"), func(s *Structure) { s.Match.GamesToWin, s.Match.ExactGames = 0, 2 }), []int{3, 0}, 0, false},

		{"half games end it", half(), []int{1, 0}, 2, true},
		{"half games for both", half(), []int{1, 1}, 2, true},
		{"a game after half games ended it", half(), []int{1, 0}, 4, false},
		{"a win after half games ended it", half(), []int{2, 0}, 3, false},
		{"the last half game may go beyond", half(), []int{2, 0}, 1, true},

		{"undecided without a time limit", untimed(), []int{1, 0}, 0, false},
		{"equal without a time limit", untimed(), []int{1, 1}, 0, false},
		{"decided without a time limit", untimed(), []int{2, 1}, 0, true},

		{"equal where draws are refused", withoutDraws("judge"), []int{1, 1}, 0, false},
		{"drawn games where draws are refused", withoutDraws("judge"), []int{0, 0}, 3, false},
		{"one to none at time where draws are refused", withoutDraws("judge"), []int{1, 0}, 0, true},
	} {
		d, err := c.s.FromRow(Row{Seats: 2, Won: c.won, Drawn: c.drawn})
		if (err == nil) != c.ok {
			t.Errorf("%s: %v, %d drawn: %v", c.name, c.won, c.drawn, err)
			continue
		}
		if c.ok && (d.Result == nil || d.Result.Kind != results.Played || !slices.Equal(d.Result.Won, c.won) || d.Result.Drawn != c.drawn || d.Result.Procedure == "") {
			t.Errorf("%s: %+v", c.name, d)
		}
		if err != nil && (results.CodeOf(err) != results.Invalid || err.Error() == "") {
			t.Errorf("%s: a refusal needs its code and a sentence: %v", c.name, err)
		}
	}
}

func TestGamesOfAReportedScore(t *testing.T) {
	t.Parallel()
	const draw = results.Nobody
	for _, c := range []struct {
		won   []int
		drawn int
		want  []int
	}{
		{[]int{2, 1}, 1, []int{1, draw, 0, 0}},
		{[]int{1, 2}, 1, []int{0, draw, 1, 1}},
		{[]int{2, 0}, 0, []int{0, 0}},
		{[]int{1, 1}, 1, []int{0, draw, 1}},
		{[]int{0, 0}, 2, []int{draw, draw}},
	} {
		d, err := bestOfThree().FromRow(Row{Seats: 2, Won: c.won, Drawn: c.drawn})
		if err != nil || !slices.Equal(d.Reported, c.want) {
			t.Errorf("%v, %d drawn: games %v, %v; want %v", c.won, c.drawn, d.Reported, err, c.want)
		}
	}
}

// Every kind of row, what it is stored as, and that it is refused where it
// cannot be.
func TestKindsOfRow(t *testing.T) {
	t.Parallel()
	const nobody = results.Nobody
	for _, c := range []struct {
		name string
		s    Structure
		row  Row
		// want is the stored result; an empty kind is a refusal.
		want     results.MatchResult
		reported []int
	}{
		{"not given is a bye", bestOfThree(), Row{Seats: 1}, results.MatchResult{Kind: results.Bye, Winner: 0, Won: []int{2}, Procedure: "scoring.bye"}, nil},
		{"full bye", firstTo(1), Row{Seats: 1, Kind: results.FullBye}, results.MatchResult{Kind: results.FullBye, Winner: 0, Won: []int{2}, Procedure: "scoring.full_bye"}, nil},
		{"half bye", bestOfThree(), Row{Seats: 1, Kind: results.HalfBye}, results.MatchResult{Kind: results.HalfBye, Winner: nobody, Procedure: "scoring.half_bye"}, nil},
		{"zero bye", bestOfThree(), Row{Seats: 1, Kind: results.ZeroBye}, results.MatchResult{Kind: results.ZeroBye, Winner: nobody, Procedure: "zero bye asked for"}, nil},
		{"late", bestOfThree(), Row{Seats: 1, Kind: results.Late}, results.MatchResult{Kind: results.Late, Winner: nobody, Procedure: "scoring.late"}, nil},
		{"assigned loss", bestOfThree(), Row{Seats: 1, Kind: results.AssignedLoss}, results.MatchResult{Kind: results.AssignedLoss, Winner: nobody, Procedure: "loss assigned by the scorekeeper"}, nil},
		{"idle", bestOfThree(), Row{Seats: 1, Kind: results.Idle}, results.MatchResult{Kind: results.Idle, Winner: nobody, Procedure: "pairing.system = round_robin"}, nil},
		{"bye with its games", bestOfThree(), Row{Seats: 1, Won: []int{2}}, results.MatchResult{Kind: results.Bye, Winner: 0, Won: []int{2}, Procedure: "scoring.bye"}, nil},
		{"bye with other games", bestOfThree(), Row{Seats: 1, Won: []int{1}}, results.MatchResult{}, nil},
		{"bye of two", bestOfThree(), Row{Seats: 2, Kind: results.Bye}, results.MatchResult{}, nil},
		{"late with a winner", bestOfThree(), Row{Seats: 1, Kind: results.Late, Winner: seat(0)}, results.MatchResult{}, nil},
		{"match of one", bestOfThree(), Row{Seats: 1, Kind: results.Played}, results.MatchResult{}, nil},
		{"no seat", bestOfThree(), Row{}, results.MatchResult{}, nil},
		{"no such kind", bestOfThree(), Row{Seats: 2, Kind: "coin_flip"}, results.MatchResult{}, nil},
		{"taking back is not a row", bestOfThree(), Row{Seats: 2, Kind: results.Open}, results.MatchResult{}, nil},

		{"agreed draw", bestOfThree(), Row{Seats: 2, Kind: results.AgreedDraw},
			results.MatchResult{Kind: results.AgreedDraw, Winner: nobody, Won: []int{0, 0}, Drawn: 3, Procedure: "match.agreed_draw = allowed"}, nil},
		{"agreed draw with drawn games alone", bestOfThree(), Row{Seats: 2, Kind: results.AgreedDraw, Drawn: 1},
			results.MatchResult{Kind: results.AgreedDraw, Winner: nobody, Won: []int{0, 0}, Drawn: 1, Procedure: "match.agreed_draw = allowed"}, nil},
		{"agreed draw as written", bestOfThree(), Row{Seats: 2, Kind: results.AgreedDraw, Won: []int{1, 1}, Drawn: 1},
			results.MatchResult{Kind: results.AgreedDraw, Winner: nobody, Won: []int{1, 1}, Drawn: 1, Procedure: "match.agreed_draw = allowed"}, []int{0, 1}},
		{"agreed draw of one game", firstTo(1), Row{Seats: 2, Kind: results.AgreedDraw, Won: []int{0, 0}, Drawn: 1},
			results.MatchResult{Kind: results.AgreedDraw, Winner: nobody, Won: []int{0, 0}, Drawn: 1, Procedure: "match.agreed_draw = allowed"}, nil},
		{"agreed draw of a match won", bestOfThree(), Row{Seats: 2, Kind: results.AgreedDraw, Won: []int{2, 0}}, results.MatchResult{}, nil},
		{"agreed draw with a winner", bestOfThree(), Row{Seats: 2, Kind: results.AgreedDraw, Winner: seat(0)}, results.MatchResult{}, nil},
		{"agreed draw that the policy refuses", with(bestOfThree(), func(s *Structure) { s.Match.AgreedDraw = "refused" }), Row{Seats: 2, Kind: results.AgreedDraw}, results.MatchResult{}, nil},
		{"agreed draw in a bracket", withoutDraws("judge"), Row{Seats: 2, Kind: results.AgreedDraw}, results.MatchResult{}, nil},

		{"concession before play", bestOfThree(), Row{Seats: 2, Kind: results.Concession, Winner: seat(1)},
			results.MatchResult{Kind: results.Concession, Winner: 1, Won: []int{0, 2}, Procedure: "match.concession = allowed"}, nil},
		{"concession after a game won", bestOfThree(), Row{Seats: 2, Kind: results.Concession, Winner: seat(1), Games: []Game{{Winner: 0}}},
			results.MatchResult{Kind: results.Concession, Winner: 1, Won: []int{1, 2}, Procedure: "match.concession = allowed"}, nil},
		{"concession with its final score", bestOfThree(), Row{Seats: 2, Kind: results.Concession, Winner: seat(1), Won: []int{1, 2}},
			results.MatchResult{Kind: results.Concession, Winner: 1, Won: []int{1, 2}, Procedure: "match.concession = allowed"}, []int{0}},
		{"concession with the score as it stood", bestOfThree(), Row{Seats: 2, Kind: results.Concession, Winner: seat(1), Won: []int{1, 1}},
			results.MatchResult{Kind: results.Concession, Winner: 1, Won: []int{1, 1}, Procedure: "match.concession = allowed"}, []int{0, 1}},
		{"concession in exactly two games", exactly(2), Row{Seats: 2, Kind: results.Concession, Winner: seat(1), Games: []Game{{Winner: 0}}},
			results.MatchResult{Kind: results.Concession, Winner: 1, Won: []int{1, 1}, Procedure: "match.concession = allowed"}, nil},
		{"concession by nobody", bestOfThree(), Row{Seats: 2, Kind: results.Concession}, results.MatchResult{}, nil},
		{"concession of a match already won", bestOfThree(), Row{Seats: 2, Kind: results.Concession, Winner: seat(1), Won: []int{2, 0}}, results.MatchResult{}, nil},
		{"concession that takes games away", bestOfThree(), Row{Seats: 2, Kind: results.Concession, Winner: seat(1), Won: []int{0, 2}, Games: []Game{{Winner: 0}}}, results.MatchResult{}, nil},
		{"concession that the policy refuses", with(bestOfThree(), func(s *Structure) { s.Match.Concession = "refused" }), Row{Seats: 2, Kind: results.Concession, Winner: seat(1)}, results.MatchResult{}, nil},

		{"forfeit", bestOfThree(), Row{Seats: 2, Kind: results.Forfeit, Winner: seat(1)},
			results.MatchResult{Kind: results.Forfeit, Winner: 1, Won: []int{0, 2}, Procedure: "scoring.bye_games"}, nil},
		{"forfeit as written", bestOfThree(), Row{Seats: 2, Kind: results.Forfeit, Won: []int{1, 0}},
			results.MatchResult{Kind: results.Forfeit, Winner: 0, Won: []int{1, 0}, Procedure: "scoring.bye_games"}, nil},
		{"forfeit by nobody", bestOfThree(), Row{Seats: 2, Kind: results.Forfeit}, results.MatchResult{}, nil},
		{"forfeit against its games", bestOfThree(), Row{Seats: 2, Kind: results.Forfeit, Winner: seat(1), Won: []int{1, 0}}, results.MatchResult{}, nil},
		{"forfeit after play", bestOfThree(), Row{Seats: 2, Kind: results.Forfeit, Winner: seat(1), Games: []Game{{Winner: 0}}}, results.MatchResult{}, nil},

		{"double loss", bestOfThree(), Row{Seats: 2, Kind: results.DoubleLoss}, results.MatchResult{Kind: results.DoubleLoss, Winner: nobody, Procedure: "scoring.double_loss"}, nil},
		{"double loss with games", bestOfThree(), Row{Seats: 2, Kind: results.DoubleLoss, Won: []int{1, 1}},
			results.MatchResult{Kind: results.DoubleLoss, Winner: nobody, Won: []int{1, 1}, Procedure: "scoring.double_loss"}, []int{0, 1}},
		{"double loss with a winner", bestOfThree(), Row{Seats: 2, Kind: results.DoubleLoss, Winner: seat(0)}, results.MatchResult{}, nil},
		{"double forfeit", bestOfThree(), Row{Seats: 2, Kind: results.DoubleForfeit, Winner: seat(nobody)}, results.MatchResult{Kind: results.DoubleForfeit, Winner: nobody, Procedure: "both sides absent"}, nil},
		{"double forfeit with games", bestOfThree(), Row{Seats: 2, Kind: results.DoubleForfeit, Won: []int{1, 0}}, results.MatchResult{}, nil},

		{"winner against the games", bestOfThree(), Row{Seats: 2, Won: []int{2, 0}, Winner: seat(1)}, results.MatchResult{}, nil},
		{"winner of equal games", bestOfThree(), Row{Seats: 2, Won: []int{1, 1}, Winner: seat(1)}, results.MatchResult{}, nil},
		{"winner of equal games by the judge", withoutDraws("judge"), Row{Seats: 2, Won: []int{1, 1}, Winner: seat(1)},
			results.MatchResult{Kind: results.Played, Winner: 1, Won: []int{1, 1}, Procedure: "playoff.no_draw = judge"}, []int{0, 1}},
		{"winner of equal games where one more is due", withoutDraws("extra_game"), Row{Seats: 2, Won: []int{1, 1}, Winner: seat(1)}, results.MatchResult{}, nil},
		{"winner alone", bestOfThree(), Row{Seats: 2, Winner: seat(1)}, results.MatchResult{}, nil},
		{"winner alone of one game", firstTo(1), Row{Seats: 2, Winner: seat(1)},
			results.MatchResult{Kind: results.Played, Winner: 1, Won: []int{0, 1}, Procedure: "match.games_to_win"}, []int{1}},
		{"winner who is not there", firstTo(1), Row{Seats: 2, Winner: seat(2)}, results.MatchResult{}, nil},
		{"drawn games alone", bestOfThree(), Row{Seats: 2, Drawn: 1}, results.MatchResult{}, nil},

		{"pod won", firstTo(1), Row{Seats: 4, Winner: seat(2)},
			results.MatchResult{Kind: results.Played, Winner: 2, Won: []int{0, 0, 1, 0}, Procedure: "match.games_to_win"}, []int{2}},
		{"pod drawn", firstTo(1), Row{Seats: 4, Kind: results.Played, Winner: seat(nobody)},
			results.MatchResult{Kind: results.Played, Winner: nobody, Won: []int{0, 0, 0, 0}, Drawn: 1, Procedure: "match.drawn_match = allowed"}, []int{nobody}},
		{"pod with games", firstTo(1), Row{Seats: 3, Won: []int{0, 1, 0}},
			results.MatchResult{Kind: results.Played, Winner: 1, Won: []int{0, 1, 0}, Procedure: "match.games_to_win"}, []int{1}},
		{"pod with two winners", firstTo(1), Row{Seats: 3, Won: []int{1, 1, 0}}, results.MatchResult{}, nil},
		{"pod conceded", firstTo(1), Row{Seats: 3, Kind: results.Concession, Winner: seat(0)}, results.MatchResult{}, nil},
		{"pod lost by all", firstTo(1), Row{Seats: 3, Kind: results.DoubleLoss}, results.MatchResult{}, nil},
	} {
		d, err := c.s.FromRow(c.row)
		if c.want.Kind == "" {
			if err == nil {
				t.Errorf("%s: accepted as %+v", c.name, d.Result)
			}
			continue
		}
		if err != nil || d.Result == nil {
			t.Errorf("%s: %v %q", c.name, err, d.Open)
			continue
		}
		got := *d.Result
		if got.Kind != c.want.Kind || got.Winner != c.want.Winner || !slices.Equal(got.Won, c.want.Won) || got.Drawn != c.want.Drawn || got.Procedure != c.want.Procedure {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if !slices.Equal(d.Reported, c.reported) {
			t.Errorf("%s: games %v, want %v", c.name, d.Reported, c.reported)
		}
	}
}

func TestRowsThatAreNotReportedYet(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]Row{
		"posted":               {Seats: 2},
		"posted as played":     {Seats: 2, Kind: results.Played},
		"first game told":      {Seats: 2, Games: []Game{{Winner: 0}}},
		"a game for the judge": {Seats: 2, Won: []int{2, 0}, Games: []Game{{Winner: 0}, {Winner: 0, Pending: true}}},
	} {
		d, err := bestOfThree().FromRow(row)
		if err != nil || d.Result != nil || d.Open == "" {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
}

func TestGamesToldOneByOne(t *testing.T) {
	t.Parallel()
	a, b, draw := Game{Winner: 0}, Game{Winner: 1}, Game{Winner: results.Nobody}
	cut := Game{Winner: results.Nobody, Unfinished: true}
	notCounted := with(bestOfThree(), func(s *Structure) { s.Timing.UnfinishedGame = "not_counted" })
	for _, c := range []struct {
		name  string
		s     Structure
		row   Row
		won   []int // nil is a refusal
		drawn int
	}{
		{"decided", bestOfThree(), Row{Games: []Game{a, b, a}}, []int{2, 1}, 0},
		{"agreeing with the score", bestOfThree(), Row{Won: []int{2, 1}, Drawn: 1, Games: []Game{a, draw, b, a}}, []int{2, 1}, 1},
		{"another score", bestOfThree(), Row{Won: []int{2, 0}, Games: []Game{a, b, a}}, nil, 0},
		{"a game after the end", bestOfThree(), Row{Games: []Game{a, a, b}}, nil, 0},
		{"a drawn game after the end", bestOfThree(), Row{Games: []Game{a, a, draw}}, nil, 0},
		{"cut short and drawn", bestOfThree(), Row{Games: []Game{a, cut}}, []int{1, 0}, 1},
		{"cut short and drawn, with its score", bestOfThree(), Row{Won: []int{1, 0}, Drawn: 1, Games: []Game{a, cut}}, []int{1, 0}, 1},
		{"cut short and not counted", notCounted, Row{Games: []Game{a, cut}}, []int{1, 0}, 0},
		{"the only game cut short", notCounted, Row{Won: []int{0, 0}, Games: []Game{cut}}, []int{0, 0}, 0},
		{"a game after one cut short", bestOfThree(), Row{Games: []Game{cut, a}}, nil, 0},
		{"cut short without a time limit", untimed(), Row{Games: []Game{a, cut}}, nil, 0},
		{"won by nobody at the table", bestOfThree(), Row{Games: []Game{{Winner: 2}}}, nil, 0},
	} {
		c.row.Seats = 2
		d, err := c.s.FromRow(c.row)
		if (err == nil) != (c.won != nil) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.won != nil && (d.Result == nil || !slices.Equal(d.Result.Won, c.won) || d.Result.Drawn != c.drawn || d.Reported != nil) {
			t.Errorf("%s: %+v %+v", c.name, d, d.Result)
		}
	}
}

func TestRulesOfAStage(t *testing.T) {
	t.Parallel()
	p := &results.Policy{
		Match: results.MatchRules{GamesToWin: 2}, Timing: results.Timing{Mode: "round_clock"},
		PlayoffMatch: results.MatchRules{GamesToWin: 3}, PlayoffTiming: results.Timing{Mode: "untimed"},
	}
	own := results.MatchRules{ExactGames: 4}
	clock := results.Timing{Mode: "clock_controlled"}
	for _, c := range []struct {
		stage           results.Stage
		toWin, exactly  int
		mode            string
		section, timing string
	}{
		{results.Stage{System: results.Swiss}, 2, 0, "round_clock", "match", "timing"},
		{results.Stage{System: results.RoundRobin}, 2, 0, "round_clock", "match", "timing"},
		{results.Stage{System: results.SingleElimination}, 3, 0, "untimed", "playoff", "playoff"},
		{results.Stage{System: results.DoubleElimination}, 3, 0, "untimed", "playoff", "playoff"},
		{results.Stage{System: results.Pods}, 0, 1, "round_clock", "match", "timing"},
		{results.Stage{System: results.Pods, Match: &own}, 0, 4, "round_clock", "stage", "timing"},
		{results.Stage{System: results.SingleElimination, Match: &own, Timing: &clock}, 0, 4, "clock_controlled", "stage", "stage"},
	} {
		match, timing := RulesFor(p, c.stage)
		s := For(p, c.stage)
		if match.GamesToWin != c.toWin || match.ExactGames != c.exactly || timing.Mode != c.mode || s.MatchSection != c.section || s.TimingSection != c.timing {
			t.Errorf("%+v: %+v %+v %+v", c.stage, match, timing, s)
		}
	}
}

// anyStructure draws a structure for two seats.
func anyStructure(t *rapid.T) Structure {
	s := bestOfThree()
	if rapid.Bool().Draw(t, "exact") {
		s = exactly(rapid.IntRange(1, 4).Draw(t, "games"))
	} else {
		s.Match.GamesToWin = rapid.IntRange(1, 4).Draw(t, "wins")
	}
	s.Match.DrawnGame = rapid.SampledFrom([]string{"counts_for_nobody", "half"}).Draw(t, "drawn_game")
	if rapid.Bool().Draw(t, "no draws") {
		s.Match.DrawnMatch, s.Match.AgreedDraw = "refused", "refused"
		s.Match.NoDraw = rapid.SampledFrom([]string{"extra_game", "judge", "higher_seed", "score"}).Draw(t, "no_draw")
	}
	s.Timing.Mode = rapid.SampledFrom([]string{"untimed", "round_clock"}).Draw(t, "mode")
	s.Timing.UnfinishedGame = rapid.SampledFrom([]string{"draw", "not_counted"}).Draw(t, "unfinished")
	return s
}

// A score is possible exactly when some order of its games never goes on after
// the end. The orders are tried one by one.
func TestPossibleScoresAreThoseOfSomeOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyStructure(t)
		won := []int{rapid.IntRange(0, 5).Draw(t, "a"), rapid.IntRange(0, 5).Draw(t, "b")}
		drawn := rapid.IntRange(0, 6).Draw(t, "drawn")
		if got, want := s.possible(won, drawn), someOrder(s, won, drawn, map[[3]int]bool{}); got != want {
			t.Fatalf("%+v: %v, %d drawn: possible %v, want %v", s.Match, won, drawn, got, want)
		}
	})
}

func someOrder(s Structure, won []int, drawn int, seen map[[3]int]bool) bool {
	if won[0]+won[1]+drawn == 0 {
		return true
	}
	key := [3]int{won[0], won[1], drawn}
	if known, ok := seen[key]; ok {
		return known
	}
	reached := func(w []int, d int) bool { return !s.over(w, d) && someOrder(s, w, d, seen) }
	ok := won[0] > 0 && reached([]int{won[0] - 1, won[1]}, drawn) ||
		won[1] > 0 && reached([]int{won[0], won[1] - 1}, drawn) ||
		drawn > 0 && reached(won, drawn-1)
	seen[key] = ok
	return ok
}

// No row, however hostile, panics; what is accepted is complete.
func TestAnyRow(t *testing.T) {
	t.Parallel()
	kinds := []results.Kind{"", "nonsense", results.Played, results.AgreedDraw, results.Concession, results.Forfeit, results.DoubleLoss,
		results.DoubleForfeit, results.Bye, results.FullBye, results.HalfBye, results.ZeroBye, results.Late, results.AssignedLoss, results.Idle, results.Open}
	count := rapid.OneOf(rapid.IntRange(0, 3), rapid.Int())
	rapid.Check(t, func(t *rapid.T) {
		s := anyStructure(t)
		row := Row{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Seats: rapid.IntRange(-1, 5).Draw(t, "seats"), Drawn: count.Draw(t, "drawn")}
		if rapid.Bool().Draw(t, "has winner") {
			row.Winner = seat(rapid.IntRange(-3, 6).Draw(t, "winner"))
		}
		if rapid.Bool().Draw(t, "has score") {
			row.Won = rapid.SliceOfN(count, 0, 5).Draw(t, "won")
		}
		for range rapid.IntRange(0, 4).Draw(t, "told") {
			row.Games = append(row.Games, Game{Winner: rapid.IntRange(-2, 3).Draw(t, "game"), Unfinished: rapid.Bool().Draw(t, "cut"), Pending: rapid.Bool().Draw(t, "pending")})
		}
		d, err := s.FromRow(row)
		switch {
		case err != nil:
			if d.Result != nil || strings.TrimSpace(err.Error()) == "" {
				t.Fatalf("refused with %+v, %v", d, err)
			}
		case d.Result == nil:
			if d.Open == "" {
				t.Fatal("open without a reason")
			}
		default:
			r := d.Result
			if r.Kind == "" || r.Procedure == "" || r.Winner < results.Nobody || r.Winner >= row.Seats || r.Won != nil && len(r.Won) != row.Seats {
				t.Fatalf("%+v makes %+v", row, r)
			}
			if r.Kind == results.Played && row.Seats == 2 && s.Match.DrawnMatch == "refused" && r.Winner == results.Nobody {
				t.Fatalf("%+v makes a drawn match where none is allowed", row)
			}
		}
	})
}
