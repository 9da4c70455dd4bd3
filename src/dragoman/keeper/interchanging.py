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
from dragoman.diplomacy.decide import misplaced
from dragoman.diplomacy.docket import Docket, misread
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.interchange import Moment, Saved
from dragoman.diplomacy.interchange.reading import FORMS, Untaken, read
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.state import Stage, State
from dragoman.game.protocol import Speaker
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.referee.hearing import Referee
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import Slip, Stale
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


def taken_in(data: bytes, form: str, name: str) -> tuple[Saying, ...]:
    """Take a game in under that name, and tell how far it came. Raises Untaken; then nothing was taken in."""
    saved = read(data, form)
    if name in assembly.ledger().versions([name]):
        raise _taken(name)
    playing = _Playing(name)
    told = tuple(playing.through(saved))
    state = playing.state
    try:
        assembly.ledger().restore(name, *playing.ledger.record(name), DIPLOMACY.due(state), DIPLOMACY.seats(state))
    except Stale:
        raise _taken(name) from None
    return told


def _taken(name: str) -> Untaken:
    return Untaken(say("There is a game called “{name}” already. Choose another name.", name=name))


class _Playing:
    """The game is played in memory, and told to nobody: it is kept once all of it has gone through."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ledger = MemoryLedger(assembly.games(), assembly.entropy())
        self._referee = Referee(self.ledger, assembly.games())

    @property
    def state(self) -> State:
        state: State = self._referee.tables.at(self.name).state
        return state

    def through(self, saved: Saved) -> Iterator[Saying]:
        """Play it to its last phase, or as far as it is the same here."""
        self._open(saved)
        for moment in saved.moments:
            if not _same(self.state.position, moment.position):
                yield from _differences(self.state, moment.position)
                break
            if not moment.over or self.state.stage is not Stage.RUNNING:
                break
            yield from self._play(saved, moment)
        if self.state.stage is Stage.RUNNING:
            self._heard(Pause(Speaker(KEEPER, GM), "taken in to be looked at"))
        most = sum(moment.over for moment in saved.moments)
        yield say("{game}: {count} of {all} phases taken in", game=self.name, count=len(self.state.turns), all=most)

    def _open(self, saved: Saved) -> None:
        sheet = preset("datc")
        assert isinstance(sheet, Sheet)
        rules = sheet.overlaid(RULES.items())
        assert isinstance(rules, Sheet)
        command = OpenGame(
            by=Speaker(KEEPER, None), name=self.name, map=chart_source(saved.chart.id), rules=rules.as_rules(), seed=0,
            lang=assembly.house().host.lang, zone=assembly.house().host.zone, entry="invited",
            seats={Seat(power): KEEPER for power in saved.chart.powers}, given=saved.moments[0].position,
        )  # fmt: skip
        reply = self._referee.open(Slip(self.name, command.by, command=command), "diplomacy", assembly.clock().now())
        if not reply.events:
            raise Untaken(reply.refused[0].says)

    def _play(self, saved: Saved, moment: Moment) -> Iterator[Saying]:
        """Bring every power's set for the phase, the last of which has it adjudicated; what is no order, or none of
        such a phase, is told and left out."""
        state, phase = self.state, moment.position.phase
        docket = Docket(state.sheet)
        for power in [each for each in state.powers() if state.due(each)]:
            given, lines = moment.orders.get(power, ()), []
            for text, each in zip(given, docket.read(given, power, moment.position, saved.chart), strict=True):
                if not isinstance(each, Line):
                    yield _unread(phase, power, text, each)
                elif not misplaced.fits(phase, each):
                    yield _left_out(phase, power, text, misplaced.said_alone(phase, each))
                else:
                    lines.append(each)
            self._heard(SubmitOrders(Speaker(KEEPER, Seat(power)), tuple(lines), phase, True, "import"))

    def _heard(self, command: Any) -> None:
        reply = self._referee.hear(Slip(self.name, command.by, command=command), assembly.clock().now())
        if reply.refused:
            raise Untaken(reply.refused[0].says)


def _unread(phase: Phase, power: str, text: str, fault: Misreading) -> Saying:
    why = put(misread(power, text, fault).says, "en")
    return say("{phase}, {power}: “{line}” was not read: {why}", phase=phase, power=power,
               line=text[:MOST_SHOWN], why=why)  # fmt: skip


def _left_out(phase: Phase, power: str, text: str, why: Saying) -> Saying:
    return say("{phase}, {power}: “{line}” was left out: {why}", phase=phase, power=power,
               line=text[:MOST_SHOWN], why=put(why, "en"))  # fmt: skip


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


def _same(one: Position, other: Position) -> bool:
    """Whether both are one position, but for what no form tells."""
    return (
        one.phase == other.phase
        and set(one.units) == set(other.units)
        and {each.unit for each in one.dislodged} == {each.unit for each in other.dislodged}
        and one.centres == other.centres
    )


__all__ = ["taken_in", "written"]
