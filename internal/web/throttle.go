package web

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/text/cases"

	"tourney/internal/web/secret"
)

// A window of failed sign-ins: after so many failures a name from one address,
// or an address with whatever names, has to wait until the window is over.
const (
	throttleWindow     = 15 * time.Minute
	failuresPerName    = 5
	failuresPerAddress = 40
	maxThrottleKeys    = 50_000
)

// triesKeys are the keys under which the tries of a name from an address, and of
// the address with whatever names, are counted. Names that are the same account
// are one; they are kept as hashes, which are short whatever was sent. An IPv6
// address stands for its network of 64 bits, which one subscriber has whole.
func triesKeys(name, address string) (byName, byAddress string) {
	if ip, err := netip.ParseAddr(address); err == nil && ip.Unmap().Is6() {
		if network, err := ip.WithZone("").Prefix(64); err == nil {
			address = network.String()
		}
	}
	return "name " + secret.Hash(cases.Fold().String(name)) + " " + address, "address " + address
}

// throttle counts failed tries by key, in memory.
type throttle struct {
	clock func() time.Time

	mu       sync.Mutex
	failures map[string]failures
}

type failures struct {
	count int
	until time.Time
}

func newThrottle(clock func() time.Time) *throttle {
	return &throttle{clock: clock, failures: map[string]failures{}}
}

// wait is how long the key has to wait before the next try, 0 for not at all.
func (t *throttle) wait(key string, limit int) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.failures[key]
	if left := f.until.Sub(t.clock()); f.count >= limit && left > 0 {
		return left
	}
	return 0
}

// count counts one try for each key.
func (t *throttle) count(keys ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock()
	if len(t.failures) > maxThrottleKeys {
		for key, f := range t.failures {
			if now.After(f.until) {
				delete(t.failures, key)
			}
		}
		if len(t.failures) > maxThrottleKeys {
			// A flood from everywhere: what is left to bound it is the line for
			// password hashing.
			clear(t.failures)
		}
	}
	for _, key := range keys {
		f := t.failures[key]
		if now.After(f.until) {
			f = failures{}
		}
		t.failures[key] = failures{count: f.count + 1, until: now.Add(throttleWindow)}
	}
}

// forget clears the count of a key.
func (t *throttle) forget(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.failures, key)
}

// forgive takes one try of a key back.
func (t *throttle) forgive(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.failures[key]; f.count > 0 {
		f.count--
		t.failures[key] = f
	}
}
