package bracket

// Drawing is where the slots of a bracket stand and which lines join them, in
// whole steps, for whatever draws it.
type Drawing struct {
	Columns []Column
	Lines   []Line
}

// Column is one round of one side. X counts the columns from the left, 0 first;
// every slot stands right of those that feed it, and the two sides of a double
// elimination share columns.
type Column struct {
	Side  Side
	Round int
	X     int
	Slots []Position
}

// Position is the middle of a slot. Y counts half slots of the first round from
// the top of the slot's side: 1 for the first, 3 for the second. The finals stand
// at the height of the winners' side, the third-place match below it.
type Position struct {
	Slot string
	Y    int
}

// Line leads from a slot to the seat that its winner takes, or its loser.
type Line struct {
	From, To string
	Seat     int // 0 for the first, 1 for the second
	Loser    bool
}

// Drawing lays the bracket out. A reseeded bracket has no lines between its
// rounds, because nobody knows them beforehand.
func (b *Bracket) Drawing() Drawing {
	var d Drawing
	for _, c := range b.columns {
		col := Column{Side: c.side, Round: c.round, X: b.x(c)}
		for i := c.first; i < c.first+c.size; i++ {
			s := b.slots[i]
			col.Slots = append(col.Slots, Position{Slot: s.name, Y: b.y(s)})
			for seat, f := range s.feeds {
				if f.source == WinnerOf || f.source == LoserOf {
					d.Lines = append(d.Lines, Line{From: b.slots[f.slot].name, To: s.name, Seat: seat, Loser: f.source == LoserOf})
				}
			}
		}
		d.Columns = append(d.Columns, col)
	}
	return d
}

func (b *Bracket) x(c column) int {
	switch {
	case c.side == Third:
		return b.rounds - 1
	case b.spec.Kind == SingleElimination || c.side == Winners && c.round == 1:
		return c.round - 1
	case c.side == Winners:
		return 2*c.round - 3
	case c.side == Losers:
		return c.round
	}
	return 2*b.rounds - 2 + c.round // the finals
}

func (b *Bracket) y(s slot) int {
	switch s.side {
	case Winners:
		return (2*s.place - 1) << (s.round - 1)
	case Losers:
		return (2*s.place - 1) << ((s.round - 1) / 2)
	case Third:
		return 2*len(b.spec.First) + 1
	}
	return 1 << (b.rounds - 1) // the finals
}
