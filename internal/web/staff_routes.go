package web

import (
	"tourney/internal/results"
	"tourney/templates"
)

// The pages of those who run events.
const (
	routeNewEvent = "/events/new"
	routeImport   = "/events/import"

	routeDesk         = "/t/:slug/desk"
	routeDetails      = "/t/:slug/details"
	routeStages       = "/t/:slug/stages"
	routeChangePolicy = "/t/:slug/policy/change"
	routeStaff        = "/t/:slug/staff"
	routeStaffMember  = "/t/:slug/staff/:account"
	routeLog          = "/t/:slug/log"
	routeExport       = "/t/:slug/export"

	routeRegistration = "/t/:slug/registration"
	routeRoster       = "/t/:slug/registration/list"
	routeRosterFile   = "/t/:slug/registration/players.csv"
	routeEditEntrant  = "/t/:slug/players/:entrant/edit"
	routeDrop         = "/t/:slug/players/:entrant/drop"
	routeTakeBackDrop = "/t/:slug/players/:entrant/take-back-drop"
	routeSitOut       = "/t/:slug/players/:entrant/sit-out"
	routeSitIn        = "/t/:slug/players/:entrant/sit-in"

	routeDraft       = "/t/:slug/draft"
	routeRoundDesk   = "/t/:slug/rounds/:round/desk"
	routeDraftAgain  = "/t/:slug/rounds/:round/draft-again"
	routeSwap        = "/t/:slug/rounds/:round/swap"
	routeCheck       = "/t/:slug/rounds/:round/check"
	routePublish     = "/t/:slug/rounds/:round/publish"
	routeClose       = "/t/:slug/rounds/:round/close"
	routeReopenRound = "/t/:slug/rounds/:round/reopen"
	routeVoid        = "/t/:slug/rounds/:round/void"
	routeRepair      = "/t/:slug/rounds/:round/repair"
	routeClock       = "/t/:slug/rounds/:round/clock"
	routeSlips       = "/t/:slug/rounds/:round/slips"
	routeGrid        = "/t/:slug/rounds/:round/results"
	routeCorrection  = "/t/:slug/matches/:match/correction"
	routeTakeBack    = "/t/:slug/matches/:match/take-back"

	routeCut    = "/t/:slug/cut"
	routeFinish = "/t/:slug/finish"
	routeReopen = "/t/:slug/reopen"
)

// staffRoutes are the pages of those who run events.
func (s *Server) staffRoutes() []route {
	return []route{
		get(routeNewEvent, s.showNewEvent),
		post(routeNewEvent, s.createEvent),
		get(routeImport, s.showImport),
		upload(routeImport, s.importEvent),

		get(routeDesk, s.event(s.showDesk)),
		get(routeDetails, s.event(s.showDetails)),
		post(routeDetails, s.event(s.editDetails)),
		get(routeStages, s.event(s.showStages)),
		post(routeStages, s.event(s.changeStages)),
		get(routeChangePolicy, s.event(s.showChangePolicy)),
		upload(routeChangePolicy, s.event(s.changePolicy)),
		get(routeStaff, s.event(s.showStaff)),
		post(routeStaff, s.event(s.invite)),
		post(routeStaffMember, s.event(s.changeStaff)),
		get(routeLog, s.event(s.showLog)),
		get(routeExport, s.event(s.export)),

		get(routeRegistration, s.event(s.showRegistration)),
		post(routeRegistration, s.event(s.enrolOne)),
		get(routeRoster, s.event(s.showRoster)),
		upload(routeRoster, s.event(s.enrolList)),
		get(routeRosterFile, s.event(s.downloadRoster)),
		get(routeEditEntrant, s.event(s.showEditEntrant)),
		post(routeEditEntrant, s.event(s.editEntrant)),
		post(routeDrop, s.event(s.withEntrant("Dropped: ", s.drop))),
		post(routeTakeBackDrop, s.event(s.withEntrant("Plays again: ", s.takeBackDrop))),
		post(routeSitOut, s.event(s.withEntrant("Sits out the next round: ", s.sitOut))),
		post(routeSitIn, s.event(s.withEntrant("Plays the next round: ", s.sitIn))),

		post(routeDraft, s.event(s.draftRound)),
		get(routeRoundDesk, s.event(s.showRoundDesk)),
		post(routeDraftAgain, s.event(s.onRound(results.PairRound, s.draftAgain))),
		post(routeSwap, s.event(s.onRound(results.SwapSeats, s.swapSeats))),
		post(routeCheck, s.event(s.onRound(results.PairRound, s.checkRound))),
		post(routePublish, s.event(s.onRound(results.PublishRound, s.publishRound))),
		post(routeClose, s.event(s.onRound(results.CloseRound, s.closeRound))),
		post(routeReopenRound, s.event(s.onRound(results.ReopenRound, s.reopenRound))),
		post(routeClock, s.event(s.onRound(results.KeepTime, s.keepTime))),
		get(routeVoid, s.event(s.showVoid)),
		post(routeVoid, s.event(s.voidRound)),
		get(routeRepair, s.event(s.showRepair)),
		post(routeRepair, s.event(s.repairRound)),
		get(routeSlips, s.event(s.showSlips)),
		get(routeGrid, s.event(s.showGrid)),
		post(routeGrid, s.event(s.enterResults)),
		get(routeCorrection, s.event(s.showCorrection)),
		post(routeCorrection, s.event(s.correct)),
		post(routeTakeBack, s.event(s.takeBack)),

		get(routeCut, s.event(s.showCut)),
		post(routeCut, s.event(s.makeCut)),
		get(routeFinish, s.event(s.showFinish)),
		post(routeFinish, s.event(s.finish)),
		get(routeReopen, s.event(s.showReopen)),
		post(routeReopen, s.event(s.reopen)),
	}
}

// staffTabs lead those who run the event to their pages; tab is the pattern of
// the tab that is open.
func staffTabs(t *results.Tournament, actor results.Actor, tab string) []templates.Link {
	slug := t.Info().Slug
	var out []templates.Link
	add := func(action results.Action, label, pattern string, params ...any) {
		if results.Allowed(actor.Role, action) {
			out = append(out, templates.Link{Label: label, Href: href(pattern, append([]any{slug}, params...)...), Current: pattern == tab})
		}
	}
	add(results.ReadDraft, "Desk", routeDesk)
	add(results.EnrolEntrants, "Registration", routeRegistration)
	if r := lastPublished(t); r != nil {
		add(results.EnterResult, "Results", routeGrid, r.Number)
	}
	add(results.EditDetails, "Settings", routeDetails)
	add(results.ManageStaff, "Staff", routeStaff)
	add(results.ReadLog, "Log", routeLog)
	return out
}

// homeLinks lead from the list of events to what the actor may do there.
func homeLinks(actor results.Actor) []templates.Link {
	var out []templates.Link
	if results.Allowed(actor.Role, results.CreateEvent) {
		out = append(out, templates.Link{Label: "New event", Href: routeNewEvent})
	}
	if results.Allowed(actor.Role, results.ImportEvent) {
		out = append(out, templates.Link{Label: "Import", Href: routeImport})
	}
	return out
}
