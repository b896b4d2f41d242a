package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Limits of lists and texts.
const (
	maxText  = 2000
	maxTexts = 100
	maxRows  = 60
	maxCut   = 10
)

// reader turns trees into documents and documents into policies, collecting
// faults.
type reader struct {
	file   string
	faults Faults
}

func (r *reader) fault(n *node, format string, args ...any) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, Fault{File: r.file, Line: n.line, Path: n.path, Message: fmt.Sprintf(format, args...)})
	}
}

// document holds the fields that a text names, by path. What it does not name
// is left to a preset or to the defaults.
type document struct {
	values map[string]*node
	code   string // of the preset that it starts from
}

// document sorts a tree's values by field and reports keys that are none.
func (r *reader) document(root *node) document {
	d := document{values: map[string]*node{}}
	if root.shape != tableShape {
		r.fault(root, "a policy is a table of sections, not %s", root.described())
		return d
	}
	r.collect(d, root, "")
	return d
}

func (r *reader) collect(d document, table *node, section string) {
	for i, key := range table.keys {
		n, path := table.items[i], join(section, key)
		if _, ok := fieldIndex[path]; ok || path == presetKey {
			d.values[path] = n
			continue
		}
		if slices.Contains(sections, path) {
			if n.shape == tableShape {
				r.collect(d, n, path)
			} else {
				r.fault(n, "%s is a section and needs a table of fields, not %s; it may have: %s", path, n.described(), acceptedKeys(path))
			}
			continue
		}
		where := "a policy document"
		if section != "" {
			where = "section " + section
		}
		r.fault(n, "%q is not a key of %s; accepted are: %s%s", clip(key), where, acceptedKeys(section), belongs(key))
	}
}

// belongs says where a key that stands in the wrong section has its place.
func belongs(key string) string {
	for _, f := range fields {
		section, last := "", f.Path
		if dot := strings.LastIndexByte(f.Path, '.'); dot >= 0 {
			section, last = f.Path[:dot], f.Path[dot+1:]
		}
		switch {
		case last != key:
		case section == "":
			return fmt.Sprintf(" (%s stands at the top, above the first section)", key)
		default:
			return fmt.Sprintf(" (%s belongs to section %s)", key, section)
		}
	}
	return ""
}

// presetKey names the preset that a document starts from.
const presetKey = "preset"

