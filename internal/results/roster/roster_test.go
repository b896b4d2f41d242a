package roster_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/results/exact"
	"tourney/internal/results/roster"
)

func names(l *roster.List) []string {
	var out []string
	for _, r := range l.Rows {
		out = append(out, r.Name)
	}
	return out
}

// The two lists are the same six people, as a spreadsheet with a German locale
// and one with an English locale save them: after a public report of imports
// that lost letters, rows or quotes.
func TestListsAsSpreadsheetsSaveThem(t *testing.T) {
	t.Parallel()
	want := []string{"Ana Müller", "Bo; Lee", `Çiğdem "Cici" Öz`, "李雷", "O'Neil, Pat", "line one line two"}
	for name, text := range map[string]string{
		"semicolons, BOM, CRLF, header": "\ufeffname ;email \r\nAna Müller;ana@example.org\r\n\"Bo; Lee\";bo@example.org\r\n\"Çiğdem \"\"Cici\"\" Öz\";c@example.org\r\n李雷;li@example.org\r\nO'Neil, Pat;pat@example.org\r\n\"line one\nline two\";l@example.org\r\n\r\n",
		"commas, no header":             "Ana Müller,ana@example.org\nBo; Lee,bo@example.org\n\"Çiğdem \"\"Cici\"\" Öz\",c@example.org\n李雷,li@example.org\n\"O'Neil, Pat\",pat@example.org\n\"line one\nline two\",l@example.org",
	} {
		list, err := roster.Parse([]byte(text), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := names(list); !slices.Equal(got, want) || list.Problems() != 0 {
			t.Errorf("%s: got %q with %d problems, want %q", name, got, list.Problems(), want)
		}
	}
}

func TestPastedNames(t *testing.T) {
	t.Parallel()
	list, err := roster.Parse([]byte("Ana\n\n  Bo  \nO'Neil, Pat\nDee \"the Ace\" Doe\nJose\u0301\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(list), []string{"Ana", "Bo", "O'Neil, Pat", `Dee "the Ace" Doe`, "José"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if list.Rows[1].Line != 3 {
		t.Errorf("Bo stands on line %d, want 3", list.Rows[1].Line)
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	list, err := roster.Parse([]byte("Rating\tName\tShoe size\tTable\tByes\tStart score\tSeed\tClub\n1650\tBo\t44\t1\t2\t1/2\t3\tNorth\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := roster.Row{Line: 2, Name: "Bo", Rating: 1650, FixedTable: 1, AwardedByes: 2, StartScore: exact.Frac(1, 2), Seed: 3, Club: "North"}
	if len(list.Rows) != 1 || list.Rows[0] != want || !slices.Equal(list.Ignored, []string{"Shoe size"}) {
		t.Errorf("got %+v, ignored %q", list.Rows, list.Ignored)
	}
}

func TestMistakesStandAtTheirRow(t *testing.T) {
	t.Parallel()
	list, err := roster.Parse([]byte("name,rating,start score\nAna,high,\n,1500,\nKim,,\n kIM ,,\nEli,,\nZoe,,0.5x\n"+strings.Repeat("x", 201)+",,\n"), []string{"ELI"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Rating", "missing", "", "line 4", "ELI is entered", "Start score", "201 characters"}
	for i, row := range list.Rows {
		if want[i] == "" && row.Problem != "" || !strings.Contains(row.Problem, want[i]) {
			t.Errorf("line %d: problem %q, want one about %q", row.Line, row.Problem, want[i])
		}
	}
	if list.Problems() != 6 {
		t.Errorf("%d problems, want 6", list.Problems())
	}
}

func TestTextThatIsNoList(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "blank lines": "\n \n", "Latin-1": "M\xfcller\n", "huge": strings.Repeat("a\n", roster.MaxBytes),
		"too many rows": strings.Repeat("a\n", roster.MaxRows+1),
	} {
		if list, err := roster.Parse([]byte(text), nil); err == nil {
			t.Errorf("%s: understood as %d rows, want a refusal", name, len(list.Rows))
		}
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[=+\-@'"a-z,; é李<>]{1,12}x`)
		seen := map[string]bool{}
		var rows []roster.Row
		for i, n := range rapid.SliceOfN(name, 1, 8).Draw(t, "names") {
			clean, _ := roster.CleanName(n)
			if seen[roster.NameKey(clean)] {
				continue
			}
			seen[roster.NameKey(clean)] = true
			rows = append(rows, roster.Row{Line: len(rows) + 2, Name: clean, Seed: i, Club: rapid.SampledFrom([]string{"", "North", "=1+1"}).Draw(t, "club")})
		}
		text, err := roster.Write(rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimPrefix(line, `"`), "=") {
				t.Fatalf("a spreadsheet would run the cell %q", line)
			}
		}
		back, err := roster.Parse(text, nil)
		if err != nil || !slices.Equal(back.Rows, rows) {
			t.Fatalf("wrote %+v, read %+v, %v", rows, back, err)
		}
	})
}

func TestNamesThatNoPageCanShow(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"": "missing", " \u00a0 ": "missing", "Ana\x07": "control", "Ana\u0085Li": "control", "Ana\nLi": "one line", "Ana\u2028Li": "one line",
		"J\xe9": "UTF-8", strings.Repeat("é", roster.MaxName+1): "201 characters",
	} {
		if _, problem := roster.CleanName(name); !strings.Contains(problem, want) {
			t.Errorf("%q: %q, want one about %q", name, problem, want)
		}
	}
	if clean, problem := roster.CleanName("  Jose\u0301 李 "); clean != "José 李" || problem != "" {
		t.Errorf("%q, %q", clean, problem)
	}
}
