package scorekeeper

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/roster"
)

func itoa(n int) string { return strconv.Itoa(n) }

// EntrantFacts are what is known about somebody who enters.
type EntrantFacts struct {
	Name        string
	Seed        int
	Rating      int
	Club        string
	Group       string
	FixedTable  int
	AwardedByes int
	StartScore  exact.Rat
}

// MissedRounds says what the rounds before a late entry are worth.
type MissedRounds string

// What missed rounds count as.
const (
	MissedAreLosses  MissedRounds = "late" // a row of kind late in each
	MissedDoNotCount MissedRounds = "none"
)

// Enrol adds entrants, all or none. A name that another entrant has already (by
// NameKey) is refused. Once rounds are played the entrants join in the next
// round, and missed says what the earlier ones are worth.
func (k *Keeper) Enrol(ctx context.Context, req Request, list []EntrantFacts, missed MissedRounds) (*results.Tournament, error) {
	return k.do(ctx, req, results.EnrolEntrants, func(t *results.Tournament) (*decision, error) {
		return enrol(t, list, missed)
	})
}

func enrol(t *results.Tournament, list []EntrantFacts, missed MissedRounds) (*decision, error) {
	if err := takesEntrants(t); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, results.Refuse(results.Invalid, "There is nobody to add. Type a name.").At("name")
	}
	names := map[string]string{}
	for _, h := range t.Entrants {
		names[roster.NameKey(h.Current().Name)] = h.Current().Name
	}
	d := &decision{}
	next := nextEntrantNumber(t)
	joined := firstOpenRound(t)
	for i, f := range list {
		field := "name"
		if len(list) > 1 {
			field = fmt.Sprintf("row %d", i+1)
		}
		e, err := f.entrant(field)
		if err != nil {
			return nil, err
		}
		if other, taken := names[roster.NameKey(e.Name)]; taken {
			return nil, results.Refuse(results.Invalid, "There is already an entrant named %q. Add something that tells the two apart.", other).At(field)
		}
		names[roster.NameKey(e.Name)] = e.Name
		e.ID, e.Version = results.EntrantID("e"+itoa(next+i)), 1
		if joined > 1 {
			e.JoinedIn = joined
		}
		d.records = append(d.records, e)
		d.entrants = append(d.entrants, e.ID)
	}
	if joined > 1 && missed == MissedAreLosses {
		d.records = append(d.records, lateRows(t, d.entrants, joined)...)
		if err := renewTables(t, d); err != nil {
			return nil, err
		}
	}
	switch {
	case len(list) == 1:
		d.text = "Entered: " + list[0].Name + "."
	default:
		d.text = itoa(len(list)) + " entrants entered."
	}
	if joined > 1 {
		d.text += " First round: " + itoa(joined) + "."
	}
	return d, nil
}

// takesEntrants refuses entrants for whom no stage has a place any more: a round
// robin and a bracket are fixed by their first round, and other stages end.
func takesEntrants(t *results.Tournament) error {
	for i, s := range t.Stages() {
		switch begun := len(pairing.StageRounds(t, s.ID)) > 0; {
		case !begun && (i == 0 || !takesSome(s)):
			return nil
		case begun && (s.System == results.Swiss || s.System == results.Pods):
			if done, err := pairing.StageFinished(t, s); err != nil || !done {
				return err
			}
		}
	}
	return results.Refuse(results.Refused, "Nobody can enter any more: a round robin and a bracket are fixed by their first round, and all other rounds are played. Plan more rounds, or void those that are wrong.")
}

// maxStart bounds start scores, as a policy's points are bounded.
var maxStart = exact.Int(1_000_000)

func (f EntrantFacts) entrant(field string) (*results.Entrant, error) {
	name, err := cleanName(f.Name, field)
	if err != nil {
		return nil, err
	}
	switch {
	case f.Seed < 0, f.Rating < 0, f.FixedTable < 0, f.AwardedByes < 0:
		return nil, results.Refuse(results.Invalid, "Seed, rating, table and byes are 0 or more.").At(field)
	case f.Seed > 1_000_000, f.Rating > 100_000, f.FixedTable > results.MaxTable, f.AwardedByes > 100:
		return nil, results.Refuse(results.Invalid, "Seed, rating, table or byes are larger than any event needs.").At(field)
	}
	if f.StartScore.Cmp(maxStart) > 0 || f.StartScore.Cmp(maxStart.Neg()) < 0 {
		return nil, results.Refuse(results.Invalid, "A start score is %s points at most.", maxStart).At(field)
	}
	return &results.Entrant{
		Name: name, Seed: f.Seed, Rating: f.Rating, Club: strings.TrimSpace(f.Club), Group: strings.TrimSpace(f.Group),
		FixedTable: f.FixedTable, AwardedByes: f.AwardedByes, StartScore: f.StartScore,
	}, nil
}

