package pairing

import (
	"slices"

	"tourney/internal/results"
)

// Active lists who may be paired in the given round of a stage, in the order of
// enrolment: entered by then, not out of the event, not sitting the round out,
// and in a stage that only some reached, one of those. A round robin or a bracket
// takes nobody in after its first round.
func Active(t *results.Tournament, stage string, round int) []*results.Entrant {
	from := round
	if s, ok := t.Stage(stage); ok && s.System != results.Swiss && s.System != results.Pods {
		from = min(from, firstRound(t, stage))
	}
	return slices.DeleteFunc(entered(t, stage, from), func(e *results.Entrant) bool { return !plays(e, round) })
}

// entered lists who was in a stage in the given round, whether they sat it out
// or not, in the order of enrolment.
func entered(t *results.Tournament, stage string, round int) []*results.Entrant {
	reached := qualified(t, stage)
	var out []*results.Entrant
	for _, h := range t.Entrants {
		e := h.Current()
		if in(e, round) && e.JoinedIn <= round && (reached == nil || reached[e.ID]) {
			out = append(out, e)
		}
	}
	return out
}

// plays reports whether the entrant is in the event in this round and does not
// sit it out.
func plays(e *results.Entrant, round int) bool {
	return in(e, round) && e.JoinedIn <= round && !slices.Contains(e.Absent, round)
}

// in reports whether the entrant has not left the event before this round.
func in(e *results.Entrant, round int) bool {
	left := func(after *int) bool { return after != nil && *after < round }
	return !left(e.DroppedAfter) && !left(e.DisqualifiedAfter)
}

// qualified are the entrants that an advancement named for the stage, else those
// who began it where its plan takes only some, or nil if it is open to everybody.
func qualified(t *results.Tournament, stage string) map[results.EntrantID]bool {
	a := Advancement(t, stage)
	if s, ok := t.Stage(stage); a == nil && ok && cuts(t, s) {
		return firstRows(t, stage)
	}
	if a == nil {
		return nil
	}
	out := make(map[results.EntrantID]bool, len(a.Rows))
	for _, row := range a.Rows {
		out[row.Entrant] = true
	}
	return out
}

// Advancement is the outcome in force that says who reached a stage, or nil if
// none was recorded.
func Advancement(t *results.Tournament, stage string) *results.Outcome {
	for _, o := range slices.Backward(t.Outcomes) {
		if o.Kind == results.AdvancementOutcome && o.Stage == stage && o.Round == 0 {
			return o
		}
	}
	return nil
}
