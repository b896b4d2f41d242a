package rules

// Decision is how a question is answered that the rules leave open: an
// assumption (A-n) where they say nothing, a decision (G-n) where they
// contradict each other or stop short.
type Decision struct {
	ID string
	// Question is what is open.
	Question string
	// Answer is what is done.
	Answer string
}

// Decisions gives all of them in the order of their ids.
func Decisions() []Decision { return append([]Decision(nil), decisions[:]...) }

var decisions = [...]Decision{
	{"A-1", "The number and the shape of the Arena's Spaces are not given.", "A game's configuration says: 1 to 64 Spaces with any adjacency. Self-play uses 16 in a square. A claim is checked against the number that its context gives."},
	{"A-2", "How Point Values come about (section 5) is not given.", "Each Momon on the Arena has one signed value: the printed one and all effects. It may be negative."},
	{"A-3", "Of the turn only Summon Step, Snatch Check and End Step are known.", "The order of steps is configuration; by default Summon, then processing, then End."},
	{"A-4", "Section 9.3 on Summon packages is not given.", "First the Queue, then packages in the order in which they arose; each Summon in a package places, has its conditions looked at and triggers. Whether it has a Snatch Check is configuration, by default yes."},
	{"A-5", "The order of triggers that arise at the same time is not given.", "Those of the Active Player first; among a player's own that player chooses, by default in the order of definition."},
	{"A-6", "What a Snatch is is not given.", "The rule is exchangeable. The default (the stronger takes the weaker neighbour) serves tests and is not used to check claims."},
	{"A-7", "May the Active Player decline to summon?", "Yes by default, since a turn without a Summon counts; configuration may forbid it."},
	{"A-8", "A player can always concede, so that no loop would ever be without a choice.", "Conceding is not a Legal Choice in the sense of 12.4 and 102.4b; otherwise neither rule could ever apply."},
	{"A-9", "May 0 iterations be named?", "Yes: 0 is finite."},
	{"A-10", "Is the “current Turn” the number of the turn or whose turn it is?", "The number. Loops therefore live within one turn. This can only miss a draw, never make one."},
	{"A-11", "Are the sizes of hand and deck hidden?", "No. Sizes are public and part of the state; which cards they are is not, except through what they allow."},
	{"A-12", "12.1.2 to 12.1.4 say “confirm” where 12.1.9 speaks of corrections.", "A correction is made only where the right value is known for certain; otherwise it is an irregularity."},
	{"A-13", "What an effect's win means for a team is not said.", "It is a win of the team."},
	{"A-14", "Two opposing players may win by effects at the same instant.", "A judge decides."},
	{"A-15", "The Arena may be full at the Summon Step of the second player's last turn.", "The game ends by full Arena and by turns; a claim of either is verified."},
	{"A-16", "The size of the supply of Marking Tokens is not given.", "Unlimited unless configured. If it is limited and empty, that is an irregularity."},
	{"A-17", "A continuous effect may keep itself alive.", "An effect with a condition looks at the last published value, its own share included, and once ended does not come back, so that passes come to rest. Abilities that could switch themselves on and off are refused when loaded; if one gets through, the bound on passes stalls the game."},
	{"A-18", "When is an option “impossible”?", "When its instruction cannot be carried out. A legal option whose effect happens to be nothing is possible."},
	{"A-19", "There may be choices in a loop that all stay within it.", "By the letter it is changed and so not mandatory; a judge decides, and there is no draw."},
	{"A-20", "Both players may concede at the same instant.", "Momon: a judge finds out who was first. Life game: all remaining players lose at once, a draw (102.4a)."},
	{"A-21", "Somebody may name 10^18 iterations.", "Where the state recurs exactly, the repetitions are skipped. Where something grows they are carried out, up to a limit; beyond it the number is refused, never cut down."},
	{"G-1", "7.3.4 speaks of a draw when nobody is determined to have won, but 7.3.3 always determines somebody.", "Draws come only from 12.4.5 and, outside sanctioned play, from 12.1.9."},
	{"G-2", "The list in 7.3.5 does not name 12.1.9.", "The list is not complete, as its wording says."},
	{"G-3", "7.3.4 gives a result when the game ends; 7.4.3 does not record it for timing.", "The result and whether it counts are two facts."},
	{"G-4", "A concession cannot be taken back, but 12.1.9 may roll back.", "A concession ended the game, and nothing is rolled back after it."},
	{"G-5", "Packages are to be finished while the Arena is full.", "A Summon without an empty Space does nothing; if an effect has freed one, it succeeds."},
	{"G-6", "What follows in unsanctioned play when a loop is not verified is not said.", "A claimed draw is rejected, and the machine stalls; the players go on or one concedes."},
	{"G-7", "A mandatory loop may grow for ever and so never recur.", "No draw: 12.4.1 is not met. The machine stalls with the cause, and a judge decides."},
	{"G-8", "102.4b does not say how an optional loop ends.", "The event is refused; the players name a number as in 12.4.2 and 12.4.3, or a judge decides."},
	{"G-9", "102.x does not know effects by which a player loses or the game is drawn; today's rules do.", "An effect's loss is accepted as a cause of its own. An effect's draw is not."},
	{"G-10", "102.x is an old text with old numbers.", "Messages cite its numbers; the documentation maps them to today's."},
	{"G-11", "Deadlines, the clock press and the tournament and penalty guides are outside the texts.", "They are policies of the event, not part of the engine."},
	{"G-12", "What “sanctioned” means for one game is not said.", "It is a setting of the event and goes into every verdict."},
}
