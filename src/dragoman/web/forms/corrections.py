"""Errors and conduct: what a player claims or reports, and what the game master corrects or does about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dragoman.diplomacy.houserules.conduct import CLAUSES, in_full, offered
from dragoman.diplomacy.sight import View
from dragoman.game.press import Colour
from dragoman.game.seats import GM
from dragoman.web import says

LONGEST = 5_000
LONGEST_REASON = 500
HOWS = (
    ("correct", _("Correct what became of a phase")),
    ("rollback", _("Take phases back, and let them be ordered again")),
    ("edit", _("Change the position as it stands now")),
)


def phases(view: View) -> list[tuple[str, str]]:
    """The phases that have been adjudicated, the last one first."""
    return [(str(turn.phase), says.phase(turn.phase)) for turn in reversed(view.turns)]


class Claim(forms.Form):
    """An error claimed: in which phase, and what is wrong."""

    phase = forms.ChoiceField(label=_("Phase"))
    text = forms.CharField(
        label=_("What is wrong"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": _("Say what is wrong.")},
    )

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["phase"].choices = phases(view)  # type: ignore[attr-defined]


class Correction(forms.Form):
    """What the game master changes: how, in which phase, what, and why."""

    how = forms.ChoiceField(label=_("What is to be done"), choices=HOWS, widget=forms.RadioSelect, initial="correct")
    phase = forms.ChoiceField(label=_("Phase"), required=False)
    changes = forms.CharField(
        label=_("What changes, a line each"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 5, "class": "data", "spellcheck": "false", "autocapitalize": "none"}),
        help_text=_(
            "“A Vie - Gal succeeds”, “Italy: A Ven - Tri” for an order as it should have been read, “remove F Lon”, "
            "“add England A Lon”, “centre Bel = France”. Leave it empty to adjudicate the same orders anew."
        ),
    )
    why = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody is told."),
        error_messages={"required": _("Say why; everybody is told.")},
    )

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        now = [(str(view.phase), says.phase(view.phase))] if view.held is not None else []
        self.fields["phase"].choices = [*now, *phases(view)]  # type: ignore[attr-defined]

    def writing(self) -> str:
        """The same in the words of letters."""
        said = self.cleaned_data
        why = " ".join(said["why"].split())
        changes = "\n".join(line for line in said["changes"].splitlines() if line.strip())
        match said["how"]:
            case "rollback":
                return f"gm rollback to {said['phase']} because {why}"
            case "edit":
                return f"gm edit because {why}:\n{changes}"
            case _:
                return f"gm correct {said['phase']} because {why}:\n{changes}"


class Conduct(forms.Form):
    """Conduct reported: whose, by which clause, and what happened."""

    whose = forms.ChoiceField(label=_("Whose conduct"), required=False)
    clause = forms.ChoiceField(label=_("Clause"), required=False)
    text = forms.CharField(
        label=_("What happened"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say what happened.")},
    )

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["whose"].choices = [("", _("nobody is named")), *others(view)]  # type: ignore[attr-defined]
        clauses = [(each, in_full(view.sheet, each)) for each in sorted(CLAUSES) if offered(view.sheet, each)]
        self.fields["clause"].choices = [("", _("not said")), *clauses]  # type: ignore[attr-defined]


class Sanction(forms.Form):
    """What the game master does about conduct: of whom (a seat, or whoever wrote a piece), what, and by which clause;
    only what the house rules offer is on offer."""

    deed = forms.ChoiceField(
        label=_("What you do"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what you do, and by which clause.")},
    )
    whom = forms.ChoiceField(label=_("Of whom"), error_messages={"required": _("Choose whose conduct it was.")})
    to = forms.ChoiceField(label=_("Mail to"), required=False, help_text=_("For a block: who is to be spared."))
    kind = forms.ChoiceField(label=_("Of which kind"), required=False)
    why = forms.CharField(
        label=_("Why"), max_length=LONGEST_REASON, error_messages={"required": _("Say why.")}
    )  # fmt: skip

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        seats = list(others(view))
        pieces = [
            (f"piece {piece.number}", _("whoever wrote piece %(n)d") % {"n": piece.number})
            for piece in view.press if piece.seat != GM
        ]  # fmt: skip
        self.fields["deed"].choices = list(deeds(view))  # type: ignore[attr-defined]
        self.fields["whom"].choices = [*seats, *reversed(pieces)]  # type: ignore[attr-defined]
        self.fields["to"].choices = [("", "–"), *seats]  # type: ignore[attr-defined]
        kinds = [("all", _("all kinds")), *((str(each), COLOURS[each]) for each in Colour)]
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]

    def meant(self) -> tuple[str, int]:
        """The seat, or the number of the piece."""
        said = str(self.cleaned_data["whom"])
        return ("", int(said.removeprefix("piece "))) if said.startswith("piece ") else (said, 0)


COLOURS = {
    Colour.WHITE: _("white press"),
    Colour.GREY: _("grey press"),
    Colour.DARK_GREY: _("dark grey press"),
    Colour.BLACK: _("black press"),
}
DEEDS = {
    "caution": _("caution, by %(clause)s"),
    "block": _("block mail, by %(clause)s"),
    "expel": _("put out of the seat at once, by %(clause)s"),
}


def deeds(view: View) -> Iterable[tuple[str, str]]:
    """The sanctions that the house rules offer, each with the clause: `expel X.3`."""
    for clause in sorted(CLAUSES):
        for deed in offered(view.sheet, clause):
            yield f"{deed} {clause}", str(DEEDS[deed]) % {"clause": in_full(view.sheet, clause)}


def others(view: View) -> Iterable[tuple[str, str]]:
    """Everybody at the table but the reader and the game master."""
    for seat, person in view.seats.items():
        if person is not None and seat not in (view.seat, GM):
            yield seat, says.seat(view.chart, seat)
