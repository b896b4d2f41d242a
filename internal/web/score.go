package web

import (
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/structure"
	"tourney/templates"
)

// A score is typed as digits, "21" or "111" with a drawn game, or with signs
// between the numbers, "2-1-1". At a table of more than two seats it is one
// number: the winner's seat, 0 for a draw. What is no score is a kind from the
// menu, with the seat that it is about: "concede 0".

// readScore makes of what was typed and chosen what the scorekeeper takes. The
// refusal has the field "score" or "kind".
func readScore(text, kind string, seats int) (scorekeeper.Score, error) {
	s := scorekeeper.Score{}
	if err := readGames(&s, strings.TrimSpace(text), seats); err != nil {
		return s, err
	}
	name, about, _ := strings.Cut(kind, " ")
	seat, err := strconv.Atoi(about)
	switch name {
	case "":
		return s, nil
	case string(results.AgreedDraw), string(results.DoubleLoss), string(results.DoubleForfeit):
		s.Kind = results.Kind(name)
		return s, nil
	}
	if err != nil || seat < 0 || seat >= seats {
		return s, results.Refuse(results.Invalid, "Choose one of the menu.").At("kind")
	}
	other := 1 - seat
	switch name {
	case string(results.Concession), string(results.Forfeit):
		if seats != 2 {
			return s, results.Refuse(results.Invalid, "Choose one of the menu.").At("kind")
		}
		s.Kind, s.Winner = results.Kind(name), &other
	case "winner":
		s.Winner = &seat
	default:
		return s, results.Refuse(results.Invalid, "Choose one of the menu.").At("kind")
	}
	return s, nil
}

func readGames(s *scorekeeper.Score, text string, seats int) error {
	if text == "" {
		return nil
	}
	var parts []string
	if strings.Trim(text, "0123456789") == "" && seats == 2 {
		parts = strings.Split(text, "")
	} else {
		parts = strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-–:/.,; ", r) })
	}
	games := make([]int, len(parts))
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return results.Refuse(results.Invalid, "%q is no score. Type the games of both sides, such as 21.", text).At("score")
		}
		games[i] = n
	}
	switch {
	case seats > 2 && len(games) == 1 && games[0] <= seats:
		winner := games[0] - 1 // results.Nobody for 0
		s.Winner = &winner
	case seats > 2:
		return results.Refuse(results.Invalid, "Type the number of the winner's seat, 1 to %d, or 0 for a draw.", seats).At("score")
	case len(games) == 2 || len(games) == 3:
		s.Won = games[:2]
		if len(games) == 3 {
			s.Drawn = games[2]
		}
	default:
		return results.Refuse(results.Invalid, "Type the games of both sides, such as 21, and after them the drawn ones, such as 111.").At("score")
	}
	return nil
}

// maxDigit is the largest number that one key types.
const maxDigit = 9

// usualScores are the typed scores that end a match, so that nothing can follow
// but to save them.
func usualScores(t *results.Tournament, r *results.Round) []string {
	stage, _ := t.Stage(r.Stage)
	s := structure.For(t.PolicyFor(r.Number).Policy, stage)
	s.Timing.Mode = "untimed" // a score that only the clock can end is not the usual one
	seats := 2
	for _, m := range t.RoundMatches(r) {
		seats = max(seats, len(m.Match.Seats))
	}
	var out []string
	if seats > 2 {
		for n := range seats + 1 {
			out = append(out, strconv.Itoa(n))
		}
		return out
	}
	for a := range maxDigit + 1 {
		for b := range maxDigit + 1 {
			if made, err := s.FromRow(structure.Row{Seats: 2, Won: []int{a, b}}); err == nil && made.Result != nil {
				out = append(out, strconv.Itoa(a)+strconv.Itoa(b))
			}
		}
	}
	return out
}

// clip shortens a name for a menu.
func clip(name string) string {
	const most = 28
	runes := []rune(name)
	if len(runes) <= most {
		return name
	}
	return string(runes[:most-1]) + "…"
}

// kindOptions are the kinds of result besides a score.
func kindOptions(t *results.Tournament, m *results.Match, selected string) []templates.Option {
	stage := results.Stage{}
	if r, ok := t.Round(m.Round); ok {
		stage, _ = t.Stage(r.Stage)
	}
	rules := structure.For(t.PolicyFor(m.Round).Policy, stage).Match
	out := []templates.Option{{Value: "", Label: "by score"}}
	add := func(kind, label string) { out = append(out, templates.Option{Value: kind, Label: label}) }
	each := func(kind, label string) {
		for i, id := range m.Seats {
			add(kind+" "+strconv.Itoa(i), clip(entrantName(t, id))+" "+label)
		}
	}
	if rules.DrawnMatch == "allowed" && rules.AgreedDraw == "allowed" {
		add(string(results.AgreedDraw), "agreed draw")
	}
	if len(m.Seats) == 2 {
		if rules.Concession != "refused" {
			each(string(results.Concession), "concedes")
		}
		each(string(results.Forfeit), "is absent")
		if rules.DrawnMatch == "refused" {
			each("winner", "wins by procedure")
		}
		add(string(results.DoubleLoss), "both lose")
		add(string(results.DoubleForfeit), "both absent")
	}
	for i := range out {
		out[i].Selected = out[i].Value == selected
	}
	return out
}

// typedWords are a typed result as people read it.
func typedWords(t *results.Tournament, m *results.Match, score, kind string) string {
	words := strings.TrimSpace(score)
	if s, err := readScore(score, "", len(m.Seats)); err == nil && len(s.Won) == 2 {
		words = resultWords(&results.MatchResult{Kind: results.Played, Won: s.Won, Drawn: s.Drawn})
	}
	if kind != "" {
		for _, o := range kindOptions(t, m, kind) {
			if o.Selected {
				words = strings.TrimSpace(words + " " + o.Label)
			}
		}
	}
	return words
}

// typedAgain are the texts that stand for a result in force, so that a form to
// correct it begins with them.
func typedAgain(r *results.MatchResult) (score, kind string) {
	if len(r.Won) == 2 {
		score = strconv.Itoa(r.Won[0]) + "-" + strconv.Itoa(r.Won[1])
		if r.Drawn > 0 {
			score += "-" + strconv.Itoa(r.Drawn)
		}
	}
	switch r.Kind {
	case results.Concession, results.Forfeit:
		return score, string(r.Kind) + " " + strconv.Itoa(1-r.Winner)
	case results.AgreedDraw, results.DoubleLoss, results.DoubleForfeit:
		return score, string(r.Kind)
	}
	if len(r.Won) > 2 {
		score = strconv.Itoa(r.Winner + 1)
	}
	if len(r.Won) == 2 && r.Winner != results.Nobody && r.Won[0] == r.Won[1] {
		kind = "winner " + strconv.Itoa(r.Winner)
	}
	return score, kind
}
