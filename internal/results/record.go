package results

import (
	"time"

	"tourney/internal/results/exact"
)

// EntrantID names an entrant within one tournament, as in the event file.
type EntrantID string

// MatchID numbers the matches of one tournament from 1, archived ones
// included; a number is never used twice.
type MatchID int

// Actor is who did something, as it was at that time.
type Actor struct {
	Account int64  `json:"account,omitzero"`
	Name    string `json:"name"`
	Role    Role   `json:"role"`
}

// Stamp says when and by whom a record was appended. The store fills it from
// the log entry of the change; a record carries the log number so that the
// state as of any entry can be rebuilt.
type Stamp struct {
	Seq    int64     `json:"seq,omitzero"`
	At     time.Time `json:"at,omitzero"`
	By     Actor     `json:"by,omitzero"`
	Reason string    `json:"reason,omitzero"`
}

// StampOf gives access to the stamp of any record.
func (s *Stamp) StampOf() *Stamp { return s }

// Record is one appended row: one of the pointer types of this package that
// embed Stamp.
type Record interface {
	StampOf() *Stamp
	// RecordType is the stable name of the type in files and tables.
	RecordType() string
	// validate reports the first thing wrong with the record by itself.
	validate() error
}

// LogEntry is one line of the event's log. Seq runs from 1 within the
// tournament without gaps.
type LogEntry struct {
	Seq    int64     `json:"seq"`
	At     time.Time `json:"at"`
	By     Actor     `json:"by"`
	Action Action    `json:"action"`
	// Text says in one sentence what happened.
	Text   string `json:"text"`
	Reason string `json:"reason,omitzero"`
	// Round, Match and Entrants are what the entry is about, for filters.
	Round    int         `json:"round,omitzero"`
	Match    MatchID     `json:"match,omitzero"`
	Entrants []EntrantID `json:"entrants,omitzero"`
	// Key is the idempotency key of the form that was sent: the same key never
	// makes a second entry.
	Key string `json:"key,omitzero"`
}

// Change is what one use-case appends: a log entry and the records it made,
// in order. All of it is stored in one transaction or not at all.
type Change struct {
	Entry   LogEntry
	Records []Record
}

// Details are the facts about the event itself. Each version replaces the one
// before.
type Details struct {
	Stamp
	Version int    `json:"version"`
	Name    string `json:"name"`
	Slug    string `json:"slug"`
	// StartsAt is in UTC; zero where no start is announced. It is shown in Zone,
	// an IANA name.
	StartsAt time.Time `json:"starts_at,omitzero"`
	Zone     string    `json:"zone,omitzero"`
	Place    string    `json:"place,omitzero"`
	// Ruleset is "momon", "magic" or "generic".
	Ruleset    string `json:"ruleset"`
	Sanctioned bool   `json:"sanctioned"`
	Status     Status `json:"status"`
	// KeptTables are table numbers that rounds do not use.
	KeptTables []TableRange `json:"kept_tables,omitzero"`
}

// Bounds on tables that are kept free, so that finding a table that is not takes
// no time: the highest number and the most ranges.
const (
	MaxTable      = 100_000
	MaxKeptTables = 1_000
)

// TableRange is the tables from First to Last, each from 1 to MaxTable.
type TableRange struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// Status is where an event is between set-up and end.
type Status string

// The states of an event.
const (
	Registration Status = "registration"
	Running      Status = "running"
	Finished     Status = "finished"
)

// PolicyRecord puts a policy in force from a round on. Earlier rounds keep
// theirs.
type PolicyRecord struct {
	Stamp
	Version   int `json:"version"`
	FromRound int `json:"from_round"`
	// Text is the effective document in TOML and Hash its SHA-256 in hex.
	Text string `json:"text"`
	Hash string `json:"hash"`
	// Policy is the document read, so that nobody parses it again.
	Policy *Policy `json:"policy,omitzero"`
}

