// Package templates holds the pages: templ components, and beside each the
// plain structs that it shows. A struct is shaped like its page and holds
// strings and small numbers ready to print; the presenters in package web fill
// them. The package imports nothing else of the program, so a page cannot query,
// compute or decide.
package templates
