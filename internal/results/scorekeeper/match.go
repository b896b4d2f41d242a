package scorekeeper

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/structure"
)

// Score is a result as the results grid or a slip gives it. Kind is empty for a
// match that was played; Winner is needed only where the games do not decide.
type Score struct {
	Kind   results.Kind
	Winner *int
	Won    []int
	Drawn  int
	// ArchiveLater agrees that later matches of a bracket that were played by
	// the wrong entrants are archived with their results.
	ArchiveLater bool
}

// EnterResult records the result of a match. version is the number of the match
// result that the form was made from, 0 for none: if it is not the last one,
// somebody was faster and the request is refused with Conflict. A result that
// replaces another is a correction and needs a reason; one of a closed round
// also appends the outcomes that it changes.
func (k *Keeper) EnterResult(ctx context.Context, req Request, match results.MatchID, version int, s Score) (*results.Tournament, error) {
	return k.do(ctx, req, results.EnterResult, func(t *results.Tournament) (*decision, error) {
		return enterResult(t, match, version, s, req)
	})
}

func enterResult(t *results.Tournament, match results.MatchID, version int, s Score, req Request) (*decision, error) {
	m, r, err := matchAt(t, match, version)
	if err != nil {
		return nil, err
	}
	stage, _ := t.Stage(r.Stage)
	policy := t.PolicyFor(r.Number)
	row := structure.Row{Kind: s.Kind, Seats: len(m.Match.Seats), Winner: s.Winner, Won: s.Won, Drawn: s.Drawn}
	made, err := structure.For(policy.Policy, stage).FromRow(row)
	if err != nil {
		return nil, err
	}
	if made.Result == nil {
		return nil, results.Refuse(results.Invalid, "This decides nothing: %s", made.Open).At("score")
	}
	d := &decision{round: r.Number, match: match, entrants: m.Match.Seats}
	if err := correction(d, m, r, req); err != nil {
		return nil, err
	}
	played, refs, err := games(t.Info(), m, made.Reported, seatNames(t, m.Match))
	if err != nil {
		return nil, err
	}
	if d.action == "" && slices.ContainsFunc(played, corrects) {
		d.action = results.CorrectResult
	}
	result := made.Result
	result.Match, result.Version, result.PolicyHash, result.Games = match, version+1, policy.Hash, refs
	d.records = append(played, result)
	d.text = fmt.Sprintf("Round %d, table %d: %s.", r.Number, m.Match.Table, ResultText(t, m.Match, result))
	if version > 0 {
		d.text = "Corrected. " + d.text
	}
	if stage.System.Elimination() && version > 0 {
		if err := reseat(t, d, r, m.Match, result.Winner, s.ArchiveLater); err != nil {
			return nil, err
		}
	}
	return d, following(t, d)
}

// matchAt finds a match of a published or closed round and checks the version
// that a form was made from.
func matchAt(t *results.Tournament, id results.MatchID, version int) (*results.MatchHistory, *results.Round, error) {
	m, ok := t.Match(id)
	if !ok {
		return nil, nil, results.Refuse(results.NotFound, "There is no such match.")
	}
	r, ok := t.Round(m.Match.Round)
	if !ok || !t.Current(m.Match) {
		return nil, nil, results.Refuse(results.Refused, "This match is archived: its round was voided or paired again. Reload the page.")
	}
	if !r.Status.Public() {
		return nil, nil, results.Refuse(results.Refused, "Round %d is not published yet.", r.Number)
	}
	if version != m.Version() {
		by := r.By
		if n := len(m.Results); n > 0 {
			by = m.Results[n-1].By
		}
		return nil, nil, stale(fmt.Sprintf("The result of table %d", m.Match.Table), by)
	}
	return m, r, nil
}

// correction marks a change of what is already recorded, which needs a reason
// and, in a closed round, more rights.
func correction(d *decision, m *results.MatchHistory, r *results.Round, req Request) error {
	switch {
	case r.Status == results.Closed:
		d.action = results.CorrectClosed
	case m.Version() > 0:
		d.action = results.CorrectResult
	default:
		return nil
	}
	return needReason(req)
}

