package web

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/static"
	"tourney/templates"
)

// buffers are reused between pages. One that a very large page has grown is
// dropped.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const keepBuffer = 2 << 20

// render writes a page. It is rendered whole before anything is sent, so that a
// page that fails can still become an error page.
func render(c echo.Context, status int, page templ.Component) error {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer func() {
		if buf.Cap() <= keepBuffer {
			buffers.Put(buf)
		}
	}()
	if err := page.Render(c.Request().Context(), buf); err != nil {
		return err
	}
	h := c.Response().Header()
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	h.Set(echo.HeaderContentLength, strconv.Itoa(buf.Len()))
	return c.HTMLBlob(status, buf.Bytes())
}

// unchanged answers a visitor's repeated request for a page that shows nothing
// but the event as of its last log entry, and reports whether it did. Pages of
// those who are signed in, and pages with a flash, are never kept.
func (s *Server) unchanged(c echo.Context, t *results.Tournament) bool {
	if account(c) != nil || hasFlash(c) {
		return false
	}
	tag := `W/"` + s.build + "-" + strconv.FormatInt(t.ID, 10) + "-" + strconv.FormatInt(t.Seq, 10) + `"`
	h := c.Response().Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", tag)
	h.Add("Vary", "Cookie")
	for candidate := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
		if strings.TrimSpace(candidate) == tag {
			c.Response().WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

// assets are the files that every page loads.
var assets = templates.Assets{Style: static.URL("app.css"), Script: static.URL("app.js"), Icon: static.URL("icon.svg")}

// page is the frame of a page that belongs to no event.
func (s *Server) page(c echo.Context, title string) templates.Page {
	return templates.Page{
		Title: title, Path: c.Request().URL.RequestURI(), Assets: assets,
		User: presentUser(account(c), c.Request().URL.Path), Flash: takeFlash(c),
	}
}

// eventPage is the frame of a page of an event; tab is the pattern of the tab
// that it belongs to.
func (s *Server) eventPage(c echo.Context, t *results.Tournament, title, tab string) templates.Page {
	p := s.page(c, title)
	p.Event = presentEventHeader(t, actorIn(c, t), tab)
	return p
}

// address is the whole address of a path, to be sent or shown as a QR code.
func (s *Server) address(c echo.Context, path string) string {
	if s.BaseURL != "" {
		return s.BaseURL + path
	}
	return c.Scheme() + "://" + c.Request().Host + path
}
