// Package store keeps events, accounts and sessions in SQLite through gorm. It
// is the only package that knows gorm.
//
// Rows of records are only ever inserted; the database itself refuses to update
// or delete them. What has been read of an event is kept as a snapshot and
// brought up to date by the rows that were appended since, so that several
// programs can share one file.
package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	sqlite3 "modernc.org/sqlite"

	"tourney/internal/results"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is an open database. It implements results.Store and
// results.AccountStore.
type DB struct {
	write *gorm.DB // one connection: SQLite has one writer
	read  *gorm.DB
	now   func() time.Time

	mu     sync.Mutex
	events map[int64]*results.Tournament
}

var (
	_ results.Store        = (*DB)(nil)
	_ results.AccountStore = (*DB)(nil)
)

// readers is how many connections read at the same time.
const readers = 4

// Open opens or creates the SQLite file and brings its schema up to date. now is
// the clock that stamps records.
func Open(ctx context.Context, file string, now func() time.Time) (*DB, error) {
	if strings.Contains(file, "://") {
		return nil, results.Refuse(results.Invalid, "%q is not a database file; this version keeps its data in an SQLite file, for example tourney.db.", file)
	}
	write, err := connect(file, false, 1)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", file, err)
	}
	db := &DB{write: write, now: func() time.Time { return now().UTC().Truncate(time.Millisecond) }, events: map[int64]*results.Tournament{}}
	if err := db.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("bring the schema of %s up to date: %w", file, err), db.Close())
	}
	if db.read, err = connect(file, true, readers); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", file, err), db.Close())
	}
	return db, nil
}

// Close ends all connections.
func (db *DB) Close() error {
	var errs []error
	for _, g := range []*gorm.DB{db.read, db.write} {
		if g == nil {
			continue
		}
		pool, err := g.DB()
		if err == nil {
			err = pool.Close()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// dsn sets per connection: foreign keys on, a wait for the writer's turn, a
// write-ahead log that survives power loss, immediate transactions (so that
// reading before writing cannot lose a race), triggers also for REPLACE, and
// times as text that sorts.
func dsn(file string, readOnly bool) string {
	q := url.Values{"_txlock": {"immediate"}, "_time_format": {"sqlite"}}
	for _, pragma := range []string{
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "recursive_triggers(1)",
	} {
		q.Add("_pragma", pragma)
	}
	if readOnly {
		q.Add("_pragma", "query_only(1)")
	}
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + q.Encode()
}

func connect(file string, readOnly bool, connections int) (*gorm.DB, error) {
	g, err := gorm.Open(dialector{sqlite.New(sqlite.Config{DriverName: "sqlite", DSN: dsn(file, readOnly)})}, &gorm.Config{
		Logger:                 logger.Discard,
		SkipDefaultTransaction: true,
		PrepareStmt:            readOnly,
		TranslateError:         true,
	})
	if err != nil {
		return nil, err
	}
	pool, err := g.DB()
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return g, pool.Ping()
}

// dialector teaches gorm's SQLite dialect the error codes of the pure Go
// driver.
type dialector struct{ gorm.Dialector }

// SQLite's extended result codes.
const (
	constraintPrimaryKey = 1555
	constraintUnique     = 2067
	constraintForeignKey = 787
	constraintCheck      = 275
)

// Translate implements gorm.ErrorTranslator.
func (d dialector) Translate(err error) error {
	var e *sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() {
	case constraintPrimaryKey, constraintUnique:
		return gorm.ErrDuplicatedKey
	case constraintForeignKey:
		return gorm.ErrForeignKeyViolated
	case constraintCheck:
		return gorm.ErrCheckConstraintViolated
	}
	return err
}

// migrate applies the embedded files that the database has not seen, each in a
// transaction of its own.
func (db *DB) migrate(ctx context.Context) error {
	g := db.write.WithContext(ctx)
	if err := g.Exec("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, at TIMESTAMP NOT NULL)").Error; err != nil {
		return err
	}
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files {
		script, err := migrations.ReadFile(file)
		if err != nil {
			return err
		}
		name := path.Base(file)
		err = g.Transaction(func(tx *gorm.DB) error {
			var seen int64
			if err := tx.Raw("SELECT count(*) FROM migrations WHERE name = ?", name).Scan(&seen).Error; err != nil || seen > 0 {
				return err
			}
			if err := tx.Exec(string(script)).Error; err != nil {
				return err
			}
			return tx.Exec("INSERT INTO migrations (name, at) VALUES (?, ?)", name, db.now()).Error
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
