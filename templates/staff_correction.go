package templates

// CorrectionPage corrects a result: what is in force, what is typed instead, and
// everything that it would change.
type CorrectionPage struct {
	Page
	Back    Link
	Heading string
	Seats   []MatchSeat
	Now     string
	History []HistoryLine
	// Action is where the form leads that asks for the preview.
	Action string
	Error  string
	Score  Field
	Kind   Field
	Reason Field
	Help   string
	// Preview is nil until something was typed.
	Preview  *PreviewView
	Conflict *Conflict
	Actions  []ActionForm
}

// HistoryLine is one version of a result.
type HistoryLine struct {
	At     Moment
	By     string
	Text   string
	Reason string
}

// PreviewView is everything that a correction would change.
type PreviewView struct {
	Summary  string
	Age      string
	Sections []ChangeSection
	// Nothing says that nothing else changes.
	Nothing string
	Form    Form
	Fields  []Field
	Button  Button
}

// ChangeSection is one kind of change.
type ChangeSection struct {
	Title string
	Text  string
	Tone  Tone
	Heads []string
	Rows  []ChangeRow
	Lines []string
	// Columns stand side by side: how it is, how it would have been.
	Columns []ChangeColumn
	// More says how many further rows are folded away.
	More string
	Rest []ChangeRow
}

// ChangeColumn is one of several lists side by side.
type ChangeColumn struct {
	Title string
	Lines []string
}

// ChangeRow is a line of a table of changes: what it is about, before, after.
type ChangeRow struct {
	Name   string
	Before string
	After  string
	// Detail are the values that differ.
	Detail []string
}
