package pairing

import (
	"math/big"

	"tourney/internal/results"
	"tourney/internal/results/exact"
	"tourney/internal/results/standings"
)

// field is who is to be paired in a round, with what pairing looks at.
type field struct {
	rules   results.PairingRules
	rounds  []*results.Round // of the stage, before this one
	players []player
	// awarded are the rows of those whose bye was awarded: they are not paired.
	awarded []Planned
	// unit is the common denominator of all points.
	unit int64
	t    *results.Tournament
}

type player struct {
	entrant *results.Entrant
	points  int64 // in 1/unit points
	rank    int
	byes    int   // byes as the odd one out; awarded ones do not count
	met     []int // positions in Tournament.Entrants, once for each match
}

// newField collects the active entrants of a Swiss or pod round. It refuses a
// field of fewer than two.
func newField(t *results.Tournament, stage results.Stage, plan *Plan) (*field, error) {
	f := &field{t: t, rules: t.PolicyFor(plan.Round).Policy.Pairing, rounds: StageRounds(t, stage.ID)}
	active := Active(t, stage.ID, plan.Round)
	first := len(t.Stages()) == 0 || t.Stages()[0].ID == stage.ID
	for _, e := range active {
		if first && len(f.rounds) < e.AwardedByes {
			f.awarded = append(f.awarded, Planned{
				Seats: []results.EntrantID{e.ID}, Assigned: results.FullBye,
				Reasons: []results.Reason{{Code: "awarded_bye", Text: "This bye was awarded before the event."}},
			})
			continue
		}
		f.players = append(f.players, player{entrant: e})
	}
	if len(active) < 2 {
		return nil, tooFew(len(active))
	}
	f.history()
	return f, f.score(stage, plan.Round)
}

// seatNobody plans a round in which nobody can meet: of two or more who are in,
// all but one at most have an awarded bye. It reports whether it is one.
func (f *field) seatNobody(plan *Plan) bool {
	if len(f.players) > 1 {
		return false
	}
	plan.Quality = &results.PairingQuality{Optimal: true}
	for _, p := range f.players {
		plan.Matches = append(plan.Matches, Planned{
			Seats: []results.EntrantID{p.entrant.ID}, Assigned: results.Bye,
			Reasons: []results.Reason{{Code: "alone", Text: "Bye: everybody else has an awarded bye in this round."}},
		})
		plan.Quality.SecondByes = min(p.byes, 1)
		plan.Quality.ByePoints = exact.Of(f.rat(big.NewInt(p.points)))
	}
	plan.Matches = append(plan.Matches, f.awarded...)
	return true
}

// history fills in whom everybody met and how often everybody sat out in the
// rounds of the stage. Entrants whose match is still open meet in it.
func (f *field) history() {
	index := f.indices()
	for _, r := range f.rounds {
		for _, id := range r.Matches {
			m := f.t.Matches[id-1]
			kind := m.Match.Assigned
			if result := m.Result(); result != nil {
				kind = result.Kind
			}
			if len(m.Match.Seats) == 1 {
				if i := index[f.t.EntrantIndex(m.Match.Seats[0])]; i >= 0 && kind == results.Bye {
					f.players[i].byes++
				}
				continue
			}
			if kind == results.Forfeit || kind == results.DoubleForfeit {
				continue // they did not meet
			}
			for s, seat := range m.Match.Seats {
				i := index[f.t.EntrantIndex(seat)]
				if i < 0 {
					continue
				}
				for o, other := range m.Match.Seats {
					if o != s {
						f.players[i].met = append(f.players[i].met, f.t.EntrantIndex(other))
					}
				}
			}
		}
	}
}

// indices maps positions in Tournament.Entrants to players, -1 for those who do
// not play.
func (f *field) indices() []int {
	index := make([]int, len(f.t.Entrants))
	for i := range index {
		index[i] = -1
	}
	for i, p := range f.players {
		index[f.t.EntrantIndex(p.entrant.ID)] = i
	}
	return index
}

// score fills in points and ranks as of the rounds before.
func (f *field) score(stage results.Stage, round int) error {
	table, err := standings.FromTournament(f.t, stage.ID, round-1)
	if err != nil {
		return err
	}
	policy := *f.t.PolicyFor(max(round-1, 1)).Policy
	if f.rules.WithinPoints != "rank" && f.rules.LastRound != "by_rank" {
		// Nobody asks for ranks: points are enough.
		policy.Tiebreakers = []results.Tiebreaker{{Code: "MP"}}
	}
	sheet := standings.Compute(table, &policy, standings.Options{})
	points := make([]exact.Rat, len(f.players))
	index := f.indices()
	last := len(sheet.Rows) + 1
	for i := range f.players {
		// Who is not in the table yet has no points but the start score.
		points[i], f.players[i].rank = f.players[i].entrant.StartScore, last
	}
	for _, row := range sheet.Rows {
		if i := index[f.t.EntrantIndex(row.Entrant)]; i >= 0 {
			points[i] = row.MatchPoints.Add(f.players[i].entrant.StartScore)
			f.players[i].rank = row.Rank
		}
	}
	return f.scale(points)
}

// scale brings points to their common denominator.
func (f *field) scale(points []exact.Rat) error {
	unit := big.NewInt(1)
	for _, p := range points {
		_, den, ok := p.Ratio()
		if !ok {
			return errTooFine
		}
		d := big.NewInt(den)
		gcd := new(big.Int).GCD(nil, nil, unit, d)
		unit.Mul(unit, d.Quo(d, gcd))
	}
	if !unit.IsInt64() || unit.BitLen() > 20 {
		return errTooFine
	}
	f.unit = unit.Int64()
	for i, p := range points {
		n, ok := p.Mul(exact.Int(f.unit)).Int64()
		if !ok {
			return errTooFine
		}
		f.players[i].points = n
	}
	return nil
}

// errTooFine refuses points that no event has.
var errTooFine = results.Refuse(results.Refused, "The points of this event are too large, or have too many different fractions, to be compared. Use simpler points in the policy.")

// rat turns a number of units into points.
func (f *field) rat(units *big.Int) exact.Rat {
	return exact.FromBig(new(big.Rat).SetFrac(units, big.NewInt(f.unit)))
}

// points writes a number of units for people.
func (f *field) points(units int64) string {
	r := exact.Frac(units, f.unit)
	if r.Equal(exact.Int(1)) {
		return "1 point"
	}
	if _, ok := r.Int64(); !ok {
		return r.Decimal(1) + " points"
	}
	return r.String() + " points"
}
