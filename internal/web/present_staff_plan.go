package web

import (
	"strconv"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/templates"
)

// presentDetails is the form of an event's details.
func presentDetails(t *results.Tournament) templates.FormPage {
	slug := t.Info().Slug
	return templates.FormPage{
		Heading: "Event details", Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)},
		Form:    newForm(href(routeDetails, slug), t.Info().Version),
		Groups:  presentFacts(t.Info()),
		Buttons: []templates.Button{{Label: "Save", Tone: templates.Primary}},
		More: []templates.Link{
			{Label: "Rounds and playoff", Href: href(routeStages, slug)},
			{Label: "Policy", Href: href(routeChangePolicy, slug)},
			{Label: "Staff", Href: href(routeStaff, slug)},
		},
	}
}

// systems are the systems a stage can have.
var systems = []templates.Option{
	{Value: string(results.Swiss), Label: "Swiss rounds"},
	{Value: string(results.RoundRobin), Label: "Round robin"},
	{Value: string(results.SingleElimination), Label: "Single elimination"},
	{Value: string(results.DoubleElimination), Label: "Double elimination"},
	{Value: string(results.Pods), Label: "Pods"},
}

// presentStages is the form of the plan, with remarks where it does not fit.
func presentStages(t *results.Tournament) templates.FormPage {
	slug := t.Info().Slug
	entrants, _ := pairing.Field(t)
	p := templates.FormPage{
		Heading: "Rounds and playoff", Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)},
		Text:    []string{"There are " + plural(entrants, "player") + " now. The policy says:"},
		Facts:   roundsWords(t.PolicyFor(nextRound(t)).Policy),
		Advice:  planAdvice(t),
		Form:    newForm(href(routeStages, slug), t.Plans[len(t.Plans)-1].Version),
		Buttons: []templates.Button{{Label: "Save the plan", Tone: templates.Primary}},
	}
	stages := t.Stages()
	for i, stage := range stages {
		p.Groups = append(p.Groups, stageGroup(t, stage, i))
	}
	extra := stageGroup(t, results.Stage{}, len(stages))
	extra.Title, extra.Fold = "Add a stage after it", true
	p.Groups = append(p.Groups, extra)
	return p
}

// stageGroup are the fields of one stage; a stage with rounds keeps its system.
func stageGroup(t *results.Tournament, stage results.Stage, i int) templates.FieldGroup {
	name := func(field string) string { return field + "-" + strconv.Itoa(i) }
	value := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	field := func(key, label string, n int, hint string) templates.Field {
		return templates.Field{Name: name(key), Label: label, Value: value(n), Hint: hint, InputMode: "numeric", MaxLength: 4, Autocomplete: "off"}
	}
	g := templates.FieldGroup{Title: "Stage " + strconv.Itoa(i+1) + ": " + stage.ID}
	played := stage.ID != "" && len(pairing.StageRounds(t, stage.ID)) > 0
	options := systems
	if played {
		g.Text = "It has rounds already: only their number can change."
		options = nil
		for _, o := range systems {
			if o.Value == string(stage.System) {
				options = append(options, o)
			}
		}
	} else {
		none := templates.Option{Label: "none"}
		if stage.ID != "" {
			none.Label = "take this stage out"
		}
		options = append([]templates.Option{none}, systems...)
	}
	g.Fields = append(g.Fields, choose(templates.Field{Name: name("system"), Label: "System", Type: "select", Options: options}, string(stage.System)))
	if !played {
		g.Fields = append(g.Fields, templates.Field{Name: name("id"), Label: "Name", Value: stage.ID, MaxLength: 40, Autocomplete: "off", Hint: "Empty: made of the system."})
	}
	has := func(systems ...results.System) bool {
		if stage.System == "" {
			return true
		}
		for _, s := range systems {
			if stage.System == s || !played {
				return true
			}
		}
		return false
	}
	if has(results.Swiss, results.Pods) {
		g.Fields = append(g.Fields, field("rounds", "Number of rounds", stage.Rounds, "Swiss and pods. Empty: as the policy gives for the number of players."))
	}
	if has(results.SingleElimination, results.DoubleElimination) {
		g.Fields = append(g.Fields, field("size", "How many go on to it", stage.Size, "Brackets after other rounds. Empty: decided at the cut."))
	}
	if has(results.RoundRobin) {
		g.Fields = append(g.Fields,
			field("legs", "Legs", stage.Legs, "Round robin: how often everybody meets everybody; empty is once."),
			field("groups", "Groups", stage.Groups, "Round robin: groups of their own; empty is one."))
	}
	return g
}
