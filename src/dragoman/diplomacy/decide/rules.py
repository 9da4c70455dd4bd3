"""How house rules change in mid-game: what a change comes to, why one cannot stand, and who may make it (IX.3, F.1)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from dragoman.diplomacy.commands import ChangeRules
from dragoman.diplomacy.events import Event, RulesChanged
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.document import differences
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import State, Vote
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say

Outcome = tuple[Event, ...] | Refusal


def altered(sheet: Sheet, changes: Iterable[tuple[str, str]]) -> Sheet | Refusal:
    """The sheet with these clauses chosen anew, or why that cannot be: what contradicts itself is refused, with both
    clauses named."""
    changes = tuple(changes)
    if not changes:
        return Refusal("no-change", say("Name a clause and a choice: “propose rule VI.4 = C”."), "IX.3")
    made = sheet.overlaid(changes)
    if not isinstance(made, Sheet):
        return _contradicted(made)
    if made == sheet:
        text = say("The house rules say so already; there is nothing to change.")
        return Refusal("no-change", text, text=written(changes))
    return made


def _contradicted(errors: tuple[SheetError, ...]) -> Refusal:
    """The first fault; each names the clauses, and what to choose instead."""
    fault = errors[0]
    keys = " + ".join(fault.keys)
    return Refusal("rules-clash" if len(fault.keys) > 1 else fault.code, fault.says, keys)


def changes_between(before: Sheet, after: Sheet) -> tuple[tuple[str, str, str], ...]:
    """Each clause that comes out different, with the choice before and after."""
    return tuple((each.number, each.one, each.other) for each in differences(before, after))


def enacted(state: State, vote: Vote, now: datetime) -> RulesChanged | tuple[str, ...] | None:
    """The change that a vote carried; the clauses at fault, if the rules have changed meanwhile so that it cannot
    stand; None if they say so already."""
    made = state.sheet.overlaid(vote.rules.items())
    if not isinstance(made, Sheet):
        return made[0].keys
    return _changed(state.sheet, made, now, "vote", vote.number) if made != state.sheet else None


def _changed(before: Sheet, after: Sheet, now: datetime, cause: str, number: int = 0, why: str = "") -> RulesChanged:
    old, new = before.as_rules(), after.as_rules()
    other = {setting: choice for setting, choice in new.items() if old[setting] != choice}
    return RulesChanged(
        at=now, choices=other, before={s: old[s] for s in other}, cause=cause, number=number, why=why
    )  # fmt: skip


def written(changes: Iterable[tuple[str, str]]) -> str:
    """A change of rules in one line: `VI.4 = C; VI.2 = B`."""
    return "; ".join(f"{clause} = {choice}" for clause, choice in changes)


def change(state: State, command: ChangeRules, now: datetime) -> Outcome:
    """F.1.B: the game master alone changes the rules, for a reason that everybody is told; the phase goes on."""
    if state.sheet.letter("F.1") != "B":
        text = say("These rules change by a vote only: “propose rule {changes}”.", changes=written(command.changes))
        return Refusal("rules-by-vote", text, "F.1.A")
    if not command.why.strip():
        text = say("Say why: “gm rule {changes}: …”. Everybody is told.", changes=written(command.changes))
        return Refusal("no-reason", text, "F.1.B")
    made = altered(state.sheet, command.changes)
    if isinstance(made, Refusal):
        return made
    return (_changed(state.sheet, made, now, "gm", why=command.why.strip()),)
