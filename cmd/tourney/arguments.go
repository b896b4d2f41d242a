package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// What follows says which arguments a command takes, in the words of its usage
// line.

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		return wrong("there is no command %q; %s help shows all", strings.Join(append(strings.Fields(cmd.CommandPath())[1:], args[0]), " "), cmd.Root().Name())
	}
	return wrong("%s takes no argument %q; see %s --help", cmd.CommandPath(), args[0], cmd.CommandPath())
}

func oneArgument(name, meaning string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch len(args) {
		case 1:
			return nil
		case 0:
			return wrong("%s needs %s: %s; see %s --help", cmd.CommandPath(), name, meaning, cmd.CommandPath())
		}
		return wrong("%s takes one %s, and %q is too much; see %s --help", cmd.CommandPath(), name, args[1], cmd.CommandPath())
	}
}

var oneFile = oneArgument("FILE", "a file's name, or - for standard input")

func someFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return oneFile(cmd, args)
	}
	return nil
}

// needsSubcommand answers a group of commands that is called by itself.
func needsSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return noArguments(cmd, args)
	}
	var names []string
	for _, c := range leaves(cmd) {
		names = append(names, fmt.Sprintf("%q", c.CommandPath()))
	}
	return wrong("%s does nothing by itself; there are %s", cmd.CommandPath(), strings.Join(names, ", "))
}
