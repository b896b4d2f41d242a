package structure

import (
	"slices"

	"tourney/internal/results"
)

// Row is one row of a round as an event file or the results grid gives it.
type Row struct {
	// Kind is empty for the usual one: a bye for one seat, a match played for
	// more.
	Kind results.Kind
	// Seats is the number of seats.
	Seats int
	// Winner is the winner's seat, Nobody where the row says that nobody won
	// (null), nil where it says nothing.
	Winner *int
	// Won counts games per seat, nil where the row says nothing; Drawn counts
	// drawn games.
	Won   []int
	Drawn int
	// Games tells the games one by one, in order, where they are known.
	Games []Game
}

// Game is one known game of a row.
type Game struct {
	// Winner is the winner's seat, or Nobody for a drawn or unfinished game.
	Winner int
	// Unfinished is a game that time cut short; it has no Game Result.
	Unfinished bool
	// Pending is a game whose claim waits for a judge.
	Pending bool
}

// agreedDraws is the number of drawn games that an agreed draw is recorded as
// if nothing else was written.
const agreedDraws = 3

// FromRow makes of a row the match result and the games to store.
//
// Winner of the result: the winner's seat of a match, seat 0 of a bye or full
// bye (they count as wins), Nobody for everything else. Won is nil where no
// games are counted. A bye's Won has the games won alone; games lost with it
// stand in the policy. Reported has games only where they were really played
// and not told one by one: none for byes, forfeits, agreed draws and the games
// that a concession gives away.
func (s Structure) FromRow(row Row) (Decision, error) {
	kind, err := rowKind(row)
	if err != nil {
		return Decision{}, err
	}
	if row.Winner != nil && (*row.Winner < results.Nobody || *row.Winner >= row.Seats) {
		return Decision{}, refuse("the winner must sit at the table")
	}
	if row.Won != nil && len(row.Won) != row.Seats {
		return Decision{}, refuse("games_won has %d numbers for %d seats: write one for every seat", len(row.Won), row.Seats)
	}
	switch {
	case row.Won != nil || row.Drawn == 0:
	case kind == results.AgreedDraw:
		row.Won = make([]int, row.Seats)
	default:
		return Decision{}, refuse("drawn games need the games won beside them: write games_won, 0 where nobody won")
	}
	if kind.Solo() {
		return s.solo(kind, row)
	}
	told, err := s.tell(row)
	if err != nil || told.pending {
		return Decision{Open: "a game waits for a judge"}, err
	}
	if row.Won != nil {
		if err := s.CheckScore(row.Won, row.Drawn, kindForScore(kind, told)); err != nil {
			return Decision{}, err
		}
	}
	switch kind {
	case results.AgreedDraw:
		return s.agreedDraw(row, told)
	case results.Concession:
		return s.concession(row, told)
	case results.Forfeit:
		return s.forfeit(row)
	case results.DoubleLoss, results.DoubleForfeit:
		return s.nobodyWins(kind, row, told)
	}
	return s.played(row, told)
}

// kindForScore keeps 0–0–0 acceptable for a match whose only game is known to
// be unfinished.
func kindForScore(kind results.Kind, told tally) results.Kind {
	if kind == results.Played && told.unfinished > 0 {
		return ""
	}
	return kind
}

func rowKind(row Row) (results.Kind, error) {
	switch kind := row.Kind; {
	case row.Seats < 1:
		return "", refuse("a row needs a seat")
	case kind == "" && row.Seats == 1:
		return results.Bye, nil
	case kind == "":
		return results.Played, nil
	case kind.Solo() && row.Seats > 1:
		return "", refuse("%q is a row of one seat; this one has %d", kind, row.Seats)
	case kind.Solo():
		return kind, nil
	case !slices.Contains(contestKinds, kind):
		return "", refuse("%q is not a kind of row; there are played, agreed_draw, concession, forfeit, double_loss, double_forfeit, and for one seat bye, full_bye, half_bye, zero_bye, late, assigned_loss, idle", kind)
	case row.Seats == 1:
		return "", refuse("%q needs at least two seats", kind)
	case row.Seats > 2 && kind != results.Played && kind != results.AgreedDraw:
		return "", refuse("%q is not possible in a pod: it has one winner or is a draw", kind)
	default:
		return kind, nil
	}
}

