"""Finnish rule 15: where a piece of press may be dated from, and which names it may bear.

Each power's capital belongs to that power's own signed press, and what the game master claims to the game master.
Unsigned press may not use them whoever wrote it, not even their owner: to admit one writer would tell who it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.power import Power
from dragoman.diplomacy.commands import SendPress
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import State
from dragoman.game.press import Colour
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM
from dragoman.tongues.lexicon import folded, words_of

RULE = "F.15.B"

_HEAD = re.compile(r"\s*([^:\n]{2,48}):")
_PLACE = re.compile(r"[,(–—\d]")
SHORTEST = 4
"""Shorter writings of a capital are abbreviations, not what a dateline bears."""


def claimed(sheet: Sheet) -> tuple[str, ...]:
    """The names and places that the game master has claimed."""
    choice = sheet.choice("F.15")
    if choice.letter != "B":
        return ()
    return tuple(name for each in choice.value("claimed").split(",") if (name := each.strip()))


def forbidden(state: State, said: SendPress) -> Refusal | None:
    """Why a piece may not be dated so, or bear that name; None where the game reserves none, and for the game
    master."""
    if state.sheet.letter("F.15") != "B" or said.by.seat == GM:
        return None
    name, dateline, head = said.name if said.colour is Colour.DARK_GREY else "", said.dateline.strip(), _head(said)
    bearer = _bearer(state, said)
    return (
        next((found for each in (name, dateline) if (found := _reserved(state, said, each, whole=False))), None)
        or _reserved(state, said, head, whole=True)
        or next((found for each in (dateline, head) if (found := _another_power(state, each, bearer))), None)
        or (_not_from_there(state, dateline, bearer) if bearer and dateline else None)
    )


def _bearer(state: State, said: SendPress) -> Power | None:
    """The power whose signature a piece bears, rightly or not."""
    signed = {Colour.WHITE: said.by.seat or "", Colour.BLACK: said.name}.get(said.colour, "")
    return state.chart.powers.get(signed)


def _head(said: SendPress) -> str:
    """What stands before the first colon of a piece without a dateline: it may be meant for one."""
    found = _HEAD.match(said.text) if not said.dateline.strip() else None
    return _leading(found[1]) if found else ""


def _leading(dateline: str) -> str:
    """The place or person of a dateline, without the day."""
    return _PLACE.split(dateline, maxsplit=1)[0].strip(" .:-")


# --- what is reserved ---


def _reserved(state: State, said: SendPress, name: str, *, whole: bool) -> Refusal | None:
    """Why a name is another's: the game master's, or the capital of a power that does not sign the piece in truth.
    `whole` asks that all of the name be the reserved one, not a part of it."""
    words = [word for word, _ in words_of(name)]
    for mine in claimed(state.sheet):
        if _holds(words, mine, whole):
            text = say("“{name}” belongs to the game master here; the piece was not sent.", name=mine)
            return Refusal("reserved-name", text, RULE, name)
    signed = said.by.seat if said.colour is Colour.WHITE else ""
    others = (power for power in state.chart.powers.values() if power.id != signed)
    found = ((p, writing) for p in others for writing in _capital(state.chart, p) if _holds(words, writing, whole))
    return next((_belongs(power, writing, name) for power, writing in found), None)


def _another_power(state: State, name: str, bearer: Power | None) -> Refusal | None:
    """A piece dated from a power, or by its ruler, is that power's signed press and nobody else's."""
    where = _leading(name)
    for power in state.chart.powers.values():
        titles = {folded(each) for each in (*_names(power), *_titles(power))}
        if power is not bearer and folded(where) in titles:
            return _belongs(power, where, name)
    return None


def _holds(words: Sequence[str], wanted: str, whole: bool) -> bool:
    """Whether that name stands among the words."""
    named = [word for word, _ in words_of(wanted)]
    if whole or not named:
        return bool(named) and list(words) == named
    return any(list(words[at : at + len(named)]) == named for at in range(len(words)))


def _belongs(power: Power, writing: str, name: str) -> Refusal:
    text = say(
        "“{name}” is reserved for the signed press of {power_whose}; the piece was not sent. Date it from elsewhere: "
        "an unsigned one from outside the game, as from Switzerland.",
        name=writing, power_whose=power.id,
    )  # fmt: skip
    return Refusal("reserved-name", text, RULE, name)


def _capital(chart: Chart, power: Power) -> Iterator[str]:
    province = chart.provinces.get(power.capital or "")
    if province is not None:
        names = (province.name, *province.names.values(), *(a for some in province.aliases.values() for a in some))
        yield from (name for name in names if len(name) >= SHORTEST)


def _names(power: Power) -> Iterator[str]:
    yield from (power.id, *power.names.values(), *power.adjectives.values(), *(power.genitives or {}).values())
    yield from (alias for some in power.aliases.values() for alias in some)


def _titles(power: Power) -> Iterator[str]:
    yield from (power.ruler or {}).values()


# --- what signed press is dated from ---


def _not_from_there(state: State, dateline: str, power: Power) -> Refusal | None:
    """Signed press is dated from the country, a centre that it holds, or by its ruler."""
    where = folded(_leading(dateline))
    if where in {folded(each) for each in _own(state, power)} or _by_ruler(where, power):
        return None
    centres = ", ".join(sorted(state.chart.provinces[each].name for each in state.position.centres_of(power.id)))
    text = say(
        "Signed press of {power_whose} is dated from the country itself, from a centre that it holds ({centres}), or "
        "by its ruler; the piece was not sent. An unsigned one may come from elsewhere: “grey press to …:”.",
        power_whose=power.id, centres=centres or "–",
    )  # fmt: skip
    return Refusal("not-from-there", text, RULE, dateline)


def _own(state: State, power: Power) -> Iterator[str]:
    yield from (*_names(power), *_titles(power), *_capital(state.chart, power), *power.places)
    held = state.position.centres_of(power.id)
    for province in state.chart.provinces.values():
        if province.id in held or (province.home == power.id and not province.centre):
            yield from (province.id, province.name, *province.names.values())
            yield from (alias for some in province.aliases.values() for alias in some)


def _by_ruler(where: str, power: Power) -> bool:
    """Whether a dateline begins with the title of its ruler: `Tsar Nicholas`."""
    return any(where.split()[:1] == folded(title).split()[:1] for title in _titles(power) if where)
