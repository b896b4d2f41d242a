// Package static holds the style sheet, the scripts and the icon that the pages
// load, built into the program so that a venue without internet has them.
//
// The address of a file names its content, so a browser may keep it for ever
// and still sees a changed file at once.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Prefix is the path under which Handler serves the files.
const Prefix = "/static/"

//go:embed *.css *.js *.svg
var files embed.FS

// tags holds a short hash of each file's content.
var tags = func() map[string]string {
	names, err := fs.Glob(files, "*")
	if err != nil {
		panic(err)
	}
	out := make(map[string]string, len(names))
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(content)
		out[name] = hex.EncodeToString(sum[:6])
	}
	return out
}()

// URL is the address of a file. It panics if there is no such file: a page that
// names one is a mistake in the program.
func URL(name string) string {
	tag, ok := tags[name]
	if !ok {
		panic("static: there is no file " + name)
	}
	return Prefix + name + "?v=" + tag
}

// Handler serves the files. A request that names the current content may be
// kept for a year; any other is checked again each time.
func Handler() http.Handler {
	server := http.StripPrefix(Prefix, http.FileServerFS(files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Clean(strings.TrimPrefix(r.URL.Path, Prefix))
		tag, ok := tags[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", `"`+tag+`"`)
		w.Header().Set("Cache-Control", "no-cache")
		if r.URL.Query().Get("v") == tag {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		server.ServeHTTP(w, r)
	})
}
