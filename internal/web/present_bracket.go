package web

import (
	"slices"
	"strconv"

	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
	"tourney/templates"
)

// presentBrackets shows every bracket of the event whose entrants are known.
func presentBrackets(t *results.Tournament, asList bool) (templates.BracketPage, error) {
	here := href(routeBracket, t.Info().Slug)
	p := templates.BracketPage{Heading: "Bracket", AsList: asList, Views: []templates.Link{
		{Label: "Drawn", Href: here, Current: !asList},
		{Label: "List", Href: here + "?view=list", Current: asList},
	}}
	for _, stage := range t.Stages() {
		if !stage.System.Elimination() || !bracketKnown(t, stage) {
			continue
		}
		b, err := pairing.BracketOf(t, stage.ID)
		if err != nil {
			return p, err
		}
		p.Parts = append(p.Parts, presentBracket(t, b)...)
	}
	if len(p.Parts) == 0 {
		p.Views = nil
		p.Empty = "The bracket appears here once it is known who plays in it."
	}
	return p, nil
}

// bracketKnown reports whether everybody may know who plays the bracket: the cut
// is made, or its first round is published.
func bracketKnown(t *results.Tournament, stage results.Stage) bool {
	return pairing.Advancement(t, stage.ID) != nil || len(pairing.StageRounds(t, stage.ID)) > 0
}

// bracketView is a bracket while it is put into words.
type bracketView struct {
	t    *results.Tournament
	b    *pairing.Bracket
	rows map[string]*results.MatchHistory // by slot
}

// presentBracket lays a bracket out: the winners' side with the finals, the
// losers' side, and the third-place match.
func presentBracket(t *results.Tournament, b *pairing.Bracket) []templates.BracketPart {
	v := &bracketView{t: t, b: b, rows: bracketRows(t, b)}
	var winners, losers, third templates.BracketPart
	for _, c := range b.Bracket.Drawing().Columns {
		column := templates.BracketColumn{Title: v.columnTitle(c)}
		for _, position := range c.Slots {
			if m, ok := b.State.Match(position.Slot); ok && m.Status != bracket.Vacant && m.Status != bracket.NotNeeded {
				column.Slots = append(column.Slots, v.slot(m))
			} else {
				// An empty place keeps the others where the lines meet them.
				column.Slots = append(column.Slots, templates.BracketSlot{State: "vacant"})
			}
		}
		switch c.Side {
		case bracket.Losers:
			losers.Columns = append(losers.Columns, column)
		case bracket.Third:
			third.Columns = append(third.Columns, column)
		default:
			winners.Columns = append(winners.Columns, column)
		}
	}
	winners.Note = v.lotNote()
	parts := []templates.BracketPart{winners}
	if len(losers.Columns) > 0 {
		parts[0].Heading, losers.Heading = "Winners' side", "Losers' side"
		parts = append(parts, losers)
	}
	if len(third.Columns) > 0 {
		parts = append(parts, third)
	}
	for _, part := range parts {
		v.join(part.Columns)
	}
	return parts
}

// join says how each column leads to the next.
func (v *bracketView) join(columns []templates.BracketColumn) {
	if v.reseeded() {
		return
	}
	for i := range len(columns) - 1 {
		switch len(columns[i].Slots) {
		case 2 * len(columns[i+1].Slots):
			columns[i].Joins = "pairs"
		case len(columns[i+1].Slots):
			columns[i].Joins = "straight"
		}
	}
}

func (v *bracketView) reseeded() bool { return len(v.b.Bracket.Drawing().Lines) == 0 }

// lotNote says that a lot decided who is in or in which order.
func (v *bracketView) lotNote() string {
	if o := pairing.Advancement(v.t, v.b.Stage.ID); o != nil && o.LotSeed != nil &&
		slices.ContainsFunc(o.Rows, func(r results.OutcomeRow) bool { return r.ByLot }) {
		return "Equal ranks at the cut were parted by a lot (number " + strconv.FormatUint(*o.LotSeed, 10) + "), drawn once and recorded."
	}
	return ""
}

// bracketRows finds the published match of each slot.
func bracketRows(t *results.Tournament, b *pairing.Bracket) map[string]*results.MatchHistory {
	rows := map[string]*results.MatchHistory{}
	var unnamed []*results.MatchHistory
	for _, r := range pairing.StageRounds(t, b.Stage.ID) {
		for _, m := range t.RoundMatches(r) {
			if m.Match.Slot != "" {
				rows[m.Match.Slot] = m
			} else {
				unnamed = append(unnamed, m)
			}
		}
	}
	for _, m := range b.State.Matches() {
		if rows[m.Slot] != nil || !m.Published {
			continue
		}
		i := slices.IndexFunc(unnamed, func(h *results.MatchHistory) bool {
			return slices.Contains(h.Match.Seats, b.Entrant(m.Seats[0].Entrant)) &&
				(len(h.Match.Seats) < 2 || slices.Contains(h.Match.Seats, b.Entrant(m.Seats[1].Entrant)))
		})
		if i >= 0 {
			rows[m.Slot] = unnamed[i]
			unnamed = slices.Delete(unnamed, i, i+1)
		}
	}
	return rows
}

