package results

// TiebreakerInfo describes one tiebreaker; package standings computes it.
type TiebreakerInfo struct {
	Code string
	// Name heads a column; Description is a plain sentence that says what is
	// added, divided or compared; Source is where the definition stands.
	Name        string
	Description string
	Source      string
	// LowerIsBetter is the usual direction; a document may turn it round.
	LowerIsBetter bool
	// Cuts says that the value is made of one contribution per opponent or round
	// and that a document may leave out the lowest and highest of them.
	Cuts bool
	// Weights is the number of weights that the code takes, 0 for none.
	Weights int
}

// Where the definitions stand.
const (
	sourceMTR     = "Magic Tournament Rules, appendix C"
	sourceFIDE    = "FIDE Handbook C.07, tie-break regulations"
	sourceEGF     = "European Go Federation, tournament rules; British Go Association, tournament handbook"
	sourceFAB     = "Flesh and Blood, pairings and tiebreaker policy"
	sourcePokemon = "Play! Pokémon tournament rules handbook"
	sourceYugioh  = "Yu-Gi-Oh! TCG tournament policy, tie-breaking number"
	sourceCobra   = "Null Signal Games, Cobra tournament software"
	sourcePods    = "Multiplayer addendum to the Magic Tournament Rules"
	sourceUSCF    = "US Chess Federation rulebook, rule 34"
	sourceCommon  = "common practice"
)