// StagePlan lists the stages in the order they are played.
type StagePlan struct {
	Stamp
	Version int     `json:"version"`
	Stages  []Stage `json:"stages"`
}

// System is how a stage pairs its entrants.
type System string

// The systems.
const (
	Swiss             System = "swiss"
	RoundRobin        System = "round_robin"
	SingleElimination System = "single_elimination"
	DoubleElimination System = "double_elimination"
	Pods              System = "pods"
)

// Elimination reports whether the stage is a bracket. Its matches never feed
// standings.
func (s System) Elimination() bool { return s == SingleElimination || s == DoubleElimination }

// Stage is one part of an event. Zero fields leave the matter to the policy.
type Stage struct {
	ID     string `json:"id"`
	System System `json:"system"`
	// Rounds is the number of rounds; Size the number of entrants of a cut.
	Rounds     int    `json:"rounds,omitzero"`
	Size       int    `json:"size,omitzero"`
	Legs       int    `json:"legs,omitzero"`
	Groups     int    `json:"groups,omitzero"`
	ThirdPlace *bool  `json:"third_place,omitzero"`
	Reset      *bool  `json:"reset,omitzero"`
	Seeding    string `json:"seeding,omitzero"`
	// Match and Timing replace the policy's for this stage.
	Match  *MatchRules `json:"match,omitzero"`
	Timing *Timing     `json:"timing,omitzero"`
	// LotSeed decides the order among equals at the cut into this stage.
	LotSeed *uint64 `json:"lot_seed,omitzero"`
}

// Entrant is a player's or team's entry in one tournament. Each version
// replaces the one before; a drop and its undoing are versions.
type Entrant struct {
	Stamp
	Version int       `json:"version"`
	ID      EntrantID `json:"id"`
	Name    string    `json:"name"`
	Seed    int       `json:"seed,omitzero"`
	Rating  int       `json:"rating,omitzero"`
	Club    string    `json:"club,omitzero"`
	Group   string    `json:"group,omitzero"`
	// FixedTable is a table that does not change from round to round; 0 is none.
	FixedTable  int       `json:"fixed_table,omitzero"`
	AwardedByes int       `json:"awarded_byes,omitzero"`
	StartScore  exact.Rat `json:"start_score,omitzero"`
	// JoinedIn is the first round in which the entrant may be paired; 0 is from
	// the start.
	JoinedIn int `json:"joined_in,omitzero"`
	// DroppedAfter and DisqualifiedAfter are the last round of which the entrant
	// was part, 0 if none; nil while the entrant is in.
	DroppedAfter      *int `json:"dropped_after,omitzero"`
	DisqualifiedAfter *int `json:"disqualified_after,omitzero"`
	// Absent lists the rounds that the entrant sits out and comes back from.
	Absent []int `json:"absent,omitzero"`
}

// RoundStatus is where a round is in its life.
type RoundStatus string

// The life of a round. A voided round is archived with its matches; its number
// is used again.
const (
	Draft     RoundStatus = "draft"
	Checked   RoundStatus = "checked"
	Published RoundStatus = "published"
	Closed    RoundStatus = "closed"
	Voided    RoundStatus = "voided"
)

// Public reports whether everybody sees the round and its results count: it is
// published or closed.
func (s RoundStatus) Public() bool { return s == Published || s == Closed }

// Round says which matches make up a round and how they were paired. Each
// version replaces the one before; a match that the current version does not
// name is archived.
type Round struct {
	Stamp
	Number  int         `json:"number"`
	Version int         `json:"version"`
	Stage   string      `json:"stage"`
	Status  RoundStatus `json:"status"`
	// PairSeed, Algorithm and PairedAt (the log number whose state was paired)
	// let anybody recompute the pairing. PairSeed is nil where it is not known.
	PairSeed  *uint64   `json:"seed,omitzero"`
	Algorithm string    `json:"algorithm,omitzero"`
	PairedAt  int64     `json:"paired_at,omitzero"`
	Matches   []MatchID `json:"matches"`
	// Quality is the report that the pairing gave about itself.
	Quality *PairingQuality `json:"quality,omitzero"`
}

