package web

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// penaltyHref leads to the form of a penalty for an entrant in a match.
func penaltyHref(t *results.Tournament, who results.EntrantID, match results.MatchID, code string) string {
	v := url.Values{"entrant": {string(who)}}
	if match != 0 {
		v.Set("match", strconv.Itoa(int(match)))
	}
	if code != "" {
		v.Set("code", code)
	}
	return href(routeJudgePenalty, t.Info().Slug) + "?" + v.Encode()
}

// penaltyTone colours a penalty.
func penaltyTone(kind results.PenaltyKind) templates.Tone {
	switch kind {
	case results.Warning:
		return templates.Quiet
	case results.GameLoss:
		return templates.Warn
	}
	return templates.Bad
}

// presentPenalty shows a penalty with its reversal.
func presentPenalty(t *results.Tournament, h *results.PenaltyHistory, actor results.Actor) templates.PenaltyLine {
	slug := t.Info().Slug
	first, now := h.Versions[0], h.Current()
	l := templates.PenaltyLine{
		Entrant: templates.Link{Label: entrantName(t, now.Entrant), Href: href(routeEntrant, slug, string(now.Entrant))},
		What:    now.Name, Penalty: penaltyWords[now.Kind], Tone: penaltyTone(now.Kind), Reason: first.Reason, Remedy: now.Remedy,
		At: momentIn(first.At, t.Info().Zone), By: first.By.Name,
	}
	if m, ok := t.Match(now.Match); ok {
		l.Where = templates.Link{Label: "Round " + strconv.Itoa(m.Match.Round) + ", " + strings.ToLower(tableTitle(m.Match)), Href: href(routeJudgeMatch, slug, int(now.Match))}
		if now.Game > 0 {
			l.Where.Label += ", game " + strconv.Itoa(now.Game)
		}
	}
	switch {
	case now.Reversed:
		l.Reversed, l.Tone = "Reversed on appeal by "+now.By.Name+": "+now.Reason, templates.Quiet
	case results.Allowed(actor.Role, results.ReversePenalty):
		l.Reverse = &templates.Link{Label: "Reverse on appeal", Href: href(routeJudgeReversal, slug, now.ID)}
	}
	return l
}

// penaltyFacts are what a version of a penalty says besides its reason.
func penaltyFacts(p *results.Penalty) []string {
	out := []string{p.Name}
	if p.Game > 0 {
		out[0] += ", game " + strconv.Itoa(p.Game)
	}
	if p.Remedy != "" {
		out = append(out, "Remedy: "+p.Remedy)
	}
	return out
}

// presentPenalties lists the event's penalties, the newest first.
func presentPenalties(t *results.Tournament, query string, actor results.Actor) templates.JudgePenaltiesPage {
	slug := t.Info().Slug
	p := templates.JudgePenaltiesPage{
		Back:   templates.Link{Label: "Judge's desk", Href: href(routeJudge, slug)},
		Links:  []templates.Link{{Label: "Record an infraction", Href: href(routeJudgePenalty, slug)}},
		Search: strings.TrimSpace(query), Action: href(routeJudgePenalties, slug),
	}
	if results.Allowed(actor.Role, results.EditCatalogue) {
		p.Links = append(p.Links, templates.Link{Label: "Edit the infractions", Href: href(routeJudgeCatalogue, slug)})
	}
	for _, h := range slices.Backward(t.Penalties) {
		if matches(entrantName(t, h.Current().Entrant), p.Search) {
			p.Lines = append(p.Lines, presentPenalty(t, h, actor))
		}
	}
	switch {
	case len(t.Penalties) == 0:
		p.Empty = "No penalty is recorded in this event."
	case len(p.Lines) == 0:
		p.Empty = "Nobody with a penalty has such a name."
	}
	return p
}

// disqualifyWord is typed to confirm a disqualification.
const disqualifyWord = "disqualify"

// kindOf is the penalty that the form gives: the chosen one, or the usual one.
func kindOf(t *results.Tournament, f penaltyForm) results.PenaltyKind {
	if f.Kind != "" {
		return f.Kind
	}
	if i, ok := scorekeeper.Infraction(t, f.Code); ok {
		return scorekeeper.UsualPenalty(t, f.Entrant, i)
	}
	return ""
}

