package results

import (
	"fmt"
	"slices"
)

// Apply returns the state after one more change. The receiver stays as it was;
// the two share what the change did not touch. It fails if the change does not
// continue the records: a gap in the log, a version that is not the next one,
// a reference to a record that does not exist.
func (t *Tournament) Apply(c Change) (*Tournament, error) {
	if _, twice := t.EntryByKey(c.Entry.Key); twice {
		return nil, usedTwice(c.Entry)
	}
	next := t.clone()
	if err := next.fold(c); err != nil {
		return nil, err
	}
	return next, nil
}

func usedTwice(e LogEntry) error {
	return fmt.Errorf("log entry %d: its key was used before", e.Seq)
}

// Fold builds the state from all changes in order.
func Fold(changes []Change) (*Tournament, error) {
	t := &Tournament{unshared: true}
	used := map[string]bool{}
	for i := range changes {
		if key := changes[i].Entry.Key; key != "" {
			if used[key] {
				return nil, usedTwice(changes[i].Entry)
			}
			used[key] = true
		}
		if err := t.fold(changes[i]); err != nil {
			return nil, err
		}
		if !t.founded() {
			break
		}
	}
	if !t.founded() {
		return nil, Refuse(Invalid, "the records do not make an event: details, policy and stages must come first")
	}
	t.unshared = false
	return t, nil
}

// founded reports whether the records make an event: everything else rests on
// its details, policy and stages.
func (t *Tournament) founded() bool {
	return len(t.Details) > 0 && len(t.Policies) > 0 && len(t.Plans) > 0
}

// clone copies what fold may write to. Histories are copied one by one when
// they are touched.
func (t *Tournament) clone() *Tournament {
	c := *t
	c.Details = slices.Clip(t.Details)
	c.Policies = slices.Clip(t.Policies)
	c.Plans = slices.Clip(t.Plans)
	c.Entrants = slices.Clone(t.Entrants)
	c.Rounds = slices.Clone(t.Rounds)
	c.Matches = slices.Clone(t.Matches)
	c.Outcomes = slices.Clip(t.Outcomes)
	c.Penalties = slices.Clone(t.Penalties)
	c.Catalogues = slices.Clip(t.Catalogues)
	c.Clock = slices.Clip(t.Clock)
	c.Staff = slices.Clip(t.Staff)
	c.Log = slices.Clip(t.Log)
	return &c
}

// fold adds one change in place.
func (t *Tournament) fold(c Change) error {
	entry := c.Entry
	if entry.Seq != t.Seq+1 {
		return fmt.Errorf("log entry %d follows entry %d: the log has a gap", entry.Seq, t.Seq)
	}
	t.Seq = entry.Seq
	t.Log = append(t.Log, &entry)
	newIndex := false
	for _, r := range c.Records {
		if err := r.validate(); err != nil {
			return fmt.Errorf("log entry %d: %s: %w", entry.Seq, r.RecordType(), err)
		}
		if e, ok := r.(*Entrant); ok && t.EntrantIndex(e.ID) < 0 && !newIndex {
			// Earlier states share the index: copy it before the first addition.
			index := make(map[EntrantID]int, len(t.entrantIndex)+len(c.Records))
			for k, v := range t.entrantIndex {
				index[k] = v
			}
			t.entrantIndex, newIndex = index, true
		}
		if err := t.add(r); err != nil {
			return fmt.Errorf("log entry %d: %s: %w", entry.Seq, r.RecordType(), err)
		}
	}
	return nil
}

// nextVersion checks that a version continues its chain.
func nextVersion(got, have int) error {
	if got != have+1 {
		return fmt.Errorf("version %d follows version %d", got, have)
	}
	return nil
}

// appended returns a fresh slice, so that states that share the old one do not
// see the addition.
func appended[T any](s []T, v T) []T { return append(slices.Clip(s), v) }

