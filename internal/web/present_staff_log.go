package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/results"
	"tourney/templates"
)

// logFilter says which entries of the log are shown.
type logFilter struct {
	entrant, person string
	action          results.Action
	round, table    string
	page            int
	all             bool
}

// linesPerPage is how many entries of the log stand on one page.
const linesPerPage = 200

// values are the filter as a query, without the page.
func (f logFilter) values() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{"player": f.entrant, "person": f.person, "kind": string(f.action), "round": f.round, "table": f.table} {
		if value != "" {
			v.Set(name, value)
		}
	}
	return v
}

// fits reports whether an entry is shown. Names are compared as people take them
// for the same.
func (f logFilter) fits(t *results.Tournament, e *results.LogEntry) bool {
	switch {
	case f.action != "" && e.Action != f.action,
		f.round != "" && strconv.Itoa(e.Round) != strings.TrimSpace(f.round),
		f.person != "" && !matches(e.By.Name, f.person):
		return false
	}
	if f.table != "" {
		m, ok := t.Match(e.Match)
		if !ok || strconv.Itoa(m.Match.Table) != strings.TrimSpace(f.table) {
			return false
		}
	}
	if f.entrant == "" {
		return true
	}
	return slices.ContainsFunc(entrantsOf(t, e), func(id results.EntrantID) bool { return matches(entrantName(t, id), f.entrant) })
}

// entrantsOf are those that an entry is about: those it names, else those at its
// table.
func entrantsOf(t *results.Tournament, e *results.LogEntry) []results.EntrantID {
	if len(e.Entrants) > 0 {
		return e.Entrants
	}
	if m, ok := t.Match(e.Match); ok {
		return m.Match.Seats
	}
	return nil
}

// sealed reports whether the actor may not see what an entry says: penalties are
// for judges.
func sealed(actor results.Actor, e *results.LogEntry) bool {
	return (e.Action == results.IssuePenalty || e.Action == results.ReversePenalty) && !results.Allowed(actor.Role, results.ReadPenalties)
}

// presentLog lists the log, the newest entry first.
func presentLog(t *results.Tournament, actor results.Actor, f logFilter) templates.LogPage {
	here := href(routeLog, t.Info().Slug)
	p := templates.LogPage{Action: here, Filters: logFields(t, f)}
	var fit []*results.LogEntry
	for _, e := range slices.Backward(t.Log) {
		if f.fits(t, e) && !(sealed(actor, e) && f.entrant != "") {
			fit = append(fit, e)
		}
	}
	p.Shown = plural(len(fit), "line") + ", times of " + zoneName(t.Info().Zone)
	p.Filtered = len(f.values()) > 0
	pages := (len(fit) + linesPerPage - 1) / linesPerPage
	if pages > 1 && !f.all {
		query := f.values()
		query.Set("all", "yes")
		p.All = templates.Link{Label: "All on one page, to print", Href: here + "?" + query.Encode()}
		for n := range pages {
			query := f.values()
			query.Set("page", strconv.Itoa(n+1))
			p.Pages = append(p.Pages, templates.Link{Label: strconv.Itoa(n + 1), Href: here + "?" + query.Encode(), Current: n+1 == f.page})
		}
		from := min((f.page-1)*linesPerPage, len(fit))
		fit = fit[from:min(from+linesPerPage, len(fit))]
	}
	for _, e := range fit {
		p.Lines = append(p.Lines, presentLogLine(t, actor, e))
	}
	return p
}

func presentLogLine(t *results.Tournament, actor results.Actor, e *results.LogEntry) templates.EventLogLine {
	line := templates.EventLogLine{
		Number: strconv.FormatInt(e.Seq, 10), At: logTime(e.At, t.Info().Zone), By: e.By.Name, Role: string(e.By.Role),
		Kind: meaning(e.Action), Text: e.Text, Reason: e.Reason,
	}
	if sealed(actor, e) {
		line.Text, line.Reason = "A penalty. Judges see it.", ""
		return line
	}
	line.Links = logLinks(t, actor, e)
	return line
}

// logTime is when an entry was made, at the venue.
func logTime(at time.Time, zone string) string {
	return at.In(zoneOf(zone)).Format("2 Jan 2006, 15:04:05")
}

// mostLogLinks bounds the entrants that one line links to: an entry of a whole
// list has many.
const mostLogLinks = 8

// logLinks lead to what an entry is about.
func logLinks(t *results.Tournament, actor results.Actor, e *results.LogEntry) []templates.Link {
	slug := t.Info().Slug
	var out []templates.Link
	add := func(label, address string) { out = append(out, templates.Link{Label: label, Href: address}) }
	r, shown := t.Round(e.Round)
	switch {
	case shown && public(r):
		add(roundTitle(t, r), href(routeRound, slug, r.Number))
	case shown && results.Allowed(actor.Role, results.ReadDraft):
		add(roundTitle(t, r), href(routeRoundDesk, slug, r.Number))
	}
	if m, ok := t.Match(e.Match); ok {
		label := "Table " + strconv.Itoa(m.Match.Table)
		if t.Current(m.Match) && shown && public(r) && m.Match.Assigned == "" {
			add(label, href(routeCorrection, slug, int(e.Match)))
		}
	}
	for i, id := range e.Entrants {
		if i == mostLogLinks {
			add("and "+strconv.Itoa(len(e.Entrants)-mostLogLinks)+" more", href(routeEntrants, slug))
			break
		}
		add(entrantName(t, id), href(routeEntrant, slug, string(id)))
	}
	if len(out) == 0 {
		switch e.Action {
		case results.ChangePolicy:
			add("Policy", href(routePolicy, slug))
		case results.ManageStaff:
			if results.Allowed(actor.Role, results.ManageStaff) {
				add("Staff", href(routeStaff, slug))
			}
		case results.MakeCut, results.FinishEvent:
			add("Standings", href(routeStandings, slug))
		default:
			add("Event", href(routeEvent, slug))
		}
	}
	return out
}

// logFields are the filters. Kinds and persons are those that the log has.
func logFields(t *results.Tournament, f logFilter) []templates.Field {
	kinds := []templates.Option{{Label: "all kinds"}}
	for _, row := range results.Matrix {
		if slices.ContainsFunc(t.Log, func(e *results.LogEntry) bool { return e.Action == row.Action }) {
			kinds = append(kinds, templates.Option{Value: string(row.Action), Label: row.Meaning})
		}
	}
	persons := []templates.Option{{Label: "everybody"}}
	seen := map[string]bool{}
	for _, e := range t.Log {
		if !seen[e.By.Name] {
			seen[e.By.Name] = true
			persons = append(persons, templates.Option{Value: e.By.Name, Label: e.By.Name})
		}
	}
	return []templates.Field{
		{Name: "player", Label: "Player", Value: f.entrant, Autocomplete: "off", MaxLength: 200},
		{Name: "round", Label: "Round", Value: f.round, InputMode: "numeric", MaxLength: 4, Autocomplete: "off"},
		{Name: "table", Label: "Table", Value: f.table, InputMode: "numeric", MaxLength: 6, Autocomplete: "off"},
		choose(templates.Field{Name: "person", Label: "Who did it", Type: "select", Options: persons}, f.person),
		choose(templates.Field{Name: "kind", Label: "What was done", Type: "select", Options: kinds}, string(f.action)),
	}
}
