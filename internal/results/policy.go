package results

import "tourney/internal/results/exact"

// Policy is a policy document: everything that turns games into a winner. The
// package policy reads, checks and prints it; the field names are those of the
// document.
type Policy struct {
	// Code is the preset's, also where a document starts from a preset and
	// changes it; empty for a document of one's own.
	Code        string   `json:"code,omitzero"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitzero"`
	Sources     []string `json:"sources,omitzero"`
	// Uncertain lists statements that no official text confirms; they are shown.
	Uncertain []string `json:"uncertain,omitzero"`

	Match  MatchRules `json:"match"`
	Timing Timing     `json:"timing"`
	// PlayoffMatch and PlayoffTiming are Match and Timing with the document's
	// playoff section laid over them.
	PlayoffMatch  MatchRules `json:"playoff_match"`
	PlayoffTiming Timing     `json:"playoff_timing"`

	Scoring     Scoring      `json:"scoring"`
	Percentages Percentages  `json:"percentages"`
	Unplayed    string       `json:"unplayed"` // face_value, fide_2023, fide_2026, virtual_2009
	Tiebreakers []Tiebreaker `json:"tiebreaker"`

	RestartAfterSplit bool `json:"restart_after_split,omitzero"`
	// LotSeeded breaks full ties by a stored draw; otherwise ranks are shared.
	LotSeeded   bool `json:"lot_seeded,omitzero"`
	DroppedLast bool `json:"dropped_last,omitzero"`

	Pairing PairingRules `json:"pairing"`
	Rounds  RoundsRules  `json:"rounds"`
}

// MaxGames bounds the games of a match structure.
const MaxGames = 99

// MatchRules is the match structure. Exactly one of GamesToWin and ExactGames
// is not 0; it is at most MaxGames.
type MatchRules struct {
	GamesToWin int `json:"games_to_win,omitzero"`
	ExactGames int `json:"exact_games,omitzero"`
	// DrawnGame is "counts_for_nobody" or "half".
	DrawnGame string `json:"drawn_game"`
	// DrawnMatch is "allowed" or "refused"; NoDraw is the procedure where it is
	// refused: "extra_game", "judge", "higher_seed" or "score".
	DrawnMatch string `json:"drawn_match"`
	NoDraw     string `json:"no_draw,omitzero"`
	// AgreedDraw is "allowed" or "refused".
	AgreedDraw string `json:"agreed_draw"`
	// Concession is "allowed", "penalized" or "refused", until "recorded" or
	// "always".
	Concession      string `json:"concession"`
	ConcessionUntil string `json:"concession_until"`
}

// Timing is the clock of a match.
type Timing struct {
	// Mode is "untimed", "round_clock" or "clock_controlled".
	Mode       string `json:"mode"`
	Minutes    int    `json:"minutes,omitzero"`
	ExtraTurns int    `json:"extra_turns,omitzero"`
	// UnfinishedGame is "draw" or "not_counted".
	UnfinishedGame         string `json:"unfinished_game"`
	NoShowGameLossMinutes  int    `json:"no_show_game_loss_minutes,omitzero"`
	NoShowMatchLossMinutes int    `json:"no_show_match_loss_minutes,omitzero"`
}

// Scoring is match points per match outcome.
type Scoring struct {
	Win        exact.Rat `json:"win"`
	Draw       exact.Rat `json:"draw"`
	Loss       exact.Rat `json:"loss"`
	Bye        exact.Rat `json:"bye"`
	FullBye    exact.Rat `json:"full_bye"`
	HalfBye    exact.Rat `json:"half_bye"`
	Late       exact.Rat `json:"late"`
	DoubleLoss exact.Rat `json:"double_loss"`
	Absent     exact.Rat `json:"absent"`
	// ByeGames are the games, won and lost, that a bye counts as.
	ByeGames [2]int `json:"bye_games"`
	// PerGame, where not 0, gives points per game won instead of per match, and
	// Both extra for winning all games.
	PerGame exact.Rat `json:"per_game,omitzero"`
	Both    exact.Rat `json:"both,omitzero"`
	// WinBySeats gives the points of a pod's winner by its number of seats;
	// other sizes use Win.
	WinBySeats []SeatsPoints `json:"win_by_seats,omitzero"`
}

