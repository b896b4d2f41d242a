package templates

// StaffPage lists those who run an event.
type StaffPage struct {
	Page
	Rows   []StaffRow
	Invite Form
	Role   Field
}

// StaffRow is one person on the staff.
type StaffRow struct {
	Name string
	Role string
	You  bool
	// Change gives another role, Remove takes it away.
	Change Form
	Roles  Field
	Remove Form
}
