package bracket

import (
	"fmt"
	"slices"
)

// Outcome says how the match of a row ended.
type Outcome uint8

const (
	Open      Outcome = iota // published, no result yet
	FirstWon                 // the entrant in the first seat of the row moves on
	SecondWon                // the entrant in the second seat
	NobodyWon                // both lost: a double no-show, a double loss
)

// Result is a row of the record: who sat opposite whom, and who moves on. How
// the winner was found (games, forfeit, a judge) is no matter of the bracket.
//
// Slot may be empty; then the row belongs to the slot in which the two sit
// opposite each other, in the order of the rows where they meet more than once.
// The seats may be in either order. A row with one seat 0 records that an entrant
// passed an empty seat. Such rows may be left out, but where the best seed
// profits from departures they show which round a later departure comes after.
type Result struct {
	Slot    string
	Seats   Pair
	Outcome Outcome
}

// Status says how a slot stands.
type Status uint8

const (
	Waiting   Status = iota + 1 // an occupant is not known yet
	Ready                       // both occupants are known, no result
	Played                      // one of two occupants moved on
	BothLost                    // neither of two occupants moved on
	PassedOn                    // the only occupant moved on over an empty seat
	Vacant                      // both seats are empty
	NotNeeded                   // the reset of a final that needs none
)

// Vacancy says why a seat is empty.
type Vacancy uint8

const (
	NoVacancy Vacancy = iota
	NoSeed            // the field does not fill the bracket
	NoShow            // both entrants of a match before lost it, or nobody came to it
	Left              // the entrant who would sit here left the event
)

// Seat is one side of a slot.
type Seat struct {
	Feed    Feed
	Entrant int     // 0 while nobody is known, or for good where Vacancy says why
	Vacancy Vacancy // why the seat is empty
	Gone    int     // the entrant who gave this seat up by leaving, else 0
	Moved   bool    // sits here instead of one who left, by the rule HighestRemaining
}

// Match is a slot as it stands.
type Match struct {
	Slot      string
	Side      Side
	Round     int // within its side, from 1
	Place     int // from the top, from 1
	Seats     [2]Seat
	Status    Status
	Winner    int  // the entrant who moved on, else 0
	Published bool // a row names this slot's entrants
}

// State is a bracket with what has happened so far. It is immutable.
type State struct {
	bracket *Bracket
	matches []Match
	outAt   []int // per entrant, the slot in which it went out, or none
	left    []bool
}

// occupant is a seat's content: an entrant, nobody known yet (0), or one of the
// vacancies, negative.
type occupant int

const (
	unknown occupant = 0
	noSeed           = -occupant(NoSeed)
	noShow           = -occupant(NoShow)
	gone             = -occupant(Left)
)

func (o occupant) entrant() int {
	return max(int(o), 0)
}

func (o occupant) vacancy() Vacancy {
	return Vacancy(max(-o, 0))
}

// State plays the results through the bracket. left lists the entrants who left
// the event: each gives up every seat that no row names it for, and the bracket's
// drop rule says who profits. A row always counts, also against an entrant who
// left: whoever is gone in the middle of a match needs a result like everybody.
//
// The order of results matters only to rows without a slot. Every row must fit;
// the first that does not is refused by an [*Error].
func (b *Bracket) State(results []Result, left []int) (*State, error) {
	p, err := b.play(results, left)
	if err != nil {
		return nil, err
	}
	if err := p.misfits(); err != nil {
		return nil, err
	}
	return p.state, nil
}

// misfits refuses the first row that found no place.
func (p *player) misfits() error {
	for i, r := range p.rows {
		if !p.used[i] {
			return p.misfit(r)
		}
	}
	return nil
}

// player runs rows through a bracket, slot by slot.
type player struct {
	b       *Bracket
	rows    []Result
	used    []bool
	bySlot  []int          // slot → row filed under its name, or none
	rowOf   []int          // slot → row that counts, or none
	byPair  map[Pair][]int // seats in ascending order → rows without a slot
	unused  []int          // entrant → rows that name it and are not used yet
	seats   [][2]occupant
	winners []occupant
	losers  []occupant
	state   *State
}

