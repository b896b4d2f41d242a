package templates

// Page is what every page shows around its content.
type Page struct {
	Title string
	// Path is the address of the page; signing in leads back to it.
	Path   string
	Assets Assets
	// User is who is signed in, nil for a visitor.
	User  *User
	Flash *Flash
	// Event is the event that the page is about, nil elsewhere.
	Event *EventHeader
	// Wide pages use the whole width: grids, brackets, long tables.
	Wide bool
	// Scripts are further scripts of the page, by address.
	Scripts []string
}

// Assets are the addresses of the files that every page loads.
type Assets struct {
	Style  string
	Script string
	Icon   string
}

// User is who is signed in.
type User struct {
	Name string
	// Links lead to what only this user has.
	Links []Link
}

// Flash is one sentence about what has just been done.
type Flash struct {
	Text string `json:"t"`
	// Bad marks a refusal.
	Bad bool `json:"b,omitempty"`
	// Copy is a line to copy and send to somebody, such as a one-time link.
	Copy string `json:"c,omitempty"`
}

// Link is an address and its words.
type Link struct {
	Label string
	Href  string
	// Current marks the page that is shown.
	Current bool
}

// EventHeader is the head of every page of an event.
type EventHeader struct {
	Name  string
	Href  string
	When  Moment
	Place string
	// State is where the event is, in words; Tone colours it.
	State string
	Tone  Tone
	Tabs  []Link
	// StaffTabs are shown to those who run the event.
	StaffTabs []Link
	// Role is what the user is in this event, empty for visitors.
	Role string
}

// Tone is the colour of a state.
type Tone string

// The tones.
const (
	Quiet Tone = "quiet"
	Live  Tone = "live"
	Good  Tone = "good"
	Warn  Tone = "warn"
	Bad   Tone = "bad"
)

// Moment is a time as it is written at the venue.
type Moment struct {
	Text string
	// UTC is the same in RFC 3339; the script writes the viewer's time beside it
	// where that differs. Empty where no time is known.
	UTC string
}

// Clock is how a round's clock stands, empty before it was started: a sentence,
// or its beginning and the moment that ends it.
type Clock struct {
	Text string
	End  Moment
	// Running lets the script count down to End.
	Running bool
}

// ErrorPage says what went wrong and where to go on.
type ErrorPage struct {
	Page
	Heading string
	Text    string
	// Rule is the rule that a refused game outcome breaks.
	Rule string
	Next []Link
}
