// Package secret makes and checks what nobody may guess: tokens of links and
// sessions, and passwords.
package secret

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
)

// Token returns 256 random bits as text that is safe in an address.
func Token() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Hash is what is stored instead of a token: its SHA-256 in hex. A token has
// enough randomness that a fast hash protects it.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// The cost of one password hash: argon2id with 19 MiB, two passes, one lane,
// the least that OWASP's password storage guide recommends.
const (
	memoryKiB = 19 * 1024
	passes    = 2
	lanes     = 1
	saltBytes = 16
	keyBytes  = 32
)

// longestWait is how long a password may wait for its turn.
const longestWait = 10 * time.Second

// Bounds of a password, in bytes.
const (
	MinPassword = 10
	MaxPassword = 1000
)

// ErrMismatch says that a password is not the one that was hashed.
var ErrMismatch = errors.New("secret: the password does not match")

// Hasher hashes passwords, a few at a time: each hash takes 19 MiB and a core,
// so a flood of sign-ins must wait in line and not exhaust the machine.
type Hasher struct {
	slots chan struct{}
}

// NewHasher returns a Hasher that works on as many hashes at once as there are
// processors, four at most.
func NewHasher() *Hasher {
	return &Hasher{slots: make(chan struct{}, min(runtime.GOMAXPROCS(0), 4))}
}

// Hash returns the encoded hash of a password with a fresh salt. It fails only
// if ctx ends or ten seconds pass while it waits for its turn.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	key, err := h.key(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, passes, lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// Check compares a password with an encoded hash. It fails with ErrMismatch for
// another password and for an empty hash, which takes as long, so that an
// answer's time does not tell which names have accounts.
func (h *Hasher) Check(ctx context.Context, password, encoded string) error {
	salt, want, err := decode(encoded)
	if err != nil && encoded != "" {
		return err
	}
	got, waitErr := h.key(ctx, password, salt)
	switch {
	case waitErr != nil:
		return waitErr
	case encoded == "" || subtle.ConstantTimeCompare(got, want) != 1:
		return ErrMismatch
	}
	return nil
}

func (h *Hasher) key(ctx context.Context, password string, salt []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, longestWait)
	defer cancel()
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
		return argon2.IDKey([]byte(password), salt, passes, memoryKiB, lanes, keyBytes), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// decode reads what Hash wrote. Only hashes of the present cost are known, so
// that a foreign database cannot ask for gigabytes.
func decode(encoded string) (salt, key []byte, err error) {
	prefix := fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, memoryKiB, passes, lanes)
	rest, ok := strings.CutPrefix(encoded, prefix)
	saltText, keyText, two := strings.Cut(rest, "$")
	if !ok || !two {
		return nil, nil, errors.New("secret: the stored password hash is of an unknown form; set a new password")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(saltText); err == nil {
		key, err = base64.RawStdEncoding.DecodeString(keyText)
	}
	if err != nil || len(salt) != saltBytes || len(key) != keyBytes {
		return nil, nil, errors.New("secret: the stored password hash is damaged; set a new password")
	}
	return salt, key, nil
}
