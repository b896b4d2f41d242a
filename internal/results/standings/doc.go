// Package standings is the arithmetic of a tournament's table: match points,
// tiebreakers, ranks, and the sums behind them.
//
// A [Table] holds what the Match Results of one stage say, as dense integers:
// who met whom, what it was worth, how many games were won. It knows neither
// games nor rules. [Compute] turns a table and a policy into [Standings];
// [Explain] shows the sum behind one value. Everything is a pure function of
// its arguments, exact to the last fraction, and independent of the order in
// which entrants and matches are given.
//
// Every tiebreaker is a value of its own; see the files share.go, own.go,
// buchholz.go, encounter.go, mcmahon.go, cumulative.go and rating.go. Names and
// descriptions stand with the codes in package results.
package standings
