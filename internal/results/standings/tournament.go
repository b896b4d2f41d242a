package standings

import (
	"tourney/internal/results"
)

// RoundDecided reports whether the round counts: it is published, not voided,
// and all its matches are decided.
func RoundDecided(t *results.Tournament, number int) bool {
	r, ok := t.Round(number)
	if !ok || !r.Status.Public() {
		return false
	}
	for _, id := range r.Matches {
		if _, _, _, _, ok := decision(t.Matches[id-1]); !ok {
			return false
		}
	}
	return true
}

// LastDecided is the last round of the stage whose matches are all decided, 0
// if there is none.
func LastDecided(t *results.Tournament, stage string) int {
	for n := len(t.Rounds); n > 0; n-- {
		if t.Rounds[n-1].Current().Stage == stage && RoundDecided(t, n) {
			return n
		}
	}
	return 0
}

// FromTournament makes the table of a stage after a round: the decided rounds
// of that stage up to it, each scored by the policy in force in that round.
// Entrants who left before round 1 are absent. A stage that is not the first
// holds those who were paired in it. It fails if the stage is unknown or an
// elimination stage: brackets never feed standings.
func FromTournament(t *results.Tournament, stageID string, afterRound int) (*Table, error) {
	stage, ok := t.Stage(stageID)
	if !ok {
		return nil, results.Refuse(results.NotFound, "there is no stage %q", stageID)
	}
	if stage.System.Elimination() {
		return nil, results.Refuse(results.Invalid, "stage %q is a bracket: it has places, no standings", stageID)
	}
	var counted []*results.Round
	last, existing := 0, 0
	for n := 1; n <= len(t.Rounds); n++ {
		r, ok := t.Round(n)
		if !ok || r.Stage != stageID {
			continue
		}
		existing = n
		if RoundDecided(t, n) {
			last = n
			if n <= afterRound {
				counted = append(counted, r)
			}
		}
	}
	// A disqualification takes somebody out of the table as it stands now at
	// once, and out of earlier tables only from its round on.
	out := afterRound
	if afterRound >= last {
		out = max(out, existing)
	}

	index := make([]int32, len(t.Entrants))
	in := members(t, stageID)
	entrants := make([]Entrant, 0, len(t.Entrants))
	for i, h := range t.Entrants {
		e := h.Current()
		index[i] = nobody
		if e.DroppedAfter != nil && *e.DroppedAfter == 0 || e.DisqualifiedAfter != nil && *e.DisqualifiedAfter == 0 || in != nil && !in[i] {
			continue
		}
		status := Active
		switch {
		case e.DisqualifiedAfter != nil && *e.DisqualifiedAfter <= out:
			status = Disqualified
		case e.DroppedAfter != nil && *e.DroppedAfter <= afterRound:
			status = Dropped
		}
		index[i] = int32(len(entrants))
		entrants = append(entrants, Entrant{ID: e.ID, Status: status, Rating: e.Rating, Start: e.StartScore})
	}

	b := NewBuilder(entrants, len(counted))
	b.t.Stage, b.t.LotSeed = stageID, stage.LotSeed
	if n := len(counted); n > 0 {
		b.t.AfterRound = counted[n-1].Number
	}
	var seats []int
	for _, r := range counted {
		p := t.PolicyFor(r.Number).Policy
		match := &p.Match
		if stage.Match != nil {
			match = stage.Match
		}
		if stage.System == results.RoundRobin || p.Pairing.System == results.RoundRobin {
			b.RoundRobin()
		}
		b.Round(r.Number, p, match)
		for _, id := range r.Matches {
			m := t.Matches[id-1]
			seats = seats[:0]
			for _, e := range m.Match.Seats {
				i := t.EntrantIndex(e)
				if i < 0 || index[i] == nobody {
					b.fail("round %d: %q has a match but is not in the stage", r.Number, e)
					i = 0
				}
				seats = append(seats, int(index[i]))
			}
			kind, winner, won, drawn, _ := decision(m)
			b.Match(kind, seats, winner, won, drawn)
		}
	}
	return b.Table()
}

// decision is the result in force of a match. A row that needs no play is
// decided by its kind.
func decision(m *results.MatchHistory) (kind results.Kind, winner int, won []int, drawn int, ok bool) {
	if r := m.Result(); r != nil {
		return r.Kind, r.Winner, r.Won, r.Drawn, true
	}
	if k := m.Match.Assigned; k.Solo() && len(m.Results) == 0 {
		return k, results.Nobody, nil, 0, true
	}
	return "", results.Nobody, nil, 0, false
}

// members marks who was paired in the stage, as everybody can see it; nil stands
// for everybody, in the first stage.
func members(t *results.Tournament, stageID string) []bool {
	if stages := t.Stages(); stages[0].ID == stageID {
		return nil
	}
	in := make([]bool, len(t.Entrants))
	for n := range t.Rounds {
		r, ok := t.Round(n + 1)
		if !ok || r.Stage != stageID || !r.Status.Public() {
			continue
		}
		for _, id := range r.Matches {
			for _, e := range t.Matches[id-1].Match.Seats {
				if i := t.EntrantIndex(e); i >= 0 {
					in[i] = true
				}
			}
		}
	}
	return in
}
