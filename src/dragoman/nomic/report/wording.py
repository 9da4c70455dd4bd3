"""Sentences that stand in tables: words for what the rules and the referee call by a code."""

from __future__ import annotations

from dragoman.game.saying import Saying, filled, say

KINDS = {
    "enact": say("a new rule"),
    "amend": say("an amendment of rule {target}"),
    "repeal": say("the repeal of rule {target}"),
    "transmute": say("the transmutation of rule {target}"),
    "amend amendment": say("an amendment of amendment {target}"),
    "repeal amendment": say("the repeal of amendment {target}"),
}
"""What a proposal of each kind is."""

REGULATIONS = {
    "enact": say("a new regulation"),
    "amend": say("an amendment of regulation {target}"),
    "repeal": say("the repeal of regulation {target}"),
}

CHANGED = {
    "enact": say("Rule {number} is enacted."),
    "amend": say("Rule {was} is amended and is now rule {number}."),
    "repeal": say("Rule {was} is repealed by {number}."),
    "amend amendment": say("An amendment of rule {was} is amended, and it is now rule {number}."),
    "repeal amendment": say("An amendment of rule {was} is repealed, and it is now rule {number}."),
    "by itself": say("Rule {number} has changed by itself, as it said it would."),
    "overruled": say("Rule {number} stands as it stood before the ruling."),
    "struck": say("Rule {number} is not in force: it was so by the ruling alone."),
}

TRANSMUTED = {
    "mutable": say("Rule {was} is mutable from now on and is now rule {number}."),
    "immutable": say("Rule {was} is immutable from now on and is now rule {number}."),
}

REGULATED = {
    "enact": say("Regulation {number} is in force."),
    "amend": say("Regulation {number} is amended."),
    "repeal": say("Regulation {number} is repealed."),
}

BECAUSE = {
    "defeat": say("for the defeat of {number}"),
    "turn": say("for the turn with {number}"),
    "parallel": say("for a parallel turn"),
    "penalty": say("for a penalty: {note}"),
    "dissent": say("for a vote against {number}"),
    "code": say("by the code of rule {rule}: {note}"),
    "judgment": say("by judgment"),
    "overruled": say("as the Judge who ordered it is overruled"),
    "gm": say("recorded by the game master: {note}"),
    "given": say("as given at the start"),
}
"""Why a score changed."""

ORDERED = {
    "points": say("{amount} points for {player}"),
    "penalty": say("a penalty for {player}: {category}, {severity}"),
    "remove penalty": say("penalty {number} is removed"),
    "reading": say("{name} is read as {value}"),
    "set": say("{name} = {value}"),
    "suspend": say("the code of rule {rules} is suspended"),
    "restore": say("the code of rule {rules} acts again"),
    "conflict": say("rules {rules} conflict"),
    "winner": say("{player} is the winner"),
    "opens": say("the vote on {number} begins at {time_opens}"),
    "effect": say("{number} takes effect"),
    "settled": say("what waited for a Judge is seen to"),
}
"""What whoever presides records by hand."""

NO_EFFECT = {
    "target-gone": say("{number} is adopted and has no effect: the rule that it would change is no longer in force."),
    "limit": say("{number} is adopted and has no effect: there are as many mutable rules as there may be."),
    "last-mutable": say("{number} is adopted and has no effect: there must always be a mutable rule."),
    "improper": say("{number} is adopted and has no effect: an immutable rule can only be transmuted."),
    "threshold": say("{number} is adopted, and its effect waits for a Judge: no rule would say what adoption needs."),
    "cannot-rebuild": say("{number} is adopted and has no effect: what is left of the rule cannot be put together."),
}

HELD = {
    "several-at-target": say("Several have reached the target together: {about}. A Judge is to say who has won."),
    "no-fallback": say("{about} is late, and no proposal can be assumed in the place of theirs. Any player may invoke "
                       "Judgment."),
    "limit": say("Whether {about} may take effect beyond the limit of mutable rules is for a Judge."),
    "no-threshold": say("Whether {about} may take effect is for a Judge: no rule would say what adoption needs."),
    "judges-exhausted": say("Nobody is left to judge question {about}."),
    "winner-claimed": say("A rule's code says that {about} has won, without the target score: a Judge is to say."),
    "asked-by-code": say("A rule's code asks for a Judgment: {about}"),
    "task": say("Code was not run: what it says is to be recorded by hand ({about})."),
}  # fmt: skip
"""What waits for a Judge."""


