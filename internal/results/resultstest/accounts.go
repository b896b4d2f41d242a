package resultstest

import (
	"context"
	"strings"
	"sync"
	"time"

	"tourney/internal/results"
)

// Accounts keeps accounts, links and sessions in memory.
type Accounts struct {
	// Now is the clock; tests set it to have known times.
	Now func() time.Time

	mu       sync.Mutex
	accounts []results.Account
	links    []results.Link
	sessions map[string]session
	log      []results.InstallationEntry
}

type session struct {
	account int64
	expires time.Time
}

var _ results.AccountStore = (*Accounts)(nil)

// NewAccounts returns an empty account store whose clock is the real one.
func NewAccounts() *Accounts {
	return &Accounts{Now: time.Now, sessions: map[string]session{}}
}

func (s *Accounts) write(by, text string) {
	s.log = append(s.log, results.InstallationEntry{ID: int64(len(s.log) + 1), At: s.Now(), By: by, Text: text})
}

func (s *Accounts) find(id int64) (*results.Account, error) {
	if id < 1 || int(id) > len(s.accounts) {
		return nil, results.Refuse(results.NotFound, "There is no such account.")
	}
	return &s.accounts[id-1], nil
}

// Account implements results.AccountStore.
func (s *Accounts) Account(_ context.Context, id int64) (*results.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, err := s.find(id)
	if err != nil {
		return nil, err
	}
	out := *a
	return &out, nil
}

// AccountByName implements results.AccountStore.
func (s *Accounts) AccountByName(_ context.Context, name string) (*results.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.accounts {
		if strings.EqualFold(a.Name, name) {
			return &a, nil
		}
	}
	return nil, results.Refuse(results.NotFound, "There is no account with this name.")
}

// Accounts implements results.AccountStore.
func (s *Accounts) Accounts(context.Context) ([]results.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]results.Account(nil), s.accounts...), nil
}

// CreateAccount implements results.AccountStore.
func (s *Accounts) CreateAccount(_ context.Context, a *results.Account, link *results.Link, by, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.accounts {
		if strings.EqualFold(other.Name, a.Name) {
			return results.Refuse(results.Conflict, "There is already an account named %q.", a.Name).At("name")
		}
	}
	if err := s.use(link); err != nil {
		return err
	}
	a.ID, a.CreatedAt = int64(len(s.accounts)+1), s.Now()
	s.accounts = append(s.accounts, *a)
	s.write(by, text)
	return nil
}

// SetPassword implements results.AccountStore.
func (s *Accounts) SetPassword(_ context.Context, id int64, hash string, link *results.Link, by, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, err := s.find(id)
	if err != nil {
		return err
	}
	if err := s.use(link); err != nil {
		return err
	}
	a.PasswordHash = hash
	for token, open := range s.sessions {
		if open.account == id {
			delete(s.sessions, token)
		}
	}
	s.write(by, text)
	return nil
}

// SetRole implements results.AccountStore.
func (s *Accounts) SetRole(_ context.Context, id int64, role results.Role, by, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, err := s.find(id)
	if err != nil {
		return err
	}
	a.Role = role
	s.write(by, text)
	return nil
}

// CreateLink implements results.AccountStore.
func (s *Accounts) CreateLink(_ context.Context, l *results.Link, by, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.ID, l.CreatedAt, l.CreatedBy = int64(len(s.links)+1), s.Now(), by
	s.links = append(s.links, *l)
	s.write(by, text)
	return nil
}

// LinkByToken implements results.AccountStore.
func (s *Accounts) LinkByToken(_ context.Context, tokenHash string) (*results.Link, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.links {
		if l.TokenHash == tokenHash {
			return &l, nil
		}
	}
	return nil, results.Refuse(results.NotFound, "This link is not known. Ask for a new one.")
}

// UseLink implements results.AccountStore.
func (s *Accounts) UseLink(_ context.Context, l *results.Link, by, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.use(l); err != nil {
		return err
	}
	s.write(by, text)
	return nil
}

func (s *Accounts) use(l *results.Link) error {
	if l == nil {
		return nil
	}
	for i := range s.links {
		if s.links[i].ID != l.ID {
			continue
		}
		now := s.Now()
		if s.links[i].UsedAt != nil || !now.Before(s.links[i].ExpiresAt) {
			return results.Refuse(results.Refused, "This link was used before or has expired. Ask for a new one.")
		}
		s.links[i].UsedAt = &now
		return nil
	}
	return results.Refuse(results.NotFound, "This link is not known. Ask for a new one.")
}

// CreateSession implements results.AccountStore.
func (s *Accounts) CreateSession(_ context.Context, tokenHash string, account int64, expires time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[tokenHash] = session{account, expires}
	return nil
}

// SessionAccount implements results.AccountStore.
func (s *Accounts) SessionAccount(_ context.Context, tokenHash string) (*results.Account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	open, ok := s.sessions[tokenHash]
	if !ok || !s.Now().Before(open.expires) {
		return nil, results.Refuse(results.NotFound, "You are not signed in.")
	}
	a, err := s.find(open.account)
	if err != nil {
		return nil, err
	}
	out := *a
	return &out, nil
}

// EndSession implements results.AccountStore.
func (s *Accounts) EndSession(_ context.Context, tokenHash string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, tokenHash)
	return nil
}

// InstallationLog implements results.AccountStore.
func (s *Accounts) InstallationLog(context.Context) ([]results.InstallationEntry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]results.InstallationEntry(nil), s.log...), nil
}
