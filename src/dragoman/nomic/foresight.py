"""What a proposal would do: the rule before and after, what refers to its number, and what the game so far would have
been under it. Nothing here happens; it is worked out beside the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dragoman.ballots.count import Threshold
from dragoman.game.rulebook import Version
from dragoman.nomic import changes, diffs, parameters, standing
from dragoman.nomic.changes import Barred
from dragoman.nomic.decide import completing
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.diffs import Piece, Row
from dragoman.nomic.events.proposals import RuleChanged
from dragoman.nomic.events.recorded import Change, rule_record
from dragoman.nomic.state import Proposal, State


@dataclass(frozen=True, slots=True)
class Replayed:
    """A vote of the past under the rules as they would be: whether it would have been adopted, and what it would have
    brought its proponent, against the same under the rules as they are."""

    number: int
    player: str
    adopted: bool
    would: bool
    points: int
    would_points: int


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a change would do if it were adopted now. `before` and `after` are the rule's versions (None: there is
    none); `barred` why it would have no effect, by `barred_by`.

    `effective` are the parameters that would then hold otherwise, whoever sets them; a row of `settings` that is not
    among them would be without effect, because another rule goes before. `referring` are rules that name the number the
    rule would lose. `past` are the votes that would have gone otherwise.
    """

    number: str
    was: str
    before: Version | None
    after: Version | None
    words: tuple[Piece, ...]
    settings: tuple[Row, ...]
    code: tuple[Piece, ...]
    barred: str
    barred_by: str
    effective: tuple[Row, ...]
    referring: tuple[str, ...]
    mutable: int
    past: tuple[Replayed, ...]
    silent: bool
    """That words change and no parameter or code does, though the rule acts by some: the referee would do what it
    did."""


def of_proposal(state: State, proposal: Proposal) -> Foreseen:
    """What an open proposal would do now; one that is finished, what it did."""
    if proposal.count is not None and proposal.count.adopted and not proposal.effect:
        return _done(state, proposal)
    return of_change(state, proposal.change, str(proposal.number))


def of_change(state: State, change: Change, number: str) -> Foreseen:
    """What a change would do under that number."""
    target = changes.target(state, change)
    before = target.now if target is not None and target.in_force else None
    made = changes.applied(state, change, number)
    if isinstance(made, Barred):
        wanted = change.text or (before.text if before is not None else "")
        return _foreseen(state, state, number, before, None, wanted, made)
    after = Proceedings(state, state.last or state.opened)
    after.happen(RuleChanged, key=made.key, was=made.was, how=change.kind, by=number, rule=rule_record(made.version))
    return _foreseen(state, after.state, number, before, made.version, made.version.text, None)


def _foreseen(
    state: State, then: State, number: str, before: Version | None, after: Version | None, text: str,
    barred: Barred | None,
) -> Foreseen:  # fmt: skip
    gone = after is not None and after.status == "repealed"
    shown = "" if gone else text
    settings = diffs.table(
        before.settings if before is not None else {}, after.settings if after is not None and not gone else {}
    )
    was = before.number if before is not None else ""
    code = diffs.lines(before.code if before is not None else "", after.code if after is not None and not gone else "")
    words = diffs.words(before.text if before is not None else "", shown)
    changed = any(piece.fate != diffs.SAME for piece in words)
    return Foreseen(
        number=number, was=was, before=before, after=after, words=words, settings=settings if after else (),
        code=code if after else (), barred=barred.why if barred else "", barred_by=barred.rule if barred else "",
        effective=effective(state, then), referring=_referring(state, was),
        mutable=standing.mutable_count(then), past=tuple(_past(state, then)),
        silent=changed and not gone and _same_working(before, after),
    )  # fmt: skip


def _same_working(before: Version | None, after: Version | None) -> bool:
    """Whether a rule acts by parameters or code, and by the same after the change."""
    if before is None or after is None or not (before.settings or before.code):
        return False
    return (before.settings, before.code) == (after.settings, after.code)


def _referring(state: State, number: str) -> tuple[str, ...]:
    return tuple(each.number for each in state.book.referring(number)) if number else ()


def effective(state: State, then: State) -> tuple[Row, ...]:
    """Parameters that hold otherwise in one state than in another."""
    return diffs.table(_holding(state), _holding(then))


def _holding(state: State) -> Mapping[str, str]:
    names = (name for name in state.book.settings() if name in parameters.CATALOGUE or name.startswith("penalty "))
    return {name: found.text for name in names if (found := standing.stands(state, name)) is not None}


def _past(state: State, then: State) -> Iterator[Replayed]:
    """The votes so far under the rules of another state, where they go otherwise than under the rules of this one."""
    for _, proposal in sorted(state.proposals.items()):
        if proposal.count is None:
            continue
        (adopted, points), (would, would_points) = _under(state, proposal), _under(then, proposal)
        if (adopted, points) != (would, would_points):
            yield Replayed(proposal.number, proposal.player, adopted, would, points, would_points)


def _under(rules: State, proposal: Proposal) -> tuple[bool, int]:
    """What a vote of the past comes to under rules: whether it is adopted, and what its proponent has of it."""
    adopted = _adopted(proposal, standing.threshold(rules, "threshold"))
    points, _ = completing.turn_points(rules, proposal)
    return adopted, (points or 0) - (0 if adopted else standing.whole(rules, "defeat_penalty") or 0)


def _adopted(proposal: Proposal, needed: Threshold | None) -> bool:
    count = proposal.count
    assert count is not None
    if needed is None or proposal.change.kind == "transmute":
        return count.adopted
    return needed.met(count.favourable, count.entitled)


def _done(state: State, proposal: Proposal) -> Foreseen:
    """What an adopted proposal did, out of the history of its rule."""
    number = str(proposal.number)
    for provision in state.book.provisions.values():
        for place, version in enumerate(provision.versions):
            if version.by == number and version.how != "set-up":
                before = provision.versions[place - 1] if place else None
                return _history(state, number, before, version)
    return of_change(state, proposal.change, number)


def _history(state: State, number: str, before: Version | None, after: Version) -> Foreseen:
    gone = after.status == "repealed"
    was = before.number if before is not None else ""
    return Foreseen(
        number=number, was=was, before=before, after=after,
        words=diffs.words(before.text if before is not None else "", "" if gone else after.text),
        settings=diffs.table(before.settings if before is not None else {}, {} if gone else after.settings),
        code=diffs.lines(before.code if before is not None else "", "" if gone else after.code),
        barred="", barred_by="", effective=(), referring=_referring(state, was),
        mutable=standing.mutable_count(state), past=(), silent=False,
    )  # fmt: skip


__all__ = ["Foreseen", "Replayed", "effective", "of_change", "of_proposal"]