func (b *Bracket) play(results []Result, left []int) (*player, error) {
	p := &player{
		b:       b,
		rows:    results,
		used:    make([]bool, len(results)),
		bySlot:  make([]int, len(b.slots)),
		rowOf:   make([]int, len(b.slots)),
		byPair:  map[Pair][]int{},
		unused:  make([]int, b.spec.Entrants+1),
		seats:   make([][2]occupant, len(b.slots)),
		winners: make([]occupant, len(b.slots)),
		losers:  make([]occupant, len(b.slots)),
		state: &State{
			bracket: b,
			matches: make([]Match, len(b.slots)),
			outAt:   make([]int, b.spec.Entrants+1),
			left:    make([]bool, b.spec.Entrants+1),
		},
	}
	for i := range p.state.outAt {
		p.state.outAt[i] = none
	}
	for i := range p.bySlot {
		p.bySlot[i], p.rowOf[i] = none, none
	}
	for _, e := range left {
		if e < 1 || e > b.spec.Entrants {
			return nil, refuse(BadEntrant, "entrant %d who left is none of %d; name entrants of this bracket", e, b.spec.Entrants).at("", e)
		}
		p.state.left[e] = true
	}
	for i, r := range results {
		if err := p.file(i, r); err != nil {
			return nil, err
		}
	}
	for _, c := range b.columns {
		p.fill(c)
		held := p.handleLeft(c)
		for i := c.first; i < c.first+c.size; i++ {
			p.settle(i, held)
		}
	}
	return p, nil
}

// file checks a row by itself and files it under its slot or its pair.
func (p *player) file(i int, r Result) error {
	x, y := r.Seats[0], r.Seats[1]
	for _, e := range r.Seats {
		if e < 0 || e > p.b.spec.Entrants {
			return refuse(BadEntrant, "entrant %d is none of %d; name entrants of this bracket", e, p.b.spec.Entrants).at(r.Slot, e)
		}
	}
	switch {
	case x == y && x > 0:
		return refuse(BadEntrant, "entrant %d sits on both sides; name two entrants", x).at(r.Slot, x)
	case x == y:
		return refuse(BadEntrant, "the row names nobody; leave it out").at(r.Slot)
	case r.Outcome > NobodyWon:
		return refuse(BadOutcome, "outcome %d is unknown; say who won, that both lost, or leave it open", r.Outcome).at(r.Slot, x, y)
	case x == 0 && r.Outcome == FirstWon, y == 0 && r.Outcome == SecondWon:
		return refuse(BadOutcome, "the winner is an empty seat; name the entrant").at(r.Slot, x, y)
	case (x == 0 || y == 0) && r.Outcome == NobodyWon:
		return refuse(BadOutcome, "an entrant cannot lose to an empty seat; take the entrant out of the event instead").at(r.Slot, max(x, y))
	}
	for _, e := range r.Seats {
		p.unused[e]++
	}
	if r.Slot == "" {
		key := Pair{min(x, y), max(x, y)}
		p.byPair[key] = append(p.byPair[key], i)
		return nil
	}
	s, ok := p.b.byName[r.Slot]
	if !ok {
		return refuse(UnknownSlot, "no such slot in this bracket; use one of %s", p.b.slotNames()).at(r.Slot, x, y)
	}
	if j := p.bySlot[s]; j != none {
		return refuse(SlotTaken, "two rows for one slot, %d against %d and %d against %d; keep the one in force", p.rows[j].Seats[0], p.rows[j].Seats[1], x, y).at(r.Slot, x, y)
	}
	p.bySlot[s] = i
	return nil
}

// slotNames describes the names of a bracket's slots in a few words.
func (b *Bracket) slotNames() string {
	names := fmt.Sprintf("W1-1 … W%d-1", b.rounds)
	for _, c := range b.columns {
		if c.side == Losers && c.size == 1 && c.round == 2*b.rounds-2 {
			names += fmt.Sprintf(", L1-1 … L%d-1", c.round)
		}
		if c.side == Final || c.side == Third {
			names += ", " + b.slots[c.first].name
		}
	}
	return names
}

// fill takes the occupants of a column's seats from the slots that feed them.
func (p *player) fill(c column) {
	if p.b.slots[c.first].feeds[0].source == Reseeded {
		p.reseed(c)
		return
	}
	if c.side == Final && c.round == 2 && !p.needsReset(c.first) {
		return
	}
	for i := c.first; i < c.first+c.size; i++ {
		for side, f := range p.b.slots[i].feeds {
			switch f.source {
			case Seeded:
				p.seats[i][side] = f.seat
			case WinnerOf:
				p.seats[i][side] = p.winners[f.slot]
			case LoserOf:
				p.seats[i][side] = p.losers[f.slot]
			}
		}
	}
}

