package policy

import (
	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Kind is the type of a field.
type Kind string

// The kinds. In a form every field is a text: lists have one item per line.
const (
	Text       Kind = "text"
	Texts      Kind = "texts"
	Choice     Kind = "choice"
	Whole      Kind = "whole"
	Exact      Kind = "exact" // a whole number, a decimal or a fraction
	Flag       Kind = "flag"
	GamePair   Kind = "game_pair"   // games won and lost
	SeatPoints Kind = "seat_points" // number of seats = points, per line
	RoundRows  Kind = "round_rows"  // from, rounds, cut, per line
	Chain      Kind = "chain"       // tiebreakers in order
)

// Option is one value of a choice.
type Option struct {
	Value string
	// Text says in plain words what the value means.
	Text string
}

// Field is one field of a policy document.
type Field struct {
	// Path is the dotted name, such as "match.games_to_win".
	Path string
	// Label is the field's name on a form, Help a sentence or two below it.
	Label string
	Help  string
	Kind  Kind
	// Options are the values of a Choice.
	Options []Option
	// Min and Max bound a Whole; Low and High an Exact.
	Min, Max  int
	Low, High exact.Rat
	// Default says in the document's words what holds where it is left out.
	Default string

	// at points to the value inside a policy.
	at func(*results.Policy) any
	// follows is the path of the field whose value is taken where the document
	// does not name this one.
	follows string
	// replaces lists the fields that say the same in another way: naming this
	// one in a change of a preset removes them.
	replaces []string
}

// Fields lists every field in the order of the document: the top, then section
// by section. The slice is shared and read-only.
func Fields() []Field { return fields }

// FieldAt finds a field by its path.
func FieldAt(path string) (Field, bool) {
	if i, ok := fieldIndex[path]; ok {
		return fields[i], true
	}
	return Field{}, false
}

var (
	fields     = allFields()
	fieldIndex = indexFields()
	sections   = []string{"match", "timing", "playoff", "scoring", "percentages", "unplayed", "pairing", "pairing.avoid", "rounds"}
)

func indexFields() map[string]int {
	index := make(map[string]int, len(fields))
	for i, f := range fields {
		index[f.Path] = i
	}
	return index
}

// Largest values; beyond them a document is a mistake or an attack.
const (
	maxMinutes = 600
	maxRounds  = 100
	maxField   = 100000
	maxSeats   = 12
	maxPoints  = 1000000
)

func allFields() []Field {
	all := []Field{
		{Path: "name", Label: "Name", Kind: Text, Default: "the preset's, else \"Policy\"",
			Help: "What people call this policy.",
			at:   func(p *results.Policy) any { return &p.Name }},
		{Path: "description", Label: "Description", Kind: Text,
			Help: "What it is for, in a sentence or two.",
			at:   func(p *results.Policy) any { return &p.Description }},
		{Path: "sources", Label: "Sources", Kind: Texts,
			Help: "Where its facts stand, one per line.",
			at:   func(p *results.Policy) any { return &p.Sources }},
		{Path: "uncertain", Label: "Not certain", Kind: Texts,
			Help: "Statements that no official text confirms; the policy page shows them.",
			at:   func(p *results.Policy) any { return &p.Uncertain }},
		{Path: "restart_after_split", Label: "Start the chain again after a split", Kind: Flag, Default: "false",
			Help: "After a tiebreaker has placed somebody, the chain starts again from its first link for those still tied.",
			at:   func(p *results.Policy) any { return &p.RestartAfterSplit }},
		{Path: "lot", Label: "Full ties", Kind: Choice, Default: "shared",
			Options: []Option{{"shared", "equal entrants share a rank"}, {"seeded", "a drawn and stored lot parts them"}},
			Help:    "What happens where the whole chain is equal.",
			at:      func(p *results.Policy) any { return &p.LotSeeded }},
		{Path: "dropped_last", Label: "Dropped entrants last", Kind: Flag, Default: "false",
			Help: "Who dropped is listed below everybody who did not.",
			at:   func(p *results.Policy) any { return &p.DroppedLast }},
	}
	all = append(all, matchFields("match", func(p *results.Policy) *results.MatchRules { return &p.Match })...)
	all = append(all, timingFields("timing", func(p *results.Policy) *results.Timing { return &p.Timing })...)
	all = append(all, playoffFields()...)
	all = append(all, scoringFields()...)
	all = append(all, percentageFields()...)
	all = append(all, Field{Path: "unplayed.rules", Label: "Rounds not played", Kind: Choice, Default: "face_value",
		Options: []Option{
			{"face_value", "a round not played counts what it gave, and nobody is its opponent"},
			{"fide_2023", "FIDE's rules of 2023: one's own unplayed round is a match against a dummy with one's own score"},
			{"fide_2026", "FIDE's rules of 2026: as 2023, with the dummy's score capped"},
			{"virtual_2009", "FIDE's rules of 2009: a virtual opponent, half a point in every later round"}},
		Help: "How rounds that were not played enter sums of scores (Buchholz and its relatives).",
		at:   func(p *results.Policy) any { return &p.Unplayed }})
	all = append(all, pairingFields()...)
	all = append(all, roundsFields()...)
	return append(all, Field{Path: "tiebreaker", Label: "Tiebreakers", Kind: Chain, Default: "MP, OMW, GW, OGW",
		Help: "What ranks the entrants, first link first. Each link has a code and may have a direction (higher, lower), cut_low and cut_high (contributions left out) and weights.",
		at:   func(p *results.Policy) any { return &p.Tiebreakers }})
}

func matchFields(section string, rules func(*results.Policy) *results.MatchRules) []Field {
	return []Field{
		{Path: section + ".games_to_win", Label: "Games to win", Kind: Whole, Min: 1, Max: results.MaxGames, Default: "2",
			Help:     "The first side with this many game wins has won the match.",
			at:       func(p *results.Policy) any { return &rules(p).GamesToWin },
			replaces: []string{section + ".exact_games"}},
		{Path: section + ".exact_games", Label: "Exact number of games", Kind: Whole, Min: 1, Max: results.MaxGames, Default: "not used",
			Help:     "All of this number of games are played, and who won more has won the match. It stands instead of games to win.",
			at:       func(p *results.Policy) any { return &rules(p).ExactGames },
			replaces: []string{section + ".games_to_win"}},
		{Path: section + ".drawn_game", Label: "A drawn game", Kind: Choice, Default: "counts_for_nobody",
			Options: []Option{{"counts_for_nobody", "counts for nobody"}, {"half", "counts half a game for each side"}},
			Help:    "What a drawn game does to the tally of the match.",
			at:      func(p *results.Policy) any { return &rules(p).DrawnGame }},
		{Path: section + ".drawn_match", Label: "A drawn match", Kind: Choice, Default: "allowed",
			Options: []Option{{"allowed", "is a result"}, {"refused", "is not a result: a procedure finds a winner"}},
			Help:    "Whether a match may end without a winner.",
			at:      func(p *results.Policy) any { return &rules(p).DrawnMatch }},
		{Path: section + ".no_draw", Label: "Procedure without draws", Kind: Choice, Default: "none; needed where drawn matches are refused",
			Options: []Option{
				{"extra_game", "one more game decides"}, {"judge", "a judge decides by the game's end-of-match procedure"},
				{"higher_seed", "the higher seed goes on"}, {"score", "the score of the unfinished game decides"}},
			Help:     "What finds the winner of a match with equal games where drawn matches are refused.",
			at:       func(p *results.Policy) any { return &rules(p).NoDraw },
			replaces: nil},
		{Path: section + ".agreed_draw", Label: "An agreed draw", Kind: Choice, Default: "allowed",
			Options: []Option{{"allowed", "is recorded, 0–0–3 if nothing was played"}, {"refused", "is not accepted"}},
			Help:    "Whether two entrants may agree on a draw.",
			at:      func(p *results.Policy) any { return &rules(p).AgreedDraw }},
		{Path: section + ".concession", Label: "Conceding the match", Kind: Choice, Default: "allowed",
			Options: []Option{{"allowed", "is allowed"}, {"penalized", "is recorded and penalized"}, {"refused", "is not accepted"}},
			Help:    "Whether an entrant may concede a whole match. A clear concession of a game always ends that game.",
			at:      func(p *results.Policy) any { return &rules(p).Concession }},
		{Path: section + ".concession_until", Label: "Conceding until", Kind: Choice, Default: "recorded",
			Options: []Option{{"recorded", "until the result is recorded"}, {"always", "also after the result is recorded"}},
			Help:    "How long a match may be conceded.",
			at:      func(p *results.Policy) any { return &rules(p).ConcessionUntil }},
	}
}

func timingFields(section string, timing func(*results.Policy) *results.Timing) []Field {
	return []Field{
		{Path: section + ".mode", Label: "Clock", Kind: Choice, Default: "round_clock",
			Options: []Option{
				{"untimed", "no time limit"}, {"round_clock", "one clock for the round"},
				{"clock_controlled", "a clock at the table: a win counts only after its press"}},
			Help: "How the time of a match is limited.",
			at:   func(p *results.Policy) any { return &timing(p).Mode }},
		{Path: section + ".minutes", Label: "Minutes", Kind: Whole, Min: 1, Max: maxMinutes, Default: "50",
			Help: "The length of a round.",
			at:   func(p *results.Policy) any { return &timing(p).Minutes }},
		{Path: section + ".extra_turns", Label: "Extra turns", Kind: Whole, Min: 0, Max: results.MaxGames, Default: "5",
			Help: "Turns played after the running turn once time is called.",
			at:   func(p *results.Policy) any { return &timing(p).ExtraTurns }},
		{Path: section + ".unfinished_game", Label: "An unfinished game", Kind: Choice, Default: "draw",
			Options: []Option{{"draw", "counts among the drawn games"}, {"not_counted", "does not count"}},
			Help:    "What a game that time cut short does to the tally of the match. It never has a game result.",
			at:      func(p *results.Policy) any { return &timing(p).UnfinishedGame }},
		{Path: section + ".no_show_game_loss_minutes", Label: "Minutes until a game loss", Kind: Whole, Min: 0, Max: maxMinutes, Default: "0",
			Help: "Who is not at the table this long after the start loses a game; 0 is not used.",
			at:   func(p *results.Policy) any { return &timing(p).NoShowGameLossMinutes }},
		{Path: section + ".no_show_match_loss_minutes", Label: "Minutes until a match loss", Kind: Whole, Min: 0, Max: maxMinutes, Default: "0",
			Help: "Who is not at the table this long after the start loses the match; 0 is not used.",
			at:   func(p *results.Policy) any { return &timing(p).NoShowMatchLossMinutes }},
	}
}

// playoffFields are those of match and timing, each following its model except
// for the three that a bracket sets otherwise.
func playoffFields() []Field {
	all := append(
		matchFields("playoff", func(p *results.Policy) *results.MatchRules { return &p.PlayoffMatch }),
		timingFields("playoff", func(p *results.Policy) *results.Timing { return &p.PlayoffTiming })...)
	own := map[string]string{"playoff.drawn_match": "refused", "playoff.no_draw": "judge", "playoff.agreed_draw": "refused"}
	for i := range all {
		f := &all[i]
		f.Label = "Playoff: " + f.Label
		if d, ok := own[f.Path]; ok {
			f.Default = d
			continue
		}
		model := "match"
		if i >= 8 {
			model = "timing"
		}
		f.follows = model + f.Path[len("playoff"):]
		f.Default = "as " + f.follows
	}
	return all
}

func points(path, label, byDefault, follows, help string, at func(*results.Policy) any) Field {
	return Field{Path: "scoring." + path, Label: label, Kind: Exact, Low: exact.Int(-maxPoints), High: exact.Int(maxPoints),
		Default: byDefault, follows: follows, Help: help, at: at}
}

func scoringFields() []Field {
	return []Field{
		points("win", "Points for a win", "3", "", "Match points for a match won.", func(p *results.Policy) any { return &p.Scoring.Win }),
		points("draw", "Points for a draw", "1", "", "Match points for a drawn match; where points are given per game, for a drawn game.", func(p *results.Policy) any { return &p.Scoring.Draw }),
		points("loss", "Points for a loss", "0", "", "Match points for a match lost.", func(p *results.Policy) any { return &p.Scoring.Loss }),
		points("bye", "Points for a bye", "3", "", "Match points for the odd one out.", func(p *results.Policy) any { return &p.Scoring.Bye }),
		points("full_bye", "Points for a full bye", "as scoring.bye", "scoring.bye", "Match points for a bye awarded or asked for, worth a full point.", func(p *results.Policy) any { return &p.Scoring.FullBye }),
		points("half_bye", "Points for a half bye", "as scoring.draw", "scoring.draw", "Match points for a bye asked for, worth a draw.", func(p *results.Policy) any { return &p.Scoring.HalfBye }),
		points("late", "Points for a missed round", "0", "", "Match points of a late entry for a round before joining.", func(p *results.Policy) any { return &p.Scoring.Late }),
		points("double_loss", "Points for a double loss", "0", "", "Match points of each side where both lose.", func(p *results.Policy) any { return &p.Scoring.DoubleLoss }),
		points("absent", "Points for an absence", "0", "", "Points of a round in which the entrant was in no row.", func(p *results.Policy) any { return &p.Scoring.Absent }),
		{Path: "scoring.bye_games", Label: "Games of a bye", Kind: GamePair, Min: 0, Max: results.MaxGames, Default: "[2, 0]",
			Help: "The games, won and lost, that a bye or a forfeit counts as.",
			at:   func(p *results.Policy) any { return &p.Scoring.ByeGames }},
		points("per_game", "Points per game won", "0", "", "Where it is not 0, points are given per game won instead of per match.", func(p *results.Policy) any { return &p.Scoring.PerGame }),
		points("both", "Points for all games", "0", "", "Given on top of the points per game to who wins every game of a match.", func(p *results.Policy) any { return &p.Scoring.Both }),
		{Path: "scoring.win_by_seats", Label: "Points of a pod's winner", Kind: SeatPoints, Low: exact.Int(-maxPoints), High: exact.Int(maxPoints), Min: 2, Max: maxSeats, Default: "empty",
			Help: "Match points for a win by the number of seats in the pod; other sizes give the points for a win.",
			at:   func(p *results.Policy) any { return &p.Scoring.WinBySeats }},
	}
}

func share(path, label, byDefault, follows, help string, at func(*results.Policy) any) Field {
	return Field{Path: "percentages." + path, Label: label, Kind: Exact, Low: exact.Int(0), High: exact.Int(1),
		Default: byDefault, follows: follows, Help: help, at: at}
}

func percentageFields() []Field {
	flag := func(path, label, byDefault, help string, at func(*results.Policy) any) Field {
		return Field{Path: "percentages." + path, Label: label, Kind: Flag, Default: byDefault, Help: help, at: at}
	}
	return []Field{
		share("floor", "Floor", "\"1/3\"", "", "No match-win share counts for less.", func(p *results.Policy) any { return &p.Percentages.Floor }),
		share("game_floor", "Floor of game shares", "as percentages.floor", "percentages.floor", "No game-win share counts for less.", func(p *results.Policy) any { return &p.Percentages.GameFloor }),
		share("cap", "Cap", "1", "", "No match-win share counts for more.", func(p *results.Policy) any { return &p.Percentages.Cap }),
		share("cap_dropped", "Cap of dropped entrants", "1", "", "No match-win share of somebody who dropped counts for more.", func(p *results.Policy) any { return &p.Percentages.CapDropped }),
		{Path: "percentages.draw_share", Label: "A draw in a match-win share", Kind: Choice, Default: "points",
			Options: []Option{{"points", "counts its points out of the most possible"}, {"none", "is a round without a win"}, {"half", "counts half a win"}},
			Help:    "How a drawn match enters a match-win share.",
			at:      func(p *results.Policy) any { return &p.Percentages.DrawShare }},
		flag("bye_in_own_match", "Byes in one's own match share", "true", "Whether a bye counts as a round won in the holder's own match-win share.", func(p *results.Policy) any { return &p.Percentages.ByeInOwnMatch }),
		flag("bye_in_own_game", "Byes in one's own game share", "true", "Whether the games of a bye count in the holder's own game-win share.", func(p *results.Policy) any { return &p.Percentages.ByeInOwnGame }),
		flag("late_counts_as_round", "Missed rounds count", "true", "Whether a late entry's missed round counts as a round in the match-win share.", func(p *results.Policy) any { return &p.Percentages.LateCountsAsRound }),
		{Path: "percentages.no_opponents", Label: "Without opponents", Kind: Choice, Default: "floor",
			Options: []Option{{"floor", "the floor"}, {"zero", "zero"}, {"none", "no value, which sorts below every number"}},
			Help:    "What an average over opponents is for somebody who met nobody.",
			at:      func(p *results.Policy) any { return &p.Percentages.NoOpponents }},
		{Path: "percentages.repeat_opponent", Label: "An opponent met twice", Kind: Choice, Default: "each_match",
			Options: []Option{{"each_match", "counts for each match"}, {"once", "counts once"}},
			Help:    "How often an opponent met more than once enters an average.",
			at:      func(p *results.Policy) any { return &p.Percentages.RepeatOpponent }},
		flag("forfeit_is_opponent", "A forfeit makes an opponent", "true", "Whether the other side of a forfeit counts as an opponent in averages.", func(p *results.Policy) any { return &p.Percentages.ForfeitIsOpponent }),
		{Path: "percentages.bye_phantoms", Label: "Phantom opponents of a bye", Kind: Whole, Min: 0, Max: maxSeats, Default: "0",
			Help: "How many made-up opponents a bye adds to the average over opponents.",
			at:   func(p *results.Policy) any { return &p.Percentages.ByePhantoms }},
		share("phantom_value", "Value of a phantom", "0", "", "The match-win share of each phantom opponent.", func(p *results.Policy) any { return &p.Percentages.PhantomValue }),
	}
}

func pairingFields() []Field {
	return []Field{
		{Path: "pairing.system", Label: "System", Kind: Choice, Default: "swiss",
			Options: []Option{
				{"swiss", "Swiss rounds: equals meet"}, {"round_robin", "everybody meets everybody"},
				{"single_elimination", "who loses is out"}, {"double_elimination", "who loses twice is out"}, {"pods", "tables of more than two"}},
			Help: "How the main stage is paired. A stage of the event may say otherwise.",
			at:   func(p *results.Policy) any { return (*string)(&p.Pairing.System) }},
		{Path: "pairing.within_points", Label: "Among equal points", Kind: Choice, Default: "random",
			Options: []Option{{"random", "at random"}, {"rank", "by rank"}},
			Help:    "How entrants with the same points are paired.",
			at:      func(p *results.Policy) any { return &p.Pairing.WithinPoints }},
		{Path: "pairing.last_round", Label: "Last round", Kind: Choice, Default: "as_usual",
			Options: []Option{{"as_usual", "as every round"}, {"by_rank", "first meets second, third meets fourth"}},
			Help:    "How the last Swiss round is paired.",
			at:      func(p *results.Policy) any { return &p.Pairing.LastRound }},
		{Path: "pairing.rematch", Label: "Rematches", Kind: Choice, Default: "only_if_forced",
			Options: []Option{{"only_if_forced", "only where no pairing avoids them"}, {"never", "never"}},
			Help:    "Whether two entrants may meet again in the same stage.",
			at:      func(p *results.Policy) any { return &p.Pairing.Rematch }},
		{Path: "pairing.bye_to", Label: "Who has the bye", Kind: Choice, Default: "lowest_without_bye",
			Options: []Option{{"lowest_without_bye", "the lowest entrant who had none"}, {"random_without_bye", "anybody who had none, by lot"}},
			Help:    "Who sits out where the number is odd.",
			at:      func(p *results.Policy) any { return &p.Pairing.ByeTo }},
		{Path: "pairing.avoid.club", Label: "Clubmates", Kind: Choice, Default: "none",
			Options: []Option{{"none", "may meet"}, {"soft", "do not meet where something as good is possible"}, {"strong", "meet only if forced"}},
			Help:    "Whether entrants of the same club are kept apart.",
			at:      func(p *results.Policy) any { return &p.Pairing.AvoidClub }},
		{Path: "pairing.pod_size", Label: "Seats of a pod", Kind: Whole, Min: 3, Max: maxSeats, Default: "4",
			Help: "How many sit at a table in a pod stage.",
			at:   func(p *results.Policy) any { return &p.Pairing.PodSize }},
		{Path: "pairing.pod_smaller", Label: "Seats of a smaller pod", Kind: Whole, Min: 0, Max: maxSeats, Default: "3",
			Help: "The smaller table for what does not divide; 0 allows none.",
			at:   func(p *results.Policy) any { return &p.Pairing.PodSmaller }},
		{Path: "pairing.pod_larger", Label: "Seats of a larger pod", Kind: Whole, Min: 0, Max: maxSeats, Default: "0",
			Help: "The larger table for what does not divide; 0 allows none.",
			at:   func(p *results.Policy) any { return &p.Pairing.PodLarger }},
	}
}

func roundsFields() []Field {
	flag := func(path, label, byDefault, help string, at func(*results.Policy) any) Field {
		return Field{Path: "rounds." + path, Label: label, Kind: Flag, Default: byDefault, Help: help, at: at}
	}
	return []Field{
		{Path: "rounds.count", Label: "Number of rounds", Kind: Whole, Min: 1, Max: maxRounds, Default: "not used",
			Help:     "A fixed number of rounds.",
			at:       func(p *results.Policy) any { return &p.Rounds.Count },
			replaces: []string{"rounds.by_entrants", "rounds.formula"}},
		{Path: "rounds.by_entrants", Label: "Rounds by entrants", Kind: RoundRows, Default: "not used",
			Help:     "From a number of entrants on, how many rounds are played and how large the cut is (0 is no cut).",
			at:       func(p *results.Policy) any { return &p.Rounds.ByEntrants },
			replaces: []string{"rounds.count", "rounds.formula"}},
		{Path: "rounds.formula", Label: "Rounds by formula", Kind: Choice, Default: "log2",
			Options:  []Option{{"log2", "as many rounds as it takes to leave one unbeaten entrant"}},
			Help:     "The number of rounds r is the smallest with 2 to the power of r at least the number of entrants.",
			at:       formulaOf,
			replaces: []string{"rounds.count", "rounds.by_entrants"}},
		{Path: "rounds.cut", Label: "Cut", Kind: Whole, Min: 0, Max: maxField, Default: "0",
			Help: "How many go on to the playoff; 0 is no playoff. Rows of the table may have a cut of their own.",
			at:   func(p *results.Policy) any { return &p.Rounds.Cut }},
		flag("awarded_byes_count_as_entrants", "Awarded byes count as entrants", "false", "For the number of rounds an entrant with one awarded bye counts as 2, with two as 4, with three as 8.", func(p *results.Policy) any { return &p.Rounds.AwardedByesCountAsEntrants }),
		{Path: "rounds.seeding", Label: "Seeding of the playoff", Kind: Choice, Default: "standard",
			Options: []Option{{"standard", "a fixed bracket: 1–8, 4–5, 2–7, 3–6"}, {"reseed", "every round the highest left meets the lowest left"}},
			Help:    "How the bracket is laid out.",
			at:      func(p *results.Policy) any { return &p.Rounds.Seeding }},
		flag("third_place", "Match for third place", "false", "Whether those who lost the semifinals play for third place.", func(p *results.Policy) any { return &p.Rounds.ThirdPlace }),
		flag("final_reset", "Second final", "true", "In double elimination, whether the final is played again where the unbeaten side loses it.", func(p *results.Policy) any { return &p.Rounds.FinalReset }),
		flag("higher_seed_chooses", "Higher seed chooses", "true", "Whether the higher seed chooses who begins.", func(p *results.Policy) any { return &p.Rounds.HigherSeedChooses }),
		{Path: "rounds.bracket_drop", Label: "A drop in the bracket", Kind: Choice, Default: "opponent_advances",
			Options: []Option{{"opponent_advances", "the opponent goes on"}, {"highest_remaining", "the highest entrant left takes the bye"}},
			Help:    "Who gains where somebody leaves during the playoff.",
			at:      func(p *results.Policy) any { return &p.Rounds.BracketDrop }},
	}
}

// formulaOf tells whether the formula is in force; it is where neither count
// nor table is.
func formulaOf(p *results.Policy) any {
	formula := ""
	if p.Rounds.Count == 0 && len(p.Rounds.ByEntrants) == 0 {
		formula = "log2"
	}
	return &formula
}
