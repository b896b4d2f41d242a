package eventfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/pelletier/go-toml/v2"

	"tourney/internal/results"
	"tourney/internal/results/policy"
)

// readPolicy reads the policy; without one the event has the generic preset.
// Where it is wrong, the rest of the file is checked under that preset.
func (b *builder) readPolicy() {
	raw := b.doc.Policy
	if raw == nil {
		raw = jsontext.Value(`"generic"`)
	}
	p, err := policy.ParseJSON(b.File.name, "/policy", 0, raw)
	if err != nil {
		b.policyFaults("/policy", err)
		p, _, _, _ = policy.Preset("generic")
	}
	b.policy = policy.Record(p, 1, 1)
}

// overrides reads what a stage lays over the policy.
func (b *builder) overrides(to *results.Stage, s stage, i int) {
	if s.Match == nil && s.Timing == nil {
		return
	}
	pointer := fmt.Sprintf("/stages/%d", i)
	var err error
	to.Match, to.Timing, err = policy.StageRules(b.policy.Policy, s.System.Elimination(), b.File.name, pointer, s.Match, s.Timing)
	if err != nil {
		b.policyFaults(jsontext.Pointer(pointer), err)
	}
}

// policyFaults takes over what the policy's own reader found; its places are
// pointers into this file.
func (b *builder) policyFaults(at jsontext.Pointer, err error) {
	var faults policy.Faults
	if !errors.As(err, &faults) {
		b.add(at, -1, err.Error())
		return
	}
	for _, f := range faults {
		b.add(jsontext.Pointer(f.Path), -1, f.Message)
	}
}

// policyValue writes a policy for the plain part: an unchanged preset by its
// code, another document with all its fields.
func policyValue(rec *results.PolicyRecord) (jsontext.Value, error) {
	if _, _, hash, err := policy.Preset(rec.Policy.Code); err == nil && hash == rec.Hash {
		return jsontext.AppendQuote(nil, rec.Policy.Code)
	}
	var fields map[string]any
	if err := toml.Unmarshal(policy.Canonical(rec.Policy), &fields); err != nil {
		return nil, err
	}
	return json.Marshal(fields, json.Deterministic(true))
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
