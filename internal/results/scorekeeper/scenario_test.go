package scorekeeper_test

import (
	"context"
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
)

// fullArena is a final Arena in which B leads 9–5, after it was full when the
// active player reached the Summon Step.
const fullArena = `"turns":[6,5],"arena_full_at_summon":true,"board":[{"space":0,"ctrl":"A","points":5},{"space":1,"ctrl":"B","points":9}]`

// claim records one game with its evidence.
func (d *desk) claim(req scorekeeper.Request, id results.MatchID, c scorekeeper.GameClaim) *results.Tournament {
	d.t.Helper()
	return d.must(d.k.RecordGame(context.Background(), req, id, c))
}

// A penalty's game loss for the winner counts in the match as a record of its
// own; the Game Result says what happened in the game (record scenario R03).
func TestRule_7_4_4_AGameLossForTheWinnerIsARecordOfItsOwn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon", "momon", 1)
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "sixteen_turn",
		Evidence: `{"turns":[8,8],"pending":{"triggers":0,"packages":0,"end_step_done":true},"scores":[9,8],"token":"A"}`})
	before := *d.match(id).Games[0].Result()
	winner := d.match(id).Match.Seats[0]
	loss := scorekeeper.PenaltyFacts{Entrant: winner, Match: id, Game: 1, Code: "deck", Kind: results.GameLoss}
	p, err := scorekeeper.PreviewPenalty(d.now(), d.because("a card too many"), loss)
	if err != nil || p.Result != nil {
		t.Errorf("one game loss decides no match of two wins: %+v, %v", p.Result, err)
	}
	d.must(d.k.IssuePenalty(ctx, d.because("a card too many"), loss))
	d.game(id, 2, 1)
	if got := d.score(id); got != "0–2–0 played 1" {
		t.Errorf("the game that A won counts for B: %s", got)
	}
	if now := d.match(id).Games[0].Result(); now.Winner != before.Winner || now.Version != before.Version || now.Verdict.Kind != before.Verdict.Kind {
		t.Errorf("the Game Result changed from %+v to %+v", before, *now)
	}
	if r := d.match(id).Result(); len(r.Penalties) != 1 || len(r.Games) != 2 {
		t.Errorf("the match rests on %+v and %+v", r.Games, r.Penalties)
	}
}

// A wrong winner is corrected by a new version with verdict, author and reason;
// the old one stays, and an informal exchange is refused (record scenario R04).
func TestRule_7_4_4_ACorrectionIsANewVersion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon", "momon", 1)
	d.game(id, 1, 0)
	right := scorekeeper.GameClaim{Game: 1, Version: 1, Winner: 1, Method: "sixteen_turn",
		Evidence: `{"turns":[8,8],"pending":{"triggers":0,"packages":0,"end_step_done":true},"board":[{"space":0,"ctrl":"A","points":8},{"space":1,"ctrl":"B","points":9}]}`}
	_, err := d.k.RecordGame(ctx, d.req, id, right)
	d.refused(results.Invalid, "a correction without a reason", err)
	for _, method := range []string{"agreement", "random", "forecast"} {
		swap := right
		swap.Method, swap.Evidence = method, ""
		_, err = d.k.RecordGame(ctx, d.because("they prefer it so"), id, swap)
		d.refused(results.Invalid, "a result exchanged by "+method, err)
	}
	swap := right
	swap.Winner = 0
	_, err = d.k.RecordGame(ctx, d.because("it was right"), id, swap)
	d.refused(results.Invalid, "a winner whom the evidence contradicts", err)
	if n := len(d.match(id).Games[0].Results); n != 1 {
		t.Fatalf("what was refused was stored: %d versions", n)
	}
	d.claim(d.because("typing error"), id, right)
	h := d.match(id).Games[0].Results
	if len(h) != 2 || h[0].Winner != 0 || h[1].Winner != 1 {
		t.Fatalf("the versions are %+v", h)
	}
	if now := h[1]; now.Verdict.Kind != results.VerdictVerified || now.Verdict.Rule != "7.3.2" || now.By.Name == "" || now.Reason != "typing error" || now.At.IsZero() {
		t.Errorf("the correction is %+v", now)
	}
}

// A clear concession ends the game although a full Arena was recorded and the
// conceding player leads (claim scenario M18), and nobody takes it back.
func TestRule_7_6_1_AConcessionComesBeforeARecordedFullArena(t *testing.T) {
	t.Parallel()
	d, id := judged(t, "momon", "momon", 1)
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "concession",
		Evidence: `{` + fullArena + `,"concessions":[{"by":"B","seq":41,"clear":true}]}`})
	if g := d.match(id).Games[0].Result(); g.Winner != 0 || g.Verdict.Kind != results.VerdictVerified || g.Verdict.Rule != "7.6.1" {
		t.Errorf("the game is %+v", g)
	}
}

