package web

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/web/secret"
	"tourney/static"
)

// Config is what the web application needs. Every field but BaseURL and Logger
// is needed.
type Config struct {
	Store    results.Store
	Accounts results.AccountStore
	Keeper   *scorekeeper.Keeper
	// Clock gives the present time.
	Clock func() time.Time
	// BaseURL is the address by which people reach the program, such as
	// https://cards.example; links to send and QR codes begin with it. Empty
	// stands for the address of each request.
	BaseURL string
	// Logger receives requests and faults; slog.Default() if nil.
	Logger *slog.Logger
}

// Server is the web application.
type Server struct {
	Config
	echo     *echo.Echo
	hasher   *secret.Hasher
	throttle *throttle
	// bodyLimits holds the routes that may bring more than maxFormBytes.
	bodyLimits map[string]int64
	// build is part of every entity tag, so that pages of an older program are
	// not taken for current ones.
	build string
}

// New returns the web application as a handler.
func New(cfg Config) (*Server, error) {
	if cfg.Store == nil || cfg.Accounts == nil || cfg.Keeper == nil || cfg.Clock == nil {
		return nil, errors.New("web: store, accounts, keeper and clock are needed")
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	protection := http.NewCrossOriginProtection()
	if cfg.BaseURL != "" {
		u, err := url.Parse(cfg.BaseURL)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || (u.Path != "" && u.Path != "/") {
			return nil, fmt.Errorf("web: %q is not the address of a site; write it like https://cards.example", cfg.BaseURL)
		}
		cfg.BaseURL = u.Scheme + "://" + u.Host
		if err := protection.AddTrustedOrigin(cfg.BaseURL); err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
	}
	build := make([]byte, 6)
	rand.Read(build)
	s := &Server{
		Config: cfg, echo: echo.New(), hasher: secret.NewHasher(),
		throttle: newThrottle(cfg.Clock), bodyLimits: map[string]int64{}, build: hex.EncodeToString(build),
	}
	// A proxy on this machine says for whom it asks; nobody else is believed.
	s.echo.IPExtractor = echo.ExtractIPFromXFFHeader(echo.TrustLoopback(true), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false))
	s.echo.HTTPErrorHandler = s.handleError
	s.echo.Use(requestID, s.logRequests(), s.recoverPanics, s.secureHeaders, compress(), refuseLongHost, refuseCrossOrigin(protection), s.loadAccount, s.readForm)
	for _, r := range s.routes() {
		s.echo.Add(r.method, r.pattern, r.handler).Name = r.method + " " + r.pattern
		if r.method == http.MethodGet {
			s.echo.Add(http.MethodHead, r.pattern, r.handler).Name = "HEAD " + r.pattern
		}
		if r.maxBody != 0 {
			s.bodyLimits[r.pattern] = r.maxBody
		}
	}
	s.echo.GET(static.Prefix+"*", echo.WrapHandler(static.Handler()))
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.echo.ServeHTTP(w, r) }
