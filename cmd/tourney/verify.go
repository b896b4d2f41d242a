package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tourney/internal/results/eventfile"
	"tourney/internal/results/verify"
)

func (p *program) verify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FILE [--json]",
		Short: "Recompute everything that an event file says and list what differs",
		Long: `Recomputes verdicts, match results, standings and other outcomes, the log and the
pairings from the records as they were at the time, and lists what differs. A
pairing made by hand or by another program is listed as not recomputed. The
status is 1 if anything differs.`,
		DisableFlagsInUseLine: true,
		Args:                  oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			displayed, data, err := p.read(args[0])
			if err != nil {
				return err
			}
			f, err := eventfile.Parse(displayed, data)
			if err != nil {
				return err
			}
			report, err := verify.File(f)
			if err != nil {
				return err
			}
			if asJSON {
				err = p.printJSON(report)
			} else {
				p.reportText(displayed, report)
			}
			if err == nil && !report.Verifies {
				err = answerNo{}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func (p *program) reportText(file string, r *verify.Report) {
	for _, d := range r.Differences {
		fmt.Fprintf(&p.out, "%s, %s: %s\n", file, d.Place, d.Message)
	}
	for _, n := range r.NotRecomputed {
		fmt.Fprintf(&p.out, "%s, %s: not recomputed: %s\n", file, n.Place, n.Reason)
	}
	verdict := "verifies"
	if !r.Verifies {
		verdict = "does not verify: " + count(len(r.Differences), "difference", "differences")
	}
	c := r.Checked
	fmt.Fprintf(&p.out, "%s %s (recomputed: %d log entries, %d verdicts, %d match results, %d outcomes, %d pairings)\n",
		r.Name, verdict, c.LogEntries, c.Verdicts, c.MatchResults, c.Outcomes, c.Pairings)
}
