"""The one reader of family D of the house rules: what the sheet says of votes on builds, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.houserules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Worth:
    """D.2, D.3: how many votes what is worth. `owned` says that neutral is what nobody owned at first."""

    power: int
    home: int
    foreign: int
    neutral: int
    eliminated: int
    observer: int
    owned: bool


@dataclass(frozen=True, slots=True)
class Watching:
    """D.4: which observers vote: those who signed on in the first `years` of the calendar (0: none, None: all), counted
    as of the first time or, with `anew`, the latest."""

    years: int | None
    anew: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The whole family. `days` are those of the first vote (0: there is none), `by_map` says what stands where nobody
    voted, `lost` that units voted away are never built (D.5). `by_margin`, `taking` and `tie` are D.6 to D.8: `tie` is
    `home`, `unit` or `nothing`. `hours` and `by_lot` are D.9; `zeros` counts lines without votes (D.10), `spent` loses
    the votes of a line that cannot be built (D.11), `whole` refuses a ballot that goes too far (D.12). `notice` are
    hours, `always` gives them to everybody (D.13); `open_ballots` is D.14, `broadcast` D.15, `south` D.16."""

    worth: Worth
    watching: Watching
    days: int
    by_map: bool
    lost: bool
    by_margin: bool
    taking: bool
    tie: str
    hours: int
    by_lot: bool
    zeros: bool
    spent: bool
    whole: bool
    notice: int
    always: bool
    open_ballots: bool
    broadcast: bool
    south: bool


def voted(sheet: Sheet) -> bool:
    """D.1: whether builds are voted on."""
    return sheet.letter("D.1") == "B"


def rules(sheet: Sheet) -> Rules:
    """What the sheet says."""
    first, tie, end = sheet.choice("D.5"), sheet.choice("D.9"), sheet.choice("D.13")
    held = first.letter == "A"
    return Rules(
        worth=_worth(sheet),
        watching=_watching(sheet),
        days=first.number("days") if held else 0,
        by_map=held and first.value("unvoted") == "map",
        lost=held and first.value("missing") == "lost",
        by_margin=sheet.letter("D.6") == "B",
        taking=sheet.letter("D.7") == "B",
        tie={"A": "home", "B": "unit", "C": "nothing"}[sheet.letter("D.8")],
        hours=tie.number("hours"),
        by_lot=tie.value("silence") == "lot",
        zeros=sheet.letter("D.10") == "A",
        spent=sheet.letter("D.11") == "B",
        whole=sheet.letter("D.12") == "B",
        notice=end.number("notice"),
        always=end.letter == "A",
        open_ballots=sheet.letter("D.14") == "B",
        broadcast=sheet.letter("D.15") == "A",
        south=sheet.letter("D.16") == "A",
    )


def _worth(sheet: Sheet) -> Worth:
    said = sheet.choice("D.2")
    power, home, foreign = said.number("power"), said.number("home"), said.number("foreign")
    neutral, eliminated, observer = said.number("neutral"), said.number("eliminated"), said.number("observer")
    return Worth(power, home, foreign, neutral, eliminated, observer, owned=sheet.letter("D.3") == "B")


def _watching(sheet: Sheet) -> Watching:
    said = sheet.choice("D.4")
    match said.letter:
        case "A":
            return Watching(said.number("years"), said.value("again") == "new")
        case "B":
            return Watching(0, False)
        case _:
            return Watching(None, False)
