package web

import (
	"net/url"
	"strconv"

	"tourney/internal/results"
	"tourney/internal/results/claims"
)

// Bounds of what the forms about an arena take.
const (
	maxGridSide  = 8
	usualGrid    = 4
	maxPoints    = 1_000_000
	maxTurnsTold = 1000
	maxWaiting   = 1000
)

// cell names the fields of a Space.
func cell(space int) (ctrl, points string) {
	return "c" + strconv.Itoa(space), "p" + strconv.Itoa(space)
}

// grid is the size of the score pad.
func (s gameSheet) grid() (rows, cols int) {
	side := func(field string) int {
		n, err := strconv.Atoi(s.Get(field))
		if err != nil || n < 1 || n > maxGridSide {
			return usualGrid
		}
		return n
	}
	return side("rows"), side("cols")
}

// arena reads the evidence of a Momon game.
func (s gameSheet) arena(sanctioned, prohibited bool) gameEvidence {
	e := gameEvidence{Hold: s.Get("hold") == "yes"}
	s.readTurns(&e)
	e.ArenaFull = s.tri("latch")
	s.readPending(&e)
	s.readBoard(&e)
	a, b := s.number("scoreA", -maxPoints, maxPoints), s.number("scoreB", -maxPoints, maxPoints)
	switch {
	case a != nil && b != nil:
		e.Scores = &[2]int64{*a, *b}
	case s.given("scoreA") != s.given("scoreB"):
		s.fault("scoreA", "Type both scores, or none.")
	}
	if sideSeat(s.Get("token")) >= 0 {
		e.Token = s.Get("token")
	}
	s.readConcession(&e, 2)
	if len(e.Concessions) > 0 {
		e.Prohibited = prohibited
	}
	sheet := s.loop(false, sanctioned)
	if none := noChoice(sheet.Choice); sheet.Recurred != nil || none != nil {
		e.Loop = &loopFacts{Recurred: sheet.Recurred, NoChoice: none}
	}
	if exact, revealed := s.tri("exact"), s.tri("revealed"); exact != nil || revealed != nil {
		e.Rollback = &rollback{Exact: exact, Revealed: revealed}
	}
	return e
}

func (s gameSheet) readTurns(e *gameEvidence) {
	a, b := s.number("turnsA", 0, maxTurnsTold), s.number("turnsB", 0, maxTurnsTold)
	switch {
	case a != nil && b != nil:
		e.Turns = &[2]int64{*a, *b}
	case s.given("turnsA") != s.given("turnsB"):
		s.fault("turnsA", "Type the turns of both players, or of none.")
	}
	if first := s.Get("first"); sideSeat(first) >= 0 {
		e.Context = &arenaContext{First: first}
	}
}

func (s gameSheet) readPending(e *gameEvidence) {
	settled := s.tri("settled")
	if settled == nil {
		return
	}
	zero, done := int64(0), true
	if *settled {
		e.Pending = &pendingWork{Triggers: &zero, Packages: &zero, EndStep: &done}
		return
	}
	e.Pending = &pendingWork{
		Triggers: s.number("triggers", 0, maxWaiting), Packages: s.number("packages", 0, maxWaiting), EndStep: s.tri("endstep"),
	}
	if *e.Pending == (pendingWork{}) && !s.given("triggers", "packages") {
		s.fault("settled", "Say what is left: Abilities in the Queue, Summon packages or the End Step.")
	}
}

// readBoard reads the Spaces. An Arena is known if a Space is filled, or if it
// is said to be empty.
func (s gameSheet) readBoard(e *gameEvidence) {
	rows, cols := s.grid()
	board := []placed{}
	for space := range rows * cols {
		ctrl, points := cell(space)
		who := s.Get(ctrl)
		n := s.number(points, -maxPoints, maxPoints)
		switch {
		case who == "" && s.given(points):
			s.fault(ctrl, "Say who controls the Momon in Space "+strconv.Itoa(space)+", or clear its points.")
		case who == "":
		case n == nil:
			s.fault(points, "Type the points of the Momon in Space "+strconv.Itoa(space)+".")
		default:
			m := placed{Space: int64(space), Points: *n}
			if sideSeat(who) >= 0 {
				m.Ctrl = who
			}
			board = append(board, m)
		}
	}
	empty := s.Get("empty") == "yes"
	if empty && len(board) > 0 {
		s.fault("empty", "Some Spaces are filled. Clear them, or take this mark away.")
	}
	if len(board) == 0 && !empty {
		return
	}
	e.Board = &board
	if e.Context == nil {
		e.Context = &arenaContext{}
	}
	e.Context.Spaces = int64(rows * cols)
}

// Places in the record of a game that the form tells apart: a statement before
// and after the end.
const (
	saidBefore = 1
	gameEnded  = 1
	saidAfter  = 2
)

// readConcession reads who conceded in a game of so many seats, and when.
func (s gameSheet) readConcession(e *gameEvidence, seats int) {
	who := s.seat("conceder", seats)
	if who < 0 {
		return
	}
	said := conceded{By: seatName(who), Seq: saidBefore, Clear: s.Get("clear") == "yes"}
	if !said.Clear && s.Get("clear") != "no" {
		s.fault("clear", "Say whether the concession was clearly communicated. Ask both players.")
	}
	switch s.Get("when") {
	case "after":
		said.Seq, e.EndedSeq = saidAfter, gameEnded
	case "before":
	default:
		s.fault("when", "Say whether the game was still going on.")
	}
	e.Concessions = []conceded{said}
	if other := s.Get("other"); seats == 2 && (other == "same" || other == "later") {
		second := conceded{By: seatName(1 - who), Seq: said.Seq, Clear: true}
		if other == "later" {
			second.Seq++
		}
		e.Concessions = append(e.Concessions, second)
	}
}

