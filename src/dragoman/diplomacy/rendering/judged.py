"""A phase as a docket has judged it, line by line: as written, as understood, and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.docket import Judged
from dragoman.diplomacy.events.recorded import verdict_record
from dragoman.diplomacy.rendering.verdicts import cited, failed, order_text, outcome
from dragoman.game.saying import Saying, say


@dataclass(frozen=True, slots=True)
class Told:
    """One line. `text` is what was written, or the unit for which nothing was; `read` the order understood by it, where
    that is not the same in capitals; `clause` what decided."""

    power: str
    text: str
    read: str
    good: bool
    says: tuple[Saying, ...]
    clause: str = ""


def told(judged: Judged) -> tuple[Told, ...]:
    """Every line of the phase, by power, and every unit for which there was none."""
    nowhere = {(each.power, each.text): each.says for each in judged.nowhere}
    ruled = (_of_verdict(verdict, nowhere.get((verdict.power, verdict.text))) for verdict in judged.ruling.verdicts)
    lines = [*ruled, *_unheard(judged)]
    return tuple(sorted(lines, key=lambda line: list(judged.chart.powers).index(line.power)))


def exits(judged: Judged) -> tuple[Told, ...]:
    """Every unit driven out that can still retreat, and where to."""
    open_ = dict(judged.ruling.retreats)
    return tuple(
        Told(exile.unit.power, "", "", True, (_retreat(exile.unit, open_[exile.unit.province]),))
        for exile in judged.ruling.after.dislodged
    )


def _retreat(unit: Unit, places: tuple[Place, ...]) -> Saying:
    return say(
        "{power_of} {unit} is dislodged and may retreat to {places}.",
        power_of=unit.power, unit=unit, places=", ".join(map(str, places)),
    )  # fmt: skip


def _of_verdict(verdict: Verdict, nowhere: Saying | None = None) -> Told:
    """`nowhere` says why the goal of an order to move is on no board (III.5.A)."""
    record = verdict_record(verdict)
    if nowhere is not None:
        return Told(verdict.power, verdict.text, "", False, (nowhere,), "III.5.A")
    order = order_text(record)
    text = verdict.text or (str(verdict.unit) if verdict.unit else order)
    read = order if verdict.text and order != verdict.text.upper() else ""
    return Told(verdict.power, text, read, not failed(record), outcome(record), cited(record))


def _unheard(judged: Judged) -> Iterator[Told]:
    for line in judged.unheard:
        if line.power in judged.chart.powers:
            yield Told(line.power, line.text, "", False, (line.says,), line.clause)
