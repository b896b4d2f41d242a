package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tourney/internal/results"
	"tourney/internal/web"
)

func (p *program) admin() *cobra.Command {
	var file, name, baseURL string
	link := &cobra.Command{
		Use:   "link --user NAME [--db tourney.db] [--base-url URL]",
		Short: "Print a one-time link for somebody who lost the password",
		Long: `Prints a link with which the account's owner sets a new password. It works once
and for a day. Whoever can read the data file can do this; no account is asked.`,
		DisableFlagsInUseLine: true,
		Args:                  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if name == "" {
				return wrong("whose link? name the account with --user NAME")
			}
			db, err := openExisting(cmd.Context(), file)
			if err != nil {
				return err
			}
			defer db.Close()
			path, err := web.NewPasswordLink(cmd.Context(), db, time.Now(), name, "command line")
			if results.CodeOf(err) == results.NotFound {
				return wrong("%s: there is no account %q; the accounts page of the application lists them", file, name)
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(&p.out, baseURL+path)
			return nil
		},
	}
	link.Flags().StringVar(&name, "user", "", "the account's name")
	baseURLFlag(link, &baseURL)
	dbFlag(link, &file)
	cmd := &cobra.Command{Use: "admin", Short: "Administer the installation", RunE: needsSubcommand}
	cmd.AddCommand(link)
	return cmd
}
