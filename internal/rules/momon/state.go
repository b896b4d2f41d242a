package momon

import (
	"math/bits"

	"tourney/internal/rules"
)

// Sizes of a state.
const (
	perSide     = 24
	maxCards    = 2 * perSide // slots 0 to 23 are A's cards, the others B's
	maxQueue    = 64
	maxWait     = 64
	maxPackages = 8
	maxLive     = 32
)

// masked stands in for the definition of a card that a proof does not disclose.
const masked = 255

// ref names a card by slot+1; 0 is no card. A reference is struck out when its
// card leaves the Arena, so that a card that comes back is another object
// (12.2.3) and yet the state can recur exactly.
type ref = uint8

// object is one public card. The zero object is a card in a hidden zone.
type object struct {
	def   uint8
	flags uint8
	space uint8
	used  uint8 // once-a-turn abilities already used
	base  int16
	cur   int16 // current points, as last published
}

// Flags of an object. The Controller is the one that the Marking Token shows;
// the base Controller is the one it would show without lasting effects.
const (
	onArena uint8 = 1 << iota
	inTrash
	ctrlB
	baseCtrlB
)

func (o *object) ctrl() rules.Side { return rules.Side(o.flags >> 2 & 1) }

func (o *object) baseCtrl() rules.Side { return rules.Side(o.flags >> 3 & 1) }

func (o *object) setCtrl(p rules.Side) { o.flags = o.flags&^ctrlB | uint8(p)<<2 }

func (o *object) setBaseCtrl(p rules.Side) { o.flags = o.flags&^baseCtrlB | uint8(p)<<3 }

func owner(c uint8) rules.Side {
	if c >= perSide {
		return rules.SideB
	}
	return rules.SideA
}

// trigger is a triggered ability: its index, its own Momon, the Momon whose
// event triggered it, and the player who controls it.
type trigger struct {
	ability uint8
	self    ref
	source  ref
	by      rules.Side
}

// whileTrue stands for the last turn of an effect that lasts while its
// condition is true.
const whileTrue = 255

// live is a lasting effect: the instruction (ability and place in it), the
// Momon it is on, and the last turn it lasts for. The order in the list is the
// order of timestamps.
type live struct {
	ability uint8
	effect  uint8
	target  ref
	self    ref
	by      rules.Side
	until   uint8
}

// parcel is a Summon package: the instruction that made it and what is left.
type parcel struct {
	ability uint8
	effect  uint8
	self    ref
	source  ref
	by      rules.Side
	left    uint8
}

// run is the ability being resolved: ability+1 (0 is none), the next effect,
// and, inside a choice of modes, the effect after the last mode.
type run struct {
	ability  uint8
	self     ref
	source   ref
	by       rules.Side
	effect   uint8
	after    uint8
	accepted uint8
}

// decision is what somebody has to decide.
type decision struct {
	kind decisionKind
	by   rules.Side
}

type decisionKind uint8

const (
	noDecision decisionKind = iota
	decideSummon
	decideMay
	decideTarget
	decideMode
	decideOrder
	decidePlace
)

// RR is the Rules-Relevant State of rule 12.4.1: all that is public and makes
// a difference to the rules, with the legal choices that depend on hidden
// cards. Unused places are zero, so that == compares states exactly. It has no
// padding and is at most 1 KB.
type RR struct {
	// legal holds, while a decision is open that depends on the identity of
	// cards in a hand, the set of definitions that each player can choose.
	legal      [2]uint64
	stray      uint64 // cards off the Arena with a Marking Token still on them
	snatchLeft uint64 // Spaces that a Snatch Check has still to attempt
	objects    [maxCards]object
	supply     int16
	queue      [maxQueue]trigger
	live       [maxLive]live
	parcels    [maxPackages]parcel
	arena      [arenaSize]ref
	run        run
	dec        decision
	// ordering counts the triggers at the end of the Queue that the Active and
	// the other Player have still to order.
	ordering [2]uint8
	queued   uint8
	lasting  uint8
	packed   uint8
	empty    uint8
	turn     uint8 // from 1, over both players
	step     uint8 // steps begun in this turn, its beginning included
	active   rules.Side
	token    rules.Side
	turns    [2]uint8 // completed
	fullTurn uint8    // turn of the Full-Arena condition; 0 is not met
	fullBy   rules.Side
	hands    [2]uint8
	decks    [2]uint8
	trashes  [2]uint8
	snatcher ref
}

// hidden is what is in hidden zones.
type hidden struct {
	hand uint64
	def  [maxCards]uint8   // definition+1; 0 is no card
	deck [2][perSide]uint8 // slots, the top first
}

// rr keeps the embedded field out of the package's interface.
type rr = RR

