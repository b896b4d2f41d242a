package eventfile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tourney/internal/results"
)

// localTime is how a start is written: the time on the wall at the venue.
const localTime = "2006-01-02T15:04:05"

// maxName bounds the names of events, entrants, places and clubs, in
// characters; maxID the ids, in bytes.
const (
	maxName = 200
	maxID   = 100
)

// details checks the facts about the event itself.
func (b *builder) details() *results.Details {
	doc := b.doc
	d := &results.Details{
		Version: 1, Zone: doc.Zone, Ruleset: doc.Ruleset, Sanctioned: doc.Sanctioned == nil || *doc.Sanctioned,
		Name:   b.name(doc.Name, "name", "name"),
		Slug:   doc.Slug,
		Place:  strings.TrimSpace(doc.Place),
		Status: results.Registration, KeptTables: doc.KeptTables,
	}
	if n := len(doc.KeptTables); n > results.MaxKeptTables {
		b.addf([]any{"kept_tables"}, "%d ranges are kept free; write %d at most", n, results.MaxKeptTables)
	}
	for i, kept := range doc.KeptTables {
		if kept.First < 1 || kept.Last < kept.First || kept.Last > results.MaxTable {
			b.addf([]any{"kept_tables", i}, "tables %d to %d are no range; write the first table and the last, numbers from 1 to %d", kept.First, kept.Last, results.MaxTable)
		}
	}
	if len(doc.Rounds) > 0 {
		d.Status = results.Running
	}
	switch d.Ruleset {
	case "":
		d.Ruleset = "generic"
	case "momon", "magic", "generic":
	default:
		b.addf([]any{"ruleset"}, `%q is no rule set; write "momon", "magic" or "generic"`, clip(d.Ruleset))
		d.Ruleset = "generic"
	}
	if d.Slug == "" {
		d.Slug = DefaultSlug(d.Name)
	} else if !validSlug(d.Slug) {
		b.addf([]any{"slug"}, "%q cannot be part of an address; use small letters a-z, digits and hyphens between them, 80 at most", clip(d.Slug))
	}
	b.start(d)
	return d
}

// name trims a name and refuses one that no page could show.
func (b *builder) name(name string, what string, place ...any) string {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		b.addf(place, "the %s is missing or empty; write what people call it", what)
	case len([]rune(name)) > maxName:
		b.addf(place, "the %s has %d characters; %d are the most", what, len([]rune(name)), maxName)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }):
		b.addf(place, "the %s has a line break or another control character; write it on one line", what)
	}
	return name
}

// start turns the local start into UTC. The offset is that of the start's own
// day, so clocks that change between now and then do no harm.
func (b *builder) start(d *results.Details) {
	written := b.doc.StartsAt
	zone := time.UTC
	if d.Zone != "" {
		found, err := time.LoadLocation(d.Zone)
		if err != nil || d.Zone == "Local" {
			b.addf([]any{"zone"}, "%q is no time zone; use an IANA name such as Europe/Berlin", clip(d.Zone))
			return
		}
		zone = found
	}
	if written == "" {
		return
	}
	if d.Zone == "" {
		d.Zone = "UTC"
	}
	layout := localTime
	if len(written) == len("2006-01-02T15:04") {
		layout = "2006-01-02T15:04"
	}
	at, err := time.ParseInLocation(layout, written, zone)
	switch {
	case err != nil:
		b.addf([]any{"starts_at"}, "%q is no local time; write it like 2026-12-04T18:30:00, without an offset, and name the zone in \"zone\"", clip(written))
	case at.Format(layout) != written:
		b.addf([]any{"starts_at"}, "%s does not exist in %s: the clocks skip it; choose another time", written, d.Zone)
	default:
		d.StartsAt = at.UTC()
	}
}

func validSlug(s string) bool {
	return len(s) <= 80 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" &&
		!strings.HasPrefix(s, "-") && !strings.HasSuffix(s, "-")
}

// DefaultSlug makes an address of an event's name: its letters and digits
// without marks, in small letters, joined by hyphens. A name with none of those
// (another script, emoji) gets a number made from it, so that the address is
// never empty.
func DefaultSlug(name string) string {
	var slug strings.Builder
	gap := false
	for _, r := range strings.ToLower(norm.NFKD.String(name)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && slug.Len() > 0 {
				slug.WriteByte('-')
			}
			gap = false
			slug.WriteRune(r)
		case !unicode.Is(unicode.Mn, r):
			gap = true
		}
		if slug.Len() >= 60 {
			break
		}
	}
	if slug.Len() == 0 {
		sum := sha256.Sum256([]byte(name))
		return "event-" + hex.EncodeToString(sum[:4])
	}
	return slug.String()
}

