package scorekeeper

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// Preview is everything that a change of results would change, and what would
// stand. Nothing of it is stored.
type Preview struct {
	// Round is the round that is corrected and Age how many rounds were published
	// after it: the older, the more rests on it.
	Round, Age int
	// Result is the match result as it would be.
	Result *results.MatchResult
	Match  *results.Match

	Standings []StandingChange
	Seeds     []SeedChange
	Pairings  []PairingChange
	Seats     []SeatChange
	Places    []PlaceChange
	// Stands lists the later matches that are played: they stay as they are,
	// whoever would have met.
	Stands []results.MatchID
	// Open lists the later rounds in which nothing is played yet: they can be
	// paired again.
	Open []int
}

// StandingChange is an entrant's line in the standings after a round, where it
// differs. Rank is 0 for the disqualified.
type StandingChange struct {
	Round                     int
	Entrant                   results.EntrantID
	RankBefore, RankAfter     int
	Codes                     []string
	ValuesBefore, ValuesAfter []exact.Value
}

// SeedChange is a place in a cut that another entrant would have.
type SeedChange struct {
	Stage         string
	Seed          int
	Before, After results.EntrantID // "" for nobody
}

// PairingChange is a later round as the pairing makes it from the records
// before and after the change: matches as "e1 – e2" that only one of the two
// has. The round that was really played stays.
type PairingChange struct {
	Round         int
	Before, After [][]results.EntrantID
	// Problem says why no pairing could be made, if so.
	Problem string
}

// SeatChange is a match of a bracket in which others would sit.
type SeatChange struct {
	Slot          string
	Before, After [2]results.EntrantID
	Played        bool
}

// PlaceChange is a final place that differs; 0 is none.
type PlaceChange struct {
	Entrant       results.EntrantID
	Before, After int
}

// PreviewResult says what entering a result would change. It refuses what
// EnterResult refuses, except that later matches of a bracket that would be
// archived are listed.
func PreviewResult(t *results.Tournament, req Request, match results.MatchID, version int, s Score) (*Preview, error) {
	s.ArchiveLater = true
	return previewOf(t, req, results.EnterResult, func(req Request) (*decision, error) {
		return enterResult(t, match, version, s, req)
	})
}

// PreviewGame says what recording a game would change.
func PreviewGame(t *results.Tournament, req Request, match results.MatchID, c GameClaim) (*Preview, error) {
	return previewOf(t, req, results.RecordGame, func(req Request) (*decision, error) {
		return recordGame(t, req, match, c)
	})
}

// PreviewRuling says what a ruling on a game would change.
func PreviewRuling(t *results.Tournament, req Request, match results.MatchID, game, version, winner int) (*Preview, error) {
	return previewOf(t, req, results.RuleGame, func(req Request) (*decision, error) {
		return ruleOn(t, req, match, game, version, winner)
	})
}

// PreviewStrike says what striking a game would change.
func PreviewStrike(t *results.Tournament, req Request, match results.MatchID, game, version int) (*Preview, error) {
	return previewOf(t, req, results.RecordGame, func(req Request) (*decision, error) {
		return strikeGame(t, req, match, game, version)
	})
}

// PreviewPenalty says what a penalty would change.
func PreviewPenalty(t *results.Tournament, req Request, f PenaltyFacts) (*Preview, error) {
	return previewOf(t, req, results.IssuePenalty, func(req Request) (*decision, error) {
		return issuePenalty(t, req, f)
	})
}

// PreviewReversal says what reversing a penalty would change.
func PreviewReversal(t *results.Tournament, req Request, id, version int) (*Preview, error) {
	return previewOf(t, req, results.ReversePenalty, func(req Request) (*decision, error) {
		return reversePenalty(t, req, id, version)
	})
}

// previewOf compares the event with what it would be after a decision. The
// reason need not be there yet.
func previewOf(t *results.Tournament, req Request, action results.Action, decide func(Request) (*decision, error)) (*Preview, error) {
	if !results.Allowed(req.By.Role, action) {
		return nil, forbidden(req.By, action)
	}
	if req.Reason == "" {
		req.Reason = "preview"
	}
	if err := stillGoing(t, action); err != nil {
		return nil, err
	}
	d, err := decide(req)
	if err != nil {
		return nil, err
	}
	if d.action != "" && !results.Allowed(req.By.Role, d.action) {
		return nil, forbidden(req.By, d.action)
	}
	return preview(t, d)
}

