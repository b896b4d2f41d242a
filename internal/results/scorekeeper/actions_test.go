package scorekeeper_test

import (
	"context"
	"slices"

	"pgregory.net/rapid"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/policy"
	"tourney/internal/results/scorekeeper"
)

// actions are everything that people do, each with a draw of its details.
func (m *machine) actions() map[string]func(*rapid.T) {
	ctx := context.Background()
	type req = scorekeeper.Request
	type answer = *results.Tournament
	actions := map[string]func(){
		"step 1": m.step, "step 2": m.step, "step 3": m.step, "step 4": m.step, "step 5": m.step, "step 6": m.step,
		"round": m.playRound,
		"enrol": func() { m.enrol(1 + m.draw("entrants", 2)) },
		"edit": func() {
			id := m.entrant("entrant")
			e, ok := m.now().Entrant(id)
			f, version := m.facts("Nobody"), 0
			if ok {
				f.Name, version = e.Name, m.version(e.Version)
			}
			m.try(results.EditEntrant, func(r req) (answer, error) { return m.k.EditEntrant(ctx, r, id, version, f) })
		},
		"drop": func() {
			id := m.entrant("entrant")
			m.try(results.DropEntrant, func(r req) (answer, error) { return m.k.Drop(ctx, r, id) })
		},
		"take a drop back": func() {
			id := m.entrant("entrant")
			for _, h := range m.now().Entrants {
				if h.Current().DroppedAfter != nil {
					id = h.Current().ID
				}
			}
			m.try(results.DropEntrant, func(r req) (answer, error) { return m.k.TakeBackDrop(ctx, r, id) })
		},
		"sit out": func() {
			id, in := m.entrant("entrant"), m.draw("in", 3) == 0
			m.try(results.DropEntrant, func(r req) (answer, error) { return m.k.SitOut(ctx, r, id, in) })
		},
		"draft": m.draft,
		"draft again": func() {
			number, version := m.round()
			m.try(results.PairRound, func(r req) (answer, error) { return m.k.DraftAgain(ctx, r, number, version) })
		},
		"swap": func() {
			number, version := m.round()
			a, b := m.entrant("a"), m.entrant("b")
			m.try(results.SwapSeats, func(r req) (answer, error) { return m.k.SwapSeats(ctx, r, number, version, a, b) })
		},
		"check": func() {
			number, version := m.round()
			m.try(results.PairRound, func(r req) (answer, error) { return m.k.CheckRound(ctx, r, number, version) })
		},
		"publish": func() { m.publish(m.round()) },
		"close":   func() { m.close(m.round()) },
		"reopen": func() {
			number, version := m.round()
			m.try(results.ReopenRound, func(r req) (answer, error) { return m.k.ReopenRound(ctx, r, number, version) })
		},
		"void": func() {
			number, version := m.round()
			m.try(results.VoidRound, func(r req) (answer, error) { return m.k.VoidRound(ctx, r, number, version) })
		},
		"repair": func() {
			number, version := m.round()
			var apart [][2]results.EntrantID
			if h := m.match(contest); h != nil && len(h.Match.Seats) == 2 {
				apart = append(apart, [2]results.EntrantID{h.Match.Seats[0], h.Match.Seats[1]})
			}
			m.try(results.RepairRound, func(r req) (answer, error) { return m.k.RepairRound(ctx, r, number, version, apart...) })
		},
		"pair again": func() {
			number, version := m.round()
			if m.try(results.RepairRound, func(r req) (answer, error) { return m.k.PairAgain(ctx, r, number, version) }) {
				m.paired(m.now(), number)
			}
		},
		"cut":    m.cut,
		"finish": func() { m.try(results.FinishEvent, func(r req) (answer, error) { return m.k.Finish(ctx, r) }) },
		"reopen the event": func() {
			m.try(results.ReopenEvent, func(r req) (answer, error) { return m.k.Reopen(ctx, r) })
		},
		"enter": func() {
			if h := m.match(undecided); h != nil {
				m.enter(h, m.version(h.Version()), m.score(len(h.Match.Seats)))
			}
		},
		"correct": func() {
			if h := m.match(decided); h != nil {
				m.enter(h, m.version(h.Version()), m.score(len(h.Match.Seats)))
			}
		},
		"correct and back": m.correctAndBack,
		"take a result back": func() {
			if h := m.match(decided); h != nil {
				version := m.version(h.Version())
				m.try(results.CorrectResult, func(r req) (answer, error) { return m.k.TakeBack(ctx, r, h.Match.ID, version) })
			}
		},
		"penalty": func() {
			h := m.match(contest)
			f := scorekeeper.PenaltyFacts{Entrant: m.entrant("entrant"), Code: "conduct", Game: m.draw("game", 3)}
			f.Kind = rapid.SampledFrom([]results.PenaltyKind{"", results.Warning, results.GameLoss, results.MatchLoss, results.Disqualification}).Draw(m.T, "penalty")
			if h != nil && !m.rarely("no match") {
				f.Match, f.Entrant = h.Match.ID, h.Match.Seats[m.draw("seat", len(h.Match.Seats))]
			}
			m.try(results.IssuePenalty, func(r req) (answer, error) { return m.k.IssuePenalty(ctx, r, f) })
		},
		"appeal": func() {
			n := len(m.now().Penalties)
			if n == 0 {
				return
			}
			p := m.now().Penalties[m.draw("penalty", n)].Current()
			version := m.version(p.Version)
			m.try(results.ReversePenalty, func(r req) (answer, error) { return m.k.ReversePenalty(ctx, r, p.ID, version) })
		},
		"policy": func() {
			p, _, _, err := policy.Preset(rapid.SampledFrom([]string{"magic-third", "pokemon", "onepiece", "momon"}).Draw(m.T, "preset"))
			if err != nil {
				m.Fatal(err)
			}
			t := m.now()
			version, from := m.version(len(t.Policies)), pairing.LastPlayed(t)+m.draw("from", 3)
			m.try(results.ChangePolicy, func(r req) (answer, error) {
				return m.k.ChangePolicy(ctx, r, version, *policy.Record(p, 1, from))
			})
		},
		"stages": m.changeStages,
	}
	for name, action := range m.gameActions() {
		actions[name] = action
	}
	out := map[string]func(*rapid.T){}
	for name, action := range actions {
		out[name] = func(rt *rapid.T) {
			m.T = rt
			action()
		}
	}
	return out
}

