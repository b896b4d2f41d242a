package pairing

import (
	"errors"
	"fmt"
	"slices"

	"tourney/internal/pairing/bracket"
	"tourney/internal/results"
)

// Algorithm names of the brackets.
const (
	SingleEliminationAlgorithm = "single_elimination/1"
	DoubleEliminationAlgorithm = "double_elimination/1"
)

// Bracket is an elimination stage as it stands.
type Bracket struct {
	Stage results.Stage
	// Entrants are in seed order: Entrants[i] is seed i+1.
	Entrants []results.EntrantID
	Bracket  *bracket.Bracket
	State    *bracket.State

	rows []bracket.Result
	left []int
	// lot has those whose seed among equals was drawn.
	lot map[results.EntrantID]bool
}

// Correct says what another outcome of a match of the bracket would change:
// who sits where later, and which later rows would no longer fit. winner is the
// seat, or results.Nobody.
func (b *Bracket) Correct(m *results.Match, winner int) (*bracket.Correction, error) {
	row := bracket.Result{Slot: m.Slot, Outcome: bracket.NobodyWon}
	for i, s := range m.Seats {
		row.Seats[i] = slices.Index(b.Entrants, s) + 1
	}
	switch winner {
	case 0:
		row.Outcome = bracket.FirstWon
	case 1:
		row.Outcome = bracket.SecondWon
	}
	return b.Bracket.Correct(b.rows, b.left, row)
}

// Entrant is the entrant of a seed, "" for 0.
func (b *Bracket) Entrant(seed int) results.EntrantID {
	if seed == 0 {
		return ""
	}
	return b.Entrants[seed-1]
}

// BracketOf builds the bracket of a stage from its rounds. Before the first
// round it is the bracket that would be drawn, with equal entrants in the order
// of the stage's lot.
func BracketOf(t *results.Tournament, stageID string) (*Bracket, error) {
	stage, ok := t.Stage(stageID)
	if !ok || !stage.System.Elimination() {
		return nil, results.Refuse(results.NotFound, "There is no bracket %q in this event.", stageID)
	}
	return bracketWith(t, stage, lotOf(t, stage, 0))
}

// lotOf is the seed that orders equals in a stage: the one that its plan records,
// else that of its first round, else the given one.
func lotOf(t *results.Tournament, stage results.Stage, otherwise uint64) uint64 {
	if stage.LotSeed != nil {
		return *stage.LotSeed
	}
	if rounds := StageRounds(t, stage.ID); len(rounds) > 0 && rounds[0].PairSeed != nil {
		return *rounds[0].PairSeed
	}
	return otherwise
}

func bracketWith(t *results.Tournament, stage results.Stage, lot uint64) (*Bracket, error) {
	seeds, err := Seeds(t, stage, lot)
	if err != nil {
		return nil, err
	}
	var matches []*results.MatchHistory
	for _, r := range StageRounds(t, stage.ID) {
		matches = append(matches, t.RoundMatches(r)...)
	}
	entrants := participants(ids(seeds.Rows), matches)
	b, err := bracketOf(t, stage, entrants, matches)
	if err == nil {
		b.lot = map[results.EntrantID]bool{}
		for _, row := range seeds.Rows {
			b.lot[row.Entrant] = row.ByLot
		}
	}
	if err == nil || seeds.From == "" {
		return b, err
	}
	// Fewer may have gone on than the plan says; the rows tell who.
	entrants = slices.DeleteFunc(entrants, func(id results.EntrantID) bool {
		return !slices.ContainsFunc(matches, func(m *results.MatchHistory) bool { return slices.Contains(m.Match.Seats, id) })
	})
	if smaller, misfit := bracketOf(t, stage, entrants, matches); misfit == nil {
		return smaller, nil
	}
	return nil, err
}

// bracketOf builds the bracket of the entrants, in seed order, and plays the
// matches of the stage's rounds through it.
func bracketOf(t *results.Tournament, stage results.Stage, entrants []results.EntrantID, matches []*results.MatchHistory) (*Bracket, error) {
	b := &Bracket{Stage: stage, Entrants: entrants}
	if len(b.Entrants) < bracket.MinEntrants {
		return nil, tooFew(len(b.Entrants))
	}
	number := make(map[results.EntrantID]int, len(b.Entrants))
	for i, id := range b.Entrants {
		number[id] = i + 1
	}
	rows := make([]bracket.Result, len(matches))
	for i, m := range matches {
		if n := len(m.Match.Seats); n > 2 {
			return nil, &Misfit{Match: m.Match.ID, Refusal: results.Refuse(results.Refused,
				"A bracket has matches of two, and %d sit at table %d of round %d. Void the round and pair it again.", n, m.Match.Table, m.Match.Round)}
		}
		rows[i] = bracketRow(m, number)
	}
	next := LastPlayed(t) + 1
	for i, id := range b.Entrants {
		if e, _ := t.Entrant(id); !in(e, next) {
			b.left = append(b.left, i+1)
		}
	}
	b.rows = rows
	var opening []bracket.Result
	if rounds := StageRounds(t, stage.ID); len(rounds) > 0 {
		opening = rows[:len(rounds[0].Matches)]
	}
	if err := b.play(t, stage, opening); err != nil {
		return nil, b.refusal(t, matches, err)
	}
	return b, nil
}

