package scorekeeper

import (
	"context"
	"slices"
	"strings"
	"time"

	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/results/roster"
)

// EventFacts are what an organizer says about an event.
type EventFacts struct {
	Name       string
	Slug       string
	StartsAt   time.Time // UTC
	Zone       string
	Place      string
	Ruleset    string
	Sanctioned bool
	// KeptTables are table numbers that rounds do not use.
	KeptTables []results.TableRange
}

// cleanName trims, normalizes and checks a name.
func cleanName(name, field string) (string, error) {
	clean, problem := roster.CleanName(name)
	if problem != "" {
		return "", results.Refuse(results.Invalid, "%s", problem).At(field)
	}
	return clean, nil
}

// checkFacts refuses facts that make no event.
func checkFacts(f *EventFacts) error {
	var err error
	if f.Name, err = cleanName(f.Name, "name"); err != nil {
		return err
	}
	if f.Slug == "" || strings.Trim(f.Slug, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" ||
		strings.HasPrefix(f.Slug, "-") || strings.HasSuffix(f.Slug, "-") || len(f.Slug) > 80 {
		return results.Refuse(results.Invalid, "An address has small letters a–z, digits and hyphens between them, 80 at most.").At("slug")
	}
	if f.Zone != "" {
		if _, err := time.LoadLocation(f.Zone); err != nil || f.Zone == "Local" {
			return results.Refuse(results.Invalid, "%q is not a time zone. Use a name such as Europe/Berlin.", f.Zone).At("zone")
		}
	}
	switch f.Ruleset {
	case "momon", "magic", "generic":
	default:
		return results.Refuse(results.Invalid, "The rule set is momon, magic or generic.").At("ruleset")
	}
	if len(f.KeptTables) > results.MaxKeptTables {
		return results.Refuse(results.Invalid, "Keep %d ranges of tables free at most.", results.MaxKeptTables).At("kept_tables")
	}
	for _, r := range f.KeptTables {
		if r.First < 1 || r.Last < r.First || r.Last > results.MaxTable {
			return results.Refuse(results.Invalid, "Tables are numbered from 1 to %d, and a range goes up, such as 10–12.", results.MaxTable).At("kept_tables")
		}
	}
	return nil
}

func (f EventFacts) details(version int, status results.Status) *results.Details {
	return &results.Details{
		Version: version, Name: f.Name, Slug: f.Slug, StartsAt: f.StartsAt, Zone: f.Zone,
		Place: strings.TrimSpace(f.Place), Ruleset: f.Ruleset, Sanctioned: f.Sanctioned, Status: status,
		KeptTables: f.KeptTables,
	}
}

// CreateEvent stores a new event with its policy and stages; the request has no
// slug. The account that makes it becomes its organizer. It fails with Conflict
// if the address is taken, unless the same form took it.
func (k *Keeper) CreateEvent(ctx context.Context, req Request, f EventFacts, policy results.PolicyRecord, stages []results.Stage) (*results.Tournament, error) {
	by := req.By
	if !results.Allowed(by.Role, results.CreateEvent) {
		return nil, forbidden(by, results.CreateEvent)
	}
	if err := checkFacts(&f); err != nil {
		return nil, err
	}
	policy.Version, policy.FromRound = 1, 1
	stages = k.withLots(stages, policy.Policy)
	records := []results.Record{
		f.details(1, results.Registration), &policy, &results.StagePlan{Version: 1, Stages: stages},
	}
	if by.Account != 0 {
		records = append(records, &results.Staff{Version: 1, Account: by.Account, Name: by.Name, Role: results.Organizer})
	}
	t, err := k.store.Create(ctx, []results.Change{{
		Entry:   results.LogEntry{By: by, Action: results.CreateEvent, Text: "Event created: " + f.Name + ".", Key: req.Key},
		Records: records,
	}})
	if results.CodeOf(err) == results.Conflict {
		if other, readErr := k.store.Tournament(ctx, f.Slug); readErr == nil {
			if _, same := other.EntryByKey(req.Key); same {
				return other, nil
			}
		}
	}
	return t, err
}

// withLots draws a lot for every stage whose standings may need one. A lot is
// drawn once; it breaks full ties in the same way ever after.
func (k *Keeper) withLots(stages []results.Stage, p *results.Policy) []results.Stage {
	if !p.LotSeeded {
		return stages
	}
	out := slices.Clone(stages)
	for i := range out {
		if out[i].LotSeed == nil && !out[i].System.Elimination() {
			lot := k.seed()
			out[i].LotSeed = &lot
		}
	}
	return out
}

// EditDetails replaces name, address, date, place, rule set and sanction. The
// rule set cannot change once games are recorded under it.
func (k *Keeper) EditDetails(ctx context.Context, req Request, version int, f EventFacts) (*results.Tournament, error) {
	if err := checkFacts(&f); err != nil {
		return nil, err
	}
	return k.do(ctx, req, results.EditDetails, func(t *results.Tournament) (*decision, error) {
		info := t.Info()
		if version != info.Version {
			return nil, stale("The event's details", info.By)
		}
		if (f.Ruleset != info.Ruleset || f.Sanctioned != info.Sanctioned) && len(t.Rounds) > 0 {
			return nil, results.Refuse(results.Refused, "Rule set and sanction cannot change after a round was paired: verdicts rest on them.").At("ruleset")
		}
		return &decision{text: "Details changed.", records: []results.Record{f.details(info.Version+1, info.Status)}}, nil
	})
}

// stale is the refusal of a form that was made from an older version.
func stale(what string, by results.Actor) error {
	return results.Refuse(results.Conflict, "%s changed while you were typing: %s was faster. Compare both and save again.", what, by.Name)
}

// ChangePolicy puts another policy in force from a round on. Results of earlier
// rounds keep theirs.
func (k *Keeper) ChangePolicy(ctx context.Context, req Request, version int, policy results.PolicyRecord) (*results.Tournament, error) {
	return k.do(ctx, req, results.ChangePolicy, func(t *results.Tournament) (*decision, error) {
		last := t.Policies[len(t.Policies)-1]
		if version != last.Version {
			return nil, stale("The policy", last.By)
		}
		if len(t.Rounds) > 0 {
			if err := needReason(req); err != nil {
				return nil, err
			}
		}
		first := firstOpenRound(t)
		if policy.FromRound < first {
			return nil, results.Refuse(results.Refused, "Round %d is published already. A new policy can begin with round %d.", policy.FromRound, first).At("from_round")
		}
		policy.Version = last.Version + 1
		text := "Policy in force: " + policy.Policy.Name + "."
		if policy.FromRound > 1 {
			text = "Policy in force from round " + itoa(policy.FromRound) + ": " + policy.Policy.Name + "."
		}
		d := &decision{text: text, round: policy.FromRound, records: []results.Record{&policy}}
		plan := t.Plans[len(t.Plans)-1]
		if stages := k.withLots(plan.Stages, policy.Policy); !slices.EqualFunc(stages, plan.Stages, sameLot) {
			d.records = append(d.records, &results.StagePlan{Version: plan.Version + 1, Stages: stages})
		}
		return d, nil
	})
}

func sameLot(a, b results.Stage) bool { return (a.LotSeed == nil) == (b.LotSeed == nil) }

// ChangeStages replaces the plan of stages. Stages that have rounds stay as
// they are, but for their number of rounds.
func (k *Keeper) ChangeStages(ctx context.Context, req Request, version int, stages []results.Stage) (*results.Tournament, error) {
	return k.do(ctx, req, results.ChangeStages, func(t *results.Tournament) (*decision, error) {
		plan := t.Plans[len(t.Plans)-1]
		if version != plan.Version {
			return nil, stale("The stages", plan.By)
		}
		if err := keepBegun(t, stages); err != nil {
			return nil, err
		}
		kept := slices.Clone(stages)
		for i := range kept {
			// A lot that was drawn stays: forms do not carry it.
			if old, ok := t.Stage(kept[i].ID); ok && kept[i].LotSeed == nil {
				kept[i].LotSeed = old.LotSeed
			}
		}
		kept = k.withLots(kept, t.PolicyFor(pairing.LastPlayed(t)+1).Policy)
		return &decision{text: "Stages changed.", records: []results.Record{&results.StagePlan{Version: plan.Version + 1, Stages: kept}}}, nil
	})
}

// keepBegun refuses a plan that does not begin with the stages that have rounds,
// as they are. Only the number of rounds of the last of them can change, and the
// match rules.
func keepBegun(t *results.Tournament, stages []results.Stage) error {
	begun := map[string]bool{}
	for _, h := range t.Rounds {
		if r := h.Current(); r.Status != results.Voided {
			begun[r.Stage] = true
		}
	}
	old := t.Stages()
	last := 0
	for i, s := range old {
		if begun[s.ID] {
			last = i + 1
		}
	}
	for i, was := range old[:last] {
		if i >= len(stages) || stages[i].ID != was.ID || stages[i].System != was.System {
			return results.Refuse(results.Refused, "Stage %q has rounds already, or comes before one that has; it cannot be removed, moved or change its system. Void its rounds first.", was.ID).At("stages")
		}
		s := stages[i]
		played := len(pairing.StageRounds(t, s.ID))
		switch {
		case i < last-1 && s.Rounds != was.Rounds:
			return results.Refuse(results.Refused, "Stage %q is over: its number of rounds cannot change.", was.ID).At("stages")
		case s.Rounds != 0 && s.Rounds < played:
			return results.Refuse(results.Refused, "Stage %q has %d rounds already. Plan as many at least, or void the last.", was.ID, played).At("stages")
		case s.Size != was.Size, s.Legs != was.Legs, s.Groups != was.Groups, s.Seeding != was.Seeding, !same(s.ThirdPlace, was.ThirdPlace), !same(s.Reset, was.Reset):
			return results.Refuse(results.Refused, "Stage %q has rounds already: of its plan only the number of rounds and the match rules can change. Void its rounds first.", was.ID).At("stages")
		}
	}
	return nil
}

func same(a, b *bool) bool { return a == b || a != nil && b != nil && *a == *b }
