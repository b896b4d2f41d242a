package results

// The stable names of the record types.
func (*Details) RecordType() string        { return "details" }
func (*PolicyRecord) RecordType() string   { return "policy" }
func (*StagePlan) RecordType() string      { return "stages" }
func (*Entrant) RecordType() string        { return "entrant" }
func (*Round) RecordType() string          { return "round" }
func (*Match) RecordType() string          { return "match" }
func (*GameResult) RecordType() string     { return "game_result" }
func (*UnfinishedGame) RecordType() string { return "unfinished_game" }
func (*MatchResult) RecordType() string    { return "match_result" }
func (*Outcome) RecordType() string        { return "outcome" }
func (*Penalty) RecordType() string        { return "penalty" }
func (*Catalogue) RecordType() string      { return "catalogue" }
func (*ClockEntry) RecordType() string     { return "clock" }
func (*Staff) RecordType() string          { return "staff" }

// NewRecord returns an empty record of the named type, or nil if no record is
// called so.
func NewRecord(recordType string) Record {
	switch recordType {
	case "details":
		return new(Details)
	case "policy":
		return new(PolicyRecord)
	case "stages":
		return new(StagePlan)
	case "entrant":
		return new(Entrant)
	case "round":
		return new(Round)
	case "match":
		return new(Match)
	case "game_result":
		return new(GameResult)
	case "unfinished_game":
		return new(UnfinishedGame)
	case "match_result":
		return new(MatchResult)
	case "outcome":
		return new(Outcome)
	case "penalty":
		return new(Penalty)
	case "catalogue":
		return new(Catalogue)
	case "clock":
		return new(ClockEntry)
	case "staff":
		return new(Staff)
	}
	return nil
}
