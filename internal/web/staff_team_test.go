package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tourney/internal/results"
)

func TestStaffIsInvitedByLink(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	c := a.event(4)
	const page = "/t/friday-open/staff"
	c.get(page).status(200).says("Nobody is on the staff yet.")
	c.submit(page, page, "role", "king").status(422).says("Choose a role")
	r := c.follow(c.submit(page, page, "role", "scorekeeper")).status(200).says("is not shown again")
	link, _ := r.doc().Find("#copy").Attr("value")
	u, err := url.Parse(link)
	if err != nil || !strings.HasPrefix(u.Path, "/invite/") {
		t.Fatalf("the link is %q", link)
	}
	c.get(page).keepsQuiet(u.Path) // once
	sam := a.visitor()
	sam.follow(sam.post(u.Path, "name", "Sam", "password", password)).status(200).says("You are now scorekeeper")
	sam.get("/t/friday-open/registration").status(200)
	sam.get(page).status(403)

	c.get(page).status(200).says("Sam", "scorekeeper")
	member := ""
	list, _ := a.accounts.Accounts(context.Background())
	for _, account := range list {
		if account.Name == "Sam" {
			member = page + "/" + "2"
		}
	}
	form := c.get(page).form(member)
	c.follow(c.post(member, fill(form, "role-2", "judge")...)).status(200).says("Sam is now judge.")
	sam.get("/t/friday-open/registration").status(403)
	sam.get("/t/friday-open/log").status(200)
	remove := c.get(page).form(member + "?remove=yes")
	c.follow(c.post(member+"?remove=yes", remove...)).status(200).says("Sam is no longer on the staff.")
	c.post(member+"?remove=yes", remove...).status(http.StatusSeeOther) // sent twice
	sam.get("/t/friday-open/log").status(403)
	c.post(page + "/99?remove=yes").status(404)
	c.post(page+"/x", "role-x", "judge").status(404)
}

func TestAnEventKeepsAnOrganizer(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	s := running("friday-open")
	olga := &results.Account{Name: "Olga", Role: results.Visitor}
	if err := a.accounts.CreateAccount(context.Background(), olga, nil, "test", "made"); err != nil {
		t.Fatal(err)
	}
	s.add(results.ManageStaff, "Joined.", &results.Staff{Version: 1, Account: olga.ID, Name: "Olga", Role: results.Organizer})
	a.add(s.changes...)
	c := a.signedIn(olga.ID)
	c.post("/t/friday-open/staff/1?remove=yes").status(409).says("An event needs an organizer")
	c.post("/t/friday-open/staff/1", "role-1", "judge").status(409).says("An event needs an organizer")
	c.get("/t/friday-open/staff").status(200).says("you")
}
