package policy

import (
	"fmt"
	"slices"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Section is one heading of a policy in plain words.
type Section struct {
	Title string
	Lines []string
}

// Words says a policy in plain words, made from the document alone. The first
// section is how a match is decided, the second its time.
func Words(p *results.Policy) []Section {
	sections := []Section{
		{"How a match is decided", matchWords(p.Match, p.Pairing.System == results.Pods)},
		{"Time", timingWords(p.Timing)},
		{"Playoff", playoffWords(p)},
		{"Points", scoringWords(p.Scoring, p.Match)},
		{"Byes, absences and forfeits", byeWords(p)},
		{"How ties are broken", chainWords(p)},
		{"Shares and averages", shareWords(p)},
		{"Pairing", pairingWords(p.Pairing)},
		{"Rounds and cut", roundWords(p)},
	}
	if len(p.Uncertain) > 0 {
		sections = append(sections, Section{"What is not certain", p.Uncertain})
	}
	if len(p.Sources) > 0 {
		sections = append(sections, Section{"Sources", p.Sources})
	}
	return sections
}

func matchWords(m results.MatchRules, pods bool) []string {
	var out []string
	switch {
	case pods:
		out = append(out, "A table plays one game; it has one winner or is drawn.")
	case m.ExactGames == 1 || m.GamesToWin == 1:
		out = append(out, "A match is one game.")
	case m.ExactGames > 0:
		out = append(out, fmt.Sprintf("A match is exactly %d games; who wins more of them wins the match.", m.ExactGames))
	default:
		out = append(out, fmt.Sprintf("The first side to win %d games wins the match.", m.GamesToWin))
	}
	switch {
	case pods || m.ExactGames == 1:
		// The game is the match; drawWords says what a drawn one is.
	case m.DrawnGame == "half":
		out = append(out, "A drawn game counts half a game for each side.")
	case m.ExactGames == 0:
		out = append(out, "A drawn game counts for nobody and another one is played, so there is no largest number of games.")
	default:
		out = append(out, "A drawn game counts for nobody.")
	}
	out = append(out, drawWords(m)...)
	switch m.Concession {
	case "allowed":
		out = append(out, "A match may be conceded "+untilWords[m.ConcessionUntil]+"; games already won stay won.")
	case "penalized":
		out = append(out, "A match may be conceded "+untilWords[m.ConcessionUntil]+", and doing so is penalized; games already won stay won.")
	default:
		out = append(out, "A match cannot be conceded as a whole; a clear concession of a game ends that game.")
	}
	return out
}

var untilWords = map[string]string{
	"recorded": "until its result is recorded",
	"always":   "at any time, also after its result is recorded",
}

func drawWords(m results.MatchRules) []string {
	if m.DrawnMatch == "refused" {
		return []string{"A match cannot be drawn: where the games are equal, " + optionText("match.no_draw", m.NoDraw) + "."}
	}
	out := []string{"With equal games the match is drawn."}
	if m.ExactGames == 1 {
		out[0] = "A drawn game is a drawn match."
	}
	if m.AgreedDraw == "allowed" {
		return append(out, "The sides may agree on a draw; one agreed without playing is recorded as three drawn games.")
	}
	return append(out, "The sides cannot agree on a draw.")
}

// optionText is the plain meaning of a choice's value.
func optionText(path, value string) string {
	for _, o := range fields[fieldIndex[path]].Options {
		if o.Value == value {
			return o.Text
		}
	}
	return value
}

func timingWords(t results.Timing) []string {
	var out []string
	switch t.Mode {
	case "untimed":
		out = append(out, "There is no time limit.")
	case "clock_controlled":
		out = append(out, fmt.Sprintf("A clock stands at every table for %s. A win counts for timing only once the clock is pressed; without the press at the deadline the game is unfinished.", count(t.Minutes, "minute")))
	default:
		line := fmt.Sprintf("A round lasts %s", count(t.Minutes, "minute"))
		if t.ExtraTurns > 0 {
			line += fmt.Sprintf("; when time is called the running turn is finished and %s more", count(t.ExtraTurns, "turn"))
		}
		out = append(out, line+". No new game is begun after time.")
	}
	if t.Mode != "untimed" {
		out = append(out, "At the end of time the games that were finished decide. A game that time cut short "+optionText("timing.unfinished_game", t.UnfinishedGame)+".")
	}
	if t.NoShowGameLossMinutes > 0 {
		out = append(out, fmt.Sprintf("Who is not at the table %s after the start loses a game.", count(t.NoShowGameLossMinutes, "minute")))
	}
	if t.NoShowMatchLossMinutes > 0 {
		out = append(out, fmt.Sprintf("Who is not at the table %s after the start loses the match.", count(t.NoShowMatchLossMinutes, "minute")))
	}
	return out
}

// playoffWords says what is different in a bracket.
func playoffWords(p *results.Policy) []string {
	var out []string
	if p.PlayoffMatch != p.Match {
		have := matchWords(p.Match, p.Pairing.System == results.Pods)
		for _, line := range matchWords(p.PlayoffMatch, false) {
			if !slices.Contains(have, line) {
				out = append(out, line)
			}
		}
	}
	if p.PlayoffTiming != p.Timing {
		out = append(out, timingWords(p.PlayoffTiming)...)
	}
	if len(out) == 0 {
		return []string{"Matches of the playoff are decided as all others."}
	}
	return append([]string{"Matches of the playoff are decided as all others, except:"}, out...)
}

func pointsOf(r exact.Rat) string {
	if r.Equal(exact.Int(1)) {
		return "1 point"
	}
	return plain(r) + " points"
}

// plain writes a number as people do: a short decimal where that is exact, a
// fraction otherwise.
func plain(r exact.Rat) string {
	for places := range 4 {
		if d := r.Decimal(places); exact.MustParse(d).Equal(r) {
			return d
		}
	}
	return r.String()
}

func scoringWords(s results.Scoring, m results.MatchRules) []string {
	if s.PerGame.Sign() != 0 {
		out := []string{fmt.Sprintf("Every game won gives %s, a drawn game %s; the match itself gives nothing.", pointsOf(s.PerGame), plain(s.Draw))}
		if s.Both.Sign() != 0 {
			out = append(out, fmt.Sprintf("Who wins all games of a match gets %s more.", pointsOf(s.Both)))
		}
		return out
	}
	line := fmt.Sprintf("A win gives %s, ", pointsOf(s.Win))
	if m.DrawnMatch == "allowed" {
		line += fmt.Sprintf("a draw %s, ", plain(s.Draw))
	}
	out := []string{line + fmt.Sprintf("a loss %s.", plain(s.Loss))}
	for _, w := range s.WinBySeats {
		out = append(out, fmt.Sprintf("A win at a table of %d gives %s.", w.Seats, pointsOf(w.Points)))
	}
	return append(out, fmt.Sprintf("Where both sides lose, each gets %s.", pointsOf(s.DoubleLoss)))
}

func byeWords(p *results.Policy) []string {
	s, c := p.Scoring, p.Percentages
	out := []string{fmt.Sprintf("A bye gives %s and counts as a match won %d–%d.", pointsOf(s.Bye), s.ByeGames[0], s.ByeGames[1])}
	if !s.FullBye.Equal(s.Bye) {
		out = append(out, fmt.Sprintf("A full bye, awarded or asked for, gives %s.", pointsOf(s.FullBye)))
	}
	out = append(out, fmt.Sprintf("A half bye, asked for, gives %s.", pointsOf(s.HalfBye)))
	switch {
	case c.ByeInOwnMatch && c.ByeInOwnGame:
		out = append(out, "A bye counts in one's own shares of matches and games.")
	case c.ByeInOwnMatch:
		out = append(out, "A bye counts in one's own share of matches, not of games.")
	case c.ByeInOwnGame:
		out = append(out, "A bye counts in one's own share of games, not of matches.")
	default:
		out = append(out, "A bye does not count in one's own shares.")
	}
	if c.ByePhantoms > 0 {
		out = append(out, fmt.Sprintf("A bye brings %s with a share of %s each.", count(c.ByePhantoms, "made-up opponent"), plain(c.PhantomValue)))
	} else {
		out = append(out, "A bye is never an opponent.")
	}
	late := fmt.Sprintf("A round missed by a late entry gives %s", pointsOf(s.Late))
	if c.LateCountsAsRound {
		late += " and counts as a round"
	}
	out = append(out, late+".")
	if s.Absent.Sign() != 0 {
		out = append(out, fmt.Sprintf("A round in which the entrant is in no row gives %s.", pointsOf(s.Absent)))
	}
	forfeit := "A match won by forfeit counts as won %d–%d"
	if c.ForfeitIsOpponent {
		forfeit += ", and the absent side is an opponent for averages."
	} else {
		forfeit += ", and the absent side is no opponent for averages."
	}
	return append(out, fmt.Sprintf(forfeit, s.ByeGames[0], s.ByeGames[1]), "Rounds not played in sums of scores: "+optionText("unplayed.rules", p.Unplayed)+".")
}

// chainWords numbers the chain, each link with what it is and its floor.
func chainWords(p *results.Policy) []string {
	var out []string
	for i, t := range p.Tiebreakers {
		info, _ := results.TiebreakerByCode(t.Code)
		line := fmt.Sprintf("%d. %s (%s): %s", i+1, info.Name, t.Code, info.Description)
		if floor := floorWords(t.Code, p.Percentages); floor != "" {
			line += " " + floor
		}
		if t.CutLow > 0 {
			line += fmt.Sprintf(" The lowest %s left out.", countIs(t.CutLow, "contribution"))
		}
		if t.CutHigh > 0 {
			line += fmt.Sprintf(" The highest %s left out.", countIs(t.CutHigh, "contribution"))
		}
		if len(t.Weights) > 0 {
			line += " Limit: " + joined(t.Weights, exact.Rat.String) + "."
		}
		lower := info.LowerIsBetter
		if t.Direction != "" {
			lower = t.Direction == "lower"
		}
		if lower {
			line += " Less is better."
		}
		out = append(out, line)
	}
	if p.RestartAfterSplit {
		out = append(out, "After a value has placed somebody, the rest are compared from the first value again.")
	}
	if p.LotSeeded {
		out = append(out, "Who is still equal is parted by a lot that is drawn once and shown.")
	} else {
		out = append(out, "Who is still equal shares the rank.")
	}
	if p.DroppedLast {
		out = append(out, "Who dropped is listed below everybody else.")
	}
	return out
}

func countIs(n int, noun string) string {
	if n == 1 {
		return noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
}

// floorWords names the floor and cap that a share in the chain has.
func floorWords(code string, c results.Percentages) string {
	var parts []string
	switch code {
	case "MW", "OMW", "OOMW":
		if c.Floor.Sign() > 0 {
			parts = append(parts, "the floor is "+plain(c.Floor))
		}
		if c.Cap.Cmp(exact.Int(1)) < 0 {
			parts = append(parts, "the cap is "+plain(c.Cap))
		}
		if c.CapDropped.Cmp(c.Cap) < 0 {
			parts = append(parts, "the cap of who dropped is "+plain(c.CapDropped))
		}
	case "GW", "OGW":
		if c.GameFloor.Sign() > 0 {
			parts = append(parts, "the floor is "+plain(c.GameFloor))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	line := strings.Join(parts, ", ")
	return strings.ToUpper(line[:1]) + line[1:] + "."
}

func shareWords(p *results.Policy) []string {
	c := p.Percentages
	out := []string{"Every share is exact; it is raised to the floor and lowered to the cap for each opponent, and averaged then."}
	if p.Match.DrawnMatch == "allowed" {
		out = append(out, "In a match-win share a draw "+optionText("percentages.draw_share", c.DrawShare)+".")
	}
	out = append(out, "An average over opponents is, for who met nobody, "+optionText("percentages.no_opponents", c.NoOpponents)+".",
		"An opponent met twice "+optionText("percentages.repeat_opponent", c.RepeatOpponent)+".")
	return out
}

func pairingWords(g results.PairingRules) []string {
	out := []string{"System: " + optionText("pairing.system", string(g.System)) + "."}
	switch g.System {
	case results.Swiss:
		out = append(out,
			"Entrants with the same points are paired "+optionText("pairing.within_points", g.WithinPoints)+".",
			"Last round: "+optionText("pairing.last_round", g.LastRound)+".",
			"The bye goes to "+optionText("pairing.bye_to", g.ByeTo)+".")
	case results.Pods:
		line := fmt.Sprintf("A table has %d seats", g.PodSize)
		if g.PodSmaller > 0 {
			line += fmt.Sprintf(", or %d where that does not come out", g.PodSmaller)
		}
		if g.PodLarger > 0 {
			line += fmt.Sprintf(", or %d", g.PodLarger)
		}
		out = append(out, line+".", "The bye goes to "+optionText("pairing.bye_to", g.ByeTo)+".")
	}
	if g.System == results.Swiss || g.System == results.Pods {
		out = append(out, "Rematches: "+optionText("pairing.rematch", g.Rematch)+".")
		if g.AvoidClub != "" {
			out = append(out, "Clubmates "+optionText("pairing.avoid.club", g.AvoidClub)+".")
		}
	}
	return out
}

// tableWords says a table of rounds, a line for each row.
func tableWords(rows []results.RoundsRow) []string {
	var out []string
	for i, row := range rows {
		field := fmt.Sprintf("From %d entrants", row.From)
		if i+1 < len(rows) {
			field = fmt.Sprintf("%d to %d entrants", row.From, rows[i+1].From-1)
		}
		out = append(out, fmt.Sprintf("%s: %s, %s", field, count(row.Rounds, "round"), cutWords(row.Cut)))
	}
	return out
}

func roundWords(p *results.Policy) []string {
	r := p.Rounds
	var out []string
	switch {
	case p.Pairing.System.Elimination():
		out = append(out, "The number of rounds follows from the size of the bracket.")
	case r.Count > 0:
		out = append(out, fmt.Sprintf("There are %s and %s.", count(r.Count, "round"), cutWords(r.Cut)))
	case p.Pairing.System == results.RoundRobin:
		out = append(out, "There are as many rounds as everybody needs to meet everybody.", "There is "+cutWords(r.Cut)+".")
	case len(r.ByEntrants) > 0:
		out = append(out, tableWords(r.ByEntrants)...)
		if r.ByEntrants[0].From > 2 {
			out = append(out, "Fewer entrants: as many rounds as it takes to leave one unbeaten entrant, no cut.")
		}
	default:
		out = append(out, "There are as many rounds as it takes to leave one unbeaten entrant: 3 for 8 entrants, 4 for 9 to 16.", "There is "+cutWords(r.Cut)+".")
	}
	if r.AwardedByesCountAsEntrants {
		out = append(out, "For the number of rounds an entrant with one awarded bye counts as 2, with two as 4, with three as 8.")
	}
	out = append(out, "Bracket: "+optionText("rounds.seeding", r.Seeding)+".",
		"Where somebody leaves the bracket, "+optionText("rounds.bracket_drop", r.BracketDrop)+".")
	if r.ThirdPlace {
		out = append(out, "Who lost the semifinals play for third place.")
	}
	if r.HigherSeedChooses {
		out = append(out, "In the bracket the higher seed chooses who begins.")
	}
	if p.Pairing.System == results.DoubleElimination {
		if r.FinalReset {
			out = append(out, "The final is played again where the unbeaten side loses it.")
		} else {
			out = append(out, "The final is played once.")
		}
	}
	return out
}