// PairingQuality is how good a Swiss pairing is; see the pairing package for
// the order of the criteria.
type PairingQuality struct {
	Rematches  int         `json:"rematches"`
	SecondByes int         `json:"second_byes"`
	ByePoints  exact.Value `json:"bye_points"`
	SquaredGap exact.Rat   `json:"squared_gap"`
	PairDowns  int         `json:"pair_downs"`
	LargestGap exact.Rat   `json:"largest_gap"`
	SameClub   int         `json:"same_club"`
	// Optimal is true only if no legal pairing is better, by proof.
	Optimal bool `json:"optimal"`
}

// Match is who meets whom in a round, or who sits it out. It never changes: a
// swap makes new matches.
type Match struct {
	Stamp
	ID    MatchID     `json:"id"`
	Round int         `json:"round"`
	Table int         `json:"table,omitzero"`
	Seats []EntrantID `json:"seats"`
	// Assigned is the kind of a row that needs no play (a bye, a late entry's
	// missed round); empty for a contest.
	Assigned Kind `json:"assigned,omitzero"`
	// Slot is the place in a bracket, such as W1-2.
	Slot    string   `json:"slot,omitzero"`
	Reasons []Reason `json:"reasons,omitzero"`
	// ByHand is set when somebody moved a seat by hand; Reasons says who and why.
	ByHand bool `json:"by_hand,omitzero"`
}

// Reason says why a pairing is as it is: a stable code and a plain sentence.
type Reason struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Verdict is what the rules engine said about a claim. It is kept for ever; a
// ruling stands beside it and does not change it.
type Verdict struct {
	// Kind is "verified", "consistent", "rejected" or "judge".
	Kind    string   `json:"verdict"`
	Rule    string   `json:"rule,omitzero"`
	Code    string   `json:"code,omitzero"`
	Message string   `json:"message,omitzero"`
	Missing []string `json:"missing,omitzero"`
}

// The verdicts.
const (
	VerdictVerified   = "verified"
	VerdictConsistent = "consistent"
	VerdictRejected   = "rejected"
	VerdictJudge      = "judge"
)

// Ruling is a judge's decision on a game. It may accept what the engine did
// not; the reason is in the stamp's Reason of its record and here for readers.
type Ruling struct {
	By     Actor  `json:"by"`
	Reason string `json:"reason"`
}

// Nobody is the winner of a draw, a double loss or an undecided match.
const Nobody = -1

// Reported is the method of a game of which only the result was told.
const Reported = "reported"

// GameResult says how one game ended. A game that did not end has none.
type GameResult struct {
	Stamp
	Match   MatchID `json:"match"`
	Game    int     `json:"game"`
	Version int     `json:"version"`
	// Winner is the index of the winner's seat, or Nobody for a Game Draw.
	Winner int `json:"winner"`
	// Method is how it ended, in the words of the rule set, or Reported.
	Method string `json:"method"`
	// OrderUnknown marks the games of a score whose order nobody told: numbered
	// loser's wins, drawn games, winner's wins.
	OrderUnknown bool `json:"order_unknown,omitzero"`
	// Evidence is the claim's evidence as JSON, in the form of the rules
	// scenarios.
	Evidence RawJSON `json:"evidence,omitzero"`
	Verdict  Verdict `json:"verdict"`
	Ruling   *Ruling `json:"ruling,omitzero"`
	// Struck marks a version that says this game was not played after all.
	Struck bool `json:"struck,omitzero"`
}

// Pending reports whether the result waits for a judge.
func (g *GameResult) Pending() bool {
	return g.Ruling == nil && g.Verdict.Kind == VerdictJudge && !g.Struck
}

// RawJSON is a JSON text kept as it came.
type RawJSON string

