package templates

import "strings"

// JudgeGamePage is the form about one game: how it ended, the evidence, the
// engine's answer, and what saving would change.
type JudgeGamePage struct {
	Page
	Back    Link
	Heading string
	Names   []string
	// Recorded is the game as it stands where the form corrects it; Conflict says
	// that somebody else recorded it while the form was open.
	Recorded *GameCard
	Conflict string
	Form     Form
	// Checked names the claim that the answer is about.
	Checked  string
	How      Field
	Sections []JudgeSection
	Note     Field
	Answer   *JudgeAnswer
}

// JudgeSection is a part of the form that matters for some endings only.
type JudgeSection struct {
	Title string
	Text  string
	// For lists the endings, by their values.
	For []string
	// Filled sections are shown whatever ending is chosen. Fold hides an empty
	// one behind its title.
	Filled bool
	Fold   bool
	Fields []Field
	Pad    *ArenaPad
	Life   *LifePad
}

// classes are those by which the sheet shows a section with its ending.
func (s JudgeSection) classes() string {
	var b strings.Builder
	b.WriteString("sec")
	for _, f := range s.For {
		b.WriteString(" for-" + f)
	}
	if s.Filled {
		b.WriteString(" filled")
	}
	return b.String()
}

// ArenaPad is the grid of Spaces with controllers and points.
type ArenaPad struct {
	Rows, Cols Field
	// Columns is the number of columns that is drawn.
	Columns string
	Cells   []PadCell
	// Totals add up the Spaces; TotalA and TotalB are their numbers.
	Names          [2]string
	TotalA, TotalB string
	Empty          Field
}

// PadCell is one Space.
type PadCell struct {
	Space        string
	Ctrl, Points Field
}

// LifePad is the totals of all seats and the record of the game line by line.
type LifePad struct {
	Seats []LifeSeat
	Count Field
	Lines []LifeLine
	Rows  string
}

// LifeSeat is one seat's totals.
type LifeSeat struct {
	Name                  string
	Side                  *Field
	Life, Poison, Library Field
}

// LifeLine is one event; Same joins it to the instant of the line above.
type LifeLine struct {
	Number     string
	Op, Who, N Field
	Same       *Field
}

// JudgeAnswer is what the engine and the policy say before anything is saved.
type JudgeAnswer struct {
	// Kind is "verified", "consistent", "rejected" or "judge".
	Kind  string
	Title string
	Text  string
	// Rule is the rule in short.
	Rule string
	// Missing leads to the fields that would settle the claim.
	Missing []Link
	// Loop is the answer of the loop worksheet.
	Loop *LoopAnswer
	// Then says what the match becomes.
	Then    string
	Preview *Preview
	Save    *Button
	// Ruling is the reason that overruling needs, nil for those who may not.
	Ruling   *Field
	Overrule *Button
}

// LoopAnswer is what follows from the worksheet.
type LoopAnswer struct {
	Title string
	Text  string
	Tone  Tone
}

// GameCard is one version of one game.
type GameCard struct {
	Title string
	Tone  Tone
	How   string
	// Badge is the verdict in a word; Verdict its sentence, Rule what the rule
	// says, Missing what would settle it.
	Badge   string
	Verdict string
	Rule    string
	Missing string
	// Ruling is who ruled and why.
	Ruling   string
	Version  string
	At       Moment
	By       string
	Reason   string
	Evidence []string
	// Struck and superseded versions are marked by Former.
	Former string
	Links  []Link
}

// Preview is everything that a change would change, and what would stand.
type Preview struct {
	Age      string
	Sections []ChangeSection
	// Nothing says that nothing else changes.
	Nothing string
}
