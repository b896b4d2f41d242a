package main

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tourney/internal/pairing"
	"tourney/internal/results"
)

func (p *program) pair() *cobra.Command {
	var seed uint64
	var asJSON bool
	var explain int
	cmd := &cobra.Command{
		Use:   "pair FILE [--seed S] [--json] [--explain TABLE]",
		Short: "Pair the next round of an event file; the file stays as it is",
		Long: `Pairs the next round from the file alone. Without --seed a seed is drawn and
printed; the same file and seed give the same answer on every machine. The
status is 1 if there is no next round: matches are open, too few entrants are
left, or the event is over.`,
		DisableFlagsInUseLine: true,
		Args:                  oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON && cmd.Flags().Changed("explain") {
				return wrong("--json and --explain answer different questions; use one of them")
			}
			t, err := p.readEvent(args[0])
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				if seed, err = drawSeed(); err != nil {
					return err
				}
			}
			plan, err := pairing.Next(t, seed)
			switch {
			case results.CodeOf(err) == results.Refused:
				return p.noPairing(t, err, asJSON)
			case err != nil:
				return inFile(args[0], err)
			case cmd.Flags().Changed("explain"):
				return p.explainTable(t, plan, explain)
			case asJSON:
				return p.printJSON(planOf(plan))
			}
			return p.planText(t, plan)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 0, "the seed of all random choices; drawn if not given")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().IntVar(&explain, "explain", 0, "say why this table is paired as it is")
	return cmd
}

// drawSeed draws a seed that JSON readers of every kind keep exactly.
func drawSeed() (uint64, error) {
	var random [8]byte
	if _, err := rand.Read(random[:]); err != nil {
		return 0, err
	}
	const exactInFloat = 53
	return binary.LittleEndian.Uint64(random[:]) >> (64 - exactInFloat), nil
}

// noPairing says why there is no next round, with every open match. In JSON
// mode standard output stays empty.
func (p *program) noPairing(t *results.Tournament, refusal error, asJSON bool) error {
	reason := refusal.Error()
	if open := pairing.OpenMatches(t); len(open) > 0 {
		lines := []string{fmt.Sprintf("There is no next round yet: %s open. Enter the results first.", count(len(open), "match is", "matches are"))}
		names := namingOf(t)
		for _, m := range open {
			where := fmt.Sprintf("round %d", m.Match.Round)
			if m.Match.Table > 0 {
				where += fmt.Sprintf(", table %d", m.Match.Table)
			}
			lines = append(lines, "  "+where+": "+names.all(m.Match.Seats, " - "))
		}
		reason = strings.Join(lines, "\n")
	}
	if asJSON {
		return answerNo{reason}
	}
	fmt.Fprintln(&p.out, reason)
	return answerNo{}
}

// count is a number with its word.
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// The form of pair --json.
type (
	planForm struct {
		Round     int                     `json:"round"`
		Stage     string                  `json:"stage"`
		Seed      uint64                  `json:"seed"`
		Algorithm string                  `json:"algorithm"`
		Matches   []matchForm             `json:"matches"`
		Quality   *results.PairingQuality `json:"quality"`
	}
	matchForm struct {
		Table   int                 `json:"table,omitzero"`
		Seats   []results.EntrantID `json:"seats"`
		Kind    results.Kind        `json:"kind,omitzero"`
		Slot    string              `json:"slot,omitzero"`
		Reasons []results.Reason    `json:"reasons"`
	}
)

func planOf(plan *pairing.Plan) planForm {
	form := planForm{Round: plan.Round, Stage: plan.Stage, Seed: plan.Seed, Algorithm: plan.Algorithm, Quality: plan.Quality}
	form.Matches = make([]matchForm, len(plan.Matches))
	for i, m := range plan.Matches {
		form.Matches[i] = matchForm{Table: m.Table, Seats: m.Seats, Kind: m.Assigned, Slot: m.Slot, Reasons: m.Reasons}
	}
	return form
}

// planText prints the round for people.
func (p *program) planText(t *results.Tournament, plan *pairing.Plan) error {
	fmt.Fprintf(&p.out, "%s\nRound %d of stage %s, seed %d, algorithm %s\n\n", t.Info().Name, plan.Round, plan.Stage, plan.Seed, plan.Algorithm)
	names := namingOf(t)
	w := tabwriter.NewWriter(&p.out, 0, 0, 2, ' ', 0)
	for _, m := range plan.Matches {
		table := "-"
		if m.Table > 0 {
			table = fmt.Sprintf("table %d", m.Table)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", table, names.all(m.Seats, " - "), m.Slot, m.Assigned)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if q := plan.Quality; q != nil {
		proof := "not proved to be the best"
		if q.Optimal {
			proof = "proved: no legal pairing is better"
		}
		fmt.Fprintf(&p.out, "\nRematches %d, second byes %d, pair-downs %d, largest gap %s, same club %d; %s.\n",
			q.Rematches, q.SecondByes, q.PairDowns, q.LargestGap, q.SameClub, proof)
	}
	return nil
}

// explainTable says why one table is paired as it is.
func (p *program) explainTable(t *results.Tournament, plan *pairing.Plan, table int) error {
	for _, m := range plan.Matches {
		if m.Table != table || table == 0 {
			continue
		}
		fmt.Fprintf(&p.out, "Round %d, table %d: %s (seed %d)\n", plan.Round, table, namingOf(t).all(m.Seats, " - "), plan.Seed)
		for _, r := range m.Reasons {
			fmt.Fprintf(&p.out, "  %s\n", r.Text)
		}
		return nil
	}
	return wrong("round %d has no table %d; its tables are listed by the same call without --explain", plan.Round, table)
}
