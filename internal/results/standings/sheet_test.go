package standings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// sheet is a crosstable with what handbooks, exercises and platforms say of
// it; testdata/README.md describes the form.
type sheet struct {
	Policy  string
	Params  struct{ Chain []string }
	Players []string
	Info    map[string]struct {
		Rating  int
		Dropped bool
		Start   exact.Rat `json:"start_mms"`
	} `json:"player_info"`
	Rounds [][][]any
	Pods   [][]struct {
		Seats  []string
		Winner *string
	}
	Expected           map[string]map[string]exact.Value
	ExpectedUnder      map[string]map[string]map[string]exact.Value `json:"expected_under"`
	ExpectedOrder      [][]string                                   `json:"expected_order"`
	ExpectedOrderUnder map[string][][]string                        `json:"expected_order_under"`
	Published          map[string]map[string]any
	PublishedExact     map[string]map[string]exact.Value `json:"published_exact"`
}

func sheets(t testing.TB) map[string]*sheet {
	t.Helper()
	files, err := filepath.Glob("testdata/sheets/*.json")
	if err != nil || len(files) != 26 {
		t.Fatalf("found %d sheets, %v; want 26", len(files), err)
	}
	out := map[string]*sheet{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := new(sheet)
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		decoder.UseNumber()
		if err := decoder.Decode(s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out[strings.TrimSuffix(filepath.Base(file), ".json")] = s
	}
	return out
}

var sheetPolicies = map[string]string{
	"mtr": "magic-mtr", "mtr_third": "magic-third", "fide_2023": "fide-2023", "fide_2026": "fide-2026",
	"fide_rr": "fide-round-robin", "pods_topdeck": "pods-topdeck", "fide_2009": "fide-2023",
}

// policy finds the sheet's policy by its name there.
func (s *sheet) policy(t testing.TB, name string) *results.Policy {
	code, ok := sheetPolicies[name]
	if !ok {
		code = name
	}
	p := *preset(t, code)
	if name == "fide_2009" {
		p.Unplayed = "virtual_2009"
	}
	if len(s.Params.Chain) > 0 {
		p.Tiebreakers = nil
		for _, key := range s.Params.Chain {
			p.Tiebreakers = append(p.Tiebreakers, results.Tiebreaker{Code: codeOf(name, key)})
		}
	}
	return &p
}

var sheetKinds = map[string]results.Kind{
	"pab": results.Bye, "fpb": results.FullBye, "hpb": results.HalfBye, "zpb": results.ZeroBye,
	"loss": results.AssignedLoss, "id": results.AgreedDraw,
}

func (s *sheet) table(t testing.TB, p *results.Policy) *standings.Table {
	t.Helper()
	var entrants []standings.Entrant
	for _, name := range s.Players {
		e := standings.Entrant{ID: results.EntrantID(name), Status: standings.Active, Rating: s.Info[name].Rating, Start: s.Info[name].Start}
		if s.Info[name].Dropped {
			e.Status = standings.Dropped
		}
		entrants = append(entrants, e)
	}
	b := standings.NewBuilder(entrants, max(len(s.Rounds), len(s.Pods)))
	if p.Pairing.System == results.RoundRobin {
		b.RoundRobin()
	}
	for r, rows := range s.Rounds {
		b.Round(r+1, p, &p.Match)
		for _, row := range rows {
			s.row(b, row, p)
		}
	}
	for r, pods := range s.Pods {
		b.Round(r+1, p, &p.Match)
		for _, pod := range pods {
			kind, winner := results.Played, results.Nobody
			if len(pod.Seats) == 1 {
				kind = results.Bye
			}
			var seats []int
			for k, name := range pod.Seats {
				seats = append(seats, slices.Index(s.Players, name))
				if pod.Winner != nil && *pod.Winner == name {
					winner = k
				}
			}
			b.Match(kind, seats, winner, nil, 0)
		}
	}
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func (s *sheet) row(b *standings.Builder, row []any, p *results.Policy) {
	number := func(k int) int {
		n, _ := row[k].(json.Number).Int64()
		return int(n)
	}
	won, drawn := []int{number(2), number(3)}, number(4)
	seats := []int{slices.Index(s.Players, row[0].(string))}
	kind := results.Bye
	if opponent, ok := row[1].(string); ok {
		kind = results.Played
		seats = append(seats, slices.Index(s.Players, opponent))
	}
	if len(row) > 5 {
		kind = results.Kind(row[5].(string))
		if k, ok := sheetKinds[row[5].(string)]; ok {
			kind = k
		}
	}
	winner := results.Nobody
	switch {
	case won[0] > won[1]:
		winner = 0
	case won[1] > won[0]:
		winner = 1
	}
	if !p.Scoring.PerGame.IsZero() {
		// The two numbers are points, 3 for each game.
		won[0], won[1] = won[0]/3, won[1]/3
	}
	if len(seats) == 1 {
		winner, won, drawn = results.Nobody, nil, 0
	}
	b.Match(kind, seats, winner, won, drawn)
}

// codeOf is the tiebreaker that a sheet's key stands for; empty for what is
// only there to read.
func codeOf(policy, key string) string {
	switch key {
	case "score":
		return "MP"
	case "win":
		return "WINS"
	case "loss_squares":
		return "LSQ"
	case "sos_avg":
		return "SOSA"
	case "esos_avg", "esos":
		return "ESOS"
	case "sos":
		if policy == "netrunner" {
			return "SOSA"
		}
	case "adj", "adj_fore", "gp", "std", "ks-1", "ks+1", "bye_points", "wins", "losses", "draws", "sos_sum":
		return ""
	}
	if strings.HasSuffix(key, "_raw") {
		return ""
	}
	return strings.ToUpper(strings.ReplaceAll(key, "_", "-"))
}

func TestSheetsToTheLastFraction(t *testing.T) {
	t.Parallel()
	for name, s := range sheets(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			under := func(policy string, expected map[string]map[string]exact.Value, order [][]string) {
				p := s.policy(t, policy)
				got := standings.Compute(s.table(t, p), p, standings.Options{All: true})
				for entrant, values := range expected {
					for key, want := range values {
						code := codeOf(policy, key)
						if code == "" {
							continue
						}
						row := rowOf(t, got, entrant)
						v, ok := got.Value(row, code)
						if !ok {
							t.Errorf("%s: there is no %s", policy, code)
						} else if v.Cmp(want) != 0 {
							t.Errorf("%s, %s: %s is %s, want %s", policy, entrant, code, show(v), show(want))
						}
					}
				}
				if order != nil {
					checkOrder(t, policy, got, order)
				}
			}
			under(s.Policy, s.Expected, s.ExpectedOrder)
			under(s.Policy, s.PublishedExact, nil)
			for policy, expected := range s.ExpectedUnder {
				under(policy, expected, s.ExpectedOrderUnder[policy])
			}
			s.checkPublished(t)
		})
	}
}

