package scorekeeper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/structure"
)

// PenaltyFacts are an infraction, what was done about it and what it costs.
type PenaltyFacts struct {
	Entrant results.EntrantID
	// Match is 0 for what happened outside a match; a game or match loss needs
	// one, and costs it. Game is 0 where no single game is meant.
	Match  results.MatchID
	Game   int
	Code   string
	Kind   results.PenaltyKind // empty for the usual one
	Remedy string
}

// IssuePenalty records an infraction and its penalty. A game or match loss and a
// disqualification append the match result that follows; the Game Results stay
// as they are (7.4.4). The reason is what happened.
func (k *Keeper) IssuePenalty(ctx context.Context, req Request, f PenaltyFacts) (*results.Tournament, error) {
	return k.do(ctx, req, results.IssuePenalty, func(t *results.Tournament) (*decision, error) {
		return issuePenalty(t, req, f)
	})
}

func issuePenalty(t *results.Tournament, req Request, f PenaltyFacts) (*decision, error) {
	e, err := entrantAt(t, f.Entrant, 0)
	if err != nil {
		return nil, err
	}
	i, ok := Infraction(t, f.Code)
	if !ok {
		return nil, results.Refuse(results.Invalid, "The catalogue has no infraction %q. Choose one of the list.", f.Code).At("code")
	}
	if f.Kind == "" {
		f.Kind = UsualPenalty(t, f.Entrant, i)
	}
	p := &results.Penalty{
		ID: len(t.Penalties) + 1, Version: 1, Entrant: f.Entrant, Match: f.Match, Game: f.Game,
		Code: i.Code, Name: i.Name, Kind: f.Kind, Remedy: strings.TrimSpace(f.Remedy),
	}
	d := &decision{match: f.Match, entrants: []results.EntrantID{f.Entrant}, records: []results.Record{p},
		text: fmt.Sprintf("%s for %s: %s.", penaltyNames[f.Kind], e.Name, i.Name)}
	if f.Match == 0 {
		if f.Kind == results.GameLoss || f.Kind == results.MatchLoss {
			return nil, results.Refuse(results.Invalid, "Say in which match the loss counts.").At("match")
		}
	} else {
		m, ok := t.Match(f.Match)
		if !ok || !t.Current(m.Match) {
			return nil, results.Refuse(results.NotFound, "There is no such match in a round that is played.")
		}
		if seatOf(m.Match, f.Entrant) < 0 {
			return nil, results.Refuse(results.Invalid, "%s does not sit at this table.", e.Name).At("entrant")
		}
		d.round, p.Round = m.Match.Round, m.Match.Round
	}
	if f.Kind == results.Disqualification {
		if e.DisqualifiedAfter != nil {
			return nil, results.Refuse(results.Refused, "%s is disqualified already.", e.Name)
		}
		after := firstOpenRound(t) - 1
		out := *e
		out.Version++
		out.DisqualifiedAfter = &after
		d.records = append(d.records, &out)
	}
	return d, afterPenalty(t, d, req, f.Kind)
}

var penaltyNames = map[results.PenaltyKind]string{
	results.Warning: "Warning", results.GameLoss: "Game loss", results.MatchLoss: "Match loss", results.Disqualification: "Disqualification",
}

func seatOf(m *results.Match, e results.EntrantID) int {
	for i, s := range m.Seats {
		if s == e {
			return i
		}
	}
	return -1
}

// afterPenalty decides the match anew where a penalty that counts in it came or
// went.
func afterPenalty(t *results.Tournament, d *decision, req Request, kind results.PenaltyKind) error {
	if kind == results.Warning || d.match == 0 {
		return nil
	}
	m, _ := t.Match(d.match)
	_, r, err := matchAt(t, d.match, m.Version())
	if err != nil {
		return err
	}
	return redecide(t, d, r, req, structure.Table{})
}

// ReversePenalty takes a penalty back on appeal. Both stay in the records, and
// the match is decided anew without it; a disqualified entrant is in again, or
// counts as dropped where the stage has gone on.
func (k *Keeper) ReversePenalty(ctx context.Context, req Request, id, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.ReversePenalty, func(t *results.Tournament) (*decision, error) {
		return reversePenalty(t, req, id, version)
	})
}

func reversePenalty(t *results.Tournament, req Request, id, version int) (*decision, error) {
	if id < 1 || id > len(t.Penalties) {
		return nil, results.Refuse(results.NotFound, "There is no such penalty.")
	}
	old := t.Penalties[id-1].Current()
	switch {
	case version != old.Version:
		return nil, stale("The penalty", old.By)
	case old.Reversed:
		return nil, results.Refuse(results.Refused, "This penalty was reversed already.")
	}
	p := *old
	p.Version++
	p.Reversed = true
	e, _ := t.Entrant(old.Entrant)
	d := &decision{round: old.Round, match: old.Match, entrants: []results.EntrantID{old.Entrant}, records: []results.Record{&p},
		text: fmt.Sprintf("Reversed on appeal: %s for %s (%s).", strings.ToLower(penaltyNames[old.Kind]), e.Name, old.Name)}
	if old.Kind == results.Disqualification && e.DisqualifiedAfter != nil {
		in := comesBack(t, e, *e.DisqualifiedAfter)
		in.DisqualifiedAfter = nil
		if e.DroppedAfter == nil && !fitsStages(t, e, in) {
			// The stage has gone on: the entrant keeps a place in the event, and no
			// seat.
			in.DroppedAfter, in.Absent = e.DisqualifiedAfter, e.Absent
		}
		d.records = append(d.records, in)
	}
	if m, ok := t.Match(old.Match); ok && !restsOn(m.Result(), old) {
		// The result has been corrected since, or the penalty never counted in it.
		return d, nil
	}
	return d, afterPenalty(t, d, req, old.Kind)
}

// restsOn reports whether a match result rests on a version of the penalty.
// Without a result the penalty may be what keeps the match open.
func restsOn(r *results.MatchResult, p *results.Penalty) bool {
	return r == nil || slices.ContainsFunc(r.Penalties, func(ref results.PenaltyRef) bool { return ref.Penalty == p.ID })
}