func (t *Tournament) add(r Record) error {
	switch r := r.(type) {
	case *Details:
		if err := nextVersion(r.Version, len(t.Details)); err != nil {
			return err
		}
		t.Details = append(t.Details, r)
	case *PolicyRecord:
		if err := nextVersion(r.Version, len(t.Policies)); err != nil {
			return err
		}
		t.Policies = append(t.Policies, r)
	case *StagePlan:
		if err := nextVersion(r.Version, len(t.Plans)); err != nil {
			return err
		}
		t.Plans = append(t.Plans, r)
	case *Entrant:
		return t.addEntrant(r)
	case *Round:
		return t.addRound(r)
	case *Match:
		if int(r.ID) != len(t.Matches)+1 {
			return fmt.Errorf("match %d follows match %d", r.ID, len(t.Matches))
		}
		for _, seat := range r.Seats {
			if t.EntrantIndex(seat) < 0 {
				return fmt.Errorf("match %d: no entrant %q", r.ID, seat)
			}
		}
		t.Matches = append(t.Matches, &MatchHistory{Match: r})
	case *GameResult, *UnfinishedGame, *MatchResult:
		return t.addToMatch(r)
	case *Outcome:
		return t.addOutcome(r)
	case *Penalty:
		if t.EntrantIndex(r.Entrant) < 0 {
			return fmt.Errorf("penalty %d: no entrant %q", r.ID, r.Entrant)
		}
		if _, ok := t.Match(r.Match); r.Match != 0 && !ok {
			return fmt.Errorf("penalty %d: no match %d", r.ID, r.Match)
		}
		switch {
		case r.ID == len(t.Penalties)+1:
			if err := nextVersion(r.Version, 0); err != nil {
				return err
			}
			t.Penalties = append(t.Penalties, &PenaltyHistory{Versions: []*Penalty{r}})
		case r.ID >= 1 && r.ID <= len(t.Penalties):
			h := t.Penalties[r.ID-1]
			if err := nextVersion(r.Version, len(h.Versions)); err != nil {
				return err
			}
			t.Penalties[r.ID-1] = &PenaltyHistory{Versions: appended(h.Versions, r)}
		default:
			return fmt.Errorf("penalty %d follows penalty %d", r.ID, len(t.Penalties))
		}
	case *Catalogue:
		if err := nextVersion(r.Version, len(t.Catalogues)); err != nil {
			return err
		}
		t.Catalogues = append(t.Catalogues, r)
	case *ClockEntry:
		if r.ID != len(t.Clock)+1 {
			return fmt.Errorf("clock entry %d follows entry %d", r.ID, len(t.Clock))
		}
		t.Clock = append(t.Clock, r)
	case *Staff:
		t.Staff = append(t.Staff, r)
	}
	return nil
}

func (t *Tournament) addEntrant(e *Entrant) error {
	i := t.EntrantIndex(e.ID)
	if i < 0 {
		if err := nextVersion(e.Version, 0); err != nil {
			return err
		}
		t.entrantIndex[e.ID] = len(t.Entrants)
		t.Entrants = append(t.Entrants, &EntrantHistory{Versions: []*Entrant{e}})
		return nil
	}
	h := t.Entrants[i]
	if err := nextVersion(e.Version, len(h.Versions)); err != nil {
		return err
	}
	t.Entrants[i] = &EntrantHistory{Versions: appended(h.Versions, e)}
	return nil
}

// addOutcome adds an outcome of entrants and results that exist.
func (t *Tournament) addOutcome(o *Outcome) error {
	for _, row := range o.Rows {
		if t.EntrantIndex(row.Entrant) < 0 {
			return fmt.Errorf("%s of stage %q: no entrant %q", o.Kind, o.Stage, row.Entrant)
		}
	}
	for _, ref := range o.Basis {
		if m, ok := t.Match(ref.Match); !ok || ref.Version < 1 || ref.Version > len(m.Results) {
			return fmt.Errorf("%s of stage %q rests on result %d of match %d, which does not exist", o.Kind, o.Stage, ref.Version, ref.Match)
		}
	}
	t.Outcomes = append(t.Outcomes, o)
	return nil
}

