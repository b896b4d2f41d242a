package templates

// SignInPage asks for name and password.
type SignInPage struct {
	Page
	Form     Form
	Name     Field
	Password Field
	Next     string
}

// NewAccountPage is the set-up of the first administrator, or an invitation.
type NewAccountPage struct {
	Page
	Heading string
	Text    string
	Form    Form
	Name    Field
	Pass    Field
	Button  string
	// Join is set where somebody who is signed in may take the invitation as
	// who they are.
	Join *JoinOffer
	// SignIn leads those who have an account to sign in first, empty for none.
	SignIn string
}

// JoinOffer lets a signed-in user take an invitation with one button.
type JoinOffer struct {
	Form Form
	Name string
}

// PasswordPage sets a new password.
type PasswordPage struct {
	Page
	Heading string
	Text    string
	Form    Form
	// Username tells password managers whose password it is.
	Username string
	// Present asks for the present password; nil where a link replaces it.
	Present *Field
	Pass    Field
}

// AccountPage is the user's own page.
type AccountPage struct {
	Page
	Name     string
	Role     string
	Password PasswordPage
}

// AccountsPage lists the accounts of the installation.
type AccountsPage struct {
	Page
	Accounts []AccountRow
	Form     Form
	Name     Field
	Role     Field
	Log      []LogLine
}

// AccountRow is one account.
type AccountRow struct {
	Name    string
	Role    string
	Since   string
	NoLogin bool  // no password yet
	Link    Form  // makes a one-time link for a password
	Change  *Form // changes the role; nil for the reader's own
	Roles   Field
}

// LogLine is one line of a log.
type LogLine struct {
	At   Moment
	By   string
	Text string
}
