package rules

import (
	"strconv"
	"strings"
)

// Code is the reason for a verdict; its key is stable.
type Code uint8

// The reasons.
const (
	noCode Code = iota

	CodeTime
	CodeAgreement
	CodeRandom
	CodeForecast
	CodeMethod

	CodeConcession
	CodeConcessionProhibited
	CodeConcessionByWinner
	CodeConcededWinner
	CodeConcessionFirst
	CodeConcessionWithdrawn
	CodeConcessionLate
	CodeConcessionUnclear
	CodeConcessionTogether
	CodeConcessionsEnded
	CodeConcessionDraw
	CodeConcessionUnproved

	CodeLoop
	CodeLoopChoice
	CodeLoopNoRecurrence
	CodeLoopUnverified
	CodeLoopWinner

	CodeIrregularSanctioned
	CodeIrregularDraw
	CodeIrregularRollback
	CodeIrregularUnknown
	CodeIrregularWinner
	CodeIrregularHold

	CodeScoreDraw
	CodeTurnsTooMany
	CodeTurnsOrder
	CodeTurnsUnfinished
	CodeArenaNotFull
	CodeArenaByAbility
	CodePending
	CodeEndStep
	CodeBoardSpace
	CodeBoardShared
	CodeBoardToken
	CodeScoreTyped
	CodeScoreGreater
	CodeScoreTie
	CodeScoreTieUnknown
	CodeWinnerOnly

	CodeGameResult
	CodeGameGoesOn
	CodeGameRecord
	CodeGameSeats
	CodeWinsTogether
	CodeLoopOptional
	CodeClaimDraw
	CodeClaimWinner
	CodeReported

	codeEnd
)

