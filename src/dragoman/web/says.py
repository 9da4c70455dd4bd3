"""What things of a game are called in the reader's tongue: phases, powers, seats, units; plain text, made for pages."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import SHORT_PHASE, Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import Ordered
from dragoman.diplomacy.state.roster import AWAY, SECOND, STANDBY
from dragoman.game.press import ALL, OBSERVER, OBSERVERS
from dragoman.game.seats import GM
from dragoman.tongues import saying as tongues

SEASONS = ("Spring", "Summer", "Fall", "Winter", "Year")


def lang() -> str:
    """The tongue now spoken, as maps write it."""
    return (translation.get_language() or "en").partition("-")[0]


def phase(at: Phase) -> str:
    """`Spring 1901, moves`, as in letters."""
    return tongues.phase(f"{at.season} {at.year} {at.kind.value}", lang())


def phase_first(at: Phase) -> str:
    """The same where it begins a sentence."""
    said = phase(at)
    return said[:1].upper() + said[1:]


def power(chart: Chart, name: str) -> str:
    """A power's name; a seat that is no power is called as it is."""
    known = chart.powers.get(name)
    return known.names.get(lang(), name) if known else name


def province(chart: Chart, name: str) -> str:
    """A province's full name."""
    known = chart.provinces.get(name)
    return known.names.get(lang(), known.name) if known else name


def place(chart: Chart, at: Place) -> str:
    """A place with its coast: `Spain (south coast)`."""
    name = province(chart, at.province)
    return f"{name} ({coast(at.coast)})" if at.coast else name


def coast(name: str) -> str:
    """A coast by its letters; those of maps to come are shown as they are."""
    names = {"NC": _("north coast"), "SC": _("south coast"), "EC": _("east coast"), "WC": _("west coast")}
    return names.get(name, name)


def short(one: Unit | Ordered) -> str:
    """`A Vie`, as people write it."""
    kind = f"{one.kind.value} " if one.kind else ""
    coasts = f"/{one.place.coast.lower()}" if one.place.coast else ""
    return f"{kind}{one.place.province.capitalize()}{coasts}"


def seat(chart: Chart, name: str) -> str:
    """A seat, or those whom press can name: `France`, `the game master`, `everybody`."""
    if name in (GM, ALL, OBSERVERS):
        return {GM: _("the game master"), ALL: _("everybody"), OBSERVERS: _("all observers")}[name]
    if name == SECOND:
        return _("the second game master")
    if name.startswith(STANDBY):
        return _("standby %(number)s") % {"number": name.removeprefix(STANDBY)}
    if name.startswith(AWAY):
        return _("%(power)s, in a deputy’s hands") % {"power": power(chart, name.removeprefix(AWAY))}
    if name.startswith(OBSERVER):
        return _("observer %(name)s") % {"name": name.removeprefix(OBSERVER)}
    return power(chart, name)


def read_phase(text: str) -> Phase:
    """A phase by its short writing. Raises ValueError for anything else."""
    found = SHORT_PHASE.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    letter, year, kind = found.groups()
    season = next((name for name in SEASONS if name[0] == letter.upper()), "")
    kinds = {each.value[0]: each for each in PhaseKind}
    if not season:
        raise ValueError(text)
    return Phase(season, int(year), kinds[kind.upper()])


MOST_DIGITS = 6


def number(text: str) -> int:
    """A number that a form brings along; 0 where it is none, or longer than any that is given out."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0


def phase_or_none(text: str) -> Phase | None:
    """A phase by its short writing; None for anything else."""
    try:
        return read_phase(text)
    except ValueError:
        return None
