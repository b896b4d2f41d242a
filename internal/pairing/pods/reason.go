package pods

import "fmt"

// Reason codes; they are stable.
const (
	ReasonSamePoints  = "same_points"        // all have equal points
	ReasonMixedPoints = "mixed_points"       // groups of equal points do not divide evenly
	ReasonSmallPod    = "small_pod"          // smaller than wanted, since the number does not divide
	ReasonLargePod    = "large_pod"          // larger than wanted
	ReasonRepeat      = "repeat"             // two meet again
	ReasonLowestBye   = "lowest_without_bye" // lowest of those with fewest byes
	ReasonRandomBye   = "random_without_bye" // by lot among those with fewest byes
)

// Reason says why somebody sits here. The numbers are the facts of the sentence.
type Reason struct {
	Code     string
	Entrants []int // of a repeat, the two; of a bye, the one
	Low      int   // points: the lowest in the pod, or those of the bye
	High     int   // points: the highest in the pod
	Count    int   // of a pod its size, of a repeat the earlier meetings, of a bye those before
	Proved   bool  // of a repeat: no seating has fewer
}

// Text is the sentence for people. name gives an entrant's name, points writes
// points in the unit people use.
func (r Reason) Text(name func(entrant int) string, points func(int) string) string {
	switch r.Code {
	case ReasonSamePoints:
		return fmt.Sprintf("All have %s points.", points(r.Low))
	case ReasonMixedPoints:
		return fmt.Sprintf("From %s to %s points: the entrants with equal points do not divide into whole pods.", points(r.Low), points(r.High))
	case ReasonSmallPod, ReasonLargePod:
		return fmt.Sprintf("A pod of %d, because the number of entrants does not divide evenly.", r.Count)
	case ReasonRepeat:
		why := "no seating with fewer repeats was found"
		if r.Proved {
			why = "no seating has fewer repeats"
		}
		return fmt.Sprintf("%s and %s meet again (met before: %d): %s.", name(r.Entrants[0]), name(r.Entrants[1]), r.Count, why)
	case ReasonLowestBye:
		if r.Count > 0 {
			return fmt.Sprintf("%s has a bye again: everybody has had one, and %s points are the lowest of those with fewest.", name(r.Entrants[0]), points(r.Low))
		}
		return fmt.Sprintf("%s has the bye: %s points are the lowest of those without one.", name(r.Entrants[0]), points(r.Low))
	case ReasonRandomBye:
		return fmt.Sprintf("%s has the bye by lot among those with fewest.", name(r.Entrants[0]))
	}
	return ""
}

// reasons explains a pod, members in rank order.
func (f *field) reasons(pod []int, rule Rule, optimal bool) []Reason {
	high, low := f.points[pod[0]], f.points[pod[len(pod)-1]]
	reasons := []Reason{{Code: ReasonSamePoints, Low: low, High: high}}
	if low < high {
		reasons[0].Code = ReasonMixedPoints
	}
	switch {
	case len(pod) < rule.Size:
		reasons = append(reasons, Reason{Code: ReasonSmallPod, Count: len(pod)})
	case len(pod) > rule.Size:
		reasons = append(reasons, Reason{Code: ReasonLargePod, Count: len(pod)})
	}
	for k, a := range pod {
		for _, b := range pod[k+1:] {
			if met := f.pair(a, b).repeats; met > 0 {
				reasons = append(reasons, Reason{Code: ReasonRepeat, Entrants: []int{f.entrant[a], f.entrant[b]}, Count: met, Proved: optimal})
			}
		}
	}
	return reasons
}

// bye explains a bye.
func (f *field) bye(i int, in Input) Bye {
	e := f.entrant[i]
	code := ReasonLowestBye
	if in.Rule.RandomBye {
		code = ReasonRandomBye
	}
	return Bye{Entrant: e, Reasons: []Reason{{Code: code, Entrants: []int{e}, Low: f.points[i], Count: in.byesOf(e)}}}
}
