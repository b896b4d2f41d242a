package scorekeeper_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/scorekeeper"
)

// doubleKnockout computes the places of a double elimination in which everybody
// appears: who goes out later is placed before, who goes out in the same round of
// the losers' side shares a place.
func doubleKnockout(now *results.Tournament, stage string) map[results.EntrantID]int {
	lost, last := map[results.EntrantID]int{}, map[results.EntrantID]int{}
	var champion results.EntrantID
	for _, r := range pairing.StageRounds(now, stage) {
		for _, h := range now.RoundMatches(r) {
			m := h.Match
			if len(m.Seats) < 2 {
				continue
			}
			winner := m.Seats[h.Result().Winner]
			loser := m.Seats[1-h.Result().Winner]
			champion = winner
			lost[loser]++
			var round, place int
			if n, _ := fmt.Sscanf(m.Slot, "L%d-%d", &round, &place); n == 2 {
				last[loser] = round
			} else {
				last[loser] = 1000 // a final, or on the way to the losers' side
			}
		}
	}
	out := map[results.EntrantID]int{champion: 1}
	for id := range last {
		if id == champion {
			continue
		}
		better := 1
		for other := range last {
			if other != id && other != champion && last[other] > last[id] {
				better++
			}
		}
		out[id] = better + 1
	}
	return out
}

func TestDoubleElimination(t *testing.T) {
	t.Parallel()
	for size := 2; size <= 17; size++ {
		for _, reset := range []bool{false, true} {
			e := newEvening(t, "magic-third", []results.Stage{{ID: "double", System: results.DoubleElimination, Reset: &reset}}, size, uint64(size))
			now := e.finish()
			want, got := doubleKnockout(now, "double"), places(now)
			if size == 2 && !reset {
				want = knockout(now, "double", 2) // one match, then the final
				for id := range got {
					want[id] = got[id]
				}
			}
			for id := range got {
				if got[id] != want[id] {
					t.Errorf("%d entrants, reset %v: %s is placed %d, its matches say %d", size, reset, id, got[id], want[id])
				}
			}
			matches := 0
			for _, h := range now.Matches {
				if len(h.Match.Seats) == 2 && now.Current(h.Match) {
					matches++
				}
			}
			if least := 2*size - 2; matches != least && !(reset && matches == least+1) {
				t.Errorf("%d entrants, reset %v: %d matches", size, reset, matches)
			}
		}
	}
}

func TestDoubleEliminationAfterSwissWithDrops(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		e := newEvening(t, "magic-third", []results.Stage{
			{ID: "swiss", System: results.Swiss, Rounds: 3}, {ID: "double", System: results.DoubleElimination, Size: 6},
		}, 12, seed)
		e.between = func(now *results.Tournament) {
			if id := now.Entrants[e.r.IntN(12)].Current(); now.LastRound().Number != 3 && e.r.IntN(2) == 0 && id.DroppedAfter == nil {
				e.must(e.k.Drop(context.Background(), e.req, id.ID))
			}
		}
		now := e.finish()
		afterTheCut(t, now, "swiss", reachedBy(now, "double"))
	}
}

// points is the match points of everybody who has a row in a stage, counted
// match by match.
func points(now *results.Tournament, stage string) map[results.EntrantID]exact.Rat {
	out := map[results.EntrantID]exact.Rat{}
	for _, r := range pairing.StageRounds(now, stage) {
		s := now.PolicyFor(r.Number).Policy.Scoring
		for _, h := range now.RoundMatches(r) {
			result := h.Result()
			for i, id := range h.Match.Seats {
				won := s.Loss
				switch {
				case result.Kind == results.Bye:
					won = s.Bye
				case result.Kind == results.FullBye:
					won = s.FullBye
				case result.Kind == results.Idle:
					won = exact.Rat{}
				case result.Kind == results.DoubleLoss:
					won = s.DoubleLoss
				case result.Winner == i:
					won = s.Win
					for _, w := range s.WinBySeats {
						if w.Seats == len(h.Match.Seats) {
							won = w.Points
						}
					}
				case result.Winner == results.Nobody:
					won = s.Draw
				}
				out[id] = out[id].Add(won)
			}
		}
	}
	for id := range out {
		e, _ := now.Entrant(id)
		out[id] = out[id].Add(e.StartScore)
	}
	return out
}

