package structure

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results"
)

// table is a match of round 1 between the entrants a and b whose games ended as
// told: 'a' and 'b' are wins, 'd' a drawn game, 'u' one that time cut short, 'j'
// one that waits for a judge.
func table(games string) Table {
	m := &results.MatchHistory{Match: &results.Match{ID: 7, Round: 1, Seats: []results.EntrantID{"a", "b"}}}
	for i, g := range games {
		h := results.GameHistory{}
		r := &results.GameResult{Stamp: results.Stamp{Seq: int64(i + 10)}, Match: 7, Game: i + 1, Version: 1, Winner: results.Nobody, Method: "sixteen_turn",
			Verdict: results.Verdict{Kind: results.VerdictVerified}}
		switch g {
		case 'a':
			r.Winner = 0
		case 'b':
			r.Winner = 1
		case 'j':
			r.Winner, r.Verdict.Kind = 0, results.VerdictJudge
		}
		if g == 'u' {
			h.Unfinished = []*results.UnfinishedGame{{Stamp: r.Stamp, Match: 7, Game: i + 1, Version: 1}}
		} else {
			h.Results = []*results.GameResult{r}
		}
		m.Games = append(m.Games, h)
	}
	return Table{Match: m}
}

func penalty(id int, entrant results.EntrantID, kind results.PenaltyKind, game int) *results.Penalty {
	return &results.Penalty{ID: id, Version: 1, Entrant: entrant, Round: 1, Match: 7, Game: game, Kind: kind, Code: "x", Name: "x"}
}

func press(game int) *results.ClockEntry {
	return &results.ClockEntry{Round: 1, Match: 7, Game: game, Kind: results.ClockPress}
}

var roundTime = &results.ClockEntry{Round: 1, Kind: results.TimeCalled}

func clockControlled() Structure {
	return with(bestOfThree(), func(s *Structure) { s.Timing.Mode, s.Timing.UnfinishedGame = "clock_controlled", "not_counted" })
}