// presentPenaltyForm is the form of an infraction with the penalties that each
// usually costs this entrant.
func presentPenaltyForm(t *results.Tournament, f penaltyForm) templates.JudgeFormPage {
	slug := t.Info().Slug
	p := templates.JudgeFormPage{
		Heading: "Record an infraction", Form: newForm(href(routeJudgePenalty, slug), 0),
		Back:    templates.Link{Label: "Penalties", Href: href(routeJudgePenalties, slug)},
		Buttons: []templates.Button{{Label: "Show what it costs", Name: "do", Value: "check", Tone: templates.Primary}},
	}
	m, inMatch := t.Match(f.Match)
	who, known := t.Entrant(f.Entrant)
	if known {
		p.Heading = "Infraction of " + who.Name
		p.Fields = append(p.Fields, templates.Field{Type: "hidden", Name: "entrant", Value: string(f.Entrant)})
	} else {
		field := templates.Field{Type: "select", Name: "entrant", Label: "Who?", Options: []templates.Option{{Label: "Choose"}}}
		for _, h := range t.Entrants {
			e := h.Current()
			field.Options = append(field.Options, templates.Option{Value: string(e.ID), Label: e.Name})
		}
		compare := alphabet()
		slices.SortStableFunc(field.Options[1:], func(a, b templates.Option) int { return compare(a.Label, b.Label) })
		p.Fields = append(p.Fields, field)
	}
	if inMatch {
		p.Back = templates.Link{Label: tableTitle(m.Match), Href: href(routeJudgeMatch, slug, int(f.Match))}
		p.Text = append(p.Text, "In round "+strconv.Itoa(m.Match.Round)+", "+strings.ToLower(tableTitle(m.Match))+": "+seatNames(t, m.Match)+".")
		p.Fields = append(p.Fields, templates.Field{Type: "hidden", Name: "match", Value: strconv.Itoa(int(f.Match))})
	}
	p.Fields = append(p.Fields, infractionField(t, f, known), kindField(t, f, known))
	if inMatch {
		p.Fields = append(p.Fields, gameField(m, f.Game))
	} else {
		p.Fields = append(p.Fields, matchField(t, f))
	}
	p.Fields = append(p.Fields,
		templates.Field{Name: "remedy", Label: "What was done about it", Value: f.Remedy, MaxLength: maxReason, Autocomplete: "off", Hint: "The remedy, such as a backup or a shuffled deck. Optional."},
		templates.Field{Name: "reason", Label: "What happened", Value: f.reason, MaxLength: maxReason, Required: true, Autocomplete: "off", Hint: "Kept with the penalty. Judges, organizers and the player concerned see it."},
	)
	return p
}

// infractionField offers the catalogue; for a known entrant each entry says what
// it costs this one now.
func infractionField(t *results.Tournament, f penaltyForm, known bool) templates.Field {
	field := templates.Field{Type: "select", Name: "code", Label: "Infraction", Options: []templates.Option{{Label: "Choose"}}}
	for _, i := range scorekeeper.Catalogue(t) {
		label := i.Name + " – " + strings.ToLower(penaltyWords[i.Usual])
		if known {
			label = i.Name + " – " + strings.ToLower(penaltyWords[scorekeeper.UsualPenalty(t, f.Entrant, i)])
			if repeated(t, f.Entrant, i.Code) {
				label += " (not the first time)"
			}
		}
		field.Options = append(field.Options, templates.Option{Value: i.Code, Label: label, Selected: i.Code == f.Code})
	}
	return field
}

// repeated reports whether the entrant has the infraction already.
func repeated(t *results.Tournament, who results.EntrantID, code string) bool {
	return slices.ContainsFunc(t.Penalties, func(h *results.PenaltyHistory) bool {
		p := h.Current()
		return p.Entrant == who && p.Code == code && !p.Reversed
	})
}

func kindField(t *results.Tournament, f penaltyForm, known bool) templates.Field {
	usual := "The usual one"
	if i, ok := scorekeeper.Infraction(t, f.Code); ok && known {
		usual += ": " + strings.ToLower(penaltyWords[scorekeeper.UsualPenalty(t, f.Entrant, i)])
	}
	field := templates.Field{Type: "select", Name: "kind", Label: "Penalty", Options: []templates.Option{{Label: usual}}}
	for _, k := range penaltyKinds {
		field.Options = append(field.Options, templates.Option{Value: string(k), Label: penaltyWords[k], Selected: k == f.Kind})
	}
	return field
}

