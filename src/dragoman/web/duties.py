"""What somebody must do in a game, and by when: the one sentence that a page of games says of each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.sight import OnFile, View
from dragoman.diplomacy.state import Stage
from dragoman.diplomacy.state.endings import SHARED
from dragoman.game.seats import GM, Seat
from dragoman.web import says


@dataclass(frozen=True, slots=True)
class Duty:
    """`says` is the sentence; `by` when it falls due; `presses` that something is to be done, and nothing has been."""

    says: str
    by: datetime | None = None
    presses: bool = False


def duty(view: View) -> Duty:
    """What the seat has to do now."""
    match view.stage:
        case Stage.FORMING:
            return Duty(_forming(view))
        case Stage.OVER | Stage.CLOSED:
            return Duty(ending(view))
        case Stage.RUNNING:
            if view.paused:
                return Duty(_("The game master has stopped the clock."))
            return _running(view)


def _running(view: View) -> Duty:
    if view.held is not None:
        return unasked(view)
    return _voting(view) or _asked(view, _ordering_now(view))


def unasked(view: View) -> Duty:
    """What a seat has to do while the game runs, but for the proposals that wait for its vote."""
    if view.paused:
        return duty(view)
    if view.held is not None:
        held = (
            _("The result waits for you to look it over.")
            if view.seat == GM
            else _("The orders are closed; the game master looks the result over.")
        )
        return Duty(held, presses=view.seat == GM)
    return _voting(view) or _ordering_now(view)


def _asked(view: View, duty: Duty) -> Duty:
    """A proposal that waits for the seat's vote, where nothing else presses."""
    waiting = (vote for vote in view.votes if vote.entitled and not vote.mine and not vote.deemed)
    first = None if duty.presses else next(waiting, None)
    if first is None:
        return duty
    return Duty(_("Proposal %(n)d waits for your vote.") % {"n": first.number}, view.deadline, presses=True)


def _voting(view: View) -> Duty | None:
    """What a vote on builds asks of the seat; nothing where it has a removal to order and has voted."""
    poll = view.poll
    if poll is None:
        return None
    if poll.asked.get(view.seat or ""):
        return Duty(_("There is a tie over your centres: choose."), view.deadline, presses=True)
    if poll.taking and poll.votes is not None and poll.fitted is None:
        return Duty(_("You have not voted on the builds."), view.deadline, presses=True)
    if view.own is not None and view.own.due:
        return None
    return Duty(_("You have voted on the builds.") if poll.fitted else _("Builds are voted on."), view.deadline)


def _ordering_now(view: View) -> Duty:
    phase = says.phase_first(view.phase)
    if view.seat == GM:
        return Duty(_presiding(view), view.deadline)
    if view.own is None:
        return Duty(phase, view.deadline)
    grace = view.dial.grace.get(view.power or "")
    if grace is not None and view.own.at is None:
        return Duty(_("Your orders are missing; you have grace."), grace, presses=True)
    if not view.own.due:
        return Duty(_("%(phase)s: you have nothing to order.") % {"phase": phase}, view.deadline)
    return Duty(_ordering(view.own, view.phase), view.deadline, presses=view.own.at is None or bool(view.own.unordered))


def _ordering(own: OnFile, at: Phase) -> str:
    if own.at is None:
        return _nothing_sent(own, at)
    if own.unordered:
        unit = says.short(own.unordered[0])
        return ngettext(
            "You have not ordered %(unit)s.", "You have not ordered %(unit)s and %(more)d more.", len(own.unordered)
        ) % {"unit": unit, "more": len(own.unordered) - 1}
    if own.final:
        return _("Your orders are in, and final.")
    return _("Your orders are in, and preliminary.")


def _nothing_sent(own: OnFile, at: Phase) -> str:
    """In the words of the phase: moves, retreats, builds or removals."""
    if own.due.earned > own.due.count > 0:
        sites = ", ".join(own.due.sites)
        return ngettext(
            "You may build %(n)d unit: %(due)d are due, but only %(free)s is free to build in.",
            "You may build %(n)d units: %(due)d are due, but only %(free)s are free to build in.",
            own.due.count,
        ) % {"n": own.due.count, "due": own.due.earned, "free": sites}
    if own.due.count > 0:
        return ngettext("You may build %(n)d unit.", "You may build %(n)d units.", own.due.count) % {"n": own.due.count}
    if own.due.count < 0:
        left = -own.due.count
        return ngettext("You must remove %(n)d unit.", "You must remove %(n)d units.", left) % {"n": left}
    if at.kind is PhaseKind.RETREAT:
        first, more = says.short(own.due.units[0]), len(own.due.units) - 1
        return ngettext(
            "A retreat is yours to order: %(unit)s.",
            "Retreats are yours to order: %(unit)s and %(more)d more.",
            more + 1,
        ) % {"unit": first, "more": more}
    return _("You have sent no orders for %(phase)s.") % {"phase": says.phase(at)}


def _presiding(view: View) -> str:
    asked = [each for each in view.dial.delays if each.granted is None and each.phase == view.phase]
    if asked or view.dial.late:
        return _("%(phase)s: a player’s wish waits for your answer.") % {"phase": says.phase_first(view.phase)}
    if view.unvoted:
        return _("%(phase)s: all orders are final, votes on %(numbers)s are awaited.") % {
            "phase": says.phase_first(view.phase), "numbers": ", ".join(map(str, view.unvoted)),
        }  # fmt: skip
    owing = [file for file in view.on_file.values() if file.due]
    final = [file for file in owing if file.final]
    return _("%(phase)s: %(final)d of %(all)d have final orders in.") % {
        "phase": says.phase_first(view.phase), "final": len(final), "all": len(owing),
    }  # fmt: skip


def free(view: View) -> int:
    """How many seats nobody holds, those who wait for the allotment counted as held."""
    held = sum(1 for power in view.chart.powers if view.seats.get(Seat(power)) is not None)
    return len(view.chart.powers) - held - view.waiting


def _forming(view: View) -> str:
    left = free(view)
    return ngettext("%(n)d more player is awaited.", "%(n)d more players are awaited.", left) % {"n": left}


def ending(view: View) -> str:
    """How the game ended."""
    over = view.ending
    if over is None:
        return _("The game is over.")
    names = ", ".join(says.power(view.chart, power) for power in over.powers)
    if over.result == "win":
        return _("%(power)s has won.") % {"power": names}
    if over.result == "draw" and over.cause in SHARED:
        return _("%(powers)s share the win.") % {"powers": names}
    if over.result == "draw":
        return _("A draw of %(powers)s.") % {"powers": names}
    return _("The game master has ended the game.")
