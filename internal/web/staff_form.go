package web

import (
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/roster"
	"tourney/templates"
)

// fieldsOf are all fields of a form page, so that they can be filled and blamed.
func fieldsOf(p *templates.FormPage) []*templates.Field {
	var out []*templates.Field
	for i := range p.Groups {
		for j := range p.Groups[i].Fields {
			out = append(out, &p.Groups[i].Fields[j])
		}
	}
	return out
}

// refill puts what was sent into a field. Passwords and files never come back.
func refill(c echo.Context, f *templates.Field) {
	sent := c.FormValue(f.Name)
	f.Focus = false
	switch f.Type {
	case "file", "password":
	case "checkbox":
		f.Checked = sent != ""
	case "select", "choice":
		for i := range f.Options {
			f.Options[i].Selected = f.Options[i].Value == sent
		}
	default:
		f.Value = sent
	}
}

// shown is a field's value as people read it.
func shown(f templates.Field) string {
	switch f.Type {
	case "checkbox":
		if f.Checked {
			return "yes"
		}
		return "no"
	case "select", "choice":
		for _, o := range f.Options {
			if o.Selected {
				return o.Label
			}
		}
		return ""
	}
	return f.Value
}

// again shows a form that was refused once more: with what was typed, with what
// is wrong, and, if a colleague was faster, with what is saved now beside it.
// build makes the page from the event as it is now.
func (s *Server) again(c echo.Context, t *results.Tournament, err error, build func(*results.Tournament) (templates.FormPage, error)) error {
	conflict := results.CodeOf(err) == results.Conflict
	if conflict && t != nil {
		now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
		if readErr != nil {
			return readErr
		}
		t = now
	}
	p, buildErr := build(t)
	if buildErr != nil {
		return buildErr
	}
	fields := fieldsOf(&p)
	var rows []templates.ConflictRow
	for _, f := range fields {
		saved := shown(*f)
		refill(c, f)
		if typed := shown(*f); typed != saved && f.Type != "hidden" {
			rows = append(rows, templates.ConflictRow{Label: f.Label, Saved: saved, Typed: typed})
		}
	}
	fresh := p.Form
	p.Form.Key, p.Form.Version = c.FormValue("key"), formVersion(c)
	if !blame(err, &p.Form, fields...) {
		return err
	}
	if conflict && fresh.Version != p.Form.Version {
		// Saving once more replaces what is shown as saved: a new form.
		p.Conflict = &templates.Conflict{Text: p.Form.Error, Rows: rows}
		p.Form = fresh
	}
	return render(c, statusOf(err), templates.FormView(p))
}

// typedWord refuses a dangerous form in which the word was not typed.
func typedWord(c echo.Context, word string) error {
	if roster.NameKey(c.FormValue("word")) != word {
		return results.Refuse(results.Invalid, "Type the word %s to confirm.", word).At("word")
	}
	return nil
}

func wordField(word string) templates.Field {
	return templates.Field{Name: "word", Label: "Type " + word + " to confirm", Autocomplete: "off", Required: true, MaxLength: 20}
}

func reasonField(label string) templates.Field {
	return templates.Field{Name: "reason", Label: label, MaxLength: maxReason, Required: true, Autocomplete: "off", Hint: "Kept in the event's log."}
}

// choose marks the option with the value.
func choose(f templates.Field, value string) templates.Field {
	f.Options = slices.Clone(f.Options)
	for i := range f.Options {
		f.Options[i].Selected = f.Options[i].Value == value
	}
	return f
}

// zoneOf is the venue's zone, UTC where none is named or known.
func zoneOf(zone string) *time.Location {
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		return time.UTC
	}
	return location
}

// zoneName names the zone in which times are written.
func zoneName(zone string) string {
	if zoneOf(zone) == time.UTC {
		return "UTC"
	}
	return strings.Trim(zoneWords(zone), "()")
}

// timeIn is a time of day at the venue.
func timeIn(at time.Time, zone string) templates.Moment {
	return templates.Moment{Text: at.In(zoneOf(zone)).Format("15:04"), UTC: at.UTC().Format(time.RFC3339)}
}
