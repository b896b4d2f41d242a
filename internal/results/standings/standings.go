package standings

import (
	"cmp"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Standings is a ranked table. It is read-only and safe to share.
type Standings struct {
	Table  *Table
	Policy *results.Policy
	// Codes names the values of a row: the policy's chain, in order, and after it
	// what else was asked for. Chain is the length of the chain.
	Codes []string
	Chain int
	// Rows are in order of rank, equals by id; the disqualified come last.
	Rows []Row

	parted []int // link of the chain that parts row k from row k+1
	links  []link
}

// Row is one entrant in the standings.
type Row struct {
	// Rank is shared by equals (1, 2, 2, 4); 0 for the disqualified.
	Rank int
	// Tied is set where another entrant has the same rank; ByLot where only the
	// lot parts this entrant from an equal one.
	Tied    bool
	ByLot   bool
	Entrant results.EntrantID
	// Index is the entrant's index in the table.
	Index       int
	MatchPoints exact.Rat
	// A bye is a win, half a bye a draw; a double loss, a missed or assigned
	// round and a bye worth nothing are losses.
	Wins, Losses, Draws int
	Status              Status
	// Values are in the order of Standings.Codes.
	Values []exact.Value
}

// Value is the row's value of a code; ok is false if the standings lack it.
func (s *Standings) Value(r *Row, code string) (v exact.Value, ok bool) {
	if i := slices.Index(s.Codes, code); i >= 0 {
		return r.Values[i], true
	}
	return exact.None, false
}

// Options says what Compute adds to the ranking.
type Options struct {
	// All adds every tiebreaker that has a meaning for the event. Values that
	// compare the members of a tied group take those with equal match points.
	All bool
	// LotSeed is the stored draw of a policy that breaks full ties by lot; the
	// table's own seed is used where it is nil. Without any, ranks are shared.
	LotSeed *uint64
}

// Compute ranks the table by the policy's chain. The policy must be one that
// package policy accepted.
func Compute(t *Table, p *results.Policy, opts Options) *Standings {
	c := newCalc(t, p)
	r := newRanking(c, p.Tiebreakers)
	r.rank(p.RestartAfterSplit)
	s := &Standings{Table: t, Policy: p, Chain: len(p.Tiebreakers), links: r.chain}
	for _, tb := range p.Tiebreakers {
		s.Codes = append(s.Codes, tb.Code)
	}
	if opts.All {
		for _, info := range results.Tiebreakers() {
			if !slices.Contains(s.Codes, info.Code) && t.meaningful(info.Code) {
				s.Codes = append(s.Codes, info.Code)
				s.links = append(s.links, r.extra(info.Code))
			}
		}
	}

	seed := opts.LotSeed
	if seed == nil {
		seed = t.LotSeed
	}
	byLotHere := p.LotSeeded && seed != nil
	s.parted = r.parted
	s.Rows = make([]Row, len(r.order))
	width := len(s.links)
	values := make([]exact.Value, len(r.order)*width)
	for from := 0; from < len(r.order); {
		to := from + 1
		for to < len(r.order) && r.parted[to-1] == notParted {
			to++
		}
		equals := r.order[from:to]
		slices.SortFunc(equals, func(a, b int32) int {
			x, y := t.entrants[a].ID, t.entrants[b].ID
			if byLotHere {
				return lotOrder(*seed, x, y)
			}
			return cmp.Compare(x, y)
		})
		for k, i := range equals {
			row := &s.Rows[from+k]
			row.Entrant, row.Index, row.Status = t.entrants[i].ID, int(i), t.entrants[i].Status
			row.MatchPoints = t.rat(t.score[i])
			row.Wins, row.Losses, row.Draws = t.record(int(i))
			row.Values = values[(from+k)*width : (from+k+1)*width : (from+k+1)*width]
			for v := range s.links {
				row.Values[v] = s.links[v].values[i]
			}
			switch {
			case row.Status == Disqualified:
			case byLotHere:
				row.Rank, row.ByLot = from+k+1, len(equals) > 1
				if k > 0 {
					r.parted[from+k-1] = byLot
				}
			default:
				row.Rank, row.Tied = from+1, len(equals) > 1
			}
		}
		from = to
	}
	return s
}

// record counts the rounds won, lost and drawn.
func (t *Table) record(i int) (wins, losses, draws int) {
	row := t.row(i)
	for r := range row {
		switch row[r].outcome {
		case win:
			wins++
		case loss:
			losses++
		case draw:
			draws++
		}
	}
	return wins, losses, draws
}

// meaningful reports whether a tiebreaker says something about this event: game
// shares need games, rating performances need ratings, sides need two seats, a
// McMahon score needs scores to start from.
func (t *Table) meaningful(code string) bool {
	switch code {
	case "GW", "OGW", "GD", "GWON":
		for i := range t.cells {
			if c := &t.cells[i]; c.kind.contested() && c.won+c.lost+c.drawn > 0 {
				return true
			}
		}
		return false
	case "ARO", "ARO-C1", "TPR", "PTP", "APRO":
		return slices.ContainsFunc(t.entrants, func(e Entrant) bool { return e.Rating != 0 })
	case "BPG", "BWG":
		return len(t.pods) == 0
	case "MMS":
		return slices.ContainsFunc(t.start, func(s int64) bool { return s != 0 })
	}
	return true
}
