package policy

import (
	"reflect"
	"testing"
)

func TestEveryPresetReadsAndKeepsItsCanonicalForm(t *testing.T) {
	t.Parallel()
	for _, code := range presetOrder {
		p, text, hash, err := Preset(code)
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if p.Code != code || len(hash) != 64 || text == "" {
			t.Errorf("%s: code %q, hash %q", code, p.Code, hash)
		}
		again, err := ParseTOML("canonical", Canonical(p))
		if err != nil {
			t.Errorf("%s: the canonical form does not read: %v\n%s", code, err, Canonical(p))
			continue
		}
		if !reflect.DeepEqual(p, again) {
			t.Errorf("%s: the canonical form reads as another policy:\n%s\n%s", code, Canonical(p), Canonical(again))
		}
	}
}