// codes holds each reason's key and sentence. In a sentence #0 is the number
// Args[0], @0 the player in seat Args[0], = what the evidence supports.
var codes = [codeEnd]struct{ key, text string }{
	CodeTime:      {"method.time", "running out of time ends no game; it is a matter of the match. Record the game as unfinished"},
	CodeAgreement: {"method.agreement", "an agreement is no way to end a game. Play on, or one player concedes"},
	CodeRandom:    {"method.random", "chance is no way to end a game. Play on, or one player concedes"},
	CodeForecast:  {"method.forecast", "a forecast is no way to end a game. Play on, or one player concedes"},
	CodeMethod:    {"method.unknown", "no rule ends a game of this rule set in the way that is claimed. Say how it ended, or leave the method out"},

	CodeConcession:           {"concession.clear", "@0 conceded, so @1 wins"},
	CodeConcessionProhibited: {"concession.prohibited", "@0 conceded, so @1 wins; that tournament policy forbids it (7.6.3) is a matter for a separate penalty"},
	CodeConcessionByWinner:   {"concession.by_winner", "@0 conceded and cannot be the winner; @1 wins"},
	CodeConcededWinner:       {"concession.winner", "@0 conceded and cannot be the winner"},
	CodeConcessionFirst:      {"concession.first", "the concession of @0 ended the game at once, before anything else could; @1 wins by concession"},
	CodeConcessionWithdrawn:  {"concession.withdrawn", "@0 conceded clearly, and that cannot be taken back; @1 wins by concession"},
	CodeConcessionLate:       {"concession.late", "@0 conceded at point #1 of the record, but the game had ended at point #2. A later concession is one of the match"},
	CodeConcessionUnclear:    {"concession.unclear", "it is not certain that @0 conceded clearly. A judge asks both players"},
	CodeConcessionTogether:   {"concession.together", "both players conceded at the same point #0 of the record. A judge finds out who was first"},
	CodeConcessionsEnded:     {"concession.ended", "both players conceded at the same point #0 of the record, and that ended the game; nothing else can have"},
	CodeConcessionDraw:       {"concession.draw", "a concession makes the opponent the winner; it is never a draw"},
	CodeConcessionUnproved:   {"concession.unproved", "nothing contradicts this concession, but it is not recorded who conceded"},

	CodeLoop:             {"loop.mandatory", "the same state has recurred and no choice ends or changes the loop, so the game is a Game Draw"},
	CodeLoopChoice:       {"loop.choice", "a player has a choice that ends or changes this loop, so it is not a draw. Each such player names a number (12.4.2, 12.4.3)"},
	CodeLoopNoRecurrence: {"loop.no_recurrence", "the same state has not recurred, so this is not a loop that draws the game"},
	CodeLoopUnverified:   {"loop.unverified", "a loop draws the game only when it is certain that the same state has recurred and that no choice ends or changes it; one of the two is not"},
	CodeLoopWinner:       {"loop.winner", "a mandatory loop is a Game Draw; nobody wins by it"},

	CodeIrregularSanctioned: {"irregularity.sanctioned", "in sanctioned play an irregularity is never a Game Draw. A judge applies the penalty guide"},
	CodeIrregularDraw:       {"irregularity.draw", "the irregularity cannot be rolled back completely, so outside sanctioned play the game is a Game Draw"},
	CodeIrregularRollback:   {"irregularity.rollback", "every action can be reversed exactly and nothing private was revealed. Roll back and play on; it is not a draw"},
	CodeIrregularUnknown:    {"irregularity.unknown", "it is not known whether a complete rollback is possible"},
	CodeIrregularWinner:     {"irregularity.winner", "an irregularity that cannot be rolled back is a Game Draw; nobody wins by it"},
	CodeIrregularHold:       {"irregularity.hold", "the game is on hold for an irregularity, and only a concession can end it now. A judge decides how it goes on"},

	CodeScoreDraw:       {"score.draw", "an end by score is never a draw: with equal scores the holder of the First Player Token wins"},
	CodeTurnsTooMany:    {"turns.too_many", "@0 has #1 turns, but each player may take only #2"},
	CodeTurnsOrder:      {"turns.order", "A has #0 turns and B has #1; with turns taken in order, @2 has as many as the opponent or one more"},
	CodeTurnsUnfinished: {"turns.unfinished", "@0, the second player, has #1 of #2 turns; the game is not over"},
	CodeArenaNotFull:    {"arena.not_full", "the Arena was not full at a Summon Step, so the Full-Arena End was not recorded; the game is not over"},
	CodeArenaByAbility:  {"arena.by_ability", "an Arena that fills up between two Summon Steps does not end the game; it counts only if it is still full when the next Summon Step begins"},
	CodePending:         {"pending.work", "the game ends only when nothing is left to resolve; the Queue still holds #0 and Summon packages pending are #1"},
	CodeEndStep:         {"pending.end_step", "the End Step is not resolved yet; the game ends after it"},
	CodeBoardSpace:      {"board.space", "Space #0 does not exist; the Arena has the Spaces 0 to #1"},
	CodeBoardShared:     {"board.shared", "Space #0 is entered with more than one Momon. A judge decides which stands there"},
	CodeBoardToken:      {"board.token", "the Momon in Space #0 has no Controller. A judge finds out whose it is"},
	CodeScoreTyped:      {"score.typed", "the scores are entered as #0-#1, but the Arena adds up to #2-#3. Correct one of them"},
	CodeScoreGreater:    {"score.greater", "@0 wins with the greater Control Score, #1 to #2"},
	CodeScoreTie:        {"score.tie.token", "the scores are equal (#1-#1), so the holder of the First Player Token, @0, wins"},
	CodeScoreTieUnknown: {"score.tie.unknown", "the scores are equal (#0-#0), and it is not known who holds the First Player Token and so wins"},
	CodeWinnerOnly:      {"winner.only", "only the outcome is reported; nothing contradicts it"},

	CodeGameResult:   {"game.result", "="},
	CodeGameGoesOn:   {"game.goes_on", "what is recorded does not end the game: #0 sides are still in it"},
	CodeGameRecord:   {"game.record", "the record of the game is impossible: instant #0 cannot have happened as written. Correct it"},
	CodeGameSeats:    {"game.seats", "the seats cannot be those of a game: it has 2 to 64 seats on at least two sides, with totals in range"},
	CodeWinsTogether: {"game.wins_together", "effects say that #0 opposing sides win at the same instant, and the rules do not say who does. A judge decides"},
	CodeLoopOptional: {"game.loop_optional", "a loop that contains an optional action is never a draw. Its players name a number and then stop"},
	CodeClaimDraw:    {"claim.draw", "a game that ends in the claimed way has a winner; it is not a draw"},
	CodeClaimWinner:  {"claim.winner", "a game that ends in the claimed way is a draw; nobody wins it"},
	CodeReported:     {"reported", "only the outcome is reported; nothing contradicts it"},
}

