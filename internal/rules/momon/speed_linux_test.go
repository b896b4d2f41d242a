package momon

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tourney/internal/rules"
)

// threadTime is the CPU time of the calling thread, which has to be locked.
func threadTime(t testing.TB) time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ts.Nano())
}

// calibration is a fixed loop of dependent arithmetic, by which the speeds of
// machines are compared.
func calibration() {
	const steps = 1_000_000
	var r rng = 1
	for range steps {
		sink ^= r.next()
	}
}

var sink uint64

// referenceCalibration is what the calibration took on the machine for which
// the floors below are meant.
const referenceCalibration = 1300 * time.Microsecond

// workload is something whose speed has a goal and a floor, for one operation
// on the reference machine; batch operations are measured at a time.
type workload struct {
	name        string
	goal, floor time.Duration
	batch       int
	// prepare gives a function that makes one operation, without allocating
	// unless it has to.
	prepare  func(t testing.TB) func()
	allocate bool
}

// fastest gives the least CPU time of an operation over some batches, and that
// of the calibration beside them: the least is what other work on the machine
// disturbs least.
func (w *workload) fastest(t testing.TB, batches int) (op, calibrated time.Duration) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f := w.prepare(t)
	op, calibrated = time.Hour, time.Hour
	for range batches {
		begin := threadTime(t)
		for range w.batch {
			f()
		}
		between := threadTime(t)
		calibration()
		op = min(op, between-begin)
		calibrated = min(calibrated, threadTime(t)-between)
	}
	return op, calibrated
}

var workloads = []workload{
	{name: "SelfPlayAbilities", goal: time.Second / 60_000, floor: time.Second / 20_000, batch: 300, allocate: true,
		prepare: func(t testing.TB) func() { return selfPlay(t, abilitySpec()) }},
	{name: "SelfPlayPlain", goal: time.Second / 150_000, floor: time.Second / 50_000, batch: 300,
		prepare: func(t testing.TB) func() { return selfPlay(t, plainSpec()) }},
	{name: "ConditionsDirty", goal: 100, floor: 400, batch: 10_000, prepare: func(t testing.TB) func() {
		g := crowded(t)
		return func() {
			g.dirty = dirtyAll
			g.sbc()
		}
	}},
	{name: "ConditionsClean", goal: 10, floor: 40, batch: 10_000, prepare: func(t testing.TB) func() {
		g := crowded(t)
		return func() { g.sbc() }
	}},
	{name: "CompareStates", goal: 60, floor: 400, batch: 10_000, prepare: func(t testing.TB) func() {
		x := crowded(t).rr
		y := x
		return func() {
			if x != y {
				t.Error("equal states differ")
			}
		}
	}},
	{name: "MandatoryLoop", goal: 5 * time.Microsecond, floor: 50 * time.Microsecond, batch: 200, prepare: func(t testing.TB) func() {
		begin := *togglers(t, false)
		var g Game
		return func() {
			g = begin
			if g.Advance() != Over || g.res.Method != rules.MandatoryLoop {
				t.Error("no mandatory loop")
			}
		}
	}},
	{name: "LoopAlternatives", goal: 50 * time.Microsecond, floor: 500 * time.Microsecond, batch: 50, allocate: true,
		prepare: func(t testing.TB) func() {
			g := togglers(t, true)
			acceptAll(t, g)
			c := g.loop.cycle
			return func() {
				l := loop{cycle: c}
				if l.classify(g.cfg) != rules.LoopOptional {
					t.Error("no optional loop")
				}
			}
		}},
	{name: "Replay", goal: 50 * time.Microsecond, floor: 500 * time.Microsecond, batch: 50, allocate: true, prepare: func(t testing.TB) func() {
		cfg := mustConfig(t, abilitySpec())
		var setup Setup
		var r rng = 3
		dealt(&r, &setup)
		g, err := New(cfg, &setup)
		if err != nil {
			t.Fatal(err)
		}
		var log Log
		for move(t, g, &r, &log) {
		}
		return func() {
			if h, err := Replay(cfg, &setup, log); err != nil || h.res != g.res {
				t.Error("the replay differs")
			}
		}
	}},
}

