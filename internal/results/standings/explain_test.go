package standings_test

import (
	"fmt"
	"strings"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/standings"
)

// explained is an explanation as text, one line per term.
func explained(e standings.Explanation) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s of %s: %s, %s", e.Code, e.Entrant, show(e.Value), e.How)
	if e.Bound != standings.NoBound {
		fmt.Fprintf(&out, ", %s for %s", e.Bound, show(e.Raw))
	}
	if e.Group != nil {
		fmt.Fprint(&out, ", among ", e.Group)
	}
	out.WriteByte('\n')
	for _, t := range e.Terms {
		fmt.Fprintf(&out, "round %d", t.Round)
		for _, word := range []string{string(t.Kind), t.Result, string(t.Opponent)} {
			if word != "" {
				out.WriteByte(' ')
				out.WriteString(word)
			}
		}
		fmt.Fprintf(&out, ": %s", show(t.Value))
		if t.Of.Known {
			fmt.Fprintf(&out, " of %s", show(t.Of))
		}
		if t.Bound != standings.NoBound {
			fmt.Fprintf(&out, ", %s for %s", t.Bound, show(t.Raw))
		}
		for _, word := range []string{t.Rule, t.Left} {
			if word != "" {
				fmt.Fprintf(&out, ", %s", word)
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func sheetStandings(t *testing.T, name, policy string) (*sheet, *standings.Standings) {
	t.Helper()
	s := sheets(t)[name]
	p := s.policy(t, policy)
	return s, standings.Compute(s.table(t, p), p, standings.Options{All: true})
}

func checkExplained(t *testing.T, s *standings.Standings, entrant, code, want string) {
	t.Helper()
	expect(t, code, explained(s.Explain(s.Table.Index(results.EntrantID(entrant)), code)), want)
}

func TestExplainFloorsCapsAndByes(t *testing.T) {
	t.Parallel()
	_, s := sheetStandings(t, "pokemon_7p_drop_cap", "pokemon")
	checkExplained(t, s, "D", "OMW", `
		OMW of D: 5/8, average
		round 1 played loss C: 3/4, cap_dropped for 1
		round 2 played loss B: 1/2
		round 3 bye win: none, bye
		`)
	checkExplained(t, s, "C", "MW", `
		MW of C: 3/4, share, cap_dropped for 1
		round 1 played win D: 1 of 1
		round 2 played win A: 1 of 1
		`)
	checkExplained(t, s, "G", "GW", `
		GW of G: 0, share
		round 1 bye win: 6 of 6, bye
		round 2 played loss E: 0 of 6
		`)
	_, s = sheetStandings(t, "mtr_3p_bye_floor", "mtr_third")
	checkExplained(t, s, "A", "OMW", `
		OMW of A: 1/3, average
		round 1 played win B: 1/3, floor for 0
		`)
	checkExplained(t, s, "C", "OMW", `
		OMW of C: 1/3, average
		round 1 bye win: none, bye
		`)
	_, s = sheetStandings(t, "pods_9p_topdeck", "pods_topdeck")
	checkExplained(t, s, "I", "OMW", `
		OMW of I: 1/4, average
		round 1 bye win: none, bye
		round 2 played win A: 1/2
		round 2 played win E: 1/5, floor for 1/10
		round 2 played win F: 1/5, floor for 1/10
		round 1 bye win: 1/5, phantom
		round 1 bye win: 1/5, phantom
		round 1 bye win: 1/5, phantom
		`)
}

func TestExplainUnplayedRounds(t *testing.T) {
	t.Parallel()
	_, s := sheetStandings(t, "fide_tec_swiss5_2026", "fide_2026")
	checkExplained(t, s, "David", "BH-C1", `
		BH-C1 of David: 23/2, sum
		round 1 played win Nick: 3
		round 2 half_bye draw: 5/2, capped_by_draws, cut_low
		round 3 played win Opal: 3/2
		round 4 played draw Charline: 7/2
		round 5 played draw Alyx: 7/2
		`)
	checkExplained(t, s, "David", "SB-C1", `
		SB-C1 of David: 31/4, sum
		round 1 played win Nick: 3 of 3
		round 2 half_bye draw: 5/4 of 5/2, capped_by_draws
		round 3 played win Opal: 3/2 of 3/2, cut_low
		round 4 played draw Charline: 7/4 of 7/2
		round 5 played draw Alyx: 7/4 of 7/2
		`)
	checkExplained(t, s, "Maria", "BH", `
		BH of Maria: 25/2, sum
		round 1 played draw Charline: 7/2
		round 2 played loss Stephan: 7/2
		round 3 played loss Helene: 5/2
		round 4 forfeit win: 3/2, capped_by_opponent
		round 5 played win Genevieve: 3/2
		`)
	_, s = sheetStandings(t, "fide_virtual_opponent_2009", "fide_2009")
	checkExplained(t, s, "A", "BH", `
		BH of A: 11/2, sum
		round 1 played win B: 1
		round 2 forfeit win: 3/2, virtual_opponent
		round 3: 3, virtual_opponent
		`)
	_, s = sheetStandings(t, "go_mcmahon_5p", "mcmahon")
	checkExplained(t, s, "E", "SOS-1", `
		SOS-1 of E: 5, sum
		round 1 bye win: 1, own_start, cut_low
		round 2 played loss B: 4
		round 3: 1, own_start
		`)
	checkExplained(t, s, "E", "MMS", `
		MMS of E: 2, sum, rounded for 5/2
		round 0: 1, own_start
		round 1 bye win: 1
		round 2 played loss: 0
		round 3: 1/2
		`)
}

func TestExplainGroups(t *testing.T) {
	t.Parallel()
	_, s := sheetStandings(t, "fide_tec_swiss9_direct_encounter", "fide_2023")
	checkExplained(t, s, "Franck", "DE", `
		DE of Franck: 3, group, among [Alyx Bruno David Franck]
		round 6 played draw Alyx: 1/2
		round 7 played win Bruno: 1
		round 8 played draw David: 1/2
		`)
	checkExplained(t, s, "Charline", "DE", `
		DE of Charline: 0, group, among [Charline]
		`)
}

func TestExplainRatings(t *testing.T) {
	t.Parallel()
	_, s := sheetStandings(t, "fide_tec_swiss5_2023", "fide_2023")
	checkExplained(t, s, "David", "ARO-C1", `
		ARO-C1 of David: 1983, average, rounded for 5950/3
		round 1 played win Nick: 1650 of 1
		round 2 half_bye draw: none, unplayed
		round 3 played win Opal: 1600 of 1, cut_low
		round 4 played draw Charline: 2100 of 1/2
		round 5 played draw Alyx: 2200 of 1/2
		`)
}

func TestPartedNamesTheFirstDifference(t *testing.T) {
	t.Parallel()
	_, s := sheetStandings(t, "melee_6p_3r_floor_flip", "mtr_third")
	// P01 and P02 share OMW 5/9 exactly; as binary floats they would not.
	p, ok := s.Parted(0)
	if !ok || p.Upper != "P01" || p.Lower != "P02" || p.By != "value" || p.Code != "GW" || show(p.Values[0]) != "5/7" || show(p.Values[1]) != "1/2" {
		t.Errorf("got %+v", p)
	}
	_, s = sheetStandings(t, "melee_6p_3r_floor_flip", "mtr")
	if p, _ := s.Parted(0); p.Upper != "P02" || p.Lower != "P01" || p.Code != "OMW" {
		t.Errorf("with the floor as printed: %+v", p)
	}
	for _, k := range []int{-1, len(s.Rows) - 1} {
		if _, ok := s.Parted(k); ok {
			t.Errorf("row %d has no row below it in the sheet", k)
		}
	}
}

// Where the chain starts again, the neighbours are parted by the link at which
// the lower one fell behind: a, b and c beat each other in a ring, the running
// score puts b first, and of the other two c won.
func TestPartedAfterARestart(t *testing.T) {
	t.Parallel()
	p := *preset(t, "generic")
	p.RestartAfterSplit = true
	p.Tiebreakers = []results.Tiebreaker{{Code: "MP"}, {Code: "H2H"}, {Code: "PS"}}
	b := standings.NewBuilder(entrantsNamed("a", "b", "c", "d", "e", "f"), 4)
	for n, round := range [][][2]int{{{0, 5}, {1, 2}, {4, 3}}, {{2, 0}, {1, 4}, {3, 5}}, {{0, 1}, {2, 3}, {4, 5}}, {{0, 3}, {1, 5}, {2, 4}}} {
		b.Round(n+1, &p, &p.Match)
		for _, m := range round {
			b.Match(results.Played, m[:], 0, []int{2, 0}, 0)
		}
	}
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	s := standings.Compute(table, &p, standings.Options{})
	var got strings.Builder
	for k := range s.Rows {
		if x, ok := s.Parted(k); ok {
			fmt.Fprintf(&got, "%s %s %s %s %s %s\n", x.Upper, x.By, x.Code, show(x.Values[0]), show(x.Values[1]), x.Lower)
		}
	}
	expect(t, "partings", got.String(), `
		b value PS 24 18 c
		c value H2H 1 0 a
		a value MP 9 6 e
		e value MP 6 3 d
		d value MP 3 0 f
		`)
	checkExplained(t, s, "c", "H2H", `
		H2H of c: 1, group, among [a c]
		round 2 played win a: 3
		`)
}
