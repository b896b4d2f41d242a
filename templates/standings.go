package templates

// StandingsPage is the table after a round.
type StandingsPage struct {
	Page
	Heading string
	// Provisional says that the round still runs and how much of it counts.
	Provisional string
	// Notes are what a reader should know about the table.
	Notes  []string
	Rounds []Link
	Search string
	Action string
	// Columns head the values of the rows.
	Columns []StandingColumn
	Rows    []StandingRow
	// Legend is set where a value parted neighbours, and explains the mark.
	Legend bool
	Policy PolicyRef
	// Empty says why nothing is shown.
	Empty string
}

// StandingColumn heads one value.
type StandingColumn struct {
	Code string
	Name string
}

// StandingRow is one entrant.
type StandingRow struct {
	Rank   string
	Tied   bool
	Name   string
	Href   string
	Record string
	State  string
	ByLot  bool
	Values []StandingValue
}

// StandingValue is one value, with the address of its sum.
type StandingValue struct {
	Code string
	Text string
	Href string
	// Parted marks the value that parted the row from the one above.
	Parted bool
}

// PolicyRef names the policy under which something was computed.
type PolicyRef struct {
	Name    string
	Href    string
	Version string
	Hash    string
}

// ExplanationPage shows how one entrant's values add up.
type ExplanationPage struct {
	Page
	Name        string
	NameHref    string
	Heading     string
	Rank        string
	Back        Link
	Provisional string
	Neighbours  []string
	Values      []ExplainedValue
	Policy      PolicyRef
}

// ExplainedValue is one value with its full sum.
type ExplainedValue struct {
	Code        string
	Name        string
	Description string
	Source      string
	Text        string
	// Exact is the exact fraction where Text is rounded.
	Exact string
	Terms []TermLine
	// Against are the others of the tied group that were compared.
	Against []string
	// Sum is the calculation in one line, Bound the limit applied to it.
	Sum   string
	Bound string
}

// TermLine is one line of a sum.
type TermLine struct {
	Round    string
	Opponent string
	Href     string
	Result   string
	Value    string
	Note     string
	// Left marks a line that does not count.
	Left bool
}
