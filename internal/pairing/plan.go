// Package pairing turns the state of an event and a seed into the next round:
// who meets whom, who sits out, at which table, and why. It is a pure function;
// the same state and seed give the same bytes on every machine.
//
// The algorithms live below it, on plain numbers: swiss (with matching, the
// proof of optimality), bracket, roundrobin and pods. This package decides
// which stage is next, who is active, and translates.
package pairing

import "tourney/internal/results"

// Plan is a proposed round.
type Plan struct {
	Round     int
	Stage     string
	Seed      uint64
	Algorithm string
	Matches   []Planned
	// Quality is nil where a system has no choice to report on.
	Quality *results.PairingQuality
}

// Planned is one match of a plan, or one row of an entrant who does not play.
type Planned struct {
	Table    int // 0 for rows of one seat
	Seats    []results.EntrantID
	Assigned results.Kind // of rows of one seat; else empty
	Slot     string       // in brackets
	Reasons  []results.Reason
}
