// Package roster reads and writes lists of entrants as people have them: a
// pasted column of names, a spreadsheet saved as CSV with commas, semicolons or
// tabs, with or without a header, with a byte-order mark, with quotes. Nothing
// is stored here; the caller shows what was understood first.
package roster

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"tourney/internal/results/exact"
)

// Limits on a list. A hall holds fewer people.
const (
	MaxBytes = 4 << 20
	MaxRows  = 20000
	// MaxName is the longest name of an entrant, in characters.
	MaxName = 200
)

// Row is one line of a list as it was understood. Problem says what is wrong
// with it and what to do; it is empty for a good row.
type Row struct {
	Line        int // in the text, from 1
	Name        string
	Seed        int
	Rating      int
	Club        string
	Group       string
	FixedTable  int
	AwardedByes int
	StartScore  exact.Rat
	Problem     string
}

// List is a whole list. Ignored names the columns that are not kept.
type List struct {
	Rows    []Row
	Ignored []string
}

// Problems counts the rows that have one.
func (l *List) Problems() int {
	n := 0
	for _, r := range l.Rows {
		if r.Problem != "" {
			n++
		}
	}
	return n
}

// NameKey is equal for names that people would take for the same: outer spaces,
// case and Unicode composition do not count.
func NameKey(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// CleanName trims a name and composes its letters, and says what is wrong with
// it, if anything.
func CleanName(name string) (clean, problem string) {
	clean = norm.NFC.String(strings.TrimSpace(name))
	switch n := utf8.RuneCountInString(clean); {
	case clean == "":
		return clean, "The name is missing."
	case !utf8.ValidString(clean):
		return clean, "The name has bytes that are no letters. Save the list as UTF-8."
	case n > MaxName:
		return clean, fmt.Sprintf("The name has %d characters; %d are the most.", n, MaxName)
	case strings.ContainsFunc(clean, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }):
		return clean, "A name stands on one line, without control characters."
	}
	return clean, ""
}

// columns are the headings that are understood, in several spellings.
var columns = map[string]string{
	"name": "name", "player": "name", "entrant": "name", "team": "name",
	"seed": "seed", "rating": "rating", "elo": "rating", "club": "club", "group": "group",
	"table": "table", "fixed table": "table", "fixed_table": "table", "byes": "byes", "awarded byes": "byes", "awarded_byes": "byes",
	"start score": "start", "start_score": "start",
}

// Parse reads a list. existing are the names that are entered already; a row
// that repeats one of them, or an earlier row, has a problem. Parse fails only
// if nothing of the text can be understood.
func Parse(text []byte, existing []string) (*List, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the list has %d bytes; %d are the most: split it", len(text), MaxBytes)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) {
		return nil, errors.New("the list is not UTF-8 text: save it as \"CSV UTF-8\" and try again, so that no letter is lost")
	}
	records, lines, err := split(string(text))
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, errors.New("the list is empty: write one name on each line")
	}
	if len(records) > MaxRows {
		return nil, fmt.Errorf("the list has %d rows; %d are the most: split it", len(records), MaxRows)
	}
	list := &List{}
	heads := []string{"name"}
	if h, ok := header(records[0]); ok {
		for i, head := range h {
			if head == "" && strings.TrimSpace(records[0][i]) != "" {
				list.Ignored = append(list.Ignored, strings.TrimSpace(records[0][i]))
			}
		}
		heads, records, lines = h, records[1:], lines[1:]
	}
	taken := make(map[string]string, len(existing)+len(records))
	for _, name := range existing {
		taken[NameKey(name)] = name + " is entered already"
	}
	for i, record := range records {
		row := read(heads, record, lines[i])
		if key := NameKey(row.Name); row.Problem == "" {
			if other, twice := taken[key]; twice {
				row.Problem = fmt.Sprintf("%s. Add something that tells the two apart, or take the row out.", other)
			} else {
				taken[key] = fmt.Sprintf("line %d has the same name", row.Line)
			}
		}
		list.Rows = append(list.Rows, row)
	}
	return list, nil
}

