package rules

import (
	"fmt"
	"math/bits"
	"strconv"
)

// MaxSeats is the largest number of seats that a game can have here: a SideSet
// has one bit for each. More is an error, never cut off.
const MaxSeats = 64

// Side is the index of a seat. A Momon game has two, SideA and SideB.
type Side uint8

// The sides of a game for two.
const (
	SideA Side = 0
	SideB Side = 1
	// NoSide is no seat: unknown, or nobody.
	NoSide Side = 255
)

// Other gives the opponent in a game for two, and NoSide for NoSide.
func (s Side) Other() Side {
	if s > SideB {
		return NoSide
	}
	return s ^ 1
}

// String gives A, B, C and so on, and the number of the seat (from 1) after Z.
func (s Side) String() string {
	switch {
	case s == NoSide:
		return "nobody"
	case s < 26:
		return string(rune('A' + s))
	default:
		return strconv.Itoa(int(s) + 1)
	}
}

// SideSet is a set of seats, one bit for each.
type SideSet uint64

// Only is the set of one seat; Only(NoSide) is empty.
func Only(s Side) SideSet {
	if s >= MaxSeats {
		return 0
	}
	return 1 << s
}

// Has reports whether the seat is in the set.
func (s SideSet) Has(p Side) bool { return s&Only(p) != 0 }

