package scorekeeper_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
)

// twoDesks is one event on the real database, open in two programs.
func twoDesks(t *testing.T, entrants int) (desks [2]*scorekeeper.Keeper, dbs [2]*store.DB, req scorekeeper.Request) {
	t.Helper()
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "desks.db")
	for i := range desks {
		db, err := store.Open(ctx, file, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		var mu sync.Mutex
		seed := uint64(1000 * i)
		dbs[i] = db
		desks[i] = scorekeeper.New(db, func() uint64 {
			mu.Lock()
			defer mu.Unlock()
			seed++
			return seed
		})
	}
	p, _, _, err := policy.Preset("magic-third")
	if err != nil {
		t.Fatal(err)
	}
	req = scorekeeper.Request{Slug: "friday", By: resultstest.Organizer, Reason: "because"}
	facts := scorekeeper.EventFacts{Name: "Friday", Slug: "friday", Ruleset: "generic"}
	if _, err := desks[0].CreateEvent(ctx, scorekeeper.Request{By: req.By}, facts, *policy.Record(p, 1, 1), []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}); err != nil {
		t.Fatal(err)
	}
	var list []scorekeeper.EntrantFacts
	for i := range entrants {
		list = append(list, scorekeeper.EntrantFacts{Name: fmt.Sprintf("Player %d", i)})
	}
	if _, err := desks[0].Enrol(ctx, req, list, scorekeeper.MissedAreLosses); err != nil {
		t.Fatal(err)
	}
	return desks, dbs, req
}

// atOnce sends a request from both desks, several times each, at the same moment
// and counts how many got through. The others must be told that somebody was
// faster, or that it is done.
func atOnce(t *testing.T, what string, desks [2]*scorekeeper.Keeper, call func(k *scorekeeper.Keeper) (*results.Tournament, error)) int {
	t.Helper()
	const times = 4
	var wg sync.WaitGroup
	answers := make(chan error, 2*times)
	start := make(chan struct{})
	for _, k := range desks {
		for range times {
			wg.Go(func() {
				<-start
				_, err := call(k)
				answers <- err
			})
		}
	}
	close(start)
	wg.Wait()
	close(answers)
	through := 0
	for err := range answers {
		switch code := results.CodeOf(err); {
		case err == nil:
			through++
		case code != results.Conflict && code != results.Refused:
			t.Errorf("%s: %v", what, err)
		}
	}
	return through
}

func TestARoundIsMadeOnceHoweverManyPressAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	desks, dbs, req := twoDesks(t, 7)
	now := func() *results.Tournament {
		t.Helper()
		a, err := dbs[0].Tournament(ctx, "friday")
		if err != nil {
			t.Fatal(err)
		}
		b, err := dbs[1].Tournament(ctx, "friday")
		if err != nil || a.Seq != b.Seq || len(a.Matches) != len(b.Matches) {
			t.Fatalf("the two programs see entries %d and %d, %v", a.Seq, b.Seq, err)
		}
		return a
	}
	once := func(what string, call func(k *scorekeeper.Keeper) (*results.Tournament, error)) {
		t.Helper()
		before := now().Seq
		if n := atOnce(t, what, desks, call); n != 1 {
			t.Errorf("%s: %d got through", what, n)
		}
		if after := now().Seq; after != before+1 {
			t.Errorf("%s: %d log entries", what, after-before)
		}
	}
	for round := 1; round <= 2; round++ {
		once("drafting", func(k *scorekeeper.Keeper) (*results.Tournament, error) { return k.DraftRound(ctx, req, nil) })
		version := now().LastRound().Version
		once("drafting again or publishing", func(k *scorekeeper.Keeper) (*results.Tournament, error) {
			if k == desks[0] {
				return k.DraftAgain(ctx, req, round, version)
			}
			return k.PublishRound(ctx, req, round, version)
		})
		if r := now().LastRound(); r.Status == results.Draft {
			once("publishing", func(k *scorekeeper.Keeper) (*results.Tournament, error) {
				return k.PublishRound(ctx, req, round, r.Version)
			})
		}
		state := now()
		if r := state.LastRound(); r.Number != round || r.Status != results.Published || len(r.Matches) != 4 {
			t.Fatalf("round %d is %+v", round, r)
		}
		for i, h := range state.RoundMatches(state.LastRound()) {
			if h.Result() != nil {
				continue
			}
			once("entering", func(k *scorekeeper.Keeper) (*results.Tournament, error) {
				return k.EnterResult(ctx, req, h.Match.ID, 0, scorekeeper.Score{Won: []int{2, i % 2}})
			})
		}
		version = now().LastRound().Version
		once("closing", func(k *scorekeeper.Keeper) (*results.Tournament, error) {
			return k.CloseRound(ctx, req, round, version)
		})
	}
}