// nextEntrantNumber is the first n such that no entrant from e<n> on exists.
func nextEntrantNumber(t *results.Tournament) int {
	next := len(t.Entrants) + 1
	for _, h := range t.Entrants {
		if rest, ok := strings.CutPrefix(string(h.Current().ID), "e"); ok {
			if n, err := strconv.Atoi(rest); err == nil && n >= next && n < 1<<30 {
				next = n + 1
			}
		}
	}
	return next
}

// firstOpenRound is the first round that is not published yet.
func firstOpenRound(t *results.Tournament) int { return pairing.LastPlayed(t) + 1 }

// lateRows gives each entrant a row of kind late in every standings round
// before joined.
func lateRows(t *results.Tournament, entrants []results.EntrantID, joined int) []results.Record {
	var out []results.Record
	id := results.MatchID(len(t.Matches))
	for n := 1; n < joined; n++ {
		r, ok := t.Round(n)
		if !ok {
			continue
		}
		if stage, _ := t.Stage(r.Stage); stage.System.Elimination() {
			continue
		}
		hash := t.PolicyFor(n).Hash
		next := *r
		next.Version++
		next.Matches = slices.Clone(r.Matches)
		for _, e := range entrants {
			id++
			out = append(out,
				&results.Match{ID: id, Round: n, Seats: []results.EntrantID{e}, Assigned: results.Late,
					Reasons: []results.Reason{{Code: "late", Text: "Entered after this round began."}}},
				&results.MatchResult{Match: id, Version: 1, Kind: results.Late, Winner: results.Nobody,
					Procedure: "scoring.late", PolicyHash: hash})
			next.Matches = append(next.Matches, id)
		}
		out = append(out, &next)
	}
	return out
}

// EditEntrant replaces the facts about an entrant; the results stay attached.
func (k *Keeper) EditEntrant(ctx context.Context, req Request, id results.EntrantID, version int, f EntrantFacts) (*results.Tournament, error) {
	return k.do(ctx, req, results.EditEntrant, func(t *results.Tournament) (*decision, error) {
		e, err := entrantAt(t, id, version)
		if err != nil {
			return nil, err
		}
		next, err := f.entrant("name")
		if err != nil {
			return nil, err
		}
		for _, h := range t.Entrants {
			other := h.Current()
			if other.ID != id && roster.NameKey(other.Name) == roster.NameKey(next.Name) {
				return nil, results.Refuse(results.Invalid, "There is already an entrant named %q. Add something that tells the two apart.", other.Name).At("name")
			}
			if other.ID != id && next.FixedTable != 0 && other.FixedTable == next.FixedTable && other.DroppedAfter == nil {
				return nil, results.Refuse(results.Invalid, "Table %d is fixed for %s already.", next.FixedTable, other.Name).At("fixed_table")
			}
		}
		if err := changeable(t, e, next); err != nil {
			return nil, err
		}
		next.ID, next.Version = e.ID, e.Version+1
		next.JoinedIn, next.DroppedAfter, next.DisqualifiedAfter, next.Absent = e.JoinedIn, e.DroppedAfter, e.DisqualifiedAfter, e.Absent
		text := "Facts changed: " + next.Name + "."
		if next.Name != e.Name {
			text = "Renamed: " + e.Name + " is now " + next.Name + "."
		}
		d := &decision{text: text, entrants: []results.EntrantID{id}, records: []results.Record{next}}
		if next.Rating != e.Rating || !next.StartScore.Equal(e.StartScore) {
			return d, renewTables(t, d)
		}
		return d, nil
	})
}

// changeable refuses new facts that would change what was paired or placed: seed
// and group once a schedule or a bracket is made from them, and everything but
// the name and the club after the end.
func changeable(t *results.Tournament, e, next *results.Entrant) error {
	drawn := next.Seed != e.Seed || next.Group != e.Group
	counts := next.Rating != e.Rating || !next.StartScore.Equal(e.StartScore) || next.AwardedByes != e.AwardedByes
	if t.Info().Status == results.Finished && (drawn || counts) {
		return results.Refuse(results.Refused, "The event is finished: only the name and the club can still change. Reopen it first.").At("name")
	}
	for _, s := range t.Stages() {
		if drawn && s.System != results.Swiss && s.System != results.Pods && len(pairing.StageRounds(t, s.ID)) > 0 {
			return results.Refuse(results.Refused, "Stage %q is drawn from seeds and groups and has begun: they cannot change any more.", s.ID).At("seed")
		}
	}
	return nil
}

// entrantAt finds an entrant and checks the version that a form was made from;
// version 0 stands for whatever is current.
func entrantAt(t *results.Tournament, id results.EntrantID, version int) (*results.Entrant, error) {
	e, ok := t.Entrant(id)
	if !ok {
		return nil, results.Refuse(results.NotFound, "There is no entrant %q in this event.", id)
	}
	if version != 0 && version != e.Version {
		return nil, stale(e.Name, e.By)
	}
	return e, nil
}

