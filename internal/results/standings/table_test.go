package standings_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

func entrantsNamed(names ...results.EntrantID) []standings.Entrant {
	var out []standings.Entrant
	for _, name := range names {
		out = append(out, standings.Entrant{ID: name, Status: standings.Active})
	}
	return out
}

func TestRowsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	p := preset(t, "generic")
	for _, c := range []struct {
		want string
		add  func(b *standings.Builder)
	}{
		{"needs a round", func(b *standings.Builder) { b.Match(results.Bye, []int{0}, results.Nobody, nil, 0) }},
		{`"gift" is no kind`, func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match("gift", []int{0, 1}, 0, nil, 0)
		}},
		{"has 2 seats", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Bye, []int{0, 1}, 0, nil, 0)
		}},
		{"has 1 seats", func(b *standings.Builder) { b.Round(1, p, &p.Match); b.Match(results.Played, []int{0}, 0, nil, 0) }},
		{"cannot win", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 1}, 2, nil, 0)
		}},
		{"needs a winner", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Forfeit, []int{0, 1}, results.Nobody, nil, 0)
		}},
		{"games are given for 1 of 2", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 1}, 0, []int{2}, 0)
		}},
		{"-1 games won", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 1}, 0, []int{2, -1}, 0)
		}},
		{"drawn games cannot be", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 1}, 0, []int{2, 0}, math.MaxInt)
		}},
		{"there is no entrant 7", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 7}, 0, nil, 0)
		}},
		{"has two matches", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 1}, 0, nil, 0)
			b.Match(results.Played, []int{2, 1}, 0, nil, 0)
		}},
		{"has two matches", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Match(results.Played, []int{0, 0}, 0, nil, 0)
		}},
		{"does not follow", func(b *standings.Builder) { b.Round(2, p, &p.Match); b.Round(2, p, &p.Match) }},
		{"one more than", func(b *standings.Builder) {
			b.Round(1, p, &p.Match)
			b.Round(2, p, &p.Match)
			b.Round(3, p, &p.Match)
		}},
		{"has 1", func(b *standings.Builder) { b.Round(1, p, &p.Match) }},
	} {
		b := standings.NewBuilder(entrantsNamed("a", "b", "c"), 2)
		c.add(b)
		table, err := b.Table()
		if table != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want a refusal with %q", err, c.want)
		}
	}
}

// Numbers that cannot be added exactly in bounded time are refused, not
// computed wrongly.
func TestHostileNumbersAreRefused(t *testing.T) {
	t.Parallel()
	for _, scoring := range []results.Scoring{
		{Win: exact.MustParse("99999999999999999999999999")},
		{Win: exact.Int(math.MaxInt64)},
		{Win: exact.Int(1 << 40)},
		{Win: exact.MustParse("1/999999999999999989")},
		{Win: exact.Frac(1, 8191), Draw: exact.Frac(1, 8179), Bye: exact.Frac(1, 8171)},
		{Win: exact.Int(1 << 29), Draw: exact.Frac(1, 1<<20)},
		{PerGame: exact.Int(1 << 27)},
		{ByeGames: [2]int{1 << 40, 0}},
		{ByeGames: [2]int{0, -1}},
	} {
		p := *preset(t, "generic")
		p.Scoring = scoring
		b := standings.NewBuilder(entrantsNamed("a", "b"), 1)
		b.Round(1, &p, &p.Match)
		b.Match(results.Played, []int{0, 1}, 0, []int{9, 0}, 0)
		if _, err := b.Table(); err == nil {
			t.Errorf("%+v was accepted", scoring)
		}
	}
	for _, e := range []standings.Entrant{{ID: "a", Start: exact.MustParse("123456789012345678901234567890")}, {ID: "a", Rating: math.MaxInt}, {ID: "a", Rating: math.MinInt}} {
		b := standings.NewBuilder([]standings.Entrant{e}, 0)
		if _, err := b.Table(); err == nil {
			t.Errorf("%+v was accepted", e)
		}
	}
}

