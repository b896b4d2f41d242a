package eventfile

import (
	"fmt"

	"tourney/internal/results"
)

// withheld stands for what somebody wrote in an anonymous export.
const withheld = "withheld"

// pseudonyms gives each name a number in order of appearance.
type pseudonyms struct {
	word  string
	given map[string]string
}

func (p *pseudonyms) of(name string) string {
	if name == "" {
		return ""
	}
	if p.given[name] == "" {
		if p.given == nil {
			p.given = map[string]string{}
		}
		p.given[name] = fmt.Sprintf("%s %d", p.word, len(p.given)+1)
	}
	return p.given[name]
}

// anonymous copies portable changes without the names of people. Entrants are
// renamed by their ids, clubs and staff by their names, each the same wherever
// it stands; sentences that people or the program wrote may hold names and are
// replaced. Ids, results and everything that is computed stay.
func anonymous(changes []results.Change) []results.Change {
	players := pseudonyms{word: "Player"}
	clubs := pseudonyms{word: "Club"}
	staff := pseudonyms{word: "Staff"}
	meaning := map[results.Action]string{}
	for _, row := range results.Matrix {
		meaning[row.Action] = row.Meaning + "."
	}
	hide := func(text *string) {
		if *text != "" {
			*text = withheld
		}
	}
	for i := range changes {
		c := &changes[i]
		c.Entry.By.Name = staff.of(c.Entry.By.Name)
		if c.Entry.Text = meaning[c.Entry.Action]; c.Entry.Text == "" {
			c.Entry.Text = withheld
		}
		hide(&c.Entry.Reason)
		for j, r := range c.Records {
			r = copyRecord(r)
			switch r := r.(type) {
			case *results.Entrant:
				r.Name = players.of(string(r.ID))
				r.Club = clubs.of(r.Club)
			case *results.Match:
				reasons := make([]results.Reason, len(r.Reasons))
				for k, reason := range r.Reasons {
					reasons[k] = results.Reason{Code: reason.Code, Text: withheld}
				}
				if len(reasons) > 0 {
					r.Reasons = reasons
				}
			case *results.GameResult:
				hide(&r.Verdict.Message)
				if r.Ruling != nil {
					ruled := *r.Ruling
					ruled.By.Name = staff.of(ruled.By.Name)
					hide(&ruled.Reason)
					r.Ruling = &ruled
				}
			case *results.UnfinishedGame:
				if r.Verdict != nil {
					verdict := *r.Verdict
					hide(&verdict.Message)
					r.Verdict = &verdict
				}
			case *results.Penalty:
				hide(&r.Remedy)
			case *results.Staff:
				r.Name = staff.of(r.Name)
			}
			c.Records[j] = r
		}
	}
	stamp(changes)
	return changes
}
