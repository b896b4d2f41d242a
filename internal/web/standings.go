package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/standings"
	"tourney/templates"
)

// sheet is the standings after a round, as everybody may see them.
type sheet struct {
	t     *results.Tournament
	round *results.Round
	*standings.Standings
	policy *results.PolicyRecord
	// open counts the matches of a running round that do not count yet.
	open int
}

// standingsRounds are the public rounds that feed standings, in order.
func standingsRounds(t *results.Tournament) []*results.Round {
	return slices.DeleteFunc(publicRounds(t), func(r *results.Round) bool {
		stage, _ := t.Stage(r.Stage)
		return stage.System.Elimination()
	})
}

// newSheet computes the standings after a round. Of a round that still runs the
// matches with a result count, and the sheet is provisional.
func newSheet(t *results.Tournament, r *results.Round) (*sheet, error) {
	s := &sheet{t: t, round: r, policy: t.PolicyFor(r.Number)}
	s.open, _ = openTables(t, r)
	from := t
	if s.open > 0 {
		from = withDecidedOnly(t, r)
	}
	table, err := standings.FromTournament(from, r.Stage, r.Number)
	if err != nil {
		return nil, err
	}
	s.Standings = standings.Compute(table, s.policy.Policy, standings.Options{})
	return s, nil
}

// lastSheet is the newest sheet of which every match counts, or nil if there is
// none yet.
func lastSheet(t *results.Tournament) (*sheet, error) {
	for _, r := range slices.Backward(standingsRounds(t)) {
		if open, _ := openTables(t, r); open == 0 {
			return newSheet(t, r)
		}
	}
	return nil, nil
}

// withDecidedOnly is the event as if the round held only the matches that have
// a result.
func withDecidedOnly(t *results.Tournament, r *results.Round) *results.Tournament {
	round := *r
	round.Matches = slices.DeleteFunc(slices.Clone(r.Matches), func(id results.MatchID) bool {
		m, _ := t.Match(id)
		return m.Match.Assigned == "" && m.Result() == nil
	})
	view := *t
	view.Rounds = slices.Clone(t.Rounds)
	view.Rounds[r.Number-1] = &results.RoundHistory{Versions: []*results.Round{&round}}
	return &view
}

// standingsRound is the round of the address, which has to feed standings.
func standingsRound(c echo.Context, t *results.Tournament) (*results.Round, error) {
	r, err := publicRound(t, roundParam(c))
	if err != nil {
		return nil, err
	}
	if stage, _ := t.Stage(r.Stage); stage.System.Elimination() {
		return nil, results.Refuse(results.NotFound, "A round of a bracket has no standings. See the bracket.")
	}
	return r, nil
}

func (s *Server) showStandings(c echo.Context, t *results.Tournament) error {
	if s.unchanged(c, t) {
		return nil
	}
	rounds := standingsRounds(t)
	if len(rounds) == 0 {
		p := templates.StandingsPage{Heading: "Standings", Empty: "There are no standings yet. They begin with the first result of round 1."}
		p.Page = s.eventPage(c, t, p.Heading, routeStandings)
		return render(c, http.StatusOK, templates.Standings(p))
	}
	sheet, err := newSheet(t, rounds[len(rounds)-1])
	if err != nil {
		return err
	}
	return s.showSheet(c, sheet)
}

func (s *Server) showRoundStandings(c echo.Context, t *results.Tournament) error {
	r, err := standingsRound(c, t)
	if err != nil || s.unchanged(c, t) {
		return err
	}
	sheet, err := newSheet(t, r)
	if err != nil {
		return err
	}
	return s.showSheet(c, sheet)
}

func (s *Server) showSheet(c echo.Context, sheet *sheet) error {
	p := presentStandings(sheet, c.QueryParam("q"))
	p.Page = s.eventPage(c, sheet.t, p.Heading, routeStandings)
	return render(c, http.StatusOK, templates.Standings(p))
}

func (s *Server) showExplanation(c echo.Context, t *results.Tournament) error {
	r, err := standingsRound(c, t)
	if err != nil {
		return err
	}
	if _, ok := t.Entrant(results.EntrantID(param(c, "entrant"))); ok && s.unchanged(c, t) {
		return nil
	}
	sheet, err := newSheet(t, r)
	if err != nil {
		return err
	}
	place := slices.IndexFunc(sheet.Rows, func(r standings.Row) bool { return string(r.Entrant) == param(c, "entrant") })
	if place < 0 {
		return results.Refuse(results.NotFound, "Nobody in these standings has this number.")
	}
	p := presentExplanation(sheet, place)
	p.Page = s.eventPage(c, t, p.Name+" "+p.Heading, routeStandings)
	return render(c, http.StatusOK, templates.Explanation(p))
}
