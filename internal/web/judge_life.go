package web

import (
	"net/url"
	"strconv"
)

// Bounds of the form of a life game.
const (
	maxLifeSeats = 12
	maxLines     = 60
	usualLines   = 4
	moreLines    = 4
	maxTotal     = 1_000_000_000
)

// lifeOps are the events of a life game as the form offers them. A seat is
// needed by all but those for everybody, a number by those that count.
var lifeOps = []struct {
	value, label string
	op           string
	optional     *bool
	forAll       bool
	counts       bool
}{
	{value: "life", label: "life changes by", op: "life", counts: true},
	{value: "poison", label: "poison changes by", op: "poison", counts: true},
	{value: "draw", label: "draws cards", op: "draw", counts: true},
	{value: "library", label: "library changes by", op: "library", counts: true},
	{value: "concede", label: "concedes", op: "concede"},
	{value: "leave", label: "leaves the table", op: "leave"},
	{value: "win", label: "wins by an effect", op: "win"},
	{value: "lose", label: "loses by an effect", op: "lose"},
	{value: "priority", label: "check of life, poison and library", op: "priority", forAll: true},
	{value: "loop", label: "loop that nobody can stop", op: "loop", optional: new(bool), forAll: true},
	{value: "optional_loop", label: "loop that somebody can stop", op: "loop", optional: newTrue(), forAll: true},
}

func newTrue() *bool {
	yes := true
	return &yes
}

// numbered names a field of a row.
func numbered(field string, i int) string { return field + strconv.Itoa(i) }

// lifeSeats is how many seats the form has, for a match of so many.
func (s gameSheet) lifeSeats(seats int) int {
	got, err := strconv.Atoi(s.Get("seats"))
	if err != nil {
		return seats
	}
	return min(max(got, seats), maxLifeSeats)
}

// lifeLines is how many lines the form has.
func (s gameSheet) lifeLines() int {
	got, err := strconv.Atoi(s.Get("lines"))
	if err != nil {
		return usualLines
	}
	return min(max(got, usualLines), maxLines)
}

// life reads the evidence of a life game of a match of so many seats. A loop or
// a concession told in its own section is the last instant.
func (s gameSheet) life(how string, seats int) gameEvidence {
	var e gameEvidence
	batches := s.readLines(s.lifeSeats(seats))
	end := s.lastInstant(how, seats)
	typed := false
	for i := range s.lifeSeats(seats) {
		typed = typed || s.given(numbered("life", i), numbered("poison", i), numbered("library", i))
	}
	if !typed {
		switch {
		case how == "loop":
			s.fault("life0", "Type the totals of all seats, so that the loop can be checked.")
		case len(batches) > 0:
			s.fault("life0", "Type the totals of all seats before the first line.")
		}
		return e
	}
	teams := s.lifeSeats(seats) > seats
	for i := range s.lifeSeats(seats) {
		seat := lifeSeat{Life: s.total(numbered("life", i), -maxTotal, true), Poison: s.total(numbered("poison", i), 0, false), Library: s.total(numbered("library", i), 0, true)}
		side := int64(i)
		if i >= seats {
			if side = int64(s.seat(numbered("side", i), seats)); side < 0 {
				s.fault(numbered("side", i), "Say for whom this seat plays.")
			}
		}
		if teams {
			seat.Team = &side
		}
		e.Seats = append(e.Seats, seat)
	}
	if len(end) > 0 {
		batches = append(batches, end)
	}
	e.Batches = batches
	return e
}

// total reads a total; an empty poison is none.
func (s gameSheet) total(field string, least int64, needed bool) int64 {
	got := s.number(field, least, maxTotal)
	switch {
	case got != nil:
		return *got
	case needed && !s.given(field):
		s.fault(field, "Type a number.")
	}
	return 0
}

