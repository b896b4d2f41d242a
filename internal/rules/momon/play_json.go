package momon

import (
	"math"

	"tourney/internal/rules"
	"tourney/internal/rules/jsontree"
)

// Limits of a game that is entered as JSON. They are narrower than the
// machine's, so that the work of a whole log stays bounded.
const (
	maxPlayLog        = 1000
	maxPlayChain      = 4096
	maxPlayStates     = 4096
	maxPlayIterations = 100_000
	maxPlayCards      = 1000
)

// choiceNames are the names of the kinds of choice in logs, in the order of
// the kinds from Pass and then from Concede.
var choiceNames = []string{
	"pass", "summon", "decline", "accept", "target", "mode", "order", "place", "announce",
	"concede", "report", "continue", "draw",
}

// String gives the kind's name in logs.
func (k ChoiceKind) String() string {
	switch {
	case k >= Concede && k <= DrawGame:
		return choiceNames[k-Concede+Announce]
	case k >= Pass && k <= Announce:
		return choiceNames[k-Pass]
	default:
		return ""
	}
}

// ReadSpec reads the rules and cards of a game. What is absent is as in
// DefaultSpec. Names of values are those of the constants in small letters.
func ReadSpec(v jsontree.Value) Spec {
	s := DefaultSpec()
	s.Limits.Iterations = maxPlayIterations
	if !v.Object("spaces", "width", "adjacent", "max_turns", "tokens", "token_points", "plan", "may_decline",
		"package_snatch", "choose_order", "sanctioned", "snatch", "limits", "cards") {
		return s
	}
	small := func(key string, p *uint8, least int64) {
		if x := v.Get(key); x.Given() {
			*p = uint8(x.Int(least, math.MaxUint8))
		}
	}
	flag := func(key string, p *bool) {
		if x := v.Get(key); x.Given() {
			*p = x.Bool()
		}
	}
	small("spaces", &s.Spaces, 1)
	s.Width = min(s.Width, s.Spaces)
	small("width", &s.Width, 1)
	small("max_turns", &s.MaxTurns, 1)
	small("tokens", &s.Tokens, 0)
	flag("may_decline", &s.MayDecline)
	flag("package_snatch", &s.PackageSnatch)
	flag("choose_order", &s.ChooseOrder)
	flag("sanctioned", &s.Sanctioned)
	if x := v.Get("token_points"); x.Given() {
		s.PointsOnTokens, s.TokenPoints = true, readPoints(x)
	}
	if x := v.Get("adjacent"); x.Given() {
		for _, list := range x.List(arenaSize) {
			set := uint64(0)
			for _, space := range list.List(arenaSize) {
				set |= 1 << space.Int(0, arenaSize-1)
			}
			s.Adjacent = append(s.Adjacent, set)
		}
	}
	if x := v.Get("plan"); x.Given() {
		s.Plan = nil
		for _, step := range x.List(arenaSize) {
			s.Plan = append(s.Plan, Step(readName(step, stepNames)))
		}
	}
	if x := v.Get("snatch"); x.Given() {
		if rule := (StrongerNeighbour{}); x.OneOf("none", rule.Name()) == 1 {
			s.Snatch = rule
		}
	}
	if x := v.Get("limits"); x.Given() && x.Object("queue", "chain", "states", "iterations") {
		readLimit(x.Get("queue"), &s.Limits.Queue, maxQueue)
		readLimit(x.Get("chain"), &s.Limits.Chain, maxPlayChain)
		readLimit(x.Get("states"), &s.Limits.States, maxPlayStates)
		readLimit(x.Get("iterations"), &s.Limits.Iterations, maxPlayIterations)
	}
	for _, card := range v.Get("cards").List(maxDefs) {
		s.Defs = append(s.Defs, readDef(card))
	}
	return s
}

// readLimit reads a limit if it is given.
func readLimit[T uint8 | uint32 | int64](v jsontree.Value, p *T, most int64) {
	if v.Given() {
		*p = T(v.Int(1, most))
	}
}

// readName reads the name of a value and gives its index; absent is the first.
func readName(v jsontree.Value, names []string) int {
	if !v.Given() {
		return 0
	}
	return max(v.OneOf(names...), 0)
}

