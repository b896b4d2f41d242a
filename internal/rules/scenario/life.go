package scenario

import (
	"errors"
	"fmt"
	"strings"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
	"tourney/internal/rules/magic"
)

// life replays a life game.
func life(v jsontree.Value) *Answer {
	e := magic.ReadEvidence(v)
	if v.Faults() != nil {
		return nil
	}
	var g magic.Game
	// ReadEvidence has found that the seats can start.
	_ = g.Start(e.Seats)
	var refusal error
	refused := -1
	for i, b := range e.Batches {
		if err := g.Do(b); err != nil {
			refusal, refused = err, i
			break
		}
	}
	r := g.Result()
	a := answer(g.Rule().String(), lifeText(&g, len(e.Seats), refusal, refused)).
		with("over", r.Kind != rules.Undecided).
		with("winners", r.Winners.Seats()).
		with("draw", r.Kind == rules.Draw).
		with("judge", g.Together() != 0).
		with("left", g.Out().Seats())
	if refused >= 0 {
		a.with("rejected_batch", refused)
	} else {
		a.with("rejected_batch", nil)
	}
	a.Refused = refused >= 0
	reasons, library := bySeat{}, bySeat{}
	for i := range e.Seats {
		if losses := g.Losses(rules.Side(i)); losses != 0 {
			reasons = append(reasons, seatValue{i, refNames(losses.Rules())})
		}
		if _, _, cards := g.Totals(rules.Side(i)); cards != e.Seats[i].Library {
			library = append(library, seatValue{i, cards})
		}
	}
	return a.with("reasons", reasons).with("library", library)
}

// lifeText says where the game stands.
func lifeText(g *magic.Game, seats int, refusal error, refused int) string {
	text := ""
	switch {
	case g.Result().Kind != rules.Undecided:
		text = rules.ExplainResult(g.Result())
	case g.Together() != 0:
		text = fmt.Sprintf("seats %s win at the same instant by effects; call a judge", strings.Trim(fmt.Sprint(g.Together().Seats()), "[]"))
	default:
		text = fmt.Sprintf("the game goes on with %d sides", g.SidesIn())
	}
	text = fmt.Sprintf("rule %s: %s", g.Rule(), text)
	for i := range seats {
		life, poison, library := g.Totals(rules.Side(i))
		text += fmt.Sprintf("; seat %d: life %d, poison %d, library %d", i, life, poison, library)
		if losses := g.Losses(rules.Side(i)); losses != 0 {
			text += ", out by " + strings.Join(refNames(losses.Rules()), ", ")
		}
	}
	var over rules.GameOver
	switch {
	case errors.As(refusal, &over):
		text += fmt.Sprintf(". Instant %d is refused, since the game was over (102.1)", refused)
	case refusal != nil:
		text += fmt.Sprintf(". Instant %d is refused: %s", refused, refusal)
	}
	return sentence(text)
}
