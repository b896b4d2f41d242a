package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"tourney/internal/results"
)

// text draws something that a person might type into a field.
func text(t *rapid.T, f Field) string {
	number := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint(rapid.IntRange(0, 12).Draw(t, "n")) })
	share := rapid.SampledFrom([]string{"0", "1", "1/3", "0.33", "0.25", "3/4", "1/7"})
	switch f.Kind {
	case Text:
		return rapid.StringN(0, 30, 60).Draw(t, f.Path)
	case Texts:
		return strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z"\\é]{1,12}`), 0, 3).Draw(t, f.Path), "\n")
	case Choice:
		options := []string{""}
		for _, o := range f.Options {
			options = append(options, o.Value)
		}
		return rapid.SampledFrom(options).Draw(t, f.Path)
	case Whole:
		return number.Draw(t, f.Path)
	case Exact:
		return share.Draw(t, f.Path)
	case Flag:
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, f.Path)
	case GamePair:
		return number.Draw(t, "won") + " " + number.Draw(t, "lost")
	case SeatPoints:
		return rapid.SampledFrom([]string{"", "3 = 5", "3 = 5\n4 = 7", "4=1/2"}).Draw(t, f.Path)
	case RoundRows:
		return rapid.SampledFrom([]string{"", "4 3", "4 3 0\n9 5 4", "2 1\n5 3 8"}).Draw(t, f.Path)
	}
	var codes []string
	for _, info := range results.Tiebreakers() {
		codes = append(codes, info.Code)
	}
	chain := rapid.SliceOfNDistinct(rapid.SampledFrom(codes), 1, 6, rapid.ID[string]).Draw(t, f.Path)
	for i, code := range chain {
		if code == "BH" || code == "SOS" {
			chain[i] = code + " direction=lower cut_low=1 cut_high=2"
		}
		if code == "KS" {
			chain[i] = "KS weights=0.6"
		}
	}
	return strings.Join(chain, "\n")
}

// anyPolicy draws a policy: a preset with the changes that were accepted.
func anyPolicy(t *rapid.T) *results.Policy {
	p, _, _, err := Preset(rapid.SampledFrom(presetOrder).Draw(t, "preset"))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		f := fields[rapid.IntRange(0, len(fields)-1).Draw(t, "field")]
		if changed, err := Change(p, map[string]string{f.Path: text(t, f)}); err == nil {
			p = changed
		}
	}
	return p
}

// A policy written and read is the same policy: as a canonical document, as
// stored text, as JSON of the record, and as the texts of a form.
func TestPoliciesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolicy(t)
		again, err := ParseTOML("", Canonical(p))
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Fatalf("canonical: %v\n%s\n%s", err, Canonical(p), Canonical(again))
		}
		stored, hash := Stored(p)
		if again, err = ParseTOML("", []byte(stored)); err != nil || !reflect.DeepEqual(p, again) || Hash(again) != hash {
			t.Fatalf("stored: %v\n%s", err, stored)
		}
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var record results.Policy
		if err := json.Unmarshal(data, &record); err != nil || string(Canonical(&record)) != string(Canonical(p)) {
			t.Fatalf("record: %v\n%s", err, data)
		}
		form := map[string]string{}
		for _, f := range fields {
			form[f.Path] = Value(p, f.Path)
		}
		if again, err = Change(p, form); err != nil || !reflect.DeepEqual(p, again) {
			t.Fatalf("form: %v", err)
		}
	})
}

// Every policy can be said in words, every link of its chain among them.
func TestEveryPolicyHasWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolicy(t)
		all := ""
		for _, s := range Words(p) {
			if s.Title == "" || len(s.Lines) == 0 {
				t.Fatalf("an empty section: %+v", s)
			}
			all += strings.Join(s.Lines, "\n") + "\n"
		}
		for i, link := range p.Tiebreakers {
			if !strings.Contains(all, fmt.Sprintf("%d. ", i+1)) || !strings.Contains(all, "("+link.Code+")") {
				t.Fatalf("%s is not in the words:\n%s", link.Code, all)
			}
		}
		for _, raw := range []string{"counts_for_nobody", "lowest_without_bye", "only_if_forced", "round_clock", "%!"} {
			if strings.Contains(all, raw) {
				t.Fatalf("the words say %q:\n%s", raw, all)
			}
		}
	})
}

// What anybody may send: no panic, and a refusal is one of faults.
func TestAnyDocument(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, _, _, err := Preset(rapid.SampledFrom(presetOrder).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		data := Canonical(p)
		for range rapid.IntRange(1, 4).Draw(t, "cuts") {
			from := rapid.IntRange(0, len(data)).Draw(t, "from")
			to := min(len(data), from+rapid.IntRange(0, 20).Draw(t, "length"))
			data = slices.Concat(data[:from], []byte(rapid.StringN(0, 6, 12).Draw(t, "insert")), data[to:])
		}
		var faults Faults
		if p, err := ParseTOML("x.toml", data); (p == nil) != (err != nil) || err != nil && !errors.As(err, &faults) {
			t.Fatalf("%v, %v", p, err)
		}
		if p, err := ParseJSON("x.json", "/policy", 1, data); (p == nil) != (err != nil) || err != nil && !errors.As(err, &faults) {
			t.Fatalf("%v, %v", p, err)
		}
	})
}

