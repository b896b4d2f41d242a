package claims

import (
	"errors"
	"fmt"
	"strings"

	"tourney/internal/rules"
)

// LoopSheet is what a judge finds out about a repeated sequence in a game of two
// (12.4). A nil answer is not known.
type LoopSheet struct {
	// Life is set for games by life totals, where 102.4b draws the game.
	Life       bool
	Sanctioned bool
	// Recurred says whether the same state has come back.
	Recurred *bool
	// Choice says for each seat whether it has a choice that ends or changes the
	// sequence. Conceding is none.
	Choice [2]*bool
	// Active is the seat whose turn it is; it declares first.
	Active   int
	Declared []LoopDeclaration
}

// LoopDeclaration is one player's statement: so many iterations, then a
// different choice. A number below 0 is not finite.
type LoopDeclaration struct {
	By int
	N  int64
	// Choice is what is known of the announced choice: one of LoopChoices.
	Choice string
}

// What is known of a choice that a player announces.
const (
	ChoiceLegal      = "legal"
	ChoiceIllegal    = "illegal"
	ChoiceProhibited = "prohibited"
	ChoiceStays      = "stays"
	ChoiceNone       = "none"
)

var choices = map[string]rules.Alternative{
	ChoiceLegal: rules.AltLegal, ChoiceIllegal: rules.AltIllegal, ChoiceProhibited: rules.AltProhibited, ChoiceStays: rules.AltStays,
}

// LoopClass is what the rules make of a sheet.
type LoopClass string

// The classes of answers.
const (
	// LoopDraws: both verifications are there, the game is drawn.
	LoopDraws LoopClass = "draw"
	// LoopDeclares: somebody has a choice and still has to declare.
	LoopDeclares LoopClass = "declare"
	// LoopRefused: a declaration cannot stand.
	LoopRefused LoopClass = "refused"
	// LoopStops: it is known how often it is repeated and who then deviates.
	LoopStops LoopClass = "stops"
	// LoopUnverified: one of the two verifications is missing.
	LoopUnverified LoopClass = "unverified"
	// LoopNone: the state does not recur.
	LoopNone LoopClass = "none"
)

// LoopAnswer is what follows from a sheet.
type LoopAnswer struct {
	Class LoopClass
	Rule  string
	// Text is a plain sentence with the names and the rule.
	Text string
	// Declaration is the index of the refused declaration, -1 if none is to blame.
	Declaration int
}

// Loop says what the rules make of a sheet; names are the two players'.
func Loop(s LoopSheet, names [2]string) LoopAnswer {
	answer := func(class LoopClass, rule rules.Ref, format string, args ...any) LoopAnswer {
		return LoopAnswer{Class: class, Rule: rule.String(), Declaration: -1, Text: "Rule " + rule.String() + ": " + fmt.Sprintf(format, args...)}
	}
	var capable rules.SideSet
	unknown := false
	for seat, has := range s.Choice {
		switch {
		case has == nil:
			unknown = true
		case *has:
			capable |= rules.Only(rules.Side(seat))
		}
	}
	draw := rules.R12_4_5
	if s.Life {
		draw = rules.R102_4b
	}
	switch {
	case s.Recurred != nil && !*s.Recurred:
		return answer(LoopNone, rules.R12_4_1, "the same state has not come back, so this is no loop. Nothing is drawn; play on.")
	case capable != 0:
		return declared(s, capable, names, answer)
	case unknown || s.Recurred == nil:
		return unverified(s, unknown, answer)
	}
	return answer(LoopDraws, draw, "the same state recurs and neither %s nor %s has a choice that ends or changes the sequence. The game is a Game Draw.", names[0], names[1])
}

func unverified(s LoopSheet, unknown bool, answer func(LoopClass, rules.Ref, string, ...any) LoopAnswer) LoopAnswer {
	missing := "that the same state recurs"
	switch {
	case unknown && s.Recurred == nil:
		missing = "that the same state recurs and that nobody has a choice"
	case unknown:
		missing = "that nobody has a choice that ends or changes the sequence"
	}
	next := "Play on, or one player concedes."
	if s.Sanctioned {
		next = "In sanctioned play a judge decides how it goes on."
	}
	return answer(LoopUnverified, rules.R12_4_4, "it is not verified %s, so there is no draw. %s", missing, next)
}

// declared resolves the declarations of those who have a choice.
func declared(s LoopSheet, capable rules.SideSet, names [2]string, answer func(LoopClass, rules.Ref, string, ...any) LoopAnswer) LoopAnswer {
	owners := []string{names[capable.First()]}
	rule := rules.R12_4_2
	if capable.Len() > 1 {
		rule = rules.R12_4_3
		active := min(max(s.Active, 0), 1)
		owners = []string{names[active], names[1-active]}
	}
	if len(s.Declared) == 0 {
		who := owners[0] + " has a choice that ends or changes the sequence, so it is no draw. " + owners[0] + " names"
		if len(owners) > 1 {
			who = "both have a choice that ends or changes the sequence, so it is no draw. " + owners[0] + ", the active player, and then " + owners[1] + " name"
		}
		if s.Life {
			// 102.4b only says that it is no draw; the players shorten it as 12.4 does.
			who = "by 102.4b too: " + who
		}
		return answer(LoopDeclares, rule, "%s a finite number of iterations (0 is one) and the different choice that follows.", who)
	}
	decls := make([]rules.Declaration, len(s.Declared))
	for i, d := range s.Declared {
		decls[i] = rules.Declaration{By: rules.Side(d.By), N: d.N, Alt: choices[d.Choice]}
	}
	n, deviate, err := rules.ResolveDeclarations(rules.Side(s.Active), capable, decls)
	var fault rules.DeclarationFault
	if errors.As(err, &fault) {
		named := strings.NewReplacer("player A", names[0], "player B", names[1]).Replace(fault.Why)
		class := LoopRefused
		if fault.Index < 0 {
			class = LoopDeclares
		}
		a := answer(class, fault.Rule, "%s.", named)
		a.Declaration = fault.Index
		return a
	}
	times := fmt.Sprintf("%d times", n)
	switch n {
	case 0:
		times = "not once more"
	case 1:
		times = "once"
	}
	text := fmt.Sprintf("the sequence is repeated %s; then %s makes the announced different choice", times, names[deviate[0]])
	if len(deviate) > 1 {
		text += fmt.Sprintf(", and %s too if the sequence still goes on", names[deviate[1]])
	}
	return answer(LoopStops, rule, "%s.", text)
}

// RuleText is what a rule says in short, "" for a number that no rule has.
func RuleText(number string) string {
	x, ok := rules.Explain(number)
	if !ok {
		return ""
	}
	return x.Rule.Text
}
