package momon

import "tourney/internal/rules"

// cycle is one period of a repeated sequence: the stable state at its start,
// the number of resolutions, and the decisions made in it.
type cycle struct {
	start     core
	period    uint32
	choices   [maxNotes]Choice
	decisions uint8
	// grows marks a sequence that recurs but for points.
	grows bool
}

// maxAlternatives is the largest number of other choices in one period: the
// place of each is a byte.
const maxAlternatives = 255

// loop is a loop that players have to declare, or whose limits are in force
// until the next rest.
type loop struct {
	cycle
	// exits marks the alternatives that can lead out, counted over the
	// decisions of the period and their legal choices but the one made.
	exits [maxAlternatives/64 + 1]uint64
	// capable players own such an alternative.
	capable  rules.SideSet
	declared [2]Declaration // in the order of declaring
	change   [2]Choice      // the choices that they announce
	count    uint8
	// active: the declared limits are in force.
	active bool
	// forced: the machine repeats the sequence and then makes the change.
	forced   bool
	deviator rules.Side
	// due are the players who have made all repetitions that they named.
	due    rules.SideSet
	repeat int64 // repetitions still to be executed
	items  uint32
	// progress counts the decisions made as in the period since its start; -1
	// is off it.
	progress int16
}

// Declaration is a player's statement about a loop: N repetitions, then the
// choice that an Announce names.
type Declaration struct {
	N      int64
	Choice Choice
}

// class is what is known of an alternative to a choice in a loop.
type class uint8

const (
	same    class = iota // the next state is the same
	exits                // it can lead to a rest
	changes              // other states, but never a rest
	unknown              // not all states could be visited
)

// pathsPerState bounds the resolutions tried by the states visited.
const pathsPerState = 4

// explorer runs a machine of its own through the states around a loop.
type explorer struct {
	x Game
	// states and paths may still be visited and gone.
	states, paths int
	// seen marks stable states with the number of the search that saw them; 0
	// are states of the cycle and of searches that found no way out.
	seen   table
	search int32
	queue  []int // of the search, by index in seen
	legal  []Choice
}

// stop says where an explorer's run ended.
type stop uint8

const (
	atDecision stop = iota
	atItem
	atRest
	atFault
)

// load puts a game at a stable point.
func (g *Game) load(cfg *Config, c *core) {
	g.cfg = cfg
	g.core = *c
	g.reindex(cfg)
	clear(g.wait[:g.waits])
	g.waits, g.dirty, g.phase = 0, 0, running
}

// runOn goes on to the next decision, stable point, rest or fault.
func (g *Game) runOn() stop {
	for g.phase == running {
		if g.dec.kind != noDecision {
			return atDecision
		}
		switch w := g.work(); w {
		case workItem:
			return atItem
		case workIdle:
			return atRest
		default:
			g.do(w)
		}
	}
	return atFault
}

// classify finds what kind of loop the cycle is, and who can leave it how.
func (l *loop) classify(cfg *Config) rules.LoopClass {
	if l.decisions == 0 {
		return rules.LoopMandatory
	}
	states := int(cfg.spec.Limits.States)
	e := &explorer{states: states, paths: pathsPerState * states}
	points, ok := e.walk(cfg, &l.cycle)
	if !ok {
		return rules.LoopUnverified
	}
	worst := same
	alternative, decision := 0, 0
	for k := range l.period {
		from, to := &points[k], &points[k+1]
		// The decisions of this resolution, one after the other.
		var prefix []Choice
		for {
			e.x.load(cfg, from)
			at := e.replay(prefix)
			if at != atDecision {
				break
			}
			taken := l.choices[decision]
			e.legal = e.x.Legal(e.legal[:0])
			for _, c := range append([]Choice(nil), e.legal...) {
				if c == taken {
					continue
				}
				if alternative == maxAlternatives {
					return rules.LoopUnverified
				}
				found := e.try(cfg, from, to, append(prefix[:len(prefix):len(prefix)], c))
				if found == exits {
					l.exits[alternative/64] |= 1 << (alternative % 64)
					l.capable |= rules.Only(c.By)
				}
				worst = max(worst, found)
				alternative++
			}
			prefix = append(prefix, taken)
			decision++
		}
	}
	switch {
	case l.capable != 0:
		return rules.LoopOptional
	case worst == same && !l.grows:
		return rules.LoopMandatory
	case worst == changes:
		return rules.LoopInescapable
	default:
		return rules.LoopUnverified
	}
}

// walk goes once through the cycle and lists its stable states, from its start
// to its end. It fails if the sequence does not repeat.
func (e *explorer) walk(cfg *Config, c *cycle) (points []core, ok bool) {
	e.x.load(cfg, &c.start)
	next := 0
	for range c.period {
		points = append(points, e.x.core)
		e.seen.put(&e.x.core, 0)
		e.x.do(workItem)
		at := e.x.runOn()
		for ; at == atDecision; at = e.x.runOn() {
			if next == int(c.decisions) || !e.x.allows(c.choices[next]) {
				return nil, false
			}
			e.x.choose(c.choices[next])
			next++
		}
		if at != atItem {
			return nil, false
		}
	}
	points = append(points, e.x.core)
	e.seen.put(&e.x.core, 0)
	return points, next == int(c.decisions) && (c.grows || e.x.core == c.start)
}