// A finer unit in a later round leaves earlier rounds what they were.
func TestRoundsOfDifferentFineness(t *testing.T) {
	t.Parallel()
	coarse := preset(t, "generic")
	fine := *coarse
	fine.Scoring.Win, fine.Scoring.Draw = exact.Frac(7, 3), exact.Frac(1, 10)
	b := standings.NewBuilder(entrantsNamed("a", "b"), 2)
	b.Round(1, coarse, &coarse.Match)
	b.Match(results.Played, []int{0, 1}, 0, nil, 0)
	b.Round(2, &fine, &fine.Match)
	b.Match(results.Played, []int{0, 1}, 0, nil, 0)
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	s := standings.Compute(table, coarse, standings.Options{})
	if got := rowOf(t, s, "a").MatchPoints; got.String() != "16/3" {
		t.Errorf("3 and 7/3 make %s", got)
	}
	if v, _ := s.Value(rowOf(t, s, "b"), "OMW"); v.Rat.String() != "1" {
		t.Errorf("an opponent who won everything has the share %s", show(v))
	}
}

// Whatever a policy may name is computed and can be explained.
func TestEveryTiebreakerIsComputed(t *testing.T) {
	t.Parallel()
	p := *preset(t, "mcmahon")
	p.Tiebreakers = nil
	for _, info := range results.Tiebreakers() {
		p.Tiebreakers = append(p.Tiebreakers, results.Tiebreaker{Code: info.Code})
	}
	entrants := entrantsNamed("a", "b")
	entrants[0].Rating, entrants[1].Rating = 1800, 1900
	b := standings.NewBuilder(entrants, 1)
	b.Round(1, &p, &p.Match)
	b.Match(results.Played, []int{0, 1}, 0, []int{1, 0}, 0)
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	s := standings.Compute(table, &p, standings.Options{})
	for k, code := range s.Codes {
		if e := s.Explain(0, code); !s.Rows[0].Values[k].Known && code != "ARO-C1" || len(e.Terms) == 0 && !grouped(code) {
			t.Errorf("%s is %s, explained by %v", code, show(s.Rows[0].Values[k]), e)
		}
	}
}

// A missing value is not zero, is equal to another missing one and sorts below
// every number in both directions.
func TestNoValueIsNotZero(t *testing.T) {
	t.Parallel()
	for _, direction := range []string{"higher", "lower"} {
		p := *preset(t, "generic")
		p.Percentages.NoOpponents = "none"
		p.Percentages.Floor = exact.Rat{}
		p.Tiebreakers = []results.Tiebreaker{{Code: "OMW", Direction: direction}}
		b := standings.NewBuilder(entrantsNamed("bye1", "bye2", "met a loser", "met a winner"), 1)
		b.Round(1, &p, &p.Match)
		b.Match(results.Bye, []int{0}, results.Nobody, nil, 0)
		b.Match(results.Bye, []int{1}, results.Nobody, nil, 0)
		b.Match(results.Played, []int{2, 3}, 0, []int{2, 0}, 0)
		table, err := b.Table()
		if err != nil {
			t.Fatal(err)
		}
		s := standings.Compute(table, &p, standings.Options{})
		first, second := "met a winner", "met a loser"
		if direction == "lower" {
			first, second = second, first
		}
		expect(t, direction, fullText(s), fmt.Sprintf(`
			1 false false %s %s
			2 false false %s %s
			3 true false bye1 3 1-0-0 active OMW=none
			3 true false bye2 3 1-0-0 active OMW=none
			`, first, map[string]string{"met a winner": "0 0-1-0 active OMW=1", "met a loser": "3 1-0-0 active OMW=0"}[first],
			second, map[string]string{"met a winner": "0 0-1-0 active OMW=1", "met a loser": "3 1-0-0 active OMW=0"}[second]))
	}
}