// UnfinishedGame marks a game that had not ended when time was called
// (7.4.3). It is not a Game Result; what the engine said of a win that came
// too late, if there was one, is kept beside it.
type UnfinishedGame struct {
	Stamp
	Match    MatchID  `json:"match"`
	Game     int      `json:"game"`
	Version  int      `json:"version"`
	Winner   *int     `json:"winner,omitzero"`
	Method   string   `json:"method,omitzero"`
	Evidence RawJSON  `json:"evidence,omitzero"`
	Verdict  *Verdict `json:"verdict,omitzero"`
	// Struck marks a version that says the game was not left unfinished.
	Struck bool `json:"struck,omitzero"`
}

// Kind is what sort of row a match result is; the names are those of the event
// file.
type Kind string

// The kinds of row. Open takes a result back: the match is undecided again.
const (
	Played        Kind = "played"
	AgreedDraw    Kind = "agreed_draw"
	Concession    Kind = "concession"
	Forfeit       Kind = "forfeit"
	DoubleLoss    Kind = "double_loss"
	DoubleForfeit Kind = "double_forfeit"
	Bye           Kind = "bye"
	FullBye       Kind = "full_bye"
	HalfBye       Kind = "half_bye"
	ZeroBye       Kind = "zero_bye"
	Late          Kind = "late"
	AssignedLoss  Kind = "assigned_loss"
	Idle          Kind = "idle"
	Open          Kind = "open"
)

// Solo reports whether the kind is a row of one seat.
func (k Kind) Solo() bool {
	switch k {
	case Bye, FullBye, HalfBye, ZeroBye, Late, AssignedLoss, Idle:
		return true
	}
	return false
}

// GameRef names one version of one Game Result of the same match.
type GameRef struct {
	Game    int `json:"game"`
	Version int `json:"version"`
}

// MatchResult says what the match structure and authorized procedures made of
// the games.
type MatchResult struct {
	Stamp
	Match   MatchID `json:"match"`
	Version int     `json:"version"`
	Kind    Kind    `json:"kind"`
	// Winner is the index of the winner's seat, or Nobody.
	Winner int `json:"winner"`
	// Won counts games per seat in seat order and Drawn the drawn games; Won is
	// nil where no games are counted.
	Won   []int `json:"won,omitzero"`
	Drawn int   `json:"drawn,omitzero"`
	// Games and Penalties are the exact records on which the result rests.
	Games     []GameRef    `json:"games,omitzero"`
	Penalties []PenaltyRef `json:"penalties,omitzero"`
	// Procedure is the rule or policy field that authorizes the result, such as
	// "match.games_to_win" or "playoff.no_draw = judge".
	Procedure  string `json:"procedure"`
	PolicyHash string `json:"policy_hash"`
}

// PenaltyRef names one version of a penalty.
type PenaltyRef struct {
	Penalty int `json:"penalty"`
	Version int `json:"version"`
}

// Decided reports whether the match has a result in force.
func (r *MatchResult) Decided() bool { return r != nil && r.Kind != Open }

// OutcomeKind is which event-level result an outcome is.
type OutcomeKind string

// The kinds of outcome.
const (
	StandingsOutcome     OutcomeKind = "standings"
	AdvancementOutcome   OutcomeKind = "advancement"
	EliminationOutcome   OutcomeKind = "elimination"
	QualificationOutcome OutcomeKind = "qualification"
	PlacementOutcome     OutcomeKind = "placement"
)

// Outcome is a Tournament Outcome: what the event made of its matches. Round
// is 0 for outcomes of a whole stage.
type Outcome struct {
	Stamp
	Kind    OutcomeKind  `json:"kind"`
	Stage   string       `json:"stage"`
	Round   int          `json:"round,omitzero"`
	Version int          `json:"version"`
	Rows    []OutcomeRow `json:"rows"`
	// Codes names the values of the rows, in order.
	Codes      []string `json:"codes,omitzero"`
	PolicyHash string   `json:"policy_hash"`
	// LotSeed is the lot that decided among equals, where one did.
	LotSeed *uint64 `json:"lot_seed,omitzero"`
	// Basis lists the match results on which the outcome rests.
	Basis []MatchRef `json:"basis"`
}

