package scorekeeper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tourney/internal/pairing"
	"tourney/internal/results"
)

// DraftRound pairs the next round. It fails with Conflict if somebody has
// drafted it already. seed is nil for a fresh draw.
func (k *Keeper) DraftRound(ctx context.Context, req Request, seed *uint64) (*results.Tournament, error) {
	drawn := k.seed()
	if seed != nil {
		drawn = *seed
	}
	return k.do(ctx, req, results.PairRound, func(t *results.Tournament) (*decision, error) {
		for _, h := range t.Rounds {
			switch r := h.Current(); r.Status {
			case results.Published:
				return nil, results.Refuse(results.Refused, "Round %d is still running. Close it first.", r.Number)
			case results.Draft, results.Checked:
				return nil, results.Refuse(results.Conflict, "Round %d is drafted already: %s was faster. Look through it, or draft it again.", r.Number, r.By.Name)
			}
		}
		return draft(t, drawn, "drafted")
	})
}

// DraftAgain pairs a draft again; the former draft is archived.
func (k *Keeper) DraftAgain(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	seed := k.seed()
	return k.do(ctx, req, results.PairRound, func(t *results.Tournament) (*decision, error) {
		if _, err := roundAt(t, number, version, results.Draft, results.Checked); err != nil {
			return nil, err
		}
		return draft(t, seed, "drafted again; the former draft is archived")
	})
}

func draft(t *results.Tournament, seed uint64, what string) (*decision, error) {
	plan, err := pairing.Next(t, seed)
	if err != nil {
		return nil, err
	}
	if err := cutStands(t, plan.Stage); err != nil {
		return nil, err
	}
	r := &results.Round{
		Number: plan.Round, Version: roundVersion(t, plan.Round) + 1, Stage: plan.Stage, Status: results.Draft,
		PairSeed: &plan.Seed, Algorithm: plan.Algorithm, PairedAt: t.Seq, Quality: plan.Quality,
	}
	d := &decision{text: fmt.Sprintf("Round %d %s.", plan.Round, what), round: plan.Round}
	id := results.MatchID(len(t.Matches))
	for _, p := range plan.Matches {
		id++
		d.records = append(d.records, &results.Match{
			ID: id, Round: plan.Round, Table: p.Table, Seats: p.Seats, Assigned: p.Assigned, Slot: p.Slot, Reasons: p.Reasons,
		})
		r.Matches = append(r.Matches, id)
	}
	d.records = append(d.records, r)
	return d, nil
}

func roundVersion(t *results.Tournament, number int) int {
	if number > len(t.Rounds) {
		return 0
	}
	return len(t.Rounds[number-1].Versions)
}

// roundAt finds a round in one of the given states and checks the version that
// a form was made from; version 0 stands for whatever is current.
func roundAt(t *results.Tournament, number, version int, states ...results.RoundStatus) (*results.Round, error) {
	r, ok := t.Round(number)
	if !ok {
		return nil, results.Refuse(results.NotFound, "There is no round %d.", number)
	}
	if version != 0 && version != r.Version {
		return nil, stale(fmt.Sprintf("Round %d", number), r.By)
	}
	if !slices.Contains(states, r.Status) {
		return nil, results.Refuse(results.Refused, "Round %d is %s.", number, r.Status)
	}
	return r, nil
}

// next returns a copy of the round as its next version with another status.
func next(r *results.Round, status results.RoundStatus) *results.Round {
	n := *r
	n.Version++
	n.Status = status
	n.Matches = slices.Clone(r.Matches)
	return &n
}

// SwapSeats exchanges two entrants of a draft. The two tables carry a public
// mark with the reason.
func (k *Keeper) SwapSeats(ctx context.Context, req Request, number, version int, a, b results.EntrantID) (*results.Tournament, error) {
	return k.do(ctx, req, results.SwapSeats, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Draft, results.Checked)
		if err != nil {
			return nil, err
		}
		return swap(t, r, a, b, req)
	})
}

