package scorekeeper_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
)

// judged is an event with one published round of one match, and the match.
func judged(t *testing.T, preset, ruleset string, rounds int) (*desk, results.MatchID) {
	t.Helper()
	d := newDesk(t, preset, []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: rounds}}, 2)
	info := d.now().Info()
	d.must(d.k.EditDetails(context.Background(), d.req, info.Version, scorekeeper.EventFacts{
		Name: info.Name, Slug: info.Slug, Ruleset: ruleset, Sanctioned: true,
	}))
	return d, d.publish().LastRound().Matches[0]
}

func (d *desk) match(id results.MatchID) *results.MatchHistory {
	d.t.Helper()
	m, ok := d.now().Match(id)
	if !ok {
		d.t.Fatalf("no match %d", id)
	}
	return m
}

// score is the result in force as "won–won–drawn kind", "open" without one.
func (d *desk) score(id results.MatchID) string {
	d.t.Helper()
	r := d.match(id).Result()
	if r == nil {
		return "open"
	}
	won := "–"
	if len(r.Won) == 2 {
		won = fmt.Sprintf("%d–%d–%d", r.Won[0], r.Won[1], r.Drawn)
	}
	return fmt.Sprintf("%s %s %d", won, r.Kind, r.Winner)
}

func (d *desk) game(id results.MatchID, game, winner int) *results.Tournament {
	d.t.Helper()
	return d.must(d.k.RecordGame(context.Background(), d.req, id, scorekeeper.GameClaim{Game: game, Winner: winner}))
}

func TestGamesDecideTheMatchByItsStructure(t *testing.T) {
	t.Parallel()
	d, id := judged(t, "magic-third", "generic", 1)
	d.game(id, 1, 1)
	if got := d.score(id); got != "open" {
		t.Fatalf("after one game of a best of three the match is %s", got)
	}
	d.game(id, 2, 0)
	d.game(id, 3, 0)
	if got := d.score(id); got != "2–1–0 played 0" {
		t.Fatalf("after three games: %s", got)
	}
	r := d.match(id).Result()
	if len(r.Games) != 3 || r.Procedure == "" || r.PolicyHash == "" {
		t.Errorf("the result does not say on what it rests: %+v", r)
	}
	_, err := d.k.RecordGame(context.Background(), d.because("one more"), id, scorekeeper.GameClaim{Game: 4, Winner: 0})
	if err == nil {
		t.Error("a game after the decided match was recorded")
	}
	// Correcting game 2 opens nothing and decides the match for the other side.
	_, err = d.k.RecordGame(context.Background(), d.req, id, scorekeeper.GameClaim{Game: 2, Version: 1, Winner: 1})
	d.refused(results.Invalid, "a correction without a reason", err)
	_, err = d.k.RecordGame(context.Background(), d.because("late form"), id, scorekeeper.GameClaim{Game: 2, Version: 0, Winner: 1})
	d.refused(results.Conflict, "a form made before the game was recorded", err)
}

func TestRule_7_5_3_InformalEndsAreRefusedAndNothingIsSaved(t *testing.T) {
	t.Parallel()
	d, id := judged(t, "momon", "momon", 1)
	for _, method := range []string{"agreement", "random", "forecast", "time"} {
		_, err := d.k.RecordGame(context.Background(), d.req, id, scorekeeper.GameClaim{Game: 1, Winner: results.Nobody, Method: method})
		d.refused(results.Invalid, method, err)
	}
	if m := d.match(id); len(m.Games) != 0 {
		t.Error("a refused claim was saved")
	}
}

func TestAPendingGameLeavesItsMatchAndRoundOpenUntilAJudgeRules(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon", "momon", 1)
	unclear := scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "concession", Evidence: `{"concessions":[{"by":"B","seq":3,"clear":false}]}`}
	d.must(d.k.RecordGame(ctx, d.req, id, unclear))
	d.game(id, 2, 0)
	if got := d.score(id); got != "open" || !d.match(id).Pending() {
		t.Fatalf("with a pending game the match is %s", got)
	}
	_, err := d.k.CloseRound(ctx, d.req, 1, 0)
	if results.CodeOf(err) != results.Refused || !strings.Contains(err.Error(), "judge") {
		t.Errorf("closing over a pending game: %v", err)
	}
	scorekeeperOnly := d.because("clear enough")
	scorekeeperOnly.By.Role = results.Scorekeeper
	_, err = d.k.RuleOn(ctx, scorekeeperOnly, id, 1, 1, 0)
	d.refused(results.Forbidden, "a scorekeeper rules", err)
	_, err = d.k.RuleOn(ctx, d.req, id, 1, 1, 0)
	d.refused(results.Invalid, "a ruling without a reason", err)
	d.must(d.k.RuleOn(ctx, d.because("both say that B conceded"), id, 1, 1, 0))
	g := d.match(id).Games[0]
	if len(g.Results) != 2 || g.Result().Ruling == nil || g.Result().Verdict.Kind != results.VerdictJudge {
		t.Errorf("the verdict does not stand beside the ruling: %+v", g.Result())
	}
	if got := d.score(id); got != "2–0–0 played 0" {
		t.Errorf("after the ruling: %s", got)
	}
}

