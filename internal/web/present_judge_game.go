package web

import (
	"strconv"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/scorekeeper"
	"tourney/templates"
)

// input is a field of one line with what was typed in it.
func (s gameSheet) input(name, label string) templates.Field {
	return templates.Field{Name: name, Label: label, Value: s.Get(name), Error: s.faults[name], Autocomplete: "off"}
}

func (s gameSheet) count(name, label string) templates.Field {
	f := s.input(name, label)
	f.InputMode = "numeric"
	return f
}

// pick is a choice among values and labels in turn; kind is "select" or
// "choice".
func (s gameSheet) pick(kind, name, label string, pairs ...string) templates.Field {
	f := templates.Field{Type: kind, Name: name, Label: label, Error: s.faults[name]}
	for i := 0; i < len(pairs); i += 2 {
		f.Options = append(f.Options, templates.Option{Value: pairs[i], Label: pairs[i+1], Selected: pairs[i] == s.Get(name)})
	}
	return f
}

// ask is a question that may stay open.
func (s gameSheet) ask(name, label, hint string) templates.Field {
	f := s.pick("choice", name, label, "yes", "Yes", "no", "No", "", "Not known")
	f.Hint = hint
	return f
}

// among is a choice of a seat.
func (s gameSheet) among(name, label string, names []string, further ...string) templates.Field {
	return s.pick("choice", name, label, append(seatPairs(names), further...)...)
}

// seatPairs are the values and labels of seats in turn.
func seatPairs(names []string) []string {
	var pairs []string
	for i, who := range names {
		pairs = append(pairs, strconv.Itoa(i), who)
	}
	return pairs
}

// sides is a choice of a side of a game of two, by letter.
func (s gameSheet) sides(name, label string, names []string, further ...string) templates.Field {
	pairs := []string{"A", names[0], "B", names[1]}
	return s.pick("choice", name, label, append(pairs, further...)...)
}

// filled reports whether one of the fields was typed in or chosen. A list shows
// its first item until something is chosen.
func filled(fields []templates.Field) bool {
	for _, f := range fields {
		if f.Error != "" || f.Checked || f.Value != "" {
			return true
		}
		for i, o := range f.Options {
			if o.Selected && o.Value != "" && (i > 0 || f.Type != "select") {
				return true
			}
		}
	}
	return false
}

// presentGameForm shows the form of a game as the sheet fills it.
func presentGameForm(g gameTable, s gameSheet) templates.JudgeGamePage {
	slug, id := g.t.Info().Slug, strconv.Itoa(int(g.m.Match.ID))
	names := g.names()
	p := templates.JudgeGamePage{
		Back:    templates.Link{Label: tableTitle(g.m.Match), Href: href(routeJudgeMatch, slug, id)},
		Heading: "Game " + strconv.Itoa(g.number), Names: names,
		Form: newForm(href(routeJudgeGame, slug, id, g.number), scorekeeper.GameVersion(g.m, g.number)),
		How:  s.how(g.t.Info().Ruleset),
		Note: s.input("reason", "Note"),
	}
	p.Form.Class = "form game-form"
	p.Note.MaxLength = maxReason
	p.Note.Hint = "Kept with the record. Optional."
	if old := g.result(); old != nil {
		card := presentGame(g.t, old, names)
		p.Recorded = &card
		p.Note.Label, p.Note.Hint = "Why is it corrected?", "Kept with the record; the former version stays."
	} else if g.r.Status == results.Closed || g.m.Result() != nil {
		p.Note.Label, p.Note.Hint = "Why is it added?", "Kept with the record."
	}
	add := func(sec templates.JudgeSection) {
		sec.Filled = sec.Filled || filled(sec.Fields)
		p.Sections = append(p.Sections, sec)
	}
	add(s.winnerSection(g, names))
	switch g.t.Info().Ruleset {
	case "momon":
		for _, sec := range s.momonSections(g, names) {
			add(sec)
		}
	case "magic":
		add(s.concessionSection(names, false))
		add(s.loopSection(names, "loop", "102.4b"))
		add(s.lifeSection(names))
	default:
		add(s.concessionSection(names, true))
	}
	return p
}

// winnerSection asks who won where the ending does not say it.
func (s gameSheet) winnerSection(g gameTable, names []string) templates.JudgeSection {
	sec := templates.JudgeSection{}
	for _, e := range endings[g.t.Info().Ruleset] {
		if e.wins == winnerAsked || e.wins == otherWins && g.seats() > 2 {
			sec.For = append(sec.For, e.method)
		}
	}
	winner := s.among("winner", "Who won?", names, drawn, "Game Draw")
	winner.Hint = "An agreement, a coin or a forecast ends no game (7.5.3)."
	sec.Fields = []templates.Field{winner}
	return sec
}

// how is the choice of endings.
func (s gameSheet) how(ruleset string) templates.Field {
	f := templates.Field{Type: "choice", Name: "how", Label: "How did the game end?", Error: s.faults["how"]}
	for _, e := range endings[ruleset] {
		f.Options = append(f.Options, templates.Option{Value: e.method, Label: e.label, Hint: e.hint, Selected: e.method == s.Get("how")})
	}
	return f
}

