package web

import (
	"slices"
	"strconv"

	"tourney/internal/results"
	"tourney/templates"
)

// staffRoles are the roles that staff of an event can have.
var staffRoles = []templates.Option{
	{Value: string(results.Scorekeeper), Label: "Scorekeeper", Hint: "Registration, rounds and results."},
	{Value: string(results.Judge), Label: "Judge", Hint: "Results, games with evidence, rulings, penalties, time."},
	{Value: string(results.Organizer), Label: "Organizer", Hint: "Everything in this event, its staff and policy too."},
}

// staffName is the name under which an account is or was on the staff; onStaff
// is false for one that never was.
func staffName(t *results.Tournament, account int64) (name string, onStaff bool) {
	for _, s := range slices.Backward(t.Staff) {
		if s.Account == account {
			return s.Name, true
		}
	}
	return "", false
}

// presentStaff lists those who run the event, in the order in which they came.
func presentStaff(t *results.Tournament, actor results.Actor) templates.StaffPage {
	slug := t.Info().Slug
	p := templates.StaffPage{
		Invite: newForm(href(routeStaff, slug), 0),
		Role:   choose(templates.Field{Name: "role", Label: "As what?", Type: "choice", Options: staffRoles, Required: true}, string(results.Scorekeeper)),
	}
	seen := map[int64]bool{}
	for _, s := range t.Staff {
		role := t.StaffRole(s.Account)
		if seen[s.Account] || role == results.Visitor {
			continue
		}
		seen[s.Account] = true
		id := strconv.FormatInt(s.Account, 10)
		address := href(routeStaffMember, slug, id)
		name, _ := staffName(t, s.Account)
		row := templates.StaffRow{
			Name: name, Role: string(role), You: s.Account == actor.Account, Change: newForm(address, 0), Remove: newForm(address+"?remove=yes", 0),
			Roles: choose(templates.Field{Name: "role-" + id, Label: "Role of " + name, Options: staffRoles}, string(role)),
		}
		row.Change.Class, row.Remove.Class = "inline", "inline"
		p.Rows = append(p.Rows, row)
	}
	return p
}
