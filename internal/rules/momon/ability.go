package momon

import "fmt"

// When says what an ability waits for.
type When uint8

// The events that abilities wait for. Always is a static ability: it is no
// trigger but holds as long as its Momon is on the Arena.
const (
	WhenSummoned When = iota
	WhenMoved
	WhenSwapped
	WhenControlChanged
	WhenLeft
	WhenSnatched
	WhenTurnStarts
	WhenTurnEnds
	Always
	whenEnd
)

var whenNames = []string{"summoned", "moved", "swapped", "control_changed", "left_arena", "snatched", "start_of_turn", "end_of_turn", "static"}

// Scope says whose event an ability waits for. For Momon: the Momon itself,
// another one of the same Controller, one of the other Controller, any other,
// or any. For turns: those of its Controller, or each.
type Scope uint8

// The scopes.
const (
	ScopeSelf Scope = iota
	ScopeAlly
	ScopeEnemy
	ScopeOther
	ScopeAny
	ScopeOwnTurn
	ScopeEachTurn
	scopeEnd
)

var scopeNames = []string{"self", "ally", "enemy", "other", "any", "own", "each"}

// Who names a player from an ability's point of view.
type Who uint8

// The players.
const (
	Controller Who = iota
	Opponent
	ActivePlayer
	whoEnd
)

var whoNames = []string{"controller", "opponent", "active"}

// Quantity is a number that a condition reads. Points and the adjacent counts
// are those of the ability's Momon or, in a While duration, of the Momon that
// the effect is on; "own" and "enemy" are relative to the ability's
// Controller.
type Quantity uint8

// The quantities.
const (
	Points Quantity = iota
	OwnMomon
	EnemyMomon
	EmptySpaces
	OwnHand
	EnemyHand
	AdjacentOwn
	AdjacentEnemy
	TurnNumber
	HoldsToken  // 1 if the Controller holds the First Player Token
	SelfPresent // 1 if the ability's Momon is on the Arena
	Supply      // Marking Tokens in the supply
	quantityEnd
)

var quantityNames = []string{"points", "own_momon", "enemy_momon", "empty_spaces", "own_hand", "enemy_hand",
	"adjacent_own", "adjacent_enemy", "turn", "holds_token", "self_present", "supply"}

// Comparison compares a quantity with a number.
type Comparison uint8

// The comparisons.
const (
	AtLeast Comparison = iota
	AtMost
	Equal
	comparisonEnd
)

var comparisonNames = []string{"at_least", "at_most", "equal"}

// Condition is one comparison, such as "own_momon at_least 3".
type Condition struct {
	What Quantity
	Is   Comparison
	N    int16
}

// From says among which Momon a selector looks.
type From uint8

// The places. FromSource is the Momon whose event triggered the ability.
const (
	FromSelf From = iota
	FromSource
	FromAdjacent
	FromRow
	FromColumn
	FromArena
	fromEnd
)

var fromNames = []string{"self", "source", "adjacent", "row", "column", "arena"}

// Whose restricts a selector to Momon or cards of one player.
type Whose uint8

// The restrictions.
const (
	Anyones Whose = iota
	Own
	Enemys
	whoseEnd
)

var whoseNames = []string{"any", "own", "enemy"}

// Take says which of the Momon found a selector picks. Strongest and Weakest
// go by current points; of equal ones the lowest Space counts.
type Take uint8

// The ways to pick.
const (
	Each Take = iota
	Chosen
	Strongest
	Weakest
	takeEnd
)

var takeNames = []string{"each", "chosen", "strongest", "weakest"}

// Selector finds Momon on the Arena. Kind and Card restrict it to cards of a
// kind or with a name; Other leaves out the ability's own Momon; By is the
// player who chooses when Pick is Chosen.
type Selector struct {
	From  From
	Whose Whose
	Kind  string
	Card  string
	Other bool
	Pick  Take
	By    Who
}

// Op is what an effect does.
type Op uint8

// The effects.
const (
	// OpMove moves the Momon of Of to To (12.2.1, 12.2.2).
	OpMove Op = iota
	// OpSwap exchanges the Spaces of Of and With (12.2.3).
	OpSwap
	// OpPoints adds N to the points of Of, or sets them to N.
	OpPoints
	// OpControl gives Who the control of Of.
	OpControl
	// OpPackage makes a Summon package of N cards of Who out of Zone into To.
	OpPackage
	// OpReturn puts the Momon of Of into their Owner's Zone.
	OpReturn
	// OpSnatch makes a Snatch Check for Of (12.2.4).
	OpSnatch
	// OpToken gives Who the First Player Token.
	OpToken
	// OpChoose lets By of Of choose one of the N effects that follow.
	OpChoose
	// OpReveal lets By of Of show a card of Of's Kind or Card from Who's hand.
	OpReveal
	// OpNone does nothing.
	OpNone
	opEnd
)