// lastInstant is what the sections of concession and loop say of the end.
func (s gameSheet) lastInstant(how string, seats int) []lifeEvent {
	switch how {
	case "concession":
		who := int64(s.seat("conceder", seats))
		if who < 0 {
			return nil
		}
		end := []lifeEvent{{Op: "concede", P: &who}}
		if other := 1 - who; seats == 2 && s.Get("other") == "same" {
			end = append(end, lifeEvent{Op: "concede", P: &other})
		}
		return end
	case "loop":
		sheet := s.loop(true, false)
		none := noChoice(sheet.Choice)
		switch {
		case none != nil && !*none:
			return []lifeEvent{{Op: "loop", Optional: newTrue()}}
		case sheet.Recurred == nil || !*sheet.Recurred || none == nil:
			s.fault("recurred", "A loop draws the game only when it is verified that the same state recurs and that nobody can stop it (102.4b).")
		default:
			return []lifeEvent{{Op: "loop", Optional: new(bool)}}
		}
	}
	return nil
}

// readLines reads the lines of the record; a line may belong to the instant of
// the one above it.
func (s gameSheet) readLines(seats int) [][]lifeEvent {
	var batches [][]lifeEvent
	for i := range s.lifeLines() {
		what := s.Get(numbered("op", i))
		if what == "" {
			if s.given(numbered("n", i)) {
				s.fault(numbered("op", i), "Say what happened, or clear the line.")
			}
			continue
		}
		for _, o := range lifeOps {
			if o.value != what {
				continue
			}
			event := lifeEvent{Op: o.op, Optional: o.optional}
			if !o.forAll {
				who := int64(s.seat(numbered("who", i), seats))
				if who < 0 {
					s.fault(numbered("who", i), "Say whose.")
				}
				event.P = &who
			}
			if o.counts {
				if event.N = s.number(numbered("n", i), -maxTotal, maxTotal); event.N == nil {
					s.fault(numbered("n", i), "Type a number.")
				}
			}
			if s.Get(numbered("same", i)) == "yes" && len(batches) > 0 {
				batches[len(batches)-1] = append(batches[len(batches)-1], event)
			} else {
				batches = append(batches, []lifeEvent{event})
			}
		}
	}
	return batches
}

// fillLife puts recorded evidence back into the fields.
func fillLife(v url.Values, e gameEvidence, how string, seats int) {
	e.Batches = fillLastInstant(v, e.Batches, how)
	if len(e.Seats) > seats {
		v.Set("seats", strconv.Itoa(len(e.Seats)))
	}
	for i, s := range e.Seats {
		setNumber(v, numbered("life", i), &s.Life)
		setNumber(v, numbered("poison", i), &s.Poison)
		setNumber(v, numbered("library", i), &s.Library)
		setNumber(v, numbered("side", i), s.Team)
	}
	line := 0
	for _, batch := range e.Batches {
		for i, event := range batch {
			for _, o := range lifeOps {
				if o.op == event.Op && (o.optional == nil) == (event.Optional == nil) && (o.optional == nil || *o.optional == *event.Optional) {
					v.Set(numbered("op", line), o.value)
				}
			}
			setNumber(v, numbered("who", line), event.P)
			setNumber(v, numbered("n", line), event.N)
			if i > 0 {
				v.Set(numbered("same", line), "yes")
			}
			line++
		}
	}
	v.Set("lines", strconv.Itoa(max(line+1, usualLines)))
}

// fillLastInstant puts the last instant into the section of concession or loop
// where the game ended so, and returns the others.
func fillLastInstant(v url.Values, batches [][]lifeEvent, how string) [][]lifeEvent {
	if len(batches) == 0 {
		return nil
	}
	last := batches[len(batches)-1]
	rest := batches[:len(batches)-1]
	switch first := last[0]; {
	case how == "concession" && first.Op == "concede" && first.P != nil && len(last) <= 2:
		v.Set("conceder", strconv.FormatInt(*first.P, 10))
		v.Set("clear", "yes")
		v.Set("when", "before")
		v.Set("other", "no")
		if len(last) == 2 {
			v.Set("other", "same")
		}
		return rest
	case how == "loop" && first.Op == "loop" && first.Optional != nil && !*first.Optional:
		for _, field := range []string{"choice0", "choice1"} {
			v.Set(field, "no")
		}
		v.Set("recurred", "yes")
		return rest
	}
	return batches
}
