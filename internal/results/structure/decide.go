package structure

import (
	"fmt"
	"slices"

	"tourney/internal/results"
)

// Table is everything that happened in one match and may decide it.
type Table struct {
	// Match has the games; an earlier result of it matters only to a concession.
	Match *results.MatchHistory
	// Penalties are versions in force; those of other matches, and those taken
	// back by an appeal, are left out by Decide.
	Penalties []*results.Penalty
	// Clock is the round's time ledger in order; entries of other matches are
	// left out by Decide.
	Clock []*results.ClockEntry
	// Conceded is the seat that concedes the match, nil if none does.
	Conceded *int
	// Chosen is the winner that the procedure for equal games found, nil if it
	// found none.
	Chosen *int
	// TimeOver says that time has ended play at this table, with no game running
	// that may still be finished.
	TimeOver bool
}

// Decide makes the match result of what happened, or says what is missing. It
// refuses what cannot be: a game after the end of the match, a concession that
// comes too late or is not allowed, an end by time without a time limit.
//
// A match loss or a disqualification decides before the games do; then a
// concession; then the games, with every game loss counted for the other side.
// The games themselves stay as they are (7.4.1, 7.4.4).
func (s Structure) Decide(t Table) (Decision, error) {
	seats := t.Match.Match.Seats
	if len(seats) < 2 {
		return Decision{}, refuse("a row of one seat has no games to decide it")
	}
	if t.TimeOver && s.Timing.Mode == "untimed" {
		return Decision{}, refuse("the match has no time limit: play on, or enter why it ended")
	}
	penalties := inForce(t.Penalties, t.Match.Match)
	c := s.count(t, penalties)
	if c.late > 0 {
		return Decision{}, refuse("game %d was played although the match had ended after game %d: strike it", c.late, c.late-1)
	}
	if c.waiting != "" {
		return Decision{Open: c.waiting}, nil
	}
	if len(penalties.all) == 0 && !s.possible(c.won, c.drawn) {
		return Decision{}, refuse("%s is not possible in %s: %s", score(c.won, c.drawn), s.goal(), s.remedy(c.won))
	}
	result := &results.MatchResult{Winner: results.Nobody, Drawn: c.drawn, Games: c.games, Penalties: refs(penalties)}
	var d Decision
	var err error
	switch {
	case len(penalties.lost) > 0:
		d, err = s.byMatchLoss(result, c, penalties, len(seats))
	case t.Conceded != nil:
		d, err = s.byConcession(result, c, t, len(seats))
	default:
		d, err = s.byGames(result, c, t)
	}
	d.TooLate = c.tooLate
	return d, err
}

// count is the tally of a match in force with what it rests on.
type count struct {
	tally
	games []results.GameRef
	// fromGames is what the games give before penalties.
	fromGames []int
	// waiting says which game keeps the tally open.
	waiting string
	// sequence is whether the games are in their true order, so that a game after
	// the end can be told.
	sequence bool
	// cut is whether a game is marked as cut short by time.
	cut  bool
	late int // the first game after the end, 0 if none
	// tooLate are the games whose press did not come in time.
	tooLate []int
}

// loss is what penalties take in one match.
type loss struct {
	all []*results.Penalty
	// lost are the seats that lose the match, in seat order.
	lost []int
	// game maps a game's number to the seat that loses it; 0 are games that were
	// never begun, one entry per penalty in more.
	game map[int]int
	more []int
}

// inForce sorts the penalties that cost something in the match.
func inForce(penalties []*results.Penalty, m *results.Match) loss {
	l := loss{game: map[int]int{}}
	for _, p := range penalties {
		seat := slices.Index(m.Seats, p.Entrant)
		if p.Match != m.ID || p.Reversed || seat < 0 || p.Kind == results.Warning {
			continue
		}
		l.all = append(l.all, p)
		_, taken := l.game[p.Game]
		switch {
		case p.Kind != results.GameLoss:
			if !slices.Contains(l.lost, seat) {
				l.lost = append(l.lost, seat)
			}
		case p.Game == 0 || taken:
			l.more = append(l.more, seat)
		default:
			l.game[p.Game] = seat
		}
	}
	slices.Sort(l.lost)
	return l
}

func refs(l loss) []results.PenaltyRef {
	var out []results.PenaltyRef
	for _, p := range l.all {
		out = append(out, results.PenaltyRef{Penalty: p.ID, Version: p.Version})
	}
	return out
}

