package resultstest

import (
	"fmt"

	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// Organizer is an actor who may do everything in an event.
var Organizer = results.Actor{Account: 1, Name: "Olga", Role: results.Organizer}

// Policy is a small valid policy: best of three, 3/1/0, ranked by match points.
// Tests of the policy itself use the real presets.
func Policy() results.PolicyRecord {
	rules := results.MatchRules{
		GamesToWin: 2, DrawnGame: "counts_for_nobody", DrawnMatch: "allowed", AgreedDraw: "allowed",
		Concession: "allowed", ConcessionUntil: "recorded",
	}
	playoff := rules
	playoff.DrawnMatch, playoff.NoDraw, playoff.AgreedDraw = "refused", "judge", "refused"
	timing := results.Timing{Mode: "round_clock", Minutes: 50, ExtraTurns: 5, UnfinishedGame: "draw"}
	three := exact.Int(3)
	return results.PolicyRecord{
		Version: 1, FromRound: 1, Text: "name = \"Test\"\n", Hash: "0000",
		Policy: &results.Policy{
			Name: "Test", Match: rules, Timing: timing, PlayoffMatch: playoff, PlayoffTiming: timing,
			Scoring: results.Scoring{Win: three, Draw: exact.Int(1), Bye: three, FullBye: three, HalfBye: exact.Int(1), ByeGames: [2]int{2, 0}},
			Percentages: results.Percentages{
				Floor: exact.Frac(1, 3), GameFloor: exact.Frac(1, 3), Cap: exact.Int(1), CapDropped: exact.Int(1),
				DrawShare: "points", ByeInOwnMatch: true, ByeInOwnGame: true, LateCountsAsRound: true,
				NoOpponents: "floor", RepeatOpponent: "each_match", ForfeitIsOpponent: true,
			},
			Unplayed:    "face_value",
			Tiebreakers: []results.Tiebreaker{{Code: "MP"}, {Code: "OMW"}, {Code: "GW"}, {Code: "OGW"}},
			Pairing:     results.PairingRules{System: results.Swiss, WithinPoints: "random", LastRound: "as_usual", Rematch: "only_if_forced", ByeTo: "lowest_without_bye"},
			Rounds:      results.RoundsRules{Seeding: "standard", FinalReset: true, HigherSeedChooses: true, BracketDrop: "opponent_advances"},
		},
	}
}

// NewEvent is the first change of an event with entrants e1 … en.
func NewEvent(slug string, entrants int) results.Change {
	policy := Policy()
	records := []results.Record{
		&results.Details{Version: 1, Name: "Test event", Slug: slug, Ruleset: "generic", Sanctioned: true, Status: results.Registration},
		&policy,
		&results.StagePlan{Version: 1, Stages: []results.Stage{{ID: "swiss", System: results.Swiss}}},
	}
	for i := 1; i <= entrants; i++ {
		records = append(records, &results.Entrant{Version: 1, ID: results.EntrantID(fmt.Sprintf("e%d", i)), Name: fmt.Sprintf("Entrant %d", i)})
	}
	return results.Change{
		Entry:   results.LogEntry{By: Organizer, Action: results.CreateEvent, Text: "Event created."},
		Records: records,
	}
}

// Score is the records of a reported score at a match: its games, the loser's
// wins first, and the match result that rests on them.
func Score(match results.MatchID, won [2]int) []results.Record {
	winner, loser := 0, 1
	if won[1] > won[0] {
		winner, loser = 1, 0
	}
	var records []results.Record
	result := &results.MatchResult{
		Match: match, Version: 1, Kind: results.Played, Winner: winner, Won: won[:], Procedure: "match.games_to_win", PolicyHash: "0000",
	}
	add := func(seat int) {
		game := len(result.Games) + 1
		records = append(records, &results.GameResult{
			Match: match, Game: game, Version: 1, Winner: seat, Method: results.Reported, OrderUnknown: true,
			Verdict: results.Verdict{Kind: results.VerdictConsistent},
		})
		result.Games = append(result.Games, results.GameRef{Game: game, Version: 1})
	}
	for range won[loser] {
		add(loser)
	}
	for range won[winner] {
		add(winner)
	}
	if won[0] == won[1] {
		result.Winner = results.Nobody
	}
	return append(records, result)
}
