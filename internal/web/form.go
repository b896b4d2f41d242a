package web

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"tourney/internal/results"
	"tourney/internal/results/scorekeeper"
	"tourney/internal/web/secret"
	"tourney/templates"
)

// maxKey bounds an idempotency key, in bytes; ours have 43.
const maxKey = 100

// newForm is a fresh form that sends to action, made from the given version of
// a record; 0 where there is none.
func newForm(action string, version int) templates.Form {
	return templates.Form{Action: action, Key: secret.Token(), Version: version}
}

// sentForm is the form as it was sent, to be shown again: sent once more it
// counts as the same sending.
func sentForm(c echo.Context, action string) templates.Form {
	return templates.Form{Action: action, Key: c.FormValue("key"), Version: formVersion(c)}
}

// maxReason bounds a reason, in characters.
const maxReason = 500

// request checks that the role allows the action, in the event or with nil in
// the installation, and reads what every form carries.
func request(c echo.Context, t *results.Tournament, action results.Action) (scorekeeper.Request, error) {
	actor, err := require(c, t, action)
	if err != nil {
		return scorekeeper.Request{}, err
	}
	key := c.FormValue("key")
	if len(key) > maxKey {
		return scorekeeper.Request{}, results.Refuse(results.Invalid, "The form's key is damaged. Reload the page and send the form again.").At("key")
	}
	reason := strings.TrimSpace(c.FormValue("reason"))
	if utf8.RuneCountInString(reason) > maxReason {
		return scorekeeper.Request{}, results.Refuse(results.Invalid, "The reason has more than %d characters. Say it in fewer.", maxReason).At("reason")
	}
	return scorekeeper.Request{Slug: slugOf(t), By: actor, Key: key, Reason: reason}, nil
}

// partKey is the key of one of several changes that a form makes; none without
// the form's own, so that forms without a key are not taken for each other.
func partKey(key, part string) string {
	if key == "" {
		return ""
	}
	return key + "-" + part
}

// formVersion is the version of the record that a form was made from.
func formVersion(c echo.Context) int {
	n, err := strconv.Atoi(c.FormValue("version"))
	if err != nil {
		return 0
	}
	return n
}

// blame writes a refusal into the form that it is about: at the field that is
// to blame, or above the form. It reports false for what is no refusal of the
// form's content, which the caller returns.
func blame(err error, form *templates.Form, fields ...*templates.Field) bool {
	var refusal *results.Error
	if !errors.As(err, &refusal) || refusal.Code == results.Forbidden || refusal.Code == results.NotFound {
		return false
	}
	for _, f := range fields {
		if refusal.Field != "" && f.Name == refusal.Field {
			f.Error = refusal.Message
			f.Focus = true
			return true
		}
	}
	form.Error = refusal.Message
	return true
}

// slugOf is the event's address, "" without an event.
func slugOf(t *results.Tournament) string {
	if t == nil {
		return ""
	}
	return t.Info().Slug
}
