"""What is on file for a power, in plain words: how much of it, whether it is final, who sees it, until when it can be
changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.sight import OnFile, View


@dataclass(frozen=True, slots=True)
class Filed:
    """`says` how much is on file; `seen` who sees it; `at` when the last of it came, `until` by when it can be changed
    (None: there is no deadline); `final` and `whole` whether it is final, and whether nothing is missing."""

    says: str
    seen: str
    at: datetime | None
    until: datetime | None
    final: bool
    whole: bool


def filed(view: View) -> Filed | None:
    """The words for the seat's own orders; None where it has nothing to order."""
    own = view.own
    if own is None or not own.due:
        return None
    until = None if view.paused else view.deadline
    return Filed(_much(own), _seen(view), own.at, until, own.final and own.at is not None, not _missing(own))


def _missing(own: OnFile) -> int:
    if own.due.count == 0:
        return len(own.unordered)
    return max(0, abs(own.due.count) - len(own.lines))


def _much(own: OnFile) -> str:
    if own.at is None:
        return _("Nothing is on file yet.")
    due = abs(own.due.count) or len(own.due.units)
    count = {"given": due - _missing(own), "all": due}
    if own.final:
        return _("On file: %(given)d of %(all)d, final.") % count
    return _("On file: %(given)d of %(all)d, preliminary.") % count


def _seen(view: View) -> str:
    if view.moderated:
        return _("You see them, and the game master does; nobody else before the result.")
    return _("Nobody but you sees them before the result.")


def over(view: View) -> str:
    """A mark of the set that a form is made over: another set on file has another mark, the same one the same."""
    own = view.own
    if own is None or own.at is None:
        return "none"
    told = (str(view.phase), str(own.final), *(write(each.order) for each in own.lines), *map(repr, own.choices))
    return hashlib.sha256("|".join(told).encode()).hexdigest()[:16]


def on_file_in_words(view: View) -> tuple[str, ...]:
    """The orders on file, in canonical writing."""
    own = view.own
    return () if own is None else tuple(write(each.order) for each in own.lines)


def saves_at_once(view: View) -> bool:
    """Whether a choice may be saved as it is made. Where conditional orders are on file a new set would put them out of
    force, and where orders are asked for in public it is for their owner to say which are: there they are sent."""
    own = view.own
    return own is not None and bool(own.due) and not own.choices and view.power not in view.asked


def words() -> str:
    """What the script says, in the reader's tongue, as JSON."""
    return json.dumps({
        "H": _("Hold"), "M": _("Move"), "V": _("Move by convoy"), "S": _("Support"), "C": _("Convoy"),
        "R": _("Retreat"), "D": _("Disband"), "A": _("Build an army"), "F": _("Build a fleet"),
        "W": _("Leave it unused"),
        "stay": _("to hold"), "to": _("to"), "back": _("Back"), "close": _("Close"), "none": _("no order"),
        "saving": _("Saving …"), "undo": _("Undo"),
        "failed": _("Not saved: no answer from the host. Your choice is kept here, and tried again."),
    })  # fmt: skip


def of_phase(view: View) -> str:
    """What kind of orders the form asks for, for the script: `M`, `R`, or `A` for builds and `D` for removals."""
    if view.phase.kind is not PhaseKind.ADJUSTMENT or view.own is None:
        return view.phase.kind.value[0]
    return "A" if view.own.due.count > 0 else "D"


__all__ = ["Filed", "filed", "of_phase", "on_file_in_words", "over", "saves_at_once", "words"]