var contestKinds = []results.Kind{results.Played, results.AgreedDraw, results.Concession, results.Forfeit, results.DoubleLoss, results.DoubleForfeit}

// solo is a row of one seat.
func (s Structure) solo(kind results.Kind, row Row) (Decision, error) {
	r := &results.MatchResult{Kind: kind, Winner: results.Nobody, Procedure: soloProcedures[kind]}
	if kind == results.Bye || kind == results.FullBye {
		r.Winner, r.Won = 0, []int{s.ByeGames[0]}
	}
	if row.Winner != nil && *row.Winner != r.Winner {
		return Decision{}, refuse("a row of one seat has no winner of its own: leave it out")
	}
	if len(row.Games) > 0 || row.Drawn != 0 || row.Won != nil && !slices.Equal(row.Won, r.Won) {
		return Decision{}, refuse("the games of a row of one seat come from the policy: leave them out")
	}
	return Decision{Result: r}, nil
}

var soloProcedures = map[results.Kind]string{
	results.Bye:          "scoring.bye",
	results.FullBye:      "scoring.full_bye",
	results.HalfBye:      "scoring.half_bye",
	results.ZeroBye:      "zero bye asked for",
	results.Late:         "scoring.late",
	results.AssignedLoss: "loss assigned by the scorekeeper",
	results.Idle:         "pairing.system = round_robin",
}

// tally is what the games told one by one add up to.
type tally struct {
	won        []int
	drawn      int // with unfinished games, where they count as drawn
	unfinished int
	pending    bool
}

func (t tally) empty() bool { return sum(t.won)+t.drawn+t.unfinished == 0 }

// tell adds up the games of a row and refuses one that comes after the end.
func (s Structure) tell(row Row) (tally, error) {
	t := tally{won: make([]int, row.Seats)}
	for i, g := range row.Games {
		if !t.pending && s.closed(t.won, t.drawn, t.unfinished > 0) {
			return t, refuse("game %d was played although the match had ended after game %d: take it out", i+1, i)
		}
		switch {
		case g.Winner < results.Nobody || g.Winner >= row.Seats:
			return t, refuse("the winner of game %d does not sit at the table", i+1)
		case g.Pending:
			t.pending = true
		case g.Unfinished && s.Timing.Mode == "untimed":
			return t, refuse("game %d cannot be unfinished: the match has no time limit", i+1)
		case g.Unfinished:
			t.unfinished++
			if s.Timing.UnfinishedGame == "draw" {
				t.drawn++
			}
		case g.Winner == results.Nobody:
			t.drawn++
		default:
			t.won[g.Winner]++
		}
	}
	return t, nil
}

// agrees checks that a written score is that of the games told.
func (t tally) agrees(row Row) error {
	if row.Won == nil || len(row.Games) == 0 {
		return nil
	}
	if !slices.Equal(row.Won, t.won) || row.Drawn != t.drawn {
		return refuse("the score %s is not that of the games, which is %s: correct one of them", score(row.Won, row.Drawn), score(t.won, t.drawn))
	}
	return nil
}

// played is a match decided by its games, or by the procedure for equal games.
func (s Structure) played(row Row, told tally) (Decision, error) {
	if err := told.agrees(row); err != nil {
		return Decision{}, err
	}
	won, drawn := row.Won, row.Drawn
	switch {
	case won != nil:
	case !told.empty():
		won, drawn = told.won, told.drawn
		if !s.over(won, drawn) && told.unfinished == 0 && row.Winner == nil {
			return Decision{Open: "the games told do not decide the match"}, nil
		}
	case row.Winner == nil:
		return Decision{Open: "not reported"}, nil
	default:
		var err error
		if won, drawn, err = s.oneGame(row); err != nil {
			return Decision{}, err
		}
	}
	d, err := s.conclude(won, drawn, row.Winner)
	if err == nil && len(row.Games) == 0 {
		d.Reported = order(won, drawn)
	}
	return d, err
}

// oneGame is the score of a row that names only the winner: in a pod and in a
// match of one game that says everything.
func (s Structure) oneGame(row Row) ([]int, int, error) {
	single := s.Match.GamesToWin == 1 || s.Match.ExactGames == 1
	if row.Seats == 2 && !single {
		return nil, 0, refuse("the winner alone does not give the score of %s: write games_won, or the kind if no games decided it", s.goal())
	}
	won := make([]int, row.Seats)
	if *row.Winner == results.Nobody {
		return won, 1, nil
	}
	won[*row.Winner] = 1
	return won, 0, nil
}