// readPoints reads points, or a number to which something is compared.
func readPoints(v jsontree.Value) int16 { return int16(v.Int(math.MinInt16, math.MaxInt16)) }

func readText(v jsontree.Value) string {
	if !v.Given() {
		return ""
	}
	return v.Text()
}

func readFlag(v jsontree.Value) bool { return v.Given() && v.Bool() }

func readDef(v jsontree.Value) (d Def) {
	if !v.Object("name", "kind", "points", "power", "abilities") {
		return d
	}
	d.Name, d.Kind = v.Get("name").Text(), readText(v.Get("kind"))
	if x := v.Get("points"); x.Given() {
		d.Points = readPoints(x)
	}
	if x := v.Get("power"); x.Given() {
		d.Power = readPoints(x)
	}
	if list := v.Get("abilities"); list.Given() {
		for _, a := range list.List(maxCardAbilities) {
			d.Abilities = append(d.Abilities, readAbility(a))
		}
	}
	return d
}

func readAbility(v jsontree.Value) (a Ability) {
	if !v.Object("when", "of", "if", "optional", "by", "once", "effects") {
		return a
	}
	a = Ability{
		When:     When(max(v.Get("when").OneOf(whenNames...), 0)),
		Of:       Scope(readName(v.Get("of"), scopeNames)),
		Optional: readFlag(v.Get("optional")),
		By:       Who(readName(v.Get("by"), whoNames)),
		Once:     readFlag(v.Get("once")),
	}
	if list := v.Get("if"); list.Given() {
		for _, c := range list.List(maxConditions) {
			a.If = append(a.If, readCondition(c))
		}
	}
	for _, e := range v.Get("effects").List(maxEffectsEach) {
		a.Effects = append(a.Effects, readInstruction(e))
	}
	return a
}

func readCondition(v jsontree.Value) (c Condition) {
	if !v.Object("what", "is", "n") {
		return c
	}
	return Condition{
		What: Quantity(max(v.Get("what").OneOf(quantityNames...), 0)),
		Is:   Comparison(readName(v.Get("is"), comparisonNames)),
		N:    readPoints(v.Get("n")),
	}
}

func readSelector(v jsontree.Value) (s Selector) {
	if !v.Given() || !v.Object("from", "whose", "kind", "card", "other", "pick", "by") {
		return s
	}
	return Selector{
		From:  From(readName(v.Get("from"), fromNames)),
		Whose: Whose(readName(v.Get("whose"), whoseNames)),
		Kind:  readText(v.Get("kind")),
		Card:  readText(v.Get("card")),
		Other: readFlag(v.Get("other")),
		Pick:  Take(readName(v.Get("pick"), takeNames)),
		By:    Who(readName(v.Get("by"), whoNames)),
	}
}

func readInstruction(v jsontree.Value) (e Instruction) {
	if !v.Object("op", "of", "with", "to", "space", "occupied", "n", "set", "lasts", "while", "who", "zone") {
		return e
	}
	e = Instruction{
		Op:       Op(max(v.Get("op").OneOf(opNames...), 0)),
		Of:       readSelector(v.Get("of")),
		With:     readSelector(v.Get("with")),
		To:       Destination(readName(v.Get("to"), destinationNames)),
		Occupied: Occupied(readName(v.Get("occupied"), occupiedNames)),
		Set:      readFlag(v.Get("set")),
		Lasts:    Duration(readName(v.Get("lasts"), durationNames)),
		Who:      Who(readName(v.Get("who"), whoNames)),
		Zone:     Zone(readName(v.Get("zone"), zoneNames)),
	}
	if x := v.Get("space"); x.Given() {
		e.Space = uint8(x.Int(0, arenaSize-1))
	}
	if x := v.Get("n"); x.Given() {
		e.N = readPoints(x)
	}
	if x := v.Get("while"); x.Given() {
		e.While = readCondition(x)
	}
	return e
}

