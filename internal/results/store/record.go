package store

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"encoding/json"

	"gorm.io/gorm"

	"tourney/internal/results"
)

// recordRow is a row of any table of records.
type recordRow struct {
	Tournament int64
	Seq        int64
	Place      int
	RecordKey  string
	Version    int
	Prev       *int
	Reason     string
	Body       string
}

// logRow is a row of log_entries.
type logRow struct {
	Tournament int64
	Seq        int64
	PrevSeq    *int64
	At         time.Time
	Account    int64
	Name       string
	Role       string
	Action     string
	Text       string
	Reason     string
	Round      int
	Match      int
	Entrants   string
	FormKey    *string
}

// tableOf names the table of each record type, in the order in which the
// tables are read and written.
var tableOf = []struct{ recordType, table string }{
	{"details", "details"},
	{"policy", "policies"},
	{"stages", "stage_plans"},
	{"entrant", "entrants"},
	{"round", "rounds"},
	{"match", "matches"},
	{"game_result", "game_results"},
	{"unfinished_game", "unfinished_games"},
	{"match_result", "match_results"},
	{"outcome", "tournament_outcomes"},
	{"penalty", "penalties"},
	{"catalogue", "catalogues"},
	{"clock", "clock_entries"},
	{"staff", "staff"},
}

// keyOf is what a record is a version of, and the version.
func keyOf(r results.Record) (key string, version int) {
	switch r := r.(type) {
	case *results.Details:
		return "event", r.Version
	case *results.PolicyRecord:
		return "policy", r.Version
	case *results.StagePlan:
		return "stages", r.Version
	case *results.Entrant:
		return string(r.ID), r.Version
	case *results.Round:
		return strconv.Itoa(r.Number), r.Version
	case *results.Match:
		return strconv.Itoa(int(r.ID)), 1
	case *results.GameResult:
		return fmt.Sprintf("%d/%d", r.Match, r.Game), r.Version
	case *results.UnfinishedGame:
		return fmt.Sprintf("%d/%d", r.Match, r.Game), r.Version
	case *results.MatchResult:
		return strconv.Itoa(int(r.Match)), r.Version
	case *results.Outcome:
		return fmt.Sprintf("%s/%s/%d", r.Kind, r.Stage, r.Round), r.Version
	case *results.Penalty:
		return strconv.Itoa(r.ID), r.Version
	case *results.Catalogue:
		return "catalogue", r.Version
	case *results.ClockEntry:
		return strconv.Itoa(r.ID), 1
	case *results.Staff:
		return strconv.FormatInt(r.Account, 10), r.Version
	}
	return "", 0
}

// batch is how many rows one INSERT carries; SQLite allows 32,766 variables.
const batch = 500

// insert appends changes within a transaction. They are stamped already.
func insert(tx *gorm.DB, tournament int64, changes []results.Change) error {
	logs := make([]logRow, len(changes))
	rows := map[string][]recordRow{}
	for i, c := range changes {
		var err error
		if logs[i], err = rowOfEntry(tournament, c.Entry); err != nil {
			return err
		}
		for place, r := range c.Records {
			body, err := json.Marshal(r)
			if err != nil {
				return fmt.Errorf("%s: %w", r.RecordType(), err)
			}
			row := recordRow{Tournament: tournament, Seq: c.Entry.Seq, Place: place, Reason: r.StampOf().Reason, Body: string(body)}
			row.RecordKey, row.Version = keyOf(r)
			if row.Version > 1 {
				prev := row.Version - 1
				row.Prev = &prev
			}
			rows[r.RecordType()] = append(rows[r.RecordType()], row)
		}
	}
	if err := tx.Table("log_entries").CreateInBatches(logs, batch).Error; err != nil {
		return err
	}
	for _, t := range tableOf {
		if list := rows[t.recordType]; len(list) > 0 {
			if err := tx.Table(t.table).CreateInBatches(list, batch).Error; err != nil {
				return fmt.Errorf("%s: %w", t.table, err)
			}
		}
	}
	return nil
}

func rowOfEntry(tournament int64, e results.LogEntry) (logRow, error) {
	entrants, err := json.Marshal(e.Entrants)
	row := logRow{
		Tournament: tournament, Seq: e.Seq, At: e.At, Account: e.By.Account, Name: e.By.Name, Role: string(e.By.Role),
		Action: string(e.Action), Text: e.Text, Reason: e.Reason, Round: e.Round, Match: int(e.Match), Entrants: string(entrants),
	}
	if e.Seq > 1 {
		prev := e.Seq - 1
		row.PrevSeq = &prev
	}
	if e.Key != "" {
		row.FormKey = &e.Key
	}
	return row, err
}

func (row logRow) entry() (results.LogEntry, error) {
	e := results.LogEntry{
		Seq: row.Seq, At: row.At.UTC(), By: results.Actor{Account: row.Account, Name: row.Name, Role: results.Role(row.Role)},
		Action: results.Action(row.Action), Text: row.Text, Reason: row.Reason, Round: row.Round, Match: results.MatchID(row.Match),
	}
	if row.FormKey != nil {
		e.Key = *row.FormKey
	}
	return e, json.Unmarshal([]byte(row.Entrants), &e.Entrants)
}

// changesAfter reads what was appended after a log number, in order.
func changesAfter(g *gorm.DB, tournament, seq int64) ([]results.Change, error) {
	var logs []logRow
	if err := g.Table("log_entries").Where("tournament = ? AND seq > ?", tournament, seq).Order("seq").Find(&logs).Error; err != nil {
		return nil, err
	}
	changes := make([]results.Change, len(logs))
	for i, row := range logs {
		var err error
		if changes[i].Entry, err = row.entry(); err != nil {
			return nil, fmt.Errorf("log entry %d: %w", row.Seq, err)
		}
	}
	type placed struct {
		place  int
		record results.Record
	}
	records := make([][]placed, len(changes))
	for _, t := range tableOf {
		var rows []recordRow
		err := g.Table(t.table).Select("seq, place, body").Where("tournament = ? AND seq > ?", tournament, seq).Find(&rows).Error
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.table, err)
		}
		for _, row := range rows {
			r := results.NewRecord(t.recordType)
			if err := json.Unmarshal([]byte(row.Body), r); err != nil {
				return nil, fmt.Errorf("%s of log entry %d: %w", t.table, row.Seq, err)
			}
			i := row.Seq - seq - 1
			records[i] = append(records[i], placed{row.Place, r})
		}
	}
	for i, list := range records {
		slices.SortFunc(list, func(a, b placed) int { return a.place - b.place })
		for _, p := range list {
			changes[i].Records = append(changes[i].Records, p.record)
		}
	}
	return changes, nil
}
