// Package policy reads, checks, prints and fingerprints policy documents and
// holds the presets.
//
// A document is a set of fields (see [Fields]); what it leaves out has a
// default. It comes as TOML from a file, as JSON from an event file and as
// texts from a form, and all three go one way: a tree of values that know
// their place, the table of fields that reads them, and the checks of what
// does not go together. What comes out is a [results.Policy], the effective
// document as data.
package policy
