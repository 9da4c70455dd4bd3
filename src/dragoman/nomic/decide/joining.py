"""How people come into a game and back to it (306)."""

from __future__ import annotations

import re

from dragoman.game.directions import unmarked
from dragoman.game.press import OBSERVER
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic import standing
from dragoman.nomic.commands import Begin, Invite, Join, Observe
from dragoman.nomic.decide import code, who
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.players import (
    GameStarted,
    JoinAsked,
    ObserverSeated,
    PersonInvited,
    PlayerJoined,
    PlayerSeated,
)
from dragoman.nomic.events.turns import TurnPassed
from dragoman.nomic.state import Player, Stage, State

NAME = re.compile(r"[^\W\d_](?:[\w .'’-]{0,28}[\w.])?")
MOST_PLAYERS = 100

NAMELESS = frozenset({"all", "gm", "observers", "everybody", "everyone", "referee", "judge", "kaikki", "pj", "tuomari"})


def join(p: Proceedings, command: Join) -> Refusal | None:
    """Somebody would play, or play again."""
    state = p.state
    person = command.by.person
    former = next((each for each in state.players.values() if each.person == person and not each.plays), None)
    name = former.name if former is not None else unmarked(command.player).strip()
    refused = _may_not(state, command, name, former)
    if refused is not None:
        return refused
    if state.stage is Stage.FORMING:
        start = standing.whole(state, "start_points") or 0
        p.happen(PlayerSeated, person=person, player=name, surname=command.surname, score=start)
        if state.wanted and len(p.state.players) >= state.wanted:
            begin(p)
        return None
    hook, about = ("may_rejoin" if former else "may_join"), {"player": name}
    refused = code.leave(p, hook, about)
    if refused is not None:
        return refused
    waits_for = tuple(each.number for each in state.open_proposals)
    p.happen(
        JoinAsked, person=person, player=name, surname=command.surname, waits_for=waits_for,
        returns=former is not None,
    )  # fmt: skip
    admit(p)
    return None


def _may_not(state: State, command: Join, name: str, former: Player | None) -> Refusal | None:
    if state.over:
        return Refusal("game-over", say("The game {game} is over.", game=state.name))
    person = command.by.person
    if any(each.person == person and each.plays for each in state.players.values()):
        return Refusal("plays-already", say("You are a player already."))
    if any(each.person == person for each in state.newcomers):
        return Refusal("waits-already", say("You have asked already; you join once the votes are complete."), "306")
    if state.entry == "invited" and person not in state.invited and former is None:
        return Refusal("not-invited", say("Only people who were invited may join this game."))
    if former is not None:
        return _too_soon(state, former) if state.stage is Stage.RUNNING else None
    return _unfit_name(state, name)


def _unfit_name(state: State, name: str) -> Refusal | None:
    if not NAME.fullmatch(name) or name.casefold() in NAMELESS or name.casefold().startswith(OBSERVER):
        says = say("Say under which name you play, as in “join as Zoe”: a letter first, and 30 characters at most.")
        return Refusal("bad-name", says, text=name)
    names = {each.casefold() for each in (*state.players, *(waiting.name for waiting in state.newcomers))}
    if name.casefold() in names:
        return Refusal(
            "name-taken", say("Somebody plays as {name} already: choose another name.", name=name), text=name
        )
    if len(state.playing) >= MOST_PLAYERS:
        return Refusal("full", say("No more than {most} may play.", most=MOST_PLAYERS))
    return None


def _too_soon(state: State, former: Player) -> Refusal | None:
    """306: so many votes must have been completed since the forfeit."""
    wanted = standing.whole(state, "rejoin_after_votes")
    since = votes_since(state, former)
    if wanted is None or since >= wanted:
        return None
    says = say("You may return once {wanted} votes have been completed since you forfeited; there were {since}.",
               wanted=wanted, since=since)  # fmt: skip
    return Refusal("too-soon", says, standing.owner(state, "rejoin_after_votes"))


def votes_since(state: State, former: Player) -> int:
    """The votes on proposals completed since a player forfeited."""
    since = state.completed_votes[former.votes_at_leaving :]
    if standing.reading(state, "votes-since") == "counts":
        return len(since)
    return sum(number not in former.open_at_leaving for number in since)


def admit(p: Proceedings) -> None:
    """Whoever waited for votes that are all complete now becomes a player."""
    for waiting in p.state.newcomers:
        if not all(p.state.proposals[number].finished for number in waiting.waits_for):
            continue
        points = standing.whole(p.state, "join_points") or 0
        p.happen(
            PlayerJoined, person=waiting.person, player=waiting.name, surname=waiting.surname,
            score=0 if waiting.returns else points, returns=waiting.returns,
        )  # fmt: skip
        code.occasion(p, "on_join", {"player": waiting.name, "returns": waiting.returns})


def observe(p: Proceedings, command: Observe) -> Refusal | None:
    """Somebody would look on."""
    person, seats = command.by.person, p.state.observers
    if person in seats.values() or any(each.person == person and each.plays for each in p.state.players.values()):
        return Refusal("sits-already", say("You have a seat in this game already."))
    if p.state.entry == "invited" and person not in p.state.invited:
        return Refusal("not-invited", say("Only people who were invited may join this game."))
    wanted = unmarked(command.name).strip()
    name = wanted if NAME.fullmatch(wanted) else f"{len(seats) + 1}"
    seat = Seat(OBSERVER + name)
    seat = seat if seat not in seats else Seat(f"{OBSERVER}{name} {len(seats) + 1}")
    p.happen(ObserverSeated, person=person, seat=seat)
    return None


def invite(p: Proceedings, command: Invite) -> Refusal | None:
    """Where only people who were invited may join, the game master says who they are."""
    refused = who.not_presiding(p.state, command.by)
    if refused is not None:
        return refused
    if command.person is None:
        return Refusal("no-address", say("“{address}” is no address.", address=command.address))
    if command.person not in p.state.invited:
        p.happen(PersonInvited, person=PersonId(command.person))
    return None


def begin_at_word(p: Proceedings, command: Begin) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by)
    if refused is not None:
        return refused
    if p.state.stage is not Stage.FORMING:
        return Refusal("begun", say("The game {game} has begun already.", game=p.state.name))
    if not p.state.players:
        return Refusal("nobody-plays", say("Nobody plays yet."))
    begin(p)
    return None


def begin(p: Proceedings, mover: str = "") -> None:
    """Play begins: the first in the order of turns is to move, or whoever it is given to be. No rule says until when
    the first proposal is due (ours: it has the time that each later one has)."""
    p.happen(GameStarted)
    first = mover or next(iter(standing.order(p.state)), "")
    if first:
        p.happen(TurnPassed, to=first, post_by=None)
