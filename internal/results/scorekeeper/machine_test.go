package scorekeeper_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
)

// recorder is a store in memory that keeps every change it was given.
type recorder struct {
	*resultstest.Store
	changes []results.Change
}

func (s *recorder) Create(ctx context.Context, changes []results.Change) (*results.Tournament, error) {
	t, err := s.Store.Create(ctx, changes)
	if err == nil {
		s.changes = slices.Clone(changes)
	}
	return t, err
}

func (s *recorder) Update(ctx context.Context, slug string, decide func(*results.Tournament) (*results.Change, error)) (*results.Tournament, error) {
	var made *results.Change
	t, err := s.Store.Update(ctx, slug, func(t *results.Tournament) (*results.Change, error) {
		c, err := decide(t)
		made = c
		return c, err
	})
	if err == nil && made != nil {
		s.changes = append(s.changes, *made)
	}
	return t, err
}

// setup is an event that the machine begins with.
type setup struct {
	preset, ruleset string
	stages          []results.Stage
}

var setups = []setup{
	{"magic-third", "generic", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 4}}},
	{"generic", "generic", []results.Stage{{ID: "swiss", System: results.Swiss}}},
	{"momon", "momon", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}, {ID: "top", System: results.SingleElimination, Size: 4}}},
	{"momon-clock", "momon", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}},
	{"pokemon", "generic", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}, {ID: "top", System: results.DoubleElimination, Size: 4}}},
	{"lorcana-two-game", "generic", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}},
	{"fab", "generic", []results.Stage{{ID: "one", System: results.Swiss, Rounds: 2}, {ID: "two", System: results.Swiss, Rounds: 2}}},
	{"magic-third", "generic", []results.Stage{{ID: "robin", System: results.RoundRobin}}},
	{"magic-third", "generic", []results.Stage{{ID: "one", System: results.Swiss, Rounds: 2}, {ID: "best", System: results.RoundRobin, Size: 4}}},
	{"fide-round-robin", "generic", []results.Stage{{ID: "groups", System: results.RoundRobin, Groups: 2}, {ID: "top", System: results.SingleElimination, Size: 4}}},
	{"magic-third", "generic", []results.Stage{{ID: "knockout", System: results.SingleElimination}}},
	{"magic-third", "generic", []results.Stage{{ID: "double", System: results.DoubleElimination}}},
	{"pods-mstr", "generic", []results.Stage{{ID: "pods", System: results.Pods, Rounds: 3}}},
	{"mcmahon", "generic", []results.Stage{{ID: "swiss", System: results.Swiss, Rounds: 3}}},
}

// machine sends random requests about one event to a Keeper. After each of them
// the event must hold together.
type machine struct {
	*rapid.T
	k      *scorekeeper.Keeper
	s      *recorder
	slug   string
	states []*results.Tournament // after each log entry
	keys   int
	names  int
}

var machines atomic.Int64

func newMachine(rt *rapid.T) *machine {
	m := &machine{T: rt, s: &recorder{Store: resultstest.NewStore()}, slug: fmt.Sprintf("friday-%d", machines.Add(1))}
	seed := rapid.Uint64Range(0, 1000).Draw(rt, "seed")
	m.k = scorekeeper.New(m.s, func() uint64 { seed++; return seed })
	chosen := rapid.SampledFrom(setups).Draw(rt, "setup")
	p, _, _, err := policy.Preset(chosen.preset)
	if err != nil {
		rt.Fatal(err)
	}
	if rapid.Bool().Draw(rt, "highest remaining") {
		p.Rounds.BracketDrop = "highest_remaining"
	}
	facts := scorekeeper.EventFacts{Name: "Friday Open", Slug: m.slug, Ruleset: chosen.ruleset, Sanctioned: true}
	if rapid.Bool().Draw(rt, "kept tables") {
		facts.KeptTables = []results.TableRange{{First: 2, Last: 3}}
	}
	if _, err := m.k.CreateEvent(context.Background(), scorekeeper.Request{By: resultstest.Organizer}, facts, *policy.Record(p, 1, 1), chosen.stages); err != nil {
		rt.Fatal(err)
	}
	m.states = append(m.states, m.now())
	m.enrol(rapid.IntRange(0, 9).Draw(rt, "entrants"))
	return m
}

func (m *machine) now() *results.Tournament {
	t, err := m.s.Tournament(context.Background(), m.slug)
	if err != nil {
		m.Fatal(err)
	}
	return t
}

func (m *machine) draw(label string, n int) int {
	if n < 1 {
		return 0
	}
	return rapid.IntRange(0, n-1).Draw(m.T, label)
}

func (m *machine) rarely(label string) bool { return m.draw(label, 12) == 11 }

