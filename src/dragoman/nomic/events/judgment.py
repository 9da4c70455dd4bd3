"""Judgments, overrulings and consents, and what the referee leaves to a Judge."""

from __future__ import annotations

from dragoman.nomic.events.happened import Happened
from dragoman.nomic.events.ordered import Ordered


class JudgmentInvoked(Happened, frozen=True, kw_only=True, tag="JudgmentInvoked"):
    """Somebody invoked Judgment on a question, in the turn of `moving`; `judge` is to decide it (empty: nobody can)."""

    id: int
    player: str
    question: str
    moving: str
    judge: str


class JudgmentGiven(Happened, frozen=True, kw_only=True, tag="JudgmentGiven"):
    """The Judge decided a question. `ends` is the `about` of what waits for a Judge no longer; None, as earlier
    versions wrote, of all."""

    id: int
    judge: str
    ruling: str
    ends: tuple[str, ...] | None = None


class OrdersCarriedOut(Happened, frozen=True, kw_only=True, tag="OrdersCarriedOut"):
    """What is otherwise because of a ruling's orders; it is taken back, the last first, if the Judge is overruled.
    Earlier versions did not write it, and took nothing back."""

    id: int
    traces: tuple[Ordered, ...]


class OverrulingCast(Happened, frozen=True, kw_only=True, tag="OverrulingCast"):
    """Somebody would, or would not, overrule the Judgment."""

    id: int
    player: str
    overrule: bool


class JudgeOverruled(Happened, frozen=True, kw_only=True, tag="JudgeOverruled"):
    """All others overruled the Judge; `next` is the new Judge of the question (empty: nobody is left). `because` is
    `overruled`, or `left` where the Judge forfeited the game."""

    id: int
    judge: str
    next: str
    because: str = "overruled"


class NotTakenBack(Happened, frozen=True, kw_only=True, tag="NotTakenBack"):
    """Something that came of an overruled ruling stays as it is. `matter` is a word for what it is and why; `about` the
    rule, parameter, proposal or penalty."""

    id: int
    matter: str
    about: str = ""


class ConflictEnded(Happened, frozen=True, kw_only=True, tag="ConflictEnded"):
    """Two rules (by key) that a Judge had found to conflict do not: that Judge was overruled."""

    first: str
    second: str


class FindingEnded(Happened, frozen=True, kw_only=True, tag="FindingEnded"):
    """That play cannot go on holds no more: the Judge was overruled (`overruled`), all others said that it can
    (`denied`), or the player who would have won by it has forfeited (`left`)."""

    player: str
    because: str


class WinWaits(Happened, frozen=True, kw_only=True, tag="WinWaits"):
    """A player would have won, by that rule, but must wait (ours, of 212 and 213). `because` says for what: `ruling`,
    until the ruling on question `id` can be overruled no more; `finding`, until it is confirmed or not that play cannot
    go on; `before`, for somebody who waits already. `named`: the ruling says in so many words who wins."""

    player: str
    rule: str
    because: str
    id: int = 0
    named: bool = False
    why: str = ""


class WinLapsed(Happened, frozen=True, kw_only=True, tag="WinLapsed"):
    """A player who waited to have won does so no more."""

    player: str
    id: int = 0
    named: bool = False


class UnplayableFound(Happened, frozen=True, kw_only=True, tag="UnplayableFound"):
    """A Judge found, or it follows from nobody's being left to judge, that play cannot go on: by that rule (213) the
    player would be the winner, once a majority of the others confirms it."""

    id: int
    player: str
    rule: str


class ConsentGiven(Happened, frozen=True, kw_only=True, tag="ConsentGiven"):
    """Somebody consents, or does not, to the next turn's beginning although Judgment was invoked."""

    player: str
    consents: bool


class ConfirmationGiven(Happened, frozen=True, kw_only=True, tag="ConfirmationGiven"):
    """Somebody confirms, or does not, that play cannot go on."""

    player: str
    confirms: bool


class HeldForJudgment(Happened, frozen=True, kw_only=True, tag="HeldForJudgment"):
    """Something that the referee must not decide waits for a Judge. `what` is a word for it, `about` the rule, proposal
    or player; `clause` the rules in question."""

    what: str
    about: str
    clause: str


class HeldSettled(Happened, frozen=True, kw_only=True, tag="HeldSettled"):
    """What waited for a Judge is seen to, by that Judgment or by whoever presides; where `by` is `overruled`,
    it waited by that ruling alone. `ends` as above."""

    by: str
    ends: tuple[str, ...] | None = None


class ConflictFound(Happened, frozen=True, kw_only=True, tag="ConflictFound"):
    """A Judge, or whoever presides, found two rules (by key) to conflict; `void` is the one that is entirely void."""

    first: str
    second: str
    prevails: str
    void: str = ""


class ReadingChosen(Happened, frozen=True, kw_only=True, tag="ReadingChosen"):
    """An open point is read so from now on, by that Judgment."""

    reading: str
    option: str
    by: str


class TermEnded(Happened, frozen=True, kw_only=True, tag="TermEnded"):
    """The term of the Judge ended with a parallel turn, where the rules are read so."""
