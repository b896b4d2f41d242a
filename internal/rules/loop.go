package rules

// LoopClass says what kind of loop a repeated sequence is (12.4).
type LoopClass uint8

// The classes.
const (
	NoLoop LoopClass = iota
	// LoopMandatory: the same Rules-Relevant State recurs and no Legal Choice
	// ends or changes the sequence. The game is drawn (12.4.5).
	LoopMandatory
	// LoopOptional: a Legal Choice leaves the sequence; its owners name numbers
	// (12.4.2, 12.4.3).
	LoopOptional
	// LoopInescapable: there are choices, but all stay in a closed set of
	// states. Not mandatory by the letter, yet endless: a judge decides.
	LoopInescapable
	// LoopUnverified: not every alternative could be tested, so that 12.4.4
	// cannot be applied: a judge decides.
	LoopUnverified
	// LoopStalled: the sequence goes on for ever but no state recurs.
	LoopStalled
)

var loopNames = [...]string{"none", "mandatory", "optional", "inescapable", "unverified", "stalled"}

// String names the class.
func (c LoopClass) String() string {
	if int(c) >= len(loopNames) {
		c = NoLoop
	}
	return loopNames[c]
}
