// Package rules is the shared core of the rules engine: what a game's result
// is, which rule justifies it, what a claim is and what the engine says about
// it. The rule sets themselves are in the packages below: momon, magic and
// generic.
//
// Everything here is pure: no clock, no randomness, no input or output, no
// goroutines, no map iteration. The same input gives the same bytes.
package rules