func TestChange(t *testing.T) {
	t.Parallel()
	base, _, _, err := Preset("magic-mtr")
	if err != nil {
		t.Fatal(err)
	}
	before := string(Canonical(base))
	for _, c := range []struct {
		name   string
		change map[string]string
		want   map[string]string
	}{
		{"a number", map[string]string{"timing.minutes": " 40 "}, map[string]string{"timing.minutes": "40", "playoff.minutes": "40"}},
		{"what follows goes on following", map[string]string{"scoring.bye": "2"}, map[string]string{"scoring.full_bye": "2"}},
		{"lines of a browser", map[string]string{"tiebreaker": "MP\r\n\r\nBH cut_low=1\r\n", "sources": "a\r\nb"},
			map[string]string{"tiebreaker": "MP\nBH cut_low=1", "sources": "a\nb"}},
		{"another structure", map[string]string{"match.games_to_win": "", "match.exact_games": "2"}, map[string]string{"match.games_to_win": "", "match.exact_games": "2", "playoff.exact_games": "2"}},
		{"a fixed number of rounds", map[string]string{"rounds.count": "5"}, map[string]string{"rounds.count": "5", "rounds.by_entrants": "", "rounds.formula": ""}},
		{"the formula", map[string]string{"rounds.by_entrants": ""}, map[string]string{"rounds.formula": "log2"}},
		{"a table", map[string]string{"rounds.by_entrants": "4 3\n9 4 4"}, map[string]string{"rounds.by_entrants": "4 3 0\n9 4 4"}},
		{"no draws", map[string]string{"match.drawn_match": "refused", "match.no_draw": "score"}, map[string]string{"match.agreed_draw": "refused"}},
		{"games of a bye as people write them", map[string]string{"scoring.bye_games": "1–0"}, map[string]string{"scoring.bye_games": "1 0"}},
		{"seats", map[string]string{"scoring.win_by_seats": "4 = 7\n3=5"}, map[string]string{"scoring.win_by_seats": "3 = 5\n4 = 7"}},
		{"nothing", nil, map[string]string{"timing.minutes": "50"}},
	} {
		p, err := Change(base, c.change)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for path, want := range c.want {
			if got := Value(p, path); got != want {
				t.Errorf("%s: %s is %q, want %q", c.name, path, got, want)
			}
		}
		if p.Code != "magic-mtr" {
			t.Errorf("%s: the code became %q", c.name, p.Code)
		}
	}
	if string(Canonical(base)) != before {
		t.Error("the policy that was changed is not as it was")
	}
}

func TestChangesThatAreRefused(t *testing.T) {
	t.Parallel()
	base, _, _, err := Preset("generic")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, text, says string }{
		{"timing.minutes", "many", "whole number"},
		{"timing.minutes", "-1", "out of range"},
		{"timing.minutes", "4-0", "out of range"},
		{"match.drawn_match", "refused", "no_draw"},
		{"match.drawn_match", "", "write one of"},
		{"percentages.floor", "a third", "exact number"},
		{"percentages.floor", "1/0", "exact number"},
		{"percentages.bye_in_own_match", "on", "true or false"},
		{"scoring.bye_games", "2", "[2, 0]"},
		{"scoring.win_by_seats", "four = 7", "number of seats"},
		{"rounds.by_entrants", "9", "9 5 4"},
		{"rounds.by_entrants", "9 5 4 3", "9 5 4"},
		{"tiebreaker", "", "at least one"},
		{"tiebreaker", "MP\nOWM", "there is no tiebreaker"},
		{"tiebreaker", "MP best=high", "not a key"},
		{"tiebreaker", "KS weights=two", "exact number"},
		{"name", "a\xffb", "cannot be read"},
		{"match.best_of", "3", "no such field"},
	} {
		_, err := Change(base, map[string]string{c.path: c.text})
		var refusal *results.Error
		if err == nil || !strings.Contains(err.Error(), c.says) || !errors.As(err, &refusal) || refusal.Field != c.path {
			t.Errorf("%s = %q: %v; want %q", c.path, c.text, err, c.says)
		}
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range Fields() {
		if seen[f.Path] || f.Label == "" || f.Help == "" || f.Kind == "" || (f.Kind == Choice) != (len(f.Options) > 0) {
			t.Errorf("%s: %+v", f.Path, f)
		}
		seen[f.Path] = true
		if got, ok := FieldAt(f.Path); !ok || got.Label != f.Label {
			t.Errorf("%s is not found", f.Path)
		}
		if f.follows != "" && !seen[f.follows] {
			t.Errorf("%s follows %s, which comes later", f.Path, f.follows)
		}
	}
	if _, ok := FieldAt("match.best_of"); ok || Value(defaults(), "match.best_of") != "" {
		t.Error("a field that does not exist is found")
	}
}
