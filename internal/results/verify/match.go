package verify

import (
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/structure"
)

// verdicts asks the rules engine about every version of every game.
func (c *check) verdicts(m *results.MatchHistory) {
	for _, h := range m.Games {
		for i, g := range h.Results {
			if g.Struck {
				continue
			}
			if g.Ruling != nil && i > 0 && sameVerdict(g.Verdict, h.Results[i-1].Verdict) {
				continue // the ruling stands beside the verdict on the claim before it
			}
			c.verdict(m, g, g.Winner, g.Method, g.Evidence, g.Verdict)
			if g.Verdict.Kind == results.VerdictRejected && g.Ruling == nil {
				c.differ(c.places[g], "game %d was rejected by the rules (%s) and no judge ruled otherwise, yet it is recorded", g.Game, g.Verdict.Rule)
			}
		}
		for _, u := range h.Unfinished {
			if u.Verdict != nil && u.Winner != nil && !u.Struck && !ruledBefore(h, u) {
				c.verdict(m, u, *u.Winner, u.Method, u.Evidence, *u.Verdict)
			}
		}
	}
}

// ruledBefore reports whether the verdict kept beside an unfinished game stands
// beside a ruling: then it is about the claim before the ruling.
func ruledBefore(h results.GameHistory, u *results.UnfinishedGame) bool {
	return slices.ContainsFunc(h.Results, func(g *results.GameResult) bool {
		return g.Ruling != nil && g.Seq <= u.Seq && sameVerdict(g.Verdict, *u.Verdict)
	})
}

func (c *check) verdict(m *results.MatchHistory, r results.Record, winner int, method string, evidence results.RawJSON, says results.Verdict) {
	c.report.Checked.Verdicts++
	info, ok := asOf(c.t.Details, r.StampOf().Seq)
	if !ok || winner >= len(m.Match.Seats) {
		c.differ(c.places[r], "the claim names a seat or an event that is not there")
		return
	}
	computed, err := claims.Check(info, winner, method, evidence)
	if err != nil {
		c.differ(c.places[r], "the evidence cannot be read: %v", err)
		return
	}
	if !sameVerdict(says, computed) {
		c.differ(c.places[r], "the verdict is written as %s and computed as %s", verdictText(says), verdictText(computed))
	}
}

// sameVerdict leaves the sentence out: it may name players who were renamed.
func sameVerdict(a, b results.Verdict) bool {
	return a.Kind == b.Kind && a.Rule == b.Rule && a.Code == b.Code && slices.Equal(a.Missing, b.Missing)
}

func verdictText(v results.Verdict) string {
	text := v.Kind + " (rule " + v.Rule
	if v.Code != "" {
		text += ", " + v.Code
	}
	return text + ")"
}

// matchResult derives a match result again from the games and penalties that it
// names and the match structure then in force.
func (c *check) matchResult(m *results.MatchHistory, r *results.MatchResult) {
	if r.Kind == results.Open {
		return
	}
	c.report.Checked.MatchResults++
	place := c.places[r]
	policy, stage, ok := c.rules(m.Match, r.Seq)
	if !ok {
		c.differ(place, "there was no policy or stage for round %d when this result was written", m.Match.Round)
		return
	}
	if policy.Hash != r.PolicyHash {
		c.differ(place, "the result names policy %.12s… and %.12s… was in force", r.PolicyHash, policy.Hash)
	}
	games, pending := c.gamesOf(m, r)
	if pending > 0 {
		c.differ(place, "the result rests on game %d, which waits for a judge", pending)
	}
	s := structure.For(policy.Policy, stage)
	if len(r.Penalties) > 0 {
		c.penalized(s, m, r)
		return
	}
	row := structure.Row{Kind: r.Kind, Seats: len(m.Match.Seats), Won: r.Won, Drawn: r.Drawn, Games: games}
	switch {
	case r.Kind.Solo():
		row.Won, row.Games = nil, nil
	case r.Kind == results.AgreedDraw:
		row.Games = nil // the agreed games are no games that were played
	case r.Kind == results.Concession, r.Kind == results.Forfeit, r.Winner != results.Nobody:
		row.Winner = &r.Winner
	}
	made, err := s.FromRow(row)
	switch {
	case err != nil:
		c.differ(place, "the match structure does not allow this result: %v", err)
	case made.Result == nil:
		c.differ(place, "the games do not decide the match: %s", made.Open)
	case !sameResult(made.Result, r):
		c.differ(place, "the result is written as %s and follows as %s", resultText(r), resultText(made.Result))
	}
}