// OutcomeRow is one entrant in an outcome. Rank (or place) is 0 for a
// disqualified entrant.
type OutcomeRow struct {
	Rank    int           `json:"rank"`
	Tied    bool          `json:"tied,omitzero"`
	Entrant EntrantID     `json:"entrant"`
	Values  []exact.Value `json:"values,omitzero"`
	// Seed is the place in the next stage, where the outcome makes one.
	Seed int `json:"seed,omitzero"`
	// ByLot is set where only the lot parted this entrant from an equal one.
	ByLot bool `json:"by_lot,omitzero"`
}

// MatchRef names one version of one Match Result.
type MatchRef struct {
	Match   MatchID `json:"match"`
	Version int     `json:"version"`
}

// PenaltyKind is what a penalty costs.
type PenaltyKind string

// The penalties.
const (
	Warning          PenaltyKind = "warning"
	GameLoss         PenaltyKind = "game_loss"
	MatchLoss        PenaltyKind = "match_loss"
	Disqualification PenaltyKind = "disqualification"
)

// Penalty is an infraction, its remedy and what it costs. It refers to a game
// or match and never edits one (7.4.4). An appeal appends a version with
// Reversed set.
type Penalty struct {
	Stamp
	ID      int         `json:"id"`
	Version int         `json:"version"`
	Entrant EntrantID   `json:"entrant"`
	Round   int         `json:"round,omitzero"`
	Match   MatchID     `json:"match,omitzero"`
	Game    int         `json:"game,omitzero"`
	Code    string      `json:"code"`
	Name    string      `json:"name"`
	Kind    PenaltyKind `json:"kind"`
	Remedy  string      `json:"remedy,omitzero"`
	// Reversed is set by a successful appeal.
	Reversed bool `json:"reversed,omitzero"`
}

// Catalogue is the event's list of infractions; each version replaces the one
// before.
type Catalogue struct {
	Stamp
	Version     int              `json:"version"`
	Infractions []InfractionKind `json:"infractions"`
}

// InfractionKind is one entry of a catalogue: what may happen, what it usually
// costs, and what it costs from the second time on.
type InfractionKind struct {
	Code     string      `json:"code"`
	Name     string      `json:"name"`
	Usual    PenaltyKind `json:"usual"`
	Repeated PenaltyKind `json:"repeated,omitzero"`
}

// ClockKind is what happened to a clock.
type ClockKind string

// Entries of the time ledger. Start, pause and resume concern a round's clock
// (or one table's, where Match is set); an extension gives a table time; a
// judge call is a span whose length an extension may give back; extra turns
// are counted apart from minutes; a press ends a game in a clock-controlled
// match (7.4.2); time called ends a round's or table's time.
const (
	ClockStart     ClockKind = "start"
	ClockPause     ClockKind = "pause"
	ClockResume    ClockKind = "resume"
	ClockExtension ClockKind = "extension"
	CallStart      ClockKind = "call_start"
	CallStop       ClockKind = "call_stop"
	ExtraTurns     ClockKind = "extra_turns"
	ClockPress     ClockKind = "press"
	TimeCalled     ClockKind = "time_called"
)

// ClockEntry is one line of the time ledger. Its time is the stamp's.
type ClockEntry struct {
	Stamp
	ID    int       `json:"id"`
	Round int       `json:"round"`
	Match MatchID   `json:"match,omitzero"`
	Game  int       `json:"game,omitzero"`
	Kind  ClockKind `json:"kind"`
	// Seconds is the length of an extension, or of the round at a start.
	Seconds int `json:"seconds,omitzero"`
	Turns   int `json:"turns,omitzero"`
}

// Staff gives or takes somebody's role in one event.
type Staff struct {
	Stamp
	Version int    `json:"version"`
	Account int64  `json:"account"`
	Name    string `json:"name"`
	Role    Role   `json:"role"`
	Removed bool   `json:"removed,omitzero"`
}