// count adds up the games in force and the game losses.
func (s Structure) count(t Table, penalties loss) count {
	seats := len(t.Match.Match.Seats)
	c := count{tally: tally{won: make([]int, seats)}, sequence: len(penalties.all) == 0}
	c.fromGames = make([]int, seats)
	clock := s.clock(t)
	for i := range t.Match.Games {
		number := i + 1
		game, unfinished := t.Match.Games[i].Result(), t.Match.Games[i].LeftUnfinished()
		loser, lost := penalties.game[number]
		if game == nil && unfinished == nil {
			continue
		}
		if game != nil && game.Pending() {
			c.waiting = fmt.Sprintf("game %d waits for a judge", number)
			return c
		}
		if game != nil && game.OrderUnknown {
			c.sequence = false
		}
		// The order between games before and after one that time cut short is known,
		// whatever it is among the others.
		parted := (c.cut || unfinished != nil && number == len(t.Match.Games)) && len(penalties.all) == 0
		ended := (c.sequence || parted) && s.closed(c.won, c.drawn, c.cut)
		if game != nil {
			c.games = append(c.games, results.GameRef{Game: number, Version: game.Version})
			switch clock.counts(number, game) {
			case notYet:
				c.waiting = fmt.Sprintf("the win of game %d counts once the clock is pressed (7.4.2)", number)
				return c
			case tooLate:
				// The game has a result, but not for timing: it was unfinished at
				// the deadline (7.4.3).
				c.games = c.games[:len(c.games)-1]
				game, unfinished, ended = nil, &results.UnfinishedGame{}, false
				c.tooLate = append(c.tooLate, number)
			}
		} else {
			c.cut = true
		}
		if ended && c.late == 0 {
			c.late = number
		}
		switch {
		case lost && seats == 2:
			c.won[1-loser]++
			delete(penalties.game, number)
		case lost && game != nil && game.Winner == loser:
			c.waiting = fmt.Sprintf("the winner of game %d has a game loss: a judge must say who of the others has won", number)
			return c
		case unfinished != nil:
			c.unfinished++
			if s.Timing.UnfinishedGame == "draw" {
				c.drawn++
			}
		case game.Winner == results.Nobody:
			c.drawn++
		default:
			c.won[game.Winner]++
		}
		if game != nil && game.Winner != results.Nobody {
			c.fromGames[game.Winner]++
		}
	}
	if seats == 2 {
		for _, loser := range penalties.game {
			c.won[1-loser]++
		}
		for _, loser := range penalties.more {
			c.won[1-loser]++
		}
	}
	return c
}

// standing of a win under a clock.
type standing int

const (
	inTime standing = iota
	notYet
	tooLate
)

// clockState is what the time ledger says of one match.
type clockState struct {
	controlled bool
	// called is whether time has been called for this table, deadline the
	// ledger's number of that entry.
	called   bool
	deadline int
	pressed  map[int]int // game to the number of its press
	// extension is whether the table has time left that the round has not.
	extension bool
}

// clock reads the ledger. A call of time at the table itself ends its time; the
// round's call does unless the table was given more.
func (s Structure) clock(t Table) clockState {
	c := clockState{controlled: s.Timing.Mode == "clock_controlled", pressed: map[int]int{}}
	own, round := 0, 0
	for i, e := range t.Clock {
		mine := e.Match == t.Match.Match.ID
		if e.Round != t.Match.Match.Round || e.Match != 0 && !mine {
			continue
		}
		number := i + 1
		switch {
		case e.Kind == results.ClockPress && mine && c.pressed[e.Game] == 0:
			c.pressed[e.Game] = number
		case mine && (e.Kind == results.ClockExtension || e.Kind == results.CallStop && e.Seconds > 0):
			c.extension = true
		case e.Kind == results.TimeCalled && mine:
			own = number
		case e.Kind == results.TimeCalled:
			round = number
		}
	}
	switch {
	case own > 0:
		c.called, c.deadline = true, own
	case round > 0 && !c.extension:
		c.called, c.deadline = true, round
	}
	if t.TimeOver && !c.called {
		c.called, c.deadline = true, len(t.Clock)+1
	}
	return c
}

// counts says whether a win counts for timing. Only a win in a clock-controlled
// match needs a press; a reported score tells of games that counted.
func (c clockState) counts(game int, g *results.GameResult) standing {
	if !c.controlled || g.Winner == results.Nobody || g.Method == results.Reported {
		return inTime
	}
	press := c.pressed[game]
	switch {
	case press > 0 && (!c.called || press < c.deadline):
		return inTime
	case c.called:
		return tooLate
	}
	return notYet
}

// byMatchLoss gives the match to the side that did not lose it.
func (s Structure) byMatchLoss(r *results.MatchResult, c count, l loss, seats int) (Decision, error) {
	r.Kind, r.Won, r.Procedure = results.Played, c.won, "penalty.match_loss"
	for _, p := range l.all {
		if p.Kind == results.Disqualification {
			r.Procedure = "penalty.disqualification"
		}
	}
	switch {
	case len(l.lost) == seats:
		r.Kind = results.DoubleLoss
	case seats > 2:
		r.Winner = leader(c.won)
		if r.Winner == results.Nobody || slices.Contains(l.lost, r.Winner) {
			return Decision{Open: "a side of the pod has lost the match by a penalty: the game must show who of the others won"}, nil
		}
	default:
		r.Winner = 1 - l.lost[0]
		r.Won = s.grant(c.won, c.drawn, r.Winner)
	}
	return Decision{Result: r}, nil
}

