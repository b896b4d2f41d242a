package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tourney/internal/results/scorekeeper"
	"tourney/internal/results/store"
	"tourney/internal/web"
)

// defaultDB is the data file where neither flag nor environment names one.
const defaultDB = "tourney.db"

// defaultAddr is where serve listens unless told otherwise.
const defaultAddr = "127.0.0.1:8080"

// dbFlag adds --db, whose default TOURNEY_DB may replace.
func dbFlag(cmd *cobra.Command, file *string) {
	def := os.Getenv("TOURNEY_DB")
	if def == "" {
		def = defaultDB
	}
	cmd.Flags().StringVar(file, "db", def, "the data file, created if it is not there; TOURNEY_DB sets another default")
}

func (p *program) serve() *cobra.Command {
	var addr, file, baseURL string
	var demo bool
	cmd := &cobra.Command{
		Use:   "serve [--addr 127.0.0.1:8080] [--db tourney.db] [--base-url URL] [--demo]",
		Short: "Run the web application",
		Long: `Runs the web application until it is interrupted, and prints its address. On a
new data file it prints a one-time link with which the first administrator makes
an account. With --addr :8080 phones on the same network reach it; their
addresses are printed too. --demo fills a new data file with three sample events
and says how to sign in.`,
		DisableFlagsInUseLine: true,
		Args:                  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return serve(ctx, p.stdout, cmd.ErrOrStderr(), serveOptions{addr, file, baseURL, demo, cmd.Flags().Changed("db")})
		},
	}
	cmd.Flags().StringVar(&addr, "addr", defaultAddr, "the address to listen on")
	cmd.Flags().StringVar(&baseURL, "base-url", "", "the address by which people reach the program, where a proxy stands before it")
	cmd.Flags().BoolVar(&demo, "demo", false, "fill a new data file with sample events")
	dbFlag(cmd, &file)
	return cmd
}

type serveOptions struct {
	addr, file, baseURL string
	demo, named         bool // named: --db was given
}

// serve runs the application until ctx ends. The listener opens first, so that
// /healthz can answer while the data file is being opened.
func serve(ctx context.Context, out, errOut io.Writer, o serveOptions) error {
	logger := slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if o.demo && !o.named {
		dir, err := os.MkdirTemp("", "tourney-demo-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.file = dir + "/demo.db"
	}
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", o.addr)
	if err != nil {
		return wrong("cannot listen on %s: %v; choose another address with --addr", o.addr, err)
	}
	var db *store.DB
	defer func() {
		if db != nil {
			if err := db.Close(); err != nil {
				logger.Error("closing the data file", "error", err)
			}
		}
	}()
	return web.Serve(ctx, listener, logger, func(ctx context.Context) (http.Handler, error) {
		var err error
		if db, err = store.Open(ctx, o.file, time.Now); err != nil {
			return nil, err
		}
		keeper := scorekeeper.New(db, mustSeed)
		greeting, err := greet(ctx, db, keeper, o, listener.Addr())
		if err != nil {
			return nil, err
		}
		links := o.baseURL
		if phones := phoneAddresses(listener.Addr()); links == "" && len(phones) > 0 {
			// Links to send and QR codes must work on phones, also where the
			// organizer opened the page as localhost.
			links = phones[0]
		}
		app, err := web.New(web.Config{Store: db, Accounts: db, Keeper: keeper, Clock: time.Now, BaseURL: links, Logger: logger})
		if err != nil {
			return nil, err
		}
		fmt.Fprint(out, greeting)
		return app, nil
	})
}

// mustSeed draws a seed. The system's randomness does not fail in practice; a
// program without it must not go on.
func mustSeed() uint64 {
	seed, err := drawSeed()
	if err != nil {
		panic(err)
	}
	return seed
}

// greet says where the program is and how to get in.
func greet(ctx context.Context, db *store.DB, keeper *scorekeeper.Keeper, o serveOptions, at net.Addr) (string, error) {
	base := o.baseURL
	if base == "" {
		base = addressOf(at)
	}
	text := fmt.Sprintf("tourney is running at %s\n", base)
	for _, phone := range phoneAddresses(at) {
		text += fmt.Sprintf("  on the same network: %s\n", phone)
	}
	text += fmt.Sprintf("  data file: %s\n", o.file)
	accounts, err := db.Accounts(ctx)
	if err != nil {
		return "", err
	}
	switch {
	case o.demo && len(accounts) == 0:
		password, err := fillDemo(ctx, db, keeper)
		if err != nil {
			return "", fmt.Errorf("fill the demo: %w", err)
		}
		text += fmt.Sprintf("\nThree sample events are there. Sign in at %s/signin\n  name: %s\n  password: %s\n", base, demoName, password)
	case o.demo:
		return "", wrong("%s has data already; --demo fills a new file only. Leave --demo out, or name a new file with --db", o.file)
	case len(accounts) == 0:
		path, err := web.NewSetupLink(ctx, db, time.Now())
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("\nOpen this link once to make the first account:\n  %s%s\n", base, path)
	}
	return text + "\nStop it with Ctrl-C.\n", nil
}

// addressOf is where this machine reaches the listener.
func addressOf(at net.Addr) string {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return "http://" + at.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// phoneAddresses are where other machines of the network reach a listener that
// is not for this machine alone.
func phoneAddresses(at net.Addr) []string {
	host, port, err := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsUnspecified() {
		return nil
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var out []string
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			out = append(out, "http://"+net.JoinHostPort(n.IP.String(), port))
		}
	}
	return out
}
