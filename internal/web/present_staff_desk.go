package web

import (
	"strconv"
	"strings"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// button is a step of one button.
func button(action string, version int, label string, tone templates.ButtonTone) templates.ActionForm {
	a := templates.ActionForm{Form: newForm(action, version), Button: templates.Button{Label: label, Tone: tone}}
	a.Form.Class = "inline"
	return a
}

// presentDesk says what comes next in the event and offers it.
func presentDesk(t *results.Tournament, actor results.Actor) (templates.DeskPage, error) {
	p := templates.DeskPage{Tools: deskTools(t, actor)}
	for n := len(t.Rounds); n >= 1; n-- {
		if r, ok := t.Round(n); ok {
			p.Rounds = append(p.Rounds, presentDeskRound(t, r))
		}
	}
	return p, nextStep(t, actor, &p)
}

func presentDeskRound(t *results.Tournament, r *results.Round) templates.DeskRound {
	slug := t.Info().Slug
	row := templates.DeskRound{Name: roundTitle(t, r), Href: href(routeRoundDesk, slug, r.Number)}
	row.State, row.Tone = roundState(t, r)
	if r.Status == results.Checked {
		row.State = "Draft, checked"
	}
	return row
}

// nextStep fills in what comes next.
func nextStep(t *results.Tournament, actor results.Actor, p *templates.DeskPage) error {
	slug := t.Info().Slug
	link := func(label, pattern string, action results.Action, params ...any) {
		if results.Allowed(actor.Role, action) {
			p.Links = append(p.Links, templates.Link{Label: label, Href: href(pattern, append([]any{slug}, params...)...)})
		}
	}
	r := t.LastRound()
	switch {
	case t.Info().Status == results.Finished:
		p.Heading, p.Text = "The event is over", "The final placement is recorded and shown to everybody."
		link("Export the event", routeExport, results.ExportEvent)
		link("Reopen the event", routeReopen, results.ReopenEvent)
		return nil
	case r != nil && !public(r):
		p.Heading, p.Text = roundTitle(t, r)+" is drafted", "Look through it, swap seats if you must, then publish it."
		link("Look through the draft", routeRoundDesk, results.ReadDraft, r.Number)
		return nil
	case r != nil && r.Status == results.Published:
		open, all := openTables(t, r)
		p.Heading = roundTitle(t, r) + " is running"
		p.Text = strconv.Itoa(open) + " of " + plural(all, "table") + " still open."
		if open == 0 {
			p.Text = "All results are in. Close the round to record the standings."
			p.Next = append(p.Next, button(href(routeClose, slug, r.Number), r.Version, "Close "+roundTitle(t, r), templates.Primary))
		}
		link("Enter results", routeGrid, results.EnterResult, r.Number)
		link("Clock and pairings", routeRoundDesk, results.ReadDraft, r.Number)
		return nil
	}
	return stageStep(t, p, link)
}

// stageStep is what comes next while no round runs.
func stageStep(t *results.Tournament, p *templates.DeskPage, link func(label, pattern string, action results.Action, params ...any)) error {
	entrants, _ := pairing.Field(t)
	if entrants < 2 {
		p.Heading, p.Text = "Registration", "A round needs two players. "+plural(entrants, "player")+" so far."
		link("Add players", routeRegistration, results.EnrolEntrants)
		return nil
	}
	stage, more, err := pairing.CurrentStage(t)
	if err != nil {
		return err
	}
	next := strconv.Itoa(nextRound(t))
	draft := func(label string, tone templates.ButtonTone) {
		p.Next = append(p.Next, button(href(routeDraft, t.Info().Slug), 0, label, tone))
	}
	switch {
	case !more:
		p.Heading, p.Text = "All planned rounds are played", "Finish the event to record the final placement."
		if _, cut := recommended(t); cut > 1 && cutPossible(t) {
			p.Text = "The policy gives a cut to " + strconv.Itoa(cut) + ". Cut to the playoff, or finish the event as it is."
			link("Cut to the playoff", routeCut, results.MakeCut)
			link("Finish the event", routeFinish, results.FinishEvent)
			return nil
		}
		link("Finish the event", routeFinish, results.FinishEvent)
		if cutPossible(t) {
			link("Cut to a playoff", routeCut, results.MakeCut)
		}
	case stage.System.Elimination() && pairing.LastPlayed(t) > 0 && pairing.Advancement(t, stage.ID) == nil && cutPossible(t):
		p.Heading, p.Text = "The rounds are played", "Now cut to the playoff: it records who goes on, and draws the lot where equal ranks have to be parted."
		link("Cut to the playoff", routeCut, results.MakeCut)
	case nextRound(t) == 1:
		p.Heading, p.Text = "Registration", plural(entrants, "player")+" so far. Draft round 1 once everybody is in; it can be drafted again."
		p.Advice = planAdvice(t)
		draft("Draft round 1", templates.Primary)
		link("Add players", routeRegistration, results.EnrolEntrants)
		link("Change the plan", routeStages, results.ChangeStages)
	default:
		p.Heading, p.Text = "Next: round "+next, stagePlanText(t, stage)
		draft("Draft round "+next, templates.Primary)
		link("Drops and late entries", routeRegistration, results.EnrolEntrants)
		if !stage.System.Elimination() && cutPossible(t) {
			link("Cut now instead", routeCut, results.MakeCut)
		}
	}
	return nil
}

// stagePlanText says how far the stage is.
func stagePlanText(t *results.Tournament, stage results.Stage) string {
	played := len(pairing.StageRounds(t, stage.ID))
	count, err := pairing.RoundCount(t, stage)
	switch {
	case stage.System.Elimination():
		return "The bracket gives who meets whom."
	case err != nil || count == 0:
		return plural(played, "round") + " played."
	}
	return strconv.Itoa(played) + " of " + plural(count, "planned round") + " played."
}

// recommended is what the policy gives for the field.
func recommended(t *results.Tournament) (rounds, cut int) {
	entrants, byes := pairing.Field(t)
	return policy.Recommended(t.PolicyFor(max(pairing.LastPlayed(t), 1)).Policy, entrants, byes)
}

// cutPossible reports whether a cut can be made or made again.
func cutPossible(t *results.Tournament) bool {
	from, _, err := scorekeeper.CutStages(t, 2)
	return err == nil && len(pairing.StageRounds(t, from.ID)) > 0
}

// deskTools lead to what is needed less often.
func deskTools(t *results.Tournament, actor results.Actor) []templates.Link {
	slug := t.Info().Slug
	var out []templates.Link
	add := func(label, pattern string, action results.Action) {
		if results.Allowed(actor.Role, action) {
			out = append(out, templates.Link{Label: label, Href: href(pattern, slug)})
		}
	}
	add("Event details", routeDetails, results.EditDetails)
	add("Rounds and playoff: the plan", routeStages, results.ChangeStages)
	add("Change the policy", routeChangePolicy, results.ChangePolicy)
	add("Staff and invitations", routeStaff, results.ManageStaff)
	add("Event log", routeLog, results.ReadLog)
	add("Players as CSV", routeRosterFile, results.EnrolEntrants)
	add("Export the event", routeExport, results.ExportEvent)
	if results.Allowed(actor.Role, results.ExportEvent) {
		out = append(out, templates.Link{Label: "Export without names", Href: href(routeExport, slug) + "?names=none"})
	}
	if t.Info().Status == results.Running {
		add("Cut to a playoff", routeCut, results.MakeCut)
		add("Finish the event", routeFinish, results.FinishEvent)
	}
	return out
}

// presentVoid lists what voiding a round takes away.
func presentVoid(t *results.Tournament, r *results.Round) templates.FormPage {
	slug := t.Info().Slug
	title := roundTitle(t, r)
	p := templates.FormPage{
		Heading: "Void " + title, Back: templates.Link{Label: title, Href: href(routeRoundDesk, slug, r.Number)},
		Text: []string{"Its matches and results are archived: nothing is deleted, but nothing of it counts any more. The history is as before the round, and it can be paired again."},
		Form: newForm(href(routeVoid, slug, r.Number), r.Version),
		Groups: []templates.FieldGroup{{Fields: []templates.Field{
			reasonField("Why is the round voided?"), wordField("void"),
		}}},
		Buttons: []templates.Button{{Label: "Void " + title, Tone: templates.Danger}},
	}
	if !public(r) {
		p.Heading, p.Text, p.Buttons[0].Label = "Discard the draft of "+title, []string{"Nobody else has seen it. It is archived, and the round can be drafted afresh."}, "Discard the draft"
		p.Groups[0].Fields = []templates.Field{reasonField("Why is it discarded?")}
		return p
	}
	for _, m := range inTableOrder(t.RoundMatches(r)) {
		if m.Match.Assigned == "" && m.Result() != nil {
			p.Lost = append(p.Lost, "Archived: table "+strconv.Itoa(m.Match.Table)+", "+scorekeeper.ResultText(t, m.Match, m.Result()))
		}
	}
	if len(p.Lost) == 0 {
		p.Text = append(p.Text, "No result of this round is entered yet.")
	}
	return p
}

// presentRepair shows the smallest repair of a published round.
func presentRepair(t *results.Tournament, r *results.Round) (templates.FormPage, error) {
	slug := t.Info().Slug
	title := roundTitle(t, r)
	p := templates.FormPage{
		Heading: "Repair " + title, Back: templates.Link{Label: title, Href: href(routeRoundDesk, slug, r.Number)},
		Form: newForm(href(routeRepair, slug, r.Number), r.Version),
	}
	if r.Status != results.Published {
		return p, results.Refuse(results.Refused, "Only a running round is repaired. Reopen %s first.", title)
	}
	mended, err := pairing.Mend(t, r.Number)
	if err != nil {
		return p, err
	}
	fresh := true
	for _, m := range t.RoundMatches(r) {
		fresh = fresh && (m.Match.Assigned != "" || m.Result() == nil && len(m.Games) == 0)
	}
	if fresh {
		again := templates.ActionForm{
			Title: "Pair the whole round again", Text: "Nothing was played in it yet, so all of it can be drawn anew. The former pairings are archived.",
			Form: newForm(href(routeRepair, slug, r.Number), r.Version), Button: templates.Button{Label: "Pair " + title + " again", Tone: templates.Danger},
			Fields: []templates.Field{{Name: "whole", Type: "hidden", Value: "yes"}, reasonField("Why is it paired again?")},
		}
		p.Actions = append(p.Actions, again)
	}
	if len(mended.Broken)+len(mended.Made) == 0 {
		p.Text = []string{"Everybody who is in sits once, and nobody meets again who need not: this round needs no repair."}
		p.Groups, p.Buttons = nil, nil
		if len(p.Actions) == 0 {
			p.More = []templates.Link{{Label: "Back to " + title, Href: p.Back.Href}}
		}
		return p, nil
	}
	p.Text = []string{"The fewest tables are broken, those without a result first; " + plural(len(mended.Kept), "match") + " stay as they are."}
	for _, id := range mended.Broken {
		m, _ := t.Match(id)
		line := "Broken: " + tableAndNames(t, m.Match.Table, m.Match.Seats)
		if m.Result() != nil && m.Match.Assigned == "" {
			line += ", with its result " + resultWords(m.Result())
		}
		p.Lost = append(p.Lost, line)
	}
	for _, made := range mended.Made {
		p.Advice = append(p.Advice, "New: "+tableAndNames(t, made.Table, made.Seats))
	}
	p.Groups = []templates.FieldGroup{{Fields: []templates.Field{reasonField("Why is it repaired?"), wordField("repair")}}}
	p.Buttons = []templates.Button{{Label: "Break and pair these tables", Tone: templates.Danger}}
	return p, nil
}

// tableAndNames is "table 3, Ana – Bob" or "bye, Ana".
func tableAndNames(t *results.Tournament, table int, seats []results.EntrantID) string {
	where := "bye"
	if table > 0 {
		where = "table " + strconv.Itoa(table)
	}
	return where + ", " + seatsText(t, seats)
}

// seatsText is "Ana – Bob".
func seatsText(t *results.Tournament, seats []results.EntrantID) string {
	names := make([]string, len(seats))
	for i, id := range seats {
		names[i] = entrantName(t, id)
	}
	return strings.Join(names, " – ")
}