var tiebreakers = []TiebreakerInfo{
	{Code: "MP", Name: "Match points", Source: sourceMTR,
		Description: "The points of all rounds added up, byes and assigned results included."},
	{Code: "WINS", Name: "Rounds won", Source: sourceFIDE,
		Description: "The number of rounds that gave as much as a win: games won, byes and forfeits in one's favour."},
	{Code: "WON", Name: "Wins at the table", Source: sourceFIDE,
		Description: "The number of matches won by playing them; byes and forfeits are left out."},
	{Code: "BPG", Name: "Games with the second side", Source: sourceFIDE,
		Description: "The number of matches played from the second seat (Black)."},
	{Code: "BWG", Name: "Wins with the second side", Source: sourceFIDE,
		Description: "The number of matches won by play from the second seat (Black)."},
	{Code: "REP", Name: "Rounds chosen to play", Source: sourceFIDE,
		Description: "The rounds less those that the entrant sat out by choice, missed or lost by forfeit."},
	{Code: "MW", Name: "Match-win share", Source: sourceMTR,
		Description: "Own match points divided by the most that the rounds taken part in could give, not below the floor and not above the cap."},
	{Code: "GW", Name: "Game-win share", Source: sourceMTR,
		Description: "Own game points (3 a win, 1 a drawn game) divided by the most that the games could give, not below the floor."},
	{Code: "OMW", Name: "Opponents' match-win share", Source: sourceMTR, Cuts: true,
		Description: "The average of the opponents' match-win shares, each floored and capped first; byes are no opponents."},
	{Code: "OGW", Name: "Opponents' game-win share", Source: sourceMTR, Cuts: true,
		Description: "The average of the opponents' game-win shares, each floored first; byes are no opponents."},
	{Code: "OOMW", Name: "Opponents' opponents' match-win share", Source: sourcePokemon, Cuts: true,
		Description: "The average of the opponents' OMW."},
	{Code: "OAMP", Name: "Opponents' average match points", Source: sourcePods, Cuts: true,
		Description: "The average of the opponents' match points."},
	{Code: "H2H", Name: "Head-to-head", Source: sourceCommon,
		Description: "1 for an entrant who beat every other in the tied group, otherwise 0."},
	{Code: "H2H2", Name: "Head-to-head of two", Source: sourcePokemon,
		Description: "1 for the winner if exactly two are tied and they met, otherwise 0."},
	{Code: "DE", Name: "Direct encounter", Source: sourceFIDE,
		Description: "The table of the matches among the tied alone; where some did not meet, only a place that no missing match could change is given, and the rest start again."},
	{Code: "LSQ", Name: "Squares of the rounds lost", Source: sourceYugioh,
		Description: "The numbers of the rounds lost, squared and added up; a later loss weighs more, and more is better."},
	{Code: "CTB", Name: "Cumulative tiebreaker", Source: sourceFAB,
		Description: "After each round a quarter of the value before plus the wins so far, shown as a share of what an unbeaten entrant would have: an early win weighs more."},
	{Code: "PML", Name: "Match-loss share", Source: sourceFAB, LowerIsBetter: true,
		Description: "Own losses divided by own matches; byes are no matches."},
	{Code: "OML", Name: "Opponents' match-loss share", Source: sourceFAB, LowerIsBetter: true, Cuts: true,
		Description: "The average of the opponents' match-loss shares."},
	{Code: "OCTB", Name: "Opponents' cumulative tiebreaker", Source: sourceFAB, Cuts: true,
		Description: "The average of the opponents' cumulative tiebreakers."},
	{Code: "SOS", Name: "Sum of opponents' scores", Source: sourceEGF, Cuts: true,
		Description: "The opponents' final scores added up."},
	{Code: "SOSA", Name: "Strength of schedule", Source: sourceCobra, Cuts: true,
		Description: "The average, over the opponents met, of their points per round."},
	{Code: "ESOS", Name: "Extended strength of schedule", Source: sourceCobra, Cuts: true,
		Description: "The average of the opponents' strength of schedule."},
	{Code: "BH", Name: "Buchholz", Source: sourceFIDE, Cuts: true,
		Description: "The opponents' scores added up; rounds not played follow the policy's rules for them."},
	{Code: "BH-C1", Name: "Buchholz, cut 1", Source: sourceFIDE,
		Description: "Buchholz without the lowest contribution."},
	{Code: "BH-C2", Name: "Buchholz, cut 2", Source: sourceFIDE,
		Description: "Buchholz without the two lowest contributions."},
	{Code: "BH-M1", Name: "Buchholz, median 1", Source: sourceFIDE,
		Description: "Buchholz without the lowest and the highest contribution."},
	{Code: "BH-M2", Name: "Buchholz, median 2", Source: sourceFIDE,
		Description: "Buchholz without the two lowest and the two highest contributions."},
	{Code: "AOB", Name: "Average of opponents' Buchholz", Source: sourceFIDE,
		Description: "The average Buchholz of the opponents met at the table."},
	{Code: "FB", Name: "Fore-Buchholz", Source: sourceFIDE, Cuts: true,
		Description: "Buchholz as if every match paired in the last round had been drawn."},
	{Code: "FB-C1", Name: "Fore-Buchholz, cut 1", Source: sourceFIDE,
		Description: "Fore-Buchholz without the lowest contribution."},
	{Code: "SB", Name: "Sonneborn-Berger", Source: sourceFIDE, Cuts: true,
		Description: "Each opponent's score times the part of the point taken from that opponent, added up."},
	{Code: "SB-C1", Name: "Sonneborn-Berger, cut 1", Source: sourceFIDE,
		Description: "Sonneborn-Berger without the contribution of the opponent with the lowest score."},
	{Code: "PS", Name: "Progressive score", Source: sourceFIDE, Cuts: true,
		Description: "The running score after each round, added up: early points weigh more."},
	{Code: "PS-C1", Name: "Progressive score, cut 1", Source: sourceFIDE,
		Description: "The progressive score without the score after round 1."},
	{Code: "KS", Name: "Koya", Source: sourceFIDE, Weights: 1,
		Description: "The points taken from opponents who have at least half of the greatest possible score; a weight from 0 to 1 sets another limit than 1/2."},
	{Code: "KA", Name: "Kashdan", Source: sourceUSCF,
		Description: "4 for a win, 2 for a draw, 1 for a loss at the table, 0 for a round not played, added up."},
	{Code: "ARO", Name: "Average rating of opponents", Source: sourceFIDE, Cuts: true,
		Description: "The average rating of the opponents met at the table, rounded half up."},
	{Code: "ARO-C1", Name: "Average rating of opponents, cut 1", Source: sourceFIDE,
		Description: "The average rating of the opponents met at the table without the lowest, rounded half up."},
	{Code: "TPR", Name: "Performance rating", Source: sourceFIDE,
		Description: "The opponents' average rating plus the difference that the regulations' table gives for the share of points."},
	{Code: "PTP", Name: "Perfect performance", Source: sourceFIDE,
		Description: "The lowest rating whose expected score against these opponents reaches the score that was made."},
	{Code: "APRO", Name: "Average performance of opponents", Source: sourceFIDE,
		Description: "The average performance rating of the opponents met at the table, rounded half up."},
	{Code: "MMS", Name: "McMahon score", Source: sourceEGF,
		Description: "The score at the start plus the points of all rounds; absences may count half, and the total is rounded down."},
	{Code: "SOS-1", Name: "Sum of opponents' scores but one", Source: sourceEGF,
		Description: "The opponents' final scores added up without the lowest."},
	{Code: "SOS-2", Name: "Sum of opponents' scores but two", Source: sourceEGF,
		Description: "The opponents' final scores added up without the two lowest."},
	{Code: "SODOS", Name: "Sum of defeated opponents' scores", Source: sourceEGF,
		Description: "The final scores of the opponents beaten, those drawn with at half, added up."},
	{Code: "SOSOS", Name: "Sum of opponents' SOS", Source: sourceEGF,
		Description: "The opponents' sums of opponents' scores added up."},
	{Code: "CUSS", Name: "Cumulative sum of scores", Source: sourceEGF,
		Description: "The score after each round, added up."},
	{Code: "GD", Name: "Game difference", Source: sourceCommon,
		Description: "Games won less games lost."},
	{Code: "GWON", Name: "Games won", Source: sourceCommon,
		Description: "The number of games won."},
}

// Tiebreakers lists every tiebreaker that a policy may name, in a fixed order
// for tables and forms. The slice is shared and read-only.
func Tiebreakers() []TiebreakerInfo { return tiebreakers }

// TiebreakerByCode finds a tiebreaker's description.
func TiebreakerByCode(code string) (TiebreakerInfo, bool) {
	for _, t := range tiebreakers {
		if t.Code == code {
			return t, true
		}
	}
	return TiebreakerInfo{}, false
}
