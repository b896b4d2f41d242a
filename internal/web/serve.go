package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Limits of a connection. Writing has the longest one: a phone at the edge of
// the network reads a long page slowly.
const (
	headerTimeout   = 10 * time.Second
	readTimeout     = 60 * time.Second
	writeTimeout    = 120 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 15 * time.Second
	maxHeaderBytes  = 64 << 10
)

// gate answers /healthz, and holds all other requests off until there is an
// application to answer them.
type gate struct {
	app     atomic.Pointer[http.Handler]
	closing atomic.Bool
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	app := g.app.Load()
	if r.URL.Path == routeHealth {
		status, word := http.StatusOK, "ok"
		switch {
		case g.closing.Load():
			status, word = http.StatusServiceUnavailable, "stopping"
		case app == nil:
			status, word = http.StatusServiceUnavailable, "starting"
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]string{"status": word})
		return
	}
	if app == nil {
		w.Header().Set("Retry-After", "2")
		http.Error(w, "The program is starting. Try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	(*app).ServeHTTP(w, r)
}

// Serve answers requests on the listener until ctx ends, then lets running
// requests finish for a few seconds. The application is what open returns;
// until then, and from the end of ctx on, /healthz answers 503. An error of
// open ends the service and is returned.
func Serve(ctx context.Context, listener net.Listener, logger *slog.Logger, open func(context.Context) (http.Handler, error)) error {
	g := &gate{}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	server := &http.Server{
		Handler: g, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
	}
	go func() {
		if app, err := open(ctx); err != nil {
			stop(err)
		} else {
			g.app.Store(&app)
		}
	}()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	g.closing.Store(true)
	last, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	err := server.Shutdown(last)
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return err
}
