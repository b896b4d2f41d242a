package eventfile

import (
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Format is the value of a file's "format" key.
const Format = "tourney/1"

// document is an event file as it stands in JSON. The keys of the objects are
// the json tags of these types, in this order; the tag file names those that an
// object cannot be without.
type document struct {
	Format     string               `json:"format"`
	Name       string               `json:"name"`
	Slug       string               `json:"slug,omitzero"`
	StartsAt   string               `json:"starts_at,omitzero"`
	Zone       string               `json:"zone,omitzero"`
	Place      string               `json:"place,omitzero"`
	Ruleset    string               `json:"ruleset,omitzero"`
	Sanctioned *bool                `json:"sanctioned,omitzero"`
	KeptTables []results.TableRange `json:"kept_tables,omitzero"`
	Policy     jsontext.Value       `json:"policy,omitzero"`
	Stages     []stage              `json:"stages,omitzero"`
	Entrants   []entrant            `json:"entrants"`
	Rounds     []round              `json:"rounds,omitzero"`
	History    history              `json:"history,omitzero"`
	// HistorySHA256 is the checksum of the history; see [checksum].
	HistorySHA256 string `json:"history_sha256,omitzero"`
}

type stage struct {
	ID         string         `json:"id" file:"required"`
	System     results.System `json:"system" file:"required"`
	Rounds     int            `json:"rounds,omitzero"`
	Size       int            `json:"size,omitzero"`
	Legs       int            `json:"legs,omitzero"`
	Groups     int            `json:"groups,omitzero"`
	ThirdPlace *bool          `json:"third_place,omitzero"`
	Reset      *bool          `json:"reset,omitzero"`
	Seeding    string         `json:"seeding,omitzero"`
	Match      jsontext.Value `json:"match,omitzero"`
	Timing     jsontext.Value `json:"timing,omitzero"`
	LotSeed    *uint64        `json:"lot_seed,omitzero"`
}

type entrant struct {
	ID                results.EntrantID `json:"id" file:"required"`
	Name              string            `json:"name" file:"required"`
	Seed              int               `json:"seed,omitzero"`
	Rating            int               `json:"rating,omitzero"`
	Club              string            `json:"club,omitzero"`
	Group             string            `json:"group,omitzero"`
	FixedTable        int               `json:"fixed_table,omitzero"`
	AwardedByes       int               `json:"awarded_byes,omitzero"`
	StartScore        exact.Rat         `json:"start_score,omitzero"`
	JoinedIn          int               `json:"joined_in,omitzero"`
	DroppedAfter      *int              `json:"dropped_after,omitzero"`
	DisqualifiedAfter *int              `json:"disqualified_after,omitzero"`
	Absent            []int             `json:"absent,omitzero"`
}

type round struct {
	Number    int     `json:"number" file:"required"`
	Stage     string  `json:"stage,omitzero"`
	Seed      *uint64 `json:"seed,omitzero"`
	Algorithm string  `json:"algorithm,omitzero"`
	PairedAt  int64   `json:"paired_at,omitzero"`
	Matches   []match `json:"matches" file:"required"`
}

type match struct {
	Table      int                 `json:"table,omitzero"`
	Slot       string              `json:"slot,omitzero"`
	Seats      []results.EntrantID `json:"seats" file:"required"`
	Kind       results.Kind        `json:"kind,omitzero"`
	Winner     winner              `json:"winner,omitzero"`
	GamesWon   []int               `json:"games_won,omitzero"`
	GamesDrawn *int                `json:"games_drawn,omitzero"`
	Games      []game              `json:"games,omitzero"`
}

// game is one game in detail: who won it, or that it was drawn or left
// unfinished, and how.
type game struct {
	Winner     results.EntrantID `json:"winner,omitzero"`
	Draw       bool              `json:"draw,omitzero"`
	Unfinished bool              `json:"unfinished,omitzero"`
	Method     string            `json:"method,omitzero"`
	Evidence   results.RawJSON   `json:"evidence,omitzero"`
	Verdict    *results.Verdict  `json:"verdict,omitzero"`
	Ruling     *ruling           `json:"ruling,omitzero"`
}

type ruling struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
}

// winner is the winner of a match: absent, null for nobody, or an entrant.
type winner struct {
	Given bool
	ID    results.EntrantID // empty for nobody
}

func (w *winner) readFrom(r *reader) error {
	if r.dec.PeekKind() == 'n' {
		w.Given = true
		return r.dec.SkipValue()
	}
	id, ok, err := r.text()
	switch {
	case !ok:
	case id == "":
		r.blame([]byte(`""`), "an empty id names no entrant; write null where nobody won, or leave the key out")
	default:
		*w = winner{Given: true, ID: results.EntrantID(id)}
	}
	return err
}

// MarshalJSON writes the entrant's id, or null for nobody.
func (w winner) MarshalJSON() ([]byte, error) {
	if w.ID == "" {
		return []byte("null"), nil
	}
	return jsontext.AppendQuote(nil, string(w.ID))
}

// history is all changes of an event.
type history []change

func (h *history) readFrom(r *reader) error {
	start := valueStart(r.data, int(r.dec.InputOffset()))
	list := (*[]change)(h)
	err := readerOf(reflect.TypeOf(*list))(r, reflect.ValueOf(list).Elem())
	r.history = r.data[start:r.dec.InputOffset()]
	return err
}

// checksum is the SHA-256, in hex, of a history's text without the spaces between
// its parts. It shows an edit that nothing computed contradicts: of a reason, a
// name, a time.
func checksum(text []byte) (string, error) {
	compact := jsontext.Value(slices.Clone(text))
	if err := compact.Compact(); err != nil {
		return "", err
	}
	return hashOf(string(compact)), nil
}

// change is one change of the history.
type change struct {
	Entry   results.LogEntry `json:"entry" file:"required"`
	Records []record         `json:"records" file:"required"`
}

// record is one record of the history: an object with one key, the record's
// type, and the record as its value. The stamp is not repeated: it is the log
// entry's.
type record struct {
	results.Record
}