// games makes the game records that a score stands for and the references to
// them. Games that say the same already stay as they are; others are corrected,
// and games too many are struck.
func games(info *results.Details, m *results.MatchHistory, winners []int, names []string) ([]results.Record, []results.GameRef, error) {
	if refs, ok := agree(m, winners); ok {
		return nil, refs, nil
	}
	var records []results.Record
	var refs []results.GameRef
	for i := range max(len(winners), len(m.Games)) {
		g := &results.GameResult{Match: m.Match.ID, Game: i + 1, Version: 1, Method: results.Reported, OrderUnknown: true}
		var old *results.GameResult
		late := false // the game did not count before
		if i < len(m.Games) {
			h := m.Games[i]
			g.Version = len(h.Results) + 1
			if mark := struckMark(h); mark != nil {
				records = append(records, mark)
				late = true
			}
			// A result beside a mark that is taken back is in force again.
			if n := len(h.Results); n > 0 && !h.Results[n-1].Struck {
				old = h.Results[n-1]
			}
		}
		if i >= len(winners) {
			if old == nil {
				continue
			}
			g.Winner, g.Struck, g.Verdict = results.Nobody, true, old.Verdict
			records = append(records, g)
			continue
		}
		if old != nil && old.Winner == winners[i] && !old.Pending() && !late {
			refs = append(refs, results.GameRef{Game: i + 1, Version: old.Version})
			continue
		}
		g.Winner = winners[i]
		var err error
		if g.Verdict, err = claims.Check(info, g.Winner, g.Method, "", names...); err != nil {
			return nil, nil, err
		}
		if g.Verdict.Kind == results.VerdictRejected {
			return nil, nil, &results.Error{Code: results.Invalid, Message: g.Verdict.Message, Field: "score", Rule: g.Verdict.Rule}
		}
		records = append(records, g)
		refs = append(refs, results.GameRef{Game: i + 1, Version: g.Version})
	}
	return records, refs, nil
}

// agree reports whether the games in force are those that the score counts, in
// whatever order, and names them.
func agree(m *results.MatchHistory, winners []int) ([]results.GameRef, bool) {
	var have []int
	var refs []results.GameRef
	for i, g := range m.Games {
		if g.LeftUnfinished() != nil {
			return nil, false
		}
		if old := g.Result(); old != nil {
			if old.Pending() {
				return nil, false
			}
			have = append(have, old.Winner)
			refs = append(refs, results.GameRef{Game: i + 1, Version: old.Version})
		}
	}
	want := slices.Sorted(slices.Values(winners))
	slices.Sort(have)
	return refs, slices.Equal(have, want)
}

func seatNames(t *results.Tournament, m *results.Match) []string {
	names := make([]string, len(m.Seats))
	for i, s := range m.Seats {
		names[i] = t.NameOf(s)
	}
	return names
}

// ResultText says a match result in one line, for the log and lists.
func ResultText(t *results.Tournament, m *results.Match, r *results.MatchResult) string {
	names := seatNames(t, m)
	score := ""
	if len(r.Won) == len(names) && len(names) == 2 {
		score = fmt.Sprintf(" %d–%d", r.Won[0], r.Won[1])
		if r.Drawn > 0 {
			score += fmt.Sprintf("–%d", r.Drawn)
		}
	}
	both := names[0]
	for _, n := range names[1:] {
		both += " – " + n
	}
	switch r.Kind {
	case results.Open:
		return both + ": result taken back, open again"
	case results.DoubleLoss:
		return both + ": both lose"
	case results.DoubleForfeit:
		return both + ": both absent"
	case results.AgreedDraw:
		return both + ": agreed draw" + score
	}
	if r.Kind.Solo() {
		return fmt.Sprintf("%s: %s", names[0], soloText[r.Kind])
	}
	if r.Winner == results.Nobody {
		return both + ": draw" + score
	}
	how := map[results.Kind]string{results.Concession: " by concession", results.Forfeit: " by forfeit"}[r.Kind]
	return fmt.Sprintf("%s%s, %s wins%s", both, score, names[r.Winner], how)
}

