package scorekeeper_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/eventfile"
	"tourney/internal/results/resultstest"
	"tourney/internal/results/standings"
	"tourney/internal/results/store"
	"tourney/internal/results/verify"
)

// holds checks what is true of an event after every change.
func (m *machine) holds(t *results.Tournament) {
	m.Helper()
	for _, h := range t.Rounds {
		r := h.Current()
		if r.Status == results.Published || r.Status == results.Closed {
			m.roundHolds(t, r)
		}
	}
	m.answers(t)
}

// roundHolds checks a round that counts: everybody who is in sits once, nobody
// else sits, no two share a table, every result rests on records in force, and
// so do the outcomes of a closed round.
func (m *machine) roundHolds(t *results.Tournament, r *results.Round) {
	m.Helper()
	sits := map[results.EntrantID]results.Kind{}
	tables := map[int]results.MatchID{}
	for _, h := range t.RoundMatches(r) {
		if h.Match.Round != r.Number {
			m.Fatalf("round %d has match %d of round %d", r.Number, h.Match.ID, h.Match.Round)
		}
		for _, s := range h.Match.Seats {
			if _, twice := sits[s]; twice {
				m.Fatalf("round %d: %s sits twice", r.Number, s)
			}
			sits[s] = h.Match.Assigned
		}
		if n := h.Match.Table; len(h.Match.Seats) > 1 {
			if n < 1 || tables[n] != 0 {
				m.Fatalf("round %d: matches %d and %d are at table %d", r.Number, h.Match.ID, tables[n], n)
			}
			tables[n] = h.Match.ID
		}
		m.matchHolds(t, r, h)
	}
	stage, ok := t.Stage(r.Stage)
	if !ok {
		m.Fatalf("round %d is of stage %q, which is not planned", r.Number, r.Stage)
	}
	if !stage.System.Elimination() {
		for _, e := range pairing.Active(t, r.Stage, r.Number) {
			if _, ok := sits[e.ID]; !ok {
				m.Fatalf("round %d: %s is in and has no row", r.Number, e.ID)
			}
			delete(sits, e.ID)
		}
		for id, kind := range sits {
			if kind != results.Late {
				m.Fatalf("round %d: %s has a row and is not in", r.Number, id)
			}
		}
	}
	if r.Status == results.Closed {
		m.outcomesHold(t, r, stage)
	}
}

// matchHolds checks that a result rests on the games in force and on penalties
// in force, and that no game in force is left out.
func (m *machine) matchHolds(t *results.Tournament, r *results.Round, h *results.MatchHistory) {
	m.Helper()
	result := h.Result()
	if result == nil {
		if r.Status == results.Closed {
			m.Fatalf("round %d is closed and match %d is open", r.Number, h.Match.ID)
		}
		return
	}
	named := map[int]bool{}
	for _, ref := range result.Games {
		g := h.Games[ref.Game-1].Result()
		if g == nil || g.Version != ref.Version || g.Pending() {
			m.Fatalf("match %d rests on game %d version %d, in force is %+v", h.Match.ID, ref.Game, ref.Version, g)
		}
		named[ref.Game] = true
	}
	for i, g := range h.Games {
		if g.Result() != nil && g.LeftUnfinished() != nil {
			m.Fatalf("match %d: game %d is finished and unfinished", h.Match.ID, i+1)
		}
		if g.Result() != nil && !named[i+1] {
			m.Fatalf("match %d is %+v and leaves out game %d", h.Match.ID, result, i+1)
		}
	}
	for _, ref := range result.Penalties {
		p := t.Penalties[ref.Penalty-1].Current()
		if p.Version != ref.Version || p.Reversed || p.Match != h.Match.ID {
			m.Fatalf("match %d rests on penalty %d version %d, in force is %+v", h.Match.ID, ref.Penalty, ref.Version, p)
		}
	}
}

