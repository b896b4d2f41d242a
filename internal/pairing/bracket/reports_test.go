package bracket_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"tourney/internal/pairing/bracket"
)

// report is one fault of another program, as testdata/public-reports.json tells it.
type report struct {
	ID           string
	System       string
	Players      []string
	Rounds       [][][]any
	ThirdPlace   bool  `json:"third_place"`
	Reset        bool  `json:"reset"`
	FirstEntered []any `json:"first_entered"`
	Expect       struct {
		BracketSize  int             `json:"bracket_size"`
		ByesToSeeds  []int           `json:"byes_to_seeds"`
		Round1       [][2]int        `json:"round1_seed_pairs"`
		Halves       [][]int         `json:"halves"`
		TotalMatches json.RawMessage `json:"total_matches"`
		Places       []expectedPlace `json:"places"`
		Champion     *string         `json:"champion"`
		SamePlace    [][]string      `json:"same_place"`
		Finished     bool            `json:"finished"`
		Final        []*string       `json:"final"`
		Third        string          `json:"third"`
		Fourth       string          `json:"fourth"`
		WinnersBye   []string        `json:"winners_bye"`
		LosersFinal  []string        `json:"losers_final_waits_for"`
		AfterFinal   struct {
			Champion   *string   `json:"champion"`
			ExtraMatch []*string `json:"extra_match"`
		} `json:"after_round_4"`
		IfThenFirstWins struct {
			Places []expectedPlace `json:"places"`
		} `json:"if_then_1_wins"`
	}
}

type expectedPlace struct {
	place   int
	players []string
}

func (p *expectedPlace) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&p.place, &p.players})
}

