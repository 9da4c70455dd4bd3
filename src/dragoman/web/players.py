"""Who plays what, as a page tells it: names, standing, and how reliably they have played, never without the counts.

In an anonymous game nobody is named before the end, and no figure is told either: it might give somebody away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dragoman import assembly
from dragoman.diplomacy.report.players import REASONS
from dragoman.diplomacy.seating import Seated
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.roster import Tenure
from dragoman.game.repute import UNKNOWN, Listing, Repute
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.door import Visit


@dataclass(frozen=True, slots=True)
class Tag:
    """A word on how a seat stands: `sort` is `good`, `warn`, `bad` or empty."""

    says: str
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One power: `player` is the name of whoever plays it, `reliability` the words on how they have played so far."""

    power: str
    held: bool
    mine: bool
    player: str
    reliability: str
    tags: tuple[Tag, ...]
    seated: Seated
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who stands by, or asks to be let in: `number` names an applicant, `why` tells why they are listed."""

    seat: Seat
    number: int
    player: str
    wishes: tuple[str, ...]
    reliability: str
    mine: bool = False
    listings: tuple[Listing, ...] = ()


@dataclass(frozen=True, slots=True)
class Stay:
    """Who played a power from when to when."""

    power: str
    player: str
    since: datetime
    until: datetime | None
    went: str


def rows(seen: Visit) -> tuple[Row, ...]:
    """Every power's seat, in the order of the map."""
    view = seen.view
    seated = view.company.seated
    names, reputes = _known(seen, (each.person for each in seated.values()))
    return tuple(_row(view, seated[power], names, reputes) for power in view.chart.powers)


def _known(seen: Visit, persons: Iterable[PersonId | None]) -> tuple[Mapping[PersonId, str], Mapping[PersonId, Repute]]:
    held = [person for person in persons if person]
    return assembly.register().names(held), assembly.conducts().reputes(held, seen.now)


def _row(view: View, seated: Seated, names: Mapping[PersonId, str], reputes: Mapping[PersonId, Repute]) -> Row:
    person, mine = seated.person, view.seat == seated.power
    told = person and not (view.company.masked and not mine)
    return Row(
        power=seated.power,
        held=person is not None,
        mine=mine,
        player=names.get(person, "") if person else "",
        reliability=reliability(reputes.get(person, UNKNOWN)) if person and told else "",
        tags=tuple(_tags(view, seated)),
        seated=seated,
        until=seated.leave.until if seated.leave is not None and seated.leave.granted else None,
    )


def _tags(view: View, seated: Seated) -> Iterable[Tag]:
    if seated.disorder:
        yield Tag(_("civil disorder"), "bad")
    elif seated.person is None and view.stage != "forming":
        yield Tag(_("vacant"), "warn")
    if seated.person is not None and seated.missed:
        missed = ngettext("%(n)d round missed", "%(n)d rounds in a row missed", seated.missed) % {"n": seated.missed}
        yield Tag(missed, "warn")
    if seated.leave is not None:
        yield Tag(_("a deputy plays") if seated.leave.granted else _("a deputy is asked for"))
    if seated.called is not None:
        yield Tag(_("a standby is called"))
    if seated.suggested is not None:
        yield Tag(_("a substitute is suggested"))


def reliability(repute: Repute) -> str:
    """The counts, and the figure for whoever is not new."""
    if repute.rounds == 0:
        return _("new here")
    counts = _("%(kept)d of %(rounds)d rounds") % {"kept": repute.kept, "rounds": repute.rounds}
    if repute.new:
        return _("new here: %(counts)s") % {"counts": counts}
    return _("%(counts)s, %(figure)d %%") % {"counts": counts, "figure": repute.figure}


def standbys(seen: Visit) -> tuple[Waiting, ...]:
    """Whoever stands by, in the order of signing on."""
    company = seen.view.company
    names, reputes = _known(seen, (each.person for each in company.standbys))
    return tuple(
        Waiting(
            each.seat, 0, names.get(each.person, "") if each.person else "", each.powers,
            reliability(reputes.get(each.person, UNKNOWN)) if each.person and not company.masked else "",
            each.seat == seen.seat,
        )
        for each in company.standbys
    )  # fmt: skip


def applicants(seen: Visit) -> tuple[Waiting, ...]:
    """Whoever stands on the blacklist and waits for the game master's word (F.9), with why they stand there."""
    found = seen.view.company.applicants
    names, reputes = _known(seen, (each.person for each in found))
    return tuple(
        Waiting(
            Seat(""), each.number, names.get(each.person, "") or assembly.called(each.person, True), each.wishes,
            reliability(reputes.get(each.person, UNKNOWN)), False, reputes.get(each.person, UNKNOWN).listings,
        )
        for each in found
    )  # fmt: skip


def stays(seen: Visit) -> tuple[Stay, ...]:
    """Who played what, where seats have changed hands at all."""
    tenures = seen.view.company.tenures
    if all(each.until is None for each in tenures):
        return ()
    names = assembly.register().names(each.person for each in tenures)
    order = {power: index for index, power in enumerate(seen.view.chart.powers)}
    found = sorted(tenures, key=lambda each: (order.get(each.power, 0), each.since))
    return tuple(_stay(each, names) for each in found)


def _stay(tenure: Tenure, names: Mapping[PersonId, str]) -> Stay:
    return Stay(tenure.power, names.get(tenure.person, ""), tenure.since, tenure.until, went(tenure.went))


def went(how: str) -> str:
    """How somebody came to lose a seat."""
    return {
        "resigned": _("resigned"), "missed": _("missed too many rounds"), "contact": _("could not be reached"),
        "removed": _("removed by the game master"), "replaced": _("replaced"), "standby": _("a standby stepped in"),
        "deputy": _("a deputy stepped in"), "returned": _("the player came back"),
    }.get(how, "")  # fmt: skip


def reason(why: str) -> str:
    """Why somebody stands on the blacklist: the automatic referee's reason, or the game master's own words."""
    return put(REASONS[why], says.lang()) if why in REASONS else why


def masters(seen: Visit) -> tuple[str, ...]:
    """What the game master and the second one are called (empty: there is none, or they gave no name)."""
    company = seen.view.company
    names = assembly.register().names(person for person in (company.master, company.second) if person)
    return (
        names.get(company.master, "") if company.master else "",
        names.get(company.second, "") if company.second else "",
    )


__all__ = ["GM", "Row", "Stay", "Tag", "Waiting", "applicants", "masters", "reason", "reliability", "rows", "standbys",
           "stays", "went"]  # fmt: skip
