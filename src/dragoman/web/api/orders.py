"""Orders: what is on file, what could be ordered, and a set read by the same reader as a letter's."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import Router
from pydantic import Field

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.commands import ClearOrders, MarkStatus, SubmitOrders
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.offers import Counter, build_offers, removal_offers, retreat_offers
from dragoman.diplomacy.orders.order import Waive
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.sight import OnFile, View
from dragoman.diplomacy.state import ordered_province
from dragoman.game.protocol import Reading
from dragoman.web import says
from dragoman.web.api import shapes
from dragoman.web.api.access import GAME, Request, look, needs, speaks
from dragoman.web.api.bodies import Body
from dragoman.web.api.gate import etag_of, matches
from dragoman.web.api.hearing import (
    BEARER,
    PROBLEMS,
    Heard,
    Word,
    Written,
    in_fields,
    misreadings,
    one_line,
    refusals,
    refused,
    say,
)
from dragoman.web.api.problems import Refused
from dragoman.web.api.reading import lines_read
from dragoman.web.api.rendering import rendered
from dragoman.web.api.scopes import ORDERS, READ
from dragoman.web.door import Visit, read_writing, speaker

CHANNEL = "api"

router = Router(tags=["orders"])

OrderLine = Annotated[str, Field(max_length=200)]
OrderLines = Annotated[list[OrderLine], Field(max_length=200)]


class OrderSet(Body):
    """A set: one order to a line, as one would write it in a letter. `final` left out says nothing of that; `phase`
    left out means the current one."""

    lines: OrderLines
    phase: Word = ""
    final: bool | None = None
    public: bool = False
    replace: bool = Field(
        default=True, description="Whether all that is on file for the phase gives way, whatever III.4 says."
    )
    keep: bool = Field(default=False, description="Whether lines that can be read are taken though others cannot.")

    def written(self) -> Written:
        return Written(tuple(map(one_line, self.lines)), "body.lines", listed=True)


class Mark(Body):
    """Whether the set on file is final."""

    final: bool
    phase: Word = ""


@router.get("/games/{name}/orders", response={200: shapes.Orders, **PROBLEMS}, openapi_extra=BEARER)
def show_orders(request: Request, name: str) -> shapes.Orders:
    """The orders on file that this seat sees. The answer's ETag, sent back as `If-Match`, keeps a set from being laid
    over one that came meanwhile."""
    needs(request, READ)
    return _orders(look(request, name, GAME).view)


def _orders(view: View) -> shapes.Orders:
    sets = [shapes.order_set(view, each) for each in view.on_file.values()]
    return shapes.Orders(phase=str(view.phase), sets=sets)


@router.put("/games/{name}/orders", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def set_orders(request: Request, name: str, said: OrderSet) -> Heard:
    """Put a set on file. If a line cannot be read nothing is put there, unless `keep` is true."""
    needs(request, ORDERS)
    seen = speaks(request, name, GAME)
    _unchanged(request, seen)
    with in_fields({} if said.phase else AHEAD):
        return _put(request, seen, said)


AHEAD = {"wrong-kind": ("body.phase", gettext_lazy("A program sends “phase” for one that is to come, as F1901M."))}


def _put(request: Request, seen: Visit, said: OrderSet) -> Heard:
    within = said.written()
    reading = _read(seen, said, within)
    no, unread = refusals(reading.refused, seen, within), misreadings(reading.unread, seen, within)
    sets = [each for each in reading.commands if isinstance(each, SubmitOrders)]
    if (no or unread) and not (said.keep and reading.commands):
        raise refused(no, unread)
    if not sets or len(sets) < len(reading.commands):
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no-orders", _no_orders(within), "body.lines")
    heard = Heard(done=False, refused=no, unread=unread)
    for number, each in enumerate(sets):
        made = replace(each, final=each.final if said.final is None else said.final, channel=CHANNEL,
                       public=said.public or each.public)  # fmt: skip
        if said.replace and not each.giver and _leaves(seen.view, each):
            say(request, seen, ClearOrders(speaker(seen), each.phase or seen.view.phase), part=f"clear {number}")
        heard = _both(heard, say(request, seen, made, part=f"{number}" if number else "", within=within))
    return heard


def _read(seen: Visit, said: OrderSet, within: Written) -> Reading:
    """How the set is read, for the phase that it names. Raises Refused where it names none that can be read."""
    phase = phase_of(said.phase)
    return read_writing(seen, "\n".join(within.lines), str(phase or ""))


def _no_orders(within: Written) -> str:
    if not any(within.lines):
        return _("No order stands in “lines”. To take back what is on file, send DELETE to the same address.")
    return _("Only orders are taken here; whatever else there is to say is for /say.")


def _both(before: Heard, after: Heard) -> Heard:
    """What came of two things said by one request: the receipt is of the later."""
    return after.model_copy(
        update={
            "done": before.done or after.done,
            "orders": [*before.orders, *after.orders],
            "refused": [*before.refused, *after.refused],
            "unread": [*before.unread, *after.unread],
        }
    )


def _leaves(view: View, made: SubmitOrders) -> bool:
    """Whether something on file would stay beside that set, by III.4."""
    phase, own = made.phase or view.phase, view.own
    if own is None:
        return False
    filed = own.lines if phase == view.phase else next((a.lines for a in own.ahead if a.phase == phase), ())
    choices = own.choices if phase == view.phase else next((a.choices for a in own.ahead if a.phase == phase), ())
    ordered = {ordered_province(line.order) for line in made.lines}
    return bool(choices) or not {ordered_province(line.order) for line in filed} <= ordered


def _unchanged(request: Request, seen: Visit) -> None:
    """Raises Refused where orders on file are not those that the asker has seen last."""
    if not matches(request, [etag_of(rendered(_orders(seen.view)))]):
        detail = _("The orders on file are others by now: look at them again.")
        raise Refused(HTTPStatus.PRECONDITION_FAILED, "changed-meanwhile", detail, "header.If-Match")


@router.post("/games/{name}/orders/check", response={200: shapes.ReadShape, **PROBLEMS}, openapi_extra=BEARER)
def check_orders(request: Request, name: str, said: OrderSet) -> shapes.ReadShape:
    """How a set would be read, and what is wrong with it. Nothing is put on file."""
    needs(request, ORDERS)
    seen = speaks(request, name, GAME)
    within = said.written()
    reading = _read(seen, said, within)
    return shapes.ReadShape(
        orders=list(lines_read(seen.view, reading)), others=0, scopes=[ORDERS],
        refused=refusals(reading.refused, seen, within), unread=misreadings(reading.unread, seen, within),
        ignored=list(reading.ignored),
    )  # fmt: skip


@router.post("/games/{name}/orders/status", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def mark_orders(request: Request, name: str, said: Mark) -> Heard:
    """Call the set on file final or preliminary."""
    needs(request, ORDERS)
    seen = speaks(request, name, GAME)
    return say(request, seen, MarkStatus(speaker(seen), said.final, phase_of(said.phase)))


@router.delete("/games/{name}/orders", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def clear_orders(request: Request, name: str, phase: Word = "") -> Heard:
    """Take the orders back that are on file for a phase; without one, all there are."""
    needs(request, ORDERS)
    seen = speaks(request, name, GAME)
    _unchanged(request, seen)
    return say(request, seen, ClearOrders(speaker(seen), phase_of(phase, "query.phase")))


def phase_of(text: str, where: str = "body.phase") -> Phase | None:
    """A phase as it is written, `F1901M`; none for nothing. Raises Refused for anything else."""
    if not text.strip():
        return None
    found = says.phase_or_none(text)
    if found is None:
        detail = _("That is no phase: write it as F1901M.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no-such-phase", detail, where)
    return found


# --- what could be ordered ---


@router.get("/games/{name}/offers", response={200: shapes.Offers, **PROBLEMS}, openapi_extra=BEARER)
def show_offers(request: Request, name: str) -> shapes.Offers:
    """Every order that one's own units could be given in the current phase, as far as the board alone decides that."""
    needs(request, READ)
    view = look(request, name, GAME).view
    own = view.own
    if own is None or not own.due:
        return shapes.Offers(phase=str(view.phase), power=view.power or "", count=0, offers={})
    return shapes.Offers(phase=str(view.phase), power=own.power, count=own.due.count, offers=_offers(view, own))


def _offers(view: View, own: OnFile) -> dict[str, list[str]]:
    if view.phase.kind is PhaseKind.ADJUSTMENT:
        builds = (*build_offers(view.chart, own.due.sites), Waive())
        return {"*": [write(each) for each in (builds if own.due.count > 0 else removal_offers(own.due.units))]}
    if view.phase.kind is PhaseKind.RETREAT:
        places = dict(view.retreats)
        given = {u: retreat_offers(u, places.get(u.province, ())) for u in own.due.units}
    else:
        counter = Counter(view.chart, view.position, own.power, switches(view.sheet))
        given = {unit: counter.offers(unit) for unit in own.due.units}
    return {str(unit.place): [write(order) for order in orders] for unit, orders in given.items()}


__all__ = ["phase_of", "router"]