// reseed seats the winners of the round before by seed, the best against the
// worst, once all of them are known. Missing entrants count as the worst.
func (p *player) reseed(c column) {
	alive := make([]bool, p.b.spec.Entrants+1)
	vacancy := noShow
	for i := c.first - 2*c.size; i < c.first; i++ {
		w := p.winners[i]
		if w == unknown {
			return
		}
		if w == gone {
			vacancy = gone
		}
		alive[w.entrant()] = true
	}
	ranked := make([]occupant, 0, 2*c.size)
	for e := 1; e < len(alive); e++ {
		if alive[e] {
			ranked = append(ranked, occupant(e))
		}
	}
	for len(ranked) < 2*c.size {
		ranked = append(ranked, vacancy)
	}
	for k, seed := range standardSeats(2 * c.size) {
		p.seats[c.first+k/2][k%2] = ranked[seed-1]
	}
}

// leaves tells whether an entrant who left gives up the seat it would take now.
// It keeps the seat while there is a row of its own to be played.
func (p *player) leaves(o occupant) bool {
	return o > 0 && p.state.left[o] && p.unused[o] == 0
}

// handleLeft empties the seats of those who left. By the rule HighestRemaining it
// then moves entrants so that the best seeds have the empty seats opposite them;
// while that cannot be told, it reports the column as held, and what it might
// change waits.
func (p *player) handleLeft(c column) (held bool) {
	var free []int // seats, counted through the column, that are empty by leaving
	open := false
	for i := c.first; i < c.first+c.size; i++ {
		for side := range p.seats[i] {
			o := &p.seats[i][side]
			if p.leaves(*o) {
				p.state.matches[i].Seats[side].Gone = int(*o)
				p.state.outAt[*o] = i
				*o = gone
			}
			open = open || *o == unknown
			if *o == gone {
				free = append(free, 2*(i-c.first)+side)
			}
		}
	}
	if p.b.spec.Drop != HighestRemaining || c.side != Winners || len(free) == 0 {
		return false
	}
	if open {
		return true
	}
	p.moveOpponents(c, free)
	return false
}

// moveOpponents gives the best remaining seeds an empty seat opposite them, one
// for each seat that became free: where a free seat is not opposite one of them
// already, the opponent of the next of them moves there. Matches that have a row
// stay as they are.
func (p *player) moveOpponents(c column, free []int) {
	seat := func(k int) *occupant { return &p.seats[c.first+k/2][k%2] }
	// A free seat that nobody waits for gives no pass.
	free = slices.DeleteFunc(free, func(k int) bool {
		o := *seat(k ^ 1)
		return o == noSeed || o == noShow
	})
	at := make([]int, p.b.spec.Entrants+1) // entrant → its seat in this column
	for i := range at {
		at[i] = none
	}
	for k := 0; k < 2*c.size; k++ {
		if o := *seat(k); o > 0 {
			at[o] = k
		}
	}
	var waiting []int // of the best, those whose opponent has to move
	for e, passes := 1, len(free); e < len(at) && passes > 0; e++ {
		if at[e] == none {
			continue
		}
		opposite := at[e] ^ 1
		switch o := *seat(opposite); {
		case o == gone:
			passes--
			free = slices.DeleteFunc(free, func(k int) bool { return k == opposite })
		case o > 0 && p.movable(c.first+opposite/2):
			passes--
			waiting = append(waiting, e)
		}
	}
	for i, e := range waiting {
		k, from := free[i], at[e]^1
		if k == from {
			continue // somebody moved away from opposite e already
		}
		*seat(k), *seat(from) = *seat(from), gone
		at[*seat(k)] = k
		p.state.matches[c.first+k/2].Seats[k%2].Moved = true
	}
}

// movable tells whether the rule HighestRemaining may still change a slot: it has
// no row, and nobody waits there for an empty seat of another kind.
func (p *player) movable(i int) bool {
	x, y := p.seats[i][0], p.seats[i][1]
	return p.row(i) == none && x != noSeed && x != noShow && y != noSeed && y != noShow
}

// settle decides a slot from its seats and its row.
func (p *player) settle(i int, held bool) {
	s, m := &p.b.slots[i], &p.state.matches[i]
	seats := &p.seats[i]
	m.Slot, m.Side, m.Round, m.Place = s.name, s.side, s.round, s.place
	for side, f := range s.feeds {
		m.Seats[side].Feed = p.b.feed(f)
	}
	for side := range seats {
		m.Seats[side].Entrant = seats[side].entrant()
		m.Seats[side].Vacancy = seats[side].vacancy()
	}
	x, y := seats[0], seats[1]
	switch {
	case s.name == "F2" && x == unknown && p.winners[i-1] != unknown:
		m.Status = NotNeeded
	case x == unknown, y == unknown, held && p.movable(i):
		m.Status = Waiting
	case x < 0 && y < 0:
		m.Status = Vacant
		// An empty slot passes on the reason that matters most to others.
		p.winners[i] = min(x, y)
		p.losers[i] = p.winners[i]
	case x < 0 || y < 0:
		m.Published = p.take(i) != none
		m.Status = PassedOn
		p.winners[i], p.losers[i] = max(x, y), min(x, y)
		m.Winner = int(max(x, y))
		for _, seat := range m.Seats {
			// Who left is the loser of the match and leaves its next seat as well.
			if seat.Gone > 0 && s.loserTo != none {
				p.losers[i] = occupant(seat.Gone)
			}
		}
	default:
		p.decide(i)
	}
}