func TestAFormThatIsSentTwiceMakesOneRound(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	desks, dbs, req := twoDesks(t, 6)
	req.Key = "draft of round 1"
	if n := atOnce(t, "a double click", desks, func(k *scorekeeper.Keeper) (*results.Tournament, error) {
		return k.DraftRound(ctx, req, nil)
	}); n != 8 {
		t.Errorf("%d of 8 clicks were answered like the first", n)
	}
	req.Key = "publishing of round 1"
	if n := atOnce(t, "a double click", desks, func(k *scorekeeper.Keeper) (*results.Tournament, error) {
		return k.PublishRound(ctx, req, 1, 1)
	}); n != 8 {
		t.Errorf("%d of 8 clicks were answered like the first", n)
	}
	now, err := dbs[0].Tournament(ctx, "friday")
	if err != nil || len(now.Rounds) != 1 || len(now.Rounds[0].Versions) != 2 || len(now.Matches) != 3 {
		t.Errorf("there are %d rounds and %d matches, %v", len(now.Rounds), len(now.Matches), err)
	}
}

// lostAnswers is a store whose answers do not arrive.
type lostAnswers struct {
	results.Store
	lost bool
}

func (s *lostAnswers) Update(ctx context.Context, slug string, decide func(*results.Tournament) (*results.Change, error)) (*results.Tournament, error) {
	t, err := s.Store.Update(ctx, slug, decide)
	if err == nil && s.lost {
		return nil, errors.New("the connection was lost")
	}
	return t, err
}

func TestARetryAfterALostAnswer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	_, dbs, req := twoDesks(t, 6)
	s := &lostAnswers{Store: dbs[0]}
	seed := uint64(0)
	k := scorekeeper.New(s, func() uint64 { seed++; return seed })
	for i, call := range []func(scorekeeper.Request) (*results.Tournament, error){
		func(req scorekeeper.Request) (*results.Tournament, error) { return k.DraftRound(ctx, req, nil) },
		func(req scorekeeper.Request) (*results.Tournament, error) { return k.PublishRound(ctx, req, 1, 1) },
		func(req scorekeeper.Request) (*results.Tournament, error) { return k.PairAgain(ctx, req, 1, 2) },
		func(req scorekeeper.Request) (*results.Tournament, error) { return k.VoidRound(ctx, req, 1, 3) },
	} {
		req.Key = fmt.Sprintf("form %d", i)
		s.lost = true
		if _, err := call(req); err == nil || results.CodeOf(err) != "" {
			t.Fatalf("request %d: %v", i, err)
		}
		s.lost = false
		before, err := dbs[1].Tournament(ctx, "friday")
		if err != nil {
			t.Fatal(err)
		}
		after, err := call(req)
		if err != nil || after.Seq != before.Seq {
			t.Errorf("request %d sent again: %v, %d log entries more", i, err, after.Seq-before.Seq)
		}
	}
}

