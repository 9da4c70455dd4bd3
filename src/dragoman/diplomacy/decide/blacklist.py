"""F.9: who left a game without cause and notice stands on the host's blacklist, and joins a later game only if its game
master lets them in. And `least`: how reliable those must be who are not new.

Both are asked of persons who come of themselves. Whom a game master puts into a seat, or invites, has been let in.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from dragoman.diplomacy.commands import Join, ListPlayer, StandBy
from dragoman.diplomacy.events import Event, JoinAsked, PersonListed, PersonUnlisted
from dragoman.diplomacy.state import State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId

Outcome = tuple[Event, ...] | Refusal

USUAL_TIME = timedelta(days=365)
"""How long somebody stays on the list where nothing is said (ours)."""

LONGEST = timedelta(days=5 * 366)

GONE = frozenset({"resigned", "missed", "removed", "contact", "replaced"})
"""Ways to lose a seat for which somebody may be put on the list."""


def keeps(state: State) -> bool:
    """Whether this game adds to the host's list, and asks it."""
    return state.sheet.letter("F.9") == "B"


def let_in(state: State, command: Join | StandBy, wishes: tuple[str, ...], now: datetime) -> Refusal | JoinAsked | None:
    """Why somebody who comes of themselves is not let in, or that they must wait for the game master's word, or
    None."""
    person, repute = command.by.person, command.repute
    if person in state.invited or person in state.roster.welcome:
        return None
    if not repute.suffices(state.least):
        text = say(
            "This game asks for a reliability of {least} % of those who are not new; yours is {figure} %: {kept} of "
            "{rounds_all} kept. An invitation by its game master lets you in.",
            least=state.least, figure=repute.figure, kept=repute.kept, rounds_all=repute.rounds,
        )  # fmt: skip
        return Refusal("unreliable", text)
    return _listed(state, command, wishes, now) if keeps(state) and repute.listings else None


def _listed(state: State, command: Join | StandBy, wishes: tuple[str, ...], now: datetime) -> Refusal | JoinAsked:
    person = command.by.person
    if not state.moderated():
        text = say("You stand on this host's blacklist, and this game has no game master who could let you in. Your "
                   "account tells why, and until when.")  # fmt: skip
        return Refusal("blacklisted", text, "F.9.B")
    if any(each.person == person for each in state.roster.applicants):
        return Refusal("asked-already", say("The game master has been asked whether to let you in."), "F.9.B")
    standby = isinstance(command, StandBy)
    return JoinAsked(at=now, person=person, number=state.roster.applied + 1, wishes=wishes, standby=standby)


def decide(state: State, command: ListPlayer, now: datetime) -> Outcome:
    """The game master puts somebody on the list, or takes them off."""
    deed = _put if command.listed else _taken
    return _refused(state, command, now) or deed(state, command, now)


def _refused(state: State, command: ListPlayer, now: datetime) -> Refusal | None:
    if not keeps(state):
        return Refusal("no-blacklist", say("Under the house rules nothing is kept of those who leave."), "F.9.A")
    if command.power not in state.chart.powers:
        text = say("The map has no power “{seat}”.", seat=command.power)
        return Refusal("unknown-seat", text, text=command.power)
    if command.listed and not command.why.strip():
        text = say("Say why: “gm blacklist {power} because …”; the person concerned reads it.", power=command.power)
        return Refusal("no-reason", text, "F.9.B")
    if command.until is not None and not now < command.until <= now + LONGEST:
        return Refusal("bad-time", say("Name a day to come, at most five years ahead."), "F.9.B")
    return None


def _put(state: State, command: ListPlayer, now: datetime) -> Outcome:
    gone = [each for each in state.roster.tenures if each.power == command.power and each.went in GONE]
    if not gone:
        text = say("Nobody has left {power_whose} in this game.", power_whose=command.power)
        return Refusal("nobody-left", text, "F.9.B")
    return (put(gone[-1].person, command.power, command.why.strip(), command.until or now + USUAL_TIME, now),)


def put(person: PersonId, power: str, why: str, until: datetime, now: datetime) -> PersonListed:
    return PersonListed(at=now, person=person, seat=power, why=why, until=until)


def _taken(state: State, command: ListPlayer, now: datetime) -> Outcome:
    listed = [person for person, power in state.roster.listed.items() if power == command.power]
    if not listed:
        text = say("Nobody who left {power_whose} was put on the blacklist in this game.", power_whose=command.power)
        return Refusal("not-listed", text, "F.9.B")
    return tuple(
        PersonUnlisted(at=now, person=person, seat=command.power, why=command.why.strip()) for person in listed
    )
