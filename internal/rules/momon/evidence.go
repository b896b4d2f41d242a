package momon

import "tourney/internal/rules"

// Context is what an event says about its games.
type Context struct {
	// Sanctioned play has judges; rules 12.1.9 and 12.4.4 depend on it.
	Sanctioned bool
	// Spaces is the number of Spaces of the Arena, numbered from 0; 0 is
	// unknown (the rules do not give it).
	Spaces int32
	// MaxTurns is the number of turns of each player; 0 is the rules' eight.
	MaxTurns int32
	// First is the player who took the first turn; NoSide is unknown.
	First rules.Side
}

// Evidence is what is known of how a game ended. Everything in it is optional:
// Known says which of turns, pending work, board, scores and token were
// entered; the zero value knows nothing.
type Evidence struct {
	// Board is the final Arena.
	Board []Placed
	// Concessions are the statements that were, or may have been, concessions.
	Concessions []Conceded
	// EndedSeq is the place in the record at which the game ended otherwise
	// than by a concession; 0 is unknown or not at all.
	EndedSeq int64
	// Scores are the Control Scores as typed in.
	Scores [2]int64
	// Turns are the turns begun by A and B.
	Turns [2]int32
	// Triggers and Packages are how many abilities in the Queue and Summon
	// packages were still to be resolved.
	Triggers, Packages int32
	// Known marks the fields that were entered.
	Known rules.FieldSet
	// Token is the holder of the First Player Token.
	Token rules.Side
	// EndStep says whether the last End Step was resolved.
	EndStep rules.Tri
	// ArenaFull says whether the Arena was full when the Active Player reached
	// the Summon Step (7.2.1).
	ArenaFull rules.Tri
	// Recurred and NoChoice are the two verifications of a mandatory loop
	// (12.4.4), as a judge attests them or a proof shows them.
	Recurred, NoChoice rules.Tri
	// Exact says whether every action since an irregularity can be reversed
	// exactly, Revealed whether private information became known (12.1.9).
	Exact, Revealed rules.Tri
	// Hold is set while an irregularity waits for a decision.
	Hold bool
	// ConcessionProhibited is set where tournament policy forbids concessions;
	// it never changes a result (7.6.3).
	ConcessionProhibited bool
}

// Placed is one Momon of the final Arena with its current Point Value.
type Placed struct {
	Points int64
	Space  int32
	// Ctrl is its Controller; NoSide is unknown.
	Ctrl rules.Side
}

// Conceded is one statement of a player.
type Conceded struct {
	// Seq is its place in the record of the game; equal places are one instant.
	Seq int64
	By  rules.Side
	// Clear says whether it was clearly communicated (7.6.2).
	Clear bool
}
