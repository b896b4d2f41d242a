package pairing

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"tourney/internal/pairing/swiss"
	"tourney/internal/results"
	"tourney/internal/results/exact"
)

// SwissAlgorithm names how Swiss rounds are paired.
const SwissAlgorithm = "swiss/1"

func pairSwiss(t *results.Tournament, stage results.Stage, plan *Plan) error {
	f, err := newField(t, stage, plan)
	if err != nil {
		return err
	}
	plan.Algorithm = SwissAlgorithm
	if f.seatNobody(plan) {
		return nil
	}
	rules := f.rules
	count, err := RoundCount(t, stage)
	if err != nil {
		return err
	}
	in := swiss.Input{Options: swiss.Options{
		Seed:   plan.Seed,
		ByRank: rules.LastRound == "by_rank" && len(f.rounds)+1 == count,
	}}
	if rules.WithinPoints == "rank" {
		in.Options.Within = swiss.WithinRank
	}
	if rules.Rematch == "never" {
		in.Options.Rematch = swiss.RematchNever
	}
	if rules.ByeTo == "random_without_bye" {
		in.Options.ByeTo = swiss.ByeToRandom
	}
	switch rules.AvoidClub {
	case "soft":
		in.Options.Apart = swiss.ApartSoft
	case "strong":
		in.Options.Apart = swiss.ApartStrong
	}
	index := f.indices()
	clubs := map[string]int{"": 0}
	for _, p := range f.players {
		e := swiss.Entrant{Points: p.points, Byes: p.byes, Rank: p.rank}
		for _, m := range p.met {
			if j := index[m]; j >= 0 {
				e.Met = append(e.Met, j)
			}
		}
		if _, seen := clubs[p.entrant.Club]; !seen {
			clubs[p.entrant.Club] = len(clubs)
		}
		e.Club = clubs[p.entrant.Club]
		in.Entrants = append(in.Entrants, e)
	}
	round, err := swiss.Pair(in)
	if err != nil {
		return f.swissRefusal(err)
	}
	for _, table := range round.Tables {
		plan.Matches = append(plan.Matches, Planned{
			Seats:   []results.EntrantID{f.players[table.A].entrant.ID, f.players[table.B].entrant.ID},
			Reasons: f.swissReasons(table.A, table.B, table.Reasons),
		})
	}
	if bye := round.Bye; bye != nil {
		plan.Matches = append(plan.Matches, Planned{
			Seats:    []results.EntrantID{f.players[bye.Entrant].entrant.ID},
			Assigned: results.Bye,
			Reasons:  f.swissReasons(bye.Entrant, -1, bye.Reasons),
		})
	}
	plan.Matches = append(plan.Matches, f.awarded...)
	plan.Quality = f.swissQuality(round)
	return nil
}

func (f *field) swissQuality(round swiss.Result) *results.PairingQuality {
	q := round.Quality
	out := &results.PairingQuality{
		Rematches: q.Rematches, SecondByes: q.SecondByes, PairDowns: q.PairDowns, SameClub: q.SameClub, Optimal: q.Optimal,
		LargestGap: f.rat(new(big.Int).SetUint64(q.LargestGap)),
		SquaredGap: f.rat(q.SquaredGap).Div(exact.Int(f.unit)),
	}
	if round.Bye != nil {
		out.ByePoints = exact.Of(f.rat(big.NewInt(q.ByePoints)))
	}
	return out
}

func (f *field) swissReasons(a, b int, list []swiss.Reason) []results.Reason {
	out := make([]results.Reason, len(list))
	other := func(r swiss.Reason) string {
		if r.Entrant == a && b >= 0 {
			return f.players[b].entrant.Name
		}
		return f.players[a].entrant.Name
	}
	for i, r := range list {
		who := f.players[r.Entrant].entrant.Name
		points, others := f.points(r.Points), f.points(r.OtherPoints)
		text := ""
		switch r.Code {
		case swiss.SamePoints:
			text = fmt.Sprintf("Both have %s.", points)
		case swiss.PairedDownOdd:
			text = fmt.Sprintf("%s (%s) is paired down to %s: an odd number, %d, with these points was left to pair.", who, points, others, r.Count)
		case swiss.PairedDownAllMet:
			text = fmt.Sprintf("%s (%s) is paired down to %s: everyone left with these points had been met.", who, points, others)
		case swiss.PairedDownClub:
			text = fmt.Sprintf("%s (%s) is paired down to %s: everyone left with these points had been met or is of the same club.", who, points, others)
		case swiss.PairedDownOverall:
			text = fmt.Sprintf("%s (%s) is paired down to %s: the round as a whole has fewer rematches or smaller gaps so.", who, points, others)
		case swiss.PairedUp:
			text = fmt.Sprintf("%s (%s) is paired up: the opponent has %s.", who, points, others)
		case swiss.RematchForced:
			text = fmt.Sprintf("%s and %s have met before (%s): no pairing of this round has fewer rematches.", who, other(r), times(r.Count))
		case swiss.SameClub:
			text = "Both are of one club: keeping them apart would have cost a rematch or larger gaps."
		case swiss.ByRank:
			text = fmt.Sprintf("Paired by rank: %d against %d.", r.Rank, r.OtherRank)
		case swiss.LowestWithoutBye:
			text = fmt.Sprintf("Bye: %s (%s) is lowest of those who had none.", who, points)
		case swiss.ByeMovedUp:
			text = fmt.Sprintf("Bye: %d without a bye have fewer points, but if one of them sat out there would be more rematches.", r.Count)
		case swiss.RandomWithoutBye:
			text = "Bye: drawn among those who had none."
		case swiss.SecondByeForced:
			text = fmt.Sprintf("Bye: %s had one before (%s); no pairing of this round has fewer rematches and second byes.", who, times(r.Count))
		}
		out[i] = results.Reason{Code: string(r.Code), Text: text}
	}
	return out
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (f *field) swissRefusal(err error) error {
	var r *swiss.Refusal
	if !errors.As(err, &r) {
		return err
	}
	if r.Code == swiss.TooFew {
		return tooFew(r.Entrants)
	}
	text := []string{fmt.Sprintf("The policy allows no rematch and no second bye, and every pairing of these %d entrants has one.", r.Entrants)}
	for _, remedy := range r.Remedies {
		switch remedy {
		case swiss.AddEntrants:
			text = append(text, "Bring in or take back an entrant.")
		case swiss.FewerRounds:
			text = append(text, "Play fewer rounds: end the stage here.")
		case swiss.AllowRepeats:
			text = append(text, fmt.Sprintf("Or set pairing.rematch to \"only_if_forced\": the best pairing has %d rematches and %d second byes.", r.Rematches, r.SecondByes))
		case swiss.RoundRobin:
			text = append(text, "Or play a round robin next time: it gives this field its rounds without a rematch.")
		}
	}
	return results.Refuse(results.Refused, "%s", strings.Join(text, " "))
}
