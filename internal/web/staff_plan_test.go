package web

import (
	"net/http"
	"testing"

	"tourney/internal/results"
	"tourney/internal/results/policy"
)

func TestDetailsAreEdited(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(2)
	const page = "/t/friday-open/details"
	mine := c.get(page).status(200).form(page)
	c.follow(c.submit(page, page, "name", "Friday Cup", "date", "2026-12-04", "time", "18:30", "zone", "Europe/Berlin", "kept_tables", "7, 10-12")).
		says("The details are saved.", "Friday Cup", "Fri 4 Dec 2026, 18:30 (Berlin)")
	info := a.current().Info()
	if got := info.StartsAt.Format("15:04"); got != "17:30" || len(info.KeptTables) != 2 || info.KeptTables[1] != (results.TableRange{First: 10, Last: 12}) {
		t.Errorf("stored %+v", info)
	}
	if got := rangesText(info.KeptTables); got != "7, 10-12" {
		t.Errorf("shown as %q", got)
	}
	c.post(page, fill(mine, "name", "Friday Games", "place", "Hall")...).status(409).says("was faster", "Friday Cup", "Friday Games")
	for _, bad := range []struct{ field, value, says string }{
		{"name", "", "The name is missing"}, {"slug", "Über Uns", "An address has small letters"}, {"zone", "Mars/Olympus", "is not a time zone"},
		{"time", "", "Give the time of day"}, {"date", "", "Give the date as well"}, {"date", "tomorrow", "Write the date as"}, {"kept_tables", "ten", "is no table"},
		{"kept_tables", "12-10", "a range goes up"}, {"ruleset", "chess", "The rule set is"},
	} {
		c.submit(page, page, bad.field, bad.value).status(422).says(bad.says)
	}
	c.submit(page, page, "slug", "friday-cup").leadsTo("/t/friday-cup/desk")
	c.get("/t/friday-cup/desk").status(200)
}

func TestTheRuleSetStaysOnceRoundsArePaired(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	c := a.setUp()
	c.submit("/t/friday-open/details", "/t/friday-open/details", "ruleset", "magic").status(409).says("Rule set and sanction cannot change")
}

func TestThePlanIsChangedWithAdvice(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(16)
	const page = "/t/friday-open/stages"
	c.get(page).status(200).says("There are 16 players now.", "as many rounds as it takes")
	mine := c.get(page).form(page)
	c.submit(page, page, "rounds-0", "9", "system-1", "single_elimination", "size-1", "8").status(http.StatusSeeOther)
	c.get(page).status(200).says("For 16 entrants the policy gives 4 rounds; 9 are planned.", "Stage 2: top8")
	c.get("/t/friday-open/registration").says("9 are planned")
	stages := a.current().Stages()
	if len(stages) != 2 || stages[0].Rounds != 9 || stages[1].Size != 8 || stages[1].ID != "top8" {
		t.Errorf("stored %+v", stages)
	}
	c.post(page, fill(mine, "rounds-0", "3")...).status(409).says("was faster", "9", "3")
	c.submit(page, page, "rounds-0", "-1").status(422).says("The number of rounds is a whole number")
	c.submit(page, page, "size-1", "1").status(422).says("A bracket needs two")
	c.submit(page, page, "id-1", "swiss").status(422).says("already a stage named")
	c.submit(page, page, "id-1", "../x y").status(422).says("small letters, digits")
	c.submit(page, page, "system-0", "lottery").status(422).says("Choose one of the systems")
	c.submit(page, page, "system-0", "", "system-1", "").status(422).says("at least one stage")
	c.submit(page, page, "system-1", "").status(http.StatusSeeOther)
	if n := len(a.current().Stages()); n != 1 {
		t.Errorf("%d stages, want one", n)
	}
}

func TestAStageWithRoundsKeepsItsSystem(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	c := a.setUp()
	const page = "/t/friday-open/stages"
	c.get(page).status(200).says("It has rounds already")
	c.submit(page, page, "system-0", "round_robin").status(409).says("has rounds already")
	c.submit(page, page, "rounds-0", "5").status(http.StatusSeeOther)
	if s := a.current().Stages()[0]; s.Rounds != 5 || s.ID != "swiss" {
		t.Errorf("stored %+v", s)
	}
}

