package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf8"

	"tourney/internal/rules"
)

// sentence begins a text with a capital and ends it with a full stop.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// refNames lists the numbers of rules; it is never nil.
func refNames(refs []rules.Ref) []string {
	names := make([]string, len(refs))
	for i, r := range refs {
		names[i] = r.String()
	}
	return names
}

// seatValue is something about one seat.
type seatValue struct {
	seat  int
	value any
}

// bySeat is written as an object with the seats' numbers as keys, ascending.
type bySeat []seatValue

// MarshalJSON writes the object.
func (s bySeat) MarshalJSON() ([]byte, error) {
	return object(len(s), func(i int) (int64, any) { return int64(s[i].seat), s[i].value })
}

// pointsByID is written as an object with the cards' ids as keys, in the
// order of the board.
type pointsByID struct{ ids, points []int64 }

// MarshalJSON writes the object.
func (p pointsByID) MarshalJSON() ([]byte, error) {
	return object(len(p.ids), func(i int) (int64, any) { return p.ids[i], p.points[i] })
}

// object writes an object with numbers as keys.
func object(n int, entry func(i int) (int64, any)) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range n {
		key, value := entry(i)
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"%d":%s`, key, text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
