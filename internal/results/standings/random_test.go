package standings_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/standings"
)

// randomEvent is an event with everything that can happen in one: byes of all
// sorts, drops, disqualifications, late entries, absences, double losses,
// forfeits, open matches, repeated opponents, pods.
type randomEvent struct {
	p       *results.Policy
	entries []*results.Entrant
	rounds  [][]randomMatch
}

type randomMatch struct {
	plainRow
	open bool
}

var soloKinds = []results.Kind{results.Bye, results.FullBye, results.HalfBye, results.ZeroBye, results.Late, results.AssignedLoss}

func drawEvent(t *rapid.T, p *results.Policy) *randomEvent {
	e := &randomEvent{p: p}
	entrants := rapid.IntRange(1, 9).Draw(t, "entrants")
	rounds := rapid.IntRange(0, 6).Draw(t, "rounds")
	for i := range entrants {
		x := &results.Entrant{Version: 1, ID: results.EntrantID(fmt.Sprintf("e%d", i+1)), Name: fmt.Sprint("Name ", i+1)}
		x.Rating = rapid.SampledFrom([]int{0, 1500, 1800, 2100}).Draw(t, "rating")
		if slices.ContainsFunc(p.Tiebreakers, func(tb results.Tiebreaker) bool { return tb.Code == "MMS" }) {
			x.StartScore = exact.Int(rapid.Int64Range(-3, 3).Draw(t, "start"))
		}
		left := rapid.IntRange(0, rounds).Draw(t, "left after")
		switch rapid.IntRange(0, 9).Draw(t, "leaves") {
		case 0, 1:
			x.DroppedAfter = &left
		case 2:
			x.DisqualifiedAfter = &left
		}
		e.entries = append(e.entries, x)
	}
	for r := 1; r <= rounds; r++ {
		e.rounds = append(e.rounds, e.drawRound(t, r))
	}
	return e
}

func (e *randomEvent) drawRound(t *rapid.T, number int) []randomMatch {
	var free []int
	for i, x := range e.entries {
		gone := x.DroppedAfter != nil && *x.DroppedAfter < number || x.DisqualifiedAfter != nil && *x.DisqualifiedAfter < number
		if !gone && rapid.IntRange(0, 11).Draw(t, "absent") > 0 {
			free = append(free, i)
		}
	}
	free = rapid.Permutation(free).Draw(t, "order")
	var out []randomMatch
	for len(free) > 0 {
		seats := 2
		if e.p.Pairing.System == results.Pods {
			seats = rapid.IntRange(2, 5).Draw(t, "seats")
		}
		if len(free) == 1 || rapid.IntRange(0, 9).Draw(t, "alone") == 0 {
			seats = 1
		}
		seats = min(seats, len(free))
		m := randomMatch{plainRow: plainRow{seats: free[:seats], winner: results.Nobody}}
		free = free[seats:]
		if seats == 1 {
			kinds := soloKinds
			if e.p.Pairing.System == results.RoundRobin {
				kinds = []results.Kind{results.Idle, results.Idle, results.Bye}
			}
			m.kind = rapid.SampledFrom(kinds).Draw(t, "kind")
		} else {
			e.drawResult(t, &m)
			m.open = rapid.IntRange(0, 39).Draw(t, "open") == 0
		}
		out = append(out, m)
	}
	return out
}

func (e *randomEvent) drawResult(t *rapid.T, m *randomMatch) {
	m.kind = rapid.SampledFrom([]results.Kind{
		results.Played, results.Played, results.Played, results.Played, results.Played, results.AgreedDraw,
		results.Concession, results.Forfeit, results.DoubleLoss, results.DoubleForfeit,
	}).Draw(t, "kind")
	if rapid.IntRange(0, 3).Draw(t, "games told") > 0 {
		for range m.seats {
			m.won = append(m.won, rapid.IntRange(0, 2).Draw(t, "games won"))
		}
		m.drawn = rapid.IntRange(0, 2).Draw(t, "games drawn")
	}
	switch m.kind {
	case results.Played:
		m.winner = rapid.IntRange(results.Nobody, len(m.seats)-1).Draw(t, "winner")
	case results.Concession, results.Forfeit:
		m.winner = rapid.IntRange(0, len(m.seats)-1).Draw(t, "winner")
	}
}