// pointsDecide checks that the placement follows the points, counted anew, and
// that a champion has the most.
func pointsDecide(t *testing.T, name string, now *results.Tournament, stage string) {
	t.Helper()
	rows := now.Outcomes[len(now.Outcomes)-1].Rows
	have := points(now, stage)
	for i := 1; i < len(rows); i++ {
		if a, b := have[rows[i-1].Entrant], have[rows[i].Entrant]; a.Cmp(b) < 0 {
			t.Errorf("%s: %s with %s is placed before %s with %s", name, rows[i-1].Entrant, a, rows[i].Entrant, b)
		}
	}
	_, champion, err := pairing.Placement(now)
	if err != nil || (champion != "") != (rows[0].Rank != rows[1].Rank) || champion != "" && champion != rows[0].Entrant {
		t.Errorf("%s: the champion is %q of %v, %v", name, champion, rows[:2], err)
	}
}

// meetings counts who met whom in a stage.
func meetings(now *results.Tournament, stage string) map[[2]results.EntrantID]int {
	out := map[[2]results.EntrantID]int{}
	for _, r := range pairing.StageRounds(now, stage) {
		for _, h := range now.RoundMatches(r) {
			s := slices.Clone(h.Match.Seats)
			slices.Sort(s)
			for i, a := range s {
				for _, b := range s[i+1:] {
					out[[2]results.EntrantID{a, b}]++
				}
			}
		}
	}
	return out
}

func TestRoundRobins(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"magic-third", "fide-round-robin"} {
		for entrants := 2; entrants <= 9; entrants++ {
			for legs := 1; legs <= 2; legs++ {
				name := fmt.Sprintf("%s, %d entrants, %d legs", preset, entrants, legs)
				e := newEvening(t, preset, []results.Stage{{ID: "robin", System: results.RoundRobin, Legs: legs}}, entrants, uint64(legs))
				now := e.finish()
				met := meetings(now, "robin")
				if want := entrants * (entrants - 1) / 2; len(met) != want {
					t.Errorf("%s: %d pairs met, want %d", name, len(met), want)
				}
				for pair, n := range met {
					if n != legs {
						t.Errorf("%s: %v met %d times", name, pair, n)
					}
				}
				pointsDecide(t, name, now, "robin")
			}
		}
	}
}

func TestGroupsFeedAPlayoffThatKeepsThemApart(t *testing.T) {
	t.Parallel()
	for entrants := 8; entrants <= 11; entrants++ {
		e := newEvening(t, "magic-third", []results.Stage{
			{ID: "groups", System: results.RoundRobin, Groups: 2}, {ID: "top", System: results.SingleElimination, Size: 4},
		}, 0, uint64(entrants))
		var list []scorekeeper.EntrantFacts
		for i := range entrants {
			list = append(list, scorekeeper.EntrantFacts{Name: fmt.Sprintf("Player %d", i), Group: []string{"A", "B"}[i%2]})
		}
		e.must(e.k.Enrol(context.Background(), e.req, list, scorekeeper.MissedAreLosses))
		dropped := false
		e.between = func(now *results.Tournament) {
			if !dropped {
				dropped = true
				e.must(e.k.Drop(context.Background(), e.req, "e3"))
			}
		}
		now := e.finish()
		group := func(id results.EntrantID) string {
			got, _ := now.Entrant(id)
			return got.Group
		}
		for pair := range meetings(now, "groups") {
			if group(pair[0]) != group(pair[1]) {
				t.Errorf("%d entrants: %v of two groups met", entrants, pair)
			}
		}
		// Two go on of each group, and those of one group can meet in the final only.
		count := map[string]int{}
		for id := range reachedBy(now, "top") {
			count[group(id)]++
		}
		if count["A"] != 2 || count["B"] != 2 {
			t.Errorf("%d entrants: %v go on", entrants, count)
		}
		semifinals := pairing.StageRounds(now, "top")[0]
		for _, h := range now.RoundMatches(semifinals) {
			if s := h.Match.Seats; group(s[0]) == group(s[1]) {
				t.Errorf("%d entrants: %v of one group meet in a semifinal", entrants, s)
			}
		}
		if places(now)["e3"] == 0 {
			t.Errorf("%d entrants: who dropped has no place", entrants)
		}
	}
}

