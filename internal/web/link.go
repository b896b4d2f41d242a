package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/web/secret"
	"tourney/templates"
)

// How long one-time links can be used.
const (
	setupLinkLife    = 7 * 24 * time.Hour
	invitationLife   = 14 * 24 * time.Hour
	passwordLinkLife = 24 * time.Hour
)

// NewSetupLink makes the link with which the first administrator makes an
// account, and returns its path. It is refused once there are accounts.
func NewSetupLink(ctx context.Context, accounts results.AccountStore, now time.Time) (string, error) {
	list, err := accounts.Accounts(ctx)
	if err != nil {
		return "", err
	}
	if len(list) > 0 {
		return "", results.Refuse(results.Refused, "This installation is set up already. Sign in, or make a password link.")
	}
	token := secret.Token()
	link := &results.Link{TokenHash: secret.Hash(token), Purpose: results.SetupLink, ExpiresAt: now.Add(setupLinkLife)}
	err = accounts.CreateLink(ctx, link, string(results.Program), "Set-up link made.")
	return href(routeSetup, token), err
}

// NewPasswordLink makes a link with which the account's owner sets a password,
// and returns its path. It fails with NotFound if there is no such account.
func NewPasswordLink(ctx context.Context, accounts results.AccountStore, now time.Time, name, by string) (string, error) {
	a, err := accounts.AccountByName(ctx, name)
	if err != nil {
		return "", err
	}
	token := secret.Token()
	link := &results.Link{TokenHash: secret.Hash(token), Purpose: results.ResetLink, Account: a.ID, ExpiresAt: now.Add(passwordLinkLife)}
	err = accounts.CreateLink(ctx, link, by, "Password link made for "+a.Name+".")
	return href(routePassword, token), err
}

// NewInvitation makes a link with which somebody joins an event's staff, and
// returns its path.
func NewInvitation(ctx context.Context, accounts results.AccountStore, now time.Time, t *results.Tournament, role results.Role, by string) (string, error) {
	token := secret.Token()
	link := &results.Link{TokenHash: secret.Hash(token), Purpose: results.InviteLink, Event: t.ID, Role: role, ExpiresAt: now.Add(invitationLife)}
	err := accounts.CreateLink(ctx, link, by, "Invitation made: "+string(role)+" of "+t.Info().Slug+".")
	return href(routeInvite, token), err
}

// link finds the one-time link of the address. One that is unknown, used or
// expired is refused; used ones are returned too.
func (s *Server) link(c echo.Context, purpose results.LinkPurpose) (*results.Link, error) {
	l, err := s.Accounts.LinkByToken(c.Request().Context(), secret.Hash(param(c, "token")))
	if err != nil {
		return nil, err
	}
	switch {
	case l.Purpose != purpose:
		return nil, results.Refuse(results.NotFound, "This link is not known. Ask for a new one.")
	case l.UsedAt != nil:
		return l, results.Refuse(results.Refused, "This link was used before; it works once. If that was you, sign in. Otherwise ask for a new one.")
	case s.Clock().After(l.ExpiresAt):
		return l, results.Refuse(results.Refused, "This link has expired. Ask for a new one.")
	}
	return l, nil
}

// hide keeps the address of a one-time link out of other requests. It leaves
// them the site's name: with no-referrer browsers would send forms with the
// origin "null", which is refused as another site's.
func hide(c echo.Context) { c.Response().Header().Set("Referrer-Policy", "strict-origin") }

func (s *Server) setupPage(c echo.Context, name string) templates.NewAccountPage {
	p := templates.NewAccountPage{
		Page: s.page(c, "Set up"), Heading: "Welcome to tourney",
		Text:   "You are the first one here. The account that you make now is the administrator's: it can do everything, and invite others.",
		Form:   newForm(c.Request().URL.EscapedPath(), 0),
		Name:   nameField(name),
		Pass:   newPasswordField(),
		Button: "Make my account",
	}
	p.Page.Path, p.Name.Focus = "", true
	return p
}

func (s *Server) showSetup(c echo.Context) error {
	hide(c)
	if _, err := s.link(c, results.SetupLink); err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.NewAccount(s.setupPage(c, "")))
}

// setUp makes the first administrator's account.
func (s *Server) setUp(c echo.Context) error {
	hide(c)
	l, err := s.link(c, results.SetupLink)
	if err != nil {
		return err
	}
	a, err := s.newAccount(c, results.Administrator, l)
	if err != nil {
		p := s.setupPage(c, c.FormValue("name"))
		if !blame(err, &p.Form, &p.Name, &p.Pass) {
			return err
		}
		return render(c, statusOf(err), templates.NewAccount(p))
	}
	if err := s.startSession(c, a.ID); err != nil {
		return err
	}
	return s.done(c, routeHome, "Welcome, "+a.Name+". Your account is made; now create your first event.")
}

