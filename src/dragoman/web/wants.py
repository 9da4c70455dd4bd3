"""What wants the game master at a table: each matter in a sentence, with where it is settled; those that press first.

All of it is known to the game master already; nothing tells what anybody has ordered or written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dragoman import assembly
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.web import says
from dragoman.web.door import Visit
from dragoman.web.duties import free

SOON = timedelta(days=1)
"""How long before the deadline missing orders begin to want the game master."""


@dataclass(frozen=True, slots=True)
class Want:
    """`says` is the sentence, `do` what is to be done about it, and `to` the place where that is done. `presses` that
    the game, or somebody in it, stands still until then."""

    says: str
    do: str
    to: str
    presses: bool = False


Matter = Callable[[Visit], Iterator[Want]]


def wants(seen: Visit) -> tuple[Want, ...]:
    """Everything that wants the game master at this table, what presses first."""
    return _sorted(want for matter in MATTERS for want in matter(seen))


def wants_at_table(seen: Visit) -> tuple[Want, ...]:
    """The same but for letters that were not heard: what is seen in the game itself."""
    return _sorted(want for matter in MATTERS if matter is not _letters for want in matter(seen))


def unheard(number: int) -> str:
    """That letters were not heard."""
    return ngettext("A letter went unheard.", "%(n)d letters went unheard.", number) % {"n": number}


def _sorted(found: Iterable[Want]) -> tuple[Want, ...]:
    return tuple(sorted(found, key=lambda want: not want.presses))


def _page(seen: Visit, name: str, anchor: str = "") -> str:
    return reverse(name, args=[seen.table]) + (f"#{anchor}" if anchor else "")


def _names(view: View, powers: Iterator[str] | tuple[str, ...]) -> str:
    return ", ".join(says.power(view.chart, power) for power in powers)


def _standing(view: View) -> set[str]:
    """The powers that still have a unit or a centre, whether anybody plays them or not."""
    at = view.position
    return {each.power for each in at.units} | {each.unit.power for each in at.dislodged} | set(at.centres.values())


def _seats(seen: Visit) -> Iterator[Want]:
    """Seats to be filled."""
    view = seen.view
    if view.stage is Stage.FORMING and free(view):
        text = ngettext("%(n)d seat is free.", "%(n)d seats are free.", free(view)) % {"n": free(view)}
        yield Want(text, _("Invite players"), _page(seen, "desk", "invite-title"))
    for each in view.company.applicants:
        yield Want(_("Somebody asks to be let in."), _("Look at who"), _page(seen, "people"), presses=bool(each))
    if view.stage is not Stage.RUNNING:
        return
    standing = _standing(view)
    for power, seated in view.company.seated.items():
        named = {"power": says.power(view.chart, power)}
        if seated.person is None and not seated.disorder and power in standing:
            yield Want(_("Nobody plays %(power)s.") % named, _("Find a player"), _page(seen, "people"), presses=True)
        if seated.leave is not None and not seated.leave.granted:
            yield Want(_("%(power)s asks for a deputy.") % named, _("Answer"), _page(seen, "people"))
        if seated.suggested is not None:
            text = _("A substitute is suggested for %(power)s.") % named
            yield Want(text, _("Answer"), _page(seen, "people"))


def _ruling(seen: Visit) -> Iterator[Want]:
    """A ruling that waits for the game master, and orders that are still missing shortly before one."""
    view = seen.view
    if view.stage is not Stage.RUNNING:
        return
    if view.held is not None:
        yield Want(_("The result waits for you to look it over."), _("Publish it"), "#held-title", presses=True)
    elif view.dial.waiting is not None and not view.dial.waiting.powers:
        text = _("The deadline has passed; the adjudication is yours to begin.")
        yield Want(text, _("Adjudicate"), "#ruling-title", presses=True)
    elif view.dial.wanted and view.deadline is not None and not view.paused and view.deadline - seen.now < SOON:
        text = _("The deadline is near, and orders are missing of %(powers)s.")
        yield Want(text % {"powers": _names(view, view.dial.wanted)}, _("Remind them"), "#who-title")
    for each in view.kept:
        if not each.taken:
            text = _("A set of %(power)s fell short of the rules.") % {"power": says.power(view.chart, each.power)}
            yield Want(text, _("Take it or leave it"), "#kept-title")


def _time(seen: Visit) -> Iterator[Want]:
    """What players ask of the clock, and who was not heard of."""
    view = seen.view
    to = _page(seen, "time", "clock-title")
    for asked in view.dial.delays:
        if asked.granted is None and asked.phase == view.phase:
            text = _("%(seat)s asks for a delay.") % {"seat": says.seat(view.chart, asked.seat)}
            yield Want(text, _("Answer"), to, presses=True)
    for power in view.dial.late:
        text = _("A set of %(power)s came late.") % {"power": says.power(view.chart, power)}
        yield Want(text, _("Take it or leave it"), to)
    for contact in view.dial.contacts:
        if contact.lapsed:
            text = _("%(seat)s has not been heard of in time.") % {"seat": says.seat(view.chart, contact.seat)}
            yield Want(text, _("Find a player"), _page(seen, "people"))


def _complaints(seen: Visit) -> Iterator[Want]:
    """What players say was wrong: with a ruling, with press, with somebody's conduct."""
    view = seen.view
    reviews = sum(claim.open and claim.review is not None for claim in view.claims)
    claimed = view.open_claims - reviews
    if claimed:
        text = ngettext("An error is claimed.", "%(n)d errors are claimed.", claimed)
        yield Want(text % {"n": claimed}, _("Decide"), _page(seen, "errors"), presses=True)
    if reviews:
        text = ngettext("A review is asked for.", "%(n)d reviews are asked for.", reviews)
        yield Want(text % {"n": reviews}, _("Decide"), _page(seen, "errors"), presses=True)
    since = view.turns[-1].at if view.turns else None
    reports = [each for each in view.reports if since is None or each.at >= since]
    if reports:
        text = ngettext("Conduct was reported.", "Conduct was reported %(n)d times.", len(reports))
        yield Want(text % {"n": len(reports)}, _("Read it"), "#sanction-title")
    pieces = [each for each in view.complaints if since is None or each.at >= since]
    if pieces:
        text = ngettext("A piece of press was reported.", "%(n)d pieces of press were reported.", len(pieces))
        yield Want(text % {"n": len(pieces)}, _("Read it"), _page(seen, "press"))


def _letters(seen: Visit) -> Iterator[Want]:
    """Letters of players that nobody has heard yet. Of a stranger's the game master can do nothing: it waits for the
    stranger's own word."""
    troubled = assembly.inbox().troubled(seen.table)
    waiting = sum(state == "fault" or (state == "kept" and bool(seat)) for _at, seat, state in troubled)
    if waiting:
        yield Want(unheard(waiting), _("See to it"), _page(seen, "desk", "letters-title"))


def _votes(seen: Visit) -> Iterator[Want]:
    """Votes that hold up a ruling for which all orders are there; and a draw that may be declared."""
    if seen.view.unvoted:
        text = _("All orders are final, but not everybody has voted on %(numbers)s: votes are counted with the orders.")
        numbers = ", ".join(map(str, seen.view.unvoted))
        yield Want(text % {"numbers": numbers}, _("To the votes"), _page(seen, "votes"))
    if seen.view.declarable:
        text = _("Nothing has changed hands for so long that you may warn of a draw, and then declare it.")
        yield Want(text, _("To the votes"), _page(seen, "votes"))


MATTERS: tuple[Matter, ...] = (_ruling, _time, _complaints, _seats, _letters, _votes)

__all__ = ["Want", "unheard", "wants", "wants_at_table"]
