"""What letters come to under each choice of a clause, as the clause's page shows it: who wrote what and when, and a
sentence for each group of choices. The tests play every one of them, and hold what is said here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.examples import in_full
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.plays import Letter, Outcome, Play, plays_of
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.forms.clause import label


@dataclass(frozen=True, slots=True)
class Written:
    """A letter: how long after the start it came (`1 day, 2 hours`), from whom, and its lines. `subject` and `to` are
    told where the play is about them."""

    after: str
    seat: str
    lines: tuple[str, ...]
    subject: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What it comes to under some choices. `mine` marks the choice that the sheet has."""

    choices: tuple[str, ...]
    labels: tuple[str, ...]
    mine: bool
    says: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A play. `phase` and `units` are the position it begins from, where that is not the opening; `beside` other
    choices that it stands upon."""

    title: str
    chart: Chart
    phase: str
    units: tuple[tuple[str, str], ...]
    letters: tuple[Written, ...]
    outcomes: tuple[Outlook, ...]
    beside: tuple[str, ...] = ()


def of_plays(clause: str, mine: str) -> tuple[Shown, ...]:
    """The plays of a clause as its page shows them. `mine` is the choice of the sheet in full."""
    return tuple(_shown(play, mine) for play in plays_of(clause))


def _shown(play: Play, mine: str) -> Shown:
    title, given = put(play.title, says.lang()), play.given or {}
    return Shown(
        title[:1].upper() + title[1:],
        chart(str(play.game.get("map", "standard"))),
        says.phase(says.read_phase(str(given["phase"]))) if "phase" in given else "",
        tuple(_units(given.get("units", {}))),
        tuple(_written(letter) for letter in play.letter),
        tuple(_outlook(play, outcome, mine) for outcome in play.outcome),
        play.rules,
    )


def _units(given: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    yield from ((power, ", ".join(units)) for power, units in given.items())


def _written(letter: Letter) -> Written:
    return Written(
        _told(letter.after), letter.sender, tuple(letter.text.strip().split("\n")), letter.subject or "", letter.to
    )


def _told(after: timedelta) -> str:
    """`1 day, 2 hours`."""
    hours = after.seconds // 3600
    days = put(say("{days_n}", days_n=after.days), says.lang()) if after.days or not hours else ""
    return ", ".join(filter(None, (days, put(say("{hours_n}", hours_n=hours), says.lang()) if hours else "")))


def _outlook(play: Play, outcome: Outcome, mine: str) -> Outlook:
    clause = CATALOGUE[play.clause]
    choices = tuple(in_full(clause, written) for written in outcome.choices)
    labels = tuple(dict.fromkeys(label(clause, choice) for choice in choices))
    return Outlook(choices, labels, mine in choices, put(outcome.sentence, says.lang()))


__all__ = ["Outlook", "Shown", "Written", "of_plays"]