// core is all that the machine's steps read and write apart from caches.
type core struct {
	rr
	hidden
}

// index is derived from the core: where each player's Momon stand, which cards
// on the Arena have an ability for an event, which have used a once-a-turn
// ability, and how many lasting effects have a condition.
type index struct {
	occ    [2]uint64
	listen [whenEnd]uint64
	spent  uint64
	whiles uint8
}

// phase says what the machine waits for.
type phase uint8

const (
	running phase = iota
	declaring
	held
	stalled
	over
)

// State is a whole game at one moment: a plain value, comparable with ==. A
// copy is a snapshot.
type State struct {
	core
	index
	watch watch
	loop  loop
	res   rules.Result
	irr   rules.Irregularity
	read  uint64 // cards whose hidden identity the rules have read
	stale uint64 // cards whose values may differ from those published
	// shifted are the cards whose published points are not their base; others
	// need a look only if something new is on them.
	shifted uint64
	wait    [maxWait]trigger
	waits   uint8
	dirty   uint8
	phase   phase
	// resume is the phase that a hold interrupted.
	resume phase
	first  rules.Side
	cause  rules.StallCause
	final  bool  // a stall that no ruling can continue
	lent   uint8 // Marking Tokens that a judge added to the supply
	// exact and revealed are what was found of the rollback before a draw.
	exact, revealed bool
}

// What State-Based Conditions have to look at: stray tokens and the supply,
// the ends of lasting effects, the values of the cards in stale, or those of
// all cards because something has changed that static abilities may read.
const (
	dirtyTokens uint8 = 1 << iota
	dirtyEffects
	dirtyStale
	dirtyStatics
	dirtyAll = dirtyTokens | dirtyEffects | dirtyStale | dirtyStatics
)

// Relevant gives the Rules-Relevant State (12.4.1), for comparison with ==.
func (s *State) Relevant() RR { return s.rr }

// Score gives the Control Scores of A and B: the current points of the Momon
// on the Arena by Controller, whoever owns them (7.3.1).
func (s *State) Score() (score [2]int64) {
	for p := range score {
		for rest := s.occ[p]; rest != 0; rest &= rest - 1 {
			score[p] += int64(s.objects[s.arena[bits.TrailingZeros64(rest)]-1].cur)
		}
	}
	return score
}

// Result gives how the game ended; it is Undecided until it has.
func (s *State) Result() rules.Result { return s.res }

// Turns gives the completed turns of A and B.
func (s *State) Turns() [2]int { return [2]int{int(s.turns[0]), int(s.turns[1])} }

// Active gives the Active Player.
func (s *State) Active() rules.Side { return s.active }

// TokenHolder gives the holder of the First Player Token.
func (s *State) TokenHolder() rules.Side { return s.token }

// FullArenaMet reports whether the Full-Arena End condition is recorded
// (7.2.1).
func (s *State) FullArenaMet() bool { return s.fullTurn != 0 }

// Pending gives the number of triggers in the Queue, with one that is being
// resolved, and of Summon packages.
func (s *State) Pending() (triggers, packages int) {
	triggers = int(s.queued) + int(s.waits)
	if s.run.ability != 0 {
		triggers++
	}
	return triggers, int(s.packed)
}

// Momon is one Momon on the Arena.
type Momon struct {
	Space      int
	Def        int
	Owner      rules.Side
	Controller rules.Side
	Points     int
}

// Arena lists the Momon by Space.
func (s *State) Arena() []Momon {
	var list []Momon
	for rest := s.occ[0] | s.occ[1]; rest != 0; rest &= rest - 1 {
		space := bits.TrailingZeros64(rest)
		c := s.arena[space] - 1
		o := &s.objects[c]
		list = append(list, Momon{space, int(o.def), owner(c), o.ctrl(), int(o.cur)})
	}
	return list
}

// reindex derives the index from the core.
func (s *State) reindex(cfg *Config) {
	s.index, s.shifted = index{}, 0
	for space := range cfg.spec.Spaces {
		if r := s.arena[space]; r != 0 {
			s.enlist(cfg, r-1)
			o := &s.objects[r-1]
			if o.used != 0 {
				s.spent |= 1 << (r - 1)
			}
			if o.cur != o.base {
				s.shifted |= 1 << (r - 1)
			}
		}
	}
	for _, l := range s.live[:s.lasting] {
		if l.until == whileTrue {
			s.whiles++
		}
	}
}

// enlist adds a card on the Arena to the index.
func (s *State) enlist(cfg *Config, c uint8) {
	o := &s.objects[c]
	s.occ[o.ctrl()] |= 1 << o.space
	for events := cfg.defs[o.def].events; events != 0; events &= events - 1 {
		s.listen[bits.TrailingZeros16(events)] |= 1 << c
	}
}