// columnTitle names a round of the bracket.
func (v *bracketView) columnTitle(c bracket.Column) string {
	single := v.b.Stage.System == results.SingleElimination
	switch {
	case c.Side == bracket.Third:
		return "Third place"
	case c.Side == bracket.Final && c.Round == 1:
		return "Final"
	case c.Side == bracket.Final:
		return "Second final"
	case c.Side == bracket.Losers:
		return "Losers' round " + strconv.Itoa(c.Round)
	case !single:
		return "Winners' round " + strconv.Itoa(c.Round)
	}
	return eliminationTitle(len(c.Slots))
}

// eliminationTitle names a round of a single elimination by its number of
// matches.
func eliminationTitle(matches int) string {
	switch matches {
	case 1:
		return "Final"
	case 2:
		return "Semifinals"
	case 4:
		return "Quarterfinals"
	}
	return "Round of " + strconv.Itoa(2*matches)
}

// slotLabel names one match: "Semifinal 2", "Round of 16, match 3".
func (v *bracketView) slotLabel(m bracket.Match) string {
	slots := 1
	for _, c := range v.b.Bracket.Drawing().Columns {
		if c.Side == m.Side && c.Round == m.Round {
			slots = len(c.Slots)
		}
	}
	title := v.columnTitle(bracket.Column{Side: m.Side, Round: m.Round, Slots: make([]bracket.Position, slots)})
	switch {
	case slots == 1:
		return title
	case title == "Semifinals" || title == "Quarterfinals":
		return title[:len(title)-1] + " " + strconv.Itoa(m.Place)
	}
	return title + ", match " + strconv.Itoa(m.Place)
}

// slot shows one match of the bracket as it stands.
func (v *bracketView) slot(m bracket.Match) templates.BracketSlot {
	slot := templates.BracketSlot{Label: v.slotLabel(m), State: "waiting"}
	row := v.rows[m.Slot]
	var line templates.MatchLine
	if row != nil && row.Match.Assigned == "" {
		line = presentMatch(v.t, row)
		slot.Table, slot.State, slot.Notes = line.Table, line.State, line.Notes
		if line.Word != "" && line.State == "done" {
			slot.Notes = append([]string{line.Word}, slot.Notes...)
		}
		if line.State == "done" {
			slot.Table = ""
		}
	}
	if m.Status == bracket.PassedOn {
		slot.State = "bye"
	}
	for _, s := range m.Seats {
		slot.Seats = append(slot.Seats, v.seat(s, m, row, line))
	}
	return slot
}

func (v *bracketView) seat(s bracket.Seat, m bracket.Match, row *results.MatchHistory, line templates.MatchLine) templates.BracketSeat {
	if s.Entrant == 0 {
		return templates.BracketSeat{Wait: v.waitWords(s)}
	}
	id := v.b.Entrant(s.Entrant)
	seat := templates.BracketSeat{
		Seed: strconv.Itoa(s.Entrant), Name: entrantName(v.t, id),
		Href: href(routeEntrant, v.t.Info().Slug, string(id)), Won: m.Winner == s.Entrant && m.Status == bracket.Played,
	}
	if row != nil {
		// The record's seats may be in another order than the bracket's.
		if i := slices.Index(row.Match.Seats, id); i >= 0 && i < len(line.Seats) {
			seat.Score = line.Seats[i].Score
		}
	}
	return seat
}

// waitWords say who will sit on an empty seat, or why nobody does.
func (v *bracketView) waitWords(s bracket.Seat) string {
	switch s.Vacancy {
	case bracket.NoSeed:
		return "bye"
	case bracket.NoShow:
		return "nobody: both were absent"
	case bracket.Left:
		return "left the event"
	}
	from, known := v.b.State.Match(s.Feed.Slot)
	switch {
	case s.Feed.Source == bracket.WinnerOf && known:
		return "Winner of " + lowerFirst(v.slotLabel(from))
	case s.Feed.Source == bracket.LoserOf && known:
		return "Loser of " + lowerFirst(v.slotLabel(from))
	case s.Feed.Source == bracket.Reseeded:
		return "A winner, by seed"
	}
	return "open"
}
