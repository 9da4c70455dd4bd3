"""What a proposal may propose, and what it makes of the rules once it is adopted.

At its posting a change is held to what a rule-change is (103, 109); at its adoption to what the rules then allow (114,
209). A rule gets the number of the proposal that changed it, and keeps its history (108).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dragoman.game.refusals import Refusal
from dragoman.game.rulebook import REPEALED, Amendment, Provision, Version, originally
from dragoman.game.saying import say
from dragoman.nomic import parameters, standing
from dragoman.nomic.diffs import carried_over
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.precedence import IMMUTABLE, MUTABLE
from dragoman.nomic.state import State, is_regulation

AMENDMENTS = ("amend amendment", "repeal amendment")
TAKEN_AWAY = ""
"""What an amendment's settings hold for a parameter that it takes away."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What a change makes of one provision."""

    key: str
    was: str
    version: Version


@dataclass(frozen=True, slots=True)
class Barred:
    """Why an adopted change has no effect, by which rule; `held`: a Judge is to decide it."""

    why: str
    rule: str
    held: bool = False


# --- at its posting ---


def improper(state: State, change: Change) -> Refusal | None:
    """Why this is no rule-change that can be proposed, or None. By 115 none is refused for what it does to the rules by
    which rules are changed, its own included."""
    allowed = standing.words(state, "changes") or parameters.CHANGES
    if change.kind not in allowed:
        says = say("By rule {rule}, “{kind}” is no rule-change.", rule=standing.owner(state, "changes"),
                   kind=change.kind)  # fmt: skip
        return Refusal("no-such-change", says, standing.owner(state, "changes"))
    if change.also and standing.reading(state, "compound") == "refused":
        says = say("That is two rule-changes, and a turn proposes one: write “propose transmute {target}” now, and the "
                   "other in a turn to come.", target=change.target)  # fmt: skip
        return Refusal("compound", says, "318")
    return _no_target(state, change) or _says_nothing(state, change) or unfit_settings(state, change)


def _no_target(state: State, change: Change) -> Refusal | None:
    if change.kind == "enact":
        return None
    if is_regulation(change.target):
        says = say("{number} is a regulation: write “regulate {kind} {number}”.", number=change.target,
                   kind=change.kind)  # fmt: skip
        return Refusal("regulation", says, "320")
    if change.kind in AMENDMENTS:
        return _no_amendment(state, change.target)
    found = state.book.once(change.target)
    if found is None:
        return Refusal("no-such-rule", say("There is no rule {number}.", number=change.target), "103")
    if not found.in_force:
        says = say("Rule {number} is not in force: {by} repealed it.", number=change.target, by=found.number)
        return Refusal("rule-repealed", says, "103")
    if change.kind != "transmute" and found.now.status == IMMUTABLE:
        says = say("Rule {number} is immutable and cannot be amended or repealed: “propose transmute {number}” comes "
                   "first.", number=found.number)  # fmt: skip
        return Refusal("immutable", says, "103")
    return None


def _no_amendment(state: State, number: str) -> Refusal | None:
    found = amended_by(state, number)
    if found is None:
        says = say("No rule in force has an amendment {number}.", number=number)
        return Refusal("no-such-amendment", says, "103")
    if found.now.status == IMMUTABLE:
        says = say("Rule {number} is immutable and cannot be amended or repealed: “propose transmute {number}” comes "
                   "first.", number=found.number)  # fmt: skip
        return Refusal("immutable", says, "103")
    return None


def _says_nothing(state: State, change: Change) -> Refusal | None:
    """A change that lacks what it is to say."""
    if change.kind == "enact" and not change.text.strip():
        says = say("A new rule needs words: write them on the lines after “propose enact:”.")
        return Refusal("no-text", says, "106")
    bare = not (change.text.strip() or change.settings or change.unset or change.code is not None)
    if change.kind in ("amend", "amend amendment") and bare:
        says = say("Say what the rule is to be: its whole new text, a line “set … = …”, or its code between ```.")
        return Refusal("no-text", says, "106")
    if change.kind in AMENDMENTS and not change.text.strip() and _rebuilt(state, change, "0") is None:
        says = say("The later amendments cannot be put onto what would be left: write the whole text of the rule.")
        return Refusal("cannot-rebuild", says, "106")
    return None


def unfit_settings(state: State, change: Change) -> Refusal | None:
    """The first setting that cannot be, or None."""
    severities = standing.words(state, "severities") or parameters.SEVERITIES
    target = state.book.once(change.target)
    own = bool(change.code or (change.code is None and target is not None and target.now.code))
    refused = (parameters.misfit(name, text, own, severities) for name, text in change.settings.items())
    return next((each for each in refused if each is not None), None)


def normal(state: State, change: Change) -> Change:
    """The change with its rule named by the number that it bears now."""
    found = state.book.once(change.target) if change.kind not in ("enact", *AMENDMENTS) else None
    return change if found is None or not found.in_force else _retargeted(change, found.number)


def _retargeted(change: Change, number: str) -> Change:
    return Change(change.kind, number, change.text, change.settings, change.unset, change.code, change.title,
                  change.also)  # fmt: skip


def target(state: State, change: Change) -> Provision | None:
    """The provision that a change is about, whatever number it bears by now."""
    if change.kind == "enact":
        return None
    return amended_by(state, change.target) if change.kind in AMENDMENTS else state.book.once(change.target)


