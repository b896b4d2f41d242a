package templates

// Form is what every form that changes something carries.
type Form struct {
	Action string
	// Key makes a second sending of the same form harmless.
	Key string
	// Version is that of the record the form was made from, 0 for none.
	Version int
	// Error is a refusal that belongs to no single field.
	Error string
	// Upload lets the form carry files.
	Upload bool
	// Class is the form's layout, empty for one field below the other.
	Class string
}

// Field is one field of a form with what was typed and what is wrong with it.
type Field struct {
	Name string
	// ID is the field's own name within the page, Name if empty: several forms of
	// one page may have a field of the same name.
	ID           string
	Label        string
	Value        string
	Hint         string
	Error        string
	Type         string // "text" if empty
	Autocomplete string
	InputMode    string
	MaxLength    int
	Rows         int // of a text area
	Options      []Option
	Required     bool
	Focus        bool
	Checked      bool
}

// Option is one choice of a field.
type Option struct {
	Value    string
	Label    string
	Hint     string
	Selected bool
}

func (f Field) id() string {
	if f.ID == "" {
		return f.Name
	}
	return f.ID
}

// describedBy names the hint and error of a field for screen readers.
func (f Field) describedBy() string {
	switch {
	case f.Hint != "" && f.Error != "":
		return f.id() + "-hint " + f.id() + "-error"
	case f.Hint != "":
		return f.id() + "-hint"
	case f.Error != "":
		return f.id() + "-error"
	}
	return ""
}

func (f Field) kind() string {
	if f.Type == "" {
		return "text"
	}
	return f.Type
}
