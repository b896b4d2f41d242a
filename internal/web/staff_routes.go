package web

import (
	"tourney/internal/results"
	"tourney/templates"
)

// staffRoutes are the pages of those who run events.
func (s *Server) staffRoutes() []route {
	return nil
}

// staffTabs lead those who run the event to their pages; tab is the pattern of
// the tab that is open.
func staffTabs(t *results.Tournament, actor results.Actor, tab string) []templates.Link {
	return nil
}

// homeLinks lead from the list of events to what the actor may do there.
func homeLinks(actor results.Actor) []templates.Link {
	return nil
}
