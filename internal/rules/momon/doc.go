// Package momon is the game machine of Momon Wonder: turns, State-Based
// Conditions, abilities, the Queue and Summon packages, loops, and the ends of
// the game.
//
// A Config holds the rules and cards of an event and never changes. A Game is
// a Config and a State; a State is a plain comparable value without pointers,
// so that a copy is a snapshot and == is exact. Choices go in through Apply,
// Declare, Concede and Rule, and Advance runs to the next point at which
// somebody has to decide. The machine owns no clock and no randomness: the
// same Setup and the same log of choices give the same bytes.
package momon
