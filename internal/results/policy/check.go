package policy

import (
	"fmt"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// conflict reports that fields of a document contradict one another, at the
// first of the paths that the document names.
func (r *reader) conflict(d document, paths []string, format string, args ...any) {
	for _, path := range paths {
		if n := d.values[path]; n != nil {
			r.fault(n, format, args...)
			return
		}
	}
	r.faults = append(r.faults, Fault{File: r.file, Path: paths[0], Message: fmt.Sprintf(format, args...)})
}

// check reports what does not go together. Everything that would stop an event
// in its last round is found here, before its first.
func (r *reader) check(d document, p *results.Policy) {
	r.checkMatch(d, "match", p.Match)
	r.checkMatch(d, "playoff", p.PlayoffMatch)
	if p.PlayoffMatch.DrawnMatch == "allowed" {
		r.conflict(d, []string{"playoff.drawn_match"}, "%s", bracketNeedsWinner)
	}
	r.checkTiming(d, "timing", p.Timing)
	r.checkTiming(d, "playoff", p.PlayoffTiming)
	r.checkScoring(d, p)
	r.checkPercentages(d, p.Percentages)
	r.checkPairing(d, p)
	r.checkRounds(d, p)
}

const bracketNeedsWinner = "a match of a bracket needs a winner, so drawn matches cannot be allowed in an elimination stage: write drawn_match = \"refused\" and name the procedure in no_draw"

func (r *reader) checkMatch(d document, section string, m results.MatchRules) {
	named := func(key string) bool { return d.values[section+"."+key] != nil }
	if named("games_to_win") && named("exact_games") {
		r.conflict(d, []string{section + ".exact_games"},
			"a match is either won by the first to win a number of games or played over an exact number of games: remove games_to_win or exact_games")
	}
	if m.DrawnMatch == "refused" && m.NoDraw == "" {
		r.conflict(d, []string{section + ".drawn_match"},
			"drawn matches are refused but no procedure finds the winner of equal games: add no_draw = %s", quotedOptions(fields[fieldIndex[section+".no_draw"]]))
	}
	if m.DrawnMatch == "allowed" && named("no_draw") {
		r.conflict(d, []string{section + ".no_draw"},
			"no_draw has no use while drawn matches are allowed: remove it, or write drawn_match = \"refused\"")
	}
	if n := d.values[section+".agreed_draw"]; m.DrawnMatch == "refused" && n != nil && n.text == "allowed" {
		r.conflict(d, []string{section + ".agreed_draw"},
			"entrants cannot agree on a draw while drawn matches are refused: write agreed_draw = \"refused\"")
	}
	if n := d.values[section+".concession_until"]; m.Concession == "refused" && n != nil && n.text == "always" {
		r.conflict(d, []string{section + ".concession_until"},
			"concession_until has no use while conceding a match is refused: remove it, or allow concession")
	}
}

func (r *reader) checkTiming(d document, section string, t results.Timing) {
	if t.Mode != "untimed" || d.values[section+".mode"] == nil {
		return
	}
	for _, key := range []string{"minutes", "extra_turns"} {
		if n := d.values[section+"."+key]; n != nil && n.text != "0" {
			r.conflict(d, []string{section + "." + key},
				"%s has no use without a time limit: remove it, or set mode to \"round_clock\" or \"clock_controlled\"", key)
		}
	}
}

func (r *reader) checkScoring(d document, p *results.Policy) {
	s := p.Scoring
	if s.Win.Cmp(s.Draw) < 0 || s.Draw.Cmp(s.Loss) < 0 {
		r.conflict(d, []string{"scoring.draw", "scoring.win", "scoring.loss"},
			"a win (%s) must not be worth less than a draw (%s), nor a draw less than a loss (%s)", s.Win, s.Draw, s.Loss)
	}
	if s.Both.Sign() != 0 && s.PerGame.Sign() == 0 {
		r.conflict(d, []string{"scoring.both"}, "both is given on top of points per game: set per_game too, or remove both")
	}
	if s.PerGame.Sign() < 0 || s.Both.Sign() < 0 {
		r.conflict(d, []string{"scoring.per_game", "scoring.both"}, "points per game must not be negative")
	}
}

func (r *reader) checkPercentages(d document, s results.Percentages) {
	limits := []struct {
		path       string
		low, high  exact.Rat
		highIsName string
	}{
		{"percentages.floor", s.Floor, s.Cap, "cap"},
		{"percentages.cap_dropped", s.Floor, s.CapDropped, "cap_dropped"},
	}
	for _, l := range limits {
		if l.low.Cmp(l.high) > 0 {
			r.conflict(d, []string{l.path, "percentages.floor", "percentages.cap"},
				"the floor %s lies above %s = %s: a share cannot be both", l.low, l.highIsName, l.high)
		}
	}
	if s.ByePhantoms > 0 && d.values["percentages.phantom_value"] == nil {
		r.conflict(d, []string{"percentages.bye_phantoms"}, "say what a phantom opponent is worth: add phantom_value, for example \"0.2\"")
	}
	if s.ByePhantoms == 0 && s.PhantomValue.Sign() != 0 {
		r.conflict(d, []string{"percentages.phantom_value"}, "phantom_value has no use without phantoms: set bye_phantoms, or remove it")
	}
}

func (r *reader) checkPairing(d document, p *results.Policy) {
	g := p.Pairing
	if g.PodSmaller >= g.PodSize || g.PodSmaller == 1 {
		r.conflict(d, []string{"pairing.pod_smaller", "pairing.pod_size"},
			"a smaller pod must have from 2 to %d seats, or 0 for none", g.PodSize-1)
	}
	if g.PodLarger != 0 && g.PodLarger <= g.PodSize {
		r.conflict(d, []string{"pairing.pod_larger", "pairing.pod_size"},
			"a larger pod must have more than %d seats, or 0 for none", g.PodSize)
	}
	if g.System == results.Pods && p.Match.ExactGames != 1 && p.Match.GamesToWin != 1 {
		r.conflict(d, []string{"match.games_to_win", "match.exact_games", "pairing.system"},
			"a pod plays one game with one winner or a draw: write exact_games = 1 in [match]")
	}
}

func (r *reader) checkRounds(d document, p *results.Policy) {
	var named []string
	for _, path := range []string{"rounds.count", "rounds.by_entrants", "rounds.formula"} {
		if d.values[path] != nil {
			named = append(named, path)
		}
	}
	if len(named) > 1 {
		r.conflict(d, named[1:], "the number of rounds comes from count, from by_entrants or from formula: keep one of them")
	}
	if p.Rounds.Cut == 1 {
		r.conflict(d, []string{"rounds.cut"}, "a cut to 1 leaves nobody to play; write 0 for no cut, or 2 and more")
	}
	cut := p.Rounds.Cut > 0 || slices.ContainsFunc(p.Rounds.ByEntrants, func(row results.RoundsRow) bool { return row.Cut > 0 })
	if p.Pairing.System.Elimination() && cut {
		r.conflict(d, []string{"rounds.cut", "rounds.by_entrants", "pairing.system"},
			"a cut needs rounds before it, and system = %q has none: remove the cut, or set system to \"swiss\"", p.Pairing.System)
	}
	if p.Pairing.System == results.DoubleElimination {
		if p.Rounds.Seeding == "reseed" {
			r.conflict(d, []string{"rounds.seeding"}, "a double-elimination bracket is fixed: write seeding = \"standard\"")
		}
		if p.Rounds.ThirdPlace {
			r.conflict(d, []string{"rounds.third_place"}, "double elimination finds its third place by itself: remove third_place")
		}
	}
}
