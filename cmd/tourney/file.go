package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"

	"tourney/internal/results"
	"tourney/internal/results/eventfile"
)

// maxFile bounds what is read of one file, in bytes. An event of ten thousand
// entrants with its whole history is far smaller.
const maxFile = 512 << 20

// largeFile is the size, in bytes, from which on it pays to collect garbage less
// often: such a command reads, answers and ends.
const largeFile = 1 << 20

// stdinName is how standard input is called in faults.
const stdinName = "standard input"

// read reads a file, or standard input for "-". displayed is what faults call
// it.
func (p *program) read(name string) (displayed string, data []byte, err error) {
	from, displayed := p.stdin, stdinName
	size := 0
	if name != "-" {
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil, wrong("%s: there is no such file; check the name", name)
		}
		if err != nil {
			return name, nil, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return name, nil, err
		}
		if info.IsDir() {
			return name, nil, wrong("%s: this is a folder; name the file in it", name)
		}
		size = int(min(info.Size(), maxFile))
		from, displayed = f, name
	}
	if size > largeFile {
		debug.SetGCPercent(400)
	}
	var text bytes.Buffer
	text.Grow(size + bytes.MinRead)
	_, err = text.ReadFrom(io.LimitReader(from, maxFile+1))
	data = text.Bytes()
	if err == nil && len(data) > maxFile {
		err = wrong("%s: the file is larger than %d MB, more than any event needs", displayed, maxFile>>20)
	}
	return displayed, data, err
}

// readEvent reads an event file for standings or a pairing.
func (p *program) readEvent(name string) (*results.Tournament, error) {
	displayed, data, err := p.read(name)
	if err != nil {
		return nil, err
	}
	changes, err := eventfile.ReadMatchResults(displayed, data)
	if err != nil {
		return nil, err
	}
	return results.Fold(changes)
}

// forEach does something with every file and joins what is wrong with any of
// them.
func (p *program) forEach(names []string, do func(name string) error) error {
	if first := slices.Index(names, "-"); first >= 0 && slices.Contains(names[first+1:], "-") {
		return wrong("standard input (-) can be read once only; name it once")
	}
	var faults []error
	for _, name := range names {
		faults = append(faults, do(name))
	}
	return errors.Join(faults...)
}
