package web

import (
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/templates"
)

// presentChangePolicy is the policy as a form: what differs from its preset
// first, then section by section.
func presentChangePolicy(t *results.Tournament) (templates.FormPage, error) {
	slug := t.Info().Slug
	now := t.Policies[len(t.Policies)-1]
	p := templates.FormPage{
		Heading: "Change the policy", Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)},
		Text:    []string{"In force: " + now.Policy.Name + ". Nothing is saved before you have seen what changes."},
		Form:    newForm(href(routeChangePolicy, slug), now.Version),
		Buttons: []templates.Button{{Label: "Show what changes", Tone: templates.Primary}},
		More:    []templates.Link{{Label: "The policy in plain words", Href: href(routePolicy, slug)}},
	}
	p.Form.Upload = true
	base, label, err := baseOf(now.Policy)
	if err != nil {
		return p, err
	}
	differs := map[string]bool{}
	for _, d := range policy.Differences(base, now.Policy) {
		differs[d.Path] = true
	}
	first := templates.FieldGroup{Title: "What differs from " + label, Fields: []templates.Field{{Name: "form", Type: "hidden", Value: "fields"}}}
	if len(differs) == 0 {
		first.Text = "Nothing differs: the policy is the preset as it is. Open a section below to change something."
	}
	var groups []templates.FieldGroup
	for _, f := range policy.Fields() {
		field := policyField(f, now.Policy)
		if differs[f.Path] {
			first.Fields = append(first.Fields, field)
			continue
		}
		title := sectionTitle(f.Path)
		at := slices.IndexFunc(groups, func(g templates.FieldGroup) bool { return g.Title == title })
		if at < 0 {
			groups = append(groups, templates.FieldGroup{Title: title, Fold: true})
			at = len(groups) - 1
		}
		groups[at].Fields = append(groups[at].Fields, field)
	}
	from := templates.FieldGroup{Title: "When", Fields: []templates.Field{fromRoundField(t, firstChangeable(t))}}
	document := templates.FieldGroup{
		Title: "Or as a document (TOML)", Fold: true, Text: "A document replaces all fields above. It may begin from a preset and say only what differs.",
		Fields: []templates.Field{
			{Name: "document", Label: "Paste it here", Type: "textarea", Rows: 12},
			{Name: "file", Label: "Or choose a file", Type: "file"},
		},
	}
	p.Groups = append(append([]templates.FieldGroup{first}, groups...), document, from)
	return p, nil
}

// baseOf is the preset that a policy began from, or the plain one.
func baseOf(p *results.Policy) (base *results.Policy, label string, err error) {
	code := p.Code
	if code == "" {
		code = "generic"
	}
	base, _, _, err = policy.Preset(code)
	if err != nil {
		return nil, "", err
	}
	return base, "the preset " + base.Name, nil
}

// firstChangeable is the first round for which another policy can be put in
// force.
func firstChangeable(t *results.Tournament) int { return nextRound(t) }

func fromRoundField(t *results.Tournament, round int) templates.Field {
	f := templates.Field{Name: "from_round", Label: "In force from round", Value: strconv.Itoa(round), InputMode: "numeric", MaxLength: 3, Required: true, Autocomplete: "off"}
	if n := nextRound(t); n > 1 {
		f.Hint = "Rounds up to " + strconv.Itoa(n-1) + " keep the policy under which they were played."
	}
	return f
}

// policyField is one field of a policy on a form.
func policyField(f policy.Field, p *results.Policy) templates.Field {
	out := templates.Field{Name: f.Path, Label: f.Label, Hint: f.Help, Value: policy.Value(p, f.Path), Autocomplete: "off"}
	switch f.Kind {
	case policy.Choice:
		out.Type = "select"
		if !slices.ContainsFunc(f.Options, func(o policy.Option) bool { return o.Value == out.Value }) {
			out.Options = append(out.Options, templates.Option{Label: "not used", Selected: true})
		}
		for _, o := range f.Options {
			out.Options = append(out.Options, templates.Option{Value: o.Value, Label: o.Text, Selected: o.Value == out.Value})
		}
	case policy.Flag:
		out.Type, out.Checked = "checkbox", out.Value == "true"
	case policy.Texts, policy.SeatPoints, policy.RoundRows, policy.Chain:
		out.Type, out.Rows = "textarea", strings.Count(out.Value, "\n")+2
		if !strings.Contains(out.Hint, "per line") {
			out.Hint += " One per line."
		}
	case policy.Whole:
		out.InputMode = "numeric"
	}
	return out
}

// sectionTitles are the headings of the sections of a document.
var sectionTitles = map[string]string{
	"": "Name and ranking", "match": "How a match is decided", "timing": "Time", "playoff": "Playoff", "scoring": "Points",
	"percentages": "Shares and averages", "unplayed": "Rounds not played", "pairing": "Pairing", "rounds": "Rounds and cut",
}

func sectionTitle(path string) string {
	section, _, nested := strings.Cut(path, ".")
	if !nested {
		section = ""
	}
	return sectionTitles[section]
}

// presentConfirmPolicy lists what a policy changes and asks to save it. The
// policy is sent along as the document that it is.
func presentConfirmPolicy(t *results.Tournament, rules *results.Policy, changes []policy.Difference, from, version int) templates.ConfirmPolicyPage {
	slug := t.Info().Slug
	p := templates.ConfirmPolicyPage{
		Heading: "What changes", Back: templates.Link{Label: "Change the policy", Href: href(routeChangePolicy, slug)},
		Text:   plural(len(changes), "field") + " of the policy.",
		Form:   newForm(href(routeChangePolicy, slug), version),
		Button: templates.Button{Label: "Put it in force", Name: "step", Value: "save", Tone: templates.Primary},
	}
	for _, d := range changes {
		p.Differences = append(p.Differences, templates.ChangeRow{Name: d.Label, Before: d.Before, After: d.After})
	}
	p.Fields = []templates.Field{
		{Name: "document", Type: "hidden", Value: string(policy.Canonical(rules))},
		fromRoundField(t, from),
	}
	if len(t.Rounds) > 0 {
		p.Fields = append(p.Fields, reasonField("Why does the policy change?"))
	}
	return p
}
