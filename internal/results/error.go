package results

import (
	"errors"
	"fmt"
)

// Code sorts refusals for whoever has to answer them: a page, a command.
type Code string

// The codes. Anything that is not an *Error is a fault of the program or its
// storage.
const (
	Invalid   Code = "invalid"   // what was sent is wrong; Field says where
	NotFound  Code = "not_found" // no such event, round, match, entrant
	Conflict  Code = "conflict"  // somebody else was faster; reload
	Forbidden Code = "forbidden" // the role does not allow it
	Refused   Code = "refused"   // the state does not allow it; the message says what to do
)

// Error is a refusal. Message is a plain sentence for people that says what is
// wrong and what to do next.
type Error struct {
	Code    Code
	Message string
	// Field is the name of the form field or the place in a file, if one is to
	// blame.
	Field string
	// Rule is the rule that a rejected game outcome breaks.
	Rule string
}

func (e *Error) Error() string {
	if e.Field != "" {
		return e.Field + ": " + e.Message
	}
	return e.Message
}

// Refuse makes a refusal with a formatted message.
func Refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// At sets the field that is to blame.
func (e *Error) At(field string) *Error {
	e.Field = field
	return e
}

// CodeOf returns the code of a refusal, or "" for any other error and nil.
func CodeOf(err error) Code {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}