// Sums whose common denominator does not fit in 64 bits stay exact: forty-three
// opponents with 1, 2, … games each.
func TestAveragesBeyondMachineWords(t *testing.T) {
	t.Parallel()
	p := preset(t, "generic")
	const opponents = 47
	ids := []results.EntrantID{"hero"}
	for i := range opponents {
		ids = append(ids, results.EntrantID(fmt.Sprintf("o%02d", i)))
	}
	b := standings.NewBuilder(entrantsNamed(ids...), opponents)
	want := exact.Rat{}
	for r := range opponents {
		b.Round(r+1, p, &p.Match)
		won := []int{r + 1, r + 7}
		b.Match(results.Played, []int{0, r + 1}, 1, won, 0)
		want = want.Add(exact.Frac(int64(won[1]), int64(won[0]+won[1])))
	}
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	s := standings.Compute(table, p, standings.Options{All: true})
	if v, _ := s.Value(rowOf(t, s, "hero"), "OGW"); !v.Rat.Equal(want.Div(exact.Int(opponents))) {
		t.Errorf("OGW is %s, want %s", show(v), want.Div(exact.Int(opponents)))
	}
	// The cumulative tiebreaker has powers of 4 up to the last round.
	own, unbeaten := exact.Rat{}, exact.Rat{}
	for r := range opponents {
		wins := int64(0)
		if r >= 4 {
			wins = 1
		}
		own, unbeaten = own.Div(exact.Int(4)).Add(exact.Int(wins)), unbeaten.Div(exact.Int(4)).Add(exact.Int(int64(r+1)))
	}
	if v, _ := s.Value(rowOf(t, s, "o04"), "CTB"); !v.Rat.Equal(own.Div(unbeaten)) {
		t.Errorf("CTB is %s, want %s", show(v), own.Div(unbeaten))
	}
	if e := s.Explain(table.Index("o04"), "CTB"); len(e.Terms) != opponents {
		t.Errorf("CTB has %d terms", len(e.Terms))
	}
}

func TestLotIsADocumentedDraw(t *testing.T) {
	t.Parallel()
	ids := []results.EntrantID{"e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"}
	number := func(seed uint64, id results.EntrantID) uint64 {
		h := fnv.New64a()
		h.Write([]byte(id))
		x := h.Sum64() + seed
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}
	first := map[results.EntrantID]int{}
	for seed := range uint64(4000) {
		got := standings.Lot(seed, ids)
		first[got[0]]++
		if !slices.IsSortedFunc(got, func(a, b results.EntrantID) int {
			if number(seed, a) < number(seed, b) {
				return -1
			}
			return 1
		}) {
			t.Fatalf("seed %d: %v is not by number", seed, got)
		}
		reversed := slices.Clone(ids)
		slices.Reverse(reversed)
		if again := standings.Lot(seed, reversed); !slices.Equal(got, again) {
			t.Fatalf("seed %d: %v, and in another order %v", seed, got, again)
		}
		fewer := standings.Lot(seed, ids[1:])
		if without := slices.DeleteFunc(got, func(id results.EntrantID) bool { return id == "e1" }); !slices.Equal(fewer, without) {
			t.Fatalf("seed %d: %v without e1 became %v", seed, without, fewer)
		}
	}
	for _, id := range ids {
		// 500 expected; the deviation of a fair draw is 21.
		if n := first[id]; n < 400 || n > 600 {
			t.Errorf("%s was drawn first %d times in 4000", id, n)
		}
	}
	if !slices.IsSorted(ids) {
		t.Error("the argument was changed")
	}
}

// The floor of what a computer should need: a table of 10,000 × 15 within a
// generous multiple of the calibration loop of the same run.
func TestSpeedAgainstTheCalibrationLoop(t *testing.T) {
	s := newSwiss(10000, 15)
	p := preset(t, "magic-third")
	tournament := s.tournament(t, p)
	loop := calibrate()
	best := fastest(3, func() {
		table, err := standings.FromTournament(tournament, "swiss", 15)
		if err != nil {
			t.Fatal(err)
		}
		standings.Compute(table, p, standings.Options{})
	})
	if best > 8*loop {
		t.Errorf("standings of 10,000 entrants after 15 rounds took %v, more than 8 calibration loops of %v", best, loop)
	}
}