func swap(t *results.Tournament, r *results.Round, a, b results.EntrantID, req Request) (*decision, error) {
	if stage, _ := t.Stage(r.Stage); stage.System.Elimination() {
		return nil, results.Refuse(results.Refused, "Seats of a bracket follow from the matches before; they are not moved by hand. Correct the result that put them there.")
	}
	at := func(id results.EntrantID) int {
		for i, m := range r.Matches {
			if slices.Contains(t.Matches[m-1].Match.Seats, id) {
				return i
			}
		}
		return -1
	}
	i, j := at(a), at(b)
	switch {
	case i < 0 || j < 0:
		return nil, results.Refuse(results.Invalid, "Choose two entrants who are in round %d.", r.Number).At("swap")
	case i == j:
		return nil, results.Refuse(results.Invalid, "These two sit at the same table: there is nothing to swap.").At("swap")
	}
	n := next(r, results.Draft)
	d := &decision{round: r.Number, entrants: []results.EntrantID{a, b},
		text: fmt.Sprintf("Moved by hand in round %d: %s and %s changed places.", r.Number, t.NameOf(a), t.NameOf(b))}
	id := results.MatchID(len(t.Matches))
	var made []*results.Match
	for _, place := range []int{min(i, j), max(i, j)} {
		m := *t.Matches[r.Matches[place]-1].Match
		id++
		m.ID = id
		m.Seats = slices.Clone(m.Seats)
		for s, seat := range m.Seats {
			switch seat {
			case a:
				m.Seats[s] = b
			case b:
				m.Seats[s] = a
			}
		}
		m.ByHand = true
		m.Reasons = []results.Reason{{Code: "by_hand", Text: fmt.Sprintf("Moved by hand by %s: %s", req.By.Name, req.Reason)}}
		n.Matches[place] = id
		made = append(made, &m)
	}
	seatMoved(t, n, made)
	for _, m := range made {
		d.records = append(d.records, m)
	}
	// The report was about the pairing before; the pages count afresh.
	n.Quality = nil
	d.records = append(d.records, n)
	return d, nil
}

// seatMoved gives matches with other entrants their tables: who has a fixed one
// stays at it. The tables of the other matches stay.
func seatMoved(t *results.Tournament, r *results.Round, made []*results.Match) {
	used := map[int]bool{}
	for _, id := range r.Matches {
		if int(id) <= len(t.Matches) {
			used[t.Matches[id-1].Match.Table] = true
		}
	}
	seats := make([]pairing.Planned, len(made))
	for i, m := range made {
		seats[i].Seats = m.Seats
	}
	pairing.Seat(t, r.Number, seats, used)
	for i, m := range made {
		m.Table = seats[i].Table
	}
}

// CheckRound notes that somebody looked through the draft.
func (k *Keeper) CheckRound(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.PairRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Draft)
		if err != nil {
			return nil, err
		}
		return &decision{text: fmt.Sprintf("Round %d checked.", number), round: number,
			records: []results.Record{next(r, results.Checked)}}, nil
	})
}

// PublishRound shows a draft to everybody. Byes and other rows without play get
// their results now. A draft that no longer fits the entrants is refused.
func (k *Keeper) PublishRound(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.PublishRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Draft, results.Checked)
		if err != nil {
			return nil, err
		}
		if err := fits(t, r); err != nil {
			return nil, err
		}
		d := &decision{text: fmt.Sprintf("Round %d published.", number), round: number}
		hash := t.PolicyFor(number).Hash
		for _, m := range t.RoundMatches(r) {
			if m.Match.Assigned == "" {
				continue
			}
			result, err := assigned(t, m.Match)
			if err != nil {
				return nil, err
			}
			result.PolicyHash = hash
			d.records = append(d.records, result)
		}
		d.records = append(d.records, next(r, results.Published))
		if info := t.Info(); info.Status == results.Registration {
			started := *info
			started.Version++
			started.Status = results.Running
			d.records = append(d.records, &started)
		}
		return d, nil
	})
}

// fits checks that everybody who may play is in the round once and nobody else
// is: somebody may have dropped or entered since the draft. The matches of a
// bracket must be those that are due.
func fits(t *results.Tournament, r *results.Round) error {
	seated := map[results.EntrantID]bool{}
	for _, m := range t.RoundMatches(r) {
		for _, s := range m.Match.Seats {
			if seated[s] {
				return fmt.Errorf("round %d has %s twice", r.Number, s)
			}
			seated[s] = true
		}
	}
	due, moved, err := dueIn(t, r)
	if err != nil {
		return err
	}
	var missing, gone []string
	for _, id := range due {
		if !seated[id] {
			missing = append(missing, t.NameOf(id))
		}
		delete(seated, id)
	}
	for id := range seated {
		gone = append(gone, t.NameOf(id))
	}
	if len(missing)+len(gone) == 0 && moved {
		return results.Refuse(results.Refused, "The draft does not fit the bracket any more: a result or an entrant has changed. Draft the round again.")
	}
	if wrong := pairing.Misplaced(t, r); len(missing)+len(gone) == 0 && len(wrong) > 0 {
		return results.Refuse(results.Refused, "The draft does not fit the tables that are fixed or kept free now (see table %d). Draft the round again.", wrong[0].Table)
	}
	if len(missing)+len(gone) == 0 {
		return nil
	}
	slices.Sort(gone)
	var parts []string
	if len(gone) > 0 {
		parts = append(parts, "no longer in: "+strings.Join(gone, ", "))
	}
	if len(missing) > 0 {
		parts = append(parts, "not paired: "+strings.Join(missing, ", "))
	}
	return results.Refuse(results.Refused, "The draft does not fit the entrants any more (%s). Draft the round again.", strings.Join(parts, "; "))
}

