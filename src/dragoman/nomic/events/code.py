"""What adopted code did. Its effects follow as events of their own, so that a replay runs nothing."""

from __future__ import annotations

from datetime import datetime

from dragoman.nomic.events.happened import Happened


class HookRan(Happened, frozen=True, kw_only=True, tag="HookRan"):
    """The code of a rule (by key) ran at that hook; `about` is the argument that told of the occasion, `answer` what it
    returned (both JSON), `code` the SHA-256 of its source, `ticks` the steps counted."""

    rule: str
    hook: str
    about: str
    answer: str
    code: str
    ticks: int = 0


class ParameterSet(Happened, frozen=True, kw_only=True, tag="ParameterSet"):
    """A parameter of a rule (by key) has another value, by its own code (`by` is `code`) or a Judgment; `because` is
    `gm` where whoever presides recorded it, and `by` then their reason; `overruled` where that Judge was."""

    rule: str
    name: str
    value: str
    by: str
    because: str = ""


class VariableSet(Happened, frozen=True, kw_only=True, tag="VariableSet"):
    """A rule's code keeps something for itself, as JSON; `null` forgets it."""

    rule: str
    name: str
    value: str


class TimerSet(Happened, frozen=True, kw_only=True, tag="TimerSet"):
    """A rule's code wants to be called at a moment."""

    rule: str
    key: str
    rings: datetime
    payload: str = "null"


class TimerCancelled(Happened, frozen=True, kw_only=True, tag="TimerCancelled"):
    """It wants that no more."""

    rule: str
    key: str


class TimerRang(Happened, frozen=True, kw_only=True, tag="TimerRang"):
    """The moment came."""

    rule: str
    key: str


class NoticeGiven(Happened, frozen=True, kw_only=True, tag="NoticeGiven"):
    """A rule's code tells everybody something."""

    rule: str
    text: str


class TaskLeft(Happened, frozen=True, kw_only=True, tag="TaskLeft"):
    """The code was not run, because this host runs none or others had used up what it runs: what the rule says at that
    hook is left to a Judge or whoever presides to record."""

    rule: str
    hook: str
    about: str


class CodeSuspended(Happened, frozen=True, kw_only=True, tag="CodeSuspended"):
    """The code of a rule (by key) does not act any more: found faulty (`why` is the kind of fault) or by a Judgment.
    The rule's words stand."""

    rule: str
    why: str
    says: str = ""
    line: int = 0
    hook: str = ""


class CodeRestored(Happened, frozen=True, kw_only=True, tag="CodeRestored"):
    """The code of a rule acts again."""

    rule: str
    by: str = ""
