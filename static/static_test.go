package static

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestEveryFileIsServedUnderTheAddressOfItsContent(t *testing.T) {
	t.Parallel()
	if len(tags) < 3 {
		t.Fatalf("%d files", len(tags))
	}
	for name := range tags {
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, URL(name), nil))
		if w.Code != http.StatusOK || w.Body.Len() == 0 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: status %d, %d bytes, %q", URL(name), w.Code, w.Body.Len(), w.Header().Get("Cache-Control"))
		}
		w = httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, Prefix+name+"?v=old", nil)
		r.Header.Set("If-None-Match", `"`+tags[name]+`"`)
		Handler().ServeHTTP(w, r)
		if w.Code != http.StatusNotModified || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s asked again: status %d, %q", name, w.Code, w.Header().Get("Cache-Control"))
		}
	}
}

func TestUnknownFiles(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "none.css", "static.go", "../go.mod", "app.css/"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, Prefix, nil)
		r.URL.Path = Prefix + path
		if Handler().ServeHTTP(w, r); w.Code == http.StatusOK {
			t.Errorf("%q is served", path)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an address for a file that does not exist")
		}
	}()
	URL("none.css")
}
