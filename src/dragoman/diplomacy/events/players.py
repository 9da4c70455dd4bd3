"""What came about among those who play, stand by and preside. Persons stand here by id, as everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.diplomacy.events.happened import Happened


class RoundPlayed(Happened, frozen=True, kw_only=True, tag="RoundPlayed"):
    """A round is over: `owed` are the powers that had something to order in it, each with whoever held its seat then
    (empty: nobody); `absent` those of them from which nothing came, `excused` those of the absent whose player had said
    so beforehand."""

    owed: Mapping[str, str]
    absent: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()


class DisorderBegan(Happened, frozen=True, kw_only=True, tag="DisorderBegan"):
    """A power fell into civil disorder: whatever was on file for it is dropped. It ends when somebody is seated."""

    power: str


# --- standbys ---


class StandbySigned(Happened, frozen=True, kw_only=True, tag="StandbySigned"):
    """Someone would step in, for those powers (none: for any), and waits in `seat` (`standby 1`)."""

    person: str
    seat: str
    powers: tuple[str, ...] = ()


class StandbyCalled(Happened, frozen=True, kw_only=True, tag="StandbyCalled"):
    """The standby in that seat is to send orders for a power in the round that comes; the player's own go before."""

    person: str
    seat: str
    power: str


class StandbyReleased(Happened, frozen=True, kw_only=True, tag="StandbyReleased"):
    """A standby who was called is not needed after all: `why` is `returned` (the player sent orders), `silent` (nothing
    came from the standby either) or `replaced` (another person has the seat)."""

    person: str
    seat: str
    power: str
    why: str


# --- deputies ---


class DeputyNamed(Happened, frozen=True, kw_only=True, tag="DeputyNamed"):
    """A player would hand the seat over for a while, up to a moment (None: until they come back)."""

    person: str
    seat: str
    deputy: str
    until: datetime | None = None


class DeputyRefused(Happened, frozen=True, kw_only=True, tag="DeputyRefused"):
    """The game master did not consent to a deputy."""

    seat: str
    why: str = ""


class DeputySeated(Happened, frozen=True, kw_only=True, tag="DeputySeated"):
    """A deputy holds the seat from now on; its player keeps a place at the table in `away` (`away Austria`)."""

    person: str
    seat: str
    owner: str
    away: str
    until: datetime | None = None


class SeatReturned(Happened, frozen=True, kw_only=True, tag="SeatReturned"):
    """The player has the seat back from the deputy, who is `before`. `why` is `time`, `owner` or `gm`."""

    person: str
    seat: str
    before: str
    why: str = "owner"


# --- the blacklist (F.9) ---


class JoinAsked(Happened, frozen=True, kw_only=True, tag="JoinAsked"):
    """Someone on the host's blacklist would join (or, `standby`, stand by) and waits for the game master's word."""

    person: str
    number: int
    wishes: tuple[str, ...] = ()
    standby: bool = False


class JoinAnswered(Happened, frozen=True, kw_only=True, tag="JoinAnswered"):
    """The game master has let them in, or not."""

    person: str
    number: int
    welcome: bool
    why: str = ""


class PersonListed(Happened, frozen=True, kw_only=True, tag="PersonListed"):
    """Someone who left that seat without cause and notice is on the host's blacklist, until a moment."""

    person: str
    seat: str
    why: str
    until: datetime | None = None


class PersonUnlisted(Happened, frozen=True, kw_only=True, tag="PersonUnlisted"):
    """They are off it again, as far as this game put them there."""

    person: str
    seat: str
    why: str = ""


# --- the office ---


class SecondAppointed(Happened, frozen=True, kw_only=True, tag="SecondAppointed"):
    """A second game master presides beside the first, in `seat`."""

    person: str
    seat: str


class SecondDismissed(Happened, frozen=True, kw_only=True, tag="SecondDismissed"):
    """There is no second game master any more."""

    person: str
    seat: str


class OfficeHandedOver(Happened, frozen=True, kw_only=True, tag="OfficeHandedOver"):
    """Another person is the game master from now on (None: the automatic referee presides); `before` was."""

    person: str | None
    before: str | None = None


PlayersEvent = (
    RoundPlayed
    | DisorderBegan
    | StandbySigned
    | StandbyCalled
    | StandbyReleased
    | DeputyNamed
    | DeputyRefused
    | DeputySeated
    | SeatReturned
    | JoinAsked
    | JoinAnswered
    | PersonListed
    | PersonUnlisted
    | SecondAppointed
    | SecondDismissed
    | OfficeHandedOver
)