// gameActions are what a judge does at a table.
func (m *machine) gameActions() map[string]func() {
	ctx := context.Background()
	type req = scorekeeper.Request
	type answer = *results.Tournament
	game := func(h *results.MatchHistory) (number, version int) {
		number = 1 + m.draw("game", len(h.Games)+1)
		return number, m.version(scorekeeper.GameVersion(h, number))
	}
	return map[string]func(){
		"game": func() {
			h := m.match(contest)
			if h == nil {
				return
			}
			c := scorekeeper.GameClaim{Winner: m.draw("winner", len(h.Match.Seats)+1) - 1, Ruling: m.rarely("ruling")}
			c.Game, c.Version = game(h)
			switch m.draw("method", 6) {
			case 0:
				c.Method, c.Winner = "concession", 0
				c.Evidence = `{"concessions":[{"by":"B","seq":3,"clear":false}]}`
			case 1:
				c.Method, c.Winner = "concession", 0
				c.Evidence = `{"concessions":[{"by":"B","seq":3,"clear":true}]}`
			}
			m.try(results.RecordGame, func(r req) (answer, error) { return m.k.RecordGame(ctx, r, h.Match.ID, c) })
		},
		"ruling": func() {
			h := m.match(contest)
			if h == nil {
				return
			}
			number, version := game(h)
			winner := m.draw("winner", len(h.Match.Seats)+1) - 1
			m.try(results.RuleGame, func(r req) (answer, error) {
				return m.k.RuleOn(ctx, r, h.Match.ID, number, version, winner)
			})
		},
		"strike": func() {
			h := m.match(func(h *results.MatchHistory) bool { return len(h.Games) > 0 })
			if h == nil {
				return
			}
			number, version := game(h)
			m.try(results.RecordGame, func(r req) (answer, error) { return m.k.StrikeGame(ctx, r, h.Match.ID, number, version) })
		},
		"time": func() {
			h := m.match(contest)
			if h == nil {
				return
			}
			version, unfinished := m.version(h.Version()), m.draw("unfinished", 2) == 1
			m.try(results.RecordGame, func(r req) (answer, error) { return m.k.EndByTime(ctx, r, h.Match.ID, version, unfinished) })
		},
		"press": func() {
			h := m.match(contest)
			if h == nil {
				return
			}
			f := scorekeeper.ClockFacts{Match: h.Match.ID, Game: 1 + m.draw("game", 3), Kind: results.ClockPress}
			m.try(results.KeepTime, func(r req) (answer, error) { return m.k.KeepTime(ctx, r, f) })
		},
		"concede": func() {
			h := m.match(contest)
			if h == nil {
				return
			}
			version, seat := m.version(h.Version()), m.draw("seat", len(h.Match.Seats))
			m.try(results.EnterResult, func(r req) (answer, error) { return m.k.ConcedeMatch(ctx, r, h.Match.ID, version, seat) })
		},
		"decide equal": func() {
			h := m.match(contest)
			if h == nil {
				return
			}
			version, winner := m.version(h.Version()), m.draw("winner", len(h.Match.Seats))
			m.try(results.EnterResult, func(r req) (answer, error) { return m.k.DecideEqual(ctx, r, h.Match.ID, version, winner) })
		},
	}
}

func (m *machine) changeStages() {
	t := m.now()
	stages := slices.Clone(t.Stages())
	s := &stages[m.draw("stage", len(stages))]
	switch m.draw("change", 6) {
	case 0:
		s.Rounds = max(s.Rounds-1, 0)
	case 1, 2:
		s.Rounds++
	case 3:
		s.Groups = 1 + m.draw("groups", 3)
	case 4:
		third := m.draw("third", 2) == 1
		s.ThirdPlace = &third
	case 5:
		stages = stages[:len(stages)-1]
		if len(stages) == 0 {
			return
		}
	}
	version := m.version(t.Plans[len(t.Plans)-1].Version)
	m.try(results.ChangeStages, func(r scorekeeper.Request) (*results.Tournament, error) {
		return m.k.ChangeStages(context.Background(), r, version, stages)
	})
}

// correctAndBack corrects a result that a score tells and corrects it back: the
// standings are as before.
func (m *machine) correctAndBack() {
	h := m.match(func(h *results.MatchHistory) bool {
		r := h.Result()
		return decided(h) && r.Kind == results.Played && r.Won != nil && len(r.Penalties) == 0 && len(h.Games) == len(r.Games)
	})
	if h == nil {
		return
	}
	before := m.now()
	r := h.Result()
	if !m.enter(h, h.Version(), m.win(before, h)) {
		return
	}
	old := scorekeeper.Score{Won: r.Won, Drawn: r.Drawn, ArchiveLater: true}
	if r.Winner != results.Nobody && len(r.Won) == 2 && r.Won[0] == r.Won[1] {
		old.Winner = &r.Winner
	}
	if m.enter(h, h.Version()+1, old) && tables(m.now()) != tables(before) {
		m.Fatalf("a correction and its reverse:\n%s\nbefore\n%s", tables(m.now()), tables(before))
	}
}
