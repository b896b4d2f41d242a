package store

import (
	"context"
	"errors"
	"time"

	"golang.org/x/text/cases"
	"gorm.io/gorm"

	"tourney/internal/results"
)

// accountRow is a row of accounts. Names are compared by NameKey.
type accountRow struct {
	ID           int64
	Name         string
	NameKey      string
	Role         string
	PasswordHash string
	CreatedAt    time.Time
}

func (r accountRow) account() *results.Account {
	return &results.Account{ID: r.ID, Name: r.Name, Role: results.Role(r.Role), PasswordHash: r.PasswordHash, CreatedAt: r.CreatedAt.UTC()}
}

// linkRow is a row of links.
type linkRow struct {
	ID        int64
	TokenHash string
	Purpose   string
	Account   int64
	Event     int64
	Role      string
	CreatedBy string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// one reads a single account by a condition; missing is the refusal if there is
// none.
func one(g *gorm.DB, missing, condition string, arg any) (*results.Account, error) {
	var rows []accountRow
	if err := g.Table("accounts").Where(condition, arg).Limit(1).Find(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, results.Refuse(results.NotFound, "%s", missing)
	}
	return rows[0].account(), nil
}

func nameKey(name string) string { return cases.Fold().String(name) }

// Account implements results.AccountStore.
func (db *DB) Account(ctx context.Context, id int64) (*results.Account, error) {
	return one(db.read.WithContext(ctx), "There is no such account.", "id = ?", id)
}

// AccountByName implements results.AccountStore.
func (db *DB) AccountByName(ctx context.Context, name string) (*results.Account, error) {
	return one(db.read.WithContext(ctx), "There is no account with this name.", "name_key = ?", nameKey(name))
}

// Accounts implements results.AccountStore.
func (db *DB) Accounts(ctx context.Context) ([]results.Account, error) {
	var rows []accountRow
	if err := db.read.WithContext(ctx).Table("accounts").Order("id").Find(&rows).Error; err != nil {
		return nil, err
	}
	out := make([]results.Account, len(rows))
	for i, r := range rows {
		out[i] = *r.account()
	}
	return out, nil
}

// logged runs a write and appends its line to the installation's log in one
// transaction.
func (db *DB) logged(ctx context.Context, by, text string, write func(tx *gorm.DB, at time.Time) error) error {
	at := db.now()
	return db.write.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := write(tx, at); err != nil {
			return err
		}
		return tx.Exec("INSERT INTO installation_log (at, by, text) VALUES (?, ?, ?)", at, by, text).Error
	})
}

// use marks a link as used. A link that was used or has expired is refused.
func use(tx *gorm.DB, l *results.Link, at time.Time) error {
	if l == nil {
		return nil
	}
	q := tx.Exec("UPDATE links SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ?", at, l.ID, at)
	if q.Error == nil && q.RowsAffected == 0 {
		return results.Refuse(results.Refused, "This link was used before or has expired. Ask for a new one.")
	}
	return q.Error
}

// CreateAccount implements results.AccountStore.
func (db *DB) CreateAccount(ctx context.Context, a *results.Account, link *results.Link, by, text string) error {
	return db.logged(ctx, by, text, func(tx *gorm.DB, at time.Time) error {
		if err := use(tx, link, at); err != nil {
			return err
		}
		row := accountRow{Name: a.Name, NameKey: nameKey(a.Name), Role: string(a.Role), PasswordHash: a.PasswordHash, CreatedAt: at}
		if err := tx.Table("accounts").Create(&row).Error; err != nil {
			if errors.Is(err, gorm.ErrDuplicatedKey) {
				return results.Refuse(results.Conflict, "There is already an account named %q.", a.Name).At("name")
			}
			return err
		}
		a.ID, a.CreatedAt = row.ID, at
		return nil
	})
}

