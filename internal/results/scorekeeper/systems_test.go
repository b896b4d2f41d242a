package scorekeeper_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/policy"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/structure"
	"tourney/internal/results/verify"
)

// evening is a whole event with random results.
type evening struct {
	*desk
	r *rand.Rand
	// between is called after each round that was closed.
	between func(now *results.Tournament)
	// score decides a match; nil draws scores that its structure allows.
	score func(m *results.Match) scorekeeper.Score
	// order parts equal ranks at the cut, nil leaves it to the lot.
	order func(now *results.Tournament) []results.EntrantID
	// leaves is set if somebody leaves between a cut and its playoff: who was cut
	// stands in the history only.
	leaves bool
}

func newEvening(t *testing.T, preset string, stages []results.Stage, entrants int, seed uint64) *evening {
	t.Helper()
	return &evening{desk: newDesk(t, preset, stages, entrants), r: rand.New(rand.NewPCG(seed, uint64(entrants)))}
}

// finish plays the event to its end.
func (e *evening) finish() *results.Tournament {
	e.t.Helper()
	ctx := context.Background()
	for range 100 {
		now := e.now()
		stage, more, err := pairing.CurrentStage(now)
		if err != nil {
			e.t.Fatal(err)
		}
		if !more {
			now = e.must(e.k.Finish(ctx, e.req))
			e.wellEnded(now)
			return now
		}
		if (stage.System.Elimination() || stage.Size > 0) && stage.ID != now.Stages()[0].ID && pairing.Advancement(now, stage.ID) == nil {
			var o scorekeeper.CutOptions
			req := e.req
			if e.order != nil {
				o.Order = e.order(now)
				req = e.because("decided at the table")
			}
			e.must(e.k.MakeCut(ctx, req, o))
		}
		now = e.publish()
		e.pairedWell(now)
		for _, h := range now.RoundMatches(now.LastRound()) {
			if h.Result() != nil {
				continue
			}
			score := e.random
			if e.score != nil {
				score = e.score
			}
			e.must(e.k.EnterResult(ctx, e.req, h.Match.ID, 0, score(h.Match)))
		}
		now = e.close()
		if e.between != nil {
			e.between(now)
		}
	}
	e.t.Fatal("the event does not end")
	return nil
}

// pairedWell checks that everybody who is in has one row, brackets apart.
func (e *evening) pairedWell(now *results.Tournament) {
	e.t.Helper()
	r := now.LastRound()
	seated := map[results.EntrantID]bool{}
	for _, h := range now.RoundMatches(r) {
		for _, s := range h.Match.Seats {
			if seated[s] {
				e.t.Fatalf("round %d: %s sits twice", r.Number, s)
			}
			seated[s] = true
		}
		if len(h.Match.Reasons) == 0 {
			e.t.Errorf("round %d: nothing says why %v", r.Number, h.Match.Seats)
		}
	}
	if stage, _ := now.Stage(r.Stage); stage.System.Elimination() {
		return
	}
	active := pairing.Active(now, r.Stage, r.Number)
	for _, a := range active {
		if !seated[a.ID] {
			e.t.Fatalf("round %d: %s has no row", r.Number, a.ID)
		}
	}
	if len(active) != len(seated) {
		e.t.Fatalf("round %d: %d have rows and %d are in", r.Number, len(seated), len(active))
	}
}

// rules is the match structure of a match.
func (e *evening) rules(m *results.Match) structure.Structure {
	now := e.now()
	r, _ := now.Round(m.Round)
	stage, _ := now.Stage(r.Stage)
	return structure.For(now.PolicyFor(m.Round).Policy, stage)
}

// random draws a score: mostly a win, now and then what else the structure
// allows. Nobody fails to appear in a bracket.
func (e *evening) random(m *results.Match) scorekeeper.Score {
	seats := len(m.Seats)
	s := e.rules(m)
	winner := e.r.IntN(seats)
	nobody := results.Nobody
	odd := e.r.IntN(8)
	switch {
	case seats > 2 && odd == 0:
		return scorekeeper.Score{Kind: results.Played, Winner: &nobody}
	case seats > 2:
		return scorekeeper.Score{Winner: &winner}
	case odd == 0 && s.Match.DrawnMatch == "allowed" && s.Match.GamesToWin == 2:
		return scorekeeper.Score{Won: []int{1, 1}, Drawn: 1}
	case odd == 1 && m.Slot == "":
		return scorekeeper.Score{Kind: results.DoubleLoss}
	case odd == 2:
		return scorekeeper.Score{Kind: results.Forfeit, Winner: &winner}
	case odd == 3 && s.Match.Concession != "refused":
		return scorekeeper.Score{Kind: results.Concession, Winner: &winner}
	}
	won := make([]int, 2)
	won[winner] = max(s.Match.GamesToWin, s.Match.ExactGames)
	if s.Match.GamesToWin > 1 {
		won[1-winner] = e.r.IntN(s.Match.GamesToWin)
	}
	return scorekeeper.Score{Won: won}
}

