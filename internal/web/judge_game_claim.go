package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
)

// ending is one way in which a game ends, as the form offers it.
type ending struct {
	method      string
	label, hint string
	// wins says whose win it is.
	wins winnerRule
}

// winnerRule says where the winner of an ending comes from.
type winnerRule int

const (
	winnerAsked winnerRule = iota // somebody says who won
	nobodyWins                    // a Game Draw
	otherWins                     // the one who did not concede
)

// endings are those of each rule set. Agreement, chance, forecast and time are
// not among them: they end no game (7.4.3, 7.5.3).
var endings = map[string][]ending{
	"momon": {
		{"sixteen_turn", "All turns are over", "Both players had their eight turns; the Control Score decides.", winnerAsked},
		{"full_arena", "The Arena was full", "No Space was empty when a Summon Step began; the Control Score decides.", winnerAsked},
		{"concession", "A player conceded", "", otherWins},
		{"mandatory_loop", "A loop that nobody can stop", "A Game Draw, if both verifications are there.", nobodyWins},
		{"irreversible_irregularity", "An irregularity that cannot be rolled back", "A Game Draw, outside sanctioned play only.", nobodyWins},
		{results.Reported, "Only the result is known", "", winnerAsked},
	},
	"magic": {
		{"all_opponents_lost", "All opponents have lost", "By life, poison or library.", winnerAsked},
		{"team_last", "All other teams have lost", "", winnerAsked},
		{"effect_win", "An effect says who wins", "", winnerAsked},
		{"concession", "A player conceded", "", otherWins},
		{"all_lost", "All remaining players lost at once", "A Game Draw.", nobodyWins},
		{"all_teams_lost", "All remaining teams lost at once", "A Game Draw.", nobodyWins},
		{"loop", "A loop that nobody can stop", "A Game Draw.", nobodyWins},
		{results.Reported, "Only the result is known", "", winnerAsked},
	},
	"generic": {
		{results.Reported, "It was played to its end", "", winnerAsked},
		{"concession", "A player conceded", "", otherWins},
	},
}

// endingOf finds an ending of a rule set by its method.
func endingOf(ruleset, method string) (ending, bool) {
	for _, e := range endings[ruleset] {
		if e.method == method {
			return e, true
		}
	}
	return ending{}, false
}

// drawn is the value of the winner's field that stands for a Game Draw.
const drawn = "draw"

// gameTable is a game that a form is about.
type gameTable struct {
	t      *results.Tournament
	m      *results.MatchHistory
	r      *results.Round
	number int
}

func (g gameTable) seats() int { return len(g.m.Match.Seats) }

func (g gameTable) names() []string {
	out := make([]string, g.seats())
	for i, id := range g.m.Match.Seats {
		out[i] = entrantName(g.t, id)
	}
	return out
}

// result is the Game Result in force, nil if there is none.
func (g gameTable) result() *results.GameResult {
	if g.number > len(g.m.Games) {
		return nil
	}
	return g.m.Games[g.number-1].Result()
}

// concessionForbidden reports whether the policy refuses or penalizes
// concessions; a clear one ends the game all the same (7.6.3).
func (g gameTable) concessionForbidden() bool {
	rules, _ := matchRules(g.t, g.r)
	return rules.Concession != "allowed"
}

// claim reads what the form says of the game. What cannot be read is noted in
// the sheet's faults.
func (s gameSheet) claim(g gameTable) scorekeeper.GameClaim {
	info := g.t.Info()
	c := scorekeeper.GameClaim{Game: g.number, Version: s.version(), Winner: results.Nobody, Method: s.Get("how")}
	end, ok := endingOf(info.Ruleset, c.Method)
	if c.Method == "" {
		s.fault("how", "Say how the game ended.")
	}
	switch {
	case !ok:
		// The engine says why no game ends so.
	case end.wins == nobodyWins:
	case end.wins == otherWins && g.seats() == 2:
		if who := s.seat("conceder", 2); who >= 0 {
			c.Winner = 1 - who
		} else {
			s.fault("conceder", "Say who conceded.")
		}
	case s.Get("winner") == drawn:
	default:
		if c.Winner = s.seat("winner", g.seats()); c.Winner < 0 {
			s.fault("winner", "Say who won, or that it was a draw.")
		}
	}
	if who := s.seat("conceder", g.seats()); c.Method == "concession" && g.seats() > 2 && who >= 0 && who == c.Winner {
		s.fault("winner", "Who conceded has not won.")
	}
	var e gameEvidence
	switch info.Ruleset {
	case "momon":
		e = s.arena(info.Sanctioned, g.concessionForbidden())
	case "magic":
		e = s.life(c.Method, g.seats())
	default:
		s.readConcession(&e, g.seats())
	}
	if info.Ruleset != "momon" && c.Method == "concession" && s.Get("clear") == "no" {
		s.fault("clear", "What is not clear is no concession: ask the player, and play on until it is clear.")
	}
	raw, err := e.json()
	if err != nil {
		s.fault("how", "The evidence cannot be written down: "+err.Error())
	}
	c.Evidence = raw
	return c
}

func (s gameSheet) version() int {
	v, err := strconv.Atoi(s.Get("version"))
	if err != nil {
		return 0
	}
	return v
}

// claimTag names a claim, so that what is saved is what was checked.
func claimTag(c scorekeeper.GameClaim) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s %s", c.Game, c.Winner, c.Method, c.Evidence))
	return hex.EncodeToString(sum[:8])
}

// sheetOf fills the form from the record in force, or as a new one.
func sheetOf(g gameTable) gameSheet {
	s := gameSheet{url.Values{}, map[string]string{}}
	rows, cols := lastGrid(g.t)
	old := g.result()
	if old == nil {
		s.setGrid(rows, cols)
		return s
	}
	s.Set("how", old.Method)
	if _, ok := endingOf(g.t.Info().Ruleset, old.Method); !ok {
		s.Set("how", results.Reported)
	}
	s.Set("winner", strconv.Itoa(old.Winner))
	if old.Winner == results.Nobody {
		s.Set("winner", drawn)
	}
	e, ok := evidenceOf(old.Evidence)
	if ok && e.Context != nil && e.Context.Spaces > 0 {
		rows, cols = gridOf(e.Context.Spaces)
	}
	s.setGrid(rows, cols)
	if !ok {
		return s
	}
	if g.t.Info().Ruleset == "magic" {
		fillLife(s.Values, e, old.Method, g.seats())
	} else {
		fillArena(s.Values, e)
	}
	return s
}

func (s gameSheet) setGrid(rows, cols int) {
	s.Set("rows", strconv.Itoa(rows))
	s.Set("cols", strconv.Itoa(cols))
}

// sentSheet is the form as it was sent.
func sentSheet(form url.Values) gameSheet {
	return gameSheet{maps.Clone(form), map[string]string{}}
}

// note is the reason that goes with the record: what was typed, and for a loop
// what recurs and which choices there are.
func (s gameSheet) note(names []string) string {
	parts := []string{strings.TrimSpace(s.Get("reason"))}
	if how := s.Get("how"); how == "mandatory_loop" || how == "loop" {
		add := func(label, field string) {
			if text := strings.TrimSpace(s.Get(field)); text != "" {
				parts = append(parts, label+": "+text)
			}
		}
		add("What recurs", "recurs")
		for i := range min(2, len(names)) {
			add("Choices of "+names[i], numbered("choicetext", i))
		}
	}
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " · ")
}