// momonSections are those of a Momon game.
func (s gameSheet) momonSections(g gameTable, names []string) []templates.JudgeSection {
	byScore := []string{"sixteen_turn", "full_arena"}
	turns := []templates.Field{s.count("turnsA", "Begun by "+names[0]), s.count("turnsB", "Begun by "+names[1])}
	settled := s.pick("choice", "settled", "Is anything left to resolve?", "yes", "Nothing left", "no", "Something", "", "Not known")
	settled.Hint = "Abilities in the Queue, Summon packages, the End Step."
	left := []templates.Field{s.count("triggers", "Abilities in the Queue"), s.count("packages", "Summon packages"), s.ask("endstep", "End Step done", "")}
	latch := s.ask("latch", "Was the Arena full when a Summon Step began?", "Full only in between does not count (7.2.3).")
	token := s.sides("token", "First Player Token", names, "", "Not known")
	token.Hint = "With equal scores its holder wins (7.3.3)."
	first := s.sides("first", "Who had the first turn?", names, "", "Not known")
	pad := s.pad(names)
	sections := []templates.JudgeSection{
		{Title: "The Arena", For: byScore, Pad: pad, Filled: filled(padFields(pad)) && !s.usualPad()},
		{Title: "The end", For: byScore, Fields: []templates.Field{token, latch, settled}},
		{Title: "What is left", For: []string{"left"}, Fields: left},
		{Title: "Turns", For: byScore, Fields: append(turns, first)},
		{Title: "Control Scores as the players say", Text: "Needed only where the Arena is not entered. If both are there they have to agree (7.3.1).", For: byScore, Fold: true,
			Fields: []templates.Field{s.count("scoreA", names[0]), s.count("scoreB", names[1])}},
		s.concessionSection(names, true),
		s.loopSection(names, "mandatory_loop", "12.4"),
	}
	where := "This event is sanctioned: a judge applies the penalty guide, and an irregularity is never a Game Draw (12.1.9)."
	if !g.t.Info().Sanctioned {
		where = "This event is not sanctioned: if not everything can be reversed exactly, or if something private was revealed, the game is a Game Draw; otherwise roll back and play on (12.1.9)."
	}
	return append(sections, templates.JudgeSection{Title: "The irregularity", Text: where, For: []string{"irreversible_irregularity"}, Fields: []templates.Field{
		s.ask("exact", "Can every action since be reversed exactly?", ""),
		s.ask("revealed", "Was private information revealed?", ""),
	}})
}

// usualPad reports whether no Space is filled.
func (s gameSheet) usualPad() bool {
	rows, cols := s.grid()
	for space := range rows * cols {
		if ctrl, points := cell(space); s.given(ctrl, points) {
			return false
		}
	}
	return s.Get("empty") == ""
}

func padFields(p *templates.ArenaPad) []templates.Field {
	out := []templates.Field{p.Rows, p.Cols, p.Empty}
	for _, c := range p.Cells {
		out = append(out, c.Ctrl, c.Points)
	}
	return out
}

// pad is the grid of Spaces.
func (s gameSheet) pad(names []string) *templates.ArenaPad {
	rows, cols := s.grid()
	var sizes []string
	for i := 1; i <= maxGridSide; i++ {
		sizes = append(sizes, strconv.Itoa(i), strconv.Itoa(i))
	}
	s.setGrid(rows, cols)
	p := &templates.ArenaPad{
		Rows: s.pick("select", "rows", "Rows", sizes...), Cols: s.pick("select", "cols", "Columns", sizes...), Columns: strconv.Itoa(cols),
		Empty: templates.Field{Type: "checkbox", Name: "empty", Label: "The Arena is empty", Checked: s.Get("empty") == "yes", Error: s.faults["empty"]},
	}
	copy(p.Names[:], names)
	var score [2]int64
	quiet := gameSheet{s.Values, map[string]string{}}
	for space := range rows * cols {
		ctrl, points := cell(space)
		where := "Space " + strconv.Itoa(space)
		c := templates.PadCell{
			Space:  strconv.Itoa(space),
			Ctrl:   s.pick("select", ctrl, where+", controller", "", "–", "A", "A", "B", "B", "?", "?"),
			Points: s.count(points, where+", points"),
		}
		p.Cells = append(p.Cells, c)
		if seat, got := sideSeat(s.Get(ctrl)), quiet.number(points, -maxPoints, maxPoints); seat >= 0 && got != nil {
			score[seat] += *got
		}
	}
	p.TotalA, p.TotalB = strconv.FormatInt(score[0], 10), strconv.FormatInt(score[1], 10)
	return p
}

