"""An absence from several games at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dragoman.web.forms.time import Absence


class Away(Absence):
    """The same absence in each of the games ticked."""

    games = forms.MultipleChoiceField(
        label=_("In which games"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick the games that you are away from.")},
    )

    def __init__(self, games: Iterable[str], data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        names = list(games)
        self.fields["games"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]
        self.fields["games"].initial = names
        self.order_fields(["first", "last", "games", "told", "why"])
