package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/templates"
)

func (s *Server) showChangePolicy(c echo.Context, t *results.Tournament) error {
	if _, err := require(c, t, results.ChangePolicy); err != nil {
		return err
	}
	p, err := s.policyPage(c, t)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.FormView(p))
}

func (s *Server) policyPage(c echo.Context, t *results.Tournament) (templates.FormPage, error) {
	p, err := presentChangePolicy(t)
	p.Page = s.eventPage(c, t, p.Heading, routeDetails)
	return p, err
}

// changePolicy takes the policy as fields, or as a document that was pasted or
// uploaded. It shows what changes first and stores it once that is confirmed.
func (s *Server) changePolicy(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.ChangePolicy)
	if err != nil {
		return err
	}
	now := t.Policies[len(t.Policies)-1]
	rules, err := sentPolicy(c, now.Policy)
	if err != nil {
		return s.policyAgain(c, t, err)
	}
	from, err := number(c, "from_round", "The first round", maxRounds)
	if err != nil {
		return s.policyAgain(c, t, err)
	}
	from = max(from, 1)
	if c.FormValue("step") != "save" {
		changes := policy.Differences(now.Policy, rules)
		if len(changes) == 0 {
			return s.policyAgain(c, t, results.Refuse(results.Invalid, "Nothing differs from the policy in force."))
		}
		p := presentConfirmPolicy(t, rules, changes, from, formVersion(c))
		p.Page = s.eventPage(c, t, p.Heading, routeDetails)
		return render(c, http.StatusOK, templates.ConfirmPolicy(p))
	}
	if _, err := s.Keeper.ChangePolicy(c.Request().Context(), req, formVersion(c), *policy.Record(rules, 0, from)); err != nil {
		return s.confirmAgain(c, t, rules, from, err)
	}
	return s.done(c, href(routePolicy, t.Info().Slug), "The policy is changed, from round "+strconv.Itoa(from)+" on.")
}

// sentPolicy is the policy that was sent: a file, a document, or the fields.
func sentPolicy(c echo.Context, now *results.Policy) (*results.Policy, error) {
	if header, err := c.FormFile("file"); err == nil && header.Size > 0 {
		name, data, err := sentFile(c, "file")
		if err != nil {
			return nil, err
		}
		return policy.ParseTOML(name, data)
	}
	if text := c.FormValue("document"); text != "" {
		return policy.ParseTOML("", []byte(text))
	}
	values := map[string]string{}
	for _, f := range policy.Fields() {
		if sent, ok := c.Request().PostForm[f.Path]; ok {
			values[f.Path] = sent[0]
		}
		if f.Kind == policy.Flag && c.FormValue("form") == "fields" {
			values[f.Path] = strconv.FormatBool(c.FormValue(f.Path) != "")
		}
	}
	if sent := c.Request().MultipartForm; sent != nil {
		for _, f := range policy.Fields() {
			if text, ok := sent.Value[f.Path]; ok && f.Kind != policy.Flag {
				values[f.Path] = text[0]
			}
		}
	}
	return policy.Change(now, values)
}

// policyAgain shows the form again with everything that is wrong, each at its
// field; faults of a document stand at the document.
func (s *Server) policyAgain(c echo.Context, t *results.Tournament, err error) error {
	var faults policy.Faults
	if !errors.As(err, &faults) {
		return s.again(c, t, err, func(t *results.Tournament) (templates.FormPage, error) { return s.policyPage(c, t) })
	}
	p, pageErr := s.policyPage(c, t)
	if pageErr != nil {
		return pageErr
	}
	document := c.FormValue("document") != ""
	if header, fileErr := c.FormFile("file"); fileErr == nil && header.Size > 0 {
		document = true
	}
	for _, f := range fieldsOf(&p) {
		refill(c, f)
		for _, fault := range faults {
			if !document && f.Name == fault.Path && f.Error == "" {
				f.Error = upperFirst(fault.Message) + "."
			}
		}
		if document && f.Name == "document" {
			f.Error = faults.Error()
		}
	}
	p.Form.Key, p.Form.Version = c.FormValue("key"), formVersion(c)
	p.Form.Error = "Nothing was saved: " + plural(len(faults), "thing") + " to put right below."
	return render(c, http.StatusUnprocessableEntity, templates.FormView(p))
}

// confirmAgain shows the last step again with the reason why it was refused.
func (s *Server) confirmAgain(c echo.Context, t *results.Tournament, rules *results.Policy, from int, err error) error {
	if results.CodeOf(err) == results.Conflict {
		now, readErr := s.Store.Tournament(c.Request().Context(), t.Info().Slug)
		if readErr != nil {
			return readErr
		}
		t = now
	}
	last := t.Policies[len(t.Policies)-1]
	p := presentConfirmPolicy(t, rules, policy.Differences(last.Policy, rules), from, last.Version)
	p.Page = s.eventPage(c, t, p.Heading, routeDetails)
	fields := make([]*templates.Field, 0, len(p.Fields))
	for i := range p.Fields {
		if p.Fields[i].Name == "reason" || p.Fields[i].Name == "from_round" {
			refill(c, &p.Fields[i])
			fields = append(fields, &p.Fields[i])
		}
	}
	if !blame(err, &p.Form, fields...) {
		return err
	}
	return render(c, statusOf(err), templates.ConfirmPolicy(p))
}
