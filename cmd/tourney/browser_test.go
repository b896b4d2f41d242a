package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take on a machine that is busy with other
// tests. Nothing waits this long unless something is broken.
const patience = 60 * time.Second

// startProgram runs the program as "serve" does, on a new data file, and returns
// its address and the path of the set-up link.
func startProgram(t *testing.T) (base, setup string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, in, io.Discard, serveOptions{addr: "127.0.0.1:0", file: filepath.Join(t.TempDir(), "evening.db"), named: true})
		in.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if rest, ok := strings.CutPrefix(line, "tourney is running at "); ok {
			base = rest
		}
		if path, ok := strings.CutPrefix(line, base+"/setup/"); ok && base != "" {
			go io.Copy(io.Discard, out)
			return base, "/setup/" + path
		}
	}
	t.Fatalf("the program ended before it gave a set-up link: %v", <-ended)
	return "", ""
}

// startBrowser starts Chromium for the test; its tabs have cookies of their own.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		t.Fatal("there is no browser: install chromium (apt-get install chromium); the pages are tested in a real one")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	browser, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return browser
}

// tab is a tab of the browser with its own cookies and a window of some width.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu     sync.Mutex
	faults []string
}

func openTab(t *testing.T, browser context.Context, base string, width int64) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	b := &tab{t: t, ctx: ctx, base: base}
	// The first step binds the tab to its context; those of b.do end with the step.
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800)); err != nil {
		t.Fatalf("the browser opens no tab: %v", err)
	}
	b.staysHere()
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			// A refused form is answered with its status; that is no fault.
			if (m.Type == chromedp.ConsoleException || m.Type == "error") && !strings.Contains(m.Text, "Failed to load resource") {
				b.mu.Lock()
				b.faults = append(b.faults, m.Text)
				b.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, f := range b.faults {
			t.Errorf("the browser reports: %s", f)
		}
	})
	return b
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%v; the page says: %s", err, b.text())
	}
}

// withoutScripts turns scripts off.
func (b *tab) withoutScripts() {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
}

// open opens a page.
func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.base + path))
}

// text is what the page says now, on one line.
func (b *tab) text() string {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body ? document.body.innerText : ""`))
	if err != nil {
		return "" // between two pages
	}
	return strings.Join(strings.Fields(text), " ")
}

// says waits until the page says each of the sentences, and checks that nothing
// of it stands beyond the window.
func (b *tab) says(sentences ...string) {
	b.t.Helper()
	for _, s := range sentences {
		b.until(func() bool { return strings.Contains(b.text(), s) }, "does not say "+s)
	}
	if over := b.number(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		b.t.Errorf("the page is %d px wider than the window: %s", over, b.text())
	}
}

// until waits for a condition of the page.
func (b *tab) until(ok func() bool, what string) {
	b.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	b.t.Fatalf("the page %s; it says: %s", what, b.text())
}

// number is the value of an expression in the page; −1 while there is none.
func (b *tab) number(expression string) int {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	n, err := chromedp.Run(ctx, chromedp.Evaluate[int](expression))
	if err != nil {
		return -1
	}
	return n
}

// press presses a button or follows a link by its words.
func (b *tab) press(words string) {
	b.t.Helper()
	b.do(chromedp.Click(fmt.Sprintf(`//main//*[self::button or self::a or self::summary][not(@aria-hidden)][starts-with(normalize-space(), %q)]`, words)))
}

// fill types into a field in place of what stands there.
func (b *tab) fill(field, text string) {
	b.t.Helper()
	css := chromedp.CSS("[name='" + field + "']:not([type=hidden])")
	b.do(chromedp.Focus(css), chromedp.Evaluate[chromedp.Void](`document.activeElement.select()`), chromedp.KeyEvent(text))
}

// keys types on the keyboard, wherever the cursor is.
func (b *tab) keys(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}
