"""Who may leave whose units to whom, and take them back (II.3)."""

from __future__ import annotations

from datetime import datetime, timedelta

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.commands import GrantProxy, RevokeProxy
from dragoman.diplomacy.decide import opening, votes
from dragoman.diplomacy.decide.claims import not_running
from dragoman.diplomacy.events import Event, ProxyGranted, ProxyRevoked, VoteOpened, recorded
from dragoman.diplomacy.orders.order import Ordered
from dragoman.diplomacy.state import Proxy, State
from dragoman.diplomacy.state.filing import standing
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import Seat

Outcome = tuple[Event, ...] | Refusal

WITHIN = "4.E.5.b"
"""The alternative of II.3 under which a proxy is written into a set, and is a part of it."""

ALLOWED = frozenset(("B", "C", "D", WITHIN))
"""The alternatives of II.3 under which there are proxies."""


def decide(state: State, command: GrantProxy | RevokeProxy, now: datetime) -> Outcome:
    """Give a proxy for the current phase, or take those given back."""
    refused = not_running(state) or _not_here(state, command)
    if refused:
        return refused
    return _granted(state, command, now) if isinstance(command, GrantProxy) else _revoked(state, command, now)


def _not_here(state: State, command: GrantProxy | RevokeProxy) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can give a proxy."))
    letter = state.sheet.letter("II.3")
    if letter not in ALLOWED:
        return Refusal("no-proxies", say("There are no proxies in this game."), f"II.3.{letter}")
    return None


# --- giving ---


def _granted(state: State, command: GrantProxy, now: datetime) -> Outcome:
    giver = command.by.seat or ""
    refused = _unfit_receiver(state, giver, command.to) or next(
        (fault for unit in command.units if (fault := unfit(state, giver, unit))), None
    )
    if refused:
        return refused
    if not command.units:
        return Refusal("no-units", say("Name the units of the proxy: “proxy to Germany: F NTH, A YOR”."))
    provinces = tuple(dict.fromkeys(unit.place.province for unit in command.units))
    granted = ProxyGranted(
        at=now,
        number=len(state.proxies) + 1,
        seat=giver,
        to=command.to,
        phase=recorded.phase_record(state.phase),
        provinces=provinces,
        pending=state.sheet.letter("II.3") == "D",
    )
    if not granted.pending:
        return (granted,)
    opened = VoteOpened(at=now, number=len(state.votes) + 1, seat=giver, about="proxy", proxy=granted.number)
    return granted, opened, *votes.if_decided(opening.folded(state, (granted, opened)), opened.number, now)


def _unfit_receiver(state: State, giver: str, receiver: str) -> Refusal | None:
    if receiver == giver:
        return Refusal("own-proxy", say("A proxy is given to another player."))
    if receiver not in state.chart.powers or state.holder(Seat(receiver)) is None:
        return Refusal("no-receiver", say("Nobody plays {seat_to}; no proxy was given.", seat_to=receiver))
    return None


def unfit(state: State, giver: str, named: Ordered) -> Refusal | None:
    """Why a unit (for builds: a centre) cannot be left to somebody as it is named, or None. Whatever is not named
    exactly is not left to anybody (II.3)."""
    province = named.place.province
    if any(province in proxy.provinces and not proxy.ended for proxy in state.lent(giver=giver)):
        text = say("{unit} is left to somebody already; revoke that proxy first.", unit=named)
        return Refusal("lent-already", text, text=str(named))
    due = state.due(giver)
    if state.phase.kind is PhaseKind.ADJUSTMENT and due.count > 0:
        if province in due.sites:
            return None
        text = say("You can build nothing in {place}; name centres in which you can.", place=named.place)
        return Refusal("not-your-centre", text, "II.3", str(named))
    if any(_is(unit, named) for unit in due.units):
        return None
    text = say("{unit} is no unit that you have to order now; name yours exactly.", unit=named)
    return Refusal("not-your-unit", text, "II.3", str(named))


def _is(unit: Unit, named: Ordered) -> bool:
    place = named.place if named.place.coast else unit.place
    return unit.place == place and unit.province == named.place.province and named.kind in (None, unit.kind)


# --- taking back ---


def _revoked(state: State, command: RevokeProxy, now: datetime) -> Outcome:
    lent = [proxy for proxy in state.lent(giver=command.by.seat or "", receiver=command.to) if not proxy.ended]
    if not lent:
        return Refusal("no-proxy", say("You have given no proxy for {phase_now}.", phase_now=state.phase))
    return _too_late(state, now) or tuple(_taken_back(proxy, now) for proxy in lent)


def _taken_back(proxy: Proxy, now: datetime) -> ProxyRevoked:
    return ProxyRevoked(at=now, number=proxy.number, seat=proxy.giver, to=proxy.receiver, provinces=proxy.provinces)


def fallen(state: State, giver: str, now: datetime) -> tuple[ProxyRevoked, ...]:
    """4.E.5.b: the proxies that have fallen with their sets, now that the giver has sent another or taken all back. One
    falls where its set no longer counts beside the later ones (III.4), or where one of these orders its units."""
    if state.sheet.letter("II.3") != WITHIN:
        return ()
    lent = [proxy for proxy in state.lent(giver=giver) if not proxy.ended]
    return tuple(_taken_back(proxy, now) for proxy in lent if _has_fallen(state, proxy))


def _has_fallen(state: State, proxy: Proxy) -> bool:
    sets = state.received(proxy.giver)
    own = next((each for each in sets if each.at >= proxy.at), None)
    if own is None:
        return not sets
    counting = {each.at for each in standing(state.sheet.letter("III.4"), sets)}
    later = sets[sets.index(own) + 1 :]
    return own.at not in counting or any(each.provinces() & set(proxy.provinces) for each in later)


def _too_late(state: State, now: datetime) -> Refusal | None:
    """C and D: until so many hours before the adjudication, counted back from the deadline (ours)."""
    choice = state.sheet.choice("II.3")
    if choice.letter in ("B", WITHIN) or state.deadline is None or state.paused is not None:
        return None
    until = state.deadline - timedelta(hours=choice.number("hours"))
    if now < until:
        return None
    text = say("A proxy could be revoked until {time_until}.", time_until=until.isoformat())
    return Refusal("proxy-binds", text, f"II.3.{choice.letter}")
