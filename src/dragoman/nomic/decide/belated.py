"""Letters that their owner confirms late count as of when they came: what could not be said then is not said now, and
what was said since stands.

Votes and arguments name what they are about; what is about a turn, or about a question before the Judge, is about the
one of that time. Press is sent, and questions are answered, whenever they are heard.
"""

from __future__ import annotations

from datetime import datetime

from dragoman.game.asking import Ask
from dragoman.game.belated import moment, overtaken
from dragoman.game.protocol import Late
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say
from dragoman.nomic import commands as c
from dragoman.nomic.decide import decide
from dragoman.nomic.events import judgment
from dragoman.nomic.state import State

ANY_TIME = c.Question | c.SendPress | c.Announce | c.Join | c.Observe | c.Forfeit
OF_NO_TURN = c.CastVote | c.Argue | c.Regulate | c.BuyOff
BEFORE_A_JUDGE = c.Judge | c.Overrule | c.Consent | c.Confirm
OF_JUDGMENT = (
    judgment.JudgmentInvoked | judgment.JudgmentGiven | judgment.JudgeOverruled | judgment.UnplayableFound
    | judgment.HeldForJudgment | judgment.HeldSettled
)  # fmt: skip


def told(came: datetime) -> Saying:
    """What the answer says of such a letter."""
    return say(
        "Your letter came at {time_came}. Now that you have confirmed it, it counts as of then: what you have said "
        "since of the same stands before it.",
        time_came=came.isoformat(),
    )


def late_for(state: State, command: c.Command, late: Late, now: datetime) -> Refusal | None:
    """Why a command of such a letter is not heard, or None."""
    if isinstance(command, ANY_TIME):
        return None
    then = decide(late.then, command, late.came)
    if isinstance(then, Refusal):
        return then
    return _over(state, command, late) or _overtaken(state, command, late, now)


def _over(state: State, command: c.Command, late: Late) -> Refusal | None:
    if isinstance(command, OF_NO_TURN):
        return None
    turns = [(each.turn.mover, each.turn.ended, each.turn.ended_at) for each in (late.then, state)]
    judged = isinstance(command, BEFORE_A_JUDGE) and any(isinstance(event, OF_JUDGMENT) for event in late.since)
    if turns[0] == turns[1] and not judged:
        return None
    text = say("The game has gone on since your letter came; write it anew if you still mean it.")
    return Refusal("over", text)


def _overtaken(state: State, command: c.Command, late: Late, now: datetime) -> Refusal | None:
    outcome = decide(state, command, now)
    if isinstance(outcome, Refusal | Ask) or isinstance(command, c.ClockStruck):
        return None
    newer = overtaken(outcome, late.since, late.came, command.by.seat)
    if newer is None:
        return None
    text = say(
        "What you said of this later, at {time_newer}, stands; this letter changed nothing of it.",
        time_newer=moment(newer).isoformat(),
    )
    return Refusal("newer-stands", text)
