package templates

// LogPage is the event's log.
type LogPage struct {
	Page
	Action string
	// Filters narrow the list; Shown says what is shown.
	Filters []Field
	// Filtered is set where the list is narrowed.
	Filtered bool
	Shown    string
	All      Link
	Lines    []EventLogLine
	Pages    []Link
}

// EventLogLine is one entry of the log.
type EventLogLine struct {
	Number string
	At     string
	By     string
	Role   string
	Kind   string
	Text   string
	Reason string
	// Links lead to what the entry is about.
	Links []Link
}