// preview compares the event with what it would be after the decision.
func preview(t *results.Tournament, d *decision) (*Preview, error) {
	after, err := applied(t, d.records)
	if err != nil {
		return nil, err
	}
	p := &Preview{Round: d.round}
	for _, r := range d.records {
		if result, ok := r.(*results.MatchResult); ok && result.Match == d.match {
			p.Result = result
		}
	}
	if m, ok := t.Match(d.match); ok {
		p.Match = m.Match
	}
	if err := p.compareStandings(t, after); err != nil {
		return nil, err
	}
	if err := p.compareSeeds(t, after); err != nil {
		return nil, err
	}
	p.comparePairings(t, after)
	if err := p.compareBracket(t, after); err != nil {
		return nil, err
	}
	if err := p.comparePlaces(t, after); err != nil {
		return nil, err
	}
	for n := d.round + 1; n <= len(t.Rounds); n++ {
		r, ok := t.Round(n)
		if !ok || r.Status != results.Published && r.Status != results.Closed {
			continue
		}
		p.Age++
		played := false
		for _, m := range t.RoundMatches(r) {
			if m.Match.Assigned == "" && (m.Result() != nil || len(m.Games) > 0) {
				played = true
				p.Stands = append(p.Stands, m.Match.ID)
			}
		}
		if !played {
			p.Open = append(p.Open, n)
		}
	}
	return p, nil
}

// standingsAfter is the standings after a decided round: those on record where
// they still say what would be computed, which saves the computing, else made
// anew. They do if nothing was appended since that standings look at: a result
// of the stage, or a version of an entrant.
func standingsAfter(t *results.Tournament, stage string, round int) (*results.Outcome, error) {
	for _, o := range slices.Backward(t.Outcomes) {
		if o.Kind != results.StandingsOutcome || o.Stage != stage || o.Round != round {
			continue
		}
		current := slices.Equal(o.Basis, basisUpTo(t, stage, round)) && o.PolicyHash == t.PolicyFor(round).Hash
		for _, h := range t.Entrants {
			current = current && h.Current().Seq <= o.Seq
		}
		if current {
			return o, nil
		}
		break
	}
	return StandingsOutcome(t, stage, round)
}

func (p *Preview) compareStandings(t, after *results.Tournament) error {
	for n := p.Round; n <= len(after.Rounds); n++ {
		r, ok := after.Round(n)
		stage, _ := after.Stage(r.Stage)
		if !ok || stage.System.Elimination() || !standings.RoundDecided(after, n) {
			continue
		}
		b, err := standingsAfter(t, r.Stage, n)
		if err != nil {
			return err
		}
		a, err := standingsAfter(after, r.Stage, n)
		if err != nil {
			return err
		}
		old := make(map[results.EntrantID]*results.OutcomeRow, len(b.Rows))
		for i := range b.Rows {
			old[b.Rows[i].Entrant] = &b.Rows[i]
		}
		for i := range a.Rows {
			row := &a.Rows[i]
			c := StandingChange{Round: n, Entrant: row.Entrant, RankAfter: row.Rank, Codes: a.Codes, ValuesAfter: row.Values}
			if was := old[row.Entrant]; was != nil {
				if was.Rank == row.Rank && slices.EqualFunc(was.Values, row.Values, func(x, y exact.Value) bool { return x.Cmp(y) == 0 }) {
					continue
				}
				c.RankBefore, c.ValuesBefore = was.Rank, was.Values
			}
			p.Standings = append(p.Standings, c)
		}
	}
	return nil
}

// compareSeeds compares the cuts that were recorded with those that the changed
// standings give, by the same lot.
func (p *Preview) compareSeeds(t, after *results.Tournament) error {
	var from results.Stage
	for _, stage := range t.Stages() {
		if !stage.System.Elimination() {
			from = stage
			continue
		}
		recorded := pairing.Advancement(t, stage.ID)
		if recorded == nil || from.ID == "" {
			continue
		}
		var lot uint64
		if recorded.LotSeed != nil {
			lot = *recorded.LotSeed
		}
		b, err := pairing.Cut(t, from, stage, lot)
		if err != nil {
			return err
		}
		a, err := pairing.Cut(after, from, stage, lot)
		if err != nil {
			return err
		}
		for i := range max(len(b.Rows), len(a.Rows)) {
			c := SeedChange{Stage: stage.ID, Seed: i + 1}
			if i < len(b.Rows) {
				c.Before = b.Rows[i].Entrant
			}
			if i < len(a.Rows) {
				c.After = a.Rows[i].Entrant
			}
			if c.Before != c.After {
				p.Seeds = append(p.Seeds, c)
			}
		}
	}
	return nil
}

