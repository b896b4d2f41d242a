package rules

import "fmt"

// IllegalChoice refuses a choice that the rules do not allow now. The state is
// unchanged.
type IllegalChoice struct {
	Rule Ref
	// Why says what is wrong with the choice.
	Why string
	// Allowed is the number of choices that are legal instead.
	Allowed int
}

// Error cites the rule and says how many choices there are instead.
func (e IllegalChoice) Error() string {
	if e.Allowed == 1 {
		return fmt.Sprintf("rule %s: %s; 1 other choice is legal", e.Rule, e.Why)
	}
	return fmt.Sprintf("rule %s: %s; %d other choices are legal", e.Rule, e.Why, e.Allowed)
}

// GameOver refuses everything after a game's end.
type GameOver struct {
	Result Result
	// Rule is the rule that forbids what was tried, such as 7.6.2 for taking
	// back a concession.
	Rule Ref
}

// Error cites the rule and says how the game ended.
func (e GameOver) Error() string {
	return fmt.Sprintf("rule %s: the game is over: %s", e.Rule, ExplainResult(e.Result))
}

// Irregularity is a state that the rules do not correct uniquely (12.1.9).
type Irregularity struct {
	// Rule is the condition that is not met: 12.1.2, 12.1.3 or 12.1.4.
	Rule Ref
	// Card and Space say where; -1 is none.
	Card, Space int16
}

// Hold refuses everything but a concession and a ruling while an irregularity
// waits for a judge, or, outside sanctioned play, for the exact rollback.
type Hold struct {
	Irregularity Irregularity
	Sanctioned   bool
}

// Error cites the rule and says who has to act.
func (e Hold) Error() string {
	if e.Sanctioned {
		return fmt.Sprintf("rule 12.1.9: the game is on hold for an irregularity of rule %s; call a judge", e.Irregularity.Rule)
	}
	return fmt.Sprintf("rule 12.1.9: the game is on hold for an irregularity of rule %s; roll back if every action can be reversed exactly, else the game is drawn", e.Irregularity.Rule)
}

// StallCause says why the engine cannot go on.
type StallCause uint8

// The causes.
const (
	// QueueGrows: a loop puts more into the Queue than it takes out.
	QueueGrows StallCause = iota + 1
	// StateGrows: a loop changes some count each time, so that no state recurs.
	StateGrows
	// SBCOscillates: State-Based Conditions pass their bound without rest.
	SBCOscillates
	// Budget: the search for alternatives needs more states than it may visit.
	Budget
	// NumericLimit: a number would leave its range.
	NumericLimit
	// PointsGrow: a loop repeats itself but for points that change each time.
	PointsGrow
	// Inescapable: a loop has alternatives, but all stay in a closed set of
	// states, so that it is neither mandatory nor can be left.
	Inescapable
	// Endless: abilities go on and on, and no state recurs within the limit.
	Endless
)

var stallTexts = [...]string{
	"an unknown fault stops the engine",
	"the Queue grows without end",
	"the game repeats itself but some count grows each time",
	"the State-Based Conditions do not come to rest",
	"the alternatives are too many to be searched",
	"a number leaves its range",
	"the game repeats itself but points change each time",
	"the loop has other choices but none that leads out of it",
	"abilities go on and on without a state that recurs",
}

// String says what happened in a few words.
func (c StallCause) String() string {
	if int(c) >= len(stallTexts) {
		c = 0
	}
	return stallTexts[c]
}

// Stalled says that the engine cannot go on. It is never a result: a judge
// decides, or the players concede.
type Stalled struct {
	Cause StallCause
	Rule  Ref
}

// Error cites the rule and says that a judge is needed.
func (e Stalled) Error() string {
	return fmt.Sprintf("rule %s: %s; this is no game draw, call a judge", e.Rule, e.Cause)
}
