package swiss

import (
	"math/big"
	"slices"

	"tourney/internal/pairing/matching"
)

// units holds what one of each thing costs. Each criterion's unit is more than
// everything after it can come to, so one number keeps the order.
type units struct {
	repeat, bye, club, gap, down, lowRank, rank *big.Int
}

// newUnits builds the units from the last criterion to the first. All are even.
func newUnits(f *field) units {
	tables := big.NewInt(int64(f.size / 2))
	none := new(big.Int)
	var u units
	unit := big.NewInt(2)
	level := func(most *big.Int) *big.Int {
		one := new(big.Int).Set(unit)
		unit.Mul(unit, new(big.Int).Add(most, big.NewInt(1)))
		return one
	}
	gap, down, club, rank, lowRank, bye := none, none, none, none, none, none
	if len(f.below) > 1 {
		gap = toBig(f.largestGap())
		down = tables
	}
	if f.club != nil {
		club = tables
	}
	n := int64(f.n)
	if f.rank != nil {
		rank = new(big.Int).Mul(tables, big.NewInt((n-1)*(n-1)))
	}
	if f.byeOrder != nil {
		bye = big.NewInt(int64(slices.Max(f.byeOrder)))
		if f.rank != nil {
			lowRank = big.NewInt(n)
		}
	}

	switch {
	case f.in.Options.ByRank:
		u.gap, u.down = none, none
		u.club = level(club)
		u.rank = level(rank)
		u.lowRank = level(lowRank)
	case f.in.Options.Apart == ApartStrong:
		u.rank = level(rank)
		u.lowRank = level(lowRank)
		u.down = level(down)
		u.gap = level(gap)
		u.club = level(club)
	default:
		u.rank = level(rank)
		u.lowRank = level(lowRank)
		u.down = level(down)
		u.club = level(club)
		u.gap = level(gap)
	}
	u.bye = level(bye)
	u.repeat = level(tables)
	return u
}

// bits returns the width of the dearest table.
func (u *units) bits() int { return u.repeat.BitLen() + 1 }

// costs gives the cost of tables as weights of one width.
type costs[W matching.Weight] struct {
	*field
	repeatUnit, byeUnit, clubUnit, gapUnit, downUnit, lowRankUnit, rankUnit W
}

func newCosts[W matching.Weight](f *field, u *units) *costs[W] {
	return &costs[W]{
		field:      f,
		repeatUnit: toWeight[W](u.repeat), byeUnit: toWeight[W](u.bye), clubUnit: toWeight[W](u.club),
		gapUnit: toWeight[W](u.gap), downUnit: toWeight[W](u.down),
		lowRankUnit: toWeight[W](u.lowRank), rankUnit: toWeight[W](u.rank),
	}
}

// toWeight converts a number that is not negative and fits.
func toWeight[W matching.Weight](x *big.Int) W {
	var w W
	rest := new(big.Int).Set(x)
	mask := new(big.Int).SetUint64(^uint64(0))
	for i := len(w) - 1; i >= 0; i-- {
		w[i] = int64(new(big.Int).And(rest, mask).Uint64())
		rest.Rsh(rest, 64)
	}
	return w
}

// far is the cost of points and ranks that lie so far apart.
func (c *costs[W]) far(points, ranks uint64) W {
	var w W
	if ranks > 0 {
		w = matching.Scale(matching.Scale(c.rankUnit, ranks), ranks)
	}
	if points > 0 {
		w = matching.Add(w, matching.Scale(matching.Scale(c.gapUnit, points), points))
		w = matching.Add(w, c.downUnit)
	}
	return w
}

// least is what a table of p and q costs if they have not met and are of
// different clubs.
func (c *costs[W]) least(p, q int32) W {
	return c.far(c.apart(p, q), c.apartInRank(p, q))
}

// table is the cost of pairing the positions p and q; position n is the bye.
func (c *costs[W]) table(p, q int32) W {
	if int(p) == c.n {
		return c.sitOut(q)
	}
	if int(q) == c.n {
		return c.sitOut(p)
	}
	return c.price(seats{p, q, c.haveMet(p, q), c.sameClub(p, q)})
}

// sitOut is the cost of giving the bye to p.
func (c *costs[W]) sitOut(p int32) W {
	return c.price(seats{p: p, q: int32(c.n), met: c.hadBye(p)})
}

// price is the cost of a table or a bye.
func (c *costs[W]) price(t seats) W {
	var w W
	if int(t.q) < c.n {
		w = c.least(t.p, t.q)
	} else {
		w = matching.Scale(c.byeUnit, uint64(c.byeOrder[t.p]))
		if c.rank != nil {
			w = matching.Add(w, matching.Scale(c.lowRankUnit, uint64(int32(c.n)-c.rank[t.p])))
		}
	}
	if t.met {
		w = matching.Add(w, c.repeatUnit)
	}
	if t.club {
		w = matching.Add(w, c.clubUnit)
	}
	return w
}
