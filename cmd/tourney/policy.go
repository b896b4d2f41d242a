package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tourney/internal/results"
	"tourney/internal/results/policy"
)

func (p *program) policy() *cobra.Command {
	group := &cobra.Command{Use: "policy", Short: "Presets and policy documents", RunE: needsSubcommand}
	group.AddCommand(p.policyList(), p.policyShow(), p.policyCheck())
	return group
}

func (p *program) policyList() *cobra.Command {
	return &cobra.Command{
		Use:                   "list",
		DisableFlagsInUseLine: true,
		Short:                 "List the presets",
		Long:                  "Lists the presets: the code for event files and policy documents, and the name.",
		Args:                  noArguments,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(&p.out, 0, 0, 2, ' ', 0)
			for _, e := range policy.List() {
				fmt.Fprintf(w, "%s\t%s\n", e.Code, e.Name)
			}
			return w.Flush()
		},
	}
}

func (p *program) policyShow() *cobra.Command {
	return &cobra.Command{
		Use:                   "show CODE",
		DisableFlagsInUseLine: true,
		Short:                 "Show a preset in words and as a document",
		Long: `Shows a preset in plain words, then its document with its hash. The document can be
saved, changed, checked with "tourney policy check" and used for an event.`,
		Args: oneArgument("CODE", "a preset's code; tourney policy list shows them"),
		RunE: func(_ *cobra.Command, args []string) error {
			found, text, hash, err := policy.Preset(args[0])
			if err != nil {
				return err
			}
			p.policyWords(found)
			fmt.Fprintf(&p.out, "The document (SHA-256 %s):\n\n%s", hash, text)
			return nil
		},
	}
}

func (p *program) policyCheck() *cobra.Command {
	return &cobra.Command{
		Use:                   "check FILE",
		DisableFlagsInUseLine: true,
		Short:                 "Check a policy document of your own and show what it says",
		Long: `Reads a policy document (TOML). If it is right, shows it in plain words, with the
hash that records made under it carry; if not, says what is wrong, where, and
what is accepted.`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			displayed, data, err := p.read(args[0])
			if err != nil {
				return err
			}
			read, err := policy.ParseTOML(displayed, data)
			if err != nil {
				return err
			}
			p.policyWords(read)
			fmt.Fprintf(&p.out, "The document is right. Its hash is %s.\n", policy.Hash(read))
			return nil
		},
	}
}

// policyWords prints a policy in plain words.
func (p *program) policyWords(of *results.Policy) {
	fmt.Fprintf(&p.out, "%s\n\n", of.Name)
	for _, section := range policy.Words(of) {
		fmt.Fprintf(&p.out, "%s\n", section.Title)
		for _, line := range section.Lines {
			fmt.Fprintf(&p.out, "  %s\n", line)
		}
		fmt.Fprintln(&p.out)
	}
}
