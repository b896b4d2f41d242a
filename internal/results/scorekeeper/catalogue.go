package scorekeeper

import (
	"context"
	"strings"

	"tourney/internal/results"
)

// defaultCatalogue is what an event has until its organizer edits it: common
// infractions of card tournaments in our own words, with what they usually cost.
// It is no official guide.
var defaultCatalogue = []results.InfractionKind{
	{Code: "tardy", Name: "Late at the table", Usual: results.GameLoss, Repeated: results.GameLoss},
	{Code: "no-show", Name: "Absent from the match", Usual: results.MatchLoss, Repeated: results.MatchLoss},
	{Code: "rules", Name: "Game rule broken by mistake", Usual: results.Warning, Repeated: results.Warning},
	{Code: "cards", Name: "Hidden cards seen or mixed up", Usual: results.Warning, Repeated: results.GameLoss},
	{Code: "deck", Name: "Deck or deck list wrong", Usual: results.GameLoss, Repeated: results.GameLoss},
	{Code: "marked", Name: "Cards can be told apart", Usual: results.Warning, Repeated: results.GameLoss},
	{Code: "slow", Name: "Slow play", Usual: results.Warning, Repeated: results.GameLoss},
	{Code: "concession", Name: "Conceded where the policy forbids it", Usual: results.Warning, Repeated: results.MatchLoss},
	{Code: "outside", Name: "Help from outside", Usual: results.MatchLoss, Repeated: results.MatchLoss},
	{Code: "conduct", Name: "Unsporting conduct", Usual: results.Warning, Repeated: results.MatchLoss},
	{Code: "conduct-major", Name: "Serious unsporting conduct", Usual: results.MatchLoss, Repeated: results.Disqualification},
	{Code: "random-result", Name: "Result decided by chance or bribery", Usual: results.Disqualification, Repeated: results.Disqualification},
	{Code: "cheating", Name: "Cheating", Usual: results.Disqualification, Repeated: results.Disqualification},
}

// Catalogue is the event's list of infractions.
func Catalogue(t *results.Tournament) []results.InfractionKind {
	if n := len(t.Catalogues); n > 0 {
		return t.Catalogues[n-1].Infractions
	}
	return defaultCatalogue
}

// Infraction finds an entry of the catalogue by its code.
func Infraction(t *results.Tournament, code string) (results.InfractionKind, bool) {
	for _, i := range Catalogue(t) {
		if i.Code == code {
			return i, true
		}
	}
	return results.InfractionKind{}, false
}

// UsualPenalty is what the catalogue gives for an infraction of this entrant:
// more where the same one is already recorded in this event and not reversed.
func UsualPenalty(t *results.Tournament, entrant results.EntrantID, i results.InfractionKind) results.PenaltyKind {
	for _, h := range t.Penalties {
		if p := h.Current(); p.Entrant == entrant && p.Code == i.Code && !p.Reversed && i.Repeated != "" {
			return i.Repeated
		}
	}
	return i.Usual
}

// EditCatalogue replaces the event's list of infractions. Penalties that were
// given keep their name and cost.
func (k *Keeper) EditCatalogue(ctx context.Context, req Request, version int, list []results.InfractionKind) (*results.Tournament, error) {
	seen := map[string]bool{}
	for n, i := range list {
		field := "row " + itoa(n+1)
		switch {
		case i.Code == "" || strings.Trim(i.Code, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
			return nil, results.Refuse(results.Invalid, "A code has small letters a–z, digits and hyphens.").At(field)
		case seen[i.Code]:
			return nil, results.Refuse(results.Invalid, "The code %q is there twice.", i.Code).At(field)
		case strings.TrimSpace(i.Name) == "":
			return nil, results.Refuse(results.Invalid, "An infraction needs a name.").At(field)
		}
		seen[i.Code] = true
		for _, kind := range []results.PenaltyKind{i.Usual, i.Repeated} {
			switch kind {
			case results.Warning, results.GameLoss, results.MatchLoss, results.Disqualification:
			default:
				return nil, results.Refuse(results.Invalid, "A penalty is a warning, a game loss, a match loss or a disqualification.").At(field)
			}
		}
	}
	return k.do(ctx, req, results.EditCatalogue, func(t *results.Tournament) (*decision, error) {
		if n := len(t.Catalogues); version != n {
			var by results.Actor
			if n > 0 {
				by = t.Catalogues[n-1].By
			}
			return nil, stale("The catalogue", by)
		}
		return &decision{text: "Catalogue of infractions changed.",
			records: []results.Record{&results.Catalogue{Version: version + 1, Infractions: list}}}, nil
	})
}
