package policy

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"tourney/internal/results"
)

//go:embed presets/*.toml
var presetFiles embed.FS

// presetOrder is the order in which presets are listed: the plain one first,
// then game by game.
var presetOrder = []string{
	"generic", "momon", "momon-clock", "magic-mtr", "magic-third", "pokemon", "yugioh", "fab", "lorcana",
	"lorcana-two-game", "onepiece", "swu", "netrunner", "keyforge", "pods-topdeck", "pods-mstr", "fide-2023",
	"fide-2026", "fide-round-robin", "mcmahon", "go-swiss",
}

// Entry is one preset in a list.
type Entry struct {
	Code, Name, Description string
}

// List names all presets in their order.
func List() []Entry {
	out := make([]Entry, len(presetOrder))
	for i, code := range presetOrder {
		p, _, _, err := Preset(code)
		if err != nil {
			panic(err) // the tests read every preset
		}
		out[i] = Entry{Code: code, Name: p.Name, Description: p.Description}
	}
	return out
}

// Preset returns a preset's policy, its embedded text and the text's SHA-256 in
// hex. An unknown code is a refusal that lists the presets there are.
func Preset(code string) (p *results.Policy, text, hash string, err error) {
	data, ok := presetText(code)
	if !ok {
		return nil, "", "", results.Refuse(results.NotFound, "%s", unknownPreset(code)).At("policy")
	}
	if p, err = ParseTOML("preset "+code, data); err != nil {
		return nil, "", "", err
	}
	return p, string(data), hashOf(data), nil
}

func presetText(code string) ([]byte, bool) {
	if !slices.Contains(presetOrder, code) {
		return nil, false
	}
	data, err := presetFiles.ReadFile("presets/" + code + ".toml")
	return data, err == nil
}

// presetOfText is the code of the preset with this very text, or "".
func presetOfText(text []byte) string {
	for _, code := range presetOrder {
		if data, ok := presetText(code); ok && string(data) == string(text) {
			return code
		}
	}
	return ""
}

func presetCodes() string { return strings.Join(presetOrder, ", ") }

func unknownPreset(code string) string {
	return fmt.Sprintf("there is no preset %q; there are: %s", clip(code), presetCodes())
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Stored is the text that is kept for a policy and its SHA-256 in hex: a
// preset's embedded text where nothing was changed, else the effective document
// as [Canonical] writes it.
func Stored(p *results.Policy) (text, hash string) {
	own := Canonical(p)
	if preset, text, hash, err := Preset(p.Code); err == nil && string(Canonical(preset)) == string(own) {
		return text, hash
	}
	return string(own), hashOf(own)
}

// Hash is the SHA-256, in hex, of the text that is kept for the policy.
func Hash(p *results.Policy) string {
	_, hash := Stored(p)
	return hash
}

// Record puts a policy in force from a round on; version counts the policies
// of the event from 1.
func Record(p *results.Policy, version, fromRound int) *results.PolicyRecord {
	text, hash := Stored(p)
	return &results.PolicyRecord{Version: version, FromRound: fromRound, Text: text, Hash: hash, Policy: p}
}
