package eventfile

import "bytes"

// encode lays the document out for reading and comparing: one fact, entrant,
// match and record a line.
func encode(doc *document) ([]byte, error) {
	w := &layout{}
	w.text("{")
	w.member("format", doc.Format)
	w.member("name", doc.Name)
	w.optional("slug", doc.Slug)
	w.optional("starts_at", doc.StartsAt)
	w.optional("zone", doc.Zone)
	w.optional("place", doc.Place)
	w.optional("ruleset", doc.Ruleset)
	if doc.Sanctioned != nil {
		w.member("sanctioned", *doc.Sanctioned)
	}
	if doc.KeptTables != nil {
		w.member("kept_tables", doc.KeptTables)
	}
	if doc.Policy != nil {
		w.member("policy", doc.Policy)
	}
	if doc.Stages != nil {
		list(w, "stages", doc.Stages, w.value)
	}
	list(w, "entrants", doc.Entrants, w.value)
	if doc.Rounds != nil {
		list(w, "rounds", doc.Rounds, func(v any) {
			r := v.(round)
			matches := r.Matches
			r.Matches = nil
			w.withoutList(r)
			items(w, "      ", matches, w.value)
			w.text("]}")
		})
	}
	if doc.History != nil {
		start := w.out.Len()
		list(w, "history", doc.History, func(v any) {
			c := v.(change)
			records := c.Records
			c.Records = nil
			w.withoutList(c)
			items(w, "      ", records, w.value)
			w.text("]}")
		})
		written := w.out.Bytes()[start:]
		sum, err := checksum(written[bytes.IndexByte(written, '['):])
		if err != nil && w.err == nil {
			w.err = err
		}
		w.member("history_sha256", sum)
	}
	w.text("\n}\n")
	return w.out.Bytes(), w.err
}

// layout collects the text; the first error stays.
type layout struct {
	out bytes.Buffer
	any bool // a member was written
	err error
}

func (w *layout) text(s string) { w.out.WriteString(s) }

func (w *layout) value(v any) {
	line, err := marshal(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.out.Write(line)
}

// withoutList writes an object up to the opening of its last list, which is
// empty here and follows item by item.
func (w *layout) withoutList(v any) {
	w.value(v)
	w.out.Truncate(w.out.Len() - len("]}"))
}

func (w *layout) key(name string) {
	if w.any {
		w.text(",")
	}
	w.any = true
	w.text("\n  \"" + name + "\": ")
}

func (w *layout) member(name string, v any) {
	w.key(name)
	w.value(v)
}

func (w *layout) optional(name, s string) {
	if s != "" {
		w.member(name, s)
	}
}

func list[T any](w *layout, name string, all []T, write func(any)) {
	w.key(name)
	w.text("[")
	items(w, "    ", all, write)
	w.text("]")
}

func items[T any](w *layout, indent string, all []T, write func(any)) {
	for i, v := range all {
		if i > 0 {
			w.text(",")
		}
		w.text("\n" + indent)
		write(v)
	}
	if len(all) > 0 {
		w.text("\n" + indent[2:])
	}
}
