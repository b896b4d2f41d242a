package rules_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"tourney/internal/rules"
)

var update = flag.Bool("update", false, "write docs/rules.md and the list of tests anew")

// ruleTest finds the tests that are named for a rule, such as
// TestRule_102_3e_LosingBeatsWinning.
var ruleTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)Rule_(\d+(?:_\d+)*[a-z]?)_[A-Z]\w*)\(`)

// namedTest is one such test.
type namedTest struct{ number, pkg, name string }

// namedTests finds them in all packages of the program, in order.
func namedTests(t *testing.T) []namedTest {
	t.Helper()
	var tests []namedTest
	walk := func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
		for _, m := range ruleTest.FindAllStringSubmatch(string(source), -1) {
			tests = append(tests, namedTest{strings.ReplaceAll(m[2], "_", "."), pkg, m[1]})
		}
		return nil
	}
	for _, root := range []string{"../../internal", "../../cmd"} {
		if err := filepath.WalkDir(root, walk); err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(tests, func(a, b namedTest) int {
		ra, _ := rules.ParseRef(a.number)
		rb, _ := rules.ParseRef(b.number)
		if ra != rb {
			return int(ra) - int(rb)
		}
		return strings.Compare(a.pkg+a.name, b.pkg+b.name)
	})
	return tests
}

// Every rule is named by a test, one that the engine owns by a test of the
// engine, and no test names a rule that is not in the table.
func TestEveryRuleHasATest(t *testing.T) {
	t.Parallel()
	anywhere, named := map[string]bool{}, map[string]bool{}
	for _, x := range namedTests(t) {
		if _, ok := rules.ParseRef(x.number); !ok {
			t.Errorf("%s names a rule that is not in the table", x.name)
		}
		anywhere[x.number] = true
		if strings.HasPrefix(x.pkg, "internal/rules") {
			named[x.number] = true
		}
	}
	for _, row := range rules.Table() {
		if !anywhere[row.Number] || row.EngineOwns() && !named[row.Number] {
			t.Errorf("no test is named for rule %s", row.Number)
		}
	}
}

// Every row says what it has to, and cites decisions that there are; every
// decision is cited.
func TestTableIsComplete(t *testing.T) {
	t.Parallel()
	cited := map[string]bool{}
	for _, row := range rules.Table() {
		if row.Text == "" || row.Does == "" || row.Owners == "" || strings.Trim(row.Owners, "GMTJ,") != "" {
			t.Errorf("row %s: %+v", row.Number, row)
		}
		for _, id := range row.Notes {
			cited[id] = true
		}
		x, ok := rules.Explain(row.Number)
		if !ok || x.Rule.Number != row.Number || len(x.Decisions) != len(row.Notes) {
			t.Errorf("rule %s is explained with %d of %d decisions", row.Number, len(x.Decisions), len(row.Notes))
		}
		if len(x.Tests) == 0 {
			t.Errorf("rule %s is explained without a test; run go generate ./internal/rules", row.Number)
		}
	}
	for _, d := range rules.Decisions() {
		if !cited[d.ID] || d.Question == "" || d.Answer == "" {
			t.Errorf("decision %s", d.ID)
		}
	}
	if n := len(rules.Decisions()); n != 21+12 {
		t.Errorf("%d decisions", n)
	}
	if _, ok := rules.Explain("7.3"); ok {
		t.Error("7.3 is explained, but it is no rule")
	}
}

// page is what the template of the documentation gets.
type page struct {
	Momon, Life []rules.Explanation
	Decisions   []rules.Decision
}

// TestRulebookIsCurrent compares the list of tests and docs/rules.md with the
// table and the tests that there are; with -update it writes them.
func TestRulebookIsCurrent(t *testing.T) {
	var list bytes.Buffer
	byRule := map[string][]string{}
	for _, x := range namedTests(t) {
		fmt.Fprintf(&list, "%s %s %s\n", x.number, x.pkg, x.name)
		byRule[x.number] = append(byRule[x.number], x.pkg+" "+x.name)
	}
	current(t, "rulebook.txt", list.Bytes())

	p := page{Decisions: rules.Decisions()}
	for _, row := range rules.Table() {
		x, _ := rules.Explain(row.Number)
		x.Tests = byRule[row.Number]
		if row.Ref().Set() == rules.Momon {
			p.Momon = append(p.Momon, x)
		} else {
			p.Life = append(p.Life, x)
		}
	}
	tmpl, err := template.New("rules.md.tmpl").Funcs(template.FuncMap{"join": strings.Join}).ParseFiles("testdata/rules.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	var doc bytes.Buffer
	if err := tmpl.Execute(&doc, p); err != nil {
		t.Fatal(err)
	}
	current(t, "../../docs/rules.md", doc.Bytes())
}

// current compares a generated file, or writes it.
func current(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not current (%v); run go generate ./internal/rules", path, err)
	}
}

// sources parses the code of the engine, without tests.
func sources(t *testing.T) (*token.FileSet, []*ast.File) {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		files = append(files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return set, files
}

// The engine is pure: it imports neither clock, randomness, input, output nor
// anything of the rest of the program, and it starts nothing.
func TestRule_7_3_5_TheEngineIsPure(t *testing.T) {
	t.Parallel()
	set, files := sources(t)
	for _, f := range files {
		for _, imp := range f.Imports {
			path := strings.Trim(imp.Path.Value, `"`)
			first, _, _ := strings.Cut(path, "/")
			own := path == "tourney/internal/rules" || strings.HasPrefix(path, "tourney/internal/rules/")
			foreign := strings.Contains(first, ".") || first == "tourney" && !own
			switch {
			case foreign, slices.Contains([]string{"time", "os", "net", "database", "sync", "log", "context", "syscall", "unsafe", "runtime"}, first),
				strings.HasPrefix(path, "math/rand"), strings.HasPrefix(path, "crypto/rand"):
				t.Errorf("%s imports %s", set.Position(imp.Pos()), path)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.SelectStmt, *ast.ChanType:
				t.Errorf("%s is concurrent", set.Position(n.Pos()))
			case *ast.TypeSpec:
				if f.Name.Name == "rules" && (n.Name.Name == "Match" || n.Name.Name == "Standing") {
					t.Errorf("%s is a matter of the match or the event", set.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// No rule code walks over a map, whose order is not fixed.
func TestNoMapIsWalkedOver(t *testing.T) {
	t.Parallel()
	set, files := sources(t)
	maps := map[string]bool{}
	isMap := func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.MapType:
			return true
		case *ast.CompositeLit:
			_, ok := e.Type.(*ast.MapType)
			return ok
		case *ast.CallExpr:
			if len(e.Args) > 0 {
				_, ok := e.Args[0].(*ast.MapType)
				return ok
			}
		}
		return false
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			var names []*ast.Ident
			var what []ast.Expr
			switch n := n.(type) {
			case *ast.Field:
				names, what = n.Names, []ast.Expr{n.Type}
			case *ast.ValueSpec:
				names, what = n.Names, append([]ast.Expr{n.Type}, n.Values...)
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					if id, ok := e.(*ast.Ident); ok {
						names = append(names, id)
					}
				}
				what = n.Rhs
			}
			for _, e := range what {
				for _, id := range names {
					maps[id.Name] = maps[id.Name] || isMap(e)
				}
			}
			return true
		})
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			r, ok := n.(*ast.RangeStmt)
			if !ok {
				return true
			}
			name := ""
			switch x := r.X.(type) {
			case *ast.Ident:
				name = x.Name
			case *ast.SelectorExpr:
				name = x.Sel.Name
			}
			if maps[name] || isMap(r.X) {
				t.Errorf("%s walks over a map", set.Position(r.Pos()))
			}
			return true
		})
	}
}

// cited finds numbers of rules in a text.
var cited = regexp.MustCompile(`\b(?:7\.\d\.\d+|12\.\d\.\d+|102\.\d[a-z]?)\b`)

// Rules that messages and comments cite are in the table.
func TestCitedRulesAreInTheTable(t *testing.T) {
	t.Parallel()
	set, files := sources(t)
	check := func(pos token.Pos, text string) {
		for _, number := range cited.FindAllString(text, -1) {
			if _, ok := rules.ParseRef(number); !ok {
				t.Errorf("%s cites rule %s, which is not in the table", set.Position(pos), number)
			}
		}
	}
	for _, f := range files {
		for _, c := range f.Comments {
			check(c.Pos(), c.Text())
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				check(lit.Pos(), lit.Value)
			}
			return true
		})
	}
}
