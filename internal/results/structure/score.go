package structure

import (
	"fmt"
	"slices"

	"tourney/internal/results"
)

// CheckScore refuses a score that cannot come from the structure: a side with
// more wins than end the match, two sides with all of them, a game after the
// end, negative or absurd counts, and 0–0–0 without a kind that explains it.
// Won counts games per seat.
func (s Structure) CheckScore(won []int, drawn int, kind results.Kind) error {
	if len(won) < 2 {
		return refuse("a score needs games for every seat")
	}
	for _, n := range append([]int{drawn}, won...) {
		if n < 0 {
			return refuse("a number of games cannot be negative: %d", n)
		}
		if n > maxCount {
			return refuse("%d games in one match are not believable; at most %d are accepted", n, maxCount)
		}
	}
	if sum(won)+drawn == 0 {
		if kind == results.Played {
			return refuse("0–0–0 does not say what happened: leave the match without a score if it is not reported, or enter its kind (agreed_draw, double_loss, double_forfeit, forfeit, concession)")
		}
		return nil
	}
	if kind == results.DoubleForfeit {
		return refuse("where both sides are absent no game is played: leave out the games")
	}
	if kind == results.AgreedDraw {
		return s.checkAgreed(won, drawn)
	}
	if kind == results.Forfeit && drawn == 0 && slices.Equal(slices.Sorted(slices.Values(won)), slices.Sorted(slices.Values(s.ByeGames[:]))) {
		return nil // nobody played them: the policy counts them, whatever the structure
	}
	if !s.possible(won, drawn) {
		return refuse("%s is not possible in %s: %s", score(won, drawn), s.goal(), s.remedy(won))
	}
	if kind == results.Played && !s.over(won, drawn) {
		return s.checkUnended(won, drawn)
	}
	return nil
}

// remedy says what is wrong with an impossible score.
func (s Structure) remedy(won []int) string {
	n := s.Match.GamesToWin
	if s.Match.ExactGames > 0 {
		return fmt.Sprintf("enter %d games in all, drawn ones included", s.Match.ExactGames)
	}
	full := 0
	for _, w := range won {
		if w > n {
			return fmt.Sprintf("nobody can win more than %d", n)
		}
		if w == n {
			full++
		}
	}
	if full > 1 {
		return fmt.Sprintf("only one side can have %d", n)
	}
	return "a game was entered after the match was decided; take it out"
}

// checkAgreed allows any drawn games, as many as the agreement is recorded
// with, but no match that was already won.
func (s Structure) checkAgreed(won []int, drawn int) error {
	if l := leader(won); l != results.Nobody && s.reached(won, 0) {
		return refuse("%s is a match won, not an agreed draw: enter the score as played", score(won, drawn))
	}
	if !s.possible(won, 0) {
		return refuse("%s is not possible in %s: %s", score(won, drawn), s.goal(), s.remedy(won))
	}
	return nil
}

// checkUnended refuses a score that leaves games to be played although no time
// limit could have ended it.
func (s Structure) checkUnended(won []int, drawn int) error {
	missing := s.Match.ExactGames - sum(won) - drawn
	switch {
	case s.Timing.Mode == "untimed":
		return refuse("%s does not decide %s, and there is no time limit: play on, or enter its kind (concession, agreed_draw)", score(won, drawn), s.goal())
	case missing > 0 && s.Timing.UnfinishedGame == "draw":
		return refuse("%s leaves %d of %d games open: enter a game that time cut short among the drawn ones", score(won, drawn), missing, s.Match.ExactGames)
	}
	return nil
}

func refuse(format string, args ...any) *results.Error {
	return results.Refuse(results.Invalid, format, args...)
}
