package standings

// formulas is every tiebreaker by its code. To add one, see docs/standings.md.
var formulas = map[string]formula{
	"MP": matchPoints,

	"MW":   matchShare,
	"GW":   gameShare,
	"OMW":  opponentMatchShare,
	"OGW":  averageOf("GW", gameFloor),
	"OOMW": averageOf("OMW", matchFloor),
	"OAMP": averageOf("MP", noFloor),
}