// outcomesHold checks that the last outcomes of a closed round rest on the
// results in force.
func (m *machine) outcomesHold(t *results.Tournament, r *results.Round, stage results.Stage) {
	m.Helper()
	kinds := []results.OutcomeKind{results.StandingsOutcome}
	basis := map[results.MatchID]int{}
	add := func(r *results.Round) {
		for _, h := range t.RoundMatches(r) {
			if result := h.Result(); result != nil {
				basis[h.Match.ID] = result.Version
			}
		}
	}
	if stage.System.Elimination() {
		kinds = []results.OutcomeKind{results.EliminationOutcome, results.AdvancementOutcome}
		add(r)
	} else {
		for _, earlier := range pairing.StageRounds(t, stage.ID) {
			if earlier.Number <= r.Number {
				add(earlier)
			}
		}
	}
	for _, kind := range kinds {
		var last *results.Outcome
		for _, o := range t.Outcomes {
			if o.Kind == kind && o.Stage == r.Stage && o.Round == r.Number {
				last = o
			}
		}
		if last == nil {
			m.Fatalf("round %d is closed without its %s", r.Number, kind)
		}
		rests := map[results.MatchID]int{}
		for _, ref := range last.Basis {
			rests[ref.Match] = ref.Version
		}
		if fmt.Sprint(rests) != fmt.Sprint(basis) {
			m.Fatalf("the %s of round %d rests on %v, in force are %v", kind, r.Number, rests, basis)
		}
		if stage.System.Elimination() {
			m.partingHolds(t, r, last)
		}
	}
}

// partingHolds checks that everybody who is out after a bracket's round lost
// there, or everybody who goes on did not lose for good.
func (m *machine) partingHolds(t *results.Tournament, r *results.Round, o *results.Outcome) {
	m.Helper()
	for _, row := range o.Rows {
		if slices.ContainsFunc(t.Entrants[t.EntrantIndex(row.Entrant)].Versions, func(e *results.Entrant) bool {
			return e.DroppedAfter != nil || e.DisqualifiedAfter != nil
		}) {
			continue // leaving is as good as losing
		}
		for _, h := range t.RoundMatches(r) {
			if seat := slices.Index(h.Match.Seats, row.Entrant); seat >= 0 && o.Kind == results.EliminationOutcome && h.Result().Winner == seat {
				// Only the last match of all has a winner who does not go on.
				if row.Rank != 1 && row.Rank != 3 {
					m.Fatalf("round %d: %s won and is out at place %d", r.Number, row.Entrant, row.Rank)
				}
			}
		}
	}
}

// answers checks that every page can be made.
func (m *machine) answers(t *results.Tournament) {
	m.Helper()
	if _, _, err := pairing.CurrentStage(t); err != nil && results.CodeOf(err) == "" {
		m.Fatalf("the current stage: %v", err)
	}
	if _, _, err := pairing.Placement(t); err != nil {
		m.Fatalf("the placement: %v", err)
	}
	if _, err := pairing.Next(t, 7); err != nil && results.CodeOf(err) == "" {
		m.Fatalf("the next round: %v", err)
	}
	for _, s := range t.Stages() {
		begun := len(pairing.StageRounds(t, s.ID)) > 0
		if s.System.Elimination() {
			if _, err := pairing.BracketOf(t, s.ID); err != nil && (begun || results.CodeOf(err) == "") {
				m.Fatalf("the bracket %s: %v", s.ID, err)
			}
			continue
		}
		if _, err := standings.FromTournament(t, s.ID, len(t.Rounds)); err != nil {
			m.Fatalf("the standings of %s: %v", s.ID, err)
		}
		if _, err := pairing.RoundCount(t, s); err != nil && (begun || results.CodeOf(err) == "") {
			m.Fatalf("the rounds of %s: %v", s.ID, err)
		}
	}
	for _, h := range t.Rounds {
		if r := h.Current(); r.Status == results.Published || r.Status == results.Closed {
			if _, err := pairing.BracketOf(t, r.Stage); results.CodeOf(err) == "" && err != nil {
				m.Fatal(err)
			}
		}
	}
}

