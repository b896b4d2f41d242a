package pairing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tourney/internal/pairing/matching"
	"tourney/internal/results"
)

// Mended is a proposal that puts a wrongly paired round right.
type Mended struct {
	// Broken are the matches that are taken apart, those with results last.
	Broken []results.MatchID
	// Made are the matches and the bye that replace them, at tables that are free
	// then.
	Made []Planned
	// Kept are the matches that stay.
	Kept []results.MatchID
}

// Mend proposes how to put a published Swiss round right with the fewest tables
// broken: everybody who is active sits once, nobody else does, nobody meets
// again or has a second bye where that can be avoided, and the entrants of each
// pair in apart do not meet. Among proposals it prefers, in this order, the
// fewest rematches and second byes, the fewest broken tables with a result, the
// fewest broken tables, the least sum of squared differences in points at the
// new tables. A round that needs nothing gives an empty proposal.
func Mend(t *results.Tournament, number int, apart ...[2]results.EntrantID) (*Mended, error) {
	r, ok := t.Round(number)
	if !ok {
		return nil, results.Refuse(results.NotFound, "There is no round %d.", number)
	}
	stage, _ := t.Stage(r.Stage)
	if stage.System != results.Swiss {
		return nil, results.Refuse(results.Refused, "Only Swiss rounds are mended. Void the round and pair it again.")
	}
	f, err := newField(t.Before(number), stage, &Plan{Round: number, Stage: stage.ID})
	if err != nil {
		return nil, err
	}
	points := func(a, b player) int { return cmp.Compare(a.points, b.points) }
	if len(f.players) > 0 && slices.MaxFunc(f.players, points).points-slices.MinFunc(f.players, points).points > maxGap {
		return nil, errTooFine
	}
	m := newMender(f, t, r, apart)
	mate, err := m.solve()
	if err != nil {
		return nil, err
	}
	return m.proposal(number, mate), nil
}

// maxGap is the largest difference in points, in units, whose square may be added
// up over the tables of a hall in 64 bits.
const maxGap = 1 << 23

// weight compares costs as two words: rematches and broken tables in the first,
// squared gaps in the second.
type weight = [2]int64

// mender is a round as a graph: a vertex for each player, and one more for the
// bye where the number is odd.
type mender struct {
	f       *field
	t       *results.Tournament
	n       int                     // vertices
	bye     int                     // the bye's vertex, -1 without one
	at      []*results.MatchHistory // each player's match now, nil if unseated
	partner []int                   // each vertex's partner now, -1 if the pair cannot stay
	met     []map[int]bool          // players that each has met, or is kept apart from
	kept    []results.MatchID       // rows of those who are not paired: awarded byes, late entries
	now     []*results.MatchHistory
}

func newMender(f *field, t *results.Tournament, r *results.Round, apart [][2]results.EntrantID) *mender {
	n := len(f.players)
	m := &mender{f: f, t: t, n: n, bye: -1, now: t.RoundMatches(r)}
	if n%2 == 1 {
		m.bye, m.n = n, n+1
	}
	index := f.indices()
	player := func(id results.EntrantID) int {
		if i := t.EntrantIndex(id); i >= 0 {
			return index[i]
		}
		return -1
	}
	m.met = make([]map[int]bool, n)
	for i, p := range f.players {
		m.met[i] = map[int]bool{}
		for _, e := range p.met {
			if j := index[e]; j >= 0 {
				m.met[i][j] = true
			}
		}
	}
	for _, pair := range apart {
		if a, b := player(pair[0]), player(pair[1]); a >= 0 && b >= 0 {
			m.met[a][b], m.met[b][a] = true, true
		}
	}
	m.at = make([]*results.MatchHistory, n)
	m.partner = make([]int, m.n)
	for i := range m.partner {
		m.partner[i] = -1
	}
	for _, match := range m.now {
		if alone := match.Match.Assigned; alone != "" && alone != results.Bye {
			if player(match.Match.Seats[0]) < 0 {
				m.kept = append(m.kept, match.Match.ID)
			}
			continue
		}
		ends := make([]int, 0, 2)
		for _, s := range match.Match.Seats {
			if i := player(s); i >= 0 {
				ends = append(ends, i)
				if m.at[i] == nil {
					m.at[i] = match
				}
			}
		}
		if match.Match.Assigned == results.Bye && m.bye >= 0 && m.partner[m.bye] < 0 {
			ends = append(ends, m.bye)
		}
		// A pair stays if both are in and neither sits elsewhere too.
		if len(ends) == 2 && len(match.Match.Seats) <= 2 && m.partner[ends[0]] < 0 && m.partner[ends[1]] < 0 {
			m.partner[ends[0]], m.partner[ends[1]] = ends[1], ends[0]
		}
	}
	return m
}