// dueIn lists who must be seated in a round. moved reports whether a bracket has
// other matches due than the round has.
func dueIn(t *results.Tournament, r *results.Round) (due []results.EntrantID, moved bool, err error) {
	stage, _ := t.Stage(r.Stage)
	if stage.System == results.Swiss || stage.System == results.Pods {
		for _, e := range pairing.Active(t, r.Stage, r.Number) {
			due = append(due, e.ID)
		}
		return due, false, nil
	}
	// Who plays follows from the schedule or the bracket; the seed moves nobody.
	var seed uint64
	if r.PairSeed != nil {
		seed = *r.PairSeed
	}
	plan, err := pairing.Next(t.Before(r.Number), seed)
	if err != nil {
		return nil, false, err
	}
	at := map[string]bool{}
	for _, m := range plan.Matches {
		due = append(due, m.Seats...)
		at[fmt.Sprintf("%s %q", m.Slot, m.Seats)] = true
	}
	if stage.System.Elimination() {
		for _, m := range t.RoundMatches(r) {
			moved = moved || !at[fmt.Sprintf("%s %q", m.Match.Slot, m.Match.Seats)]
		}
	}
	return due, moved || plan.Stage != r.Stage, nil
}

// CloseRound ends a round whose matches are all decided, and records what the
// event makes of it.
func (k *Keeper) CloseRound(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.CloseRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Published)
		if err != nil {
			return nil, err
		}
		if open := openTables(t, r); len(open) > 0 {
			return nil, results.Refuse(results.Refused, "Round %d cannot be closed yet. Still open: %s.", number, strings.Join(open, "; "))
		}
		d := &decision{text: fmt.Sprintf("Round %d closed.", number), round: number}
		d.records = []results.Record{next(r, results.Closed)}
		outcomes, err := RoundOutcomes(t, number)
		d.records = append(d.records, outcomes...)
		return d, err
	})
}

// openTables names the matches of a round that are not decided.
func openTables(t *results.Tournament, r *results.Round) []string {
	var open []string
	for _, m := range t.RoundMatches(r) {
		if m.Result() != nil {
			continue
		}
		names := make([]string, len(m.Match.Seats))
		for i, s := range m.Match.Seats {
			names[i] = t.NameOf(s)
		}
		text := fmt.Sprintf("table %d, %s", m.Match.Table, strings.Join(names, " – "))
		if m.Pending() {
			text += " (waits for a judge)"
		}
		open = append(open, text)
	}
	return open
}

// lastRoundOnly refuses to touch a round that a later one rests on.
func lastRoundOnly(t *results.Tournament, r *results.Round, what string) error {
	if last := t.LastRound(); last.Number != r.Number {
		return results.Refuse(results.Refused, "Round %d rests on round %d. %s round %d first.", last.Number, r.Number, what, last.Number)
	}
	return nil
}

// ReopenRound takes the closing of the last round back.
func (k *Keeper) ReopenRound(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.ReopenRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Closed)
		if err != nil {
			return nil, err
		}
		if err := lastRoundOnly(t, r, "Void"); err != nil {
			return nil, err
		}
		return &decision{text: fmt.Sprintf("Round %d reopened.", number), round: number,
			records: []results.Record{next(r, results.Published)}}, nil
	})
}

// VoidRound archives the last round with its matches and results: the history
// is as before it, and the round can be paired again.
func (k *Keeper) VoidRound(ctx context.Context, req Request, number, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.VoidRound, func(t *results.Tournament) (*decision, error) {
		r, err := roundAt(t, number, version, results.Draft, results.Checked, results.Published, results.Closed)
		if err != nil {
			return nil, err
		}
		if err := lastRoundOnly(t, r, "Void"); err != nil {
			return nil, err
		}
		return &decision{text: fmt.Sprintf("Round %d voided; its matches and results are archived.", number), round: number,
			records: append([]results.Record{next(r, results.Voided)}, asBefore(t, number)...)}, nil
	})
}

// asBefore is the next versions of the entrants who came or left while a round
// was played that is made anew: who left in it is not paired again, and who came
// in it can be.
func asBefore(t *results.Tournament, number int) []results.Record {
	var out []results.Record
	earlier := func(after *int) *int {
		if after == nil || *after < number {
			return after
		}
		n := number - 1
		return &n
	}
	for _, h := range t.Entrants {
		e := h.Current()
		next := *e
		next.DroppedAfter, next.DisqualifiedAfter = earlier(e.DroppedAfter), earlier(e.DisqualifiedAfter)
		if next.JoinedIn > number {
			next.JoinedIn = number
		}
		if next.JoinedIn == 1 {
			next.JoinedIn = 0
		}
		if next.DroppedAfter != e.DroppedAfter || next.DisqualifiedAfter != e.DisqualifiedAfter || next.JoinedIn != e.JoinedIn {
			next.Version++
			out = append(out, &next)
		}
	}
	return out
}
