package results

import "slices"

// Before is the event as if the given round and all later ones had not been
// made: what a pairing of that round looks at. Corrections of earlier rounds
// count, whenever they were made.
func (t *Tournament) Before(round int) *Tournament {
	c := t.clone()
	c.Rounds = c.Rounds[:min(max(round-1, 0), len(c.Rounds))]
	return c
}

// AsOf is the event as it was after the log entry with the given number.
func (t *Tournament) AsOf(seq int64) *Tournament {
	c := t.clone()
	c.Seq = min(seq, t.Seq)
	c.Details = until(c.Details, seq)
	c.Policies = until(c.Policies, seq)
	c.Plans = until(c.Plans, seq)
	c.Outcomes = until(c.Outcomes, seq)
	c.Catalogues = until(c.Catalogues, seq)
	c.Clock = until(c.Clock, seq)
	c.Staff = until(c.Staff, seq)
	c.Log = c.Log[:c.Seq]
	c.Entrants = histories(c.Entrants, func(h *EntrantHistory) (*EntrantHistory, bool) {
		v := until(h.Versions, seq)
		return &EntrantHistory{v}, len(v) > 0
	})
	c.Rounds = histories(c.Rounds, func(h *RoundHistory) (*RoundHistory, bool) {
		v := until(h.Versions, seq)
		return &RoundHistory{v}, len(v) > 0
	})
	c.Penalties = histories(c.Penalties, func(h *PenaltyHistory) (*PenaltyHistory, bool) {
		v := until(h.Versions, seq)
		return &PenaltyHistory{v}, len(v) > 0
	})
	c.Matches = histories(c.Matches, func(h *MatchHistory) (*MatchHistory, bool) {
		if h.Match.Seq > seq {
			return nil, false
		}
		past := &MatchHistory{Match: h.Match, Results: until(h.Results, seq)}
		past.Games = histories(h.Games, func(g GameHistory) (GameHistory, bool) {
			g = GameHistory{until(g.Results, seq), until(g.Unfinished, seq)}
			return g, len(g.Results)+len(g.Unfinished) > 0
		})
		return past, true
	})
	c.entrantIndex = make(map[EntrantID]int, len(c.Entrants))
	for i, h := range c.Entrants {
		c.entrantIndex[h.Current().ID] = i
	}
	return c
}

// until is the records, which are in order of appending, up to a log number.
func until[R Record](list []R, seq int64) []R {
	n := len(list)
	for n > 0 && list[n-1].StampOf().Seq > seq {
		n--
	}
	if n == 0 {
		return nil
	}
	return slices.Clip(list[:n])
}

// histories keeps what existed already.
func histories[H any](list []H, past func(H) (H, bool)) []H {
	var out []H
	for _, h := range list {
		if p, existed := past(h); existed {
			out = append(out, p)
		}
	}
	return out
}