// selfPlay plays games one after the other out of 300 that are dealt anew.
func selfPlay(t testing.TB, spec Spec) func() {
	cfg := mustConfig(t, spec)
	var r rng
	var tl tally
	var setup Setup
	var g Game
	buf := make([]Choice, 0, 1024)
	return func() {
		if tl.games%300 == 0 {
			r = 1
		}
		dealt(&r, &setup)
		if err := g.Reset(cfg, &setup); err != nil {
			t.Error(err)
		}
		playOut(&g, &r, buf, &tl)
	}
}

// crowded is an Arena of sixteen Momon with lasting and static effects.
func crowded(t testing.TB) *Game {
	spec := DefaultSpec()
	spec.Defs = []Def{
		{Name: "plain", Points: 3},
		{Name: "aura", Points: 1, Abilities: []Ability{does(Always, ScopeSelf, Instruction{Op: OpPoints, Of: Selector{From: FromAdjacent, Whose: Own}, N: 1})}},
		{Name: "boost", Points: 2, Abilities: []Ability{does(WhenTurnStarts, ScopeOwnTurn, Instruction{Op: OpPoints, Of: onSelf, N: 2, Lasts: NextTurn})}},
	}
	var arena []Standing
	for space := range 16 {
		d := 0
		if space%8 == 5 {
			d = 1
		} else if space%8 == 2 {
			d = 2
		}
		arena = append(arena, at(space, d, rules.Side(space/8)))
	}
	g := start(t, spec, Setup{Arena: arena})
	g.nextStep()
	for g.work() == workItem {
		g.do(workItem)
	}
	if g.lasting == 0 || g.listen[Always] == 0 || g.empty != 0 {
		t.Fatal("the Arena is not as it should be")
	}
	return g
}

func BenchmarkMachine(b *testing.B) {
	for i := range workloads {
		w := &workloads[i]
		b.Run(w.name, func(b *testing.B) {
			f := w.prepare(b)
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
			op, calibrated := w.fastest(b, 50)
			each := float64(op) / float64(w.batch)
			b.ReportMetric(each, "cpu-ns/op")
			b.ReportMetric(1e9/each, "ops/cpu-s")
			b.ReportMetric(each*1e6/float64(calibrated), "calibration-steps/op")
		})
	}
}

// The floors hold on a machine of any speed: they are scaled by what the
// calibration takes beside the work.
func TestSpeedFloors(t *testing.T) {
	for i := range workloads {
		w := &workloads[i]
		op, calibrated := w.fastest(t, 10)
		each := float64(op) / float64(w.batch) * float64(referenceCalibration) / float64(calibrated)
		t.Logf("%s: %.0f ns on the reference machine, goal %d, floor %d", w.name, each, w.goal, w.floor)
		if each > float64(w.floor) {
			t.Errorf("%s takes %.0f ns on the reference machine, more than %d", w.name, each, w.floor)
		}
	}
}

// Play allocates nothing; neither do State-Based Conditions, the comparison of
// states and the proof of a loop without decisions.
func TestNothingIsAllocated(t *testing.T) {
	for i := range workloads {
		w := &workloads[i]
		if w.allocate {
			continue
		}
		if n := testing.AllocsPerRun(500, w.prepare(t)); n != 0 {
			t.Errorf("%s allocates %v times", w.name, n)
		}
	}
	// With abilities, in all games but those whose loops have alternatives to
	// be searched.
	cfg := mustConfig(t, abilitySpec())
	var r rng = 1
	var setup Setup
	var g Game
	buf := make([]Choice, 0, 1024)
	for range 300 {
		dealt(&r, &setup)
		var before Game
		if err := before.Reset(cfg, &setup); err != nil {
			t.Fatal(err)
		}
		seed := r
		n := testing.AllocsPerRun(1, func() {
			g, r = before, seed
			playOut(&g, &r, buf, &tally{})
		})
		if n != 0 && g.phase == over && g.res.Method != rules.MandatoryLoop && g.watch.chain == 0 && g.loop.period == 0 && n > 0 {
			t.Fatalf("a game allocates %v times", n)
		}
	}
}
