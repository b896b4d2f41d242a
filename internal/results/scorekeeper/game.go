package scorekeeper

import (
	"context"
	"fmt"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/structure"
)

// GameClaim is what is told of one game.
type GameClaim struct {
	// Game is its number in the match, from 1; Version the number of the game's
	// last version when the form was made, 0 for none.
	Game, Version int
	// Winner is the seat, or results.Nobody for a Game Draw.
	Winner   int
	Method   string
	Evidence results.RawJSON
	// Ruling accepts the claim whatever the engine says; it needs a judge's role
	// and a reason. The engine's verdict stays beside it.
	Ruling bool
}

// CheckGame says what the event's rule set makes of a claim, before anything is
// saved.
func CheckGame(t *results.Tournament, match results.MatchID, c GameClaim) (results.Verdict, error) {
	m, ok := t.Match(match)
	if !ok {
		return results.Verdict{}, results.Refuse(results.NotFound, "There is no such match.")
	}
	if c.Winner < results.Nobody || c.Winner >= len(m.Match.Seats) {
		return results.Verdict{}, results.Refuse(results.Invalid, "Say who won the game, or that it was drawn.").At("winner")
	}
	return claims.Check(t.Info(), c.Winner, c.Method, c.Evidence, seatNames(t, m.Match)...)
}

// RecordGame records how one game ended. A claim that the engine rejects is
// refused with its rule, unless a judge rules; one that needs a judge is saved
// as pending and leaves the match undecided. When the games decide the match its
// result is appended too.
func (k *Keeper) RecordGame(ctx context.Context, req Request, match results.MatchID, c GameClaim) (*results.Tournament, error) {
	return k.do(ctx, req, results.RecordGame, func(t *results.Tournament) (*decision, error) {
		return recordGame(t, req, match, c)
	})
}

func recordGame(t *results.Tournament, req Request, match results.MatchID, c GameClaim) (*decision, error) {
	d, m, r, err := gameAt(t, req, match, c.Game, c.Version)
	if err != nil {
		return nil, err
	}
	g := &results.GameResult{Match: match, Game: c.Game, Winner: c.Winner, Method: c.Method, Evidence: c.Evidence}
	if g.Method == "" {
		g.Method = results.Reported
	}
	if g.Verdict, err = CheckGame(t, match, c); err != nil {
		return nil, err
	}
	if c.Ruling {
		if err := needReason(req); err != nil {
			return nil, err
		}
		if d.action == "" {
			d.action = results.RuleGame
		} else if !results.Allowed(req.By.Role, results.RuleGame) {
			return nil, forbidden(req.By, results.RuleGame)
		}
		g.Ruling = &results.Ruling{By: req.By, Reason: req.Reason}
	} else if g.Verdict.Kind == results.VerdictRejected {
		return nil, &results.Error{Code: results.Invalid, Message: g.Verdict.Message, Field: "claim", Rule: g.Verdict.Rule}
	}
	h := results.GameHistory{}
	if c.Game <= len(m.Games) {
		h = m.Games[c.Game-1]
	} else if err := structureOf(t, r).CheckNextGame(tableOf(t, m)); err != nil {
		return nil, err
	}
	g.Version = len(h.Results) + 1
	d.records = append(d.records, struckMark(h), g)
	d.records = slices.DeleteFunc(d.records, isNil)
	d.text = fmt.Sprintf("Round %d, table %d, game %d: %s (%s).", r.Number, m.Match.Table, c.Game, gameText(t, m.Match, g), g.Verdict.Kind)
	if g.Ruling != nil {
		d.text = "Ruled. " + d.text
	}
	return d, redecide(t, d, r, req, structure.Table{})
}

func isNil(r results.Record) bool {
	mark, ok := r.(*results.UnfinishedGame)
	return ok && mark == nil
}

// struckMark takes back the mark that a game was left unfinished, nil if there
// is none.
func struckMark(h results.GameHistory) *results.UnfinishedGame {
	mark := h.LeftUnfinished()
	if mark == nil {
		return nil
	}
	struck := *mark
	struck.Version, struck.Struck = mark.Version+1, true
	return &struck
}

func gameText(t *results.Tournament, m *results.Match, g *results.GameResult) string {
	how := ""
	if g.Method != results.Reported {
		how = " by " + g.Method
	}
	if g.Winner == results.Nobody {
		return "Game Draw" + how
	}
	return t.NameOf(m.Seats[g.Winner]) + " wins" + how
}

