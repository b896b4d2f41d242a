package scorekeeper

import (
	"context"

	"tourney/internal/results"
)

// SetStaff gives an account a role in the event, or takes it away with an empty
// role. An event keeps at least one organizer.
func (k *Keeper) SetStaff(ctx context.Context, req Request, account int64, name string, role results.Role) (*results.Tournament, error) {
	return k.do(ctx, req, results.ManageStaff, func(t *results.Tournament) (*decision, error) {
		return setStaff(t, account, name, role)
	})
}

// JoinStaff is SetStaff for somebody who opens an invitation: the invitation
// gave the right to it, so the role of req.By is not asked.
func (k *Keeper) JoinStaff(ctx context.Context, req Request, role results.Role) (*results.Tournament, error) {
	joining := req
	joining.By.Role = results.Program
	return k.do(ctx, joining, results.ManageStaff, func(t *results.Tournament) (*decision, error) {
		return setStaff(t, req.By.Account, req.By.Name, role)
	})
}

func setStaff(t *results.Tournament, account int64, name string, role results.Role) (*decision, error) {
	switch role {
	case results.Judge, results.Scorekeeper, results.Organizer, "":
	default:
		return nil, results.Refuse(results.Invalid, "Staff of an event are judges, scorekeepers and organizers.").At("role")
	}
	organizers := 0
	version := 0
	seen := map[int64]bool{}
	for i := len(t.Staff) - 1; i >= 0; i-- {
		s := t.Staff[i]
		if s.Account == account && version == 0 {
			version = s.Version
		}
		if seen[s.Account] {
			continue
		}
		seen[s.Account] = true
		if s.Account != account && !s.Removed && s.Role == results.Organizer {
			organizers++
		}
	}
	was := t.StaffRole(account)
	if was == results.Organizer && role != results.Organizer && organizers == 0 {
		return nil, results.Refuse(results.Refused, "An event needs an organizer. Make somebody else one first.").At("role")
	}
	s := &results.Staff{Version: version + 1, Account: account, Name: name, Role: role}
	text := name + " is now " + string(role) + "."
	if role == "" {
		if was == results.Visitor {
			return nil, results.Refuse(results.Refused, "%s is not on the staff.", name)
		}
		s.Role, s.Removed = was, true
		text = name + " is no longer on the staff."
	}
	return &decision{text: text, records: []results.Record{s}}, nil
}
