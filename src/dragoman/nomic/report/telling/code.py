"""What adopted code does, and why it was stopped, told."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import say
from dragoman.nomic.events import code as k
from dragoman.nomic.report import faults
from dragoman.nomic.report.bodies import Block, Quote, text
from dragoman.nomic.report.telling.judgment import number_of
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.wording import (
    FAULTS,
)
from dragoman.nomic.sight import View


@told.register
def _(event: k.CodeSuspended, view: View) -> Iterator[Block]:
    number, why = number_of(view, event.rule), FAULTS.get(event.why, FAULTS["error"])
    yield text(
        say("The code of rule {number} is suspended: {said_why}. The words of the rule stand.", number=number,
            said_why=why.text),
    )  # fmt: skip
    if event.line:
        yield text(say("Line {line}: {fault}", line=event.line, fault=event.says))
    elif event.says and event.why not in ("judgment", "gm"):
        reason_given = faults.told_in_full(event.says)
        yield Quote("", reason_given) if isinstance(reason_given, str) else text(reason_given)


@told.register
def _(event: k.CodeRestored, view: View) -> Iterator[Block]:
    yield text(say("The code of rule {number} acts again.", number=number_of(view, event.rule)))


@told.register
def _(event: k.NoticeGiven, view: View) -> Iterator[Block]:
    yield Quote(say("Rule {number} says:", number=event.rule), event.text)


@told.register
def _(event: k.TaskLeft, view: View) -> Iterator[Block]:
    yield text(
        say("The code of rule {number} was not run at “{hook}”: what it says is to be recorded by a Judge or the game "
            "master.", number=number_of(view, event.rule), hook=event.hook)
    )  # fmt: skip


@told.register
def _(event: k.ParameterSet, view: View) -> Iterator[Block]:
    yield text(say("Rule {number}: {name} = {value}.", number=number_of(view, event.rule), name=event.name,
                   value=event.value))  # fmt: skip
