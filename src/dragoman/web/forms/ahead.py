"""Orders for phases to come as a form: what each unit might do from where it stands now, a condition, and one's own
words. The form writes what a letter would say, so that there is one reader of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.offers import Counter, build_offers, removal_offers, retreat_offers
from dragoman.diplomacy.orders.order import Order
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.parts import choice_told
from dragoman.diplomacy.sight import Ahead, View
from dragoman.web import says
from dragoman.web.forms.orders import Option, Row, grouped

CONDITIONS = 3
"""How many conditions the form joins."""

MOST = 4_000
"""Characters of a field."""

EVENTS: dict[str, tuple[str | Promise, str]] = {
    "moves": (gettext_lazy("moves to"), "{who} moves to {where}"),
    "tries": (gettext_lazy("is ordered to"), "{who} tries to move to {where}"),
    "bounces": (gettext_lazy("bounces in"), "{who} bounces in {where}"),
    "occupies": (gettext_lazy("has a unit in"), "{where} is occupied by {who}"),
    "holds": (gettext_lazy("holds the centre"), "{where} is held by {who}"),
    "dislodges": (gettext_lazy("dislodges the unit in"), "the unit in {where} is dislodged by {who}"),
    "dislodged": (gettext_lazy("(anybody) dislodges the unit in"), "the unit in {where} is dislodged"),
    "empty": (gettext_lazy("(nobody) is in"), "{where} is empty"),
}
"""What a condition can be about: how the form says it between a power and a province, and how a letter does."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition to fill in: its number from 1; the fields are `unless-1`, `who-1`, `event-1` and `where-1`."""

    number: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The form of one phase. `text` is what is on file for it and stands in no row; `sent` that something is."""

    phase: Phase
    rows: tuple[Row, ...]
    text: str
    sent: bool
    final: bool


def plans(view: View) -> tuple[Plan, ...]:
    """A form for each phase to come that orders are taken for."""
    own = view.own
    if own is None:
        return ()
    filed = {each.phase: each for each in own.ahead}
    return tuple(_plan(view, phase, filed.get(phase)) for phase in view.open_phases if phase != view.phase)


def _plan(view: View, phase: Phase, filed: Ahead | None) -> Plan:
    lines = [write(line.order) for line in filed.lines] if filed else []
    rows = tuple(_rows(view, phase, lines))
    told = {row.chosen for row in rows}
    rest = [choice_told(view.chart, choice).texts[says.lang()] for choice in (filed.choices if filed else ())]
    rest += [line for line in lines if line not in told]
    final = filed.final if filed else view.sheet.letter("II.1") == "A"
    return Plan(phase, rows, "\n".join(rest), filed is not None, final)


def _rows(view: View, phase: Phase, lines: Sequence[str]) -> Iterator[Row]:
    """A choice for each unit that stands now; for adjustments one for each home centre, and one for each removal."""
    power = view.power or ""
    units = view.position.units_of(power)
    if phase.kind is PhaseKind.ADJUSTMENT:
        yield from _adjustments(view, power, units, lines)
        return
    counter = Counter(view.chart, view.position, power, switches(view.sheet))
    for unit in units:
        offers = _retreats(view, unit) if phase.kind is PhaseKind.RETREAT else counter.offers(unit)
        where = says.place(view.chart, unit.place)
        yield _row(view, f"{phase}-{unit.province}", says.short(unit), where, offers, lines)


def _retreats(view: View, unit: Unit) -> tuple[Order, ...]:
    return retreat_offers(unit, view.chart.steps(unit.kind, unit.place))


def _adjustments(view: View, power: str, units: Sequence[Unit], lines: Sequence[str]) -> Iterator[Row]:
    for centre in _sites(view, power):
        name = _("Build in %(place)s") % {"place": says.place(view.chart, Place(centre))}
        yield _row(view, f"build-{centre}", name, "", build_offers(view.chart, (centre,)), lines)
    gone = [line for line in lines if line.endswith(" D")]
    for index in range(min(len(units), REMOVALS)):
        name = _("Removal %(n)d") % {"n": index + 1}
        yield _row(view, f"remove-{index}", name, "", removal_offers(units), gone[index : index + 1])


def _sites(view: View, power: str) -> tuple[str, ...]:
    """The centres in which the power may come to build."""
    at_home = view.chart.build_sites == "home"
    return tuple(sorted(view.chart.home_centres(power) if at_home else view.position.centres_of(power)))


REMOVALS = 3
"""How many removals the form has room for; more can be written."""


def _row(view: View, field: str, name: str, where: str, offers: Sequence[Order], lines: Sequence[str]) -> Row:
    groups = grouped(view.chart, offers, one_unit=bool(where))
    values = {option.value for group in groups for option in group.options}
    return Row(field, name, where, groups, next((line for line in lines if line in values), ""))


# --- what can be chosen in a condition ---


def powers(view: View) -> tuple[Option, ...]:
    return tuple(Option(power, says.power(view.chart, power)) for power in view.chart.powers)


def provinces(view: View) -> tuple[Option, ...]:
    """Every province, by its name."""
    named = (Option(each, says.place(view.chart, Place(each))) for each in view.chart.provinces)
    return tuple(sorted(named, key=lambda option: option.label.casefold()))


def events() -> tuple[Option, ...]:
    return tuple(Option(name, str(label)) for name, (label, _text) in EVENTS.items())


# --- what was sent ---


def letter(view: View, phase: Phase, sent: Mapping[str, str]) -> str:
    """What the form says, as a letter would: empty where it says nothing."""
    plan = next((each for each in plans(view) if each.phase == phase), None)
    if plan is None:
        return ""
    chosen = [value for row in plan.rows if (value := _offered(row, sent.get(row.field, "")))]
    lines = [*chosen, *_conditional(view, sent), *_written(sent.get("text", ""))]
    status = sent.get("status", "")
    if not lines:
        return ""
    return "\n".join((f"{phase}:", *lines, *([status] if status in ("final", "preliminary") else ())))


def _offered(row: Row, value: str) -> str:
    return value if value in {option.value for option in row.options} else ""


def _conditional(view: View, sent: Mapping[str, str]) -> Iterator[str]:
    """The conditional order that is filled in, if any."""
    conditions = [text for number in range(1, CONDITIONS + 1) if (text := _condition(view, sent, number))]
    orders, otherwise = (_ordered(sent.get(field, "")) for field in ("then", "otherwise"))
    if conditions and (orders or otherwise):
        joined = (" or " if sent.get("join") == "or" else " and ").join(conditions)
        yield f"if {joined}: {orders or 'nothing'}" + (f"; otherwise: {otherwise}" if otherwise else "")


def _condition(view: View, sent: Mapping[str, str], number: int) -> str:
    """A condition in canonical words; empty where it is not filled in, or with what no form offers."""
    event, who, where = (sent.get(f"{field}-{number}", "") for field in ("event", "who", "where"))
    if event not in EVENTS or where not in view.chart.provinces:
        return ""
    text = EVENTS[event][1]
    if "{who}" in text and who not in view.chart.powers:
        return ""
    said = text.format(who=who, where=where)
    return f"not ({said})" if sent.get(f"unless-{number}") else said


def _ordered(text: str) -> str:
    return "; ".join(_written(text))


def _written(text: str) -> list[str]:
    return [line.strip() for line in text[:MOST].splitlines() if line.strip()]


__all__ = ["Condition", "Plan", "events", "letter", "plans", "powers", "provinces"]
