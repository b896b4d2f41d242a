package web

import (
	"fmt"
	"strconv"
	"strings"

	go_qr "github.com/piglig/go-qr"

	"tourney/internal/results"
	"tourney/templates"
)

// presentHome sorts events into running, coming and past; with a query only
// those whose name or place holds it.
func presentHome(list []results.Summary, query string) templates.HomePage {
	p := templates.HomePage{Search: strings.TrimSpace(query)}
	groups := []struct {
		status  results.Status
		heading string
		state   string
		tone    templates.Tone
	}{
		{results.Running, "Running", "Running", templates.Live},
		{results.Registration, "Coming", "Registration", templates.Quiet},
		{results.Finished, "Past", "Finished", templates.Good},
	}
	for _, g := range groups {
		group := templates.EventGroup{Heading: g.heading}
		for _, e := range list {
			if e.Status != g.status || !matches(e.Name+" "+e.Place, p.Search) {
				continue
			}
			group.Events = append(group.Events, templates.EventCard{
				Name: e.Name, Href: href(routeEvent, e.Slug), When: momentIn(e.StartsAt, e.Zone), Place: e.Place,
				Facts: plural(e.Entrants, "player"), State: g.state, Tone: g.tone,
			})
		}
		if len(group.Events) > 0 {
			p.Groups = append(p.Groups, group)
		}
	}
	switch {
	case len(p.Groups) > 0:
	case p.Search != "":
		p.Empty = "No event has this in its name or place."
	default:
		p.Empty = "There is no event yet."
	}
	return p
}

// presentEvent is the overview; address is the page's whole address.
func presentEvent(t *results.Tournament, address string) (templates.EventPage, error) {
	code, err := qrCode(address)
	if err != nil {
		return templates.EventPage{}, err
	}
	p := templates.EventPage{Code: code, Facts: eventFacts(t), Podium: presentPodium(t)}
	p.Now, p.Next = whatNow(t)
	p.Clock = presentRoundClock(t, lastPublished(t))
	slug := t.Info().Slug
	if r := lastPublished(t); r != nil {
		p.Actions = append(p.Actions, templates.Link{Label: "Find your seat", Href: href(routePairings, slug)})
		if r.Status == results.Closed || t.Info().Status == results.Finished {
			p.Actions[0].Label = "Last results"
		}
		if hasStandings(t) {
			p.Actions = append(p.Actions, templates.Link{Label: "Standings", Href: href(routeStandings, slug)})
		}
	} else {
		p.Actions = append(p.Actions, templates.Link{Label: "Who plays", Href: href(routeEntrants, slug)})
	}
	for _, r := range publicRounds(t) {
		row := templates.ScheduleRow{Name: roundTitle(t, r), Href: href(routeRound, slug, r.Number)}
		row.State, row.Tone = roundState(t, r)
		p.Schedule = append(p.Schedule, row)
	}
	return p, nil
}

// whatNow says what is happening and what happens next.
func whatNow(t *results.Tournament) (now, next string) {
	info := t.Info()
	r := lastPublished(t)
	switch {
	case info.Status == results.Finished:
		return "The event is over", "Thank you for playing. Results and standings stay here."
	case r == nil && info.StartsAt.IsZero():
		return "Registration", "Pairings appear here once round 1 is published."
	case r == nil:
		return "Registration", "It starts " + momentIn(info.StartsAt, info.Zone).Text + ". Pairings appear here once round 1 is published."
	}
	open, all := openTables(t, r)
	switch {
	case r.Status == results.Closed:
		return roundTitle(t, r) + " is over", "The next round is being prepared. Pairings appear here as soon as they are published."
	case open == 0:
		return roundTitle(t, r) + ": all results are in", "The round will be closed, then the next one is paired."
	case open == all:
		return roundTitle(t, r) + " is running", "Find your seat, play, and report at your table."
	}
	return roundTitle(t, r) + " is running", strconv.Itoa(open) + " of " + plural(all, "table") + " still play."
}

func eventFacts(t *results.Tournament) []templates.Fact {
	info := t.Info()
	facts := []templates.Fact{{Name: "Players", Value: strconv.Itoa(len(t.Entrants)), Href: href(routeEntrants, info.Slug)}}
	if info.Place != "" {
		facts = append(facts, templates.Fact{Name: "Place", Value: info.Place})
	}
	if when := momentIn(info.StartsAt, info.Zone); when.Text != "" {
		facts = append(facts, templates.Fact{Name: "Start", Value: when.Text})
	}
	sanction := "sanctioned"
	if !info.Sanctioned {
		sanction = "not sanctioned"
	}
	names := map[string]string{"momon": "Momon", "magic": "Magic", "generic": "Any card game"}
	facts = append(facts, templates.Fact{Name: "Rules", Value: names[info.Ruleset] + ", " + sanction})
	policy := t.Policies[len(t.Policies)-1]
	return append(facts, templates.Fact{Name: "Policy", Value: policy.Policy.Name, Href: href(routePolicy, info.Slug)})
}

// quietZone is the light border that a QR code needs, in modules.
const quietZone = 4

// qrCode makes the code of an address.
func qrCode(address string) (templates.QRCode, error) {
	code, err := go_qr.EncodeText(address, go_qr.Medium)
	if err != nil {
		return templates.QRCode{}, fmt.Errorf("QR code: %w", err)
	}
	var path strings.Builder
	for y := range code.Size() {
		for x := 0; x < code.Size(); x++ {
			run := x
			for run < code.Size() && code.Module(run, y) {
				run++
			}
			if run > x {
				fmt.Fprintf(&path, "M%d %dh%dv1H%dz", x+quietZone, y+quietZone, run-x, x+quietZone)
				x = run
			}
		}
	}
	return templates.QRCode{Address: address, Size: code.Size() + 2*quietZone, Path: path.String()}, nil
}
