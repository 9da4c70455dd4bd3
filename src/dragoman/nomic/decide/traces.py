"""What a ruling's orders left behind: whatever is otherwise after them than it was before (212)."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.rulebook import Version
from dragoman.nomic import hooks
from dragoman.nomic.events import ordered as o
from dragoman.nomic.events.ordered import Ordered
from dragoman.nomic.events.recorded import rule_record
from dragoman.nomic.state import Conflict, State, Suspension


def left(before: State, after: State, judgment: int) -> tuple[Ordered, ...]:
    """What a ruling changed. What hangs on the rules stands before them, for it is taken back after them."""
    return (
        *_found(before, after, judgment), *_waited(before, after), *_opens(before, after), *_unset(before, after),
        *_opposed(before, after), *_stopped(before, after), *_rules(before, after), *_read(before, after),
        *_penalties(before, after),
        *(o.Booked(each.player, each.amount) for each in after.points[len(before.points) :]),
    )  # fmt: skip


def _found(before: State, after: State, judgment: int) -> Iterator[Ordered]:
    if after.unplayable and after.unplayable != before.unplayable:
        owner = next((each.number for each in before.book.setting("unplayable_winner")), "")
        yield o.Found(judgment, after.unplayable, before.unplayable, owner)


def _waited(before: State, after: State) -> Iterator[Ordered]:
    for each in before.held:
        if each not in after.held:
            yield o.Waited(each.what, each.about, each.clause)
    for each in after.held:
        if each not in before.held:
            yield o.Asked(each.about)


def _opens(before: State, after: State) -> Iterator[Ordered]:
    for number, proposal in after.proposals.items():
        was = before.proposals[number].opens
        if proposal.opens != was:
            yield o.Opens(number, was, proposal.opens)


def _unset(before: State, after: State) -> Iterator[Ordered]:
    for each in before.timers:
        if each not in after.timers:
            yield o.Unset(each.rule, each.key, each.rings, each.payload)


def _opposed(before: State, after: State) -> Iterator[Ordered]:
    were = {tuple(sorted((each.first, each.second))): each for each in before.conflicts}
    now = {tuple(sorted((each.first, each.second))): each for each in after.conflicts}
    for first, second in sorted({*were, *now}):
        was, found = were.get((first, second)), now.get((first, second))
        if was != found:
            yield o.Opposed(first, second, clash(was), clash(found))


def clash(conflict: Conflict | None) -> o.Clash | None:
    """A conflict of two rules as it is kept."""
    return o.Clash(conflict.prevails, conflict.void) if conflict is not None else None


def _stopped(before: State, after: State) -> Iterator[Ordered]:
    for key in sorted({*before.suspended, *after.suspended}):
        was, now = before.suspended.get(key), after.suspended.get(key)
        if was != now and key in before.book.provisions:
            yield o.Stopped(key, hooks.digest(before.book.provisions[key].now.code), stop(was), stop(now))


def stop(suspension: Suspension | None) -> o.Stop | None:
    """A suspension as it is kept."""
    if suspension is None:
        return None
    return o.Stop(suspension.why, suspension.says, suspension.line, suspension.hook)


def _rules(before: State, after: State) -> Iterator[Ordered]:
    for key, rule in after.book.provisions.items():
        was = before.book.provisions.get(key)
        if was is not None and was == rule:
            continue
        previous = was.now if was is not None else None
        for version in rule.versions[len(was.versions) if was is not None else 0 :]:
            if version.how == "by judgment" and previous is not None:
                yield from _set(key, previous, version)
            else:
                yield _effect(before, key, previous, version)
            previous = version


def _set(key: str, was: Version, now: Version) -> Iterator[Ordered]:
    for name, value in now.settings.items():
        if was.settings.get(name) != value:
            yield o.Set(key, name, was.settings.get(name, ""), value)


def _effect(before: State, key: str, was: Version | None, now: Version) -> Ordered:
    clause = next((each.clause for each in before.held if each.about == now.by), "")
    record = rule_record(was) if was is not None else None
    return o.TookEffect(int(now.by), key, record, before.proposals[int(now.by)].effect, clause)


def _read(before: State, after: State) -> Iterator[Ordered]:
    for name, option in after.chosen.items():
        if before.chosen.get(name) != option:
            yield o.ReadSo(name, before.chosen.get(name, ""), option)


def _penalties(before: State, after: State) -> Iterator[Ordered]:
    held = {each.id: each for each in before.penalties}
    for each in after.penalties:
        if each.id not in held:
            yield o.Assigned(each.id)
        elif each.removed is not None and held[each.id].removed is None:
            yield o.Removed(each.id)
