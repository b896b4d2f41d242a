package magic

import "tourney/internal/rules"

// instant collects what one batch of events brings about.
type instant struct {
	win, lose rules.SideSet
	check     bool
	loop      bool
}

// Do resolves the events of one instant. Events of seats that have left have
// no effect (102.5). It is refused, with the game unchanged, with
// rules.GameOver after the end, with Undetermined while a judge has to decide,
// with LoopOptional for a loop that can be stopped, and with Fault for what
// cannot have happened.
func (g *Game) Do(batch []Event) error {
	switch {
	case g.result.Kind != rules.Undecided:
		return rules.GameOver{Result: g.result, Rule: rules.R102_1}
	case g.together != 0:
		return Undetermined{g.together}
	case len(batch) > MaxEvents:
		return Fault{MaxEvents, rules.R102_1, "an instant may have up to 4096 events"}
	}
	copy(g.next[:g.n], g.now[:g.n])
	it, err := g.count(batch)
	if err != nil {
		return err
	}
	if err := g.draw(batch); err != nil {
		return err
	}
	copy(g.now[:g.n], g.next[:g.n])
	g.note(batch)
	g.resolve(batch, it)
	return nil
}

// count adds up the numbers other than draws, and the wins and losses that do
// not wait for a check.
func (g *Game) count(batch []Event) (it instant, err error) {
	for i, e := range batch {
		if e.Op == Loop {
			switch {
			case e.Optional:
				g.looked = rules.R102_4b
				return it, LoopOptional{}
			case len(batch) > 1:
				return it, Fault{i, rules.R102_4b, "a loop stands alone in its instant"}
			}
			it.loop = true
			continue
		}
		if e.Op == Priority {
			it.check = true
			continue
		}
		if int(e.P) >= g.n {
			return it, Fault{i, rules.R102_1, "there is no such seat"}
		}
		if e.N > MaxAmount || e.N < -MaxAmount {
			return it, Fault{i, rules.R102_1, "a number must be between -10^15 and 10^15"}
		}
		who := rules.Only(e.P)
		if g.in&who == 0 {
			continue
		}
		c := &g.next[e.P]
		switch e.Op {
		case Life:
			c.life += e.N
		case Poison:
			c.poison += e.N
		case Library:
			c.library += e.N
		case Draw:
			if e.N < 0 {
				return it, Fault{i, rules.R102_3c, "a player cannot draw fewer than 0 cards"}
			}
		case Win:
			it.win |= who
		case Lose, Concede, Leave:
			it.lose |= who
		default:
			return it, Fault{i, rules.R102_1, "there is no such event"}
		}
	}
	return it, nil
}

// draw draws the cards of the instant, after what was put into the libraries,
// and looks at the limits. Who has to draw more than there is draws what there
// is and is marked for good (102.3c).
func (g *Game) draw(batch []Event) error {
	for i := range g.n {
		c := &g.next[i]
		switch {
		case c.poison < 0:
			return Fault{0, rules.R102_3d, "more poison counters are removed than there are"}
		case c.library < 0:
			return Fault{0, rules.R102_3c, "more cards are taken from a library than there are"}
		case c.life > MaxTotal || c.life < -MaxTotal || c.poison > MaxTotal || c.library > MaxTotal:
			return Fault{0, rules.R102_1, "a total leaves the range of 10^18"}
		}
	}
	for _, e := range batch {
		if e.Op != Draw || !g.in.Has(e.P) {
			continue
		}
		c := &g.next[e.P]
		if e.N > c.library {
			c.decked = true
		}
		c.library -= min(e.N, c.library)
	}
	return nil
}

// note remembers the condition that the instant is about.
func (g *Game) note(batch []Event) {
	for _, e := range batch {
		switch e.Op {
		case Life:
			g.looked = rules.R102_3b
		case Poison:
			g.looked = rules.R102_3d
		case Library, Draw:
			g.looked = rules.R102_3c
		}
	}
}

// resolve finds the losers of the instant, takes them out of its winners
// (102.3e) and out of the game (102.5), and sees who is left.
func (g *Game) resolve(batch []Event, it instant) {
	if it.loop {
		g.end(rules.LoopDraw, 0)
		return
	}
	for _, e := range batch {
		if e.Op < Lose || e.Op > Leave || !g.in.Has(e.P) {
			continue
		}
		g.lost[e.P] |= [...]LossSet{ByEffect, Conceded, LeftTable}[e.Op-Lose]
	}
	if it.check {
		it.lose |= g.checkAll()
	}
	it.win &^= it.lose
	g.in &^= it.lose
	g.last = it.lose
	if it.win != 0 {
		if team := g.team[it.win.First()]; it.win&^team == 0 {
			g.end(rules.EffectWin, team)
		} else {
			g.together = it.win
		}
		return
	}
	var winners rules.SideSet
	if g.in != 0 {
		winners = g.team[g.in.First()]
		if g.in&^winners != 0 {
			return
		}
	}
	switch {
	case winners == 0 && g.teams:
		g.end(rules.AllTeamsLost, 0)
	case winners == 0:
		g.end(rules.AllLost, 0)
	case g.teams:
		g.end(rules.TeamLast, winners)
	default:
		g.end(rules.AllOpponentsLost, winners)
	}
}

// checkAll finds everybody who loses at the check of life, library and poison.
func (g *Game) checkAll() (lose rules.SideSet) {
	for i := range g.n {
		who := rules.Only(rules.Side(i))
		if g.in&who == 0 {
			continue
		}
		var causes LossSet
		c := &g.now[i]
		if c.life <= 0 {
			causes |= NoLife
		}
		if c.decked {
			causes |= Decked
		}
		if c.poison >= poisonLimit {
			causes |= Poisoned
		}
		if causes != 0 {
			g.lost[i] |= causes
			lose |= who
		}
	}
	return lose
}

// end ends the game.
func (g *Game) end(m rules.Method, winners rules.SideSet) {
	rule, _ := m.Rule(rules.Magic102)
	kind := rules.Win
	if winners == 0 {
		kind = rules.Draw
	}
	g.result = rules.Result{Kind: kind, Winners: winners, Method: m, Rule: rule}
}
