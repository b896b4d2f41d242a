package scenario_test

import "testing"

// The scenarios by the rule that they show. Rules that only the game machine
// can show are tested beside it.

func TestRule_7_1_1_TurnCounts(t *testing.T) {
	t.Parallel()
	run(t, "M09", "M12", "M48", "X06", "X07", "X08", "X49")
}

func TestRule_7_1_2_NothingPendingAfterTheLastTurn(t *testing.T) {
	t.Parallel()
	run(t, "M01", "M08", "M10", "M11", "M17", "X01", "X51", "X52", "X53")
}

func TestRule_7_2_1_FullAtTheSummonStep(t *testing.T) {
	t.Parallel()
	run(t, "M14", "X03", "X04", "X05")
}

func TestRule_7_2_2_EndStepAfterTheFullArena(t *testing.T) {
	t.Parallel()
	run(t, "M13", "M15", "M16", "M49", "X02", "X39")
}

func TestRule_7_2_3_FullInBetweenDoesNotCount(t *testing.T) {
	t.Parallel()
	run(t, "M14")
}

func TestRule_7_3_1_ControlScore(t *testing.T) {
	t.Parallel()
	run(t, "M40", "M43", "M44", "M45", "X11")
}

func TestRule_7_3_2_GreaterScore(t *testing.T) {
	t.Parallel()
	run(t, "M01", "M02", "M41", "X09", "X38", "X50")
}

func TestRule_7_3_3_FirstPlayerToken(t *testing.T) {
	t.Parallel()
	run(t, "M03", "M04", "M05", "M06", "M07", "M44", "M49", "X10", "X12", "X47")
}

func TestRule_7_3_4_OutcomeAlone(t *testing.T) {
	t.Parallel()
	run(t, "M42", "X43", "X48")
}

func TestRule_7_4_3_TimeEndsNoGame(t *testing.T) {
	t.Parallel()
	run(t, "M46")
}

func TestRule_7_5_3_AgreementAndChance(t *testing.T) {
	t.Parallel()
	run(t, "M35", "M36", "X34", "X35", "X36", "X37")
}

func TestRule_7_6_1_Concession(t *testing.T) {
	t.Parallel()
	run(t, "M18", "M19", "M20", "M23", "M24", "M50", "X13", "X14", "X15", "X16", "X17", "X20", "X21", "X22", "X40", "X41", "X42")
}

func TestRule_7_6_2_ConcessionsStand(t *testing.T) {
	t.Parallel()
	run(t, "M21", "M22", "X18", "X19", "X23")
}

func TestRule_7_6_3_ForbiddenConcessionsEndTheGame(t *testing.T) {
	t.Parallel()
	run(t, "M25")
}

func TestRule_12_1_2_OneZone(t *testing.T) {
	t.Parallel()
	run(t, "B02", "B09", "X82", "X92")
}

func TestRule_12_1_3_OneCardASpace(t *testing.T) {
	t.Parallel()
	run(t, "B03", "M37", "M38", "X54", "X55", "X92")
}

func TestRule_12_1_4_FaceDirectionAndToken(t *testing.T) {
	t.Parallel()
	run(t, "B04", "B05", "B06", "M39", "X85", "X86", "X87", "X88")
}

func TestRule_12_1_5_TokensOffTheArena(t *testing.T) {
	t.Parallel()
	run(t, "B01", "B10", "X92")
}

func TestRule_12_1_6_Expiry(t *testing.T) {
	t.Parallel()
	run(t, "B08", "B10", "X90", "X91")
}

func TestRule_12_1_7_AnnouncedMove(t *testing.T) {
	t.Parallel()
	run(t, "X80", "X81", "X82", "X83", "X84")
}

func TestRule_12_1_8_PassesToRest(t *testing.T) {
	t.Parallel()
	run(t, "B07", "B08", "B11", "X89", "X91")
}

func TestRule_12_1_9_Irregularities(t *testing.T) {
	t.Parallel()
	run(t, "M31", "M32", "M33", "M34", "B06", "X29", "X30", "X31", "X32", "X33", "X46")
}

func TestRule_12_3_1_IllegalChoices(t *testing.T) {
	t.Parallel()
	run(t, "O04", "O05", "X70", "X71")
}

func TestRule_12_3_2_ImpossibleChoices(t *testing.T) {
	t.Parallel()
	run(t, "O01", "O03", "O06", "O07", "X74", "X75")
}

func TestRule_12_3_3_NothingPossible(t *testing.T) {
	t.Parallel()
	run(t, "O02", "X72", "X73")
}

func TestRule_12_4_2_OneDeclaration(t *testing.T) {
	t.Parallel()
	run(t, "L01", "L02", "L03", "L08", "L09", "L10", "L14", "X61", "X62", "X63", "X64", "X66", "X67")
}

func TestRule_12_4_3_SeveralDeclarations(t *testing.T) {
	t.Parallel()
	run(t, "L04", "L05", "L06", "L07", "L11", "L13", "X60", "X65")
}

func TestRule_12_4_4_BothVerifications(t *testing.T) {
	t.Parallel()
	run(t, "M27", "M28", "M29", "L12", "X24", "X25", "X26", "X27", "X45")
}

func TestRule_12_4_5_MandatoryLoop(t *testing.T) {
	t.Parallel()
	run(t, "M26", "M30", "M47", "X28", "X44")
}

func TestRule_102_1_TheEndIsTheEnd(t *testing.T) {
	t.Parallel()
	run(t, "F09", "F25", "X109", "X110")
}

func TestRule_102_2a_LastPlayer(t *testing.T) {
	t.Parallel()
	run(t, "F01", "F04", "F10", "F15")
}

func TestRule_102_2b_EffectWin(t *testing.T) {
	t.Parallel()
	run(t, "F07", "F20", "F21", "F23", "F28", "X100", "X101", "X102")
}

func TestRule_102_2c_LastTeam(t *testing.T) {
	t.Parallel()
	run(t, "F12", "F14", "X103")
}

func TestRule_102_3_SeveralCauses(t *testing.T) {
	t.Parallel()
	run(t, "F22", "F08", "X108")
}

func TestRule_102_3a_Concession(t *testing.T) {
	t.Parallel()
	run(t, "F10", "F11", "F28", "X108")
}

func TestRule_102_3b_NoLifeAtTheCheck(t *testing.T) {
	t.Parallel()
	run(t, "F01", "F02", "F03", "F23")
}

func TestRule_102_3c_Decked(t *testing.T) {
	t.Parallel()
	run(t, "F06", "F07", "F27", "X104", "X106")
}

func TestRule_102_3d_Poison(t *testing.T) {
	t.Parallel()
	run(t, "F04", "F05", "F26", "X105")
}

func TestRule_102_3e_LosingBeatsWinning(t *testing.T) {
	t.Parallel()
	run(t, "F08", "F29", "F30", "X101")
}

func TestRule_102_3f_TeamsLoseWithTheirLastMember(t *testing.T) {
	t.Parallel()
	run(t, "F12", "F18")
}

func TestRule_102_4a_AllAtOnce(t *testing.T) {
	t.Parallel()
	run(t, "F03", "F11", "F29")
}

func TestRule_102_4b_Loops(t *testing.T) {
	t.Parallel()
	run(t, "F31", "F32", "X107")
}

func TestRule_102_4c_AllTeamsAtOnce(t *testing.T) {
	t.Parallel()
	run(t, "F13", "F24")
}

func TestRule_102_5_LosersLeave(t *testing.T) {
	t.Parallel()
	run(t, "F16", "F17", "F19", "X108")
}
