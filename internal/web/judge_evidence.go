package web

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/results"
)

// gameEvidence is what is known of how a game ended, in the JSON form in which
// records keep it: the keys of all rule sets, of which each uses its own.
type gameEvidence struct {
	Context     *arenaContext `json:"context,omitzero"`
	Turns       *[2]int64     `json:"turns,omitzero"`
	ArenaFull   *bool         `json:"arena_full_at_summon,omitzero"`
	Pending     *pendingWork  `json:"pending,omitzero"`
	Board       *[]placed     `json:"board,omitzero"`
	Scores      *[2]int64     `json:"scores,omitzero"`
	Token       string        `json:"token,omitzero"`
	Concessions []conceded    `json:"concessions,omitzero"`
	EndedSeq    int64         `json:"ended_seq,omitzero"`
	Loop        *loopFacts    `json:"loop,omitzero"`
	Rollback    *rollback     `json:"rollback,omitzero"`
	Hold        bool          `json:"hold,omitzero"`
	Prohibited  bool          `json:"policy_prohibits_concession,omitzero"`

	Seats   []lifeSeat    `json:"seats,omitzero"`
	Batches [][]lifeEvent `json:"batches,omitzero"`
}

type arenaContext struct {
	Spaces   int64  `json:"spaces,omitzero"`
	MaxTurns int64  `json:"max_turns,omitzero"`
	First    string `json:"first,omitzero"`
}

type pendingWork struct {
	Triggers *int64 `json:"triggers,omitzero"`
	Packages *int64 `json:"packages,omitzero"`
	EndStep  *bool  `json:"end_step_done,omitzero"`
}

// placed is one Momon of the Arena; its Controller is "" where nobody knows.
type placed struct {
	Space  int64  `json:"space"`
	Ctrl   string `json:"ctrl"`
	Owner  string `json:"owner,omitzero"`
	Points int64  `json:"points"`
}

// conceded is one statement; By is "A", "B" or, in other rule sets, a number.
type conceded struct {
	By    seatName `json:"by"`
	Seq   int64    `json:"seq,omitzero"`
	Clear bool     `json:"clear"`
}

// seatName is a seat that JSON names by letter or by number.
type seatName int

func (s *seatName) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"A"`:
		*s = 0
	case `"B"`:
		*s = 1
	default:
		return json.Unmarshal(data, (*int)(s))
	}
	return nil
}

func (s seatName) MarshalJSON() ([]byte, error) {
	if s < 2 {
		return json.Marshal(sideLetter(int(s)))
	}
	return json.Marshal(int(s))
}

type loopFacts struct {
	Recurred *bool `json:"recurred,omitzero"`
	NoChoice *bool `json:"no_choice,omitzero"`
	Exists   *bool `json:"choice_exists,omitzero"`
}

type rollback struct {
	Exact    *bool `json:"exact,omitzero"`
	Revealed *bool `json:"private_revealed,omitzero"`
}

type lifeSeat struct {
	Life    int64  `json:"life"`
	Poison  int64  `json:"poison"`
	Library int64  `json:"library"`
	Team    *int64 `json:"team"`
}

type lifeEvent struct {
	Op       string `json:"op"`
	P        *int64 `json:"p,omitzero"`
	N        *int64 `json:"n,omitzero"`
	Optional *bool  `json:"optional,omitzero"`
}

// sideLetter names one of the two sides of a game.
func sideLetter(seat int) string { return string(rune('A' + seat)) }

// sideSeat is the seat of a letter, -1 for none.
func sideSeat(letter string) int {
	if letter == "A" || letter == "B" {
		return int(letter[0] - 'A')
	}
	return -1
}

// evidenceOf reads evidence as it is recorded; ok is false for a text that is
// not of this form, which only an import can bring.
func evidenceOf(raw results.RawJSON) (e gameEvidence, ok bool) {
	if raw == "" {
		return e, true
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	return e, d.Decode(&e) == nil
}

// json is the evidence as records keep it, "" where there is none.
func (e gameEvidence) json() (results.RawJSON, error) {
	text, err := json.Marshal(e)
	if err != nil || bytes.Equal(text, []byte("{}")) {
		return "", err
	}
	return results.RawJSON(text), nil
}

// gameSheet is a form about a game as it was sent or as a record fills it, with what
// is wrong by field.
type gameSheet struct {
	url.Values
	faults map[string]string
}

// fault notes what is wrong with a field; the first reason stays.
func (s gameSheet) fault(field, text string) {
	if s.faults[field] == "" {
		s.faults[field] = text
	}
}

// given reports whether one of the fields holds something.
func (s gameSheet) given(fields ...string) bool {
	for _, f := range fields {
		if strings.TrimSpace(s.Get(f)) != "" {
			return true
		}
	}
	return false
}

// number reads a whole number; nil for an empty field.
func (s gameSheet) number(field string, least, most int64) *int64 {
	text := strings.NewReplacer("−", "-", " ", "", " ", "").Replace(s.Get(field))
	if text == "" {
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		s.fault(field, "Type a whole number from "+strconv.FormatInt(least, 10)+" to "+strconv.FormatInt(most, 10)+".")
		return nil
	}
	return &n
}

// tri reads an answer that may be missing.
func (s gameSheet) tri(field string) *bool {
	yes := s.Get(field) == "yes"
	if !yes && s.Get(field) != "no" {
		return nil
	}
	return &yes
}

// seat reads one of so many seats, -1 for none.
func (s gameSheet) seat(field string, seats int) int {
	n, err := strconv.Atoi(s.Get(field))
	if err != nil || n < 0 || n >= seats {
		return -1
	}
	return n
}

func setTri(v url.Values, field string, answer *bool) {
	switch {
	case answer == nil:
	case *answer:
		v.Set(field, "yes")
	default:
		v.Set(field, "no")
	}
}

func setNumber(v url.Values, field string, n *int64) {
	if n != nil {
		v.Set(field, strconv.FormatInt(*n, 10))
	}
}
