// Package results owns the records of a tournament and the state they add up
// to.
//
// Three kinds of record are kept apart: a [GameResult] says how one game ended
// and why we believe it; a [MatchResult] says what the match structure and the
// authorized procedures made of the games; an [Outcome] says what the event
// made of the matches. Each is append-only and versioned and names the records
// below on which it rests. Everything else that happens to an event (its
// entrants, rounds, policy, penalties, clock) is kept the same way.
//
// A [Change] is one entry of the event's log together with the records that it
// appended. A [Tournament] is the fold of its changes: an immutable snapshot,
// so that readers need no lock, and the state as of any earlier log number is
// the fold of the changes up to it.
package results
