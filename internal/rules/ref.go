package rules

import "fmt"

// SetID names a rule set in one of its editions.
type SetID string

// The rule sets.
const (
	Momon    SetID = "momon-1.0.0"
	Magic102 SetID = "magic102"
	Generic  SetID = "generic"
)

// Ref cites one numbered rule: an index into the table of rules, so that a
// citation of a rule that is not in the table cannot be written. The zero Ref
// cites nothing. The numbers of the two rule sets do not overlap, so that the
// number alone identifies a rule.
type Ref uint8

// One name per numbered rule, in the order of the table.
const (
	NoRef Ref = iota

	R7_1_1
	R7_1_2
	R7_2_1
	R7_2_2
	R7_2_3
	R7_3_1
	R7_3_2
	R7_3_3
	R7_3_4
	R7_3_5
	R7_4_1
	R7_4_2
	R7_4_3
	R7_4_4
	R7_5_1
	R7_5_2
	R7_5_3
	R7_6_1
	R7_6_2
	R7_6_3

	R12_1_1
	R12_1_2
	R12_1_3
	R12_1_4
	R12_1_5
	R12_1_6
	R12_1_7
	R12_1_8
	R12_1_9
	R12_2_1
	R12_2_2
	R12_2_3
	R12_2_4
	R12_3_1
	R12_3_2
	R12_3_3
	R12_4_1
	R12_4_2
	R12_4_3
	R12_4_4
	R12_4_5

	R102_1
	R102_2
	R102_2a
	R102_2b
	R102_2c
	R102_3
	R102_3a
	R102_3b
	R102_3c
	R102_3d
	R102_3e
	R102_3f
	R102_4
	R102_4a
	R102_4b
	R102_4c
	R102_5

	refEnd
)

// String gives the rule's number, such as "7.3.3", and "" for NoRef.
func (r Ref) String() string {
	if r == NoRef || r >= refEnd {
		return ""
	}
	return table[r-1].Number
}

// Set gives the rule set to which the rule belongs, and "" for NoRef.
func (r Ref) Set() SetID {
	switch {
	case r == NoRef || r >= refEnd:
		return ""
	case r < R102_1:
		return Momon
	default:
		return Magic102
	}
}

// MarshalText gives the rule's number.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rule's number; "" is NoRef.
func (r *Ref) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = NoRef
		return nil
	}
	ref, ok := ParseRef(string(text))
	if !ok {
		return fmt.Errorf("%.20q is not the number of a rule; numbers look like 7.3.3 or 102.3e", text)
	}
	*r = ref
	return nil
}

// ParseRef finds the rule with the given number.
func ParseRef(number string) (Ref, bool) {
	for i := range table {
		if table[i].Number == number {
			return Ref(i + 1), true
		}
	}
	return NoRef, false
}
