package templates

import "net/url"

func (p Page) documentTitle() string {
	switch {
	case p.Event != nil && p.Title == "":
		return p.Event.Name + " · tourney"
	case p.Event != nil:
		return p.Title + " · " + p.Event.Name
	case p.Title == "":
		return "tourney"
	}
	return p.Title + " · tourney"
}

func (p Page) signInHref() string {
	if p.Path == "" || p.Path == "/" || p.Path == "/signin" {
		return "/signin"
	}
	return "/signin?next=" + url.QueryEscape(p.Path)
}

func (f *Flash) role() string {
	if f.Bad {
		return "alert"
	}
	return "status"
}

// current is the value of aria-current.
func current(here bool) string {
	if here {
		return "page"
	}
	return "false"
}
