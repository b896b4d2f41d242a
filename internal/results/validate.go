package results

import (
	"errors"
	"fmt"
)

func (d *Details) validate() error {
	switch {
	case d.Name == "":
		return errors.New("an event needs a name")
	case d.Slug == "":
		return errors.New("an event needs an address (slug)")
	case d.Ruleset != "momon" && d.Ruleset != "magic" && d.Ruleset != "generic":
		return errors.New(`ruleset must be "momon", "magic" or "generic"`)
	case d.Status != Registration && d.Status != Running && d.Status != Finished:
		return errors.New("an event needs a status")
	case len(d.KeptTables) > MaxKeptTables:
		return fmt.Errorf("%d ranges of tables are kept free; %d are the most", len(d.KeptTables), MaxKeptTables)
	}
	for _, r := range d.KeptTables {
		if r.First < 1 || r.Last < r.First || r.Last > MaxTable {
			return fmt.Errorf("tables %d to %d are no range; tables are numbered from 1 to %d", r.First, r.Last, MaxTable)
		}
	}
	return nil
}

func (p *PolicyRecord) validate() error {
	if p.Policy == nil || p.Hash == "" || p.Text == "" {
		return errors.New("a policy needs its document, text and hash")
	}
	return nil
}

func (p *StagePlan) validate() error {
	seen := map[string]bool{}
	for _, s := range p.Stages {
		if s.ID == "" || seen[s.ID] {
			return errors.New("every stage needs an id of its own")
		}
		seen[s.ID] = true
		if m := s.Match; m != nil && (min(m.GamesToWin, m.ExactGames) != 0 || max(m.GamesToWin, m.ExactGames) < 1 || max(m.GamesToWin, m.ExactGames) > MaxGames) {
			return fmt.Errorf("a match of stage %q is won by the first to win 1 to %d games, or is exactly that many", s.ID, MaxGames)
		}
	}
	if len(p.Stages) == 0 {
		return errors.New("an event needs at least one stage")
	}
	return nil
}

func (e *Entrant) validate() error {
	if e.ID == "" || e.Name == "" {
		return errors.New("an entrant needs an id and a name")
	}
	return nil
}

func (r *Round) validate() error {
	switch r.Status {
	case Draft, Checked, Published, Closed, Voided:
		return nil
	}
	return errors.New("a round needs a status")
}

func (m *Match) validate() error {
	seen := make(map[EntrantID]bool, len(m.Seats))
	for _, s := range m.Seats {
		if seen[s] {
			return errors.New("nobody sits twice at one table")
		}
		seen[s] = true
	}
	if len(m.Seats) == 0 {
		return errors.New("a match needs a seat")
	}
	if (len(m.Seats) == 1) != m.Assigned.Solo() {
		return errors.New("a row of one seat needs its kind, and only such a row has one")
	}
	return nil
}

func (g *GameResult) validate() error {
	if g.Method == "" || g.Verdict.Kind == "" {
		return errors.New("a game result needs its method and verdict")
	}
	if g.Winner < Nobody {
		return errors.New("a game result needs a winner's seat or nobody")
	}
	return nil
}

func (g *UnfinishedGame) validate() error { return nil }

func (r *MatchResult) validate() error {
	if r.Kind == "" || r.Procedure == "" || r.PolicyHash == "" {
		return errors.New("a match result needs its kind, the procedure that authorizes it and the policy's hash")
	}
	if r.Winner < Nobody {
		return errors.New("a match result needs a winner's seat or nobody")
	}
	return nil
}

func (o *Outcome) validate() error {
	if o.Kind == "" || o.PolicyHash == "" {
		return errors.New("an outcome needs its kind and the policy's hash")
	}
	for _, row := range o.Rows {
		if len(row.Values) != len(o.Codes) {
			return fmt.Errorf("the row of %q has %d values for %d codes", row.Entrant, len(row.Values), len(o.Codes))
		}
	}
	return nil
}

func (p *Penalty) validate() error {
	switch p.Kind {
	case Warning, GameLoss, MatchLoss, Disqualification:
		return nil
	}
	return errors.New("a penalty must be a warning, a game loss, a match loss or a disqualification")
}

func (c *Catalogue) validate() error { return nil }

func (c *ClockEntry) validate() error {
	if c.Kind == "" {
		return errors.New("a clock entry needs its kind")
	}
	return nil
}

func (s *Staff) validate() error {
	if s.Account == 0 || s.Role == "" {
		return errors.New("a staff entry needs an account and a role")
	}
	return nil
}
