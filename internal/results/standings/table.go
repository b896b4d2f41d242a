package standings

import (
	"errors"
	"fmt"
	"math/bits"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Status is whether an entrant is still in the event, as of the table's round.
type Status string

// The states of an entrant.
const (
	Active       Status = "active"
	Dropped      Status = "dropped"
	Disqualified Status = "disqualified"
)

// Entrant is what a table knows of an entrant. Rating is 0 where there is none.
type Entrant struct {
	ID     results.EntrantID
	Status Status
	Rating int
	// Start is the score before round 1 (McMahon).
	Start exact.Rat
}

// Table is the results of one stage up to a round, each entrant's rounds side
// by side. It is read-only and safe to share.
type Table struct {
	// Stage and AfterRound say what the table shows; LotSeed is the stage's lot,
	// where one was drawn.
	Stage      string
	AfterRound int
	LotSeed    *uint64

	entrants []Entrant
	rounds   []int  // round numbers, rising
	cells    []cell // one per entrant and round: cells[entrant*len(rounds)+round]
	pods     [][]int32
	// unit is the common denominator of all points: a point is unit units.
	unit  int64
	start []int64 // score before round 1, in units
	score []int64 // match points, in units, without start
	// marks is what a win, a draw and an absence are worth in each round.
	marks      []mark
	roundRobin bool
	// mostMeetings bounds how many opponents anybody met.
	mostMeetings int
}

type mark struct{ win, draw, absent int64 }

// cell is one entrant's part in one round. The zero cell is a round in which
// the entrant has no row.
type cell struct {
	opponent int32 // index of the entrant opposite, or inPod; of contested rows only
	pod      int32 // index of the seats in Table.pods, where opponent is inPod
	points   int32 // in units
	best     int32 // the most that the row could have given, in units
	won      int32 // games, as they count in the entrant's own share
	lost     int32
	drawn    int32
	kind     kind
	outcome  outcome
	second   bool // sat in the second seat of two
}

const (
	nobody = -1
	inPod  = -2
)

// outcome is how a round ended for one entrant.
type outcome uint8

const (
	noOutcome outcome = iota
	loss
	draw
	win
)

// kind is results.Kind as a small number.
type kind uint8

const (
	noRow kind = iota
	played
	agreedDraw
	concession
	forfeit
	doubleLoss
	doubleForfeit
	bye
	fullBye
	halfBye
	zeroBye
	late
	assignedLoss
	idle
)

var kindNames = [...]results.Kind{
	"", results.Played, results.AgreedDraw, results.Concession, results.Forfeit, results.DoubleLoss, results.DoubleForfeit,
	results.Bye, results.FullBye, results.HalfBye, results.ZeroBye, results.Late, results.AssignedLoss, results.Idle,
}

func kindOf(k results.Kind) (kind, bool) {
	for i, name := range kindNames {
		if i > 0 && name == k {
			return kind(i), true
		}
	}
	return noRow, false
}

// contested reports whether the row had an opponent.
func (k kind) contested() bool { return k >= played && k <= doubleForfeit }

// overTheBoard reports whether the match was really contested: chess calls
// everything else an unplayed round.
func (k kind) overTheBoard() bool {
	return k.contested() && k != forfeit && k != doubleForfeit
}

// row returns the entrant's rounds.
func (t *Table) row(i int) []cell {
	n := len(t.rounds)
	return t.cells[i*n : (i+1)*n : (i+1)*n]
}

// seats returns the seats of a pod.
func (t *Table) seats(c *cell) []int32 { return t.pods[c.pod] }

// Len is the number of entrants.
func (t *Table) Len() int { return len(t.entrants) }

// Rounds is the number of rounds that the table counts.
func (t *Table) Rounds() int { return len(t.rounds) }

// Index finds an entrant's index, or -1.
func (t *Table) Index(id results.EntrantID) int {
	for i := range t.entrants {
		if t.entrants[i].ID == id {
			return i
		}
	}
	return -1
}

// rat is a number of units as points.
func (t *Table) rat(units int64) exact.Rat { return exact.Frac(units, t.unit) }

// Builder makes a table row by row. The first mistake is kept and returned by
// Table.
type Builder struct {
	t       Table
	scoring scaled
	err     error
}

// NewBuilder starts a table for the given entrants and number of rounds. A
// seat is an index into entrants.
func NewBuilder(entrants []Entrant, rounds int) *Builder {
	b := &Builder{}
	b.t = Table{
		entrants: entrants,
		rounds:   make([]int, 0, rounds),
		marks:    make([]mark, 0, rounds),
		unit:     1,
		start:    make([]int64, len(entrants)),
		score:    make([]int64, len(entrants)),
	}
	b.t.cells = make([]cell, len(entrants)*rounds)
	for i := range entrants {
		if r := entrants[i].Rating; r < -maxRating || r > maxRating {
			b.fail("entrant %q has the rating %d, which is no rating: give one below %d", entrants[i].ID, r, maxRating)
		}
		if !entrants[i].Start.IsZero() {
			b.fit(entrants[i].Start)
		}
	}
	for i := range entrants {
		b.t.start[i] = b.units(entrants[i].Start)
	}
	return b
}

// RoundRobin says that the pairings were fixed beforehand: chess then counts
// forfeits as played (C.07, 15.2).
func (b *Builder) RoundRobin() { b.t.roundRobin = true }

// Round opens the next round. Its matches are worth what the policy's scoring
// says; match is the match structure in force, whose number of games bounds
// what per-game scoring can give.
func (b *Builder) Round(number int, p *results.Policy, match *results.MatchRules) {
	t := &b.t
	if len(t.rounds) == cap(t.rounds) {
		b.fail("round %d is one more than the table was made for", number)
		return
	}
	if n := len(t.rounds); n > 0 && t.rounds[n-1] >= number {
		b.fail("round %d does not follow round %d", number, t.rounds[n-1])
		return
	}
	t.rounds = append(t.rounds, number)
	b.scoring = b.scale(&p.Scoring, match)
	t.marks = append(t.marks, mark{win: b.scoring.win, draw: b.scoring.draw, absent: b.scoring.absent})
}

// Match adds a row to the open round: the seats, how it was decided, the
// winner's index among the seats or results.Nobody, games won per seat (nil
// where none were told), and drawn games.
func (b *Builder) Match(k results.Kind, seats []int, winner int, won []int, drawn int) {
	t := &b.t
	if b.err != nil {
		return
	}
	number := 0
	if n := len(t.rounds); n > 0 {
		number = t.rounds[n-1]
	}
	kd, known := kindOf(k)
	switch {
	case number == 0:
		b.fail("a match needs a round")
	case !known:
		b.fail("round %d: %q is no kind of match result", number, k)
	case kd.contested() != (len(seats) > 1):
		b.fail("round %d: a row of kind %q has %d seats", number, k, len(seats))
	case winner < results.Nobody || winner >= len(seats):
		b.fail("round %d: seat %d cannot win a match of %d seats", number, winner, len(seats))
	case winner == results.Nobody && (kd == forfeit || kd == concession):
		b.fail("round %d: a %s needs a winner", number, k)
	case won != nil && len(won) != len(seats):
		b.fail("round %d: games are given for %d of %d seats", number, len(won), len(seats))
	case drawn < 0 || drawn > maxGames:
		b.fail("round %d: %d drawn games cannot be", number, drawn)
	}
	for _, g := range won {
		if g < 0 || g > maxGames {
			b.fail("round %d: %d games won cannot be", number, g)
		}
	}
	pod := int32(nobody)
	if len(seats) > 2 && b.err == nil {
		pod = int32(len(t.pods))
		in := make([]int32, len(seats))
		for i, s := range seats {
			in[i] = int32(s)
		}
		t.pods = append(t.pods, in)
	}
	for seat, i := range seats {
		if i < 0 || i >= len(t.entrants) {
			b.fail("round %d: there is no entrant %d", number, i)
		}
		if b.err != nil {
			return
		}
		c := &t.cells[i*cap(t.rounds)+len(t.rounds)-1]
		if c.kind != noRow {
			b.fail("round %d: entrant %q has two matches", number, t.entrants[i].ID)
			return
		}
		row, points := b.scoring.row(kd, seat, len(seats), winner, won, drawn)
		*c, c.points = row, b.narrow(points)
		switch len(seats) {
		case 1:
		case 2:
			c.opponent = int32(seats[1-seat])
		default:
			c.opponent, c.pod = inPod, pod
		}
	}
}

// maxRating bounds ratings; no list has higher ones.
const maxRating = 1_000_000

// maxGames bounds the games of one side in a match; no match structure allows
// as many.
const maxGames = 10_000

// Table finishes the table. It fails if a row made no sense, or if the points
// are so large or so finely divided that sums of them would not be exact.
func (b *Builder) Table() (*Table, error) {
	t := &b.t
	if b.err == nil && len(t.rounds) < cap(t.rounds) {
		b.fail("the table was made for %d rounds and has %d", cap(t.rounds), len(t.rounds))
	}
	if b.err != nil {
		return nil, b.err
	}
	var points, starts int64 = 1, 0
	for _, s := range t.start {
		starts = max(starts, s, -s)
	}
	for _, m := range t.marks {
		points = max(points, m.win, -m.win, m.draw, -m.draw, m.absent, -m.absent)
	}
	for i := range t.entrants {
		for r, c := range t.row(i) {
			p := int64(c.points)
			points = max(points, p, -p)
			if c.kind == noRow {
				p = t.marks[r].absent
			}
			t.score[i] += p
		}
	}
	seats := 2
	for _, pod := range t.pods {
		seats = max(seats, len(pod))
	}
	// The largest sums are those of a score times a result, and of opponents'
	// sums of opponents' scores.
	t.mostMeetings = (seats - 1) * len(t.rounds)
	meetings := int64(seats * max(1, len(t.rounds)))
	score := starts + points*int64(len(t.rounds)+1)
	if !small(score, points, meetings) || !small(score, meetings, meetings) {
		return nil, results.Refuse(results.Invalid, "the points are too large or too finely divided to be added exactly: use smaller numbers in the policy's scoring")
	}
	return t, nil
}

// small reports whether the product of three positive numbers stays well
// below the limit of 64 bits.
func small(a, b, c int64) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 {
		return false
	}
	hi, lo = bits.Mul64(lo, uint64(c))
	return hi == 0 && lo < 1<<60
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = results.Refuse(results.Invalid, "%s", fmt.Sprintf(format, args...))
	}
}

