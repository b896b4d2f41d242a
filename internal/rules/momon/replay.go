package momon

import (
	"encoding/binary"
	"errors"
	"fmt"

	"tourney/internal/rules"
)

// Kinds of choice that occur in logs only: what is not a Legal Choice.
const (
	// Concede is the concession of By (7.6.1).
	Concede ChoiceKind = 64 + iota
	// Report is an irregularity: A is 2, 3 or 4 for rule 12.1.A, B the Space or
	// 255.
	Report
	// Continue is the ruling ContinueAsIs.
	Continue
	// DrawGame is the ruling DrawUnsanctioned: bit 0 of A is Exact, bit 1
	// Revealed.
	DrawGame
)

// Entry is one entry of a log: a choice, and for an Announce the number of
// repetitions.
type Entry struct {
	Choice Choice `json:"choice"`
	N      int64  `json:"n,omitempty"`
}

// Log is what happened in a game, in order: with the Config and the Setup it
// derives everything else. A rollback leaves no trace in it; the log is cut to
// the point that the game went back to.
type Log []Entry

// MaxLog is the largest number of entries of a log.
const MaxLog = 1 << 16

// LogFault says which entry of a log is not possible.
type LogFault struct {
	Index int
	Err   error
}

// Error names the entry, counted from 0.
func (e LogFault) Error() string { return fmt.Sprintf("log[%d]: %v", e.Index, e.Err) }

// Unwrap gives the refusal of the entry.
func (e LogFault) Unwrap() error { return e.Err }

// Do makes one entry's choice and advances.
func (g *Game) Do(e Entry) error {
	c := e.Choice
	var err error
	switch c.Kind {
	case Announce:
		err = g.Declare([]Declaration{{N: e.N, Choice: c}})
	case Concede:
		err = g.Concede(c.By)
	case Report:
		irr := rules.Irregularity{Card: -1, Space: -1}
		if c.B != 255 {
			irr.Space = int16(c.B)
		}
		if c.A >= 2 && c.A <= 4 {
			irr.Rule = rules.R12_1_2 + rules.Ref(c.A-2)
		}
		err = g.Report(irr)
	case Continue:
		err = g.Rule(Ruling{Kind: ContinueAsIs})
	case DrawGame:
		err = g.Rule(Ruling{Kind: DrawUnsanctioned, Exact: c.A&1 != 0, Revealed: c.A&2 != 0})
	default:
		err = g.Apply(c)
	}
	if err == nil {
		g.Advance()
	}
	return err
}

// Replay plays a whole log from a setup: the audit path. The error is a
// LogFault where an entry is refused; the game then stands before it.
func Replay(cfg *Config, setup *Setup, log Log) (*Game, error) {
	g, err := New(cfg, setup)
	if err != nil {
		return nil, err
	}
	g.Advance()
	for i, e := range log {
		if err := g.Do(e); err != nil {
			return g, LogFault{i, err}
		}
	}
	return g, nil
}

// MarshalBinary writes four bytes for each entry, and the number of an
// Announce after it.
func (l Log) MarshalBinary() ([]byte, error) {
	out := make([]byte, 0, 4*len(l))
	for _, e := range l {
		out = append(out, byte(e.Choice.Kind), byte(e.Choice.By), e.Choice.A, e.Choice.B)
		if e.Choice.Kind == Announce {
			out = binary.AppendVarint(out, e.N)
		}
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (l *Log) UnmarshalBinary(raw []byte) error {
	if len(raw) > 4*MaxLog {
		return fmt.Errorf("a log has at most %d entries", MaxLog)
	}
	var out Log
	for len(raw) != 0 {
		if len(raw) < 4 {
			return errors.New("the log ends inside an entry")
		}
		e := Entry{Choice: Choice{ChoiceKind(raw[0]), rules.Side(raw[1]), raw[2], raw[3]}}
		raw = raw[4:]
		if e.Choice.Kind == Announce {
			n, size := binary.Varint(raw)
			if size <= 0 {
				return errors.New("the log ends inside a number")
			}
			e.N, raw = n, raw[size:]
		}
		out = append(out, e)
	}
	*l = out
	return nil
}
