"""What a process is put together from, made when first asked for: games, ledger, registers, clock, referee."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings

from dragoman.game.asking import NoSandbox, Sandbox
from dragoman.game.protocol import Game
from dragoman.game.repute import Repute
from dragoman.game.seats import PersonId
from dragoman.people.api_answers import ApiAnswers
from dragoman.people.api_tokens import ApiTokens
from dragoman.people.feeds import Feeds
from dragoman.people.leaves import Leaves
from dragoman.people.news import Deliveries
from dragoman.people.presets import Presets
from dragoman.people.pushing import Devices, Vapid
from dragoman.people.reaching import Reaching
from dragoman.people.register import NoAddress, Register
from dragoman.people.sealing import HostKeys
from dragoman.people.signing_in import Door
from dragoman.people.speaking import Tokens
from dragoman.referee.hearing import Referee
from dragoman.referee.ports import Clock, Entropy
from dragoman.sandbox.process import Worker, available
from dragoman.settings import House
from dragoman.store.conduct import Conducts
from dragoman.store.edge import ClockFile, SystemClock, SystemEntropy
from dragoman.store.inbox import Inbox
from dragoman.store.ledger import DatabaseLedger
from dragoman.store.outbox import Outbox
from dragoman.store.pulse import Heart
from dragoman.store.rates import Rates
from dragoman.store.snapshots import DatabaseSnapshots

GAMES = {
    "diplomacy": ("dragoman.diplomacy.game", "Diplomacy"),
    "nomic": ("dragoman.nomic.game", "Nomic"),
}
"""Every kind of game: where its class lives. It is made with a way to ask whose an address is."""


@cache
def games() -> Mapping[str, Game]:
    """Every kind of game by name."""
    knowing: dict[str, dict[str, Any]] = {"diplomacy": {"repute_of": repute_of, "called": called}}
    made = {
        name: getattr(import_module(module), found)(person_at, **knowing.get(name, {}))
        for name, (module, found) in GAMES.items()
    }
    return MappingProxyType(made)


def person_at(address: str) -> PersonId | None:
    """Whose address it is; whoever is new is entered in the register. None if it is no address."""
    try:
        return register().introduce(address, clock().now(), house().host.lang, house().host.zone)
    except NoAddress:
        return None


def repute_of(person: PersonId) -> Repute:
    """How reliably a person has played here, and whether they stand on the blacklist."""
    return conducts().repute(person, clock().now())


def called(person: PersonId, reached: bool) -> str:
    """What a person is called by those who may know it; with `reached`, so that a game master can write to them."""
    to = register().correspondent(person)
    if to is None:
        return ""
    name = to.name if "@" not in to.name else ""  # an address is shown to nobody
    return " ".join(part for part in (name, f"<{to.address}>") if part) if reached else name


def house() -> House:
    """The host's settings."""
    found: House = settings.HOUSE
    return found


@cache
def clock() -> Clock:
    """What time it is: the machine's time, or what the file named by DRAGOMAN_CLOCK says."""
    return ClockFile(Path(settings.CLOCK_FILE)) if settings.CLOCK_FILE else SystemClock()


def clock_is_file() -> bool:
    """Whether the time is what a file says."""
    return isinstance(clock(), ClockFile)


@cache
def entropy() -> Entropy:
    """Where chance comes from: the machine, or the seed in the file that also tells the time."""
    return ClockFile(Path(settings.CLOCK_FILE)) if settings.CLOCK_FILE else SystemEntropy()


@cache
def keys() -> HostKeys:
    return HostKeys(settings.SECRET)


@cache
def ledger() -> DatabaseLedger:
    return DatabaseLedger(games(), entropy())


@cache
def conducts() -> Conducts:
    """How persons played on this host."""
    return Conducts()


@cache
def inbox() -> Inbox:
    return Inbox()


@cache
def outbox() -> Outbox:
    return Outbox()


@cache
def rates() -> Rates:
    """How often somebody may do what takes work, counted for all processes together."""
    return Rates(lambda name, who: keys().digest("rate", name, who))


@cache
def heart() -> Heart:
    return Heart(timedelta(hours=house().work.longest_gap))


@cache
def register() -> Register:
    """Who is who."""
    return Register(keys(), entropy())


@cache
def reaching() -> Reaching:
    """Whether letters reach persons."""
    return Reaching(keys(), register())


@cache
def presets() -> Presets:
    """The house rules that persons keep."""
    return Presets(register(), entropy())


@cache
def feeds() -> Feeds:
    """The private addresses of calendars and feeds."""
    return Feeds(keys(), register(), entropy())


@cache
def leaves() -> Leaves:
    """What persons keep beside their games for their own eyes."""
    return Leaves(register())


@cache
def deliveries() -> Deliveries:
    """Which news persons want by which channel."""
    return Deliveries()


@cache
def devices() -> Devices:
    """The browsers that take pushes."""
    return Devices(keys(), register(), entropy(), house().push.services)


@cache
def vapid() -> Vapid:
    """The host's word for itself to those who carry pushes."""
    return Vapid(keys(), f"mailto:{house().host.keeper or house().host.address}")


@cache
def door() -> Door:
    """Where people sign in."""
    return Door(keys(), register(), entropy())


@cache
def api_tokens() -> ApiTokens:
    """What persons' programs bear to speak for them."""
    return ApiTokens(keys(), register(), entropy())


@cache
def api_answers() -> ApiAnswers:
    """What requests that may come twice were answered."""
    return ApiAnswers(register())


@cache
def tokens() -> Tokens:
    return Tokens(keys())


@cache
def referee() -> Referee:
    """The one referee of this process."""
    return Referee(ledger(), games(), _not_yet, sandbox(), _away, DatabaseSnapshots(games(), keys()))


@cache
def sandbox() -> Sandbox:
    """Where adopted code runs: one worker for each process of the host, started when first needed; or nowhere."""
    return Worker() if house().games.code and available() else NoSandbox()


def _not_yet(moment: datetime) -> bool:
    """Whether a clock due at a moment may not strike yet: a letter from before it is unheard, or all are held.

    The pulse must have been taken since that moment: only then is it known whether the host was away meanwhile.
    """
    last = None if clock_is_file() else heart().last()
    if last is not None and last < moment:
        heart().beat(clock().now())
    return inbox().earlier(moment) or heart().held() is not None


def _away(due: datetime, now: datetime) -> tuple[datetime, datetime] | None:
    """When this host was away, or its clock wrong, between two moments."""
    return heart().away(due, now)