// try sends one request, now and then by somebody who may not or without a
// reason, and now and then twice. It reports whether something was done.
func (m *machine) try(action results.Action, call func(scorekeeper.Request) (*results.Tournament, error)) bool {
	m.Helper()
	req := scorekeeper.Request{Slug: m.slug, By: resultstest.Organizer, Reason: "because"}
	if m.rarely("other role") {
		req.By.Role = rapid.SampledFrom([]results.Role{results.Visitor, results.Player, results.Judge, results.Scorekeeper}).Draw(m.T, "role")
	}
	if m.rarely("no reason") {
		req.Reason = ""
	}
	twice := m.rarely("twice")
	if twice {
		m.keys++
		req.Key = fmt.Sprintf("key-%d", m.keys)
	}
	before := m.now()
	_, err := call(req)
	after := m.now()
	if !results.Allowed(req.By.Role, action) && results.CodeOf(err) != results.Forbidden {
		m.Fatalf("%s by a %s: %v", action, req.By.Role, err)
	}
	if err != nil {
		if results.CodeOf(err) == "" {
			m.Fatalf("%s: %v is no refusal", action, err)
		}
		if after != before {
			m.Fatalf("%s was refused and changed the event: %v", action, err)
		}
		m.Logf("%s refused: %v", action, err)
		return false
	}
	if after.Seq > before.Seq+1 {
		m.Fatalf("%s made %d log entries", action, after.Seq-before.Seq)
	}
	if after == before {
		return false
	}
	m.Logf("%d %s", after.Seq, after.Log[len(after.Log)-1].Text)
	m.states = append(m.states, after)
	if twice {
		if again, err := call(req); err != nil || again != after {
			m.Fatalf("%s sent again: %v, and changed: %v", action, err, again != after)
		}
	}
	m.holds(after)
	return true
}

func (m *machine) entrant(label string) results.EntrantID {
	t := m.now()
	if len(t.Entrants) == 0 || m.rarely("unknown") {
		return "nobody"
	}
	return t.Entrants[m.draw(label, len(t.Entrants))].Current().ID
}

// version is the one in force, or now and then that of an older form.
func (m *machine) version(current int) int {
	if m.rarely("stale") {
		return current - 1
	}
	return current
}

// round is the last one, now and then another.
func (m *machine) round() (number, version int) {
	t := m.now()
	r := t.LastRound()
	if n := len(t.Rounds); n > 0 && m.rarely("earlier round") {
		r = t.Rounds[m.draw("round", n)].Current()
	}
	if r == nil {
		return 1, 0
	}
	return r.Number, m.version(r.Version)
}

