package templates

// HomePage lists the events.
type HomePage struct {
	Page
	Search string
	Groups []EventGroup
	// Empty says why no event is listed.
	Empty string
	// Create leads those who may to a new event; Import to reading a file.
	Create []Link
}

// EventGroup is events in the same state.
type EventGroup struct {
	Heading string
	Events  []EventCard
}

// EventCard is one event in the list.
type EventCard struct {
	Name  string
	Href  string
	When  Moment
	Place string
	Facts string
	State string
	Tone  Tone
}

// EventPage is the overview of an event.
type EventPage struct {
	Page
	// Now says what is happening and what happens next.
	Now      string
	Next     string
	Clock    Clock
	Actions  []Link
	Facts    []Fact
	Podium   []PodiumPlace
	Schedule []ScheduleRow
	Code     QRCode
}

// Fact is a name and its value.
type Fact struct {
	Name  string
	Value string
	Href  string
}

// PodiumPlace is one place of the final placement.
type PodiumPlace struct {
	Place string
	Names []Link
}

// ScheduleRow is one round in the overview.
type ScheduleRow struct {
	Name  string
	Href  string
	State string
	Tone  Tone
}

// QRCode is a code for phones: a square of Size modules and the path that draws
// its dark ones.
type QRCode struct {
	Address string
	Size    int
	Path    string
}

// EntrantsPage lists the entrants.
type EntrantsPage struct {
	Page
	Search string
	Action string
	Count  string
	Rows   []EntrantRow
}

// EntrantRow is one entrant in the list.
type EntrantRow struct {
	Name  string
	Href  string
	Club  string
	State string
}

// EntrantPage is one entrant's event.
type EntrantPage struct {
	Page
	Name  string
	State string
	Facts []Fact
	Rows  []EntrantRound
}

// EntrantRound is one round of an entrant.
type EntrantRound struct {
	Round     string
	RoundHref string
	Table     string
	Opponents []Link
	// Word says what came of it; Tone colours it.
	Word  string
	Tone  Tone
	Score string
	Notes []string
	Why   []string
}
