package results

import (
	"context"
	"time"
)

// Account is somebody who can sign in. Role is what the account may do in the
// whole installation: Administrator, Organizer (may create events), or Visitor
// for those whose roles are given per event.
type Account struct {
	ID   int64
	Name string
	Role Role
	// PasswordHash is the encoded hash of a memory-hard function; empty until a
	// password is set.
	PasswordHash string
	CreatedAt    time.Time
}

// LinkPurpose is what a one-time link is for.
type LinkPurpose string

// The purposes of one-time links.
const (
	SetupLink  LinkPurpose = "setup"    // make the first administrator
	InviteLink LinkPurpose = "invite"   // join an event's staff
	ResetLink  LinkPurpose = "password" // set a new password
)

// Link is a one-time link. The token itself is never stored, only its hash.
type Link struct {
	ID        int64
	TokenHash string // SHA-256, hex
	Purpose   LinkPurpose
	// Account is whose password a ResetLink sets.
	Account int64
	// Event and Role are the event's Tournament.ID and the role of an InviteLink.
	Event     int64
	Role      Role
	CreatedBy string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// InstallationEntry is one line of the installation's own log: accounts made,
// links given, passwords set, sign-ins refused too often.
type InstallationEntry struct {
	ID   int64
	At   time.Time
	By   string
	Text string
}

// AccountStore keeps the accounts, one-time links and sessions of the
// installation. Every write appends the line it is given to the installation's
// log in the same transaction.
type AccountStore interface {
	// Account fails with NotFound.
	Account(ctx context.Context, id int64) (*Account, error)
	// AccountByName compares names without regard to case. It fails with NotFound.
	AccountByName(ctx context.Context, name string) (*Account, error)
	Accounts(ctx context.Context) ([]Account, error)

	// CreateAccount stores a new account and sets its ID. If link is not nil it
	// is used up in the same transaction; a link that was used or has expired
	// is refused. It fails with Conflict if the name is taken.
	CreateAccount(ctx context.Context, a *Account, link *Link, by, text string) error
	// SetPassword replaces the hash, using up the link if one is given, and ends
	// all sessions of the account.
	SetPassword(ctx context.Context, id int64, hash string, link *Link, by, text string) error
	// SetRole changes what the account may do in the installation.
	SetRole(ctx context.Context, id int64, role Role, by, text string) error

	CreateLink(ctx context.Context, l *Link, by, text string) error
	// LinkByToken finds a link by its token's hash, used or expired ones too. It
	// fails with NotFound.
	LinkByToken(ctx context.Context, tokenHash string) (*Link, error)
	// UseLink uses a link up. It is refused if it was used or has expired.
	UseLink(ctx context.Context, l *Link, by, text string) error

	// Sessions hold the hash of a random token and the account; they end by
	// deletion, which is the one thing here that is not kept.
	CreateSession(ctx context.Context, tokenHash string, account int64, expires time.Time) error
	// SessionAccount fails with NotFound for unknown and expired sessions.
	SessionAccount(ctx context.Context, tokenHash string) (*Account, error)
	EndSession(ctx context.Context, tokenHash string) error

	InstallationLog(ctx context.Context) ([]InstallationEntry, error)
}