// fit makes the unit fine enough for the given numbers.
func (b *Builder) fit(numbers ...exact.Rat) {
	unit := b.t.unit
	for _, r := range numbers {
		_, den, ok := r.Ratio()
		if !ok || den > maxUnit {
			b.tooLarge()
			return
		}
		if unit = unit / gcd(unit, den) * den; unit > maxUnit {
			b.tooLarge()
			return
		}
	}
	f := unit / b.t.unit
	if f == 1 {
		return
	}
	b.t.unit = unit
	for i := range b.t.start {
		b.t.start[i] *= f
	}
	for i := range b.t.marks {
		m := &b.t.marks[i]
		m.win, m.draw, m.absent = m.win*f, m.draw*f, m.absent*f
	}
	for i := range b.t.cells {
		c := &b.t.cells[i]
		c.points, c.best = b.narrow(int64(c.points)*f), b.narrow(int64(c.best)*f)
	}
}

// maxUnit bounds the common denominator of points, maxPoints a single number
// of points in units.
const (
	maxUnit   = 1 << 24
	maxPoints = 1 << 30
)

var errTooLarge = errors.New("the scoring has numbers that are too large or too finely divided: use numbers below a million with few decimals")

func (b *Builder) tooLarge() {
	if b.err == nil {
		b.err = results.Refuse(results.Invalid, "%s", errTooLarge.Error())
	}
}

// units is a number of points in units, after fit has seen it.
func (b *Builder) units(r exact.Rat) int64 {
	num, den, ok := r.Ratio()
	if !ok || b.t.unit%den != 0 || num > maxPoints || num < -maxPoints {
		b.tooLarge()
		return 0
	}
	return int64(b.narrow(num * (b.t.unit / den)))
}

func (b *Builder) narrow(units int64) int32 {
	if units > maxPoints || units < -maxPoints {
		b.tooLarge()
		return 0
	}
	return int32(units)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
