package swiss

import (
	"math/big"
	"math/bits"
)

// Code is the kind of a Reason.
type Code string

const (
	// SamePoints: both have Points.
	SamePoints Code = "same_points"
	// PairedDownOdd: Entrant plays someone with fewer points because Count
	// entrants of those Points, an odd number, were left to pair among
	// themselves.
	PairedDownOdd Code = "paired_down_odd"
	// PairedDownAllMet: Entrant plays someone with fewer points, having met all
	// Count others of the same Points who were left.
	PairedDownAllMet Code = "paired_down_all_met"
	// PairedDownClub: as PairedDownAllMet, but some of them are of the same club
	// instead.
	PairedDownClub Code = "paired_down_club"
	// PairedDownOverall: Entrant plays someone with fewer points because that
	// makes the round as a whole better: fewer rematches or smaller gaps.
	PairedDownOverall Code = "paired_down_overall"
	// PairedUp: Entrant, who has Points, plays someone with OtherPoints, which
	// is more.
	PairedUp Code = "paired_up"
	// RematchForced: the two have met Count times; no pairing has fewer
	// rematches and second byes.
	RematchForced Code = "rematch_forced"
	// SameClub: the two are of one club although clubs are kept apart; what
	// comes before it would be worse otherwise.
	SameClub Code = "same_club"
	// ByRank: the round is paired by rank; Entrant has Rank and the other
	// OtherRank.
	ByRank Code = "by_rank"

	// LowestWithoutBye: nobody without a bye has fewer than the entrant's
	// Points.
	LowestWithoutBye Code = "lowest_without_bye"
	// ByeMovedUp: Count entrants without a bye have fewer points, but with any
	// of them sitting out there would be more rematches.
	ByeMovedUp Code = "bye_moved_up"
	// RandomWithoutBye: drawn among those without a bye.
	RandomWithoutBye Code = "random_without_bye"
	// SecondByeForced: the entrant has had Count byes; no pairing has fewer
	// rematches and second byes.
	SecondByeForced Code = "second_bye_forced"
)

// Reason says why a table or a bye is as it is. Which numbers it carries
// depends on the code; the others are zero. Points are in the unit of the input.
type Reason struct {
	Code            Code
	Entrant         int // whom it is about; for both at a table, A
	Points          int64
	OtherPoints     int64
	Count           int
	Rank, OtherRank int
}

// describe turns the tables into the result, without the proof.
func describe(f *field, tables []seats) Result {
	r := Result{Tables: make([]Table, 0, f.n/2)}
	reasons := make([]Reason, 0, f.n+f.n/8)
	groups := f.groups(tables)
	var gap [3]uint64
	for _, t := range tables {
		start := len(reasons)
		if int(t.q) == f.n {
			reasons = append(reasons, f.byeReason(t))
			r.Bye = &Bye{int(f.entrant[t.p]), reasons[start:len(reasons):len(reasons)]}
		} else {
			reasons = f.tableReasons(reasons, t, groups)
			r.Tables = append(r.Tables, Table{
				int(f.entrant[t.p]), int(f.entrant[t.q]), reasons[start:len(reasons):len(reasons)],
			})
		}
		f.count(&r.Quality, &gap, t)
	}
	r.Quality.SquaredGap = toBig(gap)
	return r
}

// count adds a table or the bye to the quality.
func (f *field) count(q *Quality, gap *[3]uint64, t seats) {
	a := &f.in.Entrants[f.entrant[t.p]]
	if int(t.q) == f.n {
		q.ByePoints = a.Points
		if t.met {
			q.SecondByes++
		}
		return
	}
	b := &f.in.Entrants[f.entrant[t.q]]
	if t.met {
		q.Rematches++
	}
	if a.Club != 0 && a.Club == b.Club {
		q.SameClub++
	}
	if a.Points != b.Points {
		d := uint64(max(a.Points, b.Points)) - uint64(min(a.Points, b.Points))
		q.PairDowns++
		q.LargestGap = max(q.LargestGap, d)
		addSquare(gap, d)
	}
}

