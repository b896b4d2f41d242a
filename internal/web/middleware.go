package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"tourney/internal/results"
	"tourney/internal/web/secret"
)

// Bounds of a request's body.
const (
	maxFormBytes   = 1 << 20
	maxUploadBytes = 64 << 20
)

// contentPolicy lets a page load only what this program serves, and no script
// or style that stands in the page itself.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secure sets the headers that every answer carries.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	// Addresses can hold one-time tokens: they stay within the site.
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
}

// secureHeaders secures every answer of the application.
func (s *Server) secureHeaders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		secure(h)
		if s.https(c) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		return next(c)
	}
}

// https reports whether the browser reached the program by an encrypted
// connection, directly or through the proxy that BaseURL names.
func (s *Server) https(c echo.Context) bool {
	return c.Request().TLS != nil || len(s.BaseURL) > 8 && s.BaseURL[:8] == "https://"
}

// requestID numbers requests, so that what a page says of a fault can be found
// in the log.
func requestID(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderXRequestID, secret.Token()[:10])
		return next(c)
	}
}

// logRequests writes one line for each request. It names the route and not the
// address, which may hold a token.
func (s *Server) logRequests() echo.MiddlewareFunc {
	return middleware.RequestLoggerWithConfig(middleware.RequestLoggerConfig{
		HandleError:     true,
		LogLatency:      true,
		LogMethod:       true,
		LogRoutePath:    true,
		LogStatus:       true,
		LogRemoteIP:     true,
		LogResponseSize: true,
		LogValuesFunc: func(c echo.Context, v middleware.RequestLoggerValues) error {
			s.Logger.LogAttrs(c.Request().Context(), slog.LevelInfo, "request",
				slog.String("method", v.Method), slog.String("route", v.RoutePath), slog.String("event", param(c, "slug")),
				slog.Int("status", v.Status), slog.Duration("took", v.Latency.Round(time.Microsecond)),
				slog.Int64("bytes", v.ResponseSize), slog.String("from", v.RemoteIP),
				slog.String("id", c.Response().Header().Get(echo.HeaderXRequestID)))
			return nil
		},
	})
}

// recoverPanics turns a panic into a fault: it is logged with its stack, and the
// person sees the same page as for any other fault.
func (s *Server) recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if r == http.ErrAbortHandler {
				panic(r)
			}
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}()
		return next(c)
	}
}

// compress shrinks pages for phones at the edge of the venue's network.
func compress() echo.MiddlewareFunc {
	return middleware.GzipWithConfig(middleware.GzipConfig{Level: 5, MinLength: 1024})
}

// maxHost is the longest name of a site, with its port.
const maxHost = 253 + len(":65535")

// refuseLongHost refuses requests for a site that no network has: pages show its
// name, and a QR code holds only so much.
func refuseLongHost(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if len(c.Request().Host) > maxHost {
			return echo.NewHTTPError(http.StatusBadRequest, "The name of the site in this request is too long.")
		}
		return next(c)
	}
}

// refuseCrossOrigin refuses writes that another site's page sends.
func refuseCrossOrigin(p *http.CrossOriginProtection) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := p.Check(c.Request()); err != nil {
				return results.Refuse(results.Forbidden,
					"This form was sent from another site, so nothing was changed. Open the page here and send it again.")
			}
			return next(c)
		}
	}
}

// readForm reads the form of a write, within its bounds, so that handlers find
// their values with FormValue. Text that cannot be shown or stored goes no
// further, in the query neither. Only those who are signed in bring files.
func (s *Server) readForm(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.Method != http.MethodPost {
			if err := checkText(c.QueryParams()); err != nil {
				return err
			}
			return next(c)
		}
		limit := s.bodyLimits[c.Path()]
		if limit == 0 || account(c) == nil {
			limit = maxFormBytes
		}
		r.Body = http.MaxBytesReader(c.Response(), r.Body, limit)
		if err := parseForm(r); err != nil {
			var tooLarge *http.MaxBytesError
			if errors.As(err, &tooLarge) {
				return echo.NewHTTPError(http.StatusRequestEntityTooLarge,
					"What you sent is larger than "+strconv.FormatInt(limit>>20, 10)+" MB, the most that this page takes. Nothing was changed.")
			}
			return echo.NewHTTPError(http.StatusBadRequest, "The form arrived damaged, so nothing was changed. Go back and send it again.")
		}
		if err := checkText(r.Form); err != nil {
			return err
		}
		return next(c)
	}
}

// checkText refuses values that are no text: bytes that are not UTF-8, and
// control characters other than line ends and tabs.
func checkText(form url.Values) error {
	for name, values := range form {
		for _, v := range values {
			if !utf8.ValidString(v) {
				return results.Refuse(results.Invalid, "The text is not valid UTF-8, so nothing was changed. Copy it again as plain text.").At(name)
			}
			if strings.ContainsFunc(v, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }) {
				return results.Refuse(results.Invalid, "The text has control characters, so nothing was changed. Copy it again as plain text.").At(name)
			}
		}
	}
	return nil
}

func parseForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	err := r.ParseMultipartForm(8 << 20)
	if errors.Is(err, http.ErrNotMultipart) {
		return nil // ParseForm has read it all
	}
	return err
}