// maxComplete is the largest field whose graph has every pair. Larger ones have
// every pair of those who must move, and for the rest only neighbours in points.
const (
	maxComplete = 800
	neighbours  = 24
)

// byPoints lists the players from the most points down.
func (m *mender) byPoints() []int {
	order := make([]int, len(m.f.players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.f.players[b].points, m.f.players[a].points) })
	return order
}

func (m *mender) solve() ([]int32, error) {
	order := m.byPoints()
	complete := m.n <= maxComplete
	for {
		var edges []matching.Edge[weight]
		for x, a := range order {
			for y := x + 1; y < len(order); y++ {
				b := order[y]
				if complete || y-x <= neighbours || m.partner[a] == b || m.partner[a] < 0 || m.partner[b] < 0 {
					edges = append(edges, matching.Edge[weight]{U: int32(a), V: int32(b), Cost: m.cost(a, b)})
				}
			}
			if m.bye >= 0 {
				edges = append(edges, matching.Edge[weight]{U: int32(a), V: int32(m.bye), Cost: m.cost(a, m.bye)})
			}
		}
		solved, err := matching.Solve(m.n, edges, nil)
		switch {
		case err == nil:
			return solved.Mate, nil
		case errors.Is(err, matching.ErrNone) && !complete:
			complete = true
		default:
			return nil, fmt.Errorf("mend a round of %d: %w", m.n, err)
		}
	}
}

// cost is the price of seating a and b together. A table that stays is free; a
// new one costs half a broken table for each side, and its squared gap.
func (m *mender) cost(a, b int) weight {
	many := int64(m.n + 2)
	var c weight
	if b == m.bye {
		if m.f.players[a].byes > 0 {
			c[0] += many * many
		}
	} else if m.met[a][b] {
		c[0] += many * many
	}
	if m.partner[a] == b {
		return c
	}
	for _, v := range []int{a, b} {
		switch {
		case v == m.bye || m.at[v] == nil:
		case played(m.at[v]):
			c[0] += many
		default:
			c[0]++
		}
	}
	gap := m.f.players[a].points
	if b != m.bye {
		gap -= m.f.players[b].points
	} else {
		gap -= m.lowest()
	}
	c[1] = 2 * gap * gap
	return c
}

func (m *mender) lowest() int64 {
	low := m.f.players[0].points
	for _, p := range m.f.players {
		low = min(low, p.points)
	}
	return low
}

// played reports whether anything of a contest is recorded.
func played(m *results.MatchHistory) bool {
	return m.Match.Assigned == "" && (m.Result() != nil || len(m.Games) > 0)
}

func (m *mender) proposal(number int, mate []int32) *Mended {
	out := &Mended{Kept: m.kept}
	stays := map[results.MatchID]bool{}
	made := map[int]bool{}
	for _, a := range m.byPoints() {
		p, b := &m.f.players[a], int(mate[a])
		if m.partner[a] == b {
			stays[m.at[a].Match.ID] = true
			continue
		}
		if made[b] {
			continue
		}
		made[a] = true
		match := Planned{Seats: []results.EntrantID{p.entrant.ID}, Reasons: []results.Reason{{
			Code: "mended", Text: "Paired anew when the round was put right.",
		}}}
		if b == m.bye {
			match.Assigned = results.Bye
		} else {
			match.Seats = append(match.Seats, m.f.players[b].entrant.ID)
		}
		out.Made = append(out.Made, match)
	}
	for _, bye := range m.f.awarded {
		if !slices.ContainsFunc(m.kept, func(id results.MatchID) bool { return m.t.Matches[id-1].Match.Seats[0] == bye.Seats[0] }) {
			out.Made = append(out.Made, bye)
		}
	}
	used := map[int]bool{}
	for _, match := range m.now {
		id := match.Match.ID
		if !slices.Contains(m.kept, id) {
			if !stays[id] {
				out.Broken = append(out.Broken, id)
				continue
			}
			out.Kept = append(out.Kept, id)
		}
		used[match.Match.Table] = true
	}
	slices.SortStableFunc(out.Broken, func(a, b results.MatchID) int {
		return cmp.Compare(order(played(m.t.Matches[a-1])), order(played(m.t.Matches[b-1])))
	})
	Seat(m.t, number, out.Made, used)
	return out
}

func order(late bool) int {
	if late {
		return 1
	}
	return 0
}