// conclude makes the result of games that are over: who leads has won, equal
// games are a draw or go to the procedure. Chosen is the winner that was named,
// if one was.
func (s Structure) conclude(won []int, drawn int, chosen *int) (Decision, error) {
	r := &results.MatchResult{Kind: results.Played, Winner: leader(won), Won: won, Drawn: drawn}
	if r.Winner != results.Nobody {
		if chosen != nil && *chosen != r.Winner {
			return Decision{}, refuse("the games %s have another winner than the one named: correct one of them, or enter the kind that explains it (concession, double_loss)", score(won, drawn))
		}
		r.Procedure = s.wonBy(won, drawn)
		return Decision{Result: r}, nil
	}
	named := chosen != nil && *chosen != results.Nobody
	switch {
	case s.Match.DrawnMatch == "allowed" && named:
		return Decision{}, refuse("the games %s are equal and a drawn match is allowed here, so nobody has won: leave out the winner", score(won, drawn))
	case s.Match.DrawnMatch == "allowed":
		r.Procedure = s.MatchSection + ".drawn_match = allowed"
	case s.extraGame():
		return Decision{}, refuse("the games %s are equal and drawn matches are refused here: play one more game and enter it", score(won, drawn))
	case !named:
		return Decision{}, refuse("the games %s are equal and drawn matches are refused here: name the winner (%s)", score(won, drawn), noDrawWords[s.Match.NoDraw])
	default:
		r.Winner, r.Procedure = *chosen, s.MatchSection+".no_draw = "+s.Match.NoDraw
	}
	return Decision{Result: r}, nil
}

var noDrawWords = map[string]string{
	"judge":       "a judge decides",
	"higher_seed": "the higher seed goes on",
	"score":       "the score of the unfinished game decides",
}

// wonBy is the procedure of a match won by its games.
func (s Structure) wonBy(won []int, drawn int) string {
	switch {
	case !s.reached(won, drawn):
		return s.TimingSection + ".mode = " + s.Timing.Mode
	case s.Match.ExactGames > 0 && sum(won)+drawn > s.Match.ExactGames:
		return s.MatchSection + ".no_draw = extra_game"
	case s.Match.ExactGames > 0:
		return s.MatchSection + ".exact_games"
	}
	return s.MatchSection + ".games_to_win"
}

func (s Structure) agreedDraw(row Row, told tally) (Decision, error) {
	switch {
	case s.Match.DrawnMatch == "refused":
		return Decision{}, refuse("drawn matches are refused here, so nobody can agree on one: name the winner and how it was found")
	case s.Match.AgreedDraw != "allowed":
		return Decision{}, refuse("the policy refuses agreed draws: enter the games that were played")
	case row.Winner != nil && *row.Winner != results.Nobody:
		return Decision{}, refuse("an agreed draw has no winner: leave it out")
	}
	if err := told.agrees(row); err != nil {
		return Decision{}, err
	}
	won, drawn := row.Won, row.Drawn
	if won == nil {
		won, drawn = told.won, told.drawn
	}
	if err := s.checkAgreed(won, drawn); err != nil {
		return Decision{}, err
	}
	if sum(won)+drawn == 0 {
		drawn = agreedDraws
	}
	d := Decision{Result: &results.MatchResult{Kind: results.AgreedDraw, Winner: results.Nobody, Won: won, Drawn: drawn,
		Procedure: s.MatchSection + ".agreed_draw = allowed"}}
	if len(row.Games) == 0 && sum(won) > 0 {
		// The wins were played; the drawn games are the agreement.
		d.Reported = order(won, 0)
	}
	return d, nil
}