func TestRule_7_4_4_APenaltyChangesTheMatchNeverTheGame(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "magic-third", "generic", 1)
	d.game(id, 1, 0)
	winner := d.match(id).Match.Seats[0]
	before := d.match(id).Games[0].Result()
	loss := scorekeeper.PenaltyFacts{Entrant: winner, Match: id, Code: "tardy", Kind: results.GameLoss}
	_, err := d.k.IssuePenalty(ctx, d.req, loss)
	d.refused(results.Invalid, "a penalty without saying what happened", err)
	d.must(d.k.IssuePenalty(ctx, d.because("ten minutes late"), loss))
	d.game(id, 2, 1)
	if got := d.score(id); got != "1–2–0 played 1" {
		t.Fatalf("one game each and a game loss: %s", got)
	}
	r := d.match(id).Result()
	if len(r.Penalties) != 1 || len(r.Games) != 2 {
		t.Errorf("the result rests on %+v and %+v", r.Games, r.Penalties)
	}
	if now := d.match(id).Games[0].Result(); now != before {
		t.Error("the penalty reached into the Game Result")
	}
	_, err = d.k.ReversePenalty(ctx, d.because("appeal"), 1, 2)
	d.refused(results.Conflict, "an appeal from an older page", err)
	d.must(d.k.ReversePenalty(ctx, d.because("the announced time was wrong"), 1, 1))
	if got := d.score(id); got != "open" {
		t.Errorf("without the game loss the match stands 1–1: %s", got)
	}
	if h := d.now().Penalties[0]; len(h.Versions) != 2 || !h.Current().Reversed {
		t.Error("both versions of the penalty are kept")
	}
}

func TestAMatchLossAndADisqualification(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "magic-third", "generic", 1)
	loser := d.match(id).Match.Seats[0]
	d.game(id, 1, 0)
	d.must(d.k.IssuePenalty(ctx, d.because("cheated"), scorekeeper.PenaltyFacts{Entrant: loser, Match: id, Code: "cheating"}))
	if r := d.match(id).Result(); r == nil || r.Winner != 1 {
		t.Fatalf("the disqualified entrant's match is %s", d.score(id))
	}
	if e, _ := d.now().Entrant(loser); e.DisqualifiedAfter == nil || *e.DisqualifiedAfter != 1 {
		t.Errorf("the entrant is %+v", e)
	}
	_, err := d.k.IssuePenalty(ctx, d.because("again"), scorekeeper.PenaltyFacts{Entrant: loser, Match: id, Code: "cheating"})
	d.refused(results.Refused, "disqualified twice", err)
	d.must(d.k.ReversePenalty(ctx, d.because("mistaken identity"), 1, 1))
	if e, _ := d.now().Entrant(loser); e.DisqualifiedAfter != nil || d.score(id) != "open" {
		t.Errorf("after the appeal: %+v, match %s", e, d.score(id))
	}
	_, err = d.k.IssuePenalty(ctx, d.because("x"), scorekeeper.PenaltyFacts{Entrant: loser, Code: "tardy"})
	d.refused(results.Invalid, "a game loss in no match", err)
	_, err = d.k.IssuePenalty(ctx, d.because("x"), scorekeeper.PenaltyFacts{Entrant: loser, Code: "nonsense"})
	d.refused(results.Invalid, "an unknown infraction", err)
}