def amended_by(state: State, number: str) -> Provision | None:
    """The rule in force that has an amendment of that number."""
    found = (p for p in state.book.in_force if any(each.number == number for each in p.now.amendments))
    return next(found, None)


# --- at its adoption ---


def applied(state: State, change: Change, number: str, judged: bool = False) -> Applied | Barred:
    """What an adopted change makes of the rules. `number` is that of the proposal; `state` stands just before.
    `judged` says that a Judge lets it take effect: what only waited for one bars it no more."""
    barred = _barred(state, change)
    if barred is not None and not (judged and barred.held):
        return barred
    if change.kind == "enact":
        return Applied(number, "", _enacted(state, change, number))
    provision = target(state, change)
    if provision is None:
        return Barred("target-gone", "205")
    made = _changed(state, provision, change, number)
    if made is None:
        return Barred("cannot-rebuild", "106")
    return Applied(provision.key, provision.number, made)


def _barred(state: State, change: Change) -> Barred | None:
    """What the rules do not let happen though it was adopted."""
    found = target(state, change)
    if change.kind != "enact" and (found is None or not found.in_force):
        revives = change.kind == "amend" and change.text and standing.reading(state, "lost-target") == "revived"
        if found is None or not revives:
            return Barred("target-gone", "205")
    if change.kind not in ("enact", "transmute") and found is not None and found.now.status == IMMUTABLE:
        return Barred("improper", "103")
    return _too_many(state, change, found) or _too_few(state, change, found)


def _too_many(state: State, change: Change, found: Provision | None) -> Barred | None:
    """209: one more mutable rule than there may be."""
    to_mutable = change.kind == "transmute" and found is not None and found.now.status == IMMUTABLE
    most = standing.whole(state, "max_mutable")
    if not (change.kind == "enact" or to_mutable) or most is None or standing.mutable_count(state) < most:
        return None
    if to_mutable and standing.reading(state, "transmuting-at-limit") == "allowed":
        return None
    return Barred("limit", standing.owner(state, "max_mutable"), held=to_mutable)


def _too_few(state: State, change: Change, found: Provision | None) -> Barred | None:
    """114: one less mutable rule than there must be."""
    was_mutable = found is not None and found.now.status == MUTABLE
    least = standing.whole(state, "min_mutable")
    if change.kind not in ("repeal", "transmute") or not was_mutable or least is None:
        return None
    return Barred("last-mutable", "114") if standing.mutable_count(state) <= least else None


def _enacted(state: State, change: Change, number: str) -> Version:
    assert state.last is not None
    return Version(
        at=state.last, number=number, text=change.text, status=MUTABLE, settings=dict(change.settings),
        code=change.code or "", title=change.title, how="enact", by=number,
    )  # fmt: skip


def _changed(state: State, provision: Provision, change: Change, number: str) -> Version | None:
    now = provision.now
    match change.kind:
        case "repeal":
            return replace(now, number=number, status=REPEALED, how="repeal", by=number)
        case "transmute":
            status = MUTABLE if now.status == IMMUTABLE else IMMUTABLE
            made = replace(now, number=number, status=status, how="transmute", by=number)
            return made if not change.also else _amended(made, change, number)
        case "amend":
            return _amended(now if provision.in_force else replace(now, status=MUTABLE), change, number)
        case _:
            return _rebuilt(state, change, number)


def _amended(now: Version, change: Change, number: str) -> Version:
    text = change.text or now.text
    given = {**change.settings, **dict.fromkeys(change.unset, TAKEN_AWAY)}
    amendment = Amendment(number, now.text, text, given, change.code)
    return replace(
        now, number=number, text=text, settings=with_settings(now.settings, given),
        code=now.code if change.code is None else change.code, title=change.title or now.title, how="amend",
        by=number, amendments=(*now.amendments, amendment), original=now.original or replace(now, original=None),
    )  # fmt: skip


def with_settings(before: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The settings after some were given; those given as taken away are left out."""
    return {name: value for name, value in {**before, **given}.items() if value != TAKEN_AWAY}


def _rebuilt(state: State, change: Change, number: str) -> Version | None:
    """A rule with one of its amendments changed or taken away, and the later ones put on again; None where that cannot
    be done and the change does not give the whole text."""
    provision = amended_by(state, change.target)
    if provision is None:
        return None
    now = provision.now
    base = originally(now)
    text: str | None = base.text
    settings, code, kept = dict(base.settings), base.code, list[Amendment]()
    for each in now.amendments:
        changed = _replaced(each, change) if each.number == change.target else each
        if changed is None:
            continue
        text = carried_over(changed.before, changed.after, text) if text is not None else None
        settings = with_settings(settings, changed.settings)
        code = code if changed.code is None else changed.code
        kept.append(changed)
    text = change.text if change.kind == "repeal amendment" and change.text else text
    if text is None:
        return None
    return replace(
        now, number=number, text=text, settings=settings, code=code, how=change.kind, by=number, amendments=tuple(kept)
    )


def _replaced(amendment: Amendment, change: Change) -> Amendment | None:
    """An amendment as amended; None: repealed."""
    if change.kind == "repeal amendment":
        return None
    given = {**amendment.settings, **change.settings, **dict.fromkeys(change.unset, TAKEN_AWAY)}
    code = amendment.code if change.code is None else change.code
    return replace(amendment, after=change.text or amendment.after, settings=given, code=code)
