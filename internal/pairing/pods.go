package pairing

import (
	"errors"

	"tourney/internal/pairing/pods"
	"tourney/internal/results"
)

// PodsAlgorithm names how pods are seated.
const PodsAlgorithm = "pods/1"

func pairPods(t *results.Tournament, stage results.Stage, plan *Plan) error {
	f, err := newField(t, stage, plan)
	if err != nil {
		return err
	}
	plan.Algorithm = PodsAlgorithm
	if f.seatNobody(plan) {
		return nil
	}
	in := pods.Input{
		Seed: plan.Seed,
		Rule: pods.Rule{
			Size: f.rules.PodSize, Smaller: f.rules.PodSmaller, Larger: f.rules.PodLarger,
			RandomBye: f.rules.ByeTo == "random_without_bye", NeverRepeat: f.rules.Rematch == "never",
		},
	}
	// Seats of those who left keep their place in the history, as numbers after
	// the players.
	index := f.indices()
	count := len(f.players)
	for i, at := range index {
		if at < 0 {
			index[i] = count
			count++
		}
	}
	in.Points, in.Byes = make([]int, count), make([]int, count)
	for i, p := range f.players {
		in.Points[i], in.Byes[i] = int(p.points), p.byes
		in.Active = append(in.Active, i)
	}
	for _, r := range f.rounds {
		for _, id := range r.Matches {
			m := t.Matches[id-1]
			if len(m.Match.Seats) < 2 || m.Result().Kind == results.DoubleForfeit {
				continue
			}
			seats := make([]int, len(m.Match.Seats))
			for s, e := range m.Match.Seats {
				seats[s] = index[t.EntrantIndex(e)]
			}
			in.History = append(in.History, seats)
		}
	}
	round, err := pods.Pair(in)
	var refusal *pods.Error
	if errors.As(err, &refusal) {
		return results.Refuse(results.Refused, "%s", refusal.Message)
	}
	if err != nil {
		return err
	}
	name := func(i int) string { return f.players[i].entrant.Name }
	points := func(units int) string { return f.points(int64(units)) }
	reasons := func(list []pods.Reason) []results.Reason {
		out := make([]results.Reason, len(list))
		for i, r := range list {
			out[i] = results.Reason{Code: r.Code, Text: r.Text(name, points)}
		}
		return out
	}
	for _, pod := range round.Pods {
		m := Planned{Reasons: reasons(pod.Reasons)}
		for _, s := range pod.Seats {
			m.Seats = append(m.Seats, f.players[s].entrant.ID)
		}
		plan.Matches = append(plan.Matches, m)
	}
	for _, bye := range round.Byes {
		plan.Matches = append(plan.Matches, Planned{
			Seats: []results.EntrantID{f.players[bye.Entrant].entrant.ID}, Assigned: results.Bye, Reasons: reasons(bye.Reasons),
		})
	}
	plan.Matches = append(plan.Matches, f.awarded...)
	return nil
}
