package web

import (
	"encoding/base64"
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"tourney/templates"
)

const flashCookie = "tourney_flash"

// done answers a write: it sends the browser on to a page, which shows one
// sentence about what happened.
func (s *Server) done(c echo.Context, path, text string) error {
	return s.doneWith(c, path, templates.Flash{Text: text})
}

func (s *Server) doneWith(c echo.Context, path string, f templates.Flash) error {
	if f.Text != "" {
		text, err := json.Marshal(f)
		if err != nil {
			return err
		}
		c.SetCookie(&http.Cookie{
			Name: flashCookie, Value: base64.RawURLEncoding.EncodeToString(text), Path: "/", MaxAge: 60,
			HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.https(c),
		})
	}
	return c.Redirect(http.StatusSeeOther, path)
}

func hasFlash(c echo.Context) bool {
	_, err := c.Cookie(flashCookie)
	return err == nil
}

// takeFlash returns the sentence that the last write left, once.
func takeFlash(c echo.Context) *templates.Flash {
	cookie, err := c.Cookie(flashCookie)
	if err != nil {
		return nil
	}
	c.SetCookie(&http.Cookie{Name: flashCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	text, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil {
		return nil
	}
	f := new(templates.Flash)
	if json.Unmarshal(text, f) != nil || f.Text == "" {
		return nil
	}
	return f
}
