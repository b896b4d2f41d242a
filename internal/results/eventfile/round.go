package eventfile

import (
	"cmp"
	"fmt"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/structure"
)

// rounds checks the rounds in the order of their numbers and makes one change
// of each.
func (b *builder) rounds() []results.Change {
	order := make([]int, len(b.doc.Rounds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(b.doc.Rounds[x].Number, b.doc.Rounds[y].Number) })
	b.sat = make([]int, len(b.doc.Entrants))
	changes := make([]results.Change, 0, len(order))
	for k, i := range order {
		r := &b.doc.Rounds[i]
		switch previous := k - 1; {
		case r.Number < 1:
			b.addf([]any{"rounds", i}, "this round has no number; rounds are counted from 1 through the whole event")
			continue
		case previous >= 0 && b.doc.Rounds[order[previous]].Number == r.Number:
			b.addf([]any{"rounds", i, "number"}, "round %d is there already as /rounds/%d; give each round its own number", r.Number, order[previous])
			continue
		case r.Number > k+1 && (previous < 0 || b.doc.Rounds[order[previous]].Number < r.Number-1):
			b.addf([]any{"rounds", i, "number"}, "round %d is here and round %d is missing; number the rounds 1, 2, 3, … through the whole event", r.Number, r.Number-1)
		}
		stage, ok := b.stageOf(r, i)
		if !ok {
			continue
		}
		changes = append(changes, b.round(r, i, stage))
	}
	return changes
}

// stageOf finds the round's stage; a plan of one stage needs no naming.
func (b *builder) stageOf(r *round, i int) (*results.Stage, bool) {
	if r.Stage == "" && len(b.plan) == 1 {
		return &b.plan[0], true
	}
	for s := range b.plan {
		if b.plan[s].ID == r.Stage {
			return &b.plan[s], true
		}
	}
	ids := make([]string, len(b.plan))
	for s := range b.plan {
		ids[s] = b.plan[s].ID
	}
	if r.Stage == "" {
		b.addf([]any{"rounds", i}, "this round does not say its stage; write \"stage\" with one of %s", clip(fmt.Sprint(ids)))
	} else {
		b.addf([]any{"rounds", i, "stage"}, "there is no stage %q; the stages are %s", clip(r.Stage), clip(fmt.Sprint(ids)))
	}
	return nil, false
}

// round makes the change of one round: its matches with games and results, and
// the round itself, closed if every match is decided.
func (b *builder) round(r *round, i int, stage *results.Stage) results.Change {
	out := &results.Round{
		Number: r.Number, Version: 1, Stage: stage.ID, Status: results.Closed,
		PairSeed: r.Seed, Algorithm: r.Algorithm, Matches: make([]results.MatchID, 0, len(r.Matches)),
	}
	if r.Seed != nil && r.Algorithm != "" && r.PairedAt == 0 {
		// Paired from the file: the state before this round.
		out.PairedAt = int64(r.Number)
	}
	records := make([]results.Record, 0, 5*len(r.Matches)+1)
	slots := map[string]int{}
	rules := structure.For(b.policy.Policy, *stage)
	open := 0
	for j := range r.Matches {
		m := &r.Matches[j]
		at := place{i, j}
		if !b.seats(m, r, stage, at) {
			continue
		}
		b.slot(m, stage, slots, at)
		b.lastMatch++
		b.places = append(b.places, at)
		out.Matches = append(out.Matches, b.lastMatch)
		var decided bool
		if records, decided = b.match(records, m, r, &rules, at); !decided {
			open++
		}
	}
	b.byes(r, i, stage)
	text := fmt.Sprintf("Round %d read from a file: %d matches and byes, all decided.", r.Number, len(r.Matches))
	if open > 0 {
		out.Status = results.Published
		text = fmt.Sprintf("Round %d read from a file: %d matches and byes, %d of them open.", r.Number, len(r.Matches), open)
	}
	return results.Change{
		Entry:   results.LogEntry{By: importer, Action: results.ImportEvent, Text: text, Round: r.Number},
		Records: append(records, out),
	}
}

// place is where a match stands: the indices of its round and of itself.
type place struct{ round, match int }

func (p place) at(steps ...any) []any {
	return append([]any{"rounds", p.round, "matches", p.match}, steps...)
}

// seats checks who sits at the match and whether they may.
func (b *builder) seats(m *match, r *round, stage *results.Stage, at place) bool {
	if len(m.Seats) == 0 {
		b.addf(at.at(), "nobody sits here; write the entrants' ids in \"seats\"")
		return false
	}
	if m.Kind == "" {
		m.Kind = results.Played
		if len(m.Seats) == 1 {
			m.Kind = results.Bye
		}
	}
	ok := true
	for s, id := range m.Seats {
		e, known := b.index[id]
		if !known {
			b.addf(at.at("seats", s), "%q is no entrant of this event; use an id from \"entrants\"", clip(string(id)))
			ok = false
			continue
		}
		if b.sat[e] == r.Number {
			b.addf(at.at("seats", s), "%q is twice in round %d; everybody has one row in a round", clip(string(id)), r.Number)
			ok = false
			continue
		}
		b.sat[e] = r.Number
		b.presence(e, m, r, stage, at, s)
	}
	if m.Table < 0 {
		b.addf(at.at("table"), "%d is no table; tables are counted from 1", m.Table)
	}
	switch solo := m.Kind.Solo(); {
	case m.Kind == results.Open || !knownKind(m.Kind):
		b.addf(at.at("kind"), "%q is no kind of row; write one of %s", clip(string(m.Kind)), kinds)
		ok = false
	case solo && len(m.Seats) > 1:
		b.addf(at.at("kind"), "%q is for one seat and here are %d; give each a row of its own, or another kind", m.Kind, len(m.Seats))
		ok = false
	case !solo && len(m.Seats) == 1:
		b.addf(at.at("kind"), "%q needs an opponent; add the other seat, or use a kind for one seat such as \"bye\"", m.Kind)
		ok = false
	}
	return ok
}

