package web

import (
	"tourney/internal/results"
	"tourney/templates"
)

// presentUser is who is signed in and the links that only this user has; here
// is the page that is shown.
func presentUser(a *results.Account, here string) *templates.User {
	if a == nil {
		return nil
	}
	u := &templates.User{Name: a.Name}
	if results.Allowed(a.Role, results.ManageAccounts) {
		u.Links = append(u.Links, templates.Link{Label: "Accounts", Href: routeAccounts, Current: here == routeAccounts})
	}
	u.Links = append(u.Links, templates.Link{Label: a.Name, Href: routeAccount, Current: here == routeAccount})
	return u
}

// presentEventHeader is the head of an event's pages as the actor sees it; tab
// is the pattern of the tab that is open.
func presentEventHeader(t *results.Tournament, actor results.Actor, tab string) *templates.EventHeader {
	info := t.Info()
	h := &templates.EventHeader{
		Name: info.Name, Href: href(routeEvent, info.Slug), When: momentIn(info.StartsAt, info.Zone), Place: info.Place,
		StaffTabs: append(staffTabs(t, actor, tab), judgeTabs(t, actor, tab)...),
	}
	h.State, h.Tone = presentState(t)
	if actor.Role != results.Visitor {
		h.Role = string(actor.Role)
	}
	add := func(label, pattern string) {
		h.Tabs = append(h.Tabs, templates.Link{Label: label, Href: href(pattern, info.Slug), Current: pattern == tab})
	}
	add("Event", routeEvent)
	if lastPublished(t) == nil {
		add("Players", routeEntrants)
	} else {
		add("Pairings", routePairings)
		if hasStandings(t) {
			add("Standings", routeStandings)
		}
	}
	if hasBracket(t) {
		add("Bracket", routeBracket)
	}
	add("Policy", routePolicy)
	return h
}

// presentState says in a few words where the event is.
func presentState(t *results.Tournament) (string, templates.Tone) {
	switch t.Info().Status {
	case results.Registration:
		return "Registration", templates.Quiet
	case results.Finished:
		return "Finished", templates.Good
	}
	r := lastPublished(t)
	switch {
	case r == nil:
		return "Starting", templates.Live
	case r.Status == results.Closed:
		return "Between rounds", templates.Live
	}
	return roundTitle(t, r), templates.Live
}