func TestTablesThatAreFixedOrKeptFree(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}, 9)
	info := d.now().Info()
	d.must(d.k.EditDetails(ctx, d.req, info.Version, scorekeeper.EventFacts{
		Name: info.Name, Slug: info.Slug, Ruleset: info.Ruleset, Sanctioned: true,
		KeptTables: []results.TableRange{{First: 1, Last: 2}, {First: 5, Last: 5}},
	}))
	fix := func(id results.EntrantID, table int) {
		e, _ := d.now().Entrant(id)
		d.must(d.k.EditEntrant(ctx, d.req, id, 0, scorekeeper.EntrantFacts{Name: e.Name, FixedTable: table}))
	}
	tableOf := func(id results.EntrantID) int {
		now := d.now()
		for _, h := range now.RoundMatches(now.LastRound()) {
			for _, s := range h.Match.Seats {
				if s == id {
					return h.Match.Table
				}
			}
		}
		return -1
	}
	numbers := func() map[int]bool {
		now := d.now()
		out := map[int]bool{}
		for _, h := range now.RoundMatches(now.LastRound()) {
			if len(h.Match.Seats) > 1 {
				out[h.Match.Table] = true
			}
		}
		return out
	}
	fix("e3", 1) // within a range that is kept free: the fixed table wins
	fix("e4", 7)
	draft := d.must(d.k.DraftRound(ctx, d.req, nil)).LastRound()
	_, err := d.k.EditEntrant(ctx, d.req, "e5", 0, scorekeeper.EntrantFacts{Name: "Player 5", FixedTable: 7})
	d.refused(results.Invalid, "one table for two", err)
	for id, want := range map[results.EntrantID]int{"e3": 1, "e4": 7} {
		if got := tableOf(id); got != want && got != 0 { // 0 is the bye
			t.Errorf("%s sits at table %d, want %d", id, got, want)
		}
	}
	for n := range numbers() {
		if n == 2 || n == 5 {
			t.Errorf("table %d is kept free", n)
		}
	}
	// Whoever changes places with e4 by hand: e4 stays at table 7.
	now := d.now()
	for _, h := range now.RoundMatches(draft) {
		if h.Match.Table != tableOf("e4") && len(h.Match.Seats) == 2 {
			d.must(d.k.SwapSeats(ctx, d.because("friends"), 1, 0, "e4", h.Match.Seats[0]))
			break
		}
	}
	if got := tableOf("e4"); got != 7 {
		t.Errorf("after the swap e4 sits at table %d", got)
	}
	// A table that is fixed after the draft is not passed over.
	fix("e4", 9)
	_, err = d.k.PublishRound(ctx, d.req, 1, 0)
	d.refused(results.Refused, "a draft that does not heed a fixed table", err)
	d.must(d.k.DraftAgain(ctx, d.req, 1, 0))
	d.must(d.k.PublishRound(ctx, d.req, 1, 0))
	// A repair seats new pairs at tables that are free, and e4 at table 9.
	now = d.now()
	for _, h := range now.RoundMatches(now.LastRound()) {
		if s := h.Match.Seats; len(s) == 2 && (s[0] == "e4" || s[1] == "e4") {
			d.must(d.k.RepairRound(ctx, d.because("brothers"), 1, 0, [2]results.EntrantID{s[0], s[1]}))
		}
	}
	if got := tableOf("e4"); got != 9 && got != 0 {
		t.Errorf("after the repair e4 sits at table %d", got)
	}
	if len(numbers()) != 4 || numbers()[2] || numbers()[5] {
		t.Errorf("after the repair the tables are %v", numbers())
	}
	d.must(d.k.Drop(ctx, d.req, "e4"))
	d.enter(first)
	d.close()
	d.publish()
	if got := pairing.Misplaced(d.now(), d.now().LastRound()); len(got) > 0 || !numbers()[1] && tableOf("e3") != 0 {
		t.Errorf("in round 2 the tables are %v, wrong are %v", numbers(), got)
	}
}

func TestWhoLeavesOrComesWhileARoundIsMadeAnew(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, again := range []bool{false, true} {
		d := newDesk(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}, 8)
		d.rounds(1, 1)
		d.publish()
		d.must(d.k.Drop(ctx, d.req, "e1"))
		d.must(d.k.Enrol(ctx, d.req, []scorekeeper.EntrantFacts{{Name: "Late"}}, scorekeeper.MissedAreLosses))
		if again {
			d.must(d.k.PairAgain(ctx, d.because("she left at once"), 2, 0))
		} else {
			d.must(d.k.VoidRound(ctx, d.because("wrong results were in"), 2, 0))
			d.publish()
		}
		now := d.now()
		seated := map[results.EntrantID]results.Kind{}
		for _, h := range now.RoundMatches(now.LastRound()) {
			for _, s := range h.Match.Seats {
				seated[s] = h.Match.Assigned
			}
		}
		if _, in := seated["e1"]; in {
			t.Errorf("paired again %v: who left is paired", again)
		}
		if kind, in := seated["e9"]; !in || kind == results.Late {
			t.Errorf("paired again %v: who came in is not paired: %q", again, kind)
		}
		d.must(d.k.TakeBackDrop(ctx, d.req, "e1"))
		if e, _ := d.now().Entrant("e1"); len(e.Absent) != 1 || e.Absent[0] != 2 {
			t.Errorf("who comes back sat out %v", e.Absent)
		}
	}
}
