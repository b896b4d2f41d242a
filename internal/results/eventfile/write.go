package eventfile

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
)

// Options say how an export is written.
type Options struct {
	// Anonymous replaces the names of entrants, clubs and staff, and the texts
	// that may hold names.
	Anonymous bool
}

// Write makes the export of an event: the plain part as it stands and the whole
// history. The same tournament gives the same bytes, and so does the tournament
// that is read back from them.
func Write(t *results.Tournament, o Options) ([]byte, error) {
	changes := portable(changesOf(t))
	if o.Anonymous {
		changes = anonymous(changes)
		renamed, err := results.Fold(changes)
		if err != nil {
			return nil, err
		}
		t = renamed
	}
	doc, err := plain(t)
	if err != nil {
		return nil, err
	}
	doc.History = historyOf(changes)
	return encode(doc)
}

func historyOf(changes []results.Change) history {
	out := make(history, len(changes))
	for i, c := range changes {
		records := make([]record, len(c.Records))
		for j, r := range c.Records {
			records[j] = record{r}
		}
		out[i] = change{c.Entry, records}
	}
	return out
}

// MarshalJSON writes the record as an object with its type as the only key,
// without the stamp and without what is computed from the rest.
func (rec record) MarshalJSON() ([]byte, error) {
	bare := copyRecord(rec.Record)
	*bare.StampOf() = results.Stamp{}
	if p, ok := bare.(*results.PolicyRecord); ok {
		p.Policy = nil // its text says all
	}
	return marshal(map[string]results.Record{bare.RecordType(): bare})
}

// marshal writes one value on one line.
func marshal(v any) ([]byte, error) {
	return json.Marshal(v, jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true), jsontext.AllowInvalidUTF8(true), json.WithMarshalers(
		json.MarshalToFunc(func(enc *jsontext.Encoder, raw results.RawJSON) error {
			return enc.WriteValue(jsontext.Value(raw))
		})))
}

// plain is the event as it now stands, without its history. Drafts and archived
// matches are in the history only.
func plain(t *results.Tournament) (*document, error) {
	info := t.Info()
	sanctioned := info.Sanctioned
	doc := &document{
		Format: Format, Name: info.Name, Slug: info.Slug, Zone: info.Zone, Place: info.Place,
		Ruleset: info.Ruleset, Sanctioned: &sanctioned, KeptTables: info.KeptTables,
	}
	if !info.StartsAt.IsZero() {
		zone, err := time.LoadLocation(info.Zone)
		if err != nil {
			return nil, err
		}
		doc.StartsAt = info.StartsAt.In(zone).Format(localTime)
	}
	var err error
	if doc.Policy, err = policyValue(t.Policies[len(t.Policies)-1]); err != nil {
		return nil, err
	}
	for _, s := range t.Stages() {
		written, err := plainStage(s)
		if err != nil {
			return nil, err
		}
		doc.Stages = append(doc.Stages, written)
	}
	doc.Entrants = make([]entrant, len(t.Entrants))
	for i, h := range t.Entrants {
		e := h.Current()
		doc.Entrants[i] = entrant{
			ID: e.ID, Name: e.Name, Seed: e.Seed, Rating: e.Rating, Club: e.Club, Group: e.Group,
			FixedTable: e.FixedTable, AwardedByes: e.AwardedByes, StartScore: e.StartScore, JoinedIn: e.JoinedIn,
			DroppedAfter: e.DroppedAfter, DisqualifiedAfter: e.DisqualifiedAfter, Absent: e.Absent,
		}
	}
	for _, h := range t.Rounds {
		r := h.Current()
		if !r.Status.Public() {
			continue
		}
		written := round{
			Number: r.Number, Stage: r.Stage, Seed: r.PairSeed, Algorithm: r.Algorithm, PairedAt: r.PairedAt,
			Matches: make([]match, len(r.Matches)),
		}
		for i, m := range t.RoundMatches(r) {
			written.Matches[i] = plainMatch(m)
		}
		doc.Rounds = append(doc.Rounds, written)
	}
	return doc, nil
}

func plainStage(s results.Stage) (stage, error) {
	out := stage{
		ID: s.ID, System: s.System, Rounds: s.Rounds, Size: s.Size, Legs: s.Legs, Groups: s.Groups,
		ThirdPlace: s.ThirdPlace, Reset: s.Reset, Seeding: s.Seeding, LotSeed: s.LotSeed,
	}
	var err error
	if s.Match != nil {
		if out.Match, err = marshal(s.Match); err != nil {
			return out, err
		}
	}
	if s.Timing != nil {
		out.Timing, err = marshal(s.Timing)
	}
	return out, err
}

func plainMatch(h *results.MatchHistory) match {
	m := h.Match
	out := match{Table: m.Table, Slot: m.Slot, Seats: m.Seats, Kind: m.Assigned}
	if len(m.Seats) == 1 {
		return out
	}
	out.Games = plainGames(h)
	result := h.Result()
	if result == nil {
		return out
	}
	if result.Won != nil {
		drawn := result.Drawn
		out.GamesWon, out.GamesDrawn = result.Won, &drawn
	}
	if result.Kind != results.Played {
		out.Kind = result.Kind
	}
	if !gamesTell(result, len(m.Seats)) {
		out.Winner.Given = true
		if result.Winner == results.Nobody {
			out.Kind = result.Kind // nobody needs a kind to say why
		} else {
			out.Winner.ID = m.Seats[result.Winner]
		}
	}
	return out
}

// gamesTell reports whether a reader knows the winner from kind and games.
func gamesTell(result *results.MatchResult, seats int) bool {
	switch result.Kind {
	case results.AgreedDraw, results.DoubleLoss, results.DoubleForfeit:
		return true
	case results.Played:
		return seats == 2 && result.Won != nil && leader(result.Won) == result.Winner
	}
	return false
}

// leader is the seat with the most games, or Nobody where several have them.
func leader(won []int) int {
	best, seat := -1, results.Nobody
	for i, n := range won {
		switch {
		case n > best:
			best, seat = n, i
		case n == best:
			seat = results.Nobody
		}
	}
	return seat
}

// plainGames is the match game by game, or nil where the score says as much.
func plainGames(h *results.MatchHistory) []game {
	detailed := false
	games := make([]game, 0, len(h.Games))
	for _, g := range h.Games {
		if r := g.Result(); r != nil {
			detailed = detailed || !r.OrderUnknown
			games = append(games, plainGame(h.Match, r))
		} else if u := g.LeftUnfinished(); u != nil {
			detailed = true
			games = append(games, plainUnfinished(h.Match, u))
		}
	}
	if !detailed {
		return nil
	}
	return games
}

func plainGame(m *results.Match, r *results.GameResult) game {
	out := game{Draw: r.Winner == results.Nobody, Evidence: r.Evidence}
	if !out.Draw {
		out.Winner = m.Seats[r.Winner]
	}
	if r.Method != results.Reported {
		verdict := r.Verdict
		out.Method, out.Verdict = r.Method, &verdict
	}
	if r.Ruling != nil {
		out.Ruling = &ruling{By: r.Ruling.By.Name, Reason: r.Ruling.Reason}
	}
	return out
}

func plainUnfinished(m *results.Match, u *results.UnfinishedGame) game {
	out := game{Unfinished: true, Method: u.Method, Evidence: u.Evidence, Verdict: u.Verdict}
	if u.Winner != nil && *u.Winner >= 0 {
		out.Winner = m.Seats[*u.Winner]
	}
	return out
}
