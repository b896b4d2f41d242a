package templates

// PolicyPage is the policy in plain words.
type PolicyPage struct {
	Page
	Name        string
	Description string
	// Force says from when on it is in force; Hash is its whole fingerprint.
	Force    string
	Hash     string
	Sections []PolicySection
	// Text is the document as it is stored.
	Text string
	// Former are the policies of earlier rounds.
	Former []FormerPolicy
}

// PolicySection is one heading and its sentences.
type PolicySection struct {
	Title string
	Lines []string
}

// FormerPolicy is a policy that was in force before.
type FormerPolicy struct {
	Name     string
	Force    string
	Hash     string
	Sections []PolicySection
}
