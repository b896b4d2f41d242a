package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/templates"
)

func (s *Server) showStaff(c echo.Context, t *results.Tournament) error {
	actor, err := require(c, t, results.ManageStaff)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Staff(s.staffPage(c, t, actor)))
}

func (s *Server) staffPage(c echo.Context, t *results.Tournament, actor results.Actor) templates.StaffPage {
	p := presentStaff(t, actor)
	p.Page = s.eventPage(c, t, "Staff", routeStaff)
	return p
}

// sentStaffRole reads a role that staff of an event can have.
func sentStaffRole(c echo.Context, field string) (results.Role, error) {
	for _, o := range staffRoles {
		if o.Value == c.FormValue(field) {
			return results.Role(o.Value), nil
		}
	}
	return "", results.Refuse(results.Invalid, "Choose a role.").At(field)
}

// invite makes an invitation and shows its link, once.
func (s *Server) invite(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.ManageStaff)
	if err != nil {
		return err
	}
	role, err := sentStaffRole(c, "role")
	if err != nil {
		p := s.staffPage(c, t, req.By)
		if !blame(err, &p.Invite, &p.Role) {
			return err
		}
		return render(c, statusOf(err), templates.Staff(p))
	}
	path, err := NewInvitation(c.Request().Context(), s.Accounts, s.Clock(), t, role, req.By.Name)
	if err != nil {
		return err
	}
	return s.doneWith(c, href(routeStaff, t.Info().Slug), templates.Flash{
		Text: "Send this link to whoever shall be " + string(role) + ". It works once, within two weeks, and is not shown again.",
		Copy: s.address(c, path),
	})
}

// changeStaff gives somebody on the staff another role, or takes it away.
func (s *Server) changeStaff(c echo.Context, t *results.Tournament) error {
	req, err := request(c, t, results.ManageStaff)
	if err != nil {
		return err
	}
	account, err := strconv.ParseInt(param(c, "account"), 10, 64)
	if err != nil {
		return results.Refuse(results.NotFound, "There is nobody like that on the staff.")
	}
	role := results.Role("")
	if c.FormValue("remove") == "" {
		if role, err = sentStaffRole(c, "role-"+strconv.FormatInt(account, 10)); err != nil {
			return err
		}
	}
	name, onStaff := staffName(t, account)
	if !onStaff {
		return results.Refuse(results.NotFound, "There is nobody like that on the staff.")
	}
	if _, err := s.Keeper.SetStaff(c.Request().Context(), req, account, name, role); err != nil {
		p := s.staffPage(c, t, req.By)
		p.Page.Flash = &templates.Flash{Text: messageOf(err), Bad: true}
		if results.CodeOf(err) == "" || results.CodeOf(err) == results.Forbidden {
			return err
		}
		return render(c, statusOf(err), templates.Staff(p))
	}
	if role == "" {
		return s.done(c, staffAddress(t, req.By, account), name+" is no longer on the staff.")
	}
	return s.done(c, staffAddress(t, req.By, account), name+" is now "+string(role)+".")
}

// staffAddress leads back to the list, or to the event for those who gave their
// own role away.
func staffAddress(t *results.Tournament, by results.Actor, account int64) string {
	if by.Account == account && by.Role != results.Administrator {
		return href(routeEvent, t.Info().Slug)
	}
	return href(routeStaff, t.Info().Slug)
}
