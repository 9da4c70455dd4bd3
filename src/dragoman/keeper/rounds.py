"""A server's rounds: clocks strike and what is told is carried out, each in a thread of its own, round after round.

A worker takes work under a lease, and survives whatever goes wrong in one piece of it. One that is killed loses
nothing: what it held is taken up by another, or by itself after a restart.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import randrange

from django.db import close_old_connections

from dragoman import assembly
from dragoman.diary import OUTAGE
from dragoman.game.newer import Newer
from dragoman.keeper.watching import TURNS
from dragoman.post import machines
from dragoman.post.carrier import NotTaken, Send
from dragoman.post.pushes import Gone, Pushes, push
from dragoman.referee.ports import Ahead
from dragoman.referee.ticking import Fault
from dragoman.store.edge import SystemClock
from dragoman.store.outbox import MOST_TRIES, Parcel

log = logging.getLogger("dragoman.rounds")

MACHINE = SystemClock()
"""Leases and waits are counted by the machine's clock, whatever the tables' clock says."""

BEAT = 30.0
"""Seconds between looks at the pulse while the clock goes steadily."""

LEAP = 60.0
"""Seconds by which a clock may differ from the time that has passed before the pulse is looked at."""

OTHERS = timedelta(seconds=20)
"""How long a letter is left to others that this version cannot write, before it is looked at again."""

LOOKED_AT, AT_ONCE = 1000, 25
"""Of so many tables that are due a worker strikes for so many, beginning anywhere: two seldom take the same ones."""

FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)


def worker_name(kind: str) -> str:
    """Who holds a lease: which work, on which machine, in which process."""
    return f"{kind} {socket.gethostname()[:32]} {os.getpid()}"


class Worker:
    """Does one turn of work after another in a thread, and rests when there is nothing to do.

    `turn` says whether there was something. `wake` ends a rest at once; `stop` ends the work after the turn under way.
    """

    def __init__(self, name: str, turn: Callable[[], bool], rest: float) -> None:
        self.name = name
        self._turn = turn
        self._rest = rest
        self._awake = threading.Event()
        self._stopping = threading.Event()
        self._began: float | None = None
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._awake.set()

    @property
    def turning(self) -> float | None:
        """How many seconds the turn under way has lasted; None while there is none."""
        began = self._began
        return None if began is None else time.monotonic() - began

    def stop(self, patience: float = 20) -> None:
        """Let the turn under way end. What it does not finish in time is finished by whoever comes next."""
        self._stopping.set()
        self._awake.set()
        self._thread.join(patience)

    def _work(self) -> None:
        rest = self._rest
        while not self._stopping.is_set():
            close_old_connections()
            self._began = time.monotonic()
            try:
                busy = self._turn()
                rest = self._rest
                _tell_of_an_end()
                TURNS.labels(self.name, "busy" if busy else "idle").inc()
            except Exception:  # the database is away, or the disk is full: come again, less and less often
                log.exception("%s failed", self.name)
                busy, rest = False, min(max(rest, 1) * 2, 60)
                TURNS.labels(self.name, "failed").inc()
            self._began = None
            if not busy:
                self._awake.wait(rest)
                self._awake.clear()
        close_old_connections()


def _tell_of_an_end() -> None:
    """Write down that the database, which could not be used, is well again."""
    ended = OUTAGE.ended()
    if ended is not None:
        log.warning(
            "the database can be used again; it could not for %.0f s, and %d faults were not written down", *ended
        )


@dataclass(slots=True)
class Patience:
    """Tables at which the clock failed, and when each is tried again: later and later, to hold up none of the rest."""

    waits: dict[str, tuple[datetime, timedelta]] = field(default_factory=dict)

    def leaving(self, now: datetime) -> frozenset[str]:
        """The tables that are not to be tried yet."""
        return frozenset(name for name, (until, _) in self.waits.items() if until > now)

    def failed(self, name: str, now: datetime) -> None:
        _, last = self.waits.get(name, (now, FIRST_WAIT / 2))
        wait = min(last * 2, LONGEST_WAIT)
        self.waits[name] = (now + wait, wait)

    def passed(self, names: Sequence[str]) -> None:
        for name in names:
            self.waits.pop(name, None)


class Bells:
    """Strikes for the tables that are due, unless the clock itself has leapt: then it waits for the keeper."""

    def __init__(self) -> None:
        self._patience = Patience()
        self._told_held = False
        self._beat: tuple[float, datetime] | None = None

    def turn(self) -> bool:
        now = assembly.clock().now()
        if self._held(now):
            return False
        leaving = self._patience.leaving(MACHINE.now())
        turn = assembly.referee().go_round(now, LOOKED_AT, leaving, AT_ONCE, randrange(LOOKED_AT))
        for fault in turn.faults:
            self._failed(fault)
        self._patience.passed(turn.struck)
        return bool(turn.struck)

    def _held(self, now: datetime) -> bool:
        if assembly.clock_is_file():
            return False  # whoever writes the file means it
        held = assembly.heart().beat(now) if self._to_beat(now) else assembly.heart().held()
        if held is not None and not self._told_held:
            log.error("no clock strikes: the time went %s; `dragoman check --let-go` lets the tables go on", held.why)
            assembly.tell_keeper("", f"the clock leapt, or the host was away: {held.why}")
        self._told_held = held is not None
        return held is not None

    def _to_beat(self, now: datetime) -> bool:
        """Whether the pulse is to be taken: now and then, and at once when the clock went otherwise than time does."""
        moment, last = time.monotonic(), self._beat
        steady = last is not None and abs((now - last[1]).total_seconds() - (moment - last[0])) < LEAP
        if last is not None and steady and moment - last[0] < BEAT:
            return False
        self._beat = (moment, now)
        return True

    def _failed(self, fault: Fault) -> None:
        if isinstance(fault.error, Ahead):
            assembly.leave_alone(fault.error)
            self._patience.failed(fault.table, MACHINE.now())
            return
        kind = type(fault.error).__name__
        log.error("the clock of %s failed", fault.table, exc_info=fault.error)
        assembly.tell_keeper(fault.table, f"the clock failed ({kind})")
        self._patience.failed(fault.table, MACHINE.now())


class Mailbags:
    """Takes letters and pushes out of the outbox and sends them, one by one."""

    def __init__(self, send: Send, push: Pushes = push) -> None:
        self._send = send
        self._push = push
        self._worker = worker_name("carrier")
        self._lease = timedelta(seconds=assembly.house().work.lease)

    def turn(self) -> bool:
        parcels = assembly.outbox().claim(self._worker, MACHINE.now(), self._lease)
        ends = MACHINE.now() + self._lease / 2
        for n, parcel in enumerate(parcels):
            if MACHINE.now() > ends:  # the rest would outlast the lease, and might be sent by another as well
                assembly.outbox().put_back(p.key for p in parcels[n:])
                return True
            self._carry(parcel)
        return bool(parcels)

    def _carry(self, parcel: Parcel) -> None:
        try:
            if not self._sent(parcel):
                self._unread(parcel)
                return
        except NotTaken as why:
            log.warning("letter %s was not taken: %s", parcel.key, why)
            assembly.outbox().failed(parcel, str(why), MACHINE.now(), why.for_good)
            if why.unknown:
                machines.failed(why.unknown, assembly.clock().now(), str(why))
            elif parcel.kind == assembly.INVITATION and (why.for_good or parcel.tries >= MOST_TRIES):
                machines.not_invited(parcel.key, assembly.clock().now(), str(why))
            if parcel.kind == assembly.PUSH and (why.for_good or parcel.tries >= MOST_TRIES):
                assembly.tell_otherwise(parcel)
        except Newer as newer:  # a machine with the later version sends it, or this one after its upgrade
            assembly.leave_alone(Ahead(parcel.table, str(newer)))
            assembly.outbox().leave(parcel.key, MACHINE.now() + OTHERS)
        except Exception as fault:
            log.exception("letter %s could not be written", parcel.key)
            assembly.outbox().failed(parcel, type(fault).__name__, MACHINE.now())
        else:
            assembly.outbox().sent(parcel.key, MACHINE.now())

    def _unread(self, parcel: Parcel) -> None:
        """Nobody is there to read it. A letter to somebody who was forgotten, or who is not known here, is nobody's
        and no fault; one of the host's own that will not open was sealed with another secret, and the keeper is to know
        of it."""
        if parcel.sealed:
            fault = "it was sealed with another host.secret, and does not open"
            assembly.outbox().failed(parcel, fault, MACHINE.now(), for_good=True)
        else:
            log.info("letter %s has no reader any more, and is dropped", parcel.key)
            assembly.outbox().let_go(parcel.key)

    def _sent(self, parcel: Parcel) -> bool:
        """Send it by every channel its reader has chosen; False if it has no reader any more. Raises NotTaken."""
        if parcel.kind == assembly.PUSH:
            self._pushed(parcel)
            return True
        if not assembly.spread(parcel):
            return True
        letter = assembly.despatch(parcel)
        if letter is not None:
            self._send(letter)
        return letter is not None

    def _pushed(self, parcel: Parcel) -> None:
        """Push it; where the device is gone, nothing is left to do but to tell its owner otherwise. Raises NotTaken."""
        push = assembly.push_of(parcel)
        try:
            if push is not None:
                self._push(push, MACHINE.now())
                return
        except Gone:
            log.info("a browser takes no more pushes, and is forgotten")
        assembly.tell_otherwise(parcel)
