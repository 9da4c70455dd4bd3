"""A sheet is one game's house rules: a choice for every setting. It is a value; changing a clause makes another sheet.

Clauses and DATC points are two ways of saying the same settings, so they cannot disagree; what is said at once and does
contradict itself is refused, and both sayings are named.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from dragoman.diplomacy.houserules.abbreviations import unfit
from dragoman.diplomacy.houserules.accord import Remark, contradictions, followed, remarks
from dragoman.diplomacy.houserules.answers import ANSWERS
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, SETTINGS, default, find
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Choice, SheetError
from dragoman.diplomacy.houserules.editions import EDITIONS
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.game.recalled import recalled
from dragoman.game.saying import say

_number: Callable[[tuple[str, Choice]], str] = itemgetter(0)


MOST_FAULTS = 200
"""Of one sheet told at once: there are fewer clauses than that."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """`choices` holds a choice for every setting, sorted by number; `Sheet()` is DATC's preferences."""

    choices: tuple[tuple[str, Choice], ...] = ()

    def __post_init__(self) -> None:
        whole = {number: default(number) for number in SETTINGS} | dict(self.choices)
        object.__setattr__(self, "choices", tuple(sorted(whole.items())))

    @classmethod
    def of(cls, rules: Mapping[str, str]) -> Sheet:
        """The sheet recorded as `rules` (see `as_rules`); what they leave out keeps its default.

        Whether all of it goes together is not asked again: what a game was once opened with stays good. Raises
        ValueError if the rules cannot be read: use `overlaid` on what a person wrote.
        """
        return _of(tuple(rules.items()))

    def as_rules(self) -> dict[str, str]:
        """Every setting in writing: what is recorded with a game, and what a preset file would hold."""
        return dict(_in_writing(self))

    def choice(self, number: str) -> Choice:
        """What is chosen in that clause or DATC point.

        A clause that ties several settings together may find them apart; its letter is then "", and its parts speak
        for themselves. KeyError if there is nothing to choose under that number.
        """
        place = bisect_left(self.choices, number, key=_number)  # asked a hundred times for each phase of play
        if place < len(self.choices) and self.choices[place][0] == number:
            return self.choices[place][1]
        clause = CATALOGUE[number]
        if not clause.parts:
            raise KeyError(number)
        settings = dict(self.choices)
        for written, parts in clause.parts.items():
            if all(settings[p.setting] in _wanted(p.setting, p.choices) for p in parts):
                chosen = choose(clause, written, number)
                assert isinstance(chosen, Chosen)
                return chosen.choice
        return Choice("")

    def letter(self, number: str) -> str:
        """The letter chosen in that clause or point ("" if it is composed and its parts are apart)."""
        return self.choice(number).letter

    def with_choice(self, number: str, written: str) -> Sheet | tuple[SheetError, ...]:
        """This sheet with one clause or point chosen anew (`with_choice("VI.4", "D")`)."""
        return self.overlaid([(number, written)])

    def overlaid(self, said: Iterable[tuple[str, str]]) -> Sheet | tuple[SheetError, ...]:
        """This sheet with clauses and points chosen anew, all at once; every fault is told.

        Another rulebook (I.2) changes whatever still stood as the old rulebook has it, before the rest is chosen.
        """
        sheet, errors = self.composed(said)
        return errors or sheet

    def composed(self, said: Iterable[tuple[str, str]]) -> tuple[Sheet, tuple[SheetError, ...]]:
        """The same for a sheet in the making, with its faults beside it: what cannot be read is passed over, and of
        what cannot stand together both are there. No game can be opened under a sheet with faults."""
        sheet, errors = self._laid(said)
        return sheet, (*errors, *contradictions(sheet.choice), *unfit(sheet))

    def _laid(self, pairs: Iterable[tuple[str, str]]) -> tuple[Sheet, list[SheetError]]:
        """This sheet with what was said and can be read, and what could not, up to as many faults as anybody mends at
        once."""
        errors: list[SheetError] = []
        claims: list[_Claim] = []
        for key, written in pairs:
            made = _claims(key, written)
            if isinstance(made, SheetError):
                errors.append(made)
                if len(errors) == MOST_FAULTS:
                    break
            else:
                claims.extend(made)
        settled = _settled(claims, _under_rulebook(dict(self.choices), claims), errors)
        said = frozenset((c.setting, blank) for c in claims if not c.soft for blank in ("", *c.filled))
        return Sheet(tuple(followed(settled, said).items())), errors

    def remarks(self) -> tuple[Remark, ...]:
        """Choices that stand together and say less than they seem to, each with what to choose instead."""
        return tuple(remarks(self.choice))


