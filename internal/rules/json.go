package rules

import (
	"encoding/json"
	"fmt"
)

// resultJSON is how a result is written: a Momon game names its winner by
// letter, any other lists the winning seats.
type resultJSON struct {
	Winner  string    `json:"winner,omitzero"`
	Winners []int     `json:"winners,omitzero"`
	Draw    bool      `json:"draw,omitzero"`
	Method  string    `json:"method"`
	Decider string    `json:"decider,omitzero"`
	Rule    Ref       `json:"rule"`
	Also    []Ref     `json:"also,omitzero"`
	Score   *[2]int64 `json:"score,omitzero"`
}

var deciderNames = [...]string{"", "control_score", "first_player_token"}

// String names the decider, "" for none.
func (d Decider) String() string {
	if int(d) >= len(deciderNames) {
		return ""
	}
	return deciderNames[d]
}

// MarshalJSON writes an undecided result as null.
func (r Result) MarshalJSON() ([]byte, error) {
	if r.Kind == Undecided {
		return []byte("null"), nil
	}
	out := resultJSON{Method: r.Method.String(), Decider: r.Decider.String(), Rule: r.Rule}
	switch {
	case r.Rule.Set() == Momon && r.Kind == Draw:
		out.Winner = "draw"
	case r.Rule.Set() == Momon:
		out.Winner = r.Winners.First().String()
	case r.Kind == Draw:
		out.Draw = true
	default:
		out.Winners = r.Winners.Seats()
	}
	for _, also := range r.Also {
		if also != NoRef {
			out.Also = append(out.Also, also)
		}
	}
	if r.Decider != NoDecider {
		out.Score = &r.Score
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. It is an error if the result
// cannot stand (Validate).
func (r *Result) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*r = Result{}
		return nil
	}
	var in resultJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	method, known := ParseMethod(in.Method)
	if !known {
		return fmt.Errorf("%.40q is not a method by which a game ends", in.Method)
	}
	out := Result{Kind: Win, Method: method, Rule: in.Rule}
	switch in.Winner {
	case "A", "B":
		out.Winners = Only(Side(in.Winner[0] - 'A'))
	case "draw":
		out.Kind = Draw
	case "":
		if in.Draw {
			out.Kind = Draw
		}
	default:
		return fmt.Errorf(`%.20q is not a winner; use "A", "B" or "draw"`, in.Winner)
	}
	for _, seat := range in.Winners {
		if seat < 0 || seat >= MaxSeats {
			return fmt.Errorf("there is no seat %d", seat)
		}
		out.Winners |= Only(Side(seat))
	}
	for d, name := range deciderNames {
		if name == in.Decider {
			out.Decider = Decider(d)
		}
	}
	if len(in.Also) > len(out.Also) {
		return fmt.Errorf("a result cites up to %d further rules", len(out.Also))
	}
	copy(out.Also[:], in.Also)
	if in.Score != nil {
		out.Score = *in.Score
	}
	if err := out.Validate(); err != nil {
		return err
	}
	*r = out
	return nil
}

// verdictJSON is how a verdict is written. The message follows from the rest
// and is not read back.
type verdictJSON struct {
	Verdict  string   `json:"verdict"`
	Rule     Ref      `json:"rule"`
	Code     string   `json:"code"`
	Message  string   `json:"message"`
	Args     []int64  `json:"args,omitzero"`
	Missing  []string `json:"missing"`
	Expected Result   `json:"expected"`
}

// MarshalJSON writes the verdict with its message.
func (v Verdict) MarshalJSON() ([]byte, error) {
	out := verdictJSON{
		Verdict: v.Kind.String(), Rule: v.Rule, Code: v.Code.String(), Message: v.Message(),
		Missing: v.Missing.Names(), Expected: v.Expected,
	}
	for n := len(v.Args); n > 0; n-- {
		if v.Args[n-1] != 0 {
			out.Args = v.Args[:n]
			break
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Verdict) UnmarshalJSON(data []byte) error {
	var in verdictJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	out := Verdict{Rule: in.Rule, Expected: in.Expected}
	for k, name := range verdictNames {
		if name == in.Verdict {
			out.Kind = VerdictKind(k)
		}
	}
	if out.Kind == noVerdict {
		return fmt.Errorf("%.20q is not a verdict", in.Verdict)
	}
	for c := range codes {
		if c > 0 && codes[c].key == in.Code {
			out.Code = Code(c)
		}
	}
	if out.Code == noCode {
		return fmt.Errorf("%.40q is not the code of a verdict", in.Code)
	}
	if len(in.Args) > len(out.Args) {
		return fmt.Errorf("a verdict has up to %d numbers", len(out.Args))
	}
	copy(out.Args[:], in.Args)
	for _, name := range in.Missing {
		f := fieldNamed(name)
		if f == fieldEnd {
			return fmt.Errorf("%.40q is not a field of evidence", name)
		}
		out.Missing = out.Missing.With(f)
	}
	*v = out
	return nil
}

// fieldNamed finds a field by name; fieldEnd if there is none.
func fieldNamed(name string) Field {
	for f, known := range fieldNames {
		if known == name {
			return Field(f)
		}
	}
	return fieldEnd
}
