package pods

import "fmt"

// Code names a kind of refusal; it is stable.
type Code string

const (
	BadSize    Code = "pods_size"    // too few entrants for a pod, or too many
	BadRule    Code = "pods_rule"    // sizes outside three to five
	BadEntrant Code = "pods_entrant" // an active entrant that is none, or twice
	BadPoints  Code = "pods_points"  // points beyond what can be summed exactly
	BadHistory Code = "pods_history" // a former pod that cannot have been
	NoLegalPod Code = "pods_repeat"  // the policy forbids repeats and none was avoided
)

// maxHistorySeats bounds the pods of the history; it is generous.
const maxHistorySeats = 16

// Error refuses an input; its message ends with what to do.
type Error struct {
	Code    Code
	Message string
}

func (e *Error) Error() string { return "pods: " + e.Message }

func refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func repeatNeeded(repeats int, proved bool) *Error {
	if proved {
		return refuse(NoLegalPod, "every seating lets some meet again, %d times at least; allow repeats or end the stage", repeats)
	}
	return refuse(NoLegalPod, "no seating without repeats was found, the best has %d; allow repeats, try another seed, or end the stage", repeats)
}