// tournament is the event as records, entrants and matches in the order given.
func (e *randomEvent) tournament(t testing.TB, entrants []int, reverse bool) *results.Tournament {
	system := e.p.Pairing.System
	records := []results.Record{
		&results.Details{Version: 1, Name: "Random", Slug: "random", Ruleset: "generic", Status: results.Running},
		&results.PolicyRecord{Version: 1, FromRound: 1, Text: "random", Hash: "random", Policy: e.p},
		&results.StagePlan{Version: 1, Stages: []results.Stage{{ID: "main", System: system}}},
	}
	for _, i := range entrants {
		records = append(records, e.entries[i])
	}
	changes := []results.Change{{Entry: results.LogEntry{Seq: 1, By: resultstest.Organizer, Action: results.CreateEvent, Text: "Created."}, Records: records}}
	id := results.MatchID(0)
	for r, matches := range e.rounds {
		round := &results.Round{Number: r + 1, Version: 1, Stage: "main", Status: results.Closed}
		var rows, decided []results.Record
		if reverse {
			matches = slices.Clone(matches)
			slices.Reverse(matches)
		}
		for _, m := range matches {
			id++
			match := &results.Match{ID: id, Round: r + 1}
			for _, s := range m.seats {
				match.Seats = append(match.Seats, e.entries[s].ID)
			}
			if m.kind.Solo() {
				match.Assigned = m.kind
			} else if !m.open {
				decided = append(decided, &results.MatchResult{
					Match: id, Version: 1, Kind: m.kind, Winner: m.winner, Won: m.won, Drawn: m.drawn, Procedure: "random", PolicyHash: "random",
				})
			}
			rows = append(rows, match)
			round.Matches = append(round.Matches, id)
		}
		records := append(append(rows, round), decided...)
		changes = append(changes, results.Change{Entry: results.LogEntry{Seq: int64(r + 2), By: resultstest.Organizer, Action: results.CreateEvent, Text: "Round."}, Records: records})
	}
	tournament, err := results.Fold(changes)
	if err != nil {
		t.Fatal(err)
	}
	return tournament
}

func (e *randomEvent) inOrder() []int {
	out := make([]int, len(e.entries))
	for i := range out {
		out[i] = i
	}
	return out
}

func (e *randomEvent) standings(t testing.TB, tournament *results.Tournament, seed *uint64) *standings.Standings {
	table, err := standings.FromTournament(tournament, "main", len(e.rounds))
	if err != nil {
		t.Fatal(err)
	}
	return standings.Compute(table, e.p, standings.Options{All: true, LotSeed: seed})
}

// plain is the event for the second implementation.
func (e *randomEvent) plain() *plain {
	out := &plain{p: e.p, present: e.present(), roundRobin: e.p.Pairing.System == results.RoundRobin}
	for _, x := range e.entries {
		player := standings.Entrant{ID: x.ID, Status: standings.Active, Rating: x.Rating, Start: x.StartScore}
		if x.DroppedAfter != nil {
			player.Status = standings.Dropped
		}
		if x.DisqualifiedAfter != nil {
			player.Status = standings.Disqualified
		}
		out.players = append(out.players, player)
	}
	for _, matches := range e.rounds {
		var rows []plainRow
		for _, m := range matches {
			rows = append(rows, m.plainRow)
		}
		if !slices.ContainsFunc(matches, func(m randomMatch) bool { return m.open }) {
			out.rounds = append(out.rounds, rows)
		}
	}
	return out
}

// present are those who did not leave before round 1.
func (e *randomEvent) present() []int {
	return slices.DeleteFunc(e.inOrder(), func(i int) bool {
		x := e.entries[i]
		return x.DroppedAfter != nil && *x.DroppedAfter == 0 || x.DisqualifiedAfter != nil && *x.DisqualifiedAfter == 0
	})
}