def held_said(what: str, about: str) -> Saying:
    """That something waits for a Judge. What code asks for has any name."""
    return filled(HELD.get(what, HELD["asked-by-code"]), about=about)


RULINGS = {
    "several-at-target": say("A line “order winner NAME” in the ruling says who has won."),
    "winner-claimed": say("A line “order winner {about}” in the ruling makes it so; without it nobody has won."),
    "limit": say("A line “order effect {about}” in the ruling has it take effect; without it the rules stay."),
    "no-threshold": say("A line “order effect {about}” in the ruling has it take effect; without it the rules stay."),
}
"""The line of a ruling that does what waits, where the ruling alone would only end the waiting."""

_SPOKEN_OF = say("A ruling ends the waiting if it, or its question, speaks of {about}.")
ENDINGS = {
    "several-at-target": _SPOKEN_OF,
    "no-fallback": _SPOKEN_OF,
    "limit": _SPOKEN_OF,
    "no-threshold": _SPOKEN_OF,
    "winner-claimed": _SPOKEN_OF,
    "task": _SPOKEN_OF,
    "asked-by-code": say("A ruling ends the waiting if it, or its question, repeats this, or if it has a line “order "
                         "settled”."),
}  # fmt: skip
"""Which ruling ends what waits, and no other."""

NOT_TAKEN_BACK = {
    "penalty": say("Penalty {about} was removed since; what was paid for it stays paid."),
    "reading": say("The reading “{about}” was chosen anew since, and stays."),
    "set": say("{about} was set anew since, and stays."),
    "code": say("What the ruling said of the code of rule {about} stays: that code, or whether it acts, has changed "
                "since."),
    "opens": say("The vote on {about} has begun, and goes on."),
    "announced": say("The vote on {about} was announced anew since; that stays."),
    "effect": say("Rule {about} was changed again since, and stays."),
    "meanwhile": say("What came about by the rules in the meantime stands; a new ruling can put it right by lines "
                     "“order …”."),
}  # fmt: skip
"""What an overruled Judge ordered and nothing can take back."""

WAITS = {
    "ruling": say("{player} has what wins by rule {rule}, but has not won yet: it hangs on the ruling on question "
                  "{number}, which can still be overruled. {player} wins once the next turn begins, or once all others "
                  "have written “do not overrule”."),
    "finding": say("{player} has what wins by rule {rule}, but has not won yet: it must first be settled whether play "
                   "can go on. Write “confirm” or “do not confirm”."),
    "before": say("{player} has what wins by rule {rule}, but somebody else had it before, and is waited for."),
}  # fmt: skip
"""Why somebody has not won yet."""

FINDINGS = {
    "overruled": say("That play cannot go on is found no more: {player} does not win by it."),
    "denied": say("All others say that play can go on: {player} does not win by it."),
    "left": say("{player} has left: nobody wins by it that play cannot go on."),
}

FAULTS = {
    "error": say("it failed"),
    "budget": say("it took too many steps"),
    "wall": say("it took too long"),
    "memory": say("it took too much memory"),
    "output": say("it returned too much"),
    "crash": say("it broke the machine that runs it"),
    "effects": say("what it returned cannot be done"),
    "judgment": say("a Judge ordered it"),
    "gm": say("the game master ordered it"),
}

UNADOPTED = {
    "no-quorum": say("too few voted"),
    "short": say("it fell short of the majority"),
    "not-unanimous": say("all must be for it"),
    "nobody": say("nobody was for it"),
    "moot": say("the regulation is no longer in force"),
}

STAGES = {
    "debate": say("under debate"),
    "vote": say("being voted on"),
    "adopted": say("adopted"),
    "defeated": say("defeated"),
    "cancelled": say("cancelled"),
}

STATUSES = {"mutable": say("mutable"), "immutable": say("immutable"), "repealed": say("repealed")}

CHOICES = {"for": say("for"), "against": say("against"), "abstain": say("abstains")}