func TestPods(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"pods-mstr", "pods-topdeck"} {
		for _, fields := range []map[string]string{nil, {"pairing.pod_larger": "5"}, {"pairing.pod_size": "3", "pairing.pod_smaller": "0"}} {
			for entrants := 3; entrants <= 13; entrants++ {
				name := fmt.Sprintf("%s %v, %d entrants", preset, fields, entrants)
				e := newEvening(t, preset, []results.Stage{{ID: "pods", System: results.Pods, Rounds: 3}}, entrants, uint64(entrants))
				if fields != nil {
					e.changePolicy(preset, fields)
				}
				now := e.finish()
				rules := now.PolicyFor(1).Policy.Pairing
				for _, h := range now.Matches {
					n := len(h.Match.Seats)
					if n != 1 && n != rules.PodSize && n != rules.PodSmaller && n != rules.PodLarger {
						t.Errorf("%s: a pod of %d", name, n)
					}
				}
				pointsDecide(t, name, now, "pods")
			}
		}
	}
}

func TestMcMahonStartsFromScores(t *testing.T) {
	t.Parallel()
	e := newEvening(t, "mcmahon", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}, 0, 5)
	var list []scorekeeper.EntrantFacts
	for i := range 9 {
		list = append(list, scorekeeper.EntrantFacts{Name: fmt.Sprintf("Player %d", i), StartScore: exact.Int(int64(i / 2))})
	}
	e.must(e.k.Enrol(context.Background(), e.req, list, scorekeeper.MissedAreLosses))
	now := e.finish()
	pointsDecide(t, "mcmahon", now, "swiss")
	r, _ := now.Round(1)
	for _, h := range now.RoundMatches(r) {
		if s := h.Match.Seats; len(s) == 2 {
			a, _ := now.Entrant(s[0])
			b, _ := now.Entrant(s[1])
			if gap := a.StartScore.Sub(b.StartScore); gap.Cmp(exact.Int(1)) > 0 || gap.Cmp(exact.Int(-1)) < 0 {
				t.Errorf("round 1 pairs start scores %s and %s", a.StartScore, b.StartScore)
			}
		}
	}
}

func TestSwissAfterSwiss(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		e := newEvening(t, "fab", []results.Stage{{ID: "one", System: results.Swiss}, {ID: "two", System: results.Swiss, Rounds: 2}}, 8, seed)
		e.between = func(now *results.Tournament) {
			switch now.LastRound().Number {
			case 3: // the policy's number for eight
				e.must(e.k.Drop(context.Background(), e.req, "e1"))
			case 4:
				// More entrants do not bring the first stage back.
				e.must(e.k.Enrol(context.Background(), e.req, []scorekeeper.EntrantFacts{{Name: "Late 1"}, {Name: "Late 2"}}, scorekeeper.MissedAreLosses))
			}
		}
		now := e.finish()
		if one, two := len(pairing.StageRounds(now, "one")), len(pairing.StageRounds(now, "two")); one != 3 || two != 2 {
			t.Fatalf("%d and %d rounds were played", one, two)
		}
		for stage, most := range map[string]int{"one": 1, "two": 1} {
			for pair, n := range meetings(now, stage) {
				if n > most {
					t.Errorf("stage %s: %v met %d times", stage, pair, n)
				}
			}
		}
		got := places(now)
		for id := range got {
			if id != "e1" && got[id] >= got["e1"] {
				t.Errorf("%s is placed %d and e1, who left before the second stage, %d", id, got[id], got["e1"])
			}
		}
	}
}

func TestASecondStageForTheBest(t *testing.T) {
	t.Parallel()
	for _, system := range []results.System{results.Swiss, results.RoundRobin} {
		e := newEvening(t, "magic-third", []results.Stage{
			{ID: "one", System: results.Swiss, Rounds: 3}, {ID: "two", System: system, Size: 4, Rounds: map[results.System]int{results.Swiss: 2}[system]},
		}, 9, 2)
		now := e.finish()
		rank := swissRanks(now, "one")
		in := map[results.EntrantID]bool{}
		for pair := range meetings(now, "two") {
			in[pair[0]], in[pair[1]] = true, true
		}
		if len(in) != 4 {
			t.Errorf("%s: %d play the second stage, want 4", system, len(in))
		}
		got := places(now)
		for a := range rank {
			for b := range rank {
				if in[a] && !in[b] && (rank[a] > rank[b] || got[a] >= got[b]) {
					t.Errorf("%s: %s (rank %d, place %d) is in the second stage and %s (rank %d, place %d) is not", system, a, rank[a], got[a], b, rank[b], got[b])
				}
			}
		}
	}
}

