package eventfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"tourney/internal/results"
)

// reader reads one JSON document into Go values by their json tags, strictly:
// a key that is not a field, a value of the wrong type and a number that is not
// whole are faults, and reading goes on behind them so that all faults of a
// file are told at once. Broken JSON ends the reading.
type reader struct {
	dec  *jsontext.Decoder
	data []byte
	// interned shares the strings that recur: the ids of entrants and stages.
	interned map[string]string
	// history is the text of the history, if there is one.
	history []byte
	faultList
}

// errEnough ends the reading of a file with more faults than are told.
var errEnough = errors.New("enough faults")

// readFunc reads the next value. An error means that the JSON is broken or that
// there are faults enough; everything else that is wrong becomes a fault.
type readFunc func(r *reader, v reflect.Value) error

// selfReader is implemented by types of the file with a form of their own.
type selfReader interface {
	readFrom(r *reader) error
}

var (
	selfReaderType  = reflect.TypeFor[selfReader]()
	unmarshalerType = reflect.TypeFor[json.Unmarshaler]()
	jsonValueType   = reflect.TypeFor[jsontext.Value]()
	rawJSONType     = reflect.TypeFor[results.RawJSON]()
	timeType        = reflect.TypeFor[time.Time]()
	stampType       = reflect.TypeFor[results.Stamp]()
)

// readStrict reads all of data into v, a pointer.
func readStrict(data []byte, v any) *reader {
	r := &reader{
		dec:      jsontext.NewDecoder(bytes.NewBuffer(data)),
		data:     data,
		interned: map[string]string{},
	}
	if i := firstInvalidUTF8(data); i >= 0 {
		r.add("", i, "this is not UTF-8 text; save the file with the encoding UTF-8")
		return r
	}
	err := readerOf(reflect.TypeOf(v).Elem())(r, reflect.ValueOf(v).Elem())
	if err == nil {
		_, err = r.dec.ReadToken()
		if err == nil {
			r.add("", int(r.dec.InputOffset()), "something follows the end of the document; a file holds one event")
		} else if err == io.EOF {
			err = nil
		}
	}
	if err != nil && err != errEnough {
		r.syntax(err)
	}
	return r
}

func firstInvalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// syntax records why the JSON cannot be read on.
func (r *reader) syntax(err error) {
	var broken *jsontext.SyntacticError
	if !errors.As(err, &broken) { // io.EOF before any value
		r.add("", int(r.dec.InputOffset()), "there is nothing to read here; name a file that holds an event")
		return
	}
	message := "this is not JSON: " + broken.Err.Error() + "; mend it here"
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		message = fmt.Sprintf("the key %q is written twice in one object; keep one of them", broken.JSONPointer.LastToken())
	case errors.Is(err, io.ErrUnexpectedEOF):
		message = "the file ends in the middle of the document; take a complete copy"
	case strings.Contains(broken.Err.Error(), "max depth"):
		message = "objects and lists are nested too deeply; no event file needs that"
	}
	r.add(broken.JSONPointer, int(broken.ByteOffset), message)
}

var readers sync.Map // reflect.Type -> readFunc

// readerOf compiles the reading of a type, once.
func readerOf(t reflect.Type) readFunc {
	if f, ok := readers.Load(t); ok {
		return f.(readFunc)
	}
	f := compile(t)
	readers.Store(t, f)
	return f
}

func compile(t reflect.Type) readFunc {
	switch {
	case reflect.PointerTo(t).Implements(selfReaderType):
		return func(r *reader, v reflect.Value) error {
			return v.Addr().Interface().(selfReader).readFrom(r)
		}
	case t == jsonValueType || t == rawJSONType:
		return readRaw
	case t == timeType:
		return readTime
	case t.Kind() == reflect.Pointer:
		elem := readerOf(t.Elem())
		return func(r *reader, v reflect.Value) error {
			v.Set(reflect.New(t.Elem()))
			return elem(r, v.Elem())
		}
	case reflect.PointerTo(t).Implements(unmarshalerType):
		return readUnmarshaler
	}
	switch t.Kind() {
	case reflect.String:
		return readString
	case reflect.Bool:
		return readBool
	case reflect.Int, reflect.Int64:
		return readInt
	case reflect.Uint64:
		return readUint
	case reflect.Slice:
		return compileSlice(t)
	case reflect.Array:
		return compileArray(t)
	case reflect.Struct:
		return compileStruct(t)
	}
	panic("eventfile: no way to read a " + t.String())
}

