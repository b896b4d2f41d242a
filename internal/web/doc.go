// Package web is the web application: routes, forms, sessions and error pages,
// and the presenters that turn the domain into what the pages show.
//
// A handler reads the form, calls one use-case of the scorekeeper, and sends
// the browser on to a page (post, redirect, get) or shows the form again with
// what is wrong. Reading never changes anything. Handlers return errors;
// handleError alone turns them into pages. Presenters (present_*.go) are pure
// functions from domain to view model: rounding, plural, addresses and "may
// this person press it" are decided there and tested without HTTP.
//
// # How to add a page, in five steps
//
//  1. Name its address: a constant with the pattern, such as
//     routeGrid = "/t/:slug/rounds/:round/grid", and a row in routes (visitors)
//     or staffRoutes (staff): get, post, or upload for a form with a file.
//     Build addresses with href(routeGrid, slug, 3), never by hand.
//  2. Say what it shows: a struct in templates/NAME.go that embeds
//     templates.Page and holds strings ready to print, and the component in
//     templates/NAME.templ, framed by @Layout(p.Page). Run
//     "go tool templ generate -path templates" and "go tool templ fmt
//     templates", and commit the generated file too. Styles go to
//     static/app.css (no style attributes, no inline scripts: the content
//     policy refuses them); a script of its own goes to static/ and into
//     Page.Scripts by static.URL.
//  3. Fill the struct in present_NAME.go with a pure function of the
//     tournament, and test it with a table: long, empty, right-to-left and
//     markup names among the rows.
//  4. Write the handler: func (s *Server) showGrid(c echo.Context, t
//     *results.Tournament) error, wrapped by s.event in the route table, which
//     loads the event. Pages that not everybody may see begin with
//     require(c, t, action). Pages that everybody sees and that show nothing
//     but the event's records begin with "if s.unchanged(c, t) { return nil }".
//     Set p.Page = s.eventPage(c, t, title, routeOfItsTab) and return
//     render(c, http.StatusOK, templates.Grid(p)).
//  5. For a form: newForm(action, version) in the page and @FormFrame(p.Form)
//     around its fields; in the post handler req, err := request(c, t, action),
//     then one method of s.Keeper, then s.done(c, address, "What happened.").
//     If the use-case refuses, build the same page with sentForm and the typed
//     values, let blame(err, &form, &fields...) put the sentence where it
//     belongs, and render with statusOf(err); if blame says false, return the
//     error. Test it with the client of client_test.go, refusals included, and
//     with each role.
package web