// comparePairings runs the pairing of each later round on the records of the
// rounds before it, as they are and as they would be. The rounds do not depend
// on one another, so they are paired side by side.
func (p *Preview) comparePairings(t, after *results.Tournament) {
	changes := make([]PairingChange, len(t.Rounds))
	var work sync.WaitGroup
	for i := p.Round; i < len(t.Rounds); i++ {
		r, ok := t.Round(i + 1)
		if ok && r.PairSeed != nil && (r.Algorithm == pairing.SwissAlgorithm || r.Algorithm == pairing.PodsAlgorithm) {
			work.Go(func() { changes[i] = pairingChange(t, after, r) })
		}
	}
	work.Wait()
	for _, c := range changes {
		if len(c.Before)+len(c.After) > 0 || c.Problem != "" {
			p.Pairings = append(p.Pairings, c)
		}
	}
}

// pairingChange compares the two pairings of one round.
func pairingChange(t, after *results.Tournament, r *results.Round) PairingChange {
	c := PairingChange{Round: r.Number}
	b, errB := pairing.Next(t.Before(r.Number), *r.PairSeed)
	a, errA := pairing.Next(after.Before(r.Number), *r.PairSeed)
	switch {
	case errA != nil && errB != nil:
	case errA != nil:
		c.Problem = errA.Error()
	case errB != nil:
		c.Problem = errB.Error()
	default:
		c.Before, c.After = onlyIn(b.Matches, a.Matches), onlyIn(a.Matches, b.Matches)
	}
	return c
}

// onlyIn lists the seats of the matches that the other list lacks, whoever sits
// first.
func onlyIn(list, other []pairing.Planned) [][]results.EntrantID {
	key := func(seats []results.EntrantID) string {
		s := make([]string, len(seats))
		for i, id := range seats {
			s[i] = string(id)
		}
		slices.Sort(s)
		return strings.Join(s, "\x00")
	}
	have := make(map[string]bool, len(other))
	for _, m := range other {
		have[key(m.Seats)] = true
	}
	var out [][]results.EntrantID
	for _, m := range list {
		if !have[key(m.Seats)] {
			out = append(out, m.Seats)
		}
	}
	return out
}

func (p *Preview) compareBracket(t, after *results.Tournament) error {
	r, ok := t.Round(p.Round)
	if !ok {
		return nil
	}
	if stage, _ := t.Stage(r.Stage); !stage.System.Elimination() {
		return nil
	}
	b, err := pairing.BracketOf(t, r.Stage)
	if err != nil {
		return err
	}
	a, err := pairing.BracketOf(after, r.Stage)
	if err != nil {
		return fmt.Errorf("the bracket after the change: %w", err)
	}
	now := a.State.Matches()
	for i, m := range b.State.Matches() {
		c := SeatChange{Slot: m.Slot, Played: m.Published && m.Winner != 0}
		for side := range c.Before {
			c.Before[side] = b.Entrant(m.Seats[side].Entrant)
			c.After[side] = a.Entrant(now[i].Seats[side].Entrant)
		}
		if c.Before != c.After {
			p.Seats = append(p.Seats, c)
		}
	}
	return nil
}

func (p *Preview) comparePlaces(t, after *results.Tournament) error {
	placesOf := func(t *results.Tournament) (map[results.EntrantID]int, error) {
		list, _, err := pairing.Placement(t)
		out := map[results.EntrantID]int{}
		for _, place := range list {
			for _, e := range place.Entrants {
				out[e] = place.Place
			}
		}
		return out, err
	}
	b, err := placesOf(t)
	if err != nil {
		return err
	}
	a, err := placesOf(after)
	if err != nil {
		return err
	}
	for _, h := range t.Entrants {
		id := h.Current().ID
		if b[id] != a[id] {
			p.Places = append(p.Places, PlaceChange{Entrant: id, Before: b[id], After: a[id]})
		}
	}
	return nil
}
