"""What is proposed, tried, voted on and adopted, told."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import Saying, filled, say
from dragoman.nomic.events import proposals as q
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.report.bodies import Block, Cell, Quote, Table, text
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.wording import (
    CHANGED,
    CHOICES,
    KINDS,
    NO_EFFECT,
    REGULATED,
    REGULATIONS,
    TRANSMUTED,
    UNADOPTED,
)
from dragoman.nomic.sight import View
from dragoman.nomic.state import Stage

CUT_SHORT = "Evaluation cancelled"
"""What the machine says of code that took more steps than it is given."""


def description(change: Change) -> Iterator[Block]:
    """A change as it was written: words, parameters, code."""
    if change.text:
        yield Quote("", change.text)
    rows = [(name, "=", value) for name, value in change.settings.items()]
    rows += [(name, "", say("is no longer set")) for name in change.unset]  # type: ignore[misc]
    if rows:
        yield Table(tuple(rows))
    if change.code:
        yield Quote(say("Code:"), change.code)
    elif change.code is not None:
        yield text(say("The rule is to have no code."))


def kind_said(change: Change, regulation: bool = False) -> Saying:
    table = REGULATIONS if regulation else KINDS
    return filled(table.get(change.kind, KINDS["amend"]), target=change.target)


@told.register
def _(event: q.ProposalPosted, view: View) -> Iterator[Block]:
    args = {"player": event.player, "number": event.number, "said_kind": kind_said(event.change).text,
            "target": event.change.target}  # fmt: skip
    if event.assumed_from:
        yield text(
            say("{player} did not post in time and is deemed to have proposed {number}: {said_kind}, as {source} was "
                "voted on.", source=event.assumed_from, **args)
        )  # fmt: skip
    elif event.parallel:
        yield text(say("{player} has begun a parallel turn with proposal {number}: {said_kind}.", **args))
    else:
        yield text(say("{player} has proposed {number}: {said_kind}.", **args))
    yield from description(event.change)
    yield from _sealed(event.number, view)
    yield from _course(event.number, view)


def _sealed(number: int, view: View) -> Iterator[Block]:
    """The seal of the form that counts now: whoever proposed it was told the same."""
    seen = view.proposal(number)
    if seen is not None and seen.seal:
        yield text(say("Its seal: {seal}", seal=seen.seal))


def _seals(seals: tuple[tuple[str, str], ...]) -> Iterator[Block]:
    """By these each voter sees that nobody changed the vote they had been told the seal of."""
    if seals:
        yield text(say("The seals of the votes:"))
        yield Table(seals)


def _course(number: int, view: View) -> Iterator[Block]:
    """When the vote begins as things stand, and warnings."""
    seen = view.proposal(number)
    if seen is None:
        return
    if seen.stage == "debate" and seen.opens is not None and not seen.announced and view.stage is Stage.RUNNING:
        yield text(say("The vote on {number} begins at {time_opens}, if nothing else is announced.", number=number,
                       time_opens=seen.opens.isoformat()))  # fmt: skip
    if seen.rivals:
        yield text(say("Other open proposals are about the same rule: {numbers}.",
                       numbers=", ".join(map(str, seen.rivals))))  # fmt: skip


@told.register
def _(event: q.ProposalRevised, view: View) -> Iterator[Block]:
    yield text(say("Proposal {number} has been revised; this is revision {revision}:", number=event.number,
                   revision=event.revision))  # fmt: skip
    yield from description(event.change)
    yield from _sealed(event.number, view)


@told.register
def _(event: q.CodeTried, view: View) -> Iterator[Block]:
    yield from tried(event.number, event.runs, event.faults)


def tried(number: int, runs: int, faults: tuple[str, ...]) -> Iterator[Block]:
    """What came of trying proposed code on the past."""
    if faults:
        yield text(say("The code of {number} was tried on the past and failed:", number=number), trial_fault(faults[0]))
    elif runs == 1:
        yield text(say("The code of {number} ran without error on one occasion of the past.", number=number))
    elif runs:
        yield text(say("The code of {number} ran without error on {count} occasions of the past.", number=number,
                       count=runs))  # fmt: skip


def trial_fault(fault: str) -> Saying | str:
    """A fault of a trial, recorded as the hook and what its machine says; a run that was cut short is told in words."""
    hook, _, says = fault.partition(": ")
    if says == CUT_SHORT:
        return say("{hook}: it took too many steps", hook=hook)
    return fault


@told.register
def _(event: q.Argued, view: View) -> Iterator[Block]:
    yield Quote(say("{seat} on {number}:", seat=event.seat, number=event.number), event.text)


@told.register
def _(event: q.VoteAnnounced, view: View) -> Iterator[Block]:
    yield text(say("The vote on {number} begins at {time_opens}.", number=event.number,
                   time_opens=event.opens.isoformat()))  # fmt: skip


@told.register
def _(event: q.AnnouncementUndone, view: View) -> Iterator[Block]:
    """Where the moment is past, the vote opens at once, and that is told."""
    seen = view.proposal(event.number)
    if seen is not None and seen.stage == "debate" and seen.opens is not None:
        yield text(say("The vote on {number} begins at {time_opens}, as before the ruling.", number=event.number,
                       time_opens=seen.opens.isoformat()))  # fmt: skip
    else:
        yield text(say("When the vote on {number} begins is as open as before the ruling.", number=event.number))


@told.register
def _(event: q.VoteOpened, view: View) -> Iterator[Block]:
    seen = view.proposal(event.number)
    yield text(
        say("The vote on {number} has begun, on revision {revision}. It needs: {said_needs}.", number=event.number,
            revision=event.revision, said_needs=event.needs),
        say("Write “vote for {number}” or “vote against {number}”.", number=event.number),
    )  # fmt: skip
    if seen is not None and seen.closes is not None:
        yield text(say("It closes at {time_closes}, or once all have voted.", time_closes=seen.closes.isoformat()))
    if seen is not None and seen.base_changed:
        yield text(say("Its rule has been changed since this was written."))


@told.register
def _(event: q.VoteCompleted, view: View) -> Iterator[Block]:
    args = {
        "number": event.number,
        "favourable": event.favourable,
        "entitled": event.entitled,
        "said_needs": event.needs,
    }
    if event.adopted:
        yield text(say("Proposal {number} is adopted: {favourable} of {entitled} for it.", **args))
    else:
        yield text(
            say("Proposal {number} is defeated: {favourable} of {entitled} for it; it needed: {said_needs}.", **args)
        )
    rows: list[tuple[Cell, ...]] = []
    for name, vote in sorted(event.votes.items()):
        cell = CHOICES.get(vote, CHOICES["abstain"])
        rows.append((name, cell, say("did not vote")) if name in event.silent else (name, cell))
    yield Table(tuple(rows))
    seen = view.proposal(event.number)
    yield from _seals(seen.seals if seen is not None else ())


@told.register
def _(event: q.ProposalCancelled, view: View) -> Iterator[Block]:
    yield text(say("Proposal {number} is cancelled with its parallel turn; its number is not used again.",
                   number=event.number))  # fmt: skip


@told.register
def _(event: q.RuleChanged, view: View) -> Iterator[Block]:
    args = {"number": event.rule.number, "was": event.was}
    if event.rule.number.startswith("R"):
        yield text(filled(REGULATED.get(event.how, REGULATED["amend"]), **args))
    elif event.how == "transmute":
        yield text(filled(TRANSMUTED[event.rule.status], **args))
    elif event.how == "overruled" and event.rule.status == "repealed" and event.rule.number == event.was:
        yield text(filled(CHANGED["struck"], **args))
    else:
        yield text(filled(CHANGED.get(event.how, CHANGED["amend"]), **args))


@told.register
def _(event: q.ChangeWithoutEffect, view: View) -> Iterator[Block]:
    yield text(filled(NO_EFFECT[event.why], number=event.number), say("(Rule {number}.)", number=event.rule))


@told.register
def _(event: q.RegulationProposed, view: View) -> Iterator[Block]:
    kind = kind_said(event.change, regulation=True)
    yield text(say("{player} has proposed {said_kind}, to be voted on as {handle}.", player=event.player,
                   said_kind=kind.text, target=event.change.target, handle=event.handle))  # fmt: skip
    yield from description(event.change)
    if view.regulation is not None:
        yield text(say("Its seal: {seal}", seal=view.regulation.seal))
    closes = view.regulation.closes if view.regulation is not None else None
    if closes is not None:
        yield text(say("Write “vote for {handle}” or “vote against {handle}” by {time_closes}.", handle=event.handle,
                       time_closes=closes.isoformat()))  # fmt: skip
    else:
        yield text(say("No rule or regulation says how long a vote on regulations lasts: this one cannot end until one "
                       "does."))  # fmt: skip


@told.register
def _(event: q.RegulationCompleted, view: View) -> Iterator[Block]:
    args = {"handle": event.handle, "favourable": event.favourable, "entitled": event.entitled}
    if event.adopted:
        yield text(say("The change of {handle} is adopted: {favourable} of {entitled} for it.", **args))
    else:
        why = UNADOPTED.get(event.why, UNADOPTED["short"]).text
        yield text(say("The change of {handle} is not adopted: {said_why}.", said_why=why, **args))
    voted = [each.seals for each in view.past_regulations if each.handle == event.handle]
    yield from _seals(voted[-1] if voted else ())
