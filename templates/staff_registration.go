package templates

// RegistrationPage is where entrants are added and looked after.
type RegistrationPage struct {
	Page
	Count string
	// Add is the form for one entrant: Name in front, Details folded away.
	Add     Form
	Name    Field
	Details []Field
	// Missed asks what the rounds before a late entry are worth, nil before the
	// first round.
	Missed *Field
	Advice []string
	Links  []Link
	Search string
	Action string
	Rows   []RegistrationRow
	Empty  string
}

// RegistrationRow is one entrant in the list.
type RegistrationRow struct {
	Number string
	Name   string
	Href   string
	Facts  []string
	State  string
	Tone   Tone
	// Action is dropping or its undoing, nil where neither is possible.
	Action *ActionForm
}

// RosterPage takes a whole list of entrants.
type RosterPage struct {
	Page
	Back Link
	Form Form
	Text Field
	File Field
	// Missed is as in RegistrationPage.
	Missed  *Field
	Preview *RosterPreview
}

// RosterPreview is what was understood of a list, before anything is stored.
type RosterPreview struct {
	Summary string
	Tone    Tone
	Ignored string
	Rows    []RosterRow
	// More says how many further rows are not shown.
	More    string
	Buttons []Button
}

// RosterRow is one line of a list.
type RosterRow struct {
	Line    string
	Name    string
	Facts   []string
	Problem string
}
