package scenario

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
	"tourney/internal/rules/momon"
)

// Limits of what a scenario may list.
const (
	maxDeclarations = 100
	maxOptions      = 10_000
	maxPlaces       = 100
)

// momonClaim checks a claimed outcome.
func momonClaim(v jsontree.Value) *Answer {
	ctx := momon.ReadContext(v.Get("context"))
	claim := momon.ReadClaim(v.Get("claim"))
	evidence := momon.ReadEvidence(v.Get("evidence"))
	if v.Faults() != nil {
		return nil
	}
	verdict := momon.VerifyMomon(ctx, claim, evidence)
	a := answer(verdict.Rule.String(), verdict.Message()).
		with("verdict", verdict.Kind.String()).
		with("code", verdict.Code.String()).
		with("missing", verdict.Missing.Names()).
		with("expected", verdict.Expected)
	a.Refused = verdict.Kind == rules.Rejected
	return a
}

// readSides reads a list of players.
func readSides(v jsontree.Value, most int) []rules.Side {
	var sides []rules.Side
	for _, item := range v.List(most) {
		if s := item.OneOf("A", "B"); s >= 0 {
			sides = append(sides, rules.Side(s))
		}
	}
	return sides
}

// sideNames lists players by letter.
func sideNames(sides []rules.Side) []string {
	names := make([]string, len(sides))
	for i, s := range sides {
		names[i] = s.String()
	}
	return names
}

// loopDeclaration resolves declarations on a loop.
func loopDeclaration(v jsontree.Value) *Answer {
	ap := v.Get("ap").OneOf("A", "B")
	var capable rules.SideSet
	for _, s := range readSides(v.Get("capable"), 2) {
		capable |= rules.Only(s)
	}
	var decls []rules.Declaration
	for _, d := range v.Get("declare").List(maxDeclarations) {
		decls = append(decls, readDeclaration(d))
	}
	if v.Faults() != nil {
		return nil
	}
	n, deviate, err := rules.ResolveDeclarations(rules.Side(ap), capable, decls)
	if err != nil {
		// ResolveDeclarations refuses with nothing else.
		fault, _ := err.(rules.DeclarationFault)
		a := answer(fault.Rule.String(), sentence(err.Error())).
			with("iterations", nil).with("deviate", nil).with("error", true)
		a.Refused = true
		return a
	}
	rule := rules.R12_4_2
	if capable.Len() > 1 {
		rule = rules.R12_4_3
	}
	text := fmt.Sprintf("rule %s: the loop is repeated %d times, then %s makes the announced different choice", rule, n, deviate[0])
	if len(deviate) > 1 {
		text += fmt.Sprintf(", and %s too if the loop still goes on", deviate[1])
	}
	return answer(rule.String(), sentence(text)).
		with("iterations", n).with("deviate", sideNames(deviate)).with("error", false)
}

// alternatives are the words for what is known of an announced choice. Only
// "ok" is one that can be made; a word that is not here says nothing good.
var alternatives = map[string]rules.Alternative{
	"ok": rules.AltLegal, "illegal": rules.AltIllegal, "prohibited": rules.AltProhibited,
	"stays": rules.AltStays, "none": rules.AltNone,
}

// readDeclaration reads one declaration. A missing number is not finite, and a
// missing or unknown alternative is none.
func readDeclaration(v jsontree.Value) rules.Declaration {
	d := rules.Declaration{N: -1}
	if !v.Object("by", "n", "alt") {
		return d
	}
	d.By = rules.Side(v.Get("by").OneOf("A", "B"))
	if n := v.Get("n"); n.Given() {
		d.N = n.Int(math.MinInt64, rules.MaxIterations)
	}
	if alt := v.Get("alt"); alt.Given() {
		d.Alt = alternatives[alt.Text()]
	}
	return d
}

// options resolves a choice among the options of an effect.
func options(v jsontree.Value) *Answer {
	optional := v.Get("optional").Bool()
	var list []momon.Option
	for _, o := range v.Get("options").List(maxOptions) {
		if !o.Object("legal", "possible", "prohibited") {
			continue
		}
		list = append(list, momon.Option{Legal: o.Get("legal").Bool(), Possible: o.Get("possible").Bool(), Prohibited: o.Get("prohibited").Bool()})
	}
	choice := v.Get("choose").Int(math.MinInt32, math.MaxInt32)
	if v.Faults() != nil {
		return nil
	}
	picked, err := momon.Pick(list, optional, int(choice))
	text := ""
	switch {
	case err != nil:
		text = err.Error()
	case picked.Nothing:
		text = fmt.Sprintf("rule 12.3.3: none of the %d options can be carried out, so the instruction does nothing", len(list))
	case picked.Declined:
		text = fmt.Sprintf("rule 12.3.2: the effect says “may”, so declining is legal; %d of %d options could be chosen", len(picked.Allowed), len(list))
	default:
		text = fmt.Sprintf("rule 12.3.2: option %d can be carried out; %d of %d options could be chosen", picked.Chosen, len(picked.Allowed), len(list))
	}
	a := answer(picked.Rule.String(), sentence(text)).with("allowed", picked.Allowed)
	if picked.Chosen >= 0 {
		a.with("chosen", picked.Chosen)
	} else {
		a.with("chosen", nil)
	}
	a.with("nothing", picked.Nothing).with("declined", picked.Declined).with("error", err != nil)
	a.Refused = err != nil
	return a
}

