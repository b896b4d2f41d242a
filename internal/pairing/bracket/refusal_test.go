package bracket_test

import (
	"errors"
	"strings"
	"testing"

	"tourney/internal/pairing/bracket"
)

func checkRefusal(t *testing.T, name string, err error, code bracket.Code) {
	t.Helper()
	var refusal *bracket.Error
	if !errors.As(err, &refusal) || refusal.Code != code {
		t.Errorf("%s: %v, want a refusal %s", name, err, code)
	} else if !strings.Contains(refusal.Message, ";") {
		t.Errorf("%s: %q names no remedy", name, refusal.Message)
	}
}

func TestSpecRefusals(t *testing.T) {
	t.Parallel()
	single, double := bracket.SingleElimination, bracket.DoubleElimination
	for _, c := range []struct {
		name string
		spec bracket.Spec
		code bracket.Code
	}{
		{"no kind", bracket.Spec{Entrants: 4}, bracket.BadOption},
		{"unknown kind", bracket.Spec{Kind: 9, Entrants: 4}, bracket.BadOption},
		{"one entrant", bracket.Spec{Kind: single, Entrants: 1}, bracket.BadSize},
		{"negative", bracket.Spec{Kind: double, Entrants: -1}, bracket.BadSize},
		{"too many", bracket.Spec{Kind: single, Entrants: 4097}, bracket.BadSize},
		{"reset in single", bracket.Spec{Kind: single, Entrants: 4, Reset: true}, bracket.BadOption},
		{"reseed in double", bracket.Spec{Kind: double, Entrants: 4, Reseed: true}, bracket.BadOption},
		{"third place in double", bracket.Spec{Kind: double, Entrants: 4, ThirdPlace: true}, bracket.BadOption},
		{"best seed profits in double", bracket.Spec{Kind: double, Entrants: 4, Drop: bracket.HighestRemaining}, bracket.BadOption},
		{"unknown drop rule", bracket.Spec{Kind: single, Entrants: 4, Drop: 7}, bracket.BadOption},
		{"empty first round", bracket.Spec{Kind: single, Entrants: 2, First: []bracket.Pair{}}, bracket.BadFirstRound},
		{"entrant missing", bracket.Spec{Kind: single, Entrants: 3, First: []bracket.Pair{{1, 2}}}, bracket.BadFirstRound},
		{"entrant twice", bracket.Spec{Kind: single, Entrants: 3, First: []bracket.Pair{{1, 2}, {2, 3}}}, bracket.BadFirstRound},
		{"entrant unknown", bracket.Spec{Kind: single, Entrants: 3, First: []bracket.Pair{{1, 2}, {4, 3}}}, bracket.BadFirstRound},
		{"entrant negative", bracket.Spec{Kind: single, Entrants: 3, First: []bracket.Pair{{1, 2}, {-3, 3}}}, bracket.BadFirstRound},
		{"first round too long", bracket.Spec{Kind: single, Entrants: 2, First: make([]bracket.Pair, 2049)}, bracket.BadFirstRound},
	} {
		_, err := bracket.New(c.spec)
		checkRefusal(t, c.name, err, c.code)
	}
}