// policyApp is an event with a real preset.
func policyApp(t *testing.T) (*app, *client) {
	a := newApp(t)
	c := a.setUp()
	c.submit("/events/new?preset=magic-third", "/events/new", "name", "Friday Open", "slug", "friday-open").status(http.StatusSeeOther)
	return a, c
}

func TestAPolicyIsChangedFieldByField(t *testing.T) {
	t.Parallel()
	a, c := policyApp(t)
	const page = "/t/friday-open/policy/change"
	r := c.get(page).status(200).says("What differs from the preset", "Nothing differs", "How a match is decided")
	form := r.form(page)
	c.post(page, form...).status(422).says("Nothing differs from the policy in force")

	r = c.post(page, fill(form, "timing.minutes", "60", "scoring.draw", "1/2")...).status(200).says("What changes", "Minutes", "50", "60", "Points for a draw")
	if len(a.current().Policies) != 1 {
		t.Fatal("the policy changed before that was confirmed")
	}
	c.follow(c.post(page, append(r.form(page), "step", "save")...)).status(200).says("The policy is changed")
	last := a.current().Policies[1]
	if last.Policy.Timing.Minutes != 60 || last.Policy.Code != "magic-third" || last.Hash == a.current().Policies[0].Hash {
		t.Errorf("stored %+v", last)
	}
	r = c.get(page).status(200).says("What differs from the preset")
	if first := r.doc().Find("fieldset.field-group").First().Text(); !contains(first, "Minutes") || !contains(first, "Points for a draw") {
		t.Errorf("what differs is not shown first: %s", first)
	}

	r = c.post(page, fill(r.form(page), "timing.minutes", "soon", "match.games_to_win", "0")...).status(422).says("Nothing was saved")
	if n := r.doc().Find(".field.wrong").Length(); n != 2 {
		t.Errorf("%d fields are marked, want both that are wrong", n)
	}
	if open := r.doc().Find("details[open] #match\\.games_to_win").Length(); open != 1 {
		t.Error("a section with a wrong field stays folded")
	}
}

func TestAPolicyIsGivenAsADocument(t *testing.T) {
	t.Parallel()
	a, c := policyApp(t)
	const page = "/t/friday-open/policy/change"
	form := c.get(page).form(page)
	r := c.post(page, fill(form, "document", "preset = \"magic-third\"\n[matches]\ngames = 1\n")...).status(422).says("matches")
	if got := r.doc().Find("#document").Text(); !contains(got, "[matches]") {
		t.Errorf("the pasted text is lost: %q", got)
	}
	c.post(page, fill(form, "document", "not toml = = 1")...).status(422)
	r = c.upload(page, "file", "mine.toml", []byte("preset = \"magic-third\"\n[timing]\nminutes = 35\n"), form...).status(200).says("What changes", "35")
	c.follow(c.post(page, append(r.form(page), "step", "save")...)).status(200)
	if got := a.current().Policies[1].Policy.Timing.Minutes; got != 35 {
		t.Errorf("%d minutes", got)
	}
}

func TestAPolicyInTheMiddleOfAnEvent(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.add(running("friday-open").changes...)
	c := a.setUp()
	const page = "/t/friday-open/policy/change"
	document := "preset = \"generic\"\n"
	mine := c.get(page).form(page)
	r := c.post(page, fill(mine, "document", document, "from_round", "3")...).status(200).says("What changes", "Why does the policy change?")
	confirm := append(r.form(page), "step", "save")
	c.post(page, confirm...).status(422).says("Say why")
	c.post(page, fill(confirm, "from_round", "2", "reason", "r")...).status(409).says("Round 2 is published already")
	c.follow(c.post(page, fill(confirm, "reason", "too many draws")...)).status(200).says("from round 3 on")
	c.post(page, fill(confirm, "key", "another", "reason", "r")...).status(409).says("was faster")
	event := a.current()
	if event.PolicyFor(2).Version != 1 || event.PolicyFor(3).Version != 2 || event.Policies[1].Reason != "too many draws" {
		t.Errorf("policies %+v", event.Policies)
	}
	if _, _, hash, _ := policy.Preset("generic"); event.Policies[1].Hash != hash {
		t.Error("a preset that is put in force as it is keeps the preset's hash")
	}
}