// ReadSetup reads the position from which a game is played. Cards are named as
// in the Config.
func ReadSetup(v jsontree.Value, cfg *Config) *Setup {
	s := &Setup{First: rules.SideA}
	if !v.Object("first", "token", "hands", "decks", "arena", "turns") {
		return s
	}
	if first := ReadSide(v.Get("first")); first != rules.NoSide {
		s.First = first
	}
	token := ReadSide(v.Get("token"))
	s.SecondHoldsToken = token != rules.NoSide && token != s.First
	s.Hands, s.Decks = readCards(v.Get("hands"), cfg), readCards(v.Get("decks"), cfg)
	if list := v.Get("arena"); list.Given() {
		for _, m := range list.List(arenaSize) {
			s.Arena = append(s.Arena, readStanding(m, cfg))
		}
	}
	if t := v.Get("turns"); t.Given() {
		pair := readPair(t, 0, maxTurnCount)
		s.Turns = [2]int{int(pair[0]), int(pair[1])}
	}
	return s
}

// readCards reads the cards of A and B.
func readCards(v jsontree.Value, cfg *Config) (cards [2][]int) {
	if !v.Given() || !v.Object("A", "B") {
		return cards
	}
	for p := range cards {
		list := v.Get(rules.Side(p).String())
		if !list.Given() {
			continue
		}
		for _, name := range list.List(maxPlayCards) {
			cards[p] = append(cards[p], readCardName(name, cfg))
		}
	}
	return cards
}

func readCardName(v jsontree.Value, cfg *Config) int {
	name := v.Text()
	d := cfg.DefIndex(name)
	if d < 0 {
		v.Fault("no card has the name %q; use a name from the list of cards", jsontree.Short(name))
		return 0
	}
	return d
}

func readStanding(v jsontree.Value, cfg *Config) (m Standing) {
	if !v.Object("space", "card", "owner", "controller", "bonus") {
		return m
	}
	m = Standing{
		Space: int(v.Get("space").Int(0, arenaSize-1)),
		Def:   readCardName(v.Get("card"), cfg),
		Owner: rules.Side(max(v.Get("owner").OneOf("A", "B"), 0)),
	}
	if m.Controller = ReadSide(v.Get("controller")); m.Controller == rules.NoSide {
		m.Controller = m.Owner
	}
	if x := v.Get("bonus"); x.Given() {
		m.Bonus = int(readPoints(x))
	}
	return m
}

// ReadLog reads what was chosen, in order.
func ReadLog(v jsontree.Value) Log {
	var log Log
	for _, item := range v.List(maxPlayLog) {
		log = append(log, readEntry(item))
	}
	return log
}

// readEntry reads one choice. Reports and rulings have keys of their own; all
// others are by a player and have the numbers a and b of a Choice.
func readEntry(v jsontree.Value) (e Entry) {
	if !v.IsObject() {
		v.Object()
		return e
	}
	kind := ChoiceKind(v.Get("do").OneOf(choiceNames...) + 1)
	if kind > Announce {
		kind += Concede - Announce - 1
	}
	e.Choice.Kind = kind
	switch kind {
	case 0:
		return e
	case Report:
		if v.Object("do", "rule", "space") {
			e.Choice.A, e.Choice.B = uint8(v.Get("rule").OneOf("12.1.2", "12.1.3", "12.1.4")+2), math.MaxUint8
			if space := v.Get("space"); space.Given() {
				e.Choice.B = uint8(space.Int(0, arenaSize-1))
			}
		}
		return e
	case Continue:
		v.Object("do")
		return e
	case DrawGame:
		if v.Object("do", "exact", "private_revealed") {
			if v.Get("exact").Bool() {
				e.Choice.A = 1
			}
			if v.Get("private_revealed").Bool() {
				e.Choice.A |= 2
			}
		}
		return e
	case Announce:
		v.Object("do", "by", "a", "b", "n")
		e.N = v.Get("n").Int(0, rules.MaxIterations)
	default:
		v.Object("do", "by", "a", "b")
	}
	e.Choice.By = rules.Side(max(v.Get("by").OneOf("A", "B"), 0))
	if a := v.Get("a"); a.Given() {
		e.Choice.A = uint8(a.Int(0, math.MaxUint8))
	}
	if b := v.Get("b"); b.Given() {
		e.Choice.B = uint8(b.Int(0, math.MaxUint8))
	}
	return e
}
