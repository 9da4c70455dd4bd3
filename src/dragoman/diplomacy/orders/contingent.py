"""Conditional orders: plain lines and choices between branches, for the phase now to be ordered and for phases ahead.

Of a choice the first branch whose condition holds is followed, and no other (Finnish 6). What is followed is settled
when the phase comes, by the facts then; until then nothing here looks at the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.orders.condition_words import word
from dragoman.diplomacy.orders.condition_writing import told, write
from dragoman.diplomacy.orders.conditions import Condition, Facts, holds
from dragoman.diplomacy.orders.findings import Heading
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.writing import write as write_order


@dataclass(frozen=True, slots=True)
class Branch:
    """Orders for one case; without a condition they are for every case left (`otherwise`). No orders are possible, too:
    then none of the later branches is followed either. `notes` are the tolerances used to read the condition."""

    condition: Condition | None
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Branches of which the first that holds is followed."""

    branches: tuple[Branch, ...]


Entry = Line | Choice


@dataclass(frozen=True, slots=True)
class Planned:
    """The entries for one phase, in the order written."""

    phase: Phase
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ConditionalOrders:
    """All that one power has written at once: for each phase named, once, what is planned for it, earliest first."""

    power: str
    planned: tuple[Planned, ...] = ()

    def entries(self, phase: Phase) -> tuple[Entry, ...]:
        """What is planned for that phase."""
        return next((planned.entries for planned in self.planned if planned.phase == phase), ())

    def is_plain(self, phase: Phase) -> bool:
        """Whether nothing that is planned for that phase hangs on a condition."""
        return all(isinstance(entry, Line) for entry in self.entries(phase))


# --- what is followed ---


@dataclass(frozen=True, slots=True)
class Taken:
    """Which branch of a choice was followed; None where none held."""

    choice: Choice
    branch: int | None

    @property
    def condition(self) -> Condition | None:
        """The condition that held; None for `otherwise`, and where none did."""
        return None if self.branch is None else self.choice.branches[self.branch].condition


@dataclass(frozen=True, slots=True)
class Resolved:
    """The lines to be followed, in the order written, and for each choice which branch they came from."""

    lines: tuple[Line, ...]
    taken: tuple[Taken, ...]


def resolve(entries: Iterable[Entry], facts: Facts) -> Resolved:
    """Settle entries by the facts: plain lines stand, of each choice the first branch that holds."""
    lines: list[Line] = []
    taken: list[Taken] = []
    for entry in entries:
        if isinstance(entry, Line):
            lines.append(entry)
            continue
        branch = next(
            (i for i, b in enumerate(entry.branches) if b.condition is None or holds(b.condition, facts)), None
        )
        taken.append(Taken(entry, branch))
        lines.extend(entry.branches[branch].lines if branch is not None else ())
    return Resolved(tuple(lines), tuple(taken))


def _holds(branch: Branch, facts: Facts) -> bool:
    return branch.condition is None or holds(branch.condition, facts)


# --- writing ---


def write_orders(orders: ConditionalOrders) -> str:
    """The canonical writing of all that is planned, each phase under its heading."""
    return "\n".join(
        line for p in orders.planned for line in (f"{p.phase}:", *(write_entry(entry) for entry in p.entries))
    )


def write_entry(entry: Entry) -> str:
    """An order, or a choice with a line for each branch: `if Austria moves to GAL: A WAR B; otherwise: F SEV B`."""
    return _written(entry, write, "en")


def told_entry(entry: Entry, chart: Chart, lang: str) -> str:
    """The same in a language, for people. Raises KeyError for a language without sentences."""
    return _written(entry, lambda condition: told(condition, chart, lang), lang)


def _written(entry: Entry, write_condition: Callable[[Condition], str], lang: str) -> str:
    if isinstance(entry, Line):
        return write_order(entry.order)
    written = []
    for index, branch in enumerate(entry.branches):
        case = [word(lang, "otherwise")] if index or branch.condition is None else []
        if branch.condition is not None:
            case += [word(lang, "if"), write_condition(branch.condition)]
        orders = "; ".join(write_order(line.order) for line in branch.lines) or word(lang, "nothing")
        written.append(f"{' '.join(case)}: {orders}")
    return "; ".join(written)


# --- phases ahead ---


def ahead(heading: Heading | None, now: Phase, chart: Chart) -> Phase:
    """The phase that a heading names: the first from now on that has all it says. `Fall 1902:` is its moves unless it
    is the season now being played; a heading that names no phase means the one now. One that is past is named as well,
    for the game to refuse."""
    if heading is None or not (heading.season or heading.year or heading.kind):
        return now
    if heading.kind is PhaseKind.MOVEMENT and not heading.season and not heading.year:
        return now  # "moves:" is what people call any set
    if heading.verb == "disband" and now.kind is PhaseKind.RETREAT and not heading.season and not heading.year:
        return now  # units are given up in retreats, too
    following = list(_phases(now.year, heading.year or now.year + chart.years * chart.rounds, chart))
    following = following[following.index(now) :] if now in following else following
    found = next((phase for phase in following if _named(phase, heading, chart)), None)
    return found or _outright(heading, now, chart)


def _phases(first: int, last: int, chart: Chart) -> Iterable[Phase]:
    for year in range(first, min(last, first + FURTHEST * chart.years) + 1, chart.years):
        for season in chart.turns:
            yield (moves := Phase(season, year, PhaseKind.MOVEMENT))
            yield moves._replace(kind=PhaseKind.RETREAT)
        if chart.counts(moves):
            yield chart.winter(moves)


def _named(phase: Phase, heading: Heading, chart: Chart) -> bool:
    season = chart.adjustment_season if heading.kind is PhaseKind.ADJUSTMENT else heading.season
    return season in ("", phase.season) and heading.year in (0, phase.year) and heading.kind in (None, phase.kind)


def _outright(heading: Heading, now: Phase, chart: Chart) -> Phase:
    """What a heading names to the letter."""
    season = heading.season or now.season
    if heading.kind is PhaseKind.ADJUSTMENT:
        season = chart.adjustment_season
    winter = season == chart.adjustment_season and season not in chart.turns
    usual = PhaseKind.ADJUSTMENT if winter else PhaseKind.MOVEMENT
    return Phase(season, heading.year or now.year, heading.kind or usual)


def in_order(phases: Iterable[Phase], chart: Chart) -> tuple[Phase, ...]:
    """Phases in the order in which they are played."""
    seasons = (*chart.turns, chart.adjustment_season)
    kinds = tuple(PhaseKind)

    def place(phase: Phase) -> tuple[int, int, str, int]:
        known = phase.season in seasons
        return phase.year, seasons.index(phase.season) if known else len(seasons), phase.season, kinds.index(phase.kind)

    return tuple(sorted(phases, key=place))


FURTHEST = 20
"""The rounds of the calendar ahead within which a phase is looked for."""
