package eventfile

import (
	"fmt"
	"strings"
	"testing"
)

// Ten megabytes of anything are answered with a short list of faults.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	const size = 10 << 20
	head := `{"format": "tourney/1", "name": "A", `
	var keys strings.Builder
	for i := 0; keys.Len() < size; i++ {
		fmt.Fprintf(&keys, `"k%d": 0, `, i)
	}
	for name, file := range map[string]string{
		"open brackets":     head + `"policy": ` + strings.Repeat("[", size),
		"empty entrants":    head + `"entrants": [` + strings.Repeat("{},", size/3) + `{}]}`,
		"lists for records": head + `"entrants": [], "history": [` + strings.Repeat("[],", size/3) + `{}]}`,
		"long name":         `{"format": "tourney/1", "entrants": [], "name": "` + strings.Repeat("a", size) + `"}`,
		"long key":          head + `"` + strings.Repeat("k", size) + `": 1, "entrants": []}`,
		"long number":       head + `"entrants": [], "rounds": [{"number": ` + strings.Repeat("9", size) + `}]}`,
		"many keys":         head + keys.String() + `"entrants": []}`,
		"many escapes":      head + `"place": "` + strings.Repeat(`é`, size/6) + `", "zone": 1, "entrants": []}`,
		"one byte":          "\x00",
		"only spaces":       strings.Repeat(" \n", size/2),
		"not UTF-8":         head + `"place": "` + strings.Repeat("a", size) + "\xff\"}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faults := faultsOf(t, file)
			told := 0
			for _, f := range faults {
				told += len(f.Message) + len(f.Pointer)
			}
			if len(faults) == 0 || told > 20_000 {
				t.Errorf("%d faults of %d bytes", len(faults), told)
			}
		})
	}
}
