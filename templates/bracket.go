package templates

// BracketPage is the brackets of an event, drawn or as a list.
type BracketPage struct {
	Page
	Heading string
	Views   []Link
	AsList  bool
	Parts   []BracketPart
	// Empty says why nothing is drawn.
	Empty string
}

// BracketPart is one side of a bracket: columns from the first round to the
// last.
type BracketPart struct {
	Heading string
	Note    string
	Columns []BracketColumn
}

// BracketColumn is one round.
type BracketColumn struct {
	Title string
	// Joins says how the slots lead to the next column: "pairs" two into one,
	// "straight" one into one, or "" where no line is drawn.
	Joins string
	Slots []BracketSlot
}

// BracketSlot is one match of the bracket.
type BracketSlot struct {
	Label string
	Table string
	// State is "open", "done", "judge", "waiting" or "bye".
	State string
	Seats []BracketSeat
	Notes []string
}

// BracketSeat is one side of a slot; Wait says who will sit there while nobody
// is known.
type BracketSeat struct {
	Seed  string
	Name  string
	Href  string
	Score string
	Won   bool
	Wait  string
}