// match is one of a round that counts, now and then an archived one.
func (m *machine) match(want func(*results.MatchHistory) bool) *results.MatchHistory {
	t := m.now()
	archived := m.rarely("archived")
	var list []*results.MatchHistory
	for _, h := range t.Matches {
		if r, ok := t.Round(h.Match.Round); want(h) && (archived || ok && t.Current(h.Match) && (r.Status == results.Published || r.Status == results.Closed)) {
			list = append(list, h)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[m.draw("match", len(list))]
}

func undecided(h *results.MatchHistory) bool { return h.Result() == nil }
func decided(h *results.MatchHistory) bool {
	return h.Result() != nil && h.Match.Assigned == ""
}
func contest(h *results.MatchHistory) bool { return h.Match.Assigned == "" }

// score draws one that may or may not be allowed.
func (m *machine) score(seats int) scorekeeper.Score {
	s := scorekeeper.Score{ArchiveLater: m.draw("archive", 2) == 1}
	winner := m.draw("winner", seats)
	switch m.draw("kind", 14) {
	case 0:
		s.Kind = results.AgreedDraw
	case 1:
		s.Kind, s.Winner = results.Concession, &winner
	case 2:
		s.Kind, s.Winner = results.Forfeit, &winner
	case 3:
		s.Kind = results.DoubleLoss
	case 4:
		s.Kind = results.DoubleForfeit
	case 5:
		s.Kind, s.Winner, s.Won = results.Concession, &winner, make([]int, seats)
		s.Won[winner] = 1
	case 6:
		s.Winner = &winner
	case 7:
		nobody := results.Nobody
		s.Winner, s.Kind = &nobody, results.Played
	case 8, 9:
		s.Won, s.Drawn = make([]int, seats), 1
		for i := range s.Won {
			s.Won[i] = 1
		}
	case 10:
		s.Won, s.Winner = make([]int, seats), &winner
		for i := range s.Won {
			s.Won[i] = 1
		}
	default:
		s.Won = make([]int, seats)
		s.Won[winner] = 1 + m.draw("games", 2)
		s.Won[(winner+1)%seats] = m.draw("other games", 2)
		s.Drawn = m.draw("drawn", 2)
	}
	return s
}

// win is a score that every structure of two seats allows.
func (m *machine) win(t *results.Tournament, h *results.MatchHistory) scorekeeper.Score {
	winner := m.draw("winner", len(h.Match.Seats))
	s := scorekeeper.Score{Winner: &winner, ArchiveLater: true}
	r, _ := t.Round(h.Match.Round)
	stage, _ := t.Stage(r.Stage)
	rules := t.PolicyFor(r.Number).Policy.Match
	if stage.System.Elimination() {
		rules = t.PolicyFor(r.Number).Policy.PlayoffMatch
	}
	if len(h.Match.Seats) == 2 && stage.System != results.Pods {
		s.Won = make([]int, 2)
		s.Won[winner] = max(rules.GamesToWin, rules.ExactGames)
	}
	return s
}

func (m *machine) enter(h *results.MatchHistory, version int, s scorekeeper.Score) bool {
	return m.try(results.EnterResult, func(req scorekeeper.Request) (*results.Tournament, error) {
		return m.k.EnterResult(context.Background(), req, h.Match.ID, version, s)
	})
}

func (m *machine) enrol(n int) {
	if n == 0 {
		return
	}
	var list []scorekeeper.EntrantFacts
	for range n {
		m.names++
		list = append(list, m.facts(fmt.Sprintf("Player %d", m.names)))
	}
	missed := scorekeeper.MissedAreLosses
	if m.draw("missed", 2) == 1 {
		missed = scorekeeper.MissedDoNotCount
	}
	m.try(results.EnrolEntrants, func(req scorekeeper.Request) (*results.Tournament, error) {
		return m.k.Enrol(context.Background(), req, list, missed)
	})
}

func (m *machine) facts(name string) scorekeeper.EntrantFacts {
	f := scorekeeper.EntrantFacts{Name: name}
	switch m.draw("facts", 10) {
	case 0:
		f.FixedTable = 1 + m.draw("table", 4)
	case 1:
		f.AwardedByes = 1 + m.draw("byes", 2)
	case 2:
		f.Club = "North"
	case 3:
		f.Seed = 1 + m.draw("seed", 5)
	}
	return f
}

// step is what an evening does next.
func (m *machine) step() {
	t := m.now()
	ctx := context.Background()
	for _, h := range t.Rounds {
		r := h.Current()
		if r.Status != results.Published {
			continue
		}
		open := false
		for _, h := range t.RoundMatches(r) {
			if h.Result() == nil {
				open = true
				m.enter(h, h.Version(), m.win(t, h))
			}
		}
		if !open {
			m.close(r.Number, r.Version)
		}
		return
	}
	if r := t.LastRound(); r != nil && (r.Status == results.Draft || r.Status == results.Checked) {
		m.publish(r.Number, r.Version)
		return
	}
	stage, more, err := pairing.CurrentStage(t)
	switch {
	case err != nil:
		m.Logf("no next stage: %v", err)
	case !more:
		m.try(results.FinishEvent, func(req scorekeeper.Request) (*results.Tournament, error) { return m.k.Finish(ctx, req) })
	case (stage.System.Elimination() || stage.Size > 0) && stage.ID != t.Stages()[0].ID && pairing.Advancement(t, stage.ID) == nil:
		m.cut()
	default:
		m.draft()
	}
}

// playRound goes on until a round is closed, or nothing goes on.
func (m *machine) playRound() {
	for range 4 {
		before := m.now()
		m.step()
		if now := m.now(); now == before || now.Log[len(now.Log)-1].Action == results.CloseRound {
			return
		}
	}
}

func (m *machine) close(number, version int) {
	m.try(results.CloseRound, func(req scorekeeper.Request) (*results.Tournament, error) {
		return m.k.CloseRound(context.Background(), req, number, version)
	})
}

func (m *machine) publish(number, version int) {
	if m.try(results.PublishRound, func(req scorekeeper.Request) (*results.Tournament, error) {
		return m.k.PublishRound(context.Background(), req, number, version)
	}) {
		m.paired(m.now(), number)
	}
}

func (m *machine) draft() {
	m.try(results.PairRound, func(req scorekeeper.Request) (*results.Tournament, error) {
		return m.k.DraftRound(context.Background(), req, nil)
	})
}

func (m *machine) cut() {
	o := scorekeeper.CutOptions{Size: m.draw("size", 6)}
	if t := m.now(); m.rarely("order") && len(t.Entrants) > 1 {
		o.Order = []results.EntrantID{m.entrant("first"), m.entrant("second")}
	}
	m.try(results.MakeCut, func(req scorekeeper.Request) (*results.Tournament, error) {
		return m.k.MakeCut(context.Background(), req, o)
	})
}

func TestAnEventHoldsTogetherWhateverPeopleDo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "machine.db")
	var handles [2]*store.DB
	for i := range handles {
		db, err := store.Open(ctx, file, resultstest.NewStore().Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		handles[i] = db
	}
	// One check is a hundred events; one evening in hundreds is where faults hide.
	for i := range 6 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) {
				m := newMachine(rt)
				rt.Repeat(m.actions())
				m.T = rt
				m.whole(handles[0], handles[1])
			})
		})
	}
}