var penaltyKinds = []results.PenaltyKind{results.Warning, results.GameLoss, results.MatchLoss, results.Disqualification}

// gameField asks which game a game loss costs: one that was played, or one that
// is not played for it.
func gameField(m *results.MatchHistory, chosen int) templates.Field {
	field := templates.Field{
		Type: "select", Name: "game", Label: "Which game does a game loss cost?",
		Options: []templates.Option{{Value: "0", Label: "One that is not played, or not played on"}},
	}
	for i := range m.Games {
		field.Options = append(field.Options, templates.Option{Value: strconv.Itoa(i + 1), Label: "Game " + strconv.Itoa(i+1), Selected: i+1 == chosen})
	}
	return field
}

// matchField asks for the match of the last round, where a loss counts.
func matchField(t *results.Tournament, f penaltyForm) templates.Field {
	field := templates.Field{Type: "select", Name: "match", Label: "Match", Hint: "A game or match loss needs one.", Options: []templates.Option{{Value: "0", Label: "Outside a match"}}}
	r := lastPublished(t)
	if r == nil {
		return field
	}
	for _, m := range contests(t, r) {
		if f.Entrant == "" || slices.Contains(m.Match.Seats, f.Entrant) {
			field.Options = append(field.Options, templates.Option{
				Value: strconv.Itoa(int(m.Match.ID)), Label: tableTitle(m.Match) + ", " + seatNames(t, m.Match), Selected: m.Match.ID == f.Match,
			})
		}
	}
	return field
}

// answerPenalty adds what a penalty costs and changes to its page.
func answerPenalty(t *results.Tournament, req scorekeeper.Request, f penaltyForm, p *templates.JudgeFormPage) error {
	switch {
	case f.Entrant == "":
		return results.Refuse(results.Invalid, "Say who it was.").At("entrant")
	case f.Code == "":
		return results.Refuse(results.Invalid, "Choose an infraction.").At("code")
	case f.reason == "":
		return results.Refuse(results.Invalid, "Say what happened: it is kept with the penalty.").At("reason")
	}
	preview, err := scorekeeper.PreviewPenalty(t, req, f.PenaltyFacts)
	if err != nil {
		return err
	}
	kind := kindOf(t, f)
	i, _ := scorekeeper.Infraction(t, f.Code)
	a := &templates.Effect{Title: penaltyWords[kind] + " for " + entrantName(t, f.Entrant) + ": " + i.Name}
	if usual := scorekeeper.UsualPenalty(t, f.Entrant, i); usual == kind {
		a.Text = append(a.Text, "This is the usual penalty"+map[bool]string{true: " from the second time on", false: ""}[repeated(t, f.Entrant, f.Code)]+".")
	} else {
		a.Text = append(a.Text, "The usual penalty would be: "+strings.ToLower(penaltyWords[usual])+".")
	}
	if kind != results.Warning {
		a.Text = append(a.Text, matchEffect(t, f.Match, preview)...)
		if r, ok := t.Round(preview.Round); ok && (preview.Age > 0 || r.Status == results.Closed) {
			a.Preview = presentChanges(t, r, preview)
		}
	}
	if kind == results.Disqualification {
		a.Text = append(a.Text, entrantName(t, f.Entrant)+" is out of the event and out of its standings.")
		p.Fields = append(p.Fields, wordField(disqualifyWord))
	}
	p.Effect, p.Checked = a, f.tag()
	p.Buttons = []templates.Button{
		{Label: "Record it", Name: "do", Value: "save", Tone: templates.Primary}, {Label: "Show again what it costs", Name: "do", Value: "check"},
	}
	if kind == results.Disqualification {
		p.Buttons[0].Tone = templates.Danger
	}
	return nil
}

// matchEffect says what a penalty or its reversal makes of the match.
func matchEffect(t *results.Tournament, match results.MatchID, preview *scorekeeper.Preview) []string {
	m, ok := t.Match(match)
	switch {
	case !ok:
		return nil
	case preview.Result.Decided():
		return []string{"The match becomes: " + scorekeeper.ResultText(t, m.Match, preview.Result) + ". The Game Results stay as they are (7.4.4)."}
	case preview.Result != nil:
		return []string{"The match is open again. The Game Results stay as they are (7.4.4)."}
	case m.Result() == nil:
		return []string{"The match stays open; the Game Results stay as they are (7.4.4)."}
	}
	return []string{"The result of the match stays."}
}