func reports(t *testing.T) map[string]report {
	t.Helper()
	data, err := os.ReadFile("testdata/public-reports.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []report }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	byID := map[string]report{}
	for _, c := range file.Cases {
		byID[c.ID] = c
	}
	return byID
}

func (c report) seed(name string) int { return slices.Index(c.Players, name) + 1 }

func (c report) build(t *testing.T) *bracket.Bracket {
	t.Helper()
	spec := bracket.Spec{Kind: bracket.SingleElimination, Entrants: len(c.Players), ThirdPlace: c.ThirdPlace, Reset: c.Reset}
	if c.System == "double_elimination" {
		spec.Kind = bracket.DoubleElimination
	}
	var rows []bracket.Result
	if len(c.Rounds) > 0 {
		rows = c.results(c.Rounds[:1])
	}
	first, err := bracket.FirstRound(len(c.Players), rows)
	if err != nil {
		t.Fatal(err)
	}
	spec.First = first
	b, err := bracket.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// results turns the rows into results without slots.
func (c report) results(rounds [][][]any) []bracket.Result {
	var results []bracket.Result
	for _, round := range rounds {
		for _, row := range round {
			results = append(results, c.result(row))
		}
	}
	return results
}

func (c report) result(row []any) bracket.Result {
	r := bracket.Result{Seats: bracket.Pair{c.seed(row[0].(string)), c.seed(row[1].(string))}}
	switch x, y := row[2].(float64), row[3].(float64); {
	case x > y:
		r.Outcome = bracket.FirstWon
	case x < y:
		r.Outcome = bracket.SecondWon
	default:
		r.Outcome = bracket.NobodyWon
	}
	return r
}

func (c report) places(s *bracket.State) []expectedPlace {
	var places []expectedPlace
	for _, p := range s.Places() {
		e := expectedPlace{place: p.First}
		for _, seed := range p.Entrants {
			e.players = append(e.players, c.Players[seed-1])
		}
		places = append(places, e)
	}
	return places
}

func samePlaces(a, b []expectedPlace) bool {
	return slices.EqualFunc(a, b, func(x, y expectedPlace) bool {
		return x.place == y.place && slices.Equal(x.players, y.players)
	})
}

// TestPublicReports checks every expectation that the reports share a form for.
func TestPublicReports(t *testing.T) {
	t.Parallel()
	all := reports(t)
	if len(all) != 10 {
		t.Fatalf("%d reports, want 10", len(all))
	}
	for id, c := range all {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := c.build(t)
			if want := c.Expect.BracketSize; want > 0 && b.Size() != want {
				t.Errorf("size %d, want %d", b.Size(), want)
			}
			c.checkFirstRound(t, b)
			if raw := c.Expect.TotalMatches; raw != nil {
				var bounds []int
				if json.Unmarshal(raw, &bounds) != nil {
					bounds = make([]int, 1)
					if err := json.Unmarshal(raw, &bounds[0]); err != nil {
						t.Fatal(err)
					}
				}
				if b.Matches() != bounds[0] {
					t.Errorf("%d matches, want %v", b.Matches(), bounds)
				}
			}
			s, err := b.State(c.results(c.Rounds), nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := c.Expect.Places; want != nil && !samePlaces(c.places(s), want) {
				t.Errorf("places %v, want %v", c.places(s), want)
			}
			if want := c.Expect.Champion; want != nil && s.Champion() != c.seed(*want) {
				t.Errorf("champion %d, want %s", s.Champion(), *want)
			}
			if c.Expect.Finished && !s.Finished() {
				t.Error("not finished")
			}
			for _, group := range c.Expect.SamePlace {
				found := slices.ContainsFunc(c.places(s), func(p expectedPlace) bool { return slices.Equal(p.players, group) })
				if !found {
					t.Errorf("%v do not share a place: %v", group, c.places(s))
				}
			}
			if want := c.Expect.Final; want != nil {
				m, _ := s.Match("W2-1")
				got := []int{m.Seats[0].Entrant, m.Seats[1].Entrant}
				var seeds []int
				for _, name := range want {
					if name != nil {
						seeds = append(seeds, c.seed(*name))
					} else {
						seeds = append(seeds, 0)
					}
				}
				slices.Sort(got)
				slices.Sort(seeds)
				if !slices.Equal(got, seeds) {
					t.Errorf("the final holds %v, want %v", got, seeds)
				}
			}
		})
	}
}

func (c report) checkFirstRound(t *testing.T, b *bracket.Bracket) {
	t.Helper()
	var byes []int
	pairs := map[[2]int]bool{}
	for _, p := range b.FirstRound() {
		if p[1] == 0 {
			byes = append(byes, p[0])
		} else {
			pairs[[2]int{min(p[0], p[1]), max(p[0], p[1])}] = true
		}
	}
	slices.Sort(byes)
	if want := c.Expect.ByesToSeeds; want != nil && !slices.Equal(byes, want) {
		t.Errorf("byes to %v, want %v", byes, want)
	}
	if want := c.Expect.Round1; want != nil {
		if len(pairs) != len(want) {
			t.Errorf("first round %v, want %v", pairs, want)
		}
		for _, p := range want {
			if !pairs[[2]int{min(p[0], p[1]), max(p[0], p[1])}] {
				t.Errorf("%v do not meet in the first round", p)
			}
		}
	}
	for i, want := range c.Expect.Halves {
		var half []int
		first := b.FirstRound()
		for _, p := range first[i*len(first)/2 : (i+1)*len(first)/2] {
			half = append(half, p[0], p[1])
		}
		slices.Sort(half)
		if !slices.Equal(half, want) {
			t.Errorf("half %d is %v, want %v", i+1, half, want)
		}
	}
}

// TestThirdPlaceLeavesFinalOpen: the third-place match parts its entrants while
// the final can still be entered.
func TestThirdPlaceLeavesFinalOpen(t *testing.T) {
	t.Parallel()
	c := reports(t)["37-third-place-match-leaves-the-final-open"]
	s, err := c.build(t).State(c.results(c.Rounds), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []expectedPlace{{3, []string{c.Expect.Third}}, {4, []string{c.Expect.Fourth}}}
	if !samePlaces(c.places(s), want) {
		t.Errorf("places %v, want %v", c.places(s), want)
	}
	ready := s.Ready()
	if s.Champion() != 0 || s.Finished() || len(ready) != 1 || ready[0].Slot != "W2-1" {
		t.Errorf("champion %d, ready %v, want only the final open", s.Champion(), ready)
	}
}

// TestThreeInDoubleElimination: the loser of the only first match passes the
// losers' first round and waits for the loser of the winners' final.
func TestThreeInDoubleElimination(t *testing.T) {
	t.Parallel()
	c := reports(t)["33-double-elim-three-players"]
	s, err := c.build(t).State(c.results(c.Rounds), nil)
	if err != nil {
		t.Fatal(err)
	}
	l1, _ := s.Match("L1-1")
	if l1.Status != bracket.PassedOn || l1.Winner != 3 {
		t.Errorf("L1-1 is %+v, want 3 passed on", l1)
	}
	l2, _ := s.Match("L2-1")
	if l2.Seats[0].Feed != (bracket.Feed{Source: bracket.LoserOf, Slot: "W2-1"}) || l2.Seats[1].Entrant != 3 {
		t.Errorf("L2-1 is %+v, want the loser of W2-1 against 3", l2)
	}
	next := s.NextRound()
	if len(next.Matches) != 1 || next.Matches[0].Seats != (bracket.Pair{1, 2}) {
		t.Errorf("next round %+v, want 1 against 2", next)
	}
}

// TestResetOfFinal: after the first final is lost by the winners' side both have
// lost once and meet again.
func TestResetOfFinal(t *testing.T) {
	t.Parallel()
	c := reports(t)["35-grand-final-reset"]
	b := c.build(t)
	results := c.results(c.Rounds)
	s, err := b.State(results, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := s.NextRound()
	if s.Champion() != 0 || len(next.Matches) != 1 || next.Matches[0].Slot != "F2" || next.Matches[0].Seats != (bracket.Pair{1, 2}) {
		t.Fatalf("champion %d, next round %+v, want 1 against 2 once more", s.Champion(), next)
	}
	results = append(results, bracket.Result{Slot: "F2", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon})
	s, err = b.State(results, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := c.Expect.IfThenFirstWins.Places; !samePlaces(c.places(s), want) || !s.Finished() {
		t.Errorf("places %v, want %v", c.places(s), want)
	}
}

// TestCorrectedSemifinal: the right entrant moves on, and a final that was played
// by the wrong one is archived.
func TestCorrectedSemifinal(t *testing.T) {
	t.Parallel()
	c := reports(t)["38-corrected-semifinal-moves-the-right-player"]
	b := c.build(t)
	entered := []bracket.Result{c.result(c.FirstEntered), c.result(c.Rounds[0][1])}
	fix := c.result(c.Rounds[0][0])
	fix.Slot = "W1-1"
	fixed, err := b.Correct(entered, nil, fix)
	if err != nil {
		t.Fatal(err)
	}
	final, _ := fixed.State.Match("W2-1")
	if final.Seats[0].Entrant != c.seed("T1") || final.Seats[1].Entrant != c.seed("T3") || len(fixed.Archived) > 0 {
		t.Errorf("final %+v, archived %v", final, fixed.Archived)
	}
	played := bracket.Result{Slot: "W2-1", Seats: bracket.Pair{c.seed("T2"), c.seed("T3")}, Outcome: bracket.FirstWon}
	fixed, err = b.Correct(append(entered, played), nil, fix)
	if err != nil {
		t.Fatal(err)
	}
	final, _ = fixed.State.Match("W2-1")
	if !slices.Equal(fixed.Archived, []bracket.Result{played}) || final.Status != bracket.Ready || fixed.State.Champion() != 0 {
		t.Errorf("final %+v, archived %v, want the played final archived", final, fixed.Archived)
	}
	if len(fixed.Changed) != 1 || fixed.Changed[0].Slot != "W2-1" || !fixed.Changed[0].Played {
		t.Errorf("changed %+v, want the final, played", fixed.Changed)
	}
}
