package web

import (
	"strconv"
	"strings"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/templates"
)

func presentPresets(list []policy.Entry, actor results.Actor) templates.PresetsPage {
	p := templates.PresetsPage{}
	for _, e := range list {
		p.Presets = append(p.Presets, templates.PresetCard{Name: e.Name, Text: e.Description, Href: routeNewEvent + "?preset=" + e.Code})
	}
	if results.Allowed(actor.Role, results.ImportEvent) {
		p.Import = templates.Link{Label: "Import an event file instead", Href: routeImport}
	}
	return p
}

// rulesets are the rule sets an event can have.
var rulesets = []templates.Option{
	{Value: "momon", Label: "Momon"},
	{Value: "magic", Label: "Magic"},
	{Value: "generic", Label: "Any card game", Hint: "Results are taken as reported; no engine checks how a game ended."},
}

// rulesetOf is the rule set that events with a preset usually have.
func rulesetOf(preset string) string {
	for _, name := range []string{"momon", "magic"} {
		if strings.HasPrefix(preset, name) {
			return name
		}
	}
	return "generic"
}

// presentFacts are the fields of an event's details.
func presentFacts(d *results.Details) []templates.FieldGroup {
	date, clock := "", ""
	if location, err := time.LoadLocation(d.Zone); err == nil && !d.StartsAt.IsZero() {
		at := d.StartsAt.In(location)
		date, clock = at.Format(time.DateOnly), at.Format("15:04")
	}
	ruleset := choose(templates.Field{Name: "ruleset", Label: "Rule set", Type: "choice", Options: rulesets, Required: true}, d.Ruleset)
	return []templates.FieldGroup{
		{Fields: []templates.Field{
			{Name: "name", Label: "Name of the event", Value: d.Name, Required: true, MaxLength: 200, Autocomplete: "off", Focus: d.Name == ""},
			{Name: "slug", Label: "Address", Value: d.Slug, MaxLength: 80, Autocomplete: "off", Hint: "What stands after /t/ in the link: small letters, digits, hyphens. Leave it empty for one made of the name."},
		}},
		{Title: "When and where", Fields: []templates.Field{
			{Name: "date", Label: "Date", Type: "date", Value: date},
			{Name: "time", Label: "Time", Type: "time", Value: clock},
			{Name: "zone", Label: "Time zone of the venue", Value: d.Zone, MaxLength: 60, Autocomplete: "off", Hint: "A name such as Europe/Berlin. Empty stands for UTC."},
			{Name: "place", Label: "Place", Value: d.Place, MaxLength: 200},
			{Name: "kept_tables", Label: "Tables kept free", Value: rangesText(d.KeptTables), MaxLength: 400, Autocomplete: "off", Hint: "Numbers that rounds do not use, such as 7, 10-12."},
		}},
		{Title: "Rules", Fields: []templates.Field{
			ruleset,
			{Name: "sanctioned", Label: "Sanctioned event", Type: "checkbox", Checked: d.Sanctioned, Hint: "Rules and procedures of sanctioned play apply."},
		}},
	}
}

func rangesText(list []results.TableRange) string {
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i] = strconv.Itoa(r.First)
		if r.Last != r.First {
			parts[i] += "-" + strconv.Itoa(r.Last)
		}
	}
	return strings.Join(parts, ", ")
}

// presentNewEvent is the form of an event that begins from a preset.
func presentNewEvent(rules *results.Policy, zone string) templates.FormPage {
	p := templates.FormPage{
		Heading: "New event", Back: templates.Link{Label: "All presets", Href: routeNewEvent},
		Text: []string{"Policy: " + rules.Name + ". " + rules.Description},
		Form: newForm(routeNewEvent, 0),
	}
	p.Groups = presentFacts(&results.Details{Zone: zone, Ruleset: rulesetOf(rules.Code), Sanctioned: true})
	p.Groups[0].Fields = append(p.Groups[0].Fields, templates.Field{Name: "preset", Type: "hidden", Value: rules.Code})
	if plan := planFields(rules); len(plan) > 0 {
		p.Groups = append(p.Groups, templates.FieldGroup{Title: "Rounds and playoff", Lines: roundsWords(rules), Fields: plan})
	}
	p.Buttons = []templates.Button{{Label: "Create the event", Tone: templates.Primary}}
	return p
}

// planFields ask for the number of rounds and the cut, where the system of the
// policy has them.
func planFields(rules *results.Policy) []templates.Field {
	if rules.Pairing.System.Elimination() {
		return nil
	}
	cut := ""
	if rules.Rounds.Cut > 0 {
		cut = strconv.Itoa(rules.Rounds.Cut)
	}
	fields := []templates.Field{
		{Name: "rounds", Label: "Number of rounds", InputMode: "numeric", MaxLength: 3, Autocomplete: "off",
			Hint: "Empty: as the policy gives for the number of players. It can be changed until the last round."},
		{Name: "cut", Label: "Playoff: how many go on", Value: cut, InputMode: "numeric", MaxLength: 4, Autocomplete: "off",
			Hint: "Empty or 0: none planned. A cut can also be made after the rounds."},
	}
	if rules.Pairing.System == results.RoundRobin {
		return fields[1:]
	}
	return fields
}

// roundsWords are what the policy recommends, in its own words.
func roundsWords(rules *results.Policy) []string {
	for _, section := range policy.Words(rules) {
		if section.Title == "Rounds and cut" {
			return section.Lines
		}
	}
	return nil
}

func presentImport() templates.FormPage {
	form := newForm(routeImport, 0)
	form.Upload = true
	return templates.FormPage{
		Heading: "Import an event", Back: templates.Link{Label: "All events", Href: routeHome}, Form: form,
		Text: []string{"An event file of the form tourney/1: an export of this program, or one that was written by hand. Everything in it is checked first; if anything is wrong, nothing is stored."},
		Groups: []templates.FieldGroup{{Fields: []templates.Field{
			{Name: "file", Label: "Event file", Type: "file", Required: true},
			{Name: "copy", Label: "Import as a copy", Type: "checkbox", Hint: "If an event has this address already, the copy gets the next free one."},
		}}},
		Buttons: []templates.Button{{Label: "Import", Tone: templates.Primary}},
	}
}