func (t *Tournament) addRound(r *Round) error {
	for _, id := range r.Matches {
		if m, ok := t.Match(id); !ok || m.Match.Round != r.Number {
			return fmt.Errorf("round %d names match %d, which is not one of its matches", r.Number, id)
		}
	}
	if r.Number == len(t.Rounds)+1 {
		if err := nextVersion(r.Version, 0); err != nil {
			return err
		}
		t.Rounds = append(t.Rounds, &RoundHistory{Versions: []*Round{r}})
		return nil
	}
	if r.Number < 1 || r.Number > len(t.Rounds) {
		return fmt.Errorf("round %d follows round %d", r.Number, len(t.Rounds))
	}
	h := t.Rounds[r.Number-1]
	if err := nextVersion(r.Version, len(h.Versions)); err != nil {
		return err
	}
	t.Rounds[r.Number-1] = &RoundHistory{Versions: appended(h.Versions, r)}
	return nil
}

// addToMatch adds a game, an unfinished mark or a match result to its match.
func (t *Tournament) addToMatch(r Record) error {
	var id MatchID
	switch r := r.(type) {
	case *GameResult:
		id = r.Match
	case *UnfinishedGame:
		id = r.Match
	case *MatchResult:
		id = r.Match
	}
	old, ok := t.Match(id)
	if !ok {
		return fmt.Errorf("there is no match %d", id)
	}
	h := old
	if !t.unshared {
		h = old.copied()
	}
	seats := len(h.Match.Seats)
	switch r := r.(type) {
	case *GameResult:
		if err := inSeats(r.Winner, seats); err != nil {
			return err
		}
		if err := h.growGames(r.Game); err != nil {
			return err
		}
		g := &h.Games[r.Game-1]
		if err := nextVersion(r.Version, len(g.Results)); err != nil {
			return err
		}
		g.Results = append(g.Results, r)
	case *UnfinishedGame:
		if r.Winner != nil {
			if err := inSeats(*r.Winner, seats); err != nil {
				return err
			}
		}
		if err := h.growGames(r.Game); err != nil {
			return err
		}
		g := &h.Games[r.Game-1]
		if err := nextVersion(r.Version, len(g.Unfinished)); err != nil {
			return err
		}
		g.Unfinished = append(g.Unfinished, r)
	case *MatchResult:
		if err := inSeats(r.Winner, seats); err != nil {
			return err
		}
		if r.Won != nil && len(r.Won) != seats {
			return fmt.Errorf("match %d has %d seats and games of %d", id, seats, len(r.Won))
		}
		if err := nextVersion(r.Version, len(h.Results)); err != nil {
			return err
		}
		for _, ref := range r.Games {
			if ref.Game < 1 || ref.Game > len(h.Games) || ref.Version < 1 || ref.Version > len(h.Games[ref.Game-1].Results) {
				return fmt.Errorf("match %d rests on game %d version %d, which does not exist", id, ref.Game, ref.Version)
			}
		}
		h.Results = append(h.Results, r)
	}
	t.Matches[id-1] = h
	return nil
}

// inSeats checks that a winner sits at the table, or is nobody.
func inSeats(winner, seats int) error {
	if winner < Nobody || winner >= seats {
		return fmt.Errorf("the winner is in seat %d of %d", winner+1, seats)
	}
	return nil
}

// copied returns a history that can be extended without the old one noticing.
func (m *MatchHistory) copied() *MatchHistory {
	c := *m
	c.Results = slices.Clip(m.Results)
	c.Games = slices.Clone(m.Games)
	for i := range c.Games {
		c.Games[i].Results = slices.Clip(c.Games[i].Results)
		c.Games[i].Unfinished = slices.Clip(c.Games[i].Unfinished)
	}
	return &c
}

// usualGames is the number of games of a match for which room is made at once.
const usualGames = 3

// growGames makes room for game n.
func (m *MatchHistory) growGames(n int) error {
	if n < 1 || n > len(m.Games)+1 {
		return fmt.Errorf("match %d: game %d follows game %d", m.Match.ID, n, len(m.Games))
	}
	if m.Games == nil {
		m.Games = make([]GameHistory, 0, usualGames)
	}
	if n == len(m.Games)+1 {
		m.Games = append(m.Games, GameHistory{})
	}
	return nil
}
