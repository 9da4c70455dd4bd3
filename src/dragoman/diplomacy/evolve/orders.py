"""What becomes of order sets and proxies."""

from __future__ import annotations

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.events import (
    OrdersCleared,
    OrdersKept,
    OrdersReceived,
    ProxyGranted,
    ProxyRevoked,
    StatusMarked,
    recorded,
)
from dragoman.diplomacy.events.contingent import choice
from dragoman.diplomacy.evolve.mappings import with_key, without_key
from dragoman.diplomacy.state import Kept, Proxy, Received, State
from dragoman.diplomacy.state.filing import Sets
from dragoman.game.changing import replace


def ordered(state: State, event: OrdersReceived | StatusMarked | OrdersCleared) -> State:
    match event:
        case OrdersReceived():
            return _received(state, event)
        case StatusMarked():
            return _marked(state, event.seat, recorded.phase(event.phase), event.final)
        case OrdersCleared():
            return _cleared(state, event)


def _marked(state: State, power: str, phase: Phase, final: bool) -> State:
    """What is on file for a phase to come bears its own mark."""
    if phase == state.phase or not (sets := state.received(power, phase)):
        return replace(state, marks=with_key(state.marks, power, final))
    ahead = with_key(state.ahead[phase], power, (*sets[:-1], replace(sets[-1], final=final)))
    return replace(state, ahead={**state.ahead, phase: ahead})


def _received(state: State, event: OrdersReceived) -> State:
    received = Received(
        at=event.came or event.at,
        lines=tuple(recorded.line(line) for line in event.lines),
        final=event.final,
        channel=event.channel,
        choices=tuple((record.place, choice(record)) for record in event.choices),
        perpetual=event.perpetual,
        public=event.public,
        since=len(state.turns),
    )
    if event.kept:
        state = replace(state, kept=tuple(replace(k, taken=k.taken or k.number == event.kept) for k in state.kept))
    if event.giver:
        key = (event.giver, event.seat)
        by_proxy = _by_receipt((*state.by_proxy.get(key, ()), received))
        return replace(state, by_proxy={**state.by_proxy, key: by_proxy})
    return _filed(state, event.seat, recorded.phase(event.phase), received)


def kept(state: State, event: OrdersKept) -> State:
    """A set that falls short is on file nowhere: it waits for the game master's word."""
    waiting = Kept(
        number=event.number,
        at=event.at,
        person=event.person,
        power=event.seat,
        phase=recorded.phase(event.phase),
        lines=tuple(recorded.line(line) for line in event.lines),
        lacks=event.lacks,
        final=event.final,
        giver=event.giver,
        choices=tuple((record.place, choice(record)) for record in event.choices),
        perpetual=event.perpetual,
    )
    return replace(state, kept=(*state.kept, waiting))


def _filed(state: State, power: str, phase: Phase, received: Received) -> State:
    """A set is on file for its phase. Whatever it is, it replaces a perpetual one (II.4: until replaced)."""
    state = replace(state, perpetual={k: v for k, v in state.perpetual.items() if k != (power, phase.kind)})
    if received.perpetual:
        state = replace(state, perpetual={**state.perpetual, (power, phase.kind): received})
    sets = _by_receipt((*state.received(power, phase), received))
    if phase == state.phase:
        marks = with_key(state.marks, power, sets[-1].final) if sets[-1] is received else state.marks
        return replace(state, sets=with_key(state.sets, power, sets), marks=marks)
    ahead = with_key(state.ahead.get(phase, {}), power, sets)
    return replace(state, ahead={**state.ahead, phase: ahead})


def _by_receipt(sets: Sets) -> Sets:
    """VII.1: in the order in which they came."""
    return tuple(sorted(sets, key=lambda each: each.at))


def _cleared(state: State, event: OrdersCleared) -> State:
    power, phase = event.seat, recorded.phase(event.phase)
    if event.perpetual:
        state = replace(state, perpetual={k: v for k, v in state.perpetual.items() if k != (power, phase.kind)})
    if phase != state.phase:
        return replace(state, ahead={**state.ahead, phase: without_key(state.ahead.get(phase, {}), power)})
    by_proxy = {key: sets for key, sets in state.by_proxy.items() if key[1] != power}
    return replace(state, sets=without_key(state.sets, power), marks=without_key(state.marks, power), by_proxy=by_proxy)


def proxied(state: State, event: ProxyGranted | ProxyRevoked) -> State:
    if isinstance(event, ProxyRevoked):
        return replace(state, proxies=_revoked(state.proxies, event.number))
    proxy = Proxy(
        number=event.number,
        at=event.at,
        giver=event.seat,
        receiver=event.to,
        phase=recorded.phase(event.phase),
        provinces=event.provinces,
        approved=None if event.pending else True,
    )
    return replace(state, proxies=(*state.proxies, proxy))


def _revoked(proxies: tuple[Proxy, ...], number: int) -> tuple[Proxy, ...]:
    return tuple(replace(each, revoked=True) if each.number == number else each for each in proxies)