func TestRule_7_6_2_AClearConcessionCannotBeTakenBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon", "momon", 1)
	conceded := `,"concessions":[{"by":"B","seq":3,"clear":true}]`
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "concession", Evidence: `{"turns":[2,1]` + results.RawJSON(conceded) + `}`})
	_, err := d.k.RecordGame(ctx, d.because("B wants to play on"), id, scorekeeper.GameClaim{Game: 1, Version: 1, Winner: 1, Method: "sixteen_turn",
		Evidence: `{"turns":[8,8],"scores":[5,9]` + results.RawJSON(conceded) + `}`})
	if refusal := new(results.Error); !asRefusal(err, refusal) || refusal.Rule != "7.6.2" {
		t.Errorf("a concession taken back: %v", err)
	}
	// Whether it was clear, a judge finds out.
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 2, Winner: 0, Method: "concession", Evidence: `{"concessions":[{"by":"B","seq":3,"clear":false}]}`})
	if g := d.match(id).Games[1].Result(); !g.Pending() || g.Verdict.Rule != "7.6.2" {
		t.Errorf("an unclear concession is %+v", g)
	}
}

func asRefusal(err error, out *results.Error) bool {
	refusal, ok := err.(*results.Error)
	if ok {
		*out = *refusal
	}
	return ok
}

// A policy that forbids concessions changes no Game Result; the infraction is a
// record of its own.
func TestRule_7_6_3_AForbiddenConcessionStillEndsTheGame(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon", "momon", 1)
	p, _, _, err := policy.Preset("momon")
	if err != nil {
		t.Fatal(err)
	}
	p.Match.Concession = "refused"
	if _, err := d.s.Update(ctx, "friday", func(now *results.Tournament) (*results.Change, error) {
		record := *policy.Record(p, len(now.Policies)+1, 1)
		return &results.Change{Entry: results.LogEntry{By: resultstest.Organizer, Action: results.ChangePolicy, Text: "Policy changed."}, Records: []results.Record{&record}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "concession",
		Evidence: `{"concessions":[{"by":"B","seq":7,"clear":true}],"policy_prohibits_concession":true}`})
	g := d.match(id).Games[0].Result()
	if g.Winner != 0 || g.Verdict.Kind != results.VerdictVerified || g.Verdict.Code != "concession.prohibited" {
		t.Fatalf("the game is %+v", g)
	}
	_, err = d.k.ConcedeMatch(ctx, d.req, id, 0, 1)
	if err == nil {
		t.Error("the match was conceded against the policy")
	}
	loser := d.match(id).Match.Seats[1]
	got := d.must(d.k.IssuePenalty(ctx, d.because("conceded"), scorekeeper.PenaltyFacts{Entrant: loser, Match: id, Game: 1, Code: "concession"}))
	if p := got.Penalties[0].Current(); p.Kind != results.Warning || p.Game != 1 || d.match(id).Games[0].Result() != g {
		t.Errorf("the penalty is %+v", p)
	}
}

// A concession after the end of the game is one of the match (claim scenario
// M20): the game stays with its winner and the policy says what the match is.
func TestRule_7_4_1_AConcessionAfterTheGameIsOneOfTheMatch(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon", "momon", 1)
	late := scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "concession",
		Evidence: `{"turns":[8,8],"scores":[5,9],"ended_seq":40,"concessions":[{"by":"B","seq":41,"clear":true}]}`}
	_, err := d.k.RecordGame(ctx, d.req, id, late)
	d.refused(results.Invalid, "a game conceded after its end", err)
	d.game(id, 1, 1)
	d.must(d.k.ConcedeMatch(ctx, d.req, id, 0, 1))
	if r := d.match(id).Result(); r.Winner != 0 || r.Kind != results.Concession || d.match(id).Games[0].Result().Winner != 1 {
		t.Errorf("B won game 1 and conceded the match: %s", d.score(id))
	}
}

// A drawn game stays a Game Draw in a match that may not be drawn (record
// scenario R02); the winner goes on by the policy's procedure.
func TestRule_7_4_3_ADrawnGameStaysDrawnWhereMatchesAreNot(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "momon", []results.Stage{{ID: "top", System: results.SingleElimination, Timing: &results.Timing{Mode: "round_clock", Minutes: 50, UnfinishedGame: "draw"}}}, 2)
	info := d.now().Info()
	d.must(d.k.EditDetails(ctx, d.req, info.Version, scorekeeper.EventFacts{Name: info.Name, Slug: info.Slug, Ruleset: "momon", Sanctioned: true}))
	id := d.publish().LastRound().Matches[0]
	d.game(id, 1, 0)
	d.game(id, 2, 1)
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 3, Winner: results.Nobody, Method: "mandatory_loop", Evidence: `{"loop":{"recurred":true,"no_choice":true}}`})
	if got := d.score(id); got != "open" {
		t.Fatalf("with equal games the match is %s", got)
	}
	d.must(d.k.EndByTime(ctx, d.req, id, d.match(id).Version(), false))
	if got := d.score(id); got != "open" {
		t.Fatalf("at the end of time the match is %s", got)
	}
	if open, err := scorekeeper.Waiting(d.now(), d.match(id)); err != nil || open == "" {
		t.Errorf("nothing says what the match waits for: %q, %v", open, err)
	}
	d.must(d.k.DecideEqual(ctx, d.because("higher life total"), id, d.match(id).Version(), 1))
	if r := d.match(id).Result(); r == nil || r.Winner != 1 || r.Drawn != 1 {
		t.Errorf("after the procedure the match is %s", d.score(id))
	}
	if g := d.match(id).Games[2].Result(); g.Winner != results.Nobody || len(d.match(id).Games[2].Results) != 1 {
		t.Errorf("the drawn game became %+v", g)
	}
}