// wellEnded checks a finished event: a placement of everybody who is not
// disqualified, each once; the records verify, without any part left out; and
// the plain part of the export alone gives the same places.
func (e *evening) wellEnded(now *results.Tournament) {
	e.t.Helper()
	last := now.Outcomes[len(now.Outcomes)-1]
	if now.Info().Status != results.Finished || last.Kind != results.PlacementOutcome {
		e.t.Fatalf("the event ended as %s with %+v", now.Info().Status, last)
	}
	placed := map[results.EntrantID]bool{}
	for i, row := range last.Rows {
		if placed[row.Entrant] {
			e.t.Errorf("%s has two places", row.Entrant)
		}
		placed[row.Entrant] = true
		if i > 0 && row.Rank < last.Rows[i-1].Rank {
			e.t.Errorf("place %d comes after place %d", row.Rank, last.Rows[i-1].Rank)
		}
	}
	for _, h := range now.Entrants {
		c := h.Current()
		took := c.DroppedAfter == nil || *c.DroppedAfter > 0
		if placed[c.ID] != (took && c.DisqualifiedAfter == nil) {
			e.t.Errorf("%s took part: %v, has a place: %v", c.ID, took, placed[c.ID])
		}
	}
	export, err := eventfile.Write(now, eventfile.Options{})
	if err != nil {
		e.t.Fatal(err)
	}
	file, err := eventfile.Parse("export.json", export)
	if err != nil {
		e.t.Fatal(err)
	}
	report, err := verify.File(file)
	if err != nil || !report.Verifies {
		e.t.Fatalf("verify: %v %+v", err, report.Differences)
	}
	if len(report.NotRecomputed) > 0 && e.order == nil {
		e.t.Errorf("not recomputed: %+v", report.NotRecomputed)
	}
	if !e.leaves {
		e.plainPart(now, export)
	}
}

// plainPart reads the export without its history.
func (e *evening) plainPart(now *results.Tournament, export []byte) {
	e.t.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(export, &doc); err != nil {
		e.t.Fatal(err)
	}
	delete(doc, "history")
	delete(doc, "history_sha256")
	text, err := json.Marshal(doc)
	if err != nil {
		e.t.Fatal(err)
	}
	changes, err := eventfile.Read("plain.json", text)
	if err != nil {
		e.t.Fatalf("the plain part cannot be read: %v", err)
	}
	read, err := results.Fold(changes)
	if err != nil {
		e.t.Fatal(err)
	}
	was, champion, _ := pairing.Placement(now)
	is, other, err := pairing.Placement(read)
	if err != nil || champion != other || !reflect.DeepEqual(was, is) {
		e.t.Errorf("the plain part places %v with champion %s (%v), the event %v with %s", is, other, err, was, champion)
	}
}

// places is the final placement as a map.
func places(now *results.Tournament) map[results.EntrantID]int {
	out := map[results.EntrantID]int{}
	for _, row := range now.Outcomes[len(now.Outcomes)-1].Rows {
		out[row.Entrant] = row.Rank
	}
	return out
}

// knockout computes the places of a single elimination from its rows alone: who
// goes out in the round in which 2 to the power of k are left comes to place
// 2^(k-1)+1. size is the number of entrants.
func knockout(now *results.Tournament, stage string, size int) map[results.EntrantID]int {
	out := map[results.EntrantID]int{}
	rounds := bits.Len(uint(size - 1))
	for _, r := range pairing.StageRounds(now, stage) {
		for _, h := range now.RoundMatches(r) {
			m := h.Match
			if len(m.Seats) < 2 {
				continue
			}
			winner := h.Result().Winner
			if m.Slot == "P3" {
				for i, s := range m.Seats {
					out[s] = 4
					if i == winner || winner == results.Nobody {
						out[s] = 3
					}
				}
				continue
			}
			var round, place int
			fmt.Sscanf(m.Slot, "W%d-%d", &round, &place)
			for i, s := range m.Seats {
				if i != winner {
					out[s] = 1<<(rounds-round) + 1
				}
				if round == rounds && (i == winner || winner == results.Nobody) {
					out[s] = 1
				}
			}
		}
	}
	return out
}

// swissRanks is the rank of everybody in the last standings on record.
func swissRanks(now *results.Tournament, stage string) map[results.EntrantID]int {
	out := map[results.EntrantID]int{}
	for _, o := range now.Outcomes {
		if o.Kind == results.StandingsOutcome && o.Stage == stage {
			clear(out)
			for _, row := range o.Rows {
				out[row.Entrant] = row.Rank
			}
		}
	}
	return out
}

// afterTheCut checks that those who did not reach the playoff are placed after
// it, in the order of their ranks, equal ranks at equal places.
func afterTheCut(t *testing.T, now *results.Tournament, from string, reached map[results.EntrantID]bool) {
	t.Helper()
	rank, place := swissRanks(now, from), places(now)
	var rest []results.EntrantID
	for id := range place {
		if !reached[id] {
			rest = append(rest, id)
		}
	}
	slices.SortFunc(rest, func(a, b results.EntrantID) int { return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(a, b)) })
	for i, id := range rest {
		want := len(reached) + i + 1
		if i > 0 && rank[id] == rank[rest[i-1]] {
			want = place[rest[i-1]]
		}
		if place[id] != want {
			t.Errorf("%s of rank %d is placed %d, want %d", id, rank[id], place[id], want)
		}
	}
}

// reachedBy is who was cut into a stage.
func reachedBy(now *results.Tournament, stage string) map[results.EntrantID]bool {
	out := map[results.EntrantID]bool{}
	for _, row := range pairing.Advancement(now, stage).Rows {
		out[row.Entrant] = true
	}
	return out
}

// changePolicy puts the preset with changed fields in force before round 1.
func (e *evening) changePolicy(preset string, fields map[string]string) {
	e.t.Helper()
	p, _, _, err := policy.Preset(preset)
	if err != nil {
		e.t.Fatal(err)
	}
	if p, err = policy.Change(p, fields); err != nil {
		e.t.Fatal(err)
	}
	now := e.now()
	e.must(e.k.ChangePolicy(context.Background(), e.because("set up"), len(now.Policies), *policy.Record(p, 1, pairing.LastPlayed(now)+1)))
}
