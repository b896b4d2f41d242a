package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
	"tourney/internal/rules/scenario"
)

func (p *program) rules() *cobra.Command {
	group := &cobra.Command{Use: "rules", Short: "Ask the rules engine", RunE: needsSubcommand}
	group.AddCommand(p.rulesCheck(), p.rulesExplain())
	return group
}

func (p *program) rulesCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:                   "check FILE [--json]",
		DisableFlagsInUseLine: true,
		Short:                 "Check claims, loops, choices, boards and life games from a scenario file",
		Long: `Reads one scenario or a list of scenarios (JSON) and says of each what the rules
make of it, with the rule that decides. The status is 1 if one of them is
rejected or refused.`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			displayed, data, err := p.read(args[0])
			if err != nil {
				return err
			}
			answers, err := scenario.Check(data)
			if err != nil {
				return scenarioFaults(displayed, err)
			}
			refused := false
			for _, a := range answers {
				refused = refused || a.Refused
				if !asJSON {
					fmt.Fprintf(&p.out, "%s: %s\n", a.ID, a.Message())
					continue
				}
				line, err := json.Marshal(a)
				if err != nil {
					return err
				}
				p.out.Write(append(line, '\n'))
			}
			if refused {
				return answerNo{}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per scenario")
	return cmd
}

// scenarioFaults puts the file's name before each fault.
func scenarioFaults(name string, err error) error {
	var faults jsontree.Faults
	if !errors.As(err, &faults) {
		return err
	}
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = name + ", " + f.Error()
	}
	return wrong("%s", strings.Join(lines, "\n"))
}

func (p *program) rulesExplain() *cobra.Command {
	return &cobra.Command{
		Use:                   "explain RULE",
		DisableFlagsInUseLine: true,
		Short:                 "Show a rule in our own words and what the engine does about it",
		Long: `Shows a rule in our own words, what the program does about it, the assumptions it
rests on, and the tests that show it.`,
		Args: oneArgument("RULE", "a rule's number, such as 7.3.3"),
		RunE: func(_ *cobra.Command, args []string) error {
			x, known := rules.Explain(args[0])
			if !known {
				return wrong("there is no rule %q; the rules are %s", args[0], ruleNumbers())
			}
			p.explainRule(x)
			return nil
		},
	}
}

func (p *program) explainRule(x rules.Explanation) {
	fmt.Fprintf(&p.out, "Rule %s\n\n%s\n\nWhat the engine does: %s\n", x.Rule.Number, x.Rule.Text, x.Rule.Does)
	if len(x.Decisions) > 0 {
		fmt.Fprintf(&p.out, "\nWhat the rules leave open:\n")
	}
	for _, d := range x.Decisions {
		fmt.Fprintf(&p.out, "  %s %s %s\n", d.ID, d.Question, d.Answer)
	}
	fmt.Fprintf(&p.out, "\nTests that show it:\n")
	for _, test := range x.Tests {
		fmt.Fprintf(&p.out, "  %s\n", test)
	}
}

func ruleNumbers() string {
	var numbers []string
	for _, r := range rules.Table() {
		numbers = append(numbers, r.Number)
	}
	return strings.Join(numbers, ", ")
}