// A game loss is appealed after the next round was published: nobody plays on in
// a closed round, so the games that were finished decide, and the later
// standings follow.
func TestAnAppealAfterTheNextRoundIsPublished(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 4)
	id := d.publish().LastRound().Matches[0]
	loser := d.match(id).Match.Seats[0]
	d.must(d.k.IssuePenalty(ctx, d.because("late"), scorekeeper.PenaltyFacts{Entrant: loser, Match: id, Code: "tardy"}))
	d.game(id, 1, 0)
	d.game(id, 2, 1)
	if got := d.score(id); got != "1–2–0 played 1" {
		t.Fatalf("one game each and a game loss: %s", got)
	}
	d.enter(first)
	d.close()
	before := d.publish()
	appeal := d.because("the announced time was wrong")
	p, err := scorekeeper.PreviewReversal(before, appeal, 1, 1)
	if err != nil || p.Result == nil || p.Age != 1 || !slices.Equal(p.Open, []int{2}) || len(p.Standings) == 0 {
		t.Fatalf("the preview is %+v, %v", p, err)
	}
	after := d.must(d.k.ReversePenalty(ctx, appeal, 1, 1))
	if got := d.score(id); got != "1–1–0 played -1" {
		t.Errorf("after the appeal the match is %s", got)
	}
	if len(after.Penalties[0].Versions) != 2 || len(after.Matches[id-1].Results) != 2 {
		t.Error("both versions are kept")
	}
	if len(after.Outcomes) != len(before.Outcomes)+1 {
		t.Error("the standings of the closed round have a next version")
	}
}

// A reversed penalty on which the result no longer rests changes no result.
func TestAReversalLeavesACorrectedResultAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 2)
	id := d.publish().LastRound().Matches[0]
	loser := d.match(id).Match.Seats[0]
	d.must(d.k.IssuePenalty(ctx, d.because("absent"), scorekeeper.PenaltyFacts{Entrant: loser, Match: id, Code: "no-show"}))
	d.close()
	appeal := d.because("sent to the wrong hall")
	_, err := d.k.ReversePenalty(ctx, appeal, 1, 1)
	d.refused(results.Refused, "a reversal that leaves nothing to decide a match of a closed round", err)
	d.must(d.k.EnterResult(ctx, appeal, id, 1, scorekeeper.Score{Kind: results.DoubleLoss}))
	d.must(d.k.ReversePenalty(ctx, appeal, 1, 1))
	if r := d.match(id).Result(); r.Kind != results.DoubleLoss || len(d.match(id).Results) != 2 {
		t.Errorf("the match is %s after %d results", d.score(id), len(d.match(id).Results))
	}
}

// Minutes that a judge call gives back keep a table's time running when the
// round's is called.
func TestMinutesGivenBackCountAsTime(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, id := judged(t, "momon-clock", "momon", 1)
	for _, f := range []scorekeeper.ClockFacts{
		{Round: 1, Kind: results.ClockStart, Seconds: 3000},
		{Match: id, Kind: results.CallStart},
		{Match: id, Kind: results.CallStop, Seconds: 120},
		{Round: 1, Kind: results.TimeCalled},
	} {
		d.must(d.k.KeepTime(ctx, d.req, f))
	}
	d.claim(d.req, id, scorekeeper.GameClaim{Game: 1, Winner: 0, Method: "sixteen_turn"})
	d.must(d.k.KeepTime(ctx, d.req, scorekeeper.ClockFacts{Match: id, Game: 1, Kind: results.ClockPress}))
	if g := d.match(id).Games[0]; g.Result() == nil {
		t.Errorf("a win within the given minutes does not count: %+v", g)
	}
	if open, err := scorekeeper.Waiting(d.now(), d.match(id)); err != nil || open == "" || d.score(id) != "open" {
		t.Errorf("the table still has time: %s, %q, %v", d.score(id), open, err)
	}
}

func TestACatalogueIsEditedFromItsVersion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, _ := judged(t, "momon", "momon", 1)
	list := []results.InfractionKind{{Code: "slow", Name: "Slow play", Usual: results.Warning, Repeated: results.GameLoss}}
	_, err := d.k.EditCatalogue(ctx, d.req, 1, list)
	d.refused(results.Conflict, "a version that there is not", err)
	d.must(d.k.EditCatalogue(ctx, d.req, 0, list))
	_, err = d.k.EditCatalogue(ctx, d.req, 0, list)
	d.refused(results.Conflict, "an older version", err)
	if got := scorekeeper.Catalogue(d.now()); len(got) != 1 || got[0].Code != "slow" {
		t.Errorf("the catalogue is %+v", got)
	}
}