func (s Structure) byConcession(r *results.MatchResult, c count, t Table, seats int) (Decision, error) {
	loser := *t.Conceded
	switch {
	case s.Match.Concession == "refused":
		return Decision{}, refuse("the policy refuses to let a match be conceded: a clear concession ends the running game, enter that")
	case seats > 2:
		return Decision{}, refuse("a pod is not conceded as a match: enter the game that the others played to its end")
	case loser < 0 || loser >= seats:
		return Decision{}, refuse("who concedes must sit at the table")
	case t.Match.Result() != nil && s.Match.ConcessionUntil == "recorded":
		return Decision{}, refuse("the result of the match is recorded, and the policy lets a match be conceded only before that")
	case s.over(c.won, c.drawn) && leader(c.won) == loser && t.Match.Result() == nil:
		return Decision{}, refuse("the games have decided the match for the side that concedes: record that result")
	}
	r.Kind, r.Winner, r.Won = results.Concession, 1-loser, s.grant(c.won, c.drawn, 1-loser)
	r.Procedure = s.MatchSection + ".concession = " + s.Match.Concession
	return Decision{Result: r}, nil
}

// byGames lets the games decide, by the structure or at the end of time.
func (s Structure) byGames(r *results.MatchResult, c count, t Table) (Decision, error) {
	if !s.possible(c.won, c.drawn) {
		return Decision{Open: "the penalties come on top of a match that its games had decided: a judge must say which game they cost"}, nil
	}
	nothing := sum(c.won)+c.drawn+c.unfinished == 0
	if !s.over(c.won, c.drawn) && (nothing || !s.timeEnded(c, t)) {
		return Decision{Open: s.missing(c, t)}, nil
	}
	if leader(c.won) == results.Nobody && s.Match.DrawnMatch == "refused" && !named(t.Chosen) {
		return Decision{Open: s.needsProcedure(c)}, nil
	}
	d, err := s.conclude(c.won, c.drawn, t.Chosen)
	if err != nil {
		return Decision{}, err
	}
	r.Kind, r.Winner, r.Won, r.Procedure = d.Result.Kind, d.Result.Winner, d.Result.Won, d.Result.Procedure
	if !slices.Equal(c.won, c.fromGames) {
		r.Procedure = "penalty.game_loss, " + r.Procedure
	}
	return Decision{Result: r}, nil
}

func named(seat *int) bool { return seat != nil && *seat != results.Nobody }

// timeEnded reports whether time has ended play: somebody said so, a game is
// marked unfinished, or the clock at the table has run out.
func (s Structure) timeEnded(c count, t Table) bool {
	if s.Timing.Mode == "untimed" {
		return false
	}
	if c.unfinished == 0 && s.leavesOpen(c) {
		return false
	}
	return t.TimeOver || c.unfinished > 0 || s.Timing.Mode == "clock_controlled" && s.clock(t).called
}

// leavesOpen reports whether games of an exact number are missing that count as
// drawn once they are entered as cut short by time.
func (s Structure) leavesOpen(c count) bool {
	return s.Match.ExactGames > sum(c.won)+c.drawn && s.Timing.UnfinishedGame == "draw"
}

// missing says what an undecided match waits for.
func (s Structure) missing(c count, t Table) string {
	clock := s.clock(t)
	switch {
	case leader(c.won) == results.Nobody && s.reached(c.won, c.drawn):
		return s.needsProcedure(c)
	case clock.called && sum(c.won)+c.drawn == 0:
		return "time has been called and no game was finished: mark the running game as unfinished, or enter why there was none (forfeit, double_loss)"
	case (clock.called || t.TimeOver) && s.Timing.Mode != "untimed" && s.leavesOpen(c):
		return fmt.Sprintf("%d of %d games are played: time cut the next one short, so mark it as unfinished", sum(c.won)+c.drawn, s.Match.ExactGames)
	case clock.called && s.Timing.Mode != "untimed":
		return "time has been called: enter the running game as finished or unfinished, or say that none was running"
	case clock.extension && s.Timing.Mode != "untimed":
		return "this table was given more time: call time at the table when it is over"
	case s.Match.ExactGames > 0:
		return fmt.Sprintf("%d of %d games are played", sum(c.won)+c.drawn, s.Match.ExactGames)
	}
	return fmt.Sprintf("nobody has won %d games yet", s.Match.GamesToWin)
}

// needsProcedure says how equal games become a winner where draws are refused.
func (s Structure) needsProcedure(c count) string {
	if s.extraGame() {
		return fmt.Sprintf("the games %s are equal and drawn matches are refused: one more game decides", score(c.won, c.drawn))
	}
	return fmt.Sprintf("the games %s are equal and drawn matches are refused: name the winner (%s)", score(c.won, c.drawn), noDrawWords[s.Match.NoDraw])
}

// CheckNextGame refuses one more game in a match that is decided, or that only
// waits for the procedure that finds its winner.
func (s Structure) CheckNextGame(t Table) error {
	d, err := s.Decide(t)
	if err != nil {
		return err
	}
	c := s.count(t, inForce(t.Penalties, t.Match.Match))
	if d.Result != nil || c.waiting == "" && s.closed(c.won, c.drawn, c.cut) {
		return refuse("the match has ended %s: no further game counts", score(c.won, c.drawn))
	}
	return nil
}