// concessionSection asks who conceded; ordered says that the rule set looks at
// when it was said.
func (s gameSheet) concessionSection(names []string, ordered bool) templates.JudgeSection {
	clearly := s.pick("choice", "clear", "Was it clearly communicated?", "yes", "Yes", "no", "Not sure")
	clearly.Hint = "A clear concession cannot be taken back by anyone (7.6.2)."
	sec := templates.JudgeSection{Title: "The concession", For: []string{"concession"}, Fields: []templates.Field{s.among("conceder", "Who conceded?", names), clearly}}
	if ordered {
		when := s.pick("choice", "when", "When?", "before", "The game still went on", "after", "The game had ended")
		when.Hint = "At any time, also after a full Arena was noted (7.6.1). After the end it is one of the match."
		sec.Fields = append(sec.Fields, when)
	}
	if len(names) == 2 {
		sec.Fields = append(sec.Fields, s.pick("choice", "other", "Did the opponent concede too?", "", "No", "later", "Later", "same", "At the same moment"))
	}
	return sec
}

// loopSection is the worksheet of a loop.
func (s gameSheet) loopSection(names []string, method, rule string) templates.JudgeSection {
	if len(names) != 2 {
		names = []string{"first player", "second player"}
	}
	recurs := s.input("recurs", "What recurs?")
	recurs.Type, recurs.MaxLength, recurs.Rows = "textarea", maxLoopText, 2
	sec := templates.JudgeSection{
		Title: "Loop worksheet", For: []string{method},
		Text: "A loop draws the game only if the same state recurs and nobody has a choice that ends or changes it; conceding is no such choice (" + rule + ").",
		Fields: []templates.Field{
			recurs, s.ask("recurred", "Is it verified that the same state recurs?", "Same Arena, Queue, effects and choices; hidden cards do not matter."),
		},
	}
	for i, who := range names {
		text := s.input(numbered("choicetext", i), "Choices of "+who)
		text.MaxLength, text.Hint = maxLoopText, "What "+who+" could do instead, and at which point."
		sec.Fields = append(sec.Fields, s.ask(numbered("choice", i), "Has "+who+" a choice that ends or changes it?", ""), text)
	}
	sec.Fields = append(sec.Fields, s.among("active", "Whose turn is it?", names))
	for i := range names {
		row, label := numbered("d", i), "First declaration"
		if i == 1 {
			label = "Second declaration"
		}
		by := s.among(row+"by", label, names, "", "None")
		times := s.count(row+"n", "Iterations")
		times.Hint = "A finite number; 0 stops now."
		sec.Fields = append(sec.Fields, by, times, s.pick("select", row+"alt", "The different choice announced",
			claims.ChoiceLegal, "is legal and leaves the loop", claims.ChoiceIllegal, "is not legal", claims.ChoiceProhibited, "is impossible, picked to change nothing",
			claims.ChoiceStays, "does not leave the loop", claims.ChoiceNone, "none was announced"))
	}
	return sec
}

// maxLoopText bounds the texts of the worksheet, in characters.
const maxLoopText = 200

// lifeSection is the totals and the record of a life game.
func (s gameSheet) lifeSection(names []string) templates.JudgeSection {
	all := []string{}
	for _, e := range endings["magic"] {
		if e.method != results.Reported {
			all = append(all, e.method)
		}
	}
	pad := &templates.LifePad{Count: s.count("seats", "Seats in the game")}
	pad.Count.Value = strconv.Itoa(s.lifeSeats(len(names)))
	pad.Count.Hint = "More than the match has where teams play."
	seats := make([]string, s.lifeSeats(len(names)))
	typed := false
	for i := range seats {
		seats[i] = seatWords(i, names)
		row := templates.LifeSeat{Name: seats[i], Life: s.count(numbered("life", i), "Life"), Poison: s.count(numbered("poison", i), "Poison"), Library: s.count(numbered("library", i), "Library")}
		if i >= len(names) {
			side := s.among(numbered("side", i), "Plays for", names)
			side.Type = "select"
			if !s.given(side.Name) {
				// Partners sit in turn.
				side.Options[i%len(names)].Selected = true
			}
			row.Side = &side
		}
		typed = typed || filled([]templates.Field{row.Life, row.Poison, row.Library})
		pad.Seats = append(pad.Seats, row)
	}
	ops := []string{"", "What happens"}
	for _, o := range lifeOps {
		ops = append(ops, o.value, o.label)
	}
	for i := range s.lifeLines() {
		who := s.pick("select", numbered("who", i), "Seat", append([]string{"", "Whose"}, seatPairs(seats)...)...)
		line := templates.LifeLine{
			Number: strconv.Itoa(i + 1), Op: s.pick("select", numbered("op", i), "What happens", ops...), Who: who, N: s.count(numbered("n", i), "Number"),
		}
		if i > 0 {
			line.Same = &templates.Field{Type: "checkbox", Name: numbered("same", i), Label: "at the same instant as line " + strconv.Itoa(i), Checked: s.Get(numbered("same", i)) == "yes"}
		}
		typed = typed || line.Op.Error != "" || s.given(numbered("op", i))
		pad.Lines = append(pad.Lines, line)
	}
	pad.Rows = strconv.Itoa(s.lifeLines())
	return templates.JudgeSection{Title: "Life, poison, library", For: all, Filled: typed, Life: pad,
		Text: "Without lines these are the totals at the last check; with lines, the totals before the first."}
}