func rowOf(t testing.TB, s *standings.Standings, entrant string) *standings.Row {
	t.Helper()
	for i := range s.Rows {
		if s.Rows[i].Entrant == results.EntrantID(entrant) {
			return &s.Rows[i]
		}
	}
	t.Fatalf("there is no row of %s", entrant)
	return nil
}

// checkOrder compares the ranking with groups of equals, which share their
// rank.
func checkOrder(t *testing.T, policy string, s *standings.Standings, order [][]string) {
	t.Helper()
	rank := 1
	for _, group := range order {
		for _, name := range group {
			row := rowOf(t, s, name)
			if row.Rank != rank || row.Tied != (len(group) > 1) {
				t.Errorf("%s: %s has rank %d, tied %t; want %d among %v", policy, name, row.Rank, row.Tied, rank, group)
			}
		}
		rank += len(group)
	}
}

// checkPublished compares with the rounded numbers that the source printed.
func (s *sheet) checkPublished(t *testing.T) {
	p := s.policy(t, s.Policy)
	got := standings.Compute(s.table(t, p), p, standings.Options{All: true})
	for entrant, values := range s.Published {
		for key, want := range values {
			code := codeOf(s.Policy, key)
			if code == "" {
				continue
			}
			v, _ := got.Value(rowOf(t, got, entrant), code)
			if want == nil {
				if v.Known {
					t.Errorf("%s: %s is %s, published as missing", entrant, code, show(v))
				}
				continue
			}
			printed, ok := want.(string)
			if !ok {
				printed = want.(json.Number).String()
			}
			if !v.Known || !halfUnit(v.Rat, printed) {
				t.Errorf("%s: %s is %s, published as %s", entrant, code, show(v), printed)
			}
		}
	}
}

// halfUnit reports whether the printed decimal is the number to within half a
// unit of its last place.
func halfUnit(r exact.Rat, printed string) bool {
	_, fraction, _ := strings.Cut(printed, ".")
	half := exact.MustParse("0." + strings.Repeat("0", len(fraction)) + "5")
	d := r.Sub(exact.MustParse(printed))
	return d.Cmp(half) <= 0 && d.Cmp(half.Neg()) >= 0
}
