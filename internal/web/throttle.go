package web

import (
	"sync"
	"time"
)

// A window of failed sign-ins: after so many failures a name from one address,
// or an address with whatever names, has to wait until the window is over.
const (
	throttleWindow     = 15 * time.Minute
	failuresPerName    = 5
	failuresPerAddress = 40
	maxThrottleKeys    = 50_000
)

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
