package web

import (
	"slices"
	"strconv"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/templates"
)

// presentPolicy shows the newest policy, and those of earlier rounds after it.
func presentPolicy(t *results.Tournament) templates.PolicyPage {
	last := t.Policies[len(t.Policies)-1]
	p := templates.PolicyPage{
		Name: last.Policy.Name, Description: last.Policy.Description, Force: forceWords(t, len(t.Policies)-1), Hash: last.Hash,
		Sections: policySections(t, last.Policy), Text: last.Text,
	}
	for i, former := range slices.Backward(t.Policies[:len(t.Policies)-1]) {
		// What a later one replaced before any round began was never in force.
		if former.FromRound >= t.Policies[i+1].FromRound {
			continue
		}
		p.Former = append(p.Former, templates.FormerPolicy{
			Name: former.Policy.Name, Force: forceWords(t, i), Hash: former.Hash, Sections: policySections(t, former.Policy),
		})
	}
	return p
}

// forceWords say in which rounds a policy is in force.
func forceWords(t *results.Tournament, i int) string {
	p := t.Policies[i]
	from := "From round " + strconv.Itoa(p.FromRound) + " on"
	if i+1 < len(t.Policies) {
		return "Rounds " + strconv.Itoa(p.FromRound) + " to " + strconv.Itoa(t.Policies[i+1].FromRound-1)
	}
	if p.FromRound <= 1 {
		from = "For the whole event"
	}
	return from + ", version " + strconv.Itoa(p.Version) + " of this event's policy."
}

// policySections are the policy's words, and after them what single stages
// replace.
func policySections(t *results.Tournament, p *results.Policy) []templates.PolicySection {
	var out []templates.PolicySection
	for _, section := range policy.Words(p) {
		if len(section.Lines) > 0 {
			out = append(out, templates.PolicySection{Title: section.Title, Lines: section.Lines})
		}
	}
	for _, stage := range t.Stages() {
		own := *p
		if stage.Match != nil {
			own.Match = *stage.Match
		}
		if stage.Timing != nil {
			own.Timing = *stage.Timing
		}
		words := policy.Words(&own)
		if stage.Match != nil {
			out = append(out, templates.PolicySection{Title: "Stage " + stage.ID + ": how a match is decided", Lines: words[0].Lines})
		}
		if stage.Timing != nil {
			out = append(out, templates.PolicySection{Title: "Stage " + stage.ID + ": time", Lines: words[1].Lines})
		}
	}
	return out
}