func TestTheSystemOfThePlanWins(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"round_robin", "single_elimination", "double_elimination"} {
		e := newEvening(t, "generic", []results.Stage{{ID: "swiss", System: results.Swiss}}, 8, 1)
		e.changePolicy("generic", map[string]string{"pairing.system": system})
		now := e.finish()
		if n := len(pairing.StageRounds(now, "swiss")); n != 3 {
			t.Errorf("a Swiss stage under a policy for %s has %d rounds", system, n)
		}
	}
	for preset, system := range map[string]results.System{
		"pods-mstr": results.Swiss, "fide-round-robin": results.Swiss, "keyforge": results.RoundRobin, "generic": results.Pods, "pokemon": results.Pods,
	} {
		e := newEvening(t, preset, []results.Stage{{ID: "stage", System: system}}, 8, 1)
		pointsDecide(t, preset, e.finish(), "stage")
	}
}

func TestKnockoutFromRegistration(t *testing.T) {
	t.Parallel()
	for size := 2; size <= 17; size++ {
		e := newEvening(t, "magic-third", []results.Stage{{ID: "knockout", System: results.SingleElimination}}, size, uint64(size))
		if size > 3 {
			// Who left before round 1 is not drawn; seeds are heeded.
			e.must(e.k.Drop(context.Background(), e.req, "e1"))
			last := results.EntrantID(fmt.Sprintf("e%d", size))
			got, _ := e.now().Entrant(last)
			e.must(e.k.EditEntrant(context.Background(), e.req, last, 0, scorekeeper.EntrantFacts{Name: got.Name, Seed: 1}))
		}
		now := e.finish()
		field := size
		if size > 3 {
			field--
			r, _ := now.Round(1)
			if first := now.RoundMatches(r)[0].Match; !slices.Contains(first.Seats, results.EntrantID(fmt.Sprintf("e%d", size))) && field > 4 {
				byes := slices.ContainsFunc(now.RoundMatches(r), func(h *results.MatchHistory) bool {
					return len(h.Match.Seats) == 1 && h.Match.Seats[0] == results.EntrantID(fmt.Sprintf("e%d", size))
				})
				if !byes {
					t.Errorf("%d entrants: seed 1 is not at the top of the bracket", field)
				}
			}
		}
		want, got := knockout(now, "knockout", field), places(now)
		for id := range got {
			if got[id] != want[id] {
				t.Errorf("%d entrants: %s is placed %d, its matches say %d", field, id, got[id], want[id])
			}
		}
		_, err := e.k.Enrol(context.Background(), e.req, []scorekeeper.EntrantFacts{{Name: "Too late"}}, scorekeeper.MissedAreLosses)
		e.refused(results.Refused, "an entrant after the end", err)
	}
}

func TestAwardedByesOfNearlyEverybody(t *testing.T) {
	t.Parallel()
	for _, playing := range []int{0, 1, 2} {
		e := newEvening(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 2}}, 4, 1)
		for i := 1; i <= 4-playing; i++ {
			id := results.EntrantID(fmt.Sprintf("e%d", i))
			e.must(e.k.EditEntrant(context.Background(), e.req, id, 0, scorekeeper.EntrantFacts{Name: string(id), AwardedByes: 1}))
		}
		now := e.finish()
		r, _ := now.Round(1)
		byes := map[results.Kind]int{}
		for _, h := range now.RoundMatches(r) {
			byes[h.Match.Assigned]++
		}
		if byes[results.FullBye] != 4-playing || byes[results.Bye] != playing%2 {
			t.Errorf("%d without an awarded bye: %v", playing, byes)
		}
	}
}