// penalized derives a result that rests on penalties.
func (c *check) penalized(s structure.Structure, m *results.MatchHistory, r *results.MatchResult) {
	then := c.t.AsOf(r.Seq)
	was, _ := then.Match(m.Match.ID)
	// What it was decided as before does not matter: a concession was in time when
	// it was made.
	games := *was
	games.Results = nil
	table := structure.Table{Match: &games, Clock: then.Ledger(m.Match.Round)}
	for _, h := range then.Penalties {
		table.Penalties = append(table.Penalties, h.Current())
	}
	if r.Kind == results.Concession && r.Winner != results.Nobody && len(m.Match.Seats) == 2 {
		loser := 1 - r.Winner
		table.Conceded = &loser
	}
	if r.Winner != results.Nobody {
		table.Chosen = &r.Winner
	}
	var last string
	for _, timeOver := range []bool{false, true} {
		table.TimeOver = timeOver
		made, err := s.Decide(table)
		switch {
		case err != nil:
			last = err.Error()
		case made.Result == nil:
			last = made.Open
		case sameResult(made.Result, r) && slices.Equal(made.Result.Penalties, r.Penalties):
			return
		default:
			last = "it follows as " + resultText(made.Result)
		}
	}
	c.differ(c.places[r], "the result is written as %s and does not follow from games and penalties: %s", resultText(r), last)
}

// rules are the policy and the stage in force for a match at a log number.
func (c *check) rules(m *results.Match, seq int64) (policy *results.PolicyRecord, stage results.Stage, ok bool) {
	for _, p := range slices.Backward(c.t.Policies) {
		if p.Seq <= seq && (p.FromRound <= m.Round || p.Version == 1) {
			policy = p
			break
		}
	}
	plan, planned := asOf(c.t.Plans, seq)
	if m.Round < 1 || m.Round > len(c.t.Rounds) || policy == nil || !planned {
		return nil, stage, false
	}
	round, made := asOf(c.t.Rounds[m.Round-1].Versions, seq)
	if !made {
		return nil, stage, false
	}
	at := slices.IndexFunc(plan.Stages, func(s results.Stage) bool { return s.ID == round.Stage })
	if at < 0 {
		return nil, stage, false
	}
	return policy, plan.Stages[at], true
}

// gamesOf lists the games that a result rests on and those left unfinished when
// it was written; pending is the first that waits for a judge, 0 if none does.
// Games whose order nobody told come in the order that is possible if any is:
// the loser's wins, drawn games, the winner's wins.
func (c *check) gamesOf(m *results.MatchHistory, r *results.MatchResult) (games []structure.Game, pending int) {
	rests := map[int]*results.GameResult{}
	unordered := false
	for _, ref := range r.Games {
		rests[ref.Game] = m.Games[ref.Game-1].Results[ref.Version-1]
	}
	for i, h := range m.Games {
		if g := rests[i+1]; g != nil {
			games = append(games, structure.Game{Winner: g.Winner})
			unordered = unordered || g.OrderUnknown
			if g.Pending() && pending == 0 {
				pending = g.Game
			}
			continue
		}
		if u, ok := asOf(h.Unfinished, r.Seq); ok && !u.Struck {
			games = append(games, structure.Game{Winner: results.Nobody, Unfinished: true})
		}
	}
	if unordered {
		place := func(g structure.Game) int {
			switch {
			case g.Unfinished:
				return 3
			case g.Winner == results.Nobody:
				return 1
			case g.Winner == r.Winner:
				return 2
			}
			return 0
		}
		slices.SortStableFunc(games, func(a, b structure.Game) int { return place(a) - place(b) })
	}
	return games, pending
}

func sameResult(a, b *results.MatchResult) bool {
	return a.Kind == b.Kind && a.Winner == b.Winner && a.Drawn == b.Drawn && slices.Equal(a.Won, b.Won)
}
