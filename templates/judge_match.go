package templates

// JudgeDeskPage finds tables and lists what waits for a judge.
type JudgeDeskPage struct {
	Page
	Search string
	Action string
	Links  []Link
	Clock  *ClockBox
	// Waiting are claims, calls and late tables.
	Waiting []JudgeTask
	Rounds  []Link
	Heading string
	Tables  []JudgeTable
	// Empty says why no table is listed.
	Empty string
}

// JudgeTask is one thing that waits for a judge.
type JudgeTask struct {
	Table string
	Href  string
	Names string
	Text  string
	Tone  Tone
}

// JudgeTable is one table in the list.
type JudgeTable struct {
	Table string
	Href  string
	Names string
	State string
	Tone  Tone
}

// JudgeMatchPage is one match as a judge sees it.
type JudgeMatchPage struct {
	Page
	Back    Link
	Heading string
	State   string
	Tone    Tone
	// Archived says why nothing can be changed, if so.
	Archived string
	Seats    []JudgeSeat
	Result   string
	Notices  []Notice
	Games    []JudgeGameRow
	Next     *Link
	// Waiting says what the match waits for; Procedure is what the policy says
	// for the situations at a table.
	Waiting   string
	Procedure []Fact
	Ends      []ActionForm
	// Clock is the table's, with its effective end; TimeFacts are extensions,
	// extra turns and open calls.
	Clock     Clock
	TimeFacts []string
	Time      []ActionForm
	Ledger    []LedgerLine
	Links     []Link
}

// JudgeSeat is one entrant at the table with the infractions in this event, nil
// for those who may not see them.
type JudgeSeat struct {
	Name  string
	Href  string
	Score string
	Won   bool
	State string
	Known *Infractions
}

// Infractions are one entrant's in the event.
type Infractions struct {
	Lines []PenaltyLine
	Add   Link
}

// Notice is something that a judge should see or do at once.
type Notice struct {
	Text string
	Tone Tone
	Link *Link
}

// JudgeGameRow is one game of the match.
type JudgeGameRow struct {
	Number string
	Card   GameCard
	// Press ends the game on the clock where the clock governs the match.
	Press *ActionForm
}

// LedgerLine is one line of the time ledger.
type LedgerLine struct {
	At     Moment
	Table  string
	Href   string
	Text   string
	By     string
	Reason string
}

// JudgeLedgerPage is the time ledger of a round.
type JudgeLedgerPage struct {
	Page
	Back    Link
	Heading string
	Rounds  []Link
	Late    []JudgeTask
	Lines   []LedgerLine
	Empty   string
}

// PenaltyLine is one penalty with its versions in words.
type PenaltyLine struct {
	Entrant Link
	Where   Link
	What    string
	Penalty string
	Tone    Tone
	// Reason is what happened, Remedy what was done about it.
	Reason string
	Remedy string
	At     Moment
	By     string
	// Reversed says who reversed it and why.
	Reversed string
	Reverse  *Link
}

// JudgePenaltiesPage lists the event's penalties.
type JudgePenaltiesPage struct {
	Page
	Back   Link
	Links  []Link
	Search string
	Action string
	Lines  []PenaltyLine
	Empty  string
}

// JudgeFormPage is a form that shows what it changes before it saves: a penalty,
// its reversal, a ruling, a struck game.
type JudgeFormPage struct {
	Page
	Back    Link
	Heading string
	Text    []string
	// Penalty and Game are the record that the form is about.
	Penalty *PenaltyLine
	Game    *GameCard
	Form    Form
	Fields  []Field
	// Checked names what the effect was computed for.
	Checked string
	Effect  *Effect
	Buttons []Button
}

// Effect is what saving would change.
type Effect struct {
	Title   string
	Text    []string
	Preview *Preview
}

// JudgeCataloguePage edits the event's infractions.
type JudgeCataloguePage struct {
	Page
	Back     Link
	Form     Form
	Conflict string
	Rows     []CatalogueRow
	Text     string
}

// CatalogueRow is one infraction's fields.
type CatalogueRow struct {
	Code, Name, Usual, Repeated Field
	Error                       string
}

// JudgeHistoryPage is every version of everything that was recorded of a match.
type JudgeHistoryPage struct {
	Page
	Back    Link
	Heading string
	Names   string
	Entries []HistoryEntry
}

// HistoryEntry is one record.
type HistoryEntry struct {
	Title  string
	At     Moment
	By     string
	Reason string
	Lines  []string
	Game   *GameCard
	// Former marks what a later version replaced.
	Former bool
}
