package eventfile

import (
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
	"tourney/internal/results/claims"
	"tourney/internal/results/structure"
	"tourney/internal/rules/check"
	"tourney/internal/rules/jsontree"
)

// match appends the records of one row: the match, its games, and its result if
// it has one.
func (b *builder) match(records []results.Record, m *match, r *round, s *structure.Structure, at place) (_ []results.Record, decided bool) {
	pairing := &results.Match{ID: b.lastMatch, Round: r.Number, Table: m.Table, Seats: m.Seats, Slot: m.Slot}
	if len(m.Seats) == 1 {
		pairing.Assigned = m.Kind
	}
	records = append(records, pairing)
	row := structure.Row{Kind: m.Kind, Seats: len(m.Seats), Won: m.GamesWon, Drawn: deref(m.GamesDrawn)}
	if m.Winner.Given {
		seat, ok := b.seatOf(m, m.Winner.ID, at.at("winner"))
		if !ok {
			return records, false
		}
		row.Winner = &seat
	}
	if !b.counts(m, at) {
		return records, false
	}
	var refs []results.GameRef
	if m.Games != nil {
		var ok bool
		if records, row.Games, refs, ok = b.games(records, m, at); !ok {
			return records, false
		}
	}
	decision, err := s.FromRow(row)
	if err != nil {
		b.addf(blamed(m, at), "%s", message(err))
		return records, false
	}
	if decision.Reported != nil {
		if !b.possible(decision.Reported, at) {
			return records, false
		}
		if !b.matchResultsOnly {
			records, refs = b.reported(records, decision.Reported)
		}
	}
	if decision.Result == nil {
		return records, false
	}
	result := decision.Result
	result.Match, result.Version, result.PolicyHash, result.Games = b.lastMatch, 1, b.policy.Hash, refs
	return append(records, result), true
}

// blamed is the place of a score that the structure does not allow.
func blamed(m *match, at place) []any {
	switch {
	case m.GamesWon != nil && m.Games == nil:
		return at.at("games_won")
	case m.GamesWon == nil && m.Games != nil:
		return at.at("games")
	}
	return at.at()
}

// message is a refusal's sentence without the field, which the place stands
// for.
func message(err error) string {
	var refusal *results.Error
	if errors.As(err, &refusal) {
		return refusal.Message
	}
	return err.Error()
}

// seatOf finds the seat of a named winner; nobody has none.
func (b *builder) seatOf(m *match, id results.EntrantID, at []any) (int, bool) {
	if id == "" {
		return results.Nobody, true
	}
	seat := slices.Index(m.Seats, id)
	if seat < 0 {
		b.addf(at, "%q does not sit here; name one of the match's own seats", clip(string(id)))
	}
	return seat, seat >= 0
}

// counts refuses negative numbers of games.
func (b *builder) counts(m *match, at place) bool {
	ok := true
	for seat, n := range m.GamesWon {
		if n < 0 {
			b.addf(at.at("games_won", seat), "%d games are negative; write 0 or more", n)
			ok = false
		}
	}
	if n := deref(m.GamesDrawn); n < 0 {
		b.addf(at.at("games_drawn"), "%d games are negative; write 0 or more", n)
		ok = false
	}
	return ok
}

// games appends the records of the games told one by one.
func (b *builder) games(records []results.Record, m *match, at place) (_ []results.Record, told []structure.Game, refs []results.GameRef, ok bool) {
	ok = true
	for i := range m.Games {
		record, game, fine := b.game(m, i, at)
		if !fine {
			ok = false
			continue
		}
		records = append(records, record)
		told = append(told, game)
		if !game.Unfinished {
			refs = append(refs, results.GameRef{Game: i + 1, Version: 1})
		}
	}
	return records, told, refs, ok
}

