"""What is answered to words about those who play: that they were heard, and what came of them."""

from __future__ import annotations

from typing import assert_never

from dragoman.diplomacy.commands import (
    AllowDeputy,
    AnswerApplicant,
    AppointSecond,
    CallStandby,
    HandOver,
    ListPlayer,
    NameDeputy,
    PlayersCommand,
    RemovePlayer,
    Resign,
    StandBy,
    TakeBack,
)
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.roster import is_standby
from dragoman.game.saying import Saying, say


def players_heard(command: PlayersCommand, view: View) -> Saying:  # one arm per kind of command
    """That a command was heard and what came of it, as it now stands."""
    match command:
        case StandBy():
            return _standing_by(command, view)
        case NameDeputy():
            return _deputy(command, view)
        case TakeBack(power=power):
            return say("The seat {power_whose} is its player's again.", power_whose=power or view.power or "")
        case CallStandby(power=power):
            return _called(power, view)
        case AllowDeputy(power=power, allowed=allowed):
            if allowed:
                return say("A deputy plays {power_whose} now.", power_whose=power)
            return say("The player of {power_whose} is told that you do not consent.", power_whose=power)
        case RemovePlayer(power=power, disorder=disorder):
            if disorder:
                return say("{power_whose} is in civil disorder now; whatever was on file for it is dropped.",
                           power_whose=power)  # fmt: skip
            return say("{power_whose} is vacant now. What was on file stays; “gm disorder {power} because …” drops it.",
                       power_whose=power, power=power)  # fmt: skip
        case AnswerApplicant(number=number, welcome=welcome):
            if welcome:
                return say("Applicant {number} is let in.", number=number)
            return say("Applicant {number} is not let in.", number=number)
        case ListPlayer(power=power, listed=listed):
            if listed:
                return say("Whoever left {power_whose} is on the host's blacklist, and is told why.", power_whose=power)
            return say("Whoever left {power_whose} is off the blacklist.", power_whose=power)
        case AppointSecond(dismiss=dismiss):
            return say("You preside alone again.") if dismiss else say("You have a second game master beside you now.")
        case HandOver(referee=referee):
            if referee:
                return say("The automatic referee presides from now on.")
            return say("The office is handed over.")
        case _:
            assert_never(command)


def _standing_by(command: StandBy, view: View) -> Saying:
    if view.seat in view.chart.powers:
        return say("You play {power_yours}.", power_yours=view.power or "")
    if not is_standby(view.seat):
        return say("The game master is asked to let you in, since you stand on this host's blacklist (F.9).")
    if view.acting:
        return say("You are called for {power_whose}.", power_whose=view.acting)
    if command.powers:
        return say("You stand by for {seats_powers}. “resign” ends it.", seats_powers="; ".join(command.powers))
    return say("You stand by for any power. “resign” ends it.")


def _deputy(command: NameDeputy, view: View) -> Saying:
    """Every date is told in full."""
    leaves = (each.leave for each in view.company.seated.values() if each.leave is not None)
    granted = any(leave.granted and leave.away == view.seat for leave in leaves)
    if granted and command.until is not None:
        return say("{address} plays for you until {time_until}.", address=command.address,
                   time_until=command.until.isoformat())  # fmt: skip
    if granted:
        return say("{address} plays for you until you write “return”.", address=command.address)
    if command.until is not None:
        return say("The game master is asked to let {address} play for you until {time_until}.",
                   address=command.address, time_until=command.until.isoformat())  # fmt: skip
    return say("The game master is asked to let {address} play for you.", address=command.address)


def _called(power: str, view: View) -> Saying:
    if view.company.seated[power].called is None:
        return say("A standby plays {power_whose} now.", power_whose=power)
    return say("A standby is to send orders for {power_whose} in this round.", power_whose=power)


def resigned(command: Resign, view: View) -> Saying:
    """Whoever suggested a substitute is told what becomes of that."""
    seat = command.by.seat or ""
    if not command.address or seat not in view.chart.powers:
        return say("You have given up the seat {seat_left}.", seat_left=seat)
    if view.moderated:
        return say("You have given up the seat {seat_left}. The game master is told that you suggest {address}.",
                   seat_left=seat, address=command.address)  # fmt: skip
    return say("You have given up the seat {seat_left}. {address} is asked to take it.", seat_left=seat,
               address=command.address)  # fmt: skip


def replaced(seat: str, clear: bool) -> Saying:
    """PB13: what becomes of the orders on file is said when the seat changes hands."""
    if clear:
        return say("{seat_whose} has another player now. The orders on file were dropped.", seat_whose=seat)
    return say("{seat_whose} has another player now. The orders on file stay; “drop orders” would have dropped them.",
               seat_whose=seat)  # fmt: skip
