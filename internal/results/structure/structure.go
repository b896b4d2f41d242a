// Package structure turns games and authorized procedures into match results.
//
// It is pure: rules, games, penalties and clock entries go in, a [Decision]
// comes out. A result names the policy field or rule that authorizes it and
// nothing is decided informally (7.5.3). A game never changes because a match
// was decided some other way (7.4.1, 7.4.4).
package structure

import (
	"fmt"
	"slices"
	"strings"

	"tourney/internal/results"
)

// Structure is what decides the matches of one stage.
type Structure struct {
	Match  results.MatchRules
	Timing results.Timing
	// ByeGames are the games, won and lost, of a bye or a forfeit.
	ByeGames [2]int
	// MatchSection and TimingSection name where the rules stand, for the
	// procedure of a result: "match", "timing", "playoff" or "stage".
	MatchSection, TimingSection string
}

// For is the structure of a stage: its own rules, else the policy's playoff
// rules in a bracket, else the policy's.
func For(p *results.Policy, stage results.Stage) Structure {
	s := Structure{Match: p.Match, Timing: p.Timing, ByeGames: p.Scoring.ByeGames, MatchSection: "match", TimingSection: "timing"}
	if stage.System.Elimination() {
		s.Match, s.Timing = p.PlayoffMatch, p.PlayoffTiming
		s.MatchSection, s.TimingSection = "playoff", "playoff"
	}
	if stage.System == results.Pods {
		// A pod plays one game, also under a policy that was made for two seats.
		s.Match.GamesToWin, s.Match.ExactGames = 0, 1
	}
	if stage.Match != nil {
		s.Match, s.MatchSection = *stage.Match, "stage"
	}
	if stage.Timing != nil {
		s.Timing, s.TimingSection = *stage.Timing, "stage"
	}
	return s
}

// RulesFor is the match rules and the timing of a stage; see [For].
func RulesFor(p *results.Policy, stage results.Stage) (results.MatchRules, results.Timing) {
	s := For(p, stage)
	return s.Match, s.Timing
}

// Decision is what a structure makes of a match: a result, or the reason why
// there is none yet.
type Decision struct {
	// Result has Kind, Winner, Won, Drawn and Procedure, and from [Structure.Decide]
	// also the games and penalties it rests on. The caller adds match, version,
	// policy hash and stamp. It is nil while the match is open.
	Result *results.MatchResult
	// Open says in plain words what is missing.
	Open string
	// Reported are the games that a score stands for, where it was told without
	// them: the winner's seat of each, or Nobody for a drawn game, in the order
	// loser's wins, drawn games, winner's wins. The true order is unknown.
	Reported []int
	// TooLate are the numbers of games with a result that [Structure.Decide] counts
	// as unfinished, because their clock press did not come in time (7.4.3).
	TooLate []int
}

// maxCount bounds the games of one kind in a match. No handbook limits drawn
// games; this only keeps a slip of the keyboard out.
const maxCount = 99

// leader is the seat with the most wins, or Nobody where several have them.
func leader(won []int) int {
	best := results.Nobody
	for seat, w := range won {
		switch {
		case best == results.Nobody || w > won[best]:
			best = seat
		}
	}
	for seat, w := range won {
		if seat != best && w == won[best] {
			return results.Nobody
		}
	}
	return best
}

func sum(won []int) int {
	total := 0
	for _, w := range won {
		total += w
	}
	return total
}

// reached reports whether the games have come to the structure's end: somebody
// has the wins, or all games are played. It leaves out extra games.
func (s Structure) reached(won []int, drawn int) bool {
	if s.Match.ExactGames > 0 {
		return sum(won)+drawn >= s.Match.ExactGames
	}
	// In half games, so that a drawn game may count half.
	halves := 0
	if s.Match.DrawnGame == "half" {
		halves = drawn
	}
	for _, w := range won {
		if 2*w+halves >= 2*s.Match.GamesToWin {
			return true
		}
	}
	return false
}

// over reports whether no further game may be played.
func (s Structure) over(won []int, drawn int) bool {
	return s.reached(won, drawn) && (leader(won) != results.Nobody || !s.extraGame())
}

// closed is over for games that time may have cut short: after one of those only
// an extra game follows, where the games are equal.
func (s Structure) closed(won []int, drawn int, cut bool) bool {
	return s.over(won, drawn) || cut && (leader(won) != results.Nobody || !s.extraGame())
}

// extraGame reports whether equal games go on to one more game.
func (s Structure) extraGame() bool {
	return s.Match.DrawnMatch == "refused" && s.Match.NoDraw == "extra_game"
}

// possible reports whether some order of these games never goes on after the
// end of the match.
func (s Structure) possible(won []int, drawn int) bool {
	if sum(won)+drawn == 0 {
		return true
	}
	if drawn > 0 && !s.reached(won, drawn-1) {
		return true
	}
	before := slices.Clone(won)
	for seat := range before {
		if before[seat] == 0 {
			continue
		}
		before[seat]--
		if !s.reached(before, drawn) {
			return true
		}
		before[seat]++
	}
	return s.extraGame() && s.possibleExtra(won, drawn)
}

// possibleExtra is possible for matches that went on after equal games: they
// were equal at the structure's end, then came drawn extra games, then at most
// one win.
func (s Structure) possibleExtra(won []int, drawn int) bool {
	low, high := slices.Min(won), slices.Max(won)
	if len(won) != 2 || high-low > 1 {
		return false
	}
	switch {
	case s.Match.ExactGames > 0:
		drawnThen := s.Match.ExactGames - 2*low
		return drawnThen >= 0 && drawnThen <= drawn
	case s.Match.DrawnGame == "half":
		drawnThen := 2 * (s.Match.GamesToWin - low)
		return drawnThen > 0 && drawnThen <= drawn
	}
	return false
}

// goal names the structure in a message.
func (s Structure) goal() string {
	switch {
	case s.Match.ExactGames == 1:
		return "a match of exactly 1 game"
	case s.Match.ExactGames > 0:
		return fmt.Sprintf("a match of exactly %d games", s.Match.ExactGames)
	case s.Match.GamesToWin == 1:
		return "a match that the first game win decides"
	}
	return fmt.Sprintf("a match that %d game wins decide", s.Match.GamesToWin)
}

// score writes a tally: games per seat and drawn games, if any.
func score(won []int, drawn int) string {
	parts := make([]string, len(won), len(won)+1)
	for i, w := range won {
		parts[i] = fmt.Sprint(w)
	}
	if drawn != 0 {
		parts = append(parts, fmt.Sprint(drawn))
	}
	return strings.Join(parts, "–")
}

// order lists the games of a reported score by their winners' seats: loser's
// wins, drawn games, winner's wins; among equals the first seat's wins first.
func order(won []int, drawn int) []int {
	seats := make([]int, len(won))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int { return won[a] - won[b] })
	games := make([]int, 0, sum(won)+drawn)
	for i, seat := range seats {
		if i == len(seats)-1 {
			games = append(games, slices.Repeat([]int{results.Nobody}, drawn)...)
		}
		games = append(games, slices.Repeat([]int{seat}, won[seat])...)
	}
	return games
}
