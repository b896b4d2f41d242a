package standings_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

func TestOrderOfInputDoesNotMatter(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt, drawPolicy(rt, presets))
		seed := rapid.Uint64().Draw(rt, "seed")
		want := fullText(e.standings(t, e.tournament(t, e.inOrder(), false), &seed))
		shuffled := rapid.Permutation(e.inOrder()).Draw(rt, "entrants")
		if got := fullText(e.standings(t, e.tournament(t, shuffled, true), &seed)); got != want {
			rt.Fatalf("in another order:\n%swant:\n%s", got, want)
		}
	})
}

func TestRenamingOnlyRenames(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt, drawPolicy(rt, presets))
		before := e.standings(t, e.tournament(t, e.inOrder(), false), nil)
		numbers := rapid.Permutation(e.inOrder()).Draw(rt, "new names")
		renamed := *e
		renamed.entries = nil
		names := map[results.EntrantID]results.EntrantID{}
		for i, x := range e.entries {
			c := *x
			c.ID, c.Name = results.EntrantID(fmt.Sprintf("x%d", numbers[i])), "somebody else"
			names[x.ID] = c.ID
			renamed.entries = append(renamed.entries, &c)
		}
		after := renamed.standings(t, renamed.tournament(t, e.inOrder(), false), nil)
		for i := range before.Rows {
			a := before.Rows[i]
			b := *rowOf(t, after, string(names[a.Entrant]))
			if a.Rank != b.Rank || a.Tied != b.Tied || !slices.EqualFunc(a.Values, b.Values, func(v, w exact.Value) bool { return v.Cmp(w) == 0 }) {
				rt.Fatalf("%v became %v", a, b)
			}
		}
	})
}

// A rank is shared exactly when the whole chain is equal, ranks rise as the
// chain falls, and what parts two rows is the first value that differs.
func TestRanksFollowTheChain(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPolicy(rt, presets)
		p.RestartAfterSplit = false
		s := drawEvent(rt, p).eventStandings(t)
		for k := 0; k+1 < len(s.Rows); k++ {
			a, b := &s.Rows[k], &s.Rows[k+1]
			parting, _ := s.Parted(k)
			if a.Status != b.Status && (a.Rank == 0 || b.Rank == 0 || p.DroppedLast) {
				if parting.By != "status" {
					rt.Fatalf("%v and %v are parted by %v", a, b, parting)
				}
				continue
			}
			if a.Rank == 0 {
				continue
			}
			first := slices.IndexFunc(p.Tiebreakers, func(tb results.Tiebreaker) bool {
				c := slices.Index(s.Codes, tb.Code)
				return a.Values[c].Cmp(b.Values[c]) != 0
			})
			switch {
			case first < 0 && (a.Rank != b.Rank || !a.Tied || !b.Tied || parting.By != "tied"):
				rt.Fatalf("%v and %v are equal and do not share their rank", a, b)
			case first >= 0 && (b.Rank != k+2 || parting.By != "value" || parting.Code != p.Tiebreakers[first].Code):
				rt.Fatalf("%v and %v differ in %s: %v", a, b, p.Tiebreakers[first].Code, parting)
			}
			if first >= 0 {
				better := a.Values[first].Cmp(b.Values[first]) > 0
				if lowerFirst(p.Tiebreakers[first]) && a.Values[first].Known && b.Values[first].Known {
					better = !better
				}
				if !better {
					rt.Fatalf("%v is above %v by %s", a, b, parting.Code)
				}
			}
		}
	})
}

func (e *randomEvent) eventStandings(t testing.TB) *standings.Standings {
	return e.standings(t, e.tournament(t, e.inOrder(), false), nil)
}

func TestALossTurnedIntoAWinNeverLowersOwnPoints(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt, rapid.SampledFrom(presets).Draw(rt, "preset"))
		before := e.eventStandings(t)
		for r := range e.rounds {
			for k, m := range e.rounds[r] {
				if m.kind != results.Played || m.winner == results.Nobody || len(m.seats) != 2 || m.open {
					continue
				}
				loser := 1 - m.winner
				changed := e.rounds[r][k]
				changed.winner = loser
				if m.won != nil {
					changed.won = make([]int, 2)
					changed.won[loser], changed.won[m.winner] = slices.Max(m.won), slices.Min(m.won)
				}
				e.rounds[r][k] = changed
				after := e.eventStandings(t)
				e.rounds[r][k] = m
				id := string(e.entries[m.seats[loser]].ID)
				if rowOf(t, after, id).MatchPoints.Cmp(rowOf(t, before, id).MatchPoints) < 0 {
					rt.Fatalf("round %d: %s has fewer points for winning", r+1, id)
				}
			}
		}
	})
}

