package web

import (
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
	"tourney/templates"
)

func queryEscape(s string) string { return url.QueryEscape(s) }

// deskPoints are the match points that entrants had before a round; empty for
// brackets, which have none.
func deskPoints(t *results.Tournament, r *results.Round) map[results.EntrantID]exact.Rat {
	if bracketRound(t, r) {
		return nil
	}
	table, err := standings.FromTournament(t, r.Stage, r.Number-1)
	if err != nil {
		return nil
	}
	rules := *t.PolicyFor(max(r.Number-1, 1)).Policy
	rules.Tiebreakers = []results.Tiebreaker{{Code: "MP"}}
	out := map[results.EntrantID]exact.Rat{}
	for _, row := range standings.Compute(table, &rules, standings.Options{}).Rows {
		e, _ := t.Entrant(row.Entrant)
		out[row.Entrant] = row.MatchPoints.Add(e.StartScore)
	}
	return out
}

// metBefore are the rounds of the stage in which two entrants met.
func metBefore(t *results.Tournament, r *results.Round) map[[2]results.EntrantID][]int {
	out := map[[2]results.EntrantID][]int{}
	for _, before := range pairing.StageRounds(t, r.Stage) {
		if before.Number >= r.Number {
			continue
		}
		for _, m := range t.RoundMatches(before) {
			if result := m.Result(); result != nil && (result.Kind == results.Forfeit || result.Kind == results.DoubleForfeit) {
				continue // nobody played
			}
			for _, pair := range pairsOf(m.Match) {
				out[pair] = append(out[pair], before.Number)
			}
		}
	}
	return out
}

// pairsOf are the pairs that sit at a table, each in a fixed order.
func pairsOf(m *results.Match) [][2]results.EntrantID {
	var out [][2]results.EntrantID
	for i, a := range m.Seats {
		for _, b := range m.Seats[i+1:] {
			if b < a {
				out = append(out, [2]results.EntrantID{b, a})
			} else {
				out = append(out, [2]results.EntrantID{a, b})
			}
		}
	}
	return out
}

// draftChecks is what to look at before a draft is published.
func draftChecks(t *results.Tournament, r *results.Round) []templates.Check {
	checks := []templates.Check{everybodyOnce(t, r)}
	if bracketRound(t, r) {
		return append(checks, templates.Check{Tone: templates.Quiet, Text: "Who meets whom follows from the bracket."})
	}
	met := metBefore(t, r)
	points := deskPoints(t, r)
	var rematches, byes, downs, clubs, byHand []string
	for _, m := range inTableOrder(t.RoundMatches(r)) {
		where := tableAndNames(t, m.Match.Table, m.Match.Seats)
		if m.Match.ByHand {
			byHand = append(byHand, where)
		}
		if m.Match.Assigned != "" {
			if m.Match.Assigned == results.Bye || m.Match.Assigned == results.FullBye {
				byes = append(byes, byeLine(t, r, m.Match))
			}
			continue
		}
		for _, pair := range pairsOf(m.Match) {
			a, _ := t.Entrant(pair[0])
			b, _ := t.Entrant(pair[1])
			if rounds := met[pair]; len(rounds) > 0 {
				rematches = append(rematches, where+" (met in round "+numbers(rounds)+")")
			}
			if x, y := points[pair[0]], points[pair[1]]; !x.Equal(y) {
				downs = append(downs, where+" ("+numberText(x, usualPlaces)+" and "+numberText(y, usualPlaces)+" points)")
			}
			if a.Club != "" && a.Club == b.Club {
				clubs = append(clubs, where+" ("+a.Club+")")
			}
		}
	}
	say := func(lines []string, none, some string, tone templates.Tone) {
		c := templates.Check{Tone: templates.Good, Text: none}
		if len(lines) > 0 {
			c = templates.Check{Tone: tone, Text: some + ": " + strconv.Itoa(len(lines)), Lines: lines[:min(len(lines), shownLines)]}
			if len(lines) > shownLines {
				c.Lines = append(c.Lines[:shownLines:shownLines], "and "+strconv.Itoa(len(lines)-shownLines)+" more")
			}
		}
		checks = append(checks, c)
	}
	say(rematches, "Nobody meets an opponent again", "Rematches", templates.Warn)
	say(byes, "Nobody has a bye", "Byes", templates.Quiet)
	say(downs, "Everybody meets somebody with the same points", "Tables across points", templates.Quiet)
	say(clubs, "Nobody meets a clubmate", "Clubmates meet", templates.Warn)
	if len(byHand) > 0 {
		say(byHand, "", "Paired by hand", templates.Warn)
	}
	switch q := r.Quality; {
	case q != nil && q.Optimal:
		checks = append(checks, templates.Check{Tone: templates.Good, Text: "Proven: no legal pairing of this round is better"})
	case len(byHand) > 0:
		checks = append(checks, templates.Check{Tone: templates.Quiet, Text: "After a change by hand there is no proof that the pairing is the best"})
	}
	return checks
}