// game makes the record of one game and asks the rules engine about it.
func (b *builder) game(m *match, i int, at place) (_ results.Record, told structure.Game, ok bool) {
	g := &m.Games[i]
	here := func(key ...any) []any { return append(at.at("games", i), key...) }
	winner, ok := b.seatOf(m, g.Winner, here("winner"))
	if !ok {
		return nil, told, false
	}
	switch {
	case g.Winner != "" && g.Draw:
		b.addf(here(), `this game has a winner and is a draw; keep one of the two`)
		return nil, told, false
	case g.Winner == "" && !g.Draw && !g.Unfinished:
		b.addf(here(), `this game does not say how it ended; write "winner", "draw": true or "unfinished": true`)
		return nil, told, false
	case g.Ruling != nil && (g.Ruling.By == "" || g.Ruling.Reason == ""):
		b.addf(here("ruling"), `a ruling needs "by", the judge, and "reason"`)
		return nil, told, false
	}
	told = structure.Game{Winner: winner, Unfinished: g.Unfinished}
	claimed := !g.Unfinished || g.Winner != "" || g.Draw || g.Method != "" || g.Evidence != ""
	var verdict *results.Verdict
	if claimed {
		if verdict, ok = b.verdict(m, g, winner, here); !ok {
			return nil, told, false
		}
	}
	if g.Unfinished {
		u := &results.UnfinishedGame{Match: b.lastMatch, Game: i + 1, Version: 1, Method: g.Method, Evidence: g.Evidence, Verdict: verdict}
		if g.Winner != "" || g.Draw {
			u.Winner = &winner
		}
		return u, told, true
	}
	record := &results.GameResult{
		Match: b.lastMatch, Game: i + 1, Version: 1, Winner: winner, Method: methodOf(g), Evidence: g.Evidence, Verdict: *verdict,
	}
	if g.Ruling != nil {
		record.Ruling = &results.Ruling{By: results.Actor{Name: g.Ruling.By, Role: results.Judge}, Reason: g.Ruling.Reason}
	}
	told.Pending = record.Pending()
	return record, told, true
}

func methodOf(g *game) string {
	if g.Method == "" {
		return results.Reported
	}
	return g.Method
}

// verdict asks the rules engine. A rejected claim is a fault, unless a judge
// ruled otherwise; the verdict stays beside the ruling.
func (b *builder) verdict(m *match, g *game, winner int, here func(...any) []any) (*results.Verdict, bool) {
	v, err := claims.Check(b.event, winner, methodOf(g), g.Evidence, b.names(m)...)
	switch {
	case err != nil:
		b.evidence(g, winner, err, here)
		return nil, false
	case v.Kind == results.VerdictRejected && g.Ruling == nil:
		b.addf(here(), "the rules reject this game. %s Correct the claim or its evidence, or give the judge's \"ruling\"", v.Message)
		return nil, false
	}
	return &v, true
}

// evidence blames the places in a game's evidence that cannot be read.
func (b *builder) evidence(g *game, winner int, err error, here func(...any) []any) {
	_, again := check.Check(b.event.Ruleset, b.event.Sanctioned, check.Claim{Winner: winner, Method: g.Method}, []byte(g.Evidence))
	var faults jsontree.Faults
	if !errors.As(again, &faults) {
		b.addf(here(), "%s", message(err))
	}
	for _, f := range faults {
		b.add(pointerOf(here("evidence"))+jsontext.Pointer(f.Pointer), -1, f.Text)
	}
}

// names are the entrants' names in seat order.
func (b *builder) names(m *match) []string {
	names := make([]string, len(m.Seats))
	for i, id := range m.Seats {
		names[i] = strings.TrimSpace(b.doc.Entrants[b.index[id]].Name)
	}
	return names
}

// reported appends the games of a score of which only the result was told.
func (b *builder) reported(records []results.Record, winners []int) ([]results.Record, []results.GameRef) {
	refs := make([]results.GameRef, len(winners))
	games := make([]results.GameResult, len(winners))
	for i, winner := range winners {
		games[i] = results.GameResult{
			Match: b.lastMatch, Game: i + 1, Version: 1, Winner: winner, Method: results.Reported, OrderUnknown: true,
			Verdict: b.reportedVerdict(winner),
		}
		refs[i] = results.GameRef{Game: i + 1, Version: 1}
		records = append(records, &games[i])
	}
	return records, refs
}

// possible refuses a reported score with a game that the rule set does not
// know.
func (b *builder) possible(winners []int, at place) bool {
	for _, winner := range winners {
		if v := b.reportedVerdict(winner); v.Kind == results.VerdictRejected {
			b.addf(at.at(), "the rule set %s rejects this score. %s; correct the score or the event's \"ruleset\"", b.event.Ruleset, v.Message)
			return false
		}
	}
	return true
}

// reportedVerdict is what the rules make of a game of which nothing but the
// winner is told. It depends on the seat alone.
func (b *builder) reportedVerdict(winner int) results.Verdict {
	v, known := b.bare[winner]
	if !known {
		var err error
		if v, err = claims.Check(b.event, winner, results.Reported, ""); err != nil {
			v = results.Verdict{Kind: results.VerdictRejected, Message: message(err)}
		}
		b.bare[winner] = v
	}
	return v
}