// replay makes the next resolution with the first decisions given.
func (e *explorer) replay(prefix []Choice) stop {
	e.x.do(workItem)
	at := e.x.runOn()
	for _, c := range prefix {
		e.x.choose(c)
		at = e.x.runOn()
	}
	return at
}

// try classifies the choice at the end of prefix, made in the resolution that
// leads from one stable state to the next.
func (e *explorer) try(cfg *Config, from, to *core, prefix []Choice) class {
	e.search++
	e.queue = e.queue[:0]
	found := same
	visit := func(at stop) bool {
		switch at {
		case atRest:
			found = exits
			return false
		case atFault:
			found = unknown
		default:
			if e.x.core != *to {
				found = max(found, changes)
			}
			if seen, ok := e.seen.mark(&e.x.core); !ok || seen != 0 && seen != e.search {
				if e.states == 0 {
					return false
				}
				e.states--
				e.queue = append(e.queue, e.seen.put(&e.x.core, e.search))
			}
		}
		return true
	}
	ok := e.successors(cfg, from, prefix, visit)
	for head := 0; ok && head < len(e.queue); head++ {
		next := e.seen.states[e.queue[head]]
		ok = e.successors(cfg, &next, nil, visit)
	}
	switch {
	case found == exits:
		return exits
	case !ok:
		return unknown
	case found == changes:
		for _, i := range e.queue {
			e.seen.marks[i] = 0
		}
	}
	return found
}

// successors visits the ends of the next resolution under all choices after
// prefix. It reports false if the budget ran out or visit stopped it.
func (e *explorer) successors(cfg *Config, from *core, prefix []Choice, visit func(stop) bool) bool {
	const deepest = 32
	var chosen, width [deepest]uint16
	depth := 0
	for {
		if e.paths == 0 {
			return false
		}
		e.paths--
		e.x.load(cfg, from)
		at := e.replay(prefix)
		for d := 0; at == atDecision; d++ {
			e.legal = e.x.Legal(e.legal[:0])
			if d == deepest {
				return false
			}
			if d == depth {
				chosen[d], width[d] = 0, uint16(len(e.legal))
				depth++
			}
			e.x.choose(e.legal[chosen[d]])
			at = e.x.runOn()
		}
		if !visit(at) {
			return false
		}
		for depth > 0 && chosen[depth-1]+1 == width[depth-1] {
			depth--
		}
		if depth == 0 {
			return true
		}
		chosen[depth-1]++
	}
}

// next gives the player who has to declare next, the Active Player first.
func (l *loop) next(active rules.Side) rules.Side {
	n := l.count
	for _, p := range [2]rules.Side{active, active ^ 1} {
		if l.capable.Has(p) {
			if n == 0 {
				return p
			}
			n--
		}
	}
	return rules.NoSide
}

// eachAlternative goes through the legal choices of the loop's period: the
// decision's place, the choice's place among the legal ones, and whether it is
// the one made or can lead out.
func (g *Game) eachAlternative(visit func(decision, place uint8, c Choice, alt rules.Alternative)) {
	var x Game
	var legal []Choice
	x.load(g.cfg, &g.loop.start)
	n, decision := 0, uint8(0)
	for range g.loop.period {
		x.do(workItem)
		for x.runOn() == atDecision {
			legal = x.Legal(legal[:0])
			taken := g.loop.choices[decision]
			for i, c := range legal {
				alt := rules.AltStays
				if c != taken {
					if g.loop.exits[n/64]>>(n%64)&1 != 0 {
						alt = rules.AltLegal
					}
					n++
				}
				visit(decision, uint8(i), c, alt)
			}
			x.choose(taken)
			decision++
		}
	}
}

// announcements appends what the next player to declare can announce.
func (g *Game) announcements(buf []Choice) []Choice {
	p := g.loop.next(g.active)
	g.eachAlternative(func(decision, place uint8, c Choice, alt rules.Alternative) {
		if c.By == p && alt == rules.AltLegal {
			buf = append(buf, Choice{Announce, p, decision, place})
		}
	})
	return buf
}

// alternativeAt gives the choice that an announcement names, and what is known
// of it.
func (g *Game) alternativeAt(a Choice) (found Choice, known rules.Alternative) {
	if a.Kind != Announce {
		return Choice{}, rules.AltNone
	}
	known = rules.AltIllegal
	g.eachAlternative(func(decision, place uint8, c Choice, alt rules.Alternative) {
		if decision == a.A && place == a.B && c.By == a.By {
			found, known = c, alt
		}
	})
	return found, known
}

// Alternative gives the choice that an announcement stands for.
func (g *Game) Alternative(announcement Choice) (Choice, bool) {
	if g.phase != declaring {
		return Choice{}, false
	}
	c, alt := g.alternativeAt(announcement)
	return c, alt == rules.AltLegal
}