// shownLines bounds the lines below one check.
const shownLines = 12

// everybodyOnce says whether the draft fits those who are in.
func everybodyOnce(t *results.Tournament, r *results.Round) templates.Check {
	seated := map[results.EntrantID]int{}
	for _, m := range t.RoundMatches(r) {
		for _, id := range m.Match.Seats {
			seated[id]++
		}
	}
	var missing, gone []string
	active := map[results.EntrantID]bool{}
	for _, e := range pairing.Active(t, r.Stage, r.Number) {
		active[e.ID] = true
		if seated[e.ID] == 0 && !bracketRound(t, r) {
			missing = append(missing, e.Name)
		}
	}
	for id := range seated {
		if !active[id] {
			gone = append(gone, entrantName(t, id))
		}
	}
	if len(missing)+len(gone) == 0 {
		c := templates.Check{Tone: templates.Good, Text: "All " + strconv.Itoa(len(seated)) + " who play sit once"}
		if out := notPlaying(t, r); len(out) > 0 {
			c.Lines = []string{"Not in this round: " + firstWords(out, shownLines)}
		}
		return c
	}
	c := templates.Check{Tone: templates.Bad, Text: "The draft does not fit the players any more: draft it again"}
	if len(missing) > 0 {
		c.Lines = append(c.Lines, "Not paired: "+firstWords(missing, shownLines))
	}
	if len(gone) > 0 {
		c.Lines = append(c.Lines, "No longer in: "+firstWords(gone, shownLines))
	}
	return c
}

// notPlaying names those who are in the event and sit the round out.
func notPlaying(t *results.Tournament, r *results.Round) []string {
	var out []string
	for _, h := range t.Entrants {
		for _, n := range h.Current().Absent {
			if n == r.Number {
				out = append(out, h.Current().Name)
			}
		}
	}
	return out
}

func byeLine(t *results.Tournament, r *results.Round, m *results.Match) string {
	line := entrantName(t, m.Seats[0])
	if len(m.Reasons) > 0 {
		line = strings.TrimPrefix(m.Reasons[0].Text, "Bye: ")
	}
	var before []int
	for _, earlier := range pairing.StageRounds(t, r.Stage) {
		for _, other := range t.RoundMatches(earlier) {
			if earlier.Number < r.Number && other.Match.Assigned == results.Bye && other.Match.Seats[0] == m.Seats[0] {
				before = append(before, earlier.Number)
			}
		}
	}
	if len(before) > 0 {
		line += " Had one before, in round " + numbers(before) + "."
	}
	return line
}

func numbers(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ", ")
}

// qualityFacts are the numbers that a pairing reports about itself.
func qualityFacts(q *results.PairingQuality) []templates.Fact {
	if q == nil {
		return nil
	}
	best := "not proven"
	if q.Optimal {
		best = "proven"
	}
	return []templates.Fact{
		{Name: "Best possible", Value: best},
		{Name: "Rematches", Value: strconv.Itoa(q.Rematches)},
		{Name: "Second byes", Value: strconv.Itoa(q.SecondByes)},
		{Name: "Paired down", Value: strconv.Itoa(q.PairDowns)},
		{Name: "Largest gap", Value: numberText(q.LargestGap, usualPlaces)},
		{Name: "Same club", Value: strconv.Itoa(q.SameClub)},
	}
}
