package main

import (
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/roster"
)

// naming says what an answer for people calls the entrants of an event: their
// names, with the id behind where several read alike.
type naming struct {
	t     *results.Tournament
	alike map[string]int // how many have a name, by roster.NameKey
}

func namingOf(t *results.Tournament) naming {
	n := naming{t: t, alike: make(map[string]int, len(t.Entrants))}
	for _, h := range t.Entrants {
		n.alike[roster.NameKey(h.Current().Name)]++
	}
	return n
}

func (n naming) one(id results.EntrantID) string {
	name := n.t.NameOf(id)
	if n.alike[roster.NameKey(name)] > 1 {
		return name + " (" + string(id) + ")"
	}
	return name
}

// all joins the names of several.
func (n naming) all(ids []results.EntrantID, separator string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = n.one(id)
	}
	return strings.Join(names, separator)
}
