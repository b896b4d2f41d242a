package eventfile

import (
	"reflect"
	"slices"
	"strings"

	"tourney/internal/results"
)

// recordTypes are the keys that name a record in the history.
var recordTypes = []string{
	"details", "policy", "stages", "entrant", "round", "match", "game_result", "unfinished_game",
	"match_result", "outcome", "penalty", "catalogue", "clock", "staff",
}

func (rec *record) readFrom(r *reader) error {
	if r.dec.PeekKind() != '{' {
		return r.mismatch("an object with one record")
	}
	return r.object(func(name string) error {
		if rec.Record != nil {
			return r.skip("this object has a record already; write each record in an object of its own")
		}
		made := results.NewRecord(name)
		if made == nil {
			return r.unknownKey(name, strings.Join(recordTypes, ", "))
		}
		rec.Record = made
		return readerOf(reflect.TypeOf(made).Elem())(r, reflect.ValueOf(made).Elem())
	})
}

// changesOf gives the changes that folded to t, with the records of each change
// in a fixed order that folds again. The records are t's own.
func changesOf(t *results.Tournament) []results.Change {
	changes := make([]results.Change, len(t.Log))
	for i, e := range t.Log {
		changes[i].Entry = *e
	}
	add := func(r results.Record) {
		c := &changes[r.StampOf().Seq-1]
		c.Records = append(c.Records, r)
	}
	addAll(add, t.Details)
	addAll(add, t.Policies)
	addAll(add, t.Plans)
	for _, h := range t.Entrants {
		addAll(add, h.Versions)
	}
	for _, h := range t.Matches {
		add(h.Match)
		for _, g := range h.Games {
			addAll(add, g.Results)
			addAll(add, g.Unfinished)
		}
		addAll(add, h.Results)
	}
	for _, h := range t.Rounds {
		addAll(add, h.Versions)
	}
	addAll(add, t.Outcomes)
	for _, h := range t.Penalties {
		addAll(add, h.Versions)
	}
	addAll(add, t.Catalogues)
	addAll(add, t.Clock)
	addAll(add, t.Staff)
	return changes
}

func addAll[R results.Record](add func(results.Record), records []R) {
	for _, r := range records {
		add(r)
	}
}

// portable copies changes into the form in which they leave an installation.
// Accounts belong to the installation that made them: they become -1, -2, … in
// order of appearance, numbers that no installation gives to anybody, so that
// an imported file gives no one here a right. Keys of forms stay behind.
func portable(changes []results.Change) []results.Change {
	accounts := map[int64]int64{}
	number := func(account *int64) {
		if *account == 0 {
			return
		}
		if _, known := accounts[*account]; !known {
			accounts[*account] = -int64(len(accounts) + 1)
		}
		*account = accounts[*account]
	}
	out := make([]results.Change, len(changes))
	for i, c := range changes {
		c.Entry.Key = ""
		number(&c.Entry.By.Account)
		c.Records = slices.Clone(c.Records)
		for j, r := range c.Records {
			switch r := r.(type) {
			case *results.Staff:
				moved := *r
				number(&moved.Account)
				c.Records[j] = &moved
			case *results.GameResult:
				if r.Ruling == nil {
					continue
				}
				moved, ruled := *r, *r.Ruling
				number(&ruled.By.Account)
				moved.Ruling = &ruled
				c.Records[j] = &moved
			}
		}
		out[i] = c
	}
	restamp(out)
	return out
}

// stamp puts the log entry of each change on its records, which the caller owns.
func stamp(changes []results.Change) {
	for i := range changes {
		want := stampOf(&changes[i].Entry)
		for _, r := range changes[i].Records {
			*r.StampOf() = want
		}
	}
}

// restamp is stamp for records that somebody else may hold: those with another
// stamp are copied.
func restamp(changes []results.Change) {
	for i := range changes {
		want := stampOf(&changes[i].Entry)
		for j, r := range changes[i].Records {
			if *r.StampOf() != want {
				r = copyRecord(r)
				*r.StampOf() = want
				changes[i].Records[j] = r
			}
		}
	}
}

func stampOf(e *results.LogEntry) results.Stamp {
	return results.Stamp{Seq: e.Seq, At: e.At, By: e.By, Reason: e.Reason}
}

func copyRecord(r results.Record) results.Record {
	copied := reflect.New(reflect.TypeOf(r).Elem())
	copied.Elem().Set(reflect.ValueOf(r).Elem())
	return copied.Interface().(results.Record)
}
