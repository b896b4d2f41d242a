package templates

// FormPage is a page whose matter is one form.
type FormPage struct {
	Page
	Heading string
	Back    Link
	// Text stands above the form, Facts as a list below it; Lost lists what a
	// dangerous form takes away.
	Text  []string
	Facts []string
	Lost  []string
	// Advice are remarks that nobody has to follow.
	Advice   []string
	Conflict *Conflict
	Form     Form
	Groups   []FieldGroup
	Buttons  []Button
	// Actions are further things to do here, each a form of its own.
	Actions []ActionForm
	// More leads to related pages.
	More []Link
}

// ActionForm is one thing to do: what it does, its fields and its button.
type ActionForm struct {
	// Title is empty for an action that its button says all of.
	Title  string
	Text   string
	Form   Form
	Fields []Field
	Button Button
	// Open shows the fields at once where they are folded away otherwise.
	Open bool
}

// open reports whether the fields are shown at once.
func (a ActionForm) open() bool {
	return a.Open || a.Form.Error != "" || FieldGroup{Fields: a.Fields}.wrong()
}

// FieldGroup is a part of a form.
type FieldGroup struct {
	// Title is empty for a part without a heading.
	Title string
	Text  string
	Lines []string
	// Fold hides the part behind its title until it is opened.
	Fold   bool
	Fields []Field
}

// Button sends a form; where a form has several, Name and Value tell which.
type Button struct {
	Label string
	Name  string
	Value string
	Tone  ButtonTone
}

// ButtonTone is how a button looks.
type ButtonTone string

// The tones of buttons.
const (
	Plain   ButtonTone = ""
	Primary ButtonTone = "primary"
	Danger  ButtonTone = "danger"
)

// Conflict shows what a colleague saved while a form was open beside what was
// typed, so that neither is lost.
type Conflict struct {
	Text string
	Rows []ConflictRow
}

// ConflictRow is one thing in which the two differ.
type ConflictRow struct {
	Label string
	Saved string
	Typed string
}

// wrong reports whether a field of the group is refused.
func (g FieldGroup) wrong() bool {
	for _, f := range g.Fields {
		if f.Error != "" {
			return true
		}
	}
	return false
}
