package secret

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestPasswords(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), NewHasher()
	encoded, err := h.Hash(ctx, "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(encoded, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("encoded hash %q does not state its cost", encoded)
	}
	if err := h.Check(ctx, "correct horse battery", encoded); err != nil {
		t.Errorf("the right password: %v", err)
	}
	if err := h.Check(ctx, "correct horse batterY", encoded); !errors.Is(err, ErrMismatch) {
		t.Errorf("a wrong password: got %v", err)
	}
	if err := h.Check(ctx, "", ""); !errors.Is(err, ErrMismatch) {
		t.Errorf("no password set: got %v, an empty password must not open an account", err)
	}
	again, _ := h.Hash(ctx, "correct horse battery")
	if again == encoded {
		t.Error("two hashes of one password are equal: the salt is missing")
	}
}

func TestForeignHashesAreRefused(t *testing.T) {
	t.Parallel()
	h := NewHasher()
	for _, encoded := range []string{
		"plain",
		"$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
		"$argon2id$v=19$m=19456,t=2,p=1$short$AAAA",
		"$argon2id$v=19$m=19456,t=2,p=1$",
	} {
		if err := h.Check(context.Background(), "x", encoded); err == nil || errors.Is(err, ErrMismatch) {
			t.Errorf("%q: got %v, want a clear refusal", encoded, err)
		}
	}
}

func TestHashingWaitsItsTurn(t *testing.T) {
	t.Parallel()
	h := &Hasher{slots: make(chan struct{}, 1)}
	h.slots <- struct{}{} // somebody else is hashing
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.Hash(ctx, "correct horse battery"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the wait", err)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	a, b := Token(), Token()
	if a == b || len(a) != 43 {
		t.Errorf("tokens %q and %q", a, b)
	}
	if Hash(a) == Hash(b) || len(Hash(a)) != 64 {
		t.Error("hashes of tokens must differ and have 64 digits")
	}
}
