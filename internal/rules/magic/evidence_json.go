package magic

import (
	"math"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
)

// maxBatches bounds the instants of one game.
const maxBatches = 100_000

// opNames are the events' names, in the order of the Op constants.
var opNames = []string{"life", "poison", "library", "draw", "win", "lose", "concede", "leave", "priority", "loop"}

// ReadEvidence reads the keys "seats" and "batches" of an object.
func ReadEvidence(v jsontree.Value) *LifeEvidence {
	e := &LifeEvidence{}
	seats := v.Get("seats")
	for _, s := range seats.List(rules.MaxSeats) {
		if !s.Object("life", "poison", "library", "team") {
			continue
		}
		seat := Seat{
			Life:    s.Get("life").Int(-MaxTotal, MaxTotal),
			Poison:  s.Get("poison").Int(0, MaxTotal),
			Library: s.Get("library").Int(0, MaxTotal),
			Team:    NoTeam,
		}
		if team := s.Get("team"); team.Given() {
			seat.Team = int32(team.Int(0, math.MaxInt32))
		}
		e.Seats = append(e.Seats, seat)
	}
	if seats.Faults() == nil {
		if err := new(Game).Start(e.Seats); err != nil {
			seats.Fault("%s", err)
		}
	}
	batches := v.Get("batches")
	if !batches.Given() {
		return e
	}
	for _, b := range batches.List(maxBatches) {
		if b.Failed() {
			break
		}
		batch := []Event{}
		for _, item := range b.List(MaxEvents) {
			batch = append(batch, readEvent(item, len(e.Seats)))
		}
		e.Batches = append(e.Batches, batch)
	}
	return e
}

// readEvent reads one event; each kind has its own keys.
func readEvent(v jsontree.Value, seats int) (e Event) {
	if !v.Object("op", "p", "n", "optional") {
		return e
	}
	e.Op = Op(v.Get("op").OneOf(opNames...) + 1)
	switch e.Op {
	case 0:
		return e
	case Priority:
		v.Object("op")
		return e
	case Loop:
		if v.Object("op", "optional") {
			e.Optional = v.Get("optional").Bool()
		}
		return e
	case Life, Poison, Library, Draw:
		if !v.Object("op", "p", "n") {
			return e
		}
		least := int64(-MaxAmount)
		if e.Op == Draw {
			least = 0
		}
		e.N = v.Get("n").Int(least, MaxAmount)
	default:
		v.Object("op", "p")
	}
	e.P = rules.Side(v.Get("p").Int(0, int64(seats-1)))
	return e
}
