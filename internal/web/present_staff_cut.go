package web

import (
	"strconv"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/standings"
	"tourney/templates"
)

// rowsAround is how many entrants below the cut are shown with it.
const rowsAround = 4

// presentCut shows the field around the cut of a size; 0 takes the planned or
// recommended one.
func presentCut(t *results.Tournament, size int) (templates.CutPage, error) {
	slug := t.Info().Slug
	_, want := recommended(t)
	chosen := size
	if chosen == 0 {
		if _, planned := plannedRounds(t); planned > 0 {
			chosen = planned
		} else if chosen = want; chosen < 2 {
			chosen = usualCut(t)
		}
	}
	p := templates.CutPage{
		Heading: "Cut to the playoff", Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)}, Resize: href(routeCut, slug),
		Size: templates.Field{Name: "size", Label: "How many go on", Value: strconv.Itoa(chosen), InputMode: "numeric", MaxLength: 4, Required: true, Autocomplete: "off"},
		Form: newForm(href(routeCut, slug)+"?size="+strconv.Itoa(chosen), t.Plans[len(t.Plans)-1].Version),
	}
	from, into, err := scorekeeper.CutStages(t, chosen)
	if err != nil {
		return p, err
	}
	last := standings.LastDecided(t, from.ID)
	if last == 0 {
		return p, results.Refuse(results.Refused, "No round is played yet: there is nothing to cut by.")
	}
	p.Text = []string{"By the standings after round " + strconv.Itoa(last) + ". Who dropped is passed over. It can be made again until the playoff's first round is published."}
	if want > 1 {
		p.Text = append(p.Text, "For this number of players the policy gives a cut to "+strconv.Itoa(want)+".")
	}
	if count, err := pairing.RoundCount(t, from); err == nil && len(pairing.StageRounds(t, from.ID)) < count {
		p.Advice = append(p.Advice, plural(count, "round")+" were planned: the cut ends them early.")
	}
	into.Size = len(t.Entrants)
	list, err := pairing.Cut(t, from, into, 0)
	if err != nil {
		return p, err
	}
	fillCut(t, from, last, list.Rows, chosen, &p)
	p.Button = templates.Button{Label: "Cut to the best " + strconv.Itoa(min(chosen, len(list.Rows))), Tone: templates.Primary}
	return p, nil
}

// usualCut is the size of a playoff for a field whose policy gives none.
func usualCut(t *results.Tournament) int {
	entrants, _ := pairing.Field(t)
	if entrants < 8 {
		return 2
	}
	return 4
}

// fillCut lists those above the cut and a few below it, and the fields that part
// a rank that lies across it.
func fillCut(t *results.Tournament, from results.Stage, last int, rows []results.OutcomeRow, size int, p *templates.CutPage) {
	values := chainValues(t, from.ID, last)
	cut := min(size, len(rows))
	across := 0
	if cut > 0 && cut < len(rows) && rows[cut-1].Rank == rows[cut].Rank {
		across = rows[cut].Rank
	}
	for i, row := range rows {
		shared := across != 0 && row.Rank == across
		if i >= cut+rowsAround && !shared {
			break
		}
		p.Rows = append(p.Rows, templates.CutRow{
			Rank: strconv.Itoa(row.Rank), Name: entrantName(t, row.Entrant), Values: values[row.Entrant],
			In: i < cut, Shared: shared, First: i == cut,
		})
		if shared {
			p.Order = append(p.Order, templates.Field{
				Name: "order-" + string(row.Entrant), Label: entrantName(t, row.Entrant), InputMode: "numeric", MaxLength: 4, Autocomplete: "off",
			})
		}
	}
	if across != 0 {
		p.Shared = "Rank " + strconv.Itoa(across) + " is shared across the cut. A lot parts it when you cut; it is recorded and shown to everybody. If it was decided at the table, give the order below."
		p.Reason = reasonField("How was it decided?")
		p.Reason.Required = false
	}
}

// chainValues are the values of each entrant's chain, in words.
func chainValues(t *results.Tournament, stage string, last int) map[results.EntrantID][]string {
	table, err := standings.FromTournament(t, stage, last)
	if err != nil {
		return nil
	}
	sheet := standings.Compute(table, t.PolicyFor(last).Policy, standings.Options{})
	out := make(map[results.EntrantID][]string, len(sheet.Rows))
	for i := range sheet.Rows {
		row := &sheet.Rows[i]
		parts := make([]string, sheet.Chain)
		for j := range parts {
			parts[j] = sheet.Codes[j] + " " + valueText(sheet.Codes[j], row.Values[j], usualPlaces)
		}
		out[row.Entrant] = parts
	}
	return out
}

// presentFinish shows the final placement before it is recorded.
func presentFinish(t *results.Tournament) (templates.FormPage, error) {
	slug := t.Info().Slug
	p := templates.FormPage{
		Heading: "Finish the event", Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)},
		Form:    newForm(href(routeFinish, slug), 0),
		Text:    []string{"The final placement is recorded and shown to everybody. The event can be reopened, with a reason."},
		Buttons: []templates.Button{{Label: "Finish the event", Tone: templates.Primary}},
	}
	if r := t.LastRound(); r == nil || r.Status != results.Closed {
		p.Text, p.Buttons = []string{"No round is played yet. There is nothing to finish."}, nil
		if r != nil {
			p.Text[0] = roundTitle(t, r) + " is not closed yet. Close or void it first."
			p.More = []templates.Link{{Label: roundTitle(t, r), Href: href(routeRoundDesk, slug, r.Number)}}
		}
		return p, nil
	}
	list, _, err := pairing.Placement(t)
	if err != nil {
		return p, err
	}
	shown := 0
	for _, place := range list {
		if shown >= podiumPlaces {
			p.Advice = append(p.Advice, "and so on")
			break
		}
		names := make([]string, len(place.Entrants))
		for i, id := range place.Entrants {
			names[i] = entrantName(t, id)
		}
		shown += len(names)
		p.Advice = append(p.Advice, "Place "+places(place.Place, len(names))+": "+firstWords(names, podiumPlaces))
	}
	return p, nil
}

func presentReopen(t *results.Tournament) templates.FormPage {
	slug := t.Info().Slug
	return templates.FormPage{
		Heading: "Reopen the event", Back: templates.Link{Label: "Desk", Href: href(routeDesk, slug)},
		Text:    []string{"Results can be corrected and rounds added again. The recorded placement stays in the records; finishing once more records the next version."},
		Form:    newForm(href(routeReopen, slug), 0),
		Groups:  []templates.FieldGroup{{Fields: []templates.Field{reasonField("Why is it reopened?")}}},
		Buttons: []templates.Button{{Label: "Reopen the event", Tone: templates.Danger}},
	}
}