// mismatch skips the next value, which is not what is wanted here.
func (r *reader) mismatch(want string) error {
	if r.full() {
		return errEnough
	}
	found := map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false", '"': "a string", '0': "a number", '{': "an object", '[': "a list"}[r.dec.PeekKind()]
	return r.skip(fmt.Sprintf("this must be %s and is %s", want, found))
}

// skip skips the next value and records a fault about it.
func (r *reader) skip(message string) error {
	start := valueStart(r.data, int(r.dec.InputOffset()))
	if err := r.dec.SkipValue(); err != nil {
		return err
	}
	r.add(r.dec.StackPointer(), start, message)
	return nil
}

// blame records a fault of the value that was read last.
func (r *reader) blame(value []byte, message string) {
	if r.full() {
		return
	}
	r.add(r.dec.StackPointer(), int(r.dec.InputOffset())-len(value), message)
}

// text reads a string; ok is false if there was something else. Strings that
// recur are shared.
func (r *reader) text() (s string, ok bool, err error) {
	if r.dec.PeekKind() != '"' {
		return "", false, r.mismatch("a string")
	}
	quoted, err := r.dec.ReadValue()
	if err != nil {
		return "", false, err
	}
	plain := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(plain, '\\') >= 0 {
		unquoted, err := jsontext.AppendUnquote(nil, quoted)
		return string(unquoted), true, err
	}
	if shared, ok := r.interned[string(plain)]; ok {
		return shared, true, nil
	}
	s = string(plain)
	const longestID = 40
	if len(s) <= longestID {
		r.interned[s] = s
	}
	return s, true, nil
}

func readString(r *reader, v reflect.Value) error {
	s, ok, err := r.text()
	if ok {
		v.SetString(s)
	}
	return err
}

func readBool(r *reader, v reflect.Value) error {
	kind := r.dec.PeekKind()
	if kind != 't' && kind != 'f' {
		return r.mismatch("true or false")
	}
	v.SetBool(kind == 't')
	return r.dec.SkipValue()
}

func readInt(r *reader, v reflect.Value) error {
	n, negative, ok, err := r.number()
	switch {
	case !ok:
	case n > math.MaxInt64:
		r.outOfRange(strconv.FormatUint(n, 10))
	case negative:
		v.SetInt(-int64(n))
	default:
		v.SetInt(int64(n))
	}
	return err
}

func readUint(r *reader, v reflect.Value) error {
	n, negative, ok, err := r.number()
	switch {
	case !ok:
	case negative && n > 0:
		r.outOfRange("-" + strconv.FormatUint(n, 10))
	default:
		v.SetUint(n)
	}
	return err
}

func (r *reader) outOfRange(written string) {
	r.blame([]byte(written), clip(written)+" is out of range for this value")
}

// number reads a whole number: its size and whether it has a minus sign.
func (r *reader) number() (n uint64, negative, ok bool, err error) {
	if r.dec.PeekKind() != '0' {
		return 0, false, false, r.mismatch("a whole number")
	}
	written, err := r.dec.ReadValue()
	if err != nil {
		return 0, false, false, err
	}
	digits := written
	if digits[0] == '-' {
		negative, digits = true, digits[1:]
	}
	const most, longest = 18, 20 // digits that always fit, that may fit
	for _, c := range digits {
		if c < '0' || c > '9' {
			r.blame(written, fmt.Sprintf("%s is not a whole number; write it without fraction and exponent", clip(string(written))))
			return 0, false, false, nil
		}
		n = 10*n + uint64(c-'0')
	}
	if len(digits) > most {
		if len(digits) <= longest {
			n, err = strconv.ParseUint(string(digits), 10, 64)
		}
		if err != nil || len(digits) > longest {
			r.outOfRange(string(written))
			return 0, false, false, nil
		}
	}
	return n, negative, true, nil
}

// readRaw keeps a JSON text as it is, without the spaces between its parts.
func readRaw(r *reader, v reflect.Value) error {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return err
	}
	kept := raw.Clone()
	if err := kept.Compact(); err != nil {
		return err
	}
	if v.Kind() == reflect.String {
		v.SetString(string(kept))
	} else {
		v.SetBytes(kept)
	}
	return nil
}

func readTime(r *reader, v reflect.Value) error {
	s, ok, err := r.text()
	if !ok || err != nil {
		return err
	}
	at, parseErr := time.Parse(time.RFC3339Nano, s)
	if parseErr != nil {
		r.add(r.dec.StackPointer(), int(r.dec.InputOffset()), fmt.Sprintf("%q is not a time in UTC; write it like 2026-12-04T17:30:00Z", clip(s)))
		return nil
	}
	v.Set(reflect.ValueOf(at.UTC()))
	return nil
}

func readUnmarshaler(r *reader, v reflect.Value) error {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return err
	}
	if wrong := v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(raw); wrong != nil {
		r.blame(raw, wrong.Error())
	}
	return nil
}

