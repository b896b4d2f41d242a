package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/unicode/norm"

	"tourney/internal/results"
	"tourney/internal/web/secret"
	"tourney/templates"
)

// maxAccountName bounds an account's name, in characters.
const maxAccountName = 80

func nameField(value string) templates.Field {
	return templates.Field{Name: "name", Label: "Name", Value: value, Autocomplete: "username", MaxLength: maxAccountName, Required: true}
}

func newPasswordField() templates.Field {
	return templates.Field{
		Name: "password", Label: "Password", Type: "password", Autocomplete: "new-password",
		MaxLength: secret.MaxPassword, Required: true, Hint: "At least 10 characters. Three or four words are easy to keep in mind.",
	}
}

// sentName is the sent name in the form in which accounts keep theirs.
func sentName(c echo.Context) string {
	return norm.NFC.String(strings.Join(strings.Fields(c.FormValue("name")), " "))
}

// accountName is the sent name, checked.
func accountName(c echo.Context) (string, error) {
	name := sentName(c)
	switch {
	case name == "":
		return "", results.Refuse(results.Invalid, "Type a name to sign in with.").At("name")
	case utf8.RuneCountInString(name) > maxAccountName:
		return "", results.Refuse(results.Invalid, "This name has more than %d characters.", maxAccountName).At("name")
	case strings.ContainsFunc(name, unseen):
		return "", results.Refuse(results.Invalid, "A name has no characters that cannot be seen.").At("name")
	}
	return name, nil
}

// unseen reports characters that show nothing or turn the direction of writing,
// so that two accounts can look the same. The joiners of several scripts and of
// emoji are not among them.
func unseen(r rune) bool {
	return unicode.IsControl(r) || r != '\u200c' && r != '\u200d' && unicode.Is(unicode.Cf, r)
}

// hashNewPassword checks the sent password and hashes it.
func (s *Server) hashNewPassword(c echo.Context) (string, error) {
	password := c.FormValue("password")
	switch {
	case len(password) > secret.MaxPassword:
		return "", results.Refuse(results.Invalid, "This password is longer than %d bytes.", secret.MaxPassword).At("password")
	case utf8.RuneCountInString(password) < secret.MinPassword:
		return "", results.Refuse(results.Invalid, "This password is shorter than %d characters. Take a longer one.", secret.MinPassword).At("password")
	}
	return s.hasher.Hash(c.Request().Context(), password)
}

func (s *Server) signInPage(c echo.Context, name, next string) templates.SignInPage {
	p := templates.SignInPage{
		Page: s.page(c, "Sign in"), Form: templates.Form{Action: routeSignIn}, Name: nameField(name), Next: next,
		Password: templates.Field{Name: "password", Label: "Password", Type: "password", Autocomplete: "current-password", Required: true},
	}
	p.Name.Focus, p.Password.Focus = name == "", name != ""
	return p
}

func (s *Server) showSignIn(c echo.Context) error {
	return render(c, http.StatusOK, templates.SignIn(s.signInPage(c, "", localPath(c.QueryParam("next")))))
}

// signIn checks name and password. Failures are counted by name and address, so
// that guessing is slow, and the answer does not tell which of the two is wrong.
func (s *Server) signIn(c echo.Context) error {
	ctx := c.Request().Context()
	name, next := sentName(c), localPath(c.FormValue("next"))
	again := func(status int, message string) error {
		p := s.signInPage(c, name, next)
		p.Form.Error = message
		return render(c, status, templates.SignIn(p))
	}
	byName, byAddress := triesKeys(name, c.RealIP())
	if wait := max(s.throttle.wait(byName, failuresPerName), s.throttle.wait(byAddress, failuresPerAddress)); wait > 0 {
		c.Response().Header().Set("Retry-After", seconds(wait))
		return again(http.StatusTooManyRequests, "Too many tries that failed. Wait "+plural(minutesUp(wait), "minute")+", then try again.")
	}
	a, err := s.Accounts.AccountByName(ctx, name)
	hash := ""
	switch {
	case err == nil:
		hash = a.PasswordHash
	case results.CodeOf(err) != results.NotFound:
		return err
	}
	password := c.FormValue("password")
	if len(password) > secret.MaxPassword {
		password = ""
	}
	// Counted before the password is looked at, so that many tries at once do
	// not slip through together.
	s.throttle.count(byName, byAddress)
	err = s.hasher.Check(ctx, password, hash)
	if errors.Is(err, secret.ErrMismatch) {
		return again(http.StatusUnprocessableEntity, "Name and password do not belong together. Check both, capitals too.")
	}
	if err != nil {
		return err
	}
	s.throttle.forget(byName)
	s.throttle.forgive(byAddress)
	if err := s.startSession(c, a.ID); err != nil {
		return err
	}
	return s.done(c, next, "Signed in as "+a.Name+".")
}

func (s *Server) signOut(c echo.Context) error {
	if err := s.endSession(c); err != nil {
		return err
	}
	return s.done(c, routeHome, "Signed out.")
}

func (s *Server) showAccount(c echo.Context) error {
	a := account(c)
	if a == nil {
		return errSignInNeeded
	}
	return render(c, http.StatusOK, templates.Account(s.accountPage(c, a)))
}

func (s *Server) accountPage(c echo.Context, a *results.Account) templates.AccountPage {
	return templates.AccountPage{
		Page: s.page(c, "Account"), Name: a.Name, Role: accountRoleWords(a.Role),
		Password: templates.PasswordPage{
			Text: "Every device that is signed in has to sign in again.", Form: newForm(routeAccount, 0), Pass: newPasswordField(), Username: a.Name,
			Present: &templates.Field{Name: "present", Label: "Present password", Type: "password", Autocomplete: "current-password", Required: true},
		},
	}
}

// changePassword sets a new password for who is signed in and knows the
// present one.
func (s *Server) changePassword(c echo.Context) error {
	a := account(c)
	if a == nil {
		return errSignInNeeded
	}
	err := s.checkPresent(c, a)
	if err == nil {
		var hash string
		if hash, err = s.hashNewPassword(c); err == nil {
			err = s.Accounts.SetPassword(c.Request().Context(), a.ID, hash, nil, a.Name, "Password changed: "+a.Name+".")
		}
	}
	if err != nil {
		p := s.accountPage(c, a)
		if !blame(err, &p.Password.Form, p.Password.Present, &p.Password.Pass) {
			return err
		}
		return render(c, statusOf(err), templates.Account(p))
	}
	if err := s.startSession(c, a.ID); err != nil {
		return err
	}
	return s.done(c, routeAccount, "The new password is set. Other devices have to sign in again.")
}

func (s *Server) checkPresent(c echo.Context, a *results.Account) error {
	key, _ := triesKeys(a.Name, c.RealIP())
	if wait := s.throttle.wait(key, failuresPerName); wait > 0 {
		return results.Refuse(results.Refused, "Too many tries that failed. Wait %s, then try again.", plural(minutesUp(wait), "minute"))
	}
	s.throttle.count(key)
	err := s.hasher.Check(c.Request().Context(), c.FormValue("present"), a.PasswordHash)
	if errors.Is(err, secret.ErrMismatch) {
		return results.Refuse(results.Invalid, "This is not the present password.").At("present")
	}
	s.throttle.forget(key)
	return err
}

// signInFirst is the sign-in page that leads on to the given path.
func signInFirst(next string) string { return routeSignIn + "?next=" + url.QueryEscape(next) }
