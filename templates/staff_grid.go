package templates

// GridPage is where results are entered, table by table.
type GridPage struct {
	Page
	Back    Link
	Heading string
	State   string
	Tone    Tone
	// Views lead to all tables and to the open ones.
	Views []Link
	Form  Form
	// Help says how a score is typed.
	Help []string
	// Usual are the scores that are saved as soon as they are typed, separated by
	// spaces.
	Usual string
	Rows  []GridRow
	Empty string
	// Close closes the round once all results are in.
	Close *ActionForm
	Links []Link
}

// GridRow is one table. An open one has fields; a decided one its result.
type GridRow struct {
	ID      string
	Table   string
	Seats   []MatchSeat
	Version string
	// Open tables have the fields below.
	Open  bool
	Score Field
	Kind  Field
	// Reason is asked for where a result was taken back before.
	Reason *Field
	// Result is what is in force, in words; Note what stood before.
	Result string
	Note   string
	// Saved marks a row that this sending stored.
	Saved bool
	// Error is what is wrong with the row.
	Error string
	// Theirs is what a colleague saved first, Yours what was typed, both empty
	// where nobody was faster.
	Theirs string
	Yours  string
	// Links lead to the correction of a decided row.
	Links []Link
}

// seatLetter names a seat: A, B, C.
func seatLetter(i int) string { return string(rune('A' + i%26)) }
