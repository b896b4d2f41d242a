package pairing

import (
	"fmt"
	"slices"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/policy"
)

// StageRounds lists the rounds of a stage that are published or closed, in
// order.
func StageRounds(t *results.Tournament, stage string) []*results.Round {
	var out []*results.Round
	for _, h := range t.Rounds {
		r := h.Current()
		if r.Stage == stage && r.Status.Public() {
			out = append(out, r)
		}
	}
	return out
}

// LastPlayed is the number of the last round that is published or closed, 0 if
// there is none.
func LastPlayed(t *results.Tournament) int {
	if r := t.LastPublic(); r != nil {
		return r.Number
	}
	return 0
}

// OpenMatches are the matches of published rounds that have no result.
func OpenMatches(t *results.Tournament) []*results.MatchHistory {
	var out []*results.MatchHistory
	for _, h := range t.Rounds {
		r := h.Current()
		if !r.Status.Public() {
			continue
		}
		for _, m := range t.RoundMatches(r) {
			if m.Result() == nil {
				out = append(out, m)
			}
		}
	}
	return out
}

// RoundCount is how many rounds the stage is planned to have: its own number,
// else the policy's for the field, else what the system needs. It is 0 for
// brackets, whose length follows from the results.
func RoundCount(t *results.Tournament, stage results.Stage) (int, error) {
	switch stage.System {
	case results.SingleElimination, results.DoubleElimination:
		return 0, nil
	case results.RoundRobin:
		s, _, err := schedule(t, stage)
		if err != nil {
			return 0, err
		}
		return s.Rounds(), nil
	}
	if stage.Rounds > 0 {
		return stage.Rounds, nil
	}
	entrants, byes := Field(t)
	rules := *t.PolicyFor(firstRound(t, stage.ID)).Policy
	rules.Pairing.System = stage.System // the plan's word wins
	rounds, _ := policy.Recommended(&rules, entrants, byes)
	return rounds, nil
}

// Field counts the entrants of the event and the rounds of awarded byes of
// each, without those who left before round 1.
func Field(t *results.Tournament) (entrants int, byes []int) {
	for _, h := range t.Entrants {
		if e := h.Current(); in(e, 1) {
			entrants++
			if e.AwardedByes > 0 {
				byes = append(byes, e.AwardedByes)
			}
		}
	}
	return entrants, byes
}

// firstRound is the number of the stage's first round, played or to come.
func firstRound(t *results.Tournament, stage string) int {
	if rounds := StageRounds(t, stage); len(rounds) > 0 {
		return rounds[0].Number
	}
	return LastPlayed(t) + 1
}

// StageFinished reports whether a stage has begun and all its rounds are played
// that can be played: with fewer than two who are still in there is none.
func StageFinished(t *results.Tournament, stage results.Stage) (bool, error) {
	rounds := StageRounds(t, stage.ID)
	if stage.System.Elimination() {
		if len(rounds) == 0 {
			return false, nil
		}
		b, err := BracketOf(t, stage.ID)
		if err != nil {
			return false, err
		}
		return b.State.Finished(), nil
	}
	if len(rounds) == 0 {
		return false, nil
	}
	if stage.System == results.RoundRobin {
		left, err := scheduleLeft(t, stage)
		return !left, err
	}
	count, err := RoundCount(t, stage)
	return len(rounds) >= count || len(entered(t, stage.ID, LastPlayed(t)+1)) < 2, err
}

// CurrentStage is the first stage that is not finished; ok is false if all are.
// Stages before one that has begun are over, whatever is planned for them now.
func CurrentStage(t *results.Tournament) (stage results.Stage, ok bool, err error) {
	stages := t.Stages()
	for i, s := range slices.Backward(stages) {
		if len(StageRounds(t, s.ID)) > 0 {
			stages = stages[i:]
			break
		}
	}
	for _, s := range stages {
		done, err := StageFinished(t, s)
		if err != nil || !done {
			return s, err == nil, err
		}
	}
	return results.Stage{}, false, nil
}

// Next pairs the next round: that of the first stage that is not finished. It
// is refused while matches are open, with fewer than two active entrants, when
// the event is over, and where the policy allows no pairing; the refusal says
// which and what to do. Drafts do not count: the round is paired as if they
// were not there.
func Next(t *results.Tournament, seed uint64) (*Plan, error) {
	if open := OpenMatches(t); len(open) > 0 {
		return nil, openRefusal(t, open)
	}
	stage, ok, err := CurrentStage(t)
	if err != nil {
		return nil, err
	}
	if stages := t.Stages(); !ok && len(entered(t, stages[len(stages)-1].ID, LastPlayed(t)+1)) < 2 {
		return nil, tooFew(len(entered(t, stages[len(stages)-1].ID, LastPlayed(t)+1)))
	}
	if !ok {
		return nil, results.Refuse(results.Refused, "All rounds of this event are played. There is no next round: finish the event, or plan more rounds.")
	}
	if t, err = withCut(t, stage, seed); err != nil {
		return nil, err
	}
	plan := &Plan{Round: LastPlayed(t) + 1, Stage: stage.ID, Seed: seed}
	switch stage.System {
	case results.Swiss:
		err = pairSwiss(t, stage, plan)
	case results.RoundRobin:
		err = pairRoundRobin(t, stage, plan)
	case results.Pods:
		err = pairPods(t, stage, plan)
	case results.SingleElimination, results.DoubleElimination:
		err = pairBracket(t, stage, plan)
	default:
		err = results.Refuse(results.Invalid, "Stage %q has no known system.", stage.ID)
	}
	if err != nil {
		return nil, err
	}
	Seat(t, plan.Round, plan.Matches, map[int]bool{})
	return plan, nil
}

func openRefusal(t *results.Tournament, open []*results.MatchHistory) error {
	const most = 10
	var parts []string
	for i, m := range open {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(open)-most))
			break
		}
		names := make([]string, len(m.Match.Seats))
		for j, s := range m.Match.Seats {
			names[j] = t.NameOf(s)
		}
		parts = append(parts, fmt.Sprintf("round %d table %d, %s", m.Match.Round, m.Match.Table, strings.Join(names, " – ")))
	}
	return results.Refuse(results.Refused, "Matches are still open: %s. Enter their results first.", strings.Join(parts, "; "))
}
