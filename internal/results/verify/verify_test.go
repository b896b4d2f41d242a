package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/verify"
)

// evening runs an event through the use-cases and exports it: three Swiss
// rounds with a correction, a drop, a late entry, a voided round, seats swapped
// by hand, a ruling, a penalty and its reversal, a cut by lot, a playoff.
func evening(t testing.TB) []byte {
	t.Helper()
	ctx := context.Background()
	store := resultstest.NewStore()
	seed := uint64(40)
	k := scorekeeper.New(store, func() uint64 { seed++; return seed })
	req := scorekeeper.Request{Slug: "friday", By: resultstest.Organizer}
	why := req
	why.Reason = "Because it was so."
	var now *results.Tournament
	do := func(next *results.Tournament, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		now = next
	}
	p, _, _, err := policy.Preset("momon")
	if err != nil {
		t.Fatal(err)
	}
	do(k.CreateEvent(ctx, scorekeeper.Request{By: resultstest.Organizer}, scorekeeper.EventFacts{Name: "Friday", Slug: "friday", Ruleset: "momon", Sanctioned: true}, *policy.Record(p, 1, 1),
		[]results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}))
	var list []scorekeeper.EntrantFacts
	for i := range 9 {
		list = append(list, scorekeeper.EntrantFacts{Name: fmt.Sprintf("Player %d", i+1)})
	}
	do(k.Enrol(ctx, req, list, scorekeeper.MissedAreLosses))
	publish := func() {
		t.Helper()
		do(k.DraftRound(ctx, req, nil))
		do(k.PublishRound(ctx, req, now.LastRound().Number, now.LastRound().Version))
	}
	enter := func() {
		t.Helper()
		for _, m := range now.RoundMatches(now.LastRound()) {
			if m.Result() == nil {
				do(k.EnterResult(ctx, why, m.Match.ID, m.Version(), scorekeeper.Score{Won: []int{2, int(m.Match.ID) % 2}}))
			}
		}
	}
	end := func() {
		t.Helper()
		do(k.CloseRound(ctx, req, now.LastRound().Number, now.LastRound().Version))
	}

	publish()
	first := now.RoundMatches(now.LastRound())[0].Match.ID
	do(k.RecordGame(ctx, req, first, scorekeeper.GameClaim{Game: 1, Winner: 1, Method: "concession", Evidence: `{"concessions":[{"by":"A","seq":3,"clear":false}]}`}))
	do(k.RuleOn(ctx, why, first, 1, 1, 0))
	do(k.RecordGame(ctx, req, first, scorekeeper.GameClaim{Game: 2, Winner: 0, Method: "reported"}))
	enter()
	end()
	do(k.Drop(ctx, req, "e9"))
	publish()
	do(k.VoidRound(ctx, why, 2, now.LastRound().Version))
	do(k.DraftRound(ctx, req, nil))
	matches := now.RoundMatches(now.LastRound())
	do(k.SwapSeats(ctx, why, 2, now.LastRound().Version, matches[0].Match.Seats[0], matches[1].Match.Seats[0]))
	do(k.PublishRound(ctx, req, 2, now.LastRound().Version))
	do(k.Enrol(ctx, req, []scorekeeper.EntrantFacts{{Name: "Late"}}, scorekeeper.MissedAreLosses))
	enter()
	end()
	do(k.EnterResult(ctx, why, first+1, 1, scorekeeper.Score{Won: []int{0, 2}}))
	publish()
	matches = now.RoundMatches(now.LastRound())
	at := matches[0].Match
	do(k.IssuePenalty(ctx, why, scorekeeper.PenaltyFacts{Entrant: at.Seats[0], Match: at.ID, Game: 1, Code: "tardy"}))
	do(k.RecordGame(ctx, why, at.ID, scorekeeper.GameClaim{Game: 1, Winner: 1, Method: "reported"}))
	other := matches[1].Match
	do(k.IssuePenalty(ctx, why, scorekeeper.PenaltyFacts{Entrant: other.Seats[1], Match: other.ID, Code: "no-show"}))
	do(k.ReversePenalty(ctx, why, 2, 1))
	enter()
	end()
	do(k.MakeCut(ctx, req, scorekeeper.CutOptions{Size: 4}))
	publish()
	enter()
	end()
	publish()
	enter()
	end()
	do(k.Finish(ctx, req))
	text, err := eventfile.Write(now, eventfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func report(t testing.TB, text []byte) *verify.Report {
	t.Helper()
	f, err := eventfile.Parse("friday.json", text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := verify.File(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnEveningVerifies(t *testing.T) {
	t.Parallel()
	r := report(t, evening(t))
	for _, d := range r.Differences {
		t.Errorf("%s: %s", d.Place, d.Message)
	}
	// Round 2 was changed by hand; rounds 1 and 3 to 5 are paired again.
	if len(r.NotRecomputed) != 1 || !strings.Contains(r.NotRecomputed[0].Reason, "round 2 were changed by hand") {
		t.Errorf("not recomputed: %+v", r.NotRecomputed)
	}
	if c := r.Checked; c.Pairings != 4 || c.Outcomes < 10 || c.MatchResults < 20 || c.Verdicts < 35 || c.LogEntries < 30 {
		t.Errorf("checked: %+v", c)
	}
}

func TestAnEveningWithOneChangeDoesNotVerify(t *testing.T) {
	t.Parallel()
	text := string(evening(t))
	for _, edit := range []struct{ from, to, message string }{
		{`"kind": "advancement", "stage": "top4", "version": 1, "rows": [{"rank": 1`, `"kind": "advancement", "stage": "top4", "version": 1, "rows": [{"rank": 2`, "advancement of stage top4: row 1"},
		{`"kind": "placement", "stage": "top4", "version": 1, "rows": [{"rank": 1`, `"kind": "placement", "stage": "top4", "version": 1, "rows": [{"rank": 2`, "placement of stage top4: row 1"},
		{`"kind": "elimination", "stage": "top4", "round": 4, "version": 1, "rows": [{"rank": 3`, `"kind": "elimination", "stage": "top4", "round": 4, "version": 1, "rows": [{"rank": 2`, "elimination of stage top4 after round 4: row 1"},
		{`"verdict": "judge"`, `"verdict": "verified"`, "the verdict is written as verified"},
		{`"algorithm": "single_elimination/1", "paired_at": `, `"algorithm": "single_elimination/1", "paired_at": 1`, "round 4"},
		{`"policy_hash": "`, `"policy_hash": "0`, "names policy 0"},
		{`"reason": "Because it was so."`, `"reason": "No reason."`, "the history was changed after it was written"},
	} {
		changed := strings.ReplaceAll(text, edit.from, edit.to)
		if changed == text {
			t.Errorf("%s is not in the export", edit.from)
			continue
		}
		r := report(t, []byte(changed))
		found := false
		for _, d := range r.Differences {
			found = found || strings.Contains(d.Message, edit.message)
		}
		if !found || r.Verifies {
			t.Errorf("%s: %+v", edit.to, r.Differences)
		}
	}
}

// FuzzFile verifies anything that parses; it must not panic.
func FuzzFile(f *testing.F) {
	f.Add([]byte(`{"format": "tourney/1", "name": "A", "entrants": [{"id": "e1", "name": "Ana"}, {"id": "e2", "name": "Bo"}],
		"rounds": [{"number": 1, "seed": 1, "algorithm": "swiss/1", "matches": [{"seats": ["e1", "e2"], "games_won": [2, 1]}]}]}`))
	f.Add(evening(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, err := eventfile.Parse("fuzz.json", data)
		if err != nil {
			return
		}
		r, err := verify.File(parsed)
		if err == nil && r.Verifies != (len(r.Differences) == 0) {
			t.Errorf("%+v", r)
		}
	})
}