// addSquare adds d² to a sum of three words.
func addSquare(sum *[3]uint64, d uint64) {
	high, low := bits.Mul64(d, d)
	var carry uint64
	sum[2], carry = bits.Add64(sum[2], low, 0)
	sum[1], carry = bits.Add64(sum[1], high, carry)
	sum[0] += carry
}

func toBig(words [3]uint64) *big.Int {
	x := new(big.Int)
	for _, word := range words {
		x.Lsh(x, 64)
		x.Or(x, new(big.Int).SetUint64(word))
	}
	return x
}

// group is what happened to the entrants of one class.
type group struct {
	left int     // neither paired up nor sitting out
	down []int32 // paired down
}

// groups sorts the entrants of each class by what happened to them. By rank
// there are none.
func (f *field) groups(tables []seats) []group {
	if f.in.Options.ByRank {
		return nil
	}
	groups := make([]group, len(f.below))
	for _, t := range tables {
		if int(t.q) == f.n {
			continue
		}
		g := &groups[f.class[t.p]]
		if f.class[t.p] == f.class[t.q] {
			g.left += 2
		} else {
			g.left++
			g.down = append(g.down, t.p)
		}
	}
	return groups
}

// tableReasons appends why the two at the table play each other.
func (f *field) tableReasons(list []Reason, t seats, groups []group) []Reason {
	a, b := int(f.entrant[t.p]), int(f.entrant[t.q])
	switch {
	case f.in.Options.ByRank:
		list = append(list, Reason{
			Code: ByRank, Entrant: a,
			Rank: f.in.Entrants[a].Rank, OtherRank: f.in.Entrants[b].Rank,
		})
	case f.class[t.p] == f.class[t.q]:
		list = append(list, Reason{Code: SamePoints, Entrant: a, Points: f.points(t.p)})
	default:
		list = append(list, f.downReason(t.p, t.q, &groups[f.class[t.p]]), Reason{
			Code: PairedUp, Entrant: b, Points: f.points(t.q), OtherPoints: f.points(t.p),
		})
	}
	if t.met {
		list = append(list, Reason{Code: RematchForced, Entrant: a, Count: f.matches(a, b)})
	}
	if t.club {
		list = append(list, Reason{Code: SameClub, Entrant: a})
	}
	return list
}

// downReason says why p of group g plays q, who has fewer points.
func (f *field) downReason(p, q int32, g *group) Reason {
	r := Reason{Entrant: int(f.entrant[p]), Points: f.points(p), OtherPoints: f.points(q)}
	if len(g.down) == 1 {
		r.Code, r.Count = PairedDownOdd, g.left
		return r
	}
	r.Code, r.Count = PairedDownAllMet, len(g.down)-1
	for _, other := range g.down {
		if other == p || f.haveMet(p, other) {
			continue
		}
		if !f.sameClub(p, other) {
			r.Code, r.Count = PairedDownOverall, 0
			break
		}
		r.Code = PairedDownClub
	}
	return r
}

// matches is how often the entrants a and b have met.
func (f *field) matches(a, b int) int {
	count := func(i, k int) int {
		times := 0
		for _, o := range f.in.Entrants[i].Met {
			if o == k {
				times++
			}
		}
		return times
	}
	return max(count(a, b), count(b, a))
}

// byeReason says why the one at t sits out.
func (f *field) byeReason(t seats) Reason {
	e := &f.in.Entrants[f.entrant[t.p]]
	r := Reason{Entrant: int(f.entrant[t.p]), Points: e.Points}
	if t.met {
		r.Code, r.Count = SecondByeForced, e.Byes
		return r
	}
	if f.in.Options.ByeTo == ByeToRandom {
		r.Code = RandomWithoutBye
		return r
	}
	r.Code = LowestWithoutBye
	for i := range f.in.Entrants {
		other := &f.in.Entrants[i]
		if other.Byes == 0 && other.Points < e.Points {
			r.Code = ByeMovedUp
			r.Count++
		}
	}
	return r
}
