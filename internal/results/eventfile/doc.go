// Package eventfile reads and writes events as files in the form "tourney/1".
//
// A file has a plain part, which people and scripts write: the event, its
// policy, stages, entrants and rounds as they stand. An export has a history
// besides: every change with its log entry and all versions of every record.
// [Read] turns either into changes that [results.Fold] makes a tournament of;
// [Write] makes the export of a tournament. Reading an export gives exactly the
// changes that were written, so that writing them again gives the same bytes.
//
// Reading is strict. Everything that is wrong with a file is told at once, each
// with its place (a JSON Pointer and a line) and its remedy, and nothing of a
// faulty file is used.
package eventfile