// split cuts the text into records of fields. A separator is one that gives
// every line the same number of fields, more than one; without such a separator
// every line is a name.
func split(text string) (records [][]string, lines []int, err error) {
	first := ""
	for line := range strings.Lines(text) {
		if first = strings.TrimSpace(line); first != "" {
			break
		}
	}
	for _, separator := range []rune{';', '\t', ','} {
		if !strings.ContainsRune(first, separator) {
			continue
		}
		if records, lines, ok := splitBy(text, separator); ok {
			return records, lines, nil
		}
	}
	if records, lines, ok := splitBy(text, 0); ok {
		return records, lines, nil
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if name := strings.TrimSpace(line); name != "" {
			records, lines = append(records, []string{name}), append(lines, n)
		}
	}
	return records, lines, nil
}

// splitBy reads CSV with the separator, or quoted single fields if it is 0.
func splitBy(text string, separator rune) (records [][]string, lines []int, ok bool) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	r.Comma = separator
	if separator == 0 {
		r.Comma = '\x1f' // no text has it; only quotes matter
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, false
		}
		if strings.TrimSpace(strings.Join(record, "")) == "" {
			continue
		}
		line, _ := r.FieldPos(0)
		records, lines = append(records, record), append(lines, line)
		if len(record) != len(records[0]) {
			return nil, nil, false
		}
	}
	if len(records) == 0 {
		return nil, nil, false
	}
	return records, lines, separator == 0 || len(records[0]) > 1
}

// header reads the first record as headings if one of them is "name".
func header(record []string) ([]string, bool) {
	heads := make([]string, len(record))
	named := false
	for i, field := range record {
		heads[i] = columns[strings.ToLower(strings.TrimSpace(field))]
		named = named || heads[i] == "name"
	}
	return heads, named
}

func read(heads, record []string, line int) Row {
	row := Row{Line: line}
	number := func(what, text string, most int) int {
		text = strings.TrimSpace(text)
		if text == "" {
			return 0
		}
		n, err := strconv.Atoi(text)
		if (err != nil || n < 0 || n > most) && row.Problem == "" {
			row.Problem = fmt.Sprintf("%s %q is not a whole number from 0 to %d.", what, text, most)
		}
		return n
	}
	for i, head := range heads {
		if i >= len(record) {
			break
		}
		text := strings.TrimSpace(record[i])
		switch head {
		case "name":
			// A line break inside quotes is a name that was wrapped in its cell.
			var problem string
			row.Name, problem = CleanName(alive(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")))
			if problem != "" {
				row.Problem = problem
			}
		case "seed":
			row.Seed = number("Seed", text, 1_000_000)
		case "rating":
			row.Rating = number("Rating", text, 100_000)
		case "club":
			row.Club = alive(text)
		case "group":
			row.Group = alive(text)
		case "table":
			row.FixedTable = number("Table", text, 100_000)
		case "byes":
			row.AwardedByes = number("Byes", text, 100)
		case "start":
			if text == "" {
				continue
			}
			score, err := exact.Parse(text)
			if err != nil && row.Problem == "" {
				row.Problem = "Start score: " + err.Error() + "."
			}
			row.StartScore = score
		}
	}
	return row
}

// formula begins cells that spreadsheets would run.
const formula = "=+-@\t\r"

// inert puts an apostrophe before a cell that a spreadsheet would run; alive
// takes it away again.
func inert(cell string) string {
	if cell != "" && strings.ContainsRune(formula, rune(cell[0])) || strings.HasPrefix(cell, "'") {
		return "'" + cell
	}
	return cell
}

func alive(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && rest != "" && (strings.ContainsRune(formula, rune(rest[0])) || rest[0] == '\'') {
		return rest
	}
	return cell
}

// Write prints rows as CSV with a header, ready to be read by Parse or a
// spreadsheet: cells that a spreadsheet would run are made inert.
func Write(rows []Row) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	records := [][]string{{"name", "seed", "rating", "club", "group", "table", "byes", "start score"}}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	for _, r := range rows {
		start := ""
		if !r.StartScore.IsZero() {
			start = r.StartScore.String()
		}
		records = append(records, []string{
			inert(r.Name), number(r.Seed), number(r.Rating), inert(r.Club), inert(r.Group), number(r.FixedTable), number(r.AwardedByes), start,
		})
	}
	err := w.WriteAll(records)
	return out.Bytes(), err
}
