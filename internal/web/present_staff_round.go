package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tourney/internal/results"
	"tourney/templates"
)

// swapChoice are the two entrants that were chosen to change places, if any.
type swapChoice struct {
	from, to results.EntrantID
}

// presentRoundDesk is a round as those who run the event see it.
func presentRoundDesk(t *results.Tournament, r *results.Round, actor results.Actor, move swapChoice, now time.Time) (templates.RoundDeskPage, error) {
	slug := t.Info().Slug
	p := templates.RoundDeskPage{
		Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)}, Heading: roundTitle(t, r), Heads: "Tables",
	}
	p.State, p.Tone = roundState(t, r)
	may := func(action results.Action) bool { return results.Allowed(actor.Role, action) }
	step := func(action results.Action, pattern, label string, tone templates.ButtonTone) {
		if may(action) {
			p.Steps = append(p.Steps, button(href(pattern, slug, r.Number), r.Version, label, tone))
		}
	}
	link := func(action results.Action, label, address string) {
		if may(action) {
			p.Links = append(p.Links, templates.Link{Label: label, Href: address})
		}
	}
	danger := func(action results.Action, label, pattern string) {
		if may(action) {
			p.Danger = append(p.Danger, templates.Link{Label: label, Href: href(pattern, slug, r.Number)})
		}
	}
	points := deskPoints(t, r)
	for _, m := range inTableOrder(t.RoundMatches(r)) {
		line := presentMatch(t, m)
		for i, id := range m.Match.Seats {
			if n, ok := points[id]; ok {
				line.Seats[i].Facts = numberText(n, usualPlaces) + " pts"
			}
			if !public(r) && may(results.SwapSeats) && !bracketRound(t, r) {
				line.Seats[i].Href = swapHref(slug, r.Number, move, id)
			}
		}
		if !public(r) && m.Match.Assigned == "" {
			line.State, line.Word = "done", ""
		}
		p.Matches = append(p.Matches, line)
	}
	last := t.LastRound().Number == r.Number && t.Info().Status != results.Finished
	switch {
	case !public(r):
		p.Checks = draftChecks(t, r)
		p.Quality = qualityFacts(r.Quality)
		if r.Status == results.Checked {
			p.State, p.Tone = "Draft, checked", templates.Good
		}
		step(results.PublishRound, routePublish, "Publish", templates.Primary)
		if r.Status == results.Draft {
			step(results.PairRound, routeCheck, "Mark as checked", templates.Plain)
		}
		step(results.PairRound, routeDraftAgain, "Draft again", templates.Plain)
		if may(results.SwapSeats) && !bracketRound(t, r) {
			p.Swap = presentSwap(t, r, move)
			p.Heads = "Tables (choose a name to move it)"
		}
		danger(results.VoidRound, "Discard the draft", routeVoid)
	case r.Status == results.Published:
		open, _ := openTables(t, r)
		if open == 0 {
			step(results.CloseRound, routeClose, "Close the round", templates.Primary)
		}
		link(results.EnterResult, "Enter results", href(routeGrid, slug, r.Number))
		if open > 0 {
			step(results.CloseRound, routeClose, "Close the round", templates.Plain)
		}
		link(results.ReadDraft, "Result slips", href(routeSlips, slug, r.Number))
		link(results.ReadDraft, "Pairings by table", href(routeRound, slug, r.Number))
		link(results.ReadDraft, "Pairings by name", href(routeRound, slug, r.Number)+"?by=name")
		p.Clock = presentClock(t, r, now)
		danger(results.RepairRound, "Repair wrong tables", routeRepair)
		if last {
			danger(results.VoidRound, "Void the round", routeVoid)
		}
	default:
		link(results.EnterResult, "Results and corrections", href(routeGrid, slug, r.Number))
		if !bracketRound(t, r) {
			link(results.ReadEvent, "Standings after it", href(routeRoundStandings, slug, r.Number))
		}
		if last && may(results.ReopenRound) {
			reopen := button(href(routeReopenRound, slug, r.Number), r.Version, "Reopen", templates.Plain)
			reopen.Title, reopen.Form.Class = "Reopen the round", ""
			reopen.Fields = []templates.Field{reasonField("Why is it reopened?")}
			p.Steps = append(p.Steps, reopen)
		}
		if last {
			danger(results.VoidRound, "Void the round", routeVoid)
		}
	}
	return p, nil
}

func bracketRound(t *results.Tournament, r *results.Round) bool {
	stage, _ := t.Stage(r.Stage)
	return stage.System.Elimination()
}

// swapHref chooses an entrant: the first one, or the second beside it.
func swapHref(slug string, round int, move swapChoice, id results.EntrantID) string {
	query := "?move=" + queryEscape(string(id))
	if move.from != "" && move.from != id {
		query = "?move=" + queryEscape(string(move.from)) + "&with=" + queryEscape(string(id))
	}
	return href(routeRoundDesk, slug, round) + query + "#swap"
}

