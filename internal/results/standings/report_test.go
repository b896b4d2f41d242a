package standings_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// report is a fault that somebody reported of another program, as its smallest
// input; see testdata/README.md.
type report struct {
	Policy  map[string]any
	Players []string
	Rounds  [][][]any
	Byes    [][2]any
	Drops   [][2]any
	Values  map[string]string
	Initial []any          `json:"initial_result"`
	Before  map[string]any `json:"expect_before"`
	Expect  map[string]any
	If      []struct{ When, Expect map[string]any } `json:"expect_if"`
}

// reportCodes names the values as tiebreakers.
var reportCodes = map[string]string{
	"match_points": "MP", "mw": "MW", "gw": "GW", "omw": "OMW", "ogw": "OGW", "buchholz": "BH",
	"cumulative": "PS", "game_difference": "GD", "head_to_head": "H2H",
}

// number reads a number of a report, written as text or as a JSON number.
func number(v any) exact.Rat {
	if n, ok := v.(json.Number); ok {
		return exact.MustParse(n.String())
	}
	return exact.MustParse(v.(string))
}

func whole(v any) int {
	n, _ := number(v).Int64()
	return int(n)
}

func reportPolicy(t *testing.T, fields map[string]any) *results.Policy {
	p := *preset(t, "generic")
	p.Tiebreakers = nil
	p.Percentages.Floor, p.Percentages.GameFloor = exact.Rat{}, exact.Rat{}
	for key, v := range fields {
		switch key {
		case "win":
			p.Scoring.Win = number(v)
		case "draw":
			p.Scoring.Draw, p.Scoring.HalfBye = number(v), number(v)
		case "loss":
			p.Scoring.Loss = number(v)
		case "bye":
			p.Scoring.Bye, p.Scoring.FullBye = number(v), number(v)
		case "mw_floor":
			p.Percentages.Floor = number(v)
		case "gw_floor":
			p.Percentages.GameFloor = number(v)
		case "restart_after_split":
			p.RestartAfterSplit = v.(bool)
		case "order":
			for _, name := range v.([]any) {
				code, ok := reportCodes[name.(string)]
				if !ok {
					t.Fatalf("the chain names %v", name)
				}
				p.Tiebreakers = append(p.Tiebreakers, results.Tiebreaker{Code: code})
			}
		}
	}
	return &p
}

// table leaves out rounds with an open match: they do not count.
func (r *report) table(t *testing.T, p *results.Policy, rounds [][][]any) *standings.Table {
	var entrants []standings.Entrant
	for _, name := range r.Players {
		e := standings.Entrant{ID: results.EntrantID(name), Status: standings.Active}
		if slices.ContainsFunc(r.Drops, func(d [2]any) bool { return d[1] == name }) {
			e.Status = standings.Dropped
		}
		entrants = append(entrants, e)
	}
	open := func(round [][]any) bool {
		return slices.ContainsFunc(round, func(row []any) bool { return row[2] == nil })
	}
	counted := slices.DeleteFunc(slices.Clone(rounds), open)
	b := standings.NewBuilder(entrants, len(counted))
	for n, round := range counted {
		b.Round(n+1, p, &p.Match)
		for _, row := range round {
			won := []int{whole(row[2]), whole(row[3])}
			winner := results.Nobody
			if won[0] > won[1] {
				winner = 0
			} else if won[1] > won[0] {
				winner = 1
			}
			b.Match(results.Played, []int{slices.Index(r.Players, row[0].(string)), slices.Index(r.Players, row[1].(string))}, winner, won, whole(row[4]))
		}
		for _, bye := range r.Byes {
			if whole(bye[0]) == n+1 {
				b.Match(results.Bye, []int{slices.Index(r.Players, bye[1].(string))}, results.Nobody, nil, 0)
			}
		}
	}
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// differences counts what is not as expected; say is told about each.
func (r *report) differences(s *standings.Standings, expect map[string]any, say func(format string, args ...any)) int {
	n := 0
	for key, want := range expect {
		if key == "standings" {
			n += reportRanks(s, want.([]any), say)
		}
		code, ok := reportCodes[key]
		if !ok {
			continue
		}
		for name, text := range want.(map[string]any) {
			for i := range s.Rows {
				if string(s.Rows[i].Entrant) != name {
					continue
				}
				if v, _ := s.Value(&s.Rows[i], code); v.Cmp(exact.Of(number(text))) != 0 {
					n++
					say("%s: %s is %s, want %v", name, code, show(v), text)
				}
			}
		}
	}
	return n
}

func reportRanks(s *standings.Standings, want []any, say func(format string, args ...any)) (n int) {
	for _, line := range want {
		rank := whole(line.([]any)[0])
		for _, name := range line.([]any)[1].([]any) {
			for i := range s.Rows {
				if string(s.Rows[i].Entrant) == name && s.Rows[i].Rank != rank {
					n++
					say("%v has rank %d, want %d", name, s.Rows[i].Rank, rank)
				}
			}
		}
	}
	return n
}

func TestReportedFaultsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/reports/*.json")
	if err != nil || len(files) != 17 {
		t.Fatalf("found %d reports, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			data, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer data.Close()
			var r report
			decoder := json.NewDecoder(data)
			decoder.UseNumber()
			if err := decoder.Decode(&r); err != nil {
				t.Fatal(err)
			}
			if r.Values != nil {
				checkDirect(t, &r)
				return
			}
			compute := func(fields map[string]any, rounds [][][]any) *standings.Standings {
				p := reportPolicy(t, fields)
				return standings.Compute(r.table(t, p, rounds), p, standings.Options{All: true})
			}
			s := compute(r.Policy, r.Rounds)
			r.differences(s, r.Expect, t.Errorf)
			if wrong, ok := r.Expect["wrong"].(map[string]any); ok {
				if r.differences(s, wrong, func(string, ...any) {}) == 0 {
					t.Error("this is what the reported fault gives")
				}
			}
			for _, c := range r.If {
				fields := maps.Clone(r.Policy)
				maps.Copy(fields, c.When)
				r.differences(compute(fields, r.Rounds), c.Expect, t.Errorf)
			}
			if r.Initial != nil {
				r.checkCorrection(t, compute)
			}
		})
	}
}

// checkCorrection computes the event as it was before a result was corrected.
func (r *report) checkCorrection(t *testing.T, compute func(map[string]any, [][][]any) *standings.Standings) {
	rounds := slices.Clone(r.Rounds)
	at := whole(r.Initial[0]) - 1
	rounds[at] = slices.Clone(rounds[at])
	for k, row := range rounds[at] {
		if row[0] == r.Initial[1] && row[1] == r.Initial[2] {
			rounds[at][k] = r.Initial[1:]
		}
	}
	r.differences(compute(r.Policy, rounds), r.Before, t.Errorf)
}

// checkDirect ranks numbers that look the same when they are rounded.
func checkDirect(t *testing.T, r *report) {
	value := func(text string) exact.Rat {
		for k := range text {
			if text[k] == '/' {
				return exact.MustParse(text[:k]).Div(exact.MustParse(text[k+1:]))
			}
		}
		return exact.MustParse(text)
	}
	for name, want := range r.Expect["ranks"].(map[string]any) {
		rank := 1
		for other := range r.Values {
			if value(r.Values[other]).Cmp(value(r.Values[name])) > 0 {
				rank++
			}
		}
		if rank != whole(want) {
			t.Errorf("%s has rank %d, want %v", name, rank, want)
		}
		if shown := value(r.Values[name]).Decimal(1); shown != r.Expect["display"].(map[string]any)[name] {
			t.Errorf("%s is shown as %s", name, shown)
		}
	}
}