// drawPolicy is a preset, often with other options than it has.
func drawPolicy(t *rapid.T, presets []*results.Policy) *results.Policy {
	p := *rapid.SampledFrom(presets).Draw(t, "preset")
	if !rapid.Bool().Draw(t, "changed") {
		return &p
	}
	c := &p.Percentages
	for _, option := range []struct {
		at     *string
		values []string
	}{
		{&c.DrawShare, []string{"points", "none", "half"}}, {&c.NoOpponents, []string{"floor", "zero", "none"}},
		{&c.RepeatOpponent, []string{"each_match", "once"}}, {&p.Unplayed, []string{"face_value", "fide_2023", "fide_2026", "virtual_2009"}},
	} {
		*option.at = rapid.SampledFrom(option.values).Draw(t, "option")
	}
	for _, flag := range []*bool{&c.ByeInOwnMatch, &c.ByeInOwnGame, &c.LateCountsAsRound, &c.ForfeitIsOpponent, &p.DroppedLast, &p.RestartAfterSplit} {
		*flag = rapid.Bool().Draw(t, "flag")
	}
	c.CapDropped = exact.Frac(3, 4)
	p.Scoring.Late, p.Scoring.DoubleLoss, p.Scoring.Absent = exact.Frac(1, 7), exact.Frac(1, 5), exact.Frac(1, 3)
	links := rapid.SliceOfNDistinct(rapid.SampledFrom(plainCodes()), 1, 5, rapid.ID[string]).Draw(t, "chain")
	p.Tiebreakers = nil
	for _, code := range links {
		tb := results.Tiebreaker{Code: code, Direction: rapid.SampledFrom([]string{"", "", "higher", "lower"}).Draw(t, "direction")}
		if info, _ := results.TiebreakerByCode(code); info.Cuts && rapid.Bool().Draw(t, "cuts") {
			tb.CutLow, tb.CutHigh = rapid.IntRange(0, 3).Draw(t, "cut low"), rapid.IntRange(0, 3).Draw(t, "cut high")
		}
		if code == "KS" && rapid.Bool().Draw(t, "weight") {
			tb.Weights = []exact.Rat{exact.Frac(2, 5)}
		}
		p.Tiebreakers = append(p.Tiebreakers, tb)
	}
	return &p
}

// plainCodes are the values that the second implementation has: all but the
// performance ratings, whose sheets are printed.
func plainCodes() []string {
	var out []string
	for _, info := range results.Tiebreakers() {
		if !slices.Contains([]string{"ARO", "ARO-C1", "TPR", "PTP", "APRO"}, info.Code) {
			out = append(out, info.Code)
		}
	}
	return out
}

func allPresets(t testing.TB) []*results.Policy {
	t.Helper()
	var out []*results.Policy
	for _, entry := range policy.List() {
		out = append(out, preset(t, entry.Code))
	}
	if len(out) < 21 {
		t.Fatalf("there are %d presets", len(out))
	}
	return out
}

func grouped(code string) bool { return code == "H2H" || code == "H2H2" || code == "DE" }

func lowerFirst(tb results.Tiebreaker) bool {
	info, _ := results.TiebreakerByCode(tb.Code)
	return tb.Direction == "lower" || tb.Direction == "" && info.LowerIsBetter
}

// placed is one entrant's place in the second implementation's ranking.
type placed struct {
	entrant int
	rank    int
	tied    bool
	values  []*big.Rat
}

// rank orders a class of entrants: the chain narrows them down to those who
// come first. Without restarts, whoever fell behind stays behind.
func (e *plain) rank(class []int, first int) []placed {
	if len(class) == 0 {
		return nil
	}
	leaders := slices.Clone(class)
	values := map[int][]*big.Rat{}
	var behind [][]int // groups that fell behind, the best last
	for k, tb := range e.p.Tiebreakers {
		group := slices.Clone(leaders)
		for _, i := range group {
			values[i] = append(values[i], e.value(tb, i, group))
		}
		best := slices.MinFunc(group, func(a, b int) int { return e.better(k, values[a][k], values[b][k]) })
		leaders = slices.DeleteFunc(leaders, func(i int) bool { return e.better(k, values[i][k], values[best][k]) != 0 })
		rest := slices.DeleteFunc(group, func(i int) bool { return slices.Contains(leaders, i) })
		behind = append(behind, rest)
	}
	var out []placed
	for _, i := range leaders {
		out = append(out, placed{i, first, len(leaders) > 1, values[i]})
	}
	first += len(leaders)
	rest := slices.DeleteFunc(slices.Clone(class), func(i int) bool { return slices.Contains(leaders, i) })
	if e.p.RestartAfterSplit {
		return append(out, e.rank(rest, first)...)
	}
	for k := len(behind) - 1; k >= 0; k-- {
		out = append(out, e.rankFrom(behind[k], values, k, first)...)
		first += len(behind[k])
	}
	return out
}

