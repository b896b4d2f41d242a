package templates

// PresetsPage offers the presets from which an event can begin.
type PresetsPage struct {
	Page
	Presets []PresetCard
	Import  Link
}

// PresetCard is one preset.
type PresetCard struct {
	Name string
	Text string
	Href string
}
