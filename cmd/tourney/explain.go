package main

import (
	"fmt"
	"text/tabwriter"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// explainEntrant prints the sums behind an entrant's values.
func (p *program) explainEntrant(t *results.Tournament, s *sheet, who, file string) error {
	id, err := findEntrant(t, who)
	if err != nil {
		return inFile(file, err)
	}
	index := -1
	if s.Standings != nil {
		index = s.Table.Index(id)
	}
	if index < 0 {
		return inFile(file, fmt.Errorf("%s is not in the standings of stage %s", t.NameOf(id), s.stage))
	}
	names := namingOf(t)
	fmt.Fprintf(&p.out, "%s after round %d of stage %s\n", names.one(id), s.after, s.stage)
	for _, code := range s.Codes {
		if err := p.explainValue(names, s.Explain(index, code)); err != nil {
			return err
		}
	}
	return nil
}

// findEntrant finds an entrant by id, else by a name that only one has.
func findEntrant(t *results.Tournament, who string) (results.EntrantID, error) {
	if _, ok := t.Entrant(results.EntrantID(who)); ok {
		return results.EntrantID(who), nil
	}
	var found []results.EntrantID
	for _, h := range t.Entrants {
		if e := h.Current(); e.Name == who {
			found = append(found, e.ID)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", fmt.Errorf("there is no entrant %q; give an id from the file", who)
	}
	return "", fmt.Errorf("%d entrants are called %q; give the id of one: %v", len(found), who, found)
}

// leftWords says why a line does not count, ruleWords where the value of a line
// comes from that no opponent stands behind.
var (
	leftWords = map[string]string{
		"bye": "a bye has no opponent", "late": "a missed round is left out", "idle": "nothing was to be played",
		"forfeit": "a forfeit has no opponent here", "repeat": "this opponent counts once", "cut_low": "the lowest is cut",
		"cut_high": "the highest is cut", "unplayed": "not played", "does_not_qualify": "this opponent is below the limit",
	}
	ruleWords = map[string]string{
		"own_score": "stands for one's own score", "capped_by_opponent": "capped by the opponent's score",
		"capped_by_draws": "capped as if all were drawn", "virtual_opponent": "a virtual opponent",
		"own_start": "one's own start score", "phantom": "a phantom opponent",
	}
)

func (p *program) explainValue(names naming, e standings.Explanation) error {
	info, _ := results.TiebreakerByCode(e.Code)
	fmt.Fprintf(&p.out, "\n%s %s = %s%s\n", e.Code, info.Name, shown(e.Value), bounded(e.Bound, e.Raw))
	w := tabwriter.NewWriter(&p.out, 2, 0, 2, ' ', 0)
	for _, term := range e.Terms {
		round, against := "", ""
		if term.Round > 0 {
			round = fmt.Sprintf("round %d", term.Round)
		}
		if term.Opponent != "" {
			against = "against " + names.one(term.Opponent)
		}
		value := shown(term.Value)
		if term.Of.Known {
			value += " of " + shown(term.Of)
		}
		note := ruleWords[term.Rule] + bounded(term.Bound, term.Raw)
		if term.Left != "" {
			note = "does not count: " + leftWords[term.Left]
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\t%s\n", round, term.Result, term.Kind, against, value, note)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	switch e.How {
	case standings.Average:
		fmt.Fprintf(&p.out, "  The average of the lines that count.\n")
	case standings.Share:
		fmt.Fprintf(&p.out, "  The sum of the lines that count, divided by the most they could have been.\n")
	default:
		fmt.Fprintf(&p.out, "  The sum of the lines that count.\n")
	}
	return nil
}

func bounded(b standings.Bound, raw exact.Value) string {
	switch b {
	case standings.Floor:
		return fmt.Sprintf(" (%s raised to the floor)", shown(raw))
	case standings.Cap, standings.CapDropped:
		return fmt.Sprintf(" (%s lowered to the cap)", shown(raw))
	}
	return ""
}

// shown is an exact value with its decimals.
func shown(v exact.Value) string {
	switch {
	case !v.Known:
		return "no value"
	case v.Rat.IsInt():
		return v.Rat.String()
	}
	return fmt.Sprintf("%s (%s)", v.Rat, v.Rat.Decimal(4))
}
