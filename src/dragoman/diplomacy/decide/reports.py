"""Whoever sits at a table may choose how results are written for them; the game master, for all who do not choose."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.commands import ChooseReports
from dragoman.diplomacy.decide.claims import closed, game_master_only
from dragoman.diplomacy.events import Event, ReportsChosen
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.reports import EVERYBODY, FORMS
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say


def choose(state: State, command: ChooseReports, now: datetime) -> tuple[Event, ...] | Refusal:
    """The choice, recorded."""
    if command.form and command.form not in FORMS:
        return Refusal("no-form", say("There are three forms of reports: words, codes, njudge."), "F.14")
    refused = closed(state) or (game_master_only(command.by) if command.everybody else None)
    if refused:
        return refused
    if command.by.seat is None:
        return Refusal("no-seat", say("You have no seat in this game."))
    whose = EVERYBODY if command.everybody else command.by.seat
    return (ReportsChosen(at=now, seat=whose, form=command.form),)
