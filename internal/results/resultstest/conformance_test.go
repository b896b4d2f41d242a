package resultstest_test

import (
	"testing"
	"time"

	"tourney/internal/results"
	"tourney/internal/results/resultstest"
)

func TestMemoryStoreConforms(t *testing.T) {
	t.Parallel()
	resultstest.StoreConformance(t, func(*testing.T) results.Store { return resultstest.NewStore() })
}

func TestMemoryAccountsConform(t *testing.T) {
	t.Parallel()
	resultstest.AccountConformance(t, func(*testing.T) (results.AccountStore, func(time.Duration)) {
		s := resultstest.NewAccounts()
		var ahead time.Duration
		s.Now = func() time.Time { return time.Now().Add(ahead) }
		return s, func(d time.Duration) { ahead += d }
	})
}