// announceNow is one declaration of zero repetitions.
func (g *Game) announceNow(c Choice) error {
	return g.Declare([]Declaration{{Choice: c}})
}

// Declare takes the declarations of the players who can leave the loop, the
// Active Player's first; they may come one by one (12.4.2, 12.4.3). With the
// last of them the sequence is repeated as often as the smallest number says,
// and its owner makes the announced choice.
func (g *Game) Declare(list []Declaration) error {
	if g.phase != declaring {
		if err := g.Err(); err != nil {
			return err
		}
		return rules.IllegalChoice{Rule: rules.R12_4_2, Why: "there is no loop to declare", Allowed: len(g.Legal(nil))}
	}
	l := g.loop
	var all [2]rules.Declaration
	for i := range l.count {
		all[i] = rules.Declaration{By: l.declared[i].Choice.By, N: l.declared[i].N, Alt: rules.AltLegal}
	}
	owners := uint8(l.capable.Len())
	for i, d := range list {
		if l.count == owners {
			return rules.DeclarationFault{Rule: rules.R12_4_3, Index: i, Why: "all players who can leave the loop have declared"}
		}
		change, alt := g.alternativeAt(d.Choice)
		all[l.count] = rules.Declaration{By: d.Choice.By, N: d.N, Alt: alt}
		l.declared[l.count], l.change[l.count] = d, change
		l.count++
		if err := g.checkDeclared(all[:l.count], l.count == owners); err != nil {
			return err
		}
	}
	if l.count == owners {
		n, deviate, err := rules.ResolveDeclarations(g.active, l.capable, all[:l.count])
		if err != nil {
			return err
		}
		if limit := g.cfg.spec.Limits.Iterations; l.grows && n > limit/int64(l.period) {
			return rules.DeclarationFault{Rule: rules.R12_4_2, Index: -1, Why: "this loop changes points, so each repetition has to be carried out, and that is too many; name a smaller number"}
		}
		l.begin(n, deviate)
		g.phase = running
		g.watch = watch{}
	}
	g.loop = l
	return nil
}

// checkDeclared refuses a declaration that is wrong by itself. Until all are
// in, the missing ones are no fault.
func (g *Game) checkDeclared(all []rules.Declaration, complete bool) error {
	_, _, err := rules.ResolveDeclarations(g.active, g.loop.capable, all)
	if fault, ok := err.(rules.DeclarationFault); ok && !complete && fault.Index < 0 {
		return nil
	}
	return err
}

// begin puts the limits in force. An exact recurrence needs no execution: n
// periods later the state is the same (12.4.3).
func (l *loop) begin(n int64, deviate []rules.Side) {
	for _, p := range deviate {
		l.due |= rules.Only(p)
	}
	l.active, l.forced, l.deviator = true, true, deviate[0]
	if l.grows {
		l.repeat = n
	}
}

// announced gives the place of the player's declaration.
func (l *loop) announced(p rules.Side) int {
	if l.count == 2 && l.declared[1].Choice.By == p {
		return 1
	}
	return 0
}

// follow notes whether a free choice goes on with the sequence.
func (l *loop) follow(c Choice) {
	if l.progress < 0 {
		return
	}
	if int(l.progress) < int(l.decisions) && l.choices[l.progress] == c {
		l.progress++
	} else {
		l.progress = -1
	}
}

// loopPoint is called at stable points while limits are in force: it counts
// the repetitions that are carried out, and notices when the sequence begins
// anew. It cannot come to its end again, because the deviator is made to leave
// it, so that the numbers of the others need no counting.
func (g *Game) loopPoint() {
	l := &g.loop
	switch {
	case l.repeat > 0:
		g.watch.chain = 0
		l.items++
		if l.items > l.period {
			l.items, l.progress = 1, 0
			l.repeat--
		}
	case l.forced:
	case g.core == l.start || l.grows && g.alike(&l.start):
		l.progress = 0
	}
}

// forcedChoice makes the open decision where a declaration has settled it: the
// repetitions, the announced change, and later on the same change instead of a
// repetition beyond a player's limit. Where a growing loop has come to an end
// by itself, nothing is settled any more.
func (g *Game) forcedChoice() bool {
	l := &g.loop
	if !l.active || l.progress < 0 {
		return false
	}
	p := g.dec.by
	if l.forced {
		p = l.deviator
	}
	c, due := Choice{}, false
	if i := l.announced(p); l.due.Has(p) && l.repeat == 0 && int16(l.declared[i].Choice.A) == l.progress {
		c, due = l.change[i], true
	} else if l.forced && int(l.progress) < int(l.decisions) {
		c = l.choices[l.progress]
	} else if !l.forced {
		return false
	}
	if !g.allows(c) {
		*l = loop{}
		return false
	}
	g.note(c, true)
	l.progress++
	if due {
		l.forced, l.progress = false, -1
	}
	g.choose(c)
	return true
}
