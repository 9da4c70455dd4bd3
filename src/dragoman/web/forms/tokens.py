"""What a token for a program is asked for: a name, a seat, what it is for, and until when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.people.api_tokens import LONGEST_NAME, SCOPES
from dragoman.web import says
from dragoman.web.door import GAME, Visit

EVERYWHERE = "*"
"""The choice of every seat."""

BETWEEN = "/"
"""What stands between a game and a seat in a choice; no game's name has it."""

SAYS = {
    "read": gettext_lazy("read: see what the seat sees, its orders and its press among it"),
    "orders": gettext_lazy("orders: send, change and take back orders"),
    "press": gettext_lazy("press: write to others"),
    "votes": gettext_lazy("votes: propose and vote"),
    "seat": gettext_lazy("seat: join, leave, be away"),
    "gm": gettext_lazy("gm: do whatever a game master does"),
    "open": gettext_lazy("open: open games"),
}
"""What each scope lets a program do."""

DAYS = {"30": gettext_lazy("30 days"), "365": gettext_lazy("a year"), "": gettext_lazy("until I revoke it")}


class NewToken(forms.Form):
    """A token that is to be made."""

    name = forms.CharField(label=gettext_lazy("What is it for?"), max_length=LONGEST_NAME)
    where = forms.ChoiceField(label=gettext_lazy("For which seat"))
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one thing.")},
    )
    lasts = forms.ChoiceField(label=gettext_lazy("How long it lasts"), required=False)

    def __init__(self, seats: Iterable[Visit], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"scopes": ["read", "orders"], "lasts": "365"}, prefix="token")
        self.fields["where"].choices = [*_seats(seats), (EVERYWHERE, _("every seat of mine"))]  # type: ignore[attr-defined]
        self.fields["scopes"].choices = [(scope, SAYS[scope]) for scope in SCOPES]  # type: ignore[attr-defined]
        self.fields["lasts"].choices = list(DAYS.items())  # type: ignore[attr-defined]

    @property
    def place(self) -> tuple[str, str]:
        """Table and seat; both empty for every seat."""
        table, _between, seat = self.cleaned_data["where"].partition(BETWEEN)
        return ("", "") if table == EVERYWHERE else (table, seat)


def _seats(seats: Iterable[Visit]) -> Iterable[tuple[str, str]]:
    for seen in seats:
        if seen.seat is not None:
            named = says.seat(seen.view.chart, seen.seat) if seen.game == GAME else seen.seat
            yield f"{seen.table}{BETWEEN}{seen.seat}", f"{seen.table}: {named}"


__all__ = ["NewToken"]
