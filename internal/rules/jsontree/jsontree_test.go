package jsontree_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tourney/internal/rules/jsontree"
)

func parse(t *testing.T, text string) jsontree.Value {
	t.Helper()
	v, err := jsontree.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestValuesAreRead(t *testing.T) {
	t.Parallel()
	v := parse(t, "\ufeff"+`{"n": -7, "big": 9223372036854775807, "yes": true, "no": false, "nothing": null, "word": "a", "list": [1, "x", {}], "a/b~c": {"in": 1}}`)
	if !v.Object("n", "big", "yes", "no", "nothing", "word", "list", "a/b~c") || !v.IsObject() || v.IsArray() {
		t.Error("the object")
	}
	list := v.Get("list").List(3)
	switch {
	case v.Get("n").Int(-7, 0) != -7, v.Get("big").Int(0, math.MaxInt64) != math.MaxInt64:
		t.Error("numbers")
	case !v.Get("yes").Bool(), v.Get("no").Bool():
		t.Error("truth")
	case v.Get("nothing").Given(), v.Get("absent").Given(), !v.Get("n").Given():
		t.Error("what is given")
	case v.Get("word").Text() != "a", v.Get("word").OneOf("b", "a") != 1, !v.Get("word").Is("a"), v.Get("n").Is("a"), v.Get("absent").Is("a"):
		t.Error("words")
	case len(list) != 3, list[1].Text() != "x", !list[2].IsObject(), v.Get("absent").IsArray(), v.Get("absent").IsObject():
		t.Error("the list")
	case v.Get("a/b~c").Get("in").Int(1, 1) != 1:
		t.Error("the inner value")
	}
	if err := v.Faults(); err != nil || v.Failed() {
		t.Errorf("faults: %v", err)
	}
}

// A value of another kind is a fault at its place, and reads as zero.
func TestFaultsNameTheirPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		read func(v jsontree.Value) bool
		want string
	}{
		{`{"a":{"b":[true]}}`, func(v jsontree.Value) bool { return v.Get("a").Get("b").List(1)[0].Int(0, 1) == 0 }, "line 1, at /a/b/0: this has to be a number, not true or false"},
		{"{\n\"a/b~\": 1}", func(v jsontree.Value) bool { return v.Get("a/b~").Text() == "" }, "line 2, at /a~1b~0: this has to be a string, not a number"},
		{`[]`, func(v jsontree.Value) bool { return !v.Object() }, "line 1, at the top level: this has to be an object, not an array"},
		{`[]`, func(v jsontree.Value) bool { return !v.Get("x").Bool() }, "/x: this key is missing; it has to be true or false"},
		{`{}`, func(v jsontree.Value) bool { return v.Get("x").Get("y").List(1) == nil }, "/x/y: this key is missing; it has to be an array"},
		{`null`, func(v jsontree.Value) bool { return v.OneOf("a") == -1 }, "this has to be a string, not null"},
		{`"b"`, func(v jsontree.Value) bool { return v.OneOf("a", "c") == -1 }, `"b" is not known here; use one of "a", "c"`},
		{`1`, func(v jsontree.Value) bool { return v.Int(2, 3) == 0 }, "1 is out of range; it has to be an integer from 2 to 3"},
		{`1.0`, func(v jsontree.Value) bool { return v.Int(0, 3) == 0 }, "1.0 is not written as an integer"},
		{`9223372036854775808`, func(v jsontree.Value) bool { return v.Int(0, 3) == 0 }, "9223372036854775808 is out of range"},
		{`[1,2]`, func(v jsontree.Value) bool { return v.List(1) == nil }, "there are 2 values; up to 1 are accepted"},
		{`{"a":1,"b":2}`, func(v jsontree.Value) bool { return !v.Object("a") }, `at /b: the key "b" is not known here; the keys are a`},
	} {
		v := parse(t, c.text)
		if !c.read(v) {
			t.Errorf("%s: not zero", c.text)
		}
		var faults jsontree.Faults
		if err := v.Faults(); !errors.As(err, &faults) || len(faults) != 1 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestTextsThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"empty":          {"", "the text is empty"},
		"blank":          {" \n", "the text is empty"},
		"cut":            {`{"a":`, "the text ends in the middle of a value"},
		"cut in a list":  {`[1,`, "the text ends in the middle of a value"},
		"no JSON":        {"\n\n[1,}", "line 3"},
		"bare word":      {`{a:1}`, "this is not JSON"},
		"infinity":       {`Infinity`, "this is not JSON"},
		"key twice":      {`{"a":1,"a":1}`, "at /a: the key is given twice"},
		"two values":     {`1 2`, "something follows the end of the value"},
		"trailing brace": {`{}}`, "something follows the end of the value"},
		"not UTF-8":      {"{\n\"a\":\"\xc3\x28\"}", "line 2, at the top level: the text is not UTF-8"},
		"long key":       {`{"` + strings.Repeat("ä", 99) + `":1,"` + strings.Repeat("ä", 99) + `":1}`, "ä…: the key is given twice"},
		"deep":           {strings.Repeat("[", 17) + strings.Repeat("]", 17), "brackets are nested deeper than 16"},
	} {
		_, err := jsontree.Parse([]byte(c.text))
		var faults jsontree.Faults
		if !errors.As(err, &faults) || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 300 {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := jsontree.Parse([]byte(strings.Repeat("[", 16) + strings.Repeat("]", 16))); err != nil {
		t.Errorf("16 brackets: %v", err)
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	if s := jsontree.Short(strings.Repeat("ä", 40)); s != strings.Repeat("ä", 30)+"…" {
		t.Error(s)
	}
	if s := jsontree.Short("x" + strings.Repeat("ä", 40)); s != "x"+strings.Repeat("ä", 29)+"…" {
		t.Error(s)
	}
	if s := jsontree.Short("short"); s != "short" {
		t.Error(s)
	}
}