// gameAt finds the match of a game and checks the version that a form was made
// from. What is recorded already changes only with a reason, and in a closed
// round with more rights.
func gameAt(t *results.Tournament, req Request, match results.MatchID, game, version int) (*decision, *results.MatchHistory, *results.Round, error) {
	m, ok := t.Match(match)
	if !ok {
		return nil, nil, nil, results.Refuse(results.NotFound, "There is no such match.")
	}
	m, r, err := matchAt(t, match, m.Version())
	if err != nil {
		return nil, nil, nil, err
	}
	if m.Match.Assigned != "" {
		return nil, nil, nil, results.Refuse(results.Refused, "Nobody plays in this row.")
	}
	if game < 1 || game > len(m.Games)+1 {
		return nil, nil, nil, results.Refuse(results.Invalid, "The next game of this match is game %d.", len(m.Games)+1).At("game")
	}
	d := &decision{round: r.Number, match: match, entrants: m.Match.Seats}
	last := 0
	if game <= len(m.Games) {
		last = gameVersion(m.Games[game-1])
	}
	if version != last {
		return nil, nil, nil, stale(fmt.Sprintf("Game %d of table %d", game, m.Match.Table), lastActor(m, game))
	}
	if r.Status == results.Closed {
		d.action = results.CorrectClosed
	} else if last > 0 || m.Result() != nil {
		d.action = results.CorrectResult
	}
	if d.action != "" {
		return d, m, r, needReason(req)
	}
	return d, m, r, nil
}

// gameVersion counts what was recorded of a game: results and unfinished marks.
func gameVersion(h results.GameHistory) int { return len(h.Results) + len(h.Unfinished) }

// GameVersion is the number that a form about a game carries.
func GameVersion(m *results.MatchHistory, game int) int {
	if game < 1 || game > len(m.Games) {
		return 0
	}
	return gameVersion(m.Games[game-1])
}

func lastActor(m *results.MatchHistory, game int) results.Actor {
	var by results.Actor
	if game <= len(m.Games) {
		if h := m.Games[game-1]; len(h.Results) > 0 {
			by = h.Results[len(h.Results)-1].By
		}
	}
	return by
}

// RuleOn decides a game that waits for a judge, or overrules what is recorded:
// the next version has the ruling, and the engine's verdict stays beside it.
func (k *Keeper) RuleOn(ctx context.Context, req Request, match results.MatchID, game, version, winner int) (*results.Tournament, error) {
	return k.do(ctx, req, results.RuleGame, func(t *results.Tournament) (*decision, error) {
		return ruleOn(t, req, match, game, version, winner)
	})
}

func ruleOn(t *results.Tournament, req Request, match results.MatchID, game, version, winner int) (*decision, error) {
	d, m, r, err := gameAt(t, req, match, game, version)
	if err != nil {
		return nil, err
	}
	if game > len(m.Games) || len(m.Games[game-1].Results) == 0 {
		return nil, results.Refuse(results.Refused, "Game %d has no claim to rule on. Record it first.", game)
	}
	if winner < results.Nobody || winner >= len(m.Match.Seats) {
		return nil, results.Refuse(results.Invalid, "Say who won the game, or that it was drawn.").At("winner")
	}
	if d.action == results.CorrectResult {
		d.action = "" // ruling is what was asked for
	}
	h := m.Games[game-1]
	g := *h.Results[len(h.Results)-1]
	g.Version, g.Winner, g.Struck = g.Version+1, winner, false
	g.Ruling = &results.Ruling{By: req.By, Reason: req.Reason}
	d.records = slices.DeleteFunc([]results.Record{struckMark(h), &g}, isNil)
	d.text = fmt.Sprintf("Ruled. Round %d, table %d, game %d: %s (the engine said %s).", r.Number, m.Match.Table, game, gameText(t, m.Match, &g), g.Verdict.Kind)
	return d, redecide(t, d, r, req, structure.Table{})
}

// StrikeGame says that a recorded game was not played after all.
func (k *Keeper) StrikeGame(ctx context.Context, req Request, match results.MatchID, game, version int) (*results.Tournament, error) {
	return k.do(ctx, req, results.RecordGame, func(t *results.Tournament) (*decision, error) {
		return strikeGame(t, req, match, game, version)
	})
}