func TestVerySmallFieldsForManyRounds(t *testing.T) {
	t.Parallel()
	for entrants := 2; entrants <= 5; entrants++ {
		e := newEvening(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 8}}, entrants, 1)
		now := e.finish()
		// The meetings are spread as evenly as they can be.
		met := meetings(now, "swiss")
		counts := []int{}
		for i := 1; i <= entrants; i++ {
			for j := i + 1; j <= entrants; j++ {
				a, b := results.EntrantID(fmt.Sprintf("e%d", i)), results.EntrantID(fmt.Sprintf("e%d", j))
				counts = append(counts, met[[2]results.EntrantID{min(a, b), max(a, b)}])
			}
		}
		if slices.Contains(counts, 0) {
			t.Errorf("%d entrants in 8 rounds: the meetings are %v", entrants, counts)
		}
		for n, r := range pairing.StageRounds(now, "swiss") {
			free := entrants - 1 + entrants%2 // rounds without a rematch
			if q := r.Quality; q == nil || !q.Optimal || n == 0 && q.Rematches+q.SecondByes > 0 || n >= free && entrants%2 == 0 && q.Rematches == 0 {
				t.Errorf("%d entrants, round %d: %+v", entrants, n+1, q)
			}
		}
	}
}

func TestNoRoundIsPossible(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	systems := []results.System{results.Swiss, results.RoundRobin, results.SingleElimination, results.DoubleElimination, results.Pods}
	for _, system := range systems {
		for entrants := range 2 {
			d := newDesk(t, "magic-third", []results.Stage{{ID: "s", System: system}}, entrants)
			_, err := d.k.DraftRound(ctx, d.req, nil)
			d.refused(results.Refused, fmt.Sprintf("%s of %d", system, entrants), err)
		}
		d := newDesk(t, "magic-third", []results.Stage{{ID: "s", System: system}}, 6)
		d.publish()
		winner := 0
		now := d.now()
		for _, h := range now.RoundMatches(now.LastRound()) {
			if h.Result() == nil {
				score := scorekeeper.Score{Winner: &winner}
				if len(h.Match.Seats) == 2 {
					score.Won = []int{2, 0}
				}
				d.must(d.k.EnterResult(ctx, d.req, h.Match.ID, 0, score))
			}
		}
		d.close()
		for i := 1; i <= 6; i++ {
			d.must(d.k.Drop(ctx, d.req, results.EntrantID(fmt.Sprintf("e%d", i))))
		}
		_, err := d.k.DraftRound(ctx, d.req, nil)
		d.refused(results.Refused, fmt.Sprintf("%s with everybody gone", system), err)
		// Whatever the system, the event can be brought to its end.
		if _, err := d.k.Finish(ctx, d.req); err != nil {
			stages := slices.Clone(d.now().Stages())
			stages[0].Rounds = 1
			d.must(d.k.ChangeStages(ctx, d.req, d.now().Plans[len(d.now().Plans)-1].Version, stages))
			d.must(d.k.Finish(ctx, d.req))
		}
	}
}

func TestNoRematchWhateverItCosts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e := newEvening(t, "magic-third", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}, 4, 1)
	e.changePolicy("magic-third", map[string]string{"pairing.rematch": "never"})
	e.rounds(3, 1)
	_, err := e.k.DraftRound(ctx, e.req, nil)
	e.refused(results.Refused, "a fourth round of four who have all met", err)
	before := e.now().Seq
	// What can be changed: the policy, an entrant, the number of rounds.
	e.changePolicy("magic-third", map[string]string{"pairing.rematch": "only_if_forced"})
	now := e.publish()
	if q := now.LastRound().Quality; q.Rematches != 2 || !q.Optimal {
		t.Errorf("with rematches allowed: %+v", q)
	}
	e.must(e.k.VoidRound(ctx, e.because("other way"), 4, 0))
	e.changePolicy("magic-third", map[string]string{"pairing.rematch": "never"})
	e.must(e.k.Enrol(ctx, e.req, []scorekeeper.EntrantFacts{{Name: "Five"}, {Name: "Six"}, {Name: "Seven"}, {Name: "Eight"}}, scorekeeper.MissedAreLosses))
	e.publish()
	if now := e.now(); now.Seq <= before || now.LastRound().Quality.Rematches != 0 {
		t.Errorf("with four more entrants: %+v", now.LastRound().Quality)
	}
}
