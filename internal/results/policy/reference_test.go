package policy

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"tourney/internal/results"
)

var update = flag.Bool("update", false, "renew the generated parts of docs/policies.md")

const referencePage = "../../../docs/policies.md"

// The reference's tables are made from the tables of the program.
func TestReferenceIsCurrent(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(referencePage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for name, table := range map[string]string{"fields": fieldTables(), "presets": presetTable(t), "tiebreakers": tiebreakerTable()} {
		part := regexp.MustCompile(`(?s)<!-- begin ` + name + ` -->\n.*<!-- end ` + name + ` -->`)
		if !part.MatchString(page) {
			t.Fatalf("the page has no part %q", name)
		}
		page = part.ReplaceAllLiteralString(page, "<!-- begin "+name+" -->\n"+table+"<!-- end "+name+" -->")
	}
	if page == string(data) {
		return
	}
	if !*update {
		t.Fatal("docs/policies.md is not what the tables say: run go test ./internal/results/policy -update")
	}
	if err := os.WriteFile(referencePage, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The documents that the reference shows are read.
func TestExamplesOfTheReference(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(referencePage)
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(data), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, b := range blocks {
		if _, err := ParseTOML("docs/policies.md", []byte(b[1])); err != nil {
			t.Errorf("%v\n%s", err, b[1])
		}
	}
	inline := regexp.MustCompile("`\"policy\": (.*?)`").FindAllStringSubmatch(string(data), -1)
	for _, b := range inline {
		if _, err := ParseJSON("docs/policies.md", "/policy", 1, []byte(strings.TrimSuffix(b[1], ","))); err != nil {
			t.Errorf("%v\n%s", err, b[1])
		}
	}
}

func fieldTables() string {
	var b strings.Builder
	section := "?"
	for _, f := range Fields() {
		at, key := "", f.Path
		if dot := strings.IndexByte(f.Path, '.'); dot >= 0 {
			at, key = f.Path[:dot], f.Path[dot+1:]
		}
		if f.Kind == Chain {
			at = "[tiebreaker]"
		}
		if at != section {
			section = at
			title := "At the top"
			if at != "" {
				title = "`[" + at + "]`"
			}
			fmt.Fprintf(&b, "\n### %s\n\n", title)
			if at == "playoff" {
				b.WriteString("Any field of `[match]` and `[timing]`; it holds in elimination stages. What is not named is as in those sections, except:\n\n")
			}
			b.WriteString("| field | values | default | meaning |\n| --- | --- | --- | --- |\n")
		}
		if f.follows != "" && at == "playoff" {
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", key, fieldValues(f), f.Default, f.Help)
	}
	b.WriteString("\n")
	return b.String()
}

func fieldValues(f Field) string {
	switch f.Kind {
	case Choice:
		values := make([]string, len(f.Options))
		for i, o := range f.Options {
			values[i] = fmt.Sprintf("`%q` (%s)", o.Value, o.Text)
		}
		return strings.Join(values, ", ")
	case Whole:
		return fmt.Sprintf("%d to %d", f.Min, f.Max)
	case Exact:
		return fmt.Sprintf("exact, %s to %s", f.Low, f.High)
	case Flag:
		return "`true`, `false`"
	case GamePair:
		return "`[won, lost]`"
	case SeatPoints:
		return "`{ seats = points, … }`"
	case RoundRows:
		return "`[{ from = 9, rounds = 5, cut = 4 }, …]`"
	case Texts:
		return "list of texts"
	case Chain:
		return "tables with `code`, `direction`, `cut_low`, `cut_high`, `weights`"
	}
	return "text"
}

func presetTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("\n| code | what it is | chain |\n| --- | --- | --- |\n")
	for _, e := range List() {
		p, _, _, err := Preset(e.Code)
		if err != nil {
			t.Fatal(err)
		}
		chain := strings.ReplaceAll(Value(p, "tiebreaker"), "\n", ", ")
		fmt.Fprintf(&b, "| `%s` | **%s.** %s | %s |\n", e.Code, e.Name, e.Description, chain)
	}
	b.WriteString("\nWhat is not certain about them:\n\n")
	for _, e := range List() {
		p, _, _, err := Preset(e.Code)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range p.Uncertain {
			fmt.Fprintf(&b, "- `%s`: %s\n", e.Code, statement)
		}
	}
	b.WriteString("\n")
	return b.String()
}

func tiebreakerTable() string {
	var b strings.Builder
	b.WriteString("\n| code | name | value | better | cuts | source |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, info := range results.Tiebreakers() {
		better, cuts := "more", ""
		if info.LowerIsBetter {
			better = "less"
		}
		if info.Cuts {
			cuts = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", info.Code, info.Name, info.Description, better, cuts, info.Source)
	}
	b.WriteString("\n")
	return b.String()
}