@recalled(256)
def _in_writing(sheet: Sheet) -> Mapping[str, str]:
    return {number: str(choice) for number, choice in sheet.choices}


@lru_cache(256)
def _of(rules: tuple[tuple[str, str], ...]) -> Sheet:
    """The sheet of what a game was opened with: games that agree share one."""
    sheet, errors = Sheet()._laid(rules)
    if errors:
        raise ValueError("; ".join(f"{'/'.join(e.keys)}: {e.code}" for e in errors))
    return sheet


def _under_rulebook(settings: dict[str, Choice], claims: list[_Claim]) -> dict[str, Choice]:
    """The settings once the rulebook that the claims name (if they do) has taken the place of the one in force."""
    named = [c.choices[0].value("year") for c in claims if c.setting == "I.2"]
    if not named:
        return settings
    old, new = _edition(settings["I.2"].value("year")), _edition(named[0])
    return {number: new[number] if choice == old[number] else choice for number, choice in settings.items()}


@cache
def _edition(year: str) -> Mapping[str, Choice]:
    """Every setting as a rulebook has it."""
    claims = [claim for key, written in EDITIONS[year].items() for claim in _sure_claims(key, written)]
    return _settled(claims, {number: default(number) for number in SETTINGS}, [])


def _sure_claims(key: str, written: str) -> list[_Claim]:
    made = _claims(key, written)
    if isinstance(made, SheetError):
        raise ValueError(f"{key}={written}: {made.code}")
    return made


@dataclass(frozen=True, slots=True)
class _Claim:
    """What one saying wants of one setting: any of `choices` in its order of liking. `said` is the saying itself,
    `filled` the blanks that it fills."""

    said: str
    setting: str
    choices: tuple[Choice, ...]
    soft: bool = False
    filled: frozenset[str] = frozenset()


def _claims(key: str, written: str) -> list[_Claim] | SheetError:
    clause = find(key)
    if isinstance(clause, SheetError):
        return clause
    if not clause.is_setting and not clause.parts:
        return SheetError("nothing-to-choose", (key,), say("{key} leaves nothing to choose", key=key))
    chosen = choose(clause, written, key)
    if isinstance(chosen, SheetError):
        return chosen
    said = f"{key}={written}"
    parts = (*clause.parts.get(str(chosen.choice), ()), *chosen.beside)
    claims = [_Claim(said, p.setting, _wanted(p.setting, p.choices), p.soft) for p in parts]
    if clause.is_setting:
        claims.append(_Claim(said, clause.number, (chosen.choice,), filled=chosen.filled))
    return claims


@cache
def _wanted(setting: str, written: tuple[str, ...]) -> tuple[Choice, ...]:
    """The choices of a setting that its clauses and points name in writing."""
    made = [choose(SETTINGS[setting], w, setting) for w in written]
    return tuple(m.choice for m in made if isinstance(m, Chosen))


def _settled(claims: list[_Claim], settings: dict[str, Choice], errors: list[SheetError]) -> dict[str, Choice]:
    """The settings after the claims; a contradiction is told, with both sayings."""
    firm: dict[str, _Claim] = {}
    for claim in (c for c in claims if not c.soft):
        before = firm.get(claim.setting)
        common = [c for c in claim.choices if before is None or _among(c, before.choices)]
        if before and not common:
            text = say("{one} and {other} contradict each other; keep one of them", one=before.said, other=claim.said)
            errors.append(SheetError("contradiction", (before.said, claim.said), text))
        else:
            firm[claim.setting] = _Claim(claim.said, claim.setting, tuple(common))
    for claim in (c for c in claims if c.soft and c.setting not in firm):
        firm[claim.setting] = claim
    for setting, claim in firm.items():
        if not _among(settings[setting], claim.choices) or len(claim.choices) == 1:
            settings[setting] = claim.choices[0]
    return settings


def _among(choice: Choice, choices: tuple[Choice, ...]) -> bool:
    """Whether the choice is one of several; where a point admits several letters, their parameters do not matter."""
    return choice in choices or (len(choices) > 1 and choice.letter in {c.letter for c in choices})


@recalled(256)
def switches(sheet: Sheet) -> Switches:
    """What the sheet answers to the questions of adjudication."""
    return _switches(sheet)


@cache
def _switches(sheet: Sheet) -> Switches:
    """The same for all sheets that are alike; to see that they are takes longer than to answer."""
    written = sheet.as_rules()
    answered: dict[str, Any] = {field: answers[written[setting]] for field, (setting, answers) in ANSWERS.items()}
    return Switches(**answered)