// Len is the number of seats in the set.
func (s SideSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First is the lowest seat in the set, or NoSide.
func (s SideSet) First() Side {
	if s == 0 {
		return NoSide
	}
	return Side(bits.TrailingZeros64(uint64(s)))
}

// Seats lists the seats in ascending order; it is never nil.
func (s SideSet) Seats() []int {
	seats := make([]int, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		seats = append(seats, bits.TrailingZeros64(uint64(s)))
	}
	return seats
}

// Kind says whether a game was won or drawn (7.3.4). There is no third kind;
// the zero value is a game without a result, which no record can hold.
type Kind uint8

// The kinds of result.
const (
	Undecided Kind = iota
	Win
	Draw
)

// Method says how a game ended, or how somebody claims that it ended.
type Method uint8

// The methods. Reported is a claim that does not say how; those from Time on
// are claims that no game allows, kept apart so that the refusal can say why.
const (
	Reported Method = iota

	SixteenTurn              // Momon 7.1.2
	FullArena                // Momon 7.2.2
	Concession               // Momon 7.6.1; in claims of the other sets: 102.3a
	MandatoryLoop            // Momon 12.4.5
	IrreversibleIrregularity // Momon 12.1.9, unsanctioned play only

	AllOpponentsLost // 102.2a
	EffectWin        // 102.2b
	TeamLast         // 102.2c
	AllLost          // 102.4a
	LoopDraw         // 102.4b
	AllTeamsLost     // 102.4c

	Time        // 7.4.3: a matter of the match
	Agreement   // 7.5.3
	Random      // 7.5.3
	Forecast    // 7.5.3
	OtherMethod // 7.5.3: anything that is no rule's way to end a game
	methodEnd
)

var methodNames = [methodEnd]string{
	Reported:                 "reported",
	SixteenTurn:              "sixteen_turn",
	FullArena:                "full_arena",
	Concession:               "concession",
	MandatoryLoop:            "mandatory_loop",
	IrreversibleIrregularity: "irreversible_irregularity",
	AllOpponentsLost:         "all_opponents_lost",
	EffectWin:                "effect_win",
	TeamLast:                 "team_last",
	AllLost:                  "all_lost",
	LoopDraw:                 "loop",
	AllTeamsLost:             "all_teams_lost",
	Time:                     "time",
	Agreement:                "agreement",
	Random:                   "random",
	Forecast:                 "forecast",
	OtherMethod:              "other",
}

// methodRules holds the rule by which each method ends a game.
var methodRules = [methodEnd]Ref{
	SixteenTurn:              R7_1_2,
	FullArena:                R7_2_2,
	Concession:               R7_6_1,
	MandatoryLoop:            R12_4_5,
	IrreversibleIrregularity: R12_1_9,
	AllOpponentsLost:         R102_2a,
	EffectWin:                R102_2b,
	TeamLast:                 R102_2c,
	AllLost:                  R102_4a,
	LoopDraw:                 R102_4b,
	AllTeamsLost:             R102_4c,
}

// String gives the method's name in event files.
func (m Method) String() string {
	if m >= methodEnd {
		return methodNames[OtherMethod]
	}
	return methodNames[m]
}

// ParseMethod reads a method's name. "" is Reported. A name that nobody knows
// is OtherMethod and false.
func ParseMethod(name string) (Method, bool) {
	if name == "" {
		return Reported, true
	}
	for m, known := range methodNames {
		if known == name {
			return Method(m), true
		}
	}
	return OtherMethod, false
}

// Rule gives the rule by which the method ends a game of the set, and false if
// no game of that set ends so.
func (m Method) Rule(set SetID) (Ref, bool) {
	if m >= methodEnd || methodRules[m] == NoRef || methodRules[m].Set() != set {
		return NoRef, false
	}
	return methodRules[m], true
}

// Draws reports whether a game that ends by this method is drawn. It is false
// for methods that end no game.
func (m Method) Draws() bool {
	switch m {
	case MandatoryLoop, IrreversibleIrregularity, AllLost, LoopDraw, AllTeamsLost:
		return true
	default:
		return false
	}
}

// byScore reports whether the Control Score decides who wins.
func (m Method) byScore() bool { return m == SixteenTurn || m == FullArena }

// Decider says what decided a game that ended by score.
type Decider uint8

// The deciders.
const (
	NoDecider        Decider = iota
	ControlScore             // 7.3.2
	FirstPlayerToken         // 7.3.3
)

// Result is how one game ended. It knows nothing of matches or tournaments
// (7.3.5). The zero Result is Undecided.
type Result struct {
	// Winners holds the winner's seat, or every member of the winning team,
	// and nobody in a draw.
	Winners SideSet
	// Score is the Control Score of A and B where a Momon game ended by score.
	Score   [2]int64
	Kind    Kind
	Method  Method
	Decider Decider
	// Rule is the rule that justifies the result.
	Rule Ref
	// Also cites further end conditions that were met at the same time.
	Also [2]Ref
}

// Validate says why the result cannot stand, or nil: a win has winners, a draw
// has none, the method is one by which the rule's set ends a game, a decider
// and a score come only with an end by score, and such an end is no draw.
func (r Result) Validate() error {
	set := r.Rule.Set()
	if set == "" {
		return fmt.Errorf("a result needs the rule that justifies it")
	}
	if _, ok := r.Method.Rule(set); !ok {
		return fmt.Errorf("no game of %s ends by %s", set, r.Method)
	}
	switch r.Kind {
	case Win:
		if r.Winners == 0 {
			return fmt.Errorf("rule 7.3.4: a game win needs a winner")
		}
	case Draw:
		if r.Winners != 0 {
			return fmt.Errorf("rule 7.3.4: a game draw has no winner")
		}
	default:
		return fmt.Errorf("rule 7.3.4: a result is a game win or a game draw; this game has neither")
	}
	if (r.Kind == Draw) != r.Method.Draws() {
		if r.Kind == Draw {
			return fmt.Errorf("a game that ends by %s is not drawn", r.Method)
		}
		return fmt.Errorf("a game that ends by %s has no winner", r.Method)
	}
	if set == Momon && r.Winners&^(Only(SideA)|Only(SideB)) != 0 || set == Momon && r.Winners.Len() > 1 {
		return fmt.Errorf("rule 7.3.4: a game win is for one player, A or B")
	}
	if r.Method.byScore() != (r.Decider != NoDecider) {
		return fmt.Errorf("a decider belongs to an end by score, and only to it")
	}
	if !r.Method.byScore() && r.Score != [2]int64{} {
		return fmt.Errorf("a score belongs to an end by score")
	}
	return nil
}
