package main

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

func (p *program) standings() *cobra.Command {
	var after int
	var asJSON, all bool
	var explain string
	cmd := &cobra.Command{
		Use:   "standings FILE... [--after N] [--json] [--all-values] [--explain ENTRANT]",
		Short: "Show standings and places from event files, no database needed",
		Long: `Shows the standings after the last round whose matches are all decided, or after
round N, with every value of the policy's chain, and the places once they are
decided. Several files are answered one after the other.`,
		DisableFlagsInUseLine: true,
		Args:                  someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			explaining := cmd.Flags().Changed("explain")
			if asJSON && explaining {
				return wrong("--json and --explain answer different questions; use one of them")
			}
			var events []*results.Tournament
			err := p.forEach(args, func(name string) error {
				t, err := p.readEvent(name)
				events = append(events, t)
				return err
			})
			if err != nil {
				return err
			}
			for i, t := range events {
				if cmd.Flags().Changed("after") {
					if t, err = asAfter(t, after, args[i]); err != nil {
						return err
					}
				}
				sheet, err := sheetOf(t, all)
				if err != nil {
					return inFile(args[i], err)
				}
				switch {
				case explaining:
					err = p.explainEntrant(t, sheet, explain, args[i])
				case asJSON:
					err = p.sheetJSON(t, sheet)
				default:
					err = p.sheetText(t, sheet)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&after, "after", 0, "show the standings after this round")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per file")
	cmd.Flags().BoolVar(&all, "all-values", false, "add every tiebreaker that has a meaning for the event")
	cmd.Flags().StringVar(&explain, "explain", "", "show the full sums behind this entrant's values (an id or a name)")
	return cmd
}

// inFile says of which file an error speaks.
func inFile(name string, err error) error {
	if name == "-" {
		name = stdinName
	}
	return wrong("%s: %w", name, err)
}

// asAfter is the event as it stood when round n was the last.
func asAfter(t *results.Tournament, n int, file string) (*results.Tournament, error) {
	if last := len(t.Rounds); n < 0 || n > last {
		return nil, inFile(file, fmt.Errorf("there is no round %d; the event has %s", n, count(last, "round", "rounds")))
	}
	if n > 0 && !standings.RoundDecided(t, n) {
		return nil, inFile(file, fmt.Errorf("round %d is not finished, so there are no standings after it; enter its results first", n))
	}
	return t.Before(n + 1), nil
}

// sheet is what one file is answered with.
type sheet struct {
	*standings.Standings
	policy    *results.PolicyRecord
	stage     string
	after     int
	placement []pairing.Place
	champion  results.EntrantID
}

// sheetOf computes standings and places. The stage is the last one with
// standings that has a finished round, else the first one with standings; an
// event of brackets alone has none.
func sheetOf(t *results.Tournament, all bool) (*sheet, error) {
	s := &sheet{}
	elimination := true
	for _, stage := range t.Stages() {
		last := standings.LastDecided(t, stage.ID)
		switch feeds := !stage.System.Elimination(); {
		case s.stage == "", feeds && elimination, feeds == !elimination && last > 0:
			s.stage, s.after, elimination = stage.ID, last, !feeds
		}
	}
	s.policy = t.PolicyFor(max(s.after, 1))
	if !elimination {
		table, err := standings.FromTournament(t, s.stage, s.after)
		if err != nil {
			return nil, err
		}
		s.Standings = standings.Compute(table, s.policy.Policy, standings.Options{All: all})
	}
	var err error
	s.placement, s.champion, err = pairing.Placement(t)
	return s, err
}

// rows are the rows of the standings; none in an event of brackets alone.
func (s *sheet) rows() []standings.Row {
	if s.Standings == nil {
		return nil
	}
	return s.Rows
}

// The forms of standings --json.
type (
	sheetForm struct {
		Name   string `json:"name"`
		Policy struct {
			Code   string `json:"code"`
			SHA256 string `json:"sha256"`
		} `json:"policy"`
		Stage      string            `json:"stage"`
		AfterRound int               `json:"after_round"`
		Standings  []rowForm         `json:"standings"`
		Placement  []placeForm       `json:"placement,omitzero"`
		Champion   results.EntrantID `json:"champion,omitzero"`
	}
	rowForm struct {
		Rank        *int              `json:"rank"` // null for the disqualified
		Tied        bool              `json:"tied"`
		Entrant     results.EntrantID `json:"entrant"`
		Name        string            `json:"name"`
		MatchPoints exact.Rat         `json:"match_points"`
		Record      struct {
			Wins   int `json:"wins"`
			Losses int `json:"losses"`
			Draws  int `json:"draws"`
		} `json:"record"`
		Status standings.Status `json:"status"`
		Values valuesForm       `json:"values"`
	}
	placeForm struct {
		Place    int                 `json:"place"`
		Entrants []results.EntrantID `json:"entrants"`
	}
	// valuesForm is an object with one member per code, in the chain's order.
	valuesForm struct {
		codes  []string
		values []exact.Value
	}
)

func (v valuesForm) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i, code := range v.codes {
		if err := enc.WriteToken(jsontext.String(code)); err != nil {
			return err
		}
		value := jsontext.Null
		if v.values[i].Known {
			value = jsontext.String(v.values[i].Rat.String())
		}
		if err := enc.WriteToken(value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

func (p *program) sheetJSON(t *results.Tournament, s *sheet) error {
	form := sheetForm{Name: t.Info().Name, Stage: s.stage, AfterRound: s.after, Champion: s.champion}
	form.Policy.Code, form.Policy.SHA256 = s.policy.Policy.Code, s.policy.Hash
	form.Standings = make([]rowForm, len(s.rows()))
	for i := range form.Standings {
		row, out := &s.Rows[i], &form.Standings[i]
		if row.Rank > 0 {
			out.Rank = &row.Rank
		}
		out.Tied, out.Entrant, out.Name = row.Tied, row.Entrant, t.NameOf(row.Entrant)
		out.MatchPoints, out.Status = row.MatchPoints, row.Status
		out.Record.Wins, out.Record.Losses, out.Record.Draws = row.Wins, row.Losses, row.Draws
		out.Values = valuesForm{s.Codes, row.Values}
	}
	for _, place := range s.placement {
		form.Placement = append(form.Placement, placeForm{place.Place, place.Entrants})
	}
	return p.printJSON(form)
}

// printJSON prints one value on one line.
func (p *program) printJSON(v any) error {
	var line bytes.Buffer
	if err := json.MarshalWrite(&line, v, jsontext.AllowInvalidUTF8(true)); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err := p.out.Write(line.Bytes())
	return err
}

// sheetText prints a table for people; values are rounded to four places.
func (p *program) sheetText(t *results.Tournament, s *sheet) error {
	name := s.policy.Policy.Name
	switch {
	case s.Standings == nil:
		fmt.Fprintf(&p.out, "%s\nAn event of brackets alone has no standings. Policy: %s.\n", t.Info().Name, name)
	case s.after == 0:
		fmt.Fprintf(&p.out, "%s\nNo round of stage %s is finished. Policy: %s.\n", t.Info().Name, s.stage, name)
	default:
		fmt.Fprintf(&p.out, "%s\nStandings of stage %s after round %d. Policy: %s.\n", t.Info().Name, s.stage, s.after, name)
	}
	names := namingOf(t)
	w := tabwriter.NewWriter(&p.out, 0, 0, 2, ' ', 0)
	if s.Standings != nil {
		fmt.Fprintf(w, "\nRank\tName\tPoints\tW-L-D\t%s\t\n", strings.Join(s.Codes, "\t"))
	}
	for i := range s.rows() {
		row := &s.Rows[i]
		rank := "-"
		if row.Rank > 0 {
			rank = fmt.Sprint(row.Rank)
		}
		if row.Tied {
			rank += "="
		}
		note := ""
		if row.Status != standings.Active {
			note = string(row.Status)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d-%d-%d\t", rank, names.one(row.Entrant), decimal(exact.Of(row.MatchPoints)), row.Wins, row.Losses, row.Draws)
		for _, v := range row.Values {
			fmt.Fprintf(w, "%s\t", decimal(v))
		}
		fmt.Fprintf(w, "%s\n", note)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(s.placement) > 0 {
		fmt.Fprintf(&p.out, "\nPlaces\n")
	}
	for _, place := range s.placement {
		fmt.Fprintf(&p.out, "%d. %s\n", place.Place, names.all(place.Entrants, ", "))
	}
	fmt.Fprintln(&p.out)
	return nil
}

// decimal is a value for people: whole numbers as they are, others rounded.
func decimal(v exact.Value) string {
	switch {
	case !v.Known:
		return "-"
	case v.Rat.IsInt():
		return v.Rat.String()
	}
	return v.Rat.Decimal(4)
}