// loop reads the worksheet.
func (s gameSheet) loop(life, sanctioned bool) claims.LoopSheet {
	sheet := claims.LoopSheet{Life: life, Sanctioned: sanctioned, Recurred: s.tri("recurred"), Active: max(s.seat("active", 2), 0)}
	for seat := range sheet.Choice {
		sheet.Choice[seat] = s.tri("choice" + strconv.Itoa(seat))
	}
	for i := range sheet.Choice {
		row := "d" + strconv.Itoa(i)
		by := s.seat(row+"by", 2)
		if by < 0 {
			if s.given(row + "n") {
				s.fault(row+"by", "Say who declares.")
			}
			continue
		}
		d := claims.LoopDeclaration{By: by, N: -1, Choice: s.Get(row + "alt")}
		if n := s.number(row+"n", 0, maxIterations); n != nil {
			d.N = *n
		}
		sheet.Declared = append(sheet.Declared, d)
	}
	return sheet
}

// maxIterations is the largest number of iterations that may be named.
const maxIterations = 1_000_000_000_000_000_000

// noChoice is the second verification: nobody has a choice. One who has one
// settles it, an answer that is missing leaves it open.
func noChoice(choice [2]*bool) *bool {
	none := true
	for _, has := range choice {
		if has != nil && *has {
			none = false
			return &none
		}
	}
	if choice[0] == nil || choice[1] == nil {
		return nil
	}
	return &none
}

// fillArena puts recorded evidence back into the fields.
func fillArena(v url.Values, e gameEvidence) {
	if e.Context != nil {
		v.Set("first", e.Context.First)
	}
	if e.Turns != nil {
		setNumber(v, "turnsA", &e.Turns[0])
		setNumber(v, "turnsB", &e.Turns[1])
	}
	setTri(v, "latch", e.ArenaFull)
	if p := e.Pending; p != nil {
		settled := p.Triggers != nil && *p.Triggers == 0 && p.Packages != nil && *p.Packages == 0 && p.EndStep != nil && *p.EndStep
		setTri(v, "settled", &settled)
		if !settled {
			setNumber(v, "triggers", p.Triggers)
			setNumber(v, "packages", p.Packages)
			setTri(v, "endstep", p.EndStep)
		}
	}
	if e.Board != nil {
		if len(*e.Board) == 0 {
			v.Set("empty", "yes")
		}
		for _, m := range *e.Board {
			ctrl, points := cell(int(m.Space))
			v.Set(ctrl, m.Ctrl)
			if m.Ctrl == "" {
				v.Set(ctrl, "?")
			}
			v.Set(points, strconv.FormatInt(m.Points, 10))
		}
	}
	if e.Scores != nil {
		setNumber(v, "scoreA", &e.Scores[0])
		setNumber(v, "scoreB", &e.Scores[1])
	}
	v.Set("token", e.Token)
	fillConcession(v, e)
	if l := e.Loop; l != nil {
		setTri(v, "recurred", l.Recurred)
		none := l.NoChoice
		if none == nil && l.Exists != nil {
			no := !*l.Exists
			none = &no
		}
		if none != nil && *none {
			v.Set("choice0", "no")
			v.Set("choice1", "no")
		}
	}
	if r := e.Rollback; r != nil {
		setTri(v, "exact", r.Exact)
		setTri(v, "revealed", r.Revealed)
	}
	if e.Hold {
		v.Set("hold", "yes")
	}
}

func fillConcession(v url.Values, e gameEvidence) {
	if len(e.Concessions) == 0 {
		return
	}
	c := e.Concessions[0]
	v.Set("conceder", strconv.Itoa(int(c.By)))
	setTri(v, "clear", &c.Clear)
	v.Set("when", "before")
	if e.EndedSeq != 0 && c.Seq > e.EndedSeq {
		v.Set("when", "after")
	}
	v.Set("other", "no")
	if len(e.Concessions) > 1 {
		v.Set("other", "later")
		if e.Concessions[1].Seq == c.Seq {
			v.Set("other", "same")
		}
	}
}

// gridOf is the size of the pad for a number of Spaces: a square where that
// fits, else the rectangle that comes next to one.
func gridOf(spaces int64) (rows, cols int) {
	rows, cols = usualGrid, usualGrid
	best := maxGridSide
	for c := 1; c <= maxGridSide; c++ {
		for r := 1; r <= c; r++ {
			if int64(r*c) == spaces && c-r < best {
				best, rows, cols = c-r, r, c
			}
		}
	}
	return rows, cols
}

// lastGrid is the size of the pad as the event's newest game with an Arena had
// it: an event plays on one kind of Arena.
func lastGrid(t *results.Tournament) (rows, cols int) {
	for i := len(t.Matches) - 1; i >= 0; i-- {
		for _, g := range t.Matches[i].Games {
			if r := g.Result(); r != nil && r.Evidence != "" {
				if e, ok := evidenceOf(r.Evidence); ok && e.Context != nil && e.Context.Spaces > 0 {
					return gridOf(e.Context.Spaces)
				}
			}
		}
	}
	return usualGrid, usualGrid
}