func TestDecide(t *testing.T) {
	t.Parallel()
	const nobody = results.Nobody
	no := func(t Table) Table { return t }
	for _, c := range []struct {
		name   string
		s      Structure
		games  string
		change func(Table) Table
		// kind is empty for an open match; open and refused are parts of the reason.
		kind          results.Kind
		winner        int
		won           []int
		drawn         int
		procedure     string
		open, refused string
	}{
		{name: "two straight", s: bestOfThree(), games: "aa", kind: results.Played, winner: 0, won: []int{2, 0}, procedure: "match.games_to_win"},
		{name: "in three", s: bestOfThree(), games: "bab", kind: results.Played, winner: 1, won: []int{1, 2}, procedure: "match.games_to_win"},
		{name: "a drawn game counts for nobody", s: bestOfThree(), games: "adda", kind: results.Played, winner: 0, won: []int{2, 0}, drawn: 2, procedure: "match.games_to_win"},
		{name: "nothing yet", s: bestOfThree(), games: "", open: "nobody has won 2 games yet"},
		{name: "one all", s: bestOfThree(), games: "ab", open: "nobody has won 2 games yet"},
		{name: "a game for the judge", s: bestOfThree(), games: "aj", open: "game 2 waits for a judge"},
		{name: "a game after the end", s: bestOfThree(), games: "aab", refused: "game 3 was played although the match had ended after game 2"},
		{name: "a drawn game after the end", s: bestOfThree(), games: "aad", refused: "game 3"},

		{name: "half games for both", s: half(), games: "abdd", kind: results.Played, winner: nobody, won: []int{1, 1}, drawn: 2, procedure: "match.drawn_match = allowed"},
		{name: "half games decide", s: half(), games: "add", kind: results.Played, winner: 0, won: []int{1, 0}, drawn: 2, procedure: "match.games_to_win"},

		{name: "exactly two", s: exactly(2), games: "ab", kind: results.Played, winner: nobody, won: []int{1, 1}, procedure: "match.drawn_match = allowed"},
		{name: "exactly two, one won", s: exactly(2), games: "db", kind: results.Played, winner: 1, won: []int{0, 1}, drawn: 1, procedure: "match.exact_games"},
		{name: "exactly three, two won", s: exactly(3), games: "aa", open: "2 of 3 games are played"},
		{name: "exactly two, a third", s: exactly(2), games: "aba", refused: "game 3"},

		{name: "time between games", s: bestOfThree(), games: "a", change: func(t Table) Table { t.TimeOver = true; return t },
			kind: results.Played, winner: 0, won: []int{1, 0}, procedure: "timing.mode = round_clock"},
		{name: "time called, nothing said of the running game", s: bestOfThree(), games: "a", change: func(t Table) Table { t.Clock = []*results.ClockEntry{roundTime}; return t },
			open: "time has been called"},
		{name: "time in a game that counts as drawn", s: bestOfThree(), games: "au", kind: results.Played, winner: 0, won: []int{1, 0}, drawn: 1, procedure: "timing.mode = round_clock"},
		{name: "time in a game that does not count", s: with(bestOfThree(), func(s *Structure) { s.Timing.UnfinishedGame = "not_counted" }), games: "abu",
			kind: results.Played, winner: nobody, won: []int{1, 1}, procedure: "match.drawn_match = allowed"},
		{name: "time before any game ended", s: bestOfThree(), games: "", change: func(t Table) Table { t.TimeOver = true; return t }, open: "no game was finished"},
		{name: "time in the first game", s: bestOfThree(), games: "u", kind: results.Played, winner: nobody, won: []int{0, 0}, drawn: 1, procedure: "match.drawn_match = allowed"},
		{name: "no time to run out", s: untimed(), games: "a", change: func(t Table) Table { t.TimeOver = true; return t }, refused: "no time limit"},
		{name: "more time at this table", s: bestOfThree(), games: "a", change: func(t Table) Table {
			t.Clock = []*results.ClockEntry{{Round: 1, Match: 7, Kind: results.ClockExtension, Seconds: 300}, roundTime}
			return t
		}, open: "this table was given more time"},

		{name: "equal at time in a bracket", s: withoutDraws("judge"), games: "abu", open: "a judge decides"},
		{name: "equal at time in a bracket, judged", s: withoutDraws("judge"), games: "abu", change: func(t Table) Table { t.Chosen = seat(1); return t },
			kind: results.Played, winner: 1, won: []int{1, 1}, drawn: 1, procedure: "playoff.no_draw = judge"},
		{name: "equal at time, the higher seed", s: withoutDraws("higher_seed"), games: "abu", change: func(t Table) Table { t.Chosen = seat(0); return t },
			kind: results.Played, winner: 0, won: []int{1, 1}, drawn: 1, procedure: "playoff.no_draw = higher_seed"},
		{name: "equal at time, by score", s: withoutDraws("score"), games: "u", open: "the score of the unfinished game decides"},
		{name: "equal at time, one more game", s: withoutDraws("extra_game"), games: "abu", open: "one more game decides"},
		{name: "chosen against the games", s: withoutDraws("judge"), games: "aa", change: func(t Table) Table { t.Chosen = seat(1); return t }, refused: "another winner"},
		{name: "chosen where a draw is a result", s: bestOfThree(), games: "abu", change: func(t Table) Table { t.Chosen = seat(1); return t }, refused: "drawn match is allowed"},

		{name: "conceded before play", s: bestOfThree(), games: "", change: func(t Table) Table { t.Conceded = seat(0); return t },
			kind: results.Concession, winner: 1, won: []int{0, 2}, procedure: "match.concession = allowed"},
		{name: "conceded where it is penalized", s: with(bestOfThree(), func(s *Structure) { s.Match.Concession = "penalized" }), games: "b", change: func(t Table) Table { t.Conceded = seat(0); return t },
			kind: results.Concession, winner: 1, won: []int{0, 2}, procedure: "match.concession = penalized"},
		{name: "conceded where it is refused", s: with(bestOfThree(), func(s *Structure) { s.Match.Concession = "refused" }), games: "b", change: func(t Table) Table { t.Conceded = seat(0); return t }, refused: "refuses to let a match be conceded"},
		{name: "conceded by somebody else", s: bestOfThree(), games: "b", change: func(t Table) Table { t.Conceded = seat(2); return t }, refused: "must sit at the table"},
		{name: "conceded by who has won", s: bestOfThree(), games: "aa", change: func(t Table) Table { t.Conceded = seat(0); return t }, refused: "record that result"},
		{name: "conceded after the result", s: bestOfThree(), games: "aa", change: func(t Table) Table {
			t.Conceded = seat(0)
			t.Match.Results = []*results.MatchResult{{Kind: results.Played}}
			return t
		}, refused: "is recorded"},
		{name: "conceded after the result where that is allowed", s: with(bestOfThree(), func(s *Structure) { s.Match.ConcessionUntil = "always" }), games: "aba", change: func(t Table) Table {
			t.Conceded = seat(0)
			t.Match.Results = []*results.MatchResult{{Kind: results.Played}}
			return t
		}, kind: results.Concession, winner: 1, won: []int{1, 2}, procedure: "match.concession = allowed"},

		{name: "game loss for the winner", s: bestOfThree(), games: "ab", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.GameLoss, 1)}
			return t
		}, kind: results.Played, winner: 1, won: []int{0, 2}, procedure: "penalty.game_loss, match.games_to_win"},
		{name: "game loss before the first game", s: bestOfThree(), games: "b", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.GameLoss, 0)}
			return t
		}, kind: results.Played, winner: 1, won: []int{0, 2}, procedure: "penalty.game_loss, match.games_to_win"},
		{name: "two game losses", s: bestOfThree(), games: "", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.GameLoss, 1), penalty(2, "a", results.GameLoss, 1)}
			return t
		}, kind: results.Played, winner: 1, won: []int{0, 2}, procedure: "penalty.game_loss, match.games_to_win"},
		{name: "game loss on top of a decided match", s: bestOfThree(), games: "aba", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.GameLoss, 0)}
			return t
		}, open: "a judge must say which game they cost"},
		{name: "a warning costs nothing", s: bestOfThree(), games: "aa", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.Warning, 1)}
			return t
		}, kind: results.Played, winner: 0, won: []int{2, 0}, procedure: "match.games_to_win"},
		{name: "a penalty taken back", s: bestOfThree(), games: "aa", change: func(t Table) Table {
			p := penalty(1, "a", results.MatchLoss, 0)
			p.Reversed = true
			t.Penalties = []*results.Penalty{p}
			return t
		}, kind: results.Played, winner: 0, won: []int{2, 0}, procedure: "match.games_to_win"},
		{name: "a penalty of another match", s: bestOfThree(), games: "aa", change: func(t Table) Table {
			p := penalty(1, "a", results.MatchLoss, 0)
			p.Match = 8
			t.Penalties = []*results.Penalty{p}
			return t
		}, kind: results.Played, winner: 0, won: []int{2, 0}, procedure: "match.games_to_win"},
		{name: "match loss after a game won", s: bestOfThree(), games: "a", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.MatchLoss, 0)}
			return t
		}, kind: results.Played, winner: 1, won: []int{1, 2}, procedure: "penalty.match_loss"},
		{name: "match loss after the match was won", s: bestOfThree(), games: "aa", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.MatchLoss, 0)}
			return t
		}, kind: results.Played, winner: 1, won: []int{1, 2}, procedure: "penalty.match_loss"},
		{name: "disqualified", s: bestOfThree(), games: "", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "b", results.Disqualification, 0)}
			return t
		}, kind: results.Played, winner: 0, won: []int{2, 0}, procedure: "penalty.disqualification"},
		{name: "match loss for both", s: bestOfThree(), games: "ab", change: func(t Table) Table {
			t.Penalties = []*results.Penalty{penalty(1, "a", results.MatchLoss, 0), penalty(2, "b", results.MatchLoss, 0)}
			return t
		}, kind: results.DoubleLoss, winner: nobody, won: []int{1, 1}, procedure: "penalty.match_loss"},

		{name: "no press needed for a draw", s: with(clockControlled(), func(s *Structure) { s.Match.GamesToWin = 1 }), games: "d", change: func(t Table) Table {
			t.Clock = []*results.ClockEntry{roundTime}
			return t
		}, kind: results.Played, winner: nobody, won: []int{0, 0}, drawn: 1, procedure: "match.drawn_match = allowed"},
		{name: "presses of another table", s: clockControlled(), games: "aa", change: func(t Table) Table {
			other := *press(1)
			other.Match = 8
			t.Clock = []*results.ClockEntry{&other}
			return t
		}, open: "once the clock is pressed"},
		{name: "a press in extra time of the table", s: clockControlled(), games: "aa", change: func(t Table) Table {
			t.Clock = []*results.ClockEntry{press(1), {Round: 1, Match: 7, Kind: results.ClockExtension}, roundTime, press(2)}
			return t
		}, kind: results.Played, winner: 0, won: []int{2, 0}, procedure: "match.games_to_win"},
		{name: "a press after the table's own time", s: clockControlled(), games: "aa", change: func(t Table) Table {
			t.Clock = []*results.ClockEntry{press(1), {Round: 1, Match: 7, Kind: results.ClockExtension}, roundTime, {Round: 1, Match: 7, Kind: results.TimeCalled}, press(2)}
			return t
		}, kind: results.Played, winner: 0, won: []int{1, 0}, procedure: "timing.mode = clock_controlled"},
	} {
		if c.change == nil {
			c.change = no
		}
		d, err := c.s.Decide(c.change(table(c.games)))
		if c.refused != "" {
			if err == nil || !strings.Contains(err.Error(), c.refused) || d.Result != nil {
				t.Errorf("%s: %+v, %v; want a refusal with %q", c.name, d.Result, err, c.refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.kind == "" {
			if d.Result != nil || !strings.Contains(d.Open, c.open) {
				t.Errorf("%s: %+v, open %q; want %q", c.name, d.Result, d.Open, c.open)
			}
			continue
		}
		if d.Result == nil {
			t.Errorf("%s: open, %s", c.name, d.Open)
			continue
		}
		r := d.Result
		if r.Kind != c.kind || r.Winner != c.winner || !slices.Equal(r.Won, c.won) || r.Drawn != c.drawn || r.Procedure != c.procedure {
			t.Errorf("%s: %+v", c.name, *r)
		}
	}
}

// A win before the deadline without the press of the clock: the game is
// unfinished and does not count; what the engine said of it stays.
func TestRule_7_4_2_AWinWithoutItsPressDoesNotCount(t *testing.T) {
	t.Parallel()
	s := with(clockControlled(), func(s *Structure) { s.Match.GamesToWin = 1 })
	at := table("a")
	d, err := s.Decide(at)
	if err != nil || d.Result != nil || !strings.Contains(d.Open, "7.4.2") {
		t.Fatalf("before the deadline: %+v, %v", d, err)
	}
	at.Clock = []*results.ClockEntry{roundTime, press(1)}
	d, err = s.Decide(at)
	if err != nil || d.Result == nil {
		t.Fatalf("at the deadline: %+v, %v", d, err)
	}
	if r := d.Result; r.Winner != results.Nobody || r.Won[0] != 0 || r.Drawn != 0 || len(r.Games) != 0 {
		t.Errorf("the game counted: %+v", r)
	}
	if at.Match.Games[0].Result() == nil || at.Match.Games[0].Result().Winner != 0 {
		t.Error("the game's own result is gone")
	}
	at.Clock = []*results.ClockEntry{press(1), roundTime}
	d, err = s.Decide(at)
	if err != nil || d.Result == nil || d.Result.Winner != 0 || len(d.Result.Games) != 1 {
		t.Errorf("with the press in time: %+v, %v", d, err)
	}
}

// A Game Draw where no match may be drawn: the match's procedure finds the
// winner, and the Game Result stays a draw.
func TestRule_7_4_3_AGameDrawStaysADrawInAFormatWithoutDraws(t *testing.T) {
	t.Parallel()
	s := with(withoutDraws("judge"), func(s *Structure) { s.Match.ExactGames, s.Match.GamesToWin = 1, 0 })
	at := table("d")
	d, err := s.Decide(at)
	if err != nil || d.Result != nil || !strings.Contains(d.Open, "judge") {
		t.Fatalf("without the procedure: %+v, %v", d, err)
	}
	at.Chosen = seat(1)
	d, err = s.Decide(at)
	if err != nil || d.Result == nil || d.Result.Winner != 1 || d.Result.Procedure != "playoff.no_draw = judge" || d.Result.Drawn != 1 {
		t.Fatalf("with the procedure: %+v, %v", d, err)
	}
	if at.Match.Games[0].Result().Winner != results.Nobody {
		t.Error("the game draw was changed")
	}
}

// A game that time cut short is no Game Result: the result of the match rests on
// the finished games alone.
func TestRule_7_4_3_AnUnfinishedGameIsNoGameResult(t *testing.T) {
	t.Parallel()
	for unfinished, drawn := range map[string]int{"draw": 1, "not_counted": 0} {
		s := with(bestOfThree(), func(s *Structure) { s.Timing.UnfinishedGame = unfinished })
		d, err := s.Decide(table("au"))
		if err != nil || d.Result == nil || d.Result.Drawn != drawn || d.Result.Winner != 0 {
			t.Errorf("%s: %+v, %v", unfinished, d, err)
			continue
		}
		if want := []results.GameRef{{Game: 1, Version: 1}}; !slices.Equal(d.Result.Games, want) {
			t.Errorf("%s: rests on %v, want %v", unfinished, d.Result.Games, want)
		}
	}
}

// Who won game 1 and then concedes the match has lost it; game 1 stays won.
func TestRule_7_4_1_AConcededMatchKeepsItsGames(t *testing.T) {
	t.Parallel()
	at := table("a")
	at.Conceded = seat(0)
	d, err := bestOfThree().Decide(at)
	if err != nil || d.Result == nil {
		t.Fatalf("%+v, %v", d, err)
	}
	r := d.Result
	if r.Kind != results.Concession || r.Winner != 1 || !slices.Equal(r.Won, []int{1, 2}) {
		t.Errorf("result %+v", r)
	}
	if want := []results.GameRef{{Game: 1, Version: 1}}; !slices.Equal(r.Games, want) {
		t.Errorf("rests on %v, want %v", r.Games, want)
	}
	if at.Match.Games[0].Result().Winner != 0 {
		t.Error("game 1 was changed")
	}
}

// A game loss of the winner counts for the other side in the match; the game's
// result stays, and the match names the penalty.
func TestRule_7_4_4_APenaltyChangesTheMatchNotTheGame(t *testing.T) {
	t.Parallel()
	s := firstTo(1)
	at := table("a")
	at.Penalties = []*results.Penalty{penalty(3, "a", results.GameLoss, 1)}
	d, err := s.Decide(at)
	if err != nil || d.Result == nil || d.Result.Winner != 1 || !slices.Equal(d.Result.Won, []int{0, 1}) {
		t.Fatalf("%+v, %v", d, err)
	}
	if want := []results.PenaltyRef{{Penalty: 3, Version: 1}}; !slices.Equal(d.Result.Penalties, want) {
		t.Errorf("names the penalties %v, want %v", d.Result.Penalties, want)
	}
	if at.Match.Games[0].Result().Winner != 0 {
		t.Error("the game's result was changed")
	}
}

func TestPodsAreDecidedByTheirGame(t *testing.T) {
	t.Parallel()
	s := firstTo(1)
	pod := func(games string) Table {
		at := table(games)
		at.Match.Match.Seats = []results.EntrantID{"a", "b", "c", "d"}
		return at
	}
	d, err := s.Decide(pod("b"))
	if err != nil || d.Result == nil || d.Result.Winner != 1 || !slices.Equal(d.Result.Won, []int{0, 1, 0, 0}) {
		t.Errorf("won: %+v, %v", d, err)
	}
	d, err = s.Decide(pod("u"))
	if err != nil || d.Result == nil || d.Result.Winner != results.Nobody || d.Result.Drawn != 1 {
		t.Errorf("cut short: %+v, %v", d, err)
	}
	lost := pod("b")
	lost.Penalties = []*results.Penalty{penalty(1, "b", results.MatchLoss, 0)}
	if d, err = s.Decide(lost); err != nil || d.Result != nil || d.Open == "" {
		t.Errorf("the winner has lost the match: %+v, %v", d, err)
	}
	lost.Penalties = []*results.Penalty{penalty(1, "b", results.GameLoss, 1)}
	if d, err = s.Decide(lost); err != nil || d.Result != nil || !strings.Contains(d.Open, "game loss") {
		t.Errorf("the winner has lost the game: %+v, %v", d, err)
	}
	lost.Penalties = []*results.Penalty{penalty(1, "c", results.MatchLoss, 0)}
	if d, err = s.Decide(lost); err != nil || d.Result == nil || d.Result.Winner != 1 {
		t.Errorf("another has lost the match: %+v, %v", d, err)
	}
	conceded := pod("")
	conceded.Conceded = seat(0)
	if d, err = s.Decide(conceded); err == nil {
		t.Errorf("conceded: %+v", d.Result)
	}
}

// While a match is open either side may still win it by games that are accepted;
// once it is decided no game is.
func TestAStructureDecidesWhenNoGameCanChangeIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyStructure(t)
		games := rapid.StringOfN(rapid.SampledFrom([]rune("abd")), 0, 8, -1).Draw(t, "games")
		played := ""
		for _, g := range games {
			if err := s.CheckNextGame(table(played)); err != nil {
				break
			}
			played += string(g)
		}
		d, err := s.Decide(table(played))
		if err != nil {
			t.Fatalf("%+v: %q refused: %v", s.Match, played, err)
		}
		if d.Result != nil || strings.Contains(d.Open, "name the winner") {
			if _, err := s.Decide(table(played + "a")); err == nil {
				t.Fatalf("%+v: a game after %q is accepted", s.Match, played)
			}
			return
		}
		if s.Match.ExactGames > 0 {
			// All games are played, also where the winner is certain before.
			return
		}
		for winner, letter := range []string{"a", "b"} {
			line := played
			for d.Result == nil {
				line += letter
				if d, err = s.Decide(table(line)); err != nil {
					t.Fatalf("%+v: %q refused: %v", s.Match, line, err)
				}
			}
			if d.Result.Winner != winner {
				t.Fatalf("%+v: %q wins for the other side", s.Match, line)
			}
			d = Decision{}
		}
	})
}