func strikeGame(t *results.Tournament, req Request, match results.MatchID, game, version int) (*decision, error) {
	if err := needReason(req); err != nil {
		return nil, err
	}
	d, m, r, err := gameAt(t, req, match, game, version)
	if err != nil {
		return nil, err
	}
	if game > len(m.Games) || m.Games[game-1].Result() == nil && m.Games[game-1].LeftUnfinished() == nil {
		return nil, results.Refuse(results.Refused, "Game %d is not recorded.", game)
	}
	if game < len(m.Games) && (m.Games[game].Result() != nil || m.Games[game].LeftUnfinished() != nil) {
		return nil, results.Refuse(results.Refused, "Game %d was played after it. Strike the last game first.", game+1)
	}
	h := m.Games[game-1]
	if mark := struckMark(h); mark != nil {
		d.records = append(d.records, mark)
	}
	if old := h.Result(); old != nil {
		g := *old
		g.Version, g.Struck, g.Winner = len(h.Results)+1, true, results.Nobody
		d.records = append(d.records, &g)
	}
	d.text = fmt.Sprintf("Round %d, table %d: game %d struck.", r.Number, m.Match.Table, game)
	return d, redecide(t, d, r, req, structure.Table{})
}

// EndByTime ends a match whose time is over. unfinished marks the game that was
// running. In a clock-controlled match a win without its clock press is
// unfinished as well, and the engine's result is kept beside it (7.4.2, 7.4.3).
func (k *Keeper) EndByTime(ctx context.Context, req Request, match results.MatchID, version int, unfinished bool) (*results.Tournament, error) {
	return k.do(ctx, req, results.RecordGame, func(t *results.Tournament) (*decision, error) {
		m, r, err := matchAt(t, match, version)
		if err != nil {
			return nil, err
		}
		d := &decision{round: r.Number, match: match, entrants: m.Match.Seats}
		if err := correction(d, m, r, req); err != nil {
			return nil, err
		}
		s := structureOf(t, r)
		pressed := t.TableTime(match).Pressed
		for i, h := range m.Games {
			g := h.Result()
			if _, ok := pressed[i+1]; ok || g == nil || s.Timing.Mode != "clock_controlled" {
				continue
			}
			d.records = append(d.records, leftUnfinished(h))
		}
		if unfinished {
			if err := s.CheckNextGame(tableOf(t, m)); err != nil {
				return nil, err
			}
			d.records = append(d.records, &results.UnfinishedGame{Match: match, Game: len(m.Games) + 1, Version: 1})
		}
		d.records = append(d.records, &results.ClockEntry{ID: len(t.Clock) + 1, Round: r.Number, Match: match, Kind: results.TimeCalled})
		d.text = fmt.Sprintf("Round %d, table %d: ended by time.", r.Number, m.Match.Table)
		return d, redecide(t, d, r, req, structure.Table{TimeOver: true})
	})
}

// leftUnfinished is the mark that a game with a result did not end in time; what
// the engine said of it is kept.
func leftUnfinished(h results.GameHistory) *results.UnfinishedGame {
	g := *h.Result()
	return &results.UnfinishedGame{
		Match: g.Match, Game: g.Game, Version: len(h.Unfinished) + 1,
		Winner: &g.Winner, Method: g.Method, Evidence: g.Evidence, Verdict: &g.Verdict,
	}
}

// ConcedeMatch records that a seat concedes the match. Its games stay as they
// were played (7.4.1).
func (k *Keeper) ConcedeMatch(ctx context.Context, req Request, match results.MatchID, version, seat int) (*results.Tournament, error) {
	return k.decideBy(ctx, req, match, version, "concession", func(t *results.Tournament, m *results.MatchHistory) (structure.Table, error) {
		if seat < 0 || seat >= len(m.Match.Seats) {
			return structure.Table{}, results.Refuse(results.Invalid, "Say who concedes.").At("seat")
		}
		return structure.Table{Conceded: &seat}, nil
	})
}

// DecideEqual records the winner that the policy's procedure found for a match
// that may not be drawn.
func (k *Keeper) DecideEqual(ctx context.Context, req Request, match results.MatchID, version, winner int) (*results.Tournament, error) {
	return k.decideBy(ctx, req, match, version, "procedure", func(t *results.Tournament, m *results.MatchHistory) (structure.Table, error) {
		if err := needReason(req); err != nil {
			return structure.Table{}, err
		}
		if winner < 0 || winner >= len(m.Match.Seats) {
			return structure.Table{}, results.Refuse(results.Invalid, "Say who goes on.").At("winner")
		}
		return structure.Table{Chosen: &winner}, nil
	})
}

func (k *Keeper) decideBy(ctx context.Context, req Request, match results.MatchID, version int, what string, how func(*results.Tournament, *results.MatchHistory) (structure.Table, error)) (*results.Tournament, error) {
	return k.do(ctx, req, results.EnterResult, func(t *results.Tournament) (*decision, error) {
		m, r, err := matchAt(t, match, version)
		if err != nil {
			return nil, err
		}
		d := &decision{round: r.Number, match: match, entrants: m.Match.Seats}
		if err := correction(d, m, r, req); err != nil {
			return nil, err
		}
		table, err := how(t, m)
		if err != nil {
			return nil, err
		}
		d.text = fmt.Sprintf("Round %d, table %d: decided by %s.", r.Number, m.Match.Table, what)
		if err := redecide(t, d, r, req, table); err != nil {
			return nil, err
		}
		if len(d.records) == 0 {
			return nil, results.Refuse(results.Refused, "That does not decide the match yet.")
		}
		return d, nil
	})
}

