package main

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Every command stands in docs/file-format.md with its arguments and all its
// flags.
func TestEveryCommandIsDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/file-format.md")
	if err != nil {
		t.Fatal(err)
	}
	root := new(program).root()
	for _, c := range leaves(root) {
		_, section, found := strings.Cut(string(text), "\n### `"+callOf(c))
		if !found {
			t.Errorf("docs/file-format.md has no heading %q", callOf(c))
			continue
		}
		heading, _, _ := strings.Cut(section, "\n")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(callOf(c)+heading, "--"+f.Name) {
				t.Errorf("docs/file-format.md does not name --%s of %q", f.Name, callOf(c))
			}
		})
		if c.Short == "" || c.Flags().Lookup("json") != nil && !strings.Contains(c.UseLine(), "--json") {
			t.Errorf("%q does not say what it does", c.CommandPath())
		}
	}
}
