"""Judgments, overrulings and consents, and what the referee leaves to a Judge."""

from __future__ import annotations

from dragoman.nomic.events.happened import Happened


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
    """What waited for a Judge is seen to, by that Judgment or by whoever presides; `ends` as above."""

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