// decide looks up the row of a slot with two entrants.
func (p *player) decide(i int) {
	s, m := &p.b.slots[i], &p.state.matches[i]
	m.Status = Ready
	row := p.take(i)
	if row == none {
		return
	}
	m.Published = true
	x, y := p.seats[i][0], p.seats[i][1]
	r := p.rows[row]
	switch r.Outcome {
	case Open:
		return
	case NobodyWon:
		m.Status = BothLost
		p.winners[i], p.losers[i] = noShow, noShow
		p.state.outAt[x], p.state.outAt[y] = i, i
		return
	}
	winner := occupant(r.Seats[0])
	if r.Outcome == SecondWon {
		winner = occupant(r.Seats[1])
	}
	m.Status = Played
	m.Winner = int(winner)
	p.winners[i], p.losers[i] = winner, x+y-winner
	if s.loserTo == none {
		p.state.outAt[x+y-winner] = i
	}
}

// row returns the row of a slot's present entrants, or none. A row that names
// others in this slot is not theirs.
func (p *player) row(i int) int {
	key := p.pair(i)
	if row := p.bySlot[i]; row != none {
		seats := p.rows[row].Seats
		if (Pair{min(seats[0], seats[1]), max(seats[0], seats[1])}) == key {
			return row
		}
		return none
	}
	if rows := p.byPair[key]; len(rows) > 0 {
		return rows[0]
	}
	return none
}

// pair is the key of a slot's present entrants.
func (p *player) pair(i int) Pair {
	x, y := p.seats[i][0].entrant(), p.seats[i][1].entrant()
	return Pair{min(x, y), max(x, y)}
}

// take marks the row of a slot as used and returns it, or none.
func (p *player) take(i int) int {
	row := p.row(i)
	if row == none {
		return none
	}
	key := p.pair(i)
	if p.bySlot[i] == none {
		p.byPair[key] = p.byPair[key][1:]
	}
	p.used[row], p.rowOf[i] = true, row
	p.unused[key[0]]--
	p.unused[key[1]]--
	return row
}

// needsReset tells whether the entrant from the losers' side beat the other in
// the first final, which comes just before its reset.
func (p *player) needsReset(i int) bool {
	final := p.state.matches[i-1]
	return final.Status == Played && final.Winner == final.Seats[1].Entrant
}

// feed is the public form of a feed.
func (b *Bracket) feed(f feed) Feed {
	if f.source == WinnerOf || f.source == LoserOf {
		return Feed{Source: f.source, Slot: b.slots[f.slot].name}
	}
	return Feed{Source: f.source}
}

// misfit says why a row found no place.
func (p *player) misfit(r Result) error {
	x, y := r.Seats[0], r.Seats[1]
	if r.Slot == "" {
		if x == 0 || y == 0 {
			return refuse(NoByeDue, "entrant %d has no empty seat opposite it and no bye; take the row out", max(x, y)).at("", max(x, y))
		}
		return refuse(OtherEntrants, "%d and %d do not sit opposite each other in any slot that is due; name the slot, or correct the match before", x, y).at("", x, y)
	}
	m := p.state.matches[p.b.byName[r.Slot]]
	switch m.Status {
	case Waiting:
		return refuse(NotReady, "its entrants are not known yet; enter the results before it first").at(r.Slot, x, y)
	case NotNeeded:
		return refuse(NotReady, "the first final needs no second one; take the row out").at(r.Slot, x, y)
	case Vacant:
		return refuse(OtherEntrants, "nobody sits there; take the row out").at(r.Slot, x, y)
	case PassedOn:
		return refuse(OtherEntrants, "entrant %d sits there alone and moved on; take the row out", m.Winner).at(r.Slot, x, y)
	}
	if x == 0 || y == 0 {
		return refuse(NoByeDue, "%d sits opposite %d and nobody has a bye; enter the match", m.Seats[0].Entrant, m.Seats[1].Entrant).at(r.Slot, max(x, y))
	}
	return refuse(OtherEntrants, "the row is between %d and %d, but %d and %d sit there; correct the match before, or archive this row", x, y, m.Seats[0].Entrant, m.Seats[1].Entrant).at(r.Slot, x, y)
}