// conditions performs State-Based Conditions on an entered board.
func conditions(v jsontree.Value) *Answer {
	sanctioned := true
	if s := v.Get("sanctioned"); s.Given() {
		sanctioned = s.Bool()
	}
	var cards []momon.Card
	var ids []int64
	for _, c := range v.Get("cards").List(momon.MaxEntered) {
		card, id := readCard(c)
		for _, other := range ids {
			if other == id {
				c.Fault("the card id %d is given twice; give each card its own", id)
			}
		}
		cards, ids = append(cards, card), append(ids, id)
	}
	var effects []momon.Effect
	if list := v.Get("effects"); list.Given() {
		for _, e := range list.List(momon.MaxEntered) {
			effects = append(effects, readEffect(e, ids))
		}
	}
	if v.Faults() != nil {
		return nil
	}
	s, err := momon.Settle(cards, effects)
	if err != nil {
		v.Fault("%s", err)
		return nil
	}
	return answer(s.Rule.String(), settledText(s, sanctioned)).
		with("fixed", refNames(s.Fixed)).
		with("irregular", refNames(s.Irregular)).
		with("passes", s.Passes).
		with("points", pointsByID{ids, s.Points})
}

// settledText says what the conditions made of a board.
func settledText(s momon.Settled, sanctioned bool) string {
	times := strconv.Itoa(s.Passes) + " passes"
	if s.Passes == 1 {
		times = "1 pass"
	}
	text := fmt.Sprintf("rule %s: the conditions come to rest after %s", s.Rule, times)
	if len(s.Fixed) > 0 {
		text += "; corrected under " + strings.Join(refNames(s.Fixed), ", ")
	} else {
		text += "; nothing was to be corrected"
	}
	if len(s.Irregular) > 0 {
		text += "; no unique correction under " + strings.Join(refNames(s.Irregular), ", ")
		if sanctioned {
			text += ": call a judge (12.1.9)"
		} else {
			text += ": roll back if every action can be reversed exactly, else the game is drawn (12.1.9)"
		}
	}
	return sentence(text)
}

// readCard reads one card of a board.
func readCard(v jsontree.Value) (momon.Card, int64) {
	if !v.Object("id", "zones", "owner", "ctrl", "tokens", "face_up", "orient", "base", "announced") {
		return momon.Card{}, 0
	}
	c := momon.Card{
		Owner:  momon.ReadSide(v.Get("owner")),
		Ctrl:   momon.ReadSide(v.Get("ctrl")),
		Orient: momon.ReadSide(v.Get("orient")),
		FaceUp: v.Get("face_up").Bool(),
		Base:   v.Get("base").Int(-momon.MaxValue, momon.MaxValue),
		Tokens: readSides(v.Get("tokens"), maxPlaces),
	}
	for _, z := range v.Get("zones").List(maxPlaces) {
		c.Places = append(c.Places, readPlace(z))
	}
	if a := v.Get("announced"); a.Given() {
		c.Moving, c.Announced = true, int(a.Int(0, maxSpace))
	}
	return c, v.Get("id").Int(0, math.MaxInt64)
}

// maxSpace is the highest number of a Space.
const maxSpace = 63

// readPlace reads a zone: "arena:3" is Space 3 of the Arena, any other word a
// zone outside of it.
func readPlace(v jsontree.Value) momon.Place {
	text := v.Text()
	digits, arena := strings.CutPrefix(text, "arena:")
	if !arena {
		if text == "" || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_") != "" || text == "arena" {
			v.Fault(`%q is not a zone; use "arena:" and the number of a Space, or a word such as "hand", "deck" or "trash"`, jsontree.Short(text))
		}
		return momon.Place{}
	}
	space, err := strconv.Atoi(digits)
	if err != nil || space < 0 || space > maxSpace || strconv.Itoa(space) != digits {
		v.Fault("%q names no Space; they are numbered 0 to %d", jsontree.Short(text), maxSpace)
	}
	return momon.Place{Arena: true, Space: space}
}

// readEffect reads one continuous effect. Two of its keys have two names each.
func readEffect(v jsontree.Value, ids []int64) momon.Effect {
	e := momon.Effect{Card: -1}
	if !v.Object("card", "delta", "expired", "expires", "while_min", "while_points_at_least", "needs_arena") {
		return e
	}
	id := v.Get("card").Int(0, math.MaxInt64)
	for i, known := range ids {
		if known == id {
			e.Card = i
		}
	}
	if e.Card < 0 {
		v.Get("card").Fault("there is no card %d on the board; use the id of one that is listed", id)
	}
	e.Delta = v.Get("delta").Int(-momon.MaxValue, momon.MaxValue)
	for _, key := range []string{"expired", "expires"} {
		if x := v.Get(key); x.Given() {
			e.Expired = x.Bool() || e.Expired
		}
	}
	for _, key := range []string{"while_min", "while_points_at_least"} {
		if x := v.Get(key); x.Given() {
			if e.While {
				x.Fault("the condition is given twice; remove one of the two keys")
			}
			e.While, e.Min = true, x.Int(-momon.MaxValue, momon.MaxValue)
		}
	}
	if x := v.Get("needs_arena"); x.Given() {
		e.NeedsArena = x.Bool()
	}
	return e
}