var soloText = map[results.Kind]string{
	results.Bye: "bye", results.FullBye: "awarded bye", results.HalfBye: "half-point bye", results.ZeroBye: "bye without points",
	results.Late: "entered late", results.AssignedLoss: "loss without opponent", results.Idle: "idle",
}

// TakeBack opens a match again: its result no longer counts, and its games are
// struck.
func (k *Keeper) TakeBack(ctx context.Context, req Request, match results.MatchID, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.CorrectResult, func(t *results.Tournament) (*decision, error) {
		m, r, err := matchAt(t, match, version)
		if err != nil {
			return nil, err
		}
		if m.Result() == nil {
			return nil, results.Refuse(results.Refused, "This match has no result to take back.")
		}
		if r.Status == results.Closed {
			return nil, results.Refuse(results.Refused, "Round %d is closed. Correct the result, or reopen the round first.", r.Number)
		}
		if m.Match.Assigned != "" {
			return nil, results.Refuse(results.Refused, "A bye has no result to take back. Void or repair the round to change who has it.")
		}
		records, _, err := games(t.Info(), m, nil, nil)
		if err != nil {
			return nil, err
		}
		open := &results.MatchResult{Match: match, Version: version + 1, Kind: results.Open, Winner: results.Nobody,
			Procedure: "correction", PolicyHash: t.PolicyFor(r.Number).Hash}
		return &decision{
			text:  fmt.Sprintf("Round %d, table %d: %s.", r.Number, m.Match.Table, ResultText(t, m.Match, open)),
			round: r.Number, match: match, entrants: m.Match.Seats, records: append(records, open),
		}, nil
	})
}

// assigned is the result of a row that needs no play.
func assigned(t *results.Tournament, m *results.Match) (*results.MatchResult, error) {
	r, _ := t.Round(m.Round)
	stage, _ := t.Stage(r.Stage)
	made, err := structure.For(t.PolicyFor(m.Round).Policy, stage).FromRow(structure.Row{Kind: m.Assigned, Seats: 1})
	if err != nil {
		return nil, err
	}
	made.Result.Match, made.Result.Version = m.ID, 1
	return made.Result, nil
}

// following adds to a change of results what follows from it: the next versions
// of the outcomes of closed rounds from the changed round on.
func following(t *results.Tournament, d *decision) error {
	first, ok := t.Round(d.round)
	if !ok || first.Status != results.Closed {
		return nil
	}
	return renewOutcomes(t, d, first.Stage, d.round)
}

// renewOutcomes adds the next versions of the outcomes of a stage's closed
// rounds from the given one on.
func renewOutcomes(t *results.Tournament, d *decision, stage string, from int) error {
	after, err := applied(t, d.records)
	if err != nil {
		return err
	}
	for n := from; n <= len(after.Rounds); n++ {
		r, ok := after.Round(n)
		if !ok || r.Status != results.Closed || r.Stage != stage {
			continue
		}
		outcomes, err := RoundOutcomes(after, n)
		if err != nil {
			return err
		}
		d.records = append(d.records, outcomes...)
	}
	return nil
}

// renewTables adds the next versions of all standings of closed rounds.
func renewTables(t *results.Tournament, d *decision) error {
	for _, s := range t.Stages() {
		if s.System.Elimination() {
			continue
		}
		if err := renewOutcomes(t, d, s.ID, 1); err != nil {
			return err
		}
	}
	return nil
}

// applied is the state as it would be with the records. They are stamped with
// the next log number here; the store stamps them again.
func applied(t *results.Tournament, records []results.Record) (*results.Tournament, error) {
	c := results.Change{Entry: results.LogEntry{By: results.Actor{Name: "preview", Role: results.Program}, Reason: "preview"}, Records: records}
	c.StampAll(t.Seq+1, time.Time{})
	return t.Apply(c)
}