// Drop takes an entrant out of the event from the next round that is not
// published on. A match of a running round is played or forfeited.
func (k *Keeper) Drop(ctx context.Context, req Request, id results.EntrantID) (*results.Tournament, error) {
	return k.do(ctx, req, results.DropEntrant, func(t *results.Tournament) (*decision, error) {
		e, err := entrantAt(t, id, 0)
		if err != nil {
			return nil, err
		}
		if e.DroppedAfter != nil || e.DisqualifiedAfter != nil {
			return nil, results.Refuse(results.Refused, "%s has left the event already.", e.Name)
		}
		after := firstOpenRound(t) - 1
		next := *e
		next.Version++
		next.DroppedAfter = &after
		text := "Dropped after round " + itoa(after) + ": " + e.Name + "."
		if after == 0 {
			text = "Left before round 1: " + e.Name + "."
		}
		return &decision{text: text, entrants: []results.EntrantID{id}, records: []results.Record{&next}}, nil
	})
}

// TakeBackDrop lets a dropped entrant play on from the next round that is not
// published. Rounds in between count as sat out.
func (k *Keeper) TakeBackDrop(ctx context.Context, req Request, id results.EntrantID) (*results.Tournament, error) {
	return k.do(ctx, req, results.DropEntrant, func(t *results.Tournament) (*decision, error) {
		e, err := entrantAt(t, id, 0)
		if err != nil {
			return nil, err
		}
		if e.DroppedAfter == nil {
			return nil, results.Refuse(results.Refused, "%s has not dropped.", e.Name)
		}
		next := comesBack(t, e, *e.DroppedAfter)
		next.DroppedAfter = nil
		if !fitsStages(t, e, next) {
			return nil, results.Refuse(results.Refused, "The stage has gone on without %s, and its schedule is fixed. Void its later rounds first.", e.Name)
		}
		return &decision{text: "Drop taken back: " + e.Name + ".", entrants: []results.EntrantID{id}, records: []results.Record{next}}, nil
	})
}

// comesBack is the next version of an entrant who left after a round and is in
// again: the rounds since then count as sat out.
func comesBack(t *results.Tournament, e *results.Entrant, after int) *results.Entrant {
	next := *e
	next.Version++
	next.Absent = slices.Clone(e.Absent)
	for n := after + 1; n < firstOpenRound(t); n++ {
		if n >= e.JoinedIn && !slices.Contains(next.Absent, n) {
			next.Absent = append(next.Absent, n)
		}
	}
	return &next
}

// fitsStages reports whether an entrant who left can be in again: a round robin
// or a bracket that has begun without somebody stays so, and in a bracket nobody
// plays by now in a seat that would be taken again.
func fitsStages(t *results.Tournament, was, e *results.Entrant) bool {
	after, err := applied(t, []results.Record{e})
	if err != nil {
		return false
	}
	for _, s := range t.Stages() {
		rounds := pairing.StageRounds(t, s.ID)
		if len(rounds) == 0 || s.System == results.Swiss || s.System == results.Pods {
			continue
		}
		left := func(after *int) bool { return after != nil && *after < rounds[0].Number }
		if left(was.DroppedAfter) || left(was.DisqualifiedAfter) {
			return false
		}
	}
	return pairing.CheckBrackets(after) == nil
}

// SitOut lets an entrant miss the next round that is not published and come
// back after it; in = true takes that back.
func (k *Keeper) SitOut(ctx context.Context, req Request, id results.EntrantID, in bool) (*results.Tournament, error) {
	return k.do(ctx, req, results.DropEntrant, func(t *results.Tournament) (*decision, error) {
		e, err := entrantAt(t, id, 0)
		if err != nil {
			return nil, err
		}
		round := firstOpenRound(t)
		if stage, more, err := pairing.CurrentStage(t); err == nil && more && stage.System.Elimination() && !in {
			return nil, results.Refuse(results.Refused, "Nobody sits out a round of a bracket. Enter the match as a forfeit, or drop %s.", e.Name)
		}
		next := *e
		next.Version++
		text := "Sits out round " + itoa(round) + ": " + e.Name + "."
		if in {
			if !slices.Contains(e.Absent, round) {
				return nil, results.Refuse(results.Refused, "%s does not sit out round %d.", e.Name, round)
			}
			next.Absent = slices.DeleteFunc(slices.Clone(e.Absent), func(n int) bool { return n == round })
			text = "Plays round " + itoa(round) + " after all: " + e.Name + "."
		} else {
			if slices.Contains(e.Absent, round) {
				return nil, results.Refuse(results.Refused, "%s sits out round %d already.", e.Name, round)
			}
			next.Absent = append(slices.Clone(e.Absent), round)
		}
		return &decision{text: text, round: round, entrants: []results.EntrantID{id}, records: []results.Record{&next}}, nil
	})
}