// rankFrom orders a group whose values up to link k are known, by link k on.
func (e *plain) rankFrom(group []int, values map[int][]*big.Rat, k, first int) []placed {
	var out []placed
	for len(group) > 0 {
		best := slices.MinFunc(group, func(a, b int) int { return e.better(k, values[a][k], values[b][k]) })
		var level, rest []int
		for _, i := range group {
			if e.better(k, values[i][k], values[best][k]) == 0 {
				level = append(level, i)
			} else {
				rest = append(rest, i)
			}
		}
		if k+1 == len(e.p.Tiebreakers) {
			for _, i := range level {
				out = append(out, placed{i, first, len(level) > 1, values[i]})
			}
		} else {
			for _, i := range level {
				values[i] = append(values[i][:k+1:k+1], e.value(e.p.Tiebreakers[k+1], i, level))
			}
			out = append(out, e.rankFrom(level, values, k+1, first)...)
		}
		first += len(level)
		group = rest
	}
	return out
}

// better is negative where a is better than b by link k; missing is worst.
func (e *plain) better(k int, a, b *big.Rat) int {
	if lowerFirst(e.p.Tiebreakers[k]) && a != nil && b != nil {
		return a.Cmp(b)
	}
	return compare(b, a)
}

func same(v exact.Value, want *big.Rat) bool {
	if want == nil {
		return !v.Known
	}
	return v.Known && v.Rat.String() == want.RatString()
}

func text(r *big.Rat) string {
	if r == nil {
		return "none"
	}
	return r.RatString()
}

// Both implementations agree on every value and on the ranking, for every
// preset and for policies that no preset has.
func TestAgreesWithThePlainImplementation(t *testing.T) {
	t.Parallel()
	presets := allPresets(t)
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt, drawPolicy(rt, presets))
		got := e.standings(t, e.tournament(t, e.inOrder(), false), nil)
		e.compare(rt, got)
	})
}

func (e *randomEvent) compare(t *rapid.T, got *standings.Standings) {
	slow := e.plain()
	classes := make([][]int, 3)
	for _, i := range e.present() {
		switch s := slow.players[i].Status; {
		case s == standings.Disqualified:
			classes[2] = append(classes[2], i)
		case s == standings.Dropped && e.p.DroppedLast:
			classes[1] = append(classes[1], i)
		default:
			classes[0] = append(classes[0], i)
		}
	}
	want := append(slow.rank(classes[0], 1), slow.rank(classes[1], 1+len(classes[0]))...)
	if len(got.Rows) != len(e.present()) {
		t.Fatalf("%d rows, want %d", len(got.Rows), len(e.present()))
	}
	rows := map[results.EntrantID]*standings.Row{}
	for k := range got.Rows {
		rows[got.Rows[k].Entrant] = &got.Rows[k]
	}
	for _, w := range want {
		row := rows[slow.players[w.entrant].ID]
		if row.Rank != w.rank || row.Tied != w.tied {
			t.Fatalf("%s has rank %d, tied %t; want %d, %t", row.Entrant, row.Rank, row.Tied, w.rank, w.tied)
		}
		for k, v := range w.values {
			if !same(row.Values[k], v) {
				t.Fatalf("%s: %s is %s, want %s", row.Entrant, got.Codes[k], show(row.Values[k]), text(v))
			}
		}
	}
	for _, i := range classes[2] {
		if row := rows[slow.players[i].ID]; row.Rank != 0 || row.Tied || row.Status != standings.Disqualified {
			t.Fatalf("%s was disqualified and has rank %d", row.Entrant, row.Rank)
		}
	}
	for k := got.Chain; k < len(got.Codes); k++ {
		if !slices.Contains(plainCodes(), got.Codes[k]) {
			continue
		}
		for _, i := range e.present() {
			if grouped(got.Codes[k]) && slow.players[i].Status == standings.Disqualified {
				continue
			}
			group := e.equalPoints(slow, classes, i)
			if v := slow.value(results.Tiebreaker{Code: got.Codes[k]}, i, group); !same(rows[slow.players[i].ID].Values[k], v) {
				t.Fatalf("%s: %s is %s, want %s", slow.players[i].ID, got.Codes[k], show(rows[slow.players[i].ID].Values[k]), text(v))
			}
		}
	}
}

// equalPoints are those of the same class who have the same match points.
func (e *randomEvent) equalPoints(slow *plain, classes [][]int, i int) []int {
	for _, class := range classes {
		if slices.Contains(class, i) {
			return slices.DeleteFunc(slices.Clone(class), func(j int) bool { return slow.score(j).Cmp(slow.score(i)) != 0 })
		}
	}
	return nil
}