// presentReversal is the form that reverses a penalty.
func presentReversal(t *results.Tournament, h *results.PenaltyHistory, actor results.Actor, reason string) templates.JudgeFormPage {
	now := h.Current()
	line := presentPenalty(t, h, actor)
	line.Reverse = nil
	p := templates.JudgeFormPage{
		Heading: "Reverse on appeal", Back: templates.Link{Label: "Penalties", Href: href(routeJudgePenalties, t.Info().Slug)}, Penalty: &line,
		Form: newForm(href(routeJudgeReversal, t.Info().Slug, now.ID), now.Version),
	}
	if !now.Reversed {
		why := reasonField("Why is it reversed?")
		why.Value = reason
		p.Fields = []templates.Field{why}
		p.Buttons = []templates.Button{{Label: "Reverse the penalty", Tone: templates.Primary}}
	}
	return p
}

// answerReversal adds what the reversal changes to its page.
func answerReversal(t *results.Tournament, req scorekeeper.Request, h *results.PenaltyHistory, p *templates.JudgeFormPage) error {
	now := h.Current()
	if now.Reversed {
		p.Text = []string{"This penalty was reversed already."}
		return nil
	}
	preview, err := scorekeeper.PreviewReversal(t, req, now.ID, now.Version)
	if err != nil {
		return err
	}
	p.Effect = &templates.Effect{Title: "What the reversal changes", Text: []string{"Both stay in the records: the penalty and its reversal."}}
	if now.Kind == results.Disqualification {
		p.Effect.Text = append(p.Effect.Text, entrantName(t, now.Entrant)+" is in the event again.")
	}
	if now.Kind != results.Warning {
		p.Effect.Text = append(p.Effect.Text, matchEffect(t, now.Match, preview)...)
		if r, ok := t.Round(preview.Round); ok {
			p.Effect.Preview = presentChanges(t, r, preview)
		}
	}
	return nil
}

// spareRows is how many empty rows the catalogue's form ends with.
const spareRows = 3

// presentCatalogue is the form of the event's infractions.
func presentCatalogue(t *results.Tournament, list []results.InfractionKind) templates.JudgeCataloguePage {
	slug := t.Info().Slug
	p := templates.JudgeCataloguePage{
		Back: templates.Link{Label: "Penalties", Href: href(routeJudgePenalties, slug)},
		Form: newForm(href(routeJudgeCatalogue, slug), len(t.Catalogues)),
		Text: "What may happen, what it usually costs, and what from the second time on. Empty a row to remove it. Penalties that were given keep their name and cost.",
	}
	for i := range min(len(list)+spareRows, maxInfractions) {
		row := results.InfractionKind{Usual: results.Warning, Repeated: results.GameLoss}
		if i < len(list) {
			row = list[i]
		}
		p.Rows = append(p.Rows, templates.CatalogueRow{
			Code:  templates.Field{Name: numbered("code", i), Label: "Code", Value: row.Code, MaxLength: 40, Autocomplete: "off"},
			Name:  templates.Field{Name: numbered("name", i), Label: "Infraction", Value: row.Name, MaxLength: 100, Autocomplete: "off"},
			Usual: costField(numbered("usual", i), "Usually", row.Usual), Repeated: costField(numbered("repeated", i), "Repeated", row.Repeated),
		})
	}
	return p
}

func costField(name, label string, kind results.PenaltyKind) templates.Field {
	f := templates.Field{Type: "select", Name: name, Label: label}
	for _, k := range penaltyKinds {
		f.Options = append(f.Options, templates.Option{Value: string(k), Label: penaltyWords[k], Selected: k == kind})
	}
	return f
}

func catalogueWords(list []results.InfractionKind) string {
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.Name
	}
	return strings.Join(names, ", ")
}

// blameCatalogue says at its row what is wrong.
func blameCatalogue(err error, p *templates.JudgeCataloguePage) bool {
	var refusal *results.Error
	if !errors.As(err, &refusal) || refusal.Code == results.Forbidden || refusal.Code == results.NotFound {
		return false
	}
	if row, ok := strings.CutPrefix(refusal.Field, "row "); ok {
		if i, err := strconv.Atoi(row); err == nil && i >= 1 && i <= len(p.Rows) {
			p.Rows[i-1].Error = refusal.Message
			return true
		}
	}
	p.Form.Error = refusal.Message
	return true
}
