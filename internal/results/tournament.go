package results

import "slices"

// Tournament is the state of one event: the fold of its changes up to log
// number Seq. A Tournament is never modified once it is shared; Apply returns
// the next one. Slices are in order of appending and are read-only.
type Tournament struct {
	// ID is the store's key; 0 for a tournament that was read from a file only.
	ID  int64
	Seq int64

	Details    []*Details
	Policies   []*PolicyRecord
	Plans      []*StagePlan
	Entrants   []*EntrantHistory // in order of enrolment
	Rounds     []*RoundHistory   // Rounds[n-1] is round n
	Matches    []*MatchHistory   // Matches[id-1] is match id
	Outcomes   []*Outcome
	Penalties  []*PenaltyHistory // Penalties[id-1] is penalty id
	Catalogues []*Catalogue
	Clock      []*ClockEntry
	Staff      []*Staff
	Log        []*LogEntry

	entrantIndex map[EntrantID]int
	// unshared is set while Fold builds the state: nobody else has seen its
	// histories, so they are extended in place.
	unshared bool
}

// EntrantHistory is all versions of one entrant.
type EntrantHistory struct {
	Versions []*Entrant
}

// Current is the version in force.
func (h *EntrantHistory) Current() *Entrant { return h.Versions[len(h.Versions)-1] }

// RoundHistory is all versions of one round number.
type RoundHistory struct {
	Versions []*Round
}

// Current is the version in force.
func (h *RoundHistory) Current() *Round { return h.Versions[len(h.Versions)-1] }

// PenaltyHistory is all versions of one penalty.
type PenaltyHistory struct {
	Versions []*Penalty
}

// Current is the version in force.
func (h *PenaltyHistory) Current() *Penalty { return h.Versions[len(h.Versions)-1] }

// MatchHistory is a match with all versions of its games and results.
type MatchHistory struct {
	Match *Match
	// Games[n-1] is game n.
	Games   []GameHistory
	Results []*MatchResult
}

// GameHistory is all versions of one game of a match. The later of the last
// Result and the last Unfinished mark is in force.
type GameHistory struct {
	Results    []*GameResult
	Unfinished []*UnfinishedGame
}

// Result is the Game Result in force, or nil if the game has none: it was never
// entered, was struck, or was left unfinished.
func (g GameHistory) Result() *GameResult {
	if len(g.Results) == 0 {
		return nil
	}
	last := g.Results[len(g.Results)-1]
	if last.Struck || g.unfinishedAfter(last.Seq) {
		return nil
	}
	return last
}

// LeftUnfinished is the mark in force that the game had not ended when time was
// called, or nil.
func (g GameHistory) LeftUnfinished() *UnfinishedGame {
	if len(g.Unfinished) == 0 {
		return nil
	}
	last := g.Unfinished[len(g.Unfinished)-1]
	if last.Struck {
		return nil
	}
	if len(g.Results) > 0 && g.Results[len(g.Results)-1].Seq > last.Seq {
		return nil
	}
	return last
}

func (g GameHistory) unfinishedAfter(seq int64) bool {
	if len(g.Unfinished) == 0 {
		return false
	}
	last := g.Unfinished[len(g.Unfinished)-1]
	return !last.Struck && last.Seq >= seq
}

// Result is the Match Result in force, or nil while the match is undecided.
func (m *MatchHistory) Result() *MatchResult {
	if len(m.Results) == 0 {
		return nil
	}
	if last := m.Results[len(m.Results)-1]; last.Decided() {
		return last
	}
	return nil
}

// Version is the number of the last version of the Match Result, 0 before the
// first. Forms carry it to notice that somebody was faster.
func (m *MatchHistory) Version() int { return len(m.Results) }

// Pending reports whether a game of the match waits for a judge.
func (m *MatchHistory) Pending() bool {
	for _, g := range m.Games {
		if r := g.Result(); r != nil && r.Pending() {
			return true
		}
	}
	return false
}

// Info is the details in force.
func (t *Tournament) Info() *Details { return t.Details[len(t.Details)-1] }

// PolicyFor is the policy in force in the given round.
func (t *Tournament) PolicyFor(round int) *PolicyRecord {
	for _, p := range slices.Backward(t.Policies) {
		if p.FromRound <= round {
			return p
		}
	}
	return t.Policies[0]
}

// Stages is the stage plan in force.
func (t *Tournament) Stages() []Stage { return t.Plans[len(t.Plans)-1].Stages }

// Stage finds a stage by its id.
func (t *Tournament) Stage(id string) (Stage, bool) {
	for _, s := range t.Stages() {
		if s.ID == id {
			return s, true
		}
	}
	return Stage{}, false
}

// Entrant finds an entrant's version in force.
func (t *Tournament) Entrant(id EntrantID) (*Entrant, bool) {
	i, ok := t.entrantIndex[id]
	if !ok {
		return nil, false
	}
	return t.Entrants[i].Current(), true
}

// NameOf is an entrant's name, or the id itself if there is no such entrant.
func (t *Tournament) NameOf(id EntrantID) string {
	if e, ok := t.Entrant(id); ok {
		return e.Name
	}
	return string(id)
}

// EntrantIndex is the entrant's position in Entrants, or -1.
func (t *Tournament) EntrantIndex(id EntrantID) int {
	if i, ok := t.entrantIndex[id]; ok {
		return i
	}
	return -1
}

// Round finds a round that is not voided.
func (t *Tournament) Round(number int) (*Round, bool) {
	if number < 1 || number > len(t.Rounds) {
		return nil, false
	}
	r := t.Rounds[number-1].Current()
	return r, r.Status != Voided
}

// LastRound is the highest round that is not voided, or nil.
func (t *Tournament) LastRound() *Round {
	for _, h := range slices.Backward(t.Rounds) {
		if r := h.Current(); r.Status != Voided {
			return r
		}
	}
	return nil
}

// LastPublic is the highest round that is published or closed, or nil.
func (t *Tournament) LastPublic() *Round {
	for _, h := range slices.Backward(t.Rounds) {
		if r := h.Current(); r.Status.Public() {
			return r
		}
	}
	return nil
}

// Match finds a match, archived or not.
func (t *Tournament) Match(id MatchID) (*MatchHistory, bool) {
	if id < 1 || int(id) > len(t.Matches) {
		return nil, false
	}
	return t.Matches[id-1], true
}

// RoundMatches are the matches that make up the round's current version.
func (t *Tournament) RoundMatches(r *Round) []*MatchHistory {
	out := make([]*MatchHistory, len(r.Matches))
	for i, id := range r.Matches {
		out[i] = t.Matches[id-1]
	}
	return out
}

// Current reports whether the match belongs to its round as it now stands, and
// is not archived.
func (t *Tournament) Current(m *Match) bool {
	r, ok := t.Round(m.Round)
	return ok && slices.Contains(r.Matches, m.ID)
}

// EntryByKey finds the log entry that a form with this idempotency key made.
func (t *Tournament) EntryByKey(key string) (*LogEntry, bool) {
	if key == "" {
		return nil, false
	}
	// A form that is sent twice is sent soon: the entry is near the end.
	for _, e := range slices.Backward(t.Log) {
		if e.Key == key {
			return e, true
		}
	}
	return nil, false
}

// StaffRole is the account's role in this event, Visitor if it has none.
func (t *Tournament) StaffRole(account int64) Role {
	for _, s := range slices.Backward(t.Staff) {
		if s.Account == account {
			if s.Removed {
				return Visitor
			}
			return s.Role
		}
	}
	return Visitor
}
