"""Games to and from other programs: written as those keep them, and taken in to look at, adjudicated anew here from
their first position. Where this program rules otherwise than was recorded, that is told and the game stands there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dragoman import assembly
from dragoman.diplomacy.adjudication.reasons import why
from dragoman.diplomacy.adjudication.verdict import Outcome
from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.commands import OpenGame, Pause, SubmitOrders
from dragoman.diplomacy.docket import Docket, misread
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.interchange import Moment, Saved
from dragoman.diplomacy.interchange.reading import FORMS, Untaken, read
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.state import Stage, State
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.referee.ports import Slip
from dragoman.tongues.saying import put

RULES = {"II.1": "B", "VII.2": "B"}
"""What is laid over the rules of DATC: sets are marked final, and the last final one is the adjudication."""


MOST_SHOWN = 60
"""How much of a line that was not followed is shown."""


def written(name: str, form: str) -> bytes:
    """A game in that form, of what everybody may see. Raises UnknownTable, and Unfit where the form cannot have it."""
    table: Any = assembly.referee().tables.at(name)
    if table.game.name != "diplomacy":
        raise Unfit(say("{game} is no game of Diplomacy, and that form is for nothing else", game=name))
    view = table.game.sight(table.state, None)
    return json.dumps(FORMS[form].written(view), ensure_ascii=False, indent=1).encode() + b"\n"


def taken_in(data: bytes, form: str, name: str) -> Iterator[Saying]:
    """Take a game in under that name, and tell how far it came. Raises Untaken."""
    saved = read(data, form)
    _open(saved, name)
    for moment in saved.moments:
        if not _same(_state(name).position, moment.position):
            yield from _differences(_state(name), moment.position)
            break
        if not moment.over or _state(name).stage is not Stage.RUNNING:
            break
        yield from _play(saved, name, moment)
    if _state(name).stage is Stage.RUNNING:
        _heard(name, Pause(Speaker(KEEPER, GM), "taken in to be looked at"))
    most = sum(moment.over for moment in saved.moments)
    yield say("{game}: {count} of {all} phases taken in", game=name, count=len(_state(name).turns), all=most)


def _open(saved: Saved, name: str) -> None:
    sheet = preset("datc")
    assert isinstance(sheet, Sheet)
    rules = sheet.overlaid(RULES.items())
    assert isinstance(rules, Sheet)
    command = OpenGame(
        by=Speaker(KEEPER, None), name=name, map=chart_source(saved.chart.id), rules=rules.as_rules(), seed=0,
        lang=assembly.house().host.lang, zone=assembly.house().host.zone, entry="invited",
        seats={Seat(power): KEEPER for power in saved.chart.powers}, given=saved.moments[0].position,
    )  # fmt: skip
    reply = assembly.open_table(Slip(name, command.by, command=command), "diplomacy")
    if not reply.events:
        raise Untaken(reply.refused[0].says)


def _play(saved: Saved, name: str, moment: Moment) -> Iterator[Saying]:
    """Bring every power's set for the phase, the last of which has it adjudicated; what is no order is told."""
    state = _state(name)
    docket = Docket(state.sheet)
    for power in [each for each in state.powers() if state.due(each)]:
        given = moment.orders.get(power, ())
        read = docket.read(given, power, moment.position, saved.chart)
        lines = tuple(each for each in read if isinstance(each, Line))
        for text, each in zip(given, read, strict=True):
            if not isinstance(each, Line):
                yield _unread(moment.position.phase, power, text, each)
        _heard(name, SubmitOrders(Speaker(KEEPER, Seat(power)), lines, moment.position.phase, True, "import"))


def _unread(phase: Phase, power: str, text: str, fault: Misreading) -> Saying:
    why = put(misread(power, text, fault).says, "en")
    return say("{phase}, {power}: “{line}” was not read: {why}", phase=phase, power=power,
               line=text[:MOST_SHOWN], why=why)  # fmt: skip


def _differences(state: State, recorded: Position) -> Iterator[Saying]:
    """What is another here than by the record, and which orders of the phase before could not be followed."""
    here = state.position
    yield say("before {phase}, this program's position is another than the recorded one", phase=recorded.phase)
    if here.phase != recorded.phase:
        yield say("here it is {phase} by then", phase=here.phase)
    if here.phase[:2] != recorded.phase[:2]:  # another turn: then most units stand elsewhere, and that says nothing
        return
    ours, theirs = set(_pieces(here)), set(_pieces(recorded))
    if theirs - ours:
        yield say("recorded, and not so here: {all}", all=", ".join(sorted(theirs - ours)))
    if ours - theirs:
        yield say("here, and not so recorded: {all}", all=", ".join(sorted(ours - theirs)))
    for verdict in state.turns[-1].ruling.verdicts if state.turns else ():
        if verdict.outcome is Outcome.VOID and verdict.text:
            yield say("{phase}, {power}: “{line}” was not followed: {why}", phase=state.turns[-1].phase,
                      power=verdict.power, line=verdict.text[:MOST_SHOWN],
                      why=put(why(verdict, state.chart), "en"))  # fmt: skip


def _pieces(at: Position) -> Iterator[str]:
    """Units and owned centres, in words that tell them apart."""
    yield from (f"{unit.power} {unit}" for unit in at.units)
    yield from (f"{each.unit.power} *{each.unit}" for each in at.dislodged)
    yield from (f"{power} {centre}" for centre, power in at.centres.items())


def _heard(name: str, command: Any) -> Reply:
    reply = assembly.hear(Slip(name, command.by, command=command))
    if reply.refused:
        raise Untaken(reply.refused[0].says)
    return reply


def _state(name: str) -> State:
    state: State = assembly.table(name).state
    return state


def _same(one: Position, other: Position) -> bool:
    """Whether both are one position, but for what no form tells."""
    return (
        one.phase == other.phase
        and set(one.units) == set(other.units)
        and {each.unit for each in one.dislodged} == {each.unit for each in other.dislodged}
        and one.centres == other.centres
    )


__all__ = ["taken_in", "written"]
