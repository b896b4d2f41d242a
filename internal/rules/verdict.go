package rules

// Claim is what somebody says of a game: who won, or that it was drawn, and
// how.
type Claim struct {
	// Winners holds the claimed winner, or every member of the winning team;
	// it is empty in a draw.
	Winners SideSet
	Kind    Kind
	Method  Method
}

// Tri is an answer that may be missing.
type Tri uint8

// The answers. The zero value is Unknown.
const (
	Unknown Tri = iota
	Yes
	No
)

// Know turns a known answer into a Tri.
func Know(answer bool) Tri {
	if answer {
		return Yes
	}
	return No
}

// VerdictKind says what the engine makes of a claim.
type VerdictKind uint8

// The verdicts. The zero value is none, and no record can hold it.
const (
	noVerdict VerdictKind = iota
	// Verified: the evidence proves the claim.
	Verified
	// Consistent: nothing contradicts the claim, but something is missing.
	Consistent
	// Rejected: the rules or the evidence contradict the claim.
	Rejected
	// NeedsJudge: it hangs on one missing fact or on a person.
	NeedsJudge
)

var verdictNames = [...]string{"", "verified", "consistent", "rejected", "judge"}

// String names the verdict as event files do.
func (k VerdictKind) String() string {
	if int(k) >= len(verdictNames) {
		k = noVerdict
	}
	return verdictNames[k]
}

// Field names a piece of evidence.
type Field uint8

// The fields, in the order in which they are asked for.
const (
	FieldTurns Field = iota
	FieldArenaFull
	FieldPending
	FieldBoard
	FieldScores
	FieldToken
	FieldConcessions
	FieldRecurred
	FieldNoChoice
	FieldRollback
	FieldSeats
	FieldBatches
	fieldEnd
)

var fieldNames = [fieldEnd]string{
	FieldTurns:       "turns",
	FieldArenaFull:   "arena_full_at_summon",
	FieldPending:     "pending",
	FieldBoard:       "board",
	FieldScores:      "scores",
	FieldToken:       "token",
	FieldConcessions: "concessions",
	FieldRecurred:    "loop.recurred",
	FieldNoChoice:    "loop.no_choice",
	FieldRollback:    "rollback",
	FieldSeats:       "seats",
	FieldBatches:     "batches",
}

// String gives the field's name in evidence.
func (f Field) String() string {
	if f >= fieldEnd {
		return ""
	}
	return fieldNames[f]
}

// FieldSet is a set of fields, one bit for each.
type FieldSet uint16

// With adds a field.
func (s FieldSet) With(f Field) FieldSet { return s | 1<<f }

// Has reports whether the field is in the set.
func (s FieldSet) Has(f Field) bool { return s&(1<<f) != 0 }

// Names lists the fields in order; it is never nil.
func (s FieldSet) Names() []string {
	names := []string{}
	for f := range fieldEnd {
		if s.Has(f) {
			names = append(names, f.String())
		}
	}
	return names
}

// Verdict is what the engine says of a claim. It is a plain value, so that
// accepting a claim allocates nothing; Message makes the sentence from it.
type Verdict struct {
	// Args are the numbers of the sentence; the code says what each means.
	Args [4]int64
	// Expected is what the evidence supports; Undecided if nothing.
	Expected Result
	// Missing is the evidence that would settle the claim.
	Missing FieldSet
	Kind    VerdictKind
	// Rule is the rule that decides.
	Rule Ref
	// Code is the reason, a stable key for templates and tests.
	Code Code
}