func (s Structure) concession(row Row, told tally) (Decision, error) {
	if s.Match.Concession == "refused" {
		return Decision{}, refuse("the policy refuses to let a match be conceded: games conceded one by one are entered as games")
	}
	if row.Winner == nil || *row.Winner == results.Nobody {
		return Decision{}, refuse("a conceded match needs its winner")
	}
	winner, loser := *row.Winner, 1-*row.Winner
	won, drawn := row.Won, row.Drawn
	switch {
	case won == nil:
		won, drawn = told.won, told.drawn
	case len(row.Games) > 0 && (won[loser] != told.won[loser] || won[winner] < told.won[winner] || drawn < told.drawn):
		return Decision{}, refuse("the score %s takes away games that were played, %s: a concession keeps them", score(won, drawn), score(told.won, told.drawn))
	}
	if leader(won) == loser && s.reached(won, drawn) {
		return Decision{}, refuse("%s is a match won by the side that concedes: enter it as played, or correct the winner", score(won, drawn))
	}
	if row.Won == nil {
		won = s.grant(won, drawn, winner)
	}
	d := Decision{Result: &results.MatchResult{Kind: results.Concession, Winner: winner, Won: won, Drawn: drawn,
		Procedure: s.MatchSection + ".concession = " + s.Match.Concession}}
	if row.Won == nil || len(row.Games) > 0 {
		return d, nil
	}
	// Of a score that ends the match the winner's games may be given away ones;
	// the others were played.
	played := slices.Clone(won)
	if s.reached(won, drawn) {
		played[winner] = 0
	}
	if sum(played)+drawn > 0 {
		d.Reported = order(played, drawn)
	}
	return d, nil
}

// grant gives the winner the games that are missing: up to the number that wins
// a match, or all that are left of an exact number. The other side keeps its own,
// but for one where they had won it the match.
func (s Structure) grant(won []int, drawn int, winner int) []int {
	full := slices.Clone(won)
	full[1-winner] = min(full[1-winner], max(s.Match.GamesToWin, s.Match.ExactGames)-1)
	for !s.granted(full, drawn, winner) {
		full[winner]++
	}
	return full
}

func (s Structure) granted(won []int, drawn int, winner int) bool {
	if s.Match.ExactGames > 0 {
		return s.reached(won, drawn)
	}
	alone := make([]int, len(won))
	alone[winner] = won[winner]
	return s.reached(alone, drawn) && leader(won) == winner
}

func (s Structure) forfeit(row Row) (Decision, error) {
	if len(row.Games) > 0 {
		return Decision{}, refuse("a forfeit has no games of its own: enter a match given up after it began as a concession")
	}
	winner := results.Nobody
	switch {
	case row.Winner != nil:
		winner = *row.Winner
	case row.Won != nil:
		winner = leader(row.Won)
	}
	if winner == results.Nobody {
		return Decision{}, refuse("a forfeit needs its winner: who was there; double_forfeit is for both absent")
	}
	won := row.Won
	if won == nil {
		won = make([]int, row.Seats)
		won[winner], won[1-winner] = s.ByeGames[0], s.ByeGames[1]
	} else if sum(won) > 0 && leader(won) != winner {
		return Decision{}, refuse("the games %s have another winner than the one named: correct one of them", score(won, row.Drawn))
	}
	return Decision{Result: &results.MatchResult{Kind: results.Forfeit, Winner: winner, Won: won, Drawn: row.Drawn,
		Procedure: "scoring.bye_games"}}, nil
}

// nobodyWins is a double loss or a double forfeit.
func (s Structure) nobodyWins(kind results.Kind, row Row, told tally) (Decision, error) {
	if row.Winner != nil && *row.Winner != results.Nobody {
		return Decision{}, refuse("%q has no winner: leave it out", kind)
	}
	r := &results.MatchResult{Kind: kind, Winner: results.Nobody, Procedure: "scoring.double_loss"}
	if kind == results.DoubleForfeit {
		r.Procedure = "both sides absent"
		if len(row.Games) > 0 {
			return Decision{}, refuse("where both sides are absent no game is played: leave out the games")
		}
		return Decision{Result: r}, nil
	}
	if err := told.agrees(row); err != nil {
		return Decision{}, err
	}
	won, drawn := row.Won, row.Drawn
	if won == nil {
		won, drawn = told.won, told.drawn
	}
	if sum(won)+drawn == 0 {
		return Decision{Result: r}, nil
	}
	r.Won, r.Drawn = won, drawn
	d := Decision{Result: r}
	if len(row.Games) == 0 {
		d.Reported = order(won, drawn)
	}
	return d, nil
}