// SeatsPoints is what a win in a pod of Seats seats is worth.
type SeatsPoints struct {
	Seats  int       `json:"seats"`
	Points exact.Rat `json:"points"`
}

// Percentages says how shares are computed. A share is floored and capped per
// opponent and averaged then.
type Percentages struct {
	Floor      exact.Rat `json:"floor"`
	GameFloor  exact.Rat `json:"game_floor"`
	Cap        exact.Rat `json:"cap"`
	CapDropped exact.Rat `json:"cap_dropped"`
	// DrawShare is "points", "none" or "half".
	DrawShare         string `json:"draw_share"`
	ByeInOwnMatch     bool   `json:"bye_in_own_match"`
	ByeInOwnGame      bool   `json:"bye_in_own_game"`
	LateCountsAsRound bool   `json:"late_counts_as_round"`
	// NoOpponents is "floor", "zero" or "none".
	NoOpponents string `json:"no_opponents"`
	// RepeatOpponent is "each_match" or "once".
	RepeatOpponent    string    `json:"repeat_opponent"`
	ForfeitIsOpponent bool      `json:"forfeit_is_opponent"`
	ByePhantoms       int       `json:"bye_phantoms,omitzero"`
	PhantomValue      exact.Rat `json:"phantom_value,omitzero"`
}

// Tiebreaker is one link of the chain.
type Tiebreaker struct {
	Code string `json:"code"`
	// Direction is "higher" or "lower"; what the code usually means if empty.
	Direction string      `json:"direction,omitzero"`
	CutLow    int         `json:"cut_low,omitzero"`
	CutHigh   int         `json:"cut_high,omitzero"`
	Weights   []exact.Rat `json:"weights,omitzero"`
}

// PairingRules says how rounds are paired.
type PairingRules struct {
	System System `json:"system"`
	// WithinPoints is "random" or "rank"; LastRound "as_usual" or "by_rank".
	WithinPoints string `json:"within_points"`
	LastRound    string `json:"last_round"`
	// Rematch is "only_if_forced" or "never".
	Rematch string `json:"rematch"`
	// ByeTo is "lowest_without_bye" or "random_without_bye".
	ByeTo string `json:"bye_to"`
	// AvoidClub is "", "soft" or "strong".
	AvoidClub  string `json:"avoid_club,omitzero"`
	PodSize    int    `json:"pod_size,omitzero"`
	PodSmaller int    `json:"pod_smaller,omitzero"`
	PodLarger  int    `json:"pod_larger,omitzero"`
}

// RoundsRules says how many rounds are played and how the cut works.
type RoundsRules struct {
	// Count is a fixed number of rounds; else ByEntrants decides, else the
	// smallest r with 2^r at least the number of entrants.
	Count      int         `json:"count,omitzero"`
	ByEntrants []RoundsRow `json:"by_entrants,omitzero"`
	Cut        int         `json:"cut,omitzero"`

	AwardedByesCountAsEntrants bool `json:"awarded_byes_count_as_entrants,omitzero"`
	// Seeding is "standard" or "reseed".
	Seeding           string `json:"seeding"`
	ThirdPlace        bool   `json:"third_place,omitzero"`
	FinalReset        bool   `json:"final_reset"`
	HigherSeedChooses bool   `json:"higher_seed_chooses"`
	// BracketDrop is "opponent_advances" or "highest_remaining".
	BracketDrop string `json:"bracket_drop"`
}

// RoundsRow gives rounds and cut from a number of entrants on.
type RoundsRow struct {
	From   int `json:"from"`
	Rounds int `json:"rounds"`
	Cut    int `json:"cut,omitzero"`
}