func TestACorrectionAndItsReverseGiveTheSameSheet(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt, drawPolicy(rt, presets))
		tournament := e.tournament(t, e.inOrder(), false)
		want := fullText(e.standings(t, tournament, nil))
		for _, m := range tournament.Matches {
			first := m.Result()
			if first == nil {
				continue
			}
			wrong, again := *first, *first
			wrong.Version, wrong.Kind, wrong.Winner, wrong.Won = 2, results.DoubleLoss, results.Nobody, nil
			again.Version = 3
			corrected := change(t, tournament, &wrong)
			e.standings(t, corrected, nil)
			if got := fullText(e.standings(t, change(t, corrected, &again), nil)); got != want {
				rt.Fatalf("after the reverse of a correction:\n%swant:\n%s", got, want)
			}
		}
	})
}

func TestSharesLieBetweenFloorAndCap(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPolicy(rt, presets)
		c := p.Percentages
		s := drawEvent(rt, p).eventStandings(t)
		for i := range s.Rows {
			for _, share := range []struct {
				code  string
				floor exact.Rat
			}{{"MW", c.Floor}, {"OMW", c.Floor}, {"GW", c.GameFloor}, {"OGW", c.GameFloor}} {
				v, ok := s.Value(&s.Rows[i], share.code)
				if !ok || !v.Known || c.NoOpponents == "zero" || slices.ContainsFunc(p.Tiebreakers, func(tb results.Tiebreaker) bool { return tb.Code == share.code && tb.CutLow+tb.CutHigh > 0 }) {
					continue
				}
				if v.Rat.Cmp(share.floor) < 0 || v.Rat.Cmp(c.Cap) > 0 {
					rt.Fatalf("%s of %s is %s", share.code, s.Rows[i].Entrant, v.Rat)
				}
			}
		}
	})
}

// What an explanation shows makes the value, for every tiebreaker.
func TestExplanationsAddUp(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		s := drawEvent(rt, drawPolicy(rt, presets)).eventStandings(t)
		for i := range s.Rows {
			row := &s.Rows[i]
			for k, code := range s.Codes {
				e := s.Explain(row.Index, code)
				if e.Value.Cmp(row.Values[k]) != 0 || e.Entrant != row.Entrant || e.Code != code {
					rt.Fatalf("%s of %s is %s, explained as %s", code, row.Entrant, show(row.Values[k]), show(e.Value))
				}
				if grouped(code) {
					if row.Rank > 0 && !slices.Contains(e.Group, row.Entrant) {
						rt.Fatalf("%s of %s compares %v", code, row.Entrant, e.Group)
					}
					continue
				}
				tb := results.Tiebreaker{Code: code}
				if k < s.Chain {
					tb = s.Policy.Tiebreakers[k]
				}
				if direct := standings.Explain(s.Table, s.Policy, row.Index, tb); direct.Value.Cmp(e.Value) != 0 || len(direct.Terms) != len(e.Terms) {
					rt.Fatalf("%s of %s: %v, and from the standings %v", code, row.Entrant, direct, e)
				}
				checkSum(rt, &e)
			}
		}
	})
}

func checkSum(t *rapid.T, e *standings.Explanation) {
	var sum, most exact.Rat
	n := int64(0)
	for _, term := range e.Terms {
		if term.Left == "" && term.Value.Known {
			sum, most = sum.Add(term.Value.Rat), most.Add(term.Of.Rat)
			n++
		}
	}
	switch e.How {
	case standings.Average:
		if n == 0 {
			return
		}
		sum = sum.Div(exact.Int(n))
	case standings.Share:
		if most.IsZero() {
			return
		}
		sum = sum.Div(most)
	case standings.Performance:
		return
	}
	want := e.Value
	if e.Bound != standings.NoBound {
		want = e.Raw
	}
	if !want.Known || !want.Rat.Equal(sum) {
		t.Fatalf("the terms of %s of %s make %s, the value is %s: %+v", e.Code, e.Entrant, sum, show(want), e)
	}
}

func TestASeededLotGivesEveryoneARankOfTheirOwn(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPolicy(rt, presets)
		p.LotSeeded = true
		e := drawEvent(rt, p)
		seed := rapid.Uint64().Draw(rt, "seed")
		tournament := e.tournament(t, e.inOrder(), false)
		shared := e.standings(t, tournament, nil)
		s := e.standings(t, tournament, &seed)
		for k := range s.Rows {
			row := &s.Rows[k]
			equal := rowOf(t, shared, string(row.Entrant))
			if row.Rank == 0 {
				continue
			}
			if row.Rank != k+1 || row.Tied || row.ByLot != equal.Tied || equal.Rank > row.Rank {
				rt.Fatalf("%+v; without a lot %+v", row, equal)
			}
			if parting, ok := s.Parted(k); ok && (parting.By == "lot") != (row.ByLot && rowOf(t, shared, string(s.Rows[k+1].Entrant)).Rank == equal.Rank) {
				rt.Fatalf("parted by %+v", parting)
			}
		}
	})
}
