"""What was sent of a study: orders written for each power, an order chosen from a list, and a phase by its number."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import JsonResponse
from django.template.loader import render_to_string

from dragoman.diplomacy.supposing import MOST_STEPS, Begun
from dragoman.web import supposed
from dragoman.web.study import MOST_WRITTEN, Study


def written(study: Study, begun: Begun, sent: Mapping[str, str]) -> Study:
    """The study with the orders as they were sent, and with the one that was chosen from a list, if one was. Powers
    that were not sent keep theirs."""
    orders = dict(study.orders)
    for power in begun.chart.powers:
        text = sent.get(f"orders-{power}")
        if text is not None:
            orders[power] = tuple(text[:MOST_WRITTEN].splitlines())
    study = study.writing(orders)
    if sent.get("deed") != "put":
        return study
    return supposed.put(study, begun, sent.get("power", ""), sent.get("order", ""))


def chosen_step(text: str) -> int | None:
    """The number of a phase of a study; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_STEPS)) else None


def told_in_place(study: Study, begun: Begun, at: str = "") -> JsonResponse:
    """For a script: the board with the orders written, how they were read, and the address of all this."""
    drawn, read = supposed.plan(study, begun)
    lines = {power: render_to_string("web/game/lines.html", {"lines": some}) for power, some in read.items()}
    return JsonResponse({"board": drawn, "read": lines, "at": at})


__all__ = ["chosen_step", "told_in_place", "written"]