// presentSwap is the form that moves two entrants by hand.
func presentSwap(t *results.Tournament, r *results.Round, move swapChoice) *templates.ActionForm {
	var options []templates.Option
	for _, m := range t.RoundMatches(r) {
		where := "bye"
		if m.Match.Table > 0 {
			where = "table " + strconv.Itoa(m.Match.Table)
		}
		for _, id := range m.Match.Seats {
			options = append(options, templates.Option{Value: string(id), Label: entrantName(t, id) + ", " + where})
		}
	}
	compare := alphabet()
	slices.SortStableFunc(options, func(a, b templates.Option) int { return compare(a.Label, b.Label) })
	options = append([]templates.Option{{Label: "Choose …"}}, options...)
	a := button(href(routeSwap, t.Info().Slug, r.Number), r.Version, "Swap", templates.Plain)
	a.Title, a.Form.Class = "Swap two seats by hand", ""
	a.Text = "Everybody sees that the two tables were paired by hand, and why."
	a.Open = move.from != ""
	a.Fields = []templates.Field{
		choose(templates.Field{Name: "a", Label: "Who", Type: "select", Options: options, Required: true}, string(move.from)),
		choose(templates.Field{Name: "b", Label: "Changes places with", Type: "select", Options: options, Required: true}, string(move.to)),
		reasonField("Why?"),
	}
	return &a
}

// presentClock is the round's clock with the steps that are possible now.
func presentClock(t *results.Tournament, r *results.Round, now time.Time) *templates.ClockBox {
	c := t.RoundClock(r.Number)
	b := &templates.ClockBox{State: "Not started", Tone: templates.Quiet}
	address := href(routeClock, t.Info().Slug, r.Number)
	step := func(kind results.ClockKind, label string, tone templates.ButtonTone, fields ...templates.Field) {
		a := button(address, 0, label, tone)
		a.Button.Name, a.Button.Value = "kind", string(kind)
		a.Title, a.Fields = label, fields
		if len(fields) > 0 {
			a.Form.Class = ""
		}
		b.Steps = append(b.Steps, a)
	}
	minutes := templates.Field{Name: "minutes", Label: "Minutes", InputMode: "numeric", MaxLength: 4, Required: true, Autocomplete: "off"}
	if !c.Started {
		stage, _ := t.Stage(r.Stage)
		timing := t.PolicyFor(r.Number).Policy.Timing
		if stage.System.Elimination() {
			timing = t.PolicyFor(r.Number).Policy.PlayoffTiming
		}
		if stage.Timing != nil {
			timing = *stage.Timing
		}
		if timing.Mode == "untimed" {
			return nil
		}
		minutes.Value = strconv.Itoa(timing.Minutes)
		step(results.ClockStart, "Start the clock", templates.Plain, minutes)
		return b
	}
	left := c.Left(now)
	switch {
	case !c.Called.IsZero():
		b.State, b.Tone = "Time was called", templates.Warn
	case left <= 0:
		b.State, b.Tone = "Time is up", templates.Warn
	case c.Running:
		b.State, b.Tone = strconv.Itoa(minutesUp(left))+" minutes left", templates.Live
	default:
		b.State, b.Tone = "Paused, "+strconv.Itoa(minutesUp(left))+" minutes left", templates.Warn
	}
	if end, ok := c.End(); ok {
		b.Ends = timeIn(end, t.Info().Zone)
	}
	for _, m := range inTableOrder(t.RoundMatches(r)) {
		if extra := t.TableTime(m.Match.ID).Extension; extra > 0 && m.Result() == nil {
			b.Late = append(b.Late, upperFirst(tableAndNames(t, m.Match.Table, m.Match.Seats))+": "+plural(minutesUp(extra), "minute")+" more")
		}
	}
	if c.Running {
		step(results.ClockPause, "Pause", templates.Plain)
	} else {
		step(results.ClockResume, "Resume", templates.Plain)
	}
	if c.Called.IsZero() {
		step(results.TimeCalled, "Call time", templates.Plain)
	}
	step(results.ClockExtension, "Give the round more time", templates.Plain, minutes, reasonField("Why?"))
	return b
}

// slipsPerSheet is how many result slips stand on one sheet of paper.
const slipsPerSheet = 4

// presentSlips lays the slips of a round out so that the stack is in table order
// once it is cut: a sheet holds one slip of each pile.
func presentSlips(t *results.Tournament, r *results.Round) templates.SlipsPage {
	p := templates.SlipsPage{
		Event: t.Info().Name, Round: roundTitle(t, r),
		Text: "Print, cut the whole stack into " + strconv.Itoa(slipsPerSheet) + " piles, and lay the piles one on the other from the top down: the tables are in order.",
	}
	var slips []templates.Slip
	for _, m := range inTableOrder(t.RoundMatches(r)) {
		if m.Match.Assigned != "" {
			continue
		}
		slip := templates.Slip{Table: strconv.Itoa(m.Match.Table)}
		for _, id := range m.Match.Seats {
			slip.Seats = append(slip.Seats, entrantName(t, id))
		}
		slips = append(slips, slip)
	}
	sheets := (len(slips) + slipsPerSheet - 1) / slipsPerSheet
	for i := range sheets {
		var sheet []templates.Slip
		for pile := range slipsPerSheet {
			if n := pile*sheets + i; n < len(slips) {
				sheet = append(sheet, slips[n])
			}
		}
		p.Sheets = append(p.Sheets, sheet)
	}
	return p
}

// firstWords joins a few items and says how many more there are.
func firstWords(items []string, most int) string {
	slices.SortFunc(items, cmp.Compare[string])
	if len(items) <= most {
		return strings.Join(items, ", ")
	}
	return strings.Join(items[:most], ", ") + " and " + strconv.Itoa(len(items)-most) + " more"
}