// presence refuses rounds that the entrant was no part of. Nobody sits a round of
// a bracket out: a match there is played or lost.
func (b *builder) presence(e int, m *match, r *round, stage *results.Stage, at place, seat int) {
	who := &b.doc.Entrants[e]
	if !m.Kind.Solo() && mayPlay(who, r.Number) {
		return
	}
	blame := func(format string, args ...any) { b.addf(at.at("seats", seat), format, args...) }
	toPlay := !m.Kind.Solo() || m.Kind == results.Bye
	switch {
	case who.DroppedAfter != nil && r.Number > *who.DroppedAfter:
		blame("%q dropped after round %d and has a row in round %d; correct \"dropped_after\" or take the row out", clip(string(who.ID)), *who.DroppedAfter, r.Number)
	case who.DisqualifiedAfter != nil && r.Number > *who.DisqualifiedAfter:
		blame("%q was disqualified after round %d and has a row in round %d; correct \"disqualified_after\" or take the row out", clip(string(who.ID)), *who.DisqualifiedAfter, r.Number)
	case toPlay && r.Number < who.JoinedIn:
		blame("%q joined in round %d and plays in round %d; correct \"joined_in\", or use the kind \"late\" for a missed round", clip(string(who.ID)), who.JoinedIn, r.Number)
	case toPlay && slices.Contains(who.Absent, r.Number) && !stage.System.Elimination():
		blame("%q sits round %d out and plays in it; correct \"absent\" or take the row out", clip(string(who.ID)), r.Number)
	}
}

// byes refuses a bye that is not due: in a round of pairs only the odd one out
// has one. The field are those who play or have the bye, and those who have no
// row in the whole file although nothing keeps them out of the round. Who has
// rows in other rounds only was not there.
func (b *builder) byes(r *round, i int, stage *results.Stage) {
	if stage.System != results.Swiss && stage.System != results.RoundRobin {
		return
	}
	var byes []int
	field := 0
	for j, m := range r.Matches {
		if m.Kind == results.Bye {
			byes = append(byes, j)
		}
		if m.Kind == results.Bye || len(m.Seats) > 1 {
			field += len(m.Seats)
		}
	}
	if len(byes) == 0 {
		return
	}
	rowed := b.withRow()
	for e := range b.doc.Entrants {
		if !rowed[e] && mayPlay(&b.doc.Entrants[e], r.Number) {
			field++
		}
	}
	if field%2 == 0 {
		b.addf(place{i, byes[0]}.at(), "no bye is due in round %d: %d entrants are there to be paired, an even number; pair them, or use \"full_bye\" for an awarded bye and \"absent\", \"joined_in\" or \"dropped_after\" for who is not there", r.Number, field)
		return
	}
	for _, j := range byes[1:] {
		b.addf(place{i, j}.at(), "round %d has a second bye; only the odd one out has one, so pair the others, or use \"full_bye\" for an awarded bye", r.Number)
	}
}

// withRow reports, by index, who has a row in any round.
func (b *builder) withRow() []bool {
	if b.rowed != nil {
		return b.rowed
	}
	b.rowed = make([]bool, len(b.doc.Entrants))
	for _, r := range b.doc.Rounds {
		for _, m := range r.Matches {
			for _, id := range m.Seats {
				if e, known := b.index[id]; known {
					b.rowed[e] = true
				}
			}
		}
	}
	return b.rowed
}

// mayPlay reports whether nothing in the entrant's own facts keeps it out of
// the round.
func mayPlay(e *entrant, number int) bool {
	return number >= e.JoinedIn && !slices.Contains(e.Absent, number) &&
		(e.DroppedAfter == nil || number <= *e.DroppedAfter) &&
		(e.DisqualifiedAfter == nil || number <= *e.DisqualifiedAfter)
}

// slot checks a place in a bracket.
func (b *builder) slot(m *match, stage *results.Stage, taken map[string]int, at place) {
	if stage.System.Elimination() && len(m.Seats) > 2 {
		b.addf(at.at("seats"), "a bracket has matches of two and here sit %d; play pods in a stage of the system \"pods\"", len(m.Seats))
	}
	if m.Slot == "" {
		return
	}
	first, twice := taken[m.Slot]
	switch {
	case !stage.System.Elimination():
		b.addf(at.at("slot"), "stage %q is no bracket and has no slots; take the key out", clip(stage.ID))
	case !slotForm.MatchString(m.Slot):
		b.addf(at.at("slot"), "%q is no slot; write W1-1, W1-2, … or L1-1, …, F, F2 or P3", clip(m.Slot))
	case twice:
		b.addf(at.at("slot"), "slot %s is taken by /rounds/%d/matches/%d; every match has its own", m.Slot, at.round, first)
	}
	taken[m.Slot] = at.match
}

var contestKinds = []results.Kind{
	results.Played, results.AgreedDraw, results.Concession, results.Forfeit, results.DoubleLoss, results.DoubleForfeit,
}

var soloKinds = []results.Kind{
	results.Bye, results.FullBye, results.HalfBye, results.ZeroBye, results.Late, results.AssignedLoss, results.Idle,
}

var kinds = fmt.Sprint(append(slices.Clone(contestKinds), soloKinds...))

func knownKind(k results.Kind) bool { return k.Solo() || slices.Contains(contestKinds, k) }