// entrants checks the list of entrants and indexes it.
func (b *builder) entrants() []results.Record {
	records := make([]results.Record, 0, len(b.doc.Entrants))
	b.index = make(map[results.EntrantID]int, len(b.doc.Entrants))
	for i := range b.doc.Entrants {
		e := &b.doc.Entrants[i]
		at := func(key string) []any { return []any{"entrants", i, key} }
		switch first, twice := b.index[e.ID]; {
		case e.ID == "":
			b.addf([]any{"entrants", i}, "this entrant has no id; give each a different one, such as \"e%d\"", i+1)
		case len(e.ID) > maxID:
			b.addf(at("id"), "this id is longer than %d bytes; choose a short one", maxID)
		case strings.ContainsFunc(string(e.ID), unicode.IsControl) || strings.TrimSpace(string(e.ID)) != string(e.ID):
			b.addf(at("id"), "the id %q has a space at its edge or a control character; use letters and digits", clip(string(e.ID)))
		case twice:
			b.addf(at("id"), "the id %q is taken by entrant /entrants/%d; give each a different one", clip(string(e.ID)), first)
		default:
			b.index[e.ID] = i
		}
		for _, count := range []struct {
			key   string
			value int
		}{
			{"seed", e.Seed}, {"rating", e.Rating}, {"fixed_table", e.FixedTable},
			{"awarded_byes", e.AwardedByes}, {"joined_in", e.JoinedIn},
			{"dropped_after", deref(e.DroppedAfter)}, {"disqualified_after", deref(e.DisqualifiedAfter)},
		} {
			if count.value < 0 {
				b.addf(at(count.key), "%d is negative; write 0 or more, or leave the key out", count.value)
			}
		}
		for j, n := range e.Absent {
			if n < 1 {
				b.addf(append(at("absent"), j), "%d is no round; rounds are counted from 1", n)
			}
		}
		records = append(records, &results.Entrant{
			Version: 1, ID: e.ID, Name: b.name(e.Name, "name", "entrants", i, "name"), Seed: e.Seed, Rating: e.Rating,
			Club: strings.TrimSpace(e.Club), Group: strings.TrimSpace(e.Group), FixedTable: e.FixedTable,
			AwardedByes: e.AwardedByes, StartScore: e.StartScore, JoinedIn: e.JoinedIn,
			DroppedAfter: e.DroppedAfter, DisqualifiedAfter: e.DisqualifiedAfter, Absent: e.Absent,
		})
	}
	return records
}

func deref(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// stages checks the plan. Without one there is a single Swiss stage.
func (b *builder) stages() []results.Stage {
	if b.doc.Stages == nil {
		return []results.Stage{{ID: "swiss", System: results.Swiss}}
	}
	if len(b.doc.Stages) == 0 {
		b.addf([]any{"stages"}, "this list is empty; name a stage, or leave the key out for one Swiss stage")
	}
	plan := make([]results.Stage, len(b.doc.Stages))
	seen := map[string]bool{}
	for i, s := range b.doc.Stages {
		at := func(key string) []any { return []any{"stages", i, key} }
		switch {
		case s.ID == "":
			b.addf([]any{"stages", i}, "this stage has no id; give each a different one, such as \"swiss\"")
		case seen[s.ID]:
			b.addf(at("id"), "there is another stage %q; give each a different id", clip(s.ID))
		}
		seen[s.ID] = true
		switch s.System {
		case results.Swiss, results.RoundRobin, results.SingleElimination, results.DoubleElimination, results.Pods:
		case "":
			b.addf([]any{"stages", i}, "this stage has no system; write one of %s", systems)
		default:
			b.addf(at("system"), "%q is no system; write one of %s", clip(string(s.System)), systems)
		}
		for _, bound := range []struct {
			key        string
			value, max int
		}{{"rounds", s.Rounds, 1000}, {"size", s.Size, 1 << 20}, {"legs", s.Legs, 2}, {"groups", s.Groups, 1 << 16}} {
			if bound.value < 0 || bound.value > bound.max {
				b.addf(at(bound.key), "%d is out of range; write 1 to %d, or leave the key out", bound.value, bound.max)
			}
		}
		if s.Seeding != "" && s.Seeding != "standard" && s.Seeding != "reseed" {
			b.addf(at("seeding"), `%q is no seeding; write "standard" or "reseed"`, clip(s.Seeding))
		}
		plan[i] = results.Stage{
			ID: s.ID, System: s.System, Rounds: s.Rounds, Size: s.Size, Legs: s.Legs, Groups: s.Groups,
			ThirdPlace: s.ThirdPlace, Reset: s.Reset, Seeding: s.Seeding, LotSeed: s.LotSeed,
		}
		b.overrides(&plan[i], s, i)
	}
	return plan
}

var systems = fmt.Sprintf("%s, %s, %s, %s, %s", results.Swiss, results.RoundRobin, results.SingleElimination, results.DoubleElimination, results.Pods)
