package templates

// CutPage shows where the field would be cut and cuts it.
type CutPage struct {
	Page
	Back    Link
	Heading string
	Text    []string
	Advice  []string
	// Resize shows the page for another size; Size is its field.
	Resize string
	Size   Field
	Rows   []CutRow
	// Shared says that a shared rank lies across the cut, and what decides.
	Shared string
	Form   Form
	// Order parts the entrants of the shared rank, one field each.
	Order  []Field
	Reason Field
	Button Button
}

// CutRow is one entrant near the cut.
type CutRow struct {
	Rank string
	Name string
	// Values are those of the chain, in words.
	Values []string
	// In is set above the cut, Shared where the rank lies across it, and First on
	// the first row below.
	In     bool
	Shared bool
	First  bool
}

// ordered reports whether an order was being given.
func (p CutPage) ordered() bool {
	for _, f := range p.Order {
		if f.Value != "" || f.Error != "" {
			return true
		}
	}
	return p.Reason.Error != ""
}