var opNames = []string{"move", "swap", "points", "gain_control", "summon_package", "return", "snatch_check", "take_token", "choose", "reveal", "none"}

// Destination says where a Momon goes.
type Destination uint8

// The destinations. Adjacent, Anywhere and NearSelf are chosen by By of Of.
const (
	ToNext Destination = iota
	ToPrevious
	ToNextElsePrevious
	ToAdjacent
	ToAnywhere
	ToSpace
	ToFirstEmpty
	ToNearSelf
	destinationEnd
)

var destinationNames = []string{"next", "previous", "next_else_previous", "adjacent", "anywhere", "space", "first_empty", "near_self"}

// Occupied says how a Move handles an occupied Space. Blocked is the rule
// (12.2.2); the others are effects that say so explicitly: Push moves the
// Momon that is in the way by the same distance, Exchange puts it where the
// mover came from, Replace puts it into its Owner's trash.
type Occupied uint8

// The ways.
const (
	Blocked Occupied = iota
	Push
	Exchange
	Replace
	occupiedEnd
)

var occupiedNames = []string{"blocked", "push", "swap", "replace"}

// Duration says how long an effect lasts. Permanent effects change the base;
// ThisTurn lasts until the turn has passed to the next player, NextTurn until
// the Controller's next turn has, and While until its condition is first found
// untrue, and then never again.
type Duration uint8

// The durations.
const (
	Permanent Duration = iota
	ThisTurn
	NextTurn
	While
	durationEnd
)

var durationNames = []string{"permanent", "this_turn", "next_turn", "while"}

// Zone is where a card is.
type Zone uint8

// The zones that effects name.
const (
	Hand  Zone = iota
	Deck       // a returned card goes to the bottom, a package takes the top
	Trash      // public
	zoneEnd
)

var zoneNames = []string{"hand", "deck", "trash"}

// Instruction is one effect of an ability. Which fields count depends on Op.
type Instruction struct {
	Op       Op
	Of, With Selector
	To       Destination
	Space    uint8
	Occupied Occupied
	N        int16
	Set      bool
	Lasts    Duration
	While    Condition
	Who      Who
	Zone     Zone
}

// Ability is one ability of a card: data, no code. By decides whether an
// Optional ability is used; Once allows it once a turn.
type Ability struct {
	When     When
	Of       Scope
	If       []Condition
	Optional bool
	By       Who
	Once     bool
	Effects  []Instruction
}

// Def is a card definition. Power is what a SnatchRule may read.
type Def struct {
	Name      string
	Kind      string
	Points    int16
	Power     int16
	Abilities []Ability
}

// Limits of the data, so that a state has a fixed size.
const (
	maxDefs          = 64  // a set of definitions is one word
	maxAbilities     = 250 // over all cards: an index of one byte
	maxCardAbilities = 8   // the Once marks of a Momon are one byte
	maxConditions    = 2
	maxEffectsEach   = 8
	maxPoints        = 30_000 // printed; the machine's range is that of int16
)

// staticReads reports whether the static ability's conditions read points.
func (a *Ability) staticReads() bool {
	for _, c := range a.If {
		if c.What == Points {
			return true
		}
	}
	return false
}

