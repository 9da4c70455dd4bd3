"""The count in words, line by line: `Lon: 13 fleet, 12 army, 9 nothing`, why that is the result, and what is built.

Everything is put into one tongue here, with the names of the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.democracy.count import Found, Why
from dragoman.diplomacy.democracy.options import Contest, Option, offered
from dragoman.game.saying import Saying, filled, say
from dragoman.tongues.saying import put

COUNTS = {
    UnitKind.FLEET: say("{n} fleet"),
    UnitKind.ARMY: say("{n} army"),
    None: say("{n} nothing"),
}
KINDS = {UnitKind.FLEET: say("a fleet"), UnitKind.ARMY: say("an army"), None: say("nothing")}
UNITS = {
    UnitKind.FLEET: say("a fleet in {place}"),
    UnitKind.ARMY: say("an army in {place}"),
    None: say("nothing in {place}"),
}


def short(option: Option) -> str:
    """`F Stp/nc`, as people write it; nothing is the centre alone."""
    coast = f"/{option.place.coast.lower()}" if option.place.coast else ""
    return f"{option.kind.value} {_code(option.centre)}{coast}" if option.kind else _code(option.centre)


def _code(centre: str) -> str:
    return centre.capitalize()


def choice(chart: Chart, option: Option, lang: str) -> str:
    """A choice in words: `a fleet in St. Petersburg (north coast)`, `nothing in London`."""
    return _put(UNITS[option.kind], lang, place=_place(chart, option, lang))


def _place(chart: Chart, option: Option, lang: str) -> str:
    names = chart.provinces[option.centre].names
    name = names.get(lang, names["en"])
    return f"{name} ({option.place.coast.lower()})" if option.place.coast else name


def _put(saying: Saying, lang: str, **args: object) -> str:
    return put(filled(saying, **args), lang)


def either(parts: Sequence[str], lang: str) -> str:
    """`one, another or a third`."""
    return _listed(parts, say("{first} or {last}"), lang)


def both(parts: Sequence[str], lang: str) -> str:
    """`one, another and a third`."""
    return _listed(parts, say("{first} and {last}"), lang)


def _listed(parts: Sequence[str], last: Saying, lang: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _put(last, lang, first=", ".join(parts[:-1]), last=parts[-1])


# --- the votes for each choice ---


def count_line(chart: Chart, centre: str, counts: Mapping[Option, int], lang: str) -> str:
    """`Lon: 13 fleet, 12 army, 9 nothing`: every choice of a centre, those without votes too."""
    told = (_count(option, counts.get(option, 0), lang) for option in offered(chart, centre))
    return f"{_code(centre)}: {', '.join(told)}"


def _count(option: Option, votes: int, lang: str) -> str:
    coast = f" ({option.place.coast.lower()})" if option.place.coast else ""
    return _put(COUNTS[option.kind], lang, n=votes) + coast


# --- why ---


def reason(found: Found, lang: str) -> str:
    """Why a centre came out as it did, in a sentence."""
    what = _kind(found.winner, lang) if found.winner is not None else ""
    winner = _kind_there(found.winner, lang) if found.winner is not None else ""
    tied = either([_kind_there(each, lang) for each in found.tied], lang)
    return _put(REASONS[found.why], lang, what=what, winner=winner, tied=tied)


REASONS = {
    Why.LEADS: say("Most votes for {what}."),
    Why.NOTHING: say("Most votes for nothing."),
    Why.UNVOTED: say("Nobody gave a vote here."),
    Why.BEYOND: say("Most votes for {what}, but no build was left for it."),
    Why.LIST: say("A tie ({tied}): the home power put {winner} first on its ballot."),
    Why.CHOICE: say("A tie ({tied}): the home power chose {winner}."),
    Why.ALPHABET: say("A tie ({tied}) that the home power left open: {winner} comes first in the alphabet."),
    Why.LOT: say("A tie ({tied}) that the home power left open: {winner} by lot."),
    Why.RULE: say("A tie ({tied}): {winner} goes before by the house rules."),
    Why.OPEN: say("It hangs on a tie that is still to be decided."),
}


def _kind(option: Option, lang: str) -> str:
    coast = f" ({option.place.coast.lower()})" if option.place.coast else ""
    return _put(KINDS[option.kind], lang) + coast


def _kind_there(option: Option, lang: str) -> str:
    """`F Lon`, or `nothing in Lon`."""
    return short(option) if option.kind else _put(UNITS[None], lang, place=_code(option.centre))


# --- the result ---


def result(chart: Chart, contest: Contest, found: Iterable[Found], beginning: bool, lang: str) -> str:
    """`England has one build and builds a fleet in London.`"""
    name = _name(chart, contest.power, lang)
    units = [choice(chart, each.winner, lang) for each in found if each.built and each.winner is not None]
    if beginning:
        return _put(STANDS if units else STANDS_NOTHING, lang, power=name, units=both(units, lang))
    sentence = BUILDS if units else BUILDS_NOTHING
    return _put(sentence, lang, power=name, builds_n=contest.builds, units=both(units, lang))


BUILDS = say("{power} has {builds_n} and builds {units}.")
BUILDS_NOTHING = say("{power} has {builds_n} and builds nothing.")
STANDS = say("{power} begins with {units}.")
STANDS_NOTHING = say("{power} begins with nothing.")
ASKED = say("There is a tie: {power} must make a quick choice between {units}.")


def asked(chart: Chart, power: str, tied: Iterable[Option], lang: str) -> str:
    """That a home power must choose, and between what."""
    units = either([choice(chart, each, lang) for each in tied], lang)
    return _put(ASKED, lang, power=_name(chart, power, lang), units=units)


def _name(chart: Chart, power: str, lang: str) -> str:
    names = chart.powers[power].names
    return names.get(lang, names.get("en", power))