// String gives the reason's key.
func (c Code) String() string {
	if c >= codeEnd {
		return ""
	}
	return codes[c].key
}

// Message makes the plain sentence: the rule's number, the reason with its
// numbers, what the evidence supports instead, and what is missing. names are
// the players by seat; without them Momon's are A and B and those of a life
// game seats 0, 1 and so on.
func (v Verdict) Message(names ...string) string {
	var b strings.Builder
	b.WriteString("Rule ")
	b.WriteString(v.Rule.String())
	b.WriteString(": ")
	text := ""
	if v.Code < codeEnd {
		text = codes[v.Code].text
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '#' && i+1 < len(text):
			i++
			b.WriteString(strconv.FormatInt(v.Args[text[i]-'0'], 10))
		case c == '@' && i+1 < len(text):
			i++
			b.WriteString(playerName(int(v.Args[text[i]-'0']), v.Rule.Set(), names))
		case c == '=':
			b.WriteString(explain(v.Expected, names))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('.')
	if v.Kind == Rejected && v.Code.saysResult() {
		b.WriteString(" The claim says otherwise and cannot be recorded.")
	}
	if v.Missing != 0 {
		b.WriteString(" Missing: ")
		b.WriteString(strings.Join(v.Missing.Names(), ", "))
		b.WriteByte('.')
	}
	return b.String()
}

// saysResult reports whether the sentence says how the game did end, so that a
// rejected claim is one that differs from it.
func (c Code) saysResult() bool {
	switch c {
	case CodeLoop, CodeScoreGreater, CodeScoreTie, CodeGameResult:
		return true
	default:
		return false
	}
}

// playerName names the player in a seat.
func playerName(seat int, set SetID, names []string) string {
	if seat >= 0 && seat < len(names) {
		return names[seat]
	}
	if set == Magic102 {
		return "seat " + strconv.Itoa(seat)
	}
	return Side(seat).String()
}

// ExplainResult says in a few words how a game ended.
func ExplainResult(r Result) string { return explain(r, nil) }

func explain(r Result, names []string) string {
	var b strings.Builder
	switch {
	case r.Kind == Win:
		seats := r.Winners.Seats()
		for i, s := range seats {
			if i > 0 {
				b.WriteString(" and ")
			}
			b.WriteString(playerName(s, r.Rule.Set(), names))
		}
		if len(seats) == 1 {
			b.WriteString(" wins")
		} else {
			b.WriteString(" win")
		}
	case r.Kind == Draw:
		b.WriteString("the game is a draw")
	default:
		return "the game is undecided"
	}
	b.WriteString(": ")
	b.WriteString(methodTexts[min(r.Method, OtherMethod)])
	switch r.Decider {
	case ControlScore:
		b.WriteString(", the greater Control Score decides (")
	case FirstPlayerToken:
		b.WriteString(", equal scores, the First Player Token decides (")
	}
	if r.Decider != NoDecider {
		b.WriteString(strconv.FormatInt(r.Score[0], 10))
		b.WriteByte('-')
		b.WriteString(strconv.FormatInt(r.Score[1], 10))
		b.WriteByte(')')
	}
	return b.String()
}

var methodTexts = [methodEnd]string{
	Reported:                 "as reported",
	SixteenTurn:              "both players had all their turns",
	FullArena:                "the Arena was full at a Summon Step",
	Concession:               "the opponent conceded",
	MandatoryLoop:            "a mandatory loop",
	IrreversibleIrregularity: "an irregularity that cannot be rolled back",
	AllOpponentsLost:         "all opponents have lost",
	EffectWin:                "an effect says so",
	TeamLast:                 "all other teams have lost",
	AllLost:                  "all remaining players lost at the same time",
	LoopDraw:                 "a loop that nobody can stop",
	AllTeamsLost:             "all remaining teams lost at the same time",
	Time:                     "time",
	Agreement:                "agreement",
	Random:                   "chance",
	Forecast:                 "forecast",
	OtherMethod:              "an unknown way",
}
