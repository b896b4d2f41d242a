package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
)

func (p *program) importEvents() *cobra.Command {
	var file, baseURL string
	var asCopy bool
	cmd := &cobra.Command{
		Use:   "import FILE... [--db tourney.db] [--copy] [--base-url URL]",
		Short: "Store event files in the data file",
		Long: `Reads all files and then stores their events; if one of them has a fault, none is
stored. Prints a line per event: its slug, which names it from now on, and its
address. An event whose slug is there already is left alone and the status is 1;
with --copy it is stored once more under a slug of its own.`,
		DisableFlagsInUseLine: true,
		Args:                  someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			var events [][]results.Change
			err := p.forEach(args, func(name string) error {
				displayed, data, err := p.read(name)
				if err != nil {
					return err
				}
				changes, err := eventfile.Read(displayed, data)
				events = append(events, changes)
				return err
			})
			if err != nil {
				return err
			}
			db, err := store.Open(cmd.Context(), file, time.Now)
			if err != nil {
				return err
			}
			defer db.Close()
			keeper := scorekeeper.New(db, mustSeed)
			there := false
			for i, changes := range events {
				slug := slugOf(changes)
				t, err := keeper.Import(cmd.Context(), changes, asCopy)
				switch {
				case results.CodeOf(err) == results.Conflict:
					there = true
					fmt.Fprintf(&p.out, "%s %s/t/%s is there already; nothing was changed (--copy stores it once more)\n", slug, baseURL, slug)
				case results.CodeOf(err) != "":
					return inFile(args[i], err)
				case err != nil:
					return err
				default:
					slug = t.Info().Slug
					fmt.Fprintf(&p.out, "%s %s/t/%s\n", slug, baseURL, slug)
				}
			}
			if there {
				return answerNo{}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asCopy, "copy", false, "store an event that is there already once more, under another slug")
	baseURLFlag(cmd, &baseURL)
	dbFlag(cmd, &file)
	return cmd
}

// baseURLFlag adds --base-url for commands that print addresses.
func baseURLFlag(cmd *cobra.Command, url *string) {
	cmd.Flags().StringVar(url, "base-url", "http://"+defaultAddr, "the address by which people reach the program")
}

// slugOf is the slug that an event asks for.
func slugOf(changes []results.Change) string {
	slug := ""
	for _, c := range changes {
		for _, r := range c.Records {
			if d, ok := r.(*results.Details); ok {
				slug = d.Slug
			}
		}
	}
	return slug
}

// openExisting opens a data file for commands that only make sense on one with
// something in it.
func openExisting(ctx context.Context, file string) (*store.DB, error) {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && !strings.Contains(file, "://") {
		return nil, wrong("%s: there is no such data file; name it with --db", file)
	}
	return store.Open(ctx, file, time.Now)
}

func (p *program) exportEvent() *cobra.Command {
	var file string
	var options eventfile.Options
	cmd := &cobra.Command{
		Use:   "export EVENT [--db tourney.db] [--anonymous]",
		Short: "Print an event as a file with all its records",
		Long: `Prints the event as it stands and, after it, its whole history: every version of
every record and the log. Importing that file restores the event. With
--anonymous the names of entrants, clubs and staff are replaced, the same name
by the same word everywhere, and texts that may hold names are withheld; ids and
results stay.`,
		DisableFlagsInUseLine: true,
		Args:                  oneArgument("EVENT", "an event's slug, as import and the address show it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			db, err := openExisting(cmd.Context(), file)
			if err != nil {
				return err
			}
			defer db.Close()
			t, err := db.Tournament(cmd.Context(), args[0])
			if results.CodeOf(err) == results.NotFound {
				return wrong("%s: there is no event %q; its slug is the end of its address", file, args[0])
			}
			if err != nil {
				return err
			}
			text, err := eventfile.Write(t, options)
			if err != nil {
				return err
			}
			_, err = p.out.Write(text)
			return err
		},
	}
	cmd.Flags().BoolVar(&options.Anonymous, "anonymous", false, "replace the names of people")
	dbFlag(cmd, &file)
	return cmd
}