func compileSlice(t reflect.Type) readFunc {
	elem := readerOf(t.Elem())
	return func(r *reader, v reflect.Value) error {
		if r.dec.PeekKind() != '[' {
			return r.mismatch("a list")
		}
		if _, err := r.dec.ReadToken(); err != nil {
			return err
		}
		v.Grow(2) // not nil, even if the list is empty
		v.SetLen(0)
		for r.dec.PeekKind() != ']' {
			n := v.Len()
			if n == v.Cap() {
				v.Grow(n) // long lists are copied seldom
			}
			v.SetLen(n + 1)
			if err := elem(r, v.Index(n)); err != nil {
				return err
			}
		}
		_, err := r.dec.ReadToken()
		return err
	}
}

func compileArray(t reflect.Type) readFunc {
	elem := readerOf(t.Elem())
	return func(r *reader, v reflect.Value) error {
		if r.dec.PeekKind() != '[' {
			return r.mismatch("a list")
		}
		if _, err := r.dec.ReadToken(); err != nil {
			return err
		}
		n := 0
		for ; r.dec.PeekKind() != ']'; n++ {
			var err error
			if n < t.Len() {
				err = elem(r, v.Index(n))
			} else {
				err = r.dec.SkipValue()
			}
			if err != nil {
				return err
			}
		}
		_, err := r.dec.ReadToken()
		if err == nil && n != t.Len() {
			r.add(r.dec.StackPointer(), int(r.dec.InputOffset()), fmt.Sprintf("this list has %d entries and must have %d", n, t.Len()))
		}
		return err
	}
}

// field is one key of an object.
type field struct {
	name     string
	index    int
	required bool // by the tag file:"required"
	read     readFunc
}

func compileStruct(t reflect.Type) readFunc {
	var fields []field
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type == stampType {
			continue // the log entry has it
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields = append(fields, field{name, i, f.Tag.Get("file") == "required", readerOf(f.Type)})
		names = append(names, name)
	}
	accepted := strings.Join(names, ", ")
	return func(r *reader, v reflect.Value) error {
		if r.dec.PeekKind() != '{' {
			return r.mismatch("an object")
		}
		start, given := valueStart(r.data, int(r.dec.InputOffset())), uint64(0)
		err := r.object(func(name string) error {
			for i := range fields {
				if fields[i].name == name {
					given |= 1 << i
					return fields[i].read(r, v.Field(fields[i].index))
				}
			}
			return r.unknownKey(name, accepted)
		})
		for i := range fields {
			if err == nil && fields[i].required && given&(1<<i) == 0 {
				err = r.missing(fields[i].name, start)
			}
		}
		return err
	}
}

// missing blames the object that was just read.
func (r *reader) missing(key string, start int) error {
	if r.full() {
		return errEnough
	}
	r.add(r.dec.StackPointer(), start, fmt.Sprintf("the key %q is missing here; add it", key))
	return nil
}

// object reads an object key by key.
func (r *reader) object(member func(name string) error) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	for r.dec.PeekKind() != '}' {
		name, _, err := r.text()
		if err != nil {
			return err
		}
		if err := member(name); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r *reader) unknownKey(name, accepted string) error {
	if r.full() {
		return errEnough
	}
	return r.skip(fmt.Sprintf("the key %q is not known here; accepted keys: %s", clip(name), accepted))
}

// clip keeps quotes from hostile files short.
func clip(s string) string {
	const longest = 60
	n := 0
	for i := range s {
		if n++; n > longest {
			return s[:i] + "…"
		}
	}
	return s
}
