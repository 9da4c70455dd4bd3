"""Where the rules can be read in more than one way, the reading is chosen when a game is opened, listed, and can be
changed by a Judge's ruling or by a rule that says which.

A reading that a rule in force sets (`set reading … = …`) goes before a Judge's, and a Judge's before that of the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.game.saying import Saying, say

PREFIX = "reading "
"""What the name of a setting begins with that chooses a reading."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the rules leave open: the rules it is about, the ways to answer it, and what each means. The
    first is taken unless another is chosen."""

    name: str
    rules: tuple[str, ...]
    asks: Saying
    options: Mapping[str, Saying]

    @property
    def usual(self) -> str:
        return next(iter(self.options))


def _reading(name: str, rules: str, asks: str, **options: str) -> Reading:
    chosen = {option.replace("_", "-"): say(text) for option, text in options.items()}
    return Reading(name, tuple(rules.split()), say(asks), chosen)


_ALL = (
    _reading("reannounce", "307 111 116", "May an announced opening be changed before the vote begins?",
             allowed="Yes: only a vote that has begun is fixed.", refused="No: an announcement stands."),
    _reading("early-vote", "307", "What of a vote sent before the period begins?",
             refused="It is refused, and the opening named.", held="It is kept and counts when the period begins."),
    _reading("abstention", "105 307", "What is an explicit abstention?",
             no_vote="No vote: whoever abstains is absent at the close.",
             participation="Taking part: against, but no absence."),
    _reading("second-vote", "207 116", "May a vote be changed while the period is open?",
             last="Yes: the last one counts.", first="No: the first one stands."),
    _reading("electorate", "105 306 307", "Who votes on a proposal?",
             now="Whoever is a player at each moment: newcomers must vote, and a leaver's vote is gone.",
             opening="Whoever was a player when the vote began."),
    _reading("threshold-at", "203 205 104", "Which requirement holds for a vote under way when it changes?",
             completion="That in force when the vote is complete.", opening="That in force when the vote began."),
    _reading("own-scoring", "205 318 107", "How is a proposal scored that changes scoring?",
             new="By the rules as it leaves them: the second part of the turn comes after it.",
             old="By the rules as they were when the vote was complete."),
    _reading("compound", "318 111 109", "What of a proposal that is two rule-changes?",
             refused="It is refused: a turn proposes one.", allowed="It is taken, and others may argue against it."),
    _reading("improper", "103 108 110", "What of a proposal that is no rule-change: to amend an immutable rule?",
             refused="It is refused and uses no number.",
             numbered="It is numbered and voted on, and has no effect."),
    _reading("transmuting-at-limit", "209 109 110", "May a rule be made mutable where no more may be?",
             barred="No: it stays immutable, and a Judge is asked.",
             allowed="Yes: rule 109 is immutable and prevails."),
    _reading("no-threshold", "115 114 104", "What if the rule goes that says what adoption needs?",
             held="A Judge is asked, and until then it stays in force.",
             unanimous="It goes, and adoption then needs all."),
    _reading("circuits", "306 319 201 203", "Do parallel turns complete circuits?",
             main="No: only turns in order do.", any="Yes: any turn of the last player does."),
    _reading("joining-at-end", "306 201", "When does a newcomer join whose last vote to wait for ends a turn?",
             after="After the turn has ended and the next mover is known.",
             before="At the completion of the vote, before the points are added."),
    _reading("fallback-text", "307 106", "Which form does an assumed proposal copy?",
             voted="The form that was voted on.", first="The first revision."),
    _reading("fallback-revision", "111 307", "May an assumed proposal be revised?",
             allowed="Yes, by whoever it is assumed of.", refused="No."),
    _reading("fallback-in-block", "212 307 211", "Do the hours to post run on while the turn may not begin?",
             paused="No: what was left of them runs from the end of the block.", running="Yes."),
    _reading("cancelling", "319", "Is a parallel turn cancelled in time exactly at the end of the hour?",
             inclusive="Yes.", exclusive="No."),
    _reading("long-term", "313", "Which two turns must pass before long-term effects set in?",
             any="Two turns in order, whoever's.", own="Two turns of the player who holds the penalty."),
    _reading("regulation-number", "320 108", "Does an amended regulation get another number?",
             kept="No.", new="Yes, the next."),
    _reading("regulation-electorate", "320 105", "Who counts in a vote on a regulation?",
             close="The players when it closes.", proposal="The players when it was proposed."),
    _reading("target-lowered", "322 320", "Does a score win that the target is lowered to?",
             wins="Yes, at that moment.", later="No: only points gained after it can."),
    _reading("together", "322 212 213", "What if several reach the target in one moment?",
             judgment="A Judge is asked.", highest="The highest score wins, if it is one player's."),
    _reading("between-turns", "212", "Whose turn is it between the end of one and the beginning of the next?",
             ended="That of the player whose turn ended, until the next one posts or is late.",
             coming="That of the player who is to post."),
    _reading("block-until", "212", "Until when may the next turn not begin after Judgment was invoked?",
             given="Until the Judgment is given, or a majority consents.", consent="Until a majority consents."),
    _reading("judge-term", "212 319", "Which turn ends the term of a Judge?",
             main="The next turn in order.", any="The next turn of any kind."),
    _reading("judges-exhausted", "212 213", "What if every other player has been overruled?",
             unplayable="The mover cannot complete the turn, and wins once a majority confirms it.",
             again="The chain goes round again."),
    _reading("leaver", "104 306 206 318", "Is the turn of a player scored who forfeits during it?",
             frozen="No: the score at the forfeit is kept.", scored="Yes, against the score that is kept."),
    _reading("votes-since", "306", "Does a vote under way at a forfeit count among those completed since?",
             counts="Yes, it is completed since.", not_counted="No: only votes begun since do."),
    _reading("void", "110", "How much of a mutable rule is void that conflicts with an immutable one?",
             rule="All of it, while the conflict lasts.", part="Only what conflicts: the rest goes on."),
    _reading("lost-target", "205 206 318 319 106", "What if the rule to be changed is gone when a change is adopted?",
             without_effect="The change is adopted and has no effect.",
             revived="An amendment brings the rule back in its own words."),
)  # fmt: skip

READINGS: Mapping[str, Reading] = {each.name: each for each in _ALL}
"""Every reading by its name."""


def usual() -> dict[str, str]:
    """The readings taken where nothing else is chosen."""
    return {name: each.usual for name, each in READINGS.items()}


def chosen_in(setting: str) -> str | None:
    """The reading that a setting chooses, by the setting's name; None for a setting of another kind."""
    name = setting.removeprefix(PREFIX).replace("_", "-").replace(" ", "-")
    return name if setting.startswith(PREFIX) and name in READINGS else None