// Waiting says what an undecided match waits for, in plain words, "" for one that
// is decided. The error says why its records cannot stand as they are.
func Waiting(t *results.Tournament, m *results.MatchHistory) (string, error) {
	r, ok := t.Round(m.Match.Round)
	if !ok || m.Match.Assigned != "" || m.Result() != nil {
		return "", nil
	}
	s, table := structureOf(t, r), tableOf(t, m)
	table.TimeOver = s.Timing.Mode != "untimed" && !t.TableTime(m.Match.ID).Called.IsZero()
	made, err := s.Decide(table)
	return made.Open, err
}

// structureOf is the match structure of a round.
func structureOf(t *results.Tournament, r *results.Round) structure.Structure {
	stage, _ := t.Stage(r.Stage)
	return structure.For(t.PolicyFor(r.Number).Policy, stage)
}

// tableOf is everything that happened in a match.
func tableOf(t *results.Tournament, m *results.MatchHistory) structure.Table {
	table := structure.Table{Match: m, Clock: t.Ledger(m.Match.Round)}
	for _, h := range t.Penalties {
		table.Penalties = append(table.Penalties, h.Current())
	}
	return table
}

// redecide adds to a decision what the match structure makes of it: the next
// version of the match result where it changes. extra has what only the caller
// knows: a concession, a winner by procedure, time over.
func redecide(t *results.Tournament, d *decision, r *results.Round, req Request, extra structure.Table) error {
	after := t
	if len(d.records) > 0 {
		var err error
		if after, err = applied(t, d.records); err != nil {
			return err
		}
	}
	m, _ := after.Match(d.match)
	now := m.Result()
	table := tableOf(after, m)
	table.Conceded, table.Chosen, table.TimeOver = extra.Conceded, extra.Chosen, extra.TimeOver
	if now != nil && extra.Conceded == nil && now.Kind == results.Concession && now.Winner != results.Nobody && len(m.Match.Seats) == 2 {
		loser := 1 - now.Winner
		table.Conceded = &loser
		// The concession was in time when it was made.
		fresh := *m
		fresh.Results = nil
		table.Match = &fresh
	}
	s := structureOf(after, r)
	if s.Timing.Mode != "untimed" && (extra.Chosen != nil || !after.TableTime(d.match).Called.IsZero() || r.Status == results.Closed) {
		// A procedure for equal games begins only when the games are over, and
		// nobody plays on in a closed round: what was finished decides.
		table.TimeOver = true
	}
	made, err := s.Decide(table)
	if err != nil {
		return err
	}
	switch {
	case made.Result != nil:
		if len(made.TooLate) > 0 {
			for _, number := range made.TooLate {
				d.records = append(d.records, leftUnfinished(m.Games[number-1]))
			}
			return redecide(t, d, r, req, extra)
		}
		result := made.Result
		result.Match, result.Version, result.PolicyHash = d.match, m.Version()+1, after.PolicyFor(r.Number).Hash
		if now != nil && sameResult(now, result) {
			return nil
		}
		d.records = append(d.records, result)
		d.text += " " + ResultText(after, m.Match, result) + "."
		if stage, _ := t.Stage(r.Stage); stage.System.Elimination() && now != nil {
			if err := reseat(t, d, r, m.Match, result.Winner, false); err != nil {
				return err
			}
		}
	case now != nil:
		d.records = append(d.records, &results.MatchResult{
			Match: d.match, Version: m.Version() + 1, Kind: results.Open, Winner: results.Nobody,
			Procedure: "correction", PolicyHash: after.PolicyFor(r.Number).Hash,
		})
		d.text += " The match is open again: " + made.Open
		if r.Status == results.Closed {
			return results.Refuse(results.Refused, "The match would be open again (%s), but round %d is closed. Reopen the round first, or correct the match result.", made.Open, r.Number)
		}
	}
	return following(t, d)
}

// sameResult reports whether two versions say and rest on the same.
func sameResult(a, b *results.MatchResult) bool {
	return a.Kind == b.Kind && a.Winner == b.Winner && slices.Equal(a.Won, b.Won) && a.Drawn == b.Drawn &&
		slices.Equal(a.Games, b.Games) && slices.Equal(a.Penalties, b.Penalties) && a.Procedure == b.Procedure
}
