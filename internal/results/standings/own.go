package standings

// matchPoints is MP: the points of all rounds, byes and assigned results
// included, and what an absence is worth where the policy says so.
var matchPoints = formula{
	how: Sum,
	parts: perRound(func(t *Table, c *cell, r int) int64 {
		if c.kind == noRow {
			return t.marks[r].absent
		}
		return int64(c.points)
	}),
	fold: points,
	show: showPoints,
}
