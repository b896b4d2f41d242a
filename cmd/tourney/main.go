// Command tourney runs card-game tournaments: a web application with one data
// file, and commands on event files.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	_ "time/tzdata" // zones on machines without a zone database

	"github.com/spf13/cobra"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/policy"
)

// Exit statuses.
const (
	exitDone  = 0 // done, and the answer is "yes"
	exitNo    = 1 // the input is fine and the answer is "no"
	exitWrong = 2 // the call or the input is wrong
	exitFault = 3 // disk, database or another fault that is not the caller's
)

func main() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Main runs one command and returns its exit status. Commands write to a
// buffer, so that nothing reaches standard output when the input turns out to
// be wrong half-way.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{stdin: stdin, stdout: stdout}
	root := p.root()
	root.SetArgs(args)
	root.SetOut(&p.out)
	root.SetErr(stderr)
	err := root.Execute()
	status := statusOf(err)
	if status == exitDone || status == exitNo {
		if _, failed := stdout.Write(p.out.Bytes()); failed != nil {
			err, status = failed, exitFault
		}
	}
	if err != nil && err.Error() != "" {
		fmt.Fprintln(stderr, err)
	}
	return status
}

// program is what the commands share.
type program struct {
	stdin  io.Reader
	stdout io.Writer    // for commands that run on: serve
	out    bytes.Buffer // for all others
}

// answerNo ends a command whose input is fine and whose answer is "no". The
// answer is on standard output, or else the reason goes to standard error.
type answerNo struct{ reason string }

func (e answerNo) Error() string { return e.reason }

// wrongCall is a call that no input could make right: flags, arguments, files
// that are not there.
type wrongCall struct{ error }

func wrong(format string, args ...any) error { return wrongCall{fmt.Errorf(format, args...)} }

// statusOf sorts an error by whose fault it is.
func statusOf(err error) int {
	var no answerNo
	var call wrongCall
	var faults *eventfile.Faults
	var policyFaults policy.Faults
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &no):
		return exitNo
	case errors.As(err, &call), errors.As(err, &faults), errors.As(err, &policyFaults), results.CodeOf(err) != "":
		return exitWrong
	}
	return exitFault
}

// root makes the tree of commands.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "tourney",
		Short:         "Runs card-game tournaments",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(p.serve(), p.importEvents(), p.exportEvent(), p.standings(), p.pair(), p.verify(), p.rules(), p.policy(), p.admin())
	root.SetHelpCommand(p.help(root))
	rootHelp := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			p.overview(root)
			return
		}
		rootHelp(cmd, args)
	})
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// What the parser of numbers said after the flag is no plain sentence.
		message, _, _ := strings.Cut(err.Error(), ": strconv.")
		return wrong("%s; see %s --help", message, cmd.CommandPath())
	})
	return root
}

// overview prints every command with one line each.
func (p *program) overview(root *cobra.Command) {
	fmt.Fprintf(&p.out, "tourney runs card-game tournaments: a web application, and commands on event files.\n\n")
	width := 0
	for _, c := range leaves(root) {
		width = max(width, len(callOf(c)))
	}
	for _, c := range leaves(root) {
		fmt.Fprintf(&p.out, "  %-*s  %s\n", width, callOf(c), c.Short)
	}
	fmt.Fprintf(&p.out, "\nEvery command answers --help. A file called - is standard input.\n")
}

// callOf is a command with its arguments, without its flags.
func callOf(c *cobra.Command) string {
	call, _, _ := strings.Cut(c.UseLine(), " [--")
	return call
}

// leaves are the commands that do something.
func leaves(c *cobra.Command) []*cobra.Command {
	if !c.HasSubCommands() {
		return []*cobra.Command{c}
	}
	var out []*cobra.Command
	for _, sub := range c.Commands() {
		out = append(out, leaves(sub)...)
	}
	return out
}

// help is the command "help": everything, or one command.
func (p *program) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:                   "help [COMMAND]",
		Short:                 "Show all commands, or what one of them does",
		DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return wrong("there is no command %q; tourney help shows all", strings.Join(args, " "))
			}
			return cmd.Help()
		},
	}
}