// newAccount makes an account from the sent name and password and uses up the
// link.
func (s *Server) newAccount(c echo.Context, role results.Role, l *results.Link) (*results.Account, error) {
	name, err := accountName(c)
	if err != nil {
		return nil, err
	}
	hash, err := s.hashNewPassword(c)
	if err != nil {
		return nil, err
	}
	a := &results.Account{Name: name, Role: role, PasswordHash: hash}
	return a, s.Accounts.CreateAccount(c.Request().Context(), a, l, name, "Account made: "+name+".")
}

func (s *Server) showPassword(c echo.Context) error {
	hide(c)
	p, _, err := s.passwordPage(c)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.Password(p))
}

func (s *Server) passwordPage(c echo.Context) (templates.PasswordPage, *results.Link, error) {
	l, err := s.link(c, results.ResetLink)
	if err != nil {
		return templates.PasswordPage{}, nil, err
	}
	a, err := s.Accounts.Account(c.Request().Context(), l.Account)
	if err != nil {
		return templates.PasswordPage{}, nil, err
	}
	p := templates.PasswordPage{
		Page: s.page(c, "New password"), Heading: "New password", Text: "For the account of " + a.Name + ".",
		Form: newForm(c.Request().URL.EscapedPath(), 0), Pass: newPasswordField(), Username: a.Name,
	}
	p.Page.Path, p.Pass.Focus = "", true
	return p, l, nil
}

// setPassword sets the password of the link's account and signs it in.
func (s *Server) setPassword(c echo.Context) error {
	hide(c)
	p, l, err := s.passwordPage(c)
	if err != nil {
		return err
	}
	hash, err := s.hashNewPassword(c)
	if err == nil {
		err = s.Accounts.SetPassword(c.Request().Context(), l.Account, hash, l, "password link", p.Text+" A new password was set.")
	}
	if err != nil {
		if !blame(err, &p.Form, &p.Pass) {
			return err
		}
		return render(c, statusOf(err), templates.Password(p))
	}
	if err := s.startSession(c, l.Account); err != nil {
		return err
	}
	return s.done(c, routeHome, "The new password is set. You are signed in.")
}

func (s *Server) showInvitation(c echo.Context) error {
	hide(c)
	l, t, err := s.invitation(c)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, templates.NewAccount(s.invitationPage(c, l, t)))
}

// invitation finds the link and its event, at whatever address it has now.
func (s *Server) invitation(c echo.Context) (*results.Link, *results.Tournament, error) {
	l, err := s.link(c, results.InviteLink)
	if err != nil {
		return nil, nil, err
	}
	events, err := s.Store.Summaries(c.Request().Context())
	if err != nil {
		return nil, nil, err
	}
	for _, e := range events {
		if e.ID == l.Event {
			t, err := s.Store.Tournament(c.Request().Context(), e.Slug)
			return l, t, err
		}
	}
	return nil, nil, results.Refuse(results.NotFound, "There is no such event any more. Ask for a new invitation.")
}

func (s *Server) invitationPage(c echo.Context, l *results.Link, t *results.Tournament) templates.NewAccountPage {
	path := c.Request().URL.EscapedPath()
	p := templates.NewAccountPage{
		Page: s.page(c, "Invitation"), Heading: t.Info().Name,
		Text: "You are invited to help with this event as " + string(l.Role) + ". Make an account to accept; it takes a minute.",
		Form: newForm(path, 0), Name: nameField(""), Pass: newPasswordField(), Button: "Make my account and join",
		SignIn: signInFirst(path),
	}
	p.Page.Path = ""
	if a := account(c); a != nil {
		p.Text = "You are invited to help with this event as " + string(l.Role) + "."
		p.Join = &templates.JoinOffer{Form: newForm(path, 0), Name: a.Name}
	}
	return p
}

// acceptInvitation makes who is signed in, or a new account, a member of the
// event's staff.
func (s *Server) acceptInvitation(c echo.Context) error {
	hide(c)
	ctx := c.Request().Context()
	l, t, err := s.invitation(c)
	if err != nil {
		return err
	}
	a := account(c)
	if a != nil {
		err = s.Accounts.UseLink(ctx, l, a.Name, "Invitation accepted by "+a.Name+".")
	} else if a, err = s.newAccount(c, results.Visitor, l); err == nil {
		err = s.startSession(c, a.ID)
	}
	if err != nil {
		p := s.invitationPage(c, l, t)
		p.Name.Value = c.FormValue("name")
		if !blame(err, &p.Form, &p.Name, &p.Pass) {
			return err
		}
		return render(c, statusOf(err), templates.NewAccount(p))
	}
	by := results.Actor{Account: a.ID, Name: a.Name, Role: l.Role}
	req := scorekeeper.Request{Slug: t.Info().Slug, By: by, Key: "invitation " + l.TokenHash, Reason: "Invited by " + l.CreatedBy + "."}
	if _, err := s.Keeper.JoinStaff(ctx, req, l.Role); err != nil {
		return err
	}
	return s.done(c, href(routeEvent, t.Info().Slug), "Welcome. You are now "+string(l.Role)+" of this event.")
}