// play draws the bracket and plays the rows through it. opening are the rows of
// its first round, which say the order if they name everybody. Where somebody
// had left before, the order is the one that the program draws.
func (b *Bracket) play(t *results.Tournament, stage results.Stage, opening []bracket.Result) error {
	var unreadable error
	if len(opening) > 0 {
		first, err := bracket.FirstRound(len(b.Entrants), opening)
		if first != nil {
			return b.playIn(t, stage, first)
		}
		unreadable = err
	}
	if groups := groupsOf(t, b.Entrants); groups != nil {
		apart, err := bracket.SeparateGroups(groups)
		if err != nil {
			return err
		}
		if err := b.playIn(t, stage, apart); err == nil || len(opening) == 0 {
			return err
		}
	}
	err := b.playIn(t, stage, nil)
	if err != nil && unreadable != nil {
		return unreadable
	}
	return err
}

// playIn plays the rows through the bracket with this first round, nil for the
// standard order.
func (b *Bracket) playIn(t *results.Tournament, stage results.Stage, first []bracket.Pair) (err error) {
	if b.Bracket, err = bracket.New(bracketSpec(t, stage, len(b.Entrants), first)); err == nil {
		b.State, err = b.Bracket.State(b.rows, b.left)
	}
	return err
}

// Misfit refuses a bracket whose rows cannot have been played in it. Match is
// the row that has no place, 0 where none by itself is to blame.
type Misfit struct {
	Refusal *results.Error
	Match   results.MatchID
}

func (m *Misfit) Error() string { return m.Refusal.Error() }

// Unwrap gives the refusal itself.
func (m *Misfit) Unwrap() error { return m.Refusal }

// CheckBrackets refuses a tournament one of whose brackets does not hold
// together; a row that does not fit is named by a *[Misfit].
func CheckBrackets(t *results.Tournament) error {
	for _, s := range t.Stages() {
		if !s.System.Elimination() || len(StageRounds(t, s.ID)) == 0 {
			continue
		}
		if _, err := BracketOf(t, s.ID); err != nil {
			return err
		}
	}
	return nil
}

// refusal names the entrants that a bracket's refusal knows by seed, and the
// match that it speaks of.
func (b *Bracket) refusal(t *results.Tournament, matches []*results.MatchHistory, err error) error {
	var e *bracket.Error
	if !errors.As(err, &e) {
		return err
	}
	out := &Misfit{Refusal: results.Refuse(results.Refused, "%s", e.Message)}
	var names []results.EntrantID
	for _, seed := range e.Entrants {
		if seed >= 1 && seed <= len(b.Entrants) {
			names = append(names, b.Entrants[seed-1])
			out.Refusal.Message += fmt.Sprintf(" (Seed %d is %s.)", seed, t.NameOf(b.Entrants[seed-1]))
		}
	}
	for _, m := range matches {
		sitsElsewhere := func(id results.EntrantID) bool { return !slices.Contains(m.Match.Seats, id) }
		if len(names) > 0 && m.Match.Slot == e.Slot && !slices.ContainsFunc(names, sitsElsewhere) {
			out.Match = m.Match.ID
		}
	}
	return out
}

// participants is who plays the bracket, in seed order: those who were seeded,
// unless the rows name somebody else; then those in the rows, the seeded first.
func participants(seeded []results.EntrantID, matches []*results.MatchHistory) []results.EntrantID {
	var named []results.EntrantID
	inRows := map[results.EntrantID]bool{}
	for _, m := range matches {
		for _, s := range m.Match.Seats {
			if !inRows[s] {
				inRows[s] = true
				named = append(named, s)
			}
		}
	}
	known := make(map[results.EntrantID]bool, len(seeded))
	for _, id := range seeded {
		known[id] = true
	}
	if !slices.ContainsFunc(named, func(id results.EntrantID) bool { return !known[id] }) {
		return seeded
	}
	var out []results.EntrantID
	for _, id := range seeded {
		if inRows[id] {
			out = append(out, id)
		}
	}
	for _, id := range named {
		if !known[id] {
			out = append(out, id)
		}
	}
	return out
}

