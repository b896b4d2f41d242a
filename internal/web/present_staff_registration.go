package web

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/policy"
	"tourney/internal/results/roster"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// upperFirst begins a sentence.
func upperFirst(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// presentRegistration lists the entrants in order of enrolment, the newest
// first, so that who was just added is seen; with a query only those whose name
// or club holds it.
func presentRegistration(t *results.Tournament, query string) templates.RegistrationPage {
	slug := t.Info().Slug
	p := templates.RegistrationPage{
		Count: plural(len(t.Entrants), "player"), Search: strings.TrimSpace(query), Action: href(routeRegistration, slug),
		Add: newForm(href(routeRegistration, slug), 0), Advice: planAdvice(t),
		Links: []templates.Link{
			{Label: "Paste or upload a list", Href: href(routeRoster, slug)},
			{Label: "Download as CSV", Href: href(routeRosterFile, slug)},
		},
	}
	fields := entrantFields(&results.Entrant{})
	p.Name, p.Details = fields[0], fields[1:]
	p.Name.Focus = true
	p.Missed = missedField(t)
	for i, h := range slices.Backward(t.Entrants) {
		e := h.Current()
		if !matches(e.Name+" "+e.Club, p.Search) {
			continue
		}
		p.Rows = append(p.Rows, presentRegistrationRow(t, e, i+1))
	}
	switch {
	case len(t.Entrants) == 0:
		p.Empty = "Nobody has entered yet. Type the first name above."
	case len(p.Rows) == 0:
		p.Empty = "Nobody here has such a name."
	}
	return p
}

func presentRegistrationRow(t *results.Tournament, e *results.Entrant, number int) templates.RegistrationRow {
	slug := t.Info().Slug
	row := templates.RegistrationRow{
		Number: strconv.Itoa(number), Name: e.Name, Href: href(routeEditEntrant, slug, string(e.ID)),
		Facts: entrantFacts(e), State: entrantState(e), Tone: templates.Quiet,
	}
	if e.DroppedAfter != nil || e.DisqualifiedAfter != nil {
		row.Tone = templates.Warn
	} else if sitsOut(t, e) {
		row.State, row.Tone = "sits out round "+strconv.Itoa(nextRound(t)), templates.Warn
	}
	if t.Info().Status == results.Finished || e.DisqualifiedAfter != nil {
		return row
	}
	action := templates.ActionForm{Form: newForm(href(routeDrop, slug, string(e.ID)), 0), Button: templates.Button{Label: "Drop"}}
	if e.DroppedAfter != nil {
		action.Form.Action, action.Button.Label = href(routeTakeBackDrop, slug, string(e.ID)), "Take drop back"
	}
	action.Form.Class = "inline"
	row.Action = &action
	return row
}

// entrantFacts are what is known of an entrant beside the name.
func entrantFacts(e *results.Entrant) []string {
	var out []string
	add := func(ok bool, text string) {
		if ok {
			out = append(out, text)
		}
	}
	add(e.Club != "", e.Club)
	add(e.Group != "", "group "+e.Group)
	add(e.Seed > 0, "seed "+strconv.Itoa(e.Seed))
	add(e.Rating > 0, "rating "+strconv.Itoa(e.Rating))
	add(e.FixedTable > 0, "always table "+strconv.Itoa(e.FixedTable))
	add(e.AwardedByes > 0, plural(e.AwardedByes, "awarded bye"))
	add(!e.StartScore.IsZero(), "starts with "+numberText(e.StartScore, usualPlaces))
	return out
}

// entrantFields are the fields of one entrant, the name first.
func entrantFields(e *results.Entrant) []templates.Field {
	number := func(name, label string, value int, hint string) templates.Field {
		f := templates.Field{Name: name, Label: label, InputMode: "numeric", MaxLength: 7, Hint: hint, Autocomplete: "off"}
		if value > 0 {
			f.Value = strconv.Itoa(value)
		}
		return f
	}
	start := ""
	if !e.StartScore.Equal(exact.Rat{}) {
		start = e.StartScore.String()
	}
	return []templates.Field{
		{Name: "name", Label: "Name", Value: e.Name, MaxLength: roster.MaxName, Required: true, Autocomplete: "off"},
		{Name: "club", Label: "Club or team", Value: e.Club, MaxLength: 200, Autocomplete: "off"},
		number("seed", "Seed", e.Seed, "1 is the strongest."),
		number("rating", "Rating", e.Rating, ""),
		number("fixed_table", "Fixed table", e.FixedTable, "Sits there in every round."),
		number("awarded_byes", "Awarded byes", e.AwardedByes, "Rounds won without play at the start."),
		{Name: "group", Label: "Group", Value: e.Group, MaxLength: 80, Autocomplete: "off"},
		{Name: "start_score", Label: "Start score", Value: start, MaxLength: 20, Autocomplete: "off", Hint: "Points before round 1 (McMahon)."},
	}
}

// missedField asks what the rounds before a late entry are worth; nil before the
// first round.
func missedField(t *results.Tournament) *templates.Field {
	n := nextRound(t)
	if n == 1 {
		return nil
	}
	return &templates.Field{
		Name: "missed", Label: "Late entry: plays from round " + strconv.Itoa(n) + " on. The rounds before", Type: "choice", Required: true,
		Options: []templates.Option{
			{Value: string(scorekeeper.MissedAreLosses), Label: "count as the policy's missed rounds", Selected: true},
			{Value: string(scorekeeper.MissedDoNotCount), Label: "do not count"},
		},
	}
}

// planAdvice compares the planned rounds and cut with what the policy gives for
// the field as it is.
func planAdvice(t *results.Tournament) []string {
	rules := t.PolicyFor(nextRound(t)).Policy
	entrants, byes := pairing.Field(t)
	rounds, cut := plannedRounds(t)
	if rounds == 0 {
		rounds, _ = policy.Recommended(rules, entrants, byes)
	}
	var out []string
	for _, a := range policy.Advise(rules, entrants, byes, rounds, cut) {
		out = append(out, a.Text)
	}
	return out
}

// plannedRounds are the rounds of the first stage, 0 where they are left to the
// policy, and the size of the first bracket after it, 0 if none is planned.
func plannedRounds(t *results.Tournament) (rounds, cut int) {
	stages := t.Stages()
	rounds = stages[0].Rounds
	for _, stage := range stages[1:] {
		if stage.System.Elimination() {
			return rounds, stage.Size
		}
	}
	return rounds, 0
}

func presentRoster(t *results.Tournament) templates.RosterPage {
	slug := t.Info().Slug
	p := templates.RosterPage{
		Back: templates.Link{Label: "Registration", Href: href(routeRegistration, slug)},
		Form: newForm(href(routeRoster, slug), 0),
		Text: templates.Field{Name: "list", Label: "One name on each line, or a table", Rows: 10, Focus: true,
			Hint: "A table may have the headings name, seed, rating, club, group, table, byes, start score, separated by commas, semicolons or tabs."},
		File:   templates.Field{Name: "file", Label: "Or a file (CSV or text, UTF-8)", Type: "file"},
		Missed: missedField(t),
	}
	p.Form.Upload = true
	return p
}

// shownRows bounds the good rows of a preview; those with problems are all
// shown.
const shownRows = 500

func presentRosterPreview(list *roster.List) *templates.RosterPreview {
	bad := list.Problems()
	good := len(list.Rows) - bad
	p := &templates.RosterPreview{Summary: plural(good, "player") + " to add", Tone: templates.Good}
	if bad > 0 {
		p.Summary += ", " + plural(bad, "problem")
		p.Tone = templates.Warn
	}
	if len(list.Ignored) > 0 {
		p.Ignored = "These columns are not kept: " + strings.Join(list.Ignored, ", ") + "."
	}
	hidden := 0
	for _, r := range list.Rows {
		if r.Problem == "" && len(p.Rows) >= shownRows {
			hidden++
			continue
		}
		p.Rows = append(p.Rows, templates.RosterRow{
			Line: strconv.Itoa(r.Line), Name: r.Name, Problem: r.Problem,
			Facts: entrantFacts(&results.Entrant{
				Club: r.Club, Group: r.Group, Seed: r.Seed, Rating: r.Rating, FixedTable: r.FixedTable,
				AwardedByes: r.AwardedByes, StartScore: r.StartScore,
			}),
		})
	}
	if hidden > 0 {
		p.More = "And " + plural(hidden, "more row") + " without a problem."
	}
	switch {
	case good == 0:
	case bad == 0:
		p.Buttons = []templates.Button{{Label: "Add " + plural(good, "player"), Name: "step", Value: "all", Tone: templates.Primary}}
	default:
		p.Buttons = []templates.Button{{Label: "Add the " + strconv.Itoa(good) + " good ones, leave the rest out", Name: "step", Value: "good"}}
	}
	return p
}

func presentEditEntrant(t *results.Tournament, e *results.Entrant) templates.FormPage {
	slug, id := t.Info().Slug, string(e.ID)
	p := templates.FormPage{
		Heading: e.Name, Back: templates.Link{Label: "Registration", Href: href(routeRegistration, slug)},
		Form:    newForm(href(routeEditEntrant, slug, id), e.Version),
		Groups:  []templates.FieldGroup{{Fields: entrantFields(e)}},
		Buttons: []templates.Button{{Label: "Save", Tone: templates.Primary}},
		More:    []templates.Link{{Label: "Matches of this player", Href: href(routeEntrant, slug, id)}},
	}
	if state := entrantState(e); state != "" {
		p.Text = append(p.Text, upperFirst(state)+".")
	}
	if t.Info().Status == results.Finished || e.DisqualifiedAfter != nil {
		return p
	}
	add := func(pattern, title, text, label string, tone templates.ButtonTone) {
		p.Actions = append(p.Actions, templates.ActionForm{
			Title: title, Text: text, Form: newForm(href(pattern, slug, id), 0), Button: templates.Button{Label: label, Tone: tone},
		})
	}
	n := strconv.Itoa(nextRound(t))
	if e.DroppedAfter != nil {
		add(routeTakeBackDrop, "Take the drop back", "Plays again from round "+n+" on. Rounds in between count as sat out.", "Take the drop back", templates.Plain)
		return p
	}
	if sitsOut(t, e) {
		add(routeSitIn, "Sits out round "+n, "Plays again from the round after it on.", "Play round "+n+" after all", templates.Plain)
	} else {
		add(routeSitOut, "Sit out one round", "Is not paired in round "+n+" and comes back after it.", "Sit out round "+n, templates.Plain)
	}
	add(routeDrop, "Drop", "Is not paired from round "+n+" on. Results stay; a drop can be taken back.", "Drop", templates.Danger)
	return p
}
