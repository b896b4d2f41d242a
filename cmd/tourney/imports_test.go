package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport is the architecture: what each package of ours may import of ours.
// A package that is not listed may not exist.
var mayImport = map[string][]string{
	"internal/rules":          {},
	"internal/rules/jsontree": {},
	"internal/rules/momon":    {"internal/rules", "internal/rules/jsontree"},
	"internal/rules/magic":    {"internal/rules", "internal/rules/jsontree"},
	"internal/rules/generic":  {"internal/rules", "internal/rules/jsontree"},
	"internal/rules/check":    {"internal/rules", "internal/rules/jsontree", "internal/rules/momon", "internal/rules/magic", "internal/rules/generic"},
	"internal/rules/scenario": {"internal/rules", "internal/rules/jsontree", "internal/rules/momon", "internal/rules/magic", "internal/rules/generic"},
	"internal/results":        {"internal/results/exact"},
	"internal/results/exact":  {},
	"internal/results/claims": {"internal/results", "internal/rules", "internal/rules/check"},
	"internal/results/policy": {"internal/results", "internal/results/exact"},
	"internal/results/roster": {"internal/results", "internal/results/exact"},
	"internal/results/store":  {"internal/results"},
	"internal/results/structure": {
		"internal/results", "internal/results/exact",
	},
	"internal/results/standings":   {"internal/results", "internal/results/exact"},
	"internal/results/resultstest": {"internal/results", "internal/results/exact"},
	"internal/pairing/matching":    {},
	"internal/pairing/swiss":       {"internal/pairing/matching"},
	"internal/pairing/bracket":     {},
	"internal/pairing/roundrobin":  {},
	"internal/pairing/pods":        {},
	"internal/pairing": {
		"internal/results", "internal/results/exact", "internal/results/standings", "internal/results/policy",
		"internal/pairing/matching", "internal/pairing/swiss", "internal/pairing/bracket", "internal/pairing/roundrobin", "internal/pairing/pods",
	},
	"templates": {},
	"static":    {},
}

// importers may import everything below them.
var importers = []string{"internal/results/eventfile", "internal/results/verify", "internal/results/scorekeeper", "internal/web", "cmd/tourney"}

const module = "tourney/"

func TestImportsFollowTheArchitecture(t *testing.T) {
	t.Parallel()
	for _, line := range list(t, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...") {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module)
		for _, imported := range fields[1:] {
			switch {
			case strings.HasPrefix(imported, "gorm.io/") && pkg != "internal/results/store":
				t.Errorf("%s imports %s; only internal/results/store knows gorm", pkg, imported)
			case strings.HasPrefix(pkg, "internal/rules") && slices.Contains([]string{"time", "os", "net", "math/rand", "math/rand/v2", "database/sql", "sync", "context"}, imported):
				t.Errorf("%s imports %s; the rules are pure", pkg, imported)
			}
			below, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			allowed, listed := mayImport[pkg]
			switch {
			case slices.Contains(importers, pkg):
				if strings.HasSuffix(below, "resultstest") {
					t.Errorf("%s imports %s, which is for tests", pkg, below)
				}
			case !listed:
				t.Errorf("%s is not part of the architecture: list it with what it may import", pkg)
			case !slices.Contains(allowed, below):
				t.Errorf("%s imports %s, which it may not", pkg, below)
			}
		}
	}
}

// The record layers see Match Results, never what the rules engine says of a
// game (rules 7.5.1 and 7.5.2).
func TestRule_7_5_2_PairingAndStandingsNeverReachRules(t *testing.T) {
	t.Parallel()
	for _, pkg := range []string{"./internal/pairing/...", "./internal/results/standings"} {
		for _, dep := range list(t, "-deps", pkg) {
			if strings.HasPrefix(dep, module+"internal/rules") {
				t.Errorf("%s depends on %s", pkg, dep)
			}
		}
	}
}

func list(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
