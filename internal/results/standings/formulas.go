package standings

import "math"

// formulas is every tiebreaker by its code. To add one, see docs/standings.md.
var formulas = map[string]formula{
	"MP":   matchPoints,
	"WINS": roundsWon,
	"WON":  winsAtTheTable,
	"BPG":  secondSide,
	"BWG":  winsWithSecondSide,
	"REP":  roundsChosen,
	"KA":   kashdan,
	"LSQ":  lossSquares,
	"GWON": gamesWon,
	"GD":   gameDifference,

	"MW":   matchShare,
	"GW":   gameShare,
	"OMW":  opponentMatchShare,
	"OGW":  averageOf("GW", gameFloor),
	"OOMW": averageOf("OMW", matchFloor),
	"OAMP": averageOf("MP", noFloor),

	"PML":  lossShare,
	"OML":  averageOf("PML", noFloor),
	"CTB":  cumulativeTiebreaker,
	"OCTB": averageOf("CTB", noFloor),
	"SOSA": averageOf(perRoundCode, noFloor),
	"ESOS": averageOf("SOSA", noFloor),

	"H2H":  headToHead(math.MaxInt),
	"H2H2": headToHead(2),
	"DE":   directEncounter,

	"BH":    buchholz(false, 0, 0),
	"BH-C1": buchholz(false, 1, 0),
	"BH-C2": buchholz(false, 2, 0),
	"BH-M1": buchholz(false, 1, 1),
	"BH-M2": buchholz(false, 2, 2),
	"AOB":   averageBuchholz,
	"FB":    buchholz(true, 0, 0),
	"FB-C1": buchholz(true, 1, 0),
	"SB":    sonnebornBerger(0),
	"SB-C1": sonnebornBerger(1),
	"KS":    koya,
	"PS":    progressive(0),
	"PS-C1": progressive(1),

	"ARO":    averageRating(0),
	"ARO-C1": averageRating(1),
	"TPR":    performance,
	"PTP":    perfectPerformance,
	"APRO":   opponentPerformance,

	"MMS":   mcmahonScore,
	"SOS":   opponentScores(0),
	"SOS-1": opponentScores(1),
	"SOS-2": opponentScores(2),
	"SODOS": defeatedScores,
	"SOSOS": opponentSums,
	"CUSS":  cumulativeScores,

	perRoundCode: pointsPerRound,
}

// perRoundCode is a column that others are made from; no policy names it.
const perRoundCode = "points per round"