// paired checks a round that was just paired as a whole: fixed and kept tables,
// and that its rematches and second byes are those that the report admits.
func (m *machine) paired(t *results.Tournament, number int) {
	m.Helper()
	r, _ := t.Round(number)
	stage, _ := t.Stage(r.Stage)
	fixed := map[int][]results.EntrantID{}
	for _, h := range t.Entrants {
		if e := h.Current(); e.FixedTable > 0 {
			fixed[e.FixedTable] = append(fixed[e.FixedTable], e.ID)
		}
	}
	repeats := 0
	met, byes := past(t.AsOf(r.PairedAt), r)
	told := r.Quality == nil
	for _, h := range t.RoundMatches(r) {
		seats := h.Match.Seats
		if len(seats) == 1 {
			if h.Match.Assigned == results.Bye && byes[seats[0]] > 0 {
				repeats++
			}
			continue
		}
		for i, a := range seats {
			for _, b := range seats[:i] {
				if met[[2]results.EntrantID{a, b}] {
					repeats++
				}
			}
			e, _ := t.Entrant(a)
			if e.FixedTable > 0 && len(fixed[e.FixedTable]) == 1 && h.Match.Table != e.FixedTable {
				other := false
				for _, b := range seats {
					o, _ := t.Entrant(b)
					other = other || b != a && o.FixedTable > 0
				}
				if !other {
					m.Fatalf("round %d: %s has table %d fixed and sits at %d", number, a, e.FixedTable, h.Match.Table)
				}
			}
		}
		for _, kept := range t.Info().KeptTables {
			if n := h.Match.Table; kept.First <= n && n <= kept.Last && fixed[n] == nil {
				m.Fatalf("round %d: table %d is kept free", number, n)
			}
		}
		for _, id := range fixed[h.Match.Table] {
			e, _ := t.Entrant(id)
			if !slices.Contains(seats, id) && len(fixed[h.Match.Table]) == 1 && e.DroppedAfter == nil && e.DisqualifiedAfter == nil {
				m.Fatalf("round %d: table %d is %s's and others sit there", number, h.Match.Table, id)
			}
		}
	}
	if stage.System == results.Swiss && !told && repeats != r.Quality.Rematches+r.Quality.SecondByes {
		m.Fatalf("round %d has %d rematches and second byes and reports %+v", number, repeats, r.Quality)
	}
	if stage.System == results.Swiss && !told && !r.Quality.Optimal {
		m.Fatalf("round %d is not proved to be the best", number)
	}
}

// past is who met whom and who had the bye in the earlier rounds of the stage.
func past(t *results.Tournament, r *results.Round) (map[[2]results.EntrantID]bool, map[results.EntrantID]int) {
	met := map[[2]results.EntrantID]bool{}
	byes := map[results.EntrantID]int{}
	for _, earlier := range pairing.StageRounds(t, r.Stage) {
		if earlier.Number >= r.Number {
			continue
		}
		for _, h := range t.RoundMatches(earlier) {
			switch k := h.Result().Kind; {
			case k == results.Bye:
				byes[h.Match.Seats[0]]++
			case k == results.Forfeit || k == results.DoubleForfeit:
			default:
				for _, a := range h.Match.Seats {
					for _, b := range h.Match.Seats {
						met[[2]results.EntrantID{a, b}] = true
					}
				}
			}
		}
	}
	return met, byes
}

// tables is every table of standings with all values, as text.
func tables(t *results.Tournament) string {
	var out strings.Builder
	for n, h := range t.Rounds {
		r := h.Current()
		if stage, ok := t.Stage(r.Stage); !ok || stage.System.Elimination() || !standings.RoundDecided(t, n+1) {
			continue
		}
		table, err := standings.FromTournament(t, r.Stage, n+1)
		if err != nil {
			return err.Error()
		}
		sheet := standings.Compute(table, t.PolicyFor(n+1).Policy, standings.Options{All: true})
		fmt.Fprintln(&out, "round", n+1, sheet.Codes)
		for _, row := range sheet.Rows {
			fmt.Fprintln(&out, row.Rank, row.Entrant, row.Status, row.Wins, row.Losses, row.Draws, row.Values)
		}
	}
	return out.String()
}

