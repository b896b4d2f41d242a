package templates

// DeskPage is where those who run an event see what comes next.
type DeskPage struct {
	Page
	Heading string
	Text    string
	Advice  []string
	// Next are the steps to take now, the most likely one first; Links are the
	// pages that help with it.
	Next   []ActionForm
	Links  []Link
	Rounds []DeskRound
	Tools  []Link
}

// DeskRound is one round in the list of the desk.
type DeskRound struct {
	Name  string
	Href  string
	State string
	Tone  Tone
}

// RoundDeskPage is one round as those who run the event see it.
type RoundDeskPage struct {
	Page
	Back    Link
	Heading string
	State   string
	Tone    Tone
	// Checks is the list to look through before publishing; Quality are the
	// numbers of the pairing's report.
	Checks  []Check
	Quality []Fact
	// Steps are forms of one button in a row.
	Steps []ActionForm
	Links []Link
	Clock *ClockBox
	// Swap moves two entrants of a draft by hand.
	Swap    *ActionForm
	Heads   string
	Matches []MatchLine
	Danger  []Link
}

// Check is one line of a check list.
type Check struct {
	Text  string
	Tone  Tone
	Lines []string
}

// ClockBox is the round's clock with its buttons.
type ClockBox struct {
	State string
	Tone  Tone
	// Ends is when it runs out, empty while it stands.
	Ends  Moment
	Steps []ActionForm
	// Late lists tables that play beyond the round's time.
	Late []string
}

// SlipsPage is a stack of result slips to print and cut.
type SlipsPage struct {
	Page
	Event string
	Round string
	Text  string
	// Sheets hold the slips of one sheet of paper each.
	Sheets [][]Slip
}

// Slip is one match's result slip.
type Slip struct {
	Table string
	Seats []string
	Note  string
}

// mark is the check's colour in words.
func (c Check) mark() string {
	switch c.Tone {
	case Good:
		return "In order"
	case Warn:
		return "Look at this"
	case Bad:
		return "Wrong"
	}
	return "For information"
}

// hasPrimary reports whether one of the steps is the main one.
func hasPrimary(list []ActionForm) bool {
	for _, a := range list {
		if a.Button.Tone == Primary {
			return true
		}
	}
	return false
}
