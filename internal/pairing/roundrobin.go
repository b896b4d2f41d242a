package pairing

import (
	"cmp"
	"fmt"
	"slices"

	"tourney/internal/pairing/roundrobin"
	"tourney/internal/results"
)

// schedule makes the stage's schedule and the entrants behind its numbers. The
// field is fixed by the first round: whoever leaves later stays in the schedule
// and opponents have an idle round instead.
func schedule(t *results.Tournament, stage results.Stage) (*roundrobin.Schedule, []*results.Entrant, error) {
	field := entered(t, stage.ID, firstRound(t, stage.ID))
	slices.SortStableFunc(field, bySeed)
	spec := roundrobin.Spec{Entrants: len(field), Legs: max(stage.Legs, 1), Groups: stage.Groups}
	if labels := groupLabels(field); labels != nil {
		spec.GroupOf = labels
	}
	if len(field) < 2 {
		return nil, nil, tooFew(len(field))
	}
	s, err := roundrobin.New(spec)
	if err != nil {
		return nil, nil, results.Refuse(results.Refused, "%s", err)
	}
	return s, field, nil
}

// bySeed orders entrants by seed, those without one last.
func bySeed(a, b *results.Entrant) int {
	last := func(e *results.Entrant) int {
		if e.Seed == 0 {
			return 1 << 30
		}
		return e.Seed
	}
	return cmp.Compare(last(a), last(b))
}

// groupLabels numbers the groups that entrants were given, in order of first
// appearance; nil if nobody has a group.
func groupLabels(field []*results.Entrant) []int {
	number := map[string]int{}
	labels := make([]int, len(field))
	named := false
	for i, e := range field {
		named = named || e.Group != ""
		if number[e.Group] == 0 {
			number[e.Group] = len(number) + 1
		}
		labels[i] = number[e.Group]
	}
	if !named {
		return nil
	}
	return labels
}

func tooFew(active int) error {
	return results.Refuse(results.Refused, "A round needs two active entrants at least; there %s. Add entrants, take a drop back, or finish the event.",
		map[bool]string{true: "is 1", false: fmt.Sprintf("are %d", active)}[active == 1])
}

// RoundRobinAlgorithm names how round robins are paired.
const RoundRobinAlgorithm = "round_robin/1"

func pairRoundRobin(t *results.Tournament, stage results.Stage, plan *Plan) error {
	s, field, err := schedule(t, stage)
	if err != nil {
		return err
	}
	pairings, err := s.Round(len(StageRounds(t, stage.ID)) + 1)
	if err != nil {
		return results.Refuse(results.Refused, "%s", err)
	}
	plan.Algorithm = RoundRobinAlgorithm
	idle := func(e *results.Entrant, code, text string) {
		plan.Matches = append(plan.Matches, Planned{
			Seats: []results.EntrantID{e.ID}, Assigned: results.Idle, Reasons: []results.Reason{{Code: code, Text: text}},
		})
	}
	scheduled := make([]bool, len(field)+1)
	for _, p := range pairings {
		scheduled[p.First], scheduled[p.Second] = true, true
		first := field[p.First-1]
		if p.Second == 0 {
			if plays(first, plan.Round) {
				idle(first, "idle", "The number is odd: everybody sits out once.")
			}
			continue
		}
		second := field[p.Second-1]
		switch {
		case plays(first, plan.Round) && plays(second, plan.Round):
			plan.Matches = append(plan.Matches, Planned{
				Seats:   []results.EntrantID{first.ID, second.ID},
				Reasons: []results.Reason{{Code: "schedule", Text: "Everybody meets everybody; this is the turn of these two."}},
			})
		case plays(first, plan.Round):
			idle(first, "opponent_out", fmt.Sprintf("%s would have been the opponent and is out.", second.Name))
		case plays(second, plan.Round):
			idle(second, "opponent_out", fmt.Sprintf("%s would have been the opponent and is out.", first.Name))
		}
	}
	for i, e := range field {
		if !scheduled[i+1] && plays(e, plan.Round) {
			idle(e, "group_done", "This group is smaller and has played all its matches.")
		}
	}
	return nil
}

// scheduleLeft reports whether the schedule still holds a match of two who are in.
// A round without one is played all the same if others come after it: everybody
// is idle in it.
func scheduleLeft(t *results.Tournament, stage results.Stage) (bool, error) {
	s, field, err := schedule(t, stage)
	if err != nil {
		return false, err
	}
	next := LastPlayed(t) + 1
	for n := len(StageRounds(t, stage.ID)) + 1; n <= s.Rounds(); n++ {
		pairings, err := s.Round(n)
		if err != nil {
			return false, err
		}
		for _, p := range pairings {
			if p.Second != 0 && in(field[p.First-1], next) && in(field[p.Second-1], next) {
				return true, nil
			}
		}
	}
	return false, nil
}