func TestResultRefusals(t *testing.T) {
	t.Parallel()
	first := bracket.Result{Slot: "W1-1", Seats: bracket.Pair{1, 4}, Outcome: bracket.FirstWon}
	for _, c := range []struct {
		name string
		kind bracket.Kind
		n    int
		rows []bracket.Result
		left []int
		code bracket.Code
	}{
		{"unknown slot", 1, 4, []bracket.Result{{Slot: "W7-1", Seats: bracket.Pair{1, 4}}}, nil, bracket.UnknownSlot},
		{"losers' side of a single elimination", 1, 4, []bracket.Result{{Slot: "L1-1", Seats: bracket.Pair{1, 4}}}, nil, bracket.UnknownSlot},
		{"lower case", 1, 4, []bracket.Result{{Slot: "w1-1", Seats: bracket.Pair{1, 4}}}, nil, bracket.UnknownSlot},
		{"result before its entrants are known", 1, 4, []bracket.Result{first, {Slot: "W2-1", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon}}, nil, bracket.NotReady},
		{"second final before the first", 2, 2, []bracket.Result{{Slot: "F2", Seats: bracket.Pair{1, 2}}}, nil, bracket.NotReady},
		{"second final that is not needed", 2, 2, []bracket.Result{
			{Slot: "W1-1", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon},
			{Slot: "F", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon},
			{Slot: "F2", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon},
		}, nil, bracket.NotReady},
		{"others sit there", 1, 4, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon}}, nil, bracket.OtherEntrants},
		{"two who never meet", 1, 4, []bracket.Result{{Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon}}, nil, bracket.OtherEntrants},
		{"a pair once too often", 1, 4, []bracket.Result{{Seats: bracket.Pair{1, 4}, Outcome: bracket.FirstWon}, {Seats: bracket.Pair{4, 1}, Outcome: bracket.FirstWon}}, nil, bracket.OtherEntrants},
		{"two rows for one slot", 1, 4, []bracket.Result{first, first}, nil, bracket.SlotTaken},
		{"the same entrant twice", 1, 4, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{4, 4}}}, nil, bracket.BadEntrant},
		{"an entrant that is none", 1, 4, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 5}}}, nil, bracket.BadEntrant},
		{"a negative entrant", 1, 4, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{-1, 4}}}, nil, bracket.BadEntrant},
		{"nobody", 1, 4, []bracket.Result{{Slot: "W1-1"}}, nil, bracket.BadEntrant},
		{"an unknown outcome", 1, 4, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 4}, Outcome: 4}}, nil, bracket.BadOutcome},
		{"an empty seat wins", 1, 3, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 0}, Outcome: bracket.SecondWon}}, nil, bracket.BadOutcome},
		{"lost to an empty seat", 1, 3, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{0, 1}, Outcome: bracket.NobodyWon}}, nil, bracket.BadOutcome},
		{"a bye for somebody with an opponent", 1, 4, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 0}}}, nil, bracket.NoByeDue},
		{"a bye without a slot", 1, 4, []bracket.Result{{Seats: bracket.Pair{1, 0}}}, nil, bracket.NoByeDue},
		{"a match for somebody with a bye", 1, 3, []bracket.Result{{Slot: "W1-1", Seats: bracket.Pair{1, 3}, Outcome: bracket.FirstWon}}, nil, bracket.OtherEntrants},
		{"a match where nobody sits", 1, 4, []bracket.Result{
			{Slot: "W1-1", Seats: bracket.Pair{1, 4}, Outcome: bracket.NobodyWon},
			{Slot: "W1-2", Seats: bracket.Pair{2, 3}, Outcome: bracket.NobodyWon},
			{Slot: "W2-1", Seats: bracket.Pair{1, 2}, Outcome: bracket.FirstWon},
		}, nil, bracket.OtherEntrants},
		{"somebody unknown left", 1, 4, nil, []int{5}, bracket.BadEntrant},
		{"nobody left", 1, 4, nil, []int{0}, bracket.BadEntrant},
	} {
		b, err := bracket.New(bracket.Spec{Kind: c.kind, Entrants: c.n, Reset: c.kind == bracket.DoubleElimination})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.State(c.rows, c.left)
		checkRefusal(t, c.name, err, c.code)
	}
}

// TestResultsInAnySeatOrder: a row may name its seats either way round, and a bye
// may be recorded.
func TestResultsInAnySeatOrder(t *testing.T) {
	t.Parallel()
	g := start(t, bracket.Spec{Kind: bracket.SingleElimination, Entrants: 3})
	g.rows = []bracket.Result{
		{Slot: "W1-2", Seats: bracket.Pair{3, 2}, Outcome: bracket.FirstWon},
		{Slot: "W1-1", Seats: bracket.Pair{0, 1}, Outcome: bracket.SecondWon},
		{Seats: bracket.Pair{3, 1}, Outcome: bracket.SecondWon},
	}
	if s := g.state(t); s.Champion() != 1 {
		t.Errorf("champion %d, want 1", s.Champion())
	}
}
