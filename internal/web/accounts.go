package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

// installationRoles are the roles that an account can have in the whole
// installation.
var installationRoles = []templates.Option{
	{Value: string(results.Visitor), Label: "Staff", Hint: "Helps with events to whose staff it is invited."},
	{Value: string(results.Organizer), Label: "Organizer", Hint: "Creates events and runs them."},
	{Value: string(results.Administrator), Label: "Administrator", Hint: "Runs the installation and every event in it."},
}

func accountRoleWords(role results.Role) string {
	for _, o := range installationRoles {
		if o.Value == string(role) {
			return o.Label
		}
	}
	return string(role)
}

func roleField(name, label string, role results.Role) templates.Field {
	f := templates.Field{Name: name, Label: label, Options: slices.Clone(installationRoles), Required: true}
	for i := range f.Options {
		f.Options[i].Selected = f.Options[i].Value == string(role)
	}
	return f
}

func (s *Server) showAccounts(c echo.Context) error {
	p, err := s.accountsPage(c)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Accounts(p))
}

func (s *Server) accountsPage(c echo.Context) (templates.AccountsPage, error) {
	ctx := c.Request().Context()
	p := templates.AccountsPage{
		Page: s.page(c, "Accounts"), Form: newForm(routeAccounts, 0), Name: nameField(""),
		Role: roleField("role", "May do", results.Organizer),
	}
	p.Name.Autocomplete = "off"
	by, err := require(c, nil, results.ManageAccounts)
	if err != nil {
		return p, err
	}
	list, err := s.Accounts.Accounts(ctx)
	if err != nil {
		return p, err
	}
	log, err := s.Accounts.InstallationLog(ctx)
	if err != nil {
		return p, err
	}
	for _, a := range list {
		id := strconv.FormatInt(a.ID, 10)
		row := templates.AccountRow{
			Name: a.Name, Role: accountRoleWords(a.Role), Since: a.CreatedAt.UTC().Format("2 Jan 2006"), NoLogin: a.PasswordHash == "",
			Link: newForm(href(routeReset, id), 0), Roles: roleField("role-"+id, "Role of "+a.Name, a.Role),
		}
		row.Link.Class = "inline"
		if a.ID != by.Account {
			change := newForm(href(routeRole, id), 0)
			change.Class = "inline"
			row.Change = &change
		}
		p.Accounts = append(p.Accounts, row)
	}
	for _, e := range slices.Backward(log) {
		p.Log = append(p.Log, templates.LogLine{At: momentIn(e.At, ""), By: e.By, Text: e.Text})
	}
	return p, nil
}

// sentRole reads a role of the installation.
func sentRole(c echo.Context, field string) (results.Role, error) {
	for _, o := range installationRoles {
		if o.Value == c.FormValue(field) {
			return results.Role(o.Value), nil
		}
	}
	return "", results.Refuse(results.Invalid, "Choose what the account may do.").At(field)
}

// createAccount makes an account without a password and shows the one-time link
// that sets it.
func (s *Server) createAccount(c echo.Context) error {
	by, err := require(c, nil, results.ManageAccounts)
	if err != nil {
		return err
	}
	name, err := accountName(c)
	role, roleErr := sentRole(c, "role")
	if err == nil {
		err = roleErr
	}
	if err == nil {
		a := &results.Account{Name: name, Role: role}
		err = s.Accounts.CreateAccount(c.Request().Context(), a, nil, by.Name, "Account made: "+name+" ("+accountRoleWords(role)+").")
	}
	if err != nil {
		p, pageErr := s.accountsPage(c)
		if pageErr != nil {
			return pageErr
		}
		p.Name.Value = c.FormValue("name")
		if !blame(err, &p.Form, &p.Name, &p.Role) {
			return err
		}
		return render(c, statusOf(err), templates.Accounts(p))
	}
	return s.offerPasswordLink(c, name, by.Name)
}

func (s *Server) offerPasswordLink(c echo.Context, name, by string) error {
	path, err := NewPasswordLink(c.Request().Context(), s.Accounts, s.Clock(), name, by)
	if err != nil {
		return err
	}
	return s.doneWith(c, routeAccounts, templates.Flash{
		Text: "Send this link to " + name + ". It works once, within a day, and is not shown again.",
		Copy: s.address(c, path),
	})
}

// accountParam is the account that the address names.
func (s *Server) accountParam(c echo.Context) (*results.Account, error) {
	id, err := strconv.ParseInt(param(c, "id"), 10, 64)
	if err != nil {
		return nil, results.Refuse(results.NotFound, "There is no such account.")
	}
	return s.Accounts.Account(c.Request().Context(), id)
}

func (s *Server) createPasswordLink(c echo.Context) error {
	by, err := require(c, nil, results.ManageAccounts)
	if err != nil {
		return err
	}
	a, err := s.accountParam(c)
	if err != nil {
		return err
	}
	return s.offerPasswordLink(c, a.Name, by.Name)
}

// changeRole changes what an account may do in the installation. Nobody changes
// the own role, so that an administrator always remains.
func (s *Server) changeRole(c echo.Context) error {
	by, err := require(c, nil, results.ManageAccounts)
	if err != nil {
		return err
	}
	a, err := s.accountParam(c)
	if err != nil {
		return err
	}
	role, err := sentRole(c, "role-"+strconv.FormatInt(a.ID, 10))
	if err != nil {
		return err
	}
	if a.ID == by.Account {
		return results.Refuse(results.Refused, "You cannot change your own role. Another administrator can.")
	}
	text := a.Name + " is now " + accountRoleWords(role) + "."
	if err := s.Accounts.SetRole(c.Request().Context(), a.ID, role, by.Name, text); err != nil {
		return err
	}
	return s.done(c, routeAccounts, text)
}