// acceptedKeys lists what a section, or the top for "", may hold.
func acceptedKeys(section string) string {
	var keys []string
	add := func(path string) {
		rest := path
		if section != "" {
			var ok bool
			if rest, ok = strings.CutPrefix(path, section+"."); !ok {
				return
			}
		}
		key, _, _ := strings.Cut(rest, ".")
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if section == "" {
		add(presetKey)
	}
	for _, f := range fields {
		add(f.Path)
	}
	return strings.Join(keys, ", ")
}

// over lays a document over the one it starts from: field by field, lists as a
// whole. A field that says the same in another way gives way.
func (d document) over(base document) document {
	merged := document{values: map[string]*node{}, code: base.code}
	for path, n := range base.values {
		merged.values[path] = n
	}
	for path := range d.values {
		if i, ok := fieldIndex[path]; ok {
			for _, other := range fields[i].replaces {
				delete(merged.values, other)
			}
		}
	}
	for _, section := range []string{"match", "playoff"} {
		// What the change leaves without use does not contradict it.
		switch n := d.values[section+".drawn_match"]; {
		case n == nil:
		case n.text == "allowed":
			delete(merged.values, section+".no_draw")
		case n.text == "refused":
			delete(merged.values, section+".agreed_draw")
		}
		if n := d.values[section+".concession"]; n != nil && n.text == "refused" {
			delete(merged.values, section+".concession_until")
		}
	}
	for _, section := range []string{"timing", "playoff"} {
		if n := d.values[section+".mode"]; n != nil && n.text == "untimed" {
			delete(merged.values, section+".minutes")
			delete(merged.values, section+".extra_turns")
		}
	}
	if d.values["rounds.cut"] != nil && d.values["rounds.by_entrants"] == nil {
		if rows := merged.values["rounds.by_entrants"]; rows != nil {
			merged.values["rounds.by_entrants"] = rows.without("cut")
		}
	}
	for path, n := range d.values {
		merged.values[path] = n
	}
	return merged
}

// without copies a list of tables and leaves out one key.
func (n *node) without(key string) *node {
	list := *n
	list.items = nil
	for _, row := range n.items {
		r := *row
		r.keys, r.items = nil, nil
		for i, k := range row.keys {
			if k != key {
				r.put(k, row.items[i])
			}
		}
		list.items = append(list.items, &r)
	}
	return &list
}

// policy makes the effective policy: what the document names, else what the
// field follows, else the default.
func (r *reader) policy(d document) *results.Policy {
	p := defaults()
	p.Code = d.code
	for _, f := range fields {
		n := d.values[f.Path]
		switch {
		case n != nil:
			r.set(f, p, n)
		case f.follows != "":
			follow(f, p)
		}
	}
	d.settle(p)
	r.check(d, p)
	return p
}

// follow copies the value of the field that f follows.
func follow(f Field, p *results.Policy) {
	model := fields[fieldIndex[f.follows]].at(p)
	switch to := f.at(p).(type) {
	case *int:
		*to = *model.(*int)
	case *string:
		*to = *model.(*string)
	case *exact.Rat:
		*to = *model.(*exact.Rat)
	}
}

// settle clears what another field, named by the document, stands instead of,
// and what has no meaning under the chosen mode. The playoff has followed match
// and timing by now.
func (d document) settle(p *results.Policy) {
	d.settleGames("match", &p.Match)
	if d.values["playoff.games_to_win"] == nil && d.values["playoff.exact_games"] == nil {
		p.PlayoffMatch.GamesToWin, p.PlayoffMatch.ExactGames = p.Match.GamesToWin, p.Match.ExactGames
	}
	d.settleGames("playoff", &p.PlayoffMatch)
	for _, rules := range []*results.MatchRules{&p.Match, &p.PlayoffMatch} {
		if rules.DrawnMatch == "allowed" {
			rules.NoDraw = ""
		} else {
			rules.AgreedDraw = "refused"
		}
		if rules.Concession == "refused" {
			rules.ConcessionUntil = "recorded"
		}
	}
	for _, timing := range []*results.Timing{&p.Timing, &p.PlayoffTiming} {
		if timing.Mode == "untimed" {
			timing.Minutes, timing.ExtraTurns = 0, 0
		}
	}
	for i := range p.Rounds.ByEntrants {
		if row := &p.Rounds.ByEntrants[i]; row.Cut == cutNotNamed {
			row.Cut = p.Rounds.Cut
		}
	}
}

func (d document) settleGames(section string, rules *results.MatchRules) {
	toWin, exactly := d.values[section+".games_to_win"] != nil, d.values[section+".exact_games"] != nil
	switch {
	case exactly && !toWin:
		rules.GamesToWin = 0
	case toWin && !exactly:
		rules.ExactGames = 0
	}
}

// cutNotNamed marks a row that leaves the cut to rounds.cut.
const cutNotNamed = -1

const (
	defaultMinutes = 50
	defaultTurns   = 5
)

// defaults is the policy of an empty document.
func defaults() *results.Policy {
	match := results.MatchRules{GamesToWin: 2, DrawnGame: "counts_for_nobody", DrawnMatch: "allowed",
		AgreedDraw: "allowed", Concession: "allowed", ConcessionUntil: "recorded"}
	playoff := match
	playoff.DrawnMatch, playoff.NoDraw, playoff.AgreedDraw = "refused", "judge", "refused"
	timing := results.Timing{Mode: "round_clock", Minutes: defaultMinutes, ExtraTurns: defaultTurns, UnfinishedGame: "draw"}
	zero, one := exact.Int(0), exact.Int(1)
	return &results.Policy{
		Name:  "Policy",
		Match: match, Timing: timing, PlayoffMatch: playoff, PlayoffTiming: timing,
		Scoring: results.Scoring{
			Win: exact.Int(3), Draw: one, Loss: zero, Bye: exact.Int(3), FullBye: exact.Int(3), HalfBye: one,
			Late: zero, DoubleLoss: zero, Absent: zero, ByeGames: [2]int{2, 0}, PerGame: zero, Both: zero},
		Percentages: results.Percentages{
			Floor: exact.Frac(1, 3), GameFloor: exact.Frac(1, 3), Cap: one, CapDropped: one, DrawShare: "points",
			ByeInOwnMatch: true, ByeInOwnGame: true, LateCountsAsRound: true, NoOpponents: "floor",
			RepeatOpponent: "each_match", ForfeitIsOpponent: true, PhantomValue: zero},
		Unplayed:    "face_value",
		Tiebreakers: []results.Tiebreaker{{Code: "MP"}, {Code: "OMW"}, {Code: "GW"}, {Code: "OGW"}},
		Pairing: results.PairingRules{System: results.Swiss, WithinPoints: "random", LastRound: "as_usual",
			Rematch: "only_if_forced", ByeTo: "lowest_without_bye", PodSize: 4, PodSmaller: 3},
		Rounds: results.RoundsRules{Seeding: "standard", FinalReset: true, HigherSeedChooses: true, BracketDrop: "opponent_advances"},
	}
}

// set reads a value into a field, or reports why it cannot.
func (r *reader) set(f Field, p *results.Policy, n *node) {
	switch f.Kind {
	case Text:
		if v, ok := r.text(n); ok {
			*f.at(p).(*string) = v
		}
	case Texts:
		*f.at(p).(*[]string) = r.texts(n)
	case Choice:
		r.choice(f, p, n)
	case Whole:
		if v, ok := r.whole(n, f.Min, f.Max); ok {
			*f.at(p).(*int) = v
		}
	case Exact:
		if v, ok := r.exact(n, f.Low, f.High); ok {
			*f.at(p).(*exact.Rat) = v
		}
	case Flag:
		if n.shape != flagShape {
			r.fault(n, "must be true or false, not %s", n.described())
			return
		}
		*f.at(p).(*bool) = n.text == "true"
	case GamePair:
		*f.at(p).(*[2]int) = r.gamePair(f, n)
	case SeatPoints:
		*f.at(p).(*[]results.SeatsPoints) = r.seatPoints(f, n)
	case RoundRows:
		*f.at(p).(*[]results.RoundsRow) = r.roundRows(n)
	case Chain:
		*f.at(p).(*[]results.Tiebreaker) = r.chain(n)
	}
}

func (r *reader) text(n *node) (string, bool) {
	switch {
	case n.shape != textShape:
		r.fault(n, "must be a text in quotes, not %s", n.described())
	case len(n.text) > maxText:
		r.fault(n, "is a text of %d bytes; at most %d are kept: shorten it", len(n.text), maxText)
	default:
		return n.text, true
	}
	return "", false
}

func (r *reader) texts(n *node) []string {
	if n.shape != listShape {
		r.fault(n, "must be a list of texts in quotes, not %s: write [\"…\", \"…\"]", n.described())
		return nil
	}
	if len(n.items) > maxTexts {
		r.fault(n, "is a list of %d texts; at most %d are kept", len(n.items), maxTexts)
		return nil
	}
	var out []string
	for _, item := range n.items {
		if v, ok := r.text(item); ok {
			out = append(out, v)
		}
	}
	return out
}

func (r *reader) choice(f Field, p *results.Policy, n *node) {
	at := slices.IndexFunc(f.Options, func(o Option) bool { return n.shape == textShape && o.Value == n.text })
	if at < 0 {
		r.fault(n, "%s is not accepted; write one of: %s", n.described(), quotedOptions(f))
		return
	}
	switch to := f.at(p).(type) {
	case *bool: // two options, the second is true
		*to = at == 1
	case *string:
		*to = n.text
		if n.text == noneOption && f.Options[0].Value == noneOption {
			*to = ""
		}
	}
}

// noneOption is how documents write a choice that is stored empty.
const noneOption = "none"

func quotedOptions(f Field) string {
	values := make([]string, len(f.Options))
	for i, o := range f.Options {
		values[i] = strconv.Quote(o.Value)
	}
	return strings.Join(values, ", ")
}

func (r *reader) whole(n *node, low, high int) (int, bool) {
	if n.shape != numberShape {
		r.fault(n, "must be a whole number from %d to %d without quotes, not %s", low, high, n.described())
		return 0, false
	}
	v, err := strconv.ParseInt(strings.ReplaceAll(strings.TrimPrefix(n.text, "+"), "_", ""), 0, 64)
	if err != nil || v < int64(low) || v > int64(high) {
		r.fault(n, "%s is out of range; a whole number from %d to %d is accepted", n.described(), low, high)
		return 0, false
	}
	return int(v), true
}

func (r *reader) exact(n *node, low, high exact.Rat) (exact.Rat, bool) {
	switch n.shape {
	case fractionShape:
		r.fault(n, "%s would be read as a rounded number; write it in quotes as an exact one: %q, or a fraction such as \"1/3\"", n.described(), clip(n.text))
		return exact.Rat{}, false
	case textShape, numberShape:
	default:
		r.fault(n, "must be a number, not %s: write 3, \"0.33\" or \"1/3\"", n.described())
		return exact.Rat{}, false
	}
	v, err := exact.Parse(n.text)
	if err != nil {
		r.fault(n, "%s", err.Error())
		return exact.Rat{}, false
	}
	if v.Cmp(low) < 0 || v.Cmp(high) > 0 {
		r.fault(n, "%s is out of range; %s to %s is accepted", clip(n.text), low, high)
		return exact.Rat{}, false
	}
	return v, true
}

func (r *reader) gamePair(f Field, n *node) (pair [2]int) {
	if n.shape != listShape || len(n.items) != 2 {
		r.fault(n, "must be two whole numbers, games won and games lost: write [2, 0]")
		return pair
	}
	for i, item := range n.items {
		pair[i], _ = r.whole(item, f.Min, f.Max)
	}
	return pair
}

func (r *reader) seatPoints(f Field, n *node) (out []results.SeatsPoints) {
	if n.shape != tableShape {
		r.fault(n, "must be a table from the number of seats to points, not %s: write { 3 = 5, 4 = 7 }", n.described())
		return nil
	}
	for i, key := range n.keys {
		seats, err := strconv.Atoi(key)
		if err != nil || strconv.Itoa(seats) != key || seats < f.Min || seats > f.Max {
			r.fault(n.items[i], "%q is not a number of seats; %d to %d are accepted", clip(key), f.Min, f.Max)
			continue
		}
		if v, ok := r.exact(n.items[i], f.Low, f.High); ok {
			out = append(out, results.SeatsPoints{Seats: seats, Points: v})
		}
	}
	slices.SortFunc(out, func(a, b results.SeatsPoints) int { return a.Seats - b.Seats })
	return out
}

// table reads the keys of one row of a list and reports the ones that are none.
func (r *reader) table(n *node, keys ...string) bool {
	if n.shape != tableShape {
		r.fault(n, "must be a table with the keys %s, not %s", strings.Join(keys, ", "), n.described())
		return false
	}
	for i, key := range n.keys {
		if !slices.Contains(keys, key) {
			r.fault(n.items[i], "%q is not a key here; accepted are: %s", clip(key), strings.Join(keys, ", "))
		}
	}
	return true
}

func (r *reader) roundRows(n *node) (out []results.RoundsRow) {
	if n.shape != listShape || len(n.items) == 0 || len(n.items) > maxRows {
		r.fault(n, "must be a list of 1 to %d rows: write [{ from = 9, rounds = 5, cut = 4 }, …]", maxRows)
		return nil
	}
	for _, item := range n.items {
		if !r.table(item, "from", "rounds", "cut") {
			continue
		}
		row := results.RoundsRow{Cut: cutNotNamed}
		from, rounds := item.get("from"), item.get("rounds")
		if from == nil || rounds == nil {
			r.fault(item, "a row needs from and rounds: write { from = 9, rounds = 5, cut = 4 }")
			continue
		}
		row.From, _ = r.whole(from, 1, maxField)
		row.Rounds, _ = r.whole(rounds, 1, maxRounds)
		if cut := item.get("cut"); cut != nil {
			row.Cut, _ = r.whole(cut, 0, maxField)
			if row.Cut == 1 {
				r.fault(cut, "a cut to 1 leaves nobody to play; write 0 for no cut, or 2 and more")
			}
		}
		if len(out) > 0 && row.From <= out[len(out)-1].From {
			r.fault(item, "the rows must go up: from = %d follows from = %d", row.From, out[len(out)-1].From)
		}
		out = append(out, row)
	}
	return out
}

func (r *reader) chain(n *node) (out []results.Tiebreaker) {
	if n.shape != listShape || len(n.items) == 0 {
		r.fault(n, "needs at least one link; in TOML write [[tiebreaker]] and below it code = \"MP\", in JSON [{\"code\": \"MP\"}]")
		return nil
	}
	seen := map[string]bool{}
	for _, item := range n.items {
		if len(r.faults) >= maxFaults {
			return nil
		}
		t, ok := r.tiebreaker(item)
		if !ok {
			continue
		}
		// The same code with other cuts is another value.
		key := fmt.Sprint(t.Code, t.CutLow, t.CutHigh, t.Weights)
		if seen[key] {
			r.fault(item, "%s is in the chain twice; the second can never part anybody: remove it", t.Code)
			continue
		}
		seen[key] = true
		out = append(out, t)
	}
	return out
}

func (r *reader) tiebreaker(n *node) (t results.Tiebreaker, ok bool) {
	if !r.table(n, "code", "direction", "cut_low", "cut_high", "weights") {
		return t, false
	}
	code := n.get("code")
	if code == nil {
		r.fault(n, "a tiebreaker needs a code: write code = \"MP\"")
		return t, false
	}
	if t.Code, ok = r.text(code); !ok {
		return t, false
	}
	info, known := results.TiebreakerByCode(t.Code)
	if !known {
		r.fault(code, "there is no tiebreaker %q; there are: %s", clip(t.Code), tiebreakerCodes())
		return t, false
	}
	if d := n.get("direction"); d != nil {
		if d.shape != textShape || d.text != "higher" && d.text != "lower" {
			r.fault(d, "%s is not accepted; write \"higher\" or \"lower\", whichever is better", d.described())
		} else {
			t.Direction = d.text
		}
	}
	t.CutLow = r.cut(n.get("cut_low"), info)
	t.CutHigh = r.cut(n.get("cut_high"), info)
	if w := n.get("weights"); w != nil {
		t.Weights = r.weights(w, info)
	}
	return t, true
}

func (r *reader) cut(n *node, info results.TiebreakerInfo) int {
	if n == nil {
		return 0
	}
	v, _ := r.whole(n, 0, maxCut)
	if v > 0 && !info.Cuts {
		r.fault(n, "%s has no contributions that could be left out: remove the cut", info.Code)
	}
	return v
}

func (r *reader) weights(n *node, info results.TiebreakerInfo) (out []exact.Rat) {
	switch {
	case info.Weights == 0:
		r.fault(n, "%s has no weights: remove them", info.Code)
		return nil
	case n.shape != listShape || len(n.items) != info.Weights:
		r.fault(n, "%s takes a list of %d weight: write weights = [\"1/2\"]", info.Code, info.Weights)
		return nil
	}
	for _, item := range n.items {
		if v, ok := r.exact(item, exact.Int(0), exact.Int(1)); ok {
			out = append(out, v)
		}
	}
	return out
}

func tiebreakerCodes() string {
	var codes []string
	for _, t := range results.Tiebreakers() {
		codes = append(codes, t.Code)
	}
	return strings.Join(codes, ", ")
}
