package templates

// RoundPage is the pairings and results of one round.
type RoundPage struct {
	Page
	Heading string
	State   string
	Tone    Tone
	Clock   Clock
	// Rounds leads to the other rounds; Views to the other order of this one.
	Rounds []Link
	Views  []Link
	// Search is what was typed, Action where the form leads.
	Search string
	Action string
	ByName bool
	// Matches are shown by table, Seats by name.
	Matches []MatchLine
	Seats   []SeatLine
	// Empty says why nothing is shown.
	Empty string
}

// MatchLine is one match or one row without play.
type MatchLine struct {
	// Table is empty for rows without a table.
	Table string
	Seats []MatchSeat
	// State is "open", "done", "judge" or "solo".
	State string
	// Word stands where a score would: "open", "Bye".
	Word  string
	Notes []string
	// Why are the reasons of the pairing.
	Why []string
}

// MatchSeat is one entrant at a table.
type MatchSeat struct {
	Name  string
	Href  string
	Score string
	Won   bool
	// Facts stand beside the name: the points so far.
	Facts string
}

// SeatLine is one entrant in the list by name.
type SeatLine struct {
	Name     string
	Href     string
	Table    string
	Opponent string
	// Word stands where there is no opponent: "Bye".
	Word string
}