// check says what is wrong with the ability, in words that begin with the
// field's path below it.
func (a *Ability) check() error {
	turns := a.When == WhenTurnStarts || a.When == WhenTurnEnds
	switch {
	case a.When >= whenEnd || a.Of >= scopeEnd || a.By >= whoEnd:
		return fmt.Errorf("when, of or by: unknown value")
	case a.When == Always && a.Of != ScopeSelf:
		return fmt.Errorf("of: a static ability waits for nothing; leave this out")
	case turns && a.Of < ScopeOwnTurn:
		return fmt.Errorf("of: a turn is \"own\" or \"each\"")
	case !turns && a.Of >= ScopeOwnTurn:
		return fmt.Errorf("of: a Momon is \"self\", \"ally\", \"enemy\", \"other\" or \"any\"")
	case len(a.If) > maxConditions:
		return fmt.Errorf("if: at most %d conditions", maxConditions)
	case len(a.Effects) == 0 || len(a.Effects) > maxEffectsEach:
		return fmt.Errorf("effects: between 1 and %d effects", maxEffectsEach)
	case a.When == Always && (a.Optional || a.Once || len(a.Effects) > 1):
		return fmt.Errorf("effects: a static ability has one effect and is neither optional nor once a turn")
	}
	for i, c := range a.If {
		if err := c.check(); err != nil {
			return fmt.Errorf("if[%d].%w", i, err)
		}
	}
	modes := 0
	for i := range a.Effects {
		e := &a.Effects[i]
		if err := e.check(); err != nil {
			return fmt.Errorf("effects[%d].%w", i, err)
		}
		if a.When == Always && (e.Op != OpPoints || e.Set || e.Lasts != Permanent || e.Of.Pick != Each || e.Of.From == FromSource) {
			return fmt.Errorf("effects[%d].op: a static ability adds points to each of its Momon, nothing else", i)
		}
		switch {
		case e.Op == OpChoose && modes > 0:
			return fmt.Errorf("effects[%d].op: a choice inside a choice; list its modes in one", i)
		case e.Op == OpChoose && (e.N < 2 || i+int(e.N) >= len(a.Effects)):
			return fmt.Errorf("effects[%d].n: a choice is among the next 2 or more effects, which must follow it", i)
		case e.Op == OpChoose:
			modes = int(e.N)
		case modes > 0:
			modes--
		}
	}
	return nil
}

func (c Condition) check() error {
	if c.What >= quantityEnd || c.Is >= comparisonEnd {
		return fmt.Errorf("what: unknown quantity or comparison")
	}
	return nil
}

func (s Selector) check() error {
	switch {
	case s.From >= fromEnd || s.Whose >= whoseEnd || s.Pick >= takeEnd || s.By >= whoEnd:
		return fmt.Errorf("from: unknown value")
	case s.Kind != "" && s.Card != "":
		return fmt.Errorf("card: give a kind or a card, not both")
	}
	return nil
}

// single reports whether the selector never takes more than one Momon.
func (s Selector) single() bool {
	return s.From == FromSelf || s.From == FromSource || s.Pick != Each
}

func (e *Instruction) check() error {
	if e.Op >= opEnd || e.To >= destinationEnd || e.Occupied >= occupiedEnd || e.Lasts >= durationEnd || e.Who >= whoEnd || e.Zone >= zoneEnd {
		return fmt.Errorf("op: unknown value")
	}
	if err := e.Of.check(); err != nil {
		return fmt.Errorf("of.%w", err)
	}
	if err := e.With.check(); err != nil {
		return fmt.Errorf("with.%w", err)
	}
	if err := e.While.check(); err != nil {
		return fmt.Errorf("while.%w", err)
	}
	switch e.Op {
	case OpMove:
		chosen := e.To == ToAdjacent || e.To == ToAnywhere || e.To == ToNearSelf
		if chosen && !e.Of.single() {
			return fmt.Errorf("to: a chosen Space is for one Momon; pick one")
		}
		if e.Space >= arenaSize {
			return fmt.Errorf("space: Spaces have the numbers 0 to %d", arenaSize-1)
		}
	case OpSwap:
		if !e.Of.single() || !e.With.single() {
			return fmt.Errorf("with: a swap is of two Momon; pick one for each side")
		}
		if e.Of.Pick == Chosen && e.With.Pick == Chosen && e.Of.By != e.With.By {
			return fmt.Errorf("with: one player chooses both Momon of a swap")
		}
	case OpSnatch:
		if !e.Of.single() {
			return fmt.Errorf("of: a Snatch Check is of one Momon; pick one")
		}
	case OpPoints:
		if e.N < -maxPoints || e.N > maxPoints {
			return fmt.Errorf("n: points are between -%d and %d", maxPoints, maxPoints)
		}
	case OpPackage:
		if e.N < 1 || e.N > perSide {
			return fmt.Errorf("n: a package is of 1 to %d cards", perSide)
		}
		if e.To != ToAnywhere && e.To != ToFirstEmpty && e.To != ToNearSelf {
			return fmt.Errorf("to: a package goes \"anywhere\", \"first_empty\" or \"near_self\"")
		}
		if e.Zone == Deck && (e.Of.Kind != "" || e.Of.Card != "") {
			return fmt.Errorf("zone: a package takes the top of the deck, whatever it is; leave out kind and card")
		}
	}
	if e.Op == OpControl && e.Lasts != Permanent && e.Who == ActivePlayer {
		return fmt.Errorf("who: lasting control is the controller's or the opponent's; who is active changes")
	}
	if e.Lasts == While && e.Op != OpPoints && e.Op != OpControl {
		return fmt.Errorf("lasts: only points and control last")
	}
	return nil
}