// text is the whole state as JSON.
func (m *machine) text(t *results.Tournament) string {
	m.Helper()
	copied := *t
	copied.ID = 0
	b, err := json.Marshal(&copied)
	if err != nil {
		m.Fatal(err)
	}
	// What is not there yet is a nil slice in one state and an empty one in another.
	return strings.ReplaceAll(string(b), ":[]", ":null")
}

// shuffled is an event of the same results in force, its entrants enrolled and
// its matches entered in another order.
func (m *machine) shuffled(t *results.Tournament) *results.Tournament {
	m.Helper()
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(m.T, "order"), 1))
	info, plan := *t.Info(), *t.Plans[len(t.Plans)-1]
	info.Version, plan.Version = 1, 1
	records := []results.Record{&info, &plan}
	for _, p := range t.Policies {
		records = append(records, p)
	}
	for _, i := range r.Perm(len(t.Entrants)) {
		e := *t.Entrants[i].Current()
		e.Version = 1
		records = append(records, &e)
	}
	id := results.MatchID(0)
	for _, h := range t.Rounds {
		round := *h.Current()
		round.Version = 1
		list := t.RoundMatches(&round)
		round.Matches = nil
		if round.Status == results.Published || round.Status == results.Closed {
			for _, i := range r.Perm(len(list)) {
				id++
				match := *list[i].Match
				match.ID = id
				records = append(records, &match)
				if old := list[i].Result(); old != nil {
					result := *old
					result.Match, result.Version, result.Games = id, 1, nil
					records = append(records, &result)
				}
				round.Matches = append(round.Matches, id)
			}
		}
		records = append(records, &round)
	}
	c := results.Change{Entry: results.LogEntry{By: resultstest.Organizer, Action: results.ImportEvent}, Records: records}
	c.Entry.Seq = 1
	out, err := results.Fold([]results.Change{c})
	if err != nil {
		m.Fatal(err)
	}
	return out
}

// whole checks what is true of the records as a whole: their fold, the past that
// can be rebuilt from them, the database, the export, and what verify makes of it.
func (m *machine) whole(writer, reader *store.DB) {
	ctx := context.Background()
	now := m.now()
	text := m.text(now)
	folded, err := results.Fold(m.s.changes)
	if err != nil {
		m.Fatal(err)
	}
	if m.text(folded) != text {
		m.Fatalf("the fold of all changes is another state:\n%s\n%s", m.text(folded), text)
	}
	for range 4 {
		then := m.states[m.draw("log entry", len(m.states))]
		if got, want := m.text(now.AsOf(then.Seq)), m.text(then); got != want {
			m.Fatalf("as of entry %d:\n%s\nwas\n%s", then.Seq, got, want)
		}
	}
	if got, want := tables(m.shuffled(now)), tables(now); got != want {
		m.Fatalf("entered in another order:\n%s\nwas\n%s", got, want)
	}
	export, err := eventfile.Write(now, eventfile.Options{})
	if err != nil {
		m.Fatal(err)
	}
	changes, err := eventfile.Read("export.json", export)
	if err != nil {
		m.Fatalf("the export cannot be read: %v", err)
	}
	read, err := results.Fold(changes)
	if err != nil {
		m.Fatal(err)
	}
	again, err := eventfile.Write(read, eventfile.Options{})
	if err != nil || !bytes.Equal(again, export) {
		m.Fatalf("the export of the export differs: %v", err)
	}
	file, err := eventfile.Parse("export.json", export)
	if err != nil {
		m.Fatal(err)
	}
	report, err := verify.File(file)
	if err != nil || !report.Verifies {
		m.Fatalf("verify: %v, %+v", err, report.Differences)
	}
	if m.draw("database", 4) == 0 {
		if _, err := writer.Create(ctx, m.s.changes); err != nil {
			m.Fatal(err)
		}
		stored, err := reader.Tournament(ctx, m.slug)
		if err != nil {
			m.Fatal(err)
		}
		if m.text(stored) != text {
			m.Fatalf("the database gives another state:\n%s\n%s", m.text(stored), text)
		}
	}
}