func bracketRow(m *results.MatchHistory, number map[results.EntrantID]int) bracket.Result {
	row := bracket.Result{Slot: m.Match.Slot, Seats: bracket.Pair{number[m.Match.Seats[0]], 0}}
	if len(m.Match.Seats) > 1 {
		row.Seats[1] = number[m.Match.Seats[1]]
	}
	r := m.Result()
	switch {
	case row.Seats[1] == 0:
		row.Outcome = bracket.FirstWon
	case r == nil:
		row.Outcome = bracket.Open
	case r.Winner == 0:
		row.Outcome = bracket.FirstWon
	case r.Winner == 1:
		row.Outcome = bracket.SecondWon
	default:
		row.Outcome = bracket.NobodyWon
	}
	return row
}

// groupsOf numbers the groups that the entrants come from, nil if there are
// none.
func groupsOf(t *results.Tournament, entrants []results.EntrantID) []int {
	number := map[string]int{"": 0}
	out := make([]int, len(entrants))
	named := false
	for i, id := range entrants {
		e, _ := t.Entrant(id)
		if _, seen := number[e.Group]; !seen {
			number[e.Group] = len(number)
		}
		out[i] = number[e.Group]
		named = named || out[i] > 0
	}
	if !named {
		return nil
	}
	return out
}

func bracketSpec(t *results.Tournament, stage results.Stage, entrants int, first []bracket.Pair) bracket.Spec {
	rules := t.PolicyFor(firstRound(t, stage.ID)).Policy.Rounds
	spec := bracket.Spec{Kind: bracket.DoubleElimination, Entrants: entrants, First: first, Reset: rules.FinalReset}
	if stage.Reset != nil {
		spec.Reset = *stage.Reset
	}
	if stage.System == results.DoubleElimination {
		return spec
	}
	spec.Kind, spec.Reset = bracket.SingleElimination, false
	spec.ThirdPlace = rules.ThirdPlace
	if stage.ThirdPlace != nil {
		spec.ThirdPlace = *stage.ThirdPlace
	}
	seeding := rules.Seeding
	if stage.Seeding != "" {
		seeding = stage.Seeding
	}
	spec.Reseed = seeding == "reseed"
	if rules.BracketDrop == "highest_remaining" {
		spec.Drop = bracket.HighestRemaining
	}
	return spec
}

func pairBracket(t *results.Tournament, stage results.Stage, plan *Plan) error {
	lot := lotOf(t, stage, plan.Seed)
	b, err := bracketWith(t, stage, lot)
	if err != nil {
		return err
	}
	plan.Algorithm = SingleEliminationAlgorithm
	if stage.System == results.DoubleElimination {
		plan.Algorithm = DoubleEliminationAlgorithm
	}
	next := b.State.NextRound()
	if len(next.Matches) == 0 {
		return results.Refuse(results.Refused, "No match of the bracket can be played now.")
	}
	nameOf := func(seed int) string { return t.NameOf(b.Entrant(seed)) }
	reasons := func(list []bracket.Reason) []results.Reason {
		out := make([]results.Reason, len(list))
		for i, r := range list {
			out[i] = results.Reason{Code: r.Code, Text: r.Text(nameOf)}
		}
		return out
	}
	// drawn says of the entrants of a first round whose seeds were drawn by lot.
	drawn := func(seeds ...int) (list []results.Reason) {
		for _, seed := range seeds {
			if len(b.rows) == 0 && b.lot[b.Entrant(seed)] {
				list = append(list, results.Reason{Code: "lot", Text: fmt.Sprintf("Seed %d of %s was drawn by lot %d among equal ranks.", seed, nameOf(seed), lot)})
			}
		}
		return list
	}
	for _, p := range next.Matches {
		plan.Matches = append(plan.Matches, Planned{
			Seats: []results.EntrantID{b.Entrant(p.Seats[0]), b.Entrant(p.Seats[1])}, Slot: p.Slot,
			Reasons: append(reasons(p.Reasons), drawn(p.Seats[:]...)...),
		})
	}
	for _, p := range next.Byes {
		plan.Matches = append(plan.Matches, Planned{
			Seats: []results.EntrantID{b.Entrant(p.Seats[0])}, Assigned: results.Bye, Slot: p.Slot,
			Reasons: append(reasons(p.Reasons), drawn(p.Seats[0])...),
		})
	}
	return nil
}
