"""A piece of press: to whom, what, and an optional dateline."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from dragoman.diplomacy.sight import View
from dragoman.game.press import ALL, OBSERVERS, is_observer
from dragoman.game.seats import GM
from dragoman.web import says


class Press(forms.Form):
    """The readers on offer are everybody at the table but oneself."""

    to = forms.MultipleChoiceField(
        label=_("To"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick who is to read it; nothing goes to anybody you did not tick."),
            "invalid_choice": _("Nobody at this table is called that."),
        },
    )
    dateline = forms.CharField(
        label=_("Dateline"), max_length=80, required=False, help_text=_("If you like: “Paris, 3 March”.")
    )
    text = forms.CharField(
        label=_("Your words"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 7, "class": "letter"}),
        error_messages={"required": _("The page is empty; write something first.")},
    )

    def __init__(self, view: View, data: Mapping[str, object] | None = None, **more: object) -> None:
        super().__init__(data, **more)  # type: ignore[arg-type]  # Django's own QueryDict
        self.fields["to"].choices = audience(view)  # type: ignore[attr-defined]


def audience(view: View) -> list[tuple[str, str]]:
    """Whom one can write to, and what they are called."""
    powers = [power for power in view.chart.powers if power != view.power]
    lookers = [seat for seat in view.seats if is_observer(seat)]
    seats = [ALL, *powers, *([GM] if view.moderated and view.seat != GM else []), *([OBSERVERS] if lookers else [])]
    return [(seat, says.seat(view.chart, seat)) for seat in seats]
