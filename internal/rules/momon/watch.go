package momon

import "tourney/internal/rules"

const (
	// watchAfter resolutions without a rest begin the watch for a loop.
	watchAfter = 32
	// firstStride is the first distance at which the watch saves a new state;
	// it doubles from there (Brent).
	firstStride = 8
	// maxNotes is the largest number of decisions in one period of a loop.
	maxNotes = 64
)

// watch looks for the recurrence of a state at stable points: after an ability
// or a summon out of a package, with State-Based Conditions performed and
// triggers placed, before the next is taken. It keeps one saved state and
// compares exactly; there is no hash and no history.
type watch struct {
	saved  core
	notes  [maxNotes]Choice // decisions since the saved state
	forced bool             // one of them was not free
	full   bool             // there were more
	tried  bool             // growth was looked into since the saved state
	grew   bool             // the state has recurred but for points
	noted  uint8
	chain  uint32 // resolutions since the last rest
	stride uint32
	travel uint32 // resolutions since the saved state
}

// rest ends the watch: the Queue and the packages are empty.
func (g *Game) rest() {
	if g.watch.stride != 0 {
		g.watch = watch{}
	}
	g.watch.chain = 0
	if g.loop.active {
		g.loop = loop{}
	}
}

// note records a decision for the watch and follows the loop whose limits are
// in force.
func (g *Game) note(c Choice, forced bool) {
	if w := &g.watch; w.stride != 0 {
		if w.noted == maxNotes {
			w.full = true
		} else {
			w.notes[w.noted] = c
			w.noted++
		}
		w.forced = w.forced || forced
	}
	if l := &g.loop; l.active && !forced {
		l.follow(c)
	}
}

// watchLoop is called at each stable point of a long chain. It reports whether
// the game stops there.
func (g *Game) watchLoop() bool {
	w := &g.watch
	if w.chain > g.cfg.spec.Limits.Chain {
		g.stopChain()
		return true
	}
	if w.stride == 0 {
		w.save(&g.core, firstStride)
		return false
	}
	w.travel++
	if g.rr == w.saved.rr && g.hidden == w.saved.hidden {
		g.foundLoop()
		return true
	}
	if w.chain > g.cfg.spec.Limits.Chain/2 && !g.loop.active && g.alike(&w.saved) {
		w.grew = true
		if w.noted != 0 && !w.tried && g.foundGrowth() {
			return true
		}
	}
	if w.travel == w.stride {
		w.save(&g.core, 2*w.stride)
	}
	return false
}

func (w *watch) save(c *core, stride uint32) {
	w.saved = *c
	w.stride, w.travel, w.noted = stride, 0, 0
	w.forced, w.full, w.tried = false, false, false
}

// alike reports whether the state equals another but for points.
func (g *Game) alike(c *core) bool {
	if g.arena != c.arena || g.queued != c.queued || g.hidden != c.hidden {
		return false
	}
	x, y := g.rr, c.rr
	for i := range x.objects {
		x.objects[i].base, x.objects[i].cur = 0, 0
		y.objects[i].base, y.objects[i].cur = 0, 0
	}
	return x == y
}

// stopChain stalls a chain that has gone on for too long: no state has
// recurred, so it is no loop in the sense of 12.4.1 and no draw.
func (g *Game) stopChain() {
	w := &g.watch
	switch {
	case w.grew:
		g.stall(rules.PointsGrow, false)
	case w.stride != 0 && g.queued > w.saved.queued:
		g.stall(rules.QueueGrows, false)
	default:
		g.stall(rules.Endless, false)
	}
}

// foundLoop classifies a loop whose state has recurred (12.4.4).
func (g *Game) foundLoop() {
	w := &g.watch
	if w.full || w.forced {
		g.stall(rules.Budget, false)
		return
	}
	within := g.loop.active
	g.loop = loop{cycle: cycle{start: w.saved, period: w.travel, choices: w.notes, decisions: w.noted}}
	clear(g.loop.choices[w.noted:])
	switch g.loop.classify(g.cfg) {
	case rules.LoopMandatory:
		if !verifyMandatory(g.cfg, &g.loop.cycle) {
			g.stall(rules.Budget, false)
			return
		}
		g.end(rules.Result{Kind: rules.Draw, Method: rules.MandatoryLoop, Rule: rules.R12_4_5})
	case rules.LoopOptional:
		if within {
			// New numbers would put out of force those of the loop around it.
			g.stall(rules.Budget, false)
			return
		}
		g.phase = declaring
	case rules.LoopInescapable:
		g.stall(rules.Inescapable, false)
	default:
		g.stall(rules.Budget, false)
	}
}

// foundGrowth asks for declarations in a repeated sequence that changes only
// points and that a player can leave. It reports whether there is one.
func (g *Game) foundGrowth() bool {
	w := &g.watch
	w.tried = true
	if w.full || w.forced {
		return false
	}
	l := loop{cycle: cycle{start: g.core, period: w.travel, choices: w.notes, decisions: w.noted, grows: true}}
	clear(l.choices[w.noted:])
	if l.classify(g.cfg) != rules.LoopOptional {
		return false
	}
	g.loop = l
	g.phase = declaring
	return true
}