// The games told one by one and the same games as a row give the same result.
func TestRowAndRecordsAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := anyStructure(t)
		letters := rapid.StringOfN(rapid.SampledFrom([]rune("abd")), 0, 6, -1).Draw(t, "games")
		row := Row{Seats: 2}
		for _, g := range letters {
			row.Games = append(row.Games, Game{Winner: strings.IndexRune("ab", g)})
		}
		fromRow, rowErr := s.FromRow(row)
		decided, err := s.Decide(table(letters))
		switch {
		case rowErr != nil && err == nil && decided.Result == nil:
			// Equal games without their procedure: the row is refused, the table waits.
		case (rowErr == nil) != (err == nil):
			t.Fatalf("%+v: %q as a row: %v; as records: %v", s.Match, letters, rowErr, err)
		case err == nil && (fromRow.Result == nil) != (decided.Result == nil):
			t.Fatalf("%+v: %q as a row: %+v; as records: %+v", s.Match, letters, fromRow, decided)
		case err == nil && fromRow.Result != nil:
			a, b := *fromRow.Result, *decided.Result
			if a.Kind != b.Kind || a.Winner != b.Winner || !slices.Equal(a.Won, b.Won) || a.Drawn != b.Drawn || a.Procedure != b.Procedure {
				t.Fatalf("%+v: %q as a row: %+v; as records: %+v", s.Match, letters, a, b)
			}
		}
	})
}

// Deciding changes nothing that it reads.
func TestDecidingReadsOnly(t *testing.T) {
	t.Parallel()
	at := table("ab")
	at.Penalties = []*results.Penalty{penalty(1, "a", results.GameLoss, 0)}
	at.Clock = []*results.ClockEntry{press(1)}
	before := *at.Penalties[0]
	for range 2 {
		d, err := bestOfThree().Decide(at)
		if err != nil || d.Result == nil || d.Result.Winner != 1 {
			t.Fatalf("%+v, %v", d, err)
		}
	}
	if *at.Penalties[0] != before || len(at.Match.Results) != 0 {
		t.Error("the table was changed")
	}
}
