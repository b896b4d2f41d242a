package templates

// ConfirmPolicyPage shows what a new policy changes before it is put in force.
type ConfirmPolicyPage struct {
	Page
	Back    Link
	Heading string
	Text    string
	// Differences are the fields that change.
	Differences []ChangeRow
	Form        Form
	Fields      []Field
	Button      Button
}
