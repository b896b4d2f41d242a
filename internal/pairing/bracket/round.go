package bracket

// Pairing is a match that can be played now, or a bye, with the reasons for it.
type Pairing struct {
	Slot    string
	Seats   Pair // of a bye the second is 0
	Reasons []Reason
}

// Round is what can be played next: every match whose two entrants are known,
// and who passes an empty seat meanwhile. Nobody is in it twice.
type Round struct {
	Matches []Pairing
	Byes    []Pairing
}

// Matches returns every slot of the bracket as it stands, in an order in which
// each comes after those that feed it: the winners' side round by round, the
// losers' side, the third-place match, the finals.
func (s *State) Matches() []Match {
	return append([]Match(nil), s.matches...)
}

// Match returns a slot by its name; ok is false if the bracket has none.
func (s *State) Match(slot string) (m Match, ok bool) {
	i, ok := s.bracket.byName[slot]
	if !ok {
		return Match{}, false
	}
	return s.matches[i], true
}

// Ready returns the slots in which two known entrants have no result yet, in
// play order: the winners' side first, the third-place match after the final.
// The first round is played by everybody at once, byes included, so later slots
// are not ready before it is over.
func (s *State) Ready() []Match {
	var ready []Match
	first := s.bracket.columns[0]
	for i, m := range s.matches {
		if i == first.size && len(ready) > 0 {
			break
		}
		if m.Status == Ready {
			ready = append(ready, m)
		}
	}
	return ready
}

// NextRound returns the ready matches that no row has published yet, and one bye
// for each entrant who passed an empty seat, waits behind it, and has no row for
// it. It is empty when nothing is left to pair: because the bracket is finished,
// or because results are missing.
func (s *State) NextRound() Round {
	var round Round
	busy := make([]bool, s.bracket.spec.Entrants+1)
	for _, m := range s.Ready() {
		busy[m.Seats[0].Entrant], busy[m.Seats[1].Entrant] = true, true
		if !m.Published {
			round.Matches = append(round.Matches, Pairing{
				Slot:    m.Slot,
				Seats:   Pair{m.Seats[0].Entrant, m.Seats[1].Entrant},
				Reasons: s.matchReasons(m),
			})
		}
	}
	if len(round.Matches) == 0 {
		return Round{}
	}
	// Of several seats passed in a row the last one stands for all.
	last := make([]int, s.bracket.spec.Entrants+1)
	for i := range last {
		last[i] = none
	}
	for i, m := range s.matches {
		for _, seat := range m.Seats {
			if m.Status == PassedOn || m.Status == Played || m.Status == BothLost {
				last[seat.Entrant] = i
			}
		}
	}
	for i, m := range s.matches {
		if m.Status == PassedOn && !m.Published && last[m.Winner] == i && !busy[m.Winner] && s.outAt[m.Winner] == none {
			round.Byes = append(round.Byes, Pairing{Slot: m.Slot, Seats: Pair{m.Winner, 0}, Reasons: s.byeReasons(m)})
		}
	}
	return round
}

// Finished tells whether every match that can be played has its result.
func (s *State) Finished() bool {
	for _, m := range s.matches {
		if m.Status == Waiting || m.Status == Ready {
			return false
		}
	}
	return true
}

// Champion returns the entrant who won the bracket, 0 while it is open and for
// good if both finalists lost or nobody reached the final.
func (s *State) Champion() int {
	final := s.final()
	if final.Status != Played && final.Status != PassedOn {
		return 0
	}
	return final.Winner
}

// final is the match that decides the bracket as far as it is known: the reset
// once it is needed, else the final.
func (s *State) final() Match {
	last := s.matches[len(s.matches)-1]
	switch {
	case last.Side == Final && last.Round == 2 && last.Status == NotNeeded:
		return s.matches[len(s.matches)-2]
	case last.Side == Third:
		return s.matches[len(s.matches)-2]
	}
	return last
}
