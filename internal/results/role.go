package results

// Role is what somebody is in an event, or for Administrator in the whole
// installation.
type Role string

// The roles. A visitor has no account.
const (
	Visitor       Role = "visitor"
	Player        Role = "player"
	Judge         Role = "judge"
	Scorekeeper   Role = "scorekeeper"
	Organizer     Role = "organizer"
	Administrator Role = "administrator"
	// Program acts in imports and other work that no person's account stands for.
	Program Role = "program"
)

// Action is one thing that a role may or may not do. It is also what a log
// entry says was done.
type Action string

// The actions.
const (
	ReadEvent      Action = "read_event"
	ReadLog        Action = "read_log"
	ReadPenalties  Action = "read_penalties"
	ReadDraft      Action = "read_draft"
	CreateEvent    Action = "create_event"
	ImportEvent    Action = "import_event"
	ExportEvent    Action = "export_event"
	EditDetails    Action = "edit_details"
	ChangePolicy   Action = "change_policy"
	ChangeStages   Action = "change_stages"
	EnrolEntrants  Action = "enrol_entrants"
	EditEntrant    Action = "edit_entrant"
	DropEntrant    Action = "drop_entrant"
	PairRound      Action = "pair_round"
	SwapSeats      Action = "swap_seats"
	PublishRound   Action = "publish_round"
	CloseRound     Action = "close_round"
	ReopenRound    Action = "reopen_round"
	VoidRound      Action = "void_round"
	RepairRound    Action = "repair_round"
	EnterResult    Action = "enter_result"
	CorrectResult  Action = "correct_result"
	CorrectClosed  Action = "correct_closed_round"
	RecordGame     Action = "record_game"
	RuleGame       Action = "rule_game"
	IssuePenalty   Action = "issue_penalty"
	ReversePenalty Action = "reverse_penalty"
	EditCatalogue  Action = "edit_catalogue"
	KeepTime       Action = "keep_time"
	MakeCut        Action = "make_cut"
	FinishEvent    Action = "finish_event"
	ReopenEvent    Action = "reopen_event"
	ManageStaff    Action = "manage_staff"
	ManageAccounts Action = "manage_accounts"
)

// Permission is one row of the role matrix.
type Permission struct {
	Action Action
	// Meaning is the row's text in the documentation.
	Meaning string
	Roles   []Role
}

var (
	everybody = []Role{Visitor, Player, Judge, Scorekeeper, Organizer, Administrator}
	floor     = []Role{Judge, Scorekeeper, Organizer, Administrator}
	desk      = []Role{Scorekeeper, Organizer, Administrator}
	judges    = []Role{Judge, Organizer, Administrator}
	owners    = []Role{Organizer, Administrator}
	admins    = []Role{Administrator}
)

// Matrix says who may do what, one row per action, in the order in which the
// documentation shows it.
var Matrix = []Permission{
	{ReadEvent, "Read published pages", everybody},
	{ReadLog, "Read the event's log", floor},
	{ReadPenalties, "See penalties and players' histories", judges},
	{ReadDraft, "See a round before it is published", desk},
	{CreateEvent, "Create an event", owners},
	{ImportEvent, "Import an event file", owners},
	{ExportEvent, "Export the event with its records, penalties included", owners},
	{EditDetails, "Change name, date, place and rule set", owners},
	{ChangePolicy, "Change the policy", owners},
	{ChangeStages, "Change stages and number of rounds", owners},
	{EnrolEntrants, "Add entrants, one or a list", desk},
	{EditEntrant, "Rename an entrant, set fixed table, byes, club", desk},
	{DropEntrant, "Drop an entrant, take a drop back, sit out a round", desk},
	{PairRound, "Draft a round", desk},
	{SwapSeats, "Swap seats of a draft by hand", desk},
	{PublishRound, "Publish a round", desk},
	{CloseRound, "Close a round", desk},
	{ReopenRound, "Reopen a closed round", owners},
	{VoidRound, "Void a round made by mistake", owners},
	{RepairRound, "Break and re-pair tables of a published round", owners},
	{EnterResult, "Enter a result", floor},
	{CorrectResult, "Correct a result of the running round", floor},
	{CorrectClosed, "Correct a result of a closed round", owners},
	{RecordGame, "Record a game with its evidence", floor},
	{RuleGame, "Rule on a game", judges},
	{IssuePenalty, "Record an infraction and its penalty", judges},
	{ReversePenalty, "Reverse a penalty on appeal", judges},
	{EditCatalogue, "Edit the event's catalogue of infractions", owners},
	{KeepTime, "Run the round clock, give extensions", floor},
	{MakeCut, "Cut to the playoff", owners},
	{FinishEvent, "Finish the event", owners},
	{ReopenEvent, "Reopen a finished event", owners},
	{ManageStaff, "Invite and remove staff", owners},
	{ManageAccounts, "Manage accounts of the installation", admins},
}

// Allowed reports whether the role may do the action. What the matrix does not
// name is forbidden.
func Allowed(role Role, action Action) bool {
	if role == Program {
		return true
	}
	for _, row := range Matrix {
		if row.Action != action {
			continue
		}
		for _, r := range row.Roles {
			if r == role {
				return true
			}
		}
	}
	return false
}