func TestRepeatedInfractionsCostMore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "magic-third", "generic", 1)
	who := d.match(id).Match.Seats[1]
	for i, want := range []results.PenaltyKind{results.Warning, results.GameLoss} {
		got := d.must(d.k.IssuePenalty(ctx, d.because("slow"), scorekeeper.PenaltyFacts{Entrant: who, Match: id, Code: "slow"}))
		if p := got.Penalties[i].Current(); p.Kind != want {
			t.Errorf("time %d: %s, want %s", i+1, p.Kind, want)
		}
	}
}

// A win without its press at the deadline is unfinished; what the engine said
// of it stays (the first record scenario).
func TestRule_7_4_2_AWinWithoutItsPressIsUnfinished(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon-clock", "momon", 1)
	d.game(id, 1, 1)
	d.must(d.k.KeepTime(ctx, d.req, scorekeeper.ClockFacts{Match: id, Game: 1, Kind: results.ClockPress}))
	d.game(id, 2, 0)
	d.must(d.k.EndByTime(ctx, d.req, id, d.match(id).Version(), false))
	m := d.match(id)
	if m.Games[1].Result() != nil || m.Games[1].LeftUnfinished() == nil || *m.Games[1].LeftUnfinished().Winner != 0 || m.Games[1].LeftUnfinished().Verdict == nil {
		t.Errorf("game 2 came without its press: %+v", m.Games[1])
	}
	if r := m.Result(); r == nil || r.Winner != 1 || r.Won[0] != 0 || r.Won[1] != 1 {
		t.Errorf("the match is %s", d.score(id))
	}
}

func TestTimeIsCalled(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "magic-third", "generic", 1)
	d.game(id, 1, 0)
	d.must(d.k.EndByTime(ctx, d.req, id, 0, true))
	if got := d.score(id); got != "1–0–1 played 0" {
		t.Errorf("1–0 with game 2 under way: %s", got)
	}
}

func TestRule_7_4_1_AMatchIsConcededAndItsGamesStay(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "magic-third", "generic", 1)
	d.game(id, 1, 0)
	d.must(d.k.ConcedeMatch(ctx, d.req, id, 0, 0))
	if got := d.score(id); got != "1–2–0 concession 1" {
		t.Errorf("A won game 1 and concedes: %s", got)
	}
	if g := d.match(id).Games; len(g) != 1 || g[0].Result().Winner != 0 {
		t.Errorf("the games are %+v", g)
	}
	_, err := d.k.ConcedeMatch(ctx, d.because("too late"), id, 1, 1)
	if err == nil {
		t.Error("a concession after the result was recorded was accepted")
	}
}

func TestTheTimeLedger(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "magic-third", "generic", 1)
	keep := func(reason string, f scorekeeper.ClockFacts) error {
		_, err := d.k.KeepTime(ctx, d.because(reason), f)
		return err
	}
	for what, f := range map[string]scorekeeper.ClockFacts{
		"a pause of a clock that stands": {Round: 1, Kind: results.ClockPause},
		"the end of no call":             {Match: id, Kind: results.CallStop},
		"an unknown entry":               {Round: 1, Kind: "sundial"},
		"a clock without minutes":        {Round: 1, Kind: results.ClockStart},
		"a negative extension":           {Match: id, Kind: results.ClockExtension, Seconds: -60},
	} {
		if err := keep("x", f); results.CodeOf(err) == "" {
			t.Errorf("%s: %v, want a refusal", what, err)
		}
	}
	if err := keep("", scorekeeper.ClockFacts{Match: id, Kind: results.ClockExtension, Seconds: 60}); results.CodeOf(err) != results.Invalid {
		t.Errorf("an extension without a reason: %v", err)
	}
	for _, f := range []scorekeeper.ClockFacts{
		{Round: 1, Kind: results.ClockStart, Seconds: 3000},
		{Match: id, Kind: results.CallStart},
		{Match: id, Kind: results.CallStop, Seconds: 180},
		{Match: id, Kind: results.ClockExtension, Seconds: 120},
		{Match: id, Kind: results.ExtraTurns, Turns: 2},
	} {
		if err := keep("ruling took long", f); err != nil {
			t.Fatal(err)
		}
	}
	now := d.now()
	end, ok := now.EffectiveEnd(d.match(id).Match)
	if want := d.s.Now().Add(3300e9); !ok || !end.Equal(want) {
		t.Errorf("the effective end is %v, %v; want %v", end, ok, want)
	}
	if table := now.TableTime(id); table.ExtraTurns != 2 || !table.Call.IsZero() || len(table.Entries) != 4 {
		t.Errorf("the table's ledger is %+v", table)
	}
}