// SetPassword implements results.AccountStore.
func (db *DB) SetPassword(ctx context.Context, id int64, hash string, link *results.Link, by, text string) error {
	return db.logged(ctx, by, text, func(tx *gorm.DB, at time.Time) error {
		if err := use(tx, link, at); err != nil {
			return err
		}
		if err := change(tx, "UPDATE accounts SET password_hash = ? WHERE id = ?", hash, id); err != nil {
			return err
		}
		return tx.Exec("DELETE FROM sessions WHERE account = ?", id).Error
	})
}

// SetRole implements results.AccountStore.
func (db *DB) SetRole(ctx context.Context, id int64, role results.Role, by, text string) error {
	return db.logged(ctx, by, text, func(tx *gorm.DB, _ time.Time) error {
		return change(tx, "UPDATE accounts SET role = ? WHERE id = ?", string(role), id)
	})
}

// change updates one account.
func change(tx *gorm.DB, statement string, args ...any) error {
	q := tx.Exec(statement, args...)
	if q.Error == nil && q.RowsAffected == 0 {
		return results.Refuse(results.NotFound, "There is no such account.")
	}
	return q.Error
}

// CreateLink implements results.AccountStore.
func (db *DB) CreateLink(ctx context.Context, l *results.Link, by, text string) error {
	return db.logged(ctx, by, text, func(tx *gorm.DB, at time.Time) error {
		row := linkRow{
			TokenHash: l.TokenHash, Purpose: string(l.Purpose), Account: l.Account, Event: l.Event, Role: string(l.Role),
			CreatedBy: by, CreatedAt: at, ExpiresAt: l.ExpiresAt.UTC(),
		}
		if err := tx.Table("links").Create(&row).Error; err != nil {
			return err
		}
		l.ID, l.CreatedAt, l.CreatedBy = row.ID, at, by
		return nil
	})
}

// LinkByToken implements results.AccountStore.
func (db *DB) LinkByToken(ctx context.Context, tokenHash string) (*results.Link, error) {
	var rows []linkRow
	if err := db.read.WithContext(ctx).Table("links").Where("token_hash = ?", tokenHash).Find(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, results.Refuse(results.NotFound, "This link is not known. Ask for a new one.")
	}
	r := rows[0]
	return &results.Link{
		ID: r.ID, TokenHash: r.TokenHash, Purpose: results.LinkPurpose(r.Purpose), Account: r.Account, Event: r.Event,
		Role: results.Role(r.Role), CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, UsedAt: r.UsedAt,
	}, nil
}

// UseLink implements results.AccountStore.
func (db *DB) UseLink(ctx context.Context, l *results.Link, by, text string) error {
	return db.logged(ctx, by, text, func(tx *gorm.DB, at time.Time) error { return use(tx, l, at) })
}

// CreateSession implements results.AccountStore.
func (db *DB) CreateSession(ctx context.Context, tokenHash string, account int64, expires time.Time) error {
	return db.write.WithContext(ctx).Exec("INSERT INTO sessions (token_hash, account, expires_at) VALUES (?, ?, ?)",
		tokenHash, account, expires.UTC()).Error
}

// SessionAccount implements results.AccountStore.
func (db *DB) SessionAccount(ctx context.Context, tokenHash string) (*results.Account, error) {
	var rows []accountRow
	err := db.read.WithContext(ctx).Raw(
		"SELECT a.* FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.token_hash = ? AND s.expires_at > ?",
		tokenHash, db.now()).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, results.Refuse(results.NotFound, "You are not signed in.")
	}
	return rows[0].account(), nil
}

// EndSession implements results.AccountStore. Sessions that have expired go with
// it.
func (db *DB) EndSession(ctx context.Context, tokenHash string) error {
	return db.write.WithContext(ctx).Exec("DELETE FROM sessions WHERE token_hash = ? OR expires_at <= ?", tokenHash, db.now()).Error
}

// InstallationLog implements results.AccountStore.
func (db *DB) InstallationLog(ctx context.Context) ([]results.InstallationEntry, error) {
	var rows []results.InstallationEntry
	err := db.read.WithContext(ctx).Raw("SELECT id, at, by, text FROM installation_log ORDER BY id").Scan(&rows).Error
	return rows, err
}
