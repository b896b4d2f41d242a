package web

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
)

func TestServeFromStartToStop(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + listener.Addr().String()
	status := func(path string) (int, string) {
		res, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(body)
	}
	ready, arrived, release := make(chan struct{}), make(chan struct{}), make(chan struct{})
	app := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(arrived)
			<-release
		}
		io.WriteString(w, "page")
	})
	opened := make(chan struct{})
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, listener, slog.New(slog.DiscardHandler), func(context.Context) (http.Handler, error) {
			<-ready
			defer close(opened)
			return app, nil
		})
	}()
	if code, body := status("/healthz"); code != 503 || body != "{\"status\":\"starting\"}\n" {
		t.Errorf("before it is open: %d %s", code, body)
	}
	if code, _ := status("/"); code != 503 {
		t.Errorf("a page before it is open: %d", code)
	}
	close(ready)
	<-opened
	for code := 0; code != 200; {
		code, _ = status("/healthz")
	}
	if code, body := status("/healthz"); code != 200 || body != "{\"status\":\"ok\"}\n" {
		t.Errorf("when open: %d %s", code, body)
	}

	slow := make(chan string, 1)
	go func() {
		_, body := status("/slow")
		slow <- body
	}()
	<-arrived
	stop()
	close(release)
	if body := <-slow; body != "page" {
		t.Errorf("a running request ended with %q", body)
	}
	if err := <-served; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

func TestHealthWhileStopping(t *testing.T) {
	t.Parallel()
	g := &gate{}
	app := http.Handler(http.NotFoundHandler())
	g.app.Store(&app)
	g.closing.Store(true)
	r := reply{t, nil}
	r.ResponseRecorder = record(g, "/healthz")
	r.status(503).says("stopping")
}

func TestServeFailsIfTheApplicationCannotOpen(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is full")
	err = Serve(context.Background(), listener, slog.New(slog.DiscardHandler), func(context.Context) (http.Handler, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
