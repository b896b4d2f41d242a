// Package swiss pairs one round of a Swiss tournament, provably as well as it
// can be paired.
//
// Among all pairings of the entrants the answer is the least one in this order:
//
//  1. rematches and second byes, counted together;
//  2. the points of the entrant with the bye;
//  3. tables within one club, where clubs are kept apart strongly;
//  4. the sum over tables of the squared difference in points;
//  5. tables within one club, where clubs are kept apart softly;
//  6. the number of tables across different points.
//
// What is still equal is drawn from the seed, or decided by rank: first the
// lowest rank gets the bye, then the sum of squared differences in rank is the
// least. The bye and the tables are chosen together. The method is described in package matching:
// one cheapest perfect matching, whose weights encode the order above.
package swiss

import "math/big"

// Within says how equally good pairings are told apart.
type Within int

const (
	// WithinRandom draws among them by the seed.
	WithinRandom Within = iota
	// WithinRank decides by rank.
	WithinRank
)

// Rematch says whether two entrants may meet again, and an entrant have a
// second bye, when there is no other way.
type Rematch int

const (
	// RematchOnlyIfForced allows as few of them as possible.
	RematchOnlyIfForced Rematch = iota
	// RematchNever refuses the round instead.
	RematchNever
)

// Apart says how firmly entrants of one club are kept apart.
type Apart int

const (
	// ApartNot ignores clubs.
	ApartNot Apart = iota
	// ApartSoft counts tables within a club after the points.
	ApartSoft
	// ApartStrong counts them before the points.
	ApartStrong
)

// ByeTo says who gets the bye among those without one.
type ByeTo int

const (
	// ByeToLowest gives it to the one with the fewest points.
	ByeToLowest ByeTo = iota
	// ByeToRandom draws it by the seed.
	ByeToRandom
)

// Entrant is one who plays in the round.
type Entrant struct {
	// Points in a unit that is the same for all entrants.
	Points int64
	// Byes already had that count as a first bye.
	Byes int
	// Met holds the indices of entrants met before, once for each match. Two
	// have met if either lists the other.
	Met []int
	// Club is a number for the club, 0 for none.
	Club int
	// Rank in the standings, 1 for the first; it may be shared. Only the order
	// counts: entrants are ranked anew among those who play.
	Rank int
}

// Options are the policy's choices.
type Options struct {
	// Seed is the only source of randomness.
	Seed    uint64
	Within  Within
	Rematch Rematch
	Apart   Apart
	ByeTo   ByeTo
	// ByRank pairs ranks 1–2, 3–4, … as far as the first two criteria allow:
	// after them comes the least sum of squared differences in rank, then
	// tables within one club. It is meant for a last round.
	ByRank bool
}

// Input is one round to be paired. Entrants are known by their index.
type Input struct {
	Entrants []Entrant
	Options  Options
}

// Result is a complete round. Every entrant stands at one table or has the bye.
type Result struct {
	// Tables from the most points to the fewest, or by rank.
	Tables []Table
	// Bye is nil where the number of entrants is even.
	Bye     *Bye
	Quality Quality
}

// Table is one match. A comes before B: by points, or by rank.
type Table struct {
	A, B    int
	Reasons []Reason
}

// Bye is the entrant who sits out.
type Bye struct {
	Entrant int
	Reasons []Reason
}

// Quality says how good the round is. Points are in the unit of the input.
type Quality struct {
	Rematches  int
	SecondByes int
	ByePoints  int64    // of the entrant with the bye; 0 if there is none
	SquaredGap *big.Int // sum over tables of the squared difference in points
	PairDowns  int      // tables across different points
	LargestGap uint64   // largest difference in points at a table
	SameClub   int      // tables within one club, whether or not clubs count
	Optimal    bool     // a proof was found and checked that nothing is better
}

// Pair pairs the round. The same input gives the same result on every machine.
//
// It fails with *Refusal where the policy leaves no round to be played, and
// with another error where the input contradicts itself.
func Pair(in Input) (Result, error) {
	if err := check(&in); err != nil {
		return Result{}, err
	}
	random := newSource(in.Options.Seed)
	f := arrange(&in, random)
	tables, optimal, err := solve(f, random)
	if err != nil {
		return Result{}, err
	}
	result := describe(f, tables)
	result.Quality.Optimal = optimal
	if repeats := result.Quality.Rematches + result.Quality.SecondByes; repeats > 0 && in.Options.Rematch == RematchNever {
		return Result{}, f.refuse(result.Quality)
	}
	return result, nil
}
