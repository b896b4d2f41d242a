package scenario

import (
	"errors"
	"fmt"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
	"tourney/internal/rules/momon"
)

// statusNames name where a game stands, in the order of momon.Status.
var statusNames = []string{"deciding", "declaring", "held", "stalled", "over"}

// play plays a whole game of Momon by its set-up and log of choices.
func play(v jsontree.Value) *Answer {
	spec := momon.ReadSpec(v.Get("game"))
	log := momon.ReadLog(v.Get("log"))
	if v.Faults() != nil {
		return nil
	}
	cfg, err := momon.NewConfig(spec)
	if err != nil {
		v.Get("game").Fault("%s", err)
		return nil
	}
	setup := momon.ReadSetup(v.Get("setup"), cfg)
	if v.Faults() != nil {
		return nil
	}
	g, err := momon.Replay(cfg, setup, log)
	var refusal momon.LogFault
	if err != nil && !errors.As(err, &refusal) {
		v.Get("setup").Fault("%s", err)
		return nil
	}
	status, result, score := g.Advance(), g.Result(), g.Score()
	rule := playRule(g, refusal.Err)
	played := len(log)
	if refusal.Err != nil {
		played = refusal.Index
	}
	text := fmt.Sprintf("rule %s: %s; log entries played: %d; Control Score: %d-%d", rule, playText(g, status), played, score[0], score[1])
	if refusal.Err != nil {
		text += fmt.Sprintf(". Entry %d of the log is refused: %s", refusal.Index, refusal.Err)
	}
	a := answer(rule.String(), sentence(text)).
		with("status", statusNames[status]).
		with("over", status == momon.Over).
		with("result", result).
		with("score", score).
		with("legal", choices(g.Legal(nil)))
	if refusal.Err != nil {
		a.Refused = true
		return a.with("rejected_entry", refusal.Index)
	}
	return a.with("rejected_entry", nil)
}

// playRule is the rule that decided, refused or stopped the game; 7.1.1 while
// it goes on.
func playRule(g *momon.Game, refusal error) rules.Ref {
	var over rules.GameOver
	var hold rules.Hold
	var stalled rules.Stalled
	var illegal rules.IllegalChoice
	var fault rules.DeclarationFault
	err := refusal
	if err == nil {
		err = g.Err()
	}
	switch {
	case errors.As(err, &over):
		return over.Rule
	case errors.As(err, &hold):
		return hold.Irregularity.Rule
	case errors.As(err, &stalled):
		return stalled.Rule
	case errors.As(err, &illegal):
		return illegal.Rule
	case errors.As(err, &fault):
		return fault.Rule
	default:
		return rules.R7_1_1
	}
}

// playText says where the game stands.
func playText(g *momon.Game, status momon.Status) string {
	switch status {
	case momon.Over:
		return rules.ExplainResult(g.Result())
	case momon.Deciding, momon.Declaring:
		return fmt.Sprintf("the game goes on; legal choices: %d", len(g.Legal(nil)))
	default:
		return fmt.Sprintf("the game stands still: %s", g.Err())
	}
}

// choice is a choice as a log has it.
type choice struct {
	Do string `json:"do"`
	By string `json:"by"`
	A  uint8  `json:"a"`
	B  uint8  `json:"b"`
}

func choices(legal []momon.Choice) []choice {
	list := make([]choice, len(legal))
	for i, c := range legal {
		list[i] = choice{c.Kind.String(), c.By.String(), c.A, c.B}
	}
	return list
}
