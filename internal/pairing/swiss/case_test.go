package swiss

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// reported is a file described in testdata/cases/README.md.
type reported struct {
	Policy struct {
		Win, Draw, Loss, Bye int64
	}
	Players []string
	Rounds  [][][5]any
	Byes    [][2]any
	Drops   [][2]any
	Expect  struct {
		NextBye      string         `json:"next_bye"`
		NextPairings *[][][2]string `json:"next_pairings_one_of"`
		MinRematches *int           `json:"min_rematches"`
		NextRound    string         `json:"next_round"`
	}
}

// input replays the rounds and leaves out who dropped.
func (c *reported) input() (Input, []string) {
	type player struct {
		Entrant
		met []string
	}
	all := map[string]*player{}
	for _, name := range c.Players {
		all[name] = &player{}
	}
	for _, round := range c.Rounds {
		for _, row := range round {
			a, b := row[0].(string), row[1].(string)
			all[a].met, all[b].met = append(all[a].met, b), append(all[b].met, a)
			switch x, y := row[2].(float64), row[3].(float64); {
			case x > y:
				all[a].Points, all[b].Points = all[a].Points+c.Policy.Win, all[b].Points+c.Policy.Loss
			case x < y:
				all[a].Points, all[b].Points = all[a].Points+c.Policy.Loss, all[b].Points+c.Policy.Win
			default:
				all[a].Points, all[b].Points = all[a].Points+c.Policy.Draw, all[b].Points+c.Policy.Draw
			}
		}
	}
	for _, bye := range c.Byes {
		p := all[bye[1].(string)]
		p.Points += c.Policy.Bye
		p.Byes++
	}
	active := slices.Clone(c.Players)
	for _, drop := range c.Drops {
		active = slices.DeleteFunc(active, func(name string) bool { return name == drop[1] })
	}
	in := Input{}
	for _, name := range active {
		e := all[name].Entrant
		for _, opponent := range all[name].met {
			if i := slices.Index(active, opponent); i >= 0 {
				e.Met = append(e.Met, i)
			}
		}
		in.Entrants = append(in.Entrants, e)
	}
	return in, active
}

func TestReportedCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "cases", "*.json"))
	if err != nil || len(files) != 9 {
		t.Fatalf("%d case files, %v; want 9", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c reported
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for seed := range uint64(20) {
			in, names := c.input()
			in.Options.Seed = seed
			checkReported(t, file, &c, in, names)
		}
	}
}

func checkReported(t *testing.T, file string, c *reported, in Input, names []string) {
	t.Helper()
	r, err := Pair(in)
	if c.Expect.NextRound != "" {
		if refusal, ok := err.(*Refusal); !ok || refusal.Code != TooFew {
			t.Errorf("%s: %v, want a refusal", file, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if want := c.Expect.NextBye; want != "" && (r.Bye == nil || names[r.Bye.Entrant] != want) {
		t.Errorf("%s: bye %+v, want %s", file, r.Bye, want)
	}
	if want := c.Expect.MinRematches; want != nil && r.Quality.Rematches != *want {
		t.Errorf("%s: %d rematches, want %d", file, r.Quality.Rematches, *want)
	}
	if c.Expect.NextPairings == nil {
		return
	}
	var got [][2]string
	for _, table := range r.Tables {
		pair := [2]string{names[table.A], names[table.B]}
		slices.Sort(pair[:])
		got = append(got, pair)
	}
	slices.SortFunc(got, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	free := *c.Expect.NextPairings
	found := slices.ContainsFunc(free, func(want [][2]string) bool { return slices.Equal(got, want) })
	if len(free) == 0 && r.Quality.Rematches == 0 || len(free) > 0 && !found {
		t.Errorf("%s: paired %v, want one of %v", file, got, free)
	}

	in.Options.Rematch = RematchNever
	_, err = Pair(in)
	if refusal, ok := err.(*Refusal); ok != (len(free) == 0) || ok && refusal.Code != NoLegalPairing {
		t.Errorf("%s: without rematches %v", file, err)
	}
}
